// Feeder and reader for benchmarks/walk.py, which measures an advertising report's way through the library.
//     walk-bench feed FILE HCI.BIN REPORTS [fresh]    sends recorded events of 10 000 devices into a socket
//     walk-bench read FILE                            the floor: one recv per packet, the parser and the device table
// HCI.BIN has H4 events, each after its length (u16, little-endian). Each device repeats one event; with `fresh` a
// byte of its data changes each time. The feeder first waits for a packet of the reader. The last report is of the
// device FF:FF:FF:FF:FF:FF.
#define _GNU_SOURCE
#include "accessory/advert.h"
#include "accessory/beacon.h"
#include "accessory/device_table.h"
#include "accessory/hci_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

enum { DEVICES = 10000, MAX_RECORDS = 8192, BATCH = 32, PACKET_MAX = 264, CAPACITY = 16384 };

static struct {
    const uint8_t *bytes;
    size_t length;
} records[MAX_RECORDS];
static size_t record_count;

static void check(bool is_good, const char *what)
{
    if (!is_good) {
        perror(what);
        exit(1);
    }
}

static void load(const char *path)
{
    static uint8_t bytes[1 << 22];
    FILE *file = fopen(path, "rb");
    check(file != NULL, path);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t at = 0; at + 2 <= size && record_count < MAX_RECORDS;) {
        size_t length = bytes[at] | (size_t)bytes[at + 1] << 8;
        // legacy reports only: one per event, with the address at byte 7
        if (length > 16 && length <= PACKET_MAX && bytes[at + 2 + 3] == 0x02) {
            records[record_count].bytes = bytes + at + 2;
            records[record_count++].length = length;
        }
        at += 2 + length;
    }
    check(record_count > 0, path);
}

static size_t make_event(uint8_t *packet, unsigned device, uint8_t fresh)
{
    size_t length = records[device % record_count].length;
    memcpy(packet, records[device % record_count].bytes, length);
    uint8_t *address = packet + 7;
    memcpy(address, (uint8_t[]){(uint8_t)device, (uint8_t)(device >> 8), 0, 0, 0x5A, 0xC0}, 6);
    // the last byte of the data, before the RSSI
    packet[length - 2] ^= fresh;
    return length;
}

static void send_all(int file, struct mmsghdr *messages, unsigned count)
{
    for (unsigned sent = 0; sent < count;) {
        int more = sendmmsg(file, messages + sent, count - sent, 0);
        check(more > 0, "sendmmsg");
        sent += (unsigned)more;
    }
}

static void feed(int file, long reports, bool is_fresh)
{
    static uint8_t packets[BATCH][PACKET_MAX];
    struct iovec parts[BATCH];
    struct mmsghdr messages[BATCH];
    memset(messages, 0, sizeof messages);
    // 1 MiB, like the socket of a controller's events
    int room = 1 << 20;
    setsockopt(file, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof room);
    check(recv(file, packets[0], PACKET_MAX, 0) > 0, "recv");
    for (long at = 0; at < reports;) {
        unsigned count = 0;
        for (; count < BATCH && at < reports; count++, at++) {
            unsigned device = (unsigned)(at % DEVICES);
            uint8_t fresh = is_fresh ? (uint8_t)(at / DEVICES) : 0;
            size_t length = make_event(packets[count], device, fresh);
            if (at == reports - 1)
                memset(packets[count] + 7, 0xFF, 6);
            parts[count] = (struct iovec){packets[count], length};
            messages[count].msg_hdr.msg_iov = &parts[count];
            messages[count].msg_hdr.msg_iovlen = 1;
        }
        send_all(file, messages, count);
    }
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static double wall_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static volatile uint64_t sink;

// Adds the reports of one packet to the table. True when the last one was among them.
static bool take(const uint8_t *packet, size_t size, acc_report_joiner *joiner,
                 acc_device_table *table, uint64_t now_ms)
{
    static const uint8_t last[6] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    acc_report_reader reader;
    acc_report report;
    bool is_last = false;
    if (acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, packet + 1, size - 1) != ACC_OK)
        return false;
    while (acc_report_next(&reader, &report)) {
        if (!acc_report_join(joiner, &report))
            continue;
        acc_device_change change;
        acc_device_table_update(table, report.address, report.address_type, report.rssi,
                                report.type & ACC_REPORT_SCAN_RESPONSE, now_ms, &change);
        acc_advert advert;
        acc_advert_classify(report.data, report.length, &advert);
        sink += advert.kind;
        is_last |= !memcmp(report.address, last, sizeof last);
    }
    return is_last;
}

static void read_all(int file)
{
    static acc_report_joiner joiner;
    acc_report_joiner_init(&joiner);
    acc_device_table *table =
        acc_device_table_init(malloc(acc_device_table_size(CAPACITY)), CAPACITY);
    uint8_t packet[PACKET_MAX];
    double wall = 0, cpu = 0;
    long reports = 0;
    check(send(file, "", 1, 0) == 1, "send");
    for (bool is_last = false; !is_last; reports++) {
        ssize_t size = recv(file, packet, sizeof packet, 0);
        check(size > 0, "recv");
        if (reports == 0)
            wall = wall_seconds(), cpu = cpu_seconds();
        is_last = take(packet, (size_t)size, &joiner, table, (uint64_t)(wall_seconds() * 1000));
    }
    cpu = cpu_seconds() - cpu;
    wall = wall_seconds() - wall;
    printf("{\"reports\":%ld,\"reports_per_second\":%.0f,\"ns\":%.0f}\n", reports,
           (double)reports / wall, cpu * 1e9 / (double)reports);
}

int main(int argc, char **argv)
{
    if (argc >= 5 && !strcmp(argv[1], "feed")) {
        load(argv[3]);
        feed(atoi(argv[2]), atol(argv[4]), argc > 5 && !strcmp(argv[5], "fresh"));
    } else if (argc == 3 && !strcmp(argv[1], "read")) {
        read_all(atoi(argv[2]));
    } else {
        fputs("usage: walk-bench feed FILE HCI.BIN REPORTS [fresh] | read FILE\n", stderr);
        return 64;
    }
    return 0;
}
