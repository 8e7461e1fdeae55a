// Simulated devices, mixers and /dev/snd, which replace what ALSA's adapter calls when it opens a port; the port's thread never
// runs. Include it once in a program.
#ifndef ACC_ALSA_DEVICE_H
#define ACC_ALSA_DEVICE_H

#include "check.h"
#include "host/alsa/fault.h"
#include "host/alsa/port.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

enum { ALL_FORMATS = 0x7F };

// What a device can do. 0 for playback, 1 for capture.
static struct device {
    unsigned low, high, formats, channels, channels_near;
    int open_error, access_error, size_error, threshold_error, prepare_error, card;
    int server;
    // what was asked
    char name[32];
    bool is_open;
    unsigned rate, format, period, buffer;
    snd_pcm_uframes_t start, least;
    uint8_t bytes[64];
    size_t frames;
} devices[2];

static const snd_pcm_format_t formats[] = {SND_PCM_FORMAT_S32_LE,  SND_PCM_FORMAT_S24_LE,
                                           SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_FLOAT_LE,
                                           SND_PCM_FORMAT_S16_LE,  SND_PCM_FORMAT_FLOAT64_LE,
                                           SND_PCM_FORMAT_U8};

static struct device *device_of(const snd_pcm_t *handle)
{
    return (struct device *)(void *)(uintptr_t)handle;
}

static struct device *last;  // of the parameters that were asked for last

int snd_pcm_open(snd_pcm_t **handle, const char *name, snd_pcm_stream_t stream, int mode)
{
    struct device *d = &devices[stream == SND_PCM_STREAM_CAPTURE];
    CHECK(mode == SND_PCM_NONBLOCK);
    *handle = (snd_pcm_t *)(void *)d;
    if (d->open_error)
        return d->open_error;
    snprintf(d->name, sizeof d->name, "%s", name);
    d->is_open = true;
    return 0;
}

int snd_pcm_close(snd_pcm_t *handle)
{
    CHECK(device_of(handle)->is_open);
    device_of(handle)->is_open = false;
    return 0;
}

int snd_pcm_hw_params_any(snd_pcm_t *handle, snd_pcm_hw_params_t *hw)
{
    (void)hw;
    last = device_of(handle);
    return 1;
}

int snd_pcm_hw_params_test_rate(snd_pcm_t *handle, snd_pcm_hw_params_t *hw, unsigned rate,
                                int direction)
{
    (void)hw;
    CHECK(direction == 0);
    return rate >= device_of(handle)->low && rate <= device_of(handle)->high ? 0 : -EINVAL;
}

int snd_pcm_hw_params_set_access(snd_pcm_t *handle, snd_pcm_hw_params_t *hw,
                                 snd_pcm_access_t access)
{
    (void)hw;
    CHECK(access == SND_PCM_ACCESS_RW_INTERLEAVED);
    return device_of(handle)->access_error;
}

int snd_pcm_hw_params_set_rate(snd_pcm_t *handle, snd_pcm_hw_params_t *hw, unsigned rate,
                               int direction)
{
    device_of(handle)->rate = rate;
    return snd_pcm_hw_params_test_rate(handle, hw, rate, direction);
}

int snd_pcm_hw_params_get_rate_min(const snd_pcm_hw_params_t *hw, unsigned *rate, int *direction)
{
    (void)hw, (void)direction;
    *rate = last->low;
    return 0;
}

int snd_pcm_hw_params_get_rate_max(const snd_pcm_hw_params_t *hw, unsigned *rate, int *direction)
{
    (void)hw, (void)direction;
    *rate = last->high;
    return 0;
}

int snd_pcm_hw_params_set_format(snd_pcm_t *handle, snd_pcm_hw_params_t *hw,
                                 snd_pcm_format_t format)
{
    (void)hw;
    for (unsigned i = 0; i < 7; i++)
        if (formats[i] == format) {
            device_of(handle)->format = i;
            return device_of(handle)->formats >> i & 1 ? 0 : -EINVAL;
        }
    return -EINVAL;
}

int snd_pcm_hw_params_get_channels_max(const snd_pcm_hw_params_t *hw, unsigned *channels)
{
    (void)hw;
    *channels = last->channels;
    return 0;
}

int snd_pcm_hw_params_set_channels_near(snd_pcm_t *handle, snd_pcm_hw_params_t *hw,
                                        unsigned *channels)
{
    const struct device *d = device_of(handle);
    (void)hw;
    if (d->channels_near)
        *channels = d->channels_near;
    return *channels > d->channels ? -EINVAL : 0;
}

int snd_pcm_hw_params_set_period_size_near(snd_pcm_t *handle, snd_pcm_hw_params_t *hw,
                                           snd_pcm_uframes_t *period, int *direction)
{
    (void)hw, (void)direction;
    device_of(handle)->period = (unsigned)*period;
    return device_of(handle)->size_error == 1 ? -EIO : 0;
}

int snd_pcm_hw_params_set_buffer_size_near(snd_pcm_t *handle, snd_pcm_hw_params_t *hw,
                                           snd_pcm_uframes_t *buffer)
{
    (void)hw;
    device_of(handle)->buffer = (unsigned)*buffer;
    return device_of(handle)->size_error == 2 ? -EIO : 0;
}

int snd_pcm_hw_params(snd_pcm_t *handle, snd_pcm_hw_params_t *hw)
{
    (void)hw;
    return device_of(handle)->size_error == 3 ? -EIO : 0;
}

// The device rounds both.
int snd_pcm_hw_params_get_period_size(const snd_pcm_hw_params_t *hw, snd_pcm_uframes_t *period,
                                      int *direction)
{
    (void)hw, (void)direction;
    *period = last->period + 3;
    return last->size_error == 4 ? -EIO : 0;
}

int snd_pcm_hw_params_get_buffer_size(const snd_pcm_hw_params_t *hw, snd_pcm_uframes_t *buffer)
{
    (void)hw;
    *buffer = last->buffer + 5;
    return last->size_error == 5 ? -EIO : 0;
}

int snd_pcm_sw_params_current(snd_pcm_t *handle, snd_pcm_sw_params_t *sw)
{
    (void)sw;
    return device_of(handle)->threshold_error == 1 ? -EIO : 0;
}

int snd_pcm_sw_params_get_boundary(const snd_pcm_sw_params_t *sw, snd_pcm_uframes_t *boundary)
{
    (void)sw;
    *boundary = 123456789;
    return last->threshold_error == 2 ? -EIO : 0;
}

int snd_pcm_sw_params_set_start_threshold(snd_pcm_t *handle, snd_pcm_sw_params_t *sw,
                                          snd_pcm_uframes_t start)
{
    (void)sw;
    device_of(handle)->start = start;
    return device_of(handle)->threshold_error == 3 ? -EIO : 0;
}

int snd_pcm_sw_params_set_avail_min(snd_pcm_t *handle, snd_pcm_sw_params_t *sw,
                                    snd_pcm_uframes_t least)
{
    (void)sw;
    device_of(handle)->least = least;
    return device_of(handle)->threshold_error == 4 ? -EIO : 0;
}

int snd_pcm_sw_params(snd_pcm_t *handle, snd_pcm_sw_params_t *sw)
{
    (void)sw;
    return device_of(handle)->threshold_error == 5 ? -EIO : 0;
}

int snd_pcm_prepare(snd_pcm_t *handle)
{
    return device_of(handle)->prepare_error;
}

int snd_pcm_info(snd_pcm_t *handle, snd_pcm_info_t *info)
{
    (void)info;
    last = device_of(handle);
    return last->card == -2 ? -EIO : 0;
}

int snd_pcm_info_get_card(const snd_pcm_info_t *info)
{
    (void)info;
    return last->card;
}

snd_pcm_state_t snd_pcm_state(snd_pcm_t *handle)
{
    return device_of(handle)->is_open ? SND_PCM_STATE_RUNNING : SND_PCM_STATE_DISCONNECTED;
}

snd_pcm_sframes_t snd_pcm_avail_update(snd_pcm_t *handle)
{
    return (snd_pcm_sframes_t)device_of(handle)->frames;
}

snd_pcm_sframes_t snd_pcm_readi(snd_pcm_t *handle, void *bytes, snd_pcm_uframes_t len)
{
    struct device *d = device_of(handle);
    memcpy(bytes, d->bytes, sizeof d->bytes);
    d->frames = len;
    return (snd_pcm_sframes_t)(len < 3 ? len : 3);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *handle, const void *bytes, snd_pcm_uframes_t len)
{
    struct device *d = device_of(handle);
    memcpy(d->bytes, bytes, sizeof d->bytes);
    d->frames = len;
    return (snd_pcm_sframes_t)len;
}

// Mixers by card number.
static char mixers[128];
static acc_alsa_mixer mixer_of[4];
static int missing_mixer;

int acc_alsa_controls_open(struct controls *c, int card, const char *name)
{
    if (card == missing_mixer)
        return -ENOENT;
    size_t at = strlen(mixers);
    snprintf(mixers + at, sizeof mixers - at, "%d %s; ", card, name);
    *c = (struct controls){.lock = card};
    return 0;
}

void acc_alsa_controls_close(struct controls *c)
{
    size_t at = strlen(mixers);
    snprintf(mixers + at, sizeof mixers - at, "close %d; ", c->lock);
}

acc_alsa_mixer acc_alsa_mixer_set(struct controls *c, const char *folder)
{
    CHECK(strcmp(folder, "a folder") == 0);
    return mixer_of[c->lock + 1];
}

void acc_alsa_mixer_end(struct controls *c, const char *folder)
{
    (void)c;
    CHECK(strcmp(folder, "a folder") == 0);
}

bool acc_alsa_mixer_recover(struct controls *c, const char *folder)
{
    (void)c, (void)folder;
    return false;
}

void acc_alsa_controls_each(struct controls *c, void (*visit)(snd_ctl_elem_id_t *, void *),
                            void *context)
{
    (void)c, (void)visit, (void)context;
}

void acc_alsa_controls_each_wish(struct controls *c,
                                 void (*visit)(struct controls *, const struct wish *, void *),
                                 void *context)
{
    (void)c, (void)visit, (void)context;
}

int acc_alsa_controls_write(struct controls *c, snd_ctl_elem_id_t *id, const int32_t *values,
                            unsigned count)
{
    (void)c, (void)id, (void)values, (void)count;
    return 0;
}

// The thread ends at once.
static int thread_error;
static bool fails_without_priority;
static unsigned created, joined;
static acc_alsa *running;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    CHECK(run == acc_alsa_port_run);
    created++;
    const uint64_t one = 1;
    *thread = pthread_self();
    running = context;
    CHECK(write(running->end_fd, &one, sizeof one) == sizeof one);
    if (attributes) {
        struct sched_param priority;
        int policy, inherits;
        pthread_attr_getschedparam(attributes, &priority);
        pthread_attr_getschedpolicy(attributes, &policy);
        pthread_attr_getinheritsched(attributes, &inherits);
        CHECK(priority.sched_priority == 20 && policy == SCHED_FIFO &&
              inherits == PTHREAD_EXPLICIT_SCHED);
        CHECK(running->info.is_real_time);
        return thread_error;
    }
    CHECK(!running->info.is_real_time);
    return fails_without_priority ? EAGAIN : 0;
}

static bool is_readable(int file)
{
    uint64_t count;
    return read(file, &count, sizeof count) == sizeof count;
}

int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    joined++;
    CHECK(atomic_load(&running->is_stopping) && is_readable(running->wake_fd));
    CHECK(!atomic_load(&running->is_left));
    return 0;
}

// /dev/snd has "controlC0" and "pcmC0D0p".
static int denied, folder_error;
static struct dirent entry;
static int entries;

DIR *opendir(const char *name)
{
    CHECK(strcmp(name, "/dev/snd") == 0);
    errno = folder_error;
    entries = 0;
    return folder_error ? NULL : (DIR *)(void *)&entry;
}

struct dirent *readdir(DIR *folder)
{
    static const char *const names[] = {"pcmC0D0p", "controlC0"};
    CHECK(folder == (DIR *)(void *)&entry);
    if (entries == 2)
        return NULL;
    strcpy(entry.d_name, names[entries++]);
    return &entry;
}

int closedir(DIR *folder)
{
    CHECK(folder == (DIR *)(void *)&entry);
    return 0;
}

int access(const char *path, int mode)
{
    CHECK(mode == (R_OK | W_OK) &&
          (!strcmp(path, "/dev/snd/controlC0") || !strcmp(path, "/dev/snd/pcmC0D0p")));
    // a control's file alone decides
    errno = strstr(path, "control") ? denied : EACCES;
    return errno ? -1 : 0;
}

#endif
