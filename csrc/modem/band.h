// The input filter of the character receiver: a decimating low-pass, a band-pass around the tones, and the hum canceller.
// Both filters are symmetric, so they delay all frequencies alike.
#ifndef ACC_MODEM_BAND_H
#define ACC_MODEM_BAND_H

#include "accessory/modem.h"
#include "modem/hum.h"
#include "modem/kernel.h"

#include <stddef.h>
#include <stdint.h>

#define BAND_PIECE 256u  // samples per call, at most
// Outputs that are given out at once: the hum canceller decides on so many, however its input is cut. The squelch of a
// stream looks as often.
#define BAND_CHUNK 64u
// Es/N0 above which the SNR of a stream is only a minimum. The part of a clean signal that the band-pass removes looks
// like noise at an Es/N0 of 140; 60 (17.8 dB) stays 3.7 dB below it. At 1200 bit/s that is an SNR of 4.8 dB in 0 to 24 kHz.
#define BAND_MOST 60.0f

// An FIR filter and the samples that later outputs need.
typedef struct fir {
    lanes *taps;
    float *held;
    uint32_t count, filled;  // of taps, of samples
} fir;

typedef struct band {
    uint32_t factor;
    fir low, pass;  // `low` has no taps where every sample stays
    hum hum;
    float slow[BAND_CHUNK], out[BAND_CHUNK];  // in front of the band-pass, and behind it
    uint32_t filled;                          // of both
} band;

// The decimation factor.
uint32_t acc_band_factor(const acc_modem_profile *profile, uint32_t rate);

// Bytes of memory, a multiple of 16.
size_t acc_band_memory(const acc_modem_profile *profile, uint32_t rate);

// The pass band has a gain of `factor`. `memory` is aligned to 16 bytes.
void acc_band_init(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory);

// Learns the mains hum of a recording's beginning; but for that the filter is then as after init.
void acc_band_learn_hum(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory,
                        const float *x, size_t len);

// Input samples needed until the chunk is full.
size_t acc_band_wanted(const band *b);

// Delay of the last input sample, in output samples, those of the unfinished chunk included.
float acc_band_delay(const band *b);

// Filters samples, as many as are wanted and BAND_PIECE at most.
void acc_band_run(band *b, const float *x, size_t len);

// The chunk, BAND_CHUNK outputs without hum, valid until the next call; null while it is not full.
const float *acc_band_chunk(band *b, bool has_characters);

#endif
