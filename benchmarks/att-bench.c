// The floor for an ATT bearer: two processes of plain C, each blocked in the kernel while it waits, exchange the
// packets of an ATT read (3 bytes there, 6 back), then of writes without response (247 bytes one way, each copied
// out). The output has the format of gatt-bearer's benchmark.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { READS = 100000, WRITES = 200000, READ_REQ = 0x0A, READ_RSP = 0x0B, WRITE_CMD = 0x52 };

static volatile uint8_t sink;

static void check(int is_good)
{
    if (!is_good) {
        perror("att-bench");
        exit(1);
    }
}

static void serve(int file)
{
    uint8_t packet[517], value[512];
    const uint8_t answer[6] = {READ_RSP, 'h', 'e', 'l', 'l', 'o'};
    ssize_t count;
    while ((count = recv(file, packet, sizeof packet, 0)) > 0) {
        if (packet[0] == READ_REQ)
            check(send(file, answer, sizeof answer, 0) == sizeof answer);
        else
            memcpy(value, packet + 3, (size_t)count - 3);
        sink = value[0];
    }
}

static void read_once(int file)
{
    const uint8_t request[3] = {READ_REQ, 3, 0};
    uint8_t packet[517];
    check(send(file, request, sizeof request, 0) == sizeof request);
    check(recv(file, packet, sizeof packet, 0) == 6);
}

static double nanoseconds(clockid_t clock)
{
    struct timespec now;
    check(clock_gettime(clock, &now) == 0);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

// Wall time, and CPU time of both processes.
typedef struct {
    clockid_t server;
    double wall, processor;
} span;

static span begin(clockid_t server)
{
    return (span){server, nanoseconds(CLOCK_MONOTONIC),
                  nanoseconds(CLOCK_PROCESS_CPUTIME_ID) + nanoseconds(server)};
}

static void end(span began, const char *name, double count)
{
    span now = begin(began.server);
    printf("\"%s_per_second\":%.0f,\"%s_ns\":%.0f", name, 1e9 * count / (now.wall - began.wall),
           name, (now.processor - began.processor) / count);
}

int main(void)
{
    int files[2];
    check(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, files) == 0);
    pid_t server = fork();
    check(server >= 0);
    if (server == 0) {
        close(files[0]);
        serve(files[1]);
        return 0;
    }
    close(files[1]);
    for (int i = 0; i < 100; i++)
        read_once(files[0]);
    clockid_t processor;
    check(clock_getcpuclockid(server, &processor) == 0);

    printf("{");
    span began = begin(processor);
    for (int i = 0; i < READS; i++)
        read_once(files[0]);
    end(began, "reads", READS);
    printf(",");

    uint8_t write[247] = {WRITE_CMD, 3, 0};
    began = begin(processor);
    for (int i = 0; i < WRITES; i++)
        check(send(files[0], write, sizeof write, 0) == sizeof write);
    read_once(files[0]);
    end(began, "writes", WRITES);
    printf("}\n");

    close(files[0]);
    check(waitpid(server, NULL, 0) == server);
    return 0;
}
