// Opens a bus and exchanges messages with it.
//
// Input: a bus address or socket, messages of message.c. Output: received messages, one at a time,
// and a descriptor with its poll events for the event loop of the Swift room. Messages are never
// dispatched to callbacks: the caller gets all of them.
#include "bus.h"

#include <errno.h>

// A bus without an address. Every connection begins here.
static int make(sd_bus **made)
{
    const int status = acc_dbus_load();
    return status < 0 ? status : libsystemd.sd_bus_new(made);
}

// Starts a bus whose address or socket is set, or frees it when `status` is that of a failure.
// A client authenticates and says Hello; a direct connection between two processes does not.
static int start(sd_bus *made, int status, bool is_client, acc_dbus **bus)
{
    if (status >= 0)
        status = libsystemd.sd_bus_set_bus_client(made, is_client);
    // without it messages that carry descriptors, as AcquireNotify's do, are refused
    if (status >= 0)
        status = libsystemd.sd_bus_negotiate_fds(made, 1);
    if (status >= 0)
        status = libsystemd.sd_bus_start(made);
    if (status < 0) {
        libsystemd.sd_bus_close_unref(made);
        return status;
    }
    *bus = (acc_dbus *)made;
    return 0;
}

// Does not wait: authentication goes on in acc_dbus_next, and a refusal shows there.
int acc_dbus_open(const char *address, acc_dbus **bus)
{
    sd_bus *made;
    const int status = make(&made);
    return status < 0 ? status
                      : start(made, libsystemd.sd_bus_set_address(made, address), true, bus);
}

int acc_dbus_open_file(int file, acc_dbus **bus)
{
    sd_bus *made;
    const int status = make(&made);
    return status < 0 ? status
                      : start(made, libsystemd.sd_bus_set_fd(made, file, file), false, bus);
}

// What is queued and not yet written is dropped.
void acc_dbus_close(acc_dbus *bus)
{
    libsystemd.sd_bus_close_unref(sd(bus));
}

// The descriptor and the events to poll it for change while the connection is set up.
int acc_dbus_file(acc_dbus *bus)
{
    return libsystemd.sd_bus_get_fd(sd(bus));
}

// No timeout belongs to them: sd-bus keeps time only for calls with callbacks, and none are made.
int acc_dbus_events(acc_dbus *bus)
{
    return libsystemd.sd_bus_get_events(sd(bus));
}

// 1: a message; 0: nothing to read now; negative errno. Never blocks.
int acc_dbus_next(acc_dbus *bus, acc_dbus_message **message)
{
    for (;;) {
        sd_bus_message *next = NULL;
        int status = libsystemd.sd_bus_process(sd(bus), &next);
        if (status < 0)
            return status;
        *message = (acc_dbus_message *)next;
        if (next)
            return 1;
        // progress without a message: authentication, or one that sd-bus answers by itself
        if (status == 0)
            return 0;
    }
}

const char *acc_dbus_name(acc_dbus *bus)
{
    const char *name = NULL;
    // null before the bus is ready, because the call would wait
    if (libsystemd.sd_bus_is_ready(sd(bus)) <= 0 ||
        libsystemd.sd_bus_get_unique_name(sd(bus), &name) < 0)
        return NULL;
    return name;
}

// Queues the message; sd-bus writes what the socket accepts. `cookie` matches the reply to its
// call.
int acc_dbus_send(acc_dbus *bus, acc_dbus_message *message, uint64_t *cookie)
{
    int status = libsystemd.sd_bus_send(sd(bus), sd_message(message), cookie);
    return status < 0 ? status : 0;
}
