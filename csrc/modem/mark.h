// The search for the mark before each block of a coded frame: a correlation at every place, at clocks
// within +-2.2 %, in either polarity.
#ifndef ACC_MODEM_MARK_H
#define ACC_MODEM_MARK_H

#include "modem/air.h"

#include <stdbool.h>
#include <stddef.h>

#define MARK_SEGMENTS 4  // short enough to hold together at the widest clock error
#define MARK_CLOCKS 5    // that the segments are added up at
#define MARK_BATCH 32    // places searched at a time
// values that must be there before the first place, and behind the last mark's end
#define MARK_REACH 8

typedef struct mark_search {
    // of each segment: its symbols' places, those of ones first, and how many those are
    uint16_t offset[MARK_BITS];
    uint8_t ones[MARK_SEGMENTS];
    int8_t shift[MARK_CLOCKS][MARK_SEGMENTS];  // values by which a clock moves a segment
} mark_search;

typedef struct mark_hit {
    int place;      // where its first symbol lies, in values
    float stretch;  // symbol length over nominal
    int agreement;  // sum of its values, each with its symbol's sign
} mark_hit;

// `pitch` is 4 to 12 values a symbol.
void acc_mark_init(mark_search *m, float pitch);

// Looks for a mark that begins at from[0] to from[MARK_BATCH - 1] and agrees by `least` or more, and gives
// the clearest. The magnitudes of any twelve values add up to 127 at most.
bool acc_mark_find(const mark_search *m, const int8_t *from, int least, mark_hit *hit);

#endif
