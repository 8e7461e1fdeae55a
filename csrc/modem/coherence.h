// The coherence of received symbols: how well one continuous-phase FSK signal (two tones of steady strength, one at a
// time, phase continuous from symbol to symbol) explains them. Music and speech may show the same bits, but not the
// phase. The squelch of a stream (stream.c) decides by it.
#ifndef ACC_MODEM_COHERENCE_H
#define ACC_MODEM_COHERENCE_H

#include "modem/fsk.h"

#define COHERENCE_RING 64u  // symbols kept
#define COHERENCE_MOST 16u  // symbols measured together

// A received symbol.
typedef struct symbol_record {
    lanes tones;  // real and imaginary part of mark and space
    float
        turn;  // radians that the tones turned by because the next symbol began later than the clock predicted
} symbol_record;

// The share of the energy in both tones' correlators that the best such signal explains, 0 to 1. At an Es/N0 of x it is
// about x / (x + 2), since each correlator adds the noise density once. The `count` symbols from number `first` had
// `bits`, the first highest. 0 where one tone is more than 8 dB stronger than the other.
float acc_coherence_of(const fsk *f, const symbol_record ring[COHERENCE_RING], uint32_t first,
                       unsigned count, uint64_t bits);

#endif
