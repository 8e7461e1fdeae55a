// The receiver of HiJack bytes: bi-phase at 1378.125 bit/s in characters of a start bit 0, eight bits
// from the least significant, even parity, a stop bit 1; ones in between.
//
// No clock is recovered: each place of a character is correlated as a whole with what a character must
// look like (a one before, start, eight clear bits, parity, stop), at three clocks and in both
// polarities, and the best place within a bit and a half is taken.
#ifndef ACC_MODEM_HIJACK_H
#define ACC_MODEM_HIJACK_H

#include "modem/slots.h"

#include <stddef.h>
#include <stdint.h>

#define HIJACK_BAUD 1378.125
#define HIJACK_SLOTS 8    // a bit
#define HIJACK_IDLE 100   // ones sent before each byte
#define HIJACK_WINDOW 26  // bits looked at together: idle and a character
#define HIJACK_RING 256   // slots, a power of two over HIJACK_WINDOW bits and a clock 1.4 % slow

typedef struct hijack_receiver {
    slots wave, energy;
    float block, before, blocked;  // direct current is taken out: coefficient, input, output
    float level[HIJACK_RING];      // integral of each slot
    float power[HIJACK_RING];      // and of its square
    float soft[HIJACK_RING];       // of a bit that ends with the slot, positive for a one
    uint64_t count;                // slots so far
    uint64_t last_end;             // of the last character: first slot after its stop bit
    int reading;                   // its clock and polarity, one of six
    // the best place of a character that is not yet certain
    float best;
    uint64_t best_at;
    int best_reading;
    uint8_t best_byte;
    bool best_parity;
    bool pending;
    unsigned parity_errors;
} hijack_receiver;

void acc_hijack_init(hijack_receiver *receiver, double rate);

// Takes up to `len` samples and returns how many; less when a byte came. Bytes with wrong parity are
// given too (some senders always send 0) and counted.
size_t acc_hijack_push(hijack_receiver *receiver, const float *pcm, size_t len, uint8_t *byte,
                       bool *found);

// Whether the sound so far ends within a character: behind its start bit and before its stop bit.
bool acc_hijack_is_cut(const hijack_receiver *receiver);

#endif
