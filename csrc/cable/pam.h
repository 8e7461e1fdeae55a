// Non-uniform pulse amplitude modulation with Gray labels, one dimension of a carrier.
#ifndef ACC_CABLE_PAM_H
#define ACC_CABLE_PAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAM_MAX_BITS = 10 };

// Floats of the levels of up to `bits` bits a dimension.
#define PAM_SIZE(bits) ((size_t)2 << (bits))

// Fills levels[2^m + i], i < 2^m, m = 1 ... bits, ascending, of mean power 1/2:
//   x_i = erfinv(a (2 i + 1 - M) / M), a = 1 - 0.15 * 0.845^(m - 2), M = 2^m,
// so that a sum of two looks like Gaussian noise, which is what the channel carries most of. levels[0], [1] are unused.
// Shaped, for m >= 3: each quarter of the positive levels is a class that is sent with its own
// frequency (matcher.h); x_i = erfinv(0.99 u_i), u_i the probability of an amplitude below it, its
// own counted half. The mean power with these probabilities is 1/2.
void acc_cable_pam_init(float *levels, unsigned bits, bool shaped);

// Floats of the positive levels alone, all that a sender needs.
#define PAM_HALF_SIZE(bits) ((size_t)1 << (bits))

// Fills levels[2^(m - 1) + l] with the positive level whose label is 2^(m - 1) + l. levels[0], for
// no bits, is 0.
void acc_cable_pam_init_labels(float *levels, unsigned bits, bool shaped);

// The level of `label`, m bits, the first bit sent lowest: level i has label i ^ i >> 1, its
// highest bit is the sign. `levels` is from acc_cable_pam_init_labels.
static inline float pam_level(const float *levels, unsigned m, unsigned label)
{
    unsigned half = 1u << m >> 1;
    float level = levels[half | label];
    return label & half ? level : -level;
}

// Number of the level nearest to y.
unsigned acc_cable_pam_nearest(const float *levels, unsigned m, float y);

// out[j] = log-likelihood ratio of bit j of the received value y, with `nearest` the nearest level:
//   weight * (distance^2 to the nearest level with a 1 there - distance^2 to the nearest with a 0),
// within +-limit; weight = scale / (2 variance).
void acc_cable_pam_demap(const float *levels, unsigned m, unsigned nearest, float y, float weight,
                         int limit, int16_t *out);

// The same of a shaped constellation, m >= 3, with the logarithm of the classes' probabilities
// added; scale is LDPC_LLR_SCALE. The pair's bits are first: out[0] and out[1] of label bits m - 2
// and m - 3, then the lowest m - 3 bits, then the sign.
void acc_cable_pam_demap_shaped(const float *levels, unsigned m, float y, float weight, int limit,
                                int16_t *out);

#endif
