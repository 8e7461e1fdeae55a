// The sender's state and parts: sender_bits.c encodes blocks and reads their bits in the order on
// the line, sender.c turns them into symbols.
#ifndef ACC_CABLE_SENDER_H
#define ACC_CABLE_SENDER_H

#include "cable/block.h"
#include "cable/cells.h"
#include "cable/fft.h"
#include "cable/pam.h"

enum { AHEAD_WORDS = 8 };  // words that a queue reads ahead

// Of an open burst: running, closed by the caller, last block encoded.
enum open_state { OPEN_NOT, OPEN_RUNNING, OPEN_CLOSING, OPEN_LAST };

// A queue of coded bits in its order on the line.
typedef struct sender_queue {
    cable_order order;
    uint32_t begin;                        // the queue's first coded bit in a block
    uint32_t ahead_bits[AHEAD_WORDS + 1];  // bits read ahead, then zeros
    uint32_t ahead_at, ahead_end;          // next bit of ahead_bits, and their end
} sender_queue;

struct acc_cable_sender {
    acc_cable_limits limits;
    float amplitude;
    cable_fft fft;
    float *part, *levels;
    size_t part_size, part_prefix, at;  // `at`: samples of the part and its prefix that were sent
    uint32_t *block_bits;               // memory to encode a block in
    uint32_t *cells;  // the group's code blocks, interleaved; open: also the next group's
    unsigned width;   // log2 of a cell's bits
    uint8_t *load;    // bits of each data carrier, ascending
    ldpc_code code;
    ldpc_rate rate;
    cable_plan plan;
    const uint8_t *payload;
    uint32_t block;     // the group's first block
    uint32_t in_group;  // blocks of the group that are encoded
    uint32_t ahead;     // open: blocks of the next group that are encoded
    uint32_t set;       // open: half of `cells` with this group; the other half is for the next
    sender_queue queue[QUEUES];
    uint32_t group_left;  // uniform bits of the group that are not read yet
    uint32_t owed;        // uniform bits that were read ahead and not sent, without filler bits
    uint32_t next;        // next part: 0 preamble, then headers, then symbols
    enum open_state open;
    bool shaped;   // `levels` are those of shaped bursts
    bool busy;     // a burst is being sent
    bool begun;    // a group is being sent
    uint8_t tail;  // symbols after the last block of an open loaded burst
};

// sender_bits.c

// Encodes block `number` of an open burst, with its length field, as block `place` of the group in
// half `set` of the cells.
void acc_cable_sender_code_open(acc_cable_sender *s, uint32_t number, uint32_t set, uint32_t place,
                                const uint8_t *bytes, size_t len, bool last);

// Whether all coded bits of the burst were read.
bool acc_cable_sender_all_read(const acc_cable_sender *s);

// Reads ahead at least m bits of a queue, m <= 20.
void acc_cable_sender_read(acc_cable_sender *s, sender_queue *q, unsigned m);

// Call before the pair of a dimension: starts the next group when all uniform bits of this one are
// used.
void acc_cable_sender_reach_pair(acc_cable_sender *s);

// The 32 bits from bit `at` on; zeros beyond ahead_end.
static inline uint32_t queue_bits_at(const sender_queue *q, uint32_t at)
{
    const uint32_t *word = q->ahead_bits + at / 32;
    return word[0] >> at % 32 | word[1] << 1 << (31 - at % 32);
}

// Number of bits that were read ahead and not used.
static inline uint32_t queue_left(const sender_queue *q)
{
    return q->ahead_end - q->ahead_at;
}

// The next `count` coded bits of a queue; the bits above them are arbitrary.
static inline uint32_t sender_next_bits(acc_cable_sender *s, sender_queue *q, unsigned count)
{
    if (q->ahead_at + count > q->ahead_end)
        acc_cable_sender_read(s, q, count);
    uint32_t at = q->ahead_at;
    q->ahead_at = at + count;
    return queue_bits_at(q, at);
}

#endif
