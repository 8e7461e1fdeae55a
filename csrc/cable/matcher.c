// The matcher of shaped bursts (matcher.h): arithmetic coding, reversed. Every sequence of pairs with
// the exact class frequencies has an interval in [0, 1); all intervals have nearly the same width. The
// bytes are a number in [0, 1). The encoder sends the sequence whose interval contains the number; the
// decoder computes the interval of the received sequence, then the number in it. A pair is two
// decisions: inner or outer half of the classes, then one of the two classes in it. The probability of
// a decision's value is its share of the occurrences that are left.
//
// Input: bytes, or soft bits. Output: pairs, or bytes. block.c calls it.
#include "cable/matcher.h"

#include <string.h>

// The occurrences of a decision that are left: of both values, and of ones.
typedef struct decision {
    uint32_t left, ones;
} decision;

// The decision between inner and outer classes, and one within each half: outer, inner.
typedef struct decisions {
    decision inner, within[2];
} decisions;

// The labels of classes 0 to 3, first bit first, are 10, 11, 01, 00, as in the levels' Gray code.
// Frequencies are rounded down; the rarest class has the remaining pairs.
static decisions start(uint32_t pairs)
{
    uint32_t count[MATCHER_CLASSES - 1];
    for (unsigned i = 0; i + 1 < MATCHER_CLASSES; i++)
        count[i] = pairs * matcher_frequency(i) / MATCHER_UNIT;
    uint32_t inner = count[0] + count[1];
    return (decisions){{pairs, inner}, {{pairs - inner, count[2]}, {inner, count[1]}}};
}

// ENTROPY is 65536 times the entropy of a class, 1.825 bits. The number of sequences is about 2^(pairs *
// entropy) / pairs^1.5. The divisor takes 1.5 log2(pairs) bits, 3 per base-4 digit of `pairs`. Rounding
// in the coder takes less than a bit.
uint32_t acc_cable_matcher_bytes(uint32_t pairs)
{
    enum { ENTROPY = 119624 };
    uint32_t bits = (uint32_t)((uint64_t)pairs * ENTROPY >> 16), lost = 1;
    for (uint32_t i = pairs; i; i /= 4)
        lost += 3;
    return bits > lost ? (bits - lost) / 8 : 0;
}

// The part of a range for value 0; value 1 has the rest. If no ones are left, value 0 has all.
static uint32_t part_of(const decision *d, uint32_t range)
{
    return d->ones == 0 ? range : range / d->left * (d->left - d->ones);
}

static void count(decision *d, unsigned value)
{
    d->left--;
    d->ones -= value;
}

// The initial range. After each decision the range is doubled to at least half of WHOLE, so a
// decision's rounding error is less than 2^-14 of the range.
#define WHOLE ((uint32_t)1 << 31)

// The number of bits by which a range can be shifted left.
static unsigned shift_of(uint32_t range)
{
    return (unsigned)__builtin_clz(range) - 1;
}

// Reads the number's bits, highest first, then zeros. `code` is the number minus the lower end of
// the range.
typedef struct reader {
    matcher_source *source;
    void *context;
    uint32_t left;   // bytes left in the source
    uint32_t ahead;  // bits read from the source that are not in `code` yet, the next one highest
    unsigned have;   // number of these bits
    uint32_t code, range;
} reader;

// Returns the next n bits, at most 16.
static inline uint32_t take(reader *r, unsigned n)
{
    for (; r->have < n; r->have += 8) {
        uint32_t byte = r->left ? r->source(r->context) : 0;
        r->left -= r->left > 0;
        r->ahead |= byte << (24 - r->have);
    }
    uint32_t bits = r->ahead >> 1 >> (31 - n);
    r->ahead <<= n;
    r->have -= n;
    return bits;
}

static inline unsigned decide(reader *r, decision *d)
{
    uint32_t part = part_of(d, r->range);
    unsigned value = r->code >= part;
    count(d, value);
    r->range = value ? r->range - part : part;
    r->code -= value ? part : 0;
    unsigned n = shift_of(r->range);
    r->range <<= n;
    r->code = r->code << n | take(r, n);
    return value;
}

void acc_cable_matcher_match(matcher_source *source, void *context, uint32_t pairs, uint32_t *bits)
{
    decisions d = start(pairs);
    reader r = {source, context, acc_cable_matcher_bytes(pairs), 0, 0, 0, WHOLE};
    r.code = take(&r, 15) << 16;
    r.code |= take(&r, 16);
    memset(bits, 0, pairs / 4);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t first = decide(&r, &d.inner), second = decide(&r, &d.within[first]),
                 at = pairs + i;
        bits[i / 32] |= first << i % 32;
        bits[at / 32] |= second << at % 32;
    }
}

// Writes the lower end of the interval: bits that only a carry can change are in `bytes`, the next
// 31 in `low`.
typedef struct writer {
    uint8_t *bytes;
    uint32_t at, end;  // next bit, and the limit of the bits
    uint32_t low, range;
} writer;

// Adds one at bit `at` - 1. False when the carry passes the highest bit.
static bool carry(uint8_t *bytes, uint32_t at)
{
    if (at == 0)
        return false;
    uint32_t i = (at - 1) / 8;
    unsigned sum = bytes[i] + (0x80u >> (at - 1) % 8);
    bytes[i] = (uint8_t)sum;
    while (sum > 255 && i > 0) {
        sum = bytes[--i] + 1u;
        bytes[i] = (uint8_t)sum;
    }
    return sum <= 255;
}

// Moves the highest n bits of `low` to `bytes`.
static void settle(writer *w, unsigned n)
{
    for (; n > 0; n--, w->at++) {
        w->low <<= 1;
        if (w->at % 8 == 0)
            w->bytes[w->at / 8] = 0;
        w->bytes[w->at / 8] |= (uint8_t)(w->low >> 31 << (7 - w->at % 8));
        w->low &= WHOLE - 1;
    }
}

// Narrows the interval by one decision. False when this value has no occurrence left, or when `bytes` is
// full.
static bool follow(writer *w, decision *d, unsigned value)
{
    if (value ? d->ones == 0 : d->ones == d->left)
        return false;
    uint32_t part = part_of(d, w->range);
    count(d, value);
    w->low += value ? part : 0;
    if (w->low >= WHOLE && !carry(w->bytes, w->at))
        return false;
    w->low &= WHOLE - 1;
    w->range = value ? w->range - part : part;
    unsigned n = shift_of(w->range);
    if (w->at + n > w->end)
        return false;
    settle(w, n);
    w->range <<= n;
    return true;
}

// Rounds the lower end up to `size` bytes: the smallest such number that is not below the interval.
static bool round_up(writer *w, uint32_t size)
{
    settle(w, 31);
    bool more = false;
    for (uint32_t i = size; i < (w->at + 7) / 8; i++)
        more |= w->bytes[i] != 0;
    return !more || carry(w->bytes, 8 * size);
}

bool acc_cable_matcher_restore(const int16_t *sums, uint32_t pairs, uint8_t *bytes)
{
    uint32_t size = acc_cable_matcher_bytes(pairs);
    decisions d = start(pairs);
    writer w = {bytes, 0, 8 * (size + MATCHER_ROOM) - 31, 0, WHOLE};
    for (uint32_t i = 0; i < pairs; i++) {
        unsigned first = sums[i] < 0, second = sums[pairs + i] < 0;
        if (!follow(&w, &d.inner, first) || !follow(&w, &d.within[first], second))
            return false;
    }
    return round_up(&w, size);
}
