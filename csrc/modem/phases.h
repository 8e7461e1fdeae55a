// Which phase the tones of a sender have from symbol to symbol: that of one oscillator, which is continuous; each tone
// that of an oscillator of its own, which runs on while the other is sent; or the same phase at the start of each bit.
// Input: correlator values and bits of characters; output: the kind, and how well a character agrees with it.
#ifndef ACC_MODEM_PHASES_H
#define ACC_MODEM_PHASES_H

#include "modem/fsk.h"

typedef enum { PHASE_CONTINUOUS, PHASE_FREE, PHASE_RESTARTING, PHASE_KINDS } phase_kind;

typedef struct phases {
    phase_kind kind;
    float agrees[PHASE_KINDS];  // energy that each kind explains,
    float energy;               // of this
    float pairs;                // and its pairs of symbols; earlier ones count less
} phases;

typedef struct phasor {
    float re, im;
} phasor;

// Turns a vector by an angle, given as cosine and sine.
static inline phasor turned(phasor z, const float turn[2])
{
    return (phasor){z.re * turn[0] - z.im * turn[1], z.im * turn[0] + z.re * turn[1]};
}

// Turns it back.
static inline phasor turned_back(phasor z, const float turn[2])
{
    return (phasor){z.re * turn[0] + z.im * turn[1], z.im * turn[0] - z.re * turn[1]};
}

// The product of one vector and the part of another along it.
static inline float product(phasor a, phasor b)
{
    return a.re * b.re + a.im * b.im;
}

// A tone's vector in a correlator's values.
static inline phasor tone_of(lanes z, bool is_mark)
{
    return is_mark ? (phasor){z[0], z[1]} : (phasor){z[2], z[3]};
}

// Learns from a character's symbols; true when the kind changes. `turn` is that of space and mark in a symbol. The bits'
// first one is the highest of `count`.
bool acc_phases_learn(phases *p, const float turn[2][2], const lanes *symbols, uint32_t count,
                      uint64_t bits);

// The share of the energy in both correlators that two tones of PHASE_FREE or PHASE_RESTARTING explain, as in
// coherence.h.
float acc_phases_coherence(phase_kind kind, const fsk *f, const float turn[2][2],
                           const lanes *symbols, uint32_t count, uint64_t bits);

#endif
