// Advertising reports of HCI events, link layer packets and captures, with every cut; fragments are joined.
#include "accessory/capture.h"
#include "check.h"

#include <string.h>

static const uint8_t legacy[] = {0x3E, 0x19, 0x02, 0x02, 0x00, 0x01, 6,    5,    4,
                                 3,    2,    1,    0x03, 0x02, 0x01, 0x06, 0xC5, 0x04,
                                 0x00, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11, 0x00, 0x7F};

static void legacy_reports(void)
{
    acc_report_reader reader;
    acc_report report;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, legacy, sizeof legacy) == ACC_OK);
    CHECK(acc_report_next(&reader, &report));
    CHECK(report.address[0] == 1 && report.address[5] == 6 && report.address_type == 1);
    CHECK(report.type == (ACC_REPORT_LEGACY | ACC_REPORT_CONNECTABLE | ACC_REPORT_SCANNABLE));
    CHECK(report.rssi == -59 && report.length == 3 && report.data == legacy + 13);
    CHECK(acc_report_next(&reader, &report));
    CHECK(report.type & ACC_REPORT_SCAN_RESPONSE && report.rssi == ACC_RSSI_NONE);
    CHECK(report.length == 0 && report.address[0] == 0x11 && report.sid == ACC_SID_NONE);
    CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_OK);
}

static void every_cut_is_seen(void)
{
    for (size_t len = 0; len < sizeof legacy; len++) {
        acc_report_reader reader;
        CHECK(acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, legacy, len) == ACC_TRUNCATED);
        acc_report report;
        CHECK(!acc_report_next(&reader, &report));
    }
    uint8_t shorter[sizeof legacy];
    memcpy(shorter, legacy, sizeof legacy);
    shorter[1] = 20;  // an event that ends inside its second report
    acc_report_reader reader;
    acc_report report;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, shorter, 22) == ACC_OK);
    CHECK(acc_report_next(&reader, &report) && !acc_report_next(&reader, &report));
    CHECK(reader.status == ACC_TRUNCATED);
    shorter[4] = 5;  // an unknown event type
    acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, shorter, 22);
    CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_MALFORMED);
    shorter[2] = 0x01;  // connection complete
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, shorter, 22) == ACC_UNSUPPORTED);
}

// Writes an extended event with `len` bytes of data; returns its size.
static size_t extended(uint8_t *event, uint8_t address, uint8_t sid, uint8_t type,
                       const uint8_t *data, uint8_t len)
{
    memset(event, 0, 28);
    event[0] = 0x3E;
    event[1] = (uint8_t)(26 + len);
    event[2] = 0x0D;
    event[3] = 1;
    event[4] = type;
    memset(event + 7, address, 6);
    event[13] = 1;
    event[14] = 2;
    event[15] = sid;
    event[16] = 0x7F;
    event[17] = 0xC4;
    event[18] = 0x50;
    event[27] = len;
    memcpy(event + 28, data, len);
    return 28u + len;
}

static acc_report_joiner joiner;
static uint8_t event[300];

static bool join(uint8_t address, uint8_t sid, uint8_t type, const uint8_t *data, uint8_t len,
                 acc_report *report)
{
    acc_report_reader reader;
    size_t size = extended(event, address, sid, type, data, len);
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, event, size) == ACC_OK);
    CHECK(acc_report_next(&reader, report));
    return acc_report_join(&joiner, report);
}

static void pieces_are_joined(void)
{
    uint8_t data[229];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)i;
    acc_report report;
    acc_report_joiner_init(&joiner);
    CHECK(!join(1, 0, ACC_REPORT_MORE, data, 229, &report));
    CHECK(!join(1, 1, ACC_REPORT_MORE, data, 100, &report));  // another set of the same device
    CHECK(join(2, 0, 0, data, 10, &report) && report.length == 10);
    CHECK(report.rssi == -60 && report.secondary_phy == 2 && report.periodic_interval == 0x50);
    CHECK(join(1, 0, 0, data, 30, &report) && report.length == 259);
    CHECK(memcmp(report.data, data, 229) == 0 && memcmp(report.data + 229, data, 30) == 0);
    CHECK(join(1, 1, 0, data, 0, &report) && report.length == 100);

    for (int i = 0; i < 7; i++)
        CHECK(!join(3, 0, ACC_REPORT_MORE, data, 229, &report));
    CHECK(!join(3, 0, ACC_REPORT_MORE, data, 229, &report));
    CHECK(join(3, 0, 0, data, 1, &report));
    CHECK(report.length == ACC_ADVERT_EXTENDED_MAX && report.type & ACC_REPORT_CUT);
}

static void the_oldest_unfinished_makes_room(void)
{
    uint8_t data[8] = {0};
    acc_report report;
    acc_report_joiner_init(&joiner);
    for (uint8_t i = 1; i <= ACC_REPORT_JOIN_SLOTS + 1; i++)
        CHECK(!join(i, 0, ACC_REPORT_MORE, data, 8, &report));
    CHECK(join(1, 0, 0, data, 1, &report) && report.length == 1);  // its first piece was dropped
    CHECK(join(2, 0, 0, data, 1, &report) && report.length == 9);
}

static void link_layer_packets(void)
{
    static const uint8_t packet[] = {0xD6, 0xBE, 0x89, 0x8E, 0x42, 9,    6,    5,    4,
                                     3,    2,    1,    0x02, 0x01, 0x06, 0xAA, 0xBB, 0xCC};
    acc_report_reader reader;
    acc_report report;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) == ACC_OK);
    CHECK(acc_report_next(&reader, &report));
    CHECK(report.type == ACC_REPORT_LEGACY && report.address_type == 1 && report.address[0] == 1);
    CHECK(report.length == 3 && report.rssi == ACC_RSSI_NONE);
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, 8) == ACC_TRUNCATED);
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, 12) == ACC_TRUNCATED);
    CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_TRUNCATED);
}

// An AUX_ADV_IND with address, set 3 and power; then cut everywhere, with a pointer, and with a pointer only.
static void extended_link_layer_packets(void)
{
    uint8_t packet[] = {0xD6, 0xBE, 0x89, 0x8E, 0x47, 17,   0x4A, 0x49, 6,    5,    4,    3,   2, 1,
                        0x34, 0x32, 0xF4, 0x02, 0x01, 0x06, 0x01, 0xFF, 0xFF, 0xAA, 0xBB, 0xCC};
    acc_report_reader reader;
    acc_report report;
    packet[5] = sizeof packet - 9;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) == ACC_OK);
    CHECK(acc_report_next(&reader, &report) && !acc_report_next(&reader, &report));
    CHECK(report.type == ACC_REPORT_CONNECTABLE && report.address[0] == 1 && report.sid == 3);
    CHECK(report.address_type == 1 && report.tx_power == -12 && report.length == 6);
    CHECK(report.data == packet + 17);
    for (size_t len = 0; len < sizeof packet; len++)
        CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, len) == ACC_TRUNCATED);
    packet[6] = 0x4D;  // three more bytes of header, for a pointer
    packet[7] = 0x59;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) == ACC_OK);
    CHECK(acc_report_next(&reader, &report) && report.type & ACC_REPORT_CUT && report.length == 3);
    packet[6] = 0x50;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) ==
          ACC_UNSUPPORTED);
    packet[7] = 0x40;  // no address
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) ==
          ACC_UNSUPPORTED);
    packet[6] = 0x45;  // a header too short for its fields, and one longer than the packet
    packet[7] = 0x7F;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) ==
          ACC_TRUNCATED);
    packet[6] = 0x7F;
    CHECK(acc_report_reader_init(&reader, ACC_PACKET_LE_LL, packet, sizeof packet) ==
          ACC_TRUNCATED);
}

static void captures(void)
{
    static const uint8_t snoop[] = {'b',  't',  's',  'n',  'o',  'o',  'p',  0,    0,    0,   0,
                                    1,    0,    0,    0x03, 0xEA, 0,    0,    0,    4,    0,   0,
                                    0,    3,    0,    0,    0,    3,    0,    0,    0,    0,   0x00,
                                    0xDC, 0xDD, 0xB3, 0x0F, 0x2F, 0x80, 0x05, 0x04, 0x3E, 0x00};
    acc_capture capture;
    acc_capture_packet packet;
    CHECK(acc_capture_open(&capture, snoop, sizeof snoop) == ACC_OK && capture.datalink == 1002);
    CHECK(acc_capture_next(&capture, &packet));
    CHECK(packet.kind == ACC_PACKET_HCI_EVENT && packet.received && packet.cut && packet.time == 5);
    CHECK(packet.length == 2 && packet.bytes == snoop + 41);
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    for (size_t len = 17; len < sizeof snoop; len++) {
        CHECK(acc_capture_open(&capture, snoop, len) == ACC_OK);
        CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_TRUNCATED);
    }

    static const uint8_t pcap[] = {0xA1, 0xB2, 0x3C, 0x4D, 0, 2, 0,    4,    0, 0,    0, 0,
                                   0,    0,    0,    0,    0, 0, 0xFF, 0xFF, 0, 0,    0, 201,
                                   0,    0,    0,    2,    0, 0, 0x0B, 0xB8, 0, 0,    0, 7,
                                   0,    0,    0,    7,    0, 0, 0,    1,    4, 0x3E, 0};
    CHECK(acc_capture_open(&capture, pcap, sizeof pcap) == ACC_OK && capture.datalink == 201);
    CHECK(acc_capture_next(&capture, &packet));
    CHECK(packet.kind == ACC_PACKET_HCI_EVENT && packet.received && packet.time == 2000003);
    CHECK(packet.length == 2 && !packet.cut);

    CHECK(acc_capture_open(&capture, (const uint8_t *)"RIFFxxxx", 8) == ACC_MALFORMED);
    CHECK(!acc_capture_next(&capture, &packet));
}

static size_t put32(uint8_t *p, uint32_t v, bool big)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * (big ? 3 - i : i));
    return 4;
}

// Writes a block of 32-bit words in either byte order.
static size_t put_block(uint8_t *p, uint32_t type, const uint32_t *words, size_t count, bool big)
{
    uint32_t size = (uint32_t)(12 + 4 * count);
    size_t at = put32(p, type, big);
    at += put32(p + at, size, big);
    for (size_t i = 0; i < count; i++)
        at += put32(p + at, words[i], big);
    return at + put32(p + at, size, big);
}

// Writes a section, an HCI interface with a time resolution, a block to skip, and a packet.
static size_t make_pcapng(uint8_t *p, bool big, uint8_t resolution, uint64_t time)
{
    const uint32_t section[] = {0x1A2B3C4D, big ? 0x00010000 : 1, 0xFFFFFFFF, 0xFFFFFFFF};
    uint32_t interface[] = {big ? 201u << 16 : 201, 0, big ? 9u << 16 | 1 : 9 | 1u << 16, 0, 0};
    interface[3] = big ? (uint32_t)resolution << 24 : resolution;
    const uint32_t unknown[] = {1, 2, 3};
    uint32_t packet[] = {0, (uint32_t)(time >> 32), (uint32_t)time, 7, 7, 0, 0};
    size_t at = put_block(p, 0x0A0D0D0A, section, 4, big);
    at += put_block(p + at, 1, interface, 5, big);
    at += put_block(p + at, 5, unknown, 3, big);
    size_t block = at;
    at += put_block(p + at, 6, packet, 7, big);
    memcpy(p + block + 28, "\0\0\0\1\4\x3E", 7);
    return at;
}

static void pcapng_captures(void)
{
    static const struct {
        uint8_t resolution;
        uint64_t time;
    } units[] = {
        {6, 2000003}, {9, 2000003999}, {3, 2000}, {0x80 | 10, 2048}, {0x80 | 50, 1ull << 51}};
    uint8_t file[256];
    acc_capture capture;
    acc_capture_packet packet;
    for (int big = 0; big < 2; big++) {
        size_t size = 0;
        for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
            size = make_pcapng(file, big, units[i].resolution, units[i].time);
            CHECK(acc_capture_open(&capture, file, size) == ACC_OK && capture.datalink == 201);
            CHECK(acc_capture_next(&capture, &packet));
            CHECK(packet.kind == ACC_PACKET_HCI_EVENT && packet.received && packet.length == 2);
            CHECK(packet.time == (i < 2 ? 2000003 : 2000000));
            CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
        }
        for (size_t len = 4; len < size; len++) {
            acc_status status = acc_capture_open(&capture, file, len);
            while (status == ACC_OK && acc_capture_next(&capture, &packet))
                ;
            bool whole = len == 28 || len == 60 || len == 84;
            CHECK(capture.status == (whole ? ACC_OK : ACC_TRUNCATED));
        }
        file[32 + (big ? 3 : 0)] = 13;  // the interface's block is no multiple of 4
        CHECK(acc_capture_open(&capture, file, size) == ACC_MALFORMED);
        make_pcapng(file, big, 6, 0);
        file[36 + (big ? 1 : 0)] = 1;  // Ethernet
        CHECK(acc_capture_open(&capture, file, size) == ACC_UNSUPPORTED && capture.datalink == 1);
        file[8] = 0;
        CHECK(acc_capture_open(&capture, file, size) == ACC_MALFORMED);
    }
}

int main(void)
{
    legacy_reports();
    every_cut_is_seen();
    pieces_are_joined();
    the_oldest_unfinished_makes_room();
    link_layer_packets();
    extended_link_layer_packets();
    captures();
    pcapng_captures();
    return failures;
}
