// sound PLAY CAPTURE RATE SECONDS [LEAD]: plays 16-bit noise on one ALSA device and expects it, bit for
// bit, from another. Prints the formats, every event as it occurs, and finally the captured amount. LEAD is
// in milliseconds; the default of 200 is enough for an emulated guest on a busy machine.
// Status: 0 all samples were captured exactly, 1 cannot open, 2 samples are missing, 3 the port ended by itself.
#include "accessory/alsa.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 64, TAIL_SECONDS = 1 };

static struct timespec begin;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9;
}

// a second of silence, noise without repetition, and a second of silence
static int16_t *make_noise(size_t frames, size_t rate)
{
    int16_t *noise = calloc(frames, sizeof *noise);
    uint64_t state = 88172645463325252u;
    for (size_t i = rate; noise && i + TAIL_SECONDS * rate < frames; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        noise[i] = (int16_t)(state >> 32);
    }
    return noise;
}

static void tell_event(const acc_alsa_event *event)
{
    static const char *const names[] = {"plugged",     "unplugged",    "route", "focus lost",
                                        "interrupted", "server ended", "xrun"};
    printf("%.2f event %s %u\n", seconds(), names[event->kind], event->frames);
    fflush(stdout);
}

static bool tell(acc_alsa *port)
{
    static const char *const statuses[] = {"ok",    "no device", "denied", "busy",
                                           "unfit", "lost",      "failed"};
    acc_alsa_event event;
    acc_alsa_fault fault;
    while (acc_alsa_next_event(port, &event))
        tell_event(&event);
    bool has_fault = acc_alsa_has_fault(port, &fault);
    if (has_fault)
        printf("%.2f fault %s in %s: %s\n", seconds(), statuses[fault.status],
               fault.in_capture ? "capture" : "playback", fault.reason);
    fflush(stdout);
    return !has_fault;
}

static acc_alsa_jacks *jacks;

static void tell_jacks(void)
{
    acc_alsa_event event;
    while (acc_alsa_jacks_next_event(jacks, &event))
        tell_event(&event);
}

// Waits for the port or the jacks; false after a fault. Exits if there is no event for ten seconds.
static bool wait_for(acc_alsa *port)
{
    uint64_t count;
    struct pollfd fds[2] = {{acc_alsa_wait_fd(port), POLLIN, 0}, {-1, POLLIN, 0}};
    if (jacks && !acc_alsa_jacks_is_gone(jacks))
        fds[1].fd = acc_alsa_jacks_fd(jacks);
    if (poll(fds, 2, 10000) == 0) {
        printf("%.2f HANGS\n", seconds());
        exit(9);
    }
    if (fds[1].revents)
        tell_jacks();
    if (fds[0].revents && read(fds[0].fd, &count, sizeof count) != sizeof count)
        return false;
    return tell(port);
}

static bool transfer(acc_alsa *port, const int16_t *out, int16_t *in, uint32_t block)
{
    float samples[8192];
    acc_sample_read(ACC_SAMPLE_S16, (const uint8_t *)out, 2 * block, 1, 0, samples, block);
    while (!acc_alsa_play(port, samples, block))
        if (!wait_for(port))
            return false;
    while (!acc_alsa_capture(port, samples, block))
        if (!wait_for(port))
            return false;
    acc_sample_write(ACC_SAMPLE_S16, samples, block, 1, (uint8_t *)in, 2 * block);
    return true;
}

// Counts the frames of `sent` in `got`; after each gap, searches for the next matching part.
static size_t count_exact(const int16_t *sent, size_t frames, const int16_t *got, size_t captured,
                          size_t *gaps)
{
    size_t exact = 0, at = 0, from = 0;
    while (at + KEY < frames) {
        const int16_t *found = memmem(got + from, (captured - from) * 2, sent + at, KEY * 2);
        if (!found) {
            at += KEY;
            continue;
        }
        from = (size_t)(found - got);
        for (; at < frames && from < captured && sent[at] == got[from]; at++, from++)
            exact++;
        *gaps += at < frames;
    }
    return exact;
}

static int report(acc_alsa *port, const int16_t *sent, const int16_t *got, size_t captured,
                  size_t noise, size_t rate, bool alive)
{
    acc_alsa_counts counts;
    size_t gaps = 0;
    acc_alsa_get_counts(port, &counts);
    double stopped = seconds();
    acc_alsa_close(port);
    double closed = seconds();
    size_t exact = count_exact(sent + rate, noise, got, captured, &gaps);
    printf("ran %.2f s for %.2f s of sound, closed in %.2f s, captured %llu, played %llu\n",
           stopped, (double)captured / (double)rate, closed - stopped,
           (unsigned long long)counts.captured, (unsigned long long)counts.played);
    printf("exact %zu of %zu, gaps %zu, overruns %u, underruns %u, lost %llu, dropped %llu, "
           "inserted %llu\n",
           exact, noise, gaps, counts.capture_xruns, counts.play_xruns,
           (unsigned long long)counts.lost, (unsigned long long)counts.dropped,
           (unsigned long long)counts.inserted);
    return !alive ? 3 : exact == noise ? 0 : 2;
}

int main(int argc, char **argv)
{
    acc_alsa_fault fault;
    acc_alsa_info info;
    if (argc < 5) {
        fprintf(stderr, "usage: sound PLAY CAPTURE RATE SECONDS [LEAD]\n");
        return 64;
    }
    size_t rate = (size_t)atol(argv[3]), noise = rate * (size_t)atol(argv[4]);
    size_t frames = noise + (1 + TAIL_SECONDS) * rate + 8192;
    int16_t *sent = make_noise(frames, rate), *got = calloc(frames, 2);
    acc_alsa_config config = {.play = argv[1], .capture = argv[2], .rate = (uint32_t)rate};
    config.lead = (uint32_t)(rate * (size_t)(argc > 5 ? atol(argv[5]) : 200) / 1000);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    acc_alsa *port = acc_alsa_open(&config, &fault);
    if (!port) {
        printf("cannot open: status %d in %s: %s\n", (int)fault.status,
               fault.in_capture ? "capture" : "playback", fault.reason);
        return 1;
    }
    acc_alsa_get_info(port, &info);
    printf(
        "opened at %u Hz, block %u, latency %u, periods %u and %u, channels %u and %u, mixer %d, "
        "real time %d\n",
        info.rate, info.block, info.latency, info.play.period, info.capture.period,
        info.play.channels, info.capture.channels, (int)info.mixer, info.is_real_time);
    jacks = acc_alsa_jacks_open(argv[1], NULL);
    printf("jack %d\n", jacks ? acc_alsa_jacks_plugged(jacks) : -1);
    size_t at = 0;
    bool alive = tell(port);
    while (alive && at + info.block <= noise + (1 + TAIL_SECONDS) * rate) {
        alive = transfer(port, sent + at, got + at, info.block);
        at += alive ? info.block : 0;
    }
    int status = report(port, sent, got, at, noise, rate, alive);
    if (jacks)
        acc_alsa_jacks_close(jacks);
    free(sent);
    free(got);
    return status;
}
