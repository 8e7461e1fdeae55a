// A search for a service over a connected L2CAP socket: requests pages until the answer is
// complete. Input: a socket of rfcomm.c and a service class; output: the RFCOMM channel.
#include "sdp.h"
#include "socket.h"

// Waits for the response. The kernel's L2CAP sockets receive packets of up to 672 bytes.
static int receive_page(int file, acc_sdp_answer *answer, int64_t deadline)
{
    uint8_t packet[1024];
    int status = wait_until_ready(file, POLLIN, deadline);
    if (status < 0)
        return status;
    ssize_t size = recv(file, packet, sizeof packet, MSG_DONTWAIT);
    if (size < 0)
        return -errno;
    if (size == 0)
        return -ECONNRESET;
    return acc_sdp_add_response(answer, packet, (size_t)size) ? 0 : -EPROTO;
}

int acc_sdp_find_channel(int file, uint16_t service, int64_t deadline)
{
    acc_sdp_answer answer = {0};
    do {
        uint8_t request[SDP_REQUEST_MAX];
        size_t size = acc_sdp_write_request(request, service, &answer);
        if (send(file, request, size, MSG_NOSIGNAL) < 0)
            return -errno;
        int status = receive_page(file, &answer, deadline);
        if (status < 0)
            return status;
    } while (answer.continuation[0] > 0);
    int channel = acc_sdp_rfcomm_channel(answer.lists, answer.size);
    return channel > 0 ? channel : -ENOENT;
}
