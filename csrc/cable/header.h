// The preamble, and the header behind it that carries a burst's mode and length.
#ifndef ACC_CABLE_HEADER_H
#define ACC_CABLE_HEADER_H

#include "cable/fft.h"
#include "cable/plan.h"

enum {
    LEAD_SIZE = 1024,     // samples of the preamble, and of a header, without their prefixes
    LEAD_CARRIERS = 501,  // 1 ... 501 of 512: 47 Hz to 23.48 kHz
    LEAD_CHIPS = 2 * LEAD_CARRIERS,  // the real parts, then the imaginary parts
    HEADER_GROUPS = 12,
    HEADER_CODE = 12 * 64,  // chips before they are repeated
    HEADER_BYTES = 11,      // 84 bits
};

// Amplitude of the preamble over the data: +6 dB.
#define PREAMBLE_BOOST 2.0f

// The preamble's spectrum of unit carriers, packed as fft.h does: carrier 1 + n is exp(pi j n^2 / 501).
void acc_cable_preamble_spectrum(float *x);

// Factor that makes acc_cable_fft_inverse of `carriers` unit carriers a signal of unit power.
float acc_cable_unit_power(unsigned carriers);

// 84 bits, lowest first.
void acc_cable_header_pack(const acc_cable_mode *mode, uint32_t len, uint8_t bytes[HEADER_BYTES]);

// ACC_BAD_CHECK, or ACC_OUT_OF_RANGE for a mode that is not one.
acc_status acc_cable_header_unpack(const uint8_t bytes[HEADER_BYTES], acc_cable_mode *mode,
                                   uint32_t *len);

// +1 or -1 for each chip of header `which`, 0 or 1.
void acc_cable_header_chips(const uint8_t bytes[HEADER_BYTES], unsigned which,
                            int8_t chips[LEAD_CHIPS]);

// Adds the received chips of header `which`, positive for +1, to what is known of the code's.
void acc_cable_header_collect(const float *chips, unsigned which, float code[HEADER_CODE]);

// The likeliest bits.
void acc_cable_header_decode(const float code[HEADER_CODE], uint8_t bytes[HEADER_BYTES]);

#endif
