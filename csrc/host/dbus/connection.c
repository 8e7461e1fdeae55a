// Opens a bus and exchanges messages with it.
//
// Input: a bus address or socket, and messages of message.c. Output: received messages, one at a
// time, and a descriptor with its poll events for the Swift layer's event loop. No message is
// dispatched to a callback: the caller receives all of them.
#include "bus.h"

#include <errno.h>

// Creates a bus without an address, as the first step of every connection.
static int make(sd_bus **made)
{
    const int status = acc_dbus_load();
    return status < 0 ? status : libsystemd.sd_bus_new(made);
}

// Starts a bus whose address or socket is set, or frees it if `status` is an error. A client
// authenticates and sends Hello; a direct connection between two processes does not.
static int start(sd_bus *made, int status, bool is_client, acc_dbus **bus)
{
    if (status >= 0)
        status = libsystemd.sd_bus_set_bus_client(made, is_client);
    // without this, messages with descriptors, such as AcquireNotify's, are refused
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

// Does not wait: acc_dbus_next completes the authentication and reports a refusal.
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

// Drops queued messages that are not written yet.
void acc_dbus_close(acc_dbus *bus)
{
    libsystemd.sd_bus_close_unref(sd(bus));
}

// The descriptor and its poll events change while the connection is being set up.
int acc_dbus_file(acc_dbus *bus)
{
    return libsystemd.sd_bus_get_fd(sd(bus));
}

// Needs no timeout: sd-bus has timeouts only for calls with callbacks, and this file makes none.
int acc_dbus_events(acc_dbus *bus)
{
    return libsystemd.sd_bus_get_events(sd(bus));
}

// Returns 1 with a message, 0 if none has arrived, or a negative errno. Never blocks.
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
        // progress without a message: authentication, or a message that sd-bus answers itself
        if (status == 0)
            return 0;
    }
}

const char *acc_dbus_name(acc_dbus *bus)
{
    const char *name = NULL;
    // null before the bus is ready, when the call would wait
    if (libsystemd.sd_bus_is_ready(sd(bus)) <= 0 ||
        libsystemd.sd_bus_get_unique_name(sd(bus), &name) < 0)
        return NULL;
    return name;
}

// Queues the message; sd-bus writes as much as the socket accepts. `cookie` identifies the reply.
int acc_dbus_send(acc_dbus *bus, acc_dbus_message *message, uint64_t *cookie)
{
    int status = libsystemd.sd_bus_send(sd(bus), sd_message(message), cookie);
    return status < 0 ? status : 0;
}
