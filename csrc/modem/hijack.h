// The receiver of HiJack bytes: bi-phase at 1378.125 bit/s; characters of a start bit 0, eight bits, least significant
// first, even parity and a stop bit 1; ones between characters. Input: samples; output: bytes.
//
// No clock is recovered: at each place a whole character is compared with its required form (ones before it, start,
// eight clear bits, parity, stop), at three clocks and in both polarities, and the best place within a bit and a
// half is used.
#ifndef ACC_MODEM_HIJACK_H
#define ACC_MODEM_HIJACK_H

#include "modem/slots.h"

#include <stddef.h>
#include <stdint.h>

#define HIJACK_BAUD 1378.125
#define HIJACK_SLOTS 8    // per bit
#define HIJACK_IDLE 100   // ones sent before each byte
#define HIJACK_WINDOW 26  // bits examined together: idle ones and a character
#define HIJACK_RING 256  // slots: the power of two above HIJACK_WINDOW bits with a clock 1.4 % slow

typedef struct hijack_receiver {
    slots wave, energy;
    float block, before, blocked;  // high pass against DC: coefficient, input, output
    float level[HIJACK_RING];      // integral of each slot
    float power[HIJACK_RING];      // integral of each slot's square
    float soft[HIJACK_RING];  // soft value of a bit that ends with the slot, positive for a one
    uint64_t count;           // slots so far
    uint64_t last_end;        // first slot after the last character's stop bit
    int reading;              // the last character's clock and polarity, 0 to 5
    // the best place of a character that is not reported yet
    float best;
    uint64_t best_at;
    int best_reading;
    uint8_t best_byte;
    bool best_parity;
    bool pending;
    unsigned parity_errors;
} hijack_receiver;

void acc_hijack_init(hijack_receiver *receiver, double rate);

// Reads up to `len` samples and returns their number, which is less than `len` only when a byte was received. Bytes
// with wrong parity are reported, too (some senders always send parity 0), and counted.
size_t acc_hijack_push(hijack_receiver *receiver, const float *pcm, size_t len, uint8_t *byte,
                       bool *found);

// Whether the sound so far ends inside a character: after its start bit and before its stop bit.
bool acc_hijack_is_cut(const hijack_receiver *receiver);

#endif
