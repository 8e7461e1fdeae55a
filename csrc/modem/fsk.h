// The receiver of continuous-phase FSK: correlators for both tones, followed by a sequence detector
// of eight states that keeps a phase reference for each survivor. Input: samples of a chunk;
// output: places for the sync search, and soft decisions of the signals that frames.c and stream.c
// follow.
#ifndef ACC_MODEM_FSK_H
#define ACC_MODEM_FSK_H

#include "modem/kernel.h"
#include "modem/place.h"
#include "modem/sync.h"

#include <stdbool.h>
#include <stddef.h>

#define FSK_STATES 8  // the last three bits, the newest in bit 0
#define FSK_PIECES 8  // at most, of a correlator of the search
#define FSK_LAG 2     // a decision is delayed by this many symbols

typedef struct fsk {
    float period;        // samples a symbol
    float cycle[2];      // radians a sample, of space and mark
    float turn[2][2];    // what a symbol turns the phase by, cosine and sine, of space and mark
    lanes mirror[2];     // what a tone's negative frequency adds to its correlator, for conjugates
    float leak[2];       // what a mark is to the correlator of space, real and imaginary part
    uint32_t width;      // samples in a correlator
    lanes edge[2][2];    // taps at its first and last sample, and at those before and behind
    uint32_t step;       // samples from one place of the search to the next
    uint32_t now, next;  // samples so far, where the next place of the search begins
    // a correlator of the search is made of those of pieces `step` long, of which the latest are kept
    lanes piece[FSK_PIECES];
    uint32_t whole, pieces;  // its number of pieces, and how many of them are valid
    // what a step turns the tones by: for the values, and for those with their parts swapped
    lanes step_turn[2];
    float mean;  // DC offset, which is subtracted
    uint32_t chunks;
    uint32_t mask;  // samples in the ring, less one
    float *ring;    // with its first `width` samples once more behind its end
    lanes *taps;
} fsk;

// Follows one signal.
typedef struct fsk_track {
    place at;                       // where the next symbol begins
    float period;                   // samples a symbol of the sender's clock
    float skew[2];                  // the channel's phase of space against mark: cosine, sine
    lanes metric[2], re[2], im[2];  // survivors of states 0 to 3 and 4 to 7, their references
    float amplitude, noise;         // squares, of the references and of the deviation from them
    float mean_power;               // square of a correlator's output, over ten symbols
    float on;                       // the decision at its place, over a long time
    float before;                   // the last symbol's sign
    float nudge;     // samples by which the next symbol starts later than the clock predicts
    uint32_t begin;  // where that began
    // its correlators' values, at its place: real and imaginary part of mark and space
    lanes tones;
    float turn;  // radians that the tones turned by until the next symbol, beyond those of a symbol
    uint32_t symbols;  // so far
    uint32_t seen;     // of them, those that were not silence
    uint32_t fresh;    // of them, those since the last silence
    uint32_t silent;   // symbols in a row without a tone
} fsk_track;

// bytes that `ring` and `taps` need together, with `history` symbols to be kept
size_t acc_fsk_memory(float period, float history);
void acc_fsk_init(fsk *f, float period, float mark, float space, float history, void *memory);
void acc_fsk_write(fsk *f, const float *x, size_t len);

// the last `chunk` samples written, which may be changed until acc_fsk_end_chunk
float *acc_fsk_newest(fsk *f, uint32_t chunk);

// after every `chunk` samples written: learns the DC offset from them
void acc_fsk_end_chunk(fsk *f, uint32_t chunk);

// places of the search, up to `most`: what a symbol that begins there would be, and the power of both tones, of one
// scale; returns for how many there are samples
size_t acc_fsk_search(fsk *f, float *soft, float *tones, size_t most);

// leaves out what was not searched yet, but for `kept` symbols; returns how many places
uint32_t acc_fsk_skip(fsk *f, float kept);

// starts `back` places of the search before the latest
void acc_fsk_follow(const fsk *f, fsk_track *t, float back, float clock_ratio);

// reads a symbol, of which `known` is the true bit or -1, and returns the soft decision of the one
// FSK_LAG before it; false when samples are missing
bool acc_fsk_step(const fsk *f, fsk_track *t, int known, float *soft);

// whether the last symbols are clear
bool acc_fsk_is_clear(const fsk_track *t);

// energy of a symbol over noise density
float acc_fsk_snr(const fsk_track *t);

#endif
