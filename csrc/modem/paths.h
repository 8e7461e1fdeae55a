// Dynamic programming over time: a path is a sequence of characters and pauses of any length. For each place the best
// path to it is kept, by its reward: it ends with a character, or goes on with a pause. Input: rewards of the
// characters that begin at a place, and of a pause that goes on to it; output: where the best path's characters begin.
#ifndef ACC_MODEM_PATHS_H
#define ACC_MODEM_PATHS_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stdint.h>

#define PATHS_RING 512u     // places kept: 73 symbols or more
#define PATHS_MOST 48u      // most characters of a reading
#define PATHS_NEVER -1e30f  // reward of an impossible path

typedef struct paths {
    uint32_t shortest, longest;  // places of the shortest and the longest character
    float before;                // places before its last stop bit
    uint32_t end;                // end of the last character that was read back, as a place
    float ended[PATHS_RING];     // reward of the best path to a place that ends with a character
    float paused[PATHS_RING];    // ... with a pause
    float begun[PATHS_RING];     // ... and of all bits but the stop bit that begin there
    float last[PATHS_RING];      // reward of the last stop bit, per place
    uint8_t length[PATHS_RING];  // places of the character that ends there
    bool rests[PATHS_RING];      // the pause began earlier
} paths;

static inline bool acc_paths_has_paused(const paths *p, uint32_t at)
{
    return p->paused[at % PATHS_RING] > p->ended[at % PATHS_RING];
}

// The reward of the best path to a place.
static inline float acc_paths_best(const paths *p, uint32_t at)
{
    return acc_paths_has_paused(p, at) ? p->paused[at % PATHS_RING] : p->ended[at % PATHS_RING];
}

// Begins a character at `at`: its reward up to its last stop bit, and that of the stop bit per place.
static inline void acc_paths_begin(paths *p, uint32_t at, float worth, float last)
{
    p->begun[at % PATHS_RING] = acc_paths_best(p, at) + worth;
    p->last[at % PATHS_RING] = last;
}

// Sets a format's lengths in places.
void acc_paths_set_format(paths *p, uint32_t shortest, uint32_t longest, float before);

// Begins anew with a character that ends at `at`.
void acc_paths_restart(paths *p, uint32_t at);

// Finds the best character that ends at `at`. All that may have begun by then have been added.
void acc_paths_end(paths *p, uint32_t at);

// Goes on to `at` with a pause, at a reward; a new one has a cost. Call it after acc_paths_end.
void acc_paths_pause(paths *p, uint32_t at, float reward, float cost);

// Forgets the paths that pause at `at`.
static inline void acc_paths_forbid_pause(paths *p, uint32_t at)
{
    p->paused[at % PATHS_RING] = PATHS_NEVER;
}

// Whether the best pause that goes on to `at` began before the place before it.
bool acc_paths_rests(const paths *p, uint32_t at, float cost);

// Reads back the path to `best`. The starts of its new characters that end `lag` places before `newest` or earlier, the
// latest first; returns their number.
uint32_t acc_paths_read(paths *p, uint32_t best, uint32_t newest, uint32_t lag,
                        uint32_t start[PATHS_MOST]);

// Forgets the paths that do not lead through the end of the last character that was read back.
void acc_paths_keep(paths *p, uint32_t newest);

// Makes the rewards relative to that of place `at` when it is at least `large`.
void acc_paths_rebase(paths *p, uint32_t at, float large);

#endif
