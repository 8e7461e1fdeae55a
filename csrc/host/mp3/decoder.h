// Decodes MP3 frames with libmpg123. It receives one whole, checked frame at a time; its own stream parser is not
// used.
#ifndef ACC_HOST_MP3_DECODER_H
#define ACC_HOST_MP3_DECODER_H

#include "host/mp3/frame.h"

typedef struct mp3_decoder {
    void *handle;          // mpg123_handle
    uint32_t free_length;  // frame size it was opened for, 0: frames state theirs
    uint32_t rate;         // of the last frame
    uint8_t channels;
    bool open;
} mp3_decoder;

bool acc_mp3_decoder_open(mp3_decoder *d);
void acc_mp3_decoder_close(mp3_decoder *d);

// Decodes one frame to interleaved floats, header->samples per channel, in memory of the decoder until the next call.
// NULL when it gave nothing.
float *acc_mp3_decoder_run(mp3_decoder *d, const mp3_header *header, uint32_t free_length,
                           const uint8_t *frame, size_t len);

#endif
