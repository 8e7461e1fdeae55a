// Opens a capture (btsnoop, pcap, pcapng, PacketLogger, hcidump) and returns its packets, each with the kind that
// hci_report.c expects.
//
// Input: the whole file in memory. Output: packets as slices of it, with time in microseconds since
// 1970 and, where the format has it, RSSI. BluetoothLE's Capture calls it; pcapng.c reads pcapng's
// blocks, link_type.c the headers inside packets.
#include "accessory/capture.h"

#include "advert/link_type.h"
#include "advert/pcapng.h"
#include "base/bytes.h"

#include <string.h>

// File formats.
enum { BTSNOOP, PCAP, PCAPNG, PACKET_LOGGER, HCIDUMP };
// Datalink types of btsnoop: bare HCI, HCI with the packet type byte, Linux monitor channel.
enum { H1 = 1001, H4 = 1002, MONITOR = 2001 };
// btsnoop counts microseconds from midnight of 1 January in year 0; this is 1970-01-01 on that
// scale
static const int64_t btsnoop_epoch = INT64_C(0x00DCDDB30F2F8000);

// pcap and PacketLogger have the byte order of the machine that wrote them.
static uint32_t get32(const acc_capture *capture, const uint8_t *p)
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

// Header of 24 bytes; the link type is in the low 28 bits of the last word, the rest are flags.
static acc_status open_pcap(acc_capture *capture)
{
    if (capture->length < 24)
        return ACC_TRUNCATED;
    capture->form = PCAP;
    capture->at = 24;
    capture->datalink = get32(capture, capture->bytes + 20) & 0x0FFFFFFF;
    return acc_link_type_is_bluetooth(capture->datalink) ? ACC_OK : ACC_UNSUPPORTED;
}

static acc_status open_pcapng(acc_capture *capture)
{
    capture->form = PCAPNG;
    return acc_pcapng_open(capture);
}

// Apple's PacketLogger has no file header. A record: size of what follows it (4), seconds and microseconds (4
// each), type, packet. A plausible first record identifies the format and its byte order.
static bool is_packet_logger(const acc_capture *capture)
{
    enum { FRACTION_AT = 8, TYPE_AT = 12, DATA_TYPES = 0x10, NOTE_TYPES = 0xEF };
    if (capture->length <= TYPE_AT)
        return false;
    uint32_t size = get32(capture, capture->bytes);
    uint8_t type = capture->bytes[TYPE_AT];
    return size > TYPE_AT - 4 && size <= UINT16_MAX &&
           get32(capture, capture->bytes + FRACTION_AT) < 1000000 &&
           (type < DATA_TYPES || type >= NOTE_TYPES);
}

// hcidump's own format has no file header. A record, little-endian: size (2), received (1), padding (1), seconds
// and microseconds (4 each), H4 packet. The first packet's own size must agree with the record's.
static bool is_hcidump(const acc_capture *capture)
{
    enum { RECEIVED_AT = 2, FRACTION_AT = 8, PACKET_AT = 12, PACKET_HEADER_MAX = 5 };
    const uint8_t *p = capture->bytes, *packet = p + PACKET_AT;
    if (capture->length < PACKET_AT + PACKET_HEADER_MAX || p[RECEIVED_AT] > 1 ||
        load_le32(p + FRACTION_AT) >= 1000000)
        return false;
    uint32_t size = load_le16(p);
    switch (packet[0]) {
    case 1:  // command
    case 3:  // SCO
        return size == 4u + packet[3];
    case 2:  // ACL
        return size == 5u + load_le16(packet + 3);
    case 4:  // event
        return size == 3u + packet[2];
    default:
        return false;
    }
}

static acc_status open_without_header(acc_capture *capture)
{
    if (is_hcidump(capture)) {
        capture->form = HCIDUMP;
        return ACC_OK;
    }
    capture->form = PACKET_LOGGER;
    if (is_packet_logger(capture))
        return ACC_OK;
    capture->swapped = true;
    return is_packet_logger(capture) ? ACC_OK : ACC_MALFORMED;
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
    return magic == 0xA1B2C3D4u || capture->nanoseconds ? open_pcap(capture)
                                                        : open_without_header(capture);
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

// Bit 0 of the flags: received; bit 1: command or event, else data. The monitor channel stores its
// opcode in the low 16 bits instead.
static void read_btsnoop_packet(uint32_t datalink, uint32_t flags, acc_capture_packet *packet)
{
    packet->received = flags & 1;
    if (datalink == H4)
        acc_h4_read(packet);
    else if (datalink == MONITOR)
        acc_monitor_read(packet, flags & 0xFFFF);
    else if (flags & 2)
        packet->kind = flags & 1 ? ACC_PACKET_HCI_EVENT : ACC_PACKET_HCI_COMMAND;
    else
        packet->kind = ACC_PACKET_HCI_ACL;
}

static int64_t microseconds(uint32_t seconds, uint32_t fraction)
{
    return (int64_t)seconds * 1000000 + fraction;
}

static const uint8_t header_sizes[] = {
    [BTSNOOP] = 24, [PCAP] = 16, [PACKET_LOGGER] = 12, [HCIDUMP] = 12};

// Reads the packet's size and time from the header of its record. False for an invalid size.
static bool read_header(const acc_capture *capture, const uint8_t *p, acc_capture_packet *packet)
{
    uint32_t original;
    switch (capture->form) {
    case BTSNOOP:
        original = load_be32(p);
        packet->length = load_be32(p + 4);
        packet->time = (int64_t)(((uint64_t)load_be32(p + 16) << 32 | load_be32(p + 20)) -
                                 (uint64_t)btsnoop_epoch);
        break;
    case PCAP:
        original = get32(capture, p + 12);
        packet->length = get32(capture, p + 8);
        packet->time = microseconds(get32(capture, p),
                                    get32(capture, p + 4) / (capture->nanoseconds ? 1000 : 1));
        break;
    case PACKET_LOGGER:  // the size includes the time
        original = packet->length = get32(capture, p) - 8;
        packet->time = microseconds(get32(capture, p + 4), get32(capture, p + 8));
        if (get32(capture, p) < 8)
            return false;
        break;
    default:  // hcidump
        original = packet->length = load_le16(p);
        packet->received = p[2] & 1;
        packet->time = microseconds(load_le32(p + 4), load_le32(p + 8));
    }
    packet->cut = packet->length < original;
    return true;
}

static void read_packet(const acc_capture *capture, const uint8_t *header,
                        acc_capture_packet *packet)
{
    switch (capture->form) {
    case BTSNOOP:
        read_btsnoop_packet(capture->datalink, load_be32(header + 8), packet);
        break;
    case PCAP:
        acc_link_type_read(capture->datalink, packet);
        break;
    case PACKET_LOGGER:
        acc_packet_logger_read(packet);
        break;
    default:
        acc_h4_read(packet);
    }
}

// A file cut inside a packet ends with ACC_TRUNCATED.
bool acc_capture_next(acc_capture *capture, acc_capture_packet *packet)
{
    if (capture->form == PCAPNG) {
        uint32_t datalink;
        if (!acc_pcapng_next(capture, packet, &datalink))
            return false;
        acc_link_type_read(datalink, packet);
        return true;
    }
    const uint8_t *p = capture->bytes + capture->at;
    size_t rest = capture->length - capture->at, header = header_sizes[capture->form];
    if (rest == 0)
        return false;
    acc_capture_packet read = {.bytes = p + header, .rssi = ACC_RSSI_NONE};
    capture->status = ACC_TRUNCATED;
    if (rest >= header && !read_header(capture, p, &read))
        capture->status = ACC_MALFORMED;
    else if (rest >= header && rest - header >= read.length)
        capture->status = ACC_OK;
    if (capture->status != ACC_OK)
        return false;
    capture->at += header + read.length;
    read_packet(capture, p, &read);
    *packet = read;
    return true;
}
