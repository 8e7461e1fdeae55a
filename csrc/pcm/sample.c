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

// G.711: a sign, the number of a segment and four bits within it; segments double. In A-law every other bit is inverted
// and the first two segments are equal; in µ-law all bits are inverted and a bias of 33 (132 of 16 bits) makes each segment
// start at a power of two.
enum { A_LAW_MASK = 0x55, MU_LAW_BIAS = 132 };

static float load_a_law(const uint8_t *p)
{
    unsigned code = *p ^ A_LAW_MASK, segment = code >> 4 & 7;
    int value = (int)((code & 15) << 4 | 8);
    if (segment)
        value = (value + 256) << (segment - 1);
    return (float)(code & 0x80 ? value : -value) / 32768;
}

static float load_mu_law(const uint8_t *p)
{
    unsigned code = (uint8_t) ~*p;
    int value = (int)(((code & 15) << 3) + MU_LAW_BIAS) << (code >> 4 & 7);
    value -= MU_LAW_BIAS;
    return (float)(code & 0x80 ? -value : value) / 32768;
}

// Number of the highest bit of a magnitude above 255, less 7: the segment.
static unsigned segment_of(unsigned magnitude)
{
    unsigned segment = 0;
    while (magnitude >> (segment + 8))
        segment++;
    return segment;
}

static void store_a_law(uint8_t *p, float x)
{
    int32_t value = quantise(x, 32768);
    unsigned magnitude = (unsigned)(value < 0 ? -value - 1 : value);
    unsigned segment = segment_of(magnitude), shift = segment ? segment + 3 : 4;
    unsigned code = segment << 4 | (magnitude >> shift & 15) | (value < 0 ? 0 : 0x80);
    *p = (uint8_t)(code ^ A_LAW_MASK);
}

static void store_mu_law(uint8_t *p, float x)
{
    enum { LARGEST = 32767 - MU_LAW_BIAS };
    int32_t value = quantise(x, 32768);
    unsigned magnitude = (unsigned)(value < 0 ? -value : value);
    magnitude = (magnitude < LARGEST ? magnitude : LARGEST) + MU_LAW_BIAS;
    unsigned segment = segment_of(magnitude);
    unsigned code = segment << 4 | (magnitude >> (segment + 3) & 15) | (value < 0 ? 0x80 : 0);
    *p = (uint8_t)~code;
}

size_t acc_sample_size(acc_sample_format format)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 4, 8, 4, 1, 1};
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
    case ACC_SAMPLE_A_LAW:
        READ_ALL(load_a_law);
    case ACC_SAMPLE_MU_LAW:
        READ_ALL(load_mu_law);
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
    case ACC_SAMPLE_A_LAW:
        WRITE_ALL(store_a_law);
    case ACC_SAMPLE_MU_LAW:
        WRITE_ALL(store_mu_law);
    }
}

void acc_sample_swap(acc_sample_format format, uint8_t *bytes, size_t len)
{
    size_t size = acc_sample_size(format);
    assert(len % size == 0);
    for (uint8_t *sample = bytes; size > 1 && sample < bytes + len; sample += size) {
        for (size_t i = 0; i < size / 2; i++) {
            uint8_t byte = sample[i];
            sample[i] = sample[size - 1 - i];
            sample[size - 1 - i] = byte;
        }
    }
}
