// The kernels of kernel_vector.h with 128-bit vectors (SSE2, NEON), 8 checks at a time. Every
// x86-64 and aarch64 processor has them, so there is no test at run time.
#if defined(__SSE2__) || defined(__ARM_NEON)
#define BYTES 16
#define TARGET
#define KERNELS acc_cable_kernels_simd128
#define NAME "128-bit"
#include "cable/kernel_vector.h"
#else
typedef int acc_cable_no_simd128;
#endif
