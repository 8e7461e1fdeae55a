// What a call of the ALSA adapter leaves behind: no descriptor, no memory, and libasound's messages as they were. No message
// reaches the caller's handler.
#include "accessory/alsa.h"
#include "check.h"
#include "host/alsa/library.h"

#include <dirent.h>
#include <malloc.h>
#include <stdlib.h>

static unsigned said;

static void first(const char *file, int line, const char *function, int error, const char *format,
                  va_list args)
{
    (void)file, (void)line, (void)function, (void)error, (void)format, (void)args;
    said++;
}

static void second(const char *file, int line, const char *function, int error, const char *format,
                   va_list args)
{
    first(file, line, function, error, format, args);
}

static size_t descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static size_t heap(void)
{
    return mallinfo2().uordblks;
}

static const acc_alsa_config null_device = {
    .play = "null", .capture = "null", .rate = 48000, .keep_mixer = true};

static void open_and_close(void)
{
    acc_alsa_fault fault;
    acc_alsa *port = acc_alsa_open(&null_device, &fault);
    CHECK(port);
    if (port)
        acc_alsa_close(port);
}

static void open_without(const char *play, const char *capture, uint32_t rate)
{
    acc_alsa_config config = null_device;
    acc_alsa_fault fault;
    config.play = play;
    config.capture = capture;
    config.rate = rate;
    CHECK(!acc_alsa_open(&config, &fault));
}

static void open_without_playback(void)
{
    open_without("there is none", "null", 48000);
}

static void open_without_capture(void)
{
    open_without("null", "there is none", 48000);
}

static void open_without_a_rate(void)
{
    open_without("null", "null", 7999);
}

static void see_device(const acc_alsa_device *device, void *context)
{
    (void)device;
    ++*(unsigned *)context;
}

static void list_devices(void)
{
    unsigned count = 0;
    acc_alsa_each_device(see_device, &count);
}

static void see_control(const acc_alsa_control *control, void *context)
{
    (void)control, (void)context;
}

static void list_controls(void)
{
    CHECK(!acc_alsa_each_control(31, see_control, NULL));
}

static void restore_mixers(void)
{
    acc_alsa_restore_mixers("/nonexistent");
}

static void open_jacks(void)
{
    CHECK(!acc_alsa_jacks_open("hw:31", NULL));
}

enum { WARM = 10, CALLS = 54 };

int main(void)
{
    static void (*const calls[])(void) = {
        open_and_close, open_without_playback, open_without_capture, open_without_a_rate,
        list_devices,   list_controls,         restore_mixers,       open_jacks,
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t memory = 0, files = 0;
        said = 0;
        for (int turn = 0; turn < WARM + CALLS; turn++) {
            // libasound keeps its configuration from the first calls on; the allocator caches 7 freed blocks of a size
            if (turn == WARM) {
                memory = heap();
                files = descriptors();
            }
            snd_local_error_handler_t mine = turn % 2 ? first : second;
            snd_lib_error_set_local(mine);
            calls[i]();
            CHECK(snd_lib_error_set_local(NULL) == mine);
        }
        // free memory that the allocator caches counts as used; one block a call would be 32 * CALLS bytes
        const size_t more = heap() > memory ? heap() - memory : 0;
        if (more > 16 * CALLS || descriptors() != files || said)
            printf("call %zu: %zu bytes, %zu descriptors, %u messages\n", i, more,
                   descriptors() - files, said);
        CHECK(more <= 16 * CALLS && descriptors() == files && said == 0);
    }
    return failures;
}
