#include "modem/manchester.h"

#include "modem/air.h"
#include "modem/kernel.h"

#include <string.h>

#define SMOOTH_PERIOD 9.0f  // samples a bit, over which straight lines do between samples

void manchester_init(manchester *m, float period)
{
    memset(m, 0, sizeof *m);
    m->period = period;
    m->step = search_step(period);
    // a bit of samples of 8 at most stays within 31 bits
    m->scale = 67108864.0f / period;
}

void manchester_write(manchester *m, const float *x, size_t len)
{
    while (len) {
        size_t begin = m->now % MANCHESTER_RING, room = MANCHESTER_RING - begin;
        size_t n = len < room ? len : room;
        m->sum = kernel_prefix(x, m->scale, m->sum, m->sums + begin, n);
        m->now += (uint32_t)n;
        x += n;
        len -= n;
    }
}

static inline uint32_t sum_at(const manchester *m, uint32_t at)
{
    return m->sums[at % MANCHESTER_RING];
}

// the area under the signal from sample p.at to the place p: along a straight line where a bit has
// many samples, else along a cubic (Catmull and Rom's), which keeps what lies near half the rate
static inline float beyond(const manchester *m, place p)
{
    uint32_t here = sum_at(m, p.at), after = sum_at(m, p.at + 1);
    float d1 = (float)(int32_t)(after - here), f = p.part;
    if (m->period > SMOOTH_PERIOD)
        return f * d1;
    float d0 = (float)(int32_t)(here - sum_at(m, p.at - 1));
    float d2 = (float)(int32_t)(sum_at(m, p.at + 2) - after);
    return 0.5f * f * (d0 + d1 + f * (3 * d1 - 2 * d0 - d2 + f * (d0 - 2 * d1 + d2)));
}

// the area under the signal from sample `base` to a place
static inline float area(const manchester *m, uint32_t base, place p)
{
    return (float)(int32_t)(sum_at(m, p.at) - sum_at(m, base)) + beyond(m, p);
}

// the matched filter of a bit that begins at `at`
static inline float matched(const manchester *m, place at, float period)
{
    return 2 * area(m, at.at, place_add(at, 0.5f * period)) - beyond(m, at) -
           area(m, at.at, place_add(at, period));
}

bool manchester_search(manchester *m, float *soft)
{
    place at = {m->next, 0};
    if (!place_is_past(place_add(at, m->period), m->now))
        return false;
    *soft = matched(m, at, m->period);
    m->next += m->step;
    return true;
}

uint32_t manchester_reach(const manchester *m)
{
    return (uint32_t)m->period + 2;
}

void manchester_filter(const manchester *m, uint32_t from, float part,
                       float out[MANCHESTER_FILTERED])
{
    uint32_t sums[MANCHESTER_FILTERED + MANCHESTER_PERIOD + 4], reach = manchester_reach(m);
    for (uint32_t i = 0; i < MANCHESTER_FILTERED + reach; i++)
        sums[i] = sum_at(m, from + i);
    float half = part + 0.5f * m->period, whole = part + m->period;
    const uint32_t *middle = sums + (uint32_t)half, *end = sums + (uint32_t)whole;
    half -= (float)(uint32_t)half;
    whole -= (float)(uint32_t)whole;
    for (int i = 0; i < (int)MANCHESTER_FILTERED; i++) {
        float first = (float)(int32_t)(middle[i] - sums[i]);
        float second = (float)(int32_t)(end[i] - middle[i]);
        // what begins and ends between two samples
        float edges = 2 * half * (float)(int32_t)(middle[i + 1] - middle[i]) -
                      part * (float)(int32_t)(sums[i + 1] - sums[i]) -
                      whole * (float)(int32_t)(end[i + 1] - end[i]);
        out[i] = first - second + edges;
    }
}

// how strong the sync word is with its middle at `middle`
static float strength(const manchester *m, place middle, float period)
{
    float sum = 0;
    for (int i = 0; i < (int)SYNC_BITS; i++) {
        float z = matched(m, place_add(middle, ((float)i - SYNC_BITS / 2) * period), period);
        sum += SYNC_WORD >> ((int)SYNC_BITS - 1 - i) & 1 ? z : -z;
    }
    return sum;
}

// the top of a parabola through three values, in steps from the middle one, within +-1
static float top(const float value[3])
{
    float bend = value[0] - 2 * value[1] + value[2];
    float at = bend < 0 ? 0.5f * (value[0] - value[2]) / bend : 0;
    return at > 1 ? 1 : at < -1 ? -1 : at;
}

// The search looks at few places and clocks only. From the best of a finer grid around its finding
// climb to the true ones; both are varied about the word's middle, so that they do not depend on
// each other.
static void fit(const manchester *m, place *middle, float *period, float sign)
{
    place origin = *middle;
    float nominal = *period, most = 0;
    for (int c = -4; c <= 4; c++)
        for (int p = -1; p <= 1; p++) {
            place at = place_add(origin, (float)p * m->period / 8);
            float length = nominal + (float)c * 0.003f * m->period;
            float sum = sign * strength(m, at, length);
            if (sum > most) {
                most = sum;
                *middle = at;
                *period = length;
            }
        }
    float move = m->period / 12, pace = 0.002f * m->period, value[3];
    for (int round = 0; round < 3; round++, move *= 0.5f, pace *= 0.5f) {
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * strength(m, place_add(*middle, (float)k * move), *period);
        *middle = place_add(*middle, move * top(value));
        for (int k = -1; k <= 1; k++)
            value[k + 1] = sign * strength(m, *middle, *period + (float)k * pace);
        *period += pace * top(value);
    }
}

void manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit)
{
    memset(t, 0, sizeof *t);
    t->sign = hit->inverted ? -1.0f : 1.0f;
    t->period = m->period * hit->stretch;
    // the search's filter was of nominal length: its middle is the bit's middle
    place latest = {m->next - m->step, 0};
    float word = (SYNC_BITS - 1) * t->period;
    place middle = place_add(latest, -hit->back * (float)m->step + 0.5f * (m->period + word));
    fit(m, &middle, &t->period, t->sign);
    t->at = place_add(middle, -0.5f * SYNC_BITS * t->period);
}

bool manchester_step(const manchester *m, manchester_track *t, int known, float *soft)
{
    place middle = place_add(t->at, 0.5f * t->period), end = place_add(t->at, t->period);
    if (!place_is_past(end, m->now))
        return false;
    uint32_t base = t->at.at;
    float z = 2 * area(m, base, middle) - beyond(m, t->at) - area(m, base, end);
    z *= t->sign;
    float bit = known >= 0 ? (known ? 1.0f : -1.0f) : z > 0 ? 1.0f : -1.0f;
    float pace = 1 / ((float)t->bits + 1), slow = pace > 0.03f ? pace : 0.03f;
    t->bits++;
    float error = bit * z - t->amplitude;
    t->amplitude += slow * error;
    t->noise += slow * (error * error - t->noise);
    // the change in the middle of each bit: what lies around it sums to nothing when it is there
    float quarter = 0.25f * t->period;
    float around =
        area(m, base, place_add(middle, quarter)) - area(m, base, place_add(middle, -quarter));
    float late = -t->sign * bit * around;
    float scale = t->amplitude > 1 ? t->amplitude : 1;
    float off = 0.5f * late / scale * t->period;
    off = off > quarter ? quarter : off < -quarter ? -quarter : off;
    float gain = 0.5f / ((float)t->bits + 5);
    gain = gain > 0.02f ? gain : 0.02f;
    t->at = place_add(end, -gain * off);
    float period = t->period - 0.3f * gain * gain * off;
    float most = 1.03f * m->period, least = 0.97f * m->period;
    t->period = period > most ? most : period < least ? least : period;
    *soft = z / scale;
    return true;
}

float manchester_snr(const manchester_track *t)
{
    return t->noise > 0 ? t->amplitude * t->amplitude / (2 * t->noise) : 0;
}
