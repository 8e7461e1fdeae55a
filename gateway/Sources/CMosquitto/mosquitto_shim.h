// libmosquitto, and the socket options of the client's loop.
#ifndef ACCESSORY_GATEWAY_MOSQUITTO_H
#define ACCESSORY_GATEWAY_MOSQUITTO_H

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Number of bytes that a TCP socket has received; 0 if the kernel does not report it.
// linux/tcp.h: tcpi_bytes_received is at offset 128. That header cannot be included together with netinet/tcp.h.
static inline uint64_t gateway_bytes_received(int socket)
{
    unsigned char info[136] = {0};
    socklen_t length = sizeof info;
    uint64_t received = 0;
    if (getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, info, &length) == 0 && length >= 136)
        memcpy(&received, info + 128, sizeof received);
    return received;
}

// While a socket is corked, the kernel collects written packets: many small messages are sent in one segment.
static inline void gateway_cork(int socket, int is_corked)
{
    setsockopt(socket, IPPROTO_TCP, TCP_CORK, &is_corked, sizeof is_corked);
}

static inline int gateway_event(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

#endif
