// Captures of every link type with Bluetooth LE are opened, those with neighbouring numbers are refused, and each
// packet has its kind and direction. Numbers: pcap's registry of link types, and btsnoop's.
#include "accessory/capture.h"
#include "check.h"

#include <string.h>

static acc_status open_pcap(uint32_t link_type)
{
    uint8_t file[24] = {0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0};
    file[20] = (uint8_t)link_type;
    file[21] = (uint8_t)(link_type >> 8);
    acc_capture capture;
    return acc_capture_open(&capture, file, sizeof file);
}

static acc_status open_btsnoop(uint32_t datalink)
{
    uint8_t file[16] = "btsnoop\0\0\0\0\1";
    file[14] = (uint8_t)(datalink >> 8);
    file[15] = (uint8_t)datalink;
    acc_capture capture;
    return acc_capture_open(&capture, file, sizeof file);
}

static acc_capture_packet packet;

// Reads the only packet of a capture of this link type.
static bool read_pcap(uint8_t link_type_high, uint8_t link_type, const uint8_t *bytes, uint8_t len)
{
    static uint8_t file[80] = {0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0};  // packets point into it
    file[20] = link_type;
    file[21] = link_type_high;
    file[32] = file[36] = len;
    memcpy(file + 40, bytes, len);
    acc_capture capture;
    return acc_capture_open(&capture, file, 40u + len) == ACC_OK &&
           acc_capture_next(&capture, &packet);
}

static bool is(enum acc_packet_kind kind, bool received, uint32_t length)
{
    return packet.kind == kind && packet.received == received && packet.length == length;
}

static void kinds_and_directions_of_pcap(void)
{
    // H4: the kind determines the direction
    CHECK(read_pcap(0, 187, (uint8_t[]){4, 0x3E, 0}, 3) && is(ACC_PACKET_HCI_EVENT, true, 2));
    CHECK(read_pcap(0, 187, (uint8_t[]){1, 3, 12, 0}, 4) && is(ACC_PACKET_HCI_COMMAND, false, 3));
    // H4 with the direction, big-endian, before it
    CHECK(read_pcap(0, 201, (uint8_t[]){0, 0, 0, 0, 2, 9}, 6) && is(ACC_PACKET_HCI_ACL, false, 1));
    CHECK(read_pcap(0, 201, (uint8_t[]){0, 0, 0, 1, 2, 9}, 6) && is(ACC_PACKET_HCI_ACL, true, 1));
    // monitor: adapter and opcode, big-endian
    CHECK(read_pcap(0, 254, (uint8_t[]){0, 0, 0, 2, 9}, 5) && is(ACC_PACKET_HCI_COMMAND, false, 1));
    CHECK(read_pcap(0, 254, (uint8_t[]){0, 0, 0, 3, 9}, 5) && is(ACC_PACKET_HCI_EVENT, true, 1));
    CHECK(read_pcap(0, 254, (uint8_t[]){0, 0, 0, 4, 9}, 5) && is(ACC_PACKET_HCI_ACL, false, 1));
    CHECK(read_pcap(0, 254, (uint8_t[]){0, 0, 0, 5, 9}, 5) && is(ACC_PACKET_HCI_ACL, true, 1));
    // link layer, without and with a header: channel, signal power, …, flags (bit 1: the power is valid)
    CHECK(read_pcap(0, 251, (uint8_t[]){1, 2, 3}, 3) && is(ACC_PACKET_LE_LL, true, 3));
    CHECK(packet.rssi == ACC_RSSI_NONE);
    uint8_t headed[13] = {37, 0xC3, 0, 0, 0, 0, 0, 0, 2, 0, 7, 8, 9};
    CHECK(read_pcap(1, 0, headed, 13) && is(ACC_PACKET_LE_LL, true, 3) && packet.rssi == -61);
    headed[8] = 0xFD;
    CHECK(read_pcap(1, 0, headed, 13) && packet.rssi == ACC_RSSI_NONE);
    // bits 10 and 11: the CRC was checked, and is right; 14 and 15: PHY, 2 for Coded
    for (unsigned high = 0; high < 256; high++) {
        headed[9] = (uint8_t)high;
        bool is_wrong = (high & 12) == 4 || high >> 6 == 2;
        CHECK(read_pcap(1, 0, headed, 13) &&
              is(is_wrong ? ACC_PACKET_NONE : ACC_PACKET_LE_LL, true, 3));
    }
}

// nRF Sniffer: board, size (2), version, counter (2), type; size, flags, channel, RSSI, counter (2), time (4).
static void nordic(void)
{
    uint8_t bytes[20] = {7, 13, 0, 3, 5, 0, 2, 10, 1, 37, 61, 0, 0, 1, 2, 3, 4, 0xD6, 0xBE, 0x89};
    for (uint8_t version = 0; version < 5; version++)
        for (uint8_t type = 0; type < 16; type++) {
            bytes[3] = version;
            bytes[6] = type;
            bool is_packet =
                version >= 1 && version <= 3 && (type == 6 || (type == 2 && version == 3));
            CHECK(read_pcap(1, 16, bytes, 20));
            CHECK(is_packet ? is(ACC_PACKET_LE_LL, true, 3) && packet.bytes[0] == 0xD6 &&
                                  packet.rssi == -61
                            : is(ACC_PACKET_NONE, false, 20) && packet.rssi == ACC_RSSI_NONE);
        }
    bytes[3] = 3;
    bytes[6] = 2;
    // bit 0 of the flags: the CRC is right; 4 to 6: PHY, 2 for Coded
    for (unsigned flags = 0; flags < 256; flags++) {
        bytes[8] = (uint8_t)flags;
        bool is_readable = flags & 1 && (flags >> 4 & 7) != 2;
        CHECK(read_pcap(1, 16, bytes, 20) &&
              is(is_readable ? ACC_PACKET_LE_LL : ACC_PACKET_NONE, true, 3));
    }
    bytes[8] = 1;
    bytes[10] = 0;
    CHECK(read_pcap(1, 16, bytes, 20) && packet.rssi == 0);
    bytes[10] = 127;
    CHECK(read_pcap(1, 16, bytes, 20) && packet.rssi == -127);
    bytes[10] = 128;
    CHECK(read_pcap(1, 16, bytes, 20) && packet.rssi == ACC_RSSI_NONE);
    // cut, and a header with a further byte, and one beyond the end
    for (uint8_t length = 0; length < 20; length++)
        CHECK(read_pcap(1, 16, bytes, length) &&
              (length < 17 ? is(ACC_PACKET_NONE, false, length)
                           : is(ACC_PACKET_LE_LL, true, length - 17u)));
    bytes[7] = 11;
    CHECK(read_pcap(1, 16, bytes, 20) && is(ACC_PACKET_LE_LL, true, 2));
    bytes[7] = 255;
    CHECK(read_pcap(1, 16, bytes, 20) && is(ACC_PACKET_LE_LL, true, 0));
}

// PPI: version, flags, size (2), link type (4), fields; inside it the packet of another type.
static void ppi(void)
{
    uint8_t bytes[32] = {0, 0, 12, 0, 251, 0, 0, 0, 0x36, 0x75, 0, 0, 1, 2, 3};
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_LE_LL, true, 3) && packet.bytes[0] == 1);
    bytes[4] = 147;  // Ubertooth's number
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_LE_LL, true, 3));
    CHECK(read_pcap(0, 147, bytes, 15) == false);
    bytes[4] = 187;
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_HCI_COMMAND, false, 2));
    bytes[4] = 1;  // Ethernet
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_NONE, false, 3));
    bytes[4] = 192;  // itself
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_NONE, false, 3));
    bytes[4] = 0;
    bytes[5] = 1;  // 256: link layer with a header
    bytes[13] = 0xC3;
    bytes[20] = 2;
    CHECK(read_pcap(0, 192, bytes, 24) && is(ACC_PACKET_LE_LL, true, 2) && packet.rssi == -61);
    // the header alone, its size too small or beyond the end, and cut
    bytes[4] = 251;
    bytes[5] = 0;
    bytes[2] = 8;
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_LE_LL, true, 7));
    CHECK(read_pcap(0, 192, bytes, 8) && is(ACC_PACKET_LE_LL, true, 0));
    CHECK(read_pcap(0, 192, bytes, 7) && is(ACC_PACKET_NONE, false, 7));
    bytes[2] = 7;
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_NONE, false, 15));
    bytes[3] = 1;
    CHECK(read_pcap(0, 192, bytes, 15) && is(ACC_PACKET_LE_LL, true, 0));
}

// Bare HCI in btsnoop: bit 0 of the flags: received; bit 1: command or event.
static void kinds_and_directions_of_btsnoop(void)
{
    static const uint8_t kinds[] = {ACC_PACKET_HCI_ACL, ACC_PACKET_HCI_ACL, ACC_PACKET_HCI_COMMAND,
                                    ACC_PACKET_HCI_EVENT};
    for (uint8_t flags = 0; flags < 4; flags++) {
        uint8_t file[43] = "btsnoop\0\0\0\0\1\0\0\3\xE9";
        file[19] = file[23] = 3;
        file[27] = flags;
        acc_capture capture;
        CHECK(acc_capture_open(&capture, file, sizeof file) == ACC_OK);
        CHECK(acc_capture_next(&capture, &packet));
        CHECK(is((enum acc_packet_kind)kinds[flags], flags & 1, 3));
    }
}

int main(void)
{
    kinds_and_directions_of_pcap();
    kinds_and_directions_of_btsnoop();
    nordic();
    ppi();
    for (uint32_t type = 0; type < 1024; type++) {
        // HCI, PPI, HCI with direction, link layer, Linux monitor, link layer with a header, nRF Sniffer
        const bool is_known = type == 187 || type == 192 || type == 201 || type == 251 ||
                              type == 254 || type == 256 || type == 272;
        CHECK(open_pcap(type) == (is_known ? ACC_OK : ACC_UNSUPPORTED));
    }
    for (uint32_t type = 0; type < 4096; type++) {
        const bool is_known = type == 1001 || type == 1002 || type == 2001;
        CHECK(open_btsnoop(type) == (is_known ? ACC_OK : ACC_UNSUPPORTED));
    }
    return failures;
}
