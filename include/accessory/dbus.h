/// D-Bus by sd-bus (libsystemd): messages out, messages in, values item by item, without variadic calls.
/// Library accessory-dbus. It loads libsystemd.so.0 (Debian package libsystemd0) at the first connection.
///
///     acc_dbus *bus;
///     acc_dbus_open("unix:path=/run/dbus/system_bus_socket", &bus);   // 0, or a negative errno
///     acc_dbus_new_call(bus, "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", &call);
///     acc_dbus_send(bus, call, &cookie);
///     poll acc_dbus_file(bus) for acc_dbus_events(bus), then: while (acc_dbus_next(bus, &message) > 0) ...
///     acc_dbus_read_head(message, &head);                 // head.reply_to == cookie: the reply
///     while (acc_dbus_read(message, &item) > 0) ...
///
/// Nothing blocks. One thread at a time for a bus and all of its messages. Functions return a negative errno on
/// failure. The wire format, names and limits: the D-Bus specification.
#ifndef ACC_DBUS_H
#define ACC_DBUS_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// A connection to a bus.
typedef struct acc_dbus acc_dbus;

/// A message, received or being written; freed by acc_dbus_free.
typedef struct acc_dbus_message acc_dbus_message;

// MARK: Connection

/// Connects to the bus at a D-Bus address, as the process's user. Authentication goes on in acc_dbus_next. 0, or a
/// negative errno. -ELIBACC: libsystemd.so.0 is missing; -ELIBBAD: it is too old.
int acc_dbus_open(const char *address, acc_dbus *ACC_NULLABLE *ACC_NONNULL bus);

/// Uses a connected stream socket as the bus and owns it: for tests, whose peer answers the authentication. Errors:
/// those of acc_dbus_open.
int acc_dbus_open_file(int file, acc_dbus *ACC_NULLABLE *ACC_NONNULL bus);

/// Closes the connection. Messages that are left may still be read and freed.
void acc_dbus_close(acc_dbus *bus);

/// The file descriptor to poll.
int acc_dbus_file(acc_dbus *bus);

/// What to poll it for: POLLIN, POLLOUT.
int acc_dbus_events(acc_dbus *bus);

/// Sends what waits and receives. 1: `message` is the next message; 0: none for now. -ECONNRESET and others: the
/// connection is lost.
int acc_dbus_next(acc_dbus *bus, acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);

/// The connection's unique name; null until the bus has answered.
const char *ACC_NULLABLE acc_dbus_name(acc_dbus *bus);

// MARK: Messages

/// Kinds of message, as the specification counts them.
enum {
    ACC_DBUS_CALL = 1,
    ACC_DBUS_RETURN = 2,
    ACC_DBUS_ERROR = 3,
    ACC_DBUS_SIGNAL = 4,
};

/// A message's header. Texts are null where the message has none; they live as long as the message.
typedef struct acc_dbus_head {
    uint8_t kind;       ///< ACC_DBUS_CALL and so on
    bool wants_reply;   ///< calls: the caller waits for a return or an error
    uint64_t cookie;    ///< the message's number, unique for its sender
    uint64_t reply_to;  ///< returns and errors: the number of the call; else 0
    const char *ACC_NULLABLE sender;
    const char *ACC_NULLABLE path;
    const char *ACC_NULLABLE interface;
    const char *ACC_NULLABLE member;
    const char *ACC_NULLABLE error;  ///< errors: the error's name
    const char *ACC_NULLABLE text;   ///< errors: the text for people
} acc_dbus_head;

/// Reads a message's header.
void acc_dbus_read_head(acc_dbus_message *message, acc_dbus_head *head);

/// Begin a message: a method call, a signal, the return of a call, an error in its place.
int acc_dbus_new_call(acc_dbus *bus, const char *destination, const char *path,
                      const char *interface, const char *member,
                      acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_signal(acc_dbus *bus, const char *path, const char *interface, const char *member,
                        acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_return(acc_dbus_message *call,
                        acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_error(acc_dbus_message *call, const char *name, const char *text,
                       acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);

/// Sends a message, or queues it. `cookie`: its number, which its reply names; null: no reply is wanted.
int acc_dbus_send(acc_dbus *bus, acc_dbus_message *message, uint64_t *ACC_NULLABLE cookie);

/// Keeps a message alive once more, until one more acc_dbus_free.
void acc_dbus_keep(acc_dbus_message *message);

void acc_dbus_free(acc_dbus_message *message);

// MARK: Values

/// Types of items beside D-Bus's own codes.
enum {
    ACC_DBUS_CLOSE = ')',  ///< a container ends
    ACC_DBUS_BYTES = 'B',  ///< a whole array of bytes
};

/// One basic value, or the begin or end of a container. What an item does not have is zero.
typedef struct acc_dbus_item {
    /// y b n q i u x t d s o g h; a (array), v (variant), r (structure) and e (dictionary entry) open a container;
    /// ACC_DBUS_CLOSE, ACC_DBUS_BYTES.
    char type;
    const char *ACC_NULLABLE text;  ///< s o g: the text; a v r e: the signature of what is inside
    const uint8_t *ACC_NULLABLE bytes;  ///< ACC_DBUS_BYTES: the array, inside the message
    size_t size;                        ///< of `bytes`
    int64_t
        number;  ///< integers, t as its bit pattern; b: 0 or 1; h: a descriptor that the message owns
    double real;  ///< d
} acc_dbus_item;

/// Reads the next item. 1; 0: the message has no more; -EBADMSG: the message is malformed.
int acc_dbus_read(acc_dbus_message *message, acc_dbus_item *item);

/// Reads the next property of the open dictionary a{sv}, or closes the dictionary. 1: `value` is the value of `name`; a
/// value of another type than the basic ones and ay is `v`, open: its items follow, and two closings. 0: the dictionary
/// is closed. -EBADMSG: the message is malformed.
int acc_dbus_read_property(acc_dbus_message *message, const char *ACC_NULLABLE *ACC_NONNULL name,
                           acc_dbus_item *value);

/// Read values of known types, in half the time: enter opens the container `type` of the signature `contents`, leave
/// closes it at its end, read_basic reads a basic value or ACC_DBUS_BYTES, skip passes values of the signature `types`.
/// enter and read_basic: 1; 0: the open array has no more; -ENXIO: the next value is of another type, and stays.
int acc_dbus_enter(acc_dbus_message *message, char type, const char *contents);
int acc_dbus_leave(acc_dbus_message *message);
int acc_dbus_read_basic(acc_dbus_message *message, char type, acc_dbus_item *item);
int acc_dbus_skip(acc_dbus_message *message, const char *types);

/// Goes back to the first item.
void acc_dbus_rewind(acc_dbus_message *message);

/// Writes an item behind those before it. A descriptor is duplicated.
int acc_dbus_write(acc_dbus_message *message, const acc_dbus_item *item);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
