// One end of the audio jack, host or accessory: demodulator -> link -> modulator. The same source runs
// in a reader's firmware and on the other side of the cable.
//
// For each block of samples, in this order:
//
//     audio_end_receive(&end, captured, n);
//     while (audio_end_poll(&end, &event)) act on it;
//     audio_end_render(&end, played, n);
//
// Time is the count of samples, so nothing here needs a timer.
#ifndef AUDIO_END_H
#define AUDIO_END_H

#include <accessory/link.h>
#include <accessory/modem.h>

enum {
    AUDIO_RATE = 44100,         // samples a second
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

// `buffer` takes received messages of up to `capacity` bytes.
acc_status audio_end_init(audio_end *end, acc_link_role role, uint32_t seed, uint8_t *buffer,
                          uint32_t capacity);

// Microseconds since the start.
uint64_t audio_end_now(const audio_end *end);

void audio_end_receive(audio_end *end, const float *captured, size_t n);
bool audio_end_poll(audio_end *end, acc_link_event *event);
void audio_end_render(audio_end *end, float *played, size_t n);

#endif
