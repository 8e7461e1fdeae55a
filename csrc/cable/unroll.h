// Asks the compiler to write the body of the next loop `n` times: on a Cortex-M a short body costs no more than the loop
// around it. Only gcc has it for a fixed number; other compilers decide themselves.
#ifndef ACC_CABLE_UNROLL_H
#define ACC_CABLE_UNROLL_H

#define UNROLL_TEXT(text) _Pragma(#text)
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL(n) UNROLL_TEXT(GCC unroll n)
#else
#define UNROLL(n)
#endif

#endif
