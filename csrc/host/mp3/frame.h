// Headers of MPEG audio frames, and the tags inside a first frame (ISO/IEC 11172-3 2.4.1, 13818-3 2.4.1).
#ifndef ACC_HOST_MP3_FRAME_H
#define ACC_HOST_MP3_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mp3_header {
    uint32_t rate;        // hertz
    uint16_t length;      // bytes with header; 0 in free format
    uint16_t samples;     // of each channel
    uint8_t version;      // 1: MPEG-1, 2: MPEG-2, 3: MPEG-2.5
    uint8_t layer;        // 2 or 3
    uint8_t channels;     // 1 or 2
    uint8_t padding;      // bytes
    uint8_t side_offset;  // where the side information begins
    uint8_t side_size;    // bytes of it, layer III
    uint8_t mode;         // 0 stereo, 1 joint stereo, 2 two channels, 3 mono
    uint8_t extension;    // of joint stereo
    uint16_t kilobits;    // a second; 0 in free format
} mp3_header;

// False unless the four bytes are a header of layer II or III. A reserved emphasis is let through.
bool acc_mp3_header_read(const uint8_t bytes[4], mp3_header *header);

// Bits of main data that the side information of a layer III frame states; UINT32_MAX when it states what cannot be
// (2.4.2.7): more values than there are, a switched window that is none.
uint32_t acc_mp3_main_data_bits(const mp3_header *header, const uint8_t *side);

// What an encoder wrote into a frame without sound at the beginning (Xing, Info, VBRI).
typedef struct mp3_tag {
    uint32_t frames;   // of sound, 0: not stated
    uint32_t delay;    // samples that the encoder put in front
    uint32_t padding;  // and behind
    bool has_delay;
} mp3_tag;

bool acc_mp3_tag_read(const mp3_header *header, const uint8_t *frame, size_t len, mp3_tag *tag);

// Frames that a tag states and that are missing: `frames` came in `bytes`, of which `garbage` bytes in `places` places were no
// frames and may have been some. 0 when one is missing by the count of an encoder that states no delay: some count the tag's own frame.
uint32_t acc_mp3_tag_missing(const mp3_tag *tag, uint64_t frames, uint64_t bytes, uint64_t garbage,
                             uint64_t places);

#endif
