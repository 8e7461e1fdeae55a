// HiJack characters: the comparison of whole characters at every place (docs/modem.md, HiJack).
#include "modem/hijack.h"

#include <math.h>
#include <string.h>

enum {
    CHARACTER = 11,  // bits from start to stop
    ONES = 12,       // that must precede a character unless another character does
    IDLE = 8,        // how many of these, next to the character, are measured like its bits
    LEAST = 2,       // least bits of a character that has begun
    MASK = HIJACK_RING - 1,
};
static const float clocks[] = {1.0f, 0.986f, 1.014f};
// Least magnitude of any bit over the mean. A higher limit loses characters in noise, a lower one accepts other
// signals.
static const float clear = 0.42f;
// The character's least share of the energy, half that of a clean one: a mean magnitude of 2 a / pi per sample and an
// energy of a^2 / 2 have the ratio 8 / pi^2 = 0.81.
static const float pure = 0.4f;
// The same share of the energy below about 5 kHz, where music and FSK are. Of 2400 characters of FSK at 600 bit/s, 900
// and 1400 Hz, 76 passed with 0.52 and one with 0.62; HiJack at 1 to 4 dB loses as many with either, and more with
// 0.66.
static const float clean = 0.62f;
// Largest variance of the bits' magnitudes over the square of their mean: a standard deviation of 28 %.
static const float even = 0.08f;

void acc_hijack_init(hijack_receiver *h, double rate)
{
    memset(h, 0, sizeof *h);
    slots_init(&h->wave, rate / (HIJACK_BAUD * HIJACK_SLOTS));
    slots_init(&h->energy, rate / (HIJACK_BAUD * HIJACK_SLOTS));
    h->block = (float)(1 - 2 * 3.141592653589793 * 20 / rate);  // below 20 Hz
}

// A possible character that has just ended.
typedef struct character {
    float sum;      // of its bits' magnitudes
    float squares;  // sum of the magnitudes' squares
    float weakest;  // smallest magnitude
    unsigned bits;  // the first bit lowest
} character;

// How bits are read: the slot after the newest bit, clock and polarity.
typedef struct view {
    uint64_t end;
    float clock, sign;
} view;

static view view_of(uint64_t end, int reading)
{
    return (view){end, clocks[reading / 2], reading % 2 ? -1.0f : 1.0f};
}

// The soft value of the bit `back` bits before the newest.
static float bit_at(const hijack_receiver *h, view v, int back)
{
    float slots_back = (float)(back * HIJACK_SLOTS) * v.clock;
    unsigned whole = (unsigned)slots_back;
    float part = slots_back - (float)whole;
    uint64_t slot = v.end - 1 - whole;
    return v.sign * (h->soft[slot & MASK] * (1 - part) + h->soft[(slot - 1) & MASK] * part);
}

static void take_bit(character *c, float soft)
{
    float magnitude = fabsf(soft);
    c->sum += magnitude;
    c->squares += magnitude * magnitude;
    c->weakest = magnitude < c->weakest ? magnitude : c->weakest;
}

// Whether the newest bits have enough of the energy, given their mean magnitude. A bit of amplitude
// a has at least 2 a / pi per sample, and an energy of a^2 / 2. Averaging over slots suppresses most
// of a wide-band noise but hardly any other tone, so the required share of the slots' energy is larger.
static bool is_pure(const hijack_receiver *h, view v, float mean, int bits)
{
    float power = 0, low = 0, own = mean * mean * (float)bits / HIJACK_SLOTS;
    for (int i = 1; i <= bits * HIJACK_SLOTS; i++) {
        uint64_t slot = (v.end - (uint64_t)i) & MASK;
        power += h->power[slot];
        low += h->level[slot] * h->level[slot];
    }
    return own >= pure * power * h->wave.length && own >= clean * low;
}

// Whether the bits from `from` to `to` back are ones. They may be weak: a clock offset has moved them.
static bool ones_precede(const hijack_receiver *h, view v, int from, int to)
{
    for (int i = from; i < to; i++)
        if (bit_at(h, v, i) <= 0)
            return false;
    return true;
}

// Reads the first `length` bits of a character (CHARACTER with the stop bit) and `idle` ones before
// it. False when it cannot be a character; most places fail by the ones, start or stop bit.
static bool read_character(const hijack_receiver *h, view v, int length, int idle, character *c)
{
    *c = (character){.weakest = INFINITY};
    if (bit_at(h, v, length - 1) > 0 || (length == CHARACTER && bit_at(h, v, 0) <= 0))
        return false;
    for (int i = 0; i < idle; i++) {
        float soft = bit_at(h, v, length + i);
        if (soft <= 0)
            return false;
        take_bit(c, soft);
    }
    for (int i = 0; i < length; i++) {
        float soft = bit_at(h, v, length - 1 - i);
        c->bits |= (unsigned)(soft > 0) << i;
        take_bit(c, soft);
    }
    float bits = (float)(length + idle), mean = c->sum / bits;
    return c->weakest > clear * mean && c->squares < (1 + even) * mean * c->sum;
}

// The number of ones required before a character whose first `length` bits end with the slot before `end`.
static int ones_before(const hijack_receiver *h, uint64_t end, int length)
{
    int gap = (int)((end - h->last_end + HIJACK_SLOTS / 2) / HIJACK_SLOTS) - length;
    return h->last_end == 0 || gap > ONES ? ONES : gap > 0 ? gap : 0;
}

static void look_for_character(hijack_receiver *h)
{
    uint64_t since = h->count - h->last_end;
    if (h->count < (uint64_t)HIJACK_WINDOW * HIJACK_SLOTS ||
        since + HIJACK_SLOTS / 2 < CHARACTER * HIJACK_SLOTS)
        return;
    int ones = ones_before(h, h->count, CHARACTER);
    int idle = ones < IDLE ? ones : IDLE, bits = CHARACTER + idle;
    for (int i = 0; i < 6; i++) {
        character c;
        // shortly after a character, clock and polarity are known; with others, ones may look like a character
        if (idle < IDLE && i != h->reading)
            continue;
        const view v = view_of(h->count, i);
        if (!read_character(h, v, CHARACTER, idle, &c) || c.sum <= h->best * (float)bits ||
            !ones_precede(h, v, CHARACTER + idle, CHARACTER + ones) ||
            !is_pure(h, v, c.sum / (float)bits, bits))
            continue;
        h->best = c.sum / (float)bits;
        h->best_at = h->count;
        h->best_reading = i;
        h->best_byte = (uint8_t)(c.bits >> 1);
        h->best_parity = __builtin_parity(c.bits >> 1 & 0x1FF) == 0;
        h->pending = true;
    }
}

// Whether the first `length` bits of a character end with the slot before `end`.
static bool ends_within(const hijack_receiver *h, uint64_t end, int length)
{
    int ones = ones_before(h, end, length), idle = ones < IDLE ? ones : IDLE, bits = length + idle;
    // ones read half a bit late are zeros: without ones before it, a character must begin where the last one ended
    const int64_t late = (int64_t)(end - h->last_end) - (int64_t)length * HIJACK_SLOTS;
    if (ones == 0 && (late < -HIJACK_SLOTS / 4 || late > HIJACK_SLOTS / 4))
        return false;
    for (int i = 0; i < 6; i++) {
        character c;
        const view v = view_of(end, i);
        if (idle < IDLE && i != h->reading)
            continue;
        if (read_character(h, v, length, idle, &c) &&
            ones_precede(h, v, length + idle, length + ones) &&
            is_pure(h, v, c.sum / (float)bits, bits))
            return true;
    }
    return false;
}

bool acc_hijack_is_cut(const hijack_receiver *h)
{
    // a pending character has ended
    if (h->pending || h->count < (uint64_t)HIJACK_WINDOW * HIJACK_SLOTS)
        return false;
    // the last bit may be cut
    for (uint64_t part = 0; part < HIJACK_SLOTS; part++)
        for (int length = LEAST; length < CHARACTER; length++)
            if (ends_within(h, h->count - part, length))
                return true;
    return false;
}

static bool take_slot(hijack_receiver *h, float level, float power)
{
    enum { HALF = HIJACK_SLOTS / 2 };
    uint64_t n = h->count++;
    h->level[n & MASK] = level;
    h->power[n & MASK] = power;
    float soft = 0;
    for (uint64_t i = 0; i < HALF; i++)
        soft += h->level[(n - i) & MASK] - h->level[(n - HALF - i) & MASK];
    h->soft[n & MASK] = soft;
    look_for_character(h);
    // up to a bit early, it may look like a character of the other polarity at a wrong clock
    if (!h->pending || n + 1 - h->best_at < HIJACK_SLOTS + HALF)
        return false;
    h->last_end = h->best_at;
    h->reading = h->best_reading;
    h->parity_errors += !h->best_parity;
    h->best = 0;
    h->pending = false;
    return true;
}

static float without_dc(hijack_receiver *h, float x)
{
    x = x >= -8 && x <= 8 ? x : 0;
    h->blocked = x - h->before + h->block * h->blocked;
    h->before = x;
    return h->blocked;
}

size_t acc_hijack_push(hijack_receiver *h, const float *pcm, size_t len, uint8_t *byte, bool *found)
{
    *found = false;
    for (size_t i = 0; i < len; i++) {
        float x = without_dc(h, pcm[i]), level, power = 0;
        slots_put(&h->wave, x);
        slots_put(&h->energy, x * x);
        while (slots_take(&h->wave, &level)) {
            slots_take(&h->energy, &power);
            if (take_slot(h, level, power)) {
                *byte = h->best_byte;
                *found = true;
            }
        }
        slots_take(&h->energy, &power);
        if (*found)
            return i + 1;
    }
    return len;
}
