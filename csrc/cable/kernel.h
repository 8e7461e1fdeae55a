// Inner loops of the receiver. Every variant gives the same bits as the plain one: sums are
// computed in the order stated here, in float, without fused multiply-add; only the number computed
// side by side differs.
#ifndef ACC_CABLE_KERNEL_H
#define ACC_CABLE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

enum {
    CHECK_LANES = 32,          // checks that one call of `check` works on
    CHECK_MESSAGE_MAX = 1000,  // messages stay within +-this
    CHECK_SUM_MAX = 8000,      // and sums within +-this, so that a difference of both fits 16 bits
    INTERPOLATE_LANES = 16,    // partial sums of one interpolated sample
    INTERPOLATE_PHASES = 128,  // rows of the filter for one sample's distance
    INTERPOLATE_FEW = 32,      // and of a filter of 32 taps or fewer, which is for firmware
};

// log2 of the distance of two rows in 2^-32 samples.
static inline unsigned interpolate_step(size_t taps)
{
    return taps > 32 ? 25 : 27;
}

typedef struct cable_kernels {
    const char *name;

    // Normalised min-sum on 32 checks of `degree` bits each, 2 to 32. t[32 k + z] is the sum of bit
    // k of check z and becomes the new one; messages[stride k + z] is this check's last message to
    // that bit, and becomes
    //   sign * floor(13/16 * min over the other bits of |t - message|), at most 1000.
    // Returns whether the sums satisfied all checks on entry.
    bool (*check)(int16_t *t, int16_t *messages, size_t stride, size_t degree);

    // out[i], i < n: the signal at x[p], p = position + i * step in 2^-32 samples. Row r =
    // floor(128 * fraction), with 32 taps floor(32 * fraction), and m the rest: lane l of 16 has a
    // = sum over j of x[16 j + l] * rows[r][16 j + l], b the same with row r + 1, and a + m * (b -
    // a). The lanes are added in halves: l and l + 8, then l + 4, + 2, + 1. x[0] is the first tap
    // of the output at position 0.
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

// The fastest that this processor runs.
const cable_kernels *acc_cable_kernels_best(void);

#endif
