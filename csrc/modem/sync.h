// The search for the sync word of uncoded frames, in either polarity, at clocks within +-2.5 %.
//
// Input: four to ten soft decisions per symbol from the FSK or bi-phase filter, one per place where a symbol may
// begin, positive for a one. Output: hits, which frames.c follows. The signs of the word's middle symbols find
// candidates, 64 places at once; a correlation of all 32 symbols at five clocks confirms them.
#ifndef ACC_MODEM_SYNC_H
#define ACC_MODEM_SYNC_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYNC_RING 512u   // places kept: a word at 10 places per symbol, 3 % slow (330), and a batch
#define SYNC_CLOCKS 5    // clock ratios of the correlation
#define SYNC_CHECKED 16  // middle symbols whose signs are tested
#define SYNC_BATCH 64u   // places per call, one bit each in a word
#define SYNC_HITS 2      // most words per call

typedef struct sync_hit {
    float back;         // from the latest place to the word's first symbol, places
    float clock_ratio;  // symbol length over nominal
    float score;        // correlation coefficient, 0 to 1
    float strength;     // correlation, in units of the soft decisions
    bool inverted;
} sync_hit;

// A place that passed the coarse correlation.
typedef struct sync_candidate {
    float strength;  // 0 for none
    int clock;       // index of its clock
    float sign;
    uint32_t age;  // places since the candidate
} sync_candidate;

typedef struct sync_search {
    float ring[SYNC_RING];
    uint64_t signs[SYNC_RING / 64];  // signs of the ring's values, the earliest in bit 0
    uint32_t count;                  // places so far
    float per_symbol;                // places per symbol
    bool
        polarity;  // the cable may invert (bi-phase); read half a symbol early, the word resembles its inverse
    float patience;                  // places to wait for a better candidate
    uint32_t reach;                  // places from the word's middle to the place after its end
    uint16_t checked[SYNC_CHECKED];  // places from there back to each middle symbol
    bool is_clear;                   // a frame is being read: only a clear word counts
    // while is_clear: a bit per place of the last push, set when a block sync's middle may be `reach` before it
    uint64_t block_syncs;
    sync_candidate best;  // the best of candidates close together
    float given;          // strength of the last reported word
    uint32_t age;         // places since that word
} sync_search;

// `per_symbol`: places per symbol, at most 10
void acc_sync_init(sync_search *s, float per_symbol, bool polarity);

// Skips `count` places.
void acc_sync_skip(sync_search *s, uint32_t count);

// Searches up to SYNC_BATCH further places. Returns the number of words found; the first symbol of each is
// hits[i].back places before the last place.
unsigned acc_sync_push(sync_search *s, const float *soft, size_t count, sync_hit hits[SYNC_HITS]);

#endif
