// The inner code (conv.h): encoder, Viterbi decoder with eight states per vector, and a shortcut for
// error-free blocks.
//
// Input: bytes, or soft decisions of block.c. Output: symbols, or bytes. A branch that sends signs
// (p, q) adds p a + q b to the path metric, with a and b the soft decisions; the largest metric
// wins.
#include "fec/conv.h"

#include <assert.h>
#include <string.h>

// Taps with the newest bit lowest: 171 and 133 octal, bits reversed.
enum { GENERATOR_1 = 0x4F, GENERATOR_2 = 0x6D };

static unsigned parity(unsigned bits)
{
    bits ^= bits >> 4;
    bits ^= bits >> 2;
    bits ^= bits >> 1;
    return bits & 1;
}

// Both outputs of one input bit: the parity of the window under each generator.
static size_t put_bit(unsigned *window, unsigned bit, uint8_t *symbols, size_t count)
{
    *window = (*window << 1 | bit) & 0x7F;
    symbols[count] = (uint8_t)parity(*window & GENERATOR_1);
    symbols[count + 1] = (uint8_t)parity(*window & GENERATOR_2);
    return count + 2;
}

size_t acc_conv_encode(const uint8_t *bytes, size_t len, uint8_t *symbols)
{
    unsigned window = 0;
    size_t count = 0;
    for (size_t i = 0; i < 8 * len; i++)
        count = put_bit(&window, bytes[i / 8] >> (7 - i % 8) & 1, symbols, count);
    for (size_t i = 0; i < CONV_TAIL; i++)
        count = put_bit(&window, 0, symbols, count);
    return count;
}

// eight states side by side
typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint16_t words __attribute__((vector_size(16)));

// The encoder's output on the transition from state s to 2 s, as +1 or -1. The other three branches
// of the butterfly have the same or the opposite output, because both generators' outer taps are set.
static void branch_signs(shorts first[4], shorts second[4])
{
    for (unsigned s = 0; s < 32; s++) {
        first[s / 8][s % 8] = parity(s << 1 & GENERATOR_1) ? 1 : -1;
        second[s / 8][s % 8] = parity(s << 1 & GENERATOR_2) ? 1 : -1;
    }
}

static inline shorts larger(shorts a, shorts b, shorts b_is_larger)
{
    return (a & ~b_is_larger) | (b & b_is_larger);
}

// One trellis step, add-compare-select: state 2 s + b is reached from s and s + 32; metric' =
// max(metric[s] +- gain, metric[s + 32] -+ gain). `taken` collects one bit per step: whether the upper
// state won; first for the even states, then for the odd ones.
static inline void step(const shorts from[8], shorts to[8], const shorts first[4],
                        const shorts second[4], int16_t a, int16_t b, words taken[8])
{
    for (int v = 0; v < 4; v++) {
        shorts gain = first[v] * a + second[v] * b, low = from[v], high = from[v + 4];
        shorts zero_low = low + gain, zero_high = high - gain;
        shorts one_low = low - gain, one_high = high + gain;
        shorts zero = (shorts)(zero_high > zero_low), one = (shorts)(one_high > one_low);
        shorts even = larger(zero_low, zero_high, zero), odd = larger(one_low, one_high, one);
        to[2 * v] = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
        to[2 * v + 1] = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
        // a true comparison is -1
        taken[v] = taken[v] + taken[v] - (words)zero;
        taken[v + 4] = taken[v + 4] + taken[v + 4] - (words)one;
    }
}

// Follows the survivors from state 0 at the end back to the start. The newest bit of each state is the
// output.
static void trace_back(uint16_t survivors[][64], size_t steps, uint8_t *bytes, size_t len)
{
    memset(bytes, 0, len);
    unsigned state = 0;
    for (size_t t = steps; t-- > 0;) {
        unsigned bit = state & 1, way = bit << 5 | state >> 1;
        state = state >> 1 | (unsigned)(survivors[t / 16][way] >> (15 - t % 16) & 1) << 5;
        if (t < 8 * len)
            bytes[t / 8] |= (uint8_t)(bit << (7 - t % 8));
    }
}

// A generator's output for the last six bits. `sent` has a bit for each of the 32 values that begin
// with 0; the others have the opposite output.
static inline unsigned sent_after(uint32_t sent, unsigned bits)
{
    return (sent >> (bits & 31) ^ bits >> 5) & 1;
}

// Decodes hard decisions that are a code word; no other path has a larger metric. False when they are
// no code word.
static bool read_word(const int8_t *soft, uint8_t *bytes, size_t len)
{
    const uint32_t first = 0x96969696, second = 0xC3C33C3C;  // of GENERATOR_1 and GENERATOR_2
    unsigned bits = 0;
    for (size_t t = 0; t < 8 * len + CONV_TAIL; t++) {
        int a = soft[2 * t], b = soft[2 * t + 1];
        // the newest bit is in both
        unsigned bit = (a > 0) ^ sent_after(first, bits);
        if (bit != ((b > 0) ^ sent_after(second, bits)) || a == 0 || b == 0)
            return false;
        bits = bits << 1 | bit;
        if (t % 8 == 7)
            bytes[t / 8] = (uint8_t)bits;
    }
    return (bits & 63) == 0;
}

bool acc_conv_decode(const int8_t *soft, uint8_t *bytes, size_t len, uint16_t survivors[][64])
{
    size_t steps = 8 * len + CONV_TAIL;
    assert(steps <= CONV_MAX_BITS);
    if (read_word(soft, bytes, len))
        return true;
    shorts first[4], second[4], metric[2][8];
    branch_signs(first, second);
    // the encoder starts in state 0; six branches of the largest soft value outweigh any other
    // start
    for (int s = 0; s < 64; s++)
        metric[0][s / 8][s % 8] = s ? -2 * (int)CONV_TAIL * CONV_SOFT_MAX : 0;
    for (size_t part = 0; part < steps; part += 16) {
        words taken[8] = {{0}};
        size_t count = steps - part < 16 ? steps - part : 16;
        for (size_t t = part; t < part + count; t++)
            step(metric[t & 1], metric[(t + 1) & 1], first, second, soft[2 * t], soft[2 * t + 1],
                 taken);
        for (size_t v = 0; v < 8; v++)
            taken[v] <<= 16 - count;
        memcpy(survivors[part / 16], taken, sizeof taken);
    }
    trace_back(survivors, steps, bytes, len);
    return false;
}
