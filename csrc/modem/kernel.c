#include "modem/kernel.h"

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

void kernel_clean(const float *pcm, float *out, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        float x = pcm[i] == pcm[i] ? pcm[i] : 0.0f;
        x = x < 8.0f ? x : 8.0f;
        out[i] = x > -8.0f ? x : -8.0f;
    }
}

void kernel_box(const float *pcm, float *out, size_t len, size_t factor)
{
    if (factor == 2) {
        for (size_t i = 0; i < len; i++)
            out[i] = pcm[2 * i] + pcm[2 * i + 1];
        return;
    }
    for (size_t i = 0; i < len; i++) {
        float sum = pcm[i * factor];
        for (size_t k = 1; k < factor; k++)
            sum += pcm[i * factor + k];
        out[i] = sum;
    }
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
