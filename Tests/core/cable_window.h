// A receiver with a window of symbols of a cable burst made by hand: each carrier's point and each symbol's fate are known.
#ifndef ACC_CABLE_WINDOW_H
#define ACC_CABLE_WINDOW_H

#include "cable/header.h"
#include "cable/pilot.h"
#include "cable/receiver.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { N = 1024, PREFIX = 32, ADVANCE = N + PREFIX, BASE = 1000, BAND = 512, MOST = 12 };

static acc_cable_mode mode = {ACC_CABLE_FLAT, N, PREFIX, 20, 20000, 10, false, false, 64, 2, 1500};
static const double two_pi = 6.283185307179586;
static _Alignas(64) uint8_t memory[1500000];
static float labels[PAM_HALF_SIZE(8)], image[N];
static acc_cable_receiver *r;
static point sent[MOST][BAND];
static uint8_t label[MOST][BAND][2];  // of both dimensions
static point received[MOST][BAND];

// What happens to a symbol on the line; noise is the power of its errors, relative to the signal's.
typedef struct fate {
    float gain, data_gain, delay, noise, pilot_turn;
    int shift;  // whole samples of delay
    bool bad;
} fate;

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static point line_at(unsigned k)
{
    return scaled(turn_of(0.004 * (double)k), 0.1f + 0.0001f * (float)k);
}

// A receiver of `most` symbols at a time that is about to demodulate a window of random symbols.
static inline void begin(unsigned most, unsigned window)
{
    const acc_cable_limits limits = {N, 64, 2, 8, (uint8_t)most, 128};
    CHECK(acc_cable_receiver_size(&limits) <= sizeof memory);
    CHECK(acc_cable_receiver_init(memory, sizeof memory, &limits, &r) == ACC_OK);
    CHECK(acc_cable_plan_make(&r->plan, &mode, 300) == ACC_OK);
    acc_cable_plan_load(&r->plan, &r->expected, r->carrier, r->load);
    acc_cable_pam_init_labels(labels, 8, false);
    r->window = window;
    r->symbol = 40;
    r->clock = 1 + 25e-6;
    r->channel_weight = 2;
    r->quality = (acc_cable_quality){.gain_low = 1, .gain_high = 1};
    r->gains[0] = r->gains[1] = r->settled = 1;
    r->residue_weight = 0;
    memset(r->residue, 0, band_size(&r->plan) * sizeof *r->residue);
    acc_cable_demodulate_shape(r);
    for (unsigned i = 0; i < band_size(&r->plan); i++)
        r->channel[i] = line_at(r->plan.first + i);
    memset(sent, 0, sizeof sent);
    for (unsigned s = 0; s < window; s++) {
        for (unsigned i = 0; i < r->plan.mode.pilots; i++)
            sent[s][r->plan.pilot[i] - r->plan.first] = pilot_point(r->symbol + s, i);
        for (unsigned c = 0; c < r->plan.carriers; c++) {
            const unsigned bits = r->load[c], i = r->carrier[c] - r->plan.first;
            const unsigned m = (bits + 1) / 2, q = bits / 2;
            label[s][i][0] = (uint8_t)(draw() % (1u << m));
            label[s][i][1] = (uint8_t)(draw() % (1u << q));
            sent[s][i].re =
                bits == 1 ? label[s][i][0] ? 1 : -1 : pam_level(labels, m, label[s][i][0]);
            sent[s][i].im = q ? pam_level(labels, q, label[s][i][1]) : 0;
        }
    }
    CHECK(r->plan.bits == 1500 && r->plan.carriers > 375 &&
          r->plan.carriers < 500);  // 3 and 4 bits
}

// Sends the symbols, each with its fate.
static void lay(const fate *fates)
{
    const float unit = 2 / (acc_cable_unit_power(r->plan.active) * (float)N);
    memset(r->samples, 0, r->capacity * sizeof *r->samples);
    r->fill = r->capacity;
    for (uint32_t s = 0; s < r->window; s++) {
        const fate *f = &fates[s];
        memset(image, 0, sizeof image);
        unsigned pilot = 0;
        for (unsigned i = 0; i < band_size(&r->plan); i++) {
            const unsigned k = r->plan.first + i;
            const bool is_pilot = pilot < r->plan.mode.pilots && r->plan.pilot[pilot] == k;
            const float gain = is_pilot ? f->gain : f->data_gain;
            point y = scaled(times(line_at(k), sent[s][i]), gain);
            if (is_pilot)  // every other pilot is turned the other way
                y = plus(y, times(times(line_at(k), sent[s][i]),
                                  (point){0, pilot++ % 2 ? f->pilot_turn : -f->pilot_turn}));
            y = times(y, turn_of(-two_pi * k * (double)f->delay / (double)N));
            const point error =
                scaled(turn_of(two_pi * (double)uniform()), sqrtf(f->noise * power_of(line_at(k))));
            received[s][i] = plus(y, error);
            image[2 * k] = received[s][i].re / unit;
            image[2 * k + 1] = received[s][i].im / unit;
        }
        acc_cable_fft_inverse(&r->fft, image, N, 2 / (float)N);
        float *to = r->samples + BASE + s * ADVANCE + f->shift;
        memcpy(to, image, sizeof image);
        memcpy(to - PREFIX, image + N - PREFIX, PREFIX * sizeof *image);
        r->times[r->history + s] = (symbol_time){
            .centre = BASE + s * ADVANCE + N / 2, .rate = 1, .good = !f->bad, .sure = !f->bad};
    }
}

static const fate plain = {.gain = 1, .data_gain = 1};

#endif
