// The bi-phase receiver: a matched filter at every sample, and behind it a loop that reads its values
// between samples, too.
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
#define MANCHESTER_BEYOND 5u   // of them once more behind the end, for who reads across it

typedef struct manchester {
    float period;     // samples a bit
    uint32_t now;     // values so far: one for each sample, of the bit that begins there
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
    float period;     // samples a bit, as the sender's clock has it
    float amplitude;  // of the matched filter
    float noise;      // variance of the same
    float sign;       // -1 when the cable swaps polarity
    float nudge;      // samples by which the next four bits begin earlier than the clock says
    uint32_t bits;    // so far, as far as it matters
} manchester_track;

void acc_manchester_init(manchester *m, float period);

// values of the search, a bit
float acc_manchester_per_symbol(float period);

// samples in a chunk
uint32_t acc_manchester_chunk(const manchester *m);

// takes samples, up to the end of a chunk at most
void acc_manchester_write(manchester *m, const float *x, size_t len);

// the samples of the chunk under way, which may be changed until acc_manchester_end_chunk
float *acc_manchester_newest(manchester *m);

// at a chunk's end: makes its values
void acc_manchester_end_chunk(manchester *m);

// the values of the search from the earliest chunk that was not searched yet; false when there is none
bool acc_manchester_search(manchester *m, float soft[MANCHESTER_VALUES]);

// leaves out what was not searched yet, but for `kept` bits and some; returns how many values of the search
uint32_t acc_manchester_skip(manchester *m, float kept);

// a place of the sync word is meant from the value that was searched last on
void acc_manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit);

// four bits, the first of them in bit 3; `known` is what they truly are, or -1; false when samples are missing
bool acc_manchester_read(const manchester *m, manchester_track *t, int known, unsigned *bits);

// begins `bits` bits before the next
void acc_manchester_step_back(manchester_track *t, unsigned bits);

// whether the last bits leave no doubt
bool acc_manchester_is_clear(const manchester_track *t);

// energy of a bit over noise density
float acc_manchester_snr(const manchester_track *t);

#endif
