// Every build computes the same bits: a product is rounded before it is added, also where the processor has an instruction
// that multiplies and adds with one rounding. Include it before the functions that compute with floats; the test
// `rounding` finds objects that lack it. A header, because SwiftPM and firmware trees do not use CMake's flags.
#ifndef ACC_BASE_ROUNDING_H
#define ACC_BASE_ROUNDING_H

#if defined(__GNUC__) && !defined(__clang__)
// gcc 12 ignores the pragma of the standard
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#endif
