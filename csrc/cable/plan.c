// Everything that follows from a mode and a length: band, pilots, blocks, load, the order of coded
// bits. Sender and receiver compute it from the header. Integers only, so that two processors never
// disagree.
#include "cable/plan.h"

#include <assert.h>
#include <string.h>

enum {
    SHAPED_LEAST = 6,  // bits of a carrier on average, so that all dimensions have a pair
    // Flat: the uniform bits of a run of carriers are within 12 of the mean, those of a dimension at
    // the run's ends 16 at most.
    FLAT_UNEVEN = 32,
};

static bool is_one_of(unsigned value, const uint16_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == value)
            return true;
    return false;
}

static bool power_of_two(unsigned v, unsigned low, unsigned high)
{
    return v >= low && v <= high && (v & (v - 1)) == 0;
}

acc_status acc_cable_mode_check(const acc_cable_mode *m)
{
    static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320},
                          lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};
    bool fits = m->kind <= ACC_CABLE_LOADED_SHAPED && power_of_two(m->symbol, 512, 4096) &&
                power_of_two(m->lifting, LDPC_MIN_Z, LDPC_MAX_Z) &&
                is_one_of(m->prefix, prefixes, 8) && is_one_of(m->low, lows, 4) &&
                is_one_of(m->pilots, pilots, 8) && m->high >= 750 && m->high <= 23750 &&
                m->high % 250 == 0 && m->depth >= 1 && m->depth <= ACC_CABLE_MAX_DEPTH &&
                (m->load >= 1 || !kind_is_flat(m->kind)) && m->load < 0x8000 &&
                !(m->robust && m->kind >= ACC_CABLE_SHAPED);
    if (!fits)
        return ACC_OUT_OF_RANGE;
    cable_plan plan;
    return acc_cable_plan_make(&plan, m, 1);
}

// Irregular, so that a slip of many samples has one solution; densest at the top, where a delay
// shows most: pilot i of n divides the band at t (3 - t) / 2, t = (2 i + 1) / 2 n.
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

// Whole symbols: the last one is filled.
static void count_symbols(cable_plan *p)
{
    uint64_t bits =
        order_len(p->sent, queue_size(p, QUEUE_UNIFORM), p->mode.robust ? CABLE_REPEATS : 1);
    uint32_t each = plan_uniform(p);
    p->symbols = each ? (uint32_t)((bits + each - 1) / each) : 0;
}

// Information bits of a block, with that many pairs in place of the bytes that they stand for.
static uint32_t information_of(const cable_plan *p, uint32_t pairs)
{
    return 8 * (p->block_size + CABLE_CRC_SIZE - acc_cable_matcher_bytes(pairs)) + 2 * pairs;
}

// Pairs of a block of `coded` bits at most; before a report's load is known, of any load.
static uint32_t most_pairs(const cable_plan *p, uint32_t coded)
{
    uint32_t most = (uint32_t)MATCHER_PAIRS * p->mode.lifting;
    if (p->bits == 0)
        return most;
    uint32_t pairs = coded * p->slots / p->bits;
    pairs = (pairs / MATCHER_STEP + 1) * MATCHER_STEP;
    return pairs < most ? pairs : most;
}

// As many pairs as a group meets slots while its uniform bits are sent, by binary search: more pairs
// leave fewer uniform bits. `uneven`: how many uniform bits a run of slots may be ahead of the mean.
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

// A block's pairs and bits, once the load of a symbol is known; then the burst's symbols.
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

// The payload in as few blocks as possible, all of one size; unused information bits are known
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

// `load` bits over n carriers: an even number each, and two more on as many carriers as that
// leaves, evenly spread; an odd bit goes to the first carrier. Below two bits a carrier: one each
// on as many as there are bits.
static void load_flat(const cable_plan *p, uint8_t *bits)
{
    uint32_t n = p->carriers, step = p->mode.load < 2 * n ? 1 : 2,
             base = p->mode.load / (step * n) * step;
    uint32_t more = (p->mode.load - base * n) / step, rest = p->mode.load - base * n - more * step;
    for (uint32_t i = 0; i < n; i++)
        bits[i] = (uint8_t)(base + ((i + 1) * more / n - i * more / n) * step);
    // room for one more: base + 2 is at most 20, and a carrier without it has base
    for (uint32_t i = 0; i < n && rest; i++)
        if (bits[i] < 20) {
            bits[i]++;
            rest--;
        }
}

// What each carrier can take, in whole bits; the rounding error goes to the next one. Carriers
// below 0.8 bit take none.
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

// Counts the slots of a symbol. Returns the uniform bits that a run of them may be ahead of the mean:
// the range of (uniform bits so far) * slots - (slots so far) * (uniform bits of a symbol), which
// falls at a pair and rises at what follows it.
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
        (p->mode.load + p->carriers - 1u) / p->carriers;  // bits of a carrier, rounded up
    return (most + 1) / 2;
}

// Bits of the missing blocks: block b is bit b mod 8, lowest first, of byte b / 8.
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

uint32_t acc_cable_block_count(const acc_cable_mode *mode, size_t len)
{
    cable_plan plan;
    bool fits = acc_cable_mode_check(mode) == ACC_OK && len <= ACC_CABLE_MAX_LEN &&
                acc_cable_plan_make(&plan, mode, (uint32_t)len) == ACC_OK;
    return fits ? plan.blocks : 0;
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

// Goes to place `place` of the group by the formulas of docs/cable.md, with divisions; order_turn
// continues without them.
static void order_seek(cable_order *o, uint32_t place)
{
    o->column = place % o->blocks;
    o->row = place / o->blocks;
    o->phase = o->row % o->blocks;
    o->turn = (o->row + o->row / o->blocks) % o->blocks;
    o->index = (uint32_t)((uint64_t)o->row * o->stride % o->coded);
}

// Repeat r starts r times 0.618 of the whole before the end, so that a bit is sent at different
// places of the band.
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
