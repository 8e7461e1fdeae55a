// Integrates a signal over equal time slots, whose length need not be a whole number of samples; hijack.c
// uses it. A slot's value is in samples times amplitude.
#ifndef ACC_MODEM_SLOTS_H
#define ACC_MODEM_SLOTS_H

#include "base/rounding.h"

#include <stdbool.h>

typedef struct slots {
    float length;  // samples per slot, at least 1/2
    float left;    // samples left of the current slot
    float rest;    // part of the newest sample that is not used yet
    float sample;  // the newest sample
    float sum;     // integral over the current slot so far
} slots;

static inline void slots_init(slots *s, double length)
{
    *s = (slots){.length = (float)length, .left = (float)length};
}

// Adds the next sample. Then call slots_take until it is false.
static inline void slots_put(slots *s, float sample)
{
    s->sample = sample;
    s->rest = 1;
}

// True when a slot has ended, with its integral in *integral.
static inline bool slots_take(slots *s, float *integral)
{
    if (s->rest < s->left) {
        s->sum += s->sample * s->rest;
        s->left -= s->rest;
        s->rest = 0;
        return false;
    }
    *integral = s->sum + s->sample * s->left;
    s->rest -= s->left;
    s->left = s->length;
    s->sum = 0;
    return true;
}

#endif
