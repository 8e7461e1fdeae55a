// Opens a capture (btsnoop, pcap, pcapng) and returns its packets, each with the kind that
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
enum { BTSNOOP, PCAP, PCAPNG };
// Datalink types of btsnoop: bare HCI, HCI with the packet type byte, Linux monitor channel.
enum { H1 = 1001, H4 = 1002, MONITOR = 2001 };
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

// Header of 24 bytes; the link type is in the low 28 bits of the last word, the rest are flags.
static acc_status open_pcap(acc_capture *capture)
{
    if (capture->length < 24)
        return ACC_TRUNCATED;
    capture->form = PCAP;
    capture->at = 24;
    capture->datalink = pcap32(capture, capture->bytes + 20) & 0x0FFFFFFF;
    return acc_link_type_is_bluetooth(capture->datalink) ? ACC_OK : ACC_UNSUPPORTED;
}

static acc_status open_pcapng(acc_capture *capture)
{
    capture->form = PCAPNG;
    return acc_pcapng_open(capture);
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

// Packet headers: btsnoop 24 bytes, pcap 16. A file cut inside a packet ends with ACC_TRUNCATED.
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
        acc_link_type_read(capture->datalink, packet);
    }
    capture->at += header + size;
    return true;
}
