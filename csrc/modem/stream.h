// Characters on FSK without frames: waits for a change to space, finds the clock from 32 symbols, goes back to their
// start and tracks them. It sits between the band-pass (band.h), the FSK detector (fsk.h) and the UART decoder
// (uart.h).
#ifndef ACC_MODEM_STREAM_H
#define ACC_MODEM_STREAM_H

#include "modem/band.h"
#include "modem/coherence.h"
#include "modem/fsk.h"
#include "modem/uart.h"

#define STREAM_RING 512u      // places of the search
#define STREAM_HISTORY 64.0f  // symbols of samples that must be kept
#define STREAM_BYTES 64u      // characters held back until the squelch opens

typedef enum {
    STREAM_HUNT,    // no signal, or mark without end
    STREAM_GATHER,  // collecting symbols for a lock
    STREAM_TRACK,   // symbols are being read
} stream_state;

typedef struct stream {
    band band;
    stream_state state;
    float per_symbol;  // places per symbol
    float open;        // OPEN, scaled for these tones
    float faint;       // power of both tones below which there is no signal
    union {
        // of places, while a signal is sought
        struct {
            float soft[STREAM_RING], tones[STREAM_RING];
        };
        // of symbols, while one is read
        symbol_record record[COHERENCE_RING];
    };
    uint32_t count;  // places so far
    uint32_t onset;  // place where a signal may begin
    uint32_t space;  // place of its first space
    uint32_t begin;  // place where the hunt began
    uint32_t lead;   // symbols before the first start bit
    uint32_t marks;  // symbols of mark in a row
    float firm;      // mean magnitude of the decisions, over twelve symbols
    fsk_track track;
    uart uart;
    uint8_t bytes[STREAM_BYTES];
    uint32_t byte_count;
    uint32_t quiet;  // symbols without carrier, the latest in bit 0
    uint32_t taken;  // symbols since the lock
    uint32_t run;    // coherent characters in a row
    float proof;     // the squelch's sum since the lock; it opens at 1
    bool is_ending;  // only silence follows sample `end`
    bool is_cut;     // the sound ended within a character
    uint32_t end;
    uint32_t whole;  // symbols taken before `end`
    bool is_open;    // the squelch is open: `bytes` may be reported
} stream;

// `gain` is the amplitude behind the decimator of a sound of amplitude 1.
void acc_stream_init(stream *s, const fsk *f, float gain);

// Processes the written samples; true while the squelch is open.
bool acc_stream_run(stream *s, fsk *f);

// Announces that only silence follows sample `end`.
void acc_stream_end_sound(stream *s, uint32_t end);

// Whether the sound ended within a character; call it once the silence has been read. Ends the announcement.
bool acc_stream_is_cut(stream *s);

#endif
