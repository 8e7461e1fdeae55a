// The search for sync words: words at any place, clock and polarity, the signs that may be wrong, and the block syncs that the
// same pass finds.
#include "check.h"
#include "modem/air.h"
#include "modem/sync.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { MOST = 1200 };

static sync_search search;
static float soft[MOST];
static float symbol[32];  // of the word, first to last

static void make_word(float height)
{
    for (int i = 0; i < 32; i++)
        symbol[i] = SYNC_WORD >> (31 - i) & 1 ? height : -height;
}

// A word whose first symbol is at place `at`, linear between its symbols, and nothing else.
static void put_word(float at, float per_symbol)
{
    memset(soft, 0, sizeof soft);
    for (int n = 0; n < MOST; n++) {
        const float t = ((float)n - at) / per_symbol;
        const int k = (int)floorf(t);
        if (k < -1 || k > 31)
            continue;
        const float a = k >= 0 ? symbol[k] : 0, b = k < 31 ? symbol[k + 1] : 0;
        soft[n] = a + (b - a) * (t - (float)k);
    }
}

typedef struct finding {
    unsigned count;
    float at, clock_ratio, score, strength;
    bool inverted;
} finding;

// Searches everything in pieces of `piece` places; `at` is the place of the last word's first symbol.
static finding find(float per_symbol, bool polarity, bool is_clear, size_t piece)
{
    finding f = {0};
    memset(&search, 0xFF, sizeof search);
    acc_sync_init(&search, per_symbol, polarity);
    search.is_clear = is_clear;
    for (size_t at = 0; at < MOST;) {
        sync_hit hits[SYNC_HITS];
        const size_t n = MOST - at < piece ? MOST - at : piece;
        const unsigned found = acc_sync_push(&search, soft + at, n, hits);
        at += n;
        for (unsigned i = 0; i < found; i++)
            f = (finding){f.count + 1,         (float)at - 1 - hits[i].back,
                          hits[i].clock_ratio, hits[i].score,
                          hits[i].strength,    hits[i].inverted};
    }
    return f;
}

static void words_are_found(void)
{
    static const float lengths[] = {4, 5.3f, 8, 10};
    static const size_t pieces[] = {1, 7, 63, 64};
    for (int l = 0; l < 4; l++)
        for (int inverted = 0; inverted < 2; inverted++)
            for (int polarity = 0; polarity < 2; polarity++)
                for (float at = 100; at < 101; at += 0.3f) {
                    make_word(inverted ? -0.25f : 0.25f);
                    put_word(at, lengths[l]);
                    finding f = find(lengths[l], polarity, false, pieces[l]);
                    CHECK(f.count == (inverted && !polarity ? 0 : 1));
                    if (!f.count)
                        continue;
                    CHECK(fabsf(f.at - at) < 0.1f * lengths[l] && f.inverted == (bool)inverted);
                    CHECK(fabsf(f.clock_ratio - 1) < 0.003f && f.score > 0.97f && f.score < 1.05f);
                    CHECK(f.strength > 0.85f * 8 && f.strength < 8.1f);
                }
    // clocks
    for (int c = -5; c <= 5; c++) {
        const float clock = 1 + 0.004f * (float)c;
        make_word(1);
        put_word(200, 5 * clock);
        finding f = find(5, true, false, 64);
        CHECK(f.count == 1 && fabsf(f.clock_ratio - clock) < 0.005f && fabsf(f.at - 200) < 1);
    }
    make_word(1);
    put_word(200, 5 * 1.1f);
    CHECK(find(5, true, false, 64).count == 0);
    put_word(200, 5 * 0.9f);
    CHECK(find(5, true, false, 64).count == 0);
}

// Of the 16 middle signs three may be wrong; two when the polarity is unknown, and one during a clear frame.
static void signs_may_be_wrong(void)
{
    for (int inverted = 0; inverted < 2; inverted++)
        for (int polarity = inverted; polarity < 2; polarity++)
            for (int is_clear = 0; is_clear < 2; is_clear++)
                for (int wrong = 0; wrong < 6; wrong++)
                    for (int round = 0; round < 4; round++) {
                        make_word(inverted ? -1 : 1);
                        for (int i = 0; i < wrong;
                             i++)  // faint, so that the correlation stays high
                            symbol[8 + (i * 5 + round * 3) % 16] *= -0.05f;
                        put_word(300, 4);
                        // only the exact place, without its neighbours
                        for (int n = 0; n < MOST; n++)
                            if ((n - 300) % 4 != 0)
                                soft[n] = inverted ? 0.001f : -0.001f;
                        const int most = is_clear ? 1 : polarity ? 2 : 3;
                        CHECK((find(4, polarity, is_clear, 64).count > 0) == (wrong <= most));
                    }
}

// A word counts from a correlation coefficient of 0.72: noise of a in each of its symbols leaves 1 / sqrt(1 + a^2).
static void scores_have_a_limit(void)
{
    for (int i = 0; i < 20; i++) {
        const float a = 0.5f + 0.05f * (float)i, score = 1 / sqrtf(1 + a * a);
        make_word(1);
        // symbols of 1 + a and 1 - a; the signs stay right for a < 1
        for (int k = 0; k < 32; k++)
            symbol[k] *= k / 2 % 2 ? 1 + a : fmaxf(1 - a, 0.02f);
        put_word(300, 4);
        if (a < 0.95f)
            CHECK(fabsf(score - 1 / sqrtf(1 + a * a)) < 1e-6f &&
                  (find(4, false, false, 64).count == 1) == (score > 0.72f));
    }
}

// A stronger word within four symbols replaces one; otherwise each is reported.
static void words_follow_each_other(void)
{
    make_word(1);
    static float both[MOST];
    for (int gap = 0; gap < 300; gap += 37) {
        put_word(100, 4);
        memcpy(both, soft, sizeof both);
        put_word(100 + 128 + (float)gap, 4);
        for (int n = 0; n < MOST; n++)
            soft[n] += both[n];
        CHECK(find(4, true, false, 64).count == 2);
    }
    // a gap: a word that is cut by it is none, a later one is
    put_word(100, 4);
    sync_hit hits[SYNC_HITS];
    for (int skipped = 0; skipped < 2; skipped++) {
        acc_sync_init(&search, 4, true);
        unsigned found = 0;
        for (size_t at = 0; at < 640; at += 64) {
            if (skipped && at == 192)
                acc_sync_skip(&search, 1);
            found += acc_sync_push(&search, soft + at, 64, hits);
        }
        CHECK(found == (skipped ? 0 : 1));
    }
    CHECK(acc_sync_push(&search, soft, 0, hits) == 0);
}

static unsigned sign_errors(size_t at, const uint16_t checked[SYNC_CHECKED], uint32_t pattern)
{
    unsigned wrong = 0;
    for (int i = 0; i < SYNC_CHECKED; i++)
        wrong += (soft[at - checked[i]] > 0) != (pattern >> i & 1);
    return wrong;
}

// While a frame is clear, a place has its bit if at most two of the middle signs of a block sync are wrong; when the
// polarity is unknown, at most one, or if at most one is right.
static void block_syncs_are_marked(void)
{
    const uint32_t pattern = (uint32_t)(BLOCK_SYNC_WORD >> 16) & 0xFFFF;
    unsigned marked = 0;
    for (int polarity = 0; polarity < 2; polarity++)
        for (int round = 0; round < 60; round++) {
            for (int n = 0; n < MOST; n++)
                soft[n] = draw() >> 20 & 1 ? 1.0f : -1.0f;
            acc_sync_init(&search, 4, polarity);
            // words with up to four wrong signs, and their inverses
            for (int at = 200; at < MOST; at += 100) {
                const unsigned flip = draw() >> 16 & 1,
                               wrong = draw() >> 16 & 0xFFFF & draw() >> 16 & draw() >> 13;
                for (int i = 0; i < SYNC_CHECKED; i++)
                    soft[at - search.checked[i]] =
                        ((pattern >> i & 1) ^ flip ^ (wrong >> i & 1)) ? 1.0f : -1.0f;
            }
            search.is_clear = true;
            for (size_t at = 0, n; at < MOST; at += n) {
                sync_hit hits[SYNC_HITS];
                n = 1 + draw() % 64;
                n = n < MOST - at ? n : MOST - at;
                acc_sync_push(&search, soft + at, n, hits);
                for (size_t i = 0; i < n; i++) {
                    if (at + i < 150)
                        continue;
                    const unsigned wrong = sign_errors(at + i, search.checked, pattern);
                    const bool wanted = polarity ? wrong <= 1 || wrong >= 15 : wrong <= 2;
                    CHECK((search.block_syncs >> i & 1) == wanted);
                    marked += wanted;
                }
                CHECK(n == 64 || search.block_syncs >> n == 0);
            }
        }
    CHECK(marked > 300);
    search.is_clear = false;
    sync_hit hits[SYNC_HITS];
    acc_sync_push(&search, soft, 64, hits);
    CHECK(search.block_syncs == 0);
}

int main(void)
{
    words_are_found();
    signs_may_be_wrong();
    scores_have_a_limit();
    words_follow_each_other();
    block_syncs_are_marked();
    return failures;
}
