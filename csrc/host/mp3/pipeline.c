// Converts decoded frames and passes the bytes to the sink: cuts delay and padding, mixes channels,
// resamples, quantizes. Input: floats of decoder.c; output: bytes of the requested format.
#include "host/mp3/pipeline.h"

#include <stdlib.h>
#include <string.h>

acc_mp3_status acc_mp3_pipeline_init(pipeline *p, const acc_mp3_format *format, acc_mp3_sink sink,
                                     void *user)
{
    memset(p, 0, sizeof *p);
    p->format = *format;
    p->sink = sink;
    p->user = user;
    p->limit = UINT64_MAX;
    p->quantizer = (acc_quantizer){
        .bits = format->bits,
        .bytes = format->bytes,
        .is_unsigned = format->bits == 8 && !format->is_signed8,
        .in_high_end = format->wav && format->bytes > format->bits / 8,
        .dither = format->dither,
        .channels = format->channels,
        .seed = format->seed,
    };
    for (unsigned c = 0; c < format->channels; c++) {
        p->waiting[c] = malloc((PIPELINE_HOLD + PIPELINE_BLOCK) * sizeof(float));
        if (!p->waiting[c])
            return ACC_MP3_NO_MEMORY;
    }
    return ACC_MP3_OK;
}

// Frees the memory that depends on the source's rate.
static void free_rate(pipeline *p)
{
    free(p->table);
    free(p->bytes);
    p->table = NULL;
    p->bytes = NULL;
    for (unsigned c = 0; c < ACC_PCM_MAX_CHANNELS; c++) {
        free(p->out[c]);
        p->out[c] = NULL;
    }
}

void acc_mp3_pipeline_free(pipeline *p)
{
    free_rate(p);
    for (unsigned c = 0; c < ACC_PCM_MAX_CHANNELS; c++)
        free(p->waiting[c]);
}

// The end of the sound at the old rate leaves the resampler before the new rate starts.
acc_mp3_status acc_mp3_pipeline_set_rate(pipeline *p, uint32_t rate)
{
    acc_mp3_status status = p->rate ? acc_mp3_pipeline_drain(p) : ACC_MP3_OK;
    if (status != ACC_MP3_OK || rate == p->rate)
        return status;
    free_rate(p);
    p->rate = rate;
    p->table_size = acc_resampler_table_size(rate, p->format.rate);
    p->table = malloc((p->table_size + 1) * sizeof(float));
    if (!p->table ||
        acc_resampler_plan_init(&p->plan, rate, p->format.rate, p->table, p->table_size) != ACC_OK)
        return ACC_MP3_NO_MEMORY;
    // fewer input samples when the rate rises, so that the output of a block has a fixed bound
    p->block = rate < p->format.rate ? PIPELINE_BLOCK * rate / p->format.rate : PIPELINE_BLOCK;
    p->out_room = acc_resampler_bound(&p->plan, p->block);
    p->bytes = malloc((size_t)PIPELINE_BLOCK * p->format.bytes * p->format.channels);
    bool have = p->bytes;
    for (unsigned c = 0; c < p->format.channels; c++) {
        p->out[c] = malloc(p->out_room * sizeof(float));
        have = have && p->out[c];
        acc_resampler_init(&p->resampler[c], &p->plan, 0);
    }
    return have ? ACC_MP3_OK : ACC_MP3_NO_MEMORY;
}

// Any part of the output can be made alone: resampler and dither depend on the output's number only.
uint64_t acc_mp3_pipeline_seek(pipeline *p, uint64_t first, uint64_t limit)
{
    int64_t from = 0;
    for (unsigned c = 0; c < p->format.channels; c++)
        from = acc_resampler_init(&p->resampler[c], &p->plan, (int64_t)first);
    p->quantizer.frame = first;
    p->made = first;
    p->taken = (uint64_t)from;
    p->limit = limit;
    return (uint64_t)from;
}

// Quantizes the resampler's output and passes it on.
static acc_mp3_status deliver(pipeline *p, size_t frames)
{
    const float *left = p->out[0], *right = p->out[1];
    for (size_t n; frames; frames -= n) {
        n = frames < PIPELINE_BLOCK ? frames : PIPELINE_BLOCK;
        acc_quantize(&p->quantizer, left, right, n, p->bytes);
        if (!p->sink(p->user, p->bytes, n * p->format.bytes * p->format.channels))
            return ACC_MP3_CANNOT_WRITE;
        left += n;
        right = right ? right + n : NULL;
    }
    return ACC_MP3_OK;
}

// Converts one block of every channel and delivers the result.
static acc_mp3_status convert(pipeline *p, const float *const in[], size_t frames)
{
    size_t made = 0;
    for (unsigned c = 0; c < p->format.channels; c++)
        made = acc_resampler_run(&p->resampler[c], in[c], frames, p->out[c], p->out_room);
    uint64_t wanted = p->limit - p->made;
    if (made > wanted)
        made = (size_t)wanted;
    p->made += made;
    return deliver(p, made);
}

// Converts the first `frames` of the waiting frames.
static acc_mp3_status release(pipeline *p, size_t frames)
{
    while (frames) {
        size_t n = frames < p->block ? frames : p->block;
        const float *in[ACC_PCM_MAX_CHANNELS] = {p->waiting[0], p->waiting[1]};
        acc_mp3_status status = convert(p, in, n);
        if (status != ACC_MP3_OK)
            return status;
        p->taken += n;
        p->held -= n;
        for (unsigned c = 0; c < p->format.channels; c++)
            memmove(p->waiting[c], p->waiting[c] + n, p->held * sizeof(float));
        frames -= n;
    }
    return ACC_MP3_OK;
}

// Appends a frame: mono to both channels, stereo split or mixed; silence if `in` is NULL (a lost frame).
static void append(pipeline *p, const float *in, unsigned channels, size_t frames)
{
    float *left = p->waiting[0] + p->held;
    float *right = p->format.channels > 1 ? p->waiting[1] + p->held : NULL;
    size_t size = frames * sizeof *in;
    if (!in || channels == 1) {
        in ? memcpy(left, in, size) : memset(left, 0, size);
        if (right)
            memcpy(right, left, size);
    } else if (right) {
        acc_split(in, frames, left, right);
    } else {
        acc_mix(in, frames, left);
    }
    p->held += frames;
}

// Cuts the rest of the delay, `drop`. The last `hold` samples wait, because they may be padding.
acc_mp3_status acc_mp3_pipeline_take(pipeline *p, const float *in, unsigned channels, size_t frames)
{
    size_t out = p->drop < frames ? (size_t)p->drop : frames;
    p->drop -= out;
    append(p, in ? in + out * channels : NULL, channels, frames - out);
    return p->held > p->hold ? release(p, p->held - p->hold) : ACC_MP3_OK;
}

// With `cut`, the waiting samples are padding and are dropped.
acc_mp3_status acc_mp3_pipeline_end_tag(pipeline *p, bool cut)
{
    acc_mp3_status status = cut ? ACC_MP3_OK : release(p, p->held);
    p->held = 0;
    p->hold = 0;
    p->drop = 0;
    return status;
}

// Flushes the resampler with silence, up to the exact length taken * out rate / in rate.
acc_mp3_status acc_mp3_pipeline_drain(pipeline *p)
{
    const float *none[ACC_PCM_MAX_CHANNELS] = {NULL, NULL};
    uint64_t total = acc_resampler_length(p->taken, p->rate, p->format.rate);
    uint64_t limit = p->limit;
    acc_mp3_status status = ACC_MP3_OK;
    p->limit = total < limit ? total : limit;
    while (status == ACC_MP3_OK && p->made < p->limit)
        status = convert(p, none, p->block);
    p->limit = limit;
    p->all_taken += p->taken;
    p->made = 0;
    p->taken = 0;
    for (unsigned c = 0; c < p->format.channels; c++)
        acc_resampler_init(&p->resampler[c], &p->plan, 0);
    return status;
}
