// Captures without a file header, which their first record identifies: Apple's PacketLogger in both byte orders, and
// hcidump's own format.
#include "accessory/capture.h"
#include "check.h"

#include <string.h>

enum { LITTLE, BIG };

static uint8_t file[512];
static size_t size;
static acc_capture capture;
static acc_capture_packet packet;

static void put32(uint32_t value, int order)
{
    for (int i = 0; i < 4; i++)
        file[size++] = (uint8_t)(value >> 8 * (order == BIG ? 3 - i : i));
}

static acc_status open_file(void)
{
    return acc_capture_open(&capture, file, size);
}

static bool is(enum acc_packet_kind kind, bool received, uint32_t length)
{
    return packet.kind == kind && packet.received == received && packet.length == length &&
           !packet.cut && packet.rssi == ACC_RSSI_NONE;
}

// A record of PacketLogger: the size of what follows it, seconds, microseconds, type, packet.
static void put_logged(int order, uint8_t type, const char *bytes, uint32_t len)
{
    put32(9 + len, order);
    put32(0xF0000001, order);
    put32(999999, order);
    file[size++] = type;
    memcpy(file + size, bytes, len);
    size += len;
}

static const int64_t late = INT64_C(0xF0000001) * 1000000 + 999999;

static void packet_logger_types(int order)
{
    static const uint8_t kinds[256] = {
        [0] = ACC_PACKET_HCI_COMMAND, [1] = ACC_PACKET_HCI_EVENT, [2] = ACC_PACKET_HCI_ACL,
        [3] = ACC_PACKET_HCI_ACL,     [8] = ACC_PACKET_HCI_SCO,   [9] = ACC_PACKET_HCI_SCO,
    };
    for (unsigned type = 0; type < 256; type++) {
        size = 0;
        put_logged(order, 1, "ab", 2);
        put_logged(order, (uint8_t)type, "abc", 3);
        CHECK(open_file() == ACC_OK && capture.datalink == 0);
        CHECK(acc_capture_next(&capture, &packet) && is(ACC_PACKET_HCI_EVENT, true, 2) &&
              packet.time == late && packet.bytes == file + 13);
        CHECK(acc_capture_next(&capture, &packet) && packet.time == late &&
              is((enum acc_packet_kind)kinds[type], type < 10 && type & 1, 3));
        CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK &&
              capture.at == size);
        // a note may be the first record; 10 to EE are no known types
        size = 0;
        put_logged(order, (uint8_t)type, "abc", 3);
        CHECK(open_file() == (type < 0x10 || type >= 0xEF ? ACC_OK : ACC_MALFORMED));
    }
}

static void packet_logger_sizes(int order)
{
    // cut everywhere: 13 bytes identify the format
    size = 0;
    put_logged(order, 0, "abcd", 4);
    size_t first = size;
    put_logged(order, 1, "abcd", 4);
    size_t all = size;
    for (size = 0; size < all; size++) {
        CHECK(open_file() == (size < 13 ? ACC_MALFORMED : ACC_OK));
        bool has_first = acc_capture_next(&capture, &packet);
        CHECK(has_first == (size >= first));
        CHECK(!has_first || !acc_capture_next(&capture, &packet));
        CHECK(size < 13 || (capture.at == (has_first ? first : 0) &&
                            capture.status == (size == first ? ACC_OK : ACC_TRUNCATED)));
    }
    // a record without a type, and one without a whole time
    size = 0;
    put_logged(order, 0, "", 0);
    put32(8, order);
    put32(1, order);
    put32(2, order);
    put32(7, order);
    put32(1, order);
    put32(2, order);
    CHECK(open_file() == ACC_OK && acc_capture_next(&capture, &packet));
    CHECK(is(ACC_PACKET_HCI_COMMAND, false, 0));
    CHECK(acc_capture_next(&capture, &packet) && is(ACC_PACKET_NONE, false, 0));
    CHECK(packet.time == 1000002);
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_MALFORMED &&
          capture.at == 25);
    // the first record's size and microseconds
    static const struct {
        uint32_t size, fraction;
        bool is_right;
    } rows[] = {{9, 999999, true},
                {8, 1, false},
                {0xFFFF, 1, true},
                {0x10000, 1, false},
                {9, 1000000, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size = 0;
        put32(rows[i].size, order);
        put32(1, order);
        put32(rows[i].fraction, order);
        put32(0, order);
        CHECK(open_file() == (rows[i].is_right ? ACC_OK : ACC_MALFORMED));
    }
}

// A record of hcidump: size, received, padding, seconds, microseconds, H4 packet.
static void put_dumped(uint8_t received, const char *bytes, uint16_t len)
{
    file[size++] = (uint8_t)len;
    file[size++] = (uint8_t)(len >> 8);
    file[size++] = received;
    file[size++] = 0x55;
    put32(0xF0000001, LITTLE);
    put32(999999, LITTLE);
    memcpy(file + size, bytes, len);
    size += len;
}

static void hcidump(void)
{
    size = 0;
    put_dumped(0, "\1\x0C\x20\2\1\0", 6);
    size_t first = size;
    put_dumped(1, "\4\x0E\4\1\x0C\x20\0", 7);
    put_dumped(0, "\2\1\0\0\0", 5);
    put_dumped(1, "\3\1\0\0", 4);
    put_dumped(1, "\5", 1);
    put_dumped(0, "\xFF\0", 2);
    put_dumped(0, "", 0);
    static const struct {
        enum acc_packet_kind kind;
        bool received;
        uint32_t length;
    } rows[] = {{ACC_PACKET_HCI_COMMAND, false, 5}, {ACC_PACKET_HCI_EVENT, true, 6},
                {ACC_PACKET_HCI_ACL, false, 4},     {ACC_PACKET_HCI_SCO, true, 3},
                {ACC_PACKET_HCI_ISO, true, 0},      {ACC_PACKET_NONE, false, 1},
                {ACC_PACKET_NONE, false, 0}};
    CHECK(open_file() == ACC_OK && capture.datalink == 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(acc_capture_next(&capture, &packet) && packet.time == late &&
              is(rows[i].kind, rows[i].received, rows[i].length));
    CHECK(!acc_capture_next(&capture, &packet) && capture.status == ACC_OK && capture.at == size);
    for (size = 0; size < first + 20; size++) {
        CHECK(open_file() == (size < 17 ? ACC_MALFORMED : ACC_OK));
        bool has_first = acc_capture_next(&capture, &packet);
        CHECK(has_first == (size >= first));
        CHECK(!has_first || size == first + 19 || !acc_capture_next(&capture, &packet));
    }
    // a size of more than a byte
    static const char large[266] = {2, 1, 0, 5, 1};
    size = 0;
    put_dumped(1, large, 266);
    CHECK(open_file() == ACC_OK && acc_capture_next(&capture, &packet) &&
          is(ACC_PACKET_HCI_ACL, true, 265) && capture.at == size);
}

// The first packet, its size, and whether it identifies the format.
static void hcidump_first_packets(void)
{
    static const struct {
        const char *bytes;
        uint8_t length;
        bool is_right;
    } rows[] = {
        {"\1\3\x0C\0", 4, true},   {"\1\3\x0C\1", 4, false},
        {"\2\1\0\2\0ab", 7, true}, {"\2\1\0\2\1ab", 7, false},
        {"\3\1\0\1a", 5, true},    {"\3\1\0\0a", 5, false},
        {"\4\x13\2ab", 5, true},   {"\4\x13\3ab", 5, false},
        {"\5\1\0\0\0", 5, false},  {"", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint8_t received = 0; received < 3; received++) {
            size = 0;
            put_dumped(received, rows[i].bytes, rows[i].length);
            put_dumped(received, "\4\x13\2ab", 5);
            CHECK(open_file() == (rows[i].is_right && received < 2 ? ACC_OK : ACC_MALFORMED));
        }
    size = 0;
    put_dumped(0, "\1\3\x0C\1a", 5);
    memcpy(file + 8, "\x40\x42\x0F\0", 4);  // 1000000
    CHECK(open_file() == ACC_MALFORMED);
}

// PacketLogger's little-endian event and hcidump's sent command look alike; the packet's size decides.
static void alike(void)
{
    size = 0;
    put_logged(LITTLE, 1, "\x0E\4\1\x0C\x20\0", 6);
    CHECK(open_file() == ACC_OK && acc_capture_next(&capture, &packet) &&
          is(ACC_PACKET_HCI_EVENT, true, 6));
    size = 0;
    put_dumped(0, "\1\x0B\x20\7\1\x40\1\x40\1\0\0", 11);
    file[3] = 0;
    CHECK(open_file() == ACC_OK && acc_capture_next(&capture, &packet) &&
          is(ACC_PACKET_HCI_COMMAND, false, 10));
}

int main(void)
{
    for (int order = LITTLE; order <= BIG; order++) {
        packet_logger_types(order);
        packet_logger_sizes(order);
    }
    hcidump();
    hcidump_first_packets();
    alike();
    return failures;
}
