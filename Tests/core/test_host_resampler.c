// The resampler's accuracy: against an ideal filter in double, and with pure tones.
#include "accessory/pcm.h"
#include "check.h"
#include "ideal.h"

#include <string.h>

#define PI 3.14159265358979323846

static const struct {
    uint32_t in, out;
} pairs[] = {{44100, 16000}, {44100, 8000}, {48000, 44100}, {8000, 44100}};
#define PAIRS (sizeof pairs / sizeof *pairs)

// Resamples all of `x`; returns the number of outputs.
static size_t resample(uint32_t in, uint32_t out, const float *x, size_t frames, float *y)
{
    acc_resampler_plan plan;
    acc_resampler *r = malloc(sizeof *r);
    size_t room = acc_resampler_table_size(in, out), made = 0, at = 0;
    size_t total = (size_t)acc_resampler_length(frames, in, out);
    float *table = malloc((room + 1) * sizeof *table), *block = malloc(20000 * sizeof *block);
    CHECK(acc_resampler_plan_init(&plan, in, out, table, room) == ACC_OK);
    acc_resampler_init(r, &plan, 0);
    while (made < total) {
        size_t n = at < frames ? (frames - at < 1000 ? frames - at : 1000) : 100;
        size_t got = acc_resampler_run(r, at < frames ? x + at : NULL, n, block, 20000);
        got = got < total - made ? got : total - made;
        memcpy(y + made, block, got * sizeof *y);
        made += got;
        at += n;
    }
    free(r), free(table), free(block);
    return total;
}

static double decibels(double ratio)
{
    return 20 * log10(ratio + 1e-30);
}

// Noise up to 0.8 of the lower Nyquist frequency: the outputs differ by less than -126 dB, in floats and in 24 bits.
static void noise_is_as_ideal(void)
{
    for (size_t i = 0; i < PAIRS; i++) {
        uint32_t in = pairs[i].in, out = pairs[i].out, state = 1;
        size_t frames = in / 2, count = (size_t)acc_resampler_length(frames, in, out);
        float *white = malloc(frames * sizeof *white), *x = malloc(frames * sizeof *x);
        float *y = malloc(count * sizeof *y);
        double *even = malloc(frames * sizeof *even), *ideal = malloc(count * sizeof *ideal);
        uint8_t *bytes = malloc(3 * count);
        for (size_t k = 0; k < frames; k++) {
            state = state * 1664525 + 1013904223;
            white[k] = (float)(int32_t)state / 4294967296.0f;
        }
        double top = in > out ? (double)out / in : 1;
        ideal_resample(white, frames, in, in, 0.8 * top - 0.02, even, frames);
        for (size_t k = 0; k < frames; k++)
            x[k] = (float)even[k];
        ideal_resample(x, frames, in, out, 0.97, ideal, count);
        CHECK(resample(in, out, x, frames, y) == count);
        acc_quantizer q = {.bits = 24, .bytes = 3, .channels = 1};
        acc_quantize(&q, y, NULL, count, bytes);
        double power = 0, error = 0, error24 = 0;
        for (size_t k = count / 10; k < count - count / 10; k++) {
            const uint8_t *b = bytes + 3 * k;
            int32_t word =
                (int32_t)((uint32_t)b[0] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 24);
            double d = (double)y[k] - ideal[k], d24 = word / 2147483648.0 - ideal[k];
            power += ideal[k] * ideal[k];
            error += d * d;
            error24 += d24 * d24;
        }
        printf("%u to %u: %.1f dB from the ideal, %.1f in 24 bits\n", (unsigned)in, (unsigned)out,
               decibels(sqrt(error / power)), decibels(sqrt(error24 / power)));
        CHECK(decibels(sqrt(error / power)) < -126);
        CHECK(decibels(sqrt(error24 / power)) < -126);
        free(white), free(x), free(y), free(even), free(ideal), free(bytes);
    }
}

// Fits a sine of known frequency to y: its amplitude, and the residual.
static double fit(const float *y, size_t count, double angle, double *rest)
{
    double ss = 0, cc = 0, sc = 0, ys = 0, yc = 0, square = 0;
    for (size_t k = 0; k < count; k++) {
        double s = sin(angle * (double)k), c = cos(angle * (double)k), v = (double)y[k];
        ss += s * s, cc += c * c, sc += s * c, ys += v * s, yc += v * c;
    }
    double determinant = ss * cc - sc * sc;
    double a = (ys * cc - yc * sc) / determinant, b = (yc * ss - ys * sc) / determinant;
    for (size_t k = 0; k < count; k++) {
        double d = (double)y[k] - a * sin(angle * (double)k) - b * cos(angle * (double)k);
        square += d * d;
    }
    *rest = sqrt(2 * square / (double)count);
    return sqrt(a * a + b * b);
}

static double gain(uint32_t in, uint32_t out, double hertz, double *rest)
{
    static float x[48000], y[48000 * 6];
    for (size_t k = 0; k < in; k++)
        x[k] = (float)(0.9 * sin(2 * PI * hertz * (double)k / in));
    size_t count = resample(in, out, x, in, y);
    double amplitude = fit(y + count / 8, count - count / 4, 2 * PI * hertz / out, rest);
    *rest /= 0.9;
    return amplitude / 0.9;
}

static void tones_are_pure(void)
{
    for (size_t i = 0; i < PAIRS; i++) {
        uint32_t in = pairs[i].in, out = pairs[i].out;
        double lower = in < out ? in : out, rest, ripple = 0, noise = 0, alias = 0;
        for (double part = 0.02; part <= 0.81; part += 0.06) {
            ripple = fmax(ripple, fabs(decibels(gain(in, out, part * lower / 2, &rest))));
            noise = fmax(noise, rest);
        }
        double at95 = decibels(gain(in, out, 0.95 * lower / 2, &rest));
        gain(in, out, 997, &rest);
        noise = fmax(noise, rest);
        for (double part = 1.001; part * lower < in; part += 0.13) {
            double kept = gain(in, out, part * lower / 2, &rest);  // its image at any frequency
            alias = fmax(alias, fmax(rest, kept));
        }
        printf("%u to %u: ripple %.6f dB, %.2f dB at 0.95, THD+N %.1f dB, alias %.1f dB\n",
               (unsigned)in, (unsigned)out, ripple, at95, decibels(noise), decibels(alias));
        CHECK(ripple < 0.001 && at95 > -3 && decibels(noise) < -130 && decibels(alias) < -120);
    }
}

int main(void)
{
    noise_is_as_ideal();
    tones_are_pure();
    return failures;
}
