// L2CAP sockets: the Attribute Protocol's fixed channel, and credit-based channels.
//
// Input: local and peer address, PSM or fixed channel, MTU. Output: non-blocking sockets, one
// packet per read or write; errors are negative errno. BlueZ's ATT bearer and the channels of SUOTA
// and of L2CAP services use them.
#include "socket.h"

#include <endian.h>

// Channel 4 is ATT's fixed one (Core Specification 5.4, volume 3, part A, section 2.1).
enum { ATT_CHANNEL = 4, BACKLOG = 16 };

static struct l2cap_address l2cap_address(const acc_bluez_address *device, uint16_t psm,
                                          uint16_t cid)
{
    struct l2cap_address address = {
        .family = AF_BLUETOOTH, .psm = htole16(psm), .cid = htole16(cid), .type = device->type};
    memcpy(address.device, device->bytes, sizeof address.device);
    return address;
}

// Sets a receive buffer of 4 MiB: the kernel drops packets of channel 4 when the buffer is full, by
// default after about 220 packets. The forced size needs CAP_NET_ADMIN; without it the system's limit
// applies.
static void make_room(int file)
{
    int room = 4 << 20;
    if (setsockopt(file, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) < 0)
        setsockopt(file, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
}

// Binds to the adapter's address; a PSM or channel of 0 is left open.
static int open_bound(const acc_bluez_address *local, uint16_t psm, uint16_t cid)
{
    int file = open_socket(SOCK_SEQPACKET, PROTOCOL_L2CAP);
    if (file < 0)
        return file;
    make_room(file);
    struct l2cap_address address = l2cap_address(local, psm, cid);
    return keep_or_close(file, bind(file, (struct sockaddr *)&address, sizeof address));
}

// Starts a connection. Once the socket is writable, acc_bluez_socket_error returns the result.
static int begin_connecting(int file, const acc_bluez_address *peer, uint16_t psm, uint16_t cid)
{
    struct l2cap_address address = l2cap_address(peer, psm, cid);
    int status = connect(file, (struct sockaddr *)&address, sizeof address);
    return keep_or_close(file, connect_result(status));
}

int acc_bluez_att_connect(const acc_bluez_address *local, const acc_bluez_address *peer)
{
    int file = open_bound(local, 0, ATT_CHANNEL);
    return file < 0 ? file : begin_connecting(file, peer, 0, ATT_CHANNEL);
}

int acc_bluez_att_listen(const acc_bluez_address *local)
{
    int file = open_bound(local, 0, ATT_CHANNEL);
    return file < 0 ? file : keep_or_close(file, listen(file, BACKLOG));
}

static int set_mtu(int file, uint16_t mtu)
{
    return keep_or_close(
        file, setsockopt(file, LEVEL_BLUETOOTH, BLUETOOTH_OPTION_RECEIVE_MTU, &mtu, sizeof mtu));
}

int acc_bluez_channel_connect(const acc_bluez_address *local, const acc_bluez_address *peer,
                              uint16_t psm, uint16_t mtu)
{
    int file = open_bound(local, 0, 0);
    if (file >= 0)
        file = set_mtu(file, mtu);
    return file < 0 ? file : begin_connecting(file, peer, psm, 0);
}

int acc_bluez_channel_listen(const acc_bluez_address *local, uint16_t psm, uint16_t mtu)
{
    int file = open_bound(local, psm, 0);
    if (file >= 0)
        file = set_mtu(file, mtu);
    return file < 0 ? file : keep_or_close(file, listen(file, BACKLOG));
}

int acc_bluez_accept(int listener, acc_bluez_address *peer)
{
    struct l2cap_address address;
    socklen_t size = sizeof address;
    int file = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0)
        return -errno;
    make_room(file);
    memcpy(peer->bytes, address.device, sizeof peer->bytes);
    peer->type = address.type;
    return file;
}

// The result of a connection attempt: 0 or a negative errno.
int acc_bluez_socket_error(int file)
{
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(file, SOL_SOCKET, SO_ERROR, &error, &size) < 0)
        return -errno;
    return -error;
}

// The level is one of the kernel's, 1 (none) to 4 (authenticated with 128 bits).
int acc_bluez_set_security(int file, uint8_t level)
{
    struct security_option security = {.level = level};
    int status =
        setsockopt(file, LEVEL_BLUETOOTH, BLUETOOTH_OPTION_SECURITY, &security, sizeof security);
    return status < 0 ? -errno : 0;
}

static int read_security(int file, struct security_option *out)
{
    socklen_t size = sizeof *out;
    *out = (struct security_option){0};
    if (getsockopt(file, LEVEL_BLUETOOTH, BLUETOOTH_OPTION_SECURITY, out, &size) < 0)
        return -errno;
    return 0;
}

int acc_bluez_security(int file)
{
    struct security_option security;
    int status = read_security(file, &security);
    return status < 0 ? status : security.level;
}

int acc_bluez_key_size(int file)
{
    struct security_option security;
    int status = read_security(file, &security);
    return status < 0 ? status : security.key_size;
}

// The HCI handle, which events of the raw channel carry.
int acc_bluez_connection_handle(int file)
{
    struct l2cap_connection info;
    socklen_t size = sizeof info;
    if (getsockopt(file, LEVEL_L2CAP, L2CAP_OPTION_CONNECTION, &info, &size) < 0)
        return -errno;
    return info.handle;
}

int acc_bluez_packet_sizes(int file, uint16_t *in, uint16_t *out)
{
    socklen_t size = sizeof *in;
    if (getsockopt(file, LEVEL_BLUETOOTH, BLUETOOTH_OPTION_RECEIVE_MTU, in, &size) < 0)
        return -errno;
    size = sizeof *out;
    if (getsockopt(file, LEVEL_BLUETOOTH, BLUETOOTH_OPTION_SEND_MTU, out, &size) < 0)
        return -errno;
    return 0;
}
