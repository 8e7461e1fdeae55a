// Selects the mixer controls between the converters and the jack by their names, and the value of
// each. Input: the controls of one card. Output: wishes, which mixer.c saves, sets and restores,
// and `jack controls` lists.
#include "host/alsa/controls.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

// ALSA names a control by its place, direction and function: "Headphone Playback Switch".
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

// ALSA fills a list in two steps, count and contents. A control that the driver adds between them is
// missing.
void acc_alsa_controls_each(struct controls *c, void (*visit)(snd_ctl_elem_id_t *, void *),
                            void *context)
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
            visit(id, context);
        }
    }
    snd_ctl_elem_list_free_space(list);
}

// The card's number in "hw:1,0" or "plughw:CARD=PCH,DEV=0", or -1.
static int card_in_name(const char *name)
{
    char card[CARD_ID];
    const char *at = strchr(name, ':');
    if (!at)
        return -1;
    const char *field = strstr(at, "CARD=");
    at = field ? field + 5 : at + 1;
    size_t len = strcspn(at, ",");
    if (len == 0 || len >= sizeof card)
        return -1;
    memcpy(card, at, len);
    card[len] = '\0';
    return snd_card_get_index(card);
}

// A name without a card, such as "default" of a sound server, may define controls of its own.
int acc_alsa_controls_open(struct controls *c, int card, const char *name)
{
    char hardware[16];
    snd_ctl_card_info_t *info;
    snd_ctl_card_info_alloca(&info);
    *c = (struct controls){.lock = -1};
    if (card < 0)
        card = card_in_name(name);
    snprintf(hardware, sizeof hardware, "hw:%d", card);
    int error = snd_ctl_open(&c->ctl, card < 0 ? name : hardware, SND_CTL_NONBLOCK);
    if (error < 0) {
        c->ctl = NULL;
        return error;
    }
    if (snd_ctl_card_info(c->ctl, info) == 0)
        snprintf(c->card, sizeof c->card, "%s", snd_ctl_card_info_get_id(info));
    // the identifier becomes part of a file's name (mixer.c)
    for (char *p = c->card; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return 0;
}

void acc_alsa_controls_close(struct controls *c)
{
    if (c->ctl)
        snd_ctl_close(c->ctl);
    c->ctl = NULL;
}

// Name prefixes of the controls between converter and jack. Speakers, and controls that mix the input
// into the output, stay unchanged.
static const char *const outputs[] = {"Master",         "PCM",      "Headphone",        "Headset",
                                      "Front Playback", "Line Out", "Digital Playback", NULL};
static const char *const inputs[] = {"Capture",         "Mic Capture",     "Headset Mic Capture",
                                     "Headset Capture", "Digital Capture", NULL};

// Automatic gain changes a modem's level; a boost clips a line-level accessory.
static bool is_spoiler(const char *name)
{
    return strstr(name, "Boost") || strstr(name, "Auto Gain") || strstr(name, "AGC") ||
           strstr(name, "Noise Suppression") || strstr(name, "Echo Cancel");
}

// 0 dB where the control has a dB scale, else three quarters of its range, because no scale states
// where gain begins.
static int32_t capture_level(struct controls *c, snd_ctl_elem_id_t *id, int32_t low, int32_t high)
{
    long value = 0;
    if (snd_ctl_convert_from_dB(c->ctl, id, 0, &value, 0) == 0 && value >= low && value <= high)
        return (int32_t)value;
    return (int32_t)(low + ((int64_t)high - low) * 3 / 4);
}

// The value to set: outputs and capture switches at their maximum, capture volumes at 0 dB; INT32_MIN:
// leave the control unchanged.
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

// Fills the wish; false when the control cannot be set or has another type.
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

// Carries two contexts through acc_alsa_controls_each, which has one.
struct visitor {
    struct controls *controls;
    void (*visit)(struct controls *, const struct wish *, void *);
    void *context;
};

// Only the mixer's own controls, not those of other interfaces.
static void visit_wish(snd_ctl_elem_id_t *id, void *context)
{
    const struct visitor *visitor = context;
    struct controls *c = visitor->controls;
    struct wish wish = {.id = id};
    if (snd_ctl_elem_id_get_interface(id) != SND_CTL_ELEM_IFACE_MIXER || !describe(c, &wish))
        return;
    wish.wanted = wanted_value(c, &wish);
    if (wish.wanted != INT32_MIN)
        visitor->visit(c, &wish, visitor->context);
}

void acc_alsa_controls_each_wish(struct controls *c,
                                 void (*visit)(struct controls *, const struct wish *, void *),
                                 void *context)
{
    struct visitor visitor = {c, visit, context};
    acc_alsa_controls_each(c, visit_wish, &visitor);
}

// Reads the control first, because a write sets all its values, which may be more than MAX_VALUES.
int acc_alsa_controls_write(struct controls *c, snd_ctl_elem_id_t *id, const int32_t *values,
                            unsigned count)
{
    snd_ctl_elem_value_t *value;
    snd_ctl_elem_info_t *info;
    snd_ctl_elem_value_alloca(&value);
    snd_ctl_elem_info_alloca(&info);
    snd_ctl_elem_info_set_id(info, id);
    snd_ctl_elem_value_set_id(value, id);
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
