// The accessory's receiver of the cable modem, for settings or a picture of a few kilobytes, at six times the bit rate of
// the reader modem. Pass it the same samples as the link's end. The receiver uses 62 KB and decodes only bursts of
// `cable_end_mode`. The line is not measured, so the mode has a load that every cable carries.
#ifndef CABLE_END_H
#define CABLE_END_H

#include <accessory/cable.h>

enum { CABLE_END_MEMORY = 63488 };

// Symbol of 1024 samples, prefix of 32, two bits on each of 400 carriers up to 19.5 kHz: 26 kbit/s at 44100 samples/s, from 9 dB SNR on.
extern const acc_cable_mode cable_end_mode;

typedef struct cable_end {
    acc_cable_receiver *receiver;
    uint8_t *buffer;
    uint32_t capacity;
    uint32_t len;       // bytes of the last burst; 0 if blocks were lost or it exceeds `capacity`
    bool is_receiving;  // during a burst, the samples contain no frame of the link
    _Alignas(64) uint8_t memory[CABLE_END_MEMORY];
} cable_end;

// `buffer` stores bursts of up to `capacity` bytes.
acc_status cable_end_init(cable_end *end, uint8_t *buffer, uint32_t capacity);

// Processes `n` captured samples.
void cable_end_receive(cable_end *end, const float *captured, size_t n);

#endif
