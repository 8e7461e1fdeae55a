#include "modem/mark.h"

#include <math.h>
#include <string.h>

enum {
    SEGMENT = MARK_BITS / MARK_SEGMENTS,
    SPAN = MARK_BATCH + 2 * MARK_REACH,
    CHARS = 16,
    SHORTS = 8,
};
static const float clock_step = 0.009f;  // between the clocks: -1.8 % to 1.8 %

typedef int8_t chars __attribute__((vector_size(CHARS)));
typedef int16_t shorts __attribute__((vector_size(2 * SHORTS)));

// A segment's sums for a batch of places, and MARK_REACH more to either side.
typedef struct sums {
    chars vector[SPAN / CHARS];
} sums;

void acc_mark_init(mark_search *m, float pitch)
{
    memset(m, 0, sizeof *m);
    for (int s = 0; s < MARK_SEGMENTS; s++) {
        uint16_t *one = m->offset + s * SEGMENT, *zero = one + SEGMENT;
        for (int i = s * SEGMENT; i < (s + 1) * SEGMENT; i++) {
            bool bit = MARK_WORD >> ((int)MARK_BITS - 1 - i) & 1;
            *(bit ? one++ : --zero) = (uint16_t)lrintf((float)i * pitch);
        }
        m->ones[s] = (uint8_t)(one - (m->offset + s * SEGMENT));
        float centre = ((float)s + 0.5f) * (float)SEGMENT - MARK_BITS / 2.0f;
        for (int c = 0; c < MARK_CLOCKS; c++)
            m->shift[c][s] =
                (int8_t)lrintf((float)(c - MARK_CLOCKS / 2) * clock_step * centre * pitch);
    }
}

static inline chars load(const int8_t *x)
{
    chars v;
    memcpy(&v, x, sizeof v);
    return v;
}

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

// the most that a segment can add, of either sign
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
    for (int i = 1; i < 4; i++)
        top = most[i] > top ? most[i] : top;
    return top;
}

// the segments added up at a clock, the largest of either sign, and its place
static int add_segments(const int16_t (*wide)[SPAN], const int8_t *shift, int *place)
{
    shorts sum[MARK_BATCH / SHORTS], most = {0};
    for (int v = 0; v < MARK_BATCH / SHORTS; v++) {
        sum[v] = (shorts){0};
        for (int s = 0; s < MARK_SEGMENTS; s++) {
            shorts x;
            memcpy(&x, wide[s] + MARK_REACH + shift[s] + v * SHORTS, sizeof x);
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

bool acc_mark_find(const mark_search *m, const int8_t *from, int least, mark_hit *hit)
{
    sums segment[MARK_SEGMENTS];
    int16_t wide[MARK_SEGMENTS][SPAN];
    int most = 0;
    for (int s = 0; s < MARK_SEGMENTS; s++) {
        correlate_segment(from - MARK_REACH, m->offset + s * SEGMENT, m->ones[s], &segment[s]);
        most += most_of(&segment[s]);
    }
    if (most < least)
        return false;
    for (int s = 0; s < MARK_SEGMENTS; s++) {
        int8_t narrow[SPAN];
        memcpy(narrow, &segment[s], sizeof narrow);
        for (int i = 0; i < SPAN; i++)
            wide[s][i] = narrow[i];
    }
    *hit = (mark_hit){.agreement = least - 1};
    for (int c = 0; c < MARK_CLOCKS; c++) {
        int place, agreement = add_segments(wide, m->shift[c], &place);
        if (agreement > hit->agreement)
            *hit = (mark_hit){place, 1 + (float)(c - MARK_CLOCKS / 2) * clock_step, agreement};
    }
    return hit->agreement >= least;
}
