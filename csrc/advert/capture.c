// Opens a capture (btsnoop, pcap, pcapng) and returns its packets, each with the kind that
// hci_report.c expects.
//
// Input: the whole file in memory. Output: packets as slices of it, with time in microseconds since
// 1970 and, where the format has it, RSSI. BluetoothLE's Capture calls it; pcapng.c reads pcapng's
// blocks.
#include "accessory/capture.h"

#include "advert/pcapng.h"
#include "base/bytes.h"

#include <string.h>

// File formats.
enum { BTSNOOP, PCAP, PCAPNG };
// Datalink types of btsnoop: bare HCI, HCI with the packet type byte, Linux monitor channel.
enum { H1 = 1001, H4 = 1002, MONITOR = 2001 };
// Link types of pcap and pcapng (tcpdump's LINKTYPE_BLUETOOTH_* registry).
enum {
    PCAP_H4 = 187,
    PCAP_H4_DIRECTION = 201,
    PCAP_LINK_LAYER = 251,
    PCAP_MONITOR = 254,
    PCAP_LINK_LAYER_HEADER = 256,
};

// btsnoop counts microseconds from midnight of 1 January in year 0; this is 1970-01-01 on that
// scale
static const int64_t btsnoop_epoch = INT64_C(0x00DCDDB30F2F8000);

// pcap has the byte order of the machine that wrote it.
static uint32_t pcap32(const acc_capture *capture, const uint8_t *p)
{
    return capture->swapped ? load_be32(p) : load_le32(p);
}

// Header: "btsnoop" and a zero, version (1), datalink, all big-endian.
static acc_status open_btsnoop(acc_capture *capture)
{
    if (capture->length < 16)
        return ACC_TRUNCATED;
    capture->form = BTSNOOP;
    capture->at = 16;
    capture->datalink = load_be32(capture->bytes + 12);
    bool known = capture->datalink == H1 || capture->datalink == H4 || capture->datalink == MONITOR;
    return known && load_be32(capture->bytes + 8) == 1 ? ACC_OK : ACC_UNSUPPORTED;
}

static bool is_bluetooth(uint32_t datalink)
{
    return datalink == PCAP_H4 || datalink == PCAP_H4_DIRECTION || datalink == PCAP_LINK_LAYER ||
           datalink == PCAP_MONITOR || datalink == PCAP_LINK_LAYER_HEADER;
}

// Header of 24 bytes; the link type is in the low 28 bits of the last word, the rest are flags.
static acc_status open_pcap(acc_capture *capture)
{
    if (capture->length < 24)
        return ACC_TRUNCATED;
    capture->form = PCAP;
    capture->at = 24;
    capture->datalink = pcap32(capture, capture->bytes + 20) & 0x0FFFFFFF;
    return is_bluetooth(capture->datalink) ? ACC_OK : ACC_UNSUPPORTED;
}

static acc_status open_pcapng(acc_capture *capture)
{
    capture->form = PCAPNG;
    acc_status status = acc_pcapng_open(capture);
    return capture->interfaces && !is_bluetooth(capture->datalink) ? ACC_UNSUPPORTED : status;
}

// The magic identifies format, byte order and, for pcap, the unit of time: A1B2C3D4 microseconds,
// A1B23C4D nanoseconds.
static acc_status open_any(acc_capture *capture)
{
    if (capture->length >= 8 && memcmp(capture->bytes, "btsnoop", 8) == 0)
        return open_btsnoop(capture);
    if (capture->length < 4)
        return ACC_MALFORMED;
    uint32_t little = load_le32(capture->bytes), big = load_be32(capture->bytes);
    if (little == PCAPNG_MAGIC)
        return open_pcapng(capture);
    capture->swapped = big == 0xA1B2C3D4u || big == 0xA1B23C4Du;
    uint32_t magic = capture->swapped ? big : little;
    capture->nanoseconds = magic == 0xA1B23C4Du;
    return magic == 0xA1B2C3D4u || capture->nanoseconds ? open_pcap(capture) : ACC_MALFORMED;
}

// After an error, acc_capture_next returns nothing.
acc_status acc_capture_open(acc_capture *capture, const uint8_t *bytes, size_t len)
{
    *capture = (acc_capture){.bytes = bytes, .length = len};
    capture->status = open_any(capture);
    if (capture->status != ACC_OK)
        capture->at = len;
    return capture->status;
}

static void skip(acc_capture_packet *packet, uint32_t count)
{
    count = count < packet->length ? count : packet->length;
    packet->bytes += count;
    packet->length -= count;
}

// The packet type byte of H4 (Core Specification 5.4, volume 4, part A).
static void read_h4(acc_capture_packet *packet)
{
    static const uint8_t kinds[] = {
        [1] = ACC_PACKET_HCI_COMMAND, [2] = ACC_PACKET_HCI_ACL, [3] = ACC_PACKET_HCI_SCO,
        [4] = ACC_PACKET_HCI_EVENT,   [5] = ACC_PACKET_HCI_ISO,
    };
    if (packet->length && packet->bytes[0] < sizeof kinds)
        packet->kind = kinds[packet->bytes[0]];
    skip(packet, 1);
}

// The opcodes of the Linux monitor channel. Odd ones of ACL, SCO and ISO are received; so is an
// event.
static void read_monitor(acc_capture_packet *packet, unsigned opcode)
{
    static const uint8_t kinds[] = {
        [2] = ACC_PACKET_HCI_COMMAND, [3] = ACC_PACKET_HCI_EVENT, [4] = ACC_PACKET_HCI_ACL,
        [5] = ACC_PACKET_HCI_ACL,     [6] = ACC_PACKET_HCI_SCO,   [7] = ACC_PACKET_HCI_SCO,
        [18] = ACC_PACKET_HCI_ISO,    [19] = ACC_PACKET_HCI_ISO,
    };
    packet->kind = opcode < sizeof kinds ? kinds[opcode] : (uint8_t)ACC_PACKET_NONE;
    packet->received = opcode == 3 || opcode == 5 || opcode == 7 || opcode == 19;
}

// Bit 0 of the flags: received; bit 1: command or event, else data. The monitor channel stores its
// opcode in the low 16 bits instead.
static void read_btsnoop_packet(uint32_t datalink, uint32_t flags, acc_capture_packet *packet)
{
    packet->received = flags & 1;
    if (datalink == H4)
        read_h4(packet);
    else if (datalink == MONITOR)
        read_monitor(packet, flags & 0xFFFF);
    else if (flags & 2)
        packet->kind = flags & 1 ? ACC_PACKET_HCI_EVENT : ACC_PACKET_HCI_COMMAND;
    else
        packet->kind = ACC_PACKET_HCI_ACL;
}

// The pseudo header before the packet: direction (4 bytes), adapter and opcode (4), or radio (10).
static void read_pcap_packet(uint32_t datalink, acc_capture_packet *packet)
{
    const uint8_t *p = packet->bytes;
    switch (datalink) {
    case PCAP_H4:
        read_h4(packet);
        packet->received = packet->kind == ACC_PACKET_HCI_EVENT;
        break;
    case PCAP_H4_DIRECTION:
        packet->received = packet->length >= 4 && p[3] & 1;
        skip(packet, 4);
        read_h4(packet);
        break;
    case PCAP_MONITOR:
        if (packet->length >= 4)
            read_monitor(packet, load_be16(p + 2));
        skip(packet, 4);
        break;
    case PCAP_LINK_LAYER_HEADER:
        if (packet->length >= 10 && load_le16(p + 8) & 2)  // signal power is valid
            packet->rssi = (int8_t)p[1];
        skip(packet, 10);
        packet->kind = ACC_PACKET_LE_LL;
        packet->received = true;
        break;
    case PCAP_LINK_LAYER:
        packet->kind = ACC_PACKET_LE_LL;
        packet->received = true;
        break;
    default:  // an interface of pcapng that is not Bluetooth
        packet->kind = ACC_PACKET_NONE;
    }
}

// Packet headers: btsnoop 24 bytes, pcap 16. A file cut inside a packet ends with ACC_TRUNCATED.
bool acc_capture_next(acc_capture *capture, acc_capture_packet *packet)
{
    if (capture->form == PCAPNG) {
        uint32_t datalink;
        if (!acc_pcapng_next(capture, packet, &datalink))
            return false;
        read_pcap_packet(datalink, packet);
        return true;
    }
    const uint8_t *p = capture->bytes + capture->at;
    size_t rest = capture->length - capture->at, header = capture->form == BTSNOOP ? 24 : 16;
    if (rest == 0)
        return false;
    uint32_t size = 0, original = 0;
    if (rest >= header) {
        size = capture->form == BTSNOOP ? load_be32(p + 4) : pcap32(capture, p + 8);
        original = capture->form == BTSNOOP ? load_be32(p) : pcap32(capture, p + 12);
    }
    if (rest < header || rest - header < size) {
        capture->status = ACC_TRUNCATED;
        return false;
    }
    *packet = (acc_capture_packet){
        .bytes = p + header, .length = size, .cut = size < original, .rssi = ACC_RSSI_NONE};
    if (capture->form == BTSNOOP) {
        uint64_t time = (uint64_t)load_be32(p + 16) << 32 | load_be32(p + 20);
        packet->time = (int64_t)(time - (uint64_t)btsnoop_epoch);
        read_btsnoop_packet(capture->datalink, load_be32(p + 8), packet);
    } else {
        uint32_t fraction = pcap32(capture, p + 4);
        packet->time = (int64_t)pcap32(capture, p) * 1000000 +
                       (capture->nanoseconds ? fraction / 1000 : fraction);
        read_pcap_packet(capture->datalink, packet);
    }
    capture->at += header + size;
    return true;
}
