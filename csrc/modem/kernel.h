// The receivers' inner loops, with each one's formula. The lanes are fixed and multiply-add is not fused, so every
// target computes the same bits.
#ifndef ACC_MODEM_KERNEL_H
#define ACC_MODEM_KERNEL_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Four numbers side by side; for a pair of tones: real and imaginary part of mark, then of space.
typedef float lanes __attribute__((vector_size(16)));
typedef int32_t flags __attribute__((vector_size(16)));

// lanes of a where `mask` has all bits set, of b where it has none
static inline lanes lanes_select(flags mask, lanes a, lanes b)
{
    return (lanes)((mask & (flags)a) | (~mask & (flags)b));
}

// transposes: rows become columns
static inline void acc_lanes_transpose(lanes v[4])
{
    lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    lanes b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    lanes d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

// whether all samples are finite and within +-8
bool acc_kernel_is_clean(const float *pcm, size_t len);

// out[i] = 0 if pcm[i] is NaN, else pcm[i] limited to +-8
void acc_kernel_clean(const float *pcm, float *out, size_t len);

// out[i] = sum of `factor` samples from pcm[i * factor]
void acc_kernel_box(const float *pcm, float *out, size_t len, size_t factor);

// out[i] = x[i] - mean
void acc_kernel_shift(const float *x, float mean, float *out, size_t len);

// sum of x[i]
float acc_kernel_sum(const float *x, size_t len);

// sum of x[i]^2
float acc_kernel_power(const float *x, size_t len);

// out[i] = sum of x[i * step + j] * taps[j / 4][j % 4], 0 <= j < 4 * len, for all i with i * step <= last; returns
// their number. `len` is even.
size_t acc_kernel_decimate(const float *x, const lanes *taps, size_t len, size_t step, size_t last,
                           float *out);

// out[i] = sum over k < len of (x[i + k] + x[i + 2 * len - 1 - k]) * taps[k]; the four lanes of a tap are equal.
// Reads up to three samples beyond those.
void acc_kernel_symmetric(const float *x, const lanes *taps, size_t len, size_t count, float *out);

// sum of x[k] * taps[k]
lanes acc_kernel_correlate(const float *x, const lanes *taps, size_t len);

// sums[i] = x[0] + ... + x[i - 1]
void acc_kernel_prefix(const float *x, float *sums, size_t len);

// out[i] = sum of the samples in [i, i + half) - sum of those in [i + half, i + whole). `x` and its sums of
// acc_kernel_prefix have len + whole + 1 values each.
void acc_kernel_biphase(const float *x, const float *sums, float half, float whole, float *out,
                        size_t len);

// The same for a half of 2 to 4 samples, without sums; `len` is a multiple of four.
void acc_kernel_short_biphase(const float *x, float half, float whole, float *out, size_t len);

// out[i] = x[2 i]
void acc_kernel_every_second(const float *x, float *out, size_t len);

// out[i] = gain * x[i], rounded and limited to +-most; `most` is below 127
void acc_kernel_quantise(const float *x, float gain, int most, int8_t *out, size_t len);

#endif
