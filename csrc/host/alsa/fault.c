// Turns ALSA's errors into acc_alsa_fault. Input: a negative errno, and the first line that
// libasound would print on stderr, which becomes the reason. Every file of this folder calls it.
#include "host/alsa/fault.h"
#include "host/alsa/library.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

// Per thread, like libasound's error handler.
static _Thread_local char first_line[128];
static _Thread_local snd_local_error_handler_t previous;

// Keeps the first line, which states the cause; later lines are about its callers.
static void keep_first(const char *file, int line, const char *function, int error,
                       const char *format, va_list args)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    if (first_line[0] == '\0')
        vsnprintf(first_line, sizeof first_line, format, args);
}

void acc_alsa_quiet_begin(void)
{
    first_line[0] = '\0';
    previous = snd_lib_error_set_local(keep_first);
}

void acc_alsa_quiet_end(void)
{
    snd_lib_error_set_local(previous);
}

// Whether a card may not be opened. alsa-lib looks a card's name up among the cards it may open, so a
// card without permission seems not to exist.
static bool any_card_is_denied(void)
{
    DIR *folder = opendir("/dev/snd");
    bool denied = false;
    char path[300];
    if (!folder)
        return errno == EACCES;
    for (struct dirent *entry; !denied && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/dev/snd/%s", entry->d_name);
        denied = strncmp(entry->d_name, "control", 7) == 0 && access(path, R_OK | W_OK) != 0 &&
                 errno == EACCES;
    }
    closedir(folder);
    return denied;
}

static acc_alsa_status status_of(int error)
{
    switch (-error) {
    case ENOENT:
    case ENXIO:
    case ENODEV:
        return any_card_is_denied() ? ACC_ALSA_DENIED : ACC_ALSA_NO_DEVICE;
    case EACCES:
    case EPERM:
        return ACC_ALSA_DENIED;
    case EBUSY:
    case EAGAIN:
        return ACC_ALSA_BUSY;
    default:
        return ACC_ALSA_FAILED;
    }
}

// The reason is libasound's message if there is one, as it names the missing file or plugin; else errno's text.
void acc_alsa_fault_set(acc_alsa_fault *fault, int error, bool in_capture)
{
    *fault = (acc_alsa_fault){status_of(error), in_capture, -error, ""};
    const char *said = first_line[0] ? first_line : snd_strerror(error);
    snprintf(fault->reason, sizeof fault->reason, "%s", said);
    for (char *p = fault->reason; *p; p++)
        if (*p == '\n')
            *p = '\0';
    first_line[0] = '\0';
}

// For a device that works but does not offer what was requested.
void acc_alsa_fault_unfit(acc_alsa_fault *fault, bool in_capture, const char *format, ...)
{
    va_list args;
    *fault = (acc_alsa_fault){ACC_ALSA_UNFIT, in_capture, EINVAL, ""};
    va_start(args, format);
    vsnprintf(fault->reason, sizeof fault->reason, format, args);
    va_end(args);
}
