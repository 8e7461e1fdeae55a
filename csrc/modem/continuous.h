// Characters of a sender whose phase is continuous, also in its pauses, which have any length. Unlike the sequence
// detector (fsk.c), the clock of the bits may begin anew with each character. For each place, four survivors read the
// character that begins there; they go on with the phase of the best path to that place (paths.h). Input: correlators
// before the band-pass; output: places and payloads of characters.
#ifndef ACC_MODEM_CONTINUOUS_H
#define ACC_MODEM_CONTINUOUS_H

#include "modem/format.h"
#include "modem/fsk.h"
#include "modem/paths.h"

#define CONTINUOUS_RESTS 256u  // places whose references are kept, in pauses
#define CONTINUOUS_IDLE 12u    // symbols of steady mark that show a pause

typedef struct phasor {
    float re, im;
} phasor;

typedef struct continuous {
    paths paths;
    uint32_t payload;                  // bits between start and stop bit
    uint32_t stop;                     // number of the last whole stop bit; the start bit is 0
    float per_symbol;                  // places per symbol
    float place_angle, place_turn[2];  // turn of mark per place, and its cosine and sine
    // references: at the end of the shortest character that begins at a place, and in a pause that goes on to it
    phasor after[PATHS_RING], rest[CONTINUOUS_RESTS];
    uint16_t read[PATHS_RING];  // payload of the character that begins at a place
    float drift[2];       // how far the tones turn beyond the profile's in a symbol, as a vector
    float energy, pairs;  // of the symbols in it, and their number
    float turn[2][2];     // of the profile's tones: as in fsk.h
} continuous;

void acc_continuous_init(continuous *c, const fsk *f);

// Sets the format; `p` has its lengths in places.
void acc_continuous_set_format(continuous *c, const acc_character_format *format, const paths *p);

// Adds place `at`, whose bit has been received. `start` is the place of the character whose last stop bit begins there;
// it `begins` if its start bit may be a space. `power` is the mean square of the stronger tone.
void acc_continuous_add(continuous *c, const fsk *f, uint32_t at, uint32_t start, bool begins,
                        float power);

// Learns the tones from a character's symbols. The bits' first one is the highest of `count`.
void acc_continuous_learn(continuous *c, const fsk *f, const lanes *symbols, uint32_t count,
                          uint64_t bits);

// The amplitude of mark in the CONTINUOUS_IDLE symbols before sample `end`; 0 if its phase is not steady there.
float acc_continuous_idle(const continuous *c, const fsk *f, uint32_t end);

#endif
