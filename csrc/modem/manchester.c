// Bi-phase detection. Matched filter at each sample: y(t) = sum over [t, t + T/2) - sum over [t + T/2, t + T), T
// the bit. Tracking reads y between samples and steers by y one sample early against one sample late.
#include "modem/manchester.h"

#include "modem/air.h"
#include "modem/kernel.h"

#include <assert.h>
#include <string.h>

#define HALF_WORD (0.5f * (SYNC_BITS - 1))  // bits from the middle of the sync word to its last
// The timing loop's gain for a clear signal, per bit of a group of four. 0.12 follows a wander of 2000 ppm at 10 Hz at
// any rate, and mostly one of 5000 ppm; from 0.16 on the loop overshoots at 5.4 samples per bit.
#define QUICK 0.12f

static uint32_t stride_of(float period)
{
    return period < 10 ? 1 : 2;
}

float acc_manchester_per_symbol(float period)
{
    return period / (float)stride_of(period);
}

void acc_manchester_init(manchester *m, float period)
{
    assert(period <= MANCHESTER_PERIOD);
    memset(m, 0, sizeof *m);
    m->period = period;
    m->stride = stride_of(period);
    m->reach = (uint32_t)period + 1;
}

uint32_t acc_manchester_chunk(const manchester *m)
{
    return MANCHESTER_VALUES * m->stride;
}

void acc_manchester_write(manchester *m, const float *x, size_t len)
{
    assert(len <= acc_manchester_chunk(m) - m->filled);
    memcpy(m->sound + m->reach + m->filled, x, len * sizeof *x);
    m->filled += (uint32_t)len;
}

float *acc_manchester_newest(manchester *m)
{
    return m->sound + m->reach;
}

void acc_manchester_end_chunk(manchester *m)
{
    const uint32_t at = m->now % MANCHESTER_RING, chunk = acc_manchester_chunk(m);
    const float half = 0.5f * m->period;
    float sums[MANCHESTER_REACH + 2 * MANCHESTER_VALUES], *value = m->ring + at;
    assert(m->filled == chunk);
    if (half < 4) {
        acc_kernel_short_biphase(m->sound, half, m->period, value, chunk);
    } else {
        acc_kernel_prefix(m->sound, sums, m->reach + chunk);
        acc_kernel_biphase(m->sound, sums, half, m->period, value, chunk);
    }
    memcpy(m->sound, m->sound + chunk, m->reach * sizeof *m->sound);
    if (at == 0)
        memcpy(m->ring + MANCHESTER_RING, m->ring, MANCHESTER_BEYOND * sizeof *m->ring);
    m->filled = 0;
    m->now += chunk;
}

bool acc_manchester_search(manchester *m, float soft[MANCHESTER_VALUES])
{
    if (m->next == m->now)
        return false;
    const float *value = m->ring + m->next % MANCHESTER_RING;
    m->next += acc_manchester_chunk(m);
    if (m->stride == 2)
        acc_kernel_every_second(value, soft, MANCHESTER_VALUES);
    else
        memcpy(soft, value, MANCHESTER_VALUES * sizeof *soft);
    return true;
}

uint32_t acc_manchester_skip(manchester *m, float kept)
{
    const uint32_t chunk = acc_manchester_chunk(m), most = (uint32_t)(kept * m->period) / chunk + 1;
    uint32_t left_out = 0;
    for (; m->now - m->next > most * chunk; m->next += chunk)
        left_out += MANCHESTER_VALUES;
    return left_out;
}

static inline float sum_of(lanes v)
{
    return v[0] + v[1] + (v[2] + v[3]);
}

// The values of four bits, the first at `first`; `slope` is each value a sample earlier minus that a sample later.
static inline lanes read_values(const manchester *m, place first, float period, lanes *slope)
{
    const lanes order = {0, 1, 2, 3};
    lanes at = first.part + order * period, early[4], late[4];
    flags whole = __builtin_convertvector(at, flags);
    lanes p = at - __builtin_convertvector(whole, lanes);
    for (int i = 0; i < 4; i++) {
        const float *x = m->ring + (first.at + (uint32_t)whole[i] - 2) % MANCHESTER_RING;
        memcpy(&early[i], x, sizeof *early);
        memcpy(&late[i], x + 2, sizeof *late);
    }
    acc_lanes_transpose(early);
    acc_lanes_transpose(late);
    // Catmull-Rom cubic
    lanes q = p * p, w0 = 0.5f * (q * (2 - p) - p), w1 = 0.5f * (q * (3 * p - 5) + 2);
    lanes w3 = 0.5f * q * (p - 1), w2 = 1 - w0 - w1 - w3;
    *slope = w0 * (early[0] - late[0]) + w1 * (early[1] - late[1]) + w2 * (early[2] - late[2]) +
             w3 * (early[3] - late[3]);
    return w0 * early[1] + w1 * late[0] + w2 * late[1] + w3 * late[2];
}

// strength of the sync word with its middle at `middle`
static float strength(const manchester *m, place middle, float period)
{
    const flags place_of = {8, 4, 2, 1};
    lanes sum = {0}, slope;
    for (int i = 0; i < (int)SYNC_BITS; i += 4) {
        place first = place_add(middle, ((float)i - HALF_WORD) * period);
        flags word = place_of & (int)(SYNC_WORD >> ((int)SYNC_BITS - 4 - i) & 15);
        lanes z = read_values(m, first, period, &slope);
        sum += lanes_select((flags)(word != 0), z, -z);
    }
    return sum_of(sum);
}

// the vertex of the parabola through three values, in steps from the middle one, limited to +-1
static float top(const float value[3])
{
    float bend = value[0] - 2 * value[1] + value[2];
    float at = bend < 0 ? 0.5f * (value[0] - value[2]) / bend : 0;
    return at > 1 ? 1 : at < -1 ? -1 : at;
}

// Refines the search's place and clock: the best of a finer grid, then three rounds of parabolas.
// Both vary about the word's middle, so that they are independent.
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

void acc_manchester_follow(const manchester *m, manchester_track *t, const sync_hit *hit)
{
    memset(t, 0, sizeof *t);
    t->sign = hit->inverted ? -1.0f : 1.0f;
    t->period = m->period * hit->clock_ratio;
    place latest = {m->next - m->stride, 0};
    place middle = place_add(latest, -hit->back * (float)m->stride + HALF_WORD * t->period);
    fit(m, &middle, &t->period, t->sign);
    t->at = place_add(middle, -HALF_WORD * t->period);
}

bool acc_manchester_read(const manchester *m, manchester_track *t, int known, unsigned *bits)
{
    const lanes zero = {0}, one = {1, 1, 1, 1};
    const flags place_of = {8, 4, 2, 1};
    if ((int32_t)(m->now - place_add(t->at, 3 * t->period).at) < 4)
        return false;
    lanes slope, z = t->sign * read_values(m, t->at, t->period, &slope);
    flags ones = (flags)(z > zero), seen = ones & place_of;
    *bits = (unsigned)(seen[0] | seen[1] | seen[2] | seen[3]);
    if (known >= 0)
        ones = (flags)((place_of & known) != 0);
    lanes bit = lanes_select(ones, one, -one);
    // corrects by the error of the previous four bits, so that these bits' sums need not wait for their result
    t->at = place_add(t->at, 4 * t->period - t->nudge);
    // averages over about eight groups of four bits; over the first 32 bits plain means, and a falling gain
    float slow = 0.12f, gain = acc_manchester_is_clear(t) ? QUICK : 0.02f;
    if (t->bits < 32) {
        slow = 4 / ((float)t->bits + 4);
        gain = 0.5f / ((float)t->bits + 8);
        t->bits += 4;
    }
    float period = t->period - 0.3f * gain * t->nudge;
    float most = 1.03f * m->period, least = 0.97f * m->period;
    t->period = period > most ? most : period < least ? least : period;
    lanes error = bit * z - t->amplitude;
    t->amplitude += slow * 0.25f * sum_of(error);
    t->noise += slow * (0.25f * sum_of(error * error) - t->noise);
    // the filter's peak is a triangle: it falls by three amplitudes per bit on either side
    float scale = 1 / (t->amplitude > 1e-12f ? t->amplitude : 1e-12f);
    float off = t->sign * sum_of(bit * slope) * scale * t->period * (1 / 6.0f);
    off = off > t->period ? t->period : off < -t->period ? -t->period : off;
    t->nudge = gain * off;
    return true;
}

void acc_manchester_step_back(manchester_track *t, unsigned bits)
{
    t->at = place_add(t->at, -(float)bits * t->period);
}

bool acc_manchester_is_clear(const manchester_track *t)
{
    // Es/N0 = amplitude^2 / (2 noise) over 13 dB: Q(sqrt(40)), one bit in 10^10 is wrong
    return t->amplitude * t->amplitude > 40 * t->noise;
}

float acc_manchester_snr(const manchester_track *t)
{
    return t->noise > 0 ? t->amplitude * t->amplitude / (2 * t->noise) : 0;
}
