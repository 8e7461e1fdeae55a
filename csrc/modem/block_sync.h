// The search for the block sync (the sync word of docs/modem.md) before each block of a coded frame: a correlation at
// every place, at clocks within +-2.2 %, in either polarity. coded.c fits the clock of each hit.
#ifndef ACC_MODEM_BLOCK_SYNC_H
#define ACC_MODEM_BLOCK_SYNC_H

#include "base/rounding.h"
#include "modem/air.h"

#include <stdbool.h>
#include <stddef.h>

#define BLOCK_SYNC_SEGMENTS 4  // of 12 symbols: a clock 2.2 % off moves their ends by 0.13 symbols
#define BLOCK_SYNC_CLOCKS 5    // clock ratios at which the segments are added
#define BLOCK_SYNC_BATCH 32    // places per call
// values needed before the first place and after the end of the last block sync
#define BLOCK_SYNC_REACH 8

typedef struct block_sync {
    // per segment: places of its symbols, ones first; number of ones
    uint16_t offset[BLOCK_SYNC_BITS];
    uint8_t ones[BLOCK_SYNC_SEGMENTS];
    int8_t shift[BLOCK_SYNC_CLOCKS]
                [BLOCK_SYNC_SEGMENTS];  // values by which a clock ratio moves a segment
} block_sync;

typedef struct block_sync_hit {
    int place;          // place of its first symbol, in values
    float clock_ratio;  // symbol length over nominal
    int agreement;      // correlation: sum of s_i x_i over the 48 symbols, s_i = +-1
} block_sync_hit;

// `per_symbol` is 4 to 12 values per symbol.
void acc_block_sync_init(block_sync *m, float per_symbol);

// Searches for a block sync that starts at from[0] to from[BLOCK_SYNC_BATCH - 1] with a correlation of
// at least `least`, and returns the best. The magnitudes of any twelve values may add up to 127.
bool acc_block_sync_find(const block_sync *m, const int8_t *from, int least, block_sync_hit *hit);

#endif
