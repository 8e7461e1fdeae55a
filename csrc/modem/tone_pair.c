// Two tones' correlators (tone_pair.h).
#include "modem/tone_pair.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void init_tone(tone_correlator *tone, double hertz, double rate)
{
    const double turn = 6.283185307179586 * hertz / rate;
    tone->turn[0] = (float)cos(turn);
    tone->turn[1] = (float)sin(turn);
    tone->phase[0] = 1;
}

void acc_tone_pair_init(tone_pair *p, double mark, double space, double baud, double rate)
{
    memset(p, 0, sizeof *p);
    init_tone(&p->mark, mark, rate);
    init_tone(&p->space, space, rate);
    p->slots_a_sample = (float)(baud * TONE_SLOTS / rate);
}

static void correlate(tone_correlator *t, float sample)
{
    const float real = t->phase[0] * t->turn[0] - t->phase[1] * t->turn[1];
    const float imaginary = t->phase[0] * t->turn[1] + t->phase[1] * t->turn[0];
    t->phase[0] = real;
    t->phase[1] = imaginary;
    t->part[0] += sample * real;
    t->part[1] += sample * imaginary;
}

// The power of a tone in the last bit, at the end of a slot.
static float end_slot(tone_correlator *t, uint32_t slot)
{
    memcpy(t->slots[slot], t->part, sizeof t->part);
    float sum[2] = {0, 0};
    for (uint32_t i = 0; i < TONE_SLOTS; i++) {
        sum[0] += t->slots[i][0];
        sum[1] += t->slots[i][1];
    }
    t->part[0] = t->part[1] = 0;
    // rounding changes the length of the phasor slowly: one step of 1 / sqrt(length^2) near 1
    const float square = t->phase[0] * t->phase[0] + t->phase[1] * t->phase[1];
    t->phase[0] *= 1.5f - 0.5f * square;
    t->phase[1] *= 1.5f - 0.5f * square;
    return sum[0] * sum[0] + sum[1] * sum[1];
}

void acc_tone_pair_add(tone_pair *p, float sample)
{
    correlate(&p->mark, sample);
    correlate(&p->space, sample);
    p->slot_at += p->slots_a_sample;
}

bool acc_tone_pair_take(tone_pair *p, float *value)
{
    if (p->slot_at < 1)
        return false;
    p->slot_at -= 1;
    const float mark = end_slot(&p->mark, p->slot), space = end_slot(&p->space, p->slot);
    const float all = mark + space;
    p->slot = (p->slot + 1) % TONE_SLOTS;
    // samples that are not finite have no tone
    *value = all > 0 && all <= FLT_MAX ? (mark - space) / all : 0;
    return true;
}
