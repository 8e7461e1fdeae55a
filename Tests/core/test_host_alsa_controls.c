// Which of a card's controls a session sets, to which value, and how a card is found by a device's name.
#include "alsa_card.h"

enum { MIXER = SND_CTL_ELEM_IFACE_MIXER, BOOLEAN = SND_CTL_ELEM_TYPE_BOOLEAN };
enum { INTEGER = SND_CTL_ELEM_TYPE_INTEGER, LEFT = INT32_MIN };

static struct wish found;
static char found_name[64];
static unsigned found_count;

static void visit(struct controls *c, const struct wish *wish, void *context)
{
    CHECK(c == context && c->ctl == card.ext.handle);
    found = *wish;
    snprintf(found_name, sizeof found_name, "%s", snd_ctl_elem_id_get_name(wish->id));
    found_count++;
}

// The value that a session gives the card's only control; LEFT: none.
static int32_t wanted(struct card_control control)
{
    struct controls c;
    clear_card();
    add_control(control);
    CHECK(acc_alsa_controls_open(&c, 1, "") == 0);
    found_count = 0;
    acc_alsa_controls_each_wish(&c, visit, &c);
    acc_alsa_controls_close(&c);
    if (found_count == 0)
        return LEFT;
    CHECK(found_count == 1 && strcmp(found_name, control.name) == 0);
    CHECK(found.minimum == (control.type == BOOLEAN ? 0 : control.minimum));
    CHECK(found.maximum == (control.type == BOOLEAN ? 1 : control.maximum));
    CHECK(found.count == (control.count < 8 ? control.count : 8));
    for (unsigned i = 0; i < found.count; i++)
        CHECK(found.now[i] == control.values[i]);
    return found.wanted;
}

static int32_t wanted_volume(const char *name)
{
    return wanted((struct card_control){.interface = MIXER,
                                        .type = INTEGER,
                                        .count = 2,
                                        .minimum = 5,
                                        .maximum = 68,
                                        .zero_decibel = 40,
                                        .values = {11, 12},
                                        .name = name});
}

static int32_t wanted_switch(const char *name)
{
    return wanted((struct card_control){
        .interface = MIXER, .type = BOOLEAN, .count = 1, .values = {1}, .name = name});
}

static void names_decide(void)
{
    static const char *const outputs[] = {"Master", "PCM",      "Headphone", "Headset",
                                          "Front",  "Line Out", "Digital"};
    static const char *const inputs[] = {"", "Mic ", "Headset Mic ", "Headset ", "Digital "};
    char name[64];
    for (int i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "%s Playback Volume", outputs[i]);
        CHECK(wanted_volume(name) == 68);
        snprintf(name, sizeof name, "%s Playback Switch", outputs[i]);
        CHECK(wanted_switch(name) == 1);
    }
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "%sCapture Volume", inputs[i]);
        CHECK(wanted_volume(name) == 40);
        snprintf(name, sizeof name, "%sCapture Switch", inputs[i]);
        CHECK(wanted_switch(name) == 1);
    }
    static const char *const others[] = {"Speaker Playback Volume",
                                         "Front Mic Playback Volume",
                                         "Mic Playback Volume",
                                         "Line Capture Volume",
                                         "Internal Mic Capture Volume",
                                         "Master Mono",
                                         "Playback Volume",
                                         "Capture",
                                         "Headphone Playback Volume 2",
                                         "Beep"};
    for (int i = 0; i < 10; i++)
        CHECK(wanted_volume(others[i]) == LEFT && wanted_switch(others[i]) == LEFT);
    static const char *const spoilers[] = {
        "Mic Boost Volume",      "Headphone Mic Boost Capture Volume",
        "Auto Gain Control",     "AGC",
        "Mic Noise Suppression", "Echo Cancellation",
        "Capture Boost"};
    for (int i = 0; i < 7; i++)
        CHECK(wanted_volume(spoilers[i]) == 5 && wanted_switch(spoilers[i]) == 0);
}

// 0 dB within the range, else three quarters of it.
static void capture_levels(void)
{
    static const long rows[][4] = {
        {0, 63, 23, 23},
        {0, 63, 0, 0},
        {0, 63, 63, 63},
        {0, 63, 64, 47},
        {0, 63, -1, 47},
        {-10, 30, NO_DECIBEL, 20},
        {-100, -60, NO_DECIBEL, -70},
        {INT32_MIN + 1, INT32_MAX, NO_DECIBEL, 1073741823},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(wanted((struct card_control){.interface = MIXER,
                                           .type = INTEGER,
                                           .count = 1,
                                           .minimum = rows[i][0],
                                           .maximum = rows[i][1],
                                           .zero_decibel = rows[i][2],
                                           .name = "Capture Volume"}) == rows[i][3]);
}

// Only controls of the mixer that can be read and set, and whose values are numbers.
static void others_are_left(void)
{
    const struct card_control volume = {.interface = MIXER,
                                        .type = INTEGER,
                                        .count = 2,
                                        .maximum = 9,
                                        .values = {1, 2, 3, 4, 5, 6, 7, 8, 9},
                                        .name = "PCM Playback Volume"};
    struct card_control control = volume;
    CHECK(wanted(control) == 9);
    control.count = 8;
    CHECK(wanted(control) == 9 && found.count == 8);
    control.count = 9;
    CHECK(wanted(control) == 9 && found.count == 8);
    control.count = 0;
    CHECK(wanted(control) == LEFT);
    control = volume;
    control.interface = SND_CTL_ELEM_IFACE_CARD;
    CHECK(wanted(control) == LEFT);
    control = volume;
    control.type = SND_CTL_ELEM_TYPE_ENUMERATED;
    CHECK(wanted(control) == LEFT);
    static const unsigned access[] = {SND_CTL_EXT_ACCESS_READ, SND_CTL_EXT_ACCESS_WRITE,
                                      SND_CTL_EXT_ACCESS_READWRITE | SND_CTL_EXT_ACCESS_INACTIVE};
    for (int i = 0; i < 3; i++) {
        control = volume;
        control.access = access[i];
        CHECK(wanted(control) == LEFT);
    }
    control = volume;
    control.read_error = -EIO;
    CHECK(wanted(control) == LEFT);
}

// All controls are visited in order, and only the wanted ones are wishes.
static void all_controls_are_visited(void)
{
    struct controls c;
    clear_card();
    for (int i = 0; i < 40; i++)
        add_control((struct card_control){.interface = MIXER,
                                          .type = INTEGER,
                                          .count = 1,
                                          .maximum = i,
                                          .name = i % 2 ? "PCM Playback Volume"
                                                        : "Speaker Playback Volume"});
    CHECK(acc_alsa_controls_open(&c, 1, "") == 0);
    found_count = 0;
    acc_alsa_controls_each_wish(&c, visit, &c);
    CHECK(found_count == 20 && found.maximum == 39);
    acc_alsa_controls_close(&c);
    CHECK(c.ctl == NULL);
    acc_alsa_controls_close(&c);
}

static int write_values(const char *name, const int32_t *values, unsigned count)
{
    struct controls c;
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_id_alloca(&id);
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, name);
    CHECK(acc_alsa_controls_open(&c, 1, "") == 0);
    int error = acc_alsa_controls_write(&c, id, values, count);
    acc_alsa_controls_close(&c);
    return error;
}

// Values beyond the count stay.
static void values_are_written(void)
{
    static const int32_t values[] = {7, 0, 9}, switches[] = {1, 0};
    clear_card();
    struct card_control *volume = add_control((struct card_control){.interface = MIXER,
                                                                    .type = INTEGER,
                                                                    .count = 4,
                                                                    .maximum = 9,
                                                                    .values = {1, 2, 3, 4},
                                                                    .name = "Volume"});
    struct card_control *muted = add_control((struct card_control){
        .interface = MIXER, .type = BOOLEAN, .count = 3, .values = {0, 1, 1}, .name = "Switch"});
    CHECK(write_values("Volume", values, 3) == 0);
    CHECK(volume->values[0] == 7 && volume->values[1] == 0 && volume->values[2] == 9 &&
          volume->values[3] == 4);
    CHECK(write_values("Switch", switches, 2) == 0);
    CHECK(muted->values[0] == 1 && muted->values[1] == 0 && muted->values[2] == 1);
    CHECK(write_values("Missing", values, 1) == -ENOENT);
    volume->write_error = -EPERM;
    CHECK(write_values("Volume", values, 1) == -EPERM);
    volume->read_error = -ENODEV;
    CHECK(write_values("Volume", values, 1) == -ENODEV);
}

static void cards_are_opened_by_name(void)
{
    static const struct {
        int card;
        const char *name, *opened;
    } rows[] = {
        {3, "hw:PCH", "hw:3"},
        {0, "", "hw:0"},
        {-1, "hw:PCH", "hw:1"},
        {-1, "hw:PCH,0", "hw:1"},
        {-1, "plughw:CARD=PCH,DEV=0", "hw:1"},
        {-1, "plughw:DEV=0,CARD=PCH", "hw:1"},
        {-1, "default", "default"},
        {-1, "hw:", "hw:"},
        {-1, "hw:,0", "hw:,0"},
        {-1, "plughw:CARD=Other,DEV=0", "plughw:CARD=Other,DEV=0"},
        {-1, "hw:1234567890123456789012345678901234567890123456789012345678901234",
         "hw:1234567890123456789012345678901234567890123456789012345678901234"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct controls c;
        clear_card();
        CHECK(acc_alsa_controls_open(&c, rows[i].card, rows[i].name) == 0);
        CHECK(strcmp(card.opened, rows[i].opened) == 0);
        // the identifier is safe in a file's name
        CHECK(strcmp(c.card, "Te_st_1") == 0 && c.lock == -1);
        acc_alsa_controls_close(&c);
    }
    struct controls c;
    clear_card();
    card.open_error = -EACCES;
    CHECK(acc_alsa_controls_open(&c, 1, "") == -EACCES && c.ctl == NULL && c.lock == -1);
}

int main(void)
{
    names_decide();
    capture_levels();
    others_are_left();
    all_controls_are_visited();
    values_are_written();
    cards_are_opened_by_name();
    return failures;
}
