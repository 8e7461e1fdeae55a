// Loads libsystemd through the loader's search path and fills acc_dbus_library, the table of its
// functions.
#include "bus.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

struct acc_dbus_library acc_dbus_library;
static int status;

// The address of a function; null, with `status` set, if an older library lacks it.
static void *find(void *library, const char *name)
{
    void *address = dlsym(library, name);
    if (!address)
        status = -ELIBBAD;
    return address;
}

// The library is never closed: messages may outlive the last bus.
static void load(void)
{
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        status = -ELIBACC;
        return;
    }
// ISO C has no cast from a data pointer to a function pointer; POSIX gives both one representation
#define FILL(name)                                                                                 \
    do {                                                                                           \
        void *address = find(library, #name);                                                      \
        memcpy(&acc_dbus_library.name, &address, sizeof address);                                  \
    } while (0);
    ACC_DBUS_FUNCTIONS(FILL)
#undef FILL
}

int acc_dbus_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return status;
}
