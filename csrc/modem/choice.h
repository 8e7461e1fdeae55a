// Selects characters from two receivers of one signal: the sequence detector (fsk.c, uart.c), which needs a continuous
// phase and bits on one clock, and async.c, which needs neither but more signal. Input: both receivers' characters;
// output: one sequence of characters in the order of time.
#ifndef ACC_MODEM_CHOICE_H
#define ACC_MODEM_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#define CHOICE_QUEUE 16u
#define CHOICE_PAUSE 32.0f
#define ASYNC_CLEAR 0.35f  // least clearness of a character of async.c that is right

// A character that one receiver has read.
typedef struct candidate {
    uint32_t at;           // sample at which its start bit begins
    uint16_t payload;      // the earliest bit in bit 0
    bool has_parity : 1;   // the parity bit is right, or there is none
    bool framed : 1;       // start and stop bit are right
    bool follows : 1;      // begins where the receiver's previous character ends
    bool is_learned : 1;   // counted in `lead`
    bool is_selected : 1;  // acc_choice_next: it is part of the text
    bool is_doubtful : 1;  // there is a character, but it cannot be read
    float coherence;       // coherence.h
    float level;           // mean amplitude in the correlators
    float idle;            // that of a steady mark before it, 0 if there is none
    // the sequence detector only:
    bool alone;          // no character follows
    bool is_continuous;  // of continuous.c
    bool is_apart;       // and each tone has a phase of its own
    // async.c only:
    bool is_async;
    float agreement;  // coherence with the kind of phase that the sender has (phases.h)
    // of continuous.c, too:
    float share;   // of the energy in both correlators that is the decided tone's
    float clear;   // least difference of the tones' amplitudes in a bit, over the mean amplitude
    float weight;  // sum of space - mark in its bits of space, over the mean amplitude
} candidate;

typedef struct candidates {
    candidate list[CHOICE_QUEUE];
    uint32_t count;
    uint32_t last;  // `at` of the last one added
} candidates;

typedef struct choice {
    candidates tracked, continuous, async;  // of the sequence detector, of continuous.c, of async.c
    float period;                           // samples per symbol
    float length;                           // symbols of a character
    float lead;    // of the sequence detector: its coherence less what async.c's characters suggest
    float steady;  // of continuous.c: its coherence less what its characters suggest
    float coherence, share;  // their means
    bool is_apart;           // its tones have a phase of their own
    float doubts;            // share of its characters whose amplitudes contradict their phases
    float one_phase;         // share of async.c's characters with a continuous phase
    float pauses;            // share of its characters that do not follow another
    float level;             // mean amplitude of the selected characters
    uint32_t end;            // sample before which no character may start
    bool has_end;
    uint16_t payload;  // of the last selected character
    uint16_t latest;   // of the last one that counts in `steady`
    uint32_t agreed;   // characters in a row that the sequence detector and async.c have both read
    bool is_open;      // the squelch is open
    bool is_ending;    // the sound ends
} choice;

void acc_choice_init(choice *c, float period);

// Sets the length of a character in symbols.
void acc_choice_set_length(choice *c, float length);

// Forgets the signal, which has ended.
void acc_choice_reset(choice *c);

// Whether a character begins CHOICE_PAUSE symbols or more after its receiver's previous one.
bool acc_choice_has_paused(choice *c, const candidate *one);

// Adds a character to the queue of its receiver.
void acc_choice_add(choice *c, const candidate *one);

// The next character that starts before sample `until`, selected or doubtful; false when there is none.
bool acc_choice_next(choice *c, uint32_t until, candidate *one);

#endif
