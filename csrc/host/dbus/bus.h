// sd-bus, and the conversions between its types and the opaque ones of accessory/dbus.h. Only this
// folder includes sd-bus.
//
// libsystemd is loaded at the first connection: with the six libraries that it depends on, it would
// take a quarter of the start-up time of programs that may never use a bus. Its functions are
// called through a table, as libsystemd.sd_bus_new().
#ifndef ACC_DBUS_BUS_H
#define ACC_DBUS_BUS_H

#if !__has_include(<systemd/sd-bus.h>)
#error "systemd/sd-bus.h is missing; install it: sudo apt install libsystemd-dev"
#endif

#include "accessory/dbus.h"

#include <systemd/sd-bus.h>

// The functions that this folder uses.
#define ACC_DBUS_FUNCTIONS(X)                                                                      \
    X(sd_bus_close_unref)                                                                          \
    X(sd_bus_get_events)                                                                           \
    X(sd_bus_get_fd)                                                                               \
    X(sd_bus_get_unique_name)                                                                      \
    X(sd_bus_is_ready)                                                                             \
    X(sd_bus_message_append_array)                                                                 \
    X(sd_bus_message_append_basic)                                                                 \
    X(sd_bus_message_close_container)                                                              \
    X(sd_bus_message_enter_container)                                                              \
    X(sd_bus_message_exit_container)                                                               \
    X(sd_bus_message_get_cookie)                                                                   \
    X(sd_bus_message_get_error)                                                                    \
    X(sd_bus_message_get_expect_reply)                                                             \
    X(sd_bus_message_get_interface)                                                                \
    X(sd_bus_message_get_member)                                                                   \
    X(sd_bus_message_get_path)                                                                     \
    X(sd_bus_message_get_reply_cookie)                                                             \
    X(sd_bus_message_get_sender)                                                                   \
    X(sd_bus_message_get_type)                                                                     \
    X(sd_bus_message_new_method_call)                                                              \
    X(sd_bus_message_new_method_error)                                                             \
    X(sd_bus_message_new_method_return)                                                            \
    X(sd_bus_message_new_signal)                                                                   \
    X(sd_bus_message_open_container)                                                               \
    X(sd_bus_message_peek_type)                                                                    \
    X(sd_bus_message_read_array)                                                                   \
    X(sd_bus_message_read_basic)                                                                   \
    X(sd_bus_message_ref)                                                                          \
    X(sd_bus_message_rewind)                                                                       \
    X(sd_bus_message_skip)                                                                         \
    X(sd_bus_message_unref)                                                                        \
    X(sd_bus_negotiate_fds)                                                                        \
    X(sd_bus_new)                                                                                  \
    X(sd_bus_process)                                                                              \
    X(sd_bus_send)                                                                                 \
    X(sd_bus_set_address)                                                                          \
    X(sd_bus_set_bus_client)                                                                       \
    X(sd_bus_set_fd)                                                                               \
    X(sd_bus_start)

struct acc_dbus_library {
#define MEMBER(name) __typeof__(name) *name;
    ACC_DBUS_FUNCTIONS(MEMBER)
#undef MEMBER
};

// Valid once acc_dbus_load has returned 0, and therefore in every function with a bus or message.
extern struct acc_dbus_library acc_dbus_library;
#define libsystemd acc_dbus_library

// Loads libsystemd at the process's first call. Returns 0; -ELIBACC if the library is missing;
// -ELIBBAD if it lacks a function.
int acc_dbus_load(void);

// The public types stay incomplete: a pointer to one is a pointer to the sd-bus type.
static inline sd_bus *sd(acc_dbus *bus)
{
    return (sd_bus *)bus;
}

static inline sd_bus_message *sd_message(acc_dbus_message *message)
{
    return (sd_bus_message *)message;
}

#endif
