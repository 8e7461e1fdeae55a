// The coherence of received symbols: the share of their energy that one continuous-phase FSK signal explains (two tones
// of steady strength, one at a time, phase continuous from symbol to symbol). Music and speech may have the same bits,
// but not the phase. Input: correlator values of fsk.c; the squelch in stream.c decides by the result.
#ifndef ACC_MODEM_COHERENCE_H
#define ACC_MODEM_COHERENCE_H

#include "modem/fsk.h"

#define COHERENCE_RING 64u  // symbols kept
#define COHERENCE_MOST 16u  // most symbols per measurement

// A received symbol.
typedef struct symbol_record {
    lanes tones;  // real and imaginary part of mark and space
    float turn;   // extra phase of the tones in radians, from the timing loop (fsk_track.turn)
} symbol_record;

typedef struct vectors {
    float own, rest;
} vectors;

// The energy of a symbol that its bit's tone explains, and the rest in both correlators.
vectors acc_coherence_energy(const fsk *f, const symbol_record *symbol, int bit);

// The share of the energy in both correlators that the best such signal explains, 0 to 1. At an Es/N0 of x it is about
// x / (x + 2), since each correlator adds the noise density once. `bits` are the bits of `count` symbols from number
// `first`, the first one highest. 0 when one tone is more than 8 dB stronger than the other.
float acc_coherence_of(const fsk *f, const symbol_record *ring, uint32_t first, unsigned count,
                       uint64_t bits);

#endif
