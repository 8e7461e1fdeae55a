#if defined(__x86_64__)
#define W 16
#define ROWS 8
#define TARGET __attribute__((target("avx512f,avx512dq")))
#define KERNELS acc_kernels_avx512
#define NAME "avx512"
#include "pcm/kernel_vector.h"
#else
typedef int acc_no_avx512;
#endif
