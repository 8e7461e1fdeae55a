// From decoded frames to bytes of the output format. A pipeline makes the whole output or, for one of several threads, a range of
// it.
#ifndef ACC_HOST_MP3_PIPELINE_H
#define ACC_HOST_MP3_PIPELINE_H

#include "accessory/mp3.h"
#include "accessory/pcm.h"
#include "host/mp3/frame.h"

#define PIPELINE_HOLD 4096u  // most padding that a tag states: 12 bits
// Samples at a time, of input or output, whichever are more: a frame has at most 1152.
#define PIPELINE_BLOCK 1152u
#define MP3_DECODER_DELAY                                                                          \
    529u  // samples, which LAME's tag leaves out: 528 of the filter banks, and 1

typedef struct pipeline {
    acc_mp3_format format;
    acc_mp3_sink sink;
    void *user;
    acc_quantizer quantizer;
    // between two rates
    uint32_t rate;  // of the input, 0: none yet
    acc_resampler_plan plan;
    float *table;
    size_t table_size;
    acc_resampler resampler[ACC_PCM_MAX_CHANNELS];
    float *out[ACC_PCM_MAX_CHANNELS];
    size_t out_room;
    size_t block;  // frames of input at a time
    uint8_t *bytes;
    uint64_t taken;      // input frames at this rate
    uint64_t all_taken;  // and at all rates before
    uint64_t made;       // output frames at this rate
    uint64_t limit;      // no output beyond this one, UINT64_MAX: none
    // the tag's part
    uint64_t drop;  // input frames still to leave out
    size_t hold;    // input frames held back, because they may be padding
    size_t held;
    float *waiting[ACC_PCM_MAX_CHANNELS];
} pipeline;

acc_mp3_status acc_mp3_pipeline_init(pipeline *p, const acc_mp3_format *format, acc_mp3_sink sink,
                                     void *user);
void acc_mp3_pipeline_free(pipeline *p);

// A new rate: the sound before it is drained first.
acc_mp3_status acc_mp3_pipeline_set_rate(pipeline *p, uint32_t rate);

// Only outputs `first` to `limit`: call after set_rate. Returns the input frame to start with.
uint64_t acc_mp3_pipeline_seek(pipeline *p, uint64_t first, uint64_t limit);

// Converts up to PIPELINE_BLOCK interleaved frames, NULL for silence.
acc_mp3_status acc_mp3_pipeline_take(pipeline *p, const float *in, unsigned channels,
                                     size_t frames);

// The end of the sound of one tag; `cut`: the frames held back are padding.
acc_mp3_status acc_mp3_pipeline_end_tag(pipeline *p, bool cut);

// The end of the sound at this rate.
acc_mp3_status acc_mp3_pipeline_drain(pipeline *p);

#endif
