/// Converts samples between the bytes of a WAV file or sound card and `float`, full scale = 1.
///
/// Bytes are little-endian and interleaved: a frame is one sample of every channel, in order.
/// An integer of n bits is value / 2^(n-1); A-law and µ-law (ITU-T G.711) are those of 16 bits. Thread-safe: no state.
#ifndef ACC_SAMPLE_H
#define ACC_SAMPLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// Sample formats.
typedef enum {
    ACC_SAMPLE_U8 ACC_SWIFT_NAME("unsigned8"),  ///< 1 byte, 128 is silence
    ACC_SAMPLE_S16 ACC_SWIFT_NAME("signed16"),  ///< 2 bytes
    ACC_SAMPLE_S24 ACC_SWIFT_NAME("signed24"),  ///< 3 bytes
    ACC_SAMPLE_S32 ACC_SWIFT_NAME("signed32"),  ///< 4 bytes
    ACC_SAMPLE_F32 ACC_SWIFT_NAME("float32"),   ///< 4 bytes, IEEE 754
    ACC_SAMPLE_F64 ACC_SWIFT_NAME("float64"),   ///< 8 bytes, IEEE 754
    ACC_SAMPLE_S24_4 ACC_SWIFT_NAME(
        "padded24"),  ///< 24 bits in the low end of 4 bytes (sound cards only)
    ACC_SAMPLE_A_LAW ACC_SWIFT_NAME("aLaw"),    ///< 1 byte, ITU-T G.711
    ACC_SAMPLE_MU_LAW ACC_SWIFT_NAME("muLaw"),  ///< 1 byte, ITU-T G.711
} ACC_CLOSED_ENUM ACC_SWIFT_NAME("SampleFormat") acc_sample_format;

/// Bytes of one sample: 1, 2, 3, 4 or 8.
size_t acc_sample_size(acc_sample_format format);

/// Reads `channel` (from 0) of `frames` interleaved frames with `channels` channels; `len` is at least
/// frames * channels * size of a sample. Values that are not finite become 0.
void acc_sample_read(acc_sample_format format, const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE,
                     size_t len, unsigned channels, unsigned channel,
                     float *ACC_COUNT(frames) out ACC_NOESCAPE, size_t frames);

/// Writes each sample to all `channels` channels. Integer formats are rounded to nearest and limited to full
/// scale; float formats are not limited. NaN is written as silence. `capacity` is at least frames * channels *
/// size of a sample. To write interleaved input, pass `channels` 1.
void acc_sample_write(acc_sample_format format, const float *ACC_READS(frames) in ACC_NOESCAPE,
                      size_t frames, unsigned channels,
                      uint8_t *ACC_COUNT(capacity) bytes ACC_NOESCAPE, size_t capacity);

/// Reverses the bytes of each sample, in place: from big-endian to little-endian, or back. `len` is a multiple of the size
/// of a sample.
void acc_sample_swap(acc_sample_format format, uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE,
                     size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
