// Real Fourier transforms of 2^k points, in place.
#ifndef ACC_CABLE_FFT_H
#define ACC_CABLE_FFT_H

#include <stddef.h>

enum { FFT_MAX = 4096 };

// Size of the roots in floats, for transforms of up to `size` points: a quarter of the circle with
// both ends.
#define FFT_ROOTS(size) ((size_t)(size) / 2 + 2)

// roots[2 i], roots[2 i + 1]: cosine and sine of 2 pi i / size, i <= size / 4
typedef struct cable_fft {
    const float *roots;
    size_t size;
} cable_fft;

// Fills `roots`, FFT_ROOTS(size) floats, for transforms of up to `size` points: a power of two from
// 32 to FFT_MAX.
cable_fft acc_cable_fft_init(float *roots, size_t size);

// Replaces n samples by their carriers X[k] = sum over i of x[i] exp(-2 pi j i k / n): x[2 k] and
// x[2 k + 1] are the real and imaginary part of carrier k, 0 < k < n / 2; x[0] is carrier 0, x[1]
// carrier n / 2.
void acc_cable_fft_forward(const cable_fft *fft, float *x, size_t n);

// The inverse times n / 2 and `gain`:
// x[i] = gain (X[0] / 2 + X[n / 2] / 2 (-1)^i + sum over k of Re(X[k] exp(2 pi j i k / n))).
void acc_cable_fft_inverse(const cable_fft *fft, float *x, size_t n, float gain);

#endif
