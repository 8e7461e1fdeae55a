// The receiver of magnetic cards, track 2 (ISO/IEC 7811). F2F coding: the field reverses at the edge of each bit and
// also in the middle of a one. Characters have four bits, least significant first, and odd parity; the data begins
// with ';' and ends with '?' and a check character (LRC) that makes every column even. Input: samples; output:
// text.
//
// A whole swipe is stored as the times of its reversals ("turns"), because a card may be pulled either way. If the
// head is connected directly to the microphone input a turn is a peak, behind a pulse shaper it is a sign change:
// both are stored, and parity and LRC show which one is right.
#ifndef ACC_MODEM_TRACK2_H
#define ACC_MODEM_TRACK2_H

#include "base/rounding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACK2_TURNS 1536  // a card of 3.4 in has at most 1428
#define TRACK2_WINDOW 768  // samples in 4 ms at the highest rate
#define TRACK2_MAX 107     // most characters, sentinels and LRC included

typedef struct track2_turns {
    uint16_t count;
    float at[TRACK2_TURNS];  // samples since the swipe began
} track2_turns;

// Why a swipe cannot be read.
typedef struct track2_fault {
    bool is_seen;  // a swipe, not noise
    bool is_fast;  // for the sample rate
    int right;     // characters before the first wrong one
} track2_fault;

typedef struct track2_receiver {
    float window[TRACK2_WINDOW];  // the latest samples
    int length, oldest;           // of it
    float sum;
    float past[2];                   // the last two outputs of the high pass, for a mean of three
    float before;                    // the previous mean
    float envelope, fall;            // peak envelope, and its decay factor per sample
    float now, turned;               // time in samples since the swipe began; time of the last peak
    float patience;                  // samples without a peak after which a swipe has ended
    float sign;                      // sign of the next peak
    float top, top_at, left, right;  // the next peak so far: height, time, neighbouring samples
    float height;                    // height of the last peak
    bool fresh;                      // `right` is not known yet
    float crossed, side;             // time of the last sign change; last value clearly on one side
    track2_turns peaks, crossings;
    int pause;  // times `patience` without a swipe before this one
    bool is_read;
    track2_fault fault;  // if not
    // if read: from start to end sentinel and a line feed, zero-terminated; else the right characters
    char text[TRACK2_MAX + 2];
} track2_receiver;

void acc_track2_init(track2_receiver *receiver, double rate);

// Reads up to `len` samples and returns their number, which is less than `len` only when a swipe has ended; then see
// `is_read`.
size_t acc_track2_push(track2_receiver *receiver, const float *pcm, size_t len, bool *has_ended);

#endif
