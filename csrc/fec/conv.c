#include "fec/conv.h"

#include <assert.h>
#include <string.h>

// Taps with the newest bit lowest: 171 and 133 octal read from the other end.
enum { GENERATOR_1 = 0x4F, GENERATOR_2 = 0x6D };

static unsigned parity(unsigned bits)
{
    bits ^= bits >> 4;
    bits ^= bits >> 2;
    bits ^= bits >> 1;
    return bits & 1;
}

static size_t put_bit(unsigned *window, unsigned bit, uint8_t *symbols, size_t count)
{
    *window = (*window << 1 | bit) & 0x7F;
    symbols[count] = (uint8_t)parity(*window & GENERATOR_1);
    symbols[count + 1] = (uint8_t)parity(*window & GENERATOR_2);
    return count + 2;
}

size_t conv_encode(const uint8_t *bytes, size_t len, uint8_t *symbols)
{
    unsigned window = 0;
    size_t count = 0;
    for (size_t i = 0; i < 8 * len; i++)
        count = put_bit(&window, bytes[i / 8] >> (7 - i % 8) & 1, symbols, count);
    for (size_t i = 0; i < CONV_TAIL; i++)
        count = put_bit(&window, 0, symbols, count);
    return count;
}

// What the encoder sends on leaving state s for 2 s, as +1 or -1. The other three branches of the
// butterfly send the same or the opposite, for both generators have their outer taps set.
static void branch_signs(int16_t first[32], int16_t second[32])
{
    for (unsigned s = 0; s < 32; s++) {
        first[s] = parity(s << 1 & GENERATOR_1) ? 1 : -1;
        second[s] = parity(s << 1 & GENERATOR_2) ? 1 : -1;
    }
}

// One trellis step in 32 lanes. `taken` collects, a bit a step, whether the upper state won.
static void step(const int16_t *restrict from, int16_t *restrict to, const int16_t *restrict gain,
                 uint16_t *restrict taken)
{
    for (int s = 0; s < 32; s++) {
        int16_t low = from[s], high = from[s + 32], g = gain[s];
        int16_t zero_low = (int16_t)(low + g), zero_high = (int16_t)(high - g);
        int16_t one_low = (int16_t)(low - g), one_high = (int16_t)(high + g);
        uint16_t zero = zero_high > zero_low, one = one_high > one_low;
        to[2 * s] = zero ? zero_high : zero_low;
        to[2 * s + 1] = one ? one_high : one_low;
        taken[2 * s] = (uint16_t)(taken[2 * s] >> 1 | zero << 15);
        taken[2 * s + 1] = (uint16_t)(taken[2 * s + 1] >> 1 | one << 15);
    }
}

static void trace_back(uint16_t survivors[][64], size_t steps, uint8_t *bytes, size_t len)
{
    memset(bytes, 0, len);
    unsigned state = 0;
    for (size_t t = steps; t-- > 0;) {
        unsigned bit = state & 1;
        state = state >> 1 | (unsigned)(survivors[t / 16][state] >> t % 16 & 1) << 5;
        if (t < 8 * len)
            bytes[t / 8] |= (uint8_t)(bit << (7 - t % 8));
    }
}

void conv_decode(const int8_t *soft, uint8_t *bytes, size_t len, uint16_t survivors[][64])
{
    size_t steps = 8 * len + CONV_TAIL;
    assert(steps <= CONV_MAX_BITS);
    int16_t first[32], second[32], gain[32], metric[2][64];
    branch_signs(first, second);
    memset(survivors, 0, (steps + 15) / 16 * sizeof *survivors);
    // the encoder starts in state 0; six branches of the largest soft value make up any other start
    for (int s = 0; s < 64; s++)
        metric[0][s] = s ? -2 * (int)CONV_TAIL * CONV_SOFT_MAX : 0;
    for (size_t t = 0; t < steps; t++) {
        for (int s = 0; s < 32; s++)
            gain[s] = (int16_t)(first[s] * soft[2 * t] + second[s] * soft[2 * t + 1]);
        step(metric[t & 1], metric[(t + 1) & 1], gain, survivors[t / 16]);
    }
    // a part of 16 steps that was not filled has its bits too high
    for (int s = 0; s < 64 && steps % 16; s++)
        survivors[steps / 16][s] = (uint16_t)(survivors[steps / 16][s] >> (16 - steps % 16));
    trace_back(survivors, steps, bytes, len);
}
