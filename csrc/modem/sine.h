// The sine canceller of the frame receiver: a phase-locked loop that tracks one steady sine and subtracts it. It
// acts as a notch about 5 Hz wide, so the sine may be inside the signal's spectrum. interference.c finds the sine.
#ifndef ACC_MODEM_SINE_H
#define ACC_MODEM_SINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sine {
    uint32_t phase, step;  // phase of the sine and its change per sample; 2^32 = a period
    float amplitude;
    float offset;     // DC offset of the input; it is not subtracted
    uint32_t block;   // samples between corrections, at least a period
    uint32_t tried;   // blocks until the lock is judged
    uint32_t memory;  // blocks that the loop averages over
    uint32_t blocks;  // blocks so far, up to `memory`
    uint32_t filled;  // samples of the current block
    float wave[2],
        sum;  // sums over the block: residual times cosine and sine of the phase, residual
    float power, residual;  // power of the current block before and after subtraction
    uint32_t misses;        // consecutive chunks that subtraction made louder
    bool is_locked;
} sine;

// Starts tracking a sine of `frequency` hertz in samples at `rate` hertz.
void acc_sine_begin(sine *s, float frequency, float rate, float offset);

// Subtracts the sine from `count` samples, a multiple of 4, in place. False when there is no such sine, or no longer.
bool acc_sine_run(sine *s, float *x, size_t count);

#endif
