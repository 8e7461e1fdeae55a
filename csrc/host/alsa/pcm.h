// One direction of a card: opens it, negotiates its format, reads into a ring, writes samples.
#ifndef ACC_ALSA_PCM_H
#define ACC_ALSA_PCM_H

#include "accessory/alsa.h"
#include "host/alsa/library.h"
#include "host/alsa/ring.h"

struct pcm {
    snd_pcm_t *handle;
    bool is_capture;
    bool is_running;
    unsigned channel;        // the captured channel
    acc_alsa_stream stream;  // the negotiated format
    uint8_t *bytes;          // buffer of `room` interleaved frames
    size_t room;
};

/// Opens `name` without waiting. Returns 0, or -1 with `fault` filled and nothing left open.
int acc_alsa_pcm_open(struct pcm *pcm, const char *name, bool is_capture, acc_alsa_fault *fault);

/// Whether the device supports `rate` exactly.
bool acc_alsa_pcm_does_rate(const struct pcm *pcm, unsigned rate);

/// Negotiates format, channels, period and buffer at `rate`. Returns 0, or -1 with `fault` filled.
int acc_alsa_pcm_negotiate(struct pcm *pcm, unsigned rate, unsigned block, unsigned channel,
                           acc_alsa_fault *fault);

/// Frames that can be read or written now, or a negative errno.
snd_pcm_sframes_t acc_alsa_pcm_available(const struct pcm *pcm);

/// Moves up to `len` frames from the device into the ring, or from `samples` to the device. Returns
/// the number of frames moved, or a negative errno.
snd_pcm_sframes_t acc_alsa_pcm_read(struct pcm *pcm, struct ring *ring, size_t len);
snd_pcm_sframes_t acc_alsa_pcm_write(struct pcm *pcm, const float *samples, size_t len);

/// Whether the device was removed.
bool acc_alsa_pcm_is_gone(const struct pcm *pcm, int error);

/// The card's number, or -1.
int acc_alsa_pcm_card(const struct pcm *pcm);

void acc_alsa_pcm_close(struct pcm *pcm);

#endif
