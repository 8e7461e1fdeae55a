// Characters of any sender with a mark, a space and a UART: no assumption about the phase of the tones, and none about
// the time between characters. It sits beside stream.c's sequence detector. Input: samples before the band-pass, which
// would spread a jump of the phase over several symbols; output: characters with the figures by which choice.c selects
// between them and those of the sequence detector.
#ifndef ACC_MODEM_ASYNC_H
#define ACC_MODEM_ASYNC_H

#include "modem/choice.h"
#include "modem/continuous.h"
#include "modem/format.h"
#include "modem/fsk.h"
#include "modem/swap.h"

// A build with ACC_MODEM_ASYNC=0 receives characters on one clock only, and needs 20 KiB less memory.
#ifndef ACC_MODEM_ASYNC
#define ACC_MODEM_ASYNC 1
#endif

#define ASYNC_RING PATHS_RING
#define ASYNC_LATE 57.0f  // most symbols that are not read yet
#define ASYNC_BITS 12u    // most of a character: start, nine bits of payload, two stop bits

// Sums over the latest characters that cannot be read; each character counts less than the next.
typedef struct measured {
    lanes turn;  // of mark and space from a bit's first half to the second: real and imaginary part
    lanes sums;  // runs of one bit, their places, characters, their coherence
} measured;

typedef struct async {
    fsk fsk;           // correlators, and samples before the band-pass
    uint32_t delay;    // samples by which the band-pass delays the other detector's
    float per_symbol;  // places per symbol
    acc_character_format format;
    uint32_t payload;  // bits between start and stop bit
    uint32_t stop;     // number of the last whole stop bit; the start bit is 0
    uint32_t half;     // places of half a stop bit after it, or 0
    uint32_t count;    // places so far
    float level;       // mean amplitude of the stronger tone
    bool has_skipped;  // samples since the last reading
    bool is_clear;     // the last character is without doubt
    bool follows;      // it begins where the one before it ends
    place end;         // sample at which it ends
    uint32_t start;    // its place
    uint32_t next;     // and that of the next one at the earliest
    measured measured;
    swap swap;
    uint32_t whole[ASYNC_BITS];  // bit i begins whole[i] + part[i] places after the character
    float part[ASYNC_BITS];
    // amplitudes in a symbol that begins at a place: of mark, of space, the larger
    float mark[ASYNC_RING], space[ASYNC_RING], tone[ASYNC_RING];
    paths paths;
    continuous continuous;
} async;

// Bytes of memory for a signal of `period` samples per symbol.
size_t acc_async_size(float period);

// `memory` is aligned to 16 bytes. `other` is the sequence detector's correlators, `delay` the delay of its samples.
async *acc_async_init(void *memory, const fsk *other, uint32_t delay);

void acc_async_set_format(async *a, const acc_character_format *format);

// What the latest characters that cannot be read have instead of the profile's tones and bits: radians per sample of
// space and mark, and symbols per bit, 0 if not measured; and their mean coherence.
void acc_async_measured(const async *a, float cycle[2], float *symbols, float *coherence);

// Characters of a sender whose mark and space are exchanged (swap.h).
uint32_t acc_async_swapped(const async *a);

// The amplitude of a steady mark before a character at sample `at` of the sequence detector; 0 if there is none.
float acc_async_idle(const async *a, uint32_t at);

// Adds a chunk of samples, without reading it.
void acc_async_write(async *a, const float *x, uint32_t len);

// Leaves out what has not been read, up to sample `until` of the sequence detector; a character ends there.
void acc_async_skip(async *a, uint32_t until);

// Reads the samples, and passes the characters that are certain to `choice`. At most ASYNC_LATE symbols are behind.
void acc_async_read(async *a, choice *c);

#endif
