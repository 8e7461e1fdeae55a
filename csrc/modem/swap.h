// A sender whose mark and space are exchanged: its tones idle on the space, its start bits are marks, its stop bits
// spaces. Characters are read in the simplest way with either meaning of the tones, each at the first start bit after
// the one before. Random bits have a stop bit in one of two characters, those of the right meaning always. Bytes below
// 0x80 without pauses have it with both meanings; then the tone of the pauses decides.
// Input: amplitudes of the tones at each place, of async.c; output: whether they are exchanged.
#ifndef ACC_MODEM_SWAP_H
#define ACC_MODEM_SWAP_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { SWAP_NONE, SWAP_TONES, SWAP_MEANINGS } swap_meaning;

typedef struct swap {
    float per_symbol;  // places per symbol
    uint32_t stop;     // number of the last whole stop bit; the start bit is 0
    uint32_t payload;  // bits between start and stop bit
    // with the profile's meaning of the tones, and with the other one:
    uint32_t next[SWAP_MEANINGS];    // place from which on the next character is searched
    uint32_t whole[SWAP_MEANINGS];   // characters with their stop bit,
    uint32_t broken[SWAP_MEANINGS];  // and without
    uint32_t idle[SWAP_MEANINGS];    // pauses before characters, and at the end of a signal
    float level;                     // amplitude of the last character
    uint32_t run;                    // places of one tone in a row
    bool was_mark;
} swap;

void acc_swap_set_format(swap *s, float per_symbol, uint32_t payload, uint32_t stop);

// Begins anew at place `at`: samples were left out.
void acc_swap_restart(swap *s, uint32_t at);

// Adds a place. `mark` and `space` are rings of PATHS_RING amplitudes up to `at`.
void acc_swap_add(swap *s, const float *mark, const float *space, uint32_t at);

// The characters of a sender whose tones are exchanged; 0 if they are not.
uint32_t acc_swap_characters(const swap *s);

#endif
