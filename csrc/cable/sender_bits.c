// The coded bits of a burst in the order on the line: encodes the blocks of a group before its
// first bit is sent, and reads rows of the interleaver ahead of the symbols.
//
// Input: a payload, or blocks of an open burst. Output: bits; sender.c calls sender_next_bits for
// each carrier.
#include "base/bytes.h"
#include "cable/sender.h"
#include "cable/unroll.h"

#include <string.h>

static sender_queue *uniform_of(acc_cable_sender *s)
{
    return &s->queue[QUEUE_UNIFORM];
}

// Blocks of the group on the line.
static uint32_t group_size(const acc_cable_sender *s)
{
    return s->queue[QUEUE_UNIFORM].order.blocks;
}

// Starts a queue's order in a new group. Pairs read ahead are dropped: they repeat the group
// before.
static void start_queue(acc_cable_sender *s, unsigned number, uint32_t blocks, uint32_t repeats)
{
    sender_queue *q = &s->queue[number];
    q->begin = queue_begin(&s->plan, number);
    if (number != QUEUE_UNIFORM) {
        memset(q->ahead_bits, 0, sizeof q->ahead_bits);
        q->ahead_at = q->ahead_end = 0;
    }
    if (queue_size(&s->plan, number))
        acc_cable_order_start(&q->order, blocks, queue_size(&s->plan, number), repeats);
}

static void start_group(acc_cable_sender *s)
{
    uint32_t count = plan_group(&s->plan, s->block),
             repeats = s->plan.mode.robust ? CABLE_REPEATS : 1;
    for (unsigned i = 0; i < QUEUES; i++)
        start_queue(s, i, count, repeats);
    s->group_left = (uint32_t)order_len(count, queue_size(&s->plan, QUEUE_UNIFORM), repeats);
    s->width = cells_width(count);
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

// Encodes a block as block `place` of the group in half `set` of the cells.
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
    bool last = s->open == OPEN_CLOSING && s->in_group + 1 == group_size(s);
    acc_cable_sender_code_open(s, s->block + s->in_group, s->set, s->in_group, NULL, 0, last);
    if (last)
        s->open = OPEN_LAST;
}

// Encodes the group's blocks that are not encoded yet. In an open burst these are blocks without
// payload.
static void fill_group(acc_cable_sender *s)
{
    for (; s->in_group < group_size(s); s->in_group++) {
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
        s->open == OPEN_NOT ? s->block + group_size(s) >= s->plan.sent : s->open == OPEN_LAST;
    return s->begun && last && s->group_left == 0;
}

// Starts the next group, unless the burst has ended.
static void next_group(acc_cable_sender *s)
{
    if (acc_cable_sender_all_read(s))
        return;
    s->block = s->begun ? s->block + group_size(s) : 0;
    start_group(s);
    fill_group(s);
}

void acc_cable_sender_reach_pair(acc_cable_sender *s)
{
    if (s->group_left == 0 && uniform_of(s)->ahead_at == uniform_of(s)->ahead_end)
        next_group(s);
}

// Appends n <= 16 bits to those read ahead.
static void append(sender_queue *q, uint32_t bits, unsigned n)
{
    uint32_t at = q->ahead_end, *word = q->ahead_bits + at / 32;
    word[0] |= bits << at % 32;
    word[1] |= bits >> 1 >> (31 - at % 32);
    q->ahead_end = at + n;
}

// Counts n bits as read if they are uniform; filler bits of the last symbol are not counted.
static void count_read(acc_cable_sender *s, const sender_queue *q, uint32_t n)
{
    if (s->group_left && q == uniform_of(s)) {
        s->owed += n;
        s->group_left -= n;
    }
}

// Reads the rest of a row. After the burst's last group its bits are read again, to fill the
// symbol.
static void read_row(acc_cable_sender *s, sender_queue *q)
{
    if (s->group_left == 0 && q == uniform_of(s))
        next_group(s);
    cable_order *o = &q->order;
    uint32_t n = o->blocks - o->column;
    n = n < o->left ? n : o->left;
    uint32_t cell = cells_get(set_of(s, s->set), s->width, q->begin + o->index);
    // column c has block (c + turn) mod blocks; earlier columns were read
    append(q, (cell | cell << o->blocks) >> (o->turn + o->column) & ((1u << n) - 1), n);
    acc_cable_order_skip(o, n);
    count_read(s, q, n);
}

// The number of whole rows that can be read at once: all but the last row of a group or repeat, as
// far as they fit in ahead_bits.
static uint32_t free_rows(const acc_cable_sender *s, const sender_queue *q)
{
    const cable_order *o = &q->order;
    bool uniform = q == &s->queue[QUEUE_UNIFORM];
    if (!s->begun || o->column || (uniform && s->group_left == 0 && !acc_cable_sender_all_read(s)))
        return 0;
    uint32_t left = uniform && s->group_left && s->group_left < o->left ? s->group_left : o->left;
    uint32_t rows = (left - 1) / o->blocks, rest = o->coded - 1 - o->row;
    uint32_t fit = (32 * AHEAD_WORDS - q->ahead_end) / o->blocks;
    rows = rows < rest ? rows : rest;
    rows = rows < fit ? rows : fit;
    // stops at the end of a cycle, because whole cycles are read fastest
    uint32_t phase = (o->phase + rows) % o->blocks;
    return phase < rows ? rows - phase : rows;
}

// Reads `rows` rows of cells of one bit, which are those of a single block.
static void read_single(const uint32_t *bits, sender_queue *q, uint32_t rows)
{
    cable_order *o = &q->order;
    uint32_t index = o->index, stride = o->stride, coded = o->coded, begin = q->begin;
    while (rows > 0) {
        uint32_t n = rows < 16 ? rows : 16, word = 0;
        UNROLL(4)
        for (uint32_t i = n; i > 0; i--) {
            uint32_t at = begin + index;
            word = word >> 1 | bits[at / 32] >> at % 32 << 31;
            index += stride;
            index -= index >= coded ? coded : 0;
        }
        append(q, word >> (32 - n), n);
        rows -= n;
    }
    o->index = index;
}

// The cell at bit `place` of the cells, in the low bits; the bits above it are arbitrary.
static inline uint32_t cell_at(const uint32_t *cells, uint32_t place)
{
    uint32_t word = cells[place / 32];
    return word >> place % 32 | word << (32 - place) % 32;
}

// Reads `rows` rows in whole cycles of DEPTH rows, which begin and end with phase 0: within a
// cycle, turn grows by one per row. `place` is in bits of the cells. DEPTH is a constant, so that
// the shifts are, too.
static __attribute__((noinline)) void read_cycles(const uint32_t *cells, sender_queue *q,
                                                  uint32_t rows)
{
    enum { DEPTH = 4, WIDTH = 2, MASK = (1 << DEPTH) - 1 };
    cable_order *o = &q->order;
    uint32_t *to = q->ahead_bits + q->ahead_end / 32, at = q->ahead_end % 32, turn = o->turn;
    uint32_t place = o->index << WIDTH, stride = o->stride << WIDTH, end = o->coded << WIDTH;
    cells += (q->begin << WIDTH) / 32;  // whole words: a queue begins at a multiple of 16 bits
    q->ahead_end += rows * DEPTH;
    for (; rows > 0; rows -= DEPTH) {
        uint32_t cycle = 0;
        UNROLL(4)
        for (uint32_t row = 0; row < DEPTH; row++) {
            uint32_t cell = cell_at(cells, place) & MASK;
            cell |= cell << DEPTH | cell << 2 * DEPTH;
            cycle |= (cell >> (turn + row) & MASK) << DEPTH * row;
            place += stride;
            place -= place >= end ? end : 0;
        }
        to[0] |= cycle << at;
        at += DEPTH * DEPTH;
        if (at >= 32)
            *++to |= cycle >> (DEPTH * DEPTH + 32 - at);
        at %= 32;
        turn = (turn + 1) % DEPTH;
    }
    o->index = place >> WIDTH;
    o->turn = turn;
}

// Reads `rows` rows of any depth and phase. After `blocks` rows, turn is at its start again and
// advances by one more.
static void read_several(const uint32_t *cells, unsigned width, sender_queue *q, uint32_t rows)
{
    cable_order *o = &q->order;
    uint32_t *to = q->ahead_bits + q->ahead_end / 32, at = q->ahead_end % 32, word = *to;
    uint32_t n = o->blocks, mask = (1u << n) - 1, turn = o->turn;
    uint32_t first = turn >= o->phase ? turn - o->phase : turn + n - o->phase;
    uint32_t begin = q->begin << width, stride = o->stride << width;
    uint32_t index = begin + (o->index << width), end = begin + (o->coded << width);
    o->phase = (o->phase + rows) % n;
    q->ahead_end += rows * n;
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
        index -= index >= end ? end - begin : 0;
        turn = turn + 1 == n ? 0 : turn + 1;
        if (turn == first)
            turn = first = first + 1 == n ? 0 : first + 1;
    }
    *to = word;
    o->index = (index - begin) >> width;
    o->turn = turn;
}

static void read_rows(acc_cable_sender *s, sender_queue *q, uint32_t rows)
{
    cable_order *o = &q->order;
    o->row += rows;
    o->left -= rows * o->blocks;
    count_read(s, q, rows * o->blocks);
    if (s->width == 0)
        read_single(set_of(s, s->set), q, rows);
    else if (o->blocks == 4 && o->phase == 0 && rows % 4 == 0)
        read_cycles(set_of(s, s->set), q, rows);
    else
        read_several(set_of(s, s->set), s->width, q, rows);
}

void acc_cable_sender_read(acc_cable_sender *s, sender_queue *q, unsigned m)
{
    uint32_t left = q->ahead_end - q->ahead_at, rest = queue_bits_at(q, q->ahead_at);
    memset(q->ahead_bits, 0, sizeof q->ahead_bits);
    q->ahead_bits[0] = rest;
    q->ahead_at = 0;
    q->ahead_end = left;
    uint32_t rows = free_rows(s, q);
    if (rows)
        read_rows(s, q, rows);
    while (q->ahead_end < m)
        read_row(s, q);
}
