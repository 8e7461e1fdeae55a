// The converter's inner loops. Every variant computes the same bits as the plain one: each output is
// summed in the order stated here, in float, without fused multiply-add; only the number of outputs
// computed in parallel differs. resampler.c and quantize.c call them through acc_kernels_best.
#ifndef ACC_PCM_KERNEL_H
#define ACC_PCM_KERNEL_H

#include "accessory/pcm.h"
#include "base/rounding.h"

// The sharp filter has 351 taps at twice the lower rate: 175 even and 176 odd ones. A transform of
// 512 then gives 512 - 176 + 1 = 337 whole outputs; 336 is a multiple of the widest vector's 16
// lanes. 88 is half of 176.
#define ACC_SHARP_STEP 336u                   // outputs of one block of the sharp filter
#define ACC_SHARP_GROUP (2 * ACC_SHARP_STEP)  // outputs per call
#define ACC_SHARP_SIDE 88u                    // inputs before the first output and after the last
#define ACC_LANES 16u                         // outputs of one of acc_polyphase's groups

// Two blocks in the sharp filter, as real and imaginary parts.
typedef struct acc_wave {
    float re[512], im[512];
} acc_wave;

// The spectra of the sharp filter's even and odd taps in the order of spectrum.h's transforms, and the
// transforms' factors.
typedef struct acc_spectra {
    float even[512], odd_re[512], odd_im[512];
    float turn_re[512], turn_im[512];
    float root_re[32], root_im[32];  // of unity
} acc_spectra;
#define ACC_HALF_TAPS 8u  // taps on either side of `half`

// Parameters of the conversion from float to integer.
typedef struct acc_rounding {
    float full;  // 2^(bits - 1)
    float top,
        bottom;         // limits before the conversion: outside the clip limits, inside an integer
    int32_t low, high;  // clip limits
    bool dither;        // add triangular noise of +-1 LSB
    uint32_t key, first;  // noise of frame i is a hash of key and first + i
} acc_rounding;

typedef struct acc_kernels {
    const char *name;
    bool grouped;  // polyphase also uses the rows in groups

    // ACC_SHARP_GROUP outputs y[n]: the sum of `even` and `odd`, each filtered by its half of the
    // taps. Both begin ACC_SHARP_SIDE before y[0] and have ACC_SHARP_GROUP + 2 * ACC_SHARP_SIDE
    // samples.
    void (*sharp_down)(const acc_spectra *s, const float *even, const float *odd, float *y,
                       acc_wave work[2]);

    // The reverse: outputs 2n (`even`) and 2n + 1 (`odd`) of ACC_SHARP_GROUP inputs.
    void (*sharp_up)(const acc_spectra *s, const float *x, float *even, float *odd,
                     acc_wave work[2]);

    // y[n] = c * even[n] + sum of taps[k] * (odd[n - 1 - k] + odd[n + k]), k = 0 ... 7
    void (*half)(float c, const float *taps, const float *even, const float *odd, float *y,
                 size_t n);

    // y[k]: eight lanes, lane l the sum over i of x[8i + l] * row[8i + l]; lanes are added as 0+4,
    // 1+5, 2+6, 3+7, then 0+2, 1+3, then 0+1. Between two rows a and b the lanes are a + m * (b -
    // a). `x` is the first tap of an output at phase 0; 32 floats after the last tap may be read.
    // Returns the input frames advanced and updates `phase`.
    size_t (*polyphase)(const acc_polyphase *p, uint32_t *phase, const float *x, float *y,
                        size_t n);

    // y[n] = (x[2n] + x[2n + 1]) / 2
    void (*mix)(const float *x, float *y, size_t n);
    void (*split)(const float *x, float *even, float *odd, size_t n);

    // rounds half away from zero and clips; returns the number of clipped samples; NaN is 0
    size_t (*round)(const acc_rounding *how, const float *x, int32_t *q, size_t n);

    // out[4n ... 4n + 3] = left[n], right[n], 16 bits each, low byte first
    void (*pack16)(const int32_t *left, const int32_t *right, uint8_t *out, size_t n);
} acc_kernels;

// "lowbias32" (Chris Wellons, hash-prospector): a hash whose values for consecutive `x` show no
// correlation in a spectrum.
static inline uint32_t acc_hash32(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

#define ACC_DITHER_STEP 0x9E3779B9u  // between consecutive frames: 2^32 / golden ratio

extern const acc_kernels acc_kernels_plain;
// the vector kernels store integers in the processor's byte order, which must be low byte first
#if defined(__SSE2__) || (defined(__ARM_NEON) && !defined(__ARM_BIG_ENDIAN))
#define ACC_HAVE_SIMD128 1
extern const acc_kernels acc_kernels_simd128;
#endif
#if defined(__x86_64__)
extern const acc_kernels acc_kernels_avx2, acc_kernels_avx512;
#endif

// The fastest kernels that this processor supports.
const acc_kernels *acc_kernels_best(void);

#endif
