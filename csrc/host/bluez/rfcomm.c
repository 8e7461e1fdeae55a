// Opens RFCOMM streams and finds the channel of a service.
//
// Input: local and peer address, channel or service class. Output: non-blocking stream sockets, or
// a channel number; errors are negative errno. The RFCOMM transport of BlueZ calls it; sdp.c and
// sdp_search.c do the search.
#include "sdp.h"
#include "socket.h"

#include <endian.h>

enum {
    BACKLOG = 4,
    SEARCH_MS = 30000,  // for the whole search, as bluez.h promises
    RETRY_MS = 100,     // between attempts while the adapter pages or inquires
};

static struct rfcomm_address rfcomm_address(const acc_bluez_address *device, uint8_t channel)
{
    struct rfcomm_address address = {.family = AF_BLUETOOTH, .channel = channel};
    memcpy(address.device, device->bytes, sizeof address.device);
    return address;
}

static int open_bound(const acc_bluez_address *local, uint8_t channel)
{
    int file = open_socket(SOCK_STREAM, PROTOCOL_RFCOMM);
    if (file < 0)
        return file;
    struct rfcomm_address address = rfcomm_address(local, channel);
    return keep_or_close(file, bind(file, (struct sockaddr *)&address, sizeof address));
}

int acc_bluez_rfcomm_connect(const acc_bluez_address *local, const acc_bluez_address *peer,
                             uint8_t channel)
{
    int file = open_bound(local, 0);
    if (file < 0)
        return file;
    struct rfcomm_address address = rfcomm_address(peer, channel);
    int status = connect(file, (struct sockaddr *)&address, sizeof address);
    return keep_or_close(file, connect_result(status));
}

int acc_bluez_rfcomm_listen(const acc_bluez_address *local, uint8_t channel)
{
    int file = open_bound(local, channel);
    return file < 0 ? file : keep_or_close(file, listen(file, BACKLOG));
}

int acc_bluez_rfcomm_accept(int listener, acc_bluez_address *peer)
{
    struct rfcomm_address address;
    socklen_t size = sizeof address;
    int file = accept4(listener, (struct sockaddr *)&address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0)
        return -errno;
    memcpy(peer->bytes, address.device, sizeof peer->bytes);
    peer->type = ACC_BLUEZ_CLASSIC;
    return file;
}

// Connects to the device's service discovery; -EBUSY while the adapter pages or inquires.
static int connect_sdp(const acc_bluez_address *local, const acc_bluez_address *peer,
                       int64_t deadline)
{
    int file = open_socket(SOCK_SEQPACKET, PROTOCOL_L2CAP);
    if (file < 0)
        return file;
    struct l2cap_address from = {.family = AF_BLUETOOTH};
    struct l2cap_address to = {.family = AF_BLUETOOTH, .psm = htole16(PSM_SDP)};
    memcpy(from.device, local->bytes, sizeof from.device);
    memcpy(to.device, peer->bytes, sizeof to.device);
    int status = bind(file, (struct sockaddr *)&from, sizeof from);
    if (status == 0)
        status = connect_result(connect(file, (struct sockaddr *)&to, sizeof to));
    status = status < 0 ? -errno : wait_until_ready(file, POLLOUT, deadline);
    if (status == 0)
        status = acc_bluez_socket_error(file);
    if (status == 0)
        return file;
    close(file);
    return status;
}

// Blocks for up to SEARCH_MS.
int acc_bluez_rfcomm_find(const acc_bluez_address *local, const acc_bluez_address *peer,
                          uint16_t service)
{
    int64_t deadline = now_ms() + SEARCH_MS;
    int file;
    while ((file = connect_sdp(local, peer, deadline)) == -EBUSY && now_ms() < deadline)
        poll(NULL, 0, RETRY_MS);
    if (file < 0)
        return file;
    int channel = acc_sdp_find_channel(file, service, deadline);
    close(file);
    return channel;
}
