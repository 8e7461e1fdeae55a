// Probabilistic shaping: small amplitudes are sent more often than large ones, as Gaussian noise has
// them, which the channel carries most of. Each dimension of a shaped carrier has a pair of bits that
// select one of four classes of amplitudes, each a quarter of the levels; the others are uniform.
// A matcher turns uniform bytes into pairs in which every class is as frequent as it shall be
// (docs/cable.md, Shaping). Integers only.
#ifndef ACC_CABLE_MATCHER_H
#define ACC_CABLE_MATCHER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MATCHER_CLASSES = 4,
    MATCHER_UNIT = 64,          // of the frequencies
    MATCHER_STEP = 16,          // pairs of a block are a multiple of this
    MATCHER_PAIRS = 20,         // most pairs of a block, in Z: one in three bits that are sent
    MATCHER_MAX_PAIRS = 20480,  // so with the largest Z
    MATCHER_LEAST_BITS = 3,     // of a dimension that has a pair
};

// Frequency of class 0, the smallest amplitudes, to 3.
static inline unsigned matcher_frequency(unsigned class)
{
    static const uint8_t frequency[MATCHER_CLASSES] = {26, 20, 12, 6};
    return frequency[class];
}

// Bytes that become `pairs` pairs, a multiple of MATCHER_STEP: as many as the number of sequences
// with the wanted frequencies allows.
uint32_t acc_cable_matcher_bytes(uint32_t pairs);

// Gives the next byte.
typedef uint8_t matcher_source(void *context);

// Takes acc_cable_matcher_bytes(pairs) bytes and writes the pairs that stand for them: bit i of `bits`
// (word i / 32, place i % 32) is the first bit of pair i, bit pairs + i the second. The words of
// 2 * pairs bits are overwritten.
void acc_cable_matcher_match(matcher_source *source, void *context, uint32_t pairs, uint32_t *bits);

// The reverse, from soft bits in the same places; negative is 1. Writes up to MATCHER_ROOM bytes more
// than acc_cable_matcher_bytes(pairs). False when a class is not as frequent as it must be.
bool acc_cable_matcher_restore(const int16_t *sums, uint32_t pairs, uint8_t *bytes);

enum { MATCHER_ROOM = 16 };

#endif
