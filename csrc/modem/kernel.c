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

static inline lanes clean(lanes x)
{
    const lanes most = {8, 8, 8, 8};
    x = (lanes)((flags)x & (flags)(x == x));
    x = lanes_select((flags)(x < most), x, most);
    return lanes_select((flags)(x > -most), x, -most);
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

lanes kernel_correlate(const float *x, const lanes *taps, size_t len)
{
    lanes even = {0}, odd = {0};
    size_t k = 0;
    for (; k + 2 <= len; k += 2) {
        even += x[k] * taps[k];
        odd += x[k + 1] * taps[k + 1];
    }
    if (k < len)
        even += x[k] * taps[k];
    return even + odd;
}

uint32_t kernel_prefix(const float *x, float scale, uint32_t before, uint32_t *sums, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sums[i] = before += (uint32_t)(int32_t)(x[i] * scale);
    return before;
}
