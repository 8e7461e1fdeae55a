// The receiver's inner loops. The results of all variants are equal to the bit: sums are
// computed in the order stated here, in float, without fused multiply-add. Only the number of lanes
// that are computed at once differs.
#ifndef ACC_CABLE_KERNEL_H
#define ACC_CABLE_KERNEL_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CHECK_LANES = 32,          // checks per call of `check`
    CHECK_MESSAGE_MAX = 1000,  // limit of a message's magnitude
    CHECK_SUM_MAX = 8000,      // limit of a sum's magnitude: the difference of both fits in 16 bits
    INTERPOLATE_LANES = 16,    // partial sums of one interpolated sample
    INTERPOLATE_PHASES = 128,  // rows of the filter per sample
    INTERPOLATE_FEW = 32,      // rows of a filter of 32 taps, for firmware
};

// log2 of the distance between two rows in 2^-32 samples: 32 - log2 of the number of rows.
static inline unsigned interpolate_step(size_t taps)
{
    return taps > 32 ? 25 : 27;
}

// A set of kernels for one instruction set.
typedef struct cable_kernels {
    const char *name;

    // Normalised min-sum on 32 checks of `degree` bits each, 2 to 32. t[32 k + z] is the sum of bit
    // k of check z; messages[stride k + z] is the check's last message to this bit. Both are
    // replaced: v = t - message; the new message is
    //   product of the other bits' signs of v * floor(13/16 * minimum of the other bits' |v|),
    // at most 1000; the new sum is v + message. Returns whether the sums satisfied all checks on
    // entry.
    bool (*check)(int16_t *t, int16_t *messages, size_t stride, size_t degree);

    // out[i], i < n: the signal at p = position + i * step, in 2^-32 samples. f is the fraction of
    // p and x the sample at its integer part. With R = 128 rows (32 with 32 taps), r = floor(R f)
    // and m = R f - r, lane l of 16 is a + m (b - a), where
    //   a = sum over j of x[16 j + l] rows[r][16 j + l], b the same with row r + 1.
    // The lanes are added in halves: l and l + 8, then l + 4, l + 2, l + 1. x[0] is the sample of
    // the first tap.
    void (*interpolate)(const float *rows, size_t taps, const float *x, uint64_t position,
                        uint64_t step, float *out, size_t n);
} cable_kernels;

extern const cable_kernels acc_cable_kernels_plain;
#if defined(__SSE2__) || defined(__ARM_NEON)
#define CABLE_HAVE_SIMD128 1
extern const cable_kernels acc_cable_kernels_simd128;
#endif
#if defined(__x86_64__)
extern const cable_kernels acc_cable_kernels_avx2, acc_cable_kernels_avx512;
#endif

// The fastest kernels that this processor supports.
const cable_kernels *acc_cable_kernels_best(void);

#endif
