// The hum canceller's detection, phase-locked loop and learning (docs/modem.md, Mains hum).
#include "modem/hum.h"

#include "modem/kernel.h"

#include <math.h>
#include <string.h>

#define CYCLE 4294967296.0f  // 2^32, a full turn of a phase
#define TURN 6.28318531f
// Least ratio of the input's power to its power in the band that starts the search for hum. With bell202, white noise
// has 3 and hum without characters 60: the limit is near their geometric mean, 13.
#define LOUD 10.0f
// The sine's share of the power. With harmonics that fall by 1/k the fundamental has 1 / (pi^2 / 6) = 0.61; in
// noise it is 0.01. A loop locks at FOUND and ends below LOST: characters louder than the hum must not end it.
#define FOUND 0.25f
#define LOST 0.1f
#define MISSES 5u  // consecutive periods below LOST that end the loop, 0.1 s
#define OFF 0.01f  // largest relative frequency offset, the sound card's included
#define TRIED 5u   // periods until a loop is judged, 0.1 s
// Periods that the loop averages over: a bandwidth of about 50 / 24 = 2 Hz. A longer memory has less noise but
// follows the mains' frequency more slowly.
#define MEMORY 24u
#define LEARNING 2.0f  // periods learned before the hum is subtracted
#define SOON 0.25f     // further periods in which a louder residual is no onset
#define PACE                                                                                       \
    (1 /                                                                                           \
     16.0f)  // least weight of a new period: the learned hum then has noise 15 dB below the input's
#define ONSET                                                                                      \
    8.0f  // residual power over its floor, 9 dB, that counts as the start of a signal and stops learning
// Least ratio of the learned power to the residual at which the learned period may be a signal: bytes that repeat in
// step with the mains from the first sample on. Hum at +10 dB beside other bytes has 0.3.
#define REPEATED 4.0f
#define FLOOR_PACE 0.15f  // weight of a new batch in `floor`
// Growth of `floor` per batch of 64 samples above ONSET: hum that became 9 dB louder counts as a signal for ln 8 / ln
// 1.03 = 70 batches, about half a second, and is then learned again.
#define FLOOR_RISE 1.03f

static void begin_period(hum_loop *l)
{
    const float turn = TURN / CYCLE * (float)l->step, at = TURN / CYCLE * (float)l->phase;
    l->turn[0] = cosf(turn);
    l->turn[1] = sinf(turn);
    l->unit[0] = cosf(at);
    l->unit[1] = sinf(at);
    l->wave[0] = l->wave[1] = l->sum = l->power = 0;
    l->samples = 0;
}

static void begin(hum_loop *l, float hertz, float rate)
{
    *l = (hum_loop){.nominal = (uint32_t)(hertz / rate * CYCLE)};
    l->step = l->nominal;
    begin_period(l);
}

void acc_hum_init(hum *h, float rate)
{
    memset(h, 0, sizeof *h);
    h->rate = rate;
    // a sample updates two bins, so bins may be up to twice the samples per period at 60 Hz
    uint32_t bins = HUM_BINS;
    for (h->shift = 24; (float)bins > rate / 30 && h->shift < 28; h->shift++)
        bins /= 2;
}

// The sine's share of the AC power: 2 |sum x e^(-j phase)|^2 / n over sum (x - mean)^2.
static float share_of(const hum_loop *l)
{
    const float count = (float)l->samples, power = l->power - l->sum * l->sum / count;
    const float wave = 2 * (l->wave[0] * l->wave[0] + l->wave[1] * l->wave[1]) / count;
    return power > 0 ? wave / power : 0;
}

// At the end of a period: corrects phase and frequency by the period's phase error, with the gains of a least-squares
// line through the last n periods: 2 (2n - 1) / (n (n + 1)) for the phase, 6 / (n (n + 1)) for the slope. The first
// period does not count: the sound may have begun inside it.
static void end_period(hum_loop *l)
{
    l->misses = share_of(l) < (l->periods < TRIED ? FOUND : LOST) ? l->misses + 1 : 0;
    l->periods += l->periods < MEMORY;
    const float n = fmaxf((float)l->periods - 1, 1),
                error = atan2f(l->wave[1], l->wave[0]) * (1 / TURN);
    const float move = 2 * (2 * n - 1) / (n * (n + 1)) * error;
    const float slope = n > 1 ? 6 / (n * (n + 1)) * error / (float)l->samples : 0;
    const float most = OFF * (float)l->nominal;
    l->phase += (uint32_t)(int64_t)(move * CYCLE);
    float off = (float)(int32_t)(l->step - l->nominal) + slope * CYCLE;
    if (fabsf(off) > most)
        l->misses = MISSES;
    l->step = l->nominal + (uint32_t)(int32_t)fmaxf(fminf(off, most), -most);
    begin_period(l);
}

static void follow(hum_loop *l, const float *sound, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float x = sound[i], c = l->unit[0], s = l->unit[1];
        l->wave[0] += x * c;
        l->wave[1] -= x * s;
        l->sum += x;
        l->power += x * x;
        l->samples++;
        l->unit[0] = c * l->turn[0] - s * l->turn[1];
        l->unit[1] = s * l->turn[0] + c * l->turn[1];
        l->phase += l->step;
        l->place += l->nominal;
        if (l->place < l->nominal)
            end_period(l);
    }
}

// Every 10 ms: whether most of the AC power is outside the band.
static bool is_loud(hum *h, const float *sound, const float *band, size_t count)
{
    h->sum += acc_kernel_sum(sound, count);
    h->sound += acc_kernel_power(sound, count);
    h->band += acc_kernel_power(band, count);
    h->samples += (uint32_t)count;
    if ((float)h->samples < 0.01f * h->rate)
        return false;
    const float power = h->sound - h->sum * h->sum / (float)h->samples;
    // less than -40 dB beside the DC offset is rounding
    const bool loud = power > LOUD * h->band && power > 1e-4f * h->sound;
    h->sum = h->sound = h->band = 0;
    h->samples = 0;
    return loud;
}

static void forget(hum *h)
{
    h->learned = 0;
    h->floor = 0;
    h->has_onset = false;
    memset(h->bin, 0, sizeof h->bin);
}

// Chooses the loop that locked, or drops both.
static void choose(hum *h)
{
    for (int i = 0; i < 2; i++)
        if (h->loop[i].periods >= TRIED && h->loop[i].misses == 0) {
            h->loop[0] = h->loop[i];
            h->state = HUM_FOLLOWED;
            forget(h);
            return;
        }
    if (h->loop[0].periods > TRIED && h->loop[1].periods > TRIED)
        h->state = HUM_NONE;
}

// The two bins around a phase, between which the learned hum is interpolated; `part` is the weight of the second.
static float *bin_at(hum *h, uint32_t phase, float *part)
{
    const uint32_t within = (1u << h->shift) - 1;
    *part = (float)(phase & within) / (float)(within + 1);
    return h->bin + (phase >> h->shift);
}

// Moves both bins toward the sample, whose error is e, by normalised LMS: b0 += pace (1 - p) e / (p^2 + (1 - p)^2),
// b1 likewise with p. Where several samples of a period share a bin, each has less weight.
static void learn(hum *h, const hum_loop *l, const float *band, size_t count)
{
    const float period = CYCLE / (float)l->step;
    const uint32_t last = (uint32_t)((1ull << 32) >> h->shift);
    const float least = PACE / fmaxf(period / (float)last, 1);
    uint32_t phase = l->phase;
    for (size_t i = 0; i < count; i++, phase += l->step) {
        float part, *bin = bin_at(h, phase, &part);
        const float pace = fmaxf(period / (period + (float)h->learned++), least);
        const float away = band[i] - (bin[0] + part * (bin[1] - bin[0]));
        const float error = pace * away / (part * part + (1 - part) * (1 - part));
        bin[0] += (1 - part) * error;
        bin[1] += part * error;
        // the period is cyclic: the bin behind the last is the first
        if (bin == h->bin)
            h->bin[last] = bin[0];
        else if (bin + 1 == h->bin + last)
            h->bin[0] = bin[1];
    }
    h->learned = h->learned > 1u << 20 ? 1u << 20 : h->learned;
}

// Learns or subtracts the hum of one batch. `l` is the loop before these samples.
static void cancel(hum *h, const hum_loop *l, float *band, size_t count, bool has_characters)
{
    const float period = CYCLE / (float)l->step;
    float rest[256], part;
    uint32_t phase = l->phase;
    for (size_t i = 0; i < count; i++, phase += l->step) {
        const float *bin = bin_at(h, phase, &part);
        rest[i] = band[i] - (bin[0] + part * (bin[1] - bin[0]));
    }
    const float power = acc_kernel_power(rest, count) / (float)count;
    const bool is_new = (float)h->learned < LEARNING * period;
    if (!has_characters && (is_new || power < ONSET * h->floor)) {
        learn(h, l, band, count);
        h->floor += (is_new ? 0.5f : FLOOR_PACE) * (power - h->floor);
    } else if (!has_characters && (float)h->learned < (LEARNING + SOON) * period) {
        // the signal was there during the first periods: continue to learn below it
        h->floor = power;
    } else if (!has_characters) {
        h->floor *= FLOOR_RISE;
        h->has_onset = true;
    }
    if (!is_new)
        memcpy(band, rest, count * sizeof *rest);
}

static void search(hum *h)
{
    begin(&h->loop[0], 50, h->rate);
    begin(&h->loop[1], 60, h->rate);
    h->state = HUM_SOUGHT;
}

// `band` may be `sound`.
static void run(hum *h, const float *sound, float *band, size_t count, bool has_characters)
{
    if (h->state == HUM_SOUGHT) {
        follow(&h->loop[0], sound, count);
        follow(&h->loop[1], sound, count);
        choose(h);
    } else if (h->state == HUM_FOLLOWED) {
        const hum_loop before = h->loop[0];
        follow(&h->loop[0], sound, count);
        cancel(h, &before, band, count, has_characters);
        if (h->loop[0].misses >= MISSES)
            h->state = HUM_NONE;
    }
}

void acc_hum_run(hum *h, const float *sound, float *band, size_t count, bool has_characters)
{
    if (count == 0)
        return;
    if (h->state == HUM_NONE && !has_characters && is_loud(h, sound, band, count))
        search(h);
    run(h, sound, band, count, has_characters);
}

void acc_hum_clean(hum *h, float *x, size_t count, bool has_hum, bool has_signal)
{
    if (h->state == HUM_NONE && has_hum)
        search(h);
    run(h, x, x, count, has_signal);
}

void acc_hum_begin_search(hum *h)
{
    search(h);
}

static void rewind_loop(hum *h, uint32_t count)
{
    hum_loop *l = &h->loop[0];
    l->phase -= l->step * count;  // modulo 2^32, one period
    l->place = 0;
    l->misses = 0;
    begin_period(l);
}

bool acc_hum_begin_learning(hum *h, uint32_t count)
{
    if (h->state != HUM_FOLLOWED) {
        acc_hum_init(h, h->rate);
        return false;
    }
    rewind_loop(h, count);
    forget(h);
    return true;
}

void acc_hum_end_learning(hum *h, uint32_t count)
{
    const uint32_t bins = (uint32_t)((1ull << 32) >> h->shift);
    const float learned = acc_kernel_power(h->bin, bins) / (float)bins;
    if (h->state != HUM_FOLLOWED || (!h->has_onset && learned > REPEATED * h->floor))
        acc_hum_init(h, h->rate);
    else
        rewind_loop(h, count);
}
