// The receivers' inner loops with values at and beyond their limits, and the agreement of two implementations of a
// filter.
#include "check.h"
#include "modem/kernel.h"

#include <math.h>
#include <string.h>

#define LEN 100

static uint32_t seed = 5;

static float uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) * (2 / 16777216.0f) - 1;
}

// Many at once and one by one have the same bits, for any values.
static void rounding_is_the_same_alone(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0.5f, -0.5f, 1.5f, 63.5f};
    float x[LEN];
    int8_t all[LEN], one;
    for (size_t i = 0; i < LEN; i++)
        x[i] = 80 * uniform();
    memcpy(x + 20, odd, sizeof odd);
    for (int most = 1; most < 127; most += 9) {
        acc_kernel_quantise(x, 1, most, all, LEN);
        for (size_t i = 0; i < LEN; i++) {
            acc_kernel_quantise(x + i, 1, most, &one, 1);
            CHECK(one == all[i] && one >= -most && one <= most);
            if (fabsf(x[i]) < (float)most)
                CHECK(fabsf((float)one - x[i]) <= 0.5f);
        }
    }
}

// One sample that is too loud or NaN is found at every place, and cleaning removes it.
static void every_dirty_sample_is_found(void)
{
    static const float dirty[] = {NAN, -NAN, INFINITY, -INFINITY, 8.0001f, -8.0001f, 1e30f};
    float x[LEN], out[LEN];
    for (size_t i = 0; i < LEN; i++)
        x[i] = 8 * uniform();
    x[3] = 8;
    x[50] = -8;
    for (size_t len = 0; len <= LEN; len++)
        CHECK(acc_kernel_is_clean(x, len));
    for (size_t i = 0; i < LEN; i++) {
        float kept = x[i];
        for (size_t k = 0; k < sizeof dirty / sizeof *dirty; k++) {
            x[i] = dirty[k];
            CHECK(!acc_kernel_is_clean(x, LEN) && !acc_kernel_is_clean(x, i + 1) &&
                  acc_kernel_is_clean(x, i));
            acc_kernel_clean(x, out, LEN);
            CHECK(acc_kernel_is_clean(out, LEN));
        }
        x[i] = kept;
    }
}

// The filter for short bits equals the general one.
static void short_bits_are_filtered_alike(void)
{
    float x[LEN + 24], sums[LEN + 24], one[LEN], other[LEN];
    for (size_t i = 0; i < LEN + 24; i++)
        x[i] = uniform();
    acc_kernel_prefix(x, sums, LEN + 24);
    for (float whole = 4; whole < 8; whole += 0.07f) {
        acc_kernel_biphase(x, sums, whole / 2, whole, one, LEN);
        acc_kernel_short_biphase(x, whole / 2, whole, other, LEN);
        for (size_t i = 0; i < LEN; i++)
            CHECK(fabsf(one[i] - other[i]) < 1e-5f);
    }
}

int main(void)
{
    rounding_is_the_same_alone();
    every_dirty_sample_is_found();
    short_bits_are_filtered_alike();
    return failures;
}
