#include "modem/kernel.h"

#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

static inline lanes load(const float *x)
{
    lanes v;
    memcpy(&v, x, sizeof v);
    return v;
}

static inline void store(float *x, lanes v)
{
    memcpy(x, &v, sizeof v);
}

static const lanes loudest = {8, 8, 8, 8};

bool kernel_is_clean(const float *pcm, size_t len)
{
    const flags magnitude = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    flags clean = {-1, -1, -1, -1};
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        clean &= (flags)((lanes)((flags)load(pcm + i) & magnitude) <= loudest);
    bool rest = true;
    for (; i < len; i++)
        rest &= pcm[i] >= -8 && pcm[i] <= 8;
    return rest && (clean[0] & clean[1] & clean[2] & clean[3]);
}

static inline lanes clean(lanes x)
{
    x = (lanes)((flags)x & (flags)(x == x));
    x = lanes_select((flags)(x < loudest), x, loudest);
    return lanes_select((flags)(x > -loudest), x, -loudest);
}

void kernel_clean(const float *pcm, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, clean(load(pcm + i)));
    for (; i < len; i++)
        out[i] = clean((lanes){pcm[i]})[0];
}

static void box_of_two(const float *pcm, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        lanes a = load(pcm + 2 * i), b = load(pcm + 2 * i + 4);
        store(out + i, __builtin_shufflevector(a, b, 0, 2, 4, 6) +
                           __builtin_shufflevector(a, b, 1, 3, 5, 7));
    }
    for (; i < len; i++)
        out[i] = pcm[2 * i] + pcm[2 * i + 1];
}

void kernel_box(const float *pcm, float *out, size_t len, size_t factor)
{
    if (factor == 2) {
        box_of_two(pcm, out, len);
        return;
    }
    for (size_t i = 0; i < len; i++) {
        float sum = pcm[i * factor];
        for (size_t k = 1; k < factor; k++)
            sum += pcm[i * factor + k];
        out[i] = sum;
    }
}

void kernel_shift(const float *x, float mean, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, load(x + i) - mean);
    for (; i < len; i++)
        out[i] = x[i] - mean;
}

float kernel_sum(const float *x, size_t len)
{
    lanes sum = {0};
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        sum += load(x + i);
    float rest = 0;
    for (; i < len; i++)
        rest += x[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]) + rest;
}

float kernel_power(const float *x, size_t len)
{
    lanes sum = {0};
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        sum += load(x + i) * load(x + i);
    float rest = 0;
    for (; i < len; i++)
        rest += x[i] * x[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]) + rest;
}

#define SPLAT(v, i) __builtin_shufflevector(v, v, i, i, i, i)

lanes kernel_correlate(const float *x, const lanes *taps, size_t len)
{
    lanes even = {0}, odd = {0};
    size_t k = 0;
    for (; k + 4 <= len; k += 4) {
        lanes v = load(x + k);
        even += SPLAT(v, 0) * taps[k];
        odd += SPLAT(v, 1) * taps[k + 1];
        even += SPLAT(v, 2) * taps[k + 2];
        odd += SPLAT(v, 3) * taps[k + 3];
    }
    for (; k < len; k++)
        even += x[k] * taps[k];
    return even + odd;
}

void kernel_prefix(const float *x, float *sums, size_t len)
{
    const lanes none = {0};
    lanes before = none;
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        lanes v = load(x + i);
        v += __builtin_shufflevector(none, v, 0, 4, 5, 6);
        v += __builtin_shufflevector(none, v, 0, 0, 4, 5);
        v += before;
        // each sum begins behind its own sample
        store(sums + i, __builtin_shufflevector(before, v, 0, 4, 5, 6));
        before = __builtin_shufflevector(v, v, 3, 3, 3, 3);
    }
    float sum = before[0];
    for (; i < len; i++) {
        sums[i] = sum;
        sum += x[i];
    }
}

void kernel_biphase(const float *x, const float *sums, float half, float whole, float *out,
                    size_t len)
{
    const size_t m = (size_t)half, e = (size_t)whole;
    const float middle = 2 * (half - (float)m), end = whole - (float)e;
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        lanes area = load(sums + i + m), rest = load(x + i + m) * middle - load(x + i + e) * end;
        store(out + i, area - load(sums + i) + (area - load(sums + i + e)) + rest);
    }
    for (; i < len; i++) {
        float area = sums[i + m], rest = x[i + m] * middle - x[i + e] * end;
        out[i] = area - sums[i] + (area - sums[i + e]) + rest;
    }
}

void kernel_every_second(const float *x, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, __builtin_shufflevector(load(x + 2 * i), load(x + 2 * i + 4), 0, 2, 4, 6));
    for (; i < len; i++)
        out[i] = x[2 * i];
}

void kernel_quantise(const float *x, float gain, int most, int8_t *out, size_t len)
{
    const float limit = (float)most, up = limit + 0.5f;
    for (size_t i = 0; i < len; i++) {
        float v = gain * x[i];
        v = v < limit ? v : limit;
        v = v > -limit ? v : -limit;
        out[i] = (int8_t)((int)(v + up) - most);
    }
}
