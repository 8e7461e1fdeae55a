// The sine canceller: its sizes by rate and frequency, one block against the exact sine, the loop against its formulas,
// the lock's limit, and the end of a sine.
#include "modem/sine.h"

#include "check.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 64 };

static const double turn = 6.283185307179586, cycle = 4294967296.0;

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

// A block has a period, at least 128 samples; 15 ms and five blocks until the judgement; the loop's memory is 0.3 s and
// 15 blocks.
static void has_sizes(void)
{
    static const struct {
        float frequency, rate;
        uint32_t block, tried, memory;
    } rows[] = {
        {1000, 44100, 128, 5, 103},    {344, 44100, 129, 5, 102},  {348, 44100, 128, 5, 103},
        {100, 44100, 442, 5, 29},      {60, 44100, 736, 5, 17},    {50, 44100, 883, 5, 15},
        {10000, 192000, 128, 22, 450}, {1000, 51200, 128, 6, 120}, {1000, 51100, 128, 5, 119},
        {50, 8000, 161, 5, 15},        {1000, 6500, 128, 5, 15},   {1000, 7000, 128, 5, 16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sine s;
        memset(&s, 0xFF, sizeof s);
        acc_sine_begin(&s, rows[i].frequency, rows[i].rate, 0.25f);
        CHECK(s.block == rows[i].block && s.tried == rows[i].tried && s.memory == rows[i].memory);
        const double step = (double)rows[i].frequency / (double)rows[i].rate * cycle;
        CHECK(is_near(s.step, step, 1e-6 * step));
        CHECK(s.offset == 0.25f && s.amplitude == 0 && s.phase == 0 && s.blocks == 0);
        CHECK(s.filled == 0 && s.misses == 0 && !s.is_locked);
        CHECK(s.wave[0] == 0 && s.wave[1] == 0 && s.sum == 0 && s.power == 0 && s.residual == 0);
    }
}

// Phases of a loop are on a circle.
static double phase_error(uint32_t phase, double radians)
{
    const double difference = phase / cycle - radians / turn;
    return turn * fabs(difference - round(difference));
}

// A sine of a known frequency: after one block, phase, amplitude and offset are exact. A block of a low sine is not a
// whole number of periods.
static void one_block_is_exact(void)
{
    static const float frequencies[] = {40, 60, 95, 343, 1000, 1033.7f, 5000, 12000};
    for (size_t k = 0; k < sizeof frequencies / sizeof *frequencies; k++)
        for (double start = 0; start < turn; start += 0.7) {
            sine s;
            acc_sine_begin(&s, frequencies[k], 44100, 0.1f);
            const double w = s.step / cycle * turn;
            const uint32_t step = s.step;
            size_t n = 0;
            do {
                float x[CHUNK], before[CHUNK];
                CHECK(s.filled == n % (s.block + CHUNK));
                for (int i = 0; i < CHUNK; i++)
                    x[i] = (float)(0.3 * cos(start + w * (double)(n + (size_t)i)) + 0.12);
                memcpy(before, x, sizeof x);
                CHECK(acc_sine_run(&s, x, CHUNK));
                CHECK(memcmp(before, x, sizeof x) == 0);
                n += CHUNK;
            } while (n < s.block);
            CHECK(s.blocks == 1 && s.filled == 0 && s.step == step && !s.is_locked);
            CHECK(is_near((double)s.amplitude, 0.3, 2e-4));
            CHECK(is_near((double)s.offset, 0.12, 2e-4));
            CHECK(phase_error(s.phase, start + w * (double)n) < 2e-3);
        }
}

// The sums of an unfinished block by their definitions: with no amplitude yet, the residual is the input without offset.
static void sums_are_as_defined(void)
{
    sine s;
    float x[CHUNK];
    double wave[2] = {0}, sum = 0, power = 0;
    acc_sine_begin(&s, 777, 44100, 0.1f);
    s.phase = 0x30000000;
    const double w = s.step / cycle * turn, at = s.phase / cycle * turn;
    for (int i = 0; i < CHUNK; i++) {
        x[i] = (float)(0.2 * sin(0.3 * i) + 0.05 * (i % 5));
        const double e = (double)x[i] - (double)0.1f;
        wave[0] += e * cos(at + w * i);
        wave[1] += e * sin(at + w * i);
        sum += e;
        power += e * e;
    }
    CHECK(acc_sine_run(&s, x, CHUNK));
    CHECK(is_near((double)s.wave[0], wave[0], 1e-4) && is_near((double)s.wave[1], wave[1], 1e-4));
    CHECK(is_near((double)s.sum, sum, 1e-4) && is_near((double)s.power, power, 1e-4));
    CHECK(s.residual == s.power && s.filled == CHUNK);
    CHECK(s.phase == 0x30000000 + CHUNK * s.step);
    // with an amplitude, the residual is without the predicted sine
    s.amplitude = 0.2f;
    const double again = s.phase / cycle * turn;
    double residual = (double)s.residual;
    for (int i = 0; i < CHUNK; i++) {
        const double e = (double)x[i] - (double)0.1f - 0.2 * cos(again + w * i);
        residual += e * e;
    }
    s.filled = 0;
    acc_sine_run(&s, x, CHUNK);
    CHECK(is_near((double)s.residual, residual, 1e-4) && is_near((double)s.power, 2 * power, 1e-4));
}

// Each block has its own phase, amplitude and offset. The loop follows the formulas: a line through the last n blocks'
// phases, and the means of amplitudes and offsets; n grows to `memory`.
static void loop_is_as_the_formulas(void)
{
    sine s;
    acc_sine_begin(&s, 1000, 8000, 0);
    s.tried = 1000;  // not judged
    CHECK(s.block == 128 && s.memory == 18);
    double theta = 0, amplitude = 0, offset = 0, w = s.step / cycle * turn;
    for (unsigned b = 1; b <= 40; b++) {
        const double jitter = 0.05 * sin(b * 2.1), a = 0.3 + 0.02 * cos(b * 1.7);
        const double dc = 0.01 * sin(b * 0.9), n = b < 18 ? b : 18, from = theta;
        float x[128];
        for (int i = 0; i < 128; i++)
            x[i] = (float)(a * cos(from + jitter + w * i) + dc);
        CHECK(acc_sine_run(&s, x, 64) && acc_sine_run(&s, x + 64, 64));
        CHECK(s.blocks == (uint32_t)n);
        theta = from + 128 * w + 2 * (2 * n - 1) / (n * (n + 1)) * jitter;
        w += n > 1 ? 6 / (n * (n + 1)) * jitter / 128 : 0;
        // the residual is that of this block's phasor, so its length is a
        amplitude += (a - amplitude) / n;
        offset += (dc - offset) / n;
        CHECK(phase_error(s.phase, theta) < 1e-3);
        CHECK(is_near(s.step / cycle * turn, w, 2e-6));
        CHECK(is_near((double)s.amplitude, amplitude, 3e-4));
        CHECK(is_near((double)s.offset, offset, 3e-4));
        theta = s.phase / cycle * turn;
        w = s.step / cycle * turn;
        amplitude = (double)s.amplitude;
        offset = (double)s.offset;
    }
}

// Chunk `n` of a sine at 1000 Hz and 8000 samples per second, beside another one at 2250 Hz.
static void make(float *x, size_t n, double a, double beside)
{
    for (int i = 0; i < CHUNK; i++) {
        const double t = turn / 8000 * (double)(n * CHUNK + (size_t)i);
        x[i] = (float)(a * cos(1000 * t + 0.4) + beside * cos(2250 * t));
    }
}

// Runs the sine until it is judged, after five blocks; returns the verdict.
static bool locks(double beside)
{
    sine s;
    float x[CHUNK];
    acc_sine_begin(&s, 1000, 8000, 0);
    for (size_t n = 0; n < 9; n++) {
        make(x, n, 0.3, beside);
        CHECK(acc_sine_run(&s, x, CHUNK) && !s.is_locked);
    }
    make(x, 9, 0.3, beside);
    const bool goes_on = acc_sine_run(&s, x, CHUNK);
    CHECK(goes_on == s.is_locked);
    return goes_on;
}

// The other sine's share of the power may be 0.2: an amplitude of 0.3 * sqrt(0.25).
static void lock_has_a_limit(void)
{
    CHECK(locks(0) && locks(0.13) && locks(0.145));
    CHECK(!locks(0.155) && !locks(0.3));
}

static double power_of(const float *x)
{
    double sum = 0;
    for (int i = 0; i < CHUNK; i++)
        sum += (double)x[i] * (double)x[i];
    return sum / (double)CHUNK;
}

// A locked sine is subtracted; what is beside it stays. It survives seven chunks without it, which stay as they are, and
// ends at the eighth.
static void ends_after_eight_misses(void)
{
    sine s;
    float x[CHUNK], silence[CHUNK] = {0};
    acc_sine_begin(&s, 1000, 8000, 0);
    size_t n = 0;
    for (; n < 40; n++) {
        make(x, n, 0.3, 0);
        CHECK(acc_sine_run(&s, x, CHUNK));
        CHECK(s.is_locked == (n >= 9));
        CHECK(n < 10 || power_of(x) < 1e-6);
    }
    for (; n < 44; n++) {
        make(x, n, 0.3, 0.05);
        CHECK(acc_sine_run(&s, x, CHUNK));
        CHECK(is_near(power_of(x), 0.05 * 0.05 / 2, 2e-4));
    }
    for (int round = 0; round < 2; round++) {
        make(x, n++, 0.3, 0);
        CHECK(acc_sine_run(&s, x, CHUNK) && s.misses == 0 && s.filled == CHUNK);
        for (unsigned i = 1; i <= 7; i++, n++) {
            memset(x, 0, sizeof x);
            const float amplitude = s.amplitude;
            CHECK(acc_sine_run(&s, x, CHUNK) && s.misses == i && s.filled == 0);
            CHECK(memcmp(x, silence, sizeof x) == 0 && s.amplitude == amplitude);
        }
    }
    CHECK(!acc_sine_run(&s, silence, CHUNK));
}

int main(void)
{
    has_sizes();
    one_block_is_exact();
    sums_are_as_defined();
    loop_is_as_the_formulas();
    lock_has_a_limit();
    ends_after_eight_misses();
    return failures;
}
