// The cable modem's inner loops: the results of all kernels equal the plain ones to the bit, transforms match their
// defining sums, and the demapper matches a search of all levels.
#include "cable/fft.h"
#include "cable/matcher.h"
#include "cable/pam.h"
#include "check.h"
#include "noise.h"

#include "cable/kernel.h"

#include <math.h>
#include <string.h>

static const cable_kernels *const variants[] = {
#if defined(CABLE_HAVE_SIMD128)
    &acc_cable_kernels_simd128,
#endif
#if defined(__x86_64__)
    &acc_cable_kernels_avx2,
    &acc_cable_kernels_avx512,
#endif
    &acc_cable_kernels_plain,
};

static bool runs_here(const cable_kernels *k)
{
#if defined(__x86_64__)
    if (k == &acc_cable_kernels_avx2)
        return __builtin_cpu_supports("avx2");
    if (k == &acc_cable_kernels_avx512)
        return __builtin_cpu_supports("avx512bw");
#endif
    return k != NULL;
}

static int16_t any_within(int limit)
{
    return (int16_t)((int)(draw() % (unsigned)(2 * limit + 1)) - limit);
}

static void checks_alike(const cable_kernels *k)
{
    enum { STRIDE = 70, DEGREE = 32 };
    static int16_t t[2][DEGREE * CHECK_LANES], messages[2][DEGREE * STRIDE];
    for (size_t degree = 2; degree <= DEGREE; degree++) {
        int limit = degree % 2 ? CHECK_SUM_MAX : 3;  // few values: ties
        for (size_t i = 0; i < DEGREE * CHECK_LANES; i++)
            t[0][i] = t[1][i] = degree % 5 ? any_within(limit) : 7;
        for (size_t i = 0; i < DEGREE * STRIDE; i++)
            messages[0][i] = messages[1][i] = any_within(limit < 1000 ? limit : 1000);
        bool a = acc_cable_kernels_plain.check(t[0], messages[0], STRIDE, degree);
        CHECK(k->check(t[1], messages[1], STRIDE, degree) == a);
        CHECK(memcmp(t[0], t[1], sizeof t[0]) == 0);
        CHECK(memcmp(messages[0], messages[1], sizeof messages[0]) == 0);
    }
}

static void interpolates_alike(const cable_kernels *k)
{
    enum { TAPS = 128, COUNT = 50 };
    static float rows[(INTERPOLATE_PHASES + 1) * TAPS], x[TAPS + 2 * COUNT], out[2][COUNT];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        rows[i] = normal();
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        x[i] = normal();
    for (size_t taps = INTERPOLATE_LANES; taps <= TAPS; taps *= 2) {
        uint64_t position = draw(), step = 0x100000000u + draw() / 2;
        acc_cable_kernels_plain.interpolate(rows, taps, x, position, step, out[0], COUNT);
        k->interpolate(rows, taps, x, position, step, out[1], COUNT);
        CHECK(memcmp(out[0], out[1], sizeof out[0]) == 0);
    }
}

static float roots[FFT_ROOTS(FFT_MAX)], wave[FFT_MAX], image[FFT_MAX];

static void transforms(const cable_fft *fft, size_t n)
{
    for (size_t i = 0; i < n; i++)
        wave[i] = image[i] = normal();
    acc_cable_fft_forward(fft, image, n);
    for (size_t k = 0; k <= n / 2; k += n / 2 > 64 ? 37 : 1) {
        double re = 0, im = 0;
        for (size_t i = 0; i < n; i++) {
            double angle = 6.283185307179586 * (double)(i * k % n) / (double)n;
            re += (double)wave[i] * cos(angle);
            im -= (double)wave[i] * sin(angle);
        }
        double got_re = (double)(k == n / 2 ? image[1] : image[2 * k]);
        double got_im = (double)(k == 0 || k == n / 2 ? 0 : image[2 * k + 1]);
        CHECK(fabs(re - got_re) < 2e-4 && fabs(im - got_im) < 2e-4);
    }
    acc_cable_fft_inverse(fft, image, n, 1);
    for (size_t i = 0; i < n; i++)
        CHECK(fabsf(image[i] * 2 / (float)n - wave[i]) < 1e-5f);
}

static float levels[PAM_SIZE(PAM_MAX_BITS)], positive[PAM_HALF_SIZE(PAM_MAX_BITS)];

// The log-likelihood ratio by its definition: the nearest level with each value of the bit.
static float searched(unsigned m, unsigned j, float y)
{
    float best[2] = {INFINITY, INFINITY};
    for (unsigned label = 0; label < 1u << m; label++) {
        float d = y - pam_level(positive, m, label);
        unsigned b = label >> j & 1;
        best[b] = d * d < best[b] ? d * d : best[b];
    }
    return best[1] - best[0];
}

static void demaps(unsigned m)
{
    for (int i = 0; i < 200; i++) {
        float y = 0.9f * normal(), weight = 3.0f * (float)(1 << (2 * m));
        int16_t out[PAM_MAX_BITS];
        unsigned nearest = acc_cable_pam_nearest(levels, m, y);
        acc_cable_pam_demap(levels, m, nearest, y, weight, 1000, out);
        for (unsigned j = 0; j < m; j++) {
            float expected = weight * searched(m, j, y);
            expected = expected > 1000 ? 1000 : expected < -1000 ? -1000 : expected;
            CHECK(fabsf(expected - out[j]) <= 0.51f + 1e-4f * fabsf(expected));
        }
    }
}

// The class of a label: 10, 11, 01, 00 in the two bits below the sign.
static unsigned class_of(unsigned m, unsigned label)
{
    unsigned first = label >> (m - 2) & 1, second = label >> (m - 3) & 1;
    return first ? second : 3 - second;
}

// As `searched`, with the classes' probabilities.
static float searched_shaped(unsigned m, unsigned j, float y, float weight)
{
    float best[2] = {INFINITY, INFINITY};
    for (unsigned label = 0; label < 1u << m; label++) {
        float d = y - pam_level(positive, m, label);
        float metric =
            weight * d * d + 16 * logf(26 / (float)matcher_frequency(class_of(m, label)));
        unsigned b = label >> j & 1;
        best[b] = metric < best[b] ? metric : best[b];
    }
    return best[1] - best[0];
}

static void demaps_shaped(unsigned m)
{
    for (int i = 0; i < 400; i++) {
        float y = 0.9f * normal(), weight = (i % 2 ? 0.3f : 3.0f) * (float)(1 << (2 * m));
        int16_t out[PAM_MAX_BITS];
        acc_cable_pam_demap_shaped(levels, m, y, weight, 1000, out);
        for (unsigned j = 0; j < m; j++) {
            unsigned bit = j == 0 ? m - 2 : j == 1 ? m - 3 : j == m - 1 ? j : j - 2;
            float expected = searched_shaped(m, bit, y, weight);
            expected = expected > 1000 ? 1000 : expected < -1000 ? -1000 : expected;
            CHECK(fabsf(expected - out[j]) <= 0.51f + 1e-4f * fabsf(expected));
        }
    }
}

static void has_shaped_levels(unsigned m)
{
    const float *x = levels + (1u << m);
    double power = 0;
    for (unsigned i = 0; i < 1u << m; i++) {
        double frequency = matcher_frequency(class_of(m, i ^ i >> 1)) / 16.0;
        power += frequency * (double)x[i] * (double)x[i] / (1 << m);
        CHECK(i == 0 || x[i] > x[i - 1]);
        CHECK(pam_level(positive, m, i ^ i >> 1) == x[i]);
        CHECK(acc_cable_pam_nearest(levels, m, x[i]) == i);
    }
    CHECK(fabs(power - 0.5) < 1e-5);
}

static void has_levels(unsigned m)
{
    const float *x = levels + (1u << m);
    double power = 0;
    for (unsigned i = 0; i < 1u << m; i++) {
        power += (double)x[i] * (double)x[i] / (1 << m);
        CHECK(i == 0 || x[i] > x[i - 1]);
        CHECK(fabsf(x[i] + x[(1u << m) - 1 - i]) < 1e-5f);
        CHECK(pam_level(positive, m, i ^ i >> 1) == x[i]);
        CHECK(acc_cable_pam_nearest(levels, m, x[i]) == i);
    }
    CHECK(fabs(power - 0.5) < 1e-5);
}

int main(void)
{
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        if (!runs_here(variants[v])) {
            printf("%s: this processor has none, skipped\n", variants[v]->name);
            continue;
        }
        checks_alike(variants[v]);
        interpolates_alike(variants[v]);
    }
    cable_fft fft = acc_cable_fft_init(roots, FFT_MAX);
    for (size_t n = 8; n <= FFT_MAX; n *= 2)
        transforms(&fft, n);
    acc_cable_pam_init(levels, PAM_MAX_BITS, false);
    acc_cable_pam_init_labels(positive, PAM_MAX_BITS, false);
    for (unsigned m = 1; m <= PAM_MAX_BITS; m++) {
        has_levels(m);
        demaps(m);
    }
    acc_cable_pam_init(levels, PAM_MAX_BITS, true);
    acc_cable_pam_init_labels(positive, PAM_MAX_BITS, true);
    for (unsigned m = 1; m < MATCHER_LEAST_BITS; m++)
        has_levels(m);
    for (unsigned m = MATCHER_LEAST_BITS; m <= PAM_MAX_BITS; m++) {
        has_shaped_levels(m);
        demaps_shaped(m);
    }
    return failures;
}
