// Resampler, quantizer and kernels: pass band and aliases, parts against the whole, equal bits of all kernel variants,
// rounding, byte layouts and dither.
#include "base/bytes.h"
#include "check.h"
#include "pcm/kernel.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define FRAMES 6000u
#define TABLE 60000u

static float table[TABLE], input[2 * FRAMES], output[40000], other[40000];
static acc_resampler resampler;

static uint32_t state = 1;

static float noise(void)
{
    state = acc_hash32(state + 0x1234567);
    return (float)((int32_t)state) / 2147483648.0f;
}

static void plan_for(acc_resampler_plan *plan, uint32_t in, uint32_t out)
{
    CHECK(acc_resampler_table_size(in, out) <= TABLE);
    memset(table, 0xFF, sizeof table);  // NaN, so that nothing of an earlier plan is used
    CHECK(acc_resampler_plan_init(plan, in, out, table, TABLE) == ACC_OK);
}

// Converts everything from output `first` on, with input in pieces of changing size.
static size_t convert(const acc_resampler_plan *plan, size_t first, float *out)
{
    size_t total = (size_t)acc_resampler_length(FRAMES, plan->in_rate, plan->out_rate), made = 0;
    memset(&resampler, 0xFF, sizeof resampler);
    size_t at = (size_t)acc_resampler_init(&resampler, plan, (int64_t)first), piece = 1;
    static float block[40000];
    while (made < total - first) {
        size_t n = at + piece <= FRAMES ? piece : FRAMES - at;
        size_t got = n ? acc_resampler_run(&resampler, input + at, n, block, 40000)
                       : acc_resampler_run(&resampler, NULL, 100, block, 40000);
        CHECK(got <= acc_resampler_bound(plan, n ? n : 100));
        for (size_t i = 0; i < got && made < total - first; i++)
            out[made++] = block[i];
        at += n;
        piece = piece * 7 % 1000 + 1;
    }
    return made;
}

static void set_tone(double hertz, double rate)
{
    for (size_t i = 0; i < FRAMES; i++)
        input[i] = (float)(0.5 * sin(2 * PI * hertz * (double)i / rate));
}

// The largest difference from the sine at the output's times, without the ends.
static double worst(size_t frames, double hertz, double rate, double amplitude)
{
    double most = 0;
    for (size_t i = frames / 3; i < 2 * frames / 3; i++)
        most = fmax(most,
                    fabs((double)output[i] - amplitude * sin(2 * PI * hertz * (double)i / rate)));
    return most;
}

static const struct {
    uint32_t in, out;
} pairs[] = {{44100, 16000},  {44100, 8000},  {48000, 44100}, {8000, 44100},
             {44100, 48000},  {48000, 16000}, {44100, 22050}, {16000, 32000},
             {192000, 22050}, {44100, 16001}, {8000, 44099},  {24000, 24000}};
#define PAIRS (sizeof pairs / sizeof *pairs)

static void tones_come_through_and_aliases_do_not(void)
{
    for (size_t i = 0; i < PAIRS; i++) {
        acc_resampler_plan plan;
        plan_for(&plan, pairs[i].in, pairs[i].out);
        double in = pairs[i].in, out = pairs[i].out, lower = fmin(in, out);
        for (double part = 0.05; part < 0.41; part += 0.05) {
            set_tone(part * lower, in);
            size_t frames = convert(&plan, 0, output);
            CHECK(frames == (size_t)floor(FRAMES * out / in + 0.5));
            double error = worst(frames, part * lower, out, 0.5);
            if (error > 0.5 * 1e-6)  // -120 dB
                printf("%u to %u at %.2f: %.1f dB\n", (unsigned)pairs[i].in, (unsigned)pairs[i].out,
                       part, 20 * log10(error / 0.5));
            CHECK(error <= 0.5 * 1e-6);
        }
        for (double part = 0.501; part * lower < in / 2; part += 0.15) {
            set_tone(part * lower, in);
            double leak = worst(convert(&plan, 0, output), 0, out, 0);
            CHECK(leak <= 0.5 * 1e-6);
        }
    }
}

static void half_power_lies_at_095(void)
{
    acc_resampler_plan plan;
    plan_for(&plan, 44100, 16000);
    set_tone(0.95 * 8000, 44100);
    size_t frames = convert(&plan, 0, output);
    double power = 0;
    for (size_t i = frames / 3; i < 2 * frames / 3; i++)
        power += 2.0 * output[i] * output[i] / (double)(2 * frames / 3 - frames / 3);
    CHECK(10 * log10(power / 0.25) > -3);
}

static void a_part_equals_the_whole(void)
{
    for (size_t i = 0; i < FRAMES; i++)
        input[i] = noise();
    for (size_t i = 0; i < PAIRS; i++) {
        acc_resampler_plan plan;
        plan_for(&plan, pairs[i].in, pairs[i].out);
        size_t frames = convert(&plan, 0, output);
        for (size_t first = 1; first < frames; first += frames / 5 + 3) {
            CHECK(convert(&plan, first, other) == frames - first);
            CHECK(memcmp(output + first, other, (frames - first) * sizeof *other) == 0);
        }
    }
}

static void limits_are_kept(void)
{
    acc_resampler_plan plan;
    CHECK(acc_resampler_plan_init(&plan, 7999, 16000, table, TABLE) == ACC_OUT_OF_RANGE);
    CHECK(acc_resampler_plan_init(&plan, 44100, 192001, table, TABLE) == ACC_OUT_OF_RANGE);
    CHECK(acc_resampler_table_size(7999, 16000) == 0 && acc_resampler_table_size(16000, 7999) == 0);
    CHECK(acc_resampler_table_size(192001, 8000) == 0 &&
          acc_resampler_table_size(8000, 192001) == 0);
    CHECK(acc_resampler_table_size(8000, 192000) > 0 && acc_resampler_table_size(192000, 8000) > 0);
    size_t size = acc_resampler_table_size(44100, 16000);
    CHECK(acc_resampler_plan_init(&plan, 44100, 16000, table, size - 1) == ACC_NO_ROOM);
    CHECK(acc_resampler_length(1, 44100, 16000) == 0 && acc_resampler_length(2, 44100, 16000) == 1);
    CHECK(acc_resampler_length(UINT64_C(1) << 40, 44100, 192000) == 4786989399841);
}

// Every kernel variant of this processor, on random and extreme values.
static void variants_agree(const acc_kernels *fast)
{
    const acc_kernels *plain = &acc_kernels_plain;
    acc_resampler_plan plan;
    acc_rounding how = {.full = 32768,
                        .low = -32768,
                        .high = 32767,
                        .dither = true,
                        .key = 7,
                        .first = 4294967290u};
    int32_t q[2][259];
    for (size_t i = 0; i < 2 * FRAMES; i++)
        input[i] = 1.2f * noise();
    input[100] = NAN, input[101] = INFINITY, input[102] = -INFINITY, input[103] = -0.0f;
    for (int dither = 0; dither < 2; dither++)
        for (int bits = 8; bits <= 32; bits += 8) {
            how.dither = dither && bits < 32;
            how.full = (float)((int64_t)1 << (bits - 1));
            how.top = bits == 32 ? 2147483520.0f : 2 * how.full;
            how.bottom = bits == 32 ? -how.full : -2 * how.full;
            how.high = (int32_t)((1u << (bits - 1)) - 1), how.low = -how.high - 1;
            CHECK(plain->round(&how, input, q[0], 259) == fast->round(&how, input, q[1], 259));
            CHECK(memcmp(q[0], q[1], sizeof q[0]) == 0);
        }
    memset(input + 100, 0, 16);
    for (size_t n = 0; n < 70; n++) {  // pack16 keeps the lower 16 bits of each value
        uint8_t packed[2][4 * 70] = {{0}};
        plain->pack16(q[0], q[0] + 100, packed[0], n), fast->pack16(q[0], q[0] + 100, packed[1], n);
        CHECK(memcmp(packed[0], packed[1], sizeof packed[0]) == 0);
        CHECK(n == 0 || load_le16(packed[0] + 4 * n - 2) == (uint16_t)q[0][100 + n - 1]);
    }
    for (size_t n = 0; n < 70; n++) {
        plain->mix(input, output, n), fast->mix(input, other, n);
        CHECK(memcmp(output, other, n * 4) == 0);
        plain->split(input, output, output + 100, n), fast->split(input, other, other + 100, n);
        CHECK(memcmp(output, other, n * 4) == 0 && memcmp(output + 100, other + 100, n * 4) == 0);
        plain->half(0.5f, input, input + 20, input + 120, output, n);
        fast->half(0.5f, input, input + 20, input + 120, other, n);
        CHECK(memcmp(output, other, n * 4) == 0);
    }
    for (size_t i = 0; i < PAIRS; i++) {
        plan_for(&plan, pairs[i].in, pairs[i].out);
        plan.kernels = plain;
        size_t frames = convert(&plan, 0, output);
        plan.kernels = fast;
        CHECK(convert(&plan, 0, other) == frames);
        CHECK(memcmp(output, other, frames * sizeof *output) == 0);
    }
}

// Exact arithmetic in double, for every depth.
static void rounding_is_exact(void)
{
    for (unsigned bits = 8; bits <= 32; bits += 8) {
        acc_quantizer q = {.bits = (uint8_t)bits, .bytes = (uint8_t)(bits / 8), .channels = 1};
        double full = ldexp(1, (int)bits - 1);
        uint64_t clipped = 0;
        for (size_t i = 0; i < 2000; i++) {
            float x = i == 0 ? 1 : i == 1 ? -1 : i == 2 ? (float)(0.5 / full) : 1.1f * noise();
            uint8_t bytes[4] = {0};
            acc_quantize(&q, &x, NULL, 1, bytes);
            double wanted = round((double)x * full);
            clipped += wanted > full - 1 || wanted < -full;
            wanted = fmin(fmax(wanted, -full), full - 1);
            uint32_t word = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                            (uint32_t)bytes[3] << 24;
            int32_t got = (int32_t)(word << (32 - bits)) >> (32 - bits);
            CHECK(got == (int32_t)wanted);
        }
        CHECK(q.clipped == clipped && clipped > 50 && q.frame == 2000);
    }
}

static void layouts_are_as_said(void)
{
    const float left[2] = {0.5f, -0.5f}, right[2] = {0, -1};
    uint8_t out[16];
    acc_quantizer q = {.bits = 8, .bytes = 1, .is_unsigned = true, .channels = 2};
    acc_quantize(&q, left, right, 2, out);
    CHECK(memcmp(out, "\xC0\x80\x40\x00", 4) == 0);
    q = (acc_quantizer){.bits = 8, .bytes = 1, .channels = 2};
    acc_quantize(&q, left, right, 2, out);
    CHECK(memcmp(out, "\x40\x00\xC0\x80", 4) == 0);
    q = (acc_quantizer){.bits = 24, .bytes = 3, .channels = 2};
    acc_quantize(&q, left, right, 2, out);
    CHECK(memcmp(out, "\0\0\x40\0\0\0\0\0\xC0\0\0\x80", 12) == 0);
    q = (acc_quantizer){.bits = 24, .bytes = 4, .channels = 2};
    acc_quantize(&q, left, right, 2, out);
    CHECK(memcmp(out, "\0\0\x40\0\0\0\0\0\0\0\xC0\xFF\0\0\x80\xFF", 16) == 0);
    CHECK(acc_quantizer_check(&q) == ACC_OK);
    q = (acc_quantizer){.bits = 24, .bytes = 4, .in_high_end = true, .channels = 2};
    acc_quantize(&q, left, right, 2, out);
    CHECK(memcmp(out, "\0\0\0\x40\0\0\0\0\0\0\0\xC0\0\0\0\x80", 16) == 0);
    CHECK(acc_quantizer_check(&q) == ACC_OK);
    q.bits = 16;
    CHECK(acc_quantizer_check(&q) == ACC_UNSUPPORTED);
    q = (acc_quantizer){.bits = 16, .bytes = 2, .channels = 1, .is_unsigned = true};
    CHECK(acc_quantizer_check(&q) == ACC_UNSUPPORTED);
}

// Triangular dither: for any signal the error's mean is 0, its variance 1/4 LSB^2, and consecutive errors are
// uncorrelated.
static void dither_is_triangular(unsigned bits)
{
    const int N = 40000;
    double lsb = ldexp(1, 1 - (int)bits);
    for (int offset = 0; offset < 4; offset++) {
        acc_quantizer q = {.bits = (uint8_t)bits,
                           .bytes = (uint8_t)(bits / 8),
                           .dither = true,
                           .channels = 2,
                           .seed = 3};
        double mean = 0, square = 0, with_next = 0, with_signal = 0, between = 0, last = 0;
        for (int i = 0; i < N; i++) {
            float x = (float)((offset / 4.0 + 3 * sin(i * 0.01)) * lsb);
            uint8_t bytes[8] = {0};
            acc_quantize(&q, &x, &x, 1, bytes);
            double error[2];
            for (int c = 0; c < 2; c++) {
                const uint8_t *p = bytes + c * (int)(bits / 8);
                uint32_t word = p[0] | (bits > 8 ? (uint32_t)p[1] << 8 : 0) |
                                (bits > 16 ? (uint32_t)p[2] << 16 : 0);
                error[c] = ((int32_t)(word << (32 - bits)) >> (32 - bits)) - (double)x / lsb;
            }
            mean += error[0] / N, square += error[0] * error[0] / N;
            with_next += error[0] * last / N, with_signal += error[0] * sin(i * 0.01) / N;
            between += error[0] * error[1] / N;
            last = error[0];
        }
        // five standard deviations of each estimate
        CHECK(fabs(mean) < 0.0125 && fabs(square - 0.25) < 0.009);
        CHECK(fabs(with_next) < 0.00625 && fabs(with_signal) < 0.009 && fabs(between) < 0.00625);
    }
}

static void dither_belongs_to_the_frame(void)
{
    uint8_t whole[400], part[400];
    memset(input, 0, sizeof input);
    acc_quantizer q = {.bits = 8, .bytes = 1, .dither = true, .channels = 1, .seed = 9};
    q.frame = UINT32_MAX - 99;  // the counter's upper half changes on the way
    acc_quantize(&q, input, NULL, 400, whole);
    q.frame = (uint64_t)UINT32_MAX - 99 + 150;
    acc_quantize(&q, input, NULL, 250, part);
    CHECK(memcmp(whole + 150, part, 250) == 0);
    q.seed = 10;
    q.frame = UINT32_MAX - 99;
    acc_quantize(&q, input, NULL, 400, part);
    CHECK(memcmp(whole, part, 400) != 0);
}

int main(void)
{
    tones_come_through_and_aliases_do_not();
    half_power_lies_at_095();
    a_part_equals_the_whole();
    limits_are_kept();
    variants_agree(acc_kernels_best());
#ifdef ACC_HAVE_SIMD128
    variants_agree(&acc_kernels_simd128);
#endif
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        variants_agree(&acc_kernels_avx2);
#endif
    rounding_is_exact();
    layouts_are_as_said();
    dither_is_triangular(8);
    dither_is_triangular(16);
    dither_is_triangular(24);
    dither_belongs_to_the_frame();
    return failures;
}
