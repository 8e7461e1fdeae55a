// The receiver of coded frames: searches for block syncs by correlation, fits a clock to each block, decodes it
// (accessory/fec.h) and collects blocks until a frame is complete.
//
// Input: the output of a profile's symbol filter, `per_symbol` values per symbol of the nominal clock; finite,
// positive for a one, on any scale, in either polarity. Output: frames, for coded_frames.c. Results do not depend
// on how the values are split into calls.
#ifndef ACC_MODEM_CODED_H
#define ACC_MODEM_CODED_H

#include "accessory/fec.h"
#include "modem/block_sync.h"

#define CODED_SYNC_SYMBOLS ((int)BLOCK_SYNC_BITS)
#define CODED_PERIOD (CODED_SYNC_SYMBOLS + (int)ACC_FEC_BLOCK_SYMBOLS)  // between block syncs
#define CODED_MAX_PER_SYMBOL 12
#define CODED_BATCH BLOCK_SYNC_BATCH
#define CODED_QUEUE 8  // most starts waiting for their blocks

// A place where a block may start.
typedef struct coded_start {
    double middle;    // middle of its block sync, in values of the stream
    float period;     // values per symbol
    float agreement;  // correlation with the block sync; 0 if predicted from the previous block
    bool tracked;     // `period` is that of the frame's last good block
} coded_start;

typedef enum {
    CODED_NOTHING,
    CODED_FRAME,  // a frame is complete
    CODED_LOST,   // a frame ended with too many blocks missing
} coded_result;

typedef struct coded_receiver {
    float per_symbol;
    block_sync sync;
    int least, sought;  // least correlation of a block sync: in general, and at present
    // factors, in 1/64, that equalise the noise of values interpolated at n/64
    uint8_t norm[64];
    uint64_t first;     // stream index of history[0]
    size_t count;       // values in history
    size_t span;        // values from a batch to the end of a block sync that starts in it
    uint64_t searched;  // stream index of the first place not yet searched
    uint64_t hinted;    // bit per batch: search it even while `is_clear`
    bool is_clear, sure;
    size_t kept;  // values kept: enough for a block with the slowest clock
    // each batch of values is stored as 8-bit integers and a factor
    int8_t *history;
    float *scale;
    float batch[CODED_BATCH];  // the current batch
    size_t filled;
    bool unread;  // blocks of the queue may have arrived
    coded_start queue[CODED_QUEUE];
    int queued;
    int remaining;  // blocks of the current frame still to arrive
    double frame_at,
        frame_end;  // of the current frame: place of its first block sync, place of its end
    bool open;      // the frame has a good block, but too few so far
    bool is_ending, is_cut;  // the sound has ended; it ended inside a block
    union {
        acc_fec_scratch scratch;
        // used before `scratch`: a block's values and one after it
        float values[ACC_FEC_BLOCK_SYMBOLS + 1];
    };
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_collector collector;
    unsigned good, bad, corrected;  // good blocks, bad blocks, corrected symbols since init
    // of the last good block: start, mean and variance of the values' magnitudes, polarity
    coded_start last;
    float level, variance;
    bool inverted;
} coded_receiver;

// Bytes of memory that the history needs, a multiple of 16.
size_t acc_coded_memory(float per_symbol);

// `per_symbol` is 4 to 12; `memory` is aligned to 4.
void acc_coded_init(coded_receiver *receiver, float per_symbol, bool is_biphase, void *memory);

// Whether blocks arrive where predicted, or the frame is complete and its remaining blocks are skipped.
bool acc_coded_is_sure(const coded_receiver *receiver);

// Set while a clear uncoded frame is received: a block sync would be clear, too, so the search requires a higher
// correlation and examines hinted places only.
void acc_coded_set_clear(coded_receiver *receiver, bool clear);

// Hints that a block sync's middle may be near the value `ahead` values after the latest one (negative: before it).
void acc_coded_hint(coded_receiver *receiver, int ahead);

// Skips `count` values while no frame is open; no block sync is joined across the gap.
void acc_coded_skip(coded_receiver *receiver, uint32_t count);

// Reads up to `count` values and returns their number, which is less than `count` only when *result is
// not CODED_NOTHING. On CODED_FRAME, receiver->collector.pieces begins with the frame until the next
// call.
size_t acc_coded_push(coded_receiver *receiver, const float *values, size_t count,
                      coded_result *result);

// Announces that only silence follows: a clear block sync without a good block is then a cut frame.
void acc_coded_end_sound(coded_receiver *receiver);

// Drops the incomplete frame. Returns whether the sound ended inside it.
bool acc_coded_end(coded_receiver *receiver);

// Whether a frame is being received: it has a good block and has not ended.
bool acc_coded_is_open(const coded_receiver *receiver);

// Whether the place `back` values before the latest one is inside the last frame with a good block.
bool acc_coded_has_place(const coded_receiver *receiver, float back);

#endif
