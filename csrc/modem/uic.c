// The receiver of telegrams (uic.h). A telegram has too few changes to recover a clock from them, so each place and each of
// five clock ratios is tried: where the header is right, the rest is read, and the clearest telegram counts.
#include "modem/uic.h"

#include <string.h>

enum {
    HEADER_BITS = 12,
    DATA_BITS = 32,
    CHECK_BITS = 7,
    // slots from the first candidate to the report: one read at another clock may end 1.2 bits before or after the right one
    WAIT = 40,
    MASK = UIC_HISTORY - 1
};
#define HEADER 0xFF2u
#define POLYNOMIAL 0xE1u  // x^7 + x^6 + x^5 + 1
#define REMAINDER 0x7Fu   // of a telegram: the checksum is sent inverted
// Two tones 2/3 of the bit rate apart leave a clear bit a value of 0.71. Noise has 0.47 in a telegram, with a standard
// deviation of 0.04; in an hour of it, five headers reach 0.62 and none 0.65, and one checksum in 128 is right.
#define LEAST_CLEARNESS 0.62f
#define LEAST_DAMAGED 0.65f  // of a telegram with a wrong checksum

// Slots of a bit at each clock ratio, 256 = 1: off by 1.5 and 0.75 % to either side, which leaves 0.2 bits at the ends.
static const uint32_t steps[] = {4096, 4065, 4127, 4035, 4157};

void acc_uic_init(uic_receiver *r, double rate)
{
    memset(r, 0, sizeof *r);
    acc_tone_pair_init(&r->tones, UIC_MARK, UIC_SPACE, UIC_BAUD, rate);
}

// The value of bit `i` of the telegram that ends now.
static int value_of(const uic_receiver *r, uint32_t i, uint32_t step)
{
    const uint32_t back = ((UIC_BITS - 1 - i) * step + 128) >> 8;
    return r->values[(r->now - 1 - back) & MASK];
}

static bool has_header(const uic_receiver *r, uint32_t step)
{
    for (uint32_t i = 0; i < HEADER_BITS; i++) {
        const int value = value_of(r, i, step);
        if (HEADER >> (HEADER_BITS - 1 - i) & 1 ? value <= 0 : value >= 0)
            return false;
    }
    return true;
}

static uint32_t remainder_of(uint64_t bits)
{
    for (int at = DATA_BITS + CHECK_BITS - 1; at >= CHECK_BITS; at--)
        if (bits >> at & 1)
            bits ^= (uint64_t)POLYNOMIAL << (at - CHECK_BITS);
    return (uint32_t)bits;
}

static uic_candidate read_at(const uic_receiver *r, uint32_t step)
{
    uic_candidate read = {0, 0};
    int sum = 0;
    for (uint32_t i = 0; i < UIC_BITS; i++) {
        const int value = value_of(r, i, step);
        read.bits = read.bits << 1 | (value > 0);
        sum += value < 0 ? -value : value;
    }
    read.bits &= ((uint64_t)1 << (DATA_BITS + CHECK_BITS)) - 1;
    read.clearness = (float)sum / (127 * UIC_BITS);
    return read;
}

// A telegram's rank. A right checksum counts as much as one bit that is clear, not more: a read at another clock has
// further wrong bits, which may make the checksum of a damaged telegram right.
static float rank_of(const uic_candidate *read)
{
    return read->clearness + (remainder_of(read->bits) == REMAINDER ? 1.0f / UIC_BITS : 0);
}

static void search(uic_receiver *r)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (!has_header(r, steps[i]))
            continue;
        const uic_candidate read = read_at(r, steps[i]);
        if (read.clearness < LEAST_CLEARNESS)
            continue;
        if (!r->left || rank_of(&read) > rank_of(&r->best))
            r->best = read;
        r->left = r->left ? r->left : WAIT;
    }
}

static char digit_of(unsigned value)
{
    return "0123456789ABCDEF"[value];
}

// A digit of the train, whose bits arrive least significant first.
static unsigned reversed(unsigned digit)
{
    return (digit & 1) << 3 | (digit & 2) << 1 | (digit & 4) >> 1 | digit >> 3;
}

static void write_text(uic_receiver *r)
{
    const uint32_t data = (uint32_t)(r->best.bits >> CHECK_BITS);
    char *to = r->text;
    for (int digit = 7; digit > 1; digit--)
        *to++ = digit_of(reversed(data >> 4 * digit & 15));
    *to++ = ' ';
    *to++ = digit_of(data >> 4 & 15);
    *to++ = digit_of(data & 15);
    *to++ = '\n';
    *to = 0;
}

// The end of a slot. True when a telegram has ended.
static bool take_slot(uic_receiver *r, float value)
{
    r->values[r->now++ & MASK] = (int8_t)(127 * value);
    search(r);
    if (!r->left || --r->left)
        return false;
    r->is_whole = remainder_of(r->best.bits) == REMAINDER;
    write_text(r);
    return r->is_whole || r->best.clearness >= LEAST_DAMAGED;
}

size_t acc_uic_push(uic_receiver *r, const float *pcm, size_t len, bool *has_ended)
{
    *has_ended = false;
    for (size_t i = 0; i < len; i++) {
        float value;
        acc_tone_pair_add(&r->tones, pcm[i]);
        while (acc_tone_pair_take(&r->tones, &value))
            *has_ended = take_slot(r, value) || *has_ended;
        if (*has_ended)
            return i + 1;
    }
    return len;
}
