// The public calls of a port: open devices, rings and thread, and move samples between the caller and
// the rings. port.c is the thread.
//
// Input: device names, rate, block and lead; samples to play. Output: captured samples, events,
// counts, faults. The caller is the Swift AudioJack room, which polls wait_fd.
#include "accessory/alsa.h"

#include "host/alsa/fault.h"
#include "host/alsa/port.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
    RT_PRIORITY = 20,  // of SCHED_FIFO: below the kernel's interrupt threads, which have 50
    LONGEST_S = 10,    // longest block and lead: bounds the rings' memory
    CLOSE_MS = 1500,   // longest acc_alsa_close: the thread drains the playback for at most 1 s
};

// The rates tried without a requested rate, best first. A requested rate is the only one tried.
static const unsigned rates[] = {48000, 44100, 96000, 88200, 192000, 32000, 16000, 8000};

// Playback and capture run at one rate.
static int choose_rate(struct acc_alsa *port, unsigned asked, acc_alsa_fault *fault)
{
    port->info.rate = asked;
    for (size_t i = 0; port->info.rate == 0 && i < sizeof rates / sizeof *rates; i++)
        if (acc_alsa_pcm_does_rate(&port->play, rates[i]) &&
            acc_alsa_pcm_does_rate(&port->capture, rates[i]))
            port->info.rate = rates[i];
    if (port->info.rate >= 8000 && port->info.rate <= 192000)
        return 0;
    acc_alsa_fault_unfit(fault, false,
                         asked ? "%u Hz is outside 8000 to 192000 Hz" : "no rate in common", asked);
    return -1;
}

// A power of two, as ring.h indexes by mask.
static int make_ring(struct ring *ring, size_t least)
{
    ring->size = 1;
    while (ring->size < least)
        ring->size *= 2;
    ring->data = calloc(ring->size, sizeof *ring->data);
    return ring->data ? 0 : -ENOMEM;
}

// The configuration is borrowed, so its strings are copied into one allocation.
static int copy_names(struct acc_alsa *port, acc_alsa_config *config)
{
    const char **fields[] = {&config->play, &config->capture, &config->state_folder};
    size_t size = 0;
    for (int i = 0; i < 3; i++)
        size += *fields[i] ? strlen(*fields[i]) + 1 : 0;
    char *to = port->names = malloc(size);
    if (!to)
        return -ENOMEM;
    for (int i = 0; i < 3; i++) {
        if (!*fields[i])
            continue;
        size_t len = strlen(*fields[i]) + 1;
        *fields[i] = memcpy(to, *fields[i], len);
        to += len;
    }
    return 0;
}

// Defaults: a block of 10 ms, a lead of 60 ms.
static int choose_lengths(struct acc_alsa *port, const acc_alsa_config *config,
                          acc_alsa_fault *fault)
{
    uint32_t rate = port->info.rate, longest = LONGEST_S * rate;
    port->info.block = config->block ? config->block : rate / 100;
    port->lead = config->lead ? config->lead : rate * 3 / 50;
    if (port->info.block <= longest && port->lead <= longest)
        return 0;
    acc_alsa_fault_unfit(fault, false, "blocks of %u frames, %u ahead, are more than %d s",
                         port->info.block, port->lead, LONGEST_S);
    return -1;
}

// Opens both devices before it negotiates, because the rate depends on both.
static int open_streams(struct acc_alsa *port, const acc_alsa_config *config, acc_alsa_fault *fault)
{
    if (acc_alsa_pcm_open(&port->play, config->play, false, fault) ||
        acc_alsa_pcm_open(&port->capture, config->capture, true, fault) ||
        choose_rate(port, config->rate, fault) || choose_lengths(port, config, fault))
        return -1;
    acc_alsa_info *info = &port->info;
    if (acc_alsa_pcm_negotiate(&port->play, info->rate, info->block, 0, fault) ||
        acc_alsa_pcm_negotiate(&port->capture, info->rate, info->block, config->channel, fault))
        return -1;
    info->play = port->play.stream;
    info->capture = port->capture.stream;
    // the device cannot keep less than two periods ahead
    if (port->lead < 2 * info->play.period)
        port->lead = 2 * info->play.period;
    info->latency = port->lead + info->capture.period + info->block;
    return 0;
}

// Room for half a second (the device's buffer, see choose_sizes), two blocks and the lead, each.
static int make_rings(struct acc_alsa *port)
{
    size_t least = port->info.rate / 2 + 2 * (size_t)port->info.block + port->lead;
    int error = make_ring(&port->captured, least);
    return error ? error : make_ring(&port->playing, least);
}

// A mixer that cannot be opened stays unchanged; the port works without it.
static void add_controls(struct acc_alsa *port, const acc_alsa_config *config, int card,
                         const char *name)
{
    struct controls *c = &port->controls[port->controls_count];
    if (config->keep_mixer || acc_alsa_controls_open(c, card, name) < 0)
        return;
    port->controls_count++;
    acc_alsa_mixer mixer = acc_alsa_mixer_set(c, config->state_folder);
    port->info.mixer = mixer > port->info.mixer ? mixer : port->info.mixer;
}

// The mixers of both cards, once when they are the same.
static void open_controls(struct acc_alsa *port, const acc_alsa_config *config)
{
    int play = acc_alsa_pcm_card(&port->play), capture = acc_alsa_pcm_card(&port->capture);
    add_controls(port, config, play, config->play);
    if (capture != play || (play < 0 && strcmp(config->play, config->capture) != 0))
        add_controls(port, config, capture, config->capture);
}

// Starts the thread with real-time priority if the user may, else as a normal thread.
static int start_thread(struct acc_alsa *port)
{
    pthread_attr_t attributes;
    struct sched_param priority = {.sched_priority = RT_PRIORITY};
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &priority);
    // the thread reads this
    port->info.is_real_time = true;
    int error = pthread_create(&port->thread, &attributes, acc_alsa_port_run, port);
    if (error == EPERM) {
        port->info.is_real_time = false;
        error = pthread_create(&port->thread, NULL, acc_alsa_port_run, port);
    }
    pthread_attr_destroy(&attributes);
    port->has_thread = error == 0;
    return -error;
}

// Opens everything but the devices: memory, descriptors, mixer, thread. Returns 0 or a negative errno.
static int open_rest(struct acc_alsa *port, const acc_alsa_config *config)
{
    int error = make_rings(port);
    port->wait_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    port->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    port->end_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (error == 0 && (port->wait_fd < 0 || port->wake_fd < 0 || port->end_fd < 0))
        error = -errno;
    if (error < 0)
        return error;
    open_controls(port, config);
    return start_thread(port);
}

// A step that fails releases the earlier ones through acc_alsa_close.
acc_alsa *acc_alsa_open(const acc_alsa_config *asked, acc_alsa_fault *fault)
{
    acc_alsa_config config = *asked;
    struct acc_alsa *port = calloc(1, sizeof *port);
    *fault = (acc_alsa_fault){ACC_ALSA_OK, false, 0, ""};
    if (!port || copy_names(port, &config) != 0) {
        free(port);
        acc_alsa_fault_set(fault, -ENOMEM, false);
        return NULL;
    }
    port->wait_fd = port->wake_fd = port->end_fd = -1;
    port->state_folder = config.state_folder;
    acc_alsa_quiet_begin();
    bool opened = open_streams(port, &config, fault) == 0;
    int error = opened ? open_rest(port, &config) : 0;
    if (error < 0)
        acc_alsa_fault_set(fault, error, false);
    acc_alsa_quiet_end();
    if (opened && error == 0)
        return port;
    acc_alsa_close(port);
    return NULL;
}

// An eventfd wakes the thread's poll.
static void wake(const struct acc_alsa *port)
{
    uint64_t one = 1;
    ssize_t n = write(port->wake_fd, &one, sizeof one);
    (void)n;
}

// Ends the thread. False if a driver or a sound server blocks it: it then frees the port if it ever ends.
static bool stop_thread(struct acc_alsa *port)
{
    struct pollfd end = {.fd = port->end_fd, .events = POLLIN};
    pthread_t thread = port->thread;
    int ready;
    atomic_store_explicit(&port->is_stopping, true, memory_order_release);
    wake(port);
    do
        ready = poll(&end, 1, CLOSE_MS);
    while (ready < 0 && errno == EINTR);
    if (ready == 0 && !atomic_exchange(&port->is_left, true)) {
        pthread_detach(thread);
        return false;
    }
    pthread_join(thread, NULL);
    return true;
}

void acc_alsa_close(acc_alsa *port)
{
    if (!port->has_thread || stop_thread(port))
        acc_alsa_port_free(port);
}

void acc_alsa_get_info(const acc_alsa *port, acc_alsa_info *info)
{
    *info = port->info;
}

// Each count is exact, but they are not of the same instant: the thread runs between two loads.
void acc_alsa_get_counts(const acc_alsa *port, acc_alsa_counts *counts)
{
    *counts = (acc_alsa_counts){
        .captured = atomic_load(&port->capture_tally.frames),
        .played = atomic_load(&port->play_tally.frames),
        .capture_xruns = atomic_load(&port->capture_tally.xruns),
        .play_xruns = atomic_load(&port->play_tally.xruns),
        .lost = atomic_load(&port->lost),
        .dropped = atomic_load(&port->dropped),
        .inserted = atomic_load(&port->inserted),
    };
}

int acc_alsa_wait_fd(const acc_alsa *port)
{
    return port->wait_fd;
}

// Without room for all samples nothing is written.
bool acc_alsa_play(acc_alsa *port, const float *samples, size_t len)
{
    assert(len <= port->playing.size / 2);
    if (ring_room(&port->playing) < len)
        return false;
    ring_put(&port->playing, samples, len);
    wake(port);
    return true;
}

// With fewer than `len` samples nothing is read, so a caller never has a part of a block.
bool acc_alsa_capture(acc_alsa *port, float *samples, size_t len)
{
    size_t fill = ring_fill(&port->captured);
    if (fill < len)
        return false;
    ring_take(&port->captured, samples, len);
    // the thread does not poll the capture while its ring is full, so wake it when there is room
    // again
    if (fill > port->captured.size / 2)
        wake(port);
    return true;
}

// One producer, one consumer: the counters are the queue's state.
bool acc_alsa_next_event(acc_alsa *port, acc_alsa_event *event)
{
    unsigned taken = atomic_load_explicit(&port->events_taken, memory_order_relaxed);
    if (taken == atomic_load_explicit(&port->events_put, memory_order_acquire))
        return false;
    *event = port->events[taken % MAX_EVENTS];
    atomic_store_explicit(&port->events_taken, taken + 1, memory_order_release);
    return true;
}

// The fault is written before has_fault is set and never again, so it is read without a lock.
bool acc_alsa_has_fault(const acc_alsa *port, acc_alsa_fault *fault)
{
    if (!atomic_load(&port->has_fault))
        return false;
    *fault = port->fault;
    return true;
}
