// The search for the mark before each block of a coded frame: a correlation at every place, at clocks
// within +-2.2 %, in either polarity.
#ifndef ACC_MODEM_BLOCK_SYNC_H
#define ACC_MODEM_BLOCK_SYNC_H

#include "modem/air.h"

#include <stdbool.h>
#include <stddef.h>

#define BLOCK_SYNC_SEGMENTS 4  // short enough to hold together at the widest clock error
#define BLOCK_SYNC_CLOCKS 5    // that the segments are added up at
#define BLOCK_SYNC_BATCH 32    // places searched at a time
// values that must be there before the first place, and behind the last mark's end
#define BLOCK_SYNC_REACH 8

typedef struct block_sync {
    // of each segment: its symbols' places, those of ones first, and how many those are
    uint16_t offset[BLOCK_SYNC_BITS];
    uint8_t ones[BLOCK_SYNC_SEGMENTS];
    int8_t shift[BLOCK_SYNC_CLOCKS]
                [BLOCK_SYNC_SEGMENTS];  // values by which a clock moves a segment
} block_sync;

typedef struct block_sync_hit {
    int place;          // where its first symbol lies, in values
    float clock_ratio;  // symbol length over nominal
    int agreement;      // sum of its values, each with its symbol's sign
} block_sync_hit;

// `per_symbol` is 4 to 12 values a symbol.
void acc_block_sync_init(block_sync *m, float per_symbol);

// Looks for a mark that begins at from[0] to from[BLOCK_SYNC_BATCH - 1] and agrees by `least` or more, and gives
// the clearest. The magnitudes of any twelve values add up to 127 at most.
bool acc_block_sync_find(const block_sync *m, const int8_t *from, int least, block_sync_hit *hit);

#endif
