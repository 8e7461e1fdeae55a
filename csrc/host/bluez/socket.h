// What the socket files share.
#ifndef ACC_BLUEZ_SOCKET_H
#define ACC_BLUEZ_SOCKET_H

#include "accessory/bluez.h"

#include <bluetooth/bluetooth.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// Opens a non-blocking Bluetooth socket, or a negative errno.
static inline int open_socket(int type, int protocol)
{
    int file = socket(AF_BLUETOOTH, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
    return file < 0 ? -errno : file;
}

/// Closes `file` when a call on it failed (`status` is what the call returned), and returns the negative errno;
/// otherwise returns `file`.
static inline int keep_or_close(int file, int status)
{
    if (status == 0)
        return file;
    int error = errno;
    close(file);
    return -error;
}

/// A connection that is under way is no failure.
static inline int connect_result(int status)
{
    return status < 0 && (errno == EINPROGRESS || errno == EAGAIN) ? 0 : status;
}

#endif
