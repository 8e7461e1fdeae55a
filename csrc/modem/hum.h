// The hum canceller: a phase-locked loop tracks the mains at 50 or 60 Hz. One period of the
// harmonics that pass the band-pass is learned while no characters arrive, and subtracted at all times.
//
// Notch filters at the harmonics would not work: characters at 1200 bit/s repeat at 120 Hz, so a stream of one byte has
// the same spectral lines as hum at 60 Hz.
#ifndef ACC_MODEM_HUM_H
#define ACC_MODEM_HUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HUM_BINS 256u  // of a period, at most; five to a wave of the 51st harmonic, 2550 Hz

// A loop that follows one sine.
typedef struct hum_loop {
    uint32_t phase, step;    // of the sine, and its change a sample, 2^32 = a period
    uint32_t nominal;        // the step at 50 or 60 Hz
    uint32_t place;          // in the nominal period that is being looked at
    float turn[2], unit[2];  // cosine and sine of a step, and of where the sine is
    float wave[2];           // sum of the samples times the sine, turned back by its phase
    float sum, power;        // of the samples of the period under way, of their squares
    uint32_t samples;        // of it
    uint32_t periods;        // since the loop began
    uint32_t misses;         // periods in a row without the sine
} hum_loop;

typedef enum { HUM_NONE, HUM_SOUGHT, HUM_FOLLOWED } hum_state;

typedef struct hum {
    hum_state state;
    float rate;              // samples a second
    float sum, sound, band;  // of `samples`: their sum, their power, and that in the band
    uint32_t samples;
    unsigned shift;    // right shift from a phase to its bin
    hum_loop loop[2];  // at 50 and at 60 Hz; once one has found its sine only the first is used
    uint32_t learned;  // samples that `bin` is learned from
    float floor;       // mean square of what remained of late
    bool has_onset;    // a signal began while the hum was learned
    float bin[HUM_BINS + 1];
} hum;

void acc_hum_init(hum *h, float rate);

// Takes hum out of `count` samples, 256 at most: `sound` as it is in front of the band-pass, `band` behind it. Nothing is
// learned while `has_characters`.
void acc_hum_run(hum *h, const float *sound, float *band, size_t count, bool has_characters);

// Learning from a recording's beginning, in two runs over it. Starts the first, which finds the sine.
void acc_hum_begin_search(hum *h);

// Goes back by `count` samples to the first, for the second run, which learns until a signal begins; false when no
// sine was found: then the hum is as after init.
bool acc_hum_begin_learning(hum *h, uint32_t count);

// Goes back again, and forgets what may be a signal that was there from the first sample.
void acc_hum_end_learning(hum *h, uint32_t count);

// acc_hum_run in place, without a band-pass; the search begins when `is_heard`.
void acc_hum_clean(hum *h, float *x, size_t count, bool is_heard, bool has_signal);

#endif
