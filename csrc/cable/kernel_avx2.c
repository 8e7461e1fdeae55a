// The kernels of kernel_vector.h with 256-bit vectors, 16 checks at a time.
// acc_cable_kernels_best returns them on processors with AVX2.
#if defined(__x86_64__)
#define BYTES 32
#define TARGET __attribute__((target("avx2")))
#define KERNELS acc_cable_kernels_avx2
#define NAME "avx2"
#include "cable/kernel_vector.h"
#else
typedef int acc_cable_no_avx2;
#endif
