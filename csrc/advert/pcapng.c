// Blocks of a pcapng capture (draft-ietf-opsawg-pcapng): interfaces with their time resolution, and
// packets.
//
// Input: the file in capture.c's struct. Output: packets, their times in microseconds, their link
// type. A block is type, size, body, size again; all sizes are multiples of 4.
#include "advert/pcapng.h"

#include "advert/link_type.h"
#include "base/bytes.h"

#include <string.h>

// Block types; others are skipped.
enum { SECTION = 0x0A0D0D0A, INTERFACE = 1, SIMPLE_PACKET = 3, ENHANCED_PACKET = 6 };
enum { BYTE_ORDER = 0x1A2B3C4D, BLOCK_MIN = 12, BLOCK_HEADER = 8, BLOCK_TRAILER = 4 };
enum { OPTION_END = 0, OPTION_TIME_RESOLUTION = 9, MICROSECONDS = 6 };

typedef struct pcapng_block {
    uint32_t type;
    const uint8_t *body;
    size_t length;  // of the body
} pcapng_block;

static uint32_t get32(const acc_capture *capture, const uint8_t *p)
{
    return capture->swapped ? load_be32(p) : load_le32(p);
}

static uint16_t get16(const acc_capture *capture, const uint8_t *p)
{
    return capture->swapped ? load_be16(p) : load_le16(p);
}

// A section states its byte order and has its own list of interfaces.
static bool begin_section(acc_capture *capture, const uint8_t *p, size_t rest)
{
    if (rest < BLOCK_HEADER + 4)
        return false;
    capture->swapped = load_be32(p + BLOCK_HEADER) == BYTE_ORDER;
    capture->interfaces = 0;
    return capture->swapped || load_le32(p + BLOCK_HEADER) == BYTE_ORDER;
}

// Reads the next block. The status is ACC_TRUNCATED until the block is known to be whole.
static bool next_block(acc_capture *capture, pcapng_block *block)
{
    const uint8_t *p = capture->bytes + capture->at;
    size_t rest = capture->length - capture->at;
    if (rest == 0)
        return false;
    capture->status = ACC_TRUNCATED;
    if (rest < BLOCK_MIN)
        return false;
    bool is_section = load_le32(p) == SECTION;
    if (is_section && !begin_section(capture, p, rest)) {
        capture->status = ACC_MALFORMED;
        return false;
    }
    block->type = get32(capture, p);
    size_t size = get32(capture, p + 4);
    if (size < BLOCK_MIN || size % 4 != 0)
        capture->status = ACC_MALFORMED;
    if (capture->status == ACC_MALFORMED || size > rest)
        return false;
    block->body = p + BLOCK_HEADER;
    block->length = size - BLOCK_HEADER - BLOCK_TRAILER;
    capture->at += size;
    capture->status = ACC_OK;
    return true;
}

// Option if_tsresol: units per second as a power of 10, or of 2 when the highest bit is set.
static uint8_t time_resolution(const acc_capture *capture, const pcapng_block *block)
{
    for (size_t at = 8; at + 4 <= block->length;) {
        uint16_t code = get16(capture, block->body + at),
                 size = get16(capture, block->body + at + 2);
        if (code == OPTION_END || size > block->length - at - 4)
            break;
        if (code == OPTION_TIME_RESOLUTION && size == 1)
            return block->body[at + 4];
        at += 4u + (size + 3u) / 4u * 4u;
    }
    return MICROSECONDS;
}

// False for an interface beyond ACC_CAPTURE_INTERFACES_MAX, whose packets are skipped.
static bool add_interface(acc_capture *capture, const pcapng_block *block)
{
    if (block->length < 8 || capture->interfaces >= ACC_CAPTURE_INTERFACES_MAX)
        return false;
    capture->interface[capture->interfaces].datalink = get16(capture, block->body);
    capture->interface[capture->interfaces].resolution = time_resolution(capture, block);
    capture->interfaces++;
    return true;
}

// time / 2^power or time / 10^power seconds, in microseconds.
static int64_t microseconds(uint64_t time, uint8_t resolution)
{
    unsigned power = resolution & 0x7F;
    if (resolution & 0x80) {
        // 40 bits of a second times 10^6 (20 bits) stay below 64 bits
        for (; power > 40; power--)
            time >>= 1;
        uint64_t fraction = time & ((UINT64_C(1) << power) - 1);
        return (int64_t)((time >> power) * 1000000 + (fraction * 1000000 >> power));
    }
    for (; power > MICROSECONDS && time; power--)
        time /= 10;
    for (; power < MICROSECONDS; power++)
        time *= 10;
    return (int64_t)time;
}

acc_status acc_pcapng_open(acc_capture *capture)
{
    pcapng_block block;
    bool is_empty = true, is_readable = false;
    capture->at = 0;
    while (!is_readable && next_block(capture, &block)) {
        if (block.type != INTERFACE || !add_interface(capture, &block))
            continue;
        uint16_t datalink = capture->interface[capture->interfaces - 1].datalink;
        is_readable = acc_link_type_is_bluetooth(datalink);
        if (is_empty || is_readable)
            capture->datalink = datalink;
        is_empty = false;
    }
    capture->at = 0;
    return is_empty || is_readable ? capture->status : ACC_UNSUPPORTED;
}

// An enhanced block has interface, time (2 words), captured and original length; a simple one only
// the original length, on interface 0, without time.
static bool read_packet(const acc_capture *capture, const pcapng_block *block,
                        acc_capture_packet *packet, uint32_t *datalink)
{
    bool enhanced = block->type == ENHANCED_PACKET;
    size_t header = enhanced ? 20 : 4;
    if (block->length < header)
        return false;
    const uint8_t *p = block->body;
    uint32_t number = enhanced ? get32(capture, p) : 0;
    uint32_t original = get32(capture, enhanced ? p + 16 : p);
    uint32_t size = enhanced ? get32(capture, p + 12) : original;
    if (number >= capture->interfaces || (enhanced && size > block->length - header))
        return false;
    if (size > block->length - header)
        size = (uint32_t)(block->length - header);
    *packet = (acc_capture_packet){
        .bytes = p + header, .length = size, .cut = size < original, .rssi = ACC_RSSI_NONE};
    if (enhanced)
        packet->time = microseconds((uint64_t)get32(capture, p + 4) << 32 | get32(capture, p + 8),
                                    capture->interface[number].resolution);
    *datalink = capture->interface[number].datalink;
    return true;
}

bool acc_pcapng_next(acc_capture *capture, acc_capture_packet *packet, uint32_t *datalink)
{
    pcapng_block block;
    while (next_block(capture, &block)) {
        if (block.type == INTERFACE)
            add_interface(capture, &block);
        else if ((block.type == ENHANCED_PACKET || block.type == SIMPLE_PACKET) &&
                 read_packet(capture, &block, packet, datalink))
            return true;
    }
    return false;
}
