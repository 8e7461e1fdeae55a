// The coded bits of a burst in the order on the line: encodes the blocks of a group when its first
// bit is due, and reads rows of the interleaver ahead of the symbols. sender.c calls
// sender_next_bits for each carrier.
#include "base/bytes.h"
#include "cable/sender.h"
#include "cable/unroll.h"

#include <string.h>

static void start_group(acc_cable_sender *s)
{
    uint32_t count = plan_group(&s->plan, s->block),
             repeats = s->plan.mode.robust ? CABLE_REPEATS : 1;
    acc_cable_order_start(&s->order, count, s->plan.coded, repeats);
    s->group_left = (uint32_t)order_len(count, s->plan.coded, repeats);
    s->in_group = s->ahead;
    s->ahead = 0;
    s->set ^= s->open != OPEN_NOT;
    s->begun = true;
}

static uint32_t *set_of(acc_cable_sender *s, uint32_t set)
{
    size_t words = (size_t)s->code.columns * s->plan.mode.lifting / 32;
    return s->cells + set * (words << s->width);
}

// Codes a block that becomes number `place` of the group in `set`.
static void code_block(acc_cable_sender *s, uint32_t number, const uint8_t *bytes, size_t len,
                       uint32_t set, uint32_t place)
{
    acc_cable_block_encode(&s->plan, &s->code, number, bytes, len, s->block_bits);
    acc_cable_cells_put(set_of(s, set), s->width, place, s->block_bits, &s->plan,
                        ldpc_information(&s->code) * s->plan.mode.lifting / 8u);
}

void acc_cable_sender_code_open(acc_cable_sender *s, uint32_t number, uint32_t set, uint32_t place,
                                const uint8_t *bytes, size_t len, bool last)
{
    uint8_t block[LDPC_MAX_Z * 48 / 8];
    store_be16(block, (uint16_t)(len | (last ? CABLE_OPEN_LAST : 0)));
    if (len)
        memcpy(block + CABLE_OPEN_SIZE, bytes, len);
    code_block(s, number, block, len + CABLE_OPEN_SIZE, set, place);
}

static void fill_open(acc_cable_sender *s)
{
    bool last = s->open == OPEN_CLOSING && s->in_group + 1 == s->order.blocks;
    acc_cable_sender_code_open(s, s->block + s->in_group, s->set, s->in_group, NULL, 0, last);
    if (last)
        s->open = OPEN_LAST;
}

// Encodes the blocks that are still missing when the first bit of a group is due.
static void fill_group(acc_cable_sender *s)
{
    for (; s->in_group < s->order.blocks; s->in_group++) {
        if (s->open != OPEN_NOT) {
            fill_open(s);
            continue;
        }
        uint32_t number = acc_cable_plan_block(&s->plan, s->block + s->in_group),
                 size = s->plan.block_size;
        uint32_t offset = number * size, left = s->plan.len - offset;
        code_block(s, number, s->payload + offset, left < size ? left : size, s->set, s->in_group);
    }
}

bool acc_cable_sender_all_read(const acc_cable_sender *s)
{
    bool last =
        s->open == OPEN_NOT ? s->block + s->order.blocks >= s->plan.sent : s->open == OPEN_LAST;
    return s->begun && last && s->group_left == 0;
}

// Starts the group after the current one, if any.
static void next_group(acc_cable_sender *s)
{
    if (acc_cable_sender_all_read(s))
        return;
    s->block = s->begun ? s->block + s->order.blocks : 0;
    start_group(s);
    fill_group(s);
}

// Appends n bits to those read ahead, n at most 16.
static void append(acc_cable_sender *s, uint32_t bits, unsigned n)
{
    uint32_t at = s->ahead_end, *word = s->ahead_bits + at / 32;
    word[0] |= bits << at % 32;
    word[1] |= bits >> 1 >> (31 - at % 32);
    s->ahead_end = at + n;
}

// Counts n bits as read; filler bits of the last symbol belong to no group.
static void count_read(acc_cable_sender *s, uint32_t n)
{
    if (s->group_left) {
        s->owed += n;
        s->group_left -= n;
    }
}

// Reads the rest of a row. After the burst's last group it starts again, to fill the symbol.
static void read_row(acc_cable_sender *s)
{
    if (s->group_left == 0)
        next_group(s);
    cable_order *o = &s->order;
    uint32_t n = o->blocks - o->column;
    n = n < o->left ? n : o->left;
    uint32_t cell = cells_get(set_of(s, s->set), s->width, o->index);
    // of bit i, block i + turn modulo blocks; columns before this one were read
    append(s, (cell | cell << o->blocks) >> (o->turn + o->column) & ((1u << n) - 1), n);
    acc_cable_order_skip(o, n);
    count_read(s, n);
}

// Whole rows that can be read at once: all but the last of a group or repeat, and no more than fit.
static uint32_t free_rows(const acc_cable_sender *s)
{
    const cable_order *o = &s->order;
    if (!s->begun || o->column || (s->group_left == 0 && !acc_cable_sender_all_read(s)))
        return 0;
    uint32_t left = s->group_left && s->group_left < o->left ? s->group_left : o->left;
    uint32_t rows = (left - 1) / o->blocks, rest = o->coded - 1 - o->row;
    uint32_t fit = (32 * AHEAD_WORDS - s->ahead_end) / o->blocks;
    rows = rows < rest ? rows : rest;
    return rows < fit ? rows : fit;
}

// `rows` rows of cells of one bit: a single block, whose bits have an order of their own.
static void read_single(acc_cable_sender *s, uint32_t rows)
{
    cable_order *o = &s->order;
    const uint32_t *bits = set_of(s, s->set);
    uint32_t index = o->index, stride = o->stride, coded = o->coded;
    while (rows > 0) {
        uint32_t n = rows < 16 ? rows : 16, word = 0;
        UNROLL(4)
        for (uint32_t i = n; i > 0; i--) {
            word = word >> 1 | bits[index / 32] >> index % 32 << 31;
            index += stride;
            index -= index >= coded ? coded : 0;
        }
        append(s, word >> (32 - n), n);
        rows -= n;
    }
    o->index = index;
}

// Nearly every bit passes here: a function of its own, which keeps its locals in registers. The
// index counts bits of the cells. After as many rows as there are blocks the turn is back at its
// start, and advances by one more.
static __attribute__((noinline)) void read_several(acc_cable_sender *s, uint32_t rows)
{
    cable_order *o = &s->order;
    const uint32_t *cells = set_of(s, s->set);
    uint32_t *to = s->ahead_bits + s->ahead_end / 32, at = s->ahead_end % 32, word = *to;
    uint32_t n = o->blocks, mask = (1u << n) - 1, turn = o->turn;
    uint32_t first = turn >= o->phase ? turn - o->phase : turn + n - o->phase;
    uint32_t index = o->index << s->width, stride = o->stride << s->width;
    uint32_t end = o->coded << s->width;
    o->phase = (o->phase + rows) % n;
    s->ahead_end += rows * n;
    UNROLL(8)
    for (; rows > 0; rows--) {
        uint32_t cell = cells[index / 32] >> index % 32 & mask;
        cell = (cell | cell << n) >> turn & mask;
        word |= cell << at;
        at += n;
        if (at >= 32) {
            *to++ = word;
            at -= 32;
            word = cell >> (n - at);
        }
        index += stride;
        index -= index >= end ? end : 0;
        turn = turn + 1 == n ? 0 : turn + 1;
        if (turn == first)
            turn = first = first + 1 == n ? 0 : first + 1;
    }
    *to = word;
    o->index = index >> s->width;
    o->turn = turn;
}

static void read_rows(acc_cable_sender *s, uint32_t rows)
{
    cable_order *o = &s->order;
    o->row += rows;
    o->left -= rows * o->blocks;
    count_read(s, rows * o->blocks);
    // a last group of one block has the wider cells of those before it
    if (s->width == 0)
        read_single(s, rows);
    else
        read_several(s, rows);
}

void acc_cable_sender_read(acc_cable_sender *s, unsigned m)
{
    uint32_t left = s->ahead_end - s->ahead_at, rest = sender_bits_at(s, s->ahead_at);
    memset(s->ahead_bits, 0, sizeof s->ahead_bits);
    s->ahead_bits[0] = rest;
    s->ahead_at = 0;
    s->ahead_end = left;
    uint32_t rows = free_rows(s);
    if (rows)
        read_rows(s, rows);
    while (s->ahead_end < m)
        read_row(s);
}
