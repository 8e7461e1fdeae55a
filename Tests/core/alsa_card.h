// A simulated sound card with controls, behind ALSA's interface for external control plugins. Include it once in a program:
// it replaces snd_ctl_open and the look-up of cards.
#ifndef ACC_ALSA_CARD_H
#define ACC_ALSA_CARD_H

#include "check.h"
#include "host/alsa/controls.h"

#include <alsa/control_external.h>
#include <errno.h>
#include <poll.h>
#include <string.h>

enum { CARD_CONTROLS = 48, CARD_EVENTS = 16, NO_DECIBEL = INT32_MIN };

struct card_control {
    int interface, type;
    unsigned access, count;
    long minimum, maximum;
    long zero_decibel;  // the value at 0 dB, or NO_DECIBEL
    long values[12];
    const char *name;
    int read_error, write_error;
    unsigned numid;  // set by add_control
};

struct card_event {
    unsigned control, mask;
};

static struct {
    struct card_control controls[CARD_CONTROLS];
    unsigned count;
    struct card_event events[CARD_EVENTS];
    unsigned events_taken, events_put;
    int event_error;  // after the events; 0: -EAGAIN
    int open_error;
    char opened[128];  // the name in the last call of snd_ctl_open
    unsigned open_count;
    bool is_subscribed, refuses_events;
    snd_ctl_ext_t ext;
} card;

static void clear_card(void)
{
    CHECK(card.open_count == 0);  // a test closes what it opens
    memset(&card, 0, sizeof card);
}

static struct card_control *add_control(struct card_control control)
{
    if (control.access == 0)
        control.access = SND_CTL_EXT_ACCESS_READWRITE;
    control.numid = card.count + 1;
    card.controls[card.count] = control;
    return &card.controls[card.count++];
}

static int card_count(snd_ctl_ext_t *ext)
{
    (void)ext;
    return (int)card.count;
}

static int card_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id)
{
    (void)ext;
    snd_ctl_elem_id_set_interface(id, (snd_ctl_elem_iface_t)card.controls[offset].interface);
    snd_ctl_elem_id_set_name(id, card.controls[offset].name);
    return 0;
}

static snd_ctl_ext_key_t card_find(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id)
{
    (void)ext;
    unsigned numid = snd_ctl_elem_id_get_numid(id);
    for (unsigned i = 0; i < card.count; i++)
        if (numid ? card.controls[i].numid == numid
                  : strcmp(card.controls[i].name, snd_ctl_elem_id_get_name(id)) == 0)
            return i;
    return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int card_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access,
                          unsigned *count)
{
    (void)ext;
    *type = card.controls[key].type;
    *access = card.controls[key].access;
    *count = card.controls[key].count;
    return 0;
}

static int card_range(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *low, long *high, long *step)
{
    (void)ext;
    *low = card.controls[key].minimum;
    *high = card.controls[key].maximum;
    *step = 1;
    return 0;
}

static int card_items(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned *items)
{
    (void)ext, (void)key;
    *items = 2;
    return 0;
}

static int card_item_name(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned item, char *name,
                          size_t size)
{
    (void)ext, (void)key;
    snprintf(name, size, "%u", item);
    return 0;
}

static int card_read(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values)
{
    (void)ext;
    memcpy(values, card.controls[key].values, sizeof card.controls[key].values);
    return card.controls[key].read_error;
}

static int card_write(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values)
{
    (void)ext;
    if (card.controls[key].write_error)
        return card.controls[key].write_error;
    memcpy(card.controls[key].values, values, sizeof card.controls[key].values);
    return 1;  // changed
}

static void card_subscribe(snd_ctl_ext_t *ext, int subscribe)
{
    (void)ext;
    card.is_subscribed = subscribe;
}

static int card_next_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask)
{
    if (card.events_taken == card.events_put)
        return card.event_error ? card.event_error : -EAGAIN;
    const struct card_event *event = &card.events[card.events_taken++ % CARD_EVENTS];
    card_list(ext, event->control, id);
    snd_ctl_elem_id_set_numid(id, card.controls[event->control].numid);
    *mask = event->mask;
    return 1;
}

static inline void push_event(const struct card_control *control, unsigned mask)
{
    card.events[card.events_put++ % CARD_EVENTS] =
        (struct card_event){(unsigned)(control - card.controls), mask};
}

static void card_close(snd_ctl_ext_t *ext)
{
    (void)ext;
    card.open_count--;
}

static int card_descriptors(snd_ctl_ext_t *ext, struct pollfd *fds, unsigned space)
{
    CHECK(space == 1);
    fds[0] = (struct pollfd){.fd = ext->poll_fd, .events = POLLIN};
    return card.refuses_events ? 0 : 1;
}

static int card_descriptors_count(snd_ctl_ext_t *ext)
{
    (void)ext;
    return 1;
}

static const snd_ctl_ext_callback_t card_callbacks = {
    .close = card_close,
    .elem_count = card_count,
    .elem_list = card_list,
    .find_elem = card_find,
    .get_attribute = card_attribute,
    .get_integer_info = card_range,
    .get_enumerated_info = card_items,
    .get_enumerated_name = card_item_name,
    .read_integer = card_read,
    .write_integer = card_write,
    .subscribe_events = card_subscribe,
    .read_event = card_next_event,
    .poll_descriptors_count = card_descriptors_count,
    .poll_descriptors = card_descriptors,
};

int snd_ctl_open(snd_ctl_t **ctl, const char *name, int mode)
{
    CHECK(mode == SND_CTL_NONBLOCK);
    snprintf(card.opened, sizeof card.opened, "%s", name);
    *ctl = (snd_ctl_t *)(void *)&card;  // which means nothing after an error
    if (card.open_error)
        return card.open_error;
    card.ext = (snd_ctl_ext_t){.version = SND_CTL_EXT_VERSION,
                               .card_idx = 1,
                               .id = "Te-st 1",
                               .name = "Test card",
                               .poll_fd = 4242,
                               .callback = &card_callbacks};
    CHECK(snd_ctl_ext_create(&card.ext, name, mode) == 0);
    *ctl = card.ext.handle;
    card.open_count++;
    return 0;
}

// Card 1 is PCH.
int snd_card_get_index(const char *name)
{
    return strcmp(name, "PCH") == 0 ? 1 : -ENODEV;
}

int snd_ctl_convert_from_dB(snd_ctl_t *ctl, const snd_ctl_elem_id_t *id, long decibel, long *value,
                            int direction)
{
    const struct card_control *control = &card.controls[card_find(NULL, id)];
    CHECK(ctl == card.ext.handle && decibel == 0 && direction == 0);
    if (control->zero_decibel == NO_DECIBEL)
        return -EINVAL;
    *value = control->zero_decibel;
    return 0;
}

#endif
