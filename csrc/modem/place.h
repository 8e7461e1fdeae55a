// A position between samples, for the detectors' search and tracking.
#ifndef ACC_MODEM_PLACE_H
#define ACC_MODEM_PLACE_H

#include <math.h>
#include <stdint.h>

typedef struct place {
    uint32_t at;  // sample, counted modulo 2^32
    float part;   // fraction of the way to the next sample, 0 to 1
} place;

// samples between places of a search: four to seven places per symbol
static inline uint32_t search_step(float period)
{
    uint32_t step = (uint32_t)(period / 4);
    return period / (float)step > 7 ? step + 1 : step;
}

static inline place place_add(place p, float samples)
{
    float sum = p.part + samples;
    int32_t whole = (int32_t)sum;
    whole -= (float)whole > sum;
    p.at += (uint32_t)whole;
    p.part = sum - (float)whole;
    return p;
}

// whether a place and the two samples after it are before `now`
static inline int place_is_past(place p, uint32_t now)
{
    return (int32_t)(now - p.at) > 2;
}

#endif
