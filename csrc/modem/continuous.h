// Characters of a sender whose phase is steady (phases.h), also in its pauses, of any length. Unlike the sequence
// detector (fsk.c), the clock of the bits may begin anew with each character. For each place, the character that begins
// there is read with the phase of the best path to that place (paths.h): by four survivors if one oscillator sends
// both tones, else bit by bit. Input: correlators before the band-pass; output: places and payloads of characters.
#ifndef ACC_MODEM_CONTINUOUS_H
#define ACC_MODEM_CONTINUOUS_H

#include "modem/format.h"
#include "modem/fsk.h"
#include "modem/paths.h"
#include "modem/phases.h"

// Places whose references are kept: of two characters (of 12 bits, 7 places each) at most, and of one in a pause.
#define CONTINUOUS_KEPT 256u
#define CONTINUOUS_RESTS 128u
#define CONTINUOUS_IDLE 12u  // symbols of steady mark that show a pause

// Mean symbols, turned on to a place: of mark in a pause there, and of space and mark if each has a phase of its own.
typedef struct references {
    phasor idle, tone[2];
} references;

typedef struct continuous {
    paths paths;
    uint32_t payload;  // bits between start and stop bit
    uint32_t stop;     // number of the last whole stop bit; the start bit is 0
    float per_symbol;  // places per symbol
    float place_angle[2], place_turn[2][2];  // turn of the tones per place, and its cosine and sine
    // references: at the end of the shortest character that begins at a place, and in a pause that goes on to it
    phasor after[CONTINUOUS_KEPT][2];
    references rest[CONTINUOUS_RESTS];
    uint16_t read[PATHS_RING];  // payload of the character that begins at a place
    phases phases;
    float drift[2];       // how far the tones turn beyond the profile's in a symbol, as a vector
    float energy, pairs;  // of the symbols in it, and their number
    float turn[2][2];     // of the profile's tones: as in fsk.h
} continuous;

void acc_continuous_init(continuous *c, const fsk *f);

// Sets the format; `p` has its lengths in places.
void acc_continuous_set_format(continuous *c, const acc_character_format *format, const paths *p);

// Adds place `at`, whose bit has been received. `start` is the place of the character whose last stop bit begins there;
// it `begins` if its start bit may be a space. `level` is the mean amplitude of the stronger tone.
void acc_continuous_add(continuous *c, const fsk *f, uint32_t at, uint32_t start, bool begins,
                        float level);

// Forgets the references: characters were left out, or the kind of phase has changed.
void acc_continuous_forget(continuous *c);

// Learns tones and kind of phase from a character's symbols. The bits' first one is the highest of `count`.
void acc_continuous_learn(continuous *c, const fsk *f, const lanes *symbols, uint32_t count,
                          uint64_t bits);

// The amplitude of mark in the CONTINUOUS_IDLE symbols before sample `end`; 0 if its phase is not steady there.
float acc_continuous_idle(const fsk *f, uint32_t end);

#endif
