// Non-uniform pulse amplitude modulation with Gray labels, for one dimension of a carrier.
#ifndef ACC_CABLE_PAM_H
#define ACC_CABLE_PAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAM_MAX_BITS = 10 };  // bits of a dimension: a carrier has at most 20

// Size of the levels in floats, for up to `bits` bits per dimension.
#define PAM_SIZE(bits) ((size_t)2 << (bits))

// Fills levels[2^m + i], i < 2^m, m = 1 ... bits, ascending, of mean power 1/2:
//   x_i = erfinv(a (2 i + 1 - M) / M), a = 1 - 0.15 * 0.845^(m - 2), M = 2^m,
// so that the sent signal is closer to Gaussian noise, with which a channel has the highest
// capacity. levels[0] and levels[1] are unused. Shaped, for m >= 3: each quarter of the positive
// levels is a class with its own frequency (matcher.h). x_i = erfinv(0.99 u_i), u_i the probability
// of a smaller amplitude plus half of its own. The mean power with these probabilities is 1/2.
void acc_cable_pam_init(float *levels, unsigned bits, bool shaped);

// Size in floats of the positive levels alone, for a sender.
#define PAM_HALF_SIZE(bits) ((size_t)1 << (bits))

// Fills levels[2^(m - 1) + l] with the positive level whose label is 2^(m - 1) + l. levels[0], for
// no bits, is 0.
void acc_cable_pam_init_labels(float *levels, unsigned bits, bool shaped);

// The level with this label of m bits. Level i has label i ^ i >> 1; the label's lowest bit is sent
// first, its highest bit is the sign. `levels` is from acc_cable_pam_init_labels.
static inline float pam_level(const float *levels, unsigned m, unsigned label)
{
    unsigned half = 1u << m >> 1;
    float level = levels[half | label];
    return label & half ? level : -level;
}

// Index of the level nearest to y.
unsigned acc_cable_pam_nearest(const float *levels, unsigned m, float y);

// out[j] = log-likelihood ratio of label bit j for the received value y:
//   weight * (distance^2 to the nearest level with bit j = 1 - distance^2 to that with bit j = 0),
// within +-limit; weight = scale / (2 variance). `nearest` is the level nearest to y.
void acc_cable_pam_demap(const float *levels, unsigned m, unsigned nearest, float y, float weight,
                         int limit, int16_t *out);

// As acc_cable_pam_demap for a shaped constellation, m >= 3, with the logarithm of the classes'
// probabilities added; scale is LDPC_LLR_SCALE. The order of `out`: the pair (label bits m - 2 and
// m - 3), the lowest m - 3 bits, the sign.
void acc_cable_pam_demap_shaped(const float *levels, unsigned m, float y, float weight, int limit,
                                int16_t *out);

#endif
