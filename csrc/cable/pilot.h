// The points of pilots and soundings, which both ends compute.
#ifndef ACC_CABLE_PILOT_H
#define ACC_CABLE_PILOT_H

#include "cable/point.h"

#include <stdint.h>

// exp(j pi (1 + 2 quarter) / 4), quarter the low two bits of the hash "lowbias32". The points of
// neighbouring numbers must be independent, or a symbol of such carriers is a single peak.
static inline point random_point(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    unsigned quarter = x & 3;
    float re = quarter == 0 || quarter == 3 ? 0.70710678f : -0.70710678f;
    return (point){re, quarter < 2 ? 0.70710678f : -0.70710678f};
}

// Pilot `index` of symbol `symbol`.
static inline point pilot_point(uint32_t symbol, unsigned index)
{
    return random_point(symbol * 64 + index + 5);
}

// Carrier k of symbol `symbol` of a sounding.
static inline point sounding_point(uint32_t symbol, unsigned k)
{
    return random_point((symbol + 1) << 16 | k);
}

#endif
