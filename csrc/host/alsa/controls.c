#include "host/alsa/controls.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool starts_with_any(const char *text, const char *const *names)
{
    for (; *names; names++)
        if (strncmp(text, *names, strlen(*names)) == 0)
            return true;
    return false;
}

// An accessory is a headset to the card. "Phantom" jacks are fixed, and screens have jacks too.
static unsigned jack_rank(const struct controls *c, const char *name)
{
    if (!ends_with(name, " Jack") || strstr(name, "Phantom") || strstr(name, "HDMI"))
        return 0;
    if (c->wanted_jack)
        return strstr(name, c->wanted_jack) ? 9 : 1;
    if (strstr(name, "Headset"))
        return 5;
    if (strstr(name, "Headphone"))
        return 4;
    if (strstr(name, "Line Out"))
        return 3;
    return strstr(name, "Mic") || strstr(name, "Line") ? 2 : 1;
}

static bool read_jack(const struct controls *c, struct jack *jack)
{
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_value_set_numid(value, jack->numid);
    bool was = jack->is_on;
    if (snd_ctl_elem_read(c->ctl, value) == 0)
        jack->is_on = snd_ctl_elem_value_get_boolean(value, 0) != 0;
    return was != jack->is_on;
}

static void add_jack(struct controls *c, const snd_ctl_elem_id_t *id)
{
    const char *name = snd_ctl_elem_id_get_name(id);
    unsigned rank = jack_rank(c, name);
    if (rank == 0 || c->jack_count == MAX_JACKS)
        return;
    struct jack *jack = &c->jacks[c->jack_count++];
    *jack = (struct jack){.numid = snd_ctl_elem_id_get_numid(id), .rank = rank};
    snprintf(jack->name, sizeof jack->name, "%s", name);
    read_jack(c, jack);
}

static void remove_jack(struct controls *c, unsigned numid)
{
    for (size_t i = 0; i < c->jack_count; i++)
        if (c->jacks[i].numid == numid)
            c->jacks[i--] = c->jacks[--c->jack_count];
}

int controls_plugged(const struct controls *c)
{
    unsigned best = 1;
    int plugged = -1;
    for (size_t i = 0; i < c->jack_count; i++) {
        if (c->jacks[i].rank > best) {
            best = c->jacks[i].rank;
            plugged = c->jacks[i].is_on;
        } else if (c->jacks[i].rank == best && best > 1) {
            plugged |= c->jacks[i].is_on;
        }
    }
    return plugged;
}

static void each_id(struct controls *c,
                    void (*visit)(struct controls *, snd_ctl_elem_id_t *, void *), void *context)
{
    snd_ctl_elem_list_t *list;
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_list_alloca(&list);
    snd_ctl_elem_id_alloca(&id);
    if (snd_ctl_elem_list(c->ctl, list) < 0 ||
        snd_ctl_elem_list_alloc_space(list, snd_ctl_elem_list_get_count(list)) < 0)
        return;
    if (snd_ctl_elem_list(c->ctl, list) == 0) {
        for (unsigned i = 0; i < snd_ctl_elem_list_get_used(list); i++) {
            snd_ctl_elem_list_get_id(list, i, id);
            visit(c, id, context);
        }
    }
    snd_ctl_elem_list_free_space(list);
}

static void visit_jack(struct controls *c, snd_ctl_elem_id_t *id, void *context)
{
    (void)context;
    add_jack(c, id);
}

int controls_open(struct controls *c, int card, const char *name, const char *wanted_jack)
{
    char hardware[16];
    snd_ctl_card_info_t *info;
    snd_ctl_card_info_alloca(&info);
    *c = (struct controls){.wanted_jack = wanted_jack, .lock = -1};
    snprintf(hardware, sizeof hardware, "hw:%d", card);
    int error = snd_ctl_open(&c->ctl, card < 0 ? name : hardware, SND_CTL_NONBLOCK);
    if (error < 0) {
        c->ctl = NULL;
        return error;
    }
    if (snd_ctl_card_info(c->ctl, info) == 0)
        snprintf(c->card, sizeof c->card, "%s", snd_ctl_card_info_get_id(info));
    for (char *p = c->card; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    each_id(c, visit_jack, NULL);
    snd_ctl_subscribe_events(c->ctl, 1);
    return 0;
}

void controls_close(struct controls *c)
{
    if (c->ctl)
        snd_ctl_close(c->ctl);
    c->ctl = NULL;
}

static bool is_source(const char *name)
{
    return strstr(name, "Source") || strstr(name, "Route") || strstr(name, "Mux") ||
           strstr(name, "Output Select");
}

// a change of the jack that decides is told by controls_plugged; of any other, it is another route
static bool value_changed(struct controls *c, snd_ctl_event_t *event)
{
    unsigned numid = snd_ctl_event_elem_get_numid(event);
    int plugged = controls_plugged(c);
    for (size_t i = 0; i < c->jack_count; i++)
        if (c->jacks[i].numid == numid)
            return read_jack(c, &c->jacks[i]) && controls_plugged(c) == plugged;
    return is_source(snd_ctl_event_elem_get_name(event));
}

bool controls_read_events(struct controls *c)
{
    snd_ctl_event_t *event;
    snd_ctl_elem_id_t *id;
    bool rerouted = false;
    int got;
    snd_ctl_event_alloca(&event);
    snd_ctl_elem_id_alloca(&id);
    while (!c->is_deaf && (got = snd_ctl_read(c->ctl, event)) != 0) {
        c->is_deaf = got < 0 && got != -EAGAIN && got != -EINTR;
        if (got < 0)
            break;
        if (snd_ctl_event_get_type(event) != SND_CTL_EVENT_ELEM)
            continue;
        unsigned mask = snd_ctl_event_elem_get_mask(event);
        snd_ctl_event_elem_get_id(event, id);
        if (mask == SND_CTL_EVENT_MASK_REMOVE) {
            remove_jack(c, snd_ctl_elem_id_get_numid(id));
            continue;
        }
        if (mask & SND_CTL_EVENT_MASK_ADD)
            add_jack(c, id);
        else if (mask & SND_CTL_EVENT_MASK_VALUE)
            rerouted |= value_changed(c, event);
    }
    return rerouted;
}

// What is on the way to the jack is opened; speakers and what mixes the input into the output are not.
static const char *const outputs[] = {"Master",         "PCM",      "Headphone",        "Headset",
                                      "Front Playback", "Line Out", "Digital Playback", NULL};
static const char *const inputs[] = {"Capture",         "Mic Capture",     "Headset Mic Capture",
                                     "Headset Capture", "Digital Capture", NULL};

// Levels that follow the signal spoil a modem's; a boost clips a line-level accessory.
static bool is_spoiler(const char *name)
{
    return strstr(name, "Boost") || strstr(name, "Auto Gain") || strstr(name, "AGC") ||
           strstr(name, "Noise Suppression") || strstr(name, "Echo Cancel");
}

// 0 dB where the card says how loud its steps are, else three quarters
static int32_t capture_level(struct controls *c, snd_ctl_elem_id_t *id, int32_t low, int32_t high)
{
    long value = 0;
    if (snd_ctl_convert_from_dB(c->ctl, id, 0, &value, 0) == 0 && value >= low && value <= high)
        return (int32_t)value;
    return (int32_t)(low + ((int64_t)high - low) * 3 / 4);
}

static int32_t wanted_value(struct controls *c, struct wish *w)
{
    const char *name = snd_ctl_elem_id_get_name(w->id);
    if (is_spoiler(name))
        return w->minimum;
    if (starts_with_any(name, outputs) &&
        (ends_with(name, "Playback Volume") || ends_with(name, "Playback Switch")))
        return w->maximum;
    if (starts_with_any(name, inputs) && ends_with(name, "Capture Switch"))
        return w->maximum;
    if (starts_with_any(name, inputs) && ends_with(name, "Capture Volume"))
        return capture_level(c, w->id, w->minimum, w->maximum);
    return INT32_MIN;
}

// fills the wish; false when the control cannot be set or is of another kind
static bool describe(struct controls *c, struct wish *w)
{
    snd_ctl_elem_info_t *info;
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_info_alloca(&info);
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_info_set_id(info, w->id);
    if (snd_ctl_elem_info(c->ctl, info) < 0 || !snd_ctl_elem_info_is_writable(info) ||
        !snd_ctl_elem_info_is_readable(info) || snd_ctl_elem_info_is_inactive(info))
        return false;
    bool is_boolean = snd_ctl_elem_info_get_type(info) == SND_CTL_ELEM_TYPE_BOOLEAN;
    if (!is_boolean && snd_ctl_elem_info_get_type(info) != SND_CTL_ELEM_TYPE_INTEGER)
        return false;
    w->count = snd_ctl_elem_info_get_count(info);
    w->count = w->count < MAX_VALUES ? w->count : MAX_VALUES;
    w->minimum = is_boolean ? 0 : (int32_t)snd_ctl_elem_info_get_min(info);
    w->maximum = is_boolean ? 1 : (int32_t)snd_ctl_elem_info_get_max(info);
    snd_ctl_elem_value_set_id(value, w->id);
    if (w->count == 0 || snd_ctl_elem_read(c->ctl, value) < 0)
        return false;
    for (unsigned i = 0; i < w->count; i++)
        w->now[i] = (int32_t)(is_boolean ? snd_ctl_elem_value_get_boolean(value, i)
                                         : snd_ctl_elem_value_get_integer(value, i));
    return true;
}

struct visitor {
    void (*visit)(struct controls *, const struct wish *, void *);
    void *context;
};

static void visit_wish(struct controls *c, snd_ctl_elem_id_t *id, void *context)
{
    const struct visitor *visitor = context;
    struct wish wish = {.id = id};
    if (snd_ctl_elem_id_get_interface(id) != SND_CTL_ELEM_IFACE_MIXER || !describe(c, &wish))
        return;
    wish.wanted = wanted_value(c, &wish);
    if (wish.wanted != INT32_MIN)
        visitor->visit(c, &wish, visitor->context);
}

void controls_each_wish(struct controls *c,
                        void (*visit)(struct controls *, const struct wish *, void *),
                        void *context)
{
    struct visitor visitor = {visit, context};
    each_id(c, visit_wish, &visitor);
}

int controls_write(struct controls *c, snd_ctl_elem_id_t *id, const int32_t *values, unsigned count)
{
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_info_t *info;
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_info_alloca(&info);
    snd_ctl_elem_info_set_id(info, id);
    snd_ctl_elem_value_set_id(value, id);
    // what is not written here keeps its value
    int error = snd_ctl_elem_info(c->ctl, info);
    if (error == 0)
        error = snd_ctl_elem_read(c->ctl, value);
    if (error < 0)
        return error;
    for (unsigned i = 0; i < count; i++) {
        if (snd_ctl_elem_info_get_type(info) == SND_CTL_ELEM_TYPE_BOOLEAN)
            snd_ctl_elem_value_set_boolean(value, i, values[i]);
        else
            snd_ctl_elem_value_set_integer(value, i, values[i]);
    }
    error = snd_ctl_elem_write(c->ctl, value);
    return error < 0 ? error : 0;
}
