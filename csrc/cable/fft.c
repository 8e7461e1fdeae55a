// Real Fourier transforms of 8 to 4096 samples: radix 4, in place, on half as many complex points.
//
// Input: samples, or a spectrum. Output: the other, in the same memory. Sender and receiver use it
// for symbols, the search and the header. Forward: X[k] = sum over i of x[i] exp(-2 pi j i k / n);
// the inverse has the opposite sign and a factor.
#include "cable/fft.h"

#include "cable/point.h"
#include "cable/unroll.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

cable_fft acc_cable_fft_init(float *roots, size_t size)
{
    assert(size >= 32 && size <= FFT_MAX && (size & (size - 1)) == 0);
    for (size_t i = 0; i <= size / 4; i++) {
        double angle = 6.283185307179586 * (double)i / (double)size;
        roots[2 * i] = (float)cos(angle);
        roots[2 * i + 1] = (float)sin(angle);
    }
    return (cable_fft){roots, size};
}

// exp(-2 pi j i / n), i <= n / 4, or its conjugate for the inverse
static inline point root(const cable_fft *fft, size_t i, size_t n, float sign)
{
    const float *r = fft->roots + 2 * i * (fft->size / n);
    return (point){r[0], -sign * r[1]};
}

// The six bits of i < 64 in reverse.
static const uint8_t reversed[64] = {
    0,  32, 16, 48, 8,  40, 24, 56, 4,  36, 20, 52, 12, 44, 28, 60, 2,  34, 18, 50, 10, 42,
    26, 58, 6,  38, 22, 54, 14, 46, 30, 62, 1,  33, 17, 49, 9,  41, 25, 57, 5,  37, 21, 53,
    13, 45, 29, 61, 3,  35, 19, 51, 11, 43, 27, 59, 7,  39, 23, 55, 15, 47, 31, 63,
};

// Swaps each point with the point at the reversed bits of its index, so that all stages run in
// order. The inner loop reverses up to six low bits of i, which become the high ones.
static void reverse_bits(point *x, size_t n)
{
    unsigned bits = (unsigned)__builtin_ctzll(n), low = bits < 6 ? bits : 6, high = bits - low;
    for (size_t i = 0, outer = 0; i < n; outer++) {
        size_t from = reversed[outer] >> (6 - high);
        UNROLL(4)
        for (size_t inner = 0; inner < (size_t)1 << low; inner++, i++) {
            size_t j = from | (size_t)(reversed[inner] >> (6 - low)) << high;
            if (i < j) {
                point t = x[i];
                x[i] = x[j];
                x[j] = t;
            }
        }
    }
}

// Radix-4 butterfly of a = p[0], b, c, d, with b, c, d already multiplied by their twiddle factors:
// the radix-2 stage a +- b, c +- d, then a second one.
static inline __attribute__((always_inline)) void combine(point *p, size_t len, point b, point c,
                                                          point d, float sign)
{
    point e = plus(p[0], b), f = minus(p[0], b), g = plus(c, d), h = minus(c, d);
    point turned = {sign * h.im, -sign * h.re};
    p[0] = plus(e, g);
    p[2 * len] = minus(e, g);
    p[len] = plus(f, turned);
    p[3 * len] = minus(f, turned);
}

// Two radix-2 stages in one pass: each transform of 4 * len points from four of len. The first
// butterfly needs no twiddle factors.
static inline __attribute__((always_inline)) void two_stages(const cable_fft *fft, point *x,
                                                             size_t n, size_t len, float sign)
{
    UNROLL(4)
    for (point *p = x; p < x + n; p += 4 * len)
        combine(p, len, p[len], p[2 * len], p[3 * len], sign);
    for (size_t j = 1; j < len; j++) {
        point w1 = root(fft, j, 4 * len, sign), w2 = times(w1, w1), w3 = times(w1, w2);
        for (point *p = x + j; p < x + n; p += 4 * len)
            combine(p, len, times(p[len], w2), times(p[2 * len], w1), times(p[3 * len], w3), sign);
    }
}

// The first stage if the number of stages is odd: sums and differences of neighbours.
static void one_stage(point *x, size_t n)
{
    for (point *p = x; p < x + n; p += 2) {
        point a = p[0], b = p[1];
        p[0] = plus(a, b);
        p[1] = minus(a, b);
    }
}

// Complex transform of n points without a factor; sign is 1 for forward, -1 for inverse. Inlined,
// so that the sign is a constant.
static inline __attribute__((always_inline)) void transform(const cable_fft *fft, point *x,
                                                            size_t n, float sign)
{
    reverse_bits(x, n);
    size_t len = 1;
    for (size_t left = n; left > 1; left >>= 2)
        if (left == 2) {  // an odd number of stages
            one_stage(x, n);
            len = 2;
        }
    for (; len < n; len *= 4)
        two_stages(fft, x, n, len, sign);
}

// One complex transform z = E + jO of h = n / 2 points has the transforms of the even samples E and
// the odd samples O: E[k] = (z[k] + conj z[h-k]) / 2, O[k] = (z[k] - conj z[h-k]) / 2j. The result
// is X[k] = E[k] + w^k O[k].
void acc_cable_fft_forward(const cable_fft *fft, float *samples, size_t n)
{
    assert(n <= fft->size && n >= 8);
    point *x = (point *)(void *)samples;
    size_t h = n / 2;
    transform(fft, x, h, 1);
    x[0] = (point){x[0].re + x[0].im, x[0].re - x[0].im};
    for (size_t k = 1; k <= h / 2; k++) {
        point a = x[k], b = {x[h - k].re, -x[h - k].im};
        point even = plus(a, b), odd = minus(a, b);
        point w = root(fft, k, n, 1), turned = times((point){odd.im, -odd.re}, w);
        x[k] = (point){0.5f * (even.re + turned.re), 0.5f * (even.im + turned.im)};
        x[h - k] = (point){0.5f * (even.re - turned.re), -0.5f * (even.im - turned.im)};
    }
}

// The reverse of acc_cable_fft_forward: z[k] = E[k] + j O[k], then the complex inverse.
void acc_cable_fft_inverse(const cable_fft *fft, float *samples, size_t n, float gain)
{
    assert(n <= fft->size && n >= 8);
    point *x = (point *)(void *)samples;
    size_t h = n / 2;
    gain *= 0.5f;
    x[0] = (point){gain * (x[0].re + x[0].im), gain * (x[0].re - x[0].im)};
    UNROLL(2)
    for (size_t k = 1; k <= h / 2; k++) {
        point a = x[k], b = {x[h - k].re, -x[h - k].im};
        point even = plus(a, b), odd = times(minus(a, b), root(fft, k, n, -1));
        point turned = {-odd.im, odd.re};
        x[k] = (point){gain * (even.re + turned.re), gain * (even.im + turned.im)};
        x[h - k] = (point){gain * (even.re - turned.re), -gain * (even.im - turned.im)};
    }
    transform(fft, x, h, -1);
}
