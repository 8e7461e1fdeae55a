// Converts samples of each format to floats and back, for one channel of interleaved frames. Values read
// that are not finite become 0; NaN is written as 0.
//
// Input: bytes of a WAV file or of a sound card, or floats. Output: the other form, full scale 1.
// AudioJack's WAV files and the ALSA port use it. There is no dither (quantize.c has it). Integer n of
// b bits is n / 2^(b - 1).
#include "accessory/sample.h"

#include "base/bytes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static float load_u8(const uint8_t *p)
{
    return (float)(*p - 128) / 128;
}

static float load_s16(const uint8_t *p)
{
    return (float)(int16_t)load_le16(p) / 32768;
}

// Loads the three bytes into the top of a word, so that the word has their sign.
static float load_s24(const uint8_t *p)
{
    return (float)(int32_t)((uint32_t)p[2] << 24 | (uint32_t)load_le16(p) << 8) / 2147483648.0f;
}

static float load_s32(const uint8_t *p)
{
    return (float)(int32_t)load_le32(p) / 2147483648.0f;
}

static float load_f32(const uint8_t *p)
{
    uint32_t bits = load_le32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0;
}

static float load_f64(const uint8_t *p)
{
    uint64_t bits = (uint64_t)load_le32(p + 4) << 32 | load_le32(p);
    double value;
    memcpy(&value, &bits, sizeof value);
    // just below FLT_MAX (3.4028e38), so that the conversion never overflows
    return fabs(value) <= 3.4e38 ? (float)value : 0;
}

// round(x * full), half away from zero, clipped to [-full, full - 1]. `full` is 2^(n-1); a float
// cannot hold 2^31 - 1, so clipping compares with `full`. NaN is 0.
static int32_t quantise(float x, float full)
{
    x *= full;
    if (x >= full)
        return (int32_t)((uint32_t)full - 1);
    if (x <= -full)
        return -(int32_t)((uint32_t)full - 1) - 1;
    return x == x ? (int32_t)(x + (x < 0 ? -0.5f : 0.5f)) : 0;
}

static void store_u8(uint8_t *p, float x)
{
    *p = (uint8_t)(quantise(x, 128) + 128);
}

static void store_s16(uint8_t *p, float x)
{
    store_le16(p, (uint16_t)quantise(x, 32768));
}

static void store_s24(uint8_t *p, float x)
{
    uint32_t value = (uint32_t)quantise(x, 8388608);
    store_le16(p, (uint16_t)value);
    p[2] = (uint8_t)(value >> 16);
}

static void store_s24_4(uint8_t *p, float x)
{
    store_le32(p, (uint32_t)quantise(x, 8388608));
}

static void store_s32(uint8_t *p, float x)
{
    store_le32(p, (uint32_t)quantise(x, 2147483648.0f));
}

static void store_f32(uint8_t *p, float x)
{
    uint32_t bits;
    x = x == x ? x : 0;
    memcpy(&bits, &x, sizeof bits);
    store_le32(p, bits);
}

static void store_f64(uint8_t *p, float x)
{
    double value = x == x ? (double)x : 0;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_le32(p, (uint32_t)bits);
    store_le32(p + 4, (uint32_t)(bits >> 32));
}

size_t acc_sample_size(acc_sample_format format)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 4, 8, 4};
    assert((size_t)format < sizeof sizes);
    return sizes[format];
}

// 16-bit mono is the most frequent case: without a stride the compiler vectorises it.
static void read_s16(const uint8_t *p, float *out, size_t frames)
{
    for (size_t i = 0; i < frames; i++)
        out[i] = load_s16(p + 2 * i);
}

#define READ_ALL(load)                                                                             \
    for (size_t i = 0; i < frames; i++, p += stride)                                               \
        out[i] = load(p);                                                                          \
    return

void acc_sample_read(acc_sample_format format, const uint8_t *bytes, size_t len, unsigned channels,
                     unsigned channel, float *out, size_t frames)
{
    size_t stride = acc_sample_size(format) * channels;
    assert(channel < channels && len / stride >= frames);
    (void)len;
    const uint8_t *p = bytes + acc_sample_size(format) * channel;
    switch (format) {
    case ACC_SAMPLE_U8:
        READ_ALL(load_u8);
    case ACC_SAMPLE_S16:
        if (stride == 2) {
            read_s16(p, out, frames);
            return;
        }
        READ_ALL(load_s16);
    case ACC_SAMPLE_S24:
    case ACC_SAMPLE_S24_4:
        READ_ALL(load_s24);
    case ACC_SAMPLE_S32:
        READ_ALL(load_s32);
    case ACC_SAMPLE_F32:
        READ_ALL(load_f32);
    case ACC_SAMPLE_F64:
        READ_ALL(load_f64);
    }
}

#define WRITE_ALL(store)                                                                           \
    for (size_t i = 0; i < frames; i++)                                                            \
        for (unsigned c = 0; c < channels; c++, bytes += size)                                     \
            store(bytes, in[i]);                                                                   \
    return

void acc_sample_write(acc_sample_format format, const float *in, size_t frames, unsigned channels,
                      uint8_t *bytes, size_t capacity)
{
    size_t size = acc_sample_size(format);
    assert(channels > 0 && capacity / (size * channels) >= frames);
    (void)capacity;
    switch (format) {
    case ACC_SAMPLE_U8:
        WRITE_ALL(store_u8);
    case ACC_SAMPLE_S16:
        WRITE_ALL(store_s16);
    case ACC_SAMPLE_S24:
        WRITE_ALL(store_s24);
    case ACC_SAMPLE_S24_4:
        WRITE_ALL(store_s24_4);
    case ACC_SAMPLE_S32:
        WRITE_ALL(store_s32);
    case ACC_SAMPLE_F32:
        WRITE_ALL(store_f32);
    case ACC_SAMPLE_F64:
        WRITE_ALL(store_f64);
    }
}
