// The state file of a card's mixer: its text, what is saved, and files that were changed by hand; and the folder that has it.
#include "check.h"
#include "host/alsa/controls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONTROLS = 3 };

static const int32_t wanted[CONTROLS] = {31, 1, 5};
static int32_t now[CONTROLS][2];
static char folder[64], writes[1024];
static int write_error;  // of all controls

void acc_alsa_controls_each_wish(struct controls *c,
                                 void (*visit)(struct controls *, const struct wish *, void *),
                                 void *context)
{
    static const char *const names[] = {"Master Playback Volume", "Capture Switch", "PCM"};
    for (unsigned i = 0; i < CONTROLS; i++) {
        snd_ctl_elem_id_t *id;
        snd_ctl_elem_id_alloca(&id);
        snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
        snd_ctl_elem_id_set_name(id, names[i]);
        snd_ctl_elem_id_set_index(id, i);
        snd_ctl_elem_id_set_device(id, 10 + i);
        snd_ctl_elem_id_set_subdevice(id, 20 + i);
        struct wish wish = {
            .id = id, .count = 2, .now = {now[i][0], now[i][1]}, .wanted = wanted[i]};
        visit(c, &wish, context);
    }
}

int acc_alsa_controls_write(struct controls *c, snd_ctl_elem_id_t *id, const int32_t *values,
                            unsigned count)
{
    (void)c;
    size_t at = strlen(writes);
    at += (size_t)snprintf(writes + at, sizeof writes - at, "%d %u %u %u [%s]",
                           (int)snd_ctl_elem_id_get_interface(id), snd_ctl_elem_id_get_index(id),
                           snd_ctl_elem_id_get_device(id), snd_ctl_elem_id_get_subdevice(id),
                           snd_ctl_elem_id_get_name(id));
    for (unsigned i = 0; i < count; i++)
        at += (size_t)snprintf(writes + at, sizeof writes - at, " %d", (int)values[i]);
    snprintf(writes + at, sizeof writes - at, "\n");
    return write_error;
}

static struct controls card(void)
{
    return (struct controls){.card = "Card", .lock = -1};
}

static char *file(const char *suffix)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/mixer-Card.%s", folder, suffix);
    return path;
}

static bool exists(const char *suffix)
{
    return access(file(suffix), F_OK) == 0;
}

static const char *contents(void)
{
    static char text[1024];
    FILE *f = fopen(file("state"), "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    text[n] = 0;
    if (f)
        fclose(f);
    return text;
}

static void write_state(const char *text)
{
    FILE *f = fopen(file("state"), "we");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void start(void)
{
    static const int32_t before[CONTROLS][2] = {{7, 8}, {1, 1}, {5, -6}};
    memcpy(now, before, sizeof now);
    writes[0] = 0;
    write_error = 0;
}

// A control that has its value already is not saved; all are set.
static void values_are_saved_before_they_change(void)
{
    struct controls c = card();
    start();
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_SET);
    CHECK(strcmp(contents(), "accessory mixer state 1\n"
                             "2 0 10 20 2 7 8 Master Playback Volume\n"
                             "2 2 12 22 2 5 -6 PCM\n") == 0);
    CHECK(!exists("state.new"));
    CHECK(strcmp(writes, "2 0 10 20 [Master Playback Volume] 31 31\n"
                         "2 1 11 21 [Capture Switch] 1 1\n"
                         "2 2 12 22 [PCM] 5 5\n") == 0);
    // the session's lock is shared
    int lock = open(file("lock"), O_RDWR);
    CHECK(flock(lock, LOCK_EX | LOCK_NB) != 0 && flock(lock, LOCK_SH | LOCK_NB) == 0);
    close(lock);
    struct stat status;
    CHECK(stat(file("lock"), &status) == 0 && (status.st_mode & 0777) == 0600);
    CHECK(stat(file("gate"), &status) == 0 && (status.st_mode & 0777) == 0600);
    writes[0] = 0;
    acc_alsa_mixer_end(&c, folder);
    CHECK(strcmp(writes, "2 0 10 20 [Master Playback Volume] 7 8\n"
                         "2 2 12 22 [PCM] 5 -6\n") == 0);
    CHECK(!exists("state") && c.lock == -1);
    writes[0] = 0;
    acc_alsa_mixer_end(&c, folder);  // no effect the second time
    CHECK(!writes[0]);
}

// Without a change there is no file, and nothing to restore.
static void nothing_to_save(void)
{
    struct controls c = card();
    start();
    for (int i = 0; i < CONTROLS; i++)
        now[i][0] = now[i][1] = wanted[i];
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_SET);
    CHECK(!exists("state") && !exists("state.new"));
    writes[0] = 0;
    acc_alsa_mixer_end(&c, folder);
    CHECK(!writes[0]);
    CHECK(!acc_alsa_mixer_recover(&c, folder) && c.lock == -1);
}

// What is restored from a file; the file is removed.
static const char *restored(const char *text)
{
    struct controls c = card();
    start();
    write_state(text);
    CHECK(acc_alsa_mixer_recover(&c, folder) && !exists("state"));
    return writes;
}

#define TITLE "accessory mixer state 1\n"

// A line that cannot be read is skipped; the next one counts.
static void lines_may_be_damaged(void)
{
    static const char good[] = "2 0 0 0 1 9 Good\n", good_write[] = "2 0 0 0 [Good] 9\n";
    static const char *const lines[] = {
        "",
        "2 0 0 0 1\n",
        "2 0 0 0 9 1 2 3 4 5 6 7 8 9 Nine values\n",
        "-1 0 0 0 1 9 Interface\n",
        "2 -1 0 0 1 9 Index\n",
        "2 0 2147483648 0 1 9 Device\n",
        "2 0 0 0 1 2147483648 Value\n",
        "2 0 0 0 1 -2147483649 Value\n",
        "2 0 0 0 1 99999999999999999999 Value\n",
        "2 0 0 0 2 9 Value is missing\n",
        "x 0 0 0 1 9 Interface\n",
    };
    char text[512];
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(text, sizeof text, TITLE "%s%s", lines[i], good);
        CHECK(strcmp(restored(text), good_write) == 0);
    }
    CHECK(strcmp(restored(TITLE "0 0 0 0 0 \n"), "0 0 0 0 []\n") == 0);
    CHECK(
        strcmp(restored(TITLE "3 2147483647 2 1 8 -2147483648 2147483647 3 4 5 6 7 8   A name \n"),
               "3 2147483647 2 1 [A name ] -2147483648 2147483647 3 4 5 6 7 8\n") == 0);
    CHECK(!restored("accessory mixer state 2\n2 0 0 0 1 9 Good\n")[0]);
    CHECK(!restored("")[0]);
}

// While the card is absent the file stays for the next session; other errors end it.
static void absent_cards_keep_their_file(void)
{
    struct controls c = card();
    start();
    write_state(TITLE "2 0 0 0 1 9 One\n2 0 0 0 1 8 Two\n");
    write_error = -ENODEV;
    CHECK(!acc_alsa_mixer_recover(&c, folder) && exists("state"));
    CHECK(strcmp(writes, "2 0 0 0 [One] 9\n2 0 0 0 [Two] 8\n") == 0);
    write_error = -EPERM;
    CHECK(acc_alsa_mixer_recover(&c, folder) && !exists("state"));
}

// The first session restores the changes of a killed one before it saves.
static void the_first_session_restores(void)
{
    struct controls c = card();
    start();
    write_state(TITLE "2 0 0 0 1 9 Old\n");
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_SET);
    CHECK(strncmp(writes, "2 0 0 0 [Old] 9\n2 0 10 20", 25) == 0);
    CHECK(strncmp(contents(), TITLE "2 0 10 20 2 7 8", 39) == 0);
    acc_alsa_mixer_end(&c, folder);
}

// A file that cannot be written: nothing is set, and the lock is free.
static void what_cannot_be_saved_is_not_set(void)
{
    struct controls c = card(), other = card();
    start();
    CHECK(mkdir(file("state.new"), 0700) == 0);
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_UNSAVED);
    CHECK(!writes[0] && c.lock == -1 && !exists("state"));
    CHECK(rmdir(file("state.new")) == 0);
    CHECK(mkdir(file("state"), 0700) == 0);  // which cannot be replaced
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_UNSAVED);
    CHECK(!writes[0] && !exists("state.new"));
    CHECK(rmdir(file("state")) == 0);
    CHECK(acc_alsa_mixer_set(&other, folder) == ACC_ALSA_MIXER_SET);
    acc_alsa_mixer_end(&other, folder);
    // no gate, no lock
    static const char *const suffixes[] = {"gate", "lock"};
    for (int i = 0; i < 2; i++) {
        start();
        CHECK(unlink(file(suffixes[i])) == 0 && mkdir(file(suffixes[i]), 0700) == 0);
        CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_UNSAVED && !writes[0]);
        CHECK(!acc_alsa_mixer_recover(&c, folder) && c.lock == -1);
        CHECK(rmdir(file(suffixes[i])) == 0);
    }
}

// A session that ends restores even without its gate.
static void the_end_needs_no_gate(void)
{
    struct controls c = card();
    start();
    CHECK(acc_alsa_mixer_set(&c, folder) == ACC_ALSA_MIXER_SET);
    CHECK(unlink(file("gate")) == 0 && mkdir(file("gate"), 0700) == 0);
    writes[0] = 0;
    acc_alsa_mixer_end(&c, folder);
    CHECK(writes[0] && !exists("state") && c.lock == -1);
    CHECK(rmdir(file("gate")) == 0);
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0700;
}

// Sets and ends a session with the user's folder; the folder's end is `expected`.
static void uses_folder(const char *base, const char *expected)
{
    struct controls c = card();
    start();
    CHECK(acc_alsa_mixer_set(&c, NULL) == ACC_ALSA_MIXER_SET);
    acc_alsa_mixer_end(&c, NULL);
    char whole[256], path[512];
    snprintf(whole, sizeof whole, "%s%s", base, expected);
    CHECK(is_folder(whole));
    snprintf(path, sizeof path, "%s/mixer-Card.lock", whole);
    CHECK(unlink(path) == 0);
    snprintf(path, sizeof path, "%s/mixer-Card.gate", whole);
    CHECK(unlink(path) == 0);
    // every folder that was made
    while (strlen(whole) > strlen(base)) {
        CHECK(is_folder(whole) && rmdir(whole) == 0);
        *strrchr(whole, '/') = 0;
    }
}

static void folders_are_the_users(void)
{
    char base[] = "/tmp/accessory-home-XXXXXX", path[5000];
    CHECK(mkdtemp(base) != NULL);
    snprintf(path, sizeof path, "%s/a/b", base);
    setenv("XDG_STATE_HOME", path, 1);
    setenv("HOME", "/nonexistent", 1);
    uses_folder(base, "/a/b/accessory");
    // relative ones do not count
    setenv("HOME", base, 1);
    setenv("XDG_STATE_HOME", "relative", 1);
    uses_folder(base, "/.local/state/accessory");
    unsetenv("XDG_STATE_HOME");
    uses_folder(base, "/.local/state/accessory");
    struct controls c = card();
    setenv("HOME", "relative", 1);
    CHECK(acc_alsa_mixer_set(&c, NULL) == ACC_ALSA_MIXER_UNSAVED);
    unsetenv("HOME");
    CHECK(acc_alsa_mixer_set(&c, NULL) == ACC_ALSA_MIXER_UNSAVED);
    CHECK(acc_alsa_mixer_set(&c, "") == ACC_ALSA_MIXER_UNSAVED);
    memset(path, 'x', sizeof path);
    path[0] = '/';
    path[4200] = 0;
    CHECK(acc_alsa_mixer_set(&c, path) == ACC_ALSA_MIXER_UNSAVED);
    CHECK(rmdir(base) == 0);
}

int main(void)
{
    umask(0);
    strcpy(folder, "/tmp/accessory-state-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    values_are_saved_before_they_change();
    nothing_to_save();
    lines_may_be_damaged();
    absent_cards_keep_their_file();
    the_first_session_restores();
    what_cannot_be_saved_is_not_set();
    the_end_needs_no_gate();
    folders_are_the_users();
    CHECK(unlink(file("lock")) == 0 && rmdir(folder) == 0);
    return failures;
}
