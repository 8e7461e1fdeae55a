// Cuts a signal into equal slots of time that need not be whole numbers of samples: each slot's value
// is the integral of the signal over it, in samples times amplitude.
#ifndef ACC_MODEM_SLOTS_H
#define ACC_MODEM_SLOTS_H

#include <stdbool.h>

typedef struct slots {
    float length;  // of a slot, in samples; at least 1/2
    float left;    // of the slot under way
    float rest;    // of the newest sample, not yet used
    float sample;  // the newest sample
    float sum;     // over the slot so far
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
