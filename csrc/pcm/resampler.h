// The fixed filters of filter_taps.c, for the resampler and its plan.
#ifndef ACC_PCM_RESAMPLER_H
#define ACC_PCM_RESAMPLER_H

#include "accessory/pcm.h"

// The frequency response of the sharp filter's even taps and of its odd ones at k / 512 of the
// lower rate, without the half sample of delay. Above 256 they mirror, the odd ones negative.
extern const float acc_sharp_even[257], acc_sharp_odd[257];

// The half-band decimator: the middle tap, then the odd taps of one side (the others are zero).
// Frequencies from three eighths of its input rate on, which alias into the band of later stages, are
// 135 dB down.
extern const float acc_half_middle, acc_half_taps[8];

#endif
