#include "modem/swap.h"

#include "modem/paths.h"

#define STRONG                                                                                     \
    0.3f  // least amplitude of a signal over that of its characters; half where the tones change
#define EVEN 0.5f    // least amplitude of a bit over the largest, as in async.c
#define FAINT 0.02f  // least amplitude of a character over that of the one before, as in choice.c
#define LONG 2u      // characters' time of one tone that is a pause; a break is shorter
#define ENDING 3.5f  // symbols of one tone at the end of a signal that are a pause
#define ENOUGH 6u    // characters that prove a meaning
#define FEW 4u       // a meaning is wrong if more than one in so many has no stop bit,
#define MOST 20u     // and right if at most one in so many has none

void acc_swap_set_format(swap *s, float per_symbol, uint32_t payload, uint32_t stop)
{
    *s = (swap){.per_symbol = per_symbol, .payload = payload, .stop = stop};
}

void acc_swap_restart(swap *s, uint32_t at)
{
    s->next[SWAP_NONE] = s->next[SWAP_TONES] = at;
    s->run = 0;
}

// Reads the bits of a character that begins at `start`, the earliest lowest, 1 for mark, and their amplitude; false if
// their amplitudes differ.
static bool read_bits(swap *s, const float *mark, const float *space, uint32_t start,
                      uint32_t *bits)
{
    float low = 1e30f, high = 0;
    *bits = 0;
    for (uint32_t i = 0; i <= s->stop; i++) {
        const uint32_t at = start + (uint32_t)((float)i * s->per_symbol + 0.5f);
        const float one = mark[at % PATHS_RING], zero = space[at % PATHS_RING];
        const float own = one > zero ? one : zero;
        low = own < low ? own : low;
        high = own > high ? own : high;
        *bits |= (uint32_t)(one > zero) << i;
    }
    // filters ring after a signal
    if (low < EVEN * high || high <= FAINT * s->level)
        return false;
    s->level = high;
    return true;
}

// Whether the tone before place `end` is a pause.
static bool is_pause(const swap *s, const float *mark, const float *space, uint32_t end)
{
    const uint32_t places = (uint32_t)((float)(LONG * (s->stop + 1)) * s->per_symbol);
    const bool is_mark = mark[(end - 1) % PATHS_RING] > space[(end - 1) % PATHS_RING];
    for (uint32_t i = 1; i <= places; i++) {
        const float one = mark[(end - i) % PATHS_RING], zero = space[(end - i) % PATHS_RING];
        if ((one > zero) != is_mark || (is_mark ? one : zero) < STRONG * s->level)
            return false;
    }
    return true;
}

// Looks for a character with a meaning whose start bit begins at `start`.
static void find(swap *s, swap_meaning meaning, const float *mark, const float *space,
                 uint32_t start)
{
    if ((int32_t)(start - s->next[meaning]) < 0)
        return;
    uint32_t bits;
    const uint32_t before = (start - 1) % PATHS_RING, here = start % PATHS_RING;
    const bool was_mark = mark[before] > space[before], is_mark = mark[here] > space[here];
    if (was_mark == is_mark || is_mark != (meaning == SWAP_TONES))
        return;
    // where the tones change, half of the symbol is the start bit
    const uint32_t half = (uint32_t)(0.5f * s->per_symbol + 0.5f);
    if (!read_bits(s, mark, space, start + half, &bits))
        return;
    bits = meaning == SWAP_TONES ? ~bits : bits;
    const uint32_t first = s->payload + 1, stops = (1u << (s->stop + 1 - first)) - 1;
    const bool is_whole = (bits >> first & stops) == stops;
    if (is_whole) {
        s->next[meaning] = start + (uint32_t)(((float)first + 0.5f) * s->per_symbol);
        s->idle[meaning] += is_pause(s, mark, space, start);
    }
    *(is_whole ? &s->whole[meaning] : &s->broken[meaning]) += 1;
}

// Counts a tone's end after a pause. (Some modems end with a long space.)
static void note_end(swap *s, float mark, float space)
{
    const bool is_mark = mark > space, is_strong = (is_mark ? mark : space) > STRONG * s->level;
    const float bits = (float)s->run / s->per_symbol;
    if (!is_strong && bits > ENDING && bits < (float)(LONG * (s->stop + 1)))
        s->idle[s->was_mark ? SWAP_NONE : SWAP_TONES]++;
    s->run = is_strong && is_mark == s->was_mark ? s->run + 1 : 0;
    s->was_mark = is_mark;
}

void acc_swap_add(swap *s, const float *mark, const float *space, uint32_t at)
{
    note_end(s, mark[at % PATHS_RING], space[at % PATHS_RING]);
    const uint32_t start = at - (uint32_t)((float)(s->stop + 1) * s->per_symbol) - 1;
    find(s, SWAP_NONE, mark, space, start);
    find(s, SWAP_TONES, mark, space, start);
}

uint32_t acc_swap_characters(const swap *s)
{
    const uint32_t whole = s->whole[SWAP_TONES], broken = s->broken[SWAP_TONES];
    const bool is_wrong = s->broken[SWAP_NONE] > s->whole[SWAP_NONE] / FEW,
               rests = s->idle[SWAP_TONES] > s->idle[SWAP_NONE];
    const bool is_right = (is_wrong && broken <= whole / MOST) || (rests && broken <= whole / FEW);
    return whole >= ENOUGH && is_right ? whole : 0;
}
