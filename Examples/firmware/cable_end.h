// The accessory's receiving end of the cable modem: settings or a picture of a few kilobytes, at six times the bit rate of
// the reader modem. Pass it the same samples as the link's end. Its small receiver takes 62 KB and bursts of
// `cable_end_mode`; it has no soundings, so the host chooses a load that every cable carries.
#ifndef CABLE_END_H
#define CABLE_END_H

#include <accessory/cable.h>

enum { CABLE_END_MEMORY = 63488 };

// N 1024, prefix 32, two bits on each of 400 carriers up to 19.5 kHz: 26 kbit/s at 44100 samples a second, from 9 dB SNR.
extern const acc_cable_mode cable_end_mode;

typedef struct cable_end {
    acc_cable_receiver *receiver;
    uint8_t *buffer;
    uint32_t capacity;
    uint32_t len;       // bytes of the last burst; 0 when some of it is lost, or it has no room
    bool is_receiving;  // what comes meanwhile is not for the link
    _Alignas(64) uint8_t memory[CABLE_END_MEMORY];
} cable_end;

// `buffer` takes bursts of up to `capacity` bytes.
acc_status cable_end_init(cable_end *end, uint8_t *buffer, uint32_t capacity);

void cable_end_receive(cable_end *end, const float *captured, size_t n);

#endif
