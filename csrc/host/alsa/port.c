// The thread of a port: moves samples between the devices and the rings, and recovers from xruns,
// suspends and stalls. Only this thread uses the devices. It allocates nothing and waits only in poll.
//
//     capture device -> captured ring -> caller -> playing ring -> playback device
//
// Events and counts go to the caller through atomics; alsa.c reads them.
#include "host/alsa/port.h"

#include "host/alsa/fault.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    MAX_FDS = 64,     // a hardware PCM has one descriptor, a plugin a few
    STALL_MS = 3000,  // time without a frame that is a stall; sound servers need seconds to start
    MAX_STALLS = 2,   // restarts before the port fails
    NO_SOUND_MS = STALL_MS * (MAX_STALLS + 1),
    UNTAKEN_MS = 500,   // time after which samples that a playback does not take are dropped
    WAIT_MS = 100,      // longest wait of the thread
    SERIES_MS = 6000,   // xruns for this long, each within STALL_MS of the last, are a faulty card
    DRAIN_MS = 1000,    // longest playback after close, as acc_alsa_close promises
    DRAIN_STEP_MS = 5,  // between two checks of the playback: half of the default block
    RESUME_MS = 50,     // between two attempts to resume or to restart
};

// The monotonic clock: the time of day may be set while a port is open.
static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void signal_fd(int fd)
{
    uint64_t one = 1;
    // an eventfd refuses only when it is readable already
    ssize_t n = write(fd, &one, sizeof one);
    (void)n;
}

// Queues an event for the caller and wakes it.
void acc_alsa_port_report(struct acc_alsa *port, acc_alsa_event_kind kind, uint64_t frames)
{
    unsigned put = atomic_load_explicit(&port->events_put, memory_order_relaxed);
    // a caller that does not read its events loses the newest ones
    if (put - atomic_load_explicit(&port->events_taken, memory_order_acquire) < MAX_EVENTS) {
        acc_alsa_event *event = &port->events[put % MAX_EVENTS];
        *event = (acc_alsa_event){kind, frames < UINT32_MAX ? (uint32_t)frames : UINT32_MAX};
        atomic_store_explicit(&port->events_put, put + 1, memory_order_release);
    }
    signal_fd(port->wait_fd);
}

// The first fault ends the port. A removed card, an ended server and a timeout are LOST. `reason` replaces
// the text of `error` where the thread, not ALSA, has found the fault: a server has then not ended.
static void fail(struct acc_alsa *port, const struct pcm *pcm, int error, const char *reason)
{
    if (atomic_load(&port->has_fault))
        return;
    bool is_gone = acc_alsa_pcm_is_gone(pcm, error);
    bool is_server = !reason && snd_pcm_type(pcm->handle) == SND_PCM_TYPE_IOPLUG;
    acc_alsa_fault_set(&port->fault, error, pcm->is_capture);
    if (reason)
        snprintf(port->fault.reason, sizeof port->fault.reason, "%s", reason);
    if (is_gone || is_server || error == -ETIMEDOUT)
        port->fault.status = ACC_ALSA_LOST;
    if (is_server)
        acc_alsa_port_report(port, ACC_ALSA_SERVER_ENDED, 0);
    else if (error == -EBUSY)
        acc_alsa_port_report(port, ACC_ALSA_FOCUS_LOST, 0);
    atomic_store(&port->has_fault, true);
    signal_fd(port->wait_fd);
}

// The frames since a time, from microseconds: nanoseconds times rate overflow 64 bits after 100 hours
// at 48 kHz.
static uint64_t frames_since(const struct acc_alsa *port, int64_t then)
{
    int64_t ns = now_ns() - then;
    return ns > 0 ? (uint64_t)ns / 1000 * port->info.rate / 1000000 : 0;
}

static void tell_xrun(struct acc_alsa *port, struct tally *tally, uint64_t frames)
{
    atomic_fetch_add_explicit(&tally->xruns, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&port->lost, frames, memory_order_relaxed);
    acc_alsa_port_report(port, ACC_ALSA_XRUN, frames);
}

// Playback restarts with silence, so that the number of frames in flight is the same as before.
static void rewind_play(struct acc_alsa *port)
{
    snd_pcm_sframes_t waiting = acc_alsa_pcm_available(&port->capture);
    size_t pending = ring_fill(&port->playing) + ring_fill(&port->captured) +
                     (waiting > 0 ? (size_t)waiting : 0);
    size_t wanted = port->depth_count > 0 ? (size_t)port->baseline : port->lead;
    port->silence = pending < wanted ? wanted - pending : 0;
    port->play.is_running = false;
    port->play_ns = port->played_ns = now_ns();
    port->play_fill = 0;
    // the pause's effect on the frames in flight is not drift
    port->depth = port->baseline;
}

// After a drop or an xrun only snd_pcm_prepare makes the device usable again. The capture starts at
// once; start_play starts the playback.
static int restart(struct acc_alsa *port, struct pcm *pcm)
{
    int error = snd_pcm_prepare(pcm->handle);
    if (error < 0)
        return error;
    if (!pcm->is_capture) {
        rewind_play(port);
        return 0;
    }
    port->capture_ns = port->served_ns = now_ns();
    return snd_pcm_start(pcm->handle);
}

// Estimates the lost frames from the monotonic clock: an overrun loses the frames since the last
// read, an underrun those since the buffer ran empty.
static int recover_xrun(struct acc_alsa *port, struct pcm *pcm)
{
    uint64_t frames = 0;
    if (pcm->is_capture) {
        frames = frames_since(port, port->capture_ns);
    } else {
        uint64_t gap = frames_since(port, port->play_ns);
        frames = gap > port->play_fill ? gap - port->play_fill : 0;
    }
    int error = restart(port, pcm);
    // before the first captured frame nothing can be lost
    if (error == 0 && port->is_flowing)
        tell_xrun(port, pcm->is_capture ? &port->capture_tally : &port->play_tally, frames);
    return error;
}

// Whether a time is more than `milliseconds` ago.
static bool is_past(int64_t then, int milliseconds)
{
    return now_ns() - then > milliseconds * INT64_C(1000000);
}

// The driver returns EAGAIN until the machine has resumed. Drivers that cannot resume are
// restarted.
static int recover_sleep(struct acc_alsa *port, struct pcm *pcm)
{
    int64_t since = now_ns();
    int error;
    while ((error = snd_pcm_resume(pcm->handle)) == -EAGAIN && !atomic_load(&port->is_stopping)) {
        if (is_past(since, SERIES_MS)) {
            fail(port, pcm, -ETIMEDOUT, "no resume after a suspend");
            return -ETIMEDOUT;
        }
        poll(NULL, 0, RESUME_MS);
    }
    acc_alsa_port_report(port, ACC_ALSA_INTERRUPTED, 0);
    return error == 0 ? 0 : restart(port, pcm);
}

// Whether the device, not the thread or the caller, caused an xrun: by the clock, at most half of the
// buffer has passed since it was read, or written, completely. Half, because a server may take
// frames before their time. A playback that does not run cannot underrun.
static bool is_causeless(const struct acc_alsa *port, const struct pcm *pcm)
{
    if (pcm->is_capture)
        return 2 * frames_since(port, port->served_ns) < pcm->stream.buffer;
    return !pcm->is_running || 2 * frames_since(port, port->play_ns) < port->play_fill;
}

// Counts the xruns and suspends that the device caused. A device with SERIES_MS of them is faulty,
// though each restart succeeds: the port fails.
static bool is_hopeless(struct acc_alsa *port, const struct pcm *pcm, int error)
{
    struct series *s = pcm->is_capture ? &port->capture_series : &port->play_series;
    if (error == -EPIPE && !is_causeless(port, pcm)) {
        // frames that the program lost are not replaced by silence: they stay out of those in flight
        port->filled_ns = now_ns();
        return false;
    }
    if (s->count == 0 || is_past(s->last_ns, STALL_MS))
        *s = (struct series){.first_ns = now_ns()};
    else if (!is_past(s->last_ns, RESUME_MS))
        poll(NULL, 0, RESUME_MS);  // with real-time priority the loop would stop other programs
    s->last_ns = now_ns();
    s->count++;
    if (!is_past(s->first_ns, SERIES_MS))
        return false;
    char reason[80];
    const char *what = error == -ESTRPIPE ? "suspends" : pcm->is_capture ? "overruns" : "underruns";
    snprintf(reason, sizeof reason, "%u %s in a row that the program did not cause", s->count,
             what);
    fail(port, pcm, error, reason);
    return true;
}

// Recovers where possible; false after a fault.
static bool recover(struct acc_alsa *port, struct pcm *pcm, int error)
{
    if (error == -EAGAIN || error == -EINTR)
        return true;
    if (acc_alsa_pcm_is_gone(pcm, error)) {
        fail(port, pcm, -ENODEV, NULL);
        return false;
    }
    bool is_xrun = error == -EPIPE, is_suspend = error == -ESTRPIPE;
    if ((is_xrun || is_suspend) && is_hopeless(port, pcm, error))
        return false;
    if (is_xrun)
        error = recover_xrun(port, pcm);
    else if (is_suspend)
        error = recover_sleep(port, pcm);
    if (error < 0)
        fail(port, pcm, error, NULL);
    return error == 0;
}

// Reads captured frames into the ring. While the ring is full nothing is read: a card then overruns,
// a device without a clock waits.
static bool serve_capture(struct acc_alsa *port, size_t *waiting)
{
    struct pcm *pcm = &port->capture;
    snd_pcm_sframes_t available;
    for (;;) {
        available = acc_alsa_pcm_available(pcm);
        size_t room = ring_room(&port->captured);
        if (available <= 0 || room == 0)
            break;
        size_t len = (size_t)available < room ? (size_t)available : room;
        snd_pcm_sframes_t got = acc_alsa_pcm_read(pcm, &port->captured, len);
        if (got <= 0) {
            available = got;
            break;
        }
        port->stalls = 0;
        port->capture_ns = port->sound_ns = now_ns();
        atomic_fetch_add_explicit(&port->capture_tally.frames, (uint64_t)got, memory_order_relaxed);
    }
    if (available == 0)
        port->served_ns = now_ns();
    *waiting = available > 0 ? (size_t)available : 0;
    if (ring_fill(&port->captured) >= port->info.block)
        signal_fd(port->wait_fd);
    return available >= 0 || recover(port, pcm, (int)available);
}

// Counts the zeros at the end of the played samples: drift.c drops and inserts frames in silence.
static void note_quiet(struct acc_alsa *port, const float *samples, snd_pcm_sframes_t wrote)
{
    for (snd_pcm_sframes_t i = 0; i < wrote; i++)
        port->quiet = samples[i] == 0 ? port->quiet + 1 : 0;
}

static const float silence[256];

// Frames written from the silence or from the ring, 0 when there is nothing, or a negative errno.
static snd_pcm_sframes_t write_some(struct acc_alsa *port, size_t room)
{
    struct pcm *pcm = &port->play;
    size_t n = room;
    snd_pcm_sframes_t wrote;
    // silence precedes the caller's samples
    if (port->silence > 0) {
        n = n < port->silence ? n : port->silence;
        n = n < 256 ? n : 256;
        wrote = acc_alsa_pcm_write(pcm, silence, n);
        if (wrote > 0)
            port->silence -= (size_t)wrote;
        note_quiet(port, silence, wrote);
        return wrote;
    }
    const float *samples = ring_peek(&port->playing, &n);
    if (n == 0)
        return 0;
    wrote = acc_alsa_pcm_write(pcm, samples, n);
    note_quiet(port, samples, wrote);
    if (wrote > 0) {
        ring_advance_taken(&port->playing, (size_t)wrote);
        port->taken_ns = now_ns();
        signal_fd(port->wait_fd);
    }
    return wrote;
}

// Playback starts when the lead is written, so that it does not underrun at the first wake-ups.
static int start_play(struct acc_alsa *port)
{
    size_t buffer = port->play.stream.buffer;
    if (port->play.is_running || port->play_fill == 0)
        return 0;
    // with a buffer shorter than the lead, start when it is full
    if (port->silence > 0 && port->play_fill < buffer)
        return 0;
    // after a pause the caller is still behind: the device would underrun at once
    if (port->play_fill < port->lead && ring_fill(&port->captured) >= port->info.block)
        return 0;
    int error = snd_pcm_start(port->play.handle);
    port->play.is_running = error == 0;
    // learn the frames in flight again
    port->depth_count = 0;
    return error;
}

// Whether the capture keeps time. A file or a server's null device delivers frames faster than its
// rate: a quarter more than the monotonic clock, beyond one buffer, is not a crystal's error. Clock
// drift is followed only for cards.
static bool has_clock(const struct acc_alsa *port)
{
    uint64_t captured = atomic_load_explicit(&port->capture_tally.frames, memory_order_relaxed);
    uint64_t by_clock = frames_since(port, port->start_ns);
    return captured < by_clock + by_clock / 4 + port->capture.stream.buffer;
}

// Writes silence and samples into up to `room` frames of the device's buffer.
static int feed_play(struct acc_alsa *port, snd_pcm_sframes_t room)
{
    size_t buffer = port->play.stream.buffer;
    size_t fill = buffer > (size_t)room ? buffer - (size_t)room : 0;
    snd_pcm_sframes_t wrote = 0;
    while (room > 0 && (wrote = write_some(port, (size_t)room)) > 0) {
        room -= wrote;
        fill += (size_t)wrote;
        port->play_ns = now_ns();
        port->play_fill = fill;
        atomic_fetch_add_explicit(&port->play_tally.frames, (uint64_t)wrote, memory_order_relaxed);
    }
    return wrote < 0 ? (int)wrote : start_play(port);
}

// A server's capture may start seconds after its playback, so the lead counts from the first frame.
static void top_up_lead(struct acc_alsa *port, size_t fill)
{
    size_t ahead = fill + port->silence + ring_fill(&port->playing);
    if (port->is_flowing || atomic_load(&port->capture_tally.frames) == 0)
        return;
    port->is_flowing = true;
    port->silence += ahead < port->lead ? port->lead - ahead : 0;
}

// Follows the frames that the device has played: all that were written but the `fill` in its buffer.
static void note_played(struct acc_alsa *port, size_t fill)
{
    uint64_t played = atomic_load(&port->play_tally.frames) - fill;
    if (fill > 0 && port->play.is_running && played == port->played)
        return;
    port->played = played;
    port->played_ns = now_ns();
}

// Playback for one wake-up. `captured_waiting`: captured frames in the device for which the ring has no
// room; they count as in flight.
static bool serve_play(struct acc_alsa *port, size_t captured_waiting)
{
    size_t buffer = port->play.stream.buffer;
    snd_pcm_sframes_t room = acc_alsa_pcm_available(&port->play);
    if (room < 0)
        return recover(port, &port->play, (int)room);
    size_t fill = buffer > (size_t)room ? buffer - (size_t)room : 0;
    note_played(port, fill);
    top_up_lead(port, fill);
    if (port->is_flowing && port->play.is_running && has_clock(port))
        acc_alsa_port_follow_clock(port, captured_waiting, fill);
    int error = feed_play(port, room);
    return error >= 0 || recover(port, &port->play, error);
}

// The descriptors of one poll: the wake-up first, then each device's; a plugin may have several.
struct poll_set {
    struct pollfd fds[MAX_FDS];
    unsigned count;
    unsigned capture_at, capture_count, play_at, play_count;
};

static void add_pcm(struct poll_set *set, const struct pcm *pcm, unsigned *at, unsigned *count)
{
    *at = set->count;
    int n = snd_pcm_poll_descriptors(pcm->handle, set->fds + set->count, MAX_FDS - set->count);
    *count = n > 0 ? (unsigned)n : 0;
    set->count += *count;
}

// A device is polled only when there is room or data for it; otherwise poll would return at once.
static void fill_poll_set(struct acc_alsa *port, struct poll_set *set)
{
    *set = (struct poll_set){.count = 1};
    set->fds[0] = (struct pollfd){.fd = port->wake_fd, .events = POLLIN};
    if (ring_room(&port->captured) > 0)
        add_pcm(set, &port->capture, &set->capture_at, &set->capture_count);
    if (port->silence > 0 || ring_fill(&port->playing) > 0)
        add_pcm(set, &port->play, &set->play_at, &set->play_count);
}

// Reads the events; plugins translate and clear their descriptors' events.
static void read_poll_set(struct acc_alsa *port, struct poll_set *set)
{
    unsigned short events;
    uint64_t count;
    if (set->fds[0].revents) {
        ssize_t n = read(port->wake_fd, &count, sizeof count);
        (void)n;
    }
    if (set->capture_count)
        snd_pcm_poll_descriptors_revents(port->capture.handle, set->fds + set->capture_at,
                                         set->capture_count, &events);
    if (set->play_count)
        snd_pcm_poll_descriptors_revents(port->play.handle, set->fds + set->play_at,
                                         set->play_count, &events);
}

// A running card delivers no frames because another program or the driver blocks it: restart it, or fail after
// MAX_STALLS. Restarts after xruns in between do not count as sound.
static bool survive_stall(struct acc_alsa *port)
{
    acc_alsa_port_report(port, ACC_ALSA_INTERRUPTED, 0);
    if (++port->stalls > MAX_STALLS) {
        char reason[40];
        snprintf(reason, sizeof reason, "no sound for %d s", NO_SOUND_MS / 1000);
        fail(port, &port->capture, -ETIMEDOUT, reason);
        return false;
    }
    port->sound_ns = now_ns();
    snd_pcm_drop(port->capture.handle);
    int error = restart(port, &port->capture);
    return error >= 0 || recover(port, &port->capture, error);
}

// Frames wait but none was written for STALL_MS, or the device has frames but played none for NO_SOUND_MS (drift.c
// drops silence, so that none waits): the card or its server hangs. The port fails, as the capture does after its restarts.
static bool play_stands_still(struct acc_alsa *port)
{
    bool waits = port->silence + ring_fill(&port->playing) > 0 && is_past(port->play_ns, STALL_MS);
    bool stands = is_past(port->played_ns, NO_SOUND_MS);
    if (!waits && !stands)
        return false;
    char reason[40];
    snprintf(reason, sizeof reason, "no sound was played for %d s",
             (stands ? NO_SOUND_MS : STALL_MS) / 1000);
    fail(port, &port->play, -ETIMEDOUT, reason);
    return true;
}

// The caller counts captured frames as time, so they go on when the devices do not: after a stall the caller gets silence by
// the clock until there is sound. Not earlier, because a sound server that pauses delivers its frames later, and the silence
// would lengthen the time that a signal takes from one end to the other. The samples that a playback does not take are
// dropped when no block more has room.
static void keep_time(struct acc_alsa *port)
{
    if (ring_room(&port->playing) < port->info.block && is_past(port->taken_ns, UNTAKEN_MS))
        ring_advance_taken(&port->playing, ring_fill(&port->playing));
    uint64_t due = port->stalls > 0 ? frames_since(port, port->filled_ns) : 0;
    size_t room = ring_room(&port->captured);
    port->filled_ns = now_ns();
    for (size_t n, left = due < room ? (size_t)due : room; left > 0; left -= n) {
        n = left < 256 ? left : 256;
        ring_put(&port->captured, silence, n);
    }
    if (due > 0)
        signal_fd(port->wait_fd);
}

// Sound after a stall: the playback has gone on, so it restarts with as many frames in flight as before.
static bool end_stall(struct acc_alsa *port)
{
    snd_pcm_drop(port->play.handle);
    int error = restart(port, &port->play);
    return error >= 0 || recover(port, &port->play, error);
}

// One wake-up: capture first, so that the caller can answer, then playback, then stalls.
static bool serve(struct acc_alsa *port, int timeout)
{
    struct poll_set set;
    bool had_room = ring_room(&port->captured) > 0, stalls = port->stalls > 0;
    fill_poll_set(port, &set);
    int ready = poll(set.fds, set.count, timeout);
    if (ready < 0 && errno != EINTR) {
        fail(port, &port->capture, -errno, NULL);
        return false;
    }
    if (ready > 0)
        read_poll_set(port, &set);
    // without room nothing was read: the card is not to blame
    if (!had_room)
        port->sound_ns = now_ns();
    size_t waiting = 0;
    if (!serve_capture(port, &waiting) || (stalls && port->stalls == 0 && !end_stall(port)))
        return false;
    if (!serve_play(port, waiting) || play_stands_still(port))
        return false;
    keep_time(port);
    return !is_past(port->sound_ns, STALL_MS) || survive_stall(port);
}

// Plays the samples that are still queued when the port is closed, for at most DRAIN_MS.
static void drain(struct acc_alsa *port)
{
    int64_t end = now_ns() + DRAIN_MS * INT64_C(1000000);
    while (now_ns() < end) {
        snd_pcm_sframes_t room = acc_alsa_pcm_available(&port->play);
        if (room < 0 || feed_play(port, room) < 0)
            break;
        room = acc_alsa_pcm_available(&port->play);
        bool is_dry = room < 0 || (size_t)room >= port->play.stream.buffer;
        if (is_dry && port->silence == 0 && ring_fill(&port->playing) == 0)
            break;
        poll(NULL, 0, DRAIN_STEP_MS);
    }
}

// Called by the thread at its end, and by acc_alsa_port_free for a port whose thread never ran.
void acc_alsa_port_release(struct acc_alsa *port)
{
    acc_alsa_pcm_close(&port->play);
    acc_alsa_pcm_close(&port->capture);
    for (size_t i = 0; i < port->controls_count; i++) {
        acc_alsa_mixer_end(&port->controls[i], port->state_folder);
        acc_alsa_controls_close(&port->controls[i]);
    }
    port->controls_count = 0;
}

void acc_alsa_port_free(struct acc_alsa *port)
{
    const int fds[] = {port->wait_fd, port->wake_fd, port->end_fd};
    acc_alsa_quiet_begin();
    acc_alsa_port_release(port);
    acc_alsa_quiet_end();
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    free(port->captured.data);
    free(port->playing.data);
    free(port->names);
    free(port);
}

// Starts the capture; playback starts by itself once the lead is written.
void *acc_alsa_port_run(void *context)
{
    struct acc_alsa *port = context;
    acc_alsa_quiet_begin();
    port->start_ns = now_ns();
    port->capture_ns = port->served_ns = port->sound_ns = port->taken_ns = port->start_ns;
    int error = snd_pcm_start(port->capture.handle);
    bool runs = error >= 0 || recover(port, &port->capture, error);
    rewind_play(port);
    while (runs && !atomic_load_explicit(&port->is_stopping, memory_order_acquire))
        runs = serve(port, WAIT_MS);
    if (runs)
        drain(port);
    snd_pcm_drop(port->play.handle);
    snd_pcm_drop(port->capture.handle);
    // the kernel keeps a removed card until its last descriptor is closed
    acc_alsa_port_release(port);
    acc_alsa_quiet_end();
    if (atomic_exchange(&port->is_left, true))
        acc_alsa_port_free(port);
    else
        signal_fd(port->end_fd);
    return NULL;
}
