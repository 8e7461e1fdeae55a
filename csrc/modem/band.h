// The front of the receiver of characters: a low-pass filter that lets one of several samples stay, and a
// band-pass filter around the tones. Both are symmetric, so that they delay all frequencies alike.
#ifndef ACC_MODEM_BAND_H
#define ACC_MODEM_BAND_H

#include "accessory/modem.h"
#include "modem/hum.h"
#include "modem/kernel.h"

#include <stddef.h>
#include <stdint.h>

#define BAND_PIECE 256u  // samples taken at a time, at most
// Energy of a symbol over noise density that can be told from none: what the band-pass takes from a clean signal
// looks like 140.
#define BAND_MOST 60.0f

// A filter and the samples that outputs are still to be made of.
typedef struct fir {
    lanes *taps;
    float *held;
    uint32_t count, filled;  // of taps, of samples
} fir;

typedef struct band {
    uint32_t factor;
    fir low, pass;  // `low` has no taps where every sample stays
    hum hum;
} band;

// samples before the filters for one behind them
uint32_t acc_band_factor(const acc_modem_profile *profile, uint32_t rate);

// bytes of memory, a multiple of 16
size_t acc_band_memory(const acc_modem_profile *profile, uint32_t rate);

// What passes is `factor` times as strong behind it. `memory` is aligned to 16.
void acc_band_init(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory);

// samples to be written until there are `count` more behind the filters
size_t acc_band_wanted(const band *b, size_t count);

// samples behind the filters until the middle of what the last sample gives
float acc_band_delay(const band *b);

// filters up to BAND_PIECE samples; returns how many there are of them, in `out`
size_t acc_band_run(band *b, const float *x, size_t len, bool has_characters, float *out);

#endif
