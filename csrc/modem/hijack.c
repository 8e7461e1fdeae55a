// HiJack characters by correlation of whole characters (docs/modem.md, HiJack).
#include "modem/hijack.h"

#include <math.h>
#include <string.h>

enum {
    CHARACTER = 11,  // bits from start to stop
    ONES = 12,       // that must precede a character unless another does
    IDLE = 8,        // the nearest of them, measured as its own bits are
    MASK = HIJACK_RING - 1,
};
static const float clocks[] = {1.0f, 0.986f, 1.014f};
// Least magnitude of any bit over the mean. A higher limit loses characters in noise, a lower one accepts other signals.
static const float clear = 0.42f;
// Least share of the energy that is the character's, half of what a clean one has: a mean magnitude of 2 a / pi per
// sample over an energy of a^2 / 2 gives 8 / pi^2 = 0.81.
static const float pure = 0.4f;
// The same of the energy below about 5 kHz, where music and FSK are. Of 2400 characters of FSK at 600 bit/s, 900 and
// 1400 Hz, 76 passed with 0.52, one with 0.62; HiJack at 1 to 4 dB loses as many with either, and more with 0.66.
static const float clean = 0.62f;
// Largest variance of the bits' magnitudes over their mean squared: a standard deviation of 28 %.
static const float even = 0.08f;

void acc_hijack_init(hijack_receiver *h, double rate)
{
    memset(h, 0, sizeof *h);
    slots_init(&h->wave, rate / (HIJACK_BAUD * HIJACK_SLOTS));
    slots_init(&h->energy, rate / (HIJACK_BAUD * HIJACK_SLOTS));
    h->block = (float)(1 - 2 * 3.141592653589793 * 20 / rate);  // below 20 Hz
}

// A character that may have just ended.
typedef struct character {
    float sum;      // of the magnitudes of its bits
    float squares;  // of their squares
    float weakest;  // of them
    unsigned bits;  // the first one lowest
} character;

// Soft value of the bit that lies `back` bits before the newest.
static float bit_at(const hijack_receiver *h, int back, float clock)
{
    float slots_back = (float)(back * HIJACK_SLOTS) * clock;
    unsigned whole = (unsigned)slots_back;
    float part = slots_back - (float)whole;
    uint64_t slot = h->count - 1 - whole;
    return h->soft[slot & MASK] * (1 - part) + h->soft[(slot - 1) & MASK] * part;
}

static void take_bit(character *c, float soft)
{
    float magnitude = fabsf(soft);
    c->sum += magnitude;
    c->squares += magnitude * magnitude;
    c->weakest = magnitude < c->weakest ? magnitude : c->weakest;
}

// Whether enough of the energy of the newest bits is theirs, given their mean magnitude. A bit of
// amplitude a gives at least 2 a / pi a sample, and a^2 / 2 of energy. The means of slots leave out most
// of a noise, which lies at all frequencies, but hardly anything of other tones: so more of them must be
// the character's.
static bool is_pure(const hijack_receiver *h, float mean, int bits)
{
    float power = 0, low = 0, own = mean * mean * (float)bits / HIJACK_SLOTS;
    for (int i = 1; i <= bits * HIJACK_SLOTS; i++) {
        uint64_t slot = (h->count - (uint64_t)i) & MASK;
        power += h->power[slot];
        low += h->level[slot] * h->level[slot];
    }
    return own >= pure * power * h->wave.length && own >= clean * low;
}

// Whether the bits farther back than `idle` are ones. They may be weak: so far back a clock that is a
// little off has slipped.
static bool ones_precede(const hijack_receiver *h, float clock, float sign, int idle, int ones)
{
    for (int i = idle; i < ones; i++)
        if (sign * bit_at(h, CHARACTER + i, clock) <= 0)
            return false;
    return true;
}

// Reads the character whose stop bit is the newest bit. False when it cannot be one, which in most places
// the ones before it and its start and stop bit tell.
static bool read_character(const hijack_receiver *h, float clock, float sign, int idle,
                           character *c)
{
    *c = (character){.weakest = INFINITY};
    if (sign * bit_at(h, CHARACTER - 1, clock) > 0 || sign * bit_at(h, 0, clock) <= 0)
        return false;
    for (int i = 0; i < idle; i++) {
        float soft = sign * bit_at(h, CHARACTER + i, clock);
        if (soft <= 0)
            return false;
        take_bit(c, soft);
    }
    for (int i = 0; i < CHARACTER; i++) {
        float soft = sign * bit_at(h, CHARACTER - 1 - i, clock);
        c->bits |= (unsigned)(soft > 0) << i;
        take_bit(c, soft);
    }
    float bits = (float)(CHARACTER + idle), mean = c->sum / bits;
    return c->weakest > clear * mean && c->squares < (1 + even) * mean * c->sum;
}

static void look_for_character(hijack_receiver *h)
{
    uint64_t since = h->count - h->last_end;
    if (h->count < (uint64_t)HIJACK_WINDOW * HIJACK_SLOTS ||
        since + HIJACK_SLOTS / 2 < CHARACTER * HIJACK_SLOTS)
        return;
    int gap = (int)((since + HIJACK_SLOTS / 2) / HIJACK_SLOTS) - CHARACTER;
    int ones = h->last_end == 0 || gap > ONES ? ONES : gap > 0 ? gap : 0;
    int idle = ones < IDLE ? ones : IDLE, bits = CHARACTER + idle;
    for (int i = 0; i < 6; i++) {
        character c;
        // with a wrong clock or polarity there could be a character in ones alone
        if (idle < IDLE && i != h->reading)
            continue;
        float clock = clocks[i / 2], sign = i % 2 ? -1.0f : 1.0f;
        if (!read_character(h, clock, sign, idle, &c) || c.sum <= h->best * (float)bits ||
            !ones_precede(h, clock, sign, idle, ones) || !is_pure(h, c.sum / (float)bits, bits))
            continue;
        h->best = c.sum / (float)bits;
        h->best_at = h->count;
        h->best_reading = i;
        h->best_byte = (uint8_t)(c.bits >> 1);
        h->best_parity = __builtin_parity(c.bits >> 1 & 0x1FF) == 0;
        h->pending = true;
    }
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
    // up to a bit early it may look like one of the other polarity, at a wrong clock
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
