// The search for the sync word of uncoded frames, in either polarity, at clocks within +-2.5 %.
//
// Input: four to ten soft decisions per symbol from the FSK or bi-phase filter, one for each place where a symbol may
// begin, positive for a one. The signs of the word's middle symbols find candidates, 64 places at once; a correlation of
// all 32 symbols at five clocks confirms them. frames.c follows each hit.
#ifndef ACC_MODEM_SYNC_H
#define ACC_MODEM_SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SYNC_RING 512u
#define SYNC_CLOCKS 5
#define SYNC_CHECKED 16
#define SYNC_BATCH 64u
#define SYNC_HITS 2

typedef struct sync_hit {
    float back;         // from the latest place to the word's first symbol, places
    float clock_ratio;  // clock ratio: symbol length over nominal
    float score;        // correlation coefficient, 0 to 1
    float strength;     // correlation, in units of the soft decisions
    bool inverted;
} sync_hit;

// A place that passed the coarse correlation.
typedef struct sync_candidate {
    float strength;  // 0 for none
    int clock;       // index of its clock
    float sign;
    uint32_t age;  // places since
} sync_candidate;

typedef struct sync_search {
    float ring[SYNC_RING];
    uint64_t signs[SYNC_RING / 64];  // of the ring's values, the earliest in bit 0
    uint32_t count;                  // places so far
    float per_symbol;                // places a symbol
    bool
        polarity;  // the cable may swap it (bi-phase): half a symbol before the word its inverse resembles it
    float patience;                  // places to wait for a better candidate
    uint32_t reach;                  // from the word's middle to a place that has all of it
    uint16_t checked[SYNC_CHECKED];  // from there back to each of the middle symbols
    bool is_clear;                   // a frame is read, which only a clear word may disturb
    // while it is, a bit for each place that was pushed last: the middle of a coded frame's mark may lie `reach` before
    uint64_t block_syncs;
    sync_candidate best;  // of those that lie close together
    float given;          // strength of the word given out last
    uint32_t age;         // places since
} sync_search;

// `per_symbol` at most 10 places a symbol
void acc_sync_init(sync_search *s, float per_symbol, bool polarity);

// Skips `count` places.
void acc_sync_skip(sync_search *s, uint32_t count);

// Takes up to SYNC_BATCH places and returns the number of words found, each with its first symbol hits[i].back places
// before the last place.
unsigned acc_sync_push(sync_search *s, const float *soft, size_t count, sync_hit hits[SYNC_HITS]);

#endif
