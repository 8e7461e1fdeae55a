// The port's thread step by step: which frames are lost, when the playback starts, what is polled, and how each failure ends.
#include "alsa_service.h"

#include <sys/eventfd.h>
#include <unistd.h>

static void faults(void)
{
    static const struct {
        int error;
        bool is_gone, is_server;
        acc_alsa_status status;
        int event;  // -1: none
    } rows[] = {
        {-EIO, false, false, ACC_ALSA_FAILED, -1},
        {-EIO, true, false, ACC_ALSA_LOST, -1},
        {-ENODEV, false, false, ACC_ALSA_LOST, -1},
        {-ETIMEDOUT, false, false, ACC_ALSA_LOST, -1},
        {-EIO, false, true, ACC_ALSA_LOST, ACC_ALSA_SERVER_ENDED},
        {-EBUSY, false, false, ACC_ALSA_BUSY, ACC_ALSA_FOCUS_LOST},
        {-EBUSY, false, true, ACC_ALSA_LOST, ACC_ALSA_SERVER_ENDED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int side = 0; side < 2; side++) {
            start();
            devices[side].is_gone = rows[i].is_gone;
            devices[side].is_server = rows[i].is_server;
            fail(&port, side ? &port.play : &port.capture, rows[i].error, NULL);
            CHECK(has_fault(rows[i].status, -rows[i].error, !side));
            CHECK(rows[i].event < 0 ? port.events_put == 0
                                    : has_event((acc_alsa_event_kind)rows[i].event, 0));
            // the first one is kept
            fail(&port, side ? &port.capture : &port.play, -EPERM, "another");
            CHECK(has_fault(rows[i].status, -rows[i].error, !side) &&
                  strcmp(port.fault.reason, "another") != 0);
        }
    // a fault that the thread found is not the server's end
    start();
    devices[PLAY].is_server = true;
    fail(&port, &port.play, -EPIPE, "a reason");
    CHECK(has_fault(ACC_ALSA_FAILED, EPIPE, false) && port.events_put == 0 &&
          strcmp(port.fault.reason, "a reason") == 0);
}

static void frames_by_the_clock(void)
{
    start();
    CHECK(frames_since(&port, clock_ns) == 0 && frames_since(&port, clock_ns + 1) == 0);
    CHECK(frames_since(&port, clock_ns - 1000000000) == RATE &&
          frames_since(&port, clock_ns - 20833) == 0);
    CHECK(frames_since(&port, clock_ns - 21000) == 1);
    clock_ns = INT64_C(1000000000) * 3600 * 1000;
    CHECK(frames_since(&port, 0) == UINT64_C(48000) * 3600 * 1000);
}

// An overrun loses what came since the last read, an underrun what came since the buffer ran empty.
static void xruns(void)
{
    start();
    port.is_flowing = true;
    port.capture_ns = clock_ns - 100000000;
    CHECK(recover(&port, &port.capture, -EPIPE) && devices[CAPTURE].prepared == 1 &&
          devices[CAPTURE].started == 1);
    CHECK(has_event(ACC_ALSA_XRUN, 4800) && port.capture_tally.xruns == 1 &&
          port.play_tally.xruns == 0 && port.lost == 4800);
    CHECK(port.capture_ns == clock_ns && port.served_ns == clock_ns && port.sound_ns == 0);
    port.play_ns = clock_ns - 100000000;
    port.played_ns = 0;
    port.play_fill = 1000;
    port.play.is_running = true;
    CHECK(recover(&port, &port.play, -EPIPE) && devices[PLAY].prepared == 1 &&
          devices[PLAY].started == 0);
    CHECK(has_event(ACC_ALSA_XRUN, 3800) && port.play_tally.xruns == 1 && port.lost == 8600);
    CHECK(!port.play.is_running && port.play_fill == 0 && port.play_ns == clock_ns &&
          port.silence == LEAD && port.played_ns == clock_ns);
    port.play_ns = clock_ns - 100000000;
    port.play_fill = 4801;
    CHECK(recover(&port, &port.play, -EPIPE) && has_event(ACC_ALSA_XRUN, 0));
    // before the first frame nothing is lost; a device that cannot be prepared is a fault
    start();
    CHECK(recover(&port, &port.play, -EPIPE) && port.events_put == 0);
    port.is_flowing = true;
    devices[CAPTURE].prepare_error = -EIO;
    CHECK(!recover(&port, &port.capture, -EPIPE) && port.events_put == 0 &&
          has_fault(ACC_ALSA_FAILED, EIO, true));
    CHECK(devices[CAPTURE].started == 0);
    start();
    devices[CAPTURE].start_error = -EBUSY;
    CHECK(!recover(&port, &port.capture, -EPIPE) && has_fault(ACC_ALSA_BUSY, EBUSY, true));
    // others: interruptions are none, a removed card is one
    start();
    CHECK(recover(&port, &port.capture, -EAGAIN) && recover(&port, &port.capture, -EINTR) &&
          !port.has_fault);
    CHECK(!recover(&port, &port.capture, -EIO) && has_fault(ACC_ALSA_FAILED, EIO, true));
    start();
    devices[PLAY].is_gone = true;
    CHECK(!recover(&port, &port.play, -EPIPE) && has_fault(ACC_ALSA_LOST, ENODEV, false) &&
          devices[PLAY].prepared == 0);
}

// At most half of a buffer has passed by the clock. A playback that does not run cannot underrun.
static void causeless_xruns(void)
{
    const int64_t half = INT64_C(1000000000) * BUFFER / RATE / 2;
    start();
    port.served_ns = clock_ns - half;
    CHECK(!is_causeless(&port, &port.capture));
    port.served_ns += 21000;
    CHECK(is_causeless(&port, &port.capture));
    port.play_fill = 4800;
    port.play_ns = clock_ns - 50000000;
    CHECK(is_causeless(&port, &port.play));
    port.play.is_running = true;
    CHECK(!is_causeless(&port, &port.play));
    port.play_ns += 21000;
    CHECK(is_causeless(&port, &port.play));
}

// Xruns that the device causes, `pause` ms after each other, until the port fails or for a minute. Returns the time in ms.
static int64_t repeat_error(int side, int error, int pause)
{
    start();
    struct pcm *pcm = side == PLAY ? &port.play : &port.capture;
    const int64_t first = clock_ns, end = first + INT64_C(60000000000);
    port.served_ns = clock_ns;
    while (clock_ns < end && recover(&port, pcm, error)) {
        clock_ns += pause * INT64_C(1000000);
        port.served_ns = clock_ns;
    }
    return (clock_ns - first) / 1000000;
}

static bool has_reason(const char *reason)
{
    return strcmp(port.fault.reason, reason) == 0;
}

static void series_end(void)
{
    // one that follows at once waits, so that the thread does not take the processor for itself
    CHECK(repeat_error(CAPTURE, -EPIPE, 0) == 6050 && has_fault(ACC_ALSA_FAILED, EPIPE, true));
    CHECK(has_reason("122 overruns in a row that the program did not cause") && polls == 121);
    CHECK(devices[CAPTURE].prepared == 121);
    CHECK(repeat_error(PLAY, -EPIPE, 0) == 6050 && has_fault(ACC_ALSA_FAILED, EPIPE, false));
    CHECK(has_reason("122 underruns in a row that the program did not cause"));
    CHECK(repeat_error(PLAY, -ESTRPIPE, 51) == 6018 && polls == 0 &&
          has_reason("119 suspends in a row that the program did not cause"));
    CHECK(repeat_error(CAPTURE, -EPIPE, 50) > 6000 && polls > 0);
    CHECK(repeat_error(CAPTURE, -EPIPE, 3000) == 9000 && port.has_fault);
    // rare ones are no series, and neither are those of a late program
    CHECK(repeat_error(CAPTURE, -EPIPE, 3001) >= 60000 && !port.has_fault);
    start();
    for (int i = 0; i < 100; i++) {
        clock_ns += INT64_C(1000000000);
        CHECK(recover(&port, &port.capture, -EPIPE));
    }
    // also soon after the machine's start
    start();
    clock_ns = 1;
    port.served_ns = 1;
    CHECK(recover(&port, &port.capture, -EPIPE) && port.capture_series.first_ns == 1);
    start();
    // a suspend counts in any case
    port.served_ns = 0;
    CHECK(recover(&port, &port.capture, -ESTRPIPE) && port.capture_series.count == 1);
    port.capture_series.count = 0;
    // each direction has its own
    CHECK(port.capture_series.count == 0 && port.play_series.count == 0);
    CHECK(recover(&port, &port.play, -EPIPE) && port.play_series.count == 1 &&
          port.capture_series.count == 0);
}

// Silence fills what is missing to the frames in flight.
static void playback_is_rewound(void)
{
    static const struct {
        size_t playing, captured;
        snd_pcm_sframes_t available;
        uint32_t depth_count;
        size_t silence;
    } rows[] = {{0, 0, 0, 0, LEAD}, {100, 20, 3, 0, LEAD - 123}, {100, 20, -EPIPE, 0, LEAD - 120},
                {0, 0, 0, 1, 1000}, {999, 0, 0, 9, 1},           {1000, 0, 0, 9, 0},
                {1001, 0, 0, 9, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        port.baseline = 1000;
        port.depth = 5;
        port.depth_count = rows[i].depth_count;
        ring_advance_put(&port.playing, rows[i].playing);
        ring_advance_put(&port.captured, rows[i].captured);
        devices[CAPTURE].available = rows[i].available;
        rewind_play(&port);
        CHECK(port.silence == rows[i].silence && port.depth == 1000);
    }
}

static void stop_now(void)
{
    port.is_stopping = true;
}

static void suspends(void)
{
    start();
    devices[PLAY].busy = 2;
    CHECK(recover(&port, &port.play, -ESTRPIPE) && polls == 2 && poll_timeout == 50 &&
          has_event(ACC_ALSA_INTERRUPTED, 0));
    CHECK(devices[PLAY].prepared == 0);
    devices[PLAY].resume_error = -ENOSYS;
    CHECK(recover(&port, &port.play, -ESTRPIPE) && devices[PLAY].prepared == 1 &&
          has_event(ACC_ALSA_INTERRUPTED, 0));
    devices[PLAY].prepare_error = -EIO;
    CHECK(!recover(&port, &port.play, -ESTRPIPE) && has_fault(ACC_ALSA_FAILED, EIO, false));
    // a device that never resumes
    start();
    devices[PLAY].busy = 1000000;
    CHECK(!recover(&port, &port.play, -ESTRPIPE) && polls == 121 &&
          has_fault(ACC_ALSA_LOST, ETIMEDOUT, false) && has_reason("no resume after a suspend"));
    CHECK(devices[PLAY].prepared == 0 && port.events_put == 0);
    // a port that is closed meanwhile does not wait
    start();
    devices[PLAY].busy = 1000000;
    on_poll = stop_now;
    CHECK(recover(&port, &port.play, -ESTRPIPE) && polls == 1);
}

static void captures(void)
{
    size_t waiting;
    start();
    port.stalls = 2;
    devices[CAPTURE].available = 1000;
    devices[CAPTURE].moves = 300;
    CHECK(serve_capture(&port, &waiting) && waiting == 0 && ring_fill(&port.captured) == 1000 &&
          port.stalls == 0);
    CHECK(port.capture_tally.frames == 1000 && port.capture_ns == clock_ns &&
          port.sound_ns == clock_ns && port.served_ns == clock_ns);
    // a full ring leaves the rest in the device
    devices[CAPTURE].available = 5000;
    clock_ns++;
    CHECK(serve_capture(&port, &waiting) && waiting == 5000 - (RING - 1000) &&
          ring_room(&port.captured) == 0 && port.served_ns == clock_ns - 1);
    start();
    devices[CAPTURE].available = -EPIPE;
    CHECK(serve_capture(&port, &waiting) && waiting == 0 && devices[CAPTURE].prepared == 1 &&
          port.sound_ns == 0);
    devices[CAPTURE].available = 5;
    devices[CAPTURE].moves = -EIO;
    port.stalls = 2;
    CHECK(!serve_capture(&port, &waiting) && has_fault(ACC_ALSA_FAILED, EIO, true) &&
          port.stalls == 2);
    start();
    devices[CAPTURE].available = 5;
    devices[CAPTURE].moves = 0;
    CHECK(serve_capture(&port, &waiting) && waiting == 0 && !port.has_fault);
}

// Silence first, at most 256 frames per write; then the ring's samples.
static void writes(void)
{
    start();
    port.silence = 300;
    ring_advance_put(&port.playing, 100);
    CHECK(write_some(&port, 1000) == 256 && port.silence == 44 && port.quiet == 256 &&
          devices[PLAY].zeros == 256);
    CHECK(write_some(&port, 10) == 10 && port.silence == 34 && write_some(&port, 1000) == 34 &&
          port.quiet == 300);
    CHECK(write_some(&port, 60) == 60 && ring_fill(&port.playing) == 40 && port.quiet == 0 &&
          devices[PLAY].zeros == 300);
    CHECK(port.taken_ns == clock_ns++);
    CHECK(write_some(&port, 60) == 40 && port.taken_ns == clock_ns && write_some(&port, 60) == 0);
    port.silence = 5;
    devices[PLAY].moves = -EPIPE;
    CHECK(write_some(&port, 60) == -EPIPE && port.silence == 5);
    port.silence = 0;
    ring_advance_put(&port.playing, 7);
    CHECK(write_some(&port, 60) == -EPIPE && ring_fill(&port.playing) == 7);
    // frames of sound after silence count from the last sound
    start();
    rings[1][3] = rings[1][4] = 0;
    ring_advance_put(&port.playing, 5);
    CHECK(write_some(&port, 60) == 5 && port.quiet == 2);
    // feeding goes on until the room or the samples end
    start();
    port.silence = 600;
    devices[PLAY].moves = 100;
    CHECK(feed_play(&port, 450) == 0 && port.silence == 150 && port.play_fill == BUFFER &&
          port.play_tally.frames == 450);
    CHECK(port.play_ns == clock_ns && feed_play(&port, 1000) == 0 && port.silence == 0 &&
          port.play_fill == BUFFER - 1000 + 150);
}

// When the lead is written; when the buffer is full; not while the caller is behind.
static void playback_starts(void)
{
    static const struct {
        size_t silence, fill, captured;
        bool is_running, starts;
    } rows[] = {{0, LEAD, 0, false, true},
                {0, LEAD, BLOCK, false, true},
                {0, LEAD - 1, BLOCK, false, false},
                {0, LEAD - 1, BLOCK - 1, false, true},
                {1, BUFFER - 1, 0, false, false},
                {1, BUFFER, 0, false, true},
                {0, 0, 0, false, false},
                {0, LEAD, 0, true, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        port.silence = rows[i].silence;
        port.play_fill = rows[i].fill;
        port.play.is_running = rows[i].is_running;
        port.depth_count = 7;
        ring_advance_put(&port.captured, rows[i].captured);
        CHECK(start_play(&port) == 0 && devices[PLAY].started == rows[i].starts);
        CHECK(port.play.is_running == (rows[i].starts || rows[i].is_running) &&
              port.depth_count == (rows[i].starts ? 0 : 7));
    }
    start();
    port.play_fill = LEAD;
    devices[PLAY].start_error = -EBUSY;
    CHECK(start_play(&port) == -EBUSY && !port.play.is_running);
}

// The lead counts from the first captured frame.
static void leads_are_topped_up(void)
{
    start();
    top_up_lead(&port, 100);
    CHECK(!port.is_flowing && port.silence == 0);
    port.capture_tally.frames = 1;
    port.silence = 5;
    ring_advance_put(&port.playing, 20);
    top_up_lead(&port, 100);
    CHECK(port.is_flowing && port.silence == LEAD - 120);
    top_up_lead(&port, 0);
    CHECK(port.silence == LEAD - 120);
    start();
    port.capture_tally.frames = 1;
    top_up_lead(&port, LEAD + 1);
    CHECK(port.is_flowing && port.silence == 0);
}

// A device is polled only when there is room for its data, or data for it.
static void polled_devices(void)
{
    struct poll_set set;
    start();
    devices[CAPTURE].descriptors = 2;
    devices[PLAY].descriptors = 1;
    port.wake_fd = 42;
    fill_poll_set(&port, &set);
    CHECK(set.count == 3 && set.fds[0].fd == 42 && set.fds[0].events == POLLIN &&
          set.capture_at == 1 && set.capture_count == 2);
    CHECK(set.play_count == 0);
    port.silence = 1;
    fill_poll_set(&port, &set);
    CHECK(set.count == 4 && set.play_at == 3 && set.play_count == 1);
    port.silence = 0;
    ring_advance_put(&port.playing, 1);
    fill_poll_set(&port, &set);
    CHECK(set.play_count == 1);
    read_poll_set(&port, &set);
    CHECK(revents_of[CAPTURE] == 2 && revents_of[PLAY] == 1);
    devices[CAPTURE].descriptors = -EIO;
    fill_poll_set(&port, &set);
    CHECK(set.capture_count == 0 && set.count == 2 && set.play_at == 1);
    ring_advance_put(&port.captured, RING);
    fill_poll_set(&port, &set);
    CHECK(set.count == 2);
}

// 3 s without a frame: the capture is restarted twice, the playback fails at once.
static void stalls(void)
{
    start();
    port.play_ns = clock_ns;
    port.silence = 1;
    clock_ns += INT64_C(3000000000);
    CHECK(!is_past(port.play_ns, 3000) && !play_stands_still(&port));
    clock_ns++;
    CHECK(is_past(port.play_ns, 3000) && play_stands_still(&port) &&
          has_fault(ACC_ALSA_LOST, ETIMEDOUT, false) && has_reason("no sound was played for 3 s"));
    start();
    port.play_ns = 0;
    CHECK(!play_stands_still(&port));
    ring_advance_put(&port.playing, 1);
    port.silence = 1;
    CHECK(play_stands_still(&port));
    start();
    for (unsigned i = 1; i <= 2; i++) {
        CHECK(survive_stall(&port) && devices[CAPTURE].dropped == i &&
              devices[CAPTURE].prepared == i && has_event(ACC_ALSA_INTERRUPTED, 0));
        CHECK(port.sound_ns == clock_ns);
    }
    CHECK(!survive_stall(&port) && devices[CAPTURE].dropped == 2 &&
          has_fault(ACC_ALSA_LOST, ETIMEDOUT, true) && has_reason("no sound for 9 s"));
    start();
    devices[CAPTURE].prepare_error = -EIO;
    CHECK(!survive_stall(&port) && has_fault(ACC_ALSA_FAILED, EIO, true));
}

// A running device with frames plays some within 9 s.
static void positions(void)
{
    start();
    port.play_ns = port.played_ns = clock_ns;
    port.play.is_running = true;
    port.play_tally.frames = 1000;
    note_played(&port, 100);
    clock_ns += INT64_C(9000000000);
    note_played(&port, 100);
    CHECK(!play_stands_still(&port));
    clock_ns++;
    note_played(&port, 100);
    CHECK(play_stands_still(&port) && has_fault(ACC_ALSA_LOST, ETIMEDOUT, false) &&
          has_reason("no sound was played for 9 s"));
    note_played(&port, 99);
    CHECK(port.played == 901 && port.played_ns == clock_ns);
    // one without frames, or that does not run, has nothing to play
    port.played = 1000;
    clock_ns++;
    note_played(&port, 0);
    CHECK(port.played_ns == clock_ns);
    port.play.is_running = false;
    port.played = 900;
    clock_ns++;
    note_played(&port, 100);
    CHECK(port.played_ns == clock_ns);
}

// A restart after an xrun is no sound. A caller that does not read is no stall.
static void stalls_by_the_clock(void)
{
    start();
    port.sound_ns = clock_ns;
    CHECK(serve(&port, 3000) && port.stalls == 0);
    ring_advance_taken(&port.captured, ring_fill(&port.captured));
    devices[CAPTURE].available = -EPIPE;
    CHECK(serve(&port, 1) && port.stalls == 1 && devices[CAPTURE].prepared == 2);
    start();
    ring_advance_put(&port.captured, RING);
    CHECK(serve(&port, 3001) && port.stalls == 0 && port.sound_ns == clock_ns);
}

// A card that stalls: from then on the caller gets silence by the clock.
static void time_goes_on(void)
{
    start();
    port.sound_ns = clock_ns;
    clock_ns += INT64_C(2900000000);
    keep_time(&port);
    CHECK(ring_fill(&port.captured) == 0 && port.filled_ns == clock_ns);
    port.stalls = 1;
    clock_ns += 10000000;
    for (size_t i = 0; i < RING; i++)
        rings[0][i] = 1;
    port.wait_fd = eventfd(0, EFD_NONBLOCK);
    eventfd_t woken = 0;
    keep_time(&port);
    CHECK(eventfd_read(port.wait_fd, &woken) == 0 && woken == 1);
    close(port.wait_fd);
    port.wait_fd = -1;
    CHECK(ring_fill(&port.captured) == 480 && port.filled_ns == clock_ns && port.lost == 0);
    clock_ns += 20000000;
    keep_time(&port);
    CHECK(ring_fill(&port.captured) == 1440 && port.capture_tally.frames == 0);
    for (size_t i = 0; i < 1441; i++)
        CHECK((rings[0][i] < 0.5F) == (i < 1440));
    // as much as there is room
    clock_ns += 1000000000;
    keep_time(&port);
    CHECK(ring_room(&port.captured) == 0);
    // not for the time in which the program was late
    port.filled_ns = 0;
    CHECK(recover(&port, &port.capture, -EPIPE) && port.filled_ns == clock_ns);
    port.filled_ns = 0;
    CHECK(recover(&port, &port.capture, -EPIPE) && port.filled_ns == 0);
    // a playback that takes nothing: what waits is dropped when the caller has no room for a block
    start();
    port.sound_ns = clock_ns;
    ring_advance_put(&port.playing, RING - BLOCK);
    clock_ns += INT64_C(500000000);
    port.taken_ns = 0;
    keep_time(&port);
    CHECK(ring_room(&port.playing) == BLOCK);
    ring_advance_put(&port.playing, 1);
    port.taken_ns = clock_ns - INT64_C(500000000);
    keep_time(&port);
    CHECK(ring_room(&port.playing) == BLOCK - 1);
    port.taken_ns--;
    keep_time(&port);
    CHECK(ring_fill(&port.playing) == 0 && port.dropped == 0);
}

static void empty_the_device(void)
{
    devices[PLAY].available = BUFFER;
}

// What is queued is played, for at most a second.
static void ends(void)
{
    start();
    ring_advance_put(&port.playing, 100);
    devices[PLAY].available = BUFFER;
    on_poll = empty_the_device;
    drain(&port);
    CHECK(devices[PLAY].moved == 100 && polls == 1 && poll_timeout == 5 &&
          devices[PLAY].started == 1);
    start();
    devices[PLAY].available = BUFFER;
    drain(&port);
    CHECK(polls == 0);
    start();
    devices[PLAY].available = 100;  // a device that does not play
    int64_t before = clock_ns;
    drain(&port);
    CHECK(clock_ns == before + INT64_C(1000000000) && polls == 200);
    start();
    devices[PLAY].available = -EPIPE;
    drain(&port);
    CHECK(polls == 0);
    start();
    devices[PLAY].available = 1000;
    port.silence = 10;
    devices[PLAY].moves = -EIO;
    drain(&port);
    CHECK(polls == 0);
}

int main(void)
{
    faults();
    frames_by_the_clock();
    xruns();
    causeless_xruns();
    series_end();
    playback_is_rewound();
    suspends();
    captures();
    writes();
    playback_starts();
    leads_are_topped_up();
    polled_devices();
    stalls();
    positions();
    stalls_by_the_clock();
    time_goes_on();
    ends();
    return failures;
}
