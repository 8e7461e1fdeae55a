// UNROLL(n): unrolls the next loop n times. On a Cortex-M the instructions of a short loop cost as
// much as its body. Only with gcc; other compilers decide themselves.
#ifndef ACC_CABLE_UNROLL_H
#define ACC_CABLE_UNROLL_H

#define UNROLL_TEXT(text) _Pragma(#text)
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLL(n) UNROLL_TEXT(GCC unroll n)
#else
#define UNROLL(n)
#endif

#endif
