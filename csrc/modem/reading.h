// A character of async.c, read from the samples, between the places of its search. Input: about where it begins; output:
// where exactly, its bits, and the figures that show whether they are right.
#ifndef ACC_MODEM_READING_H
#define ACC_MODEM_READING_H

#include "modem/async.h"
#include "modem/coherence.h"

#define READING_BESIDE 0.125f  // symbols by which a start is tried beside its estimate,
#define READING_NOISY 0.88f    // if the share of the decided tones is above this

// The bits of a character, read from the samples.
typedef struct reading {
    place start;
    symbol_record record[ASYNC_BITS + 1];  // of the bit before it, too
    uint64_t bits;                         // the earliest highest; that before it is a one
    float own, rest;                       // energy of the decided tones, and the rest
    float least;                           // least difference of the amplitudes
    float mean;                            // mean amplitude of the decided tones
    float low, high;                       // least and largest of them
    float weight;                          // sum of space - mark in bits of space
} reading;

static inline float async_larger(float a, float b)
{
    return a > b ? a : b;
}

// A tone's amplitude in bit `i` of a character that begins at place `at`.
static inline float async_amplitude(const async *a, const float *tone, uint32_t at, uint32_t i)
{
    const uint32_t first = at + a->whole[i];
    const float before = tone[first % ASYNC_RING], after = tone[(first + 1) % ASYNC_RING];
    return before + a->part[i] * (after - before);
}

// The reward of bit `i` of a character that begins at `at`: the amplitude of the tone it expects.
static inline float async_bit_worth(const async *a, uint32_t at, uint32_t i)
{
    return async_amplitude(a, i == 0 ? a->space : i > a->payload ? a->mark : a->tone, at, i);
}

// Where a symbol begins whose window of the search begins at a place: they have one middle.
place acc_reading_place(const async *a, uint32_t at);

// Reads the bits of a character that begins at `start`; `record[0]` is not read.
void acc_reading_bits(const async *a, place start, reading *r);

// Reads the character near place `at` where it is strongest.
void acc_reading_best(const async *a, uint32_t at, reading *best);

// Reads a character near place `at` again whose phase jumps: bits that begin too early or too late may have as much
// amplitude, but then they have parts of both tones. True if another character comes first.
bool acc_reading_again(const async *a, uint32_t at, bool is_quiet, reading *r);

// Whether start and stop bits are right.
bool acc_reading_is_framed(const async *a, const reading *r);

// The share of the decided tones in the energy of both.
float acc_reading_share(const reading *r);

// The coherence of a character with the kind of phase that the sender has.
float acc_reading_coherence(const async *a, const reading *r, uint64_t bits);

// The mean difference of the amplitudes without noise: each tone leaks into the other's correlator.
float acc_reading_mean(const async *a, const reading *r);

// Whether a character that begins at `start` follows the last one without a pause.
bool acc_reading_follows(const async *a, place start);

#endif
