// The choice of the fastest kernels that this processor supports.
#include "pcm/kernel.h"

const acc_kernels *acc_kernels_best(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return &acc_kernels_avx512;
    if (__builtin_cpu_supports("avx2"))
        return &acc_kernels_avx2;
#endif
#ifdef ACC_HAVE_SIMD128
    return &acc_kernels_simd128;
#else
    return &acc_kernels_plain;
#endif
}
