// Jacks: which one decides, and what its changes and those of others become; and the lists of cards, devices and controls.
#include "alsa_card.h"
#include "host/alsa/jacks.h"

#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

static struct card_control *add_jack(const char *name, bool is_on)
{
    return add_control((struct card_control){.interface = SND_CTL_ELEM_IFACE_CARD,
                                             .type = SND_CTL_ELEM_TYPE_BOOLEAN,
                                             .access = SND_CTL_EXT_ACCESS_READ,
                                             .count = 1,
                                             .values = {is_on},
                                             .name = name});
}

// The state of jacks with these names, of which the first is on.
static int plugged_with(const char *first, const char *second, const char *wanted)
{
    clear_card();
    add_jack(first, true);
    if (second)
        add_jack(second, false);
    acc_alsa_jacks *jacks = acc_alsa_jacks_open("hw:PCH", wanted);
    int plugged = acc_alsa_jacks_plugged(jacks);
    CHECK(strcmp(card.opened, "hw:1") == 0 && card.is_subscribed);
    CHECK(acc_alsa_jacks_fd(jacks) == 4242 && !acc_alsa_jacks_is_gone(jacks));
    acc_alsa_jacks_close(jacks);
    return plugged;
}

static void the_best_jack_decides(void)
{
    // each one decides over those after it
    static const char *const ranked[] = {"Headset Mic Phone Jack", "Headphone Jack",
                                         "Line Out Jack", "Mic Jack"};
    for (int i = 0; i < 4; i++) {
        CHECK(plugged_with(ranked[i], NULL, NULL) == 1);
        for (int k = i + 1; k < 4; k++) {
            CHECK(plugged_with(ranked[i], ranked[k], NULL) == 1);
            CHECK(plugged_with(ranked[k], ranked[i], NULL) == 0);
        }
        // which are always on, or screens, or no jacks
        CHECK(plugged_with("Headset Phantom Jack", ranked[i], NULL) == 0);
        CHECK(plugged_with("HDMI/DP,pcm=3 Jack", ranked[i], NULL) == 0);
        CHECK(plugged_with("Headset Playback Switch", ranked[i], NULL) == 0);
        CHECK(plugged_with("Jack Headset", ranked[i], NULL) == 0);
    }
    CHECK(plugged_with("Line Jack", "Mic Jack", NULL) == 1);  // of one rank: either
    CHECK(plugged_with("Mic Jack", "Line Jack", NULL) == 1);
    CHECK(plugged_with("Speaker Jack", NULL, NULL) == -1);  // no such jack
    CHECK(plugged_with("Speaker Jack", "Mic Jack", NULL) == 0);
    // a name that the caller wants, or a part of it
    CHECK(plugged_with("Speaker Jack", "Headset Jack", "Speaker") == 1);
    CHECK(plugged_with("Headset Jack", "Speaker Jack", "Speaker") == 0);
    CHECK(plugged_with("Headset Jack", NULL, "Speaker") == -1);
    CHECK(plugged_with("Headset Jack", "Mic Jack", "") == 1);
}

static acc_alsa_jacks *jacks;

enum { NOTHING = -1 };

// The next event's kind.
static int next(void)
{
    acc_alsa_event event = {.frames = 7};
    if (!acc_alsa_jacks_next_event(jacks, &event))
        return NOTHING;
    CHECK(event.frames == 0);
    return (int)event.kind;
}

static void changes_are_told(void)
{
    enum { VALUE = SND_CTL_EVENT_MASK_VALUE };
    clear_card();
    struct card_control *headphone = add_jack("Headphone Jack", false),
                        *mic = add_jack("Mic Jack", false);
    struct card_control *source =
        add_control((struct card_control){.interface = SND_CTL_ELEM_IFACE_MIXER,
                                          .type = SND_CTL_ELEM_TYPE_ENUMERATED,
                                          .count = 1,
                                          .name = "Capture Source"});
    jacks = acc_alsa_jacks_open("hw:PCH", NULL);
    CHECK(next() == NOTHING);
    headphone->values[0] = 1;
    push_event(headphone, VALUE);
    push_event(headphone, VALUE);
    CHECK(next() == ACC_ALSA_PLUGGED && acc_alsa_jacks_plugged(jacks) == 1 && next() == NOTHING);
    // another jack: another route; without a change nothing
    mic->values[0] = 1;
    push_event(mic, VALUE);
    push_event(mic, VALUE);
    CHECK(next() == ACC_ALSA_ROUTE && next() == NOTHING);
    push_event(source, VALUE);
    push_event(source, SND_CTL_EVENT_MASK_INFO);
    CHECK(next() == ACC_ALSA_ROUTE && next() == NOTHING);
    static const char *const names[] = {"Output Route", "Input Mux",  "Output Select",
                                        "Mic Source",   "PCM Volume", ""};
    for (int i = 0; i < 6; i++) {
        source->name = names[i];
        push_event(source, VALUE);
        CHECK(next() == (i < 4 ? (int)ACC_ALSA_ROUTE : NOTHING));
    }
    // a read that fails keeps the state
    headphone->read_error = -EIO;
    headphone->values[0] = 0;
    push_event(headphone, VALUE);
    CHECK(next() == NOTHING && acc_alsa_jacks_plugged(jacks) == 1);
    headphone->read_error = 0;
    push_event(headphone, VALUE);
    CHECK(next() == ACC_ALSA_UNPLUGGED && acc_alsa_jacks_plugged(jacks) == 0 && next() == NOTHING);
    acc_alsa_jacks_close(jacks);
}

// Drivers add and remove jacks later.
static void jacks_come_and_go(void)
{
    clear_card();
    struct card_control *mic = add_jack("Mic Jack", true);
    jacks = acc_alsa_jacks_open("hw:PCH", NULL);
    struct card_control *line = add_jack("Line Out Jack", true);
    CHECK(acc_alsa_jacks_plugged(jacks) == 1 && jacks->count == 1);
    struct card_control *headset = add_jack("Headset Jack", false);
    push_event(headset, SND_CTL_EVENT_MASK_ADD);
    push_event(line, SND_CTL_EVENT_MASK_ADD | SND_CTL_EVENT_MASK_VALUE);
    CHECK(next() == ACC_ALSA_UNPLUGGED && next() == NOTHING && jacks->count == 3);
    push_event(headset, (unsigned)SND_CTL_EVENT_MASK_REMOVE);
    CHECK(next() == ACC_ALSA_PLUGGED && next() == NOTHING && jacks->count == 2);
    push_event(mic, (unsigned)SND_CTL_EVENT_MASK_REMOVE);
    CHECK(next() == NOTHING && jacks->count == 1 &&
          strcmp(jacks->jacks[0].name, "Line Out Jack") == 0);
    push_event(line, (unsigned)SND_CTL_EVENT_MASK_REMOVE);
    CHECK(next() == ACC_ALSA_UNPLUGGED && acc_alsa_jacks_plugged(jacks) == -1);
    // no jack, then an empty one: nothing changed for the caller
    push_event(headset, SND_CTL_EVENT_MASK_ADD);
    CHECK(next() == NOTHING && acc_alsa_jacks_plugged(jacks) == 0);
    // more than there is room for
    for (int i = 0; i < MAX_JACKS; i++)
        push_event(headset, SND_CTL_EVENT_MASK_ADD);
    CHECK(next() == NOTHING && jacks->count == MAX_JACKS);
    acc_alsa_jacks_close(jacks);
}

// A removed card counts as an empty jack, and is not read again.
static void a_removed_card_is_empty(void)
{
    clear_card();
    add_jack("Headset Jack", true);
    jacks = acc_alsa_jacks_open("hw:PCH", NULL);
    card.event_error = -EINTR;
    CHECK(next() == NOTHING && !acc_alsa_jacks_is_gone(jacks));
    card.event_error = -ENODEV;
    CHECK(next() == ACC_ALSA_UNPLUGGED && acc_alsa_jacks_is_gone(jacks));
    card.event_error = 0;
    push_event(&card.controls[0], SND_CTL_EVENT_MASK_ADD);
    CHECK(next() == NOTHING && jacks->count == 0);
    acc_alsa_jacks_close(jacks);

    clear_card();
    card.open_error = -ENOENT;
    CHECK(!acc_alsa_jacks_open("hw:PCH", NULL));
    clear_card();
    card.refuses_events = true;
    CHECK(!acc_alsa_jacks_open("hw:PCH", NULL) && card.open_count == 0);
}

// Two cards: 0 cannot be opened; 1 has devices 0 (both directions) and 3 (playback).
static int cards = 2;

int snd_card_next(int *number)
{
    *number = *number + 1 < cards ? *number + 1 : -1;
    card.open_error = *number == 0 ? -EACCES : 0;
    return 0;
}

int snd_ctl_pcm_next_device(snd_ctl_t *ctl, int *device)
{
    CHECK(ctl == card.ext.handle);
    *device = *device < 0 ? 0 : *device < 3 ? 3 : -1;
    return 0;
}

int snd_ctl_pcm_info(snd_ctl_t *ctl, snd_pcm_info_t *info)
{
    CHECK(ctl == card.ext.handle && snd_pcm_info_get_subdevice(info) == 0);
    bool captures = snd_pcm_info_get_stream(info) == SND_PCM_STREAM_CAPTURE;
    return captures && snd_pcm_info_get_device(info) == 3 ? -ENOENT : 0;
}

const char *snd_pcm_info_get_name(const snd_pcm_info_t *info)
{
    return snd_pcm_info_get_device(info) == 3 ? "Digital" : "Analog";
}

static const char *const hints[][3] = {{"default", "Sound server\nof the session", NULL},
                                       {"speaker", NULL, "Output"},
                                       {"microphone", "Input only", "Input"},
                                       {"hw:CARD=PCH,DEV=0", "Analog", NULL},
                                       {NULL, "without a name", NULL}};

int snd_device_name_hint(int number, const char *interface, void ***list)
{
    static void *places[6];
    CHECK(number == -1 && strcmp(interface, "pcm") == 0);
    for (int i = 0; i < 5; i++)
        places[i] = (void *)&hints[i];
    *list = places;
    return 0;
}

char *snd_device_name_get_hint(const void *hint, const char *field)
{
    const char *const *texts = hint;
    const char *text = texts[strcmp(field, "NAME") == 0 ? 0 : strcmp(field, "DESC") == 0 ? 1 : 2];
    return text ? strdup(text) : NULL;
}

int snd_device_name_free_hint(void **list)
{
    CHECK(*list == &hints[0]);
    return 0;
}

static char listing[2048];

static void list_device(const acc_alsa_device *device, void *context)
{
    CHECK(context == listing);
    size_t at = strlen(listing);
    snprintf(listing + at, sizeof listing - at, "%s|%s|%s|%d %d %d\n", device->name,
             device->description, device->jacks, device->card, device->plays, device->captures);
}

// Bytes of the heap in use.
static size_t heap(void)
{
    return mallinfo2().uordblks;
}

static void devices_are_listed(void)
{
    clear_card();
    add_jack("Headphone Jack", true);
    add_jack("Mic Jack", false);
    listing[0] = 0;
    acc_alsa_each_device(list_device, listing);
    CHECK(strcmp(listing,
                 "hw:CARD=Te-st 1,DEV=0|Test card, Analog|Headphone Jack=on, Mic Jack=off|1 1 1\n"
                 "hw:CARD=Te-st 1,DEV=3|Test card, Digital|Headphone Jack=on, Mic Jack=off|1 1 0\n"
                 "default|Sound server,of the session||-1 1 1\n"
                 "speaker|||-1 1 0\n"
                 "microphone|Input only||-1 0 1\n") == 0);
    CHECK(card.open_count == 0);
    // everything is freed
    size_t before = heap();
    listing[0] = 0;
    acc_alsa_each_device(list_device, listing);
    CHECK(heap() == before);
    // jacks that do not fit are cut
    clear_card();
    for (int i = 0; i < MAX_JACKS; i++)
        add_jack("A jack with a name of forty-one bytes Jack", true);
    cards = 2;
    listing[0] = 0;
    acc_alsa_each_device(list_device, listing);
    const char *jacks_text = strstr(listing, "|A jack") + 1;
    CHECK(strcspn(jacks_text, "|") == 511);
}

static void list_control(const acc_alsa_control *control, void *context)
{
    CHECK(context == listing);
    size_t at = strlen(listing);
    snprintf(listing + at, sizeof listing - at, "%s %s %d %d %d %d\n", control->card, control->name,
             control->value, control->wanted, control->minimum, control->maximum);
}

static struct card_control *add_volume(void)
{
    return add_control((struct card_control){.interface = SND_CTL_ELEM_IFACE_MIXER,
                                             .type = SND_CTL_ELEM_TYPE_INTEGER,
                                             .count = 2,
                                             .minimum = 2,
                                             .maximum = 87,
                                             .values = {40, 41},
                                             .name = "Master Playback Volume"});
}

static void controls_are_listed(void)
{
    clear_card();
    add_volume();
    listing[0] = 0;
    CHECK(acc_alsa_each_control(1, list_control, listing));
    CHECK(strcmp(listing, "Te_st_1 Master Playback Volume 40 87 2 87\n") == 0 &&
          card.open_count == 0);
    CHECK(strcmp(card.opened, "hw:1") == 0);
    card.open_error = -ENOENT;
    CHECK(!acc_alsa_each_control(1, list_control, listing));
}

// A killed session's mixer is restored once.
static void mixers_are_restored(void)
{
    char folder[] = "/tmp/accessory-jacks-XXXXXX", path[64];
    struct controls session;
    CHECK(mkdtemp(folder) != NULL);
    clear_card();
    struct card_control *volume = add_volume();
    CHECK(acc_alsa_controls_open(&session, 1, "") == 0);
    CHECK(acc_alsa_mixer_set(&session, folder) == ACC_ALSA_MIXER_SET);
    CHECK(volume->values[0] == 87 && volume->values[1] == 87);
    CHECK(acc_alsa_restore_mixers(folder) == 0);  // in use
    CHECK(volume->values[0] == 87 && card.open_count == 1);
    close(session.lock);
    CHECK(acc_alsa_restore_mixers(folder) == 1);
    CHECK(volume->values[0] == 40 && volume->values[1] == 41 && card.open_count == 1);
    CHECK(acc_alsa_restore_mixers(folder) == 0);
    acc_alsa_controls_close(&session);
    static const char *const suffixes[] = {"lock", "gate"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/mixer-Te_st_1.%s", folder, suffixes[i]);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(folder) == 0);
}

int main(void)
{
    the_best_jack_decides();
    changes_are_told();
    jacks_come_and_go();
    a_removed_card_is_empty();
    devices_are_listed();
    controls_are_listed();
    mixers_are_restored();
    return failures;
}
