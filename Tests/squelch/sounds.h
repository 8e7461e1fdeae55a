// Sounds that are no transmission, made from a seed: noise, music, and speech from files.
#ifndef SQUELCH_SOUNDS_H
#define SQUELCH_SOUNDS_H

#include <stddef.h>
#include <stdint.h>

#define SOUNDS_RATE 44100u

typedef struct random_source {
    uint32_t state;  // not 0
} random_source;

float random_uniform(random_source *r);  // 0 to 1
float random_gauss(random_source *r);    // about normal, of variance 1

// The sound of a voice of the band.
typedef enum {
    VOICE_PLUCK,    // six harmonics
    VOICE_ORGAN,    // octaves and fifths
    VOICE_SQUARE,   // synthesizers
    VOICE_SAW,      //
    VOICE_BELL,     // frequency modulation
    VOICE_WHISTLE,  // a sine with vibrato
    VOICE_SWEEP,    // a sine that glides
    VOICE_TRILL,    // two tones by turns
    VOICE_TWIN,     // two tones at once, near those of Bell 202, their levels swaying
    VOICE_KINDS
} voice_kind;

typedef struct voice {
    voice_kind kind;
    float phase, step;    // cycles, cycles a sample
    float other, second;  // the same of the modulation or second tone
    float sway, swing;    // the same of vibrato or trill
    float depth;          // of the modulation
    float glide;          // factor of `step` a sample
    float loud, aim;      // present amplitude and its target
    float fade;           // factor of `aim` a sample
} voice;

#define VOICES 8

// A band that plays one piece after another, each with instruments, tempo, tuning and drums of its own.
typedef struct band {
    random_source random;
    voice voices[VOICES];
    unsigned next_voice, ticks;
    unsigned tick_left, tick;  // samples until the next note may begin, and between two
    unsigned piece_left;       // ticks until the next piece
    voice_kind lead, chord;
    float tuning, drive;       // hertz of the lowest A, and how far the sound is clipped
    float busy, drums;         // chances of a note and of a drum, a tick
    int root, note, notes[4];  // semitones above the lowest A
    float kick, kick_phase, snare, hat, before;
} band;

void sound_band_init(band *b, uint32_t seed);
float band_sample(band *b);

#endif
