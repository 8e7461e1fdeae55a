// The kernels in plain C: the reference that the vector kernels equal to the bit, and the code for
// microcontrollers. kernel.h states the formulas.
#include "cable/kernel.h"

#include "cable/unroll.h"

static int16_t magnitude(int16_t v)
{
    return (int16_t)(v < 0 ? -v : v);
}

static int16_t within(int v, int limit)
{
    return (int16_t)(v < -limit ? -limit : v > limit ? limit : v);
}

// floor(13/16 m), limited to CHECK_MESSAGE_MAX: the normalisation of min-sum.
static int16_t damped(int16_t m)
{
    int v = m - ((3 * m + 15) >> 4);
    return (int16_t)(v < CHECK_MESSAGE_MAX ? v : CHECK_MESSAGE_MAX);
}

// One check of normalised min-sum: the new message to bit k is 13/16 of the others' smallest
// magnitude, with the product of their signs. Only the two smallest magnitudes matter. Returns
// whether the parity was even.
static bool check_one(int16_t *t, int16_t *messages, size_t stride, size_t degree)
{
    // 10000 is above every magnitude, which is at most 9000: a sum of 8000 and a message of 1000
    int16_t least = 10000, second = 10000, sign = 0, parity = 0;
    size_t where = 0;
    for (size_t k = 0; k < degree; k++) {
        parity ^= t[k * CHECK_LANES];
        int16_t v = (int16_t)(t[k * CHECK_LANES] - messages[k * stride]), a = magnitude(v);
        t[k * CHECK_LANES] = v;
        sign ^= v;
        int16_t larger = a > least ? a : least;
        second = larger < second ? larger : second;
        where = a < least ? k : where;
        least = a < least ? a : least;
    }
    least = damped(least);
    second = damped(second);
    for (size_t k = 0; k < degree; k++) {
        int16_t v = t[k * CHECK_LANES], a = where == k ? second : least;
        messages[k * stride] = (int16_t)((sign ^ v) < 0 ? -a : a);
        t[k * CHECK_LANES] = within(v + messages[k * stride], CHECK_SUM_MAX);
    }
    return parity >= 0;
}

static bool check(int16_t *t, int16_t *messages, size_t stride, size_t degree)
{
    bool satisfied = true;
    for (size_t z = 0; z < CHECK_LANES; z++)
        satisfied &= check_one(t + z, messages + z, stride, degree);
    return satisfied;
}

// sum = a + m (b - a) of two neighbouring rows, lane by lane, so that a lane's two sums stay in
// registers. Inlined, so that the number of taps is a constant.
static inline __attribute__((always_inline)) float one_output(const float *row, size_t taps,
                                                              const float *x, float m)
{
    float sum[INTERPOLATE_LANES];
    UNROLL(4)
    for (size_t l = 0; l < INTERPOLATE_LANES; l++) {
        float a = x[l] * row[l], b = x[l] * row[taps + l];
        for (size_t i = l + INTERPOLATE_LANES; i < taps; i += INTERPOLATE_LANES) {
            a += x[i] * row[i];
            b += x[i] * row[taps + i];
        }
        sum[l] = a + m * (b - a);
    }
    UNROLL(4)
    for (size_t half = INTERPOLATE_LANES / 2; half; half /= 2) {
        UNROLL(8)
        for (size_t l = 0; l < half; l++)
            sum[l] += sum[l + half];
    }
    return sum[0];
}

// `position` is in 32.32 fixed point: sample; its fraction is the row, then the position between
// rows.
static void interpolate(const float *rows, size_t taps, const float *x, uint64_t position,
                        uint64_t step, float *out, size_t n)
{
    unsigned shift = interpolate_step(taps);
    uint32_t rest = ((uint32_t)1 << shift) - 1;
    float unit = 1 / (float)((uint32_t)1 << shift);
    for (size_t i = 0; i < n; i++, position += step) {
        uint32_t fraction = (uint32_t)position;
        const float *row = rows + (size_t)(fraction >> shift) * taps, *from = x + (position >> 32);
        float m = (float)(int32_t)(fraction & rest) * unit;
        out[i] = taps == 32 ? one_output(row, 32, from, m) : one_output(row, taps, from, m);
    }
}

const cable_kernels acc_cable_kernels_plain = {"plain", check, interpolate};

const cable_kernels *acc_cable_kernels_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512f"))
        return &acc_cable_kernels_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &acc_cable_kernels_avx2;
#endif
#if defined(CABLE_HAVE_SIMD128)
    return &acc_cable_kernels_simd128;
#else
    return &acc_cable_kernels_plain;
#endif
}
