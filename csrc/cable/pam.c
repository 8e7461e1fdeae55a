// Levels of the non-uniform constellations, and log-likelihood ratios of their bits (pam.h;
// docs/cable.md, Symbols). The sender maps labels to levels, the receiver levels to bits.
#include "cable/pam.h"

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

// The positive levels, ascending, of mean power 1/2; the others mirror them.
static void make_half(float *out, unsigned m)
{
    unsigned half = 1u << m >> 1;
    double a = 1 - 0.15 * pow(0.845, (double)m - 2), power = 0;
    for (unsigned i = 0; i < half; i++) {
        double u = (2.0 * i + 1) / (2.0 * half), x = m > 1 ? erf_inverse(a * u) : u;
        out[i] = (float)x;
        power += x * x;
    }
    float gain = (float)sqrt(half / (2 * power));
    for (unsigned i = 0; i < half; i++)
        out[i] *= gain;
}

void acc_cable_pam_init(float *levels, unsigned bits)
{
    assert(bits <= PAM_MAX_BITS);
    for (unsigned m = 1; m <= bits; m++) {
        unsigned half = 1u << m >> 1;
        float *positive = levels + 3 * half;
        make_half(positive, m);
        for (unsigned i = 0; i < half; i++)
            levels[3 * half - 1 - i] = -positive[i];
    }
}

// Level M/2 + i has the label of level M/2 - 1 - i but for the highest bit, so the other bits
// number the positive levels.
void acc_cable_pam_init_labels(float *levels, unsigned bits)
{
    assert(bits <= PAM_MAX_BITS);
    levels[0] = 0;
    for (unsigned m = 1; m <= bits; m++) {
        unsigned half = 1u << m >> 1;
        float ascending[1 << (PAM_MAX_BITS - 1)];
        make_half(ascending, m);
        for (unsigned i = 0; i < half; i++) {
            unsigned number = half + i, label = number ^ number >> 1;
            levels[half + (label & (half - 1))] = ascending[i];
        }
    }
}

// Binary search.
unsigned acc_cable_pam_nearest(const float *levels, unsigned m, float y)
{
    const float *x = levels + (1u << m);
    unsigned at = 0;
    // level i + 1 is nearer than i beyond the middle of both
    for (unsigned step = 1u << (m - 1); step; step /= 2)
        at += 2 * y > x[at + step - 1] + x[at + step] ? step : 0;
    return at;
}

static float square(float v)
{
    return v * v;
}

// Max-log: LLR of bit j = weight * (squared distance to the nearest level with the other value,
// minus that to the nearest level). Bit j of the labels changes between the levels b - 1 and b with
// b an odd multiple of 2^j, so the nearest other level is at the next such place below or above.
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
