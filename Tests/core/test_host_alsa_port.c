// The thread of a port on a simulated card with a simulated clock: xruns, suspends, stalls, late servers, removal,
// the end.
#include "check.h"

#include <alsa/asoundlib.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

// port.c's only ways to wait and to read the time
static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout);
static int simulated_clock(clockid_t clock, struct timespec *t);
#define poll simulated_poll
#define clock_gettime simulated_clock
#include "host/alsa/port.c"
#undef poll
#undef clock_gettime

enum { RATE = 48000, BLOCK = 480, LEAD = 6 * BLOCK, BUFFER = RATE / 2, RING = 65536 };
enum { CAPTURE, PLAY };

// One direction of the card. Its pointers count frames since it was prepared.
struct device {
    uint64_t card, program;                       // advanced by the card, and by the port
    bool is_running, is_dry, is_gone, is_silent;  // is_silent: the card does not advance
    int64_t starts_ns;  // a running device does not advance before it: a server's start
    int busy;           // resumes that are refused with EAGAIN
    int write_error;    // result of the next write
    bool is_asleep, cannot_resume;
    unsigned prepared, dropped;
};

static struct device devices[2];
static struct acc_alsa port;
static int64_t clock_ns;
static unsigned steps, last_step;
static void (*incident)(void);  // called before step incident_at
static unsigned incident_at;
static bool is_faltering;  // the capture does not advance in 350 of 400 steps
static bool caller_sleeps;
static unsigned goes_on_at;  // the step from which both devices advance again
static uint64_t sound_written, zeros_written;
static uint64_t given;  // by the caller
static size_t in_flight_before, in_flight;
static unsigned events[ACC_ALSA_XRUN + 1];
static uint32_t last_frames;

static struct device *device_of(snd_pcm_t *handle)
{
    return (struct device *)(void *)handle;
}

static bool is_capture(const struct device *d)
{
    return d == &devices[CAPTURE];
}

int snd_pcm_prepare(snd_pcm_t *handle)
{
    struct device *d = device_of(handle);
    d->card = d->program = 0;
    d->is_running = d->is_dry = d->is_asleep = false;
    d->prepared++;
    return d->is_gone ? -ENODEV : 0;
}

int snd_pcm_start(snd_pcm_t *handle)
{
    device_of(handle)->is_running = true;
    return 0;
}

int snd_pcm_drop(snd_pcm_t *handle)
{
    device_of(handle)->is_running = false;
    device_of(handle)->dropped++;
    return 0;
}

int snd_pcm_resume(snd_pcm_t *handle)
{
    struct device *d = device_of(handle);
    if (d->busy > 0)
        return d->busy--, -EAGAIN;
    if (d->cannot_resume)
        return -ENOSYS;
    d->is_asleep = false;
    return 0;
}

int snd_pcm_close(snd_pcm_t *handle)
{
    (void)handle;
    return 0;
}

snd_pcm_type_t snd_pcm_type(snd_pcm_t *handle)
{
    (void)handle;
    return SND_PCM_TYPE_HW;
}

snd_pcm_state_t snd_pcm_state(snd_pcm_t *handle)
{
    return device_of(handle)->is_gone ? SND_PCM_STATE_DISCONNECTED : SND_PCM_STATE_RUNNING;
}

int snd_pcm_poll_descriptors(snd_pcm_t *handle, struct pollfd *fds, unsigned space)
{
    (void)handle, (void)fds, (void)space;
    return 0;
}

snd_pcm_sframes_t snd_pcm_avail_update(snd_pcm_t *handle)
{
    const struct device *d = device_of(handle);
    if (d->is_gone)
        return -EIO;
    if (d->is_asleep)
        return -ESTRPIPE;
    if (d->is_dry)
        return -EPIPE;
    uint64_t there = is_capture(d) ? d->card - d->program : BUFFER - (d->program - d->card);
    return (snd_pcm_sframes_t)there;
}

static size_t moved(struct device *d, size_t len)
{
    snd_pcm_sframes_t there = snd_pcm_avail_update((snd_pcm_t *)(void *)d);
    len = there > 0 && (size_t)there < len ? (size_t)there : len;
    d->program += len;
    return len;
}

snd_pcm_sframes_t snd_pcm_readi(snd_pcm_t *handle, void *bytes, snd_pcm_uframes_t len)
{
    struct device *d = device_of(handle);
    float *samples = bytes;
    for (size_t i = 0; i < len; i++)
        samples[i] = 1;
    return (snd_pcm_sframes_t)moved(d, len);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *handle, const void *bytes, snd_pcm_uframes_t len)
{
    const float *samples = bytes;
    const int error = device_of(handle)->write_error;
    if (error)
        return device_of(handle)->write_error = 0, error;
    len = moved(device_of(handle), len);
    for (size_t i = 0; i < len; i++) {
        sound_written += samples[i] != 0;
        zeros_written += samples[i] == 0;
    }
    return (snd_pcm_sframes_t)len;
}

static int simulated_clock(clockid_t clock, struct timespec *t)
{
    CHECK(clock == CLOCK_MONOTONIC);
    *t = (struct timespec){clock_ns / 1000000000, clock_ns % 1000000000};
    return 0;
}

static void run_device(struct device *d, uint64_t frames)
{
    if (!d->is_running || d->is_silent || d->is_dry || clock_ns < d->starts_ns)
        return;
    d->card += frames;
    d->is_dry = is_capture(d) ? d->card - d->program > BUFFER : d->card > d->program;
}

static void pass_time(int milliseconds)
{
    clock_ns += milliseconds * INT64_C(1000000);
    for (int i = 0; i < 2; i++)
        run_device(&devices[i], (uint64_t)milliseconds * RATE / 1000);
}

static void take_events(void)
{
    unsigned taken = atomic_load(&port.events_taken);
    for (; taken != atomic_load(&port.events_put); taken++) {
        events[port.events[taken % MAX_EVENTS].kind]++;
        last_frames = port.events[taken % MAX_EVENTS].frames;
    }
    atomic_store(&port.events_taken, taken);
}

// The caller writes a block for each that it reads.
static void run_caller(void)
{
    take_events();
    float block[BLOCK];
    while (!caller_sleeps && ring_fill(&port.captured) >= BLOCK &&
           ring_room(&port.playing) >= BLOCK) {
        ring_take(&port.captured, block, BLOCK);
        ring_put(&port.playing, block, BLOCK);
        given += BLOCK;
    }
}

static size_t count_in_flight(void)
{
    const struct device *c = &devices[CAPTURE], *p = &devices[PLAY];
    return (size_t)(c->card - c->program + p->program - p->card) + port.silence +
           ring_fill(&port.captured) + ring_fill(&port.playing);
}

// A wake-up of the thread every 10 ms.
static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    (void)fds, (void)count;
    // a silent card does not wake the thread
    CHECK(timeout <= 100);
    pass_time(10);
    run_caller();
    steps++;
    if (steps == 90)
        in_flight_before = count_in_flight();
    if (steps == incident_at && incident)
        incident();
    if (steps == goes_on_at)
        devices[CAPTURE].is_silent = devices[PLAY].is_silent = false;
    if (is_faltering)
        devices[CAPTURE].is_silent = steps % 400 < 350;
    if (steps == last_step) {
        in_flight = count_in_flight();
        atomic_store(&port.is_stopping, true);
    }
    return 0;
}

static struct pcm pcm_of(int direction)
{
    return (struct pcm){.handle = (snd_pcm_t *)(void *)&devices[direction],
                        .is_capture = direction == CAPTURE,
                        .stream = {ACC_SAMPLE_F32, 1, BLOCK, BUFFER},
                        .bytes = calloc(BUFFER, sizeof(float)),
                        .room = BUFFER};
}

static void run_port(void (*what)(void), unsigned how_long)
{
    static float rings[2][RING];
    int64_t starts = devices[CAPTURE].starts_ns;
    memset(devices, 0, sizeof devices);
    devices[CAPTURE].starts_ns = starts;
    port = (struct acc_alsa){.captured = {.data = rings[0], .size = RING},
                             .playing = {.data = rings[1], .size = RING},
                             .info = {.rate = RATE, .block = BLOCK},
                             .lead = LEAD,
                             .wait_fd = -1,
                             .wake_fd = -1,
                             .end_fd = -1,
                             .play = pcm_of(PLAY),
                             .capture = pcm_of(CAPTURE)};
    clock_ns = 0;
    steps = 0;
    last_step = how_long;
    incident = what;
    incident_at = 100;
    caller_sleeps = false;
    sound_written = zeros_written = given = 0;
    memset(events, 0, sizeof events);
    acc_alsa_port_run(&port);
    take_events();
    // in every case the thread has closed the devices
    CHECK(!port.play.handle && !port.capture.handle);
}

static bool has_failed(acc_alsa_status status, bool in_capture)
{
    return atomic_load(&port.has_fault) && port.fault.status == status &&
           port.fault.in_capture == in_capture;
}

static void nothing_happens(void)
{
    run_port(NULL, 500);
    CHECK(!atomic_load(&port.has_fault) && atomic_load(&port.events_put) == 0);
    CHECK(in_flight == in_flight_before && in_flight >= LEAD && in_flight <= LEAD + BLOCK);
    // everything that the caller wrote was played before the devices were closed
    CHECK(sound_written == given && given >= 490 * BLOCK);
    CHECK(atomic_load(&port.play_tally.frames) == sound_written + zeros_written);
    CHECK(zeros_written <= LEAD + BLOCK);
}

static void machine_sleeps(void)
{
    pass_time(300);
}

// 300 ms in which no thread ran: the playback, 60 ms ahead, underran; the capture's buffer has everything.
static void underrun_keeps_frames_in_flight(void)
{
    run_port(machine_sleeps, 500);
    const uint32_t frames = last_frames;
    CHECK(events[ACC_ALSA_XRUN] == 1 && !atomic_load(&port.has_fault));
    CHECK(frames > RATE / 5 && frames < RATE * 3 / 10);
    CHECK(atomic_load(&port.lost) == frames && atomic_load(&port.play_tally.xruns) == 1);
    CHECK(atomic_load(&port.capture_tally.xruns) == 0);
    CHECK(in_flight >= in_flight_before && in_flight <= in_flight_before + RATE * 3 / 10);
}

static void machine_dozes(void)
{
    pass_time(100);
}

static void machine_dozes_twice(void)
{
    pass_time(100);
    incident_at = 300;
}

// 100 ms: the frames by which the caller fell behind stay in flight. Nothing is dropped from the sound.
static void underrun_lengthens_the_lead(void)
{
    run_port(machine_dozes, 500);
    CHECK(events[ACC_ALSA_XRUN] == 1 && atomic_load(&port.dropped) == 0);
    CHECK(in_flight > in_flight_before && in_flight <= in_flight_before + RATE / 10);
    // the next delay of this length does no harm
    run_port(machine_dozes_twice, 500);
    CHECK(events[ACC_ALSA_XRUN] == 1 && atomic_load(&port.dropped) == 0);
}

static void machine_sleeps_long(void)
{
    pass_time(700);
}

// 700 ms: the capture overran, too.
static void overrun_is_counted(void)
{
    run_port(machine_sleeps_long, 500);
    CHECK(events[ACC_ALSA_XRUN] == 2 && !atomic_load(&port.has_fault));
    CHECK(atomic_load(&port.capture_tally.xruns) == 1 && atomic_load(&port.play_tally.xruns) == 1);
    const uint64_t lost = atomic_load(&port.lost);
    CHECK(lost >= RATE * 13 / 10 && lost <= RATE * 142 / 100);
    CHECK(in_flight + BLOCK >= in_flight_before && in_flight <= in_flight_before + 2 * BLOCK);
}

static void suspend(void)
{
    for (int i = 0; i < 2; i++)
        devices[i].is_asleep = true;
    devices[CAPTURE].busy = 3;
}

static void suspend_for_good(void)
{
    suspend();
    devices[CAPTURE].cannot_resume = devices[PLAY].cannot_resume = true;
}

static void suspend_is_survived(void)
{
    run_port(suspend, 500);
    CHECK(events[ACC_ALSA_INTERRUPTED] == 2 && !atomic_load(&port.has_fault));
    CHECK(devices[CAPTURE].prepared == 0 && devices[CAPTURE].busy == 0);
    // a driver that cannot resume is restarted
    run_port(suspend_for_good, 500);
    CHECK(events[ACC_ALSA_INTERRUPTED] == 2 && !atomic_load(&port.has_fault));
    CHECK(devices[CAPTURE].prepared == 1 && devices[PLAY].prepared == 1);
    CHECK(devices[CAPTURE].dropped == 1 && given > 450 * BLOCK);
}

static void stop_capture(void)
{
    devices[CAPTURE].is_silent = true;
}

static void stop_play(void)
{
    devices[PLAY].is_silent = true;
}

static void stall_ends_the_port(void)
{
    run_port(stop_capture, 5000);
    CHECK(has_failed(ACC_ALSA_LOST, true) && port.fault.code == ETIMEDOUT);
    CHECK(events[ACC_ALSA_INTERRUPTED] == MAX_STALLS + 1);
    CHECK(devices[CAPTURE].prepared == MAX_STALLS && steps > 900 && steps < 1100);
    run_port(stop_play, 5000);
    CHECK(has_failed(ACC_ALSA_LOST, false) && port.fault.code == ETIMEDOUT && steps < 500);
}

// Pauses with sound between them are not added up.
static void a_faltering_card_is_no_stall(void)
{
    is_faltering = true;
    run_port(NULL, 400 * (MAX_STALLS + 3));
    is_faltering = false;
    CHECK(!atomic_load(&port.has_fault) && events[ACC_ALSA_INTERRUPTED] > MAX_STALLS + 1);
}

static void fail_write(void)
{
    devices[PLAY].write_error = -EPIPE;
}

// The playback underran between the query of its room and the write.
static void failed_write_is_an_xrun(void)
{
    run_port(fail_write, 500);
    CHECK(!atomic_load(&port.has_fault) && atomic_load(&port.play_tally.xruns) == 1);
    CHECK(devices[PLAY].prepared == 1 && given > 450 * BLOCK);
}

// After a restart the drift of the two clocks before it has no effect.
static void a_restart_ends_the_drift(void)
{
    static float rings[2][RING];
    memset(devices, 0, sizeof devices);
    port = (struct acc_alsa){.captured = {.data = rings[0], .size = RING},
                             .playing = {.data = rings[1], .size = RING},
                             .info = {.rate = RATE, .block = BLOCK},
                             .lead = LEAD,
                             .capture = pcm_of(CAPTURE),
                             .baseline = LEAD + 100,
                             .depth = LEAD + 140,
                             .depth_count = 64};
    devices[CAPTURE].card = 30;
    rewind_play(&port);
    CHECK(port.depth == LEAD + 100 && port.silence == LEAD + 70);
    free(port.capture.bytes);
}

// A capture up to a quarter faster than the clock, beyond one buffer, is a card; a faster one is not.
static void a_card_keeps_time(void)
{
    port = (struct acc_alsa){.info = {.rate = RATE}, .start_ns = 1000000000};
    port.capture.stream.buffer = BUFFER;
    clock_ns = INT64_C(5000000000);
    const uint64_t most = 4 * RATE + RATE + BUFFER;
    atomic_store(&port.capture_tally.frames, most - 1);
    CHECK(has_clock(&port));
    atomic_store(&port.capture_tally.frames, most);
    CHECK(!has_clock(&port));
}

static void remove_card(void)
{
    devices[CAPTURE].is_gone = devices[PLAY].is_gone = true;
}

static void removal_ends_the_port(void)
{
    run_port(remove_card, 500);
    CHECK(has_failed(ACC_ALSA_LOST, true) && steps == 100);
}

// A server's capture starts 1 s after the playback: the lead is then complete, though the playback has underrun
// before.
static void late_capture_has_its_lead(void)
{
    devices[CAPTURE].starts_ns = INT64_C(1000000000);
    run_port(NULL, 500);
    devices[CAPTURE].starts_ns = 0;
    CHECK(!atomic_load(&port.has_fault) && in_flight >= LEAD && in_flight <= LEAD + 2 * BLOCK);
    CHECK(events[ACC_ALSA_XRUN] == 0);
}

static void stop_both(void)
{
    stop_capture();
    stop_play();
}

// A server that pauses: no frame is made up or lost, and as many are in flight as before.
static void a_pause_changes_nothing(void)
{
    for (goes_on_at = 110; goes_on_at < 400; goes_on_at += 55) {
        run_port(stop_both, 1000);
        CHECK(!atomic_load(&port.has_fault) && atomic_load(&port.events_put) == 0);
        CHECK(in_flight == in_flight_before && sound_written == given);
        CHECK(given > (1100 - goes_on_at - 10) * BLOCK && given <= (1100 - goes_on_at) * BLOCK);
    }
    goes_on_at = 0;
}

// A capture that stalls for longer: the caller's time goes on, and the sound after it is not late.
static void a_stall_lengthens_nothing(void)
{
    for (goes_on_at = 500; goes_on_at < 900; goes_on_at += 70) {
        run_port(stop_capture, 1200);
        CHECK(!atomic_load(&port.has_fault) && events[ACC_ALSA_INTERRUPTED] >= 1);
        CHECK(in_flight == in_flight_before && given > (1200 - 310) * BLOCK);
    }
    goes_on_at = 0;
}

static void caller_falls_asleep(void)
{
    caller_sleeps = true;
}

// A caller that reads nothing: the ring fills, the card overruns, and the port neither loops nor fails.
static void sleeping_caller_is_no_stall(void)
{
    run_port(caller_falls_asleep, 2000);
    CHECK(!atomic_load(&port.has_fault) && events[ACC_ALSA_INTERRUPTED] == 0);
    CHECK(ring_room(&port.captured) == 0 && atomic_load(&port.capture_tally.xruns) > 10);
}

int main(void)
{
    nothing_happens();
    underrun_keeps_frames_in_flight();
    underrun_lengthens_the_lead();
    overrun_is_counted();
    suspend_is_survived();
    stall_ends_the_port();
    a_faltering_card_is_no_stall();
    failed_write_is_an_xrun();
    a_restart_ends_the_drift();
    a_card_keeps_time();
    removal_ends_the_port();
    late_capture_has_its_lead();
    a_pause_changes_nothing();
    a_stall_lengthens_nothing();
    sleeping_caller_is_no_stall();
    return failures;
}
