// Chooses a resampler's filters for two rates and lays their coefficients out in the caller's
// memory.
//
// Input: the rates. Output: an acc_resampler_plan that any number of resamplers share; resampler.c
// runs it. All tables are computed here, in double, once.
#include "pcm/kernel.h"
#include "pcm/resampler.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Most floats with a row for every phase: 128 KiB. Every pair of 8, 11.025, 12, 16, 22.05, 24, 32,
// 44.1, 48, 88.2, 96 and 192 kHz needs less (the largest, 11.025 to 192 kHz, 30720); other rates
// interpolate between rows.
#define TABLE_LIMIT 32768u
// Most floats of the rows in groups: 48 KiB. Of the same rates, 92 of the 97 pairs that could use groups
// fit.
#define GROUPS_LIMIT 12288u
#define CACHE_LINE 16u  // floats
#define SPECTRA_SIZE (sizeof(acc_spectra) / sizeof(float))
#define PI 3.14159265358979323846

// The rates of the polyphase filter, and its size.
typedef struct shape {
    uint32_t halvings, in, out, taps, row_count;
    uint32_t turn;  // outputs after which groups repeat, 0: none
    double cutoff;  // of its input's Nyquist frequency
} shape;

// Euclid's greatest common divisor.
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

// Whole groups of ACC_LANES outputs.
static size_t groups_size(uint32_t turn, uint32_t taps)
{
    return (size_t)(turn + ACC_LANES - 1) / ACC_LANES * ACC_LANES * taps;
}

// Outputs until the groups repeat: as many cycles of the phases as fill whole groups, if they fit; else
// one cycle with a short last group. The kernel reads 32 inputs at a time, so 16 outputs and 7 taps
// must stay inside: 15 in / out + 7 < 32.
static uint32_t turn_of(const shape *s)
{
    uint32_t full = ACC_LANES / divisor(ACC_LANES, s->out) * s->out;
    bool close = 15 * s->in <= 24 * s->out;
    if (!acc_kernels_best()->grouped || s->taps == 0 || s->row_count != s->out || !close)
        return 0;
    if (groups_size(full, s->taps) <= GROUPS_LIMIT)
        return full;
    return s->out >= ACC_LANES && groups_size(s->out, s->taps) <= GROUPS_LIMIT ? s->out : 0;
}

// The stages between two rates. Taps: by Kaiser's formula 120 dB need 7.8 * input rate / lower rate; 8.4
// instead of 7.8 keeps the sum of all images below.
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
    // interpolation between rows has an error of (angle from row to row)^2 / 8 at the band edge;
    // 1.2e-3 rad have 1.8e-7, -135 dB
    uint32_t wanted = (uint32_t)ceil(PI / 2 * s.cutoff / 1.2e-3);
    s.row_count = s.out * s.taps <= TABLE_LIMIT ? s.out : wanted;
    s.turn = turn_of(&s);
    return s;
}

size_t acc_resampler_table_size(uint32_t in_rate, uint32_t out_rate)
{
    if (!in_range(in_rate) || !in_range(out_rate))
        return 0;
    shape s = shape_of(in_rate, out_rate);
    size_t rows = s.taps ? (size_t)(s.row_count + 1) * s.taps : 0;
    return in_rate == out_rate ? 0 : CACHE_LINE + SPECTRA_SIZE + groups_size(s.turn, s.taps) + rows;
}

// Modified Bessel function of the first kind, order 0: the sum over k of ((x/2)^k / k!)^2.
static double bessel(double x)
{
    double sum = 1, term = 1, quarter = x * x / 4;
    for (int k = 1; term > 1e-9 * sum; k++) {
        term *= quarter / ((double)k * k);
        sum += term;
    }
    return sum;
}

// Kaiser's window over a sinc: attenuation = 14.36 * transition * taps + 7.95, beta = 0.1102 *
// (attenuation - 8.7), tap at x = cutoff * I0(beta * sqrt(1 - (x/side)^2)) / I0(beta) * sinc(cutoff
// * x). More than 140 dB is useless: the sharp filter in the same chain has 139.8 dB. Row row_count - p
// is row p reversed.
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

// Lays the rows out as the taps of 16 consecutive outputs. Output k has phase k * step modulo phases;
// `inverse` is the output with phase 1.
static void fill_groups(const shape *s, acc_polyphase *p, float *to)
{
    p->groups = to;
    p->turn = s->turn;
    uint32_t phase = 0;
    for (uint32_t k = 0; k < s->turn; k++) {
        if (phase == 1)
            p->inverse = k % s->out;
        float *at = to + (size_t)(k / ACC_LANES) * ACC_LANES * s->taps + k % ACC_LANES;
        for (uint32_t t = 0; t < s->taps; t++)
            at[t * ACC_LANES] = p->rows[(size_t)phase * s->taps + t];
        phase = (phase + p->step_phase) % s->out;
    }
    // the unused lanes of a short group are read, so they must be zero
    for (uint32_t k = s->turn; k % ACC_LANES; k++)
        for (uint32_t t = 0; t < s->taps; t++)
            to[((size_t)(k / ACC_LANES) * s->taps + t) * ACC_LANES + k % ACC_LANES] = 0;
}

// Roots, twiddles and spectra at the positions of spectrum.h: row 16 h + p, column i. root n =
// exp(-2 pi j n / 32); the odd taps' spectrum includes their half sample of delay, exp(-pi j k / 512).
// 1 / 512 normalises the transform pair.
static void fill_spectra(acc_spectra *s, float gain)
{
    for (unsigned n = 0; n < 32; n++) {
        s->root_re[n] = (float)cos(PI / 16 * n);
        s->root_im[n] = (float)-sin(PI / 16 * n);
    }
    for (unsigned at = 0; at < 512; at++) {
        unsigned row = at / 16, column = at % 16;
        double turn = PI / 256 * column * (row / 8 + row % 8 / 2 * 4 + row % 2 * 16);
        s->turn_re[at] = (float)cos(turn);
        s->turn_im[at] = (float)-sin(turn);
        unsigned first = row / 16 * 16 + column, second = row % 16;
        unsigned k =
            first / 8 + first % 8 / 2 * 4 + first % 2 * 16 + 32 * (second / 4 + second % 4 * 4);
        unsigned mirrored = k > 256 ? 512 - k : k;
        double odd = gain / 512 * acc_sharp_odd[mirrored], delay = PI / 512 * mirrored;
        s->even[at] = gain / 512 * acc_sharp_even[mirrored];
        s->odd_re[at] = (float)(odd * cos(delay));
        s->odd_im[at] = (float)(odd * (k > 256 ? sin(delay) : -sin(delay)));
    }
}

// Each part starts on a cache line.
static void fill_table(acc_resampler_plan *plan, const shape *s, float *table)
{
    table += (CACHE_LINE - (uintptr_t)table / sizeof *table % CACHE_LINE) % CACHE_LINE;
    acc_spectra *spectra = (acc_spectra *)(void *)table;
    fill_spectra(spectra, plan->in_rate < plan->out_rate ? 2 : 1);
    plan->sharp = spectra;
    float *groups = table + SPECTRA_SIZE, *rows = groups + groups_size(s->turn, s->taps);
    plan->polyphase.rows = rows;
    if (s->taps)
        fill_rows(s, rows);
    if (s->turn)
        fill_groups(s, &plan->polyphase, groups);
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
        .row_count = s.row_count,
        .taps = s.taps,
        .phases = s.out,
        .step_whole = s.in / s.out,
        .step_phase = s.in % s.out,
        .rows_per_phase = (double)s.row_count / s.out,
    };
    if (in_rate != out_rate)
        fill_table(plan, &s, table);
    return ACC_OK;
}
