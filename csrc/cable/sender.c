// Renders a burst part by part: preamble, headers, symbols. A part is one transform's samples, sent behind its prefix.
#include "base/bytes.h"
#include "cable/block.h"
#include "cable/cells.h"
#include "cable/fft.h"
#include "cable/header.h"
#include "cable/memory.h"
#include "cable/pam.h"
#include "cable/pilot.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// RMS of the data under the peak. OFDM has a peak of 12 to 13.5 dB over its mean; what is clipped beyond 13.5 dB is noise
// of -67 dB.
#define CREST 4.75f

enum open_state { OPEN_NOT, OPEN_RUNNING, OPEN_CLOSING, OPEN_LAST };

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
    cable_order order;
    uint32_t group_left;  // coded bits of the group that were not read
    uint32_t queue;       // bits that were read ahead, the next one lowest
    unsigned queued;      // how many
    unsigned owed;        // of those, bits of the burst; the rest fills its last symbol
    uint32_t next;        // part: 0 preamble, then headers, then symbols
    enum open_state open;
    bool busy;
    bool begun;  // a group is being sent
};

static bool limits_fit(const acc_cable_limits *l)
{
    bool symbol = l->symbol >= 512 && l->symbol <= 4096 && (l->symbol & (l->symbol - 1)) == 0;
    bool z = l->lifting >= LDPC_MIN_Z && l->lifting <= LDPC_MAX_Z &&
             (l->lifting & (l->lifting - 1)) == 0;
    return symbol && z && l->depth >= 1 && l->depth <= ACC_CABLE_MAX_DEPTH && l->bits >= 1 &&
           l->bits <= PAM_MAX_BITS;
}

acc_cable_limits acc_cable_limits_all(void)
{
    return (acc_cable_limits){4096, LDPC_MAX_Z, ACC_CABLE_MAX_DEPTH, PAM_MAX_BITS, 64, 256};
}

// Where the parts of a sender lie. Returns their size.
static size_t lay_out(acc_cable_sender *s, uint8_t *base, const acc_cable_limits *l)
{
    cable_memory m = {base, 0};
    size_t size = l->symbol < LEAD_SIZE ? LEAD_SIZE : l->symbol;
    memory_take(&m, sizeof *s);
    float *part = memory_take(&m, size * sizeof *part);
    size_t block = LDPC_MAX_COLUMNS * l->lifting / 8u;
    float *roots = memory_take(&m, FFT_ROOTS(size) * sizeof *roots);
    float *levels = memory_take(&m, PAM_HALF_SIZE(l->bits) * sizeof *levels);
    uint32_t *block_bits = memory_take(&m, block);
    uint32_t *cells = memory_take(&m, block << cells_width(l->depth));
    uint8_t *load = memory_take(&m, size / 2);
    if (s) {
        *s = (acc_cable_sender){.limits = *l,
                                .part = part,
                                .levels = levels,
                                .block_bits = block_bits,
                                .cells = cells,
                                .load = load};
        s->fft = acc_cable_fft_init(roots, size);
        acc_cable_pam_init_labels(levels, l->bits);
    }
    return m.used;
}

size_t acc_cable_sender_size(const acc_cable_limits *limits)
{
    return limits_fit(limits) ? lay_out(NULL, NULL, limits) : 0;
}

acc_status acc_cable_sender_init(void *memory, size_t size, const acc_cable_limits *limits,
                                 float amplitude, acc_cable_sender **sender)
{
    size_t needed = acc_cable_sender_size(limits);
    if (needed == 0 || !(amplitude > 0 && amplitude <= 1))
        return ACC_OUT_OF_RANGE;
    if (size < needed)
        return ACC_NO_ROOM;
    acc_cable_sender *s = memory;
    lay_out(s, memory, limits);
    s->amplitude = amplitude;
    acc_cable_ldpc_make(&s->code, s->rate = LDPC_FOUR_FIFTHS);
    *sender = s;
    return ACC_OK;
}

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

static acc_status start(acc_cable_sender *s, const acc_cable_mode *mode,
                        const acc_cable_report *report, const uint8_t *missing, uint32_t len)
{
    if (s->busy)
        return ACC_BUSY;
    cable_plan plan;
    if (acc_cable_mode_check(mode) != ACC_OK || acc_cable_plan_make(&plan, mode, len) != ACC_OK)
        return ACC_OUT_OF_RANGE;
    if (missing && acc_cable_plan_repeat(&plan, missing) != ACC_OK)
        return ACC_OUT_OF_RANGE;
    const acc_cable_limits *l = &s->limits;
    // an open burst has one group on the line and one that waits
    uint32_t blocks = plan_group(&plan, 0) * (plan_is_open(&plan) ? 2 : 1);
    if (mode->symbol > l->symbol || mode->lifting > l->lifting || blocks > l->depth ||
        acc_cable_plan_bits(&plan) > l->bits)
        return ACC_NO_ROOM;
    s->plan = plan;
    // which carriers those are is needed here alone: no part was made yet
    acc_cable_plan_load(&s->plan, report, (uint16_t *)(void *)s->part, s->load);
    if (plan_is_loaded(&plan) && s->plan.bits == 0)
        return ACC_OUT_OF_RANGE;
    ldpc_rate rate = mode->robust ? LDPC_ONE_THIRD : LDPC_FOUR_FIFTHS;
    if (rate != s->rate)
        acc_cable_ldpc_make(&s->code, s->rate = rate);
    s->width = cells_width(plan_group(&plan, 0));
    s->block = s->next = s->ahead = s->set = 0;
    s->at = s->part_size = s->part_prefix = 0;
    s->group_left = 0;
    s->queue = s->queued = s->owed = 0;
    s->busy = true;
    s->begun = false;
    return ACC_OK;
}

acc_status acc_cable_sender_start(acc_cable_sender *s, const acc_cable_mode *mode,
                                  const uint8_t *payload, size_t len)
{
    if (mode->kind != ACC_CABLE_FLAT)
        return ACC_UNSUPPORTED;
    if (len > ACC_CABLE_MAX_LEN)
        return ACC_OUT_OF_RANGE;
    acc_status status = start(s, mode, NULL, NULL, (uint32_t)len);
    if (status == ACC_OK) {
        s->payload = payload;
        s->open = OPEN_NOT;
    }
    return status;
}

acc_status acc_cable_sender_open(acc_cable_sender *s, const acc_cable_mode *mode)
{
    if (mode->kind != ACC_CABLE_OPEN)
        return ACC_UNSUPPORTED;
    acc_status status = start(s, mode, NULL, NULL, 0);
    if (status == ACC_OK)
        s->open = OPEN_RUNNING;
    return status;
}

acc_status acc_cable_sender_open_loaded(acc_cable_sender *s, const acc_cable_mode *mode,
                                        const acc_cable_report *report)
{
    if (mode->kind != ACC_CABLE_OPEN_LOADED)
        return ACC_UNSUPPORTED;
    if ((mode->load & 255) != report->id)
        return ACC_OUT_OF_RANGE;
    acc_status status = start(s, mode, report, NULL, 0);
    if (status == ACC_OK)
        s->open = OPEN_RUNNING;
    return status;
}

acc_status acc_cable_sender_start_loaded(acc_cable_sender *s, const acc_cable_mode *mode,
                                         const acc_cable_report *report, const uint8_t *payload,
                                         size_t len, const uint8_t *missing)
{
    if (mode->kind != ACC_CABLE_LOADED)
        return ACC_UNSUPPORTED;
    if (len > ACC_CABLE_MAX_LEN || (mode->load & 255) != report->id)
        return ACC_OUT_OF_RANGE;
    acc_status status = start(s, mode, report, missing, (uint32_t)len);
    if (status == ACC_OK) {
        s->payload = payload;
        s->open = OPEN_NOT;
    }
    return status;
}

acc_status acc_cable_sender_sound(acc_cable_sender *s, uint8_t id)
{
    acc_cable_mode mode = {.kind = ACC_CABLE_SOUNDING,
                           .symbol = 2048,
                           .prefix = 320,
                           .low = 20,
                           .high = 23500,
                           .pilots = 20,
                           .lifting = LDPC_MIN_Z,
                           .depth = 1,
                           .load = id};
    acc_status status = start(s, &mode, NULL, NULL, 0);
    if (status == ACC_OK)
        s->open = OPEN_NOT;
    return status;
}

// A group is begun in the middle of a symbol, so that its blocks must be there before.
size_t acc_cable_sender_room(const acc_cable_sender *s)
{
    bool free = s->busy && s->open == OPEN_RUNNING && s->ahead < s->plan.mode.depth;
    return free ? s->plan.block_size - CABLE_OPEN_SIZE : 0;
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

// In an open burst a block begins with its length.
static void code_open_block(acc_cable_sender *s, uint32_t number, uint32_t set, uint32_t place,
                            const uint8_t *bytes, size_t len, bool last)
{
    uint8_t block[LDPC_MAX_Z * 48 / 8];
    store_be16(block, (uint16_t)(len | (last ? CABLE_OPEN_LAST : 0)));
    if (len)
        memcpy(block + CABLE_OPEN_SIZE, bytes, len);
    code_block(s, number, block, len + CABLE_OPEN_SIZE, set, place);
}

size_t acc_cable_sender_add(acc_cable_sender *s, const uint8_t *bytes, size_t len)
{
    size_t room = acc_cable_sender_room(s);
    len = len < room ? len : room;
    if (len == 0)
        return 0;
    uint32_t first = s->begun ? s->block + s->order.blocks : 0;
    code_open_block(s, first + s->ahead, s->set ^ 1, s->ahead, bytes, len, false);
    s->ahead++;
    return len;
}

void acc_cable_sender_close(acc_cable_sender *s)
{
    if (s->busy && s->open == OPEN_RUNNING)
        s->open = OPEN_CLOSING;
}

static void fill_open(acc_cable_sender *s)
{
    bool last = s->open == OPEN_CLOSING && s->in_group + 1 == s->order.blocks;
    code_open_block(s, s->block + s->in_group, s->set, s->in_group, NULL, 0, last);
    if (last)
        s->open = OPEN_LAST;
}

// Codes the blocks that are missing when the first bit of a group is due.
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

static bool all_read(const acc_cable_sender *s)
{
    bool last =
        s->open == OPEN_NOT ? s->block + s->order.blocks >= s->plan.sent : s->open == OPEN_LAST;
    return s->begun && last && s->group_left == 0;
}

// Whether the burst's last bit went out.
static bool all_sent(const acc_cable_sender *s)
{
    if (s->plan.mode.kind == ACC_CABLE_SOUNDING)
        return s->next >= 1 + plan_headers(&s->plan.mode) + SOUNDING_SYMBOLS;
    return all_read(s) && s->owed == 0;
}

// Begins the group after the one that was read, if there is one.
static void next_group(acc_cable_sender *s)
{
    if (all_read(s))
        return;
    s->block = s->begun ? s->block + s->order.blocks : 0;
    start_group(s);
    fill_group(s);
}

// Reads what is left of a row. After the burst's last one the group begins again, to fill the symbol.
static void read_row(acc_cable_sender *s)
{
    if (s->group_left == 0)
        next_group(s);
    cable_order *o = &s->order;
    uint32_t n = o->blocks - o->column;
    n = n < o->left ? n : o->left;
    uint32_t cell = cells_get(set_of(s, s->set), s->width, o->index);
    // of bit i, block i + turn modulo blocks; columns before this one were read
    uint32_t row = (cell | cell << o->blocks) >> (o->turn + o->column) & ((1u << n) - 1);
    acc_cable_order_skip(o, n);
    s->queue |= row << s->queued;
    s->queued += n;
    if (s->group_left) {
        s->owed += n;
        s->group_left -= n;
    }
}

// Reads whole rows as long as the queue takes them, all but the last of a group or repeat. Nearly every bit passes here:
// a function of its own, for the compiler to keep the walk in registers.
static __attribute__((noinline)) void read_rows(acc_cable_sender *s)
{
    cable_order *o = &s->order;
    const uint32_t *cells = set_of(s, s->set);
    uint32_t left = o->left < s->group_left ? o->left : s->group_left, n = o->blocks;
    uint32_t rows = left > n ? (left - 1) / n : 0, fit = (32 - s->queued) / n;
    uint32_t rest = o->coded - 1 - o->row;
    rows = rows < rest ? rows : rest;
    rows = rows < fit ? rows : fit;
    uint32_t queue = 0, queued = s->queued, width = s->width, mask = (1u << n) - 1;
    uint32_t index = o->index, turn = o->turn, phase = o->phase, stride = o->stride;
    for (uint32_t i = rows; i > 0; i--, queued += n) {
        uint32_t at = index << width, cell = cells[at / 32] >> at % 32 & mask;
        queue |= ((cell | cell << n) >> turn & mask) << queued;
        order_turn(o, &index, &turn, &phase, stride);
    }
    o->index = index;
    o->turn = turn;
    o->phase = phase;
    o->row += rows;
    o->left -= rows * n;
    s->owed += rows * n;
    s->group_left -= rows * n;
    s->queue |= queue;
    s->queued = queued;
}

static void fill_queue(acc_cable_sender *s, unsigned m)
{
    if (s->begun && s->order.column == 0)
        read_rows(s);
    while (s->queued < m)
        read_row(s);
}

// The label of the next m coded bits, m at most 10.
static inline unsigned next_label(acc_cable_sender *s, unsigned m)
{
    if (s->queued < m)
        fill_queue(s, m);
    unsigned label = s->queue & ((1u << m) - 1);
    s->queue >>= m;
    s->queued -= m;
    return label;
}

static inline float next_level(acc_cable_sender *s, unsigned m)
{
    return m ? pam_level(s->levels, m, next_label(s, m)) : 0;
}

static void put_pilots(acc_cable_sender *s, uint32_t symbol)
{
    for (unsigned i = 0; i < s->plan.mode.pilots; i++) {
        point p = pilot_point(symbol, i);
        s->part[2 * s->plan.pilot[i]] = p.re;
        s->part[2 * s->plan.pilot[i] + 1] = p.im;
    }
}

// What lies outside the band has no power.
static void clear_edges(acc_cable_sender *s)
{
    size_t first = (size_t)2 * s->plan.first, end = (size_t)2 * s->plan.last + 2;
    memset(s->part, 0, first * sizeof *s->part);
    memset(s->part + end, 0, (s->plan.mode.symbol - end) * sizeof *s->part);
}

static void make_sounding(acc_cable_sender *s, uint32_t symbol)
{
    clear_edges(s);
    for (unsigned k = s->plan.first; k <= s->plan.last; k++) {
        point p = sounding_point(symbol, k);
        s->part[2 * k] = p.re;
        s->part[2 * k + 1] = p.im;
    }
    put_pilots(s, symbol);
}

// Carrier with b bits: ceil(b / 2) on its real part, floor(b / 2) on the imaginary; one bit alone has all the power.
static void make_symbol(acc_cable_sender *s, uint32_t symbol)
{
    clear_edges(s);
    for (unsigned k = s->plan.first, i = 0, pilot = 0; k <= s->plan.last; k++) {
        if (pilot < s->plan.mode.pilots && s->plan.pilot[pilot] == k) {
            pilot++;
            continue;
        }
        float *x = s->part + (size_t)2 * k;
        unsigned b = s->load[i++];
        x[0] = next_level(s, (b + 1) / 2) * (b == 1 ? 1.41421356f : 1);
        x[1] = next_level(s, b / 2);
    }
    s->owed = s->owed > s->plan.bits ? s->owed - s->plan.bits : 0;
    put_pilots(s, symbol);
}

static void make_preamble(acc_cable_sender *s)
{
    acc_cable_preamble_spectrum(s->part);
}

static void make_header(acc_cable_sender *s, unsigned which)
{
    uint8_t bytes[HEADER_BYTES];
    int8_t chips[LEAD_CHIPS];
    acc_cable_header_pack(&s->plan.mode, s->plan.len, bytes);
    acc_cable_header_chips(bytes, which, chips);
    memset(s->part, 0, LEAD_SIZE * sizeof *s->part);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        s->part[2 * (n + 1)] = 0.70710678f * chips[n];
        s->part[2 * (n + 1) + 1] = 0.70710678f * chips[LEAD_CARRIERS + n];
    }
}

static void scale_part(acc_cable_sender *s, float gain)
{
    acc_cable_fft_inverse(&s->fft, s->part, s->part_size);
    float peak = s->amplitude;
    gain *= peak / CREST;
    for (size_t i = 0; i < s->part_size; i++) {
        float v = gain * s->part[i];
        s->part[i] = v > peak ? peak : v < -peak ? -peak : v;
    }
}

// Makes the next part; false when there is none.
static bool next_part(acc_cable_sender *s)
{
    const acc_cable_mode *m = &s->plan.mode;
    if (all_sent(s))
        return false;
    uint32_t part = s->next++, lead = 1 + plan_headers(m);
    s->at = 0;
    if (part < lead) {
        s->part_size = LEAD_SIZE;
        s->part_prefix = plan_lead(m);
        part ? make_header(s, part - 1) : make_preamble(s);
        scale_part(s, acc_cable_unit_power(LEAD_CARRIERS) * (part ? 1 : PREAMBLE_BOOST));
        return true;
    }
    s->part_size = m->symbol;
    s->part_prefix = m->prefix;
    if (m->kind == ACC_CABLE_SOUNDING)
        make_sounding(s, part - lead);
    else
        make_symbol(s, part - lead);
    scale_part(s, acc_cable_unit_power(s->plan.active));
    return true;
}

bool acc_cable_sender_is_busy(const acc_cable_sender *s)
{
    return s->busy;
}

// Samples of the part from `at` on, its end first: the prefix.
static size_t copy_part(acc_cable_sender *s, float *out, size_t len)
{
    size_t from, left;
    if (s->at < s->part_prefix) {
        left = s->part_prefix - s->at;
        from = s->part_size - left;
    } else {
        from = s->at - s->part_prefix;
        left = s->part_size - from;
    }
    size_t n = len < left ? len : left;
    memcpy(out, s->part + from, n * sizeof *out);
    s->at += n;
    return n;
}

size_t acc_cable_sender_render(acc_cable_sender *s, float *out, size_t len)
{
    size_t sent = 0;
    while (s->busy && sent < len) {
        if (s->at == s->part_prefix + s->part_size && !next_part(s)) {
            s->busy = false;
            break;
        }
        sent += copy_part(s, out + sent, len - sent);
    }
    for (size_t i = sent; i < len; i++)
        out[i] = 0;
    return sent;
}
