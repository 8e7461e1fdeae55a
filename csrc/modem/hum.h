// The hum canceller: a phase-locked loop tracks the mains at 50 or 60 Hz. While no characters arrive, one period of
// the hum is learned; it is subtracted at all times. Input and output: chunks of samples of band.c and
// interference.c.
//
// Notch filters at the harmonics would not work: characters at 1200 bit/s repeat at 120 Hz, so a stream of one byte
// has the same spectral lines as hum at 60 Hz.
#ifndef ACC_MODEM_HUM_H
#define ACC_MODEM_HUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUM_BINS 256u  // most bins per period; five per wave of the 51st harmonic, 2550 Hz

// A phase-locked loop on one sine. A period is one of the nominal frequency.
typedef struct hum_loop {
    uint32_t phase, step;    // phase of the sine and its change per sample, 2^32 = a period
    uint32_t nominal;        // the step at 50 or 60 Hz
    uint32_t place;          // position in the current nominal period, 2^32 = a period
    float turn[2], unit[2];  // cosine and sine of a step, and of the phase
    float wave[2];           // sum of the samples times exp(-j phase)
    float sum, power;        // sums of the period's samples, and of their squares
    uint32_t samples;        // in the current period
    uint32_t periods;        // since the loop began, up to MEMORY
    uint32_t misses;         // consecutive periods without the sine
} hum_loop;

typedef enum { HUM_NONE, HUM_SOUGHT, HUM_FOLLOWED } hum_state;

typedef struct hum {
    hum_state state;
    float rate;              // samples per second
    float sum, sound, band;  // of the input samples: sum, power, and power in the band
    uint32_t samples;
    unsigned shift;           // bin = phase >> shift
    hum_loop loop[2];         // at 50 and 60 Hz; the first one that locks is kept in loop[0]
    uint32_t learned;         // number of samples that `bin` was learned from
    float floor;              // running mean square of the residual
    bool has_onset;           // a signal began during learning
    float bin[HUM_BINS + 1];  // the learned period; the last bin repeats the first
} hum;

void acc_hum_init(hum *h, float rate);

// Subtracts hum from `band`, `count` samples (256 at most) behind the band-pass; `sound` is the same sound before it.
// Nothing is learned while `has_characters`.
void acc_hum_run(hum *h, const float *sound, float *band, size_t count, bool has_characters);

// Learns from a recording's beginning in two runs. Starts the first run, which finds the sine.
void acc_hum_begin_search(hum *h);

// Goes back by `count` samples to the first one, for the second run, which learns until a signal begins. Returns
// false and resets the canceller when no sine was found.
bool acc_hum_begin_learning(hum *h, uint32_t count);

// Goes back again. Drops the learned period if it may be a signal that was there from the first sample.
void acc_hum_end_learning(hum *h, uint32_t count);

// acc_hum_run in place, without a band-pass; the search starts when `has_hum`.
void acc_hum_clean(hum *h, float *x, size_t count, bool has_hum, bool has_signal);

#endif
