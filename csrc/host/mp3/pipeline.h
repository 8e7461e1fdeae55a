// Converts decoded frames to bytes of the output format: the whole output or, for one of several threads, a part.
#ifndef ACC_HOST_MP3_PIPELINE_H
#define ACC_HOST_MP3_PIPELINE_H

#include "accessory/mp3.h"
#include "accessory/pcm.h"
#include "host/mp3/frame.h"

#define PIPELINE_HOLD 4096u  // most padding that a tag states: 12 bits
// Most samples per block, of input and of output: a frame has at most 1152.
#define PIPELINE_BLOCK 1152u
#define MP3_DECODER_DELAY                                                                          \
    529u  // samples, which LAME's tag leaves out: 528 of the filter banks, and 1

typedef struct pipeline {
    acc_mp3_format format;
    acc_mp3_sink sink;
    void *user;
    acc_quantizer quantizer;
    // per source rate
    uint32_t rate;  // input rate, 0: none yet
    acc_resampler_plan plan;
    float *table;
    size_t table_size;
    acc_resampler resampler[ACC_PCM_MAX_CHANNELS];
    float *out[ACC_PCM_MAX_CHANNELS];
    size_t out_room;
    size_t block;  // input frames per block
    uint8_t *bytes;
    uint64_t taken;      // input frames at this rate
    uint64_t all_taken;  // input frames at all previous rates
    uint64_t made;       // output frames at this rate
    uint64_t limit;      // output frames at which to stop, UINT64_MAX: none
    // per tag
    uint64_t drop;  // input frames still to be cut
    size_t hold;    // input frames kept back because they may be padding
    size_t held;
    float *waiting[ACC_PCM_MAX_CHANNELS];
} pipeline;

acc_mp3_status acc_mp3_pipeline_init(pipeline *p, const acc_mp3_format *format, acc_mp3_sink sink,
                                     void *user);
void acc_mp3_pipeline_free(pipeline *p);

// Sets the source's rate, after draining the sound at the old rate.
acc_mp3_status acc_mp3_pipeline_set_rate(pipeline *p, uint32_t rate);

// Restricts the output to frames `first` to `limit`. Call it after set_rate. Returns the first input frame to pass.
uint64_t acc_mp3_pipeline_seek(pipeline *p, uint64_t first, uint64_t limit);

// Converts up to PIPELINE_BLOCK interleaved frames, NULL for silence.
acc_mp3_status acc_mp3_pipeline_take(pipeline *p, const float *in, unsigned channels,
                                     size_t frames);

// Ends the sound of one tag. `cut`: the frames kept back are padding.
acc_mp3_status acc_mp3_pipeline_end_tag(pipeline *p, bool cut);

// Ends the sound at this rate.
acc_mp3_status acc_mp3_pipeline_drain(pipeline *p);

#endif
