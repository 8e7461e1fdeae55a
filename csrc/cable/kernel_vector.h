// The vector kernels. The including file defines BYTES (size of a vector), TARGET, KERNELS and
// NAME. The code uses the vector types of gcc and clang. The results equal those of kernel_plain.c;
// kernel.h states the formulas.
#include "cable/kernel.h"

#include <string.h>

typedef int16_t vs __attribute__((vector_size(BYTES), aligned(2), may_alias));
typedef float vf __attribute__((vector_size(BYTES), aligned(4), may_alias));

#define AT(type, pointer) (*(type *)(pointer))
#define SELECT(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))
#define SMALLER(a, b) SELECT((a) < (b), a, b)
#define LARGER(a, b) SELECT((a) > (b), a, b)

enum { SHORTS = BYTES / 2, FLOATS = BYTES / 4, SUMS = INTERPOLATE_LANES / (BYTES / 4) };

// floor(13/16 m), limited to CHECK_MESSAGE_MAX. By pointer: gcc 14 for AArch64 crashes on an argument of this alignment.
TARGET static inline vs damped(const vs *m)
{
    vs v = *m - ((*m * 3 + 15) >> 4), most = (vs){0} + CHECK_MESSAGE_MAX;
    return SMALLER(v, most);
}

// Computes one check per 16-bit lane of the vector; returns their parities as signs.
TARGET static inline vs check_some(int16_t *t, int16_t *messages, size_t stride, size_t degree)
{
    // the two smallest magnitudes, and the index of the smallest; signs and parities are sign bits
    vs least = (vs){0} + 10000, second = least, sign = {0}, parity = {0}, where = {0}, zero = {0};
    for (size_t k = 0; k < degree; k++) {
        vs sum = AT(vs, t + k * CHECK_LANES), v = sum - AT(vs, messages + k * stride);
        AT(vs, t + k * CHECK_LANES) = v;
        parity ^= sum;
        sign ^= v;
        vs minus = zero - v, a = LARGER(v, minus), larger = LARGER(a, least);
        second = SMALLER(larger, second);
        vs here = zero + (int16_t)k;
        where = SELECT(a < least, here, where);
        least = SMALLER(a, least);
    }
    least = damped(&least);
    second = damped(&second);
    // the others' minimum is the second smallest for the bit of the smallest; (a ^ s) - s negates a
    // where s is -1
    vs most = zero + CHECK_SUM_MAX, bottom = zero - CHECK_SUM_MAX;
    for (size_t k = 0; k < degree; k++) {
        vs v = AT(vs, t + k * CHECK_LANES), here = zero + (int16_t)k;
        vs a = SELECT(where == here, second, least), s = (sign ^ v) >> 15;
        a = (a ^ s) - s;
        AT(vs, messages + k * stride) = a;
        v += a;
        v = SMALLER(v, most);
        AT(vs, t + k * CHECK_LANES) = LARGER(v, bottom);
    }
    return parity;
}

TARGET static bool check(int16_t *t, int16_t *messages, size_t stride, size_t degree)
{
    vs parity = {0};
    for (size_t z = 0; z < CHECK_LANES; z += SHORTS)
        parity |= check_some(t + z, messages + z, stride, degree);
    parity >>= 15;
    uint64_t words[BYTES / 8], any = 0;
    memcpy(words, &parity, sizeof words);
    for (size_t i = 0; i < BYTES / 8; i++)
        any |= words[i];
    return any == 0;
}

// Two neighbouring rows at once, then a + m (b - a) per lane, then the lanes added in halves, in
// the order of kernel_plain.c.
TARGET static inline float one_output(const float *row, size_t taps, const float *x, float m)
{
    vf a[SUMS], b[SUMS];
    for (size_t s = 0; s < SUMS; s++) {
        a[s] = AT(const vf, x + s * FLOATS) * AT(const vf, row + s * FLOATS);
        b[s] = AT(const vf, x + s * FLOATS) * AT(const vf, row + taps + s * FLOATS);
    }
    for (size_t i = INTERPOLATE_LANES; i < taps; i += INTERPOLATE_LANES)
        for (size_t s = 0; s < SUMS; s++) {
            vf v = AT(const vf, x + i + s * FLOATS);
            a[s] += v * AT(const vf, row + i + s * FLOATS);
            b[s] += v * AT(const vf, row + taps + i + s * FLOATS);
        }
    float sum[INTERPOLATE_LANES];
    for (size_t s = 0; s < SUMS; s++) {
        a[s] += m * (b[s] - a[s]);
        AT(vf, sum + s * FLOATS) = a[s];
    }
    for (size_t half = INTERPOLATE_LANES / 2; half; half /= 2)
        for (size_t l = 0; l < half; l++)
            sum[l] += sum[l + half];
    return sum[0];
}

TARGET static void interpolate(const float *rows, size_t taps, const float *x, uint64_t position,
                               uint64_t step, float *out, size_t n)
{
    unsigned shift = interpolate_step(taps);
    uint32_t rest = ((uint32_t)1 << shift) - 1;
    float unit = 1 / (float)((uint32_t)1 << shift);
    for (size_t i = 0; i < n; i++, position += step) {
        uint32_t fraction = (uint32_t)position;
        out[i] = one_output(rows + (size_t)(fraction >> shift) * taps, taps, x + (position >> 32),
                            (float)(int32_t)(fraction & rest) * unit);
    }
}

const cable_kernels KERNELS = {NAME, check, interpolate};
