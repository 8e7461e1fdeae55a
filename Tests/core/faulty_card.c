// An ALSA plugin for tests: one direction of a sound card with limits and faults. faulty_card.conf describes its use.
// Its frames go through a FIFO: what one direction plays, another one captures.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { TICK_NS = 5000000, PIPE_BYTES = 1 << 20 };

// A test that defines it sets the card's time.
extern int64_t faulty_card_now_ns(void) __attribute__((weak));

enum fault { NONE, XRUN, EIO_ONLY, DEAD, STALL, VANISH };
static const char *const fault_names[] = {"none", "xrun", "eio", "dead", "stall", "vanish"};

struct card {
    snd_pcm_ioplug_t plug;
    int line, timer;
    enum fault fault;
    long after_ms;  // of the fault: since the last start (xrun), or since the card was opened
    int64_t opened_ns, started_ns;
    bool is_running;
    size_t read_to;  // position up to which the memory of the capture is filled
};

static int64_t now_ns(void)
{
    struct timespec t;
    if (faulty_card_now_ns)
        return faulty_card_now_ns();
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool has_fault(const struct card *card)
{
    int64_t since = card->fault == XRUN ? card->started_ns : card->opened_ns;
    return card->fault != NONE && now_ns() - since >= card->after_ms * INT64_C(1000000);
}

static size_t frame_size(const struct card *card)
{
    return (size_t)snd_pcm_format_physical_width(card->plug.format) / 8 * card->plug.channels;
}

// Whole frames only: a part of one would shift the channels.
static size_t line_bytes(const struct card *card)
{
    int bytes = 0;
    ioctl(card->line, FIONREAD, &bytes);
    return (size_t)bytes / frame_size(card) * frame_size(card);
}

static int start(snd_pcm_ioplug_t *plug)
{
    struct card *card = plug->private_data;
    card->started_ns = now_ns();
    card->is_running = true;
    return 0;
}

static int stop(snd_pcm_ioplug_t *plug)
{
    struct card *card = plug->private_data;
    card->is_running = false;
    return 0;
}

// The frames that the card has captured or played since its start, by the clock.
static uint64_t frames_moved(const struct card *card)
{
    int64_t end = now_ns(), stalled = card->opened_ns + card->after_ms * INT64_C(1000000);
    if (card->fault == STALL && end > stalled)
        end = stalled;
    if (!card->is_running || end < card->started_ns)
        return 0;
    return (uint64_t)(end - card->started_ns) / 1000 * card->plug.rate / 1000000;
}

// Any negative result is an xrun for ALSA.
static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *plug)
{
    struct card *card = plug->private_data;
    if (has_fault(card)) {
        if (card->fault == EIO_ONLY || card->fault == DEAD || card->fault == VANISH)
            return -EIO;
        if (card->fault == XRUN && card->is_running)
            return -EPIPE;
    }
    uint64_t moved = frames_moved(card), limit = plug->appl_ptr;
    if (plug->stream == SND_PCM_STREAM_CAPTURE)
        limit += plug->buffer_size;
    if (moved > limit)
        return -EPIPE;
    return (snd_pcm_sframes_t)(moved % plug->buffer_size);
}

// Of `frames` captured frames at `offset`, those that the memory has already: ALSA asks for them at each look
// until they are taken.
static size_t frames_present(struct card *card, size_t offset, size_t frames)
{
    const snd_pcm_ioplug_t *plug = &card->plug;
    if (plug->access != SND_PCM_ACCESS_MMAP_INTERLEAVED)
        return 0;
    size_t first =
        plug->appl_ptr +
        (offset + plug->buffer_size - plug->appl_ptr % plug->buffer_size) % plug->buffer_size;
    size_t present = card->read_to > first ? card->read_to - first : 0;
    if (present >= frames)
        return frames;
    card->read_to = first + frames;
    return present;
}

// A line without a reader drops frames, one without a writer is silent.
static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *plug, const snd_pcm_channel_area_t *areas,
                                  snd_pcm_uframes_t offset, snd_pcm_uframes_t frames)
{
    struct card *card = plug->private_data;
    size_t frame = frame_size(card), there = line_bytes(card);
    char *at = (char *)areas->addr + areas->first / 8 + offset * frame;
    if (plug->stream == SND_PCM_STREAM_PLAYBACK) {
        size_t bytes = frames * frame;
        if (there + bytes <= PIPE_BYTES / 2 && write(card->line, at, bytes) != (ssize_t)bytes)
            return -EIO;
        return (snd_pcm_sframes_t)frames;
    }
    size_t present = frames_present(card, offset, frames);
    size_t wanted = (frames - present) * frame, got = there < wanted ? there : wanted;
    at += present * frame;
    if (got > 0 && read(card->line, at, got) != (ssize_t)got)
        return -EIO;
    snd_pcm_format_set_silence(plug->format, at + got,
                               (unsigned)((wanted - got) / frame * plug->channels));
    return (snd_pcm_sframes_t)frames;
}

static int prepare(snd_pcm_ioplug_t *plug)
{
    struct card *card = plug->private_data;
    if (has_fault(card) && (card->fault == DEAD || card->fault == VANISH))
        return card->fault == DEAD ? -EIO : -ENODEV;
    card->is_running = false;
    card->read_to = 0;
    return 0;
}

static int poll_revents(snd_pcm_ioplug_t *plug, struct pollfd *fds, unsigned count,
                        unsigned short *events)
{
    const struct card *card = plug->private_data;
    uint64_t ticks;
    ssize_t n = read(card->timer, &ticks, sizeof ticks);
    (void)n, (void)fds, (void)count;
    *events = plug->stream == SND_PCM_STREAM_CAPTURE ? POLLIN : POLLOUT;
    return 0;
}

static int close_card(snd_pcm_ioplug_t *plug)
{
    struct card *card = plug->private_data;
    close(card->line);
    close(card->timer);
    free(card);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .pointer = pointer,
    .transfer = transfer,
    .prepare = prepare,
    .poll_revents = poll_revents,
    .close = close_card,
};

struct settings {
    const char *line, *fault, *format;
    long after_ms, rate, channels;
};

static int read_settings(struct settings *s, const snd_config_t *conf)
{
    snd_config_iterator_t at, next;
    snd_config_for_each(at, next, conf)
    {
        const snd_config_t *entry = snd_config_iterator_entry(at);
        const char *name;
        int error = 0;
        if (snd_config_get_id(entry, &name) < 0 || strcmp(name, "type") == 0)
            continue;
        if (strcmp(name, "line") == 0)
            error = snd_config_get_string(entry, &s->line);
        else if (strcmp(name, "fault") == 0)
            error = snd_config_get_string(entry, &s->fault);
        else if (strcmp(name, "format") == 0)
            error = snd_config_get_string(entry, &s->format);
        else if (strcmp(name, "after") == 0)
            error = snd_config_get_integer(entry, &s->after_ms);
        else if (strcmp(name, "rate") == 0)
            error = snd_config_get_integer(entry, &s->rate);
        else if (strcmp(name, "channels") == 0)
            error = snd_config_get_integer(entry, &s->channels);
        else
            error = -EINVAL;
        if (error < 0)
            return error;
    }
    return s->line && s->fault && s->format ? 0 : -EINVAL;
}

static int choose_fault(struct card *card, const char *name)
{
    for (size_t i = 0; i < sizeof fault_names / sizeof *fault_names; i++)
        if (strcmp(fault_names[i], name) == 0) {
            card->fault = (enum fault)i;
            return 0;
        }
    return -EINVAL;
}

static int limit_card(snd_pcm_ioplug_t *plug, const struct settings *s)
{
    // conversion plugins use memory access
    static const unsigned access[] = {SND_PCM_ACCESS_RW_INTERLEAVED,
                                      SND_PCM_ACCESS_MMAP_INTERLEAVED};
    const unsigned format[] = {(unsigned)snd_pcm_format_value(s->format)};
    const struct {
        int parameter;
        long low, high;
    } ranges[] = {
        {SND_PCM_IOPLUG_HW_RATE, s->rate, s->rate},
        {SND_PCM_IOPLUG_HW_CHANNELS, s->channels, s->channels},
        {SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 65536},
        {SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256, PIPE_BYTES / 2},
        {SND_PCM_IOPLUG_HW_PERIODS, 2, 1024},
    };
    int error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
    if (error >= 0)
        error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_FORMAT, 1, format);
    for (size_t i = 0; error >= 0 && i < sizeof ranges / sizeof *ranges; i++)
        error = snd_pcm_ioplug_set_param_minmax(plug, ranges[i].parameter, (unsigned)ranges[i].low,
                                                (unsigned)ranges[i].high);
    return error;
}

// Both ends of a FIFO, so that neither open waits for the other end.
static int open_descriptors(struct card *card, const char *line)
{
    const struct itimerspec tick = {{0, TICK_NS}, {0, TICK_NS}};
    card->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (mkfifo(line, 0600) < 0 && errno != EEXIST)
        return -errno;
    card->line = open(line, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (card->timer < 0 || card->line < 0 || fcntl(card->line, F_SETPIPE_SZ, PIPE_BYTES) < 0)
        return -errno;
    return timerfd_settime(card->timer, 0, &tick, NULL) < 0 ? -errno : 0;
}

// The name and the parameters of this function are ALSA's.
SND_PCM_PLUGIN_DEFINE_FUNC(faulty_card)
{
    struct settings settings = {.rate = 48000, .channels = 2};
    struct card *card = calloc(1, sizeof *card);
    (void)root;
    if (!card)
        return -ENOMEM;
    card->line = card->timer = -1;
    card->opened_ns = now_ns();
    card->plug = (snd_pcm_ioplug_t){.version = SND_PCM_IOPLUG_VERSION,
                                    .name = "Faulty card",
                                    .callback = &callbacks,
                                    .private_data = card,
                                    .poll_events = POLLIN};
    int error = read_settings(&settings, conf);
    card->after_ms = settings.after_ms;
    if (error == 0)
        error = choose_fault(card, settings.fault);
    if (error == 0)
        error = open_descriptors(card, settings.line);
    card->plug.poll_fd = card->timer;
    if (error == 0)
        error = snd_pcm_ioplug_create(&card->plug, name, stream, mode);
    if (error < 0) {
        close_card(&card->plug);
        return error;
    }
    // from here on ALSA closes it
    error = limit_card(&card->plug, &settings);
    if (error < 0) {
        snd_pcm_ioplug_delete(&card->plug);
        return error;
    }
    *pcmp = card->plug.pcm;
    return 0;
}
SND_PCM_PLUGIN_SYMBOL(faulty_card);
