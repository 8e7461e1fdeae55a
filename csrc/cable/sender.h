// The sender's parts: sender_bits.c codes blocks and reads their bits in the order on the line, sender.c makes symbols of
// them.
#ifndef ACC_CABLE_SENDER_H
#define ACC_CABLE_SENDER_H

#include "cable/block.h"
#include "cable/cells.h"
#include "cable/fft.h"
#include "cable/pam.h"

enum { AHEAD_WORDS = 8 };

enum open_state { OPEN_NOT, OPEN_RUNNING, OPEN_CLOSING, OPEN_LAST };

// Coded bits of one queue, in its order on the line.
typedef struct sender_queue {
    cable_order order;
    uint32_t begin;                        // its first coded bit in a block
    uint32_t ahead_bits[AHEAD_WORDS + 1];  // bits that were read ahead; behind them zeros
    uint32_t ahead_at, ahead_end;          // the next one, and their end
} sender_queue;

struct acc_cable_sender {
    acc_cable_limits limits;
    float amplitude;
    cable_fft fft;
    float *part, *levels;
    size_t part_size, part_prefix, at;  // `at`: samples of the part and its prefix that were sent
    uint32_t *block_bits;               // a code block as it is made
    uint32_t *cells;  // the group's code blocks, interleaved; open: and the next one's
    unsigned width;   // log2 of a cell's bits
    uint8_t *load;    // bits of each carrier of data, ascending
    ldpc_code code;
    ldpc_rate rate;
    cable_plan plan;
    const uint8_t *payload;
    uint32_t block;     // first one of the group
    uint32_t in_group;  // blocks of it that are coded
    uint32_t ahead;     // open: blocks of the group after it that are coded
    uint32_t set;  // open: which half of `cells` the group has; the other is for the one after it
    sender_queue queue[QUEUES];
    uint32_t group_left;  // uniform bits of the group that were not read
    uint32_t owed;        // of those read ahead, bits of the burst; the rest fills its last symbol
    uint32_t next;        // part: 0 preamble, then headers, then symbols
    enum open_state open;
    bool shaped;  // the levels are those of shaped bursts
    bool busy;
    bool begun;    // a group is being sent
    uint8_t tail;  // symbols behind the last block of an open loaded burst
};

// sender_bits.c

// Codes a block of an open burst, which begins with its length, as number `place` of the group in `set`.
void acc_cable_sender_code_open(acc_cable_sender *s, uint32_t number, uint32_t set, uint32_t place,
                                const uint8_t *bytes, size_t len, bool last);

// Whether all of the burst's coded bits were read.
bool acc_cable_sender_all_read(const acc_cable_sender *s);

// Reads ahead m bits of a queue at least, at most 20.
void acc_cable_sender_read(acc_cable_sender *s, sender_queue *q, unsigned m);

// Before the pair of a dimension: it is of the next group when the uniform bits of this one are all
// used.
void acc_cable_sender_reach_pair(acc_cable_sender *s);

// 32 bits from place `at`; beyond ahead_end zeros.
static inline uint32_t queue_bits_at(const sender_queue *q, uint32_t at)
{
    const uint32_t *word = q->ahead_bits + at / 32;
    return word[0] >> at % 32 | word[1] << 1 << (31 - at % 32);
}

// Bits that were read ahead.
static inline uint32_t queue_left(const sender_queue *q)
{
    return q->ahead_end - q->ahead_at;
}

// The next `count` coded bits of a queue, with others above them.
static inline uint32_t sender_next_bits(acc_cable_sender *s, sender_queue *q, unsigned count)
{
    if (q->ahead_at + count > q->ahead_end)
        acc_cable_sender_read(s, q, count);
    uint32_t at = q->ahead_at;
    q->ahead_at = at + count;
    return queue_bits_at(q, at);
}

#endif
