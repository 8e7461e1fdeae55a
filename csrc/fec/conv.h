// The inner code: convolutional, constraint length 7, rate 1/2, generators 171 and 133 octal (the
// code of CCSDS 131.0-B, without its inversion), ended by six zero bits; decoded by the Viterbi
// algorithm on soft decisions. No state outside the arguments.
#ifndef ACC_FEC_CONV_H
#define ACC_FEC_CONV_H

#include "accessory/base.h"

#define CONV_TAIL 6u        // zero bits that end a block
#define CONV_MAX_BITS 256u  // tail included: 256 * 2 * 63 = 32256 still fits 16-bit path metrics
#define CONV_SOFT_MAX 63    // largest magnitude of a soft decision

// Encodes `len` bytes, most significant bit first, and the tail. Writes 2 * (8 len + 6) symbols of
// 0 or 1; returns their number.
size_t acc_conv_encode(const uint8_t *bytes, size_t len, uint8_t *symbols);

// Decodes the output of acc_conv_encode. `soft` has 2 * (8 len + 6) decisions of -63 to 63 on any
// scale, positive for a one, 0 for an erasure. `survivors` is working memory of (8 len + 6) / 16 rows,
// rounded up; bit i of [t][s] is the branch into state s at step 16 t + i. Returns true when there was
// no error.
bool acc_conv_decode(const int8_t *soft, uint8_t *bytes, size_t len, uint16_t survivors[][64]);

#endif
