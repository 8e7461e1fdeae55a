// Helpers for sockets, used by the files of this folder: open, connect, wait, errors as negative errno.
// Every socket is non-blocking and closed at exec.
#ifndef ACC_BLUEZ_SOCKET_H
#define ACC_BLUEZ_SOCKET_H

#include "accessory/bluez.h"

#include "kernel.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// Opens a non-blocking Bluetooth socket. Returns it or a negative errno.
static inline int open_socket(int type, int protocol)
{
    int file = socket(AF_BLUETOOTH, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
    return file < 0 ? -errno : file;
}

/// Returns `file` if `status`, the result of a call on it, is 0; otherwise closes it and returns the negative errno.
static inline int keep_or_close(int file, int status)
{
    if (status == 0)
        return file;
    int error = errno;
    close(file);
    return -error;
}

/// The result of connect(), with 0 for a connection in progress.
static inline int connect_result(int status)
{
    return status < 0 && (errno == EINPROGRESS || errno == EAGAIN) ? 0 : status;
}

/// Milliseconds of CLOCK_MONOTONIC.
static inline int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Waits for one of `events` of poll() until `deadline`, at most 24 days from now. Returns 0, -ETIMEDOUT or another
/// negative errno.
static inline int wait_until_ready(int file, short events, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - now_ms();
        struct pollfd one = {.fd = file, .events = events};
        int count = poll(&one, 1, left > 0 ? (int)left : 0);
        if (count > 0)
            return 0;
        if (count == 0)
            return -ETIMEDOUT;
        if (errno != EINTR)
            return -errno;
    }
}

#endif
