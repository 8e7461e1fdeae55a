// The cable receiver's estimates: delays from phases, the timing curve, medians, the noise's shape, the high-pass, and the
// search, clock and channel of a burst through a known line.
#include "cable/receiver.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 6.283185307179586;
static acc_cable_receiver still;
static symbol_time times_of[CURVE_MAX];

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

// The delay of phases that wrap many times is found from a near one. Weak carriers count less.
static void delays_are_exact(void)
{
    enum { COUNT = 20, N = 2048 };
    point z[COUNT];
    uint16_t k[COUNT];
    for (double tau = -30; tau <= 30; tau += 3.7) {
        for (unsigned i = 0; i < COUNT; i++) {
            k[i] = (uint16_t)(30 + 45 * i);
            z[i] = scaled(turn_of(-two_pi * k[i] * tau / (double)N), 0.1f + 0.05f * (float)i);
        }
        CHECK(is_near(acc_cable_delay_of(z, k, COUNT, N, tau + 0.4), tau, 1e-4));
        CHECK(is_near(acc_cable_delay_of(z, k, COUNT, N, tau - 0.4), tau, 1e-4));
    }
    // two carriers that disagree: tau = sum(a k phase) / sum(a k^2) n / 2 pi for phases of 0 and -0.01
    const uint16_t two[] = {100, 300};
    const point pair[] = {{2, 0}, {cosf(-0.01f), sinf(-0.01f)}};
    CHECK(is_near(acc_cable_delay_of(pair, two, 2, N, 0),
                  3.0 / (2 * 1e4 + 9e4) * (double)N / two_pi, 1e-5));
    const point nothing[] = {{0, 0}, {0, 0}};
    CHECK(acc_cable_delay_of(nothing, two, 2, N, 1.5) == 1.5);
}

enum { SYMBOL = 1024, PREFIX = 32, ADVANCE = SYMBOL + PREFIX };

// Times of `history` + `window` symbols at a clock ratio of 1.0001, each moved by `move(i)`.
static void set_times(uint32_t history, uint32_t window, double (*move)(unsigned))
{
    memset(&still, 0, sizeof still);
    still.plan.mode.symbol = SYMBOL;
    still.plan.mode.prefix = PREFIX;
    still.times = times_of;
    still.history = history;
    still.window = window;
    for (unsigned i = 0; i < history + window; i++) {
        double x = ((double)i - history) * (double)ADVANCE + (double)SYMBOL / 2.0;
        times_of[i] = (symbol_time){.centre = 5000 + 1.0001 * x + move(i), .good = true};
    }
}

static double no_move(unsigned i)
{
    return 0 * (double)i;
}

static double small_move(unsigned i)
{
    return 0.0045 * cos(0.6 * i);  // RMS 0.003
}

static double wander(unsigned i)
{
    return 0.0075 * cos(0.6 * i);  // RMS 0.005
}

static double jitter(unsigned i)
{
    return i % 2 ? 0.01 : -0.01;
}

static double large_wander(unsigned i)
{
    return 2 * cos(0.5 * i + 1);
}

static double three_moves(unsigned i)
{
    return i == 1;
}

// A steady clock gives a line; so do deviations below 0.004 samples, or such as noise has.
static void curves_are_lines(void)
{
    static double (*const moves[])(unsigned) = {no_move, small_move, jitter};
    for (unsigned m = 0; m < 3; m++)
        for (uint32_t history = 0; history <= 8; history += 4) {
            timing_curve c;
            set_times(history, 12, moves[m]);
            acc_cable_curve_make(&still, history, &c);
            CHECK(c.valid && c.knots == 0);
            for (double x = -3000; x < 20000; x += 777)
                CHECK(is_near(acc_cable_curve_at(&c, x), 5000 + 1.0001 * x, m ? 0.01 : 1e-7));
        }
    timing_curve c;
    set_times(0, 3, three_moves);
    acc_cable_curve_make(&still, 0, &c);
    CHECK(c.valid && c.knots == 0);
    // the least squares of 0, 1, 0: 1/3 everywhere
    CHECK(is_near(acc_cable_curve_at(&c, 0), 5000 + 1 / 3.0, 1e-7));
    CHECK(is_near(acc_cable_curve_at(&c, 4000), 5000 + 4000.4 + 1 / 3.0, 1e-7));
}

// Only good symbols of one segment count; a curve needs two of them.
static void curves_are_of_one_segment(void)
{
    timing_curve c;
    set_times(4, 8, no_move);
    for (unsigned i = 0; i < 12; i++) {
        times_of[i].segment = i < 5 ? 1 : i < 7 ? 2 : 3;
        times_of[i].centre += i < 5 ? 50 : i < 7 ? 20 : 0;
    }
    times_of[8].good = times_of[9].good = times_of[5].good = false;
    times_of[8].centre = 1e6;
    acc_cable_curve_make(&still, 3, &c);
    CHECK(c.valid && is_near(acc_cable_curve_at(&c, 1000), 5050 + 1000.1, 1e-6));
    acc_cable_curve_make(&still, 6, &c);
    CHECK(!c.valid && c.knots == 0);
    acc_cable_curve_make(&still, 10, &c);
    CHECK(c.valid && is_near(acc_cable_curve_at(&c, 1000), 5000 + 1000.1, 1e-6));
    times_of[10].good = false;
    acc_cable_curve_make(&still, 10, &c);
    CHECK(c.valid);
    times_of[7].good = false;
    acc_cable_curve_make(&still, 10, &c);
    CHECK(!c.valid);
}

static double second_difference(const timing_curve *c, double x, double h)
{
    return (acc_cable_curve_at(c, x - h) - 2 * acc_cable_curve_at(c, x) +
            acc_cable_curve_at(c, x + h)) /
           (h * h);
}

// A wandering clock gives the natural cubic spline: it meets the times, slope and bend are continuous, the bend is linear
// between the times, and zero at the ends and beyond.
static void curves_are_natural_splines(double (*move)(unsigned), double size)
{
    timing_curve c;
    set_times(4, 12, move);
    times_of[6].good = false;
    acc_cable_curve_make(&still, 4, &c);
    CHECK(c.valid && c.knots == 15);
    const double unit = size / ((double)ADVANCE * (double)ADVANCE), h = 16;
    for (unsigned i = 0; i < 16; i++) {
        const double x = ((double)i - 4) * (double)ADVANCE + (double)SYMBOL / 2.0;
        if (i != 6)
            CHECK(is_near(acc_cable_curve_at(&c, x), times_of[i].centre, 1e-8));
        const double before = second_difference(&c, x - h, h),
                     after = second_difference(&c, x + h, h);
        CHECK(is_near(before, after, 0.1 * unit));
        // a step of the slope would be far larger
        CHECK(is_near(second_difference(&c, x, h), (before + after) / 2, 0.1 * unit));
        if (i == 0)
            CHECK(is_near(before, 0, 1e-3 * unit));
        if (i == 15) {
            CHECK(is_near(after, 0, 1e-3 * unit));
            break;
        }
        // the middle of three places has the mean bend
        const double a = second_difference(&c, x + 100, h), b = second_difference(&c, x + 500, h);
        CHECK(is_near(second_difference(&c, x + 300, h), (a + b) / 2, 1e-3 * unit));
    }
    CHECK(is_near(second_difference(&c, -9000, 500), 0, 1e-3 * unit));
    CHECK(is_near(second_difference(&c, 20000, 500), 0, 1e-3 * unit));
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void medians_are_exact(void)
{
    float x[130], sorted[130];
    for (unsigned n = 1; n <= 130; n++)
        for (unsigned few = 0; few < 4; few++) {
            for (unsigned i = 0; i < n; i++)
                x[i] = few == 3 ? (float)i : few ? (float)(draw() % (2 * few)) : normal();
            memcpy(sorted, x, sizeof x);
            qsort(sorted, n, sizeof *sorted, by_value);
            CHECK(acc_cable_median(x, n) == sorted[n / 2]);
        }
}

// A Butterworth high-pass of order 3: 1 / (1 + (300 Hz / f)^6) of the power, frequencies warped by the tangent.
static void high_pass_is_butterworth(void)
{
    static const double frequencies[] = {50, 150, 290, 300, 310, 600, 2000, 12000};
    for (size_t i = 0; i < 8; i++) {
        high_pass f;
        memset(&f, 0xFF, sizeof f);
        acc_cable_high_pass_init(&f);
        CHECK(!f.on && f.x1 == 0 && f.y1 == 0 && f.z1 == 0 && f.z2 == 0);
        double power = 0;
        for (int n = 0; n < 9600; n++) {
            float x = (float)cos(two_pi * frequencies[i] / 48000 * n);
            acc_cable_high_pass_run(&f, &x, 1);
            power += n < 4800 ? 0 : (double)x * (double)x / 2400;
        }
        const double ratio = tan(two_pi / 96000 * 300) / tan(two_pi / 96000 * frequencies[i]);
        const double expected = 1 / (1 + pow(ratio, 6));
        CHECK(is_near(power, expected, 1e-3 * expected + 1e-6));
    }
}

// The shape without a measurement is flat. Measured, a carrier whose residue is above 2.5 times the median has as much more
// noise, others have the median's; more than 64 symbols weigh as 64.
static void shapes_follow_the_residue(void)
{
    enum { N = 21 };
    static float residue[N], shape[N], work[2048];
    static uint16_t carrier[N];
    static uint8_t load[N];
    memset(&still, 0, sizeof still);
    still.residue = residue;
    still.shape = shape;
    still.work = work;
    still.carrier = carrier;
    still.load = load;
    still.plan.first = 10;
    still.plan.last = 10 + N - 1;
    still.plan.carriers = N;
    for (unsigned i = 0; i < N; i++) {
        carrier[i] = (uint16_t)(10 + i);
        load[i] = i < 15 ? 4 : 0;
        residue[i] = i % 2 ? 1.1f : 0.9f;
    }
    residue[3] = 2.3f;
    residue[4] = 6;
    residue[16] = 50;  // without power: not in the median
    for (float weight = 2; weight <= 90; weight *= 1.5f) {
        still.residue_weight = weight;
        const float before = residue[4];
        acc_cable_demodulate_shape(&still);
        // the median of the carriers with power is 1.1
        for (unsigned i = 0; i < N; i++) {
            const double much = i == 4 ? 6 / 1.1 : i == 16 ? 50 / 1.1 : 1;
            CHECK(is_near((double)shape[i], weight < 3 ? 1 : much, 1e-4 * much));
        }
        CHECK(still.residue_weight == (weight > 64 ? 64 : weight));
        CHECK(is_near((double)residue[4], (double)before * (weight > 64 ? 64 / (double)weight : 1),
                      1e-5));
    }
}

// A loaded burst's noise is that of its report: 10 dB less where the SNR is 10 dB higher.
static void shapes_follow_the_report(void)
{
    enum { N = 200 };
    static float residue[N], shape[N], work[2048];
    static uint16_t carrier[N];
    static uint8_t load[N];
    static point channel[N];
    memset(&still, 0, sizeof still);
    still.residue = residue;
    still.shape = shape;
    still.work = work;
    still.carrier = carrier;
    still.load = load;
    still.channel = channel;
    still.plan.mode.kind = ACC_CABLE_LOADED;
    still.plan.mode.symbol = 2048;
    still.plan.first = 100;
    still.plan.last = 100 + N - 1;
    still.plan.carriers = N;
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++)
        still.expected.snr[b] = b < 12 ? 47 : 67;  // 20 and 30 dB; 16 carriers each
    for (unsigned i = 0; i < N; i++) {
        carrier[i] = (uint16_t)(100 + i);
        load[i] = 4;
        channel[i] = (point){i % 2 ? 2.0f : 1.0f, 0};
    }
    acc_cable_demodulate_shape(&still);
    // bands 6 to 11 are carriers 100 to 183; most carriers are in later ones
    for (unsigned i = 0; i < 80; i++)
        CHECK(is_near((double)(shape[i] / shape[120 + i % 2]), 10, 0.01));
    CHECK(is_near((double)(shape[121] / shape[120]), 4, 1e-3));
}

static const acc_cable_limits limits = {2048, 64, 2, 8, 16, 128};
static const acc_cable_mode mode = {ACC_CABLE_FLAT, 2048,  48, 20, 23500, 10,
                                    false,          false, 64, 1,  1800};
static _Alignas(64) uint8_t sender_memory[200000], receiver_memory[1200000];
static float pcm[20000];

static acc_cable_receiver *new_receiver(void)
{
    acc_cable_receiver *r = NULL;
    CHECK(acc_cable_receiver_size(&limits) <= sizeof receiver_memory);
    CHECK(acc_cable_receiver_init(receiver_memory, sizeof receiver_memory, &limits, &r) == ACC_OK);
    return r;
}

static void render(void)
{
    acc_cable_sender *s = NULL;
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &s) == ACC_OK);
    CHECK(acc_cable_sender_start(s, &mode, (const uint8_t *)"payload", 7) == ACC_OK);
    acc_cable_sender_render(s, pcm, 20000);
}

// The squared correlation is 1 at the preamble, whatever its level, as far as that is above -90 dBFS; noise of equal power
// halves it. Every position is searched.
static void preambles_are_found(void)
{
    render();
    for (size_t at = 64; at < 1024; at += 87) {
        acc_cable_receiver *r = new_receiver();
        // the preamble's transform is after its prefix of 64 samples
        const float gain = at % 2 ? 1 : 0.0005f;
        for (size_t i = 0; i < 4000; i++)
            r->samples[i] = i + 64 >= at ? gain * pcm[i + 64 - at] : 0;
        size_t where = 0;
        const float q = acc_cable_acquire_search(r, 0, &where);
        CHECK(is_near((double)q, 1, 1e-3));
        CHECK(where == at);
    }
    acc_cable_receiver *r = new_receiver();
    size_t where = 0;
    for (size_t i = 0; i < 4000; i++)
        r->samples[i] = 1e-4f * pcm[i];
    CHECK(acc_cable_acquire_search(r, 0, &where) == 0);
    for (size_t i = 0; i < 4000; i++)
        r->samples[i] = 2e-4f * pcm[i];
    CHECK(is_near((double)acc_cable_acquire_search(r, 0, &where), 1, 1e-2) && where == 64);
    double power = 0;
    for (size_t i = 64; i < 64 + 1024; i++)
        power += (double)pcm[i] * (double)pcm[i] / 1024;
    for (size_t i = 0; i < 4000; i++)
        r->samples[i] = pcm[i] + (float)sqrt(power) * normal();
    const float q = acc_cable_acquire_search(r, 40, &where);
    CHECK(q > 0.42f && q < 0.58f && where == 64);
}

// A line with a gain, a delay and an echo: the header states the mode, the clock is exact, and the channel's taps are those
// of the line.
static void lines_are_measured(void)
{
    enum { AT = 1500 };
    render();
    acc_cable_receiver *r = new_receiver();
    for (size_t i = 0; i < 9000; i++) {
        const size_t k = i - (AT - 64);
        r->samples[i] =
            i < AT ? 0 : 0.4f * (k < 9000 ? pcm[k] : 0) - 0.1f * (k >= 20 ? pcm[k - 20] : 0);
    }
    for (size_t i = AT - 64; i < AT; i++)
        r->samples[i] = 0.4f * pcm[i - (AT - 64)] - (i >= AT - 44 ? 0.1f * pcm[i - (AT - 44)] : 0);
    r->fill = 9000;
    acc_cable_mode read;
    uint32_t len = 0;
    CHECK(acc_cable_acquire_header(r, AT, 192, &read, &len) == ACC_BAD_CHECK);
    CHECK(acc_cable_acquire_header(r, AT, 64, &read, &len) == ACC_OK && len == 7);
    CHECK(read.symbol == mode.symbol && read.load == mode.load && read.prefix == mode.prefix);
    CHECK(is_near(r->clock, 1, 1e-7));
    CHECK(r->lead_start == AT - 16);
    CHECK(acc_cable_plan_make(&r->plan, &read, len) == ACC_OK);
    double taps[TAPS_MAX];
    CHECK(acc_cable_acquire_taps(r, taps) == 64 + 48);
    // the sender's amplitude is 0.5 / 4.75; the band's end spreads a tap by 2 % of the spectrum
    const double unit = 0.5 / 4.75;
    CHECK(is_near(taps[16] / unit, 0.4, 0.02) && is_near(taps[36] / unit, -0.1, 0.01));
    for (unsigned i = 0; i < 112; i++)
        CHECK(is_near(taps[i] / unit, i == 16 ? 0.4 : i == 36 ? -0.1 : 0, 0.02));
    acc_cable_acquire_channel(r);
    CHECK(r->channel_weight == 2);
    for (unsigned k = r->plan.first + 10; k + 20 < r->plan.last; k++) {
        const point h = r->channel[k - r->plan.first];
        const double early = two_pi * k * 16 / 2048, echo = two_pi * k * 36 / 2048;
        CHECK(is_near((double)h.re / unit, 0.4 * cos(early) - 0.1 * cos(echo), 0.02));
        CHECK(is_near((double)h.im / unit, -0.4 * sin(early) + 0.1 * sin(echo), 0.02));
    }
}

int main(void)
{
    delays_are_exact();
    curves_are_lines();
    curves_are_of_one_segment();
    curves_are_natural_splines(wander, 0.0075);
    curves_are_natural_splines(large_wander, 2);
    medians_are_exact();
    high_pass_is_butterworth();
    shapes_follow_the_residue();
    shapes_follow_the_report();
    preambles_are_found();
    lines_are_measured();
    return failures;
}
