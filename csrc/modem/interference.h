// The interference canceller of the frame receiver: finds one steady sine or mains hum while no frame is being
// read, and subtracts it from then on. Without interference it takes no CPU time while a frame is being read.
// demodulator.c calls it for each chunk.
//
// Characters have a band-pass instead (band.h): their sender may rest on a tone, and their pauses are too short for
// a search.
#ifndef ACC_MODEM_INTERFERENCE_H
#define ACC_MODEM_INTERFERENCE_H

#include "accessory/modem.h"
#include "modem/hum.h"
#include "modem/sine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTERFERENCE_SCALES 4u   // each at a quarter of the previous one's sample rate
#define INTERFERENCE_CHUNK 256u  // most samples per call

// The regression of x[n] + x[n - 2] on x[n - 1], whose slope is 2 cos w for a sine of w radians per sample.
typedef struct sine_fit {
    float last[2];
    float u, v, uu, uv, vv;  // sums of u = x[n] + x[n - 2], v = x[n - 1], and their products
    uint32_t count;
} sine_fit;

typedef struct interference {
    float rate;        // samples per second
    float shut[2][2];  // bands of the signal itself, from and to, hertz
    sine sine;
    bool has_sine;
    hum hum;
    // the current search
    sine_fit fit[INTERFERENCE_SCALES];
    float sum, power;  // sums of the samples and of their squares
    uint32_t samples;
    unsigned scale;  // the last scale in use, 340 to 1360 samples per second
} interference;

// `rate` is the sample rate of acc_interference_run.
void acc_interference_init(interference *c, const acc_modem_profile *profile, float rate);

// Subtracts interference from a chunk in place. `count` is a multiple of 64. While `is_reading` a frame, no new search
// is made.
void acc_interference_run(interference *c, float *x, size_t count, bool is_reading);

#endif
