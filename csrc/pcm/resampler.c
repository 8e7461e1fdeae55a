// Runs a resampler. Input: floats at one rate; output: floats at another. resampler_plan.c chooses the
// stages; the mp3 pipeline calls it.
//
//     down   halvings -> polyphase to twice the output rate -> sharp filter
//     up     sharp filter to twice the input rate -> polyphase
//
// Each stage has a buffer of recent input and computes whole groups of output. Every output is a fixed
// sum of inputs at known places, so it depends neither on the block size nor on the start of a run.
#include "pcm/resampler.h"
#include "pcm/kernel.h"

#include <assert.h>
#include <string.h>

#define GROUP ((int64_t)ACC_SHARP_GROUP)
#define GROUP_INPUT (ACC_SHARP_GROUP + 2 * ACC_SHARP_SIDE)  // pairs that one group reads
#define HALF_BLOCK 1152                                     // floats, half of acc_resampler.block
#define HALF_LEAD ACC_HALF_TAPS  // pairs that the half-band filter reads before an output

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The quotient rounded down, also for negative a, where C rounds up. b > 0.
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

// Removes the first `count` floats.
static void drop(float *buffer, uint32_t *fill, size_t count)
{
    *fill -= (uint32_t)count;
    memmove(buffer, buffer + count, *fill * sizeof *buffer);
}

// Splits samples into two arrays by parity; a last unpaired sample waits in `pending`.
static void append_pairs(const acc_kernels *k, const float *x, size_t n, float *even, float *odd,
                         uint32_t *fill, float *pending, bool *has_pending)
{
    if (*has_pending && n) {
        even[*fill] = *pending;
        odd[(*fill)++] = *x++;
        n--;
        *has_pending = false;
    }
    k->split(x, even + *fill, odd + *fill, n / 2);
    *fill += (uint32_t)(n / 2);
    if (n % 2) {
        *pending = x[n - 1];
        *has_pending = true;
    }
}

// Halves the rate. An output needs HALF_LEAD pairs before it and HALF_LEAD - 1 after it.
static size_t run_half(acc_resampler *r, unsigned stage, const float *x, size_t n, float *y)
{
    const acc_kernels *k = r->plan->kernels;
    uint32_t fill = r->half[stage].fill;
    float *even = r->half[stage].even, *odd = r->half[stage].odd;
    append_pairs(k, x, n, even, odd, &fill, &r->half[stage].pending, &r->half[stage].has_pending);
    r->half[stage].fill = fill;
    if (fill < 2 * HALF_LEAD)
        return 0;
    size_t made = fill - (2 * HALF_LEAD - 1);
    k->half(acc_half_middle, acc_half_taps, even + HALF_LEAD, odd + HALF_LEAD, y, made);
    drop(even, &fill, made);
    drop(odd, &r->half[stage].fill, made);
    return made;
}

// Output k is at k * step phases of input. Computes the outputs whose taps are all present: ceil(span /
// step).
static size_t run_polyphase(acc_resampler *r, const float *x, size_t n, float *y)
{
    const acc_polyphase *p = &r->plan->polyphase;
    if (!p->taps) {
        memcpy(y, x, n * sizeof *y);
        return n;
    }
    memcpy(r->middle + r->middle_fill, x, n * sizeof *x);
    r->middle_fill += (uint32_t)n;
    if (r->middle_at + p->taps > r->middle_fill)
        return 0;
    uint64_t step = (uint64_t)p->step_whole * p->phases + p->step_phase;
    uint64_t span = (uint64_t)(r->middle_fill - p->taps - r->middle_at + 1) * p->phases - r->phase;
    size_t made = (size_t)((span + step - 1) / step);
    size_t at =
        r->middle_at + r->plan->kernels->polyphase(p, &r->phase, r->middle + r->middle_at, y, made);
    size_t gone = smaller(at, r->middle_fill);
    drop(r->middle, &r->middle_fill, gone);
    r->middle_at = (uint32_t)(at - gone);
    return made;
}

// Drops the outputs of the first group that precede the first requested one.
static size_t pass_over(acc_resampler *r, const float *y, size_t n, float *out)
{
    size_t skip = smaller(r->skip, n);
    r->skip -= (uint32_t)skip;
    memmove(out, y + skip, (n - skip) * sizeof *y);
    return n - skip;
}

// The sharp filter's work area inside `block`, aligned to a cache line (64 bytes).
static acc_wave *work(acc_resampler *r)
{
    uintptr_t line = 64, at = (uintptr_t)r->block % line;
    return (acc_wave *)(void *)((char *)r->block + (line - at) % line);
}

// Twice the output rate to the output rate: even and odd samples are filtered separately and added.
static size_t run_sharp_down(acc_resampler *r, const float *x, size_t n, float *y)
{
    const acc_resampler_plan *plan = r->plan;
    size_t made = 0, at = 0;
    append_pairs(plan->kernels, x, n, r->even, r->odd, &r->fill, &r->pending, &r->has_pending);
    for (; at + GROUP_INPUT <= r->fill; at += ACC_SHARP_GROUP) {
        plan->kernels->sharp_down(plan->sharp, r->even + at, r->odd + at, y + made, work(r));
        made += r->skip ? pass_over(r, y + made, ACC_SHARP_GROUP, y + made) : ACC_SHARP_GROUP;
    }
    uint32_t fill = r->fill;
    drop(r->even, &fill, at);
    drop(r->odd, &r->fill, at);
    return made;
}

static size_t run_down(acc_resampler *r, const float *x, size_t n, float *y)
{
    unsigned which = 0;
    for (unsigned stage = 0; stage < r->plan->halvings; stage++, which ^= 1) {
        n = run_half(r, stage, x, n, r->block + which * HALF_BLOCK);
        x = r->block + which * HALF_BLOCK;
    }
    if (r->plan->polyphase.taps) {
        n = run_polyphase(r, x, n, r->block + which * HALF_BLOCK);
        x = r->block + which * HALF_BLOCK;
    }
    return run_sharp_down(r, x, n, y);
}

// The input rate to twice that rate, even and odd outputs separately, then the polyphase filter.
static size_t run_up(acc_resampler *r, const float *x, size_t n, float *y)
{
    const acc_resampler_plan *plan = r->plan;
    size_t made = 0, at = 0;
    memcpy(r->even + r->fill, x, n * sizeof *x);
    r->fill += (uint32_t)n;
    for (; at + GROUP_INPUT <= r->fill; at += ACC_SHARP_GROUP) {
        float *even = r->odd, *odd = r->odd + ACC_SHARP_GROUP, *both = r->block;
        plan->kernels->sharp_up(plan->sharp, r->even + at, even, odd, work(r));
        for (size_t i = 0; i < ACC_SHARP_GROUP; i++) {
            both[2 * i] = even[i];
            both[2 * i + 1] = odd[i];
        }
        size_t left = pass_over(r, both, 2 * ACC_SHARP_GROUP, both);
        for (size_t part; left; left -= part, both += part) {
            part = smaller(left, ACC_RESAMPLER_BLOCK);
            made += run_polyphase(r, both, part, y + made);
        }
    }
    drop(r->even, &r->fill, at);
    return made;
}

// Positions the stages for output `first`, from the last stage back to the first. Returns the first
// input frame they need.
static int64_t place_stages(acc_resampler *r, int64_t first)
{
    const acc_resampler_plan *plan = r->plan;
    const acc_polyphase *p = &plan->polyphase;
    bool down = plan->in_rate > plan->out_rate;
    r->skip = down ? (uint32_t)(first % GROUP) : 0;
    int64_t at = down ? 2 * (first - r->skip - (int64_t)ACC_SHARP_SIDE) : first;
    if (p->taps) {
        int64_t place = at * ((int64_t)p->step_whole * p->phases + p->step_phase);
        at = floor_div(place, p->phases);
        r->phase = (uint32_t)(place - at * p->phases);
        at -= p->taps / 2 - 1;
    }
    if (down) {
        for (unsigned stage = 0; stage < plan->halvings; stage++)
            at = 2 * (at - (int64_t)HALF_LEAD);
        return at;
    }
    int64_t group = floor_div(at, 2 * GROUP) * GROUP;
    r->skip = (uint32_t)(at - 2 * group);
    return group - (int64_t)ACC_SHARP_SIDE;
}

int64_t acc_resampler_init(acc_resampler *resampler, const acc_resampler_plan *plan, int64_t first)
{
    assert(first >= 0);
    memset(resampler, 0, sizeof *resampler);
    resampler->plan = plan;
    if (plan->in_rate == plan->out_rate)
        return resampler->next_input = first;
    resampler->next_input = place_stages(resampler, first);
    // the input before the start is silence, which completes no output
    while (resampler->next_input < 0) {
        size_t n = smaller((size_t)-resampler->next_input, ACC_RESAMPLER_BLOCK);
        size_t made = acc_resampler_run(resampler, NULL, n, resampler->block, SIZE_MAX);
        assert(made == 0);
        (void)made;
    }
    return resampler->next_input;
}

// An upper bound of the outputs of `frames` inputs: whole groups, rounded up.
size_t acc_resampler_bound(const acc_resampler_plan *plan, size_t frames)
{
    if (plan->in_rate == plan->out_rate)
        return frames;
    uint64_t in = plan->in_rate, out = plan->out_rate;
    // one for an incomplete group, two for the state of the other stages
    uint64_t lower = in > out ? frames * out / in + 3 : frames;
    uint64_t whole = (lower + ACC_SHARP_GROUP - 1) / ACC_SHARP_GROUP * ACC_SHARP_GROUP;
    return (size_t)(in > out ? whole : (whole + 1) * out / in + 2);
}

size_t acc_resampler_run(acc_resampler *resampler, const float *in, size_t frames, float *out,
                         size_t capacity)
{
    static const float zeros[ACC_RESAMPLER_BLOCK];
    const acc_resampler_plan *plan = resampler->plan;
    assert(capacity >= acc_resampler_bound(plan, frames));
    (void)capacity;
    size_t made = 0;
    for (size_t n; frames; frames -= n) {
        n = smaller(frames, ACC_RESAMPLER_BLOCK);
        const float *x = in ? in : zeros;
        if (plan->in_rate == plan->out_rate) {
            memcpy(out + made, x, n * sizeof *x);
            made += n;
        } else if (plan->in_rate > plan->out_rate) {
            made += run_down(resampler, x, n, out + made);
        } else {
            made += run_up(resampler, x, n, out + made);
        }
        in = in ? in + n : NULL;
        resampler->next_input += (int64_t)n;
    }
    return made;
}

// round(frames * out_rate / in_rate)
uint64_t acc_resampler_length(uint64_t frames, uint32_t in_rate, uint32_t out_rate)
{
    // split so that no product overflows
    uint64_t whole = frames / in_rate, rest = frames % in_rate;
    return whole * out_rate + (2 * rest * out_rate + in_rate) / (2 * (uint64_t)in_rate);
}
