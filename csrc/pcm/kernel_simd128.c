// The kernels with 128-bit vectors (SSE2, NEON): kernel_vector.h with 4 floats per vector.
#if defined(__SSE2__) || defined(__ARM_NEON)
#define W 4
#define TARGET
#define KERNELS acc_kernels_simd128
#define NAME "128-bit"
#include "pcm/kernel_vector.h"
#else
typedef int acc_no_simd128;
#endif
