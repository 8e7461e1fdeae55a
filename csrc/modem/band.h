// The input filter of the character receiver: a decimating low-pass, a band-pass around the tones, and the hum
// canceller. Both filters are symmetric, so all frequencies have the same delay. Input: samples; output: chunks for
// fsk.c.
#ifndef ACC_MODEM_BAND_H
#define ACC_MODEM_BAND_H

#include "accessory/modem.h"
#include "modem/hum.h"
#include "modem/kernel.h"

#include <stddef.h>
#include <stdint.h>

#define BAND_PIECE 256u  // most samples per call
// Outputs per chunk: the hum canceller and the squelch decide once per chunk, independently of the input's block size.
#define BAND_CHUNK 64u
// Es/N0 above which the SNR of a stream is only a minimum. The part of a clean signal that the band-pass removes looks
// like noise at an Es/N0 of 140; 60 (17.8 dB) stays 3.7 dB below it. At 1200 bit/s that is an SNR of 4.8 dB in 0 to
// 24 kHz.
#define BAND_MOST 60.0f

// An FIR filter and the samples that later outputs need.
typedef struct fir {
    lanes *taps;
    float *held;
    uint32_t count, filled;  // number of taps, of samples
} fir;

typedef struct band {
    uint32_t factor;
    fir low, pass;  // `low` has no taps when there is no decimation
    hum hum;
    float slow[BAND_CHUNK], out[BAND_CHUNK];  // before and behind the band-pass
    uint32_t filled;                          // samples in both
} band;

// The decimation factor.
uint32_t acc_band_factor(const acc_modem_profile *profile, uint32_t rate);

// Bytes of memory, a multiple of 16.
size_t acc_band_memory(const acc_modem_profile *profile, uint32_t rate);

// Initialises the filters; the pass band has a gain of `factor`. `memory` is aligned to 16 bytes.
void acc_band_init(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory);

// Learns the mains hum from a recording's beginning. Everything else is then as after init.
void acc_band_learn_hum(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory,
                        const float *x, size_t len);

// Input samples needed until the chunk is full.
size_t acc_band_wanted(const band *b);

// Delay of the last input sample, in output samples, those of the unfinished chunk included.
float acc_band_delay(const band *b);

// Filters samples: at most acc_band_wanted and BAND_PIECE.
void acc_band_run(band *b, const float *x, size_t len);

// A full chunk of BAND_CHUNK outputs without hum, valid until the next call; null while it is not full.
const float *acc_band_chunk(band *b, bool has_characters);

#endif
