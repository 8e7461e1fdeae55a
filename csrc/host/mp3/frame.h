// Headers of MPEG audio frames, and the tag in a first frame (ISO/IEC 11172-3 2.4.1, 13818-3 2.4.1).
#ifndef ACC_HOST_MP3_FRAME_H
#define ACC_HOST_MP3_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mp3_header {
    uint32_t rate;        // hertz
    uint16_t length;      // bytes, header included; 0 in free format
    uint16_t samples;     // per channel
    uint8_t version;      // 1: MPEG-1, 2: MPEG-2, 3: MPEG-2.5
    uint8_t layer;        // 2 or 3
    uint8_t channels;     // 1 or 2
    uint8_t padding;      // bytes
    uint8_t side_offset;  // place of the side information
    uint8_t side_size;    // bytes of the side information, layer III
    uint8_t mode;         // 0 stereo, 1 joint stereo, 2 two channels, 3 mono
    uint8_t extension;    // of joint stereo
    uint16_t kilobits;    // kbit/s; 0 in free format
} mp3_header;

// Reads a header of layer II or III; false for other bytes. A reserved emphasis is accepted.
bool acc_mp3_header_read(const uint8_t bytes[4], mp3_header *header);

// The bits of main data that a layer III frame's side information states; UINT32_MAX when it is invalid (2.4.2.7):
// more values than a granule has, or a switched window of the normal type.
uint32_t acc_mp3_main_data_bits(const mp3_header *header, const uint8_t *side);

// The tag in a first frame without sound (Xing, Info, VBRI).
typedef struct mp3_tag {
    uint32_t frames;   // frames with sound, 0: not stated; some encoders count the tag's own frame
    uint32_t bytes;    // bytes after the tag's frame, 0: not stated
    uint32_t delay;    // samples that the encoder added at the start
    uint32_t padding;  // samples that it added at the end
    bool has_delay;
} mp3_tag;

bool acc_mp3_tag_read(const mp3_header *header, const uint8_t *frame, size_t len, mp3_tag *tag);

// The frames of the mean length in `gap` bytes, if `frames` frames have `bytes` bytes. A frame at a gap's edge may be
// shorter than the mean.
uint64_t acc_mp3_frames_in(uint64_t gap, uint64_t frames, uint64_t bytes);

// The frames of a tag that garbage contained: `frames` frames were found in `bytes`, of which `garbage` bytes in `places`
// places are no frames.
uint32_t acc_mp3_tag_hidden(const mp3_tag *tag, uint64_t frames, uint64_t bytes, uint64_t garbage,
                            uint64_t places);

// The other frames of a tag that were not found. A single one is the tag's own, unless stated bytes are missing, too.
uint32_t acc_mp3_tag_missing(const mp3_tag *tag, uint64_t frames, uint64_t bytes, uint32_t hidden);

#endif
