// One end of the audio jack, host or accessory: demodulator -> link -> modulator. The reader's firmware
// and the host use the same source.
//
// For each block of samples, in this order:
//
//     audio_end_receive(&end, captured, n);
//     while (audio_end_poll(&end, &event)) act on it;
//     audio_end_render(&end, played, n);
//
// Time is counted in samples, so no timer is needed.
#ifndef AUDIO_END_H
#define AUDIO_END_H

#include <accessory/link.h>
#include <accessory/modem.h>

enum {
    AUDIO_RATE = 44100,         // samples/s
    AUDIO_BLOCK = 256,          // samples, 5.8 ms
    AUDIO_DEMODULATOR = 28672,  // bytes of memory for the demodulator
};

typedef struct audio_end {
    acc_link link;
    acc_modulator modulator;
    acc_demodulator *demodulator;
    uint64_t samples;  // since the start
    bool sending;
    _Alignas(16) uint8_t memory[AUDIO_DEMODULATOR];
} audio_end;

// `buffer` stores received messages of up to `capacity` bytes.
acc_status audio_end_init(audio_end *end, acc_link_role role, uint32_t seed, uint8_t *buffer,
                          uint32_t capacity);

// Microseconds since the start.
uint64_t audio_end_now(const audio_end *end);

// Processes `n` captured samples and advances the time.
void audio_end_receive(audio_end *end, const float *captured, size_t n);

// Returns the next event; false if there is none. Starts the link's transmissions.
bool audio_end_poll(audio_end *end, acc_link_event *event);

// Writes `n` samples to play.
void audio_end_render(audio_end *end, float *played, size_t n);

#endif
