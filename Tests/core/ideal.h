// A reference resampler in double: for every output a Kaiser-windowed sinc of 300 periods of the lower rate on
// either side. 160 dB down 2 % of the Nyquist frequency beyond the cutoff.
#ifndef ACC_IDEAL_H
#define ACC_IDEAL_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static inline double ideal_bessel(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; term > 1e-17 * sum; k++) {
        term *= x * x / 4 / ((double)k * k);
        sum += term;
    }
    return sum;
}

static inline uint32_t ideal_divisor(uint32_t a, uint32_t b)
{
    return b ? ideal_divisor(b, a % b) : a;
}

// Computes `count` outputs at rate `out` from `frames` inputs at rate `in`. `cutoff` is relative to the lower Nyquist
// frequency.
static inline void ideal_resample(const float *x, size_t frames, uint32_t in, uint32_t out,
                                  double cutoff, double *y, size_t count)
{
    const double pi = 3.14159265358979323846, beta = 17;
    uint32_t divisor = ideal_divisor(in, out), phases = out / divisor, step = in / divisor;
    double width = in > out ? (double)in / out : 1, side = 300 * width;  // input frames
    double band = cutoff / width;                                        // of the input's Nyquist
    size_t taps = 2 * (size_t)ceil(side) + 2;
    double *rows = malloc(phases * taps * sizeof *rows), scale = band / ideal_bessel(beta);
    for (uint32_t p = 0; p < phases; p++)
        for (size_t t = 0; t < taps; t++) {
            double at = (double)t - (double)(taps / 2 - 1) - (double)p / phases;
            double inside = 1 - at * at / (side * side), angle = pi * band * at;
            rows[p * taps + t] = inside > 0 ? scale * ideal_bessel(beta * sqrt(inside)) *
                                                  (angle == 0 ? 1 : sin(angle) / angle)
                                            : 0;
        }
    for (size_t k = 0; k < count; k++) {
        uint64_t place = (uint64_t)k * step;
        const double *row = rows + place % phases * taps;
        int64_t first = (int64_t)(place / phases) - (int64_t)(taps / 2 - 1);
        y[k] = 0;
        for (size_t t = 0; t < taps; t++) {
            int64_t i = first + (int64_t)t;
            if (i >= 0 && i < (int64_t)frames)
                y[k] += row[t] * (double)x[i];
        }
    }
    free(rows);
}

#endif
