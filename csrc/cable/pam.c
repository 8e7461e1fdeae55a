#include "cable/pam.h"

#include <assert.h>
#include <math.h>

// Inverse of erf on (-1, 1): Winitzki's approximation, then two steps of Newton on erf.
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

static void make_levels(float *out, unsigned m)
{
    unsigned count = 1u << m;
    double a = 1 - 0.15 * pow(0.845, (double)m - 2), power = 0;
    for (unsigned i = 0; i < count; i++) {
        double u = (2.0 * i + 1 - count) / count, x = m > 1 ? erf_inverse(a * u) : u;
        out[i] = (float)x;
        power += x * x;
    }
    float gain = (float)sqrt(count / (2 * power));
    for (unsigned i = 0; i < count; i++)
        out[i] *= gain;
}

void acc_cable_pam_init(float *levels, unsigned bits)
{
    assert(bits <= PAM_MAX_BITS);
    for (unsigned m = 1; m <= bits; m++)
        make_levels(levels + (1u << m), m);
}

float acc_cable_pam_level(const float *levels, unsigned m, unsigned label)
{
    unsigned i = label;
    for (unsigned shift = 1; shift < m; shift *= 2)
        i ^= i >> shift;
    return levels[(1u << m) + i];
}

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

// Bit j of the labels changes between the levels b - 1 and b with b an odd multiple of 2^j: the nearest level where it
// is another is at the next such place below or above.
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
