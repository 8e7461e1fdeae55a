// Sets a card's mixer while sessions use it, and restores it afterwards.
//
// A state file per card stores the controls' previous values; it is written before the first control
// changes. Every session on the card holds a shared lock on a second file. A session that gets the lock
// exclusively is the first or the last one: the first restores the changes of a killed session, saves
// and sets; the last restores. A second lock, the gate, is held while a session takes or releases the
// first one, so no session starts while another restores. The kernel releases the locks of a process
// that ends, however it ends.
#include "host/alsa/controls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char title[] = "accessory mixer state 1\n";

// Like mkdir -p. A failure shows when a file is created in the folder.
static void make_folders(char *path)
{
    for (char *p = path + 1; *p; p++) {
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0700);
            *p = '/';
        }
    }
    mkdir(path, 0700);
}

// The path of a card's file in `folder`, else XDG_STATE_HOME/accessory, else ~/.local/state/accessory.
static int file_path(const struct controls *c, const char *folder, const char *suffix,
                     char path[PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (folder)
        n = snprintf(path, PATH_MAX, "%s", folder);
    else if (state && state[0] == '/')
        n = snprintf(path, PATH_MAX, "%s/accessory", state);
    else if (home && home[0] == '/')
        n = snprintf(path, PATH_MAX, "%s/.local/state/accessory", home);
    if (n <= 0 || n >= PATH_MAX - CARD_ID - 32)
        return -1;
    make_folders(path);
    snprintf(path + n, (size_t)(PATH_MAX - n), "/mixer-%s.%s", c->card, suffix);
    return 0;
}

// A control that already has its value is neither saved nor restored.
static bool is_as_wanted(const struct wish *wish)
{
    for (unsigned i = 0; i < wish->count; i++)
        if (wish->now[i] != wish->wanted)
            return false;
    return true;
}

// The state file being written.
struct saving {
    FILE *file;
    unsigned lines;
};

// A line: interface, index, device, subdevice, number of values, values, name. The name is last because
// it may contain spaces.
static void save_wish(struct controls *c, const struct wish *wish, void *context)
{
    struct saving *saving = context;
    (void)c;
    if (is_as_wanted(wish))
        return;
    saving->lines++;
    fprintf(saving->file, "%d %u %u %u %u", (int)snd_ctl_elem_id_get_interface(wish->id),
            snd_ctl_elem_id_get_index(wish->id), snd_ctl_elem_id_get_device(wish->id),
            snd_ctl_elem_id_get_subdevice(wish->id), wish->count);
    for (unsigned i = 0; i < wish->count; i++)
        fprintf(saving->file, " %d", (int)wish->now[i]);
    fprintf(saving->file, " %s\n", snd_ctl_elem_id_get_name(wish->id));
}

// Writes the state file, complete or not at all. Returns the number of controls, or -1.
static int save(struct controls *c, const char *path)
{
    char beside[PATH_MAX + 8];
    snprintf(beside, sizeof beside, "%s.new", path);
    struct saving saving = {.file = fopen(beside, "we")};
    if (!saving.file)
        return -1;
    fputs(title, saving.file);
    acc_alsa_controls_each_wish(c, save_wish, &saving);
    bool failed = fflush(saving.file) != 0 || fsync(fileno(saving.file)) != 0;
    failed |= fclose(saving.file) != 0;
    if (!failed && saving.lines > 0)
        failed = rename(beside, path) != 0;
    if (failed || saving.lines == 0)
        unlink(beside);
    return failed ? -1 : (int)saving.lines;
}

// The next number of a line; false when it is missing or out of range. The file may have been changed
// by hand.
static bool read_number(char **at, long low, long high, long *value)
{
    char *end;
    errno = 0;
    *value = strtol(*at, &end, 10);
    bool fits = end != *at && errno == 0 && *value >= low && *value <= high;
    *at = end;
    return fits;
}

// Restores one control. A line that cannot be read, or whose control no longer exists, is skipped.
static int restore_line(struct controls *c, char *line)
{
    long head[5], value;
    int32_t values[MAX_VALUES];
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_id_alloca(&id);
    for (int i = 0; i < 5; i++)
        if (!read_number(&line, 0, i < 4 ? INT_MAX : MAX_VALUES, &head[i]))
            return 0;
    for (int i = 0; i < head[4]; i++) {
        if (!read_number(&line, INT32_MIN, INT32_MAX, &value))
            return 0;
        values[i] = (int32_t)value;
    }
    line += strspn(line, " ");
    line[strcspn(line, "\n")] = '\0';
    snd_ctl_elem_id_set_interface(id, (snd_ctl_elem_iface_t)head[0]);
    snd_ctl_elem_id_set_index(id, (unsigned)head[1]);
    snd_ctl_elem_id_set_device(id, (unsigned)head[2]);
    snd_ctl_elem_id_set_subdevice(id, (unsigned)head[3]);
    snd_ctl_elem_id_set_name(id, line);
    return acc_alsa_controls_write(c, id, values, (unsigned)head[4]);
}

// Restores all controls of the file and removes it. While the card is absent the file stays for the
// next session.
static bool restore(struct controls *c, const char *path)
{
    char line[256];
    bool is_gone = false;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    if (fgets(line, sizeof line, file) && strcmp(line, title) == 0)
        while (fgets(line, sizeof line, file))
            is_gone |= restore_line(c, line) == -ENODEV;
    fclose(file);
    if (!is_gone)
        unlink(path);
    return !is_gone;
}

// A control that refuses its value stays unchanged: the port works with other volumes, too.
static void apply_wish(struct controls *c, const struct wish *wish, void *context)
{
    int32_t values[MAX_VALUES];
    (void)context;
    for (unsigned i = 0; i < wish->count; i++)
        values[i] = wish->wanted;
    acc_alsa_controls_write(c, wish->id, values, wish->count);
}

// The lock files are never removed: a session could lock one that has lost its name.
static int open_lock(const struct controls *c, const char *folder, const char *suffix)
{
    char path[PATH_MAX];
    if (file_path(c, folder, suffix, path) != 0)
        return -1;
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

// Waits while another session starts or ends. Closing the descriptor leaves the gate.
static int enter_gate(const struct controls *c, const char *folder)
{
    int gate = open_lock(c, folder, "gate"), error;
    if (gate < 0)
        return -1;
    while ((error = flock(gate, LOCK_EX)) != 0 && errno == EINTR)
        ;
    if (error == 0)
        return gate;
    close(gate);
    return -1;
}

// Converts the shared lock to an exclusive one if no other session holds it.
static bool is_alone(const struct controls *c)
{
    return flock(c->lock, LOCK_EX | LOCK_NB) == 0;
}

// Closing the descriptor releases the lock.
static void give_up_lock(struct controls *c)
{
    close(c->lock);
    c->lock = -1;
}

// Inside the gate: the exclusive lock shows that no other session uses the card.
static acc_alsa_mixer begin(struct controls *c, const char *folder)
{
    char path[PATH_MAX];
    c->lock = open_lock(c, folder, "lock");
    if (c->lock < 0 || file_path(c, folder, "state", path) != 0)
        return ACC_ALSA_MIXER_UNSAVED;
    bool is_first = is_alone(c);
    if (is_first) {
        restore(c, path);
        if (save(c, path) < 0) {
            give_up_lock(c);
            return ACC_ALSA_MIXER_UNSAVED;
        }
        acc_alsa_controls_each_wish(c, apply_wish, NULL);
    }
    flock(c->lock, LOCK_SH);
    return is_first ? ACC_ALSA_MIXER_SET : ACC_ALSA_MIXER_SHARED;
}

acc_alsa_mixer acc_alsa_mixer_set(struct controls *c, const char *folder)
{
    int gate = enter_gate(c, folder);
    if (gate < 0)
        return ACC_ALSA_MIXER_UNSAVED;
    acc_alsa_mixer mixer = begin(c, folder);
    close(gate);
    return mixer;
}

// Restores the controls unless another session uses the card. True when there were any.
static bool end(struct controls *c, const char *folder)
{
    char path[PATH_MAX];
    bool restored = is_alone(c) && file_path(c, folder, "state", path) == 0 && restore(c, path);
    give_up_lock(c);
    return restored;
}

// Restores even when the gate's file can no longer be opened: else the mixer would stay changed.
void acc_alsa_mixer_end(struct controls *c, const char *folder)
{
    if (c->lock < 0)
        return;
    int gate = enter_gate(c, folder);
    end(c, folder);
    if (gate >= 0)
        close(gate);
}

// Restores the changes of a killed session.
bool acc_alsa_mixer_recover(struct controls *c, const char *folder)
{
    int gate = enter_gate(c, folder);
    if (gate < 0)
        return false;
    c->lock = open_lock(c, folder, "lock");
    bool restored = c->lock >= 0 && end(c, folder);
    close(gate);
    return restored;
}
