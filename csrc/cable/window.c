// The window: the symbols whose timing is estimated together, and their samples.
//
// Input: the channel of acquire.c, the times of track.c. Output: the place of the next window in the sample buffer.
// receiver.c, blocks.c and sounding.c call it.
#include "cable/receiver.h"

#include <string.h>

void acc_cable_window_forget(acc_cable_receiver *r, double keep)
{
    if (keep < 1)
        return;
    size_t n = (size_t)keep;
    n = n < r->fill ? n : r->fill;
    r->fill -= n;
    memmove(r->samples, r->samples + n, r->fill * sizeof *r->samples);
    r->at = r->at > n ? r->at - n : 0;
    r->candidate = r->candidate > n ? r->candidate - n : 0;
    r->resume = r->resume > n ? r->resume - n : 0;
    r->began = r->began > n ? r->began - n : 0;
    r->lead_start -= (double)n;
    r->position -= (double)n;
    r->bad_from -= (double)n;
    for (size_t i = 0; i < (size_t)HISTORY + r->limits.window; i++)
        r->times[i].centre -= (double)n;
}

void acc_cable_window_start(acc_cable_receiver *r)
{
    uint32_t left = r->plan.symbols - r->symbol;
    r->window = r->limits.window;
    if (r->plan.mode.kind == ACC_CABLE_OPEN_LOADED && r->window > CABLE_OPEN_WINDOW)
        r->window = CABLE_OPEN_WINDOW;
    if (!plan_is_open(&r->plan) && left < r->window)
        r->window = left;
    r->state = RECEIVER_WINDOW;
}

// Keeps the timing of the last HISTORY symbols. After symbols without a signal, keeps their samples
// for the search for the next burst.
void acc_cable_window_next(acc_cable_receiver *r)
{
    uint32_t all = r->history + r->window, keep = all < HISTORY ? all : HISTORY;
    memmove(r->times, r->times + all - keep, keep * sizeof *r->times);
    r->history = keep;
    r->symbol += r->window;
    double needed = r->position - 2 * r->reach.jump;
    bool again = r->bad_run && r->bad_from < needed && !r->reach.small;
    acc_cable_window_forget(r, (again ? r->bad_from : needed) - r->reach.run_in);
    acc_cable_window_start(r);
}

// From the preamble's transform to that of the first symbol there are `skipped` samples of the
// sender's clock: the rest of preamble and headers with their prefixes, and the symbol's prefix.
void acc_cable_window_begin(acc_cable_receiver *r)
{
    const acc_cable_mode *m = &r->plan.mode;
    unsigned headers = plan_headers(m), lead = plan_lead(m);
    acc_cable_acquire_channel(r);
    double skipped = (double)(headers * (LEAD_SIZE + lead) + LEAD_SIZE + m->prefix);
    r->position = r->bad_from = r->lead_start + r->clock * skipped;
    r->history = r->segment = r->bad_run = 0;
}
