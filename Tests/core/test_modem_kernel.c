// The receivers' inner loops, four numbers at once, against plain loops: the same bits for every length and alignment,
// and on every target the bits of the digest.
#include "check.h"
#include "modem/kernel.h"

#include <math.h>
#include <string.h>

#define MOST 67
#define BEYOND 8u  // numbers after the end, which must not change
#define SHIFTS 4   // numbers by which input and output are off a multiple of 16 bytes

static uint32_t seed = 3, digest = 2166136261u;

static uint32_t next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static float number(void)
{
    float x = (float)next() * (1 / 8388608.0f) - 1;
    return next() % 8 ? x : x * 1e-4f;
}

static float odd_number(void)
{
    static const uint32_t odd[] = {0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000,
                                   0x80000000, 0x41000000, 0xC1000000, 0x41000001,
                                   0xC1000001, 0x00000001, 0x7F7FFFFF};
    float x = number();
    if (next() % 3 == 0)
        memcpy(&x, &odd[next() % (sizeof odd / sizeof *odd)], sizeof x);
    return x;
}

// FNV-1a over the numbers' bits, least significant byte first on every processor.
static void add_byte(uint8_t byte)
{
    digest = (digest ^ byte) * 16777619u;
}

static void add_numbers(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (int shift = 0; shift < 32; shift += 8)
            add_byte((uint8_t)(bits >> shift));
    }
}

// Input and output at an alignment, and the plain loop's result.
static _Alignas(16) float in[4 * MOST + 64], out[MOST + 64], want[MOST + 64];
static float *x, *y;
static size_t len;

static void prepare(size_t length, size_t shift, float (*draw)(void))
{
    len = length;
    x = in + shift;
    y = out + (shift * 3 + 1) % SHIFTS;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = draw();
    for (size_t i = 0; i < sizeof out / sizeof *out; i++)
        out[i] = want[i] = -77;
}

static void compare(const char *name)
{
    if (memcmp(y, want, (len + BEYOND) * sizeof *y) != 0) {
        printf("%s, %zu numbers at %d\n", name, len, (int)(x - in));
        failures++;
    }
    add_numbers(y, len);
}

static void compare_one(const char *name, float got, float expected)
{
    if (memcmp(&got, &expected, sizeof got) != 0) {
        printf("%s, %zu numbers at %d: %a, not %a\n", name, len, (int)(x - in), (double)got,
               (double)expected);
        failures++;
    }
    add_numbers(&got, 1);
}

static float cleaned(float v)
{
    return v != v ? 0 : v > 8 ? 8 : v < -8 ? -8 : v;
}

static void cleaning(void)
{
    bool all = true;
    for (size_t i = 0; i < len; i++) {
        want[i] = cleaned(x[i]);
        all &= x[i] >= -8 && x[i] <= 8;
    }
    acc_kernel_clean(x, y, len);
    compare("clean");
    CHECK(acc_kernel_is_clean(x, len) == all);
}

static void shifting(void)
{
    for (size_t i = 0; i < len; i++)
        want[i] = x[i] - 0.3f;
    acc_kernel_shift(x, 0.3f, y, len);
    compare("shift");
}

static void boxes(void)
{
    for (size_t factor = 2; factor <= 4; factor++) {
        for (size_t i = 0; i < len; i++) {
            want[i] = x[factor * i];
            for (size_t k = 1; k < factor; k++)
                want[i] += x[factor * i + k];
        }
        acc_kernel_box(x, y, len, factor);
        compare("box");
    }
}

static void every_second(void)
{
    for (size_t i = 0; i < len; i++)
        want[i] = x[2 * i];
    acc_kernel_every_second(x, y, len);
    compare("every second");
}

// four sums, of every fourth number each, and one of the rest
static void sums(void)
{
    float sum[5] = {0};
    for (size_t i = 0; i < len; i++)
        sum[i < len / 4 * 4 ? i % 4 : 4] += x[i];
    compare_one("sum", acc_kernel_sum(x, len), sum[0] + sum[1] + (sum[2] + sum[3]) + sum[4]);
}

// eight sums, added in pairs, and one of the rest
static void powers(void)
{
    float power[9] = {0};
    for (size_t i = 0; i < len; i++)
        power[i < len / 8 * 8 ? i % 8 : 8] += x[i] * x[i];
    for (int lane = 0; lane < 4; lane++)
        power[lane] += power[lane + 4];
    compare_one("power", acc_kernel_power(x, len),
                power[0] + power[1] + (power[2] + power[3]) + power[8]);
}

// two alternating sums per lane, the rest added to the first
static void correlations(void)
{
    static lanes taps[MOST];
    for (size_t i = 0; i < MOST; i++)
        taps[i] = (lanes){number(), number(), number(), number()};
    lanes z = acc_kernel_correlate(x, taps, len);
    for (int lane = 0; lane < 4; lane++) {
        float sum[2] = {0};
        for (size_t i = 0; i < len; i++)
            sum[i < len / 4 * 4 && i % 2] += x[i] * taps[i][lane];
        compare_one("correlate", z[lane], sum[0] + sum[1]);
    }
}

// two alternating sums per lane
static void decimation(void)
{
    static lanes taps[MOST / 4];
    const size_t blocks = len / 8 * 2, step = 5;
    for (size_t i = 0; i < blocks; i++)
        taps[i] = (lanes){number(), number(), number(), number()};
    size_t count = acc_kernel_decimate(x, taps, blocks, step, MOST, y);
    CHECK(count == MOST / step + 1);
    for (size_t i = 0; i < count; i++) {
        float sum[2][4] = {{0}};
        for (size_t k = 0; k < 4 * blocks; k++)
            sum[k / 4 % 2][k % 4] += x[i * step + k] * taps[k / 4][k % 4];
        for (int lane = 0; lane < 4; lane++)
            sum[0][lane] += sum[1][lane];
        want[i] = sum[0][0] + sum[0][1] + (sum[0][2] + sum[0][3]);
    }
    for (size_t i = 0; i < count; i++)
        compare_one("decimate", y[i], want[i]);
}

static void symmetric_filter(void)
{
    enum { PAIRS = 9 };
    static lanes taps[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        float tap = number();
        taps[i] = (lanes){tap, tap, tap, tap};
    }
    for (size_t i = 0; i < len; i++) {
        want[i] = 0;
        for (size_t k = 0; k < PAIRS; k++)
            want[i] += (x[i + k] + x[i + 2 * PAIRS - 1 - k]) * taps[k][0];
    }
    acc_kernel_symmetric(x, taps, PAIRS, len, y);
    compare("symmetric");
}

// four at once are added in pairs
static void prefixes(void)
{
    float before = 0;
    for (size_t i = 0; i < len; i++) {
        const float *v = x + i / 4 * 4;
        bool whole = i / 4 * 4 + 4 <= len;
        if (i % 4 == 0 || !whole)
            want[i] = before;
        else
            want[i] = (i % 4 == 1 ? v[0] : i % 4 == 2 ? v[1] + v[0] : v[2] + v[1] + v[0]) + before;
        if (!whole)
            before += x[i];
        else if (i % 4 == 3)
            before = v[3] + v[2] + (v[1] + v[0]) + before;
    }
    acc_kernel_prefix(x, y, len);
    compare("prefix");
}

static void biphase(void)
{
    static float sum[2 * MOST + 64];
    const float half = 5.3f, whole = 10.6f;
    acc_kernel_prefix(x, sum, MOST + 32);
    for (size_t i = 0; i < len; i++) {
        float rest = x[i + 5] * (2 * (half - 5)) - x[i + 10] * (whole - 10);
        want[i] = sum[i + 5] - sum[i] + (sum[i + 5] - sum[i + 10]) + rest;
    }
    acc_kernel_biphase(x, sum, half, whole, y, len);
    compare("biphase");
}

static void quantising(void)
{
    static int8_t got[MOST + BEYOND + SHIFTS];
    for (int most = 63; most <= 126; most += 63) {
        memset(got, 99, sizeof got);
        acc_kernel_quantise(x, 90, most, got + len % SHIFTS, len);
        for (size_t i = 0; i < len; i++) {
            float v = 90 * x[i], limit = (float)most;
            v = v < limit ? v : limit;
            v = v > -limit ? v : -limit;
            // to the nearest, halves to the even one
            CHECK(got[len % SHIFTS + i] == lrintf(v));
        }
        CHECK(got[len % SHIFTS + len] == 99);
        for (size_t i = 0; i < len; i++)
            add_byte((uint8_t)got[len % SHIFTS + i]);
    }
}

int main(void)
{
    for (size_t length = 0; length <= MOST; length++)
        for (size_t shift = 0; shift < SHIFTS; shift++) {
            prepare(length, shift, odd_number);
            cleaning();
            void (*const kernels[])(void) = {shifting,   boxes,        every_second,    sums,
                                             powers,     correlations, prefixes,        biphase,
                                             quantising, decimation,   symmetric_filter};
            for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
                prepare(length, shift, number);
                kernels[k]();
            }
        }
    if (digest != 0x20452DA1)
        printf("digest 0x%08X\n", (unsigned)digest);
    CHECK(digest == 0x20452DA1);
    return failures;
}
