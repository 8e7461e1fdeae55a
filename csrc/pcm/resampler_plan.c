#include "pcm/kernel.h"
#include "pcm/resampler.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define TABLE_LIMIT 32768u  // floats up to which every phase has its own row
#define PI 3.14159265358979323846

// The ratio that the polyphase filter bridges, and its length.
typedef struct shape {
    uint32_t halvings, in, out, taps, row_count;
    double cutoff;  // of its input's Nyquist frequency
} shape;

static uint32_t divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool in_range(uint32_t rate)
{
    return rate >= ACC_RATE_MIN && rate <= ACC_RATE_MAX;
}

// Kaiser's formula gives 7.8 taps for 120 dB where the transition, which is the lower rate, is as wide as the input's rate;
// a little more, so that the images together stay below.
static shape shape_of(uint32_t in_rate, uint32_t out_rate)
{
    shape s = {.in = in_rate, .out = out_rate};
    uint32_t lower = in_rate < out_rate ? in_rate : out_rate;
    double input = in_rate;
    if (in_rate > out_rate) {
        s.out *= 2;
        for (; in_rate >= 4 * out_rate << s.halvings; s.halvings++) {
            s.out *= 2;
            input /= 2;
        }
    } else {
        s.in *= 2;
        input *= 2;
    }
    uint32_t g = divisor(s.in, s.out);
    s.in /= g;
    s.out /= g;
    s.cutoff = 2 * lower / input;
    if (s.in != s.out && in_rate != out_rate)
        s.taps = ((uint32_t)ceil(8.4 * input / lower) + 7) / 8 * 8;
    // between rows the taps are interpolated: the error is (angle from row to row)^2 / 8 at the band edge
    uint32_t wanted = (uint32_t)ceil(PI / 2 * s.cutoff / 1.2e-3);
    s.row_count = s.out * s.taps <= TABLE_LIMIT ? s.out : wanted;
    return s;
}

size_t acc_resampler_table_size(uint32_t in_rate, uint32_t out_rate)
{
    if (!in_range(in_rate) || !in_range(out_rate))
        return 0;
    shape s = shape_of(in_rate, out_rate);
    return s.taps ? (size_t)(s.row_count + 1) * s.taps : 0;
}

// modified Bessel function of the first kind, order 0
static double bessel(double x)
{
    double sum = 1, term = 1, quarter = x * x / 4;
    for (int k = 1; term > 1e-9 * sum; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}

// Row p and row row_count - p mirror each other.
static void fill_rows(const shape *s, float *table)
{
    double side = s->taps / 2.0;
    double attenuation = fmin(14.36 * s->taps * s->cutoff / 2 + 7.95, 140);
    double beta = 0.1102 * (attenuation - 8.7), scale = s->cutoff / bessel(beta);
    for (uint32_t p = 0; p <= s->row_count / 2; p++) {
        float *row = table + (size_t)p * s->taps;
        float *mirror = table + (size_t)(s->row_count - p) * s->taps;
        for (uint32_t t = 0; t < s->taps; t++) {
            double at = t - (side - 1) - (double)p / s->row_count, x = PI * s->cutoff * at;
            double place = 1 - at * at / (side * side);
            double window = place > 0 ? bessel(beta * sqrt(place)) : 1;
            row[t] = (float)(scale * window * (at == 0 ? 1 : sin(x) / x));
            mirror[s->taps - 1 - t] = row[t];
        }
    }
}

acc_status acc_resampler_plan_init(acc_resampler_plan *plan, uint32_t in_rate, uint32_t out_rate,
                                   float *table, size_t capacity)
{
    if (!in_range(in_rate) || !in_range(out_rate))
        return ACC_OUT_OF_RANGE;
    if (capacity < acc_resampler_table_size(in_rate, out_rate))
        return ACC_NO_ROOM;
    shape s = shape_of(in_rate, out_rate);
    memset(plan, 0, sizeof *plan);
    plan->in_rate = in_rate;
    plan->out_rate = out_rate;
    plan->halvings = (uint8_t)s.halvings;
    plan->kernels = acc_kernels_best();
    plan->polyphase = (acc_polyphase){
        .rows = table,
        .row_count = s.row_count,
        .taps = s.taps,
        .phases = s.out,
        .step_whole = s.in / s.out,
        .step_phase = s.in % s.out,
        .rows_per_phase = (double)s.row_count / s.out,
    };
    if (s.taps)
        fill_rows(&s, table);
    float gain = in_rate < out_rate ? 2 : 1;
    for (unsigned i = 0; i < ACC_FIR_PAIRS; i++) {
        plan->sharp_even[i] = gain * acc_sharp_taps[2 * i];
        plan->sharp_odd[i] = gain * acc_sharp_taps[2 * i + 1];
    }
    plan->sharp_even[0] /= 2;  // both of its pair are the middle
    return ACC_OK;
}
