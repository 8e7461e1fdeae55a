// Renders a burst part by part: preamble, headers, symbols. A part is one transform's samples, sent behind its prefix.
#include "base/bytes.h"
#include "cable/block.h"
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
    uint32_t *bits, *scratch;           // of the group's code blocks
    size_t words;                       // of a code block
    uint8_t *load;                      // bits of each carrier of data, ascending
    ldpc_code code;
    ldpc_rate rate;
    cable_plan plan;
    const uint8_t *payload;
    uint32_t block;     // first one of the group
    uint32_t in_group;  // blocks of it that are coded
    uint32_t ahead;     // open: blocks of the group after it that are coded
    uint32_t set;  // open: which half of `bits` the group has; the other is for the one after it
    cable_order order;
    uint64_t group_left;  // coded bits of the group that were not read
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
    float *roots = memory_take(&m, size * sizeof *roots);
    float *levels = memory_take(&m, PAM_HALF_SIZE(l->bits) * sizeof *levels);
    uint32_t *bits = memory_take(&m, (size_t)l->depth * LDPC_MAX_COLUMNS * l->lifting / 8);
    uint32_t *scratch = memory_take(&m, l->lifting / 8);
    uint8_t *load = memory_take(&m, size / 2);
    if (s) {
        *s = (acc_cable_sender){.limits = *l,
                                .part = part,
                                .levels = levels,
                                .bits = bits,
                                .scratch = scratch,
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
    s->group_left = order_len(count, s->plan.coded, repeats);
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
    uint32_t blocks = plan_group(&plan, 0) * (mode->kind == ACC_CABLE_OPEN ? 2 : 1);
    if (mode->symbol > l->symbol || mode->lifting > l->lifting || blocks > l->depth ||
        acc_cable_plan_bits(&plan) > l->bits)
        return ACC_NO_ROOM;
    s->plan = plan;
    // which carriers those are is needed here alone: no part was made yet
    acc_cable_plan_load(&s->plan, report, (uint16_t *)(void *)s->part, s->load);
    if (mode->kind == ACC_CABLE_LOADED && s->plan.bits == 0)
        return ACC_OUT_OF_RANGE;
    ldpc_rate rate = mode->robust ? LDPC_ONE_THIRD : LDPC_FOUR_FIFTHS;
    if (rate != s->rate)
        acc_cable_ldpc_make(&s->code, s->rate = rate);
    s->words = (size_t)s->code.columns * s->plan.mode.lifting / 32;
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
    return s->bits + set * s->plan.mode.depth * s->words;
}

// In an open burst a block begins with its length.
static void code_open_block(acc_cable_sender *s, uint32_t number, uint32_t *bits,
                            const uint8_t *bytes, size_t len, bool last)
{
    uint8_t block[LDPC_MAX_Z * 48 / 8];
    store_be16(block, (uint16_t)(len | (last ? CABLE_OPEN_LAST : 0)));
    if (len)
        memcpy(block + CABLE_OPEN_SIZE, bytes, len);
    acc_cable_block_encode(&s->plan, &s->code, number, block, len + CABLE_OPEN_SIZE, bits,
                           s->scratch);
}

size_t acc_cable_sender_add(acc_cable_sender *s, const uint8_t *bytes, size_t len)
{
    size_t room = acc_cable_sender_room(s);
    len = len < room ? len : room;
    if (len == 0)
        return 0;
    uint32_t first = s->begun ? s->block + s->order.blocks : 0;
    code_open_block(s, first + s->ahead, set_of(s, s->set ^ 1) + s->ahead * s->words, bytes, len,
                    false);
    s->ahead++;
    return len;
}

void acc_cable_sender_close(acc_cable_sender *s)
{
    if (s->busy && s->open == OPEN_RUNNING)
        s->open = OPEN_CLOSING;
}

static void fill_open(acc_cable_sender *s, uint32_t *bits)
{
    bool last = s->open == OPEN_CLOSING && s->in_group + 1 == s->order.blocks;
    code_open_block(s, s->block + s->in_group, bits, NULL, 0, last);
    if (last)
        s->open = OPEN_LAST;
}

// Codes the blocks that are missing when the first bit of a group is due.
static void fill_group(acc_cable_sender *s)
{
    for (; s->in_group < s->order.blocks; s->in_group++) {
        uint32_t *bits = set_of(s, s->set) + s->in_group * s->words;
        if (s->open != OPEN_NOT) {
            fill_open(s, bits);
            continue;
        }
        uint32_t number = acc_cable_plan_block(&s->plan, s->block + s->in_group),
                 size = s->plan.block_size;
        uint32_t offset = number * size, left = s->plan.len - offset;
        acc_cable_block_encode(&s->plan, &s->code, number, s->payload + offset,
                               left < size ? left : size, bits, s->scratch);
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

// Reads what is left of a row of the order: the same bit of each block, at most 15. After the burst's last one the group
// begins again, to fill the symbol.
static void read_row(acc_cable_sender *s)
{
    if (s->group_left == 0)
        next_group(s);
    cable_order *o = &s->order;
    size_t words = s->words;
    uint32_t place = block_place(&s->plan, &s->code, o->index), n = o->blocks - o->column;
    uint32_t first = order_block(o), shift = place % 32, row = 0;
    const uint32_t *start = set_of(s, s->set) + place / 32, *end = start + o->blocks * words;
    const uint32_t *word = start + first * words;
    n = n < o->left ? n : o->left;
    for (uint32_t i = 0; i < n; i++) {
        row |= (*word >> shift & 1) << i;
        word += words;
        word = word < end ? word : start;
    }
    acc_cable_order_skip(o, n);
    s->queue |= row << s->queued;
    s->queued += n;
    if (s->group_left) {
        s->owed += n;
        s->group_left -= n;
    }
}

// The label of the next m coded bits, m at most 10.
static unsigned next_label(acc_cable_sender *s, unsigned m)
{
    while (s->queued < m)
        read_row(s);
    unsigned label = s->queue & ((1u << m) - 1);
    s->queue >>= m;
    s->queued -= m;
    s->owed = s->owed > m ? s->owed - m : 0;
    return label;
}

static float next_level(acc_cable_sender *s, unsigned m)
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

static void make_sounding(acc_cable_sender *s, uint32_t symbol)
{
    memset(s->part, 0, s->plan.mode.symbol * sizeof *s->part);
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
    memset(s->part, 0, s->plan.mode.symbol * sizeof *s->part);
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
