// The converter of one MP3 stream to PCM: walker, decoder, pipeline.
#ifndef ACC_HOST_MP3_CONVERTER_H
#define ACC_HOST_MP3_CONVERTER_H

#include "host/mp3/decoder.h"
#include "host/mp3/pipeline.h"
#include "host/mp3/walker.h"

struct acc_mp3_converter {
    walker walk;
    mp3_decoder decoder;
    pipeline line;
    acc_mp3_report report;
    acc_mp3_status status;
    bool opened;   // the first frame was found and the header is written
    bool has_tag;  // the current frames belong to `tag`
    mp3_tag tag;
    uint32_t tag_frames;  // frames since the tag
    uint8_t last_header[4];
    mp3_header last;
    uint8_t last_channels;
    uint64_t bytes;  // bytes written
    acc_mp3_sink sink;
    void *user;
};

// Initialises a converter in the caller's memory, which must be all zeros.
acc_mp3_status acc_mp3_converter_open(acc_mp3_converter *c, const acc_mp3_format *format,
                                      acc_mp3_sink sink, void *user);
void acc_mp3_converter_close(acc_mp3_converter *c);

// Converts the frames in the walker's buffer.
acc_mp3_status acc_mp3_converter_work(acc_mp3_converter *c);

#endif
