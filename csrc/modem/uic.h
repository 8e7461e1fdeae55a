// The receiver of telegrams of ground-train radio (UIC 751-3, chapter 6): a header of twelve bits, six digits of the train,
// least significant bit first, a code of eight bits, most significant first, and a checksum of seven.
// Input: samples; output: the train and the code as text.
#ifndef ACC_MODEM_UIC_H
#define ACC_MODEM_UIC_H

#include "modem/tone_pair.h"

#include <stddef.h>

#define UIC_BAUD 600.0     // bits per second
#define UIC_MARK 1300.0    // hertz
#define UIC_SPACE 1700.0   // hertz
#define UIC_BITS 51u       // of a telegram
#define UIC_HISTORY 1024u  // slots, at least the length of a telegram

// A telegram that may have been received.
typedef struct uic_candidate {
    uint64_t bits;    // the last in bit 0
    float clearness;  // mean of the bits' values, 0 to 1
} uic_candidate;

typedef struct uic_receiver {
    tone_pair tones;
    int8_t values
        [UIC_HISTORY];   // of bits that end at each slot: 127 is a clear one, -127 a clear zero
    uint32_t now;        // number of slots
    uic_candidate best;  // of those since the first one
    uint32_t left;       // slots until it is reported; 0: there is none
    bool is_whole;       // the telegram that ended has the right checksum
    char text[11];       // it, such as "020045 08\n", zero-terminated
} uic_receiver;

void acc_uic_init(uic_receiver *receiver, double rate);

// Reads up to `len` samples and returns their number, which is less than `len` only when a telegram has ended; then see
// `is_whole`.
size_t acc_uic_push(uic_receiver *receiver, const float *pcm, size_t len, bool *has_ended);

#endif
