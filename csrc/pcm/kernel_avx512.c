// The kernels for x86-64 with AVX-512: kernel_vector.h with 16 floats per vector, and a polyphase filter that
// computes 16 outputs in parallel (GROUPED) from the groups of resampler_plan.c.
#if defined(__x86_64__)
#include "pcm/kernel.h"

#include <immintrin.h>
#include <string.h>

#define W 16
#define TARGET __attribute__((target("avx512f,avx512dq")))
#define KERNELS acc_kernels_avx512
#define NAME "avx512"
#define GROUPED

// Sixteen outputs in parallel: their taps are a vector, their inputs are selected from two vectors.
// Lane i's first input is x[at[i]], at[i] <= 24, so 7 more taps are within 32 inputs.
TARGET static inline __attribute__((always_inline)) __m512 sixteen(const float *taps, size_t count,
                                                                   const float *x, __m512i at)
{
    __m512 sum[8];
#pragma GCC unroll 4
    for (size_t i = 0; i < count; i += 8) {
        __m512 low = _mm512_loadu_ps(x + i), high = _mm512_loadu_ps(x + i + 16);
#pragma GCC unroll 8
        for (size_t l = 0; l < 8; l++) {
            __m512i place = _mm512_add_epi32(at, _mm512_set1_epi32((int)l));
            __m512 product = _mm512_mul_ps(_mm512_permutex2var_ps(low, place, high),
                                           _mm512_loadu_ps(taps + ACC_LANES * (i + l)));
            sum[l] = i ? _mm512_add_ps(sum[l], product) : product;
        }
    }
    __m512 even = _mm512_add_ps(_mm512_add_ps(sum[0], sum[4]), _mm512_add_ps(sum[2], sum[6]));
    __m512 odd = _mm512_add_ps(_mm512_add_ps(sum[1], sum[5]), _mm512_add_ps(sum[3], sum[7]));
    return _mm512_add_ps(even, odd);
}

// Outputs `from` to `to` of a group; `start` is the position of output `from`, in phases. Lane i is
// at (start + i * step) / phases. Lanes outside the range use the position of a lane inside, so that
// they read valid input.
TARGET static inline __attribute__((always_inline)) __m512 group(const acc_polyphase *p,
                                                                 size_t count, uint32_t number,
                                                                 const float *x, uint32_t start,
                                                                 uint32_t from, uint32_t to)
{
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uint32_t step = p->step_whole * p->phases + p->step_phase;
    __m512i lane = lanes;
    if (to - from < ACC_LANES)
        lane = _mm512_max_epi32(_mm512_min_epi32(lanes, _mm512_set1_epi32((int)to - 1)),
                                _mm512_set1_epi32((int)from));
    lane = _mm512_sub_epi32(lane, _mm512_set1_epi32((int)from));
    __m512i place = _mm512_add_epi32(_mm512_mullo_epi32(lane, _mm512_set1_epi32((int)step)),
                                     _mm512_set1_epi32((int)start));
    // adding half a phase keeps the rounding of the quotient away from the next whole number
    __m512 whole = _mm512_mul_ps(_mm512_add_ps(_mm512_cvtepi32_ps(place), _mm512_set1_ps(0.5f)),
                                 _mm512_set1_ps(1.0f / (float)p->phases));
    return sixteen(p->groups + (size_t)number * ACC_LANES * count, count, x,
                   _mm512_cvttps_epi32(whole));
}

TARGET static inline __attribute__((always_inline)) size_t
// `turn` is the output's number within the repeating pattern of phases: phase * inverse of the
// step, modulo phases. Whole groups of 16 are stored directly, parts of a group through a buffer.
groups(const acc_polyphase *p, size_t taps, uint32_t *phase, const float *x, float *y, size_t n)
{
    const float *begin = x;
    uint32_t step = p->step_whole * p->phases + p->step_phase;
    uint32_t whole = ACC_LANES * step / p->phases, rest = ACC_LANES * step % p->phases;
    uint32_t at = *phase, turn = (uint32_t)((uint64_t)at * p->inverse % p->phases);
    while (n) {
        uint32_t from = turn % ACC_LANES, end = p->turn - turn + from;
        end = end < ACC_LANES ? end : ACC_LANES;
        if (from == 0 && end == ACC_LANES && n >= ACC_LANES) {
            _mm512_storeu_ps(y, group(p, taps, turn / ACC_LANES, x, at, 0, ACC_LANES));
            at += rest;
            uint32_t carry = at >= p->phases;
            at -= carry ? p->phases : 0;
            x += whole + carry;
            turn += ACC_LANES;
            y += ACC_LANES;
            n -= ACC_LANES;
        } else {
            uint32_t to = n < end - from ? from + (uint32_t)n : end;
            float out[ACC_LANES];
            _mm512_storeu_ps(out, group(p, taps, turn / ACC_LANES, x, at, from, to));
            memcpy(y, out + from, (to - from) * sizeof *out);
            at += (to - from) * step;
            x += at / p->phases;
            at %= p->phases;
            turn += to - from;
            y += to - from;
            n -= to - from;
        }
        if (turn == p->turn)
            turn = 0;
    }
    *phase = at;
    return (size_t)(x - begin);
}

// A constant number of taps lets the compiler unroll.
TARGET static size_t grouped(const acc_polyphase *p, uint32_t *phase, const float *x, float *y,
                             size_t n)
{
    switch (p->taps) {
    case 8:
        return groups(p, 8, phase, x, y, n);
    case 16:
        return groups(p, 16, phase, x, y, n);
    case 24:
        return groups(p, 24, phase, x, y, n);
    default:
        return groups(p, 32, phase, x, y, n);
    }
}

#include "pcm/kernel_vector.h"
#else
typedef int acc_no_avx512;
#endif
