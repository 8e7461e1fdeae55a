// Correlates the last LENGTH symbols of the sound with preamble and sync word, or preamble and block sync, cut
// after each of their symbols. Input: the sync search's ring.
#include "modem/preamble.h"

#include "modem/air.h"

#include <math.h>

#define LENGTH 16  // symbols that are correlated
// Least correlation coefficient r. 16 values of white noise pass with (1 - r^2)^7.5 = 6e-7, which for 3000 places,
// clocks and cuts is 0.2 %. A signal passes from an Es/N0 of 5 dB on.
#define SCORE 0.93f
#define CLOCK_STEP 0.015f  // three clocks; at +-2 % the outer of 16 symbols is off by 0.04
// Symbols before the preamble that must not continue it: a steady tone is no preamble.
#define BEFORE 8

// Symbol `i` of a frame, 1 or -1.
static float symbol_of(int i, bool coded)
{
    bool one;
    if (i < (int)PREAMBLE_BITS)
        one = i % 2 == 0;
    else if (coded)
        one = BLOCK_SYNC_WORD >> (PREAMBLE_BITS + BLOCK_SYNC_BITS - 1 - (unsigned)i) & 1;
    else
        one = SYNC_WORD >> (PREAMBLE_BITS + SYNC_BITS - 1 - (unsigned)i) & 1;
    return one ? 1 : -1;
}

static float value_at(const sync_search *s, float back)
{
    const uint32_t whole = (uint32_t)back;
    const float part = back - (float)whole;
    const float late = s->ring[(s->count - 1 - whole) % SYNC_RING];
    return late + part * (s->ring[(s->count - 2 - whole) % SYNC_RING] - late);
}

// The correlation coefficient of `count` values, latest first, with a frame's symbols up to `last`.
static float score_of(const float *values, int count, int last, bool coded)
{
    float sum = 0, power = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i] * symbol_of(last - i, coded);
        power += values[i] * values[i];
    }
    return power > 0 ? sum / sqrtf((float)count * power) : 0;
}

// Whether the symbols before the preamble continue its pattern.
static bool goes_on(const float *values, float sign)
{
    float sum = 0, power = 0;
    for (int i = 0; i < BEFORE; i++) {
        sum += sign * values[i] * (i % 2 ? 1.0f : -1.0f);
        power += values[i] * values[i];
    }
    return power > 0 && sum > SCORE * sqrtf((float)BEFORE * power);
}

static bool fits(const sync_search *s, float back, float step, bool coded)
{
    enum { MOST = PREAMBLE_BITS + BLOCK_SYNC_BITS };
    const int count = (int)(coded ? PREAMBLE_BITS + BLOCK_SYNC_BITS : PREAMBLE_BITS + SYNC_BITS);
    float values[MOST + BEFORE];
    int known = 0;
    for (float at = back; known < MOST + BEFORE && at < SYNC_RING - 2; at += step)
        values[known++] = value_at(s, at);
    for (int last = LENGTH - 1; last < count && known >= LENGTH; last++) {
        const float score = score_of(values, LENGTH, last, coded);
        if (fabsf(score) < SCORE || (!s->polarity && score < 0))
            continue;
        if (last + 1 + BEFORE > known || !goes_on(values + last + 1, score > 0 ? 1 : -1))
            return true;
    }
    return false;
}

bool acc_preamble_is_cut(const sync_search *s, float back, bool coded)
{
    // the last symbol may be cut
    for (float part = 0; part < s->per_symbol; part++)
        for (int clock = -1; clock <= 1; clock++) {
            const float step = s->per_symbol * (1 + CLOCK_STEP * (float)clock);
            if (fits(s, back + part, step, false) || (coded && fits(s, back + part, step, true)))
                return true;
        }
    return false;
}
