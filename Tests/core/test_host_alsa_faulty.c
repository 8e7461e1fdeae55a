// Ports on simulated sound cards with limits and faults (faulty_card.c), through ALSA, with a simulated clock: a faulty card
// ends the port in time and with the reason; a limited card carries exact data or is refused with the reason.
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The adapter's only ways to wait, to read the time and to start a thread.
static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout);
static int simulated_clock(clockid_t clock, struct timespec *t);
static int no_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                     void *port);
static int no_join(pthread_t thread, void **result);
static int no_detach(pthread_t thread);
#define poll simulated_poll
#define clock_gettime simulated_clock
#define pthread_create no_thread
#define pthread_join no_join
#define pthread_detach no_detach
#include "host/alsa/alsa.c"
#include "host/alsa/port.c"
#undef poll
#undef clock_gettime
#undef pthread_create
#undef pthread_join
#undef pthread_detach

enum { TICK_MS = 5, STOP_MS = 2000, PATTERN = 997 };

static const int64_t START_NS = INT64_C(100000000000);
static int64_t clock_ns, stop_at_ns, stopped_ns;
static acc_alsa *port;
static char line[200];
static size_t given, exact, wrong;
static unsigned joined, detached;
static int poll_timeout, own_ready;
static bool plays_silence, has_played;
static int64_t last_block_ns, longest_pause_ns;

int64_t faulty_card_now_ns(void)
{
    return clock_ns;
}

static int simulated_clock(clockid_t clock, struct timespec *t)
{
    CHECK(clock == CLOCK_MONOTONIC);
    *t = (struct timespec){clock_ns / 1000000000, clock_ns % 1000000000};
    return 0;
}

static int no_thread(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                     void *context)
{
    (void)thread, (void)attributes, (void)context;
    CHECK(run == acc_alsa_port_run);
    return 0;
}

static int no_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    joined++;
    return 0;
}

static int no_detach(pthread_t thread)
{
    (void)thread;
    detached++;
    return 0;
}

// Values that every format represents. None is 0, which is the line's silence.
static int pattern(size_t i)
{
    return (int)(i % PATTERN * 31 % 100) + 1;
}

// The largest error of a card's format: a 32nd of a value with G.711.
static int slack;

// Captured values follow the pattern from the first one that is not silence.
static void compare(const float *samples, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        int value = (int)lroundf(samples[i] * 128);
        if (exact + wrong == 0 && value == 0)
            continue;
        if (abs(value - pattern(exact + wrong)) <= slack)
            exact++;
        else
            wrong++;
    }
}

// The caller plays a block, then captures one, and so on. A block that cannot be played delays it.
static void run_caller(void)
{
    static float played[960], captured[960];
    size_t len = port->info.block;
    CHECK(len <= 960);
    for (;;) {
        if (!has_played) {
            for (size_t i = 0; i < len; i++)
                played[i] = plays_silence ? 0 : (float)pattern(given + i) / 128;
            if (!acc_alsa_play(port, played, len))
                break;
            given += len;
            has_played = true;
        }
        if (!acc_alsa_capture(port, captured, len))
            break;
        compare(captured, len);
        has_played = false;
        last_block_ns = clock_ns;
    }
    if (clock_ns - last_block_ns > longest_pause_ns)
        longest_pause_ns = clock_ns - last_block_ns;
}

// Devices wake the thread every 5 ms. The port's own descriptors are read.
static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    poll_timeout = timeout;
    clock_ns += (count == 0 ? timeout : TICK_MS) * INT64_C(1000000);
    run_caller();
    if (clock_ns >= stop_at_ns && stopped_ns == 0) {
        stopped_ns = clock_ns;
        atomic_store(&port->is_stopping, true);
    }
    return own_ready = count == 1 ? poll(fds, 1, 0) : 0;
}

static acc_alsa *open_port(const char *play, const char *capture, acc_alsa_fault *fault)
{
    char names[2][300];
    const char *format[2] = {play, capture};
    for (int i = 0; i < 2; i++)
        // "plug:'...'" ends with a quote
        snprintf(names[i], sizeof names[i],
                 strncmp(format[i], "plug", 4) ? "%s,LINE=%s" : "%s,LINE=%s'", format[i], line);
    const acc_alsa_config config = {.play = names[0], .capture = names[1], .keep_mixer = true};
    return acc_alsa_open(&config, fault);
}

// Runs a port until it fails or is stopped. Returns the time in milliseconds; `fault` is the port's.
static int run_port(const char *play, const char *capture, int stop_ms, acc_alsa_fault *fault)
{
    clock_ns = START_NS;
    stop_at_ns = clock_ns + stop_ms * INT64_C(1000000);
    stopped_ns = 0;
    given = exact = wrong = 0;
    joined = detached = 0;
    has_played = false;
    last_block_ns = clock_ns;
    longest_pause_ns = 0;
    port = open_port(play, capture, fault);
    CHECK(port);
    if (!port) {
        printf("%s: %s\n", play, fault->reason);
        return -1;
    }
    acc_alsa_port_run(port);
    acc_alsa_has_fault(port, fault);
    CHECK(atomic_load(&port->is_left));
    acc_alsa_close(port);
    CHECK(own_ready == 1 && joined == 1 && detached == 0);
    unlink(line);
    return (int)((clock_ns - START_NS) / 1000000);
}

static const struct row {
    const char *fault;
    bool in_capture;
    acc_alsa_status status;
    int code;
    const char *reason;
    int seconds;
} rows[] = {
    {"xrun", true, ACC_ALSA_FAILED, EPIPE, "overruns in a row", 7},
    {"xrun", false, ACC_ALSA_FAILED, EPIPE, "underruns in a row", 7},
    {"xrun,AFTER=1000", true, ACC_ALSA_FAILED, EPIPE, "overruns in a row", 9},
    {"xrun,AFTER=1000", false, ACC_ALSA_FAILED, EPIPE, "underruns in a row", 8},
    {"eio", true, ACC_ALSA_FAILED, EPIPE, "overruns in a row", 7},
    {"eio", false, ACC_ALSA_FAILED, EPIPE, "underruns in a row", 7},
    {"eio,AFTER=2000", true, ACC_ALSA_FAILED, EPIPE, "overruns in a row", 9},
    {"eio,AFTER=2000", false, ACC_ALSA_FAILED, EPIPE, "underruns in a row", 9},
    {"dead,AFTER=2000", true, ACC_ALSA_LOST, EIO, "Input/output error", 3},
    {"dead,AFTER=2000", false, ACC_ALSA_LOST, EIO, "Input/output error", 3},
    {"stall", true, ACC_ALSA_LOST, ETIMEDOUT, "no sound for 9 s", 10},
    {"stall,AFTER=2000", true, ACC_ALSA_LOST, ETIMEDOUT, "no sound for 9 s", 12},
    {"stall,AFTER=2000", false, ACC_ALSA_LOST, ETIMEDOUT, "no sound was played for 3 s", 6},
    {"vanish,AFTER=2000", true, ACC_ALSA_LOST, ENODEV, "No such device", 3},
    {"vanish,AFTER=2000", false, ACC_ALSA_LOST, ENODEV, "No such device", 3},
};
enum { ROWS = sizeof rows / sizeof *rows };

static int run_row(const struct row *row, int stop_ms, acc_alsa_fault *fault)
{
    char name[60];
    snprintf(name, sizeof name, "card:FAULT=%s", row->fault);
    const char *good = "card:FAULT=none";
    *fault = (acc_alsa_fault){0};
    return run_port(row->in_capture ? good : name, row->in_capture ? name : good, stop_ms, fault);
}

static void faulty_cards_end_the_port(void)
{
    for (const struct row *row = rows; row < rows + ROWS; row++) {
        acc_alsa_fault fault;
        int ms = run_row(row, 60000, &fault);
        bool is_right = fault.status == row->status && fault.code == row->code &&
                        fault.in_capture == row->in_capture && strstr(fault.reason, row->reason) &&
                        ms <= row->seconds * 1000 && ms > row->seconds * 1000 - 1100;
        // the caller's time goes on; with a capture that stalls, after the time in which a server may still deliver
        const int pause_ms = row->in_capture ? 3150 : 620;
        CHECK(longest_pause_ns <= pause_ms * INT64_C(1000000) &&
              (int)(given / 48) > ms - pause_ms - 980);
        CHECK(is_right);
        if (!is_right)
            printf("%s %d: status %u, code %d, capture %d, %s, %d ms\n", row->fault,
                   row->in_capture, fault.status, fault.code, fault.in_capture, fault.reason, ms);
    }
}

// Silence is dropped to follow the clock of a playback that stands still, so that none waits.
static void silence_stalls_too(void)
{
    static const struct row row = {"stall,AFTER=2000", false, ACC_ALSA_LOST, ETIMEDOUT, "", 12};
    acc_alsa_fault fault;
    plays_silence = true;
    CHECK(run_row(&row, 60000, &fault) <= 1000 * row.seconds && fault.code == row.code &&
          !fault.in_capture);
    plays_silence = false;
}

// At any time, also between two restarts.
static void faulty_cards_stop_on_request(void)
{
    for (const struct row *row = rows; row < rows + ROWS; row++)
        for (int stop_ms = 300; stop_ms < 9000; stop_ms += 1230) {
            acc_alsa_fault fault;
            int ms = run_row(row, stop_ms, &fault);
            CHECK(ms < stop_ms + STOP_MS);
            if (ms >= stop_ms + STOP_MS)
                printf("%s %d: stopped at %d, ended at %d\n", row->fault, row->in_capture, stop_ms,
                       ms);
        }
}

static unsigned descriptors(void)
{
    unsigned count = 0;
    for (int i = 0; i < 64; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

// A thread that a driver blocks: the close returns, and the thread frees everything when it ends after all.
static void a_blocked_thread_is_left(void)
{
    acc_alsa_fault fault;
    const unsigned before = descriptors();
    joined = detached = 0;
    stop_at_ns = INT64_MAX;
    port = open_port("card:FAULT=none", "card:FAULT=none", &fault);
    CHECK(port);
    if (!port)
        return;
    acc_alsa *left = port;
    acc_alsa_close(left);
    CHECK(poll_timeout == 1500 && detached == 1 && joined == 0 && descriptors() > before);
    acc_alsa_port_run(left);
    CHECK(descriptors() == before);
    // one that ends at the last moment is awaited
    port = open_port("card:FAULT=none", "card:FAULT=none", &fault);
    CHECK(port);
    if (!port)
        return;
    atomic_store(&port->is_left, true);
    acc_alsa_close(port);
    CHECK(detached == 1 && joined == 1 && descriptors() == before);
    unlink(line);
}

static void limited_cards_are_exact(void)
{
    static const struct {
        const char *name;
        uint32_t rate;
    } cards[] = {
        {"card:CHANNELS=1", 48000},          {"card:RATE=44100", 44100},
        {"card:RATE=96000", 96000},          {"card:RATE=8000", 8000},
        {"card:FORMAT=S24_3LE", 48000},      {"card:FORMAT=S24_LE", 48000},
        {"card:FORMAT=S32_LE", 48000},       {"card:FORMAT=FLOAT_LE", 48000},
        {"card:FORMAT=U8", 48000},           {"card:CHANNELS=6", 48000},
        {"card:FORMAT=MU_LAW", 48000},       {"card:FORMAT=A_LAW", 48000},
        {"plug:'card:FORMAT=S16_BE", 48000}, {"plug:'card:FORMAT=S24_3BE", 48000},
    };
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        acc_alsa_fault fault = {0};
        slack = strstr(cards[i].name, "_LAW") ? 4 : 0;
        run_port(cards[i].name, cards[i].name, 3000, &fault);
        slack = 0;
        bool is_right = fault.status == ACC_ALSA_OK && wrong == 0 && exact > 2 * cards[i].rate;
        CHECK(is_right);
        if (!is_right)
            printf("%s: status %u, %s, %zu exact, %zu wrong\n", cards[i].name, fault.status,
                   fault.reason, exact, wrong);
    }
}

static void other_cards_are_refused(void)
{
    static const struct {
        const char *play, *capture, *reason;
        bool in_capture;
    } cards[] = {
        {"card:FORMAT=S16_BE", "card:FORMAT=S16_BE", "the device has S16_BE", false},
        {"card:FORMAT=S16_LE", "card:FORMAT=S16_BE", "the device has S16_BE", true},
        {"card:RATE=44100", "card:RATE=48000", "no rate in common", false},
        {"card:RATE=4000", "card:RATE=4000", "no rate in common", false},
    };
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        acc_alsa_fault fault;
        CHECK(!open_port(cards[i].play, cards[i].capture, &fault));
        CHECK(fault.status == ACC_ALSA_UNFIT && strstr(fault.reason, cards[i].reason) &&
              fault.in_capture == cards[i].in_capture);
        unlink(line);
    }
}

int main(void)
{
    const char *parent = getenv("TMPDIR");
    char folder[160];
    snprintf(folder, sizeof folder, "%s/faulty-card.XXXXXX", parent ? parent : "/tmp");
    CHECK(mkdtemp(folder));
    snprintf(line, sizeof line, "%s/line", folder);
    setenv("ALSA_CONFIG_PATH", ACC_SOURCE_DIR "/Tests/core/faulty_card.conf", true);
    setenv("FAULTY_CARD", FAULTY_CARD, true);
    faulty_cards_end_the_port();
    silence_stalls_too();
    faulty_cards_stop_on_request();
    a_blocked_thread_is_left();
    limited_cards_are_exact();
    other_cards_are_refused();
    CHECK(rmdir(folder) == 0);
    return failures;
}
