// What pilots carry: the same four points at both ends.
#ifndef ACC_CABLE_PILOT_H
#define ACC_CABLE_PILOT_H

#include "cable/point.h"
#include "cable/random.h"

// Pilot `index` of symbol `symbol`: one of exp(j pi (1 + 2 quarter) / 4).
static inline point pilot_point(uint32_t symbol, unsigned index)
{
    uint32_t state = symbol * 64 + index + 5;
    random_next(&state);
    unsigned quarter = random_next(&state) >> 22 & 3;
    float re = quarter == 0 || quarter == 3 ? 0.70710678f : -0.70710678f;
    return (point){re, quarter < 2 ? 0.70710678f : -0.70710678f};
}

#endif
