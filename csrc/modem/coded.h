// The receiver of coded frames, on a stream of soft symbols: it searches for block syncs by correlation, fits a clock to
// each block, decodes it (accessory/fec.h) and collects blocks until a frame is whole.
//
// It is fed the output of a profile's symbol filter, `per_symbol` values a symbol of the nominal clock,
// finite, positive for a one, on any scale and in either polarity. Its results do not depend on how the values are split
// into calls.
#ifndef ACC_MODEM_CODED_H
#define ACC_MODEM_CODED_H

#include "accessory/fec.h"
#include "modem/block_sync.h"

#define CODED_SYNC_SYMBOLS ((int)BLOCK_SYNC_BITS)
#define CODED_PERIOD (CODED_SYNC_SYMBOLS + (int)ACC_FEC_BLOCK_SYMBOLS)  // between block syncs
#define CODED_MAX_PER_SYMBOL 12
#define CODED_BATCH BLOCK_SYNC_BATCH
#define CODED_QUEUE 8

// A place where a block may start.
typedef struct coded_start {
    double middle;    // of its block sync, in values of the stream
    float period;     // of a symbol, in values
    float agreement;  // correlation with the block sync; 0 if predicted from the previous block
    bool tracked;     // the period is that of the frame's last good block
} coded_start;

typedef enum {
    CODED_NOTHING,
    CODED_FRAME,  // a frame is whole
    CODED_LOST,   // a frame ended with too many blocks missing
} coded_result;

typedef struct coded_receiver {
    float per_symbol;
    block_sync sync;
    int least, sought;  // correlation from which it is a block sync: minimum, and at present
    // what evens out the noise between two values, 64ths, for each 64th of their distance
    uint8_t norm[64];
    uint64_t first;     // stream index of history[0]
    size_t count;       // values in history
    size_t span;        // values of a batch and of a block sync at its last place, and some
    uint64_t searched;  // stream index of the first place not yet searched for a block sync
    uint64_t hinted;    // batches that are searched while `is_clear`, a bit each
    bool is_clear, sure;
    size_t kept;  // as many of them as a block of the slowest clock needs
    // each batch of values is kept as small whole numbers and what to multiply them with
    int8_t *history;
    float *scale;
    float batch[CODED_BATCH];  // the one under way
    size_t filled;
    bool unread;  // starts of the queue may have arrived
    coded_start queue[CODED_QUEUE];
    int queued;
    int remaining;               // blocks of the current frame that have not arrived
    double frame_at, frame_end;  // place of its first block sync, and of its end
    bool open;                   // it has a block, but too few yet
    bool is_ending, is_cut;      // the sound has ended, and within a block
    union {
        acc_fec_scratch scratch;
        // before it is needed: a block's, and one behind it
        float values[ACC_FEC_BLOCK_SYMBOLS + 1];
    };
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_collector collector;
    unsigned good, bad, corrected;  // blocks, blocks, symbols since init
    // of the last good block: its start, mean and variance of its values' magnitudes, polarity
    coded_start last;
    float level, variance;
    bool inverted;
} coded_receiver;

// Bytes of memory that the history needs, a multiple of 16.
size_t acc_coded_memory(float per_symbol);

// `per_symbol` is 4 to 12; `memory` is aligned to 4.
void acc_coded_init(coded_receiver *receiver, float per_symbol, bool is_biphase, void *memory);

// Whether blocks arrive where predicted, or the frame is whole and the rest are skipped.
bool acc_coded_is_sure(const coded_receiver *receiver);

// While a clear uncoded frame is received, a block sync would be clear, too: the search then needs a higher correlation
// and looks at hinted places only.
void acc_coded_set_clear(coded_receiver *receiver, bool clear);

// A block sync's middle may lie near the value that is `ahead` behind the latest, or before it if negative.
void acc_coded_hint(coded_receiver *receiver, int ahead);

// Skips `count` values while no frame is open; no block sync is joined across the gap.
void acc_coded_skip(coded_receiver *receiver, uint32_t count);

// Reads up to `count` values and returns how many; less than `count` when *result is not
// CODED_NOTHING. On CODED_FRAME receiver->collector.pieces starts with the frame, until the next
// call.
size_t acc_coded_push(coded_receiver *receiver, const float *values, size_t count,
                      coded_result *result);

// Only silence follows: a clear block sync without a good block is a frame cut short.
void acc_coded_end_sound(coded_receiver *receiver);

// Drops the incomplete frame. Returns whether the sound ended within it.
bool acc_coded_end(coded_receiver *receiver);

// Whether a frame is being received: one of its blocks was good, and its end is not reached.
bool acc_coded_is_open(const coded_receiver *receiver);

// whether the place `back` before the latest lies within the last frame of which a block was good
bool acc_coded_has_place(const coded_receiver *receiver, float back);

#endif
