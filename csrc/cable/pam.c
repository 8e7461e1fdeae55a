// Levels of the non-uniform constellations, and log-likelihood ratios of their bits (docs/cable.md,
// Symbols and Shaping).
//
// Input: bits per dimension, or a received value. Output: tables of levels, or soft bits. sender.c
// maps labels to levels, demodulate.c maps values to soft bits.
#include "cable/pam.h"

#include "base/rounding.h"
#include "cable/matcher.h"

#include <assert.h>
#include <math.h>

// Inverse of erf on (-1, 1): Winitzki's approximation, then two Newton steps, x -= (erf(x) - u)
// sqrt(pi) / 2 exp(x^2).
static double erf_inverse(double u)
{
    double l = log(1 - u * u), b = 4.3307467508 + l / 2;
    double x = sqrt(sqrt(b * b - l / 0.147) - b);
    if (u < 0)
        x = -x;
    for (int i = 0; i < 2; i++)
        x -= (erf(x) - u) * 0.8862269254527580 * exp(x * x);
    return x;
}

// Scales the `half` positive levels to a mean power of 1/2. `power` is the sum of frequency *
// level^2, with frequencies of MATCHER_UNIT / MATCHER_CLASSES on average.
static void normalise(float *out, unsigned half, double power)
{
    float gain = (float)sqrt(half * (MATCHER_UNIT / MATCHER_CLASSES) / (2 * power));
    for (unsigned i = 0; i < half; i++)
        out[i] *= gain;
}

// Makes the positive levels, ascending, of mean power 1/2; the negative ones mirror them.
static void make_half(float *out, unsigned m)
{
    unsigned half = 1u << m >> 1;
    double a = 1 - 0.15 * pow(0.845, (double)m - 2), power = 0;
    for (unsigned i = 0; i < half; i++) {
        double u = (2.0 * i + 1) / (2.0 * half), x = m > 1 ? erf_inverse(a * u) : u;
        out[i] = (float)x;
        power += MATCHER_UNIT / MATCHER_CLASSES * x * x;
    }
    normalise(out, half, power);
}

// Makes the positive levels with the classes' frequencies. The factor 0.99 needs the least SNR for
// rate 4/5 at every m, by integration over Gaussian noise; 0.98 and 0.999 need 0.02 dB more.
static void make_shaped_half(float *out, unsigned m)
{
    unsigned half = 1u << m >> 1, below = 0;
    double power = 0, all = half * (MATCHER_UNIT / MATCHER_CLASSES);
    for (unsigned i = 0; i < half; i++) {
        unsigned frequency = matcher_frequency(i * MATCHER_CLASSES / half);
        double x = erf_inverse(0.99 * (below + 0.5 * frequency) / all);
        below += frequency;
        out[i] = (float)x;
        power += frequency * x * x;
    }
    normalise(out, half, power);
}

static void make_positive(float *out, unsigned m, bool shaped)
{
    if (shaped && m >= MATCHER_LEAST_BITS)
        make_shaped_half(out, m);
    else
        make_half(out, m);
}

void acc_cable_pam_init(float *levels, unsigned bits, bool shaped)
{
    assert(bits <= PAM_MAX_BITS);
    for (unsigned m = 1; m <= bits; m++) {
        unsigned half = 1u << m >> 1;
        float *positive = levels + 3 * half;
        make_positive(positive, m, shaped);
        for (unsigned i = 0; i < half; i++)
            levels[3 * half - 1 - i] = -positive[i];
    }
}

// The labels of levels M/2 + i and M/2 - 1 - i differ only in the highest bit, so the other bits
// select the positive level.
void acc_cable_pam_init_labels(float *levels, unsigned bits, bool shaped)
{
    assert(bits <= PAM_MAX_BITS);
    levels[0] = 0;
    for (unsigned m = 1; m <= bits; m++) {
        unsigned half = 1u << m >> 1;
        float ascending[1 << (PAM_MAX_BITS - 1)];
        make_positive(ascending, m, shaped);
        for (unsigned i = 0; i < half; i++) {
            unsigned number = half + i, label = number ^ number >> 1;
            levels[half + (label & (half - 1))] = ascending[i];
        }
    }
}

// By binary search.
unsigned acc_cable_pam_nearest(const float *levels, unsigned m, float y)
{
    const float *x = levels + (1u << m);
    unsigned at = 0;
    // level i + 1 is nearer than level i when y is above their middle
    for (unsigned step = 1u << (m - 1); step; step /= 2)
        at += 2 * y > x[at + step - 1] + x[at + step] ? step : 0;
    return at;
}

static float square(float v)
{
    return v * v;
}

// Max-log approximation: the magnitude of the LLR of bit j is weight * (squared distance to the
// nearest level with the other value of bit j, minus that to the nearest level). Bit j of the
// labels changes between levels b - 1 and b where b is an odd multiple of 2^j, so the other level
// is at the next such boundary below or above.
void acc_cable_pam_demap(const float *levels, unsigned m, unsigned nearest, float y, float weight,
                         int limit, int16_t *out)
{
    const float *x = levels + (1u << m);
    int count = 1 << m, c = (int)nearest;
    float own = square(y - x[c]);
    unsigned label = nearest ^ nearest >> 1;
    for (unsigned j = 0; j < m; j++) {
        int half = 1 << j, below = ((c + half) & -(2 * half)) - half, above = below + 2 * half;
        float other = below > 0 ? square(y - x[below - 1]) : INFINITY;
        if (above < count) {
            float d = square(y - x[above]);
            other = d < other ? d : other;
        }
        float v = weight * (other - own);
        int llr = v < (float)limit ? (int)(v + 0.5f) : limit;
        out[j] = (int16_t)(label >> j & 1 ? -llr : llr);
    }
}

// The metric's term for a class's frequency: LDPC_LLR_SCALE ln(26 / frequency).
static const float class_cost[MATCHER_CLASSES] = {0, 4.197828f, 12.371025f, 23.461379f};

// The received amplitude, and the best level of each class by the metric weight * distance^2 +
// cost.
typedef struct shaped_view {
    const float *x;                  // positive levels
    unsigned quarter;                // levels of a class
    float y, weight;                 // amplitude, as in acc_cable_pam_demap
    unsigned best[MATCHER_CLASSES];  // best level of each class
    float metric[MATCHER_CLASSES];   // metric of that level
    float least;                     // smallest of the metrics
} shaped_view;

static float metric_of(const shaped_view *v, unsigned class, unsigned level)
{
    return v->weight * square(v->y - v->x[level]) + class_cost[class];
}

// In the class of the nearest level, that level is the best one. In every other class, it is the level
// at the end of the class that is closer to the nearest level.
static void view_classes(shaped_view *v, unsigned nearest)
{
    v->least = INFINITY;
    for (unsigned k = 0; k < MATCHER_CLASSES; k++) {
        unsigned first = k * v->quarter, last = first + v->quarter - 1;
        v->best[k] = nearest < first ? first : nearest > last ? last : nearest;
        v->metric[k] = metric_of(v, k, v->best[k]);
        v->least = v->metric[k] < v->least ? v->metric[k] : v->least;
    }
}

static float lower(float a, float b)
{
    return a < b ? a : b;
}

// The smallest metric of a class's levels whose label bit j differs from that of the best level.
// Bit j changes between levels b - 1 and b where b is an odd multiple of 2^j.
static float least_other(const shaped_view *v, unsigned class, unsigned j)
{
    int half = 1 << j, c = (int)v->best[class], first = (int)(class * v->quarter);
    int below = ((c + half) & -(2 * half)) - half, above = below + 2 * half;
    float least = INFINITY;
    if (below > first)
        least = metric_of(v, class, (unsigned)below - 1);
    if (above < first + (int)v->quarter)
        least = lower(least, metric_of(v, class, (unsigned)above));
    return least;
}

// The LLR of label bit j, which is not in the pair. Classes with a metric above the smallest by
// more than `limit` cannot change the result.
static float uniform_bit(const shaped_view *v, unsigned j, float limit)
{
    float least[2] = {INFINITY, INFINITY};
    for (unsigned k = 0; k < MATCHER_CLASSES; k++) {
        if (v->metric[k] > v->least + limit)
            continue;
        unsigned bit = (v->best[k] ^ v->best[k] >> 1) >> j & 1;
        least[bit] = lower(least[bit], v->metric[k]);
        least[!bit] = lower(least[!bit], least_other(v, k, j));
    }
    return least[1] - least[0];
}

static int16_t quantised(float v, int limit)
{
    float a = fabsf(v);
    int llr = a < (float)limit ? (int)(a + 0.5f) : limit;
    return (int16_t)(v < 0 ? -llr : llr);
}

// Max-log approximation over the levels with the sign of y, which are nearer than their mirrors.
// Only the sign's bit compares levels of both signs.
void acc_cable_pam_demap_shaped(const float *levels, unsigned m, float y, float weight, int limit,
                                int16_t *out)
{
    unsigned half = 1u << m >> 1;
    shaped_view v = {.x = levels + 3 * half, .quarter = half / MATCHER_CLASSES};
    v.y = fabsf(y);
    v.weight = weight;
    view_classes(&v, acc_cable_pam_nearest(levels, m, v.y) - half);
    const float *of = v.metric;  // labels of the classes: 10, 11, 01, 00
    out[0] = quantised(lower(of[0], of[1]) - lower(of[2], of[3]), limit);
    out[1] = quantised(lower(of[1], of[2]) - lower(of[0], of[3]), limit);
    for (unsigned j = 0; j + 3 < m; j++)
        out[2 + j] = quantised(uniform_bit(&v, j, (float)limit), limit);
    float sign = weight * square(v.y + v.x[0]) - v.least;
    out[m - 1] = quantised(y < 0 ? sign : -sign, limit);
}
