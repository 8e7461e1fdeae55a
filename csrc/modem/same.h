// The receiver of SAME, the headers of emergency messages (47 CFR 11.31; NWS instruction 10-1712). A message is sent three
// times, a second apart: sixteen bytes AB hex, then its text, least significant bit first, without start and stop bits.
// Input: samples; output: the text on which the three agree most.
#ifndef ACC_MODEM_SAME_H
#define ACC_MODEM_SAME_H

#include "modem/tone_pair.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SAME_BAUD (3125 / 6.0)  // bits per second
#define SAME_MARK (6250 / 3.0)  // hertz: four cycles a bit
#define SAME_SPACE 1562.5       // three cycles
#define SAME_TEXT 268u          // most characters of a message

typedef struct same_receiver {
    tone_pair tones;
    float before;    // the last slot's decision
    float clock;     // slots since the last bit was decided
    uint64_t bits;   // the latest bits, the newest in the highest
    uint32_t taken;  // bits of the text being read; 0: none is
    uint32_t wrong;  // weighs the latest characters that no text has
    uint32_t right;  // bits up to the last character while none weighed
    uint32_t quiet;  // slots since the last text ended
    int8_t
        read[SAME_TEXT * 8];  // bits of the text being read: 127 is a clear one, -127 a clear zero
    int16_t votes[SAME_TEXT * 8];  // sums of the texts read
    uint32_t length;               // characters of the longest
    uint32_t repeats;              // number of texts
    bool is_whole;                 // the message that ended is complete
    char text[SAME_TEXT + 2];      // it, with a line feed, zero-terminated
} same_receiver;

void acc_same_init(same_receiver *receiver, double rate);

// Reads up to `len` samples and returns their number, which is less than `len` only when a message has ended; then see
// `is_whole`.
size_t acc_same_push(same_receiver *receiver, const float *pcm, size_t len, bool *has_ended);

#endif
