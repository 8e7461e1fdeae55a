// Kernels in lanes of four with a fixed order of additions; each function's formula is in kernel.h.
#include "modem/kernel.h"

#include <assert.h>
#include <string.h>

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

// The input limit, 8 times full scale: no card is louder, and sums of squares stay far from overflow.
static const lanes loudest = {8, 8, 8, 8};

// Lanes are negative where a number is not within +-8. Without its sign bit, the word of a larger number, read as an
// integer, exceeds the word of 8, and the word of a NaN exceeds that of every number.
static inline flags room(const float *x)
{
    const flags magnitude = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    return (flags)loudest - ((flags)load(x) & magnitude);
}

bool acc_kernel_is_clean(const float *pcm, size_t len)
{
    flags left = {0};
    size_t i = 0;
    for (; i + 16 <= len; i += 16)
        left |= room(pcm + i) | room(pcm + i + 4) | (room(pcm + i + 8) | room(pcm + i + 12));
    bool rest = true;
    for (; i < len; i++)
        rest &= pcm[i] >= -8 && pcm[i] <= 8;
    return rest && (left[0] | left[1] | left[2] | left[3]) >= 0;
}

static inline lanes clean(lanes x)
{
    // NaN is not equal to itself: it becomes 0
    x = (lanes)((flags)x & (flags)(x == x));
    x = lanes_select((flags)(x < loudest), x, loudest);
    return lanes_select((flags)(x > -loudest), x, -loudest);
}

void acc_kernel_clean(const float *pcm, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, clean(load(pcm + i)));
    for (; i < len; i++)
        out[i] = clean((lanes){pcm[i]})[0];
}

// Sums of two samples: even and odd lanes of two vectors, added.
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

// Sums of four samples, four at a time, each in the order of the samples; returns their number.
static size_t box_of_four(const float *pcm, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        lanes row[4];
        for (size_t k = 0; k < 4; k++)
            row[k] = load(pcm + 4 * (i + k));
        acc_lanes_transpose(row);
        store(out + i, row[0] + row[1] + row[2] + row[3]);
    }
    return i;
}

void acc_kernel_box(const float *pcm, float *out, size_t len, size_t factor)
{
    if (factor == 2) {
        box_of_two(pcm, out, len);
        return;
    }
    for (size_t i = factor == 4 ? box_of_four(pcm, out, len) : 0; i < len; i++) {
        float sum = pcm[i * factor];
        for (size_t k = 1; k < factor; k++)
            sum += pcm[i * factor + k];
        out[i] = sum;
    }
}

void acc_kernel_shift(const float *x, float mean, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, load(x + i) - mean);
    for (; i < len; i++)
        out[i] = x[i] - mean;
}

// Lanes 0 + 1 and 2 + 3, then both, then the rest: the order is part of the result.
float acc_kernel_sum(const float *x, size_t len)
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

float acc_kernel_power(const float *x, size_t len)
{
    // two sums, so that one addition need not wait for the other
    lanes even = {0}, odd = {0};
    size_t i = 0;
    for (; i + 8 <= len; i += 8) {
        lanes a = load(x + i), b = load(x + i + 4);
        even += a * a;
        odd += b * b;
    }
    lanes sum = even + odd;
    float rest = 0;
    for (; i < len; i++)
        rest += x[i] * x[i];
    return sum[0] + sum[1] + (sum[2] + sum[3]) + rest;
}

// The products of one output of a decimating filter: the sum of the lanes is the output.
static inline lanes products(const float *x, const lanes *taps, size_t len)
{
    lanes even = {0}, odd = {0};
    for (size_t k = 0; k < len; k += 2) {
        even += load(x + 4 * k) * taps[k];
        odd += load(x + 4 * k + 4) * taps[k + 1];
    }
    return even + odd;
}

// Four outputs of a decimating filter, whose inputs begin `step` apart: each tap is loaded once, and the lanes are
// added as columns.
static inline lanes four_outputs(const float *x, const lanes *taps, size_t len, size_t step)
{
    lanes even[4] = {{0}}, odd[4] = {{0}};
    for (size_t k = 0; k < len; k += 2)
        for (size_t i = 0; i < 4; i++) {
            even[i] += load(x + i * step + 4 * k) * taps[k];
            odd[i] += load(x + i * step + 4 * k + 4) * taps[k + 1];
        }
    for (size_t i = 0; i < 4; i++)
        even[i] += odd[i];
    acc_lanes_transpose(even);
    return even[0] + even[1] + (even[2] + even[3]);
}

size_t acc_kernel_decimate(const float *x, const lanes *taps, size_t len, size_t step, size_t last,
                           float *out)
{
    const size_t count = last / step + 1;
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        store(out + i, four_outputs(x + i * step, taps, len, step));
    for (; i < count; i++) {
        lanes sum = products(x + i * step, taps, len);
        out[i] = sum[0] + sum[1] + (sum[2] + sum[3]);
    }
    return count;
}

// `vectors` times four outputs of a symmetric filter
static inline __attribute__((always_inline)) void symmetric(const float *x, const lanes *taps,
                                                            size_t len, size_t vectors, float *out)
{
    const float *back = x + 2 * len - 1;
    lanes sum[4] = {{0}};
    for (size_t k = 0; k < len; k++)
        for (size_t v = 0; v < vectors; v++)
            sum[v] += (load(x + k + 4 * v) + load(back - k + 4 * v)) * taps[k];
    for (size_t v = 0; v < vectors; v++)
        store(out + 4 * v, sum[v]);
}

void acc_kernel_symmetric(const float *x, const lanes *taps, size_t len, size_t count, float *out)
{
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        symmetric(x + i, taps, len, 4, out + i);
    for (; i + 4 <= count; i += 4)
        symmetric(x + i, taps, len, 1, out + i);
    if (i < count) {
        float rest[4];
        symmetric(x + i, taps, len, 1, rest);
        memcpy(out + i, rest, (count - i) * sizeof *out);
    }
}

#define SPLAT(v, i) __builtin_shufflevector(v, v, i, i, i, i)

lanes acc_kernel_correlate(const float *x, const lanes *taps, size_t len)
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

// In each vector: adds it shifted by one lane, then by two, so that lane i is x[0] + ... + x[i]; then the sum
// before it.
void acc_kernel_prefix(const float *x, float *sums, size_t len)
{
    const lanes none = {0};
    lanes before = none;
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        lanes v = load(x + i);
        v += __builtin_shufflevector(none, v, 0, 4, 5, 6);
        v += __builtin_shufflevector(none, v, 0, 0, 4, 5);
        v += before;
        // sums[i] excludes sample i
        store(sums + i, __builtin_shufflevector(before, v, 0, 4, 5, 6));
        before = __builtin_shufflevector(v, v, 3, 3, 3, 3);
    }
    float sum = before[0];
    for (; i < len; i++) {
        sums[i] = sum;
        sum += x[i];
    }
}

void acc_kernel_biphase(const float *x, const float *sums, float half, float whole, float *out,
                        size_t len)
{
    // whole samples from the sums; then the fractions of a sample at the middle (twice, as the sign changes) and at
    // the end
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

// acc_kernel_biphase() for a half of two or three whole samples and a fraction; `taps` begin with the middle sample
static inline lanes short_biphase(const float *x, size_t m, const float taps[3])
{
    lanes sum = load(x) + load(x + 1);
    if (m == 3)
        sum += load(x + 2);
    sum += load(x + m) * taps[0] - load(x + m + 1);
    if (m == 3)
        sum -= load(x + 5);
    return sum - load(x + 2 * m) * taps[1] - load(x + 2 * m + 1) * taps[2];
}

void acc_kernel_short_biphase(const float *x, float half, float whole, float *out, size_t len)
{
    const size_t m = (size_t)half, e = (size_t)whole;
    const float part = whole - (float)e;
    const bool odd = e > 2 * m;
    const float taps[3] = {2 * (half - (float)m) - 1, odd ? 1 : part, odd ? part : 0};
    assert(m == 2 || m == 3);
    if (m == 2)
        for (size_t i = 0; i < len; i += 4)
            store(out + i, short_biphase(x + i, 2, taps));
    else
        for (size_t i = 0; i < len; i += 4)
            store(out + i, short_biphase(x + i, 3, taps));
}

void acc_kernel_every_second(const float *x, float *out, size_t len)
{
    size_t i = 0;
    for (; i + 4 <= len; i += 4)
        store(out + i, __builtin_shufflevector(load(x + 2 * i), load(x + 2 * i + 4), 0, 2, 4, 6));
    for (; i < len; i++)
        out[i] = x[2 * i];
}

typedef int8_t chars __attribute__((vector_size(16)));

enum {
// targets without vectors use the scalar code
#if defined(__SSE2__) || defined(__ARM_NEON)
    HAS_VECTORS = 1,
#else
    HAS_VECTORS = 0,
#endif
    LOWEST =
        __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 3,  // index of the lowest byte of a number
};

// 1.5 * 2^23, whose last bit has the weight 1: adding it rounds a number to an integer in the lowest bits
static const float whole_numbers = 12582912;

static inline chars round_lanes(lanes v, lanes most)
{
    v = lanes_select((flags)(v < most), v, most);
    v = lanes_select((flags)(v > -most), v, -most);
    return (chars)(v + whole_numbers);
}

static inline int8_t round_one(float v, float most)
{
    v = v < most ? v : most;
    v = v > -most ? v : -most;
    v += whole_numbers;
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (int8_t)(uint8_t)bits;
}

// the lowest bytes of a's numbers, then of b's, then both again
static inline chars join(chars a, chars b)
{
    return __builtin_shufflevector(a, b, LOWEST, LOWEST + 4, LOWEST + 8, LOWEST + 12, LOWEST + 16,
                                   LOWEST + 20, LOWEST + 24, LOWEST + 28, LOWEST, LOWEST + 4,
                                   LOWEST + 8, LOWEST + 12, LOWEST + 16, LOWEST + 20, LOWEST + 24,
                                   LOWEST + 28);
}

void acc_kernel_quantise(const float *x, float gain, int most, int8_t *out, size_t len)
{
    const float limit = (float)most;
    const lanes limits = {limit, limit, limit, limit};
    size_t i = 0;
    for (; HAS_VECTORS && i + 16 <= len; i += 16) {
        chars v[4];
        for (size_t k = 0; k < 4; k++)
            v[k] = round_lanes(gain * load(x + i + 4 * k), limits);
        chars low = join(v[0], v[1]), high = join(v[2], v[3]);
        low = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22,
                                      23);
        memcpy(out + i, &low, sizeof low);
    }
    for (; i < len; i++)
        out[i] = round_one(gain * x[i], limit);
}
