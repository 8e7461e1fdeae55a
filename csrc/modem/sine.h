// The sine canceller of the frame receiver: a phase-locked loop that follows one steady sine and subtracts it. It is a notch
// about 5 Hz wide, so that it may lie within the signal's spectrum.
#ifndef ACC_MODEM_SINE_H
#define ACC_MODEM_SINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sine {
    uint32_t phase, step;  // of the sine, and its change per sample; 2^32 = a period
    float amplitude;
    float offset;     // DC offset of the input, which is not subtracted
    uint32_t block;   // samples between corrections: at least a period
    uint32_t tried;   // blocks until the lock is judged
    uint32_t memory;  // blocks that the loop averages over
    uint32_t blocks;  // so far
    uint32_t filled;  // samples of the block under way
    float wave[2],
        sum;  // sums of the residual times cosine and sine of the phase, and of the residual
    float power, residual;  // of the block under way, without and with the sine subtracted
    uint32_t misses;        // chunks in a row that subtracting made louder
    bool is_locked;
} sine;

// Starts tracking a sine of `frequency` hertz in samples at `rate` hertz.
void acc_sine_begin(sine *s, float frequency, float rate, float offset);

// Subtracts the sine from `count` samples, a multiple of 4, in place. False when there is no such sine (any more).
bool acc_sine_run(sine *s, float *x, size_t count);

#endif
