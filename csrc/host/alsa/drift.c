// Makes the playback follow the capture's clock, for ports on two cards. port.c calls it before
// each write.
//
// The caller plays one block for each captured block, so the number of frames in flight (captured and
// not yet read, or written and not yet played) is constant unless one card's clock is faster. Surplus
// frames are dropped from the playback, missing ones inserted: in silence all at once, in sound one
// frame per wake-up and only beyond twice the margin. On one card the number never changes.
#include "host/alsa/port.h"

enum {
    SMOOTHING = 64,  // wake-ups averaged: 0.64 s at the default block of 10 ms
    QUIET = 32,      // consecutive zeros that are silence, not a zero crossing: 0.7 ms at 48 kHz
};

// After an underrun that the caller caused, the frames by which it fell behind stay in flight as a
// longer lead: dropping them from sound one by one would disturb it for minutes. They delay each
// answer, so after an underrun at most four leads stay, 240 ms by default.
static const double most_leads = 4;

static void count(_Atomic uint64_t *counter, size_t frames)
{
    atomic_fetch_add_explicit(counter, frames, memory_order_relaxed);
}

// Frames of silence at the head of the playback ring, at most `most`.
static size_t silent_frames(struct acc_alsa *port, size_t most)
{
    size_t n = most, i = 0;
    const float *samples = ring_peek(&port->playing, &n);
    while (i < n && samples[i] == 0)
        i++;
    return i;
}

// Drops up to `most` frames in silence. `must`: drops one frame even in sound.
static void drop(struct acc_alsa *port, size_t most, bool must)
{
    size_t n = port->quiet >= QUIET ? silent_frames(port, most) : 0;
    if (n == 0 && must && ring_fill(&port->playing) > 0)
        n = 1;
    ring_advance_taken(&port->playing, n);
    count(&port->dropped, n);
    port->depth -= (double)n;
}

// Inserts frames as silence, which port.c writes before the ring's samples.
static void insert(struct acc_alsa *port, size_t most, bool must)
{
    size_t n = port->quiet >= QUIET ? most : must;
    port->silence += n;
    count(&port->inserted, n);
    port->depth += (double)n;
}

void acc_alsa_port_follow_clock(struct acc_alsa *port, size_t captured_waiting, size_t play_fill)
{
    size_t now = captured_waiting + ring_fill(&port->captured) + ring_fill(&port->playing) +
                 port->silence + play_fill;
    // d += (now - d) / n: a plain mean over the first 64 wake-ups, then an exponential one
    port->depth_count += port->depth_count < SMOOTHING;
    port->depth += ((double)now - port->depth) / port->depth_count;
    if (port->depth_count < SMOOTHING) {
        double most = port->lead * most_leads;
        bool is_first = atomic_load(&port->play_tally.xruns) == 0;
        port->baseline = is_first || port->depth < most ? port->depth : most;
        return;
    }
    double excess = port->depth - port->baseline;
    // 10 ms, one block, at the default lead of 60 ms
    double margin = port->lead / 6;
    if (excess > margin)
        drop(port, (size_t)excess, excess > 2 * margin);
    else if (excess < -margin)
        insert(port, (size_t)-excess, excess < -2 * margin);
}
