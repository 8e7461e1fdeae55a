/// A tone detector: reports when a given frequency has enough of the captured power.
///
///     acc_tone_detector_init(&detector, 48000, ACC_TONE_WAKE_HERTZ, 100);
///     if (acc_tone_detector_push(&detector, block, 480)) wake up
///
/// Goertzel's algorithm over windows of 10 ms; insensitive to level, polarity and DC. docs/modem.md
/// specifies the wake tone. One thread at a time for each detector.
#ifndef ACC_TONE_H
#define ACC_TONE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_TONE_WAKE_HERTZ 1000.0f  ///< frequency of the boot signal's wake tone

/// The detector, in the caller's memory. All fields are private.
typedef struct acc_tone_detector {
    float coefficient;        // 2 cos(2 pi hertz / rate)
    float first, second;      // Goertzel's state
    float decay;              // factor of the high pass
    float before, level;      // last input and output of the high pass
    float energy;             // of the samples in the window
    uint32_t window, filled;  // samples in all and so far
    uint32_t needed, found;   // consecutive windows
} acc_tone_detector;

/// Initialises a detector for `hertz` (below half of `rate`) at `rate` samples per second (8000 to 192000).
/// It reports a tone of at least `least_ms`, 10 to 10000.
void acc_tone_detector_init(acc_tone_detector *detector, uint32_t rate, float hertz,
                            uint32_t least_ms);

/// Processes a block. Returns true when the tone has lasted `least_ms` (within 20 ms), and again after
/// each further `least_ms`. The tone may be 2 % off frequency. It needs a quarter of the power above
/// 50 Hz, so noise as strong as the tone does no harm, and that power must be at least 1e-7 (a sine with
/// a peak of 0.00045). Any float is safe: NaN counts as silence, and values are limited to +-8.
bool acc_tone_detector_push(acc_tone_detector *detector,
                            const float *ACC_READS(len) pcm ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
