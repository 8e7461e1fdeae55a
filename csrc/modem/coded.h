// The receiver of coded frames, on a stream of soft symbols: it looks for the sync mark by correlation,
// fits a clock to each block, and gathers blocks until a frame is whole.
//
// It is fed the output of a profile's symbol filter, `pitch` values a symbol of the nominal clock,
// positive for a one, on any scale, or all of it upside down. What it gives does not depend on how the
// values are cut into calls.
#ifndef ACC_MODEM_CODED_H
#define ACC_MODEM_CODED_H

#include "accessory/fec.h"
#include "modem/air.h"

#define CODED_MARK_SYMBOLS ((int)MARK_BITS)
#define CODED_PERIOD (CODED_MARK_SYMBOLS + (int)ACC_FEC_BLOCK_SYMBOLS)  // from mark to mark
#define CODED_MAX_PITCH 12
#define CODED_BATCH 32  // values searched at a time
#define CODED_QUEUE 8

// Where a block may begin.
typedef struct coded_start {
    double middle;    // of its mark, in values of the stream
    float period;     // of a symbol, in values
    float agreement;  // correlation with the mark, 0 to 1; 0 when only the blocks before tell
    bool tracked;     // the period is that of the frame's last good block
} coded_start;

typedef struct coded_receiver {
    float pitch;
    uint64_t first;  // stream index of history[0]
    size_t count;    // values in history
    size_t kept;     // as many of them as a block of the slowest clock needs
    float *history;
    coded_start queue[CODED_QUEUE];
    int queued;
    coded_start last;  // start of the last good block
    int remaining;     // blocks of its frame to come
    double frame_at;   // where that frame's first mark lies
    acc_fec_scratch scratch;
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_collector collector;
    unsigned good, bad, corrected;  // blocks, blocks, symbols since init
} coded_receiver;

// Values that a history needs room for.
size_t coded_history(float pitch);

// `pitch` is 4 to 12.
void coded_init(coded_receiver *receiver, float pitch, float *history);

// Takes up to `count` values and returns how many; less than `count` when a frame became whole. Then
// receiver->collector.pieces holds it until the next call and *whole is true.
size_t coded_push(coded_receiver *receiver, const float *values, size_t count, bool *whole);

#endif
