// The kernels of kernel_vector.h with 512-bit vectors, 32 checks at a time.
// acc_cable_kernels_best returns them on processors with AVX-512F and BW.
#if defined(__x86_64__)
#define BYTES 64
#define TARGET __attribute__((target("avx512f,avx512bw")))
#define KERNELS acc_cable_kernels_avx512
#define NAME "avx512"
#include "cable/kernel_vector.h"
#else
typedef int acc_cable_no_avx512;
#endif
