/// The wake tone detector: reports when one given frequency carries enough of the captured power.
///
///     acc_tone_detector_init(&detector, 48000, ACC_TONE_WAKE_HERTZ, 100);
///     if (acc_tone_detector_push(&detector, block, 480)) wake up
///
/// Goertzel's algorithm over windows of 10 ms; insensitive to level, polarity and DC. Frequency
/// and length of the wake tone: docs/modem.md. One thread at a time for each detector.
#ifndef ACC_TONE_H
#define ACC_TONE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_TONE_WAKE_HERTZ 1000.0f  ///< of the boot signal's tone

/// Its fields are private; the struct is exposed so that the caller can place it.
typedef struct acc_tone_detector {
    float coefficient;        // 2 cos(2 pi hertz / rate)
    float first, second;      // Goertzel's state
    float decay;              // of the high pass
    float before, level;      // the high pass: last input and output
    float energy;             // of the window's samples
    uint32_t window, filled;  // samples
    uint32_t needed, found;   // windows in a row
} acc_tone_detector;

/// Initialises a detector for `hertz` (below half of `rate`) at `rate` samples a second (8000 to 192000)
/// that requires `least_ms` of tone, 10 to 10000.
void acc_tone_detector_init(acc_tone_detector *detector, uint32_t rate, float hertz,
                            uint32_t least_ms);

/// Takes a block. True when the tone has lasted `least_ms` (to within 20 ms), and again after each
/// further `least_ms` of it. The tone may be 2 % off; it must carry a quarter of the power above
/// 50 Hz, so as much noise as tone does no harm, and that power must be 1e-7 (a sine of peak
/// 0.00045). Any float is safe: NaN counts as silence, and values are limited to +-8.
bool acc_tone_detector_push(acc_tone_detector *detector,
                            const float *ACC_COUNT(len) pcm ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
