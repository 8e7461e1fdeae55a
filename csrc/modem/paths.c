#include "modem/paths.h"

void acc_paths_set_format(paths *p, uint32_t shortest, uint32_t longest, float before)
{
    p->shortest = shortest;
    p->longest = longest;
    p->before = before;
}

void acc_paths_restart(paths *p, uint32_t at)
{
    for (uint32_t i = 0; i < PATHS_RING; i++) {
        p->ended[i] = p->paused[i] = p->begun[i] = PATHS_NEVER;
        p->length[i] = (uint8_t)p->shortest;
    }
    p->ended[at % PATHS_RING] = 0;
    p->end = at;
}

void acc_paths_end(paths *p, uint32_t at)
{
    float best = PATHS_NEVER;
    uint32_t found = p->shortest;
    for (uint32_t length = p->shortest; length <= p->longest; length++) {
        const uint32_t i = (at - length) % PATHS_RING;
        const float sum = p->begun[i] + ((float)length - p->before) * p->last[i];
        if (sum > best) {
            best = sum;
            found = length;
        }
    }
    p->ended[at % PATHS_RING] = best;
    p->length[at % PATHS_RING] = (uint8_t)found;
}

bool acc_paths_rests(const paths *p, uint32_t at, float cost)
{
    const uint32_t before = (at - 1) % PATHS_RING;
    return p->paused[before] > p->ended[before] - cost;
}

void acc_paths_pause(paths *p, uint32_t at, float reward, float cost)
{
    const uint32_t i = at % PATHS_RING, before = (at - 1) % PATHS_RING;
    p->rests[i] = acc_paths_rests(p, at, cost);
    p->paused[i] = (p->rests[i] ? p->paused[before] : p->ended[before] - cost) + reward;
}

uint32_t acc_paths_read(paths *p, uint32_t best, uint32_t newest, uint32_t lag,
                        uint32_t start[PATHS_MOST])
{
    const uint32_t oldest = newest - PATHS_RING + 1 + p->longest;
    uint32_t last = p->end, count = 0, at = best;
    bool rests = acc_paths_has_paused(p, at);
    while ((int32_t)(at - p->end) > 0 && (int32_t)(at - oldest) > 0) {
        if (rests) {
            rests = p->rests[at % PATHS_RING];
            at--;
            continue;
        }
        const uint32_t begin = at - p->length[at % PATHS_RING];
        if (newest - at >= lag && count < PATHS_MOST) {
            last = count ? last : at;
            start[count++] = begin;
        }
        at = begin;
        rests = acc_paths_has_paused(p, at);
    }
    p->end = last;
    return count;
}

void acc_paths_keep(paths *p, uint32_t newest)
{
    // whether the best path to each place, and the one with a pause there, lead through the end
    bool best[PATHS_RING], pause[PATHS_RING];
    best[p->end % PATHS_RING] = true;
    pause[p->end % PATHS_RING] = false;
    p->paused[p->end % PATHS_RING] = PATHS_NEVER;
    bool ended = true;
    for (uint32_t at = p->end + 1; (int32_t)(newest - at) >= 0; at++) {
        const uint32_t i = at % PATHS_RING, start = at - p->length[i];
        pause[i] = p->rests[i] ? pause[(at - 1) % PATHS_RING] : ended;
        ended = (int32_t)(start - p->end) >= 0 && best[start % PATHS_RING];
        best[i] = p->paused[i] > p->ended[i] ? pause[i] : ended;
        p->ended[i] = ended ? p->ended[i] : PATHS_NEVER;
        p->paused[i] = pause[i] ? p->paused[i] : PATHS_NEVER;
        p->begun[i] += best[i] ? 0 : PATHS_NEVER;
    }
}

void acc_paths_rebase(paths *p, uint32_t at, float large)
{
    const float base = acc_paths_best(p, at);
    if (base < large)
        return;
    for (uint32_t i = 0; i < PATHS_RING; i++) {
        p->ended[i] -= base;
        p->paused[i] -= base;
        p->begun[i] -= base;
    }
}
