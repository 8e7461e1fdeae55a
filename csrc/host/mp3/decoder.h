// Decodes MP3 frames with libmpg123. It receives one whole, checked frame at a time; its own stream parser is not
// used.
#ifndef ACC_HOST_MP3_DECODER_H
#define ACC_HOST_MP3_DECODER_H

#include "host/mp3/frame.h"

typedef struct mp3_decoder {
    void *handle;          // mpg123_handle
    uint32_t free_length;  // free-format frame size, 0: frames state their size
    uint32_t rate;         // rate of the last frame
    uint8_t channels;
    bool open;
} mp3_decoder;

bool acc_mp3_decoder_open(mp3_decoder *d);
void acc_mp3_decoder_close(mp3_decoder *d);

// Decodes one frame to interleaved floats, header->samples per channel, in the decoder's memory, valid until the next
// call. NULL when the frame cannot be decoded.
float *acc_mp3_decoder_run(mp3_decoder *d, const mp3_header *header, uint32_t free_length,
                           const uint8_t *frame, size_t len);

#endif
