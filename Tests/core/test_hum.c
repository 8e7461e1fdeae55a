// The hum canceller: bins by rate, the loop against its formulas, lock and loss at their limits, one batch of learning
// against its formula, onsets, and the rules of learning from a recording.
#include "modem/hum.h"

#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 64, RATE = 6400, PERIOD = 128 };  // samples; a period of 50 Hz is two chunks

static const double turn = 6.283185307179586, cycle = 4294967296.0;

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static uint32_t bins(float rate)
{
    hum h;
    memset(&h, 0xFF, sizeof h);
    acc_hum_init(&h, rate);
    CHECK(h.state == HUM_NONE && h.rate == rate && h.learned == 0 && !h.has_onset);
    CHECK(h.samples == 0 && h.sum == 0 && h.bin[0] == 0 && h.bin[HUM_BINS] == 0);
    return (uint32_t)(1ull << 32 >> h.shift);
}

// All bins that fit, but at most two per sample of a period.
static void bins_follow_the_rate(void)
{
    for (float rate = 480; rate <= 48000; rate += 10) {
        const float most = 2 * rate / 60;
        CHECK(bins(rate) <= HUM_BINS && (float)bins(rate) <= most);
        CHECK(bins(rate) == HUM_BINS || 2 * (float)bins(rate) > most);
    }
    CHECK(bins(7680) == 256 && bins(7679) == 128);
    CHECK(bins(100) == 16);
}

static hum searching(void)
{
    hum h;
    float x[CHUNK] = {0};
    acc_hum_init(&h, RATE);
    acc_hum_clean(&h, x, CHUNK, false, false);
    CHECK(h.state == HUM_NONE);
    acc_hum_begin_search(&h);
    CHECK(h.state == HUM_SOUGHT && h.loop[0].nominal == 1u << 25 && h.loop[0].step == 1u << 25);
    CHECK(is_near(h.loop[1].nominal, 60 / 6400.0 * cycle, 4));
    for (int i = 0; i < 2; i++) {
        const hum_loop *l = &h.loop[i];
        CHECK(l->phase == 0 && l->place == 0 && l->periods == 0 && l->misses == 0);
        CHECK(l->unit[0] == 1 && l->unit[1] == 0 && l->samples == 0);
    }
    return h;
}

// Each period has its own phase. The loop follows a line through the phases of the last n periods but the first;
// n grows to 23.
static void loop_is_as_the_formulas(void)
{
    hum h = searching();
    // left by an earlier hum
    h.learned = 9999;
    h.floor = h.bin[3] = 1;
    double theta = 0, w = turn / (double)PERIOD;
    for (unsigned b = 1; b <= 40; b++) {
        const double jitter = 0.03 * sin(b * 2.1), n = b < 3 ? 1 : b < 24 ? b - 1 : 23;
        float x[PERIOD];
        for (int i = 0; i < PERIOD; i++)
            x[i] = (float)(0.4 * cos(theta + jitter + w * i) + 0.1);
        for (int i = 0; i < PERIOD; i += CHUNK) {
            CHECK(h.loop[0].periods == (b - 1 < 24 ? b - 1 : 24));
            acc_hum_clean(&h, x + i, CHUNK, false, true);
            CHECK(h.state == (b > 5 || (b == 5 && i) ? HUM_FOLLOWED : HUM_SOUGHT));
        }
        const hum_loop *l = &h.loop[0];
        theta += (double)PERIOD * w + 2 * (2 * n - 1) / (n * (n + 1)) * jitter;
        w += n > 1 ? 6 / (n * (n + 1)) * jitter / (double)PERIOD : 0;
        const double error = l->phase / cycle - theta / turn;
        CHECK(is_near(error - round(error), 0, 2e-4));
        CHECK(is_near(l->step / cycle * turn, w, 5e-6));
        CHECK(l->samples == 0 && l->wave[0] == 0 && l->wave[1] == 0 && l->sum == 0 &&
              l->power == 0);
        CHECK(is_near((double)l->unit[0], cos(l->phase / cycle * turn), 1e-5));
        CHECK(is_near((double)l->unit[1], sin(l->phase / cycle * turn), 1e-5));
        CHECK(is_near((double)l->turn[0], cos(l->step / cycle * turn), 1e-6));
        CHECK(is_near((double)l->turn[1], sin(l->step / cycle * turn), 1e-6));
        theta = l->phase / cycle * turn;
        w = l->step / cycle * turn;
    }
    CHECK(h.learned == 0 && h.floor == 0 && h.bin[3] == 0);
}

// Feeds `chunks` chunks, from number `from`, of a sine of this frequency and amplitude, beside one of 1000 Hz, with DC.
static void feed(hum *h, unsigned from, unsigned chunks, double hertz, double a, double beside)
{
    for (unsigned n = from; n < from + chunks; n++) {
        float x[CHUNK];
        for (unsigned i = 0; i < CHUNK; i++) {
            const double t = turn / (double)RATE * (n * CHUNK + i);
            x[i] = (float)(a * cos(hertz * t + 1) + beside * cos(1000 * t) + 0.3);
        }
        acc_hum_clean(h, x, CHUNK, false, true);
    }
}

// Locks after five periods with a sine of at least a quarter of the AC power, within 1 % of 50 or 60 Hz. Otherwise the
// search ends after six periods of 50 Hz.
static void locks_within_limits(void)
{
    static const struct {
        double hertz, beside;
        bool locks;
    } rows[] = {
        {50, 0, true},     {50, 0.3, true},   {50, 0.5, true},  // a share of 0.26
        {50, 0.95, false},                                      // a share of 0.09
        {50.4, 0, true},   {49.6, 0, true},   {50.7, 0, false},  {49.3, 0, false},
        {60, 0, true},     {60.4, 0.3, true}, {59.6, 0.3, true}, {61, 0, false},
        {59, 0, false},    {55, 0, false},    {100, 0, false},   {0, 0.3, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hum h = searching();
        const bool sixty = rows[i].hertz > 55;
        feed(&h, 0, sixty ? 8 : 9, rows[i].hertz, 0.3, rows[i].beside);
        CHECK(h.state == HUM_SOUGHT);
        feed(&h, sixty ? 8 : 9, 1, rows[i].hertz, 0.3, rows[i].beside);
        CHECK(h.state == (rows[i].locks ? HUM_FOLLOWED : HUM_SOUGHT));
        if (rows[i].locks) {
            CHECK((h.loop[0].nominal == 1u << 25) == !sixty);
            continue;
        }
        feed(&h, sixty ? 9 : 10, sixty ? 2 : 1, rows[i].hertz, 0.3, rows[i].beside);
        CHECK(h.state == HUM_SOUGHT);
        feed(&h, 11, 1, rows[i].hertz, 0.3, rows[i].beside);
        CHECK(h.state == HUM_NONE);
    }
    hum h = searching();
    feed(&h, 0, 10, 50, 0.3, 0.54);  // a share of 0.24
    CHECK(h.state == HUM_SOUGHT && h.loop[0].misses == 5);
}

// A followed sine may fall to a tenth of the power; below, it is lost after five periods in a row.
static void loses_within_limits(void)
{
    hum h = searching();
    feed(&h, 0, 20, 50, 0.3, 0);
    feed(&h, 20, 40, 50, 0.3, 0.8);  // a share of 0.12
    CHECK(h.state == HUM_FOLLOWED && h.loop[0].misses == 0);
    feed(&h, 60, 8, 50, 0.3, 1.1);  // 0.07
    CHECK(h.state == HUM_FOLLOWED && h.loop[0].misses == 4);
    feed(&h, 68, 2, 50, 0.3, 0);
    CHECK(h.state == HUM_FOLLOWED && h.loop[0].misses == 0);
    feed(&h, 70, 9, 50, 0.3, 1.1);
    CHECK(h.state == HUM_FOLLOWED);
    feed(&h, 79, 1, 50, 0.3, 1.1);
    CHECK(h.state == HUM_NONE);
}

// The search begins when hum is reported, or when the input has ten times the power of the band, judged every 10 ms.
static void loud_input_starts_a_search(void)
{
    static const struct {
        float sound, dc, band;
        bool starts;
    } rows[] = {
        {0.1f, 0, 0.031f, true},    // a ratio of 10.4
        {0.1f, 0, 0.0323f, false},  // 9.6
        {0.1f, 0.3f, 0.031f, true}, {0.1f, 0.3f, 0.0323f, false},
        {0.01f, 0.9f, 0, true},   // 1.2e-4 of the power beside DC
        {0.01f, 1.1f, 0, false},  // 0.8e-4
        {0, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int chunks = 1; chunks <= 2; chunks++) {
            float sound[CHUNK], band[CHUNK];
            hum h;
            for (int k = 0; k < CHUNK; k++) {
                sound[k] = k % 2 ? rows[i].dc + rows[i].sound : rows[i].dc - rows[i].sound;
                band[k] = k % 2 ? rows[i].band : -rows[i].band;
            }
            acc_hum_init(&h, (float)(RATE * chunks));
            acc_hum_run(&h, sound, band, 0, false);
            acc_hum_run(&h, sound, band, CHUNK, true);
            CHECK(h.state == HUM_NONE && h.samples == 0);
            // a window that is not loud does not count for the next one
            float loud[CHUNK];
            for (int k = 0; k < CHUNK; k++)
                loud[k] = k % 2 ? 0.5f : -0.5f;
            for (int k = 0; k < chunks; k++)
                acc_hum_run(&h, loud, loud, CHUNK, false);
            CHECK(h.state == HUM_NONE && h.samples == 0 && h.sound == 0 && h.band == 0);
            CHECK(h.sum == 0);
            for (int k = 0; k < chunks; k++) {
                CHECK(h.state == HUM_NONE);
                acc_hum_run(&h, sound, band, CHUNK, false);
            }
            CHECK((h.state == HUM_SOUGHT) == rows[i].starts);
        }
}

// A followed loop at any phase with a learned period.
static hum following(float rate, uint32_t phase, uint32_t learned, float floor)
{
    hum h;
    acc_hum_init(&h, rate);
    acc_hum_begin_search(&h);
    hum_loop *l = &h.loop[0];
    h.state = HUM_FOLLOWED;
    l->periods = 24;
    l->phase = phase;
    l->step += l->step / 200;
    for (int i = 0; i < 2; i++) {
        const double at = (i ? l->step : l->phase) / cycle * turn;
        float *to = i ? l->turn : l->unit;
        to[0] = (float)cos(at);
        to[1] = (float)sin(at);
    }
    const uint32_t last = (uint32_t)(1ull << 32 >> h.shift);
    for (uint32_t i = 0; i < last; i++)
        h.bin[i] = 0.1f * normal();
    h.bin[last] = h.bin[0];
    h.learned = learned;
    h.floor = floor;
    return h;
}

// Learns one batch by the formula of normalised LMS, in double; `rest` receives the input without the hum learned so far.
static void learn(const hum *before, const float *x, double *bin, double *rest)
{
    const uint32_t last = (uint32_t)(1ull << 32 >> before->shift);
    const double period = cycle / before->loop[0].step;
    const double least = 1 / 16.0 / fmax(period / last, 1);
    for (uint32_t i = 0; i <= last; i++)
        bin[i] = (double)before->bin[i];
    uint32_t phase = before->loop[0].phase;
    for (unsigned i = 0; i < CHUNK; i++, phase += before->loop[0].step) {
        const double place = phase / cycle * last, p = place - floor(place);
        const uint32_t at = (uint32_t)place, next = (at + 1) % last;
        rest[i] =
            (double)x[i] - ((1 - p) * (double)before->bin[at] + p * (double)before->bin[next]);
        const double pace = fmax(period / (period + before->learned + i), least);
        const double e = (double)x[i] - ((1 - p) * bin[at] + p * bin[next]);
        const double by = pace * e / (p * p + (1 - p) * (1 - p));
        bin[at] += by * (1 - p);
        bin[next] += by * p;
    }
    bin[last] = bin[0];
}

static double mean_square(const double *x)
{
    double sum = 0;
    for (int i = 0; i < CHUNK; i++)
        sum += x[i] * x[i];
    return sum / (double)CHUNK;
}

typedef enum { LEARNS_NEW, LEARNS, RESTARTS, ONSET, RESTS } expectation;

// One batch: `many` is the number of samples learned in periods, `ratio` the residual's power over the floor.
static void batch(float rate, double many, double ratio, bool has_signal, expectation expected)
{
    static const uint32_t phases[] = {0, 0x12345678, 0xF0000000, 0xFF800000, 0x7FFFFFFF};
    for (size_t k = 0; k < 5; k++) {
        float x[CHUNK], out[CHUNK];
        double bin[HUM_BINS + 1], rest[CHUNK];
        hum h = following(rate, phases[k], 0, 0);
        h.learned = (uint32_t)(many * cycle / h.loop[0].step);
        for (int i = 0; i < CHUNK; i++)
            x[i] = 0.2f * normal();
        memcpy(out, x, sizeof x);
        learn(&h, x, bin, rest);
        const double power = mean_square(rest);
        h.floor = (float)(power / ratio);
        const hum before = h;
        acc_hum_clean(&h, out, CHUNK, false, has_signal);
        CHECK(h.state == HUM_FOLLOWED);
        const bool learns = expected <= LEARNS;
        for (uint32_t i = 0; i <= 1ull << 32 >> h.shift; i++)
            CHECK(is_near((double)h.bin[i], learns ? bin[i] : (double)before.bin[i], 1e-5));
        CHECK(h.learned == before.learned + (learns ? CHUNK : 0));
        for (int i = 0; i < CHUNK; i++)
            CHECK(is_near((double)out[i], many < 2 ? (double)x[i] : rest[i], 1e-5));
        const double floor = (double)before.floor;
        const double now[] = {0.5 * (floor + power), floor + 0.15 * (power - floor), power,
                              1.03 * floor, floor};
        CHECK(is_near((double)h.floor, now[expected], 1e-4 * floor + 1e-6));
        CHECK(h.has_onset == (expected == ONSET));
    }
}

// Two periods are learned from any sound, then hum below nine decibels above the floor. A louder residual in the next
// quarter of a period was there before; after it, it is a signal. Beside a signal nothing is learned.
static void batches_are_as_the_formulas(void)
{
    static const float rates[] = {6400, 44100, 8000, 4000};
    for (size_t i = 0; i < 4; i++) {
        batch(rates[i], 0, 0.5, false, LEARNS_NEW);
        batch(rates[i], 0, 100, false, LEARNS_NEW);
        batch(rates[i], 1.95, 100, false, LEARNS_NEW);
        batch(rates[i], 1.95, 100, true, RESTS);
        batch(rates[i], 2.1, 0.5, false, LEARNS);
        batch(rates[i], 2.1, 7.9, false, LEARNS);
        batch(rates[i], 2.1, 8.1, false, RESTARTS);
        batch(rates[i], 2.2, 8.1, false, RESTARTS);
        batch(rates[i], 2.3, 8.1, false, ONSET);
        batch(rates[i], 40, 8.1, false, ONSET);
        batch(rates[i], 40, 7.9, false, LEARNS);
        batch(rates[i], 40, 7.9, true, RESTS);
        batch(rates[i], 40, 8.1, true, RESTS);
    }
    // the count of learned samples is bounded
    float x[CHUNK] = {0};
    hum h = following(RATE, 0, 1 << 20, 1);
    acc_hum_clean(&h, x, CHUNK, false, false);
    CHECK(h.learned == 1 << 20);
    h.learned = (1 << 20) - CHUNK;
    acc_hum_clean(&h, x, CHUNK, false, false);
    CHECK(h.learned == 1 << 20);
}

// A steady hum disappears within four seconds, with and without a band-pass.
static void hum_disappears(bool has_band)
{
    hum h;
    double left = 0;
    acc_hum_init(&h, RATE);
    for (unsigned n = 0; n < 400; n++) {
        float x[CHUNK] = {0};
        for (unsigned i = 0; i < CHUNK; i++)
            for (int k = 1; k <= 3; k++)
                x[i] += (float)(0.2 / k * sin(turn / (double)PERIOD * (n * CHUNK + i) * k));
        float silence[CHUNK] = {0}, sound[CHUNK];
        memcpy(sound, x, sizeof x);
        if (has_band)
            acc_hum_run(&h, sound, n ? x : silence, CHUNK, false);
        else
            acc_hum_clean(&h, x, CHUNK, n == 0, false);
        CHECK(h.state == (n < 9 ? HUM_SOUGHT : HUM_FOLLOWED));
        left = 0;
        for (unsigned i = 0; i < CHUNK; i++)
            left += (double)x[i] * (double)x[i] / (double)CHUNK;
    }
    CHECK(h.state == HUM_FOLLOWED && left < 1e-6 && !h.has_onset);
}

// The second run starts at the recording's beginning, with the loop's frequency and nothing learned.
static void learning_starts_again(void)
{
    hum h = searching();
    CHECK(!acc_hum_begin_learning(&h, 1000) && h.state == HUM_NONE && h.rate == (float)RATE);
    h = following(RATE, 0x12345678, 5000, 0.1f);
    h.has_onset = true;
    h.loop[0].place = 77;
    h.loop[0].misses = 3;
    h.loop[0].wave[0] = 1;
    h.loop[0].samples = 9;
    const uint32_t step = h.loop[0].step;
    CHECK(acc_hum_begin_learning(&h, 1000));
    const hum_loop *l = &h.loop[0];
    CHECK(l->phase == 0x12345678 - 1000 * step && l->step == step);
    CHECK(l->place == 0 && l->misses == 0 && l->samples == 0 && l->wave[0] == 0);
    CHECK(h.state == HUM_FOLLOWED && h.learned == 0 && h.floor == 0 && !h.has_onset);
    for (int i = 0; i <= (int)HUM_BINS; i++)
        CHECK(h.bin[i] == 0);
}

// A learned period above four times the residual may be a signal, unless an onset followed it.
static void repeated_signals_are_dropped(void)
{
    static const struct {
        float floor;
        bool has_onset, is_followed, stays;
    } rows[] = {
        {0.0026f, false, true, true}, {0.0024f, false, true, false}, {0.0024f, true, true, true},
        {0.0026f, true, true, true},  {0.0026f, true, false, false}, {0.0026f, false, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hum h = following(RATE, 0x12345678, 5000, rows[i].floor);
        for (int k = 0; k <= PERIOD; k++)
            h.bin[k] = k % 2 ? 0.1f : -0.1f;  // a power of 0.01
        h.has_onset = rows[i].has_onset;
        h.state = rows[i].is_followed ? HUM_FOLLOWED : HUM_SOUGHT;
        const uint32_t step = h.loop[0].step;
        acc_hum_end_learning(&h, 500);
        CHECK(h.state == (rows[i].stays ? HUM_FOLLOWED : HUM_NONE) && h.rate == (float)RATE);
        CHECK(h.learned == (rows[i].stays ? 5000u : 0));
        CHECK(h.loop[0].phase == (rows[i].stays ? 0x12345678 - 500 * step : 0));
    }
}

int main(void)
{
    bins_follow_the_rate();
    loop_is_as_the_formulas();
    locks_within_limits();
    loses_within_limits();
    loud_input_starts_a_search();
    batches_are_as_the_formulas();
    hum_disappears(false);
    hum_disappears(true);
    learning_starts_again();
    repeated_signals_are_dropped();
    return failures;
}
