// What the files of the resampler share.
#ifndef ACC_PCM_RESAMPLER_H
#define ACC_PCM_RESAMPLER_H

#include "accessory/pcm.h"

#define ACC_SHARP_SIDE 175  // taps on either side of the sharp filter's middle

// from the middle outwards
extern const float acc_sharp_taps[ACC_SHARP_SIDE + 1];

// the half-band decimator: c is the middle tap, then the odd ones; 123 dB where four times the output rate folds
extern const float acc_half_middle, acc_half_taps[8];

#endif
