// Characters on FSK without frames: waits for a change to space, looks at 32 symbols to learn where
// they begin, goes back and follows them.
#ifndef ACC_MODEM_STREAM_H
#define ACC_MODEM_STREAM_H

#include "modem/band.h"
#include "modem/coherence.h"
#include "modem/fsk.h"
#include "modem/uart.h"

#define STREAM_RING 512u      // places of the search
#define STREAM_HISTORY 64.0f  // symbols of samples that must be kept
#define STREAM_BYTES 64u      // that are held back until the squelch opens

typedef enum {
    STREAM_HUNT,    // no signal, or mark without end
    STREAM_GATHER,  // something began
    STREAM_TRACK,   // symbols are being read
} stream_state;

typedef struct stream {
    band band;
    stream_state state;
    float per_symbol;  // places a symbol
    float open;        // how far the tones of a signal differ
    float faint;       // power of both tones that is no sound
    union {
        // of places, while a signal is sought
        struct {
            float soft[STREAM_RING], tones[STREAM_RING];
        };
        // of symbols, while one is read
        symbol_record record[COHERENCE_RING];
    };
    uint32_t count;  // places so far
    uint32_t onset;  // place where something began
    uint32_t space;  // place of its first space
    uint32_t begin;  // place where the hunt began
    uint32_t lead;   // symbols at the beginning that are no characters yet
    uint32_t marks;  // symbols of mark in a row
    float firm;      // magnitude of the decisions, over the last symbols
    fsk_track track;
    uart uart;
    uint8_t bytes[STREAM_BYTES];
    uint32_t byte_count;
    uint32_t quiet;  // symbols without carrier, the latest in bit 0
    uint32_t taken;  // symbols since the lock
    uint32_t run;    // characters in a row that are like such a signal
    float proof;     // what speaks for characters, since the lock
    bool is_ending;  // no sound comes from `end` on, a sample
    bool is_cut;     // it ended within a character
    uint32_t end;
    uint32_t whole;  // of the symbols taken, those before it
    bool is_open;    // the squelch: what is read is characters, and `bytes` may be given out
} stream;

// a sound of amplitude 1 comes with `gain`
void acc_stream_init(stream *s, const fsk *f, float gain);

// works on the samples that were written; true while the squelch is open
bool acc_stream_run(stream *s, fsk *f);

// only silence follows sample `end`
void acc_stream_end_sound(stream *s, uint32_t end);

// whether the sound ended within a character, once the silence has been read; forgets that it ended
bool acc_stream_is_cut(stream *s);

#endif
