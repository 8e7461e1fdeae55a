// Converts floats to integer samples of any width, with optional dither; mixes and splits channels.
//
// Input: one or two channels of floats, full scale 1. Output: interleaved bytes. The mp3 pipeline
// calls it after the resampler; the kernels compute.
#include "pcm/kernel.h"

#include "base/bytes.h"

#include <assert.h>

#define BLOCK 256u  // frames at a time: 1 KiB of integers per channel on the stack

void acc_mix(const float *in, size_t frames, float *out)
{
    acc_kernels_best()->mix(in, out, frames);
}

void acc_split(const float *in, size_t frames, float *left, float *right)
{
    acc_kernels_best()->split(in, left, right, frames);
}

// 8, 16, 24 or 32 bits; 24 bits in three bytes, or at either end of four.
acc_status acc_quantizer_check(const acc_quantizer *q)
{
    bool depth = q->bits == 8 || q->bits == 16 || q->bits == 24 || q->bits == 32;
    bool width = q->bytes == q->bits / 8 || (q->bits == 24 && q->bytes == 4);
    bool channels = q->channels >= 1 && q->channels <= ACC_PCM_MAX_CHANNELS;
    bool place = !q->in_high_end || (q->bits == 24 && q->bytes == 4);
    bool sign = !q->is_unsigned || q->bits == 8;
    return depth && width && channels && place && sign ? ACC_OK : ACC_UNSUPPORTED;
}

// Interleaves one channel's integers. The constant widths let the compiler unroll.
static void store(const acc_quantizer *q, const int32_t *in, size_t n, uint8_t *out)
{
    size_t stride = (size_t)q->bytes * q->channels;
    uint8_t offset = q->is_unsigned ? 128 : 0, shift = q->in_high_end ? 8 : 0;
    switch (q->bytes) {
    case 1:
        for (size_t i = 0; i < n; i++, out += stride)
            *out = (uint8_t)(in[i] + offset);
        break;
    case 2:  // one channel; pack16 does two
        for (size_t i = 0; i < n; i++)
            store_le16(out + 2 * i, (uint16_t)in[i]);
        break;
    case 3:
        for (size_t i = 0; i < n; i++, out += stride) {
            store_le16(out, (uint16_t)in[i]);
            out[2] = (uint8_t)((uint32_t)in[i] >> 16);
        }
        break;
    default:
        for (size_t i = 0; i < n; i++, out += stride)
            store_le32(out, (uint32_t)in[i] << shift);
    }
}

// The key of a channel's dither noise. The noise repeats after 2^32 frames, when the upper half of the
// frame number changes the key.
static uint32_t key(const acc_quantizer *q, unsigned channel)
{
    return acc_hash32(acc_hash32(q->seed + 2 * (uint32_t)(q->frame >> 32)) + channel);
}

// In blocks, so that one kernel call never crosses the wrap of the frame number.
void acc_quantize(acc_quantizer *quantizer, const float *left, const float *right, size_t frames,
                  uint8_t *out)
{
    acc_quantizer *q = quantizer;
    assert(acc_quantizer_check(q) == ACC_OK && (right || q->channels == 1));
    const acc_kernels *kernels = acc_kernels_best();
    float full = (float)((int64_t)1 << (q->bits - 1));
    // 32 bits: 2147483520 is the largest float below 2^31; fewer bits: twice full scale is still
    // clipped, and fits in an int32_t
    acc_rounding how = {
        .full = full,
        .top = q->bits == 32 ? 2147483520.0f : 2 * full,
        .bottom = q->bits == 32 ? -full : -2 * full,
        .low = -(int32_t)((1u << (q->bits - 1)) - 1) - 1,
        .high = (int32_t)((1u << (q->bits - 1)) - 1),
        .dither = q->dither && q->bits < 32,
    };
    int32_t values[ACC_PCM_MAX_CHANNELS][BLOCK];
    for (size_t n; frames; frames -= n) {
        uint64_t to_wrap = (UINT64_C(1) << 32) - (uint32_t)q->frame;
        n = frames < BLOCK ? frames : BLOCK;
        n = n < to_wrap ? n : (size_t)to_wrap;
        how.first = (uint32_t)q->frame;
        for (unsigned c = 0; c < q->channels; c++) {
            how.key = key(q, c);
            q->clipped += kernels->round(&how, c ? right : left, values[c], n);
        }
        if (q->bytes == 2 && q->channels == 2)
            kernels->pack16(values[0], values[1], out, n);
        else
            for (unsigned c = 0; c < q->channels; c++)
                store(q, values[c], n, out + (size_t)c * q->bytes);
        left += n;
        right = right ? right + n : NULL;
        out += n * q->bytes * q->channels;
        q->frame += n;
    }
}
