// The interference canceller of the frame receiver: finds one steady sine or mains hum in the sound while no frame is read,
// and subtracts it from then on. Without interference it costs nothing while a frame is read.
//
// Characters have a band-pass instead (band.h): their sender may rest on a tone, and their pauses are too short to look.
#ifndef ACC_MODEM_INTERFERENCE_H
#define ACC_MODEM_INTERFERENCE_H

#include "accessory/modem.h"
#include "modem/hum.h"
#include "modem/sine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTERFERENCE_SCALES 4u   // each with samples four times as long as the one before
#define INTERFERENCE_CHUNK 256u  // samples per call, at most

// The regression of x[n] + x[n - 2] on x[n - 1], whose slope is 2 cos w for a sine of w radians per sample.
typedef struct sine_fit {
    float last[2];
    float u, v, uu, uv, vv;  // sums of x[n] + x[n - 2], of x[n - 1], and of their products
    uint32_t count;
} sine_fit;

typedef struct interference {
    float rate;        // samples per second
    float shut[2][2];  // frequencies of the signal itself, from and to, in hertz
    sine sine;
    bool has_sine;
    hum hum;
    // the look at the sound that is under way
    sine_fit fit[INTERFERENCE_SCALES];
    float sum, power;  // of the samples, of their squares
    uint32_t samples;
    unsigned scale;  // the last one in use, 340 to 1360 samples per second
} interference;

// `rate` is that of the samples, those of acc_interference_run.
void acc_interference_init(interference *c, const acc_modem_profile *profile, float rate);

// Subtracts interference from a chunk in place. `count` is a multiple of 64. `is_reading` while a frame is read: nothing new is
// looked for then.
void acc_interference_run(interference *c, float *x, size_t count, bool is_reading);

#endif
