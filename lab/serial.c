// serial SERVER CLIENT [SERVICE]: tests a stream over RFCOMM between two adapters of this machine, given by their addresses.
// The server echoes the client's data. With SERVICE (hexadecimal) the client finds the channel by service discovery, which
// bluetoothd answers.
#include "accessory/bluez.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CHANNEL = 3, SIZE = 65536 };

static acc_bluez_address read_address(const char *text)
{
    unsigned b[6];
    acc_bluez_address address = {.type = ACC_BLUEZ_CLASSIC};
    if (sscanf(text, "%x:%x:%x:%x:%x:%x", &b[5], &b[4], &b[3], &b[2], &b[1], &b[0]) != 6)
        exit(64);
    for (int i = 0; i < 6; i++)
        address.bytes[i] = (uint8_t)b[i];
    return address;
}

static void fail(const char *what, int status)
{
    printf("%s: %s\n", what, strerror(-status));
    exit(1);
}

static short wait_for(int file, short events)
{
    struct pollfd one = {.fd = file, .events = events};
    if (poll(&one, 1, 30000) != 1)
        fail("nothing happens for 30 s", 0);
    return one.revents;
}

// Echoes received data.
static void echo(int listener)
{
    acc_bluez_address peer;
    wait_for(listener, POLLIN);
    int file = acc_bluez_rfcomm_accept(listener, &peer);
    char buffer[1024];
    ssize_t count;
    while (wait_for(file, POLLIN) && (count = read(file, buffer, sizeof buffer)) > 0)
        for (ssize_t sent = 0, part; sent<count; sent += part> 0 ? part : 0) {
            wait_for(file, POLLOUT);
            part = write(file, buffer + sent, (size_t)(count - sent));
        }
    exit(0);
}

int main(int count, char **arguments)
{
    if (count < 3)
        return 64;
    acc_bluez_address server = read_address(arguments[1]), client = read_address(arguments[2]);
    int channel = CHANNEL;
    if (count > 3)
        channel =
            acc_bluez_rfcomm_find(&client, &server, (uint16_t)strtoul(arguments[3], NULL, 16));
    if (channel < 0)
        fail("find", channel);
    int listener = acc_bluez_rfcomm_listen(&server, CHANNEL);
    if (listener < 0)
        fail("listen", listener);
    if (fork() == 0)
        echo(listener);
    close(listener);

    int file = acc_bluez_rfcomm_connect(&client, &server, (uint8_t)channel);
    if (file < 0)
        fail("connect", file);
    wait_for(file, POLLOUT);
    int error = acc_bluez_socket_error(file);
    if (error < 0)
        fail("connect", error);
    static unsigned char out[SIZE], in[SIZE];
    for (int i = 0; i < SIZE; i++)
        out[i] = (unsigned char)(i * 7 + i / 251);
    for (ssize_t sent = 0, got = 0; got < SIZE;) {
        short events = wait_for(file, (short)(POLLIN | (sent < SIZE ? POLLOUT : 0)));
        ssize_t part;
        if (events & POLLOUT && (part = write(file, out + sent, (size_t)(SIZE - sent))) > 0)
            sent += part;
        if (events & POLLIN && (part = read(file, in + got, (size_t)(SIZE - got))) > 0)
            got += part;
        if (events & (POLLHUP | POLLERR))
            fail("the stream ended", acc_bluez_socket_error(file));
    }
    printf("channel %d, %d bytes %s\n", channel, SIZE,
           memcmp(out, in, SIZE) ? "differ" : "came back");
    return memcmp(out, in, SIZE) != 0;
}
