// Two cards have two clocks. The frames that are on their way (captured and not yet taken, given and
// not yet played) stay the same in number whatever the caller does, as it gives one block for each it
// takes; only a clock that runs faster changes them. What is too much is dropped from the playback,
// what is missing is inserted: in silence at once, within sound one frame a period and only when it
// must be. On one card nothing ever happens here.
#include "host/alsa/port.h"

enum {
    SMOOTHING = 64,  // wake-ups
    QUIET = 32,      // zeros in a row that are silence, not a wave that crosses zero
};

static void count(_Atomic uint64_t *counter, size_t frames)
{
    atomic_fetch_add_explicit(counter, frames, memory_order_relaxed);
}

// frames of silence at the head of what will be played, at most `most`
static size_t silent_frames(struct acc_alsa *port, size_t most)
{
    size_t n = most, i = 0;
    const float *samples = ring_peek(&port->playing, &n);
    while (i < n && samples[i] == 0)
        i++;
    return i;
}

static void drop(struct acc_alsa *port, size_t most, bool must)
{
    size_t n = port->quiet >= QUIET ? silent_frames(port, most) : 0;
    if (n == 0 && must && ring_fill(&port->playing) > 0)
        n = 1;
    ring_advance_taken(&port->playing, n);
    count(&port->dropped, n);
    port->depth -= (double)n;
}

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
    // a plain mean over the first second, then one that forgets
    port->depth_count += port->depth_count < SMOOTHING;
    port->depth += ((double)now - port->depth) / port->depth_count;
    if (port->depth_count < SMOOTHING) {
        port->baseline = port->depth;
        return;
    }
    double excess = port->depth - port->baseline;
    double margin = port->lead / 6;
    if (excess > margin)
        drop(port, (size_t)excess, excess > 2 * margin);
    else if (excess < -margin)
        insert(port, (size_t)-excess, excess < -2 * margin);
}
