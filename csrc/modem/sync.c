#include "modem/sync.h"

#include "modem/air.h"
#include "modem/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define CLOCK_STEP 0.01f  // from one clock that is tried to the next
#define COARSE_SCORE 0.55f
#define SCORE 0.72f
#define HALF_WORD 15.5f  // symbols from the word's middle to its last

// clocks are varied about the word's middle, so that neither depends on the other
static float offset_of(const sync_search *s, int symbol, float stretch)
{
    return (float)s->reach + ((float)symbol - HALF_WORD) * s->pitch * stretch;
}

void sync_init(sync_search *s, float pitch, bool polarity)
{
    assert(pitch <= 10);
    memset(s, 0, sizeof *s);
    s->pitch = pitch;
    s->polarity = polarity;
    s->reach = (uint32_t)(HALF_WORD * pitch * 1.03f) + 1;
    for (int i = 0; i < SYNC_CHECKED; i++)
        s->checked[i] = (uint16_t)lrintf(offset_of(s, (32 - SYNC_CHECKED) / 2 + i, 1));
}

static float ratio(float sum, float power)
{
    return power > 0 ? sum / sqrtf(32 * power) : 0;
}

// correlation with the word whose middle is `reach` before place `at`, at the places nearest to its symbols
static float coarse(const sync_search *s, uint32_t at, float stretch)
{
    // in 1/65536 of a place
    uint32_t back = (uint32_t)((offset_of(s, 0, stretch) + 0.5f) * 65536);
    const uint32_t step = (uint32_t)(s->pitch * stretch * 65536);
    float sum = 0, power = 0;
    for (int i = 0; i < 32; i++, back += step) {
        float x = s->ring[(at - (back >> 16)) % SYNC_RING];
        sum += SYNC_WORD >> i & 1 ? x : -x;
        power += x * x;
    }
    return ratio(sum, power);
}

// the same between places, its middle `middle` places before `at`
static float fine(const sync_search *s, uint32_t at, float middle, float stretch, float *score)
{
    float sum = 0, power = 0, step = s->pitch * stretch;
    for (int i = 0; i < 32; i++) {
        float back = middle + ((float)i - HALF_WORD) * step;
        back = back > 0 ? back : 0;
        uint32_t whole = (uint32_t)back;
        float part = back - (float)whole;
        float late = s->ring[(at - whole) % SYNC_RING];
        float early = s->ring[(at - 1 - whole) % SYNC_RING];
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

static float stretch_of(int clock)
{
    return 1 + CLOCK_STEP * (float)(clock - SYNC_CLOCKS / 2);
}

// climbs from one of the clocks to the strongest place and clock
static void refine(const sync_search *s, uint32_t at, int clock, float sign, sync_hit *hit)
{
    float place = 0.5f, pace = 0.005f, middle = (float)s->reach, value[3];
    float stretch = stretch_of(clock);
    for (int round = 0; round < 3; round++, place *= 0.6f, pace *= 0.6f) {
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * fine(s, at, middle + (float)k * place, stretch, &hit->score);
        middle += place * top(value[0], value[1], value[2]);
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * fine(s, at, middle, stretch + (float)k * pace, &hit->score);
        stretch += pace * top(value[0], value[1], value[2]);
        // what is later than the latest place cannot be read; it gives a better hit soon
        float least = HALF_WORD * s->pitch * stretch;
        middle = middle < least ? least : middle;
    }
    hit->strength = sign * fine(s, at, middle, stretch, &hit->score);
    hit->score *= sign;
    hit->back = middle + HALF_WORD * s->pitch * stretch;
    hit->stretch = stretch;
    hit->inverted = sign < 0;
}

static void prove(sync_search *s, uint32_t at, float sign)
{
    float best = COARSE_SCORE;
    int clock = -1;
    for (int c = 0; c < SYNC_CLOCKS; c++) {
        float score = sign * coarse(s, at, stretch_of(c));
        if (score > best) {
            best = score;
            clock = c;
        }
    }
    if (clock < 0)
        return;
    sync_hit hit;
    refine(s, at, clock, sign, &hit);
    if (hit.score < SCORE || hit.strength <= s->best.strength || hit.strength <= s->given)
        return;
    s->best = hit;
    s->age = 0;
}

// signs of the 64 values from stream index `from` on
static uint64_t signs_from(const sync_search *s, uint32_t from)
{
    const uint32_t words = SYNC_RING / 64;
    uint64_t low = s->signs[from / 64 % words], high = s->signs[(from / 64 + 1) % words];
    unsigned shift = from % 64;
    return shift ? low >> shift | high << (64 - shift) : low;
}

// where the word may be, a bit a place from `first` on: of the signs checked at most three are wrong, or,
// when polarity may be swapped, at most one is wrong or right
static void find_candidates(const sync_search *s, uint32_t first, uint64_t *upright,
                            uint64_t *inverted)
{
    uint64_t wrong[SYNC_CHECKED], digit[5];
    for (int i = 0; i < SYNC_CHECKED; i++) {
        uint64_t signs = signs_from(s, first - s->checked[i]);
        wrong[i] = SYNC_WORD >> ((32 - SYNC_CHECKED) / 2 + i) & 1 ? ~signs : signs;
    }
    // 64 sums side by side: the bits of a weight are added in pairs, and their carries have the next weight
    int count = SYNC_CHECKED;
    for (int d = 0; d < 4; d++, count /= 2) {
        uint64_t sum = 0;
        for (int i = 0; i < count; i += 2) {
            uint64_t a = wrong[i], b = wrong[i + 1];
            wrong[i / 2] = (a & b) | (sum & (a ^ b));
            sum ^= a ^ b;
        }
        digit[d] = sum;
    }
    digit[4] = wrong[0];
    *upright = ~(digit[4] | digit[3] | digit[2]);
    *inverted = 0;
    if (s->polarity) {
        *upright &= ~digit[1];
        *inverted = digit[4] | (digit[3] & digit[2] & digit[1] & digit[0]);
    }
}

static uint64_t signs_of(const float *soft, size_t count)
{
    const flags weight = {1, 2, 4, 8};
    uint64_t signs = 0;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        lanes v;
        memcpy(&v, soft + i, sizeof v);
        flags f = (flags)(v > 0) & weight;
        f |= __builtin_shufflevector(f, f, 2, 3, 0, 1);
        signs |= (uint64_t)(f[0] | f[1]) << i;
    }
    for (; i < count; i++)
        signs |= (uint64_t)(soft[i] > 0) << i;
    return signs;
}

static void keep(sync_search *s, const float *soft, size_t count)
{
    uint32_t at = s->count % SYNC_RING, shift = at % 64;
    size_t room = SYNC_RING - at, before = count < room ? count : room;
    memcpy(s->ring + at, soft, before * sizeof *soft);
    memcpy(s->ring, soft + before, (count - before) * sizeof *soft);
    // what is behind the latest place is written anew before it is read
    uint64_t signs = signs_of(soft, count), *word = &s->signs[at / 64];
    *word = (*word & ~(~0ull << shift)) | signs << shift;
    if (shift)
        s->signs[(at / 64 + 1) % (SYNC_RING / 64)] = signs >> (64 - shift);
    s->count += (uint32_t)count;
}

unsigned sync_push(sync_search *s, const float *soft, size_t count, sync_hit hits[SYNC_HITS])
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
    if (s->best.strength == 0 && s->given == 0 && !((upright | inverted) & present))
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        s->age += 1;
        if (upright >> i & 1)
            prove(s, first + i, 1);
        else if (inverted >> i & 1)
            prove(s, first + i, -1);
        if (s->age > 4 * s->pitch)
            s->given = 0;
        // a better one may come within half a symbol
        if (s->best.strength == 0 || s->age < 0.5f * s->pitch || found == SYNC_HITS)
            continue;
        hits[found] = s->best;
        hits[found++].back += s->age + (float)(count - 1 - i);
        s->given = s->best.strength;
        s->best.strength = 0;
    }
    return found;
}
