// The D-Bus adapter without libsystemd, and with a library that lacks its functions. Each case runs in its own
// process, because a process loads the library once.
#define _GNU_SOURCE
#include "accessory/dbus.h"

#include "check.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *instead;

// Replaces the system's function, so that another library is loaded as libsystemd.
void *dlopen(const char *name, int mode)
{
    void *next = dlsym(RTLD_NEXT, "dlopen");
    void *(*open_library)(const char *, int);
    memcpy(&open_library, &next, sizeof next);
    return open_library(name && strcmp(name, "libsystemd.so.0") == 0 ? instead : name, mode);
}

static void test_error(const char *library, int error)
{
    instead = library;
    acc_dbus *bus = NULL;
    CHECK(acc_dbus_open("unix:path=/nonexistent", &bus) == -error);
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    // the second call reports the error again; the caller keeps the socket
    CHECK(acc_dbus_open_file(ends[0], &bus) == -error);
    CHECK(bus == NULL);
    CHECK(close(ends[0]) == 0);
    CHECK(close(ends[1]) == 0);
}

static void in_own_process(const char *library, int error)
{
    const pid_t child = fork();
    if (child == 0) {
        test_error(library, error);
        fflush(stdout);
        _exit(failures);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    in_own_process("libaccessory-missing.so.0", ELIBACC);
    in_own_process("libc.so.6", ELIBBAD);
    return failures;
}
