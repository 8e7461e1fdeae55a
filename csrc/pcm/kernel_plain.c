// The kernels in plain C: the reference for all others, which compute the same bits, and call these for the outputs that
// fill no vector. kernel.h has the formulas.
#include "pcm/kernel.h"

#include "base/bytes.h"

#define W 1
#define TARGET
#define INLINE static inline
typedef float vf;
#include "pcm/spectrum.h"

// Half-band decimation: y[n] = c even[n] + sum over k < 8 of taps[k] (odd[n - 1 - k] + odd[n + k]).
static void half(float c, const float *taps, const float *even, const float *odd, float *y,
                 size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float sum = c * even[i];
        for (size_t k = 0; k < ACC_HALF_TAPS; k++)
            sum += taps[k] * (*(odd + i - 1 - k) + odd[i + k]);
        y[i] = sum;
    }
}

// Eight partial sums: lane l is the sum over i of x[8i + l] * row[8i + l], in the order of an
// 8-wide vector.
static void lanes(const float *row, const float *x, size_t taps, float sum[8])
{
    for (size_t l = 0; l < 8; l++)
        sum[l] = x[l] * row[l];
    for (size_t i = 8; i < taps; i += 8)
        for (size_t l = 0; l < 8; l++)
            sum[l] += x[i + l] * row[i + l];
}

// The dot product with the row of this phase, or with a + m (b - a) between the two nearest rows
// when there are fewer rows than phases.
static float one_output(const acc_polyphase *p, uint32_t phase, const float *x)
{
    float a[8], b[8];
    if (p->row_count == p->phases) {
        lanes(p->rows + (size_t)phase * p->taps, x, p->taps, a);
    } else {
        double place = phase * p->rows_per_phase;
        uint32_t row = (uint32_t)place;
        float m = (float)(place - row);
        lanes(p->rows + (size_t)row * p->taps, x, p->taps, a);
        lanes(p->rows + (size_t)(row + 1) * p->taps, x, p->taps, b);
        for (size_t l = 0; l < 8; l++)
            a[l] += m * (b[l] - a[l]);
    }
    return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

// Output k is at input position k * step, in units of 1 / phases: whole part step_whole, rest
// step_phase.
static size_t polyphase(const acc_polyphase *p, uint32_t *phase, const float *x, float *y, size_t n)
{
    const float *start = x;
    for (size_t i = 0; i < n; i++) {
        y[i] = one_output(p, *phase, x);
        x += p->step_whole;
        *phase += p->step_phase;
        if (*phase >= p->phases) {
            *phase -= p->phases;
            x++;
        }
    }
    return (size_t)(x - start);
}

static void mix(const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = (x[2 * i] + x[2 * i + 1]) * 0.5f;
}

static void split(const float *x, float *even, float *odd, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        even[i] = x[2 * i];
        odd[i] = x[2 * i + 1];
    }
}

// (u - v) / 65536 of two uniform 16-bit numbers: triangular, mean 0, variance 1/6 LSB^2.
static float noise(const acc_rounding *how, uint32_t i)
{
    uint32_t h = acc_hash32(how->key + (how->first + i) * ACC_DITHER_STEP);
    return (float)((int32_t)(h & 0xFFFF) - (int32_t)(h >> 16)) * (1.0f / 65536);
}

// q = trunc(rest + noise + 1/2) + whole, with v = whole + rest: if noise were added to a large sample,
// rounding to float would lose it. NaN compares unequal to itself and becomes 0.
static size_t round_all(const acc_rounding *how, const float *x, int32_t *q, size_t n)
{
    size_t clipped = 0;
    for (size_t i = 0; i < n; i++) {
        float v = x[i] * how->full;
        v = v == v ? v : 0;
        float c = v > how->top ? how->top : v < how->bottom ? how->bottom : v;
        int32_t whole = (int32_t)c;
        float rest = c - (float)whole;
        if (how->dither)
            rest += noise(how, (uint32_t)i);
        whole += (int32_t)(rest + (rest < 0 ? -0.5f : 0.5f));
        bool over = whole > how->high || v > how->top;
        bool under = whole < how->low || v < how->bottom;
        q[i] = over ? how->high : under ? how->low : whole;
        clipped += over || under;
    }
    return clipped;
}

static void pack16(const int32_t *left, const int32_t *right, uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        store_le32(out + 4 * i, (uint16_t)left[i] | (uint32_t)right[i] << 16);
}

const acc_kernels acc_kernels_plain = {
    .name = "plain",
    .sharp_down = sharp_down,
    .sharp_up = sharp_up,
    .half = half,
    .polyphase = polyphase,
    .mix = mix,
    .split = split,
    .round = round_all,
    .pack16 = pack16,
};
