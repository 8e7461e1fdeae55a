// The receiver: a state machine over the sample buffer that runs its parts (receiver.h). A step
// runs as soon as the samples that it reads are present, so the length of the caller's blocks does
// not affect the result.
//
// Input: any number of samples. Output: one event per call, for the caller (in Swift, AudioJack's
// CableReceiver).
#include "cable/receiver.h"

#include <assert.h>
#include <string.h>

// Squared correlation above which a header is read. White noise, whose correlation has a variance
// of 1/1024, exceeds it once in 10^12 positions. A telephone line passes a seventh of the preamble,
// 0.14.
#define LEAST_Q 0.05f

// Makes the conjugated spectrum of the preamble and its energy, for the search.
static void make_preamble(acc_cable_receiver *r)
{
    memset(r->preamble, 0, SEARCH_SIZE * sizeof *r->preamble);
    acc_cable_preamble_spectrum(r->preamble);
    acc_cable_fft_inverse(&r->fft, r->preamble, LEAD_SIZE, 1);
    r->preamble_energy = 0;
    for (size_t i = 0; i < LEAD_SIZE; i++)
        r->preamble_energy += r->preamble[i] * r->preamble[i];
    acc_cable_fft_forward(&r->fft, r->preamble, SEARCH_SIZE);
    // conjugate: a product with it correlates; values 0 and 1 are the spectrum's ends, which are
    // real
    for (size_t i = 3; i < SEARCH_SIZE; i += 2)
        r->preamble[i] = -r->preamble[i];
}

acc_status acc_cable_receiver_init(void *memory, size_t size, const acc_cable_limits *limits,
                                   acc_cable_receiver **receiver)
{
    size_t needed = acc_cable_receiver_size(limits);
    if (needed == 0)
        return ACC_OUT_OF_RANGE;
    if (size < needed)
        return ACC_NO_ROOM;
    acc_cable_receiver *r = memory;
    acc_cable_receiver_lay_out(r, limits);
    r->kernels = acc_cable_kernels_best();
    acc_cable_resample_init(r->rows, limits->taps);
    acc_cable_pam_init(r->levels, limits->bits, false);
    acc_cable_ldpc_make(&r->code, r->rate = LDPC_FOUR_FIFTHS);
    acc_cable_high_pass_init(&r->filter);
    make_preamble(r);
    // silence before the first sample, for the filters
    memset(r->samples, 0, r->reach.run_in * sizeof *r->samples);
    r->fill = r->at = r->reach.run_in;
    if (receiver)
        *receiver = r;
    return ACC_OK;
}

acc_cable_quality acc_cable_receiver_quality(const acc_cable_receiver *receiver)
{
    return receiver->quality;
}

acc_status acc_cable_receiver_report(const acc_cable_receiver *r, acc_cable_report *report)
{
    if (!r->has_report)
        return ACC_BUSY;
    *report = r->report;
    return ACC_OK;
}

void acc_cable_receiver_watch(acc_cable_receiver *r, acc_cable_watch *watch, void *context)
{
    r->watch = watch;
    r->watch_context = context;
}

void acc_cable_receiver_expect(acc_cable_receiver *r, const acc_cable_report *report,
                               const uint8_t *missing)
{
    r->expected = *report;
    r->missing = missing;
    r->has_expected = true;
}

// Starts the search at position `at`. The last burst has overwritten the preamble's memory.
static void search_from(acc_cable_receiver *r, size_t at)
{
    r->state = RECEIVER_SEARCH;
    r->filter.on = false;
    r->candidate_q = 0;
    r->at = at;
    make_preamble(r);
}

// Searches half a transform's samples. Then continues, or reads the candidate's header if none of
// these positions is better.
static void search(acc_cable_receiver *r)
{
    size_t where = 0;
    float q = acc_cable_acquire_search(r, r->at, &where);
    r->at += LEAD_SIZE;
    if (q > LEAST_Q && q > r->candidate_q) {
        r->candidate = where;
        r->candidate_q = q;
    } else if (r->candidate_q > 0) {
        r->resume = r->at - LEAD_SIZE;
        r->at = r->candidate;
        r->state = RECEIVER_HEADER;
        r->lead_prefix = 64;
        return;
    }
    double keep = r->candidate_q > 0 ? (double)r->candidate : (double)r->at;
    acc_cable_window_forget(r, keep - r->reach.run_in);
}

// The candidate is no burst, or not for this receiver: continues the search after it.
static void reject(acc_cable_receiver *r)
{
    search_from(r, larger(r->resume, r->at + 1));
}

// Whether the receiver's memory suffices for this burst.
static bool within_limits(const acc_cable_receiver *r, const cable_plan *p)
{
    const acc_cable_limits *l = &r->limits;
    if (p->mode.kind == ACC_CABLE_SOUNDING)
        return p->mode.symbol <= l->symbol && SOUNDING_SYMBOLS <= l->window;
    if (r->reach.small && (p->mode.robust || p->mode.prefix > 96))
        return false;
    return p->mode.symbol <= l->symbol && p->mode.lifting <= l->lifting &&
           plan_group(p, 0) <= l->depth && acc_cable_plan_bits(p) <= l->bits;
}

// RMS gain over the preamble's carriers.
static float lead_gain(const acc_cable_receiver *r)
{
    float sum = 0;
    for (unsigned i = 0; i < LEAD_CARRIERS; i++)
        sum += power_of(r->lead[i]);
    return sqrtf(sum / (float)LEAD_CARRIERS) / r->settled;
}

// Starts the reception of a burst with this plan.
static void start_burst(acc_cable_receiver *r, const cable_plan *plan)
{
    r->plan = *plan;
    acc_cable_plan_load(&r->plan, &r->expected, r->carrier, r->load);
    ldpc_rate rate = plan->mode.robust ? LDPC_ONE_THIRD : LDPC_FOUR_FIFTHS;
    if (rate != r->rate)
        acc_cable_ldpc_make(&r->code, r->rate = rate);
    if (plan_is_shaped(plan) != r->shaped)
        acc_cable_pam_init(r->levels, r->limits.bits, r->shaped = plan_is_shaped(plan));
    acc_cable_window_begin(r);
    memset(r->residue, 0, band_size(&r->plan) * sizeof *r->residue);
    r->residue_weight = 0;
    acc_cable_demodulate_shape(r);
    r->symbol = r->block = 0;
    r->lost = r->saw_last = false;
    r->all_good = true;
    acc_cable_quality *q = &r->quality;
    *q = (acc_cable_quality){.blocks_good = q->blocks_good,
                             .blocks_bad = q->blocks_bad,
                             .gain = lead_gain(r),
                             .gain_low = 1,
                             .gain_high = 1};
    r->gains[0] = r->gains[1] = 1;
    r->iterations = r->decoded = 0;
    r->began = r->at;
    if (plan->mode.kind != ACC_CABLE_SOUNDING) {
        acc_cable_blocks_start(r);
        acc_cable_window_forget(r, r->position - 2 * r->reach.jump - r->reach.run_in);
    }
    acc_cable_window_start(r);
}

// Reads a header; if the mode has the high-pass, a second time with it.
static acc_status read_header(acc_cable_receiver *r, unsigned prefix, cable_plan *plan)
{
    acc_cable_mode mode;
    uint32_t len;
    acc_status status = acc_cable_acquire_header(r, r->at, prefix, &mode, &len);
    if (status == ACC_OK && mode.high_pass)
        status = acc_cable_acquire_filtered(r, r->at, prefix, &mode, &len);
    return status == ACC_OK ? acc_cable_plan_make(plan, &mode, len) : status;
}

// Checks a loaded burst: both ends must have the same report, and the same set of missing blocks.
static acc_status expected_plan(acc_cable_receiver *r, cable_plan *plan)
{
    if (!r->has_expected || (plan->mode.load & 255) != r->expected.id)
        return ACC_UNSUPPORTED;
    return r->missing && !plan_is_open(plan) ? acc_cable_plan_repeat(plan, r->missing) : ACC_OK;
}

// Reads the header after the candidate with one prefix per step: first the shortest, which most
// modes have, then longer ones.
static void header(acc_cable_receiver *r, acc_cable_event *event)
{
    cable_plan plan;
    acc_status status = read_header(r, r->lead_prefix, &plan);
    if (status == ACC_BAD_CHECK && r->lead_prefix < r->reach.lead_prefix) {
        r->lead_prefix += 128;
        return;
    }
    if (status == ACC_OK && plan_is_loaded(&plan))
        status = expected_plan(r, &plan);
    if (status != ACC_OK || !within_limits(r, &plan)) {
        reject(r);
        return;
    }
    start_burst(r, &plan);
    if (r->plan.symbols == 0 && !plan_is_open(&r->plan)) {
        reject(r);
        return;
    }
    *event = (acc_cable_event){.kind = ACC_CABLE_BURST, .mode = plan.mode, .len = plan.len};
}

// Measures a sounding, which is completely in the buffer.
static void sounding(acc_cable_receiver *r, acc_cable_event *event)
{
    r->has_report = acc_cable_sounding_measure(r);
    if (r->has_report)
        *event = (acc_cable_event){.kind = ACC_CABLE_SOUNDED, .mode = r->plan.mode};
    r->all_good = r->has_report;
    r->state = RECEIVER_END;
}

// Symbols without a signal after which the burst is lost. Only its last block says where an open burst ends, and what
// it lost is sent again at once, so the next burst must not wait: a window without a signal suffices. In a shorter
// time, the blocks of the window in which the burst ends would be lost, too.
static unsigned patience(const acc_cable_receiver *r)
{
    return plan_is_open(&r->plan) && r->window < r->reach.lost ? r->window : r->reach.lost;
}

// Tracks and demodulates a window. The states DEMAP and DECODE compute its soft bits.
static void window(acc_cable_receiver *r, acc_cable_event *event)
{
    if (r->plan.mode.kind == ACC_CABLE_SOUNDING) {
        sounding(r, event);
        return;
    }
    acc_cable_track_window(r);
    acc_cable_demodulate_window(r);
    r->demapped = r->line_at = r->line_end = r->line_carrier = 0;
    r->lost = r->bad_run >= patience(r);
    r->state = RECEIVER_DEMAP;
}

// Ends the burst. The search continues after it, or after its last sure symbol when the end is
// missing.
static void end_burst(acc_cable_receiver *r, acc_cable_event *event)
{
    acc_status reason = r->lost ? ACC_TRUNCATED : r->all_good ? ACC_OK : ACC_BAD_CHECK;
    *event = (acc_cable_event){
        .kind = ACC_CABLE_END, .mode = r->plan.mode, .len = r->plan.len, .reason = reason};
    double from = r->bad_run > 1 ? r->bad_from : r->position;
    from -= r->plan.mode.prefix + 64;
    size_t at = from > 0 ? (size_t)from : 0;
    search_from(r, at);
    acc_cable_window_forget(r, (double)at - r->reach.run_in);
}

// The end of the samples that the next step reads.
static size_t needed(const acc_cable_receiver *r)
{
    size_t reach = filter_reach(r) + 64;
    double advance = r->clock * (r->plan.mode.symbol + r->plan.mode.prefix);
    switch (r->state) {
    case RECEIVER_SEARCH:
        return r->at + SEARCH_SIZE;
    case RECEIVER_HEADER:
        return r->at + (r->lead_prefix > 192 ? 3 : 2) * (LEAD_SIZE + r->lead_prefix) + reach;
    case RECEIVER_WINDOW:
        return (size_t)(r->position + r->window * advance) + r->reach.jump + reach;
    default:
        return 0;
    }
}

// Runs one step of the current state; it has at most one event.
static void step(acc_cable_receiver *r, acc_cable_event *event)
{
    switch (r->state) {
    case RECEIVER_SEARCH:
        search(r);
        break;
    case RECEIVER_HEADER:
        header(r, event);
        break;
    case RECEIVER_WINDOW:
        window(r, event);
        break;
    case RECEIVER_DEMAP:
        acc_cable_blocks_demap(r);
        break;
    case RECEIVER_DECODE:
        if (r->group_at < r->group_blocks)
            acc_cable_blocks_report(r, event);
        else
            acc_cable_blocks_end_group(r);
        break;
    case RECEIVER_END:
        end_burst(r, event);
        break;
    }
}

// Limits a sample to +-8 and replaces NaN by 0, so that squares and sums are finite.
static float clean(float x)
{
    return x > 8 ? 8 : x < -8 ? -8 : x == x ? x : 0;
}

// Appends samples to the buffer.
static void take(acc_cable_receiver *r, const float *pcm, size_t n)
{
    float *to = r->samples + r->fill;
    for (size_t i = 0; i < n; i++)
        to[i] = clean(pcm[i]);
    if (r->filter.on)
        acc_cable_high_pass_run(&r->filter, to, n);
    r->fill += n;
}

size_t acc_cable_receiver_push(acc_cable_receiver *r, const float *pcm, size_t len,
                               acc_cable_event *event)
{
    size_t used = 0;
    *event = (acc_cable_event){.kind = ACC_CABLE_NONE};
    // each step has exactly the samples that it reads, whatever the length of the caller's blocks
    while (event->kind == ACC_CABLE_NONE) {
        size_t need = needed(r), missing = need > r->fill ? need - r->fill : 0;
        assert(need <= r->capacity);
        if (missing > len - used) {
            take(r, pcm + used, len - used);
            return len;
        }
        take(r, pcm + used, missing);
        used += missing;
        step(r, event);
    }
    return used;
}
