// Decodes the headers of received messages and creates new messages; value.c handles the bodies.
// Input: messages of connection.c. Output: acc_dbus_head, valid as long as the message.
#include "bus.h"

#include <string.h>

// Fields that this kind of message lacks stay 0 or null.
void acc_dbus_read_head(acc_dbus_message *message, acc_dbus_head *head)
{
    sd_bus_message *m = sd_message(message);
    memset(head, 0, sizeof *head);
    libsystemd.sd_bus_message_get_type(m, &head->kind);
    head->wants_reply =
        head->kind == ACC_DBUS_CALL && libsystemd.sd_bus_message_get_expect_reply(m) > 0;
    libsystemd.sd_bus_message_get_cookie(m, &head->cookie);
    libsystemd.sd_bus_message_get_reply_cookie(m, &head->reply_to);
    head->sender = libsystemd.sd_bus_message_get_sender(m);
    head->path = libsystemd.sd_bus_message_get_path(m);
    head->interface = libsystemd.sd_bus_message_get_interface(m);
    head->member = libsystemd.sd_bus_message_get_member(m);
    // owned by the message; null unless it is an error
    const sd_bus_error *error = libsystemd.sd_bus_message_get_error(m);
    if (error) {
        head->error = error->name;
        head->text = error->message;
    }
}

// The destination is a bus name, well-known or unique.
int acc_dbus_new_call(acc_dbus *bus, const char *destination, const char *path,
                      const char *interface, const char *member, acc_dbus_message **message)
{
    return libsystemd.sd_bus_message_new_method_call(sd(bus), (sd_bus_message **)message,
                                                     destination, path, interface, member);
}

// A signal has no destination: the bus sends it to every client with a matching rule.
int acc_dbus_new_signal(acc_dbus *bus, const char *path, const char *interface, const char *member,
                        acc_dbus_message **message)
{
    return libsystemd.sd_bus_message_new_signal(sd(bus), (sd_bus_message **)message, path,
                                                interface, member);
}

// Replies copy the destination and the serial number from the call.
int acc_dbus_new_return(acc_dbus_message *call, acc_dbus_message **message)
{
    return libsystemd.sd_bus_message_new_method_return(sd_message(call),
                                                       (sd_bus_message **)message);
}

int acc_dbus_new_error(acc_dbus_message *call, const char *name, const char *text,
                       acc_dbus_message **message)
{
    // sd-bus copies both texts into the message
    const sd_bus_error error = {.name = name, .message = text};
    return libsystemd.sd_bus_message_new_method_error(sd_message(call), (sd_bus_message **)message,
                                                      &error);
}

// Messages are reference-counted: each acc_dbus_keep needs an acc_dbus_free.
void acc_dbus_keep(acc_dbus_message *message)
{
    libsystemd.sd_bus_message_ref(sd_message(message));
}

void acc_dbus_free(acc_dbus_message *message)
{
    libsystemd.sd_bus_message_unref(sd_message(message));
}
