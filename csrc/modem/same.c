// The receiver of SAME (same.h). The changes between the tones carry the bit clock.
#include "modem/same.h"

#include <math.h>
#include <string.h>

enum {
    PREAMBLE_ERRORS = 8,  // of the last 32 bits of the preamble
    START_ERRORS =
        3,  // of the 32 bits of "ZCZC" or "NNNN"; with the preamble, noise passes once in 10^12 bits
    // a character that no text has adds WRONG and another takes 1 away; at MOST_WRONG the text has ended. Of random
    // characters, two thirds are wrong; in a text with one wrong bit in twenty, one in nine.
    WRONG = 3,
    MOST_WRONG = 9,
    REPEATS = 3,
    QUIET = 20833,  // slots without a further repeat that end a message: 2.5 s
    // "+TTTT-JJJHHMM-LLLLLLLL-" ends a header: the time that it is valid, when it was sent, and by whom
    TAIL = 23
};
#define PREAMBLE 0xABABABABu

static uint32_t word_of(const char *text)
{
    return (uint32_t)text[0] | (uint32_t)text[1] << 8 | (uint32_t)text[2] << 16 |
           (uint32_t)text[3] << 24;
}

void acc_same_init(same_receiver *r, double rate)
{
    memset(r, 0, sizeof *r);
    acc_tone_pair_init(&r->tones, SAME_MARK, SAME_SPACE, SAME_BAUD, rate);
}

static unsigned differing(uint32_t a, uint32_t b)
{
    return (unsigned)__builtin_popcount(a ^ b);
}

// Whether the latest bits end a preamble and begin a text.
static bool begins(const same_receiver *r)
{
    const uint32_t text = (uint32_t)(r->bits >> 32);
    return differing((uint32_t)r->bits, PREAMBLE) <= PREAMBLE_ERRORS &&
           (differing(text, word_of("ZCZC")) <= START_ERRORS ||
            differing(text, word_of("NNNN")) <= START_ERRORS);
}

// Whether another repeat was read of the message, and not of the next one: a quarter of the bits may be wrong.
static bool is_repeat(const same_receiver *r)
{
    const uint32_t read = r->taken / 8;
    const uint32_t bits = 8 * (read < r->length ? read : r->length);
    uint32_t other = 0;
    for (uint32_t i = 0; i < bits; i++)
        other += (r->read[i] > 0) != (r->votes[i] > 0);
    return 4 * other <= bits;
}

static void add_votes(same_receiver *r)
{
    const uint32_t read = r->taken / 8;
    for (uint32_t i = 0; i < 8 * read; i++)
        r->votes[i] = (int16_t)(r->votes[i] + r->read[i]);
    r->length = read > r->length ? read : r->length;
    r->repeats++;
    r->quiet = 0;
}

static bool is_text(unsigned character)
{
    return (character >= ' ' && character <= '~') || character == '\r' || character == '\n';
}

static unsigned character_of(const int16_t *votes)
{
    unsigned character = 0;
    for (int bit = 0; bit < 8; bit++)
        character |= (unsigned)(votes[bit] > 0) << bit;
    return character;
}

// The size of a whole message that begins in `text`; 0 if it is none.
static size_t whole_size(const char *text, size_t len)
{
    if (len >= 4 && memcmp(text, "NNNN", 4) == 0)
        return 4;
    const char *plus = memchr(text, '+', len);
    const bool fits = plus && memcmp(text, "ZCZC-", 5) == 0 && len - (size_t)(plus - text) >= TAIL;
    return fits && plus[5] == '-' && plus[13] == '-' && plus[TAIL - 1] == '-'
               ? (size_t)(plus - text) + TAIL
               : 0;
}

// Makes the text of all repeats, and forgets them.
static void end_message(same_receiver *r)
{
    for (uint32_t i = 0; i < r->length; i++) {
        const unsigned character = character_of(r->votes + 8 * i);
        r->text[i] = is_text(character) ? (char)character : '?';
    }
    const size_t size = whole_size(r->text, r->length);
    r->is_whole = size > 0;
    r->text[size] = '\n';
    r->text[size + 1] = 0;
    memset(r->votes, 0, sizeof r->votes);
    r->length = r->repeats = 0;
}

// The text being read has ended. True if this ends a message.
static bool end_text(same_receiver *r)
{
    r->taken = r->right;
    const bool is_new = r->repeats && !is_repeat(r);
    if (is_new)
        end_message(r);
    add_votes(r);
    r->taken = r->wrong = 0;
    if (r->repeats < REPEATS)
        return is_new;
    end_message(r);
    return true;
}

static int8_t vote_of(float bit)
{
    return (int8_t)(127 * bit);
}

// Begins a text with the four characters that were recognised.
static void begin_text(same_receiver *r)
{
    for (uint32_t i = 0; i < 32; i++)
        r->read[i] = r->bits >> (32 + i) & 1 ? 127 : -127;
    r->taken = r->right = 32;
    r->wrong = 0;
}

// Takes a bit, -1 to 1. True when a message has ended.
static bool take_bit(same_receiver *r, float bit)
{
    r->bits = r->bits >> 1 | (uint64_t)(bit > 0) << 63;
    if (begins(r)) {
        const bool ended = r->taken > 32 && end_text(r);
        begin_text(r);
        return ended;
    }
    if (!r->taken)
        return false;
    r->read[r->taken++] = vote_of(bit);
    if (r->taken % 8)
        return false;
    if (!is_text((unsigned)(r->bits >> 56)))
        r->wrong += WRONG;
    else
        r->wrong -= r->wrong > 0;
    r->right = r->wrong ? r->right : r->taken;
    return (r->wrong >= MOST_WRONG || r->taken == SAME_TEXT * 8) && end_text(r);
}

// The end of a slot: recovers the clock, and decides a bit each sixteen slots. A change of the tones crosses zero half a bit
// after it, when the correlators have seen half of each; the bit is decided half a bit later, when they have seen it whole.
static bool take_slot(same_receiver *r, float bit)
{
    if ((bit > 0) != (r->before > 0)) {
        const float crossed = fabsf(bit) / (fabsf(bit) + fabsf(r->before) + 1e-9f);
        r->clock -= 0.15f * (r->clock + 1 - crossed - 0.5f * TONE_SLOTS);
    }
    r->before = bit;
    r->clock += 1;
    if (r->clock >= TONE_SLOTS) {
        r->clock -= TONE_SLOTS;
        if (take_bit(r, bit))
            return true;
    }
    if (r->taken || !r->repeats || ++r->quiet < QUIET)
        return false;
    end_message(r);
    return true;
}

size_t acc_same_push(same_receiver *r, const float *pcm, size_t len, bool *has_ended)
{
    *has_ended = false;
    for (size_t i = 0; i < len; i++) {
        float bit;
        acc_tone_pair_add(&r->tones, pcm[i]);
        while (acc_tone_pair_take(&r->tones, &bit))
            *has_ended = take_slot(r, bit) || *has_ended;
        if (*has_ended)
            return i + 1;
    }
    return len;
}
