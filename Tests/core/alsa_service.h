// The port's thread on devices that answer what a test states, and a simulated clock. Include it once in a program.
#ifndef ACC_ALSA_SERVICE_H
#define ACC_ALSA_SERVICE_H

#include "check.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout);
static int simulated_clock(clockid_t clock, struct timespec *t);

#define poll simulated_poll
#define clock_gettime simulated_clock
#include "host/alsa/port.c"
#undef poll
#undef clock_gettime

enum { RATE = 48000, BLOCK = 480, LEAD = 2880, BUFFER = 24000, RING = 4096 };

// A device's answers, and what was asked.
static struct device {
    snd_pcm_sframes_t available, moves;  // moves: most frames per call; negative: an error
    int prepare_error, start_error, resume_error, busy;
    bool is_gone, is_server;
    unsigned prepared, started, dropped;
    size_t moved, zeros;
    int descriptors;
} devices[2];
enum { CAPTURE, PLAY };

static struct acc_alsa port;
static int64_t clock_ns;
static float rings[2][RING], device_bytes[2][BUFFER];
static int polls, poll_timeout;
static void (*on_poll)(void);

static struct device *device_of(snd_pcm_t *handle)
{
    return (struct device *)(void *)handle;
}

int snd_pcm_prepare(snd_pcm_t *handle)
{
    device_of(handle)->prepared++;
    return device_of(handle)->prepare_error;
}

int snd_pcm_start(snd_pcm_t *handle)
{
    device_of(handle)->started++;
    return device_of(handle)->start_error;
}

int snd_pcm_drop(snd_pcm_t *handle)
{
    device_of(handle)->dropped++;
    return 0;
}

int snd_pcm_resume(snd_pcm_t *handle)
{
    struct device *d = device_of(handle);
    return d->busy > 0 ? d->busy--, -EAGAIN : d->resume_error;
}

int snd_pcm_close(snd_pcm_t *handle)
{
    (void)handle;
    return 0;
}

snd_pcm_type_t snd_pcm_type(snd_pcm_t *handle)
{
    return device_of(handle)->is_server ? SND_PCM_TYPE_IOPLUG : SND_PCM_TYPE_HW;
}

snd_pcm_state_t snd_pcm_state(snd_pcm_t *handle)
{
    return device_of(handle)->is_gone ? SND_PCM_STATE_DISCONNECTED : SND_PCM_STATE_RUNNING;
}

int snd_pcm_poll_descriptors(snd_pcm_t *handle, struct pollfd *fds, unsigned space)
{
    struct device *d = device_of(handle);
    CHECK(space == MAX_FDS - (d == &devices[PLAY] && devices[CAPTURE].descriptors > 0 ? 3 : 1));
    for (int i = 0; i < d->descriptors; i++)
        fds[i].fd = 100 + (int)(d - devices);
    return d->descriptors;
}

static unsigned revents_of[2];

int snd_pcm_poll_descriptors_revents(snd_pcm_t *handle, struct pollfd *fds, unsigned count,
                                     unsigned short *events)
{
    (void)events;
    CHECK(fds->fd == 100 + (int)(device_of(handle) - devices));
    revents_of[device_of(handle) - devices] += count;
    return 0;
}

snd_pcm_sframes_t snd_pcm_avail_update(snd_pcm_t *handle)
{
    return device_of(handle)->available;
}

static snd_pcm_sframes_t move(struct device *d, size_t len)
{
    if (d->moves <= 0)
        return d->moves;
    size_t n = len < (size_t)d->moves ? len : (size_t)d->moves;
    d->available -= (snd_pcm_sframes_t)n;
    d->moved += n;
    return (snd_pcm_sframes_t)n;
}

snd_pcm_sframes_t snd_pcm_readi(snd_pcm_t *handle, void *bytes, snd_pcm_uframes_t len)
{
    memset(bytes, 0, len * sizeof(float));
    return move(device_of(handle), len);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *handle, const void *bytes, snd_pcm_uframes_t len)
{
    const float *samples = bytes;
    snd_pcm_sframes_t n = move(device_of(handle), len);
    for (snd_pcm_sframes_t i = 0; i < n; i++)
        device_of(handle)->zeros += samples[i] == 0;
    return n;
}

static int simulated_clock(clockid_t clock, struct timespec *t)
{
    CHECK(clock == CLOCK_MONOTONIC);
    *t = (struct timespec){clock_ns / 1000000000, clock_ns % 1000000000};
    return 0;
}

static int simulated_poll(struct pollfd *fds, nfds_t count, int timeout)
{
    (void)fds, (void)count;
    polls++;
    poll_timeout = timeout;
    clock_ns += timeout * INT64_C(1000000);
    if (on_poll)
        on_poll();
    return 0;
}

static struct pcm pcm_of(int direction)
{
    return (struct pcm){.handle = (snd_pcm_t *)(void *)&devices[direction],
                        .is_capture = direction == CAPTURE,
                        .stream = {ACC_SAMPLE_F32, 1, BLOCK, BUFFER},
                        .bytes = (uint8_t *)device_bytes[direction],
                        .room = BUFFER};
}

static void start(void)
{
    memset(devices, 0, sizeof devices);
    devices[CAPTURE].moves = devices[PLAY].moves = BUFFER;
    port = (struct acc_alsa){.captured = {.data = rings[0], .size = RING},
                             .playing = {.data = rings[1], .size = RING},
                             .info = {.rate = RATE, .block = BLOCK},
                             .lead = LEAD,
                             .wait_fd = -1,
                             .wake_fd = -1,
                             .end_fd = -1,
                             .play = pcm_of(PLAY),
                             .capture = pcm_of(CAPTURE)};
    clock_ns = port.played_ns = INT64_C(10000000000);
    polls = 0;
    on_poll = NULL;
    for (size_t i = 0; i < RING; i++)
        rings[1][i] = 1;
}

static bool has_event(acc_alsa_event_kind kind, uint32_t frames)
{
    acc_alsa_event event = port.events[port.events_taken % MAX_EVENTS];
    return port.events_taken++ != port.events_put && event.kind == kind && event.frames == frames;
}

static bool has_fault(acc_alsa_status status, int code, bool in_capture)
{
    return port.has_fault && port.fault.status == status && port.fault.code == code &&
           port.fault.in_capture == in_capture;
}

#endif
