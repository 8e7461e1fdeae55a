// The kernels for x86-64 with AVX2: kernel_vector.h with 8 floats per vector.
#if defined(__x86_64__)
#define W 8
#define TARGET __attribute__((target("avx2")))
#define KERNELS acc_kernels_avx2
#define NAME "avx2"
#include "pcm/kernel_vector.h"
#else
typedef int acc_no_avx2;
#endif
