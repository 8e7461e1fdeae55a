// Real transforms of 8 to 4096 samples: radix 4 in place, on half as many complex points.
#include "cable/fft.h"

#include "cable/point.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

cable_fft acc_cable_fft_init(float *roots, size_t size)
{
    assert(size >= 32 && size <= FFT_MAX && (size & (size - 1)) == 0);
    for (size_t i = 0; i < size / 2; i++) {
        double angle = 6.283185307179586 * (double)i / (double)size;
        roots[2 * i] = (float)cos(angle);
        roots[2 * i + 1] = (float)sin(angle);
    }
    return (cable_fft){roots, size};
}

// exp(-2 pi j i / n), i < n / 2, or its conjugate for the inverse
static point root(const cable_fft *fft, size_t i, size_t n, float sign)
{
    const float *r = fft->roots + 2 * i * (fft->size / n);
    return (point){r[0], -sign * r[1]};
}

// Sample i goes to the place with the bits of i in reverse, for stages that then run in order. j counts in reverse.
static void reverse_bits(point *x, size_t n)
{
    for (size_t i = 0, j = 0; i < n; i++) {
        if (i < j) {
            point t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
    }
}

// Two radix-2 stages in one pass: parts of 4 * len points, made of four transforms of len.
static void two_stages(const cable_fft *fft, point *x, size_t n, size_t len, float sign)
{
    for (size_t j = 0; j < len; j++) {
        point w1 = root(fft, j, 4 * len, sign), w2 = root(fft, 2 * j, 4 * len, sign);
        for (point *p = x + j; p < x + n; p += 4 * len) {
            point odd = times(p[len], w2), last = times(p[3 * len], w2);
            point a = plus(p[0], odd), b = minus(p[0], odd);
            point c = times(plus(p[2 * len], last), w1), d = times(minus(p[2 * len], last), w1);
            point turned = {sign * d.im, -sign * d.re};
            p[0] = plus(a, c);
            p[2 * len] = minus(a, c);
            p[len] = plus(b, turned);
            p[3 * len] = minus(b, turned);
        }
    }
}

// The first stage of a transform whose stages are not even in number: sums and differences.
static void one_stage(point *x, size_t n)
{
    for (point *p = x; p < x + n; p += 2) {
        point a = p[0], b = p[1];
        p[0] = plus(a, b);
        p[1] = minus(a, b);
    }
}

// Complex transform of n points without a factor; sign 1 forward, -1 inverse.
static void transform(const cable_fft *fft, point *x, size_t n, float sign)
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

// The transforms of even and odd samples lie in one complex transform of half the points:
// with z = E + jO, E[k] = (z[k] + conj z[h-k]) / 2, O[k] = (z[k] - conj z[h-k]) / 2j, X[k] = E[k] + w^k O[k].
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

void acc_cable_fft_inverse(const cable_fft *fft, float *samples, size_t n)
{
    assert(n <= fft->size && n >= 8);
    point *x = (point *)(void *)samples;
    size_t h = n / 2;
    x[0] = (point){0.5f * (x[0].re + x[0].im), 0.5f * (x[0].re - x[0].im)};
    for (size_t k = 1; k <= h / 2; k++) {
        point a = x[k], b = {x[h - k].re, -x[h - k].im};
        point even = plus(a, b), odd = times(minus(a, b), root(fft, k, n, -1));
        point turned = {-odd.im, odd.re};
        x[k] = (point){0.5f * (even.re + turned.re), 0.5f * (even.im + turned.im)};
        x[h - k] = (point){0.5f * (even.re - turned.re), -0.5f * (even.im - turned.im)};
    }
    transform(fft, x, h, -1);
}
