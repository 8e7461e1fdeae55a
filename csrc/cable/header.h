// The preamble and the header of a burst; the header states the burst's mode and length.
#ifndef ACC_CABLE_HEADER_H
#define ACC_CABLE_HEADER_H

#include "cable/fft.h"
#include "cable/plan.h"

enum {
    LEAD_SIZE = 1024,     // samples of the preamble, and of a header, without their prefixes
    LEAD_CARRIERS = 501,  // carriers 1 to 501 of 512: 47 Hz to 23.48 kHz
    LEAD_CHIPS = 2 * LEAD_CARRIERS,  // the real parts, then the imaginary parts
    HEADER_GROUPS = 12,              // groups of seven bits
    HEADER_CODE = 12 * 64,           // chips of the code, repeated to LEAD_CHIPS
    HEADER_BYTES = 11,               // 84 bits
};

// Amplitude of the preamble relative to the data: +6 dB.
#define PREAMBLE_BOOST 2.0f

// Writes the preamble's spectrum in the order of fft.h: carrier 1 + n is exp(pi j n^2 / 501).
void acc_cable_preamble_spectrum(float *x);

// Gain with which acc_cable_fft_inverse of `carriers` carriers of magnitude 1 has power 1.
float acc_cable_unit_power(unsigned carriers);

// Encodes mode and length in 84 bits, lowest first.
void acc_cable_header_pack(const acc_cable_mode *mode, uint32_t len, uint8_t bytes[HEADER_BYTES]);

// Decodes mode and length. ACC_BAD_CHECK for a wrong CRC, ACC_OUT_OF_RANGE for an invalid mode or
// length.
acc_status acc_cable_header_unpack(const uint8_t bytes[HEADER_BYTES], acc_cable_mode *mode,
                                   uint32_t *len);

// Makes the chips of header `which`, 0 or 1: +1 or -1 each.
void acc_cable_header_chips(const uint8_t bytes[HEADER_BYTES], unsigned which,
                            int8_t chips[LEAD_CHIPS]);

// Adds the soft chips of header `which`, positive for +1, to those of the code.
void acc_cable_header_collect(const float *chips, unsigned which, float code[HEADER_CODE]);

// Decodes the most likely bits from the code's soft chips.
void acc_cable_header_decode(const float code[HEADER_CODE], uint8_t bytes[HEADER_BYTES]);

#endif
