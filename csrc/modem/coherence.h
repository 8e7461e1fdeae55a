// How far what was heard is one FSK signal: two tones of steady strength, one at a time, whose phase goes
// on from symbol to symbol. Music and speech may follow the same bits, but not like that.
#ifndef ACC_MODEM_COHERENCE_H
#define ACC_MODEM_COHERENCE_H

#include "modem/fsk.h"

#define COHERENCE_RING 64u  // symbols that are kept
#define COHERENCE_MOST 16u  // that are looked at

// A symbol as it was heard.
typedef struct symbol_record {
    lanes tones;  // real and imaginary part of mark and space
    float turn;   // radians by which the next symbol began later than the clock said
} symbol_record;

// The share of the energy near the tones that is such a signal, 0 to 1: about 1 - 1 / x for one whose symbols have x
// times the noise density as energy. `count` symbols from number `first` on had these bits, the first highest.
// 0 where one tone is more than 8 dB stronger.
float acc_coherence_of(const fsk *f, const symbol_record ring[COHERENCE_RING], uint32_t first,
                       unsigned count, uint64_t bits);

#endif
