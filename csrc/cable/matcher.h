// Probabilistic shaping: small amplitudes are sent more often than large ones, as in Gaussian
// noise, with which a channel has the highest capacity. Each dimension of a shaped carrier has a
// pair of bits that selects one of four classes of amplitudes, each a quarter of the levels. All
// other bits are uniform. The matcher encodes uniform bytes as pairs in which every class has its
// exact frequency (docs/cable.md, Shaping). Integers only.
#ifndef ACC_CABLE_MATCHER_H
#define ACC_CABLE_MATCHER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MATCHER_CLASSES = 4,
    MATCHER_UNIT = 64,          // sum of the frequencies
    MATCHER_STEP = 16,          // the pairs of a block are a multiple of this
    MATCHER_PAIRS = 20,         // most pairs of a block, in Z: a pair per three of its 60 Z bits
    MATCHER_MAX_PAIRS = 20480,  // most pairs with the largest Z, 1024
    MATCHER_LEAST_BITS = 3,     // fewest bits of a dimension with a pair
};

// Frequency of a class in 1/64; class 0 has the smallest amplitudes.
static inline unsigned matcher_frequency(unsigned class)
{
    static const uint8_t frequency[MATCHER_CLASSES] = {26, 20, 12, 6};
    return frequency[class];
}

// Bytes that `pairs` pairs encode. `pairs` is a multiple of MATCHER_STEP. The number of sequences
// with these frequencies limits the bytes.
uint32_t acc_cable_matcher_bytes(uint32_t pairs);

// Returns the next byte to encode.
typedef uint8_t matcher_source(void *context);

// Encodes acc_cable_matcher_bytes(pairs) bytes as pairs: bit i of `bits` (bit i % 32 of word i /
// 32) is the first bit of pair i, bit pairs + i the second. Overwrites the words of 2 * pairs bits.
void acc_cable_matcher_match(matcher_source *source, void *context, uint32_t pairs, uint32_t *bits);

// Decodes the bytes from soft bits in the same order; a negative one is a 1. Writes up to
// MATCHER_ROOM bytes more than acc_cable_matcher_bytes(pairs). False when a class does not have its
// frequency.
bool acc_cable_matcher_restore(const int16_t *sums, uint32_t pairs, uint8_t *bytes);

enum { MATCHER_ROOM = 16 };

#endif
