// Windowed-sinc interpolation: Kaiser window, beta 7.5, 128 phases with linear interpolation
// between them (resample.h). 128 taps are flat to 23.1 kHz, 256 to 23.5 kHz.
//
// Input: the sample buffer, a position and a step. Output: samples at the sender's clock, for
// acquire.c, track.c and demodulate.c.
#include "cable/resample.h"

#include <math.h>
#include <string.h>

enum { PIECE = 64, MAX_TAPS = 256 };  // outputs per kernel call; most taps

// Modified Bessel function of the first kind, order 0: sum over k of ((x / 2)^k / k!)^2.
static double bessel(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; k < 40; k++) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

// The filter at a distance d: sinc(d) I0(beta sqrt(1 - (d / half)^2)) / I0(beta). It is zero at the
// other samples and beyond `half`.
static double weight(double distance, double half)
{
    double u = 1 - distance / half * (distance / half), x = 3.141592653589793 * distance;
    double sinc = fabs(distance) < 1e-9 ? 1 : sin(x) / x;
    return u > 0 ? sinc * bessel(7.5 * sqrt(u)) / bessel(7.5) : 0;
}

// Row p has the taps for an output that lies p / phases of a sample after the input sample x[i]. Tap j
// is the weight of x[i + j - (taps / 2 - 1)].
void acc_cable_resample_init(float *rows, size_t taps)
{
    double half = (double)taps / 2;
    size_t phases = (size_t)1 << (32 - interpolate_step(taps));
    for (size_t p = 0; p <= phases; p++)
        for (size_t j = 0; j < taps; j++)
            rows[p * taps + j] =
                (float)weight((double)p / (double)phases - ((double)j - half + 1), half);
}

// Computes a piece that reads beyond the signal, from a copy with zeros there.
static void run_at_end(const cable_signal *s, int64_t first, uint64_t fraction, uint64_t step,
                       float *out, size_t n)
{
    float copy[MAX_TAPS + PIECE + 8];
    for (size_t i = 0; i < s->taps + PIECE + 8; i++) {
        int64_t at = first + (int64_t)i;
        copy[i] = at >= 0 && at < (int64_t)s->len ? s->samples[at] : 0;
    }
    s->kernels->interpolate(s->rows, s->taps, copy, fraction, step, out, n);
}

// Computes pieces of up to 64 outputs, so that only those at the signal's ends need the copy. `at`
// is the position in 32.32 fixed point.
void acc_cable_resample_run(const cable_signal *s, double position, double step, float *out,
                            size_t n)
{
    double whole = floor(position);
    uint64_t at = (uint64_t)((position - whole) * 0x1p32), by = (uint64_t)(step * 0x1p32);
    int64_t first = (int64_t)whole - (int64_t)s->taps / 2 + 1;
    for (size_t i = 0, count; i < n; i += count, at += count * by) {
        count = n - i < PIECE ? n - i : PIECE;
        int64_t from = first + (int64_t)(at >> 32);
        uint64_t fraction = at & 0xFFFFFFFF;
        if (from >= 0 && from + (int64_t)s->taps + PIECE + 8 <= (int64_t)s->len)
            s->kernels->interpolate(s->rows, s->taps, s->samples + from, fraction, by, out + i,
                                    count);
        else
            run_at_end(s, from, fraction, by, out + i, count);
    }
}
