// Decides between two tones without their phase: correlators over one bit, read sixteen times a bit. Input: samples;
// output: values from -1, only space, to 1, only mark. Bits and their clock are the caller's.
#ifndef ACC_MODEM_TONE_PAIR_H
#define ACC_MODEM_TONE_PAIR_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stdint.h>

#define TONE_SLOTS 16u  // parts of a bit, at whose ends the correlators are read

typedef struct tone_correlator {
    float turn[2];               // of its phase in a sample: cosine, sine
    float phase[2];              // now
    float part[2];               // correlation in the slot being summed
    float slots[TONE_SLOTS][2];  // in the last bit's slots
} tone_correlator;

typedef struct tone_pair {
    tone_correlator mark, space;
    float slots_a_sample, slot_at;  // place in the slot, 1 = its end
    uint32_t slot;                  // number of the oldest slot
} tone_pair;

// Frequencies in hertz, `baud` in bits per second, `rate` in samples per second.
void acc_tone_pair_init(tone_pair *pair, double mark, double space, double baud, double rate);

// Adds a sample. Call acc_tone_pair_take then until it returns false: at most one slot, or two at less than sixteen
// samples per bit, have ended.
void acc_tone_pair_add(tone_pair *pair, float sample);

// True with the value of the bit that ends now, at the end of a slot; 0 in silence.
bool acc_tone_pair_take(tone_pair *pair, float *value);

#endif
