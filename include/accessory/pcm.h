/// From decoded sound to what a device plays: mixing, sample-rate conversion, dither, rounding.
///
/// Samples are float, full scale = 1, one array a channel. In order: acc_mix or acc_split what a
/// decoder gave interleaved; per channel acc_resampler_run; acc_quantize into bytes. A WAV header is
/// in wav.h. No call allocates; a plan may be shared by threads, all other state is for one thread
/// at a time. The same input gives the same bits on every processor.
#ifndef ACC_PCM_H
#define ACC_PCM_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_RATE_MIN 8000u    ///< lowest sample rate, hertz
#define ACC_RATE_MAX 192000u  ///< highest, hertz
#define ACC_PCM_MAX_CHANNELS 2u

struct acc_kernels;
struct acc_spectra;

/// Positions of a polyphase filter: output k lies at input position k * step / phases.
typedef struct acc_polyphase {
    const float
        *ACC_NULLABLE rows;  ///< row p: taps for an output p / row_count after an input frame
    uint32_t row_count;      ///< rows but for the last, which is row 0 one frame later
    uint32_t taps;           ///< 8, 16, 24 or 32; 0: the rates are equal here
    uint32_t phases;         ///< positions between two input frames
    uint32_t step_whole;     ///< one output further: so many input frames
    uint32_t step_phase;     ///< and so many phases
    double rows_per_phase;   ///< row_count / phases, 1 when every phase has its own row
    const float *ACC_NULLABLE
        groups;  ///< the rows of 16 outputs in turn, tap by tap, for processors that want them so
    uint32_t turn;     ///< outputs after which the groups repeat, a multiple of `phases`
    uint32_t inverse;  ///< of the step, modulo `phases`: a phase times this is its place in turn
} acc_polyphase;

/// The filters between two rates: half-band decimators while the input rate is four times the
/// output's or more, a short polyphase filter to or from double the lower rate, and one sharp filter
/// of 351 taps, by Fourier transforms, between that and the lower rate. Passes 0 to 0.8 of the lower Nyquist frequency within
/// 0.00001 dB, -3 dB at 0.95, at least 123 dB down from 1.0 on. Linear phase without delay. Read-only
/// after init.
typedef struct acc_resampler_plan {
    uint32_t in_rate, out_rate;  ///< hertz
    uint8_t halvings;            ///< half-band decimators before the polyphase filter
    acc_polyphase polyphase;
    const struct acc_spectra *ACC_NULLABLE sharp;    ///< the sharp filter
    const struct acc_kernels *ACC_NULLABLE kernels;  ///< this processor's inner loops
} acc_resampler_plan;

/// Floats of memory for acc_resampler_plan_init; 0 when the rates need none.
size_t acc_resampler_table_size(uint32_t in_rate, uint32_t out_rate);

/// Makes the filters in `table`, which must stay as long as the plan. ACC_OUT_OF_RANGE unless both
/// rates lie in 8000 ... 192000, ACC_NO_ROOM when `capacity` is below acc_resampler_table_size.
acc_status acc_resampler_plan_init(acc_resampler_plan *plan, uint32_t in_rate, uint32_t out_rate,
                                   float *ACC_COUNT(capacity) table, size_t capacity);

#define ACC_RESAMPLER_BLOCK 512u  ///< input frames worked on at a time
#define ACC_RESAMPLER_MAX_HALVINGS 3u

/// The state of one channel's conversion, about 30 KB. All private. Outputs are made in groups: up to 849 frames of the lower
/// rate wait for their turn.
typedef struct acc_resampler {
    const acc_resampler_plan *plan;
    int64_t next_input;  // frame that the next call must bring
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
    uint32_t skip;  // outputs of the sharp filter that lie before the first one wanted
    float block[2304];
} acc_resampler;

/// Starts at output frame `first` (0: the beginning). Returns the input frame that must come first:
/// 0, or a later one when `first` is large. The outputs are then bit by bit those of a run from 0.
int64_t acc_resampler_init(acc_resampler *resampler, const acc_resampler_plan *plan, int64_t first);

/// The largest number of frames that one call with `frames` of input returns.
size_t acc_resampler_bound(const acc_resampler_plan *plan, size_t frames);

/// Takes the next `frames` of input, or so many zeros when `in` is NULL, and returns how many outputs
/// it wrote, at most acc_resampler_bound; `capacity` must be that. After the last input, bring zeros
/// until acc_resampler_length outputs were returned.
size_t acc_resampler_run(acc_resampler *resampler,
                         const float *ACC_NULLABLE ACC_COUNT(frames) in ACC_NOESCAPE, size_t frames,
                         float *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Output frames for `frames` of input: frames * out_rate / in_rate, rounded to nearest.
uint64_t acc_resampler_length(uint64_t frames, uint32_t in_rate, uint32_t out_rate);

/// (left + right) / 2 of `frames` interleaved stereo frames.
void acc_mix(const float *in, size_t frames, float *ACC_COUNT(frames) out ACC_NOESCAPE);

/// The channels of `frames` interleaved stereo frames.
void acc_split(const float *in, size_t frames, float *ACC_COUNT(frames) left ACC_NOESCAPE,
               float *ACC_COUNT(frames) right ACC_NOESCAPE);

/// Floats to integers of `bits` bits, rounded to nearest, little-endian, interleaved. Fill the first
/// seven fields; `frame` and `clipped` start at 0.
///
/// Dither is triangular, +-1 LSB, each sample's noise a function of seed, channel and frame alone, so
/// that any part of a sound can be made alone. At 32 bits there is none: a float has fewer bits.
typedef struct acc_quantizer {
    uint8_t bits;      ///< 8, 16, 24 or 32
    uint8_t bytes;     ///< of one sample: bits / 8, or 4 with 24 bits
    bool in_high_end;  ///< 24 bits in 4 bytes: below them a byte of zeros (WAV), not the sign above
    bool is_unsigned;  ///< 8 bit only: 128 is silence
    bool dither;       ///< add noise before rounding
    uint8_t channels;  ///< 1 or 2
    uint32_t seed;     ///< of the dither
    uint64_t frame;    ///< next frame's number
    uint64_t clipped;  ///< samples so far that did not fit and were set to the limit
} acc_quantizer;

/// ACC_OK, or ACC_UNSUPPORTED for a combination of fields not listed above.
acc_status acc_quantizer_check(const acc_quantizer *quantizer);

/// Writes frames * channels * bytes to `out`. `right` is only read with two channels. NaN is silence.
void acc_quantize(acc_quantizer *quantizer, const float *ACC_COUNT(frames) left ACC_NOESCAPE,
                  const float *ACC_NULLABLE right, size_t frames, uint8_t *out);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
