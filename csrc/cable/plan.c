// The plan of a burst: band, pilots, blocks, load, the order of coded bits (docs/cable.md, Symbols
// to Shaping). Integers only, so that the results of all processors are the same.
//
// Input: a mode and a length, which a header states, and a report. Output: a cable_plan, the load
// of each carrier, and a cable_order. Sender and receiver call it at the start of a burst.
#include "cable/plan.h"

#include <assert.h>
#include <string.h>

enum {
    SHAPED_LEAST = 6,  // mean bits of a carrier with which all dimensions have a pair
    // Flat: the most uniform bits that a run of slots exceeds the mean, rounded up. A run of carriers
    // exceeds it by at most 12; the dimensions at the run's ends add at most 16.
    FLAT_UNEVEN = 32,
};

// The pilots' distances are irregular, so that a slip of many samples is unambiguous, and smallest
// at the band's top, where a delay turns phases most: pilot i of n is at t (3 - t) / 2 of the band,
// with t = (2 i + 1) / (2 n).
static void place_pilots(cable_plan *p)
{
    unsigned n = p->mode.pilots, span = (unsigned)(p->last - p->first);
    for (unsigned i = 0; i < n; i++) {
        unsigned odd = 2 * i + 1, at = span * odd * (6 * n - odd) / (8 * n * n) + i * 3 % 5;
        unsigned low = i ? p->pilot[i - 1] + 1u : p->first, high = p->last - (n - 1 - i);
        at += p->first;
        p->pilot[i] = (uint16_t)(at < low ? low : at > high ? high : at);
    }
}

// The number of symbols, rounded up.
static void count_symbols(cable_plan *p)
{
    uint64_t bits =
        order_len(p->sent, queue_size(p, QUEUE_UNIFORM), p->mode.robust ? CABLE_REPEATS : 1);
    uint32_t each = plan_uniform(p);
    p->symbols = each ? (uint32_t)((bits + each - 1) / each) : 0;
}

// Information bits of a block with this number of pairs, which replace the bytes that they encode.
static uint32_t information_of(const cable_plan *p, uint32_t pairs)
{
    return 8 * (p->block_size + CABLE_CRC_SIZE - acc_cable_matcher_bytes(pairs)) + 2 * pairs;
}

// The most pairs of a block of `coded` bits; before a report's load is known, the most of any load.
static uint32_t most_pairs(const cable_plan *p, uint32_t coded)
{
    uint32_t most = (uint32_t)MATCHER_PAIRS * p->mode.lifting;
    if (p->bits == 0)
        return most;
    uint32_t pairs = coded * p->slots / p->bits;
    pairs = (pairs / MATCHER_STEP + 1) * MATCHER_STEP;
    return pairs < most ? pairs : most;
}

// Chooses the most pairs for which a group has slots before its last uniform bit, by binary search:
// more pairs leave fewer uniform bits. `uneven` is the most uniform bits that a run of slots
// exceeds the mean.
static void choose_pairs(cable_plan *p, uint32_t parity, uint32_t uneven)
{
    uint32_t most = (uint32_t)MATCHER_PAIRS * p->mode.lifting / MATCHER_STEP, pairs = 0;
    for (uint32_t step = 1024; step; step /= 2) {
        uint32_t more = (pairs + step) * MATCHER_STEP, bytes = acc_cable_matcher_bytes(more);
        if (pairs + step > most || bytes > p->block_size + CABLE_CRC_SIZE)
            continue;
        uint32_t uniform = information_of(p, more) - 2 * more + parity;
        if (uniform > uneven && more * plan_uniform(p) <= (uniform - uneven) * p->slots)
            pairs += step;
    }
    p->pairs = pairs * MATCHER_STEP;
}

// Sets a block's pairs and bits, and the burst's symbols, from the load of a symbol.
static void lay_out_block(cable_plan *p, uint32_t uneven)
{
    uint32_t parity = (p->mode.robust ? 24u : 12u) * p->mode.lifting;
    p->pairs = 0;
    if (p->slots)
        choose_pairs(p, parity, uneven);
    if (p->pairs == 0)
        p->slots = 0;
    p->information = information_of(p, p->pairs);
    p->coded = p->information + parity;
    count_symbols(p);
}

// Splits the payload into as few blocks as possible, all of one size. Unused information bits are
// zeros.
static void split(cable_plan *p)
{
    if (p->mode.kind == ACC_CABLE_SOUNDING) {
        p->symbols = SOUNDING_SYMBOLS;
        return;
    }
    bool open = plan_is_open(p), robust = p->mode.robust;
    uint32_t columns = robust ? 36 : 60, rows = robust ? 24 : 12, z = p->mode.lifting;
    uint32_t most = (columns - rows) * z / 8 - CABLE_CRC_SIZE;
    p->bits = plan_is_loaded(p) ? 0 : p->mode.load;
    p->slots = p->mode.kind == ACC_CABLE_SHAPED ? 2u * p->carriers : 0;
    if (plan_is_shaped(p)) {  // room for the pairs of a full block
        uint32_t pairs = most_pairs(p, columns * z);
        most -= 2 * pairs / 8 - acc_cable_matcher_bytes(pairs);
    }
    p->blocks = open ? 0 : (p->len + most - 1) / most;
    p->block_size = open ? most : (p->len + p->blocks - 1) / p->blocks;
    p->sent = p->blocks;
    lay_out_block(p, FLAT_UNEVEN);
}

acc_status acc_cable_plan_make(cable_plan *p, const acc_cable_mode *mode, uint32_t len)
{
    memset(p, 0, sizeof *p);
    p->mode = *mode;
    bool counts = kind_has_length(mode->kind);
    p->len = counts ? len : 0;
    if (counts && (len == 0 || len > ACC_CABLE_MAX_LEN))
        return ACC_OUT_OF_RANGE;
    p->first = (uint16_t)((mode->low * mode->symbol + ACC_CABLE_RATE - 1) / ACC_CABLE_RATE);
    p->last = (uint16_t)((uint32_t)mode->high * mode->symbol / ACC_CABLE_RATE);
    if (p->last < p->first + 2u * mode->pilots)
        return ACC_OUT_OF_RANGE;
    p->carriers = (uint16_t)(p->last - p->first + 1 - mode->pilots);
    bool shaped = mode->kind == ACC_CABLE_SHAPED;
    uint32_t least = shaped ? SHAPED_LEAST * p->carriers : 1;
    if (kind_is_flat(mode->kind) && (mode->load > 20u * p->carriers || mode->load < least))
        return ACC_OUT_OF_RANGE;
    place_pilots(p);
    split(p);
    return shaped && p->pairs == 0 ? ACC_OUT_OF_RANGE : ACC_OK;
}

// Spreads `load` bits over n carriers: an even number on each, two more on some, evenly spread, and
// an odd bit on the first carrier with room. Below two bits per carrier: one bit on some, evenly
// spread.
static void load_flat(const cable_plan *p, uint8_t *bits)
{
    uint32_t n = p->carriers, step = p->mode.load < 2 * n ? 1 : 2,
             base = p->mode.load / (step * n) * step;
    uint32_t more = (p->mode.load - base * n) / step, rest = p->mode.load - base * n - more * step;
    for (uint32_t i = 0; i < n; i++)
        bits[i] = (uint8_t)(base + ((i + 1) * more / n - i * more / n) * step);
    // a carrier with room exists: the most is base + 2 = 20, and other carriers have base
    for (uint32_t i = 0; i < n && rest; i++)
        if (bits[i] < 20) {
            bits[i]++;
            rest--;
        }
}

// Gives each carrier the whole bits that it can carry; the rounding error is added to the next
// carrier's. Carriers below 0.8 bit have none.
static void load_reported(cable_plan *p, const acc_cable_report *report, const uint16_t *carrier,
                          uint8_t *bits)
{
    int rest = 0;
    for (unsigned i = 0; i < p->carriers; i++) {
        int want = (int)acc_cable_report_load(report, p->mode.load >> 8, carrier[i], p->mode.symbol,
                                              plan_is_shaped(p));
        bits[i] = 0;
        if (want < 205)  // 0.8 bit in 1/256
            continue;
        int whole = (want + rest + 128) >> 8;
        whole = whole < 1 ? 1 : whole > 20 ? 20 : whole;
        rest += want - 256 * whole;
        bits[i] = (uint8_t)whole;
        p->bits += (uint32_t)whole;
    }
}

// Counts the slots of a symbol. Returns the most uniform bits that a run of slots exceeds the mean. The
// excess after some dimensions is (uniform bits so far) - (slots so far) * (uniform bits of a symbol) /
// slots: it falls at a pair and rises at uniform bits. The result is the range of the excess.
static uint32_t count_slots(cable_plan *p, const uint8_t *bits)
{
    p->slots = 0;
    for (unsigned i = 0; i < p->carriers; i++)
        p->slots += (bits[i] + 1u) / 2 >= MATCHER_LEAST_BITS ? 1 : 0;
    for (unsigned i = 0; i < p->carriers; i++)
        p->slots += bits[i] / 2u >= MATCHER_LEAST_BITS ? 1 : 0;
    int32_t at = 0, low = 0, high = 0, slots = (int32_t)p->slots,
            uniform = (int32_t)plan_uniform(p);
    for (unsigned i = 0; i < 2u * p->carriers && slots; i++) {
        int32_t m = (bits[i / 2] + (i % 2 ? 0 : 1)) / 2;
        bool pair = m >= MATCHER_LEAST_BITS;
        at -= pair ? uniform : 0;
        low = at < low ? at : low;
        at += (pair ? m - 2 : m) * slots;
        high = at > high ? at : high;
    }
    return slots ? (uint32_t)((high - low) / slots) + 1 : 0;
}

void acc_cable_plan_load(cable_plan *p, const acc_cable_report *report, uint16_t *carrier,
                         uint8_t *bits)
{
    unsigned next = 0, count = 0;
    for (unsigned k = p->first; k <= p->last; k++) {
        if (next < p->mode.pilots && p->pilot[next] == k)
            next++;
        else
            carrier[count++] = (uint16_t)k;
    }
    assert(count == p->carriers);
    bool sounding = p->mode.kind == ACC_CABLE_SOUNDING;
    memset(bits, 0, count);
    if (plan_is_loaded(p)) {
        load_reported(p, report, carrier, bits);
        lay_out_block(p, plan_is_shaped(p) ? count_slots(p, bits) : 0);
    } else if (!sounding)
        load_flat(p, bits);
    p->active = p->mode.pilots;
    for (unsigned i = 0; i < count; i++)
        p->active += bits[i] > 0 || sounding;
}

unsigned acc_cable_plan_bits(const cable_plan *p)
{
    if (!kind_is_flat(p->mode.kind))
        return plan_is_loaded(p) ? 10 : 1;
    unsigned most =
        (p->mode.load + p->carriers - 1u) / p->carriers;  // bits per carrier, rounded up
    return (most + 1) / 2;
}

// Whether a block's bit is set: block b is bit b mod 8, lowest first, of byte b / 8.
static bool is_missing(const uint8_t *missing, uint32_t block)
{
    return missing[block / 8] >> block % 8 & 1;
}

acc_status acc_cable_plan_repeat(cable_plan *p, const uint8_t *missing)
{
    p->missing = missing;
    p->sent = 0;
    for (uint32_t i = 0; i < p->blocks; i++)
        p->sent += is_missing(missing, i);
    return p->sent ? ACC_OK : ACC_OUT_OF_RANGE;
}

uint32_t acc_cable_plan_block(const cable_plan *p, uint32_t index)
{
    if (!p->missing)
        return index;
    uint32_t block = 0;
    while (block < p->blocks && (!is_missing(p->missing, block) || index-- > 0))
        block++;
    return block;
}

// Euclid's algorithm.
static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Sets the order to position `place` of the group by the formulas of docs/cable.md, with divisions;
// order_turn continues without them.
static void order_seek(cable_order *o, uint32_t place)
{
    o->column = place % o->blocks;
    o->row = place / o->blocks;
    o->phase = o->row % o->blocks;
    o->turn = (o->row + o->row / o->blocks) % o->blocks;
    o->index = (uint32_t)((uint64_t)o->row * o->stride % o->coded);
}

// Starts a repeat: repeat r begins r * 0.618 of the group before its end, so that a bit's repeats
// are on different carriers.
static void order_repeat(cable_order *o)
{
    uint32_t all = o->blocks * o->coded, offset = (uint32_t)((uint64_t)all * 618 / 1000) | 1;
    uint64_t back = (uint64_t)offset * o->repeat % all;
    order_seek(o, (uint32_t)((all - back) % all));
    o->left = all;
}

void acc_cable_order_start(cable_order *o, uint32_t blocks, uint32_t coded, uint32_t repeats)
{
    memset(o, 0, sizeof *o);
    o->blocks = blocks;
    o->coded = coded;
    o->repeats = repeats;
    // 0.618 n, odd, coprime to n: neighbours on the line are far apart in the block
    o->stride = (uint32_t)((uint64_t)coded * 40503 >> 16) | 1;
    while (common_divisor(coded, o->stride) != 1)
        o->stride += 2;
    order_repeat(o);
}

void acc_cable_order_skip(cable_order *o, uint32_t n)
{
    o->column += n;
    if (o->column == o->blocks) {
        o->column = 0;
        order_turn(o, &o->index, &o->turn, &o->phase);
        if (++o->row == o->coded)
            order_seek(o, 0);
    }
    o->left -= n;
    if (o->left == 0) {
        o->repeat = (o->repeat + 1) % o->repeats;
        order_repeat(o);
    }
}

void acc_cable_order_next(cable_order *o)
{
    acc_cable_order_skip(o, 1);
}
