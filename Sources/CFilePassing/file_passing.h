// Passes an open file over a unix socket (unix(7), SCM_RIGHTS). Swift cannot call the macros of
// <sys/socket.h> that this requires.
#include <string.h>
#include <sys/socket.h>

// Sends one packet, with the file if it is not negative. Returns the result of sendmsg.
static inline ssize_t file_passing_send(int socket, const void *bytes, size_t count, int file)
{
    struct iovec part = {(void *)bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (file >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof file);
        memcpy(CMSG_DATA(&control.header), &file, sizeof file);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives one packet. *file becomes the attached file, or -1 without one; of several files, the
// kernel closes all but the first. Returns the result of recvmsg.
static inline ssize_t file_passing_receive(int socket, void *bytes, size_t count, int *file)
{
    struct iovec part = {bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = &control,
        // not the size of the space, whose padding has room for a second file
        .msg_controllen = CMSG_LEN(sizeof(int)),
    };
    *file = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0)
        return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        memcpy(file, CMSG_DATA(header), sizeof *file);
    }
    return received;
}
