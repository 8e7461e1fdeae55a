// Sessions on one card: the mixer is set while any session is open and restored after the last one, even if a
// session begins while another ends. The card is simulated, the state files and locks are real.
#include "check.h"
#include "host/alsa/controls.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BEFORE = 7, WANTED = 31 };

static _Atomic int32_t volume = BEFORE;
static char folder[] = "/tmp/accessory-mixer-XXXXXX";
static void (*_Atomic on_write)(void);  // called once, before the next control is set
static sem_t about_to_wait;
static _Thread_local bool tells_waiting;

// Replaces the adapter's flock, to detect a call that is about to wait.
int flock(int descriptor, int operation)
{
    if (tells_waiting && !(operation & LOCK_NB))
        sem_post(&about_to_wait);
    return (int)syscall(SYS_flock, descriptor, operation);
}

void acc_alsa_controls_each_wish(struct controls *c,
                                 void (*visit)(struct controls *, const struct wish *, void *),
                                 void *context)
{
    snd_ctl_elem_id_t *id;
    snd_ctl_elem_id_alloca(&id);
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, "Headphone Playback Volume");
    struct wish wish = {.id = id, .count = 1, .wanted = WANTED, .maximum = WANTED};
    wish.now[0] = atomic_load(&volume);
    visit(c, &wish, context);
}

int acc_alsa_controls_write(struct controls *c, snd_ctl_elem_id_t *id, const int32_t *values,
                            unsigned count)
{
    (void)c, (void)id, (void)count;
    void (*meanwhile)(void) = atomic_exchange(&on_write, NULL);
    if (meanwhile)
        meanwhile();
    atomic_store(&volume, values[0]);
    return 0;
}

static struct controls card(void)
{
    return (struct controls){.card = "Simulated", .lock = -1};
}

static void last_session_restores(void)
{
    struct controls first = card(), second = card();
    CHECK(acc_alsa_mixer_set(&first, folder) == ACC_ALSA_MIXER_SET);
    CHECK(acc_alsa_mixer_set(&second, folder) == ACC_ALSA_MIXER_SHARED);
    acc_alsa_mixer_end(&first, folder);
    CHECK(atomic_load(&volume) == WANTED);
    acc_alsa_mixer_end(&second, folder);
    CHECK(atomic_load(&volume) == BEFORE);
}

static void killed_session_is_recovered(void)
{
    struct controls killed = card(), other = card();
    CHECK(acc_alsa_mixer_set(&killed, folder) == ACC_ALSA_MIXER_SET);
    CHECK(!acc_alsa_mixer_recover(&other, folder));  // the session is open
    CHECK(atomic_load(&volume) == WANTED);
    close(killed.lock);
    CHECK(acc_alsa_mixer_recover(&other, folder));
    CHECK(atomic_load(&volume) == BEFORE);
    CHECK(!acc_alsa_mixer_recover(&other, folder));
}

static struct controls late;
static pthread_t late_thread;
static acc_alsa_mixer late_mixer;

static void *begin_late(void *context)
{
    (void)context;
    tells_waiting = true;
    late_mixer = acc_alsa_mixer_set(&late, folder);
    return NULL;
}

static void let_another_begin(void)
{
    CHECK(pthread_create(&late_thread, NULL, begin_late, NULL) == 0);
    sem_wait(&about_to_wait);
}

static void session_begins_while_the_last_one_restores(void)
{
    struct controls first = card();
    late = card();
    CHECK(acc_alsa_mixer_set(&first, folder) == ACC_ALSA_MIXER_SET);
    atomic_store(&on_write, let_another_begin);
    acc_alsa_mixer_end(&first, folder);
    pthread_join(late_thread, NULL);
    CHECK(late_mixer == ACC_ALSA_MIXER_SET);
    CHECK(atomic_load(&volume) == WANTED);
    acc_alsa_mixer_end(&late, folder);
    CHECK(atomic_load(&volume) == BEFORE);
}

static void remove_files(void)
{
    static const char *const suffixes[] = {"lock", "gate"};
    char path[sizeof folder + 40];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/mixer-Simulated.%s", folder, suffixes[i]);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(folder) == 0);  // nothing else is left
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    sem_init(&about_to_wait, 0, 0);
    last_session_restores();
    killed_session_is_recovered();
    session_begins_while_the_last_one_restores();
    remove_files();
    return failures;
}
