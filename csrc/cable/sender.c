// Renders a burst part by part: preamble, headers, symbols (docs/cable.md, Bursts). A part is the
// samples of one transform after their cyclic prefix. sender_bits.c supplies the coded bits.
//
// Input: a mode and a payload, or blocks of an open burst. Output: samples, as many as the caller
// requests.
#include "cable/sender.h"
#include "cable/header.h"
#include "cable/memory.h"
#include "cable/pilot.h"
#include "cable/unroll.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Peak over RMS of the data: 13.5 dB. The peaks of OFDM are 12 to 13.5 dB above its mean power;
// clipping higher ones adds noise of -67 dB.
#define CREST 4.75f
// Peaks up to 2 % above the limit are clipped: on a noisy line, an error of -53 dB in a symbol is less than that of a gain
// which the pilots cannot tell from noise. The data of one symbol in 400 has higher peaks.
#define CHANCE 1.02f

// Checks the ranges; symbol and lifting are powers of two.
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

// Places the parts of a sender in its memory; with NULL only counts. Returns the size in bytes.
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
        acc_cable_pam_init_labels(levels, l->bits, false);
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
    if (sender)
        *sender = s;
    return ACC_OK;
}

// Starts a burst of any kind: checks the mode against the limits and resets the state.
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
    // an open burst has one group on the line and the next one in memory
    uint32_t blocks = plan_group(&plan, 0) * (plan_is_open(&plan) ? 2 : 1);
    if (mode->symbol > l->symbol || mode->lifting > l->lifting || blocks > l->depth ||
        acc_cable_plan_bits(&plan) > l->bits)
        return ACC_NO_ROOM;
    s->plan = plan;
    // the list of carriers is not used after this; the first part overwrites it
    acc_cable_plan_load(&s->plan, report, (uint16_t *)(void *)s->part, s->load);
    if (plan_is_loaded(&plan) && s->plan.bits == 0)
        return ACC_OUT_OF_RANGE;
    ldpc_rate rate = mode->robust ? LDPC_ONE_THIRD : LDPC_FOUR_FIFTHS;
    if (rate != s->rate)
        acc_cable_ldpc_make(&s->code, s->rate = rate);
    if (plan_is_shaped(&plan) != s->shaped)
        acc_cable_pam_init_labels(s->levels, l->bits, s->shaped = plan_is_shaped(&plan));
    s->width = cells_width(plan_group(&plan, 0));
    s->block = s->next = s->ahead = s->set = 0;
    s->at = s->part_size = s->part_prefix = 0;
    s->group_left = 0;
    memset(s->queue, 0, sizeof s->queue);
    s->owed = 0;
    s->tail = 0;
    s->busy = true;
    s->begun = false;
    return ACC_OK;
}

acc_status acc_cable_sender_start(acc_cable_sender *s, const acc_cable_mode *mode,
                                  const uint8_t *payload, size_t len)
{
    if (mode->kind != ACC_CABLE_FLAT && mode->kind != ACC_CABLE_SHAPED)
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

// The load field of the mode, and so the header, states the report's id. The receiver ignores
// bursts of another report.
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
    if (mode->kind != ACC_CABLE_LOADED && mode->kind != ACC_CABLE_LOADED_SHAPED)
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

// The mode suits every line: the longest prefix (6.7 ms), nearly the whole band (20 Hz to 23.5
// kHz), and symbols of 2048 samples, whose carriers are 23 Hz apart: 16 in each 375 Hz band of the
// report.
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

// A group starts in the middle of a symbol, so its blocks are added before that symbol is rendered.
size_t acc_cable_sender_room(const acc_cable_sender *s)
{
    bool free = s->busy && s->open == OPEN_RUNNING && s->ahead < s->plan.mode.depth;
    return free ? s->plan.block_size - CABLE_OPEN_SIZE : 0;
}

// Encodes one block at once into the half of the cells that is not on the line, after the blocks in
// it.
size_t acc_cable_sender_add(acc_cable_sender *s, const uint8_t *bytes, size_t len)
{
    size_t room = acc_cable_sender_room(s);
    len = len < room ? len : room;
    if (len == 0)
        return 0;
    uint32_t first = s->begun ? s->block + s->queue[QUEUE_UNIFORM].order.blocks : 0;
    acc_cable_sender_code_open(s, first + s->ahead, s->set ^ 1, s->ahead, bytes, len, false);
    s->ahead++;
    return len;
}

void acc_cable_sender_close(acc_cable_sender *s)
{
    if (s->busy && s->open == OPEN_RUNNING)
        s->open = OPEN_CLOSING;
}

// Whether the burst's last bit was sent.
static bool all_sent(acc_cable_sender *s)
{
    if (s->plan.mode.kind == ACC_CABLE_SOUNDING)
        return s->next >= 1 + plan_headers(&s->plan.mode) + SOUNDING_SYMBOLS;
    if (!acc_cable_sender_all_read(s) || s->owed)
        return false;
    // a receiver decodes the last block when it has a window of symbols
    return s->plan.mode.kind != ACC_CABLE_OPEN_LOADED || s->tail++ == CABLE_OPEN_WINDOW;
}

// Pilots are QPSK points that the receiver computes, too; it measures clock and delay with them.
static void put_pilots(acc_cable_sender *s, uint32_t symbol)
{
    for (unsigned i = 0; i < s->plan.mode.pilots; i++) {
        point p = pilot_point(symbol, i);
        s->part[2 * s->plan.pilot[i]] = p.re;
        s->part[2 * s->plan.pilot[i] + 1] = p.im;
    }
}

// Carriers outside the band have no power.
static void clear_edges(acc_cable_sender *s)
{
    size_t first = (size_t)2 * s->plan.first, end = (size_t)2 * s->plan.last + 2;
    memset(s->part, 0, first * sizeof *s->part);
    memset(s->part + end, 0, (s->plan.mode.symbol - end) * sizeof *s->part);
}

// Every carrier has a known point, from which the receiver measures channel and noise.
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

// A carrier of b bits: ceil(b / 2) in its real part, floor(b / 2) in its imaginary part. With b = 1
// the real part has the full power.
static inline void put_carrier(acc_cable_sender *s, float *x, unsigned b)
{
    unsigned m = (b + 1) / 2, q = b / 2;
    uint32_t bits = sender_next_bits(s, &s->queue[QUEUE_UNIFORM], b);
    x[0] = pam_level(s->levels, m, bits & ((1u << m) - 1));
    x[1] = pam_level(s->levels, q, bits >> m & ((1u << q) - 1));
    if (b == 1)
        x[0] *= 1.41421356f;
}

// The level of a dimension of m bits with a pair. Its label, from the highest bit: sign, pair,
// others.
static inline float paired_level(const float *levels, unsigned m, uint32_t first, uint32_t second,
                                 uint32_t others)
{
    uint32_t low = others & ((1u << (m - 3)) - 1), sign = others >> (m - 3) & 1;
    return pam_level(levels, m, low | (sign << 2 | (first & 1) << 1 | (second & 1)) << (m - 3));
}

// The level of a dimension of a shaped carrier. A group can end before its pair or after it.
static float shaped_level(acc_cable_sender *s, unsigned m)
{
    if (!plan_has_pair(&s->plan, m))
        return pam_level(s->levels, m,
                         sender_next_bits(s, &s->queue[QUEUE_UNIFORM], m) & ((1u << m) - 1));
    acc_cable_sender_reach_pair(s);
    uint32_t first = sender_next_bits(s, &s->queue[QUEUE_FIRST], 1);
    uint32_t second = sender_next_bits(s, &s->queue[QUEUE_SECOND], 1);
    return paired_level(s->levels, m, first, second,
                        sender_next_bits(s, &s->queue[QUEUE_UNIFORM], m - 2));
}

// A carrier of a shaped burst. The fast path is for both dimensions with a pair, all bits read
// ahead, and the group's end not reached.
static inline void put_shaped(acc_cable_sender *s, float *x, unsigned b)
{
    sender_queue *first = &s->queue[QUEUE_FIRST], *second = &s->queue[QUEUE_SECOND],
                 *uniform = &s->queue[QUEUE_UNIFORM];
    unsigned m = (b + 1) / 2, q = b / 2;
    if (plan_has_pair(&s->plan, q) && queue_left(uniform) > b - 4 && queue_left(first) > 1 &&
        queue_left(second) > 1) {
        uint32_t firsts = sender_next_bits(s, first, 2), seconds = sender_next_bits(s, second, 2);
        uint32_t others = sender_next_bits(s, uniform, b - 4);
        x[0] = paired_level(s->levels, m, firsts, seconds, others);
        x[1] = paired_level(s->levels, q, firsts >> 1, seconds >> 1, others >> (m - 2));
        return;
    }
    x[0] = shaped_level(s, m);
    x[1] = shaped_level(s, q);
    if (b == 1)
        x[0] *= 1.41421356f;
}

// Data and pilots: each run of data carriers ends at the next pilot or at the band's end.
static void make_symbol(acc_cable_sender *s, uint32_t symbol)
{
    const cable_plan *p = &s->plan;
    const uint8_t *load = s->load;
    clear_edges(s);
    for (unsigned k = p->first, pilot = 0; k <= p->last; k++, pilot++) {
        unsigned end = pilot < p->mode.pilots ? p->pilot[pilot] : p->last + 1u;
        for (; k < end && s->shaped; k++)
            put_shaped(s, s->part + (size_t)2 * k, *load++);
        UNROLL(4)
        for (; k < end; k++)
            put_carrier(s, s->part + (size_t)2 * k, *load++);
    }
    s->owed = s->owed > plan_uniform(p) ? s->owed - plan_uniform(p) : 0;
    put_pilots(s, symbol);
}

// Both ends have this spectrum; the receiver correlates with it.
static void make_preamble(acc_cable_sender *s)
{
    acc_cable_preamble_spectrum(s->part);
}

// QPSK: one chip in the real part and one in the imaginary, 1/sqrt(2) each for power 1.
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

static float highest(const float *x, size_t n)
{
    float most = 0;
    UNROLL(8)
    for (size_t i = 0; i < n; i++)
        most = fabsf(x[i]) > most ? fabsf(x[i]) : most;
    return most;
}

// Transforms the part's spectrum to samples, scaled. A symbol with higher peaks than the limit is sent at a lower gain,
// which the receiver reads from the pilots. The bits that fill up the last symbol of a short burst repeat, and make it a
// few high pulses: clipped, they would have errors of -30 dB.
static void transform_part(acc_cable_sender *s, float gain)
{
    float peak = s->amplitude;
    acc_cable_fft_inverse(&s->fft, s->part, s->part_size, gain * peak / CREST);
    float most = highest(s->part, s->part_size), scale = most > CHANCE * peak ? peak / most : 1;
    for (size_t i = 0; i < s->part_size && most > peak; i++) {
        float x = s->part[i] * scale;
        s->part[i] = fabsf(x) > peak ? copysignf(peak, x) : x;
    }
}

// Makes the next part: the preamble, one or two headers, then symbols. False at the burst's end.
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
        transform_part(s, acc_cable_unit_power(LEAD_CARRIERS) * (part ? 1 : PREAMBLE_BOOST));
        return true;
    }
    s->part_size = m->symbol;
    s->part_prefix = m->prefix;
    if (m->kind == ACC_CABLE_SOUNDING)
        make_sounding(s, part - lead);
    else
        make_symbol(s, part - lead);
    transform_part(s, acc_cable_unit_power(s->plan.active));
    return true;
}

bool acc_cable_sender_is_busy(const acc_cable_sender *s)
{
    return s->busy;
}

// Copies samples of the part from `at` on; the prefix, a copy of its last samples, is first.
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
