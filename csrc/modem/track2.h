// The receiver of magnetic cards, track 2 (ISO/IEC 7811): F2F, the field turns at the edge of each bit
// and once more in the middle of a one; characters of four bits from the least significant and odd
// parity; start ';', end '?', then a check character (LRC) that makes every column even.
//
// A whole swipe is kept as the times of its turns, for a card may be pulled either way. Where the head's
// voltage goes straight to the microphone input a turn is a peak, behind a shaper it is a change of sign:
// both are kept, and parity and LRC show which one is right.
#ifndef ACC_MODEM_TRACK2_H
#define ACC_MODEM_TRACK2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACK2_TURNS 1024  // a card 3.4 in long has at most 506
#define TRACK2_MAX 40      // characters, sentinels and LRC included

typedef struct track2_turns {
    uint16_t count;
    float at[TRACK2_TURNS];  // samples since the swipe began
} track2_turns;

typedef struct track2_receiver {
    float block, raw, level;         // high pass: coefficient, input, output
    float past[2];                   // outputs before, for a mean of three
    float before;                    // the mean before this one
    float envelope, fall;            // its peak, and what is left of that a sample later
    float now, turned;               // samples since the swipe began, until the last peak
    float patience;                  // samples without a peak that end a swipe
    float sign;                      // of the next peak
    float top, top_at, left, right;  // that peak so far: height, time, neighbours
    float height;                    // of the last peak
    bool fresh;                      // `right` is not known yet
    float crossed, side;  // last change of sign, and the side that was reached for certain
    track2_turns peaks, crossings;
    char text[TRACK2_MAX + 2];
} track2_receiver;

void acc_track2_init(track2_receiver *receiver, double rate);

// Takes up to `len` samples and returns how many; less when a card was read. Then *text is its
// characters from ';' to '?' and a line feed, ended by a zero, valid until the next call; else NULL.
size_t acc_track2_push(track2_receiver *receiver, const float *pcm, size_t len, const char **text);

// Whether a swipe is under way whose characters have begun: three from its start sentinel on, or eight from its end.
bool acc_track2_is_open(const track2_receiver *receiver);

#endif
