// The plan of a burst, which both ends derive from its header: carriers, load, blocks, the order of
// the coded bits. Integers only, so that both ends always agree.
#ifndef ACC_CABLE_PLAN_H
#define ACC_CABLE_PLAN_H

#include "accessory/cable.h"
#include "cable/ldpc.h"
#include "cable/matcher.h"

enum {
    SOUNDING_SYMBOLS = 12,      // symbols of a sounding
    CABLE_MAX_PILOTS = 32,      // most pilots of a mode
    CABLE_MAX_CARRIERS = 2048,  // carriers of the longest symbol, 4096 samples
    CABLE_REPEATS = 4,          // times that a robust burst sends each bit
    CABLE_CRC_SIZE = 3,         // bytes of a block's CRC
    // Symbols of an open loaded burst that the receiver estimates together; as many follow its last
    // block. The burst carries a dialogue, where delay matters more than exact estimates.
    CABLE_OPEN_WINDOW = 4,
    CABLE_OPEN_SIZE = 2,       // bytes of the length field that begins a block of an open burst
    CABLE_OPEN_LAST = 0x8000,  // bit of the length field: the burst's last block
};

// The plan of a burst.
typedef struct cable_plan {
    acc_cable_mode mode;
    uint32_t len;                      // bytes of payload, 0 when open
    uint16_t first, last;              // carriers of the band
    uint16_t pilot[CABLE_MAX_PILOTS];  // pilot carriers, ascending
    uint16_t carriers;                 // data carriers: the band without the pilots
    uint32_t active;                   // carriers with power: pilots, and data carriers with bits
    uint32_t bits;                     // bits of a symbol
    uint32_t blocks;                   // blocks of the payload; 0 when open: unknown
    uint32_t sent;                     // blocks that this burst sends
    const uint8_t *missing;            // one bit per block, set if it is sent; NULL: all are sent
    uint32_t block_size;  // bytes of payload in a block; the last one is padded with zeros
    uint32_t pairs;       // pairs of a block; 0 unless shaped
    uint32_t slots;       // pairs of a symbol
    uint32_t
        information;   // information bits of a block: the pairs, and the bytes not encoded in them
    uint32_t coded;    // bits of a block that are sent
    uint32_t symbols;  // symbols of the burst, 0 when open
} cable_plan;

// Whether the header of this kind states the payload's length.
static inline bool kind_has_length(acc_cable_kind kind)
{
    return kind == ACC_CABLE_FLAT || kind == ACC_CABLE_LOADED || kind >= ACC_CABLE_SHAPED;
}

// Whether the load is a number of bits that is spread evenly over all carriers.
static inline bool kind_is_flat(acc_cable_kind kind)
{
    return kind == ACC_CABLE_FLAT || kind == ACC_CABLE_OPEN || kind == ACC_CABLE_SHAPED;
}

// Whether the burst is shaped.
static inline bool plan_is_shaped(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_SHAPED || plan->mode.kind == ACC_CABLE_LOADED_SHAPED;
}

// Whether the length is known only at the burst's end.
static inline bool plan_is_open(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_OPEN || plan->mode.kind == ACC_CABLE_OPEN_LOADED;
}

// Whether the carriers' load follows from a report.
static inline bool plan_is_loaded(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_LOADED || plan->mode.kind == ACC_CABLE_OPEN_LOADED ||
           plan->mode.kind == ACC_CABLE_LOADED_SHAPED;
}

// The bits of a block are in three queues, each with its own order on the line: the first bits of
// the pairs, their second bits, and all other bits, which are uniform. A dimension with a pair
// sends a first bit, a second bit, then uniform bits. A group ends with its last uniform bit.
enum { QUEUE_UNIFORM, QUEUE_FIRST, QUEUE_SECOND, QUEUES };

// First coded bit of a queue; its bits are contiguous in the block.
static inline uint32_t queue_begin(const cable_plan *plan, unsigned queue)
{
    return queue == QUEUE_UNIFORM ? 2 * plan->pairs : queue == QUEUE_FIRST ? 0 : plan->pairs;
}

static inline uint32_t queue_size(const cable_plan *plan, unsigned queue)
{
    return queue == QUEUE_UNIFORM ? plan->coded - 2 * plan->pairs : plan->pairs;
}

// Uniform bits of a symbol.
static inline uint32_t plan_uniform(const cable_plan *plan)
{
    return plan->bits - 2 * plan->slots;
}

// Whether a dimension of m bits has a pair.
static inline bool plan_has_pair(const cable_plan *plan, unsigned m)
{
    return plan->slots > 0 && m >= MATCHER_LEAST_BITS;
}

// Makes a plan without `active`; that of a loaded burst is complete after acc_cable_plan_load.
// ACC_OUT_OF_RANGE as acc_cable_mode_check, and for a length of 0 in a closed burst.
acc_status acc_cable_plan_make(cable_plan *plan, const acc_cable_mode *mode, uint32_t len);

// Restricts the burst to these blocks. ACC_OUT_OF_RANGE when no bit is set.
acc_status acc_cable_plan_repeat(cable_plan *plan, const uint8_t *missing);

// Lists the data carriers, ascending, and the bits of each; sets `active`. A loaded burst needs its
// report, and its blocks and symbols are computed here.
void acc_cable_plan_load(cable_plan *plan, const acc_cable_report *report, uint16_t *carrier,
                         uint8_t *bits);

// Most bits per dimension.
unsigned acc_cable_plan_bits(const cable_plan *plan);

// The number, within the payload, of block `index` of the burst: a repetition sends only some blocks.
uint32_t acc_cable_plan_block(const cable_plan *plan, uint32_t index);

// Blocks of the group that begins with block `first_block`: `depth`, or fewer in the last group.
static inline uint32_t plan_group(const cable_plan *plan, uint32_t first_block)
{
    uint32_t left = plan->sent - first_block;
    return plan->sent && left < plan->mode.depth ? left : plan->mode.depth;
}

// Samples of the prefix of the preamble and of each header.
static inline unsigned plan_lead(const acc_cable_mode *mode)
{
    return mode->prefix < 128 ? 64 : mode->prefix < 256 ? 192 : 320;
}

// Number of headers.
static inline unsigned plan_headers(const acc_cable_mode *mode)
{
    return mode->prefix < 256 ? 1 : 2;
}

// An iterator over the coded bits of a group's queue in the order on the line. The position is
// column + row * blocks: bit `index` of block (column + turn) mod blocks.
typedef struct cable_order {
    // blocks of the group, bits of each, step of `index` per row
    uint32_t blocks, coded, stride;
    // turn: (row + row / blocks) mod blocks; index: row * stride mod coded
    uint32_t column, row, turn, index;
    uint32_t phase;                  // row mod blocks
    uint32_t left, repeat, repeats;  // positions left in this repeat, its number, number of repeats
} cable_order;

// Starts at the first position of a group's queue.
void acc_cable_order_start(cable_order *order, uint32_t blocks, uint32_t coded, uint32_t repeats);

// Block of the next position; its bit is `index`.
static inline uint32_t order_block(const cable_order *o)
{
    uint32_t b = o->column + o->turn;
    return b < o->blocks ? b : b - o->blocks;
}

// Steps index, turn and phase to the next row without divisions: turn grows by 1 per row, and by 2
// every `blocks` rows.
static inline void order_turn(const cable_order *o, uint32_t *index, uint32_t *turn,
                              uint32_t *phase)
{
    *index += o->stride;
    *index -= *index >= o->coded ? o->coded : 0;
    *turn = *turn + 1 == o->blocks ? 0 : *turn + 1;
    if (++*phase == o->blocks) {
        *phase = 0;
        *turn = *turn + 1 >= o->blocks ? 0 : *turn + 1;
    }
}

// Advances by one position. After the last repeat the first one begins again.
void acc_cable_order_next(cable_order *order);

// Advances by `n` positions, at most those left of the row and of this repeat.
void acc_cable_order_skip(cable_order *order, uint32_t n);

// Bits of a group on the line.
static inline uint64_t order_len(uint32_t blocks, uint32_t coded, uint32_t repeats)
{
    return (uint64_t)blocks * coded * repeats;
}

// load.c

// As acc_cable_report_bits, also for shaped bursts.
uint32_t acc_cable_report_load(const acc_cable_report *report, unsigned more, unsigned k,
                               unsigned n, bool shaped);

// SNR of carrier k of an n-point transform in a report, in 1/32 dB; -1600 for no signal.
int32_t acc_cable_report_snr(const acc_cable_report *report, unsigned k, unsigned n);

#endif
