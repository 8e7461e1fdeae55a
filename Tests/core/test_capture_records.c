// The records of captures: times and lengths of each format, the kinds of the Linux monitor, and the blocks of pcapng that are
// skipped (btsnoop's and pcap's descriptions, draft-ietf-opsawg-pcapng).
#include "accessory/capture.h"
#include "check.h"

#include <string.h>

static uint8_t file[2048];
static size_t size;
static acc_capture capture;
static acc_capture_packet packet;

static void put(const void *bytes, size_t len)
{
    memcpy(file + size, bytes, len);
    size += len;
}

static void put32(uint32_t value, bool big)
{
    for (int i = 0; i < 4; i++)
        file[size++] = (uint8_t)(value >> 8 * (big ? 3 - i : i));
}

// The kinds by the monitor's opcode, of which 3, 5, 7 and 19 are received.
static void monitor_opcodes(void)
{
    static const uint8_t kinds[24] = {
        [2] = ACC_PACKET_HCI_COMMAND, [3] = ACC_PACKET_HCI_EVENT, [4] = ACC_PACKET_HCI_ACL,
        [5] = ACC_PACKET_HCI_ACL,     [6] = ACC_PACKET_HCI_SCO,   [7] = ACC_PACKET_HCI_SCO,
        [18] = ACC_PACKET_HCI_ISO,    [19] = ACC_PACKET_HCI_ISO,
    };
    for (unsigned opcode = 0; opcode < 24; opcode++) {
        size = 0;
        put("btsnoop\0\0\0\0\1\0\0\x07\xD1", 16);
        put32(7, true);
        put32(3, true);
        put32(0x00050000 | opcode, true);
        put("\0\0\0\0\0\xDC\xDD\xB3\x0F\x2F\x80\x00", 12);
        put("abc", 3);
        CHECK(acc_capture_open(&capture, file, size) == ACC_OK && capture.datalink == 2001 &&
              acc_capture_next(&capture, &packet));
        CHECK(packet.kind == kinds[opcode] && packet.length == 3 && packet.cut &&
              packet.time == 0 && packet.rssi == ACC_RSSI_NONE);
        CHECK(packet.received == (opcode == 3 || opcode == 5 || opcode == 7 || opcode == 19));
        CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    }
    // version 1 only, and the whole header
    file[11] = 2;
    CHECK(acc_capture_open(&capture, file, size) == ACC_UNSUPPORTED &&
          !acc_capture_next(&capture, &packet));
    file[11] = 1;
    CHECK(acc_capture_open(&capture, file, 15) == ACC_TRUNCATED &&
          acc_capture_open(&capture, file, 16) == ACC_OK);
    CHECK(acc_capture_open(&capture, file, 7) == ACC_MALFORMED &&
          acc_capture_open(&capture, file, 3) == ACC_MALFORMED);
}

// H4's packet types, with and without a direction before it.
static void packet_types(void)
{
    static const uint8_t kinds[] = {ACC_PACKET_NONE,    ACC_PACKET_HCI_COMMAND, ACC_PACKET_HCI_ACL,
                                    ACC_PACKET_HCI_SCO, ACC_PACKET_HCI_EVENT,   ACC_PACKET_HCI_ISO,
                                    ACC_PACKET_NONE};
    for (uint8_t type = 0; type < 7; type++)
        for (size_t length = 0; length < 3; length++) {
            size = 0;
            put("btsnoop\0\0\0\0\1\0\0\x03\xEA", 16);
            put32((uint32_t)length, true);
            put32((uint32_t)length, true);
            put32(0, true);
            put("\0\0\0\0\0\xDC\xDD\xB3\x0F\x2F\x80\x00", 12);
            put((uint8_t[]){type, 9}, length);
            CHECK(acc_capture_open(&capture, file, size) == ACC_OK &&
                  acc_capture_next(&capture, &packet) && !packet.cut);
            CHECK(packet.kind == (length ? kinds[type] : ACC_PACKET_NONE) &&
                  packet.length == (length ? length - 1 : 0));
        }
}

// Both byte orders, microseconds and nanoseconds.
static void pcap_times(void)
{
    for (int big = 0; big < 2; big++)
        for (int nano = 0; nano < 2; nano++) {
            size = 0;
            put32(nano ? 0xA1B23C4D : 0xA1B2C3D4, big);
            put("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
            put32(0xF0000000 | 251, big);
            for (uint32_t i = 0; i < 2; i++) {
                put32(0xF0000001, big);
                put32(nano ? 2999 : 3, big);
                put32(2, big);
                put32(2 + i, big);
                put("ab", 2);
            }
            CHECK(acc_capture_open(&capture, file, size) == ACC_OK && capture.datalink == 251);
            for (int i = 0; i < 2; i++) {
                CHECK(acc_capture_next(&capture, &packet) && packet.kind == ACC_PACKET_LE_LL &&
                      packet.received);
                CHECK(packet.time == INT64_C(0xF0000001) * 1000000 + (nano ? 2 : 3) &&
                      packet.length == 2 && packet.cut == i);
            }
            CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK &&
                  capture.at == size);
            for (size_t cut = 25; cut < 42; cut++) {
                CHECK(acc_capture_open(&capture, file, cut) == ACC_OK &&
                      !acc_capture_next(&capture, &packet));
                CHECK(capture.status == ACC_TRUNCATED && capture.at == 24);
            }
            CHECK(acc_capture_open(&capture, file, 23) == ACC_TRUNCATED &&
                  acc_capture_open(&capture, file, 24) == ACC_OK);
        }
}

// The pseudo headers may be cut; the power of a radio header needs its flag.
static void pseudo_headers(void)
{
    static const struct {
        uint16_t type;
        uint8_t header;
    } rows[] = {{201, 4}, {254, 4}, {256, 10}};
    for (size_t i = 0; i < 3; i++)
        for (uint32_t length = 0; length <= rows[i].header; length++) {
            size = 0;
            put32(0xA1B2C3D4, false);
            put("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
            put32(rows[i].type, false);
            put("\0\0\0\0\0\0\0\0", 8);
            put32(length, false);
            put32(length, false);
            put("\0\xC4\0\3\0\0\0\0\2\0", length);
            CHECK(acc_capture_open(&capture, file, size) == ACC_OK &&
                  acc_capture_next(&capture, &packet) && packet.length == 0);
            bool whole = length == rows[i].header;
            CHECK(packet.rssi == (i == 2 && whole ? -60 : ACC_RSSI_NONE));
            CHECK(packet.kind == (i == 2            ? ACC_PACKET_LE_LL
                                  : i == 1 && whole ? ACC_PACKET_HCI_EVENT
                                                    : ACC_PACKET_NONE));
            CHECK(packet.received == (i == 2 || whole));
        }
}

static void put_block(uint32_t type, const void *body, size_t len)
{
    put32(type, false);
    put32((uint32_t)len + 12, false);
    put(body, len);
    put32((uint32_t)len + 12, false);
}

static void begin_section(void)
{
    put_block(0x0A0D0D0A, "\x4D\x3C\x2B\x1A\1\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 16);
}

// An enhanced packet of an interface: time 5, two bytes of three.
static void put_packet(uint8_t interface)
{
    uint8_t body[24] = {interface, 0, 0, 0, 0, 0, 0, 0, 5, 0,   0,
                        0,         2, 0, 0, 0, 3, 0, 0, 0, 'a', 'b'};
    put_block(6, body, sizeof body);
}

static void interfaces(void)
{
    // link layer; others with a resolution behind another option, behind the end of options, and longer than its block
    size = 0;
    begin_section();
    put_block(1, "\xFB\0\0\0\0\0\0\0", 8);
    put_block(1, "\xFB\0\0\0\0\0\0\0\2\0\1\0x\0\0\0\x09\0\1\0\3\0\0\0", 24);
    put_block(1, "\xFB\0\0\0\0\0\0\0\0\0\0\0\x09\0\1\0\3\0\0\0", 20);
    put_block(1, "\xFB\0\0\0\0\0\0\0\x09\0\x05\0\3\0\0\0", 16);
    put_block(1, "\xFB\0\0\0\0\0\0\0\x09\0\2\0\3\0\0\0", 16);
    put_block(1, "\1\0\0\0\0\0\0\0", 8);
    put_block(1, "\xFB\0\0\0", 4);  // too short: no interface
    for (uint8_t i = 0; i < 6; i++)
        put_packet(i);
    put_packet(6);  // not there
    static const int64_t times[] = {5, 5000, 5, 5, 5, 5};
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK && capture.datalink == 251);
    for (int i = 0; i < 6; i++) {
        CHECK(acc_capture_next(&capture, &packet) && packet.time == times[i] &&
              packet.length == 2 && packet.cut);
        CHECK(packet.kind == (i < 5 ? ACC_PACKET_LE_LL : ACC_PACKET_NONE) &&
              memcmp(packet.bytes, "ab", 2) == 0);
    }
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    // at most 32; the next section begins again
    size = 0;
    begin_section();
    for (int i = 0; i < 34; i++)
        put_block(1, "\xFB\0\0\0\0\0\0\0", 8);
    put_packet(31);
    put_packet(32);
    begin_section();
    put_packet(0);
    put_block(1, "\xBB\0\0\0\0\0\0\0", 8);
    put_packet(0);
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK);
    CHECK(acc_capture_next(&capture, &packet) && packet.kind == ACC_PACKET_LE_LL);
    CHECK(acc_capture_next(&capture, &packet) && packet.kind == ACC_PACKET_NONE &&
          packet.length == 1);
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    // without an interface
    size = 0;
    begin_section();
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK && !acc_capture_next(&capture, &packet));
}

// Interfaces of other types before and behind the one that can be read, which may come late; each packet has the type of
// its interface.
static void mixed_interfaces(void)
{
    size = 0;
    begin_section();
    put_block(1, "\0\0\0\0\0\0\0\0", 8);
    put_packet(0);
    put_block(1, "\1\0\0\0\0\0\0\0", 8);
    put_packet(1);
    CHECK(acc_capture_open(&capture, file, size) == ACC_UNSUPPORTED && capture.datalink == 0 &&
          !acc_capture_next(&capture, &packet));
    put_block(1, "\xFB\0\0\0\0\0\0\0", 8);
    put_block(1, "\xBB\0\0\0\0\0\0\0", 8);
    size_t begin = size;
    put_packet(2);
    put_packet(0);
    put_packet(3);
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK && capture.datalink == 251);
    static const uint8_t lengths[] = {2, 2, 2, 2, 1};
    for (int i = 0; i < 5; i++)
        CHECK(acc_capture_next(&capture, &packet) && packet.length == lengths[i] &&
              packet.kind == (i == 2 ? ACC_PACKET_LE_LL : ACC_PACKET_NONE));
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    // damage behind that interface is found by reading, damage before it by opening
    CHECK(acc_capture_open(&capture, file, begin + 5) == ACC_OK &&
          acc_capture_next(&capture, &packet) && acc_capture_next(&capture, &packet) &&
          !acc_capture_next(&capture, &packet) && capture.status == ACC_TRUNCATED);
    CHECK(acc_capture_open(&capture, file, 28 + 5) == ACC_TRUNCATED);
    CHECK(acc_capture_open(&capture, file, 28 + 20 + 5) == ACC_UNSUPPORTED);
}

// A simple packet has its original length and no time; an enhanced one that states too much is skipped.
static void packets(void)
{
    size = 0;
    begin_section();
    put_block(1, "\xFB\0\0\0\0\0\0\0", 8);
    put_block(3, "\3\0\0\0abc\0", 8);
    put_block(3, "\4\0\0\0abcd", 8);
    put_block(3, "\5\0\0\0abcd", 8);
    put_block(3, "", 0);
    put_block(6, "\0\0\0\0\0\0\0\0\5\0\0\0\2\0\0\0\2\0\0", 16);
    put_block(6, "\0\0\0\0\0\0\0\0\5\0\0\0\5\0\0\0\5\0\0\0abcd", 24);
    put_block(6, "\0\0\0\0\0\0\0\0\5\0\0\0\4\0\0\0\4\0\0\0abcd", 24);
    put_block(2, "\0\0\0\0", 4);
    put_block(6, "\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    static const uint32_t lengths[] = {3, 4, 4, 4, 0};
    static const int64_t times[] = {0, 0, 0, 5, INT64_C(1) << 32};
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK);
    for (int i = 0; i < 5; i++) {
        CHECK(acc_capture_next(&capture, &packet) && packet.length == lengths[i] &&
              packet.time == times[i]);
        CHECK(packet.cut == (i == 2) && packet.rssi == ACC_RSSI_NONE);
    }
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    // blocks below 12 bytes
    size = 0;
    begin_section();
    put_block(1, "\xFB\0\0\0\0\0\0\0", 8);
    size_t at = size;
    put("\6\0\0\0\x0C\0\0\0\x0C\0\0\0", 12);
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK &&
          !acc_capture_next(&capture, &packet) && capture.status == ACC_OK);
    file[at + 4] = 8;
    CHECK(acc_capture_open(&capture, file, size) == ACC_OK &&
          !acc_capture_next(&capture, &packet) && capture.status == ACC_MALFORMED);
}

int main(void)
{
    monitor_opcodes();
    packet_types();
    pcap_times();
    pseudo_headers();
    interfaces();
    mixed_interfaces();
    packets();
    return failures;
}
