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

int main(void)
{
    every_16_bit_value_survives_every_wider_format();
    bytes_are_where_they_belong();
    full_scale_is_clipped_and_nonsense_is_silence();
    channels_are_kept_apart();
    return failures;
}
