// The search for a sine at four scales (docs/modem.md, Interference with frames). A sine that
// dominates the sound obeys x[n] + x[n - 2] = 2 cos w x[n - 1]; its frequency is measured best at the
// scale where w is near a right angle.
#include "modem/interference.h"

#include "modem/kernel.h"

#include <math.h>
#include <string.h>

#define TURN 6.28318531f
#define LOOK 0.03f  // length of a search, seconds: 1.5 periods of 50 Hz
#define FINE                                                                                       \
    0.8f  // share of a search after which the second scale is used: 6 ms are three periods of 500 Hz
// Largest noise power over the sine's power at which the sine dominates: 15 dB. A signal 20 dB below it counts as
// noise.
#define DOMINANT 0.03f
// Range of w in radians per sample in which a scale is used; the last scale down to LAST_TURN, 54 Hz at most. The
// scales' ranges overlap.
#define LEAST_TURN 0.4f
#define LAST_TURN 0.25f
#define MOST_TURN 2.6f
#define TOP_TURN 3.0f  // largest w at the first scale
#define FAINT 1e-10f   // least mean square of interference, full scale = 1: -100 dB
#define LOUD                                                                                       \
    0.3f  // least share of the power at low frequencies for a hum search; frames have less than 0.06
#define MAINS 0.015f    // largest relative error of the measured mains frequency
#define BESIDE 0.3f     // the signal's band beyond its tones, in bit rates
#define CLOCK 0.03f     // largest relative offset of a sender's clock, with a margin
#define SLOWEST 340.0f  // least samples per second of the last scale: ten per search

void acc_interference_init(interference *c, const acc_modem_profile *p, float rate)
{
    memset(c, 0, sizeof *c);
    c->rate = rate;
    acc_hum_init(&c->hum, rate);
    const float baud = (float)p->baud;
    if (p->waveform == ACC_WAVEFORM_FSK) {
        const float mark = (float)p->mark, space = (float)p->space;
        c->shut[0][0] = fminf(mark, space) - BESIDE * baud;
        c->shut[0][1] = fmaxf(mark, space) + BESIDE * baud;
    } else {
        // bi-phase: alternating bits, as in the preamble, and equal bits
        for (int i = 0; i < 2; i++) {
            c->shut[i][0] = (1 - CLOCK) * baud / (float)(2 - i);
            c->shut[i][1] = (1 + CLOCK) * baud / (float)(2 - i);
        }
    }
    while (c->scale + 1 < INTERFERENCE_SCALES && rate / (float)(4u << 2 * c->scale) >= SLOWEST)
        c->scale++;
}

static bool is_shut(const interference *c, float frequency)
{
    for (int i = 0; i < 2; i++)
        if (frequency >= c->shut[i][0] && frequency <= c->shut[i][1])
            return true;
    return false;
}

static void add(sine_fit *f, const float *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float u = x[i] + f->last[1], v = f->last[0];
        f->last[1] = v;
        f->last[0] = x[i];
        // the first two samples have no predecessors
        if (++f->count <= 2)
            continue;
        f->u += u;
        f->v += v;
        f->uu += u * u;
        f->uv += u * v;
        f->vv += v * v;
    }
}

// The variance of a fit's values.
static float variance_of(const sine_fit *f)
{
    const float n = (float)f->count - 2;
    return n > 0 ? f->vv / n - f->v / n * (f->v / n) : 0;
}

// The dominating sine in radians per sample, 0 for none.
static float turn_of(const sine_fit *f)
{
    const float n = (float)f->count - 2;
    if (n < 8)
        return 0;
    const float cov = f->uv - f->u * f->v / n, var = f->vv - f->v * f->v / n;
    const float rest = f->uu - f->u * f->u / n - (var > 0 ? cov * cov / var : 0);
    if (var <= FAINT * n)
        return 0;
    // white noise of variance s leaves s (2 + slope^2), and adds s to `var`
    const float slope = cov / var, noise = rest / (2 + slope * slope);
    if (!(noise < DOMINANT * var))
        return 0;
    const float cosine = 0.5f * cov / (var - noise);
    return fabsf(cosine) < 1 ? acosf(cosine) : 0;
}

// The frequency of a sine that is not the signal, 0 for none.
static float find_sine(const interference *c)
{
    for (unsigned s = 0; s <= c->scale; s++) {
        const float turn = turn_of(&c->fit[s]);
        const float frequency = turn / TURN * c->rate / (float)(1u << 2 * s);
        if (turn > (s == c->scale ? LAST_TURN : LEAST_TURN) && turn < (s ? MOST_TURN : TOP_TURN))
            return is_shut(c, frequency) ? 0 : frequency;
    }
    return 0;
}

// Whether much of the AC power is at low frequencies outside the signal's bands.
static bool is_low(const interference *c, float power)
{
    const float length = (float)(1u << 2 * c->scale);
    return variance_of(&c->fit[c->scale]) > LOUD * length * length * power && !is_shut(c, 50) &&
           !is_shut(c, 60);
}

static bool is_mains(float frequency)
{
    return fabsf(frequency - 50) < MAINS * 50 || fabsf(frequency - 60) < MAINS * 60;
}

// Ends a search: starts to track a sine that was found; true when hum was found.
static bool judge(interference *c)
{
    const float mean = c->sum / (float)c->samples;
    const float power = c->power / (float)c->samples - mean * mean;
    if (power < FAINT)
        return false;
    const float frequency = find_sine(c);
    // the mains' sine may have weak harmonics
    if (frequency == 0 || is_mains(frequency))
        return is_low(c, power);
    acc_sine_begin(&c->sine, frequency, c->rate, mean);
    c->has_sine = true;
    return false;
}

// Adds a chunk to the search; true when the search ends and has found hum.
static bool look(interference *c, const float *x, size_t count)
{
    float slow[2][INTERFERENCE_CHUNK / 4];
    c->power += acc_kernel_power(x, count);
    c->samples += (uint32_t)count;
    const float part = (float)c->samples / (LOOK * c->rate);
    const bool is_last = part >= 1;
    // the first scale uses the last chunk only
    if (is_last)
        add(&c->fit[0], x, count);
    for (unsigned s = 1; s <= c->scale; s++) {
        count /= 4;
        acc_kernel_box(x, slow[s % 2], count, 4);
        x = slow[s % 2];
        if (s == c->scale || s > 1 || part >= FINE)
            add(&c->fit[s], x, count);
    }
    c->sum += acc_kernel_sum(x, count);
    if (!is_last)
        return false;
    const bool is_hum = judge(c);
    memset(c->fit, 0, sizeof c->fit);
    c->sum = c->power = 0;
    c->samples = 0;
    return is_hum;
}

void acc_interference_run(interference *c, float *x, size_t count, bool is_reading)
{
    if (c->has_sine)
        c->has_sine = acc_sine_run(&c->sine, x, count);
    const bool is_idle = !c->has_sine && c->hum.state == HUM_NONE;
    const bool is_hum = is_idle && !is_reading && look(c, x, count);
    acc_hum_clean(&c->hum, x, count, is_hum, is_reading);
}
