// What the files of the resampler share.
#ifndef ACC_PCM_RESAMPLER_H
#define ACC_PCM_RESAMPLER_H

#include "accessory/pcm.h"

// The sharp filter's even taps and its odd ones at the frequencies k / 512 of the lower rate, half a sample of delay left
// out; beyond 256 they are the same, the odd ones negative.
extern const float acc_sharp_even[257], acc_sharp_odd[257];

// the half-band decimator: c is the middle tap, then the odd ones; 123 dB where four times the output rate folds
extern const float acc_half_middle, acc_half_taps[8];

#endif
