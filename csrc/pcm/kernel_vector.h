// The vector kernels, written once: a file that includes this defines W (lanes), TARGET, KERNELS and
// NAME, and GROUPED if it has its own polyphase filter for grouped rows. The vector types are those
// that gcc and clang share. Each kernel processes whole vectors and passes the rest to the plain one;
// the formulas are in kernel.h.
#include "pcm/kernel.h"

#include <string.h>

typedef float vf __attribute__((vector_size(W * 4), aligned(4), may_alias));
typedef int32_t vi __attribute__((vector_size(W * 4), aligned(4), may_alias));
typedef uint32_t vu __attribute__((vector_size(W * 4), aligned(4), may_alias));
typedef uint32_t vu_bytes __attribute__((vector_size(W * 4), aligned(1), may_alias));
typedef float v4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float v8 __attribute__((vector_size(32), aligned(4), may_alias));

#define INLINE TARGET static inline __attribute__((always_inline))
#define AT(type, pointer) (*(const type *)(pointer))
#define SELECT(mask, a, b) ((mask & a) | (~mask & b))
#define SHUFFLE __builtin_shufflevector

#if W == 4
#define EVENS 0, 2, 4, 6
#define ODDS 1, 3, 5, 7
#define COUNT 0, 1, 2, 3
#elif W == 8
#define EVENS 0, 2, 4, 6, 8, 10, 12, 14
#define ODDS 1, 3, 5, 7, 9, 11, 13, 15
#define COUNT 0, 1, 2, 3, 4, 5, 6, 7
#else
#define EVENS 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODDS 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define COUNT 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#endif

#define LOAD4(p) AT(v4, p)
#define STORE4(p, v) (*(v4 *)(p) = (v))
#include "pcm/spectrum.h"

// The plain kernel's sums, W outputs at a time.
TARGET static void half(float c, const float *taps, const float *even, const float *odd, float *y,
                        size_t n)
{
    size_t i = 0;
    for (; i + W <= n; i += W) {
        vf sum = c * AT(vf, even + i);
#pragma GCC unroll 8
        for (size_t k = 0; k < ACC_HALF_TAPS; k++)
            sum += taps[k] * (AT(vf, odd + i - 1 - k) + AT(vf, odd + i + k));
        *(vf *)(y + i) = sum;
    }
    acc_kernels_plain.half(c, taps, even + i, odd + i, y + i, n - i);
}

// Eight partial sums (kernel_plain.c). The result is returned by pointer, because v8 is wider than some
// targets' registers.
INLINE void lanes(const float *row, const float *x, size_t taps, v8 *out)
{
    v8 sum = AT(v8, x) * AT(v8, row);
#pragma GCC unroll 4
    for (size_t i = 8; i < taps; i += 8)
        sum += AT(v8, x + i) * AT(v8, row + i);
    *out = sum;
}

// The sums of four vectors' lanes, in the order that kernel.h states: a transposition by halves.
INLINE v4 add_lanes(const v8 s[4])
{
    v4 h[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        h[i] = SHUFFLE(s[i], s[i], 0, 1, 2, 3) + SHUFFLE(s[i], s[i], 4, 5, 6, 7);
    v4 ab = SHUFFLE(h[0], h[1], 0, 4, 1, 5) + SHUFFLE(h[0], h[1], 2, 6, 3, 7);
    v4 cd = SHUFFLE(h[2], h[3], 0, 4, 1, 5) + SHUFFLE(h[2], h[3], 2, 6, 3, 7);
    return SHUFFLE(ab, cd, 0, 1, 4, 5) + SHUFFLE(ab, cd, 2, 3, 6, 7);
}

// Four outputs at a time; `exact` means that every phase has its own row.
INLINE size_t outputs(const acc_polyphase *p, size_t taps, bool exact, uint32_t *phase,
                      const float *x, float *y, size_t n)
{
    const float *start = x;
    uint32_t at = *phase;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        v8 sum[4];
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            if (exact) {
                lanes(p->rows + (size_t)at * taps, x, taps, &sum[k]);
            } else {
                double place = at * p->rows_per_phase;
                uint32_t row = (uint32_t)place;
                v8 a, b;
                lanes(p->rows + (size_t)row * taps, x, taps, &a);
                lanes(p->rows + (size_t)(row + 1) * taps, x, taps, &b);
                sum[k] = a + (float)(place - row) * (b - a);
            }
            at += p->step_phase;
            uint32_t carry = at >= p->phases;
            at -= carry ? p->phases : 0;
            x += p->step_whole + carry;
        }
        v4 four = add_lanes(sum);
        memcpy(y + i, &four, sizeof four);
    }
    *phase = at;
    x += acc_kernels_plain.polyphase(p, phase, x, y + i, n - i);
    return (size_t)(x - start);
}

TARGET static size_t polyphase(const acc_polyphase *p, uint32_t *phase, const float *x, float *y,
                               size_t n)
{
#ifdef GROUPED
    if (p->groups)
        return grouped(p, phase, x, y, n);
#endif
    if (p->row_count != p->phases)
        return outputs(p, p->taps, false, phase, x, y, n);
    switch (p->taps) {
    case 8:
        return outputs(p, 8, true, phase, x, y, n);
    case 16:
        return outputs(p, 16, true, phase, x, y, n);
    case 24:
        return outputs(p, 24, true, phase, x, y, n);
    default:
        return outputs(p, 32, true, phase, x, y, n);
    }
}

TARGET static void mix(const float *x, float *y, size_t n)
{
    size_t i = 0;
    for (; i + W <= n; i += W) {
        vf a = AT(vf, x + 2 * i), b = AT(vf, x + 2 * i + W);
        *(vf *)(y + i) = (SHUFFLE(a, b, EVENS) + SHUFFLE(a, b, ODDS)) * 0.5f;
    }
    acc_kernels_plain.mix(x + 2 * i, y + i, n - i);
}

TARGET static void split(const float *x, float *even, float *odd, size_t n)
{
    size_t i = 0;
    for (; i + W <= n; i += W) {
        vf a = AT(vf, x + 2 * i), b = AT(vf, x + 2 * i + W);
        *(vf *)(even + i) = SHUFFLE(a, b, EVENS);
        *(vf *)(odd + i) = SHUFFLE(a, b, ODDS);
    }
    acc_kernels_plain.split(x + 2 * i, even + i, odd + i, n - i);
}

// acc_hash32 and the triangular difference of its halves, W at a time. By pointer: gcc 14 for AArch64 crashes on an
// argument of this alignment.
INLINE vf noise(const vu *counter)
{
    vu x = *counter ^ *counter >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return __builtin_convertvector((vi)(x & 0xFFFF) - (vi)(x >> 16), vf) * (1.0f / 65536);
}

// round_all of kernel_plain.c without branches: a comparison is all ones or zero and selects by masking.
INLINE size_t round_dithered(const acc_rounding *how, bool dither, const float *x, int32_t *q,
                             size_t n)
{
    const vf zero = {0}, full = zero + how->full, top = zero + how->top,
             bottom = zero + how->bottom;
    const vf half_up = zero + 0.5f;
    vu counter = ((vu){COUNT} + how->first) * ACC_DITHER_STEP + how->key;
    vi clipped = {0};
    size_t i = 0;
    for (; i + W <= n; i += W, counter += (uint32_t)W * ACC_DITHER_STEP) {
        vf v = AT(vf, x + i) * full;
        v = (vf)((vi)v & (v == v));
        vi above = v > top, below = v < bottom;
        vf c = (vf)SELECT(above, (vi)top, (vi)v);
        c = (vf)SELECT(below, (vi)bottom, (vi)c);
        vi whole = __builtin_convertvector(c, vi);
        vf rest = c - __builtin_convertvector(whole, vf);
        if (dither)
            rest += noise(&counter);
        vi sign = (vi)rest & INT32_MIN;
        whole += __builtin_convertvector(rest + (vf)((vi)half_up | sign), vi);
        vi over = (whole > how->high) | above, under = ~over & ((whole < how->low) | below);
        whole = SELECT(over, how->high, whole);
        *(vi *)(q + i) = SELECT(under, how->low, whole);
        clipped -= over | under;
    }
    size_t count = 0;
    for (int l = 0; l < W; l++)
        count += (size_t)clipped[l];
    acc_rounding rest = *how;
    rest.first += (uint32_t)i;
    return count + acc_kernels_plain.round(&rest, x + i, q + i, n - i);
}

TARGET static size_t round_all(const acc_rounding *how, const float *x, int32_t *q, size_t n)
{
    return how->dither ? round_dithered(how, true, x, q, n) : round_dithered(how, false, x, q, n);
}

TARGET static void pack16(const int32_t *left, const int32_t *right, uint8_t *out, size_t n)
{
    size_t i = 0;
    for (; i + W <= n; i += W)
        *(vu_bytes *)(out + 4 * i) = (AT(vu, left + i) & 0xFFFF) | AT(vu, right + i) << 16;
    acc_kernels_plain.pack16(left + i, right + i, out + 4 * i, n - i);
}

const acc_kernels KERNELS = {
    .name = NAME,
#ifdef GROUPED
    .grouped = true,
#endif
    .sharp_down = sharp_down,
    .sharp_up = sharp_up,
    .half = half,
    .polyphase = polyphase,
    .mix = mix,
    .split = split,
    .round = round_all,
    .pack16 = pack16,
};
