// Detects plugging: reads a card's jack controls and reports their changes as events.
//
// Input: control events of one card. Output: PLUGGED, UNPLUGGED and ROUTE for the AudioJack room,
// which polls the descriptor.
#include "host/alsa/jacks.h"

#include "host/alsa/fault.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

// The jack with the highest rank decides. An accessory looks like a headset to the card, so that
// jack is first. "Phantom" jacks are always on, and HDMI jacks are screens: both are ignored.
static unsigned jack_rank(const struct acc_alsa_jacks *j, const char *name)
{
    if (!ends_with(name, " Jack") || strstr(name, "Phantom") || strstr(name, "HDMI"))
        return 0;
    if (j->wanted[0])
        return strstr(name, j->wanted) ? 9 : 1;
    if (strstr(name, "Headset"))
        return 5;
    if (strstr(name, "Headphone"))
        return 4;
    if (strstr(name, "Line Out"))
        return 3;
    return strstr(name, "Mic") || strstr(name, "Line") ? 2 : 1;
}

// Reads a jack's state; true when it changed. A failed read keeps the state; the card is then usually
// gone, which the next event shows.
static bool read_jack(const struct acc_alsa_jacks *j, struct jack *jack)
{
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_value_set_numid(value, jack->numid);
    bool was = jack->is_on;
    if (snd_ctl_elem_read(j->controls.ctl, value) == 0)
        jack->is_on = snd_ctl_elem_value_get_boolean(value, 0) != 0;
    return was != jack->is_on;
}

// Adds a jack, at the start or when a driver adds a control later.
static void add_jack(struct acc_alsa_jacks *j, const snd_ctl_elem_id_t *id)
{
    const char *name = snd_ctl_elem_id_get_name(id);
    unsigned rank = jack_rank(j, name);
    if (rank == 0 || j->count == MAX_JACKS)
        return;
    struct jack *jack = &j->jacks[j->count++];
    *jack = (struct jack){.numid = snd_ctl_elem_id_get_numid(id), .rank = rank};
    snprintf(jack->name, sizeof jack->name, "%s", name);
    read_jack(j, jack);
}

// The last jack takes the place of the removed one: their order has no meaning.
static void remove_jack(struct acc_alsa_jacks *j, unsigned numid)
{
    for (size_t i = 0; i < j->count; i++)
        if (j->jacks[i].numid == numid)
            j->jacks[i--] = j->jacks[--j->count];
}

// 1 plugged, 0 empty, -1: no jack control. Several jacks of the best rank count as one.
static int plugged_now(const struct acc_alsa_jacks *j)
{
    unsigned best = 1;
    int plugged = -1;
    for (size_t i = 0; i < j->count; i++) {
        if (j->jacks[i].rank > best) {
            best = j->jacks[i].rank;
            plugged = j->jacks[i].is_on;
        } else if (j->jacks[i].rank == best && best > 1) {
            plugged |= j->jacks[i].is_on;
        }
    }
    return plugged;
}

static void visit_jack(snd_ctl_elem_id_t *id, void *context)
{
    add_jack(context, id);
}

// `wanted` is part of the name of the jack that decides; null: by rank.
void acc_alsa_jacks_find(struct acc_alsa_jacks *j, const char *wanted)
{
    snprintf(j->wanted, sizeof j->wanted, "%s", wanted ? wanted : "");
    j->count = 0;
    acc_alsa_controls_each(&j->controls, visit_jack, j);
}

// Controls that switch between connectors.
static bool is_source(const char *name)
{
    return strstr(name, "Source") || strstr(name, "Route") || strstr(name, "Mux") ||
           strstr(name, "Output Select");
}

// A change of the deciding jack is reported as PLUGGED or UNPLUGGED; of any other one, as ROUTE.
static bool value_changed(struct acc_alsa_jacks *j, snd_ctl_event_t *event)
{
    unsigned numid = snd_ctl_event_elem_get_numid(event);
    int plugged = plugged_now(j);
    for (size_t i = 0; i < j->count; i++)
        if (j->jacks[i].numid == numid)
            return read_jack(j, &j->jacks[i]) && plugged_now(j) == plugged;
    return is_source(snd_ctl_event_elem_get_name(event));
}

// True when another connector or source is in use.
static bool take(struct acc_alsa_jacks *j, snd_ctl_event_t *event)
{
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_id_alloca(&id);
    if (snd_ctl_event_get_type(event) != SND_CTL_EVENT_ELEM)
        return false;
    unsigned mask = snd_ctl_event_elem_get_mask(event);
    snd_ctl_event_elem_get_id(event, id);
    if (mask == SND_CTL_EVENT_MASK_REMOVE)
        remove_jack(j, snd_ctl_elem_id_get_numid(id));
    else if (mask & SND_CTL_EVENT_MASK_ADD)
        add_jack(j, id);
    else if (mask & SND_CTL_EVENT_MASK_VALUE)
        return value_changed(j, event);
    return false;
}

// Returns NULL for a card without controls, or without memory. The state is read after the subscription,
// so no change is missed between the two.
acc_alsa_jacks *acc_alsa_jacks_open(const char *play, const char *jack)
{
    struct acc_alsa_jacks *j = calloc(1, sizeof *j);
    struct pollfd fd = {.fd = -1};
    acc_alsa_quiet_begin();
    if (j && acc_alsa_controls_open(&j->controls, -1, play) == 0) {
        if (snd_ctl_subscribe_events(j->controls.ctl, 1) == 0 &&
            snd_ctl_poll_descriptors(j->controls.ctl, &fd, 1) == 1)
            acc_alsa_jacks_find(j, jack);
        else
            acc_alsa_controls_close(&j->controls);
    }
    acc_alsa_quiet_end();
    if (j && j->controls.ctl) {
        j->fd = fd.fd;
        j->reported = plugged_now(j);
        return j;
    }
    free(j);
    return NULL;
}

void acc_alsa_jacks_close(acc_alsa_jacks *j)
{
    acc_alsa_controls_close(&j->controls);
    free(j);
}

int acc_alsa_jacks_fd(const acc_alsa_jacks *j)
{
    return j->fd;
}

int acc_alsa_jacks_plugged(const acc_alsa_jacks *j)
{
    return j->reported;
}

bool acc_alsa_jacks_is_gone(const acc_alsa_jacks *j)
{
    return j->is_gone;
}

// A removed card counts as an empty jack.
static int read_event(struct acc_alsa_jacks *j, snd_ctl_event_t *event)
{
    int got = j->is_gone ? 0 : snd_ctl_read(j->controls.ctl, event);
    if (got < 0 && got != -EAGAIN && got != -EINTR) {
        j->is_gone = true;
        j->count = 0;
    }
    return got;
}

// Reads until there is an event or nothing more to read.
bool acc_alsa_jacks_next_event(acc_alsa_jacks *j, acc_alsa_event *event)
{
    snd_ctl_event_t *change;
    snd_ctl_event_alloca(&change);
    for (;;) {
        int got = read_event(j, change);
        bool rerouted = got > 0 && take(j, change);
        int was = j->reported;
        j->reported = plugged_now(j);
        if (j->reported != was && (j->reported == 1 || was == 1)) {
            *event = (acc_alsa_event){j->reported == 1 ? ACC_ALSA_PLUGGED : ACC_ALSA_UNPLUGGED, 0};
            return true;
        }
        if (rerouted) {
            *event = (acc_alsa_event){ACC_ALSA_ROUTE, 0};
            return true;
        }
        if (got <= 0)
            return false;
    }
}
