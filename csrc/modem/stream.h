// Characters on FSK without frames: waits for a change to space, finds the clock from 32 symbols, goes back to their
// start and tracks them. It sits between the band-pass (band.h), the FSK detector (fsk.h) and the UART decoder
// (uart.h).
#ifndef ACC_MODEM_STREAM_H
#define ACC_MODEM_STREAM_H

#include "modem/async.h"
#include "modem/band.h"
#include "modem/coherence.h"
#include "modem/format.h"
#include "modem/fsk.h"
#include "modem/uart.h"

#define STREAM_RING 512u      // places of the search
#define STREAM_HISTORY 64.0f  // symbols whose samples are kept
#define STREAM_BYTES 64u      // characters held back until the squelch opens

typedef enum {
    STREAM_HUNT,    // no signal, or steady mark
    STREAM_GATHER,  // collecting symbols for a lock
    STREAM_TRACK,   // symbols are being read
} stream_state;

typedef struct stream {
    band band;
    stream_state state;
    float per_symbol;  // places per symbol
    float open;        // OPEN, scaled for these tones
    float faint;       // least power of both tones of a signal
    union {
        // per place, during the search
        struct {
            float soft[STREAM_RING], tones[STREAM_RING];
        };
        // per symbol, during tracking
        symbol_record record[COHERENCE_RING];
    };
    uint32_t count;  // places so far
    uint32_t onset;  // first place of a possible signal
    uint32_t space;  // place of the signal's first space
    uint32_t begin;  // first place of the hunt
    uint32_t lead;   // symbols before the first start bit
    uint32_t marks;  // consecutive symbols of mark
    float firm;      // mean magnitude of the decisions over twelve symbols
    fsk_track track;
    uart uart;
    acc_character_format format;
    uint8_t bytes[STREAM_BYTES];
    uint64_t wrong_parity;  // bit i: byte i
    uint32_t byte_count;
    uint32_t quiet;  // bit per symbol: no carrier; the latest in bit 0
    uint32_t taken;  // symbols since the lock
    uint32_t sure;   // characters in a row that are without doubt
    uint32_t read;   // sample at which the last one ends
    uint32_t run;    // consecutive coherent characters
    float proof;     // the squelch's proof since the lock; it opens at 1
    bool is_ending;  // the sound ends at sample `end`; silence follows
    bool is_cut;     // the sound ended inside a character
    uint32_t end;
    uint32_t lost;     // a start bit before `end` whose character was not read; else `end`
    uint32_t whole;    // symbols read before `end`
    bool is_proven;    // a character since the lock was good
    bool is_open;      // the squelch is open: `bytes` may be reported
    bool was_open;     // it was open
    uint32_t last;     // sample at which the last character began
    float level;       // of the last character
    uint32_t rested;   // sample at which the mark between two characters was last seen
    uint32_t doubted;  // sample at which the last doubtful character began
    uint64_t lately;   // payloads of the last four, 16 bits each
    uint32_t doubts;   // doubtful characters that are not counted yet,
    float evidence;    // and how much they prove
    uint64_t unread;   // doubtful characters
    choice choice;
    async *async;  // unless ACC_MODEM_ASYNC is 0
} stream;

// `gain` is the decimator's gain.
void acc_stream_init(stream *s, const fsk *f, float gain);

// Sets the format, before the first samples. `s->async` is valid.
void acc_stream_set_format(stream *s, const acc_character_format *format);

// Processes the written samples; true while the squelch is open.
bool acc_stream_run(stream *s, fsk *f);

// Announces that only silence follows sample `end`.
void acc_stream_end_sound(stream *s, uint32_t end);

// Whether the sound ended inside a character. Call it after the silence; it ends the announcement.
bool acc_stream_is_cut(stream *s);

#endif
