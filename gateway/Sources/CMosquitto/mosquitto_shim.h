// libmosquitto, and the socket options of the client's loop.
#ifndef ACCESSORY_GATEWAY_MOSQUITTO_H
#define ACCESSORY_GATEWAY_MOSQUITTO_H

#include <dlfcn.h>
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

// Why OpenSSL refuses the certificate of a broker; NULL if it does not. Called while libmosquitto logs the failure, as it
// frees the connection after that. OpenSSL is libmosquitto's; without it there is no TLS.
static inline const char *gateway_certificate_fault(struct mosquitto *client)
{
    void *ssl = mosquitto_ssl_get(client);
    long (*result)(const void *) =
        (long (*)(const void *))dlsym(RTLD_DEFAULT, "SSL_get_verify_result");
    const char *(*text)(long) =
        (const char *(*)(long))dlsym(RTLD_DEFAULT, "X509_verify_cert_error_string");
    long code = ssl && result ? result(ssl) : 0;
    return code && text ? text(code) : NULL;
}

static inline int gateway_event(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

#endif
