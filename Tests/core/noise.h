// Pseudo-random numbers, the same on every machine and in every run.
#ifndef ACC_TEST_NOISE_H
#define ACC_TEST_NOISE_H

#include <stdint.h>

static uint32_t seed = 1;  // never 0

static inline uint32_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    return seed ^= seed << 5;
}

// from 0 to below 1
static inline float uniform(void)
{
    return (float)(draw() >> 8) * (1 / 16777216.0f);
}

// nearly normal, standard deviation 1: the sum of twelve uniform numbers
static inline float normal(void)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform();
    return sum;
}

#endif
