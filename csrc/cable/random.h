// The random numbers on which both ends agree: code construction, header chips, scrambling.
#ifndef ACC_CABLE_RANDOM_H
#define ACC_CABLE_RANDOM_H

#include <stdint.h>

// s = 1664525 s + 1013904223 mod 2^32 (Numerical Recipes). The low eight bits have short periods
// and are dropped.
static inline uint32_t random_next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

#endif
