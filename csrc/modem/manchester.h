// The bi-phase receiver: sums of samples so far, from which a matched filter at any place, between
// samples too, is three reads.
#ifndef ACC_MODEM_MANCHESTER_H
#define ACC_MODEM_MANCHESTER_H

#include "modem/place.h"
#include "modem/sync.h"

#include <stdbool.h>
#include <stddef.h>

#define MANCHESTER_RING 1024u
#define MANCHESTER_FILTERED 64u
#define MANCHESTER_PERIOD 24u  // samples a bit, at most

typedef struct manchester {
    float period;   // samples a bit
    float scale;    // full scale in `sums`
    uint32_t step;  // samples from one place of the search to the next
    uint32_t now;   // samples so far
    uint32_t next;  // where the next place of the search begins
    uint32_t sum;
    uint32_t sums[MANCHESTER_RING];
} manchester;

// Follows one signal from its sync word on.
typedef struct manchester_track {
    place at;         // where the next bit begins
    float period;     // samples a bit, as the sender's clock has it
    float amplitude;  // of the matched filter
    float noise;      // variance of the same
    float sign;       // -1 when the cable swaps polarity
    uint32_t bits;
} manchester_track;

void manchester_init(manchester *m, float period);
void manchester_write(manchester *m, const float *x, size_t len);

// one place of the search for sync words; false when there are no samples for it yet
bool manchester_search(manchester *m, float *soft);

// the same for MANCHESTER_FILTERED bits that begin at sample `from`, each one sample after the one before
// and `part` of a sample later; that many samples and manchester_reach() are there from `from` on
void manchester_filter(const manchester *m, uint32_t from, float part,
                       float out[MANCHESTER_FILTERED]);
uint32_t manchester_reach(const manchester *m);

void manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit);

// one soft decision, of which `known` is the true bit or -1; false when samples are missing
bool manchester_step(const manchester *m, manchester_track *t, int known, float *soft);

// energy of a bit over noise density
float manchester_snr(const manchester_track *t);

#endif
