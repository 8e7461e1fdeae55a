// Block sync search: each segment of 12 symbols is correlated once for all places; a clock ratio then only moves the
// segments against each other. Most batches end at an upper bound: the sum of the segments' largest magnitudes.
#include "modem/block_sync.h"

#include <math.h>
#include <string.h>

enum {
    SEGMENT = BLOCK_SYNC_BITS / BLOCK_SYNC_SEGMENTS,
    SPAN = BLOCK_SYNC_BATCH + 2 * BLOCK_SYNC_REACH,
    CHARS = 16,
    SHORTS = 8,
};
// Clocks at -1.8 % to +1.8 %: half a step, 0.45 %, shifts the outer segments' middles by 18 * 0.45 % = 0.08 symbols.
static const float clock_step = 0.009f;

typedef int8_t chars __attribute__((vector_size(CHARS)));
typedef int16_t shorts __attribute__((vector_size(2 * SHORTS)));

// A segment's correlations for a batch of places, and for BLOCK_SYNC_REACH more on either side.
typedef struct sums {
    chars vector[SPAN / CHARS];
} sums;

// Lays out each segment's symbols, ones first, so that a correlation is additions, then subtractions, without a
// test of the word. A clock ratio of 1 + c moves a segment by c times the distance of its middle from the word's
// middle.
void acc_block_sync_init(block_sync *m, float per_symbol)
{
    memset(m, 0, sizeof *m);
    for (int s = 0; s < BLOCK_SYNC_SEGMENTS; s++) {
        uint16_t *one = m->offset + s * SEGMENT, *zero = one + SEGMENT;
        for (int i = s * SEGMENT; i < (s + 1) * SEGMENT; i++) {
            bool bit = BLOCK_SYNC_WORD >> ((int)BLOCK_SYNC_BITS - 1 - i) & 1;
            *(bit ? one++ : --zero) = (uint16_t)lrintf((float)i * per_symbol);
        }
        m->ones[s] = (uint8_t)(one - (m->offset + s * SEGMENT));
        float centre = ((float)s + 0.5f) * (float)SEGMENT - BLOCK_SYNC_BITS / 2.0f;
        for (int c = 0; c < BLOCK_SYNC_CLOCKS; c++)
            m->shift[c][s] = (int8_t)lrintf((float)(c - BLOCK_SYNC_CLOCKS / 2) * clock_step *
                                            centre * per_symbol);
    }
}

static inline chars load(const int8_t *x)
{
    chars v;
    memcpy(&v, x, sizeof v);
    return v;
}

// sum[n] = sum of the ones' values - sum of the zeros' values, for a segment that begins n values after `from`. Twelve
// values of at most +-10 fit in a byte.
static void correlate_segment(const int8_t *from, const uint16_t *offset, int ones, sums *sum)
{
    chars a = {0}, b = {0}, c = {0};
    for (int i = 0; i < ones; i++) {
        const int8_t *x = from + offset[i];
        a += load(x);
        b += load(x + CHARS);
        c += load(x + 2 * CHARS);
    }
    for (int i = ones; i < SEGMENT; i++) {
        const int8_t *x = from + offset[i];
        a -= load(x);
        b -= load(x + CHARS);
        c -= load(x + 2 * CHARS);
    }
    *sum = (sums){{a, b, c}};
}

static inline chars larger(chars a, chars b)
{
    chars is_larger = (chars)(a > b);
    return (a & is_larger) | (b & ~is_larger);
}

// The largest magnitude of a segment's correlations.
static int most_of(const sums *sum)
{
    const chars *x = sum->vector, none = {0};
    chars up = larger(larger(x[0], x[1]), x[2]);
    chars down = larger(larger(none - x[0], none - x[1]), none - x[2]);
    chars most = larger(up, down);
    most = larger(most, __builtin_shufflevector(most, most, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2,
                                                3, 4, 5, 6, 7));
    most = larger(
        most, __builtin_shufflevector(most, most, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3));
    int top = most[0];
    // four lanes are left
    for (int i = 1; i < 4; i++)
        top = most[i] > top ? most[i] : top;
    return top;
}

// Adds the segments at a clock ratio. Returns the largest magnitude; `place` receives its place.
static int add_segments(const int16_t (*wide)[SPAN], const int8_t *shift, int *place)
{
    shorts sum[BLOCK_SYNC_BATCH / SHORTS], most = {0};
    for (int v = 0; v < BLOCK_SYNC_BATCH / SHORTS; v++) {
        sum[v] = (shorts){0};
        for (int s = 0; s < BLOCK_SYNC_SEGMENTS; s++) {
            shorts x;
            memcpy(&x, wide[s] + BLOCK_SYNC_REACH + shift[s] + v * SHORTS, sizeof x);
            sum[v] += x;
        }
        shorts negative = (shorts)(sum[v] < 0);
        sum[v] = (sum[v] ^ negative) - negative;
        shorts is_larger = (shorts)(sum[v] > most);
        most = (sum[v] & is_larger) | (most & ~is_larger);
    }
    int top = 0;
    for (int i = 0; i < SHORTS; i++)
        top = most[i] > top ? most[i] : top;
    *place = 0;
    while (sum[*place / SHORTS][*place % SHORTS] != top)
        ++*place;
    return top;
}

bool acc_block_sync_find(const block_sync *m, const int8_t *from, int least, block_sync_hit *hit)
{
    sums segment[BLOCK_SYNC_SEGMENTS];
    int16_t wide[BLOCK_SYNC_SEGMENTS][SPAN];
    int most = 0;
    for (int s = 0; s < BLOCK_SYNC_SEGMENTS; s++) {
        correlate_segment(from - BLOCK_SYNC_REACH, m->offset + s * SEGMENT, m->ones[s],
                          &segment[s]);
        most += most_of(&segment[s]);
    }
    // no clock ratio can exceed the sum of the segments' best; most batches end here
    if (most < least)
        return false;
    for (int s = 0; s < BLOCK_SYNC_SEGMENTS; s++) {
        int8_t narrow[SPAN];
        memcpy(narrow, &segment[s], sizeof narrow);
        for (int i = 0; i < SPAN; i++)
            wide[s][i] = narrow[i];
    }
    *hit = (block_sync_hit){.agreement = least - 1};
    for (int c = 0; c < BLOCK_SYNC_CLOCKS; c++) {
        int place, agreement = add_segments(wide, m->shift[c], &place);
        if (agreement > hit->agreement)
            *hit = (block_sync_hit){place, 1 + (float)(c - BLOCK_SYNC_CLOCKS / 2) * clock_step,
                                    agreement};
    }
    return hit->agreement >= least;
}
