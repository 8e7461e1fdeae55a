// Reads the headers that capture programs put before a packet, by link type.
//
// Input: a packet's bytes as the file has them, from capture.c and pcapng.c. Output: the packet
// without headers, its kind, direction and RSSI.
#include "advert/link_type.h"

#include "base/bytes.h"

// Link types of pcap and pcapng (tcpdump's registry).
enum {
    H4 = 187,
    PPI = 192,
    H4_DIRECTION = 201,
    LINK_LAYER = 251,
    MONITOR = 254,
    LINK_LAYER_HEADER = 256,
    NORDIC = 272,
};
// Ubertooth writes this one, the first of those for private use, for the link layer inside PPI.
enum { PPI_USER = 147 };

bool acc_link_type_is_bluetooth(uint32_t link_type)
{
    return link_type == H4 || link_type == PPI || link_type == H4_DIRECTION ||
           link_type == LINK_LAYER || link_type == MONITOR || link_type == LINK_LAYER_HEADER ||
           link_type == NORDIC;
}

static void skip(acc_capture_packet *packet, uint32_t count)
{
    count = count < packet->length ? count : packet->length;
    packet->bytes += count;
    packet->length -= count;
}

// The packet type byte of H4 (Core Specification 5.4, volume 4, part A).
void acc_h4_read(acc_capture_packet *packet)
{
    static const uint8_t kinds[] = {
        [1] = ACC_PACKET_HCI_COMMAND, [2] = ACC_PACKET_HCI_ACL, [3] = ACC_PACKET_HCI_SCO,
        [4] = ACC_PACKET_HCI_EVENT,   [5] = ACC_PACKET_HCI_ISO,
    };
    if (packet->length && packet->bytes[0] < sizeof kinds)
        packet->kind = kinds[packet->bytes[0]];
    skip(packet, 1);
}

// Odd types are received. Others than these are notes, or protocols below HCI.
void acc_packet_logger_read(acc_capture_packet *packet)
{
    static const uint8_t kinds[] = {
        [0] = ACC_PACKET_HCI_COMMAND, [1] = ACC_PACKET_HCI_EVENT, [2] = ACC_PACKET_HCI_ACL,
        [3] = ACC_PACKET_HCI_ACL,     [8] = ACC_PACKET_HCI_SCO,   [9] = ACC_PACKET_HCI_SCO,
    };
    if (packet->length && packet->bytes[0] < sizeof kinds) {
        packet->kind = kinds[packet->bytes[0]];
        packet->received = packet->bytes[0] & 1;
    }
    skip(packet, 1);
}

// The opcodes of the Linux monitor channel. Odd ones of ACL, SCO and ISO are received; so is an
// event.
void acc_monitor_read(acc_capture_packet *packet, unsigned opcode)
{
    static const uint8_t kinds[] = {
        [2] = ACC_PACKET_HCI_COMMAND, [3] = ACC_PACKET_HCI_EVENT, [4] = ACC_PACKET_HCI_ACL,
        [5] = ACC_PACKET_HCI_ACL,     [6] = ACC_PACKET_HCI_SCO,   [7] = ACC_PACKET_HCI_SCO,
        [18] = ACC_PACKET_HCI_ISO,    [19] = ACC_PACKET_HCI_ISO,
    };
    packet->kind = opcode < sizeof kinds ? kinds[opcode] : (uint8_t)ACC_PACKET_NONE;
    packet->received = opcode == 3 || opcode == 5 || opcode == 7 || opcode == 19;
}

// A packet with a wrong CRC is not read. Nor is one on the Coded PHY: its coding indicator is
// between access address and PDU.
static void read_link_layer(acc_capture_packet *packet, bool is_readable)
{
    packet->kind = is_readable ? ACC_PACKET_LE_LL : ACC_PACKET_NONE;
    packet->received = true;
}

// Channel, RSSI, …, flags (bit 1: the RSSI is valid; 10 and 11: the CRC was checked, and is right;
// 14 and 15: PHY, 2 for Coded).
static void read_link_layer_header(acc_capture_packet *packet)
{
    enum { RSSI_AT = 1, FLAGS_AT = 8, HEADER = 10 };
    unsigned flags = packet->length >= HEADER ? load_le16(packet->bytes + FLAGS_AT) : 0;
    if (flags & 2)
        packet->rssi = (int8_t)packet->bytes[RSSI_AT];
    skip(packet, HEADER);
    read_link_layer(packet, (flags & 0x0C00) != 0x0400 && flags >> 14 != 2);
}

// nRF Sniffer for Bluetooth LE. Header: board, size (2 bytes; in version 1 the header's and the
// payload's), version, counter (2), type. The payload of a received packet is its own header
// (size, flags, channel, RSSI without its sign, counter (2), time (4)) and the packet. Flags: bit 0:
// the CRC is right; 4 to 6: PHY, 2 for Coded. Version 3 has a type for advertising channels.
static void read_nordic(acc_capture_packet *packet)
{
    enum { VERSION_AT = 3, TYPE_AT = 6, HEADER = 7, FLAGS_AT = 8, RSSI_AT = 10, HEADERS_MIN = 17 };
    enum { RECEIVED_ADVERTISING = 2, RECEIVED = 6 };
    const uint8_t *p = packet->bytes;
    if (packet->length < HEADERS_MIN || p[VERSION_AT] < 1 || p[VERSION_AT] > 3 ||
        (p[TYPE_AT] != RECEIVED && (p[TYPE_AT] != RECEIVED_ADVERTISING || p[VERSION_AT] < 3)))
        return;
    if (p[RSSI_AT] < 128)
        packet->rssi = (int8_t)-p[RSSI_AT];
    read_link_layer(packet, p[FLAGS_AT] & 1 && (p[FLAGS_AT] >> 4 & 7) != 2);
    skip(packet, HEADER + (uint32_t)p[HEADER]);
}

// Removes a header of CACE's Per-Packet Information: version, flags, size (2 bytes), link type (4), fields.
// Returns the link type, 0 if the header is cut. RSSIs in the fields have no stated unit.
static uint32_t read_ppi(acc_capture_packet *packet)
{
    enum { HEADER_MIN = 8 };
    const uint8_t *p = packet->bytes;
    if (packet->length < HEADER_MIN || load_le16(p + 2) < HEADER_MIN)
        return 0;
    uint32_t link_type = load_le32(p + 4);
    skip(packet, load_le16(p + 2));
    return link_type == PPI_USER ? (uint32_t)LINK_LAYER : link_type;
}

// PPI may contain any other type, but not itself.
void acc_link_type_read(uint32_t link_type, acc_capture_packet *packet)
{
    if (link_type == PPI)
        link_type = read_ppi(packet);
    const uint8_t *p = packet->bytes;
    switch (link_type) {
    case H4:
        acc_h4_read(packet);
        packet->received = packet->kind == ACC_PACKET_HCI_EVENT;
        break;
    case H4_DIRECTION:  // 4 bytes, big-endian
        packet->received = packet->length >= 4 && p[3] & 1;
        skip(packet, 4);
        acc_h4_read(packet);
        break;
    case MONITOR:  // adapter and opcode, big-endian
        if (packet->length >= 4)
            acc_monitor_read(packet, load_be16(p + 2));
        skip(packet, 4);
        break;
    case LINK_LAYER_HEADER:
        read_link_layer_header(packet);
        break;
    case LINK_LAYER:
        read_link_layer(packet, true);
        break;
    case NORDIC:
        read_nordic(packet);
        break;
    default:;  // not Bluetooth
    }
}
