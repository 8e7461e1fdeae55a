#include "modem/sync.h"

#include "modem/air.h"

#include <math.h>
#include <string.h>

#define CLOCK_STEP 0.01f  // from one clock that is tried to the next
#define COARSE_SCORE 0.55f
#define SCORE 0.72f

void sync_init(sync_search *s, float pitch, bool polarity)
{
    memset(s, 0, sizeof *s);
    s->pitch = pitch;
    s->polarity = polarity;
    s->checked = (uint8_t)(63 / pitch);
    s->tolerated = s->checked >= 15 ? 3 : s->checked >= 13 ? 2 : 1;
    for (int i = 0; i < s->checked; i++) {
        unsigned place = (unsigned)lrintf((float)i * pitch);
        s->mask |= 1ull << place;
        s->pattern |= (uint64_t)(SYNC_WORD >> i & 1) << place;
    }
    for (int c = 0; c < SYNC_CLOCKS; c++)
        for (int i = 0; i < 32; i++)
            s->offsets[c][i] =
                (uint8_t)lrintf((float)i * pitch * (1 + CLOCK_STEP * (float)(c - SYNC_CLOCKS / 2)));
}

static unsigned ones(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(x * 0x0101010101010101u >> 56);
}

static float ratio(float sum, float power)
{
    return power > 0 ? sum / sqrtf(32 * power) : 0;
}

// correlation with the word whose last symbol is the latest place, at a clock of the table
static float coarse(const sync_search *s, int clock)
{
    float sum = 0, power = 0;
    for (int i = 0; i < 32; i++) {
        float x = s->ring[(s->count - 1 - s->offsets[clock][i]) % SYNC_RING];
        sum += SYNC_WORD >> i & 1 ? x : -x;
        power += x * x;
    }
    return ratio(sum, power);
}

// the same between places: `shift` places earlier, symbols `step` places apart
static float fine(const sync_search *s, float shift, float step, float *score)
{
    float sum = 0, power = 0;
    for (int i = 0; i < 32; i++) {
        float at = shift + (float)i * step;
        uint32_t whole = (uint32_t)at;
        float part = at - (float)whole;
        float late = s->ring[(s->count - 1 - whole) % SYNC_RING];
        float early = s->ring[(s->count - 2 - whole) % SYNC_RING];
        float x = late + part * (early - late);
        sum += SYNC_WORD >> i & 1 ? x : -x;
        power += x * x;
    }
    *score = ratio(sum, power);
    return sum;
}

// the top of a parabola through three values, in steps from the middle one, within +-1
static float top(float left, float middle, float right)
{
    float bend = left - 2 * middle + right;
    float at = bend < 0 ? 0.5f * (left - right) / bend : 0;
    return at > 1 ? 1 : at < -1 ? -1 : at;
}

// how strong the word is `shift` places before the latest, at a clock
static float strength(const sync_search *s, float shift, float stretch)
{
    float score;
    return fine(s, shift < 0 ? 0 : shift, s->pitch * stretch, &score);
}

// climbs from a clock of the table to the strongest place and clock. They are varied in such a way
// that the word's middle stays where it is when the clock changes.
static void refine(const sync_search *s, int clock, float sign, sync_hit *hit)
{
    float half = 15.5f * s->pitch, place = 0.5f, pace = 0.005f;
    float stretch = 1 + CLOCK_STEP * (float)(clock - SYNC_CLOCKS / 2), middle = half * stretch;
    for (int round = 0; round < 3; round++, place *= 0.6f, pace *= 0.6f) {
        float value[3];
        for (int k = -1; k <= 1; k++) {
            float at = middle + (float)k * place - half * stretch;
            value[k + 1] = sign * strength(s, at, stretch);
        }
        middle += place * top(value[0], value[1], value[2]);
        for (int k = -1; k <= 1; k++) {
            float trial = stretch + (float)k * pace;
            value[k + 1] = sign * strength(s, middle - half * trial, trial);
        }
        stretch += pace * top(value[0], value[1], value[2]);
        // what is later than the latest place cannot be read; it gives a better hit soon
        middle = middle < half * stretch ? half * stretch : middle;
    }
    hit->strength = sign * fine(s, middle - half * stretch, s->pitch * stretch, &hit->score);
    hit->score *= sign;
    hit->back = middle + half * stretch;
    hit->stretch = stretch;
    hit->inverted = sign < 0;
}

static void prove(sync_search *s, float sign)
{
    float best = COARSE_SCORE;
    int clock = -1;
    for (int c = 0; c < SYNC_CLOCKS; c++) {
        float score = sign * coarse(s, c);
        if (score > best) {
            best = score;
            clock = c;
        }
    }
    if (clock < 0)
        return;
    sync_hit hit;
    refine(s, clock, sign, &hit);
    if (hit.score < SCORE || hit.strength <= s->best.strength || hit.strength <= s->given)
        return;
    s->best = hit;
    s->age = 0;
}

bool sync_push(sync_search *s, float soft, sync_hit *hit)
{
    s->ring[s->count++ % SYNC_RING] = soft;
    s->signs = s->signs << 1 | (soft > 0);
    s->age += 1;
    unsigned wrong = ones((s->signs ^ s->pattern) & s->mask);
    if (wrong <= s->tolerated)
        prove(s, 1);
    else if (s->polarity && wrong + s->tolerated >= s->checked)
        prove(s, -1);
    if (s->age > 4 * s->pitch)
        s->given = 0;
    // a better one may come within half a symbol
    if (s->best.strength == 0 || s->age < 0.5f * s->pitch)
        return false;
    *hit = s->best;
    hit->back += s->age;
    s->given = s->best.strength;
    s->best.strength = 0;
    return true;
}
