// Samples of every format to floats and back: exact values, byte order, clipping, channels.
#include "accessory/sample.h"
#include "check.h"

#include <math.h>
#include <string.h>

static const acc_sample_format formats[] = {ACC_SAMPLE_U8,   ACC_SAMPLE_S16, ACC_SAMPLE_S24,
                                            ACC_SAMPLE_S32,  ACC_SAMPLE_F32, ACC_SAMPLE_F64,
                                            ACC_SAMPLE_S24_4};
enum { FORMATS = sizeof formats / sizeof *formats };

static float pass(acc_sample_format format, float x)
{
    uint8_t bytes[8];
    float out;
    acc_sample_write(format, &x, 1, 1, bytes, sizeof bytes);
    acc_sample_read(format, bytes, sizeof bytes, 1, 0, &out, 1);
    return out;
}

static void every_16_bit_value_survives_every_wider_format(void)
{
    int wrong = 0;
    for (int f = 1; f < FORMATS; f++)
        for (int v = -32768; v < 32768; v++)
            wrong += pass(formats[f], (float)v / 32768) != (float)v / 32768;
    for (int v = -128; v < 128; v++)
        wrong += pass(ACC_SAMPLE_U8, (float)v / 128) != (float)v / 128;
    for (int v = -8388608; v < 8388608; v += 97)
        wrong += pass(ACC_SAMPLE_S24, (float)v / 8388608) != (float)v / 8388608;
    CHECK(wrong == 0);
}

static void bytes_are_where_they_belong(void)
{
    static const struct {
        acc_sample_format format;
        float value;
        uint8_t bytes[8];
    } cases[] = {
        {ACC_SAMPLE_U8, 0, {0x80}},
        {ACC_SAMPLE_U8, -1, {0x00}},
        {ACC_SAMPLE_S16, 0.5f, {0x00, 0x40}},
        {ACC_SAMPLE_S24, -0.5f, {0x00, 0x00, 0xC0}},
        {ACC_SAMPLE_S24_4, -0.5f, {0x00, 0x00, 0xC0, 0xFF}},
        {ACC_SAMPLE_S32, 0.25f, {0x00, 0x00, 0x00, 0x20}},
        {ACC_SAMPLE_F32, 1, {0x00, 0x00, 0x80, 0x3F}},
        {ACC_SAMPLE_F64, -2, {0, 0, 0, 0, 0, 0, 0x00, 0xC0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t bytes[8] = {0};
        float back;
        acc_sample_write(cases[i].format, &cases[i].value, 1, 1, bytes, sizeof bytes);
        CHECK(memcmp(bytes, cases[i].bytes, 8) == 0);
        acc_sample_read(cases[i].format, bytes, sizeof bytes, 1, 0, &back, 1);
        CHECK(back == cases[i].value);
    }
}

static void full_scale_is_clipped_and_nonsense_is_silence(void)
{
    for (int f = 0; f < FORMATS; f++) {
        bool is_float = formats[f] == ACC_SAMPLE_F32 || formats[f] == ACC_SAMPLE_F64;
        CHECK(pass(formats[f], -7) == (is_float ? -7 : -1));
        CHECK(is_float || (pass(formats[f], 7) <= 1 && pass(formats[f], 7) > 0.99f));
        CHECK(pass(formats[f], NAN) == 0);
    }
    static const uint8_t infinity[] = {0, 0, 0, 0, 0, 0, 0xF0, 0x7F};
    float out = 1;
    acc_sample_read(ACC_SAMPLE_F64, infinity, 8, 1, 0, &out, 1);
    CHECK(out == 0);
    acc_sample_read(ACC_SAMPLE_F32, (const uint8_t[]){0, 0, 0x80, 0x7F}, 4, 1, 0, &out, 1);
    CHECK(out == 0);
}

static void channels_are_kept_apart(void)
{
    float in[5] = {0.5f, -0.25f, 0.125f, 0, -1}, out[5];
    for (int f = 0; f < FORMATS; f++)
        for (unsigned channels = 1; channels <= 6; channels++) {
            uint8_t bytes[5 * 6 * 8];
            size_t len = 5 * channels * acc_sample_size(formats[f]);
            acc_sample_write(formats[f], in, 5, channels, bytes, len);
            for (unsigned c = 0; c < channels; c++) {
                acc_sample_read(formats[f], bytes, len, channels, c, out, 5);
                CHECK(memcmp(in, out, sizeof in) == 0);
            }
        }
}

// The largest error of a 16-bit value: half of its segment's step. A segment from 2^n has steps of 2^(n - 4). A-law's first
// two have equal steps; u-law's segments begin 132 lower, and its last code stands for all values above.
static int largest_error(acc_sample_format format, int value)
{
    int magnitude = value < 0 ? -value : value, n = 8;
    if (format == ACC_SAMPLE_MU_LAW) {
        if (magnitude > 32635)
            return magnitude - 32124;
        magnitude += 132;
        n = 7;
    } else if (value < 0)
        magnitude--;
    while (magnitude >> (n + 1))
        n++;
    return 1 << (n - 5);
}

// A code's value is that of 16 bits (ITU-T G.711, tables 1 and 2, times 4 and 8).
static void companded_codes(void)
{
    static const struct {
        acc_sample_format format;
        uint8_t code;
        int value;
    } codes[] = {
        {ACC_SAMPLE_A_LAW, 0xD5, 8},      {ACC_SAMPLE_A_LAW, 0x55, -8},
        {ACC_SAMPLE_A_LAW, 0xC5, 264},    {ACC_SAMPLE_A_LAW, 0xAA, 32256},
        {ACC_SAMPLE_A_LAW, 0x2A, -32256}, {ACC_SAMPLE_A_LAW, 0xF0, 688},
        {ACC_SAMPLE_MU_LAW, 0xFF, 0},     {ACC_SAMPLE_MU_LAW, 0x7F, 0},
        {ACC_SAMPLE_MU_LAW, 0xFE, 8},     {ACC_SAMPLE_MU_LAW, 0x7E, -8},
        {ACC_SAMPLE_MU_LAW, 0x80, 32124}, {ACC_SAMPLE_MU_LAW, 0x00, -32124},
        {ACC_SAMPLE_MU_LAW, 0xEF, 132},   {ACC_SAMPLE_MU_LAW, 0x0F, -16764},
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        float value;
        acc_sample_read(codes[i].format, &codes[i].code, 1, 1, 0, &value, 1);
        CHECK(value == (float)codes[i].value / 32768);
    }
    for (int f = ACC_SAMPLE_A_LAW; f <= ACC_SAMPLE_MU_LAW; f++) {
        float values[256];
        int wrong = 0;
        for (int code = 0; code < 256; code++) {
            uint8_t byte = (uint8_t)code, back;
            acc_sample_read((acc_sample_format)f, &byte, 1, 1, 0, &values[code], 1);
            acc_sample_write((acc_sample_format)f, &values[code], 1, 1, &back, 1);
            // µ-law has a negative 0
            wrong += back != byte && !(f == ACC_SAMPLE_MU_LAW && byte == 0x7F && back == 0xFF);
        }
        CHECK(wrong == 0);
        for (int v = -32768; v < 32768; v++) {
            float error = pass((acc_sample_format)f, (float)v / 32768) * 32768 - (float)v;
            wrong += fabsf(error) > (float)largest_error((acc_sample_format)f, v);
        }
        CHECK(wrong == 0);
        CHECK(pass((acc_sample_format)f, 7) == pass((acc_sample_format)f, 1));
        CHECK(pass((acc_sample_format)f, -7) == -pass((acc_sample_format)f, 7));
        CHECK(fabsf(pass((acc_sample_format)f, NAN)) <= 8.0f / 32768);
    }
}

static void big_endian_samples_are_swapped(void)
{
    uint8_t bytes[24];
    for (int f = 0; f < FORMATS; f++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)i;
        size_t size = acc_sample_size(formats[f]);
        acc_sample_swap(formats[f], bytes, 24 - 24 % size - size);
        for (size_t i = 0; i < sizeof bytes; i++) {
            bool swapped = i < 24 - 24 % size - size;
            CHECK(bytes[i] == (swapped ? i / size * size + size - 1 - i % size : i));
        }
    }
}

int main(void)
{
    companded_codes();
    big_endian_samples_are_swapped();
    every_16_bit_value_survives_every_wider_format();
    bytes_are_where_they_belong();
    full_scale_is_clipped_and_nonsense_is_silence();
    channels_are_kept_apart();
    return failures;
}
