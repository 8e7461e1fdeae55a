// The sharp filter by FFT, written once for all kernels: a file that includes it defines W (lanes; 1:
// no vectors), vf, INLINE and TARGET. Every lane computes the same sums in the same order, so W does
// not change the result.
//
// y = IFFT(FFT(x) H), overlap-save: in a block of 512 samples ACC_SHARP_STEP outputs are free of
// wrap-around. Two blocks are the real and the imaginary part of one transform: the filters are real,
// so the blocks do not mix.
//
// A block is 32 rows of 16, sample 16 r + c in column c of row r. Steps: a transform of 32 down every
// column, the twiddles, a transposition of both halves of 16 rows, a transform of 16 down every column.
// The spectra have the resulting order; the inverse takes the same steps in reverse.
#include "pcm/kernel.h"

#include <string.h>

#define ROW 16u
#define LOAD(p) (*(const vf *)(p))
#define STORE(p, v) (*(vf *)(p) = (v))

typedef struct complex_vector {
    vf re, im;
} cv;

INLINE cv load(const float *re, const float *im)
{
    return (cv){LOAD(re), LOAD(im)};
}

INLINE void store(float *re, float *im, cv x)
{
    STORE(re, x.re);
    STORE(im, x.im);
}

INLINE cv plus(cv a, cv b)
{
    return (cv){a.re + b.re, a.im + b.im};
}

INLINE cv minus(cv a, cv b)
{
    return (cv){a.re - b.re, a.im - b.im};
}

// times i
INLINE cv turned(cv a)
{
    return (cv){-a.im, a.re};
}

// The factor as a structure: see `noise` in kernel_vector.h.
INLINE cv times(cv a, cv b)
{
    return (cv){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// a times root n of 32, or its conjugate for the inverse.
INLINE cv rotated(cv a, const acc_spectra *s, unsigned n, bool back)
{
    const vf zero = {0};
    vf re = zero + s->root_re[n], im = zero + s->root_im[n];
    return times(a, (cv){re, back ? -im : im});
}

// Radix-4 butterfly: X[q] = sum over p of x[p] (-j)^(pq), with j instead of -j for the inverse.
// X[1] to X[3] are multiplied by roots n, 2n and 3n after it, for the inverse before it.
INLINE void four(cv *x, unsigned step, const acc_spectra *s, unsigned n, bool back)
{
    cv x0 = x[0], x1 = x[step], x2 = x[2 * step], x3 = x[3 * step];
    if (back && n) {
        x1 = rotated(x1, s, n, true);
        x2 = rotated(x2, s, 2 * n, true);
        x3 = rotated(x3, s, 3 * n, true);
    }
    cv a = plus(x0, x2), b = minus(x0, x2), c = plus(x1, x3), d = turned(minus(x1, x3));
    x[0] = plus(a, c);
    x2 = minus(a, c);
    x1 = back ? plus(b, d) : minus(b, d);
    x3 = back ? minus(b, d) : plus(b, d);
    if (!back && n) {
        x1 = rotated(x1, s, n, false);
        x2 = rotated(x2, s, 2 * n, false);
        x3 = rotated(x3, s, 3 * n, false);
    }
    x[step] = x1;
    x[2 * step] = x2;
    x[3 * step] = x3;
}

// The first radix-4 stage, over rows 8 apart of all 32: from samples to `to`, or back in place.
INLINE void far_rows(const float *re, const float *im, acc_wave *to, const acc_spectra *s,
                     bool back)
{
    for (unsigned j = 0; j < 8; j++)
        for (unsigned c = j * ROW; c < (j + 1) * ROW; c += W) {
            cv x[4];
            for (unsigned q = 0; q < 4; q++)
                x[q] = load(re + c + 8 * ROW * q, im + c + 8 * ROW * q);
            four(x, 1, s, j, back);
            for (unsigned q = 0; q < 4; q++)
                store(to->re + c + 8 * ROW * q, to->im + c + 8 * ROW * q, x[q]);
        }
}

// The remaining stages of 32: a radix-4 and a radix-2 over eight rows, and the twiddles between
// columns and rows, which follow or, for the inverse, precede them.
INLINE void near_rows(acc_wave *w, const acc_spectra *s, bool back)
{
    for (unsigned row = 0; row < 32; row += 8)
        for (unsigned c = row * ROW; c < (row + 1) * ROW; c += W) {
            cv x[8];
#pragma GCC unroll 8
            for (unsigned k = 0; k < 8; k++) {
                unsigned at = c + ROW * k;
                x[k] = load(w->re + at, w->im + at);
                if (back)
                    x[k] = times(x[k], (cv){LOAD(s->turn_re + at), -LOAD(s->turn_im + at)});
            }
            if (!back) {
                four(x, 2, s, 0, false);
                four(x + 1, 2, s, 4, false);
            }
#pragma GCC unroll 4
            for (unsigned k = 0; k < 8; k += 2) {
                cv a = x[k], b = x[k + 1];
                x[k] = plus(a, b);
                x[k + 1] = minus(a, b);
            }
            if (back) {
                four(x, 2, s, 0, true);
                four(x + 1, 2, s, 4, true);
            }
#pragma GCC unroll 8
            for (unsigned k = 0; k < 8; k++) {
                unsigned at = c + ROW * k;
                if (!back)
                    x[k] = times(x[k], (cv){LOAD(s->turn_re + at), LOAD(s->turn_im + at)});
                store(w->re + at, w->im + at, x[k]);
            }
        }
}

// The transform of 16 down every column of each half: two radix-4 stages.
INLINE void all_rows(acc_wave *w, const acc_spectra *s, bool back)
{
    for (unsigned half = 0; half < 512; half += 256)
        for (unsigned c = half; c < half + ROW; c += W) {
            cv x[16];
#pragma GCC unroll 16
            for (unsigned k = 0; k < 16; k++)
                x[k] = load(w->re + c + ROW * k, w->im + c + ROW * k);
            if (!back)
#pragma GCC unroll 4
                for (unsigned j = 0; j < 4; j++)
                    four(x + j, 4, s, 2 * j, false);
#pragma GCC unroll 4
            for (unsigned j = 0; j < 16; j += 4)
                four(x + j, 1, s, 0, back);
            if (back)
#pragma GCC unroll 4
                for (unsigned j = 0; j < 4; j++)
                    four(x + j, 4, s, 2 * j, true);
#pragma GCC unroll 16
            for (unsigned k = 0; k < 16; k++)
                store(w->re + c + ROW * k, w->im + c + ROW * k, x[k]);
        }
}

#if W == 1
// 16 by 16 in place.
static void transpose(float *x)
{
    for (unsigned i = 0; i < ROW; i++)
        for (unsigned j = 0; j < i; j++) {
            float kept = x[ROW * i + j];
            x[ROW * i + j] = x[ROW * j + i];
            x[ROW * j + i] = kept;
        }
}
#else
// A 4 by 4 transposition in registers.
INLINE void turn_square(const float *x, v4 out[4])
{
    v4 a = LOAD4(x), b = LOAD4(x + ROW), c = LOAD4(x + 2 * ROW), d = LOAD4(x + 3 * ROW);
    v4 ac = SHUFFLE(a, c, 0, 4, 1, 5), bd = SHUFFLE(b, d, 0, 4, 1, 5);
    v4 ca = SHUFFLE(a, c, 2, 6, 3, 7), db = SHUFFLE(b, d, 2, 6, 3, 7);
    out[0] = SHUFFLE(ac, bd, 0, 4, 1, 5);
    out[1] = SHUFFLE(ac, bd, 2, 6, 3, 7);
    out[2] = SHUFFLE(ca, db, 0, 4, 1, 5);
    out[3] = SHUFFLE(ca, db, 2, 6, 3, 7);
}

// 16 by 16, in squares of 4.
INLINE void transpose(float *x)
{
#pragma GCC unroll 4
    for (unsigned i = 0; i < ROW; i += 4)
#pragma GCC unroll 4
        for (unsigned j = 0; j <= i; j += 4) {
            v4 a[4], b[4];
            turn_square(x + ROW * i + j, a);
            turn_square(x + ROW * j + i, b);
#pragma GCC unroll 4
            for (unsigned k = 0; k < 4; k++) {
                STORE4(x + ROW * (j + k) + i, a[k]);
                STORE4(x + ROW * (i + k) + j, b[k]);
            }
        }
}
#endif

INLINE void transpose_halves(acc_wave *w)
{
    transpose(w->re);
    transpose(w->re + 256);
    transpose(w->im);
    transpose(w->im + 256);
}

// Two blocks of samples; the second starts ACC_SHARP_STEP later.
TARGET static void forward(const float *x, acc_wave *w, const acc_spectra *s)
{
    far_rows(x, x + ACC_SHARP_STEP, w, s, false);
    near_rows(w, s, false);
    transpose_halves(w);
    all_rows(w, s, false);
}

// The valid middles of both blocks, which are adjacent.
TARGET static void backward(acc_wave *w, float *y, const acc_spectra *s)
{
    all_rows(w, s, true);
    transpose_halves(w);
    near_rows(w, s, true);
    far_rows(w->re, w->im, w, s, true);
    memcpy(y, w->re + ACC_SHARP_SIDE, ACC_SHARP_STEP * sizeof *y);
    memcpy(y + ACC_SHARP_STEP, w->im + ACC_SHARP_SIDE, ACC_SHARP_STEP * sizeof *y);
}

// Spectrum = even spectrum * even response + odd spectrum * odd response.
TARGET static void sharp_down(const acc_spectra *s, const float *even, const float *odd, float *y,
                              acc_wave work[2])
{
    acc_wave *a = work, *b = work + 1;
    forward(even, a, s);
    forward(odd, b, s);
    for (unsigned i = 0; i < 512; i += W) {
        cv x = load(a->re + i, a->im + i), z = load(b->re + i, b->im + i);
        vf gain = LOAD(s->even + i);
        cv sum = plus((cv){x.re * gain, x.im * gain},
                      times(z, (cv){LOAD(s->odd_re + i), LOAD(s->odd_im + i)}));
        store(a->re + i, a->im + i, sum);
    }
    backward(a, y, s);
}

// One input spectrum, two outputs: even samples by the even response, odd samples by the conjugate of
// the odd response.
TARGET static void sharp_up(const acc_spectra *s, const float *x, float *even, float *odd,
                            acc_wave work[2])
{
    acc_wave *a = work, *b = work + 1;
    forward(x, a, s);
    for (unsigned i = 0; i < 512; i += W) {
        cv z = load(a->re + i, a->im + i);
        vf gain = LOAD(s->even + i);
        store(a->re + i, a->im + i, (cv){z.re * gain, z.im * gain});
        store(b->re + i, b->im + i, times(z, (cv){LOAD(s->odd_re + i), -LOAD(s->odd_im + i)}));
    }
    backward(a, even, s);
    backward(b, odd, s);
}
