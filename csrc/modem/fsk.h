// The detector of continuous-phase FSK: correlators for both tones, then a sequence detector with
// eight states and a phase reference per survivor. Input: samples of a chunk; output: places for the
// sync search, and soft decisions of the signals that frames.c and stream.c follow.
#ifndef ACC_MODEM_FSK_H
#define ACC_MODEM_FSK_H

#include "modem/kernel.h"
#include "modem/place.h"
#include "modem/sync.h"

#include <stdbool.h>
#include <stddef.h>

#define FSK_STATES 8  // the last three bits, the newest in bit 0
#define FSK_PIECES 8  // most pieces of a correlator of the search
#define FSK_LAG 2     // symbols by which a decision is delayed

typedef struct fsk {
    float period;        // samples per symbol
    float cycle[2];      // radians per sample of space and mark
    float turn[2][2];    // cosine and sine of the phase advance per symbol, of space and mark
    lanes mirror[2];     // factors of a tone's negative frequency in its correlator
    float leak[2];       // output of space's correlator for a mark, real and imaginary part
    uint32_t width;      // samples in a correlator
    lanes edge[2][2];    // taps of the first and last sample, and of those outside them
    uint32_t step;       // samples between places of the search
    uint32_t now, next;  // samples so far, first sample of the next place of the search
    // a correlator of the search is a sum of pieces of `step` samples; the latest ones are kept
    lanes piece[FSK_PIECES];
    uint32_t whole, pieces;  // pieces per correlator, and how many of `piece` are valid
    // rotation of the tones per step: factors of the values, and of the values with swapped parts
    lanes step_turn[2];
    float mean;  // DC offset, subtracted from the input
    uint32_t chunks;
    uint32_t mask;  // samples in the ring - 1
    float *ring;    // its first `width` samples are repeated at its end
    lanes *taps;
} fsk;

// The tracking of one signal.
typedef struct fsk_track {
    place at;                       // start of the next symbol
    float period;                   // samples a symbol of the sender's clock
    float skew[2];                  // cosine and sine of the channel's phase of space against mark
    lanes metric[2], re[2], im[2];  // metrics and references of states 0 to 3 and 4 to 7
    float amplitude, noise;         // mean squares of the references and of the deviation from them
    float mean_power;               // mean square of a correlator's output over ten symbols
    float on;                       // long-term mean of the contrast at a symbol's place
    float before;                   // sign of the last symbol
    float nudge;                    // samples added to the next symbol's start by the timing loop
    bool shifts;                    // both tones may be off by the same frequency
    float shift;                    // and turn by so many radians more per symbol
    float late;                     // mean timing error in symbols, with `shifts`
    uint32_t begin;                 // first sample of the last symbol
    // the last symbol's correlator values: real and imaginary part of mark and space
    lanes tones;
    float turn;        // extra phase of the tones until the next symbol, radians, from `nudge`
    uint32_t symbols;  // symbols so far
    uint32_t seen;     // symbols with a tone
    uint32_t fresh;    // symbols with a tone since the last silence
    uint32_t silent;   // consecutive symbols without a tone
} fsk_track;

// bytes of `ring` and `taps` together for a history of `history` symbols
size_t acc_fsk_memory(float period, float history);
void acc_fsk_init(fsk *f, float period, float mark, float space, float history, void *memory);
void acc_fsk_write(fsk *f, const float *x, size_t len);

// the last `chunk` samples written, which may be changed until acc_fsk_end_chunk
float *acc_fsk_newest(fsk *f, uint32_t chunk);

// after every `chunk` samples written: learns the DC offset from them
void acc_fsk_end_chunk(fsk *f, uint32_t chunk);

// up to `most` places of the search: the soft decision of a symbol that begins there, and the power of both tones, on
// the same scale; returns the number of places that have samples
size_t acc_fsk_search(fsk *f, float *soft, float *tones, size_t most);

// skips the places not searched yet, except the last `kept` symbols; returns their number
uint32_t acc_fsk_skip(fsk *f, float kept);

// the correlators' values of a symbol that begins at `start`
lanes acc_fsk_symbol(const fsk *f, place start);

// what the samples between a place of the search at `start` and the next one add to a symbol's values, with the tones'
// negative frequencies
lanes acc_fsk_piece(const fsk *f, place start);

// how far the tones turn from a symbol's first half to its second, less what the profile's turn: a vector of that angle
// for mark and one for space
lanes acc_fsk_turn(const fsk *f, place start);

// the sum of the squares of `count` samples from `begin` on
float acc_fsk_energy(const fsk *f, uint32_t begin, uint32_t count);

// starts tracking `back` places of the search before the latest one
void acc_fsk_follow(const fsk *f, fsk_track *t, float back, float clock_ratio);

// Sets the shift of a signal that begins with the bits of `word`, the highest first.
void acc_fsk_find_shift(const fsk *f, fsk_track *t, uint32_t word);

// Reads a symbol; `known` is its true bit or -1. `soft` receives the decision of the symbol FSK_LAG
// before it. False when samples are missing.
bool acc_fsk_step(const fsk *f, fsk_track *t, int known, float *soft);

// whether the last symbols are free of noise
bool acc_fsk_is_clear(const fsk_track *t);

// Es/N0: a symbol's energy over the noise density
float acc_fsk_snr(const fsk_track *t);

#endif
