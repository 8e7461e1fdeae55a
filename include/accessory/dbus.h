/// D-Bus over sd-bus (libsystemd): sends and receives messages and reads and writes their values item by item,
/// without variadic calls. Library accessory-dbus. It loads libsystemd.so.0 (Debian package libsystemd0) at the
/// first connection.
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
/// failure. The D-Bus specification defines the wire format, the names and the limits.
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

/// Connects to the bus at a D-Bus address as the process's user; acc_dbus_next completes the authentication. Returns
/// 0 or a negative errno; -ELIBACC: libsystemd.so.0 is missing, -ELIBBAD: it is too old.
int acc_dbus_open(const char *address, acc_dbus *ACC_NULLABLE *ACC_NONNULL bus);

/// Uses a connected stream socket as the bus and takes ownership of it. For tests, whose peer answers the
/// authentication. Errors: those of acc_dbus_open.
int acc_dbus_open_file(int file, acc_dbus *ACC_NULLABLE *ACC_NONNULL bus);

/// Closes the connection. Received messages can still be read and freed.
void acc_dbus_close(acc_dbus *bus);

/// The file descriptor to poll.
int acc_dbus_file(acc_dbus *bus);

/// The events to poll it for: POLLIN, POLLOUT.
int acc_dbus_events(acc_dbus *bus);

/// Sends queued messages and receives the next one. Returns 1 with `message`, 0 when no message has arrived, or a
/// negative errno such as -ECONNRESET when the connection is lost.
int acc_dbus_next(acc_dbus *bus, acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);

/// The connection's unique name; null until the bus has answered.
const char *ACC_NULLABLE acc_dbus_name(acc_dbus *bus);

// MARK: Messages

/// Kinds of message, with the specification's numbers.
enum {
    ACC_DBUS_CALL = 1,
    ACC_DBUS_RETURN = 2,
    ACC_DBUS_ERROR = 3,
    ACC_DBUS_SIGNAL = 4,
};

/// A message's header. A string is null when the message has none; it is valid as long as the message.
typedef struct acc_dbus_head {
    uint8_t kind;       ///< ACC_DBUS_CALL to ACC_DBUS_SIGNAL
    bool wants_reply;   ///< calls: the sender waits for a return or an error
    uint64_t cookie;    ///< the message's number, unique per sender
    uint64_t reply_to;  ///< returns and errors: the number of the call; else 0
    const char *ACC_NULLABLE sender;
    const char *ACC_NULLABLE path;
    const char *ACC_NULLABLE interface;
    const char *ACC_NULLABLE member;
    const char *ACC_NULLABLE error;  ///< errors: the error's name
    const char *ACC_NULLABLE text;   ///< errors: the message text
} acc_dbus_head;

/// Reads a message's header.
void acc_dbus_read_head(acc_dbus_message *message, acc_dbus_head *head);

/// Create a message: a method call, a signal, a call's return, or a call's error.
int acc_dbus_new_call(acc_dbus *bus, const char *destination, const char *path,
                      const char *interface, const char *member,
                      acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_signal(acc_dbus *bus, const char *path, const char *interface, const char *member,
                        acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_return(acc_dbus_message *call,
                        acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);
int acc_dbus_new_error(acc_dbus_message *call, const char *name, const char *text,
                       acc_dbus_message *ACC_NULLABLE *ACC_NONNULL message);

/// Sends a message or queues it. `cookie` receives its number, which the reply repeats in `reply_to`; pass null when
/// no reply is expected.
int acc_dbus_send(acc_dbus *bus, acc_dbus_message *message, uint64_t *ACC_NULLABLE cookie);

/// Adds a reference to a message; acc_dbus_free removes one.
void acc_dbus_keep(acc_dbus_message *message);

/// Removes a reference and frees the message with the last one.
void acc_dbus_free(acc_dbus_message *message);

// MARK: Values

/// Item types in addition to D-Bus's type codes.
enum {
    ACC_DBUS_CLOSE = ')',  ///< the end of a container
    ACC_DBUS_BYTES = 'B',  ///< a whole array of bytes
};

/// One basic value, or the begin or end of a container. Unused fields are zero.
typedef struct acc_dbus_item {
    /// y b n q i u x t d s o g h; a (array), v (variant), r (structure) and e (dictionary entry) open a container;
    /// ACC_DBUS_CLOSE, ACC_DBUS_BYTES.
    char type;
    const char *ACC_NULLABLE text;  ///< s o g: the string; a v r e: the signature of the contents
    const uint8_t *ACC_NULLABLE bytes;  ///< ACC_DBUS_BYTES: the array, in the message
    size_t size;                        ///< bytes of the array
    int64_t
        number;  ///< integers (t: its bit pattern); b: 0 or 1; h: a descriptor that the message owns
    double real;  ///< d
} acc_dbus_item;

/// Reads the next item. Returns 1, 0 at the end of the message, or -EBADMSG when the message is malformed.
int acc_dbus_read(acc_dbus_message *message, acc_dbus_item *item);

/// Reads the next property of the open dictionary a{sv}, or closes the dictionary. Returns 1 with `name` and `value`.
/// A value that is neither basic nor ay is an open container `v`: its items follow, then two ACC_DBUS_CLOSE.
/// Returns 0 when the dictionary is closed, -EBADMSG when the message is malformed, -ENXIO outside such a dictionary.
int acc_dbus_read_property(acc_dbus_message *message, const char *ACC_NULLABLE *ACC_NONNULL name,
                           acc_dbus_item *value);

/// Read values of known types, in half the time of acc_dbus_read: enter opens a container `type` with the signature
/// `contents`, leave closes it at its end, read_basic reads a basic value or ACC_DBUS_BYTES, skip skips values with
/// the signature `types`. enter and read_basic return 1, 0 at the end of the open array, or -ENXIO when the next
/// value has another type; it is then not read.
int acc_dbus_enter(acc_dbus_message *message, char type, const char *contents);
int acc_dbus_leave(acc_dbus_message *message);
int acc_dbus_read_basic(acc_dbus_message *message, char type, acc_dbus_item *item);
int acc_dbus_skip(acc_dbus_message *message, const char *types);

/// Restarts reading at the first item.
void acc_dbus_rewind(acc_dbus_message *message);

/// Appends an item. A descriptor is duplicated.
int acc_dbus_write(acc_dbus_message *message, const acc_dbus_item *item);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
