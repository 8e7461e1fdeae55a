// The sync word search in three stages: sign test at every place, correlation at five clocks, hill climb between
// places. Score: r = sum s_i x_i / sqrt(32 sum x_i^2), s_i = +-1 the word's symbols, x_i the soft decisions: 1 for
// a clean word.
#include "modem/sync.h"

#include "modem/air.h"
#include "modem/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Five clocks 1 % apart cover +-2 %; between two of them the word's outer symbols are off by 15.5 * 0.5 % = 0.08
// symbols.
#define CLOCK_STEP 0.01f
// Limits of r. For 32 values of white noise, t = r sqrt(31 / (1 - r^2)) has Student's distribution with 31 degrees of
// freedom.
// At the nominal clock, before others are tried: a clock 2 % off shifts the symbols by 0.16 on average, up to 0.31,
// which halves a bi-phase word's r. Noise passes with a probability of 0.05.
#define LEAST_SCORE 0.3f
// At the best clock, without interpolation between places: noise passes with 5e-4 per clock.
#define COARSE_SCORE 0.55f
// After one round of climbing: spares most false candidates the other two.
#define ROUGH_SCORE 0.65f
// The final limit: noise passes with 1e-6, and then fails the header's CRC-16. A bi-phase word at an Es/N0 of x has
// r = sqrt(2x / (2x + 1)), which is 0.72 at -2.7 dB; frames need about 8 dB.
#define SCORE 0.72f
#define HALF_WORD 15.5f  // symbols from the word's middle to its last symbol

// The distance from a place back to a symbol of the word that ends there. The clock pivots about the word's middle,
// so that place and clock can be fitted independently.
static float offset_of(const sync_search *s, int symbol, float clock_ratio)
{
    return (float)s->reach + ((float)symbol - HALF_WORD) * s->per_symbol * clock_ratio;
}

void acc_sync_init(sync_search *s, float per_symbol, bool polarity)
{
    assert(per_symbol <= 10);
    memset(s, 0, sizeof *s);
    s->per_symbol = per_symbol;
    s->polarity = polarity;
    s->patience = (polarity ? 0.8f : 0.5f) * per_symbol;
    s->reach = (uint32_t)(HALF_WORD * per_symbol * 1.03f) + 1;
    for (int i = 0; i < SYNC_CHECKED; i++)
        s->checked[i] = (uint16_t)lrintf(offset_of(s, (32 - SYNC_CHECKED) / 2 + i, 1));
}

// The sign of a symbol, counted from the last.
static inline float sign_of(int symbol)
{
    return (float)((int)(SYNC_WORD >> symbol & 1) * 2 - 1);
}

static float ratio(float sum, float power)
{
    return power > 0 ? sum / sqrtf(32 * power) : 0;
}

// Correlation with a word whose middle is `reach` places before `at`, at the places nearest to its symbols.
static float coarse(const sync_search *s, uint32_t at, float clock_ratio, float *strength)
{
    // in 1/65536 of a place
    uint32_t back = (uint32_t)((offset_of(s, 0, clock_ratio) + 0.5f) * 65536);
    const uint32_t step = (uint32_t)(s->per_symbol * clock_ratio * 65536);
    float sum = 0, power = 0;
    for (int i = 0; i < 32; i++, back += step) {
        float x = s->ring[(at - (back >> 16)) % SYNC_RING];
        sum += sign_of(i) * x;
        power += x * x;
    }
    *strength = sum;
    return ratio(sum, power);
}

// The same with linear interpolation between places; the word's middle is `middle` places before `at`.
static float fine(const sync_search *s, uint32_t at, float middle, float clock_ratio, float *score)
{
    float sum = 0, power = 0, step = s->per_symbol * clock_ratio;
    for (int i = 0; i < 32; i++) {
        float back = middle + ((float)i - HALF_WORD) * step;
        back = back > 0 ? back : 0;
        uint32_t whole = (uint32_t)back;
        float part = back - (float)whole;
        float late = s->ring[(at - whole) % SYNC_RING];
        float early = s->ring[(at - 1 - whole) % SYNC_RING];
        float x = late + part * (early - late);
        sum += sign_of(i) * x;
        power += x * x;
    }
    *score = ratio(sum, power);
    return sum;
}

// The vertex of the parabola through three values, in steps from the middle one, limited to +-1.
static float top(float left, float middle, float right)
{
    float bend = left - 2 * middle + right;
    float at = bend < 0 ? 0.5f * (left - right) / bend : 0;
    return at > 1 ? 1 : at < -1 ? -1 : at;
}

static float clock_ratio_of(int clock)
{
    return 1 + CLOCK_STEP * (float)(clock - SYNC_CLOCKS / 2);
}

// Climbs from the candidate at place `from` to the strongest place and clock: three rounds of parabolas, each with
// 0.6 times the previous step.
static void refine(const sync_search *s, uint32_t from, sync_hit *hit)
{
    const uint32_t at = s->count - 1;
    const float sign = s->best.sign;
    float place = 0.5f, pace = 0.005f, middle = (float)(s->reach + at - from), value[3];
    float clock_ratio = clock_ratio_of(s->best.clock);
    for (int round = 0; round < 3; round++, place *= 0.6f, pace *= 0.6f) {
        if (round == 1 && sign * hit->score < ROUGH_SCORE)
            break;
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * fine(s, at, middle + (float)k * place, clock_ratio, &hit->score);
        middle += place * top(value[0], value[1], value[2]);
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * fine(s, at, middle, clock_ratio + (float)k * pace, &hit->score);
        clock_ratio += pace * top(value[0], value[1], value[2]);
        // the last symbol cannot be later than the latest place
        float least = HALF_WORD * s->per_symbol * clock_ratio;
        middle = middle < least ? least : middle;
    }
    hit->strength = sign * fine(s, at, middle, clock_ratio, &hit->score);
    hit->score *= sign;
    hit->back = middle + HALF_WORD * s->per_symbol * clock_ratio;
    hit->clock_ratio = clock_ratio;
    hit->inverted = sign < 0;
}

// Checks a place by correlation and keeps the strongest candidate.
static void consider(sync_search *s, uint32_t at, float sign)
{
    float best = COARSE_SCORE, strength = 0, sum;
    int clock = -1;
    if (sign * coarse(s, at, 1, &sum) < LEAST_SCORE)
        return;
    for (int c = 0; c < SYNC_CLOCKS; c++) {
        float score = sign * coarse(s, at, clock_ratio_of(c), &sum);
        if (score > best) {
            best = score;
            strength = sign * sum;
            clock = c;
        }
    }
    if (strength > s->best.strength)
        s->best = (sync_candidate){.strength = strength, .clock = clock, .sign = sign};
}

// Whether the best candidate, found at place `from`, is a word. Within four symbols of a reported word it must be
// stronger than that word, whose side lobes are candidates, too.
static bool prove(const sync_search *s, uint32_t from, sync_hit *hit)
{
    refine(s, from, hit);
    bool is_alone = (float)s->age - (float)s->best.age > 4 * s->per_symbol;
    return hit->score >= SCORE && (is_alone || hit->strength > s->given);
}

// The signs of the 64 values from stream index `from`.
static uint64_t signs_from(const sync_search *s, uint32_t from)
{
    const uint32_t words = SYNC_RING / 64;
    uint64_t low = s->signs[from / 64 % words], high = s->signs[(from / 64 + 1) % words];
    unsigned shift = from % 64;
    return low >> shift | high << 1 << (63 - shift);
}

// Counts, for 64 places at once, the signs that differ from the pattern (earliest symbol in its highest bit). Bit i
// of digit[d] is bit d of the count at place i: a carry-save adder over words.
static inline __attribute__((always_inline)) void count_wrong(const uint64_t signs[SYNC_CHECKED],
                                                              uint32_t pattern, uint64_t digit[5])
{
    uint64_t wrong[SYNC_CHECKED];
    for (int i = 0; i < SYNC_CHECKED; i++)
        wrong[i] = pattern >> i & 1 ? ~signs[i] : signs[i];
    // add the bits of one weight in pairs; the carries have the next weight
    for (int d = 0; d < 4; d++) {
        uint64_t sum = 0;
        for (int i = 0; i < SYNC_CHECKED >> d; i += 2) {
            uint64_t a = wrong[i], b = wrong[i + 1];
            wrong[i / 2] = (a & b) | (sum & (a ^ b));
            sum ^= a ^ b;
        }
        digit[d] = sum;
    }
    digit[4] = wrong[0];
}

// Candidate places from `first`, one bit each. Of the 16 signs at most 3 may be wrong: 1.1 % of random places pass.
// When the polarity is unknown, at most 2 may be wrong, or 2 right: 0.4 %. During a clear frame at most 1: 0.03 %
// (bi-phase 0.05 %). At 3 % wrong symbols, where no frame survives, a word fails the first test once in 900.
static void find_candidates(sync_search *s, uint32_t first, uint64_t *upright, uint64_t *inverted)
{
    uint64_t signs[SYNC_CHECKED], digit[5];
    for (int i = 0; i < SYNC_CHECKED; i++)
        signs[i] = signs_from(s, first - s->checked[i]);
    count_wrong(signs, SYNC_WORD >> (SYNC_BITS - SYNC_CHECKED) / 2, digit);
    *upright = ~(digit[4] | digit[3] | digit[2]);
    *inverted = 0;
    if (s->polarity) {
        *upright &= ~(digit[1] & digit[0]);
        *inverted = digit[4] | (digit[3] & digit[2] & digit[1]);
    }
    s->block_syncs = 0;
    if (!s->is_clear)
        return;
    *upright &= ~digit[1];
    *inverted &= digit[4] | digit[0];
    count_wrong(signs, (uint32_t)(BLOCK_SYNC_WORD >> (BLOCK_SYNC_BITS - SYNC_CHECKED) / 2), digit);
    s->block_syncs = ~(digit[4] | digit[3] | digit[2] | (digit[1] & digit[0]));
    if (s->polarity)
        s->block_syncs =
            (s->block_syncs & ~digit[1]) | digit[4] | (digit[3] & digit[2] & digit[1] & digit[0]);
}

// The signs of up to 32 values, one bit each.
static uint32_t signs_of_some(const float *soft, uint32_t count)
{
    typedef uint32_t words __attribute__((vector_size(16)));
    words weight = {1, 2, 4, 8}, signs = {0};
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4, weight <<= 4) {
        lanes v;
        memcpy(&v, soft + i, sizeof v);
        signs |= (words)(v > 0) & weight;
    }
    uint32_t sum = signs[0] | signs[1] | signs[2] | signs[3];
    for (uint32_t end = i + count % 4; i < end; i++)
        sum |= (uint32_t)(soft[i] > 0) << i;
    return sum;
}

static uint64_t signs_of(const float *soft, uint32_t count)
{
    if (count <= 32)
        return signs_of_some(soft, count);
    return signs_of_some(soft, 32) | (uint64_t)signs_of_some(soft + 32, count - 32) << 32;
}

static void keep(sync_search *s, const float *soft, size_t count)
{
    uint32_t at = s->count % SYNC_RING, shift = at % 64;
    size_t room = SYNC_RING - at, before = count < room ? count : room;
    memcpy(s->ring + at, soft, before * sizeof *soft);
    memcpy(s->ring, soft + before, (count - before) * sizeof *soft);
    // bits beyond the latest place are overwritten before they are read
    uint64_t signs = signs_of(soft, (uint32_t)count), *word = &s->signs[at / 64];
    *word = (*word & ~(~0ull << shift)) | signs << shift;
    if (shift)
        s->signs[(at / 64 + 1) % (SYNC_RING / 64)] = signs >> (64 - shift);
    s->count += (uint32_t)count;
}

void acc_sync_skip(sync_search *s, uint32_t count)
{
    // a word must not span the gap
    memset(s->ring, 0, sizeof s->ring);
    memset(s->signs, 0, sizeof s->signs);
    s->best.strength = 0;
    s->age += count;
}

unsigned acc_sync_push(sync_search *s, const float *soft, size_t count, sync_hit hits[SYNC_HITS])
{
    uint32_t first = s->count;
    uint64_t upright, inverted;
    unsigned found = 0;
    assert(count <= SYNC_BATCH);
    if (count == 0)
        return 0;
    keep(s, soft, count);
    find_candidates(s, first, &upright, &inverted);
    uint64_t present = ~0ull >> (64 - count);
    s->block_syncs &= present;
    upright &= present;
    inverted &= present;
    for (uint32_t i = 0; i < count; i++) {
        if (s->best.strength == 0) {
            uint64_t left = (upright | inverted) >> i;
            uint32_t skipped = left ? (uint32_t)__builtin_ctzll(left) : (uint32_t)count - i;
            s->age += skipped;
            i += skipped;
            if (i == count)
                break;
        }
        s->age += 1;
        s->best.age += 1;
        if (upright >> i & 1)
            consider(s, first + i, 1);
        else if (inverted >> i & 1)
            consider(s, first + i, -1);
        if (s->best.strength == 0 || (float)s->best.age < s->patience || found == SYNC_HITS)
            continue;
        if (prove(s, first + i - s->best.age, &hits[found])) {
            s->given = hits[found].strength;
            s->age = s->best.age;
            found++;
        }
        s->best.strength = 0;
    }
    return found;
}
