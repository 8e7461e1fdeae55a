/// Converts decoded sound for a device or file: mixing, sample-rate conversion, dither, rounding.
///
/// Samples are float, full scale = 1, one array per channel. In order: acc_mix or acc_split for a
/// decoder's interleaved output; acc_resampler_run per channel; acc_quantize to bytes. wav.h writes
/// WAV headers. No call allocates. Threads may share a plan; all other state is for one thread at a
/// time. The same input gives the same bits on every processor.
#ifndef ACC_PCM_H
#define ACC_PCM_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_RATE_MIN 8000u    ///< lowest sample rate, hertz
#define ACC_RATE_MAX 192000u  ///< highest sample rate, hertz
#define ACC_PCM_MAX_CHANNELS 2u

struct acc_kernels;
struct acc_spectra;

/// A polyphase filter: output k is at input position k * step / phases.
typedef struct acc_polyphase {
    const float
        *ACC_NULLABLE rows;  ///< row p: the taps of an output p / row_count after an input frame
    uint32_t row_count;      ///< rows without the last, which is row 0 one frame later
    uint32_t taps;           ///< per row: 8, 16, 24 or 32; 0: no conversion in this stage
    uint32_t phases;         ///< positions between two input frames
    uint32_t step_whole;     ///< input frames from one output to the next, whole part
    uint32_t step_phase;     ///< the rest, in phases
    double rows_per_phase;   ///< row_count / phases, 1 when every phase has its own row
    const float *ACC_NULLABLE
        groups;  ///< the rows of 16 consecutive outputs, tap by tap, for kernels that need this order
    uint32_t turn;  ///< outputs after which the groups repeat, a multiple of `phases`; 0: no groups
    uint32_t inverse;  ///< of the step modulo `phases`: phase * inverse = an output's place in turn
} acc_polyphase;

/// The filters between two rates: half-band decimators while the input rate is at least four times the
/// output rate, a short polyphase filter to or from twice the lower rate, and between that and the
/// lower rate a sharp filter of 351 taps, by FFT. The passband is 0 to 0.8 of the lower Nyquist
/// frequency within 0.00001 dB; -3 dB at 0.95, at least -123 dB from 1.0 on. Linear phase, no delay.
/// Read-only after init.
typedef struct acc_resampler_plan {
    uint32_t in_rate, out_rate;  ///< hertz
    uint8_t halvings;            ///< half-band decimators before the polyphase filter
    acc_polyphase polyphase;
    const struct acc_spectra *ACC_NULLABLE sharp;    ///< the sharp filter
    const struct acc_kernels *ACC_NULLABLE kernels;  ///< this processor's inner loops
} acc_resampler_plan;

/// The number of floats that acc_resampler_plan_init needs; 0 when the rates are equal or out of range.
size_t acc_resampler_table_size(uint32_t in_rate, uint32_t out_rate);

/// Computes the filters in `table`, which must stay valid as long as the plan. ACC_OUT_OF_RANGE unless
/// both rates are 8000 to 192000, ACC_NO_ROOM when `capacity` is below acc_resampler_table_size.
acc_status acc_resampler_plan_init(acc_resampler_plan *plan, uint32_t in_rate, uint32_t out_rate,
                                   float *ACC_COUNT(capacity) table, size_t capacity);

#define ACC_RESAMPLER_BLOCK 512u       ///< input frames processed at a time
#define ACC_RESAMPLER_MAX_HALVINGS 3u  ///< 192 kHz to 8 kHz

/// The state of one channel's conversion, about 30 KB. All fields are private. Outputs are computed in
/// groups, so up to 849 frames of the lower rate are buffered.
typedef struct acc_resampler {
    const acc_resampler_plan *plan;
    int64_t next_input;  // number of the next input frame
    struct {
        float even[320], odd[320];
        float pending;
        uint32_t fill;  // pairs
        bool has_pending;
    } half[ACC_RESAMPLER_MAX_HALVINGS];
    float middle[640];  // input of the polyphase filter
    uint32_t middle_fill, middle_at, phase;
    float even[1408], odd[1408];  // input of the sharp filter, split by parity when it decimates
    float pending;
    uint32_t fill;
    bool has_pending;
    uint32_t skip;  // outputs of the sharp filter before the first requested one
    float block[2304];
} acc_resampler;

/// Starts a conversion at output frame `first` (0: the beginning). Returns the first input frame to pass:
/// 0, or a later one when `first` is large. The outputs are bit for bit those of a run from 0.
int64_t acc_resampler_init(acc_resampler *resampler, const acc_resampler_plan *plan, int64_t first);

/// The most output frames that one call with `frames` of input returns.
size_t acc_resampler_bound(const acc_resampler_plan *plan, size_t frames);

/// Converts the next `frames` of input, or as many zeros when `in` is NULL. Returns the number of
/// outputs written; `capacity` must be at least acc_resampler_bound. After the last input, pass zeros
/// until acc_resampler_length outputs are returned.
size_t acc_resampler_run(acc_resampler *resampler, const float *ACC_READS(frames) in ACC_NOESCAPE,
                         size_t frames, float *ACC_COUNT(capacity) out ACC_NOESCAPE,
                         size_t capacity);

/// The output frames of `frames` of input: frames * out_rate / in_rate, rounded to nearest.
uint64_t acc_resampler_length(uint64_t frames, uint32_t in_rate, uint32_t out_rate);

/// Mixes `frames` interleaved stereo frames: (left + right) / 2.
void acc_mix(const float *in, size_t frames, float *ACC_COUNT(frames) out ACC_NOESCAPE);

/// Splits `frames` interleaved stereo frames into two channels.
void acc_split(const float *in, size_t frames, float *ACC_COUNT(frames) left ACC_NOESCAPE,
               float *ACC_COUNT(frames) right ACC_NOESCAPE);

/// Converts floats to integers of `bits` bits: rounded to nearest, little-endian, interleaved. Fill the
/// first seven fields; `frame` and `clipped` start at 0.
///
/// Dither is triangular, +-1 LSB. Each sample's noise depends on seed, channel and frame only, so any part
/// of a sound can be converted alone. At 32 bits there is no dither: a float has fewer bits.
typedef struct acc_quantizer {
    uint8_t bits;      ///< 8, 16, 24 or 32
    uint8_t bytes;     ///< per sample: bits / 8, or 4 with 24 bits
    bool in_high_end;  ///< 24 bits in 4 bytes: true: a zero byte below (WAV); false: the sign above
    bool is_unsigned;  ///< 8 bits only: 128 is silence
    bool dither;       ///< add noise before rounding
    uint8_t channels;  ///< 1 or 2
    uint32_t seed;     ///< seed of the dither
    uint64_t frame;    ///< number of the next frame
    uint64_t clipped;  ///< samples limited to full scale so far
} acc_quantizer;

/// Checks the fields: ACC_OK, or ACC_UNSUPPORTED for a combination not listed above.
acc_status acc_quantizer_check(const acc_quantizer *quantizer);

/// Writes frames * channels * bytes to `out`. `right` is read with two channels only. NaN is silence.
void acc_quantize(acc_quantizer *quantizer, const float *ACC_READS(frames) left ACC_NOESCAPE,
                  const float *ACC_NULLABLE right, size_t frames, uint8_t *out);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
