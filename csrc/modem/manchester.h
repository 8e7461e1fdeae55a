// The bi-phase detector: a matched filter at every sample, then a tracking loop that interpolates
// between samples. Input: samples of a chunk; output: values for the sync search, and decisions of
// the frames that frames.c follows.
#ifndef ACC_MODEM_MANCHESTER_H
#define ACC_MODEM_MANCHESTER_H

#include "modem/place.h"
#include "modem/sync.h"

#include <stdbool.h>
#include <stddef.h>

#define MANCHESTER_VALUES 64u  // values of the search at a time
#define MANCHESTER_PERIOD 20u  // most samples per bit
#define MANCHESTER_REACH 24u   // most samples that a bit reaches back
#define MANCHESTER_RING 1024u  // values kept
#define MANCHESTER_BEYOND 5u   // values repeated after the end, for reads across it

typedef struct manchester {
    float period;     // samples per bit
    uint32_t now;     // values so far: one per sample, of the bit that starts there
    uint32_t next;    // values searched or skipped
    uint32_t stride;  // samples between values of the search, 1 or 2
    uint32_t filled;  // samples of the current chunk
    uint32_t reach;   // samples kept before the chunk
    float sound[MANCHESTER_REACH + 2 * MANCHESTER_VALUES];
    float ring[MANCHESTER_RING + MANCHESTER_BEYOND];
} manchester;

// The tracking of one signal from its sync word on.
typedef struct manchester_track {
    place at;         // start of the next bit
    float period;     // samples a bit of the sender's clock
    float amplitude;  // of the matched filter
    float noise;      // variance of the matched filter's output
    float sign;       // -1 when the cable inverts the polarity
    float nudge;      // samples by which the timing loop moves the next four bits earlier
    uint32_t bits;    // bits so far, saturating
} manchester_track;

void acc_manchester_init(manchester *m, float period);

// values of the search per bit
float acc_manchester_per_symbol(float period);

// samples in a chunk
uint32_t acc_manchester_chunk(const manchester *m);

// reads samples, at most up to the end of the chunk
void acc_manchester_write(manchester *m, const float *x, size_t len);

// the samples of the current chunk, which may be changed until acc_manchester_end_chunk
float *acc_manchester_newest(manchester *m);

// at a chunk's end: computes its values
void acc_manchester_end_chunk(manchester *m);

// the values of the earliest chunk that was not searched yet; false when there is none
bool acc_manchester_search(manchester *m, float soft[MANCHESTER_VALUES]);

// Skips the chunks not searched yet, except the last ones with at least `kept` bits; returns the
// number of values skipped.
uint32_t acc_manchester_skip(manchester *m, float kept);

// starts tracking at a hit of the sync search, whose places count back from the value searched last
void acc_manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit);

// Reads four bits, the first one in bit 3. `known` is their true value or -1. False when samples are
// missing.
bool acc_manchester_read(const manchester *m, manchester_track *t, int known, unsigned *bits);

// moves the track back by `bits` bits
void acc_manchester_step_back(manchester_track *t, unsigned bits);

// whether the last bits are free of noise
bool acc_manchester_is_clear(const manchester_track *t);

// Es/N0: a bit's energy over the noise density
float acc_manchester_snr(const manchester_track *t);

#endif
