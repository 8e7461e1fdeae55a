// Lists sound cards and named devices with their jacks, lists the controls that a session would
// set, and restores mixers that killed sessions left changed. Output: callbacks, for the commands
// `jack devices` and `jack controls`.
#include "host/alsa/fault.h"
#include "host/alsa/jacks.h"

#include <stdlib.h>
#include <string.h>

struct listing {
    void (*visit)(const acc_alsa_device *, void *);
    void *context;
};

// "Headphone Jack=on, Mic Jack=off". A text that does not fit is cut.
static void name_jacks(const struct acc_alsa_jacks *j, char *text, size_t capacity)
{
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < j->count && at < capacity; i++) {
        int n = snprintf(text + at, capacity - at, "%s%s=%s", i ? ", " : "", j->jacks[i].name,
                         j->jacks[i].is_on ? "on" : "off");
        at += n > 0 ? (size_t)n : 0;
    }
}

// Whether a device has a direction: a card may have devices that only play or only capture.
static bool has_direction(struct controls *c, snd_pcm_info_t *info, snd_pcm_stream_t direction)
{
    snd_pcm_info_set_stream(info, direction);
    return snd_ctl_pcm_info(c->ctl, info) == 0;
}

// One entry per PCM device of a card. Each has all jacks of the card, because a jack control does not
// state its device.
static void list_card(const struct listing *listing, struct acc_alsa_jacks *j, int card)
{
    struct controls *c = &j->controls;
    char name[CARD_ID + 32], description[256], jacks[512];
    snd_ctl_card_info_t *card_info;
    snd_pcm_info_t *info;
    snd_ctl_card_info_alloca(&card_info);
    snd_pcm_info_alloca(&info);
    if (snd_ctl_card_info(c->ctl, card_info) < 0)
        return;
    acc_alsa_jacks_find(j, NULL);
    name_jacks(j, jacks, sizeof jacks);
    for (int device = -1; snd_ctl_pcm_next_device(c->ctl, &device) == 0 && device >= 0;) {
        snd_pcm_info_set_device(info, (unsigned)device);
        snd_pcm_info_set_subdevice(info, 0);
        bool captures = has_direction(c, info, SND_PCM_STREAM_CAPTURE);
        bool plays = has_direction(c, info, SND_PCM_STREAM_PLAYBACK);
        snprintf(name, sizeof name, "hw:CARD=%s,DEV=%d", snd_ctl_card_info_get_id(card_info),
                 device);
        snprintf(description, sizeof description, "%s, %s", snd_ctl_card_info_get_name(card_info),
                 snd_pcm_info_get_name(info));
        acc_alsa_device found = {name, description, jacks, card, plays, captures};
        listing->visit(&found, listing->context);
    }
}

static void list_cards(const struct listing *listing)
{
    for (int card = -1; snd_card_next(&card) == 0 && card >= 0;) {
        struct acc_alsa_jacks j = {0};
        if (acc_alsa_controls_open(&j.controls, card, "") < 0)
            continue;
        list_card(listing, &j, card);
        acc_alsa_controls_close(&j.controls);
    }
}

// A device that a configuration file defines: a sound server, "default", a plugin. A missing direction
// means both.
static void list_hint(const struct listing *listing, const void *hint)
{
    char *name = snd_device_name_get_hint(hint, "NAME");
    char *text = snd_device_name_get_hint(hint, "DESC");
    char *direction = snd_device_name_get_hint(hint, "IOID");
    for (char *p = text; p && *p; p++)
        if (*p == '\n')
            *p = ',';
    // a card's devices are listed by list_cards
    if (name && !strstr(name, "CARD=")) {
        acc_alsa_device found = {name,
                                 text ? text : "",
                                 "",
                                 -1,
                                 !direction || strcmp(direction, "Output") == 0,
                                 !direction || strcmp(direction, "Input") == 0};
        listing->visit(&found, listing->context);
    }
    free(name);
    free(text);
    free(direction);
}

// Cards first, then named devices, each in ALSA's order.
void acc_alsa_each_device(void (*visit)(const acc_alsa_device *device, void *context),
                          void *context)
{
    struct listing listing = {visit, context};
    void **hints;
    acc_alsa_quiet_begin();
    list_cards(&listing);
    if (snd_device_name_hint(-1, "pcm", &hints) == 0) {
        for (void **hint = hints; *hint; hint++)
            list_hint(&listing, *hint);
        snd_device_name_free_hint(hints);
    }
    acc_alsa_quiet_end();
}

struct inspection {
    void (*visit)(const acc_alsa_control *, void *);
    void *context;
};

// Only the first channel is shown: a session sets all channels to the same value.
static void visit_control(struct controls *c, const struct wish *wish, void *context)
{
    const struct inspection *inspection = context;
    acc_alsa_control control = {.card = c->card,
                                .name = snd_ctl_elem_id_get_name(wish->id),
                                .value = wish->now[0],
                                .wanted = wish->wanted,
                                .minimum = wish->minimum,
                                .maximum = wish->maximum};
    inspection->visit(&control, inspection->context);
}

bool acc_alsa_each_control(int card, void (*visit)(const acc_alsa_control *control, void *context),
                           void *context)
{
    struct controls c;
    struct inspection inspection = {visit, context};
    acc_alsa_quiet_begin();
    bool opened = acc_alsa_controls_open(&c, card, "") == 0;
    if (opened) {
        acc_alsa_controls_each_wish(&c, visit_control, &inspection);
        acc_alsa_controls_close(&c);
    }
    acc_alsa_quiet_end();
    return opened;
}

// Returns the number of cards whose mixer was restored. Cards in use by a session stay unchanged
// (mixer.c).
int acc_alsa_restore_mixers(const char *state_folder)
{
    int restored = 0;
    acc_alsa_quiet_begin();
    for (int card = -1; snd_card_next(&card) == 0 && card >= 0;) {
        struct controls c;
        if (acc_alsa_controls_open(&c, card, "") < 0)
            continue;
        restored += acc_alsa_mixer_recover(&c, state_folder);
        acc_alsa_controls_close(&c);
    }
    acc_alsa_quiet_end();
    return restored;
}
