// The search for the sync word: at every place, either polarity, any clock within +-2.5 %.
//
// It reads one soft decision for each of four to six places a symbol: what a symbol that lay there
// would be, positive for a one. A register of their signs finds candidates, a correlation over all
// 32 symbols at five clocks proves them.
#ifndef ACC_MODEM_SYNC_H
#define ACC_MODEM_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#define SYNC_RING 256u
#define SYNC_CLOCKS 5

typedef struct sync_hit {
    float back;      // from the latest place to the word's first symbol, places
    float stretch;   // symbol length over nominal
    float score;     // correlation coefficient, 0 to 1
    float strength;  // correlation, in units of the soft decisions
    bool inverted;
} sync_hit;

typedef struct sync_search {
    float ring[SYNC_RING];
    uint32_t count;  // places so far
    float pitch;     // places a symbol
    bool polarity;   // whether the cable may swap it
    uint8_t checked, tolerated;
    uint64_t signs, mask, pattern;
    uint8_t offsets[SYNC_CLOCKS][32];
    sync_hit best;  // the best candidate that was not given out yet, score 0 for none
    float given;    // strength of the one given out last, 0 once it is four symbols old
    float age;      // places since the best was found
} sync_search;

// `pitch` at most 5.7 places a symbol
void sync_init(sync_search *s, float pitch, bool polarity);

// takes one place; true when a word was found, which then began hit->back places before it
bool sync_push(sync_search *s, float soft, sync_hit *hit);

#endif
