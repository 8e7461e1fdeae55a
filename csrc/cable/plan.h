// What both ends derive from a burst's header: carriers, loading, blocks, the order of coded bits.
// Integers only.
#ifndef ACC_CABLE_PLAN_H
#define ACC_CABLE_PLAN_H

#include "accessory/cable.h"
#include "cable/ldpc.h"
#include "cable/matcher.h"

enum {
    SOUNDING_SYMBOLS = 12,
    CABLE_MAX_PILOTS = 32,
    CABLE_MAX_CARRIERS = 2048,
    CABLE_REPEATS = 4,   // how often a robust burst sends each bit
    CABLE_CRC_SIZE = 3,  // bytes of a block
    // Symbols of an open loaded burst that are estimated together, and that follow its last block.
    // It carries a dialogue, where delay matters more than exact estimates.
    CABLE_OPEN_WINDOW = 4,
    CABLE_OPEN_SIZE = 2,  // bytes at the head of a block of an open burst
    CABLE_OPEN_LAST =
        0x8000,  // in that head: the burst's last block; the rest counts the bytes that follow
};

typedef struct cable_plan {
    acc_cable_mode mode;
    uint32_t len;                      // bytes of payload, 0 when open
    uint16_t first, last;              // carriers of the band
    uint16_t pilot[CABLE_MAX_PILOTS];  // ascending
    uint16_t carriers;                 // of data, those of the band without the pilots
    uint32_t active;                   // carriers with power: of data with bits, and pilots
    uint32_t bits;                     // of a symbol
    uint32_t blocks;                   // of the payload; 0 when open: not known
    uint32_t sent;                     // of them, in this burst
    const uint8_t *missing;            // bits of those, NULL: all
    uint32_t block_size;  // bytes of payload in a block; the last one may be filled up with zeros
    uint32_t pairs;       // of a block; 0 unless shaped
    uint32_t slots;       // pairs that a symbol has room for
    uint32_t
        information;   // bits of a block: its pairs, and what of its bytes and CRC is not in them
    uint32_t coded;    // bits of a block that are sent
    uint32_t symbols;  // 0 when open
} cable_plan;

// A header of this kind states the payload's length.
static inline bool kind_has_length(acc_cable_kind kind)
{
    return kind == ACC_CABLE_FLAT || kind == ACC_CABLE_LOADED || kind >= ACC_CABLE_SHAPED;
}

// The load is a number of bits over all carriers.
static inline bool kind_is_flat(acc_cable_kind kind)
{
    return kind == ACC_CABLE_FLAT || kind == ACC_CABLE_OPEN || kind == ACC_CABLE_SHAPED;
}

static inline bool plan_is_shaped(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_SHAPED || plan->mode.kind == ACC_CABLE_LOADED_SHAPED;
}

// The length is known only at the burst's end.
static inline bool plan_is_open(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_OPEN || plan->mode.kind == ACC_CABLE_OPEN_LOADED;
}

// The carriers' load follows a report.
static inline bool plan_is_loaded(const cable_plan *plan)
{
    return plan->mode.kind == ACC_CABLE_LOADED || plan->mode.kind == ACC_CABLE_OPEN_LOADED ||
           plan->mode.kind == ACC_CABLE_LOADED_SHAPED;
}

// The bits of a block are in three queues, each with an order of its own on the line: the first bits of
// the pairs, the second bits, and all others, which are uniform. A dimension with a pair takes one of
// each of the first two, then its others. The queue of the others rules: what follows its last bit
// is of the next group.
enum { QUEUE_UNIFORM, QUEUE_FIRST, QUEUE_SECOND, QUEUES };

// The coded bits of a queue, which are next to each other in the block.
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

// Fills all but `active`, and when loaded `bits`, `symbols` and what pairs change in a block. ACC_OUT_OF_RANGE as
// acc_cable_mode_check, and for a length of 0 in a closed burst.
acc_status acc_cable_plan_make(cable_plan *plan, const acc_cable_mode *mode, uint32_t len);

// Sends only these blocks. ACC_OUT_OF_RANGE when there is none.
acc_status acc_cable_plan_repeat(cable_plan *plan, const uint8_t *missing);

// The data carriers, ascending, and the bits of each; counts those with power. A loaded burst needs
// its report.
void acc_cable_plan_load(cable_plan *plan, const acc_cable_report *report, uint16_t *carrier,
                         uint8_t *bits);

// Most bits a dimension.
unsigned acc_cable_plan_bits(const cable_plan *plan);

// Number in the payload of the burst's block `index`.
uint32_t acc_cable_plan_block(const cable_plan *plan, uint32_t index);

// Blocks of a group that are interleaved with each other: `depth`, fewer in the last group.
static inline uint32_t plan_group(const cable_plan *plan, uint32_t first_block)
{
    uint32_t left = plan->sent - first_block;
    return plan->sent && left < plan->mode.depth ? left : plan->mode.depth;
}

// Preamble and headers before the first symbol: the prefix of each in samples, and the number of
// headers.
static inline unsigned plan_lead(const acc_cable_mode *mode)
{
    return mode->prefix < 128 ? 64 : mode->prefix < 256 ? 192 : 320;
}

static inline unsigned plan_headers(const acc_cable_mode *mode)
{
    return mode->prefix < 256 ? 1 : 2;
}

// Walks through the coded bits of a group's queue in the order in which they are sent.
typedef struct cable_order {
    uint32_t blocks, coded, stride;
    uint32_t column, row, turn,
        index;       // place: column + row * blocks; turn = row + row / blocks modulo blocks
    uint32_t phase;  // row modulo blocks
    uint32_t left, repeat, repeats;  // of this repeat; which it is
} cable_order;

void acc_cable_order_start(cable_order *order, uint32_t blocks, uint32_t coded, uint32_t repeats);

// Block and bit of the next place. After the last of the last repeat it begins again.
static inline uint32_t order_block(const cable_order *o)
{
    uint32_t b = o->column + o->turn;
    return b < o->blocks ? b : b - o->blocks;
}

// Index, turn and phase of the next row, without the divisions of the formulas: one turn further
// per row, and two every `blocks` rows.
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

void acc_cable_order_next(cable_order *order);

// Advances by `n` places, no more than are left of the row and of this repeat.
void acc_cable_order_skip(cable_order *order, uint32_t n);

// Bits of a group on the line.
static inline uint64_t order_len(uint32_t blocks, uint32_t coded, uint32_t repeats)
{
    return (uint64_t)blocks * coded * repeats;
}

// report.c

// acc_cable_report_bits, of a shaped burst too.
uint32_t acc_cable_report_load(const acc_cable_report *report, unsigned more, unsigned k,
                               unsigned n, bool shaped);

// SNR of this carrier in a report, in 1/32 dB; -1600 for no signal.
int32_t acc_cable_report_snr(const acc_cable_report *report, unsigned k, unsigned n);

#endif
