#include "cable/plan.h"

#include <assert.h>
#include <string.h>

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
    bool fits = m->kind <= ACC_CABLE_OPEN && power_of_two(m->symbol, 512, 4096) &&
                power_of_two(m->lifting, LDPC_MIN_Z, LDPC_MAX_Z) &&
                is_one_of(m->prefix, prefixes, 8) && is_one_of(m->low, lows, 4) &&
                is_one_of(m->pilots, pilots, 8) && m->high >= 750 && m->high <= 23750 &&
                m->high % 250 == 0 && m->depth >= 1 && m->depth <= ACC_CABLE_MAX_DEPTH &&
                m->load >= 1 && m->load < 0x8000;
    if (!fits)
        return ACC_OUT_OF_RANGE;
    cable_plan plan;
    return plan_make(&plan, m, 1);
}

// Irregular, so that a slip of many samples has one answer; closest at the top, where a delay shows most: pilot i of n
// divides the band at t (3 - t) / 2, t = (2 i + 1) / 2 n.
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

// The payload in blocks of the same size, as few as can be; the bits that a block does without are known zeros.
static void split(cable_plan *p)
{
    bool open = p->mode.kind == ACC_CABLE_OPEN, robust = p->mode.robust;
    uint32_t columns = robust ? 36 : 60, rows = robust ? 24 : 12;
    uint32_t most = (columns - rows) * p->mode.lifting / 8 - CABLE_CRC_SIZE;
    p->blocks = open ? 0 : (p->len + most - 1) / most;
    p->block_size = open ? most : (p->len + p->blocks - 1) / p->blocks;
    p->information = 8 * (p->block_size + CABLE_CRC_SIZE);
    p->coded = p->information + rows * p->mode.lifting;
    uint64_t bits = order_len(p->blocks, p->coded, robust ? CABLE_REPEATS : 1);
    p->symbols = (uint32_t)((bits + p->mode.load - 1) / p->mode.load);
}

acc_status plan_make(cable_plan *p, const acc_cable_mode *mode, uint32_t len)
{
    memset(p, 0, sizeof *p);
    p->mode = *mode;
    p->len = mode->kind == ACC_CABLE_OPEN ? 0 : len;
    if (mode->kind != ACC_CABLE_OPEN && (len == 0 || len > ACC_CABLE_MAX_LEN))
        return ACC_OUT_OF_RANGE;
    p->first = (uint16_t)((mode->low * mode->symbol + ACC_CABLE_RATE - 1) / ACC_CABLE_RATE);
    p->last = (uint16_t)((uint32_t)mode->high * mode->symbol / ACC_CABLE_RATE);
    if (p->last < p->first + 2u * mode->pilots)
        return ACC_OUT_OF_RANGE;
    p->carriers = (uint16_t)(p->last - p->first + 1 - mode->pilots);
    if (mode->load > 20u * p->carriers)
        return ACC_OUT_OF_RANGE;
    place_pilots(p);
    split(p);
    return ACC_OK;
}

// `load` bits over n carriers: an even number each, and two more on as many as that leaves, evenly spread; what is odd
// goes to the first carrier. Under two bits a carrier: one on as many as there are bits.
static void load_flat(const cable_plan *p, uint8_t *bits)
{
    uint32_t n = p->carriers, step = p->mode.load < 2 * n ? 1 : 2,
             base = p->mode.load / (step * n) * step;
    uint32_t more = (p->mode.load - base * n) / step, rest = p->mode.load - base * n - more * step;
    for (uint32_t i = 0; i < n; i++)
        bits[i] = (uint8_t)(base + ((i + 1) * more / n - i * more / n) * step);
    // room for one more: base + 2 is at most 20, and if it is not there, base is below
    for (uint32_t i = 0; i < n && rest; i++)
        if (bits[i] < 20) {
            bits[i]++;
            rest--;
        }
}

void plan_load(cable_plan *p, uint16_t *carrier, uint8_t *bits)
{
    unsigned next = 0, count = 0;
    for (unsigned k = p->first; k <= p->last; k++) {
        if (next < p->mode.pilots && p->pilot[next] == k)
            next++;
        else
            carrier[count++] = (uint16_t)k;
    }
    assert(count == p->carriers);
    load_flat(p, bits);
    p->active = p->mode.pilots;
    for (unsigned i = 0; i < count; i++)
        p->active += bits[i] > 0;
}

unsigned plan_bits(const cable_plan *p)
{
    unsigned most =
        (p->mode.load + p->carriers - 1u) / p->carriers;  // bits of a carrier, rounded up
    most += most % 2;
    return most / 2 < 1 ? 1 : most / 2;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void order_seek(cable_order *o, uint32_t place)
{
    o->column = place % o->blocks;
    o->row = place / o->blocks;
    o->turn = (o->row + o->row / o->blocks) % o->blocks;
    o->index = (uint32_t)((uint64_t)o->row * o->stride % o->coded);
}

// Repeat r begins r times 0.618 of the whole before the end, so that a bit comes at different places of the band.
static void order_repeat(cable_order *o)
{
    uint32_t all = o->blocks * o->coded, offset = (uint32_t)((uint64_t)all * 618 / 1000) | 1;
    uint64_t back = (uint64_t)offset * o->repeat % all;
    order_seek(o, (uint32_t)((all - back) % all));
    o->left = all;
}

void order_start(cable_order *o, uint32_t blocks, uint32_t coded, uint32_t repeats)
{
    memset(o, 0, sizeof *o);
    o->blocks = blocks;
    o->coded = coded;
    o->repeats = repeats;
    // 0.618 n, odd, without a common divisor: neighbours on the line are far apart in the block
    o->stride = (uint32_t)((uint64_t)coded * 40503 >> 16) | 1;
    while (common_divisor(coded, o->stride) != 1)
        o->stride += 2;
    order_repeat(o);
}

static void next_row(cable_order *o)
{
    o->column = 0;
    o->row++;
    o->index += o->stride;
    o->index -= o->index >= o->coded ? o->coded : 0;
    // a turn further every row, and two every `blocks` rows
    o->turn += o->row % o->blocks == 0 ? 2 : 1;
    while (o->turn >= o->blocks)
        o->turn -= o->blocks;
    if (o->row == o->coded)
        order_seek(o, 0);
}

void order_next(cable_order *o)
{
    if (++o->column == o->blocks)
        next_row(o);
    if (--o->left == 0) {
        o->repeat = (o->repeat + 1) % o->repeats;
        order_repeat(o);
    }
}
