// Interpolation of a signal at any position: a sinc with a Kaiser window, beta 7.5 (-77 dB), in 128
// rows per sample with linear interpolation between them. Its error is (pi f)^2 / 8 / 128^2 of the
// signal at frequency f (Nyquist = 1): at most -82 dB. A filter of 32 taps has 32 rows: -58 dB,
// less than the error of the short filter itself.
#ifndef ACC_CABLE_RESAMPLE_H
#define ACC_CABLE_RESAMPLE_H

#include "cable/kernel.h"

#define RESAMPLE_SIZE(taps)                                                                        \
    ((size_t)((taps) > 32 ? INTERPOLATE_PHASES + 1 : INTERPOLATE_FEW + 1) * (taps))

// Fills `rows`, RESAMPLE_SIZE(taps) floats.
void acc_cable_resample_init(float *rows, size_t taps);

// A signal that is zero outside its `len` samples.
typedef struct cable_signal {
    const float *samples;
    size_t len;
    const float *rows;
    size_t taps;
    const cable_kernels *kernels;
} cable_signal;

// out[i] = the signal at position + i * step, in samples. `step` is within 1 +- 0.05.
void acc_cable_resample_run(const cable_signal *signal, double position, double step, float *out,
                            size_t n);

#endif
