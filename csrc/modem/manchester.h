// The bi-phase receiver: a matched filter at every sample, followed by a tracking loop that
// interpolates between samples. Input: samples of a chunk; output: values for the sync search, and
// soft decisions of the frames that frames.c follows.
#ifndef ACC_MODEM_MANCHESTER_H
#define ACC_MODEM_MANCHESTER_H

#include "modem/place.h"
#include "modem/sync.h"

#include <stdbool.h>
#include <stddef.h>

#define MANCHESTER_VALUES 64u  // of the search, at a time
#define MANCHESTER_PERIOD 20u  // samples a bit, at most
#define MANCHESTER_REACH 24u   // samples that a bit reaches back to, at most
#define MANCHESTER_RING 1024u  // values that are kept
#define MANCHESTER_BEYOND 5u   // of them repeated after the end, for reads across it

typedef struct manchester {
    float period;     // samples a bit
    uint32_t now;     // values so far: one per sample, of the bit that starts there
    uint32_t next;    // of them, those that were searched or left out
    uint32_t stride;  // samples from one value of the search to the next, 1 or 2
    uint32_t filled;  // samples of the chunk
    uint32_t reach;   // samples before it
    float sound[MANCHESTER_REACH + 2 * MANCHESTER_VALUES];
    float ring[MANCHESTER_RING + MANCHESTER_BEYOND];
} manchester;

// Follows one signal from its sync word on.
typedef struct manchester_track {
    place at;         // where the next bit begins
    float period;     // samples a bit of the sender's clock
    float amplitude;  // of the matched filter
    float noise;      // variance of the same
    float sign;       // -1 when the cable inverts the polarity
    float nudge;      // samples by which the next four bits start earlier than the clock predicts
    uint32_t bits;    // so far, saturating
} manchester_track;

void acc_manchester_init(manchester *m, float period);

// values of the search, a bit
float acc_manchester_per_symbol(float period);

// samples in a chunk
uint32_t acc_manchester_chunk(const manchester *m);

// reads samples, up to the end of a chunk at most
void acc_manchester_write(manchester *m, const float *x, size_t len);

// the samples of the chunk under way, which may be changed until acc_manchester_end_chunk
float *acc_manchester_newest(manchester *m);

// at a chunk's end: makes its values
void acc_manchester_end_chunk(manchester *m);

// the values of the search from the earliest chunk that was not searched yet; false when there is none
bool acc_manchester_search(manchester *m, float soft[MANCHESTER_VALUES]);

// Skips what was not searched yet, except `kept` bits and some; returns how many values of the
// search.
uint32_t acc_manchester_skip(manchester *m, float kept);

// places of the sync word count from the value searched last
void acc_manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit);

// Four bits, the first of them in bit 3; `known` is their true value or -1; false when samples are
// missing.
bool acc_manchester_read(const manchester *m, manchester_track *t, int known, unsigned *bits);

// begins `bits` bits before the next
void acc_manchester_step_back(manchester_track *t, unsigned bits);

// whether the last bits are clear
bool acc_manchester_is_clear(const manchester_track *t);

// energy of a bit over noise density
float acc_manchester_snr(const manchester_track *t);

#endif
