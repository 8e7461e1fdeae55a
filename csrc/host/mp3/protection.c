// Checks the optional CRC of a frame (ISO/IEC 11172-3 2.4.3.1). It covers the side information in
// layer III, the allocation and the scale factor selection in layer II. walker.c calls it for each
// frame.
#include "host/mp3/protection.h"

#include "base/bytes.h"

bool acc_mp3_is_protected(const mp3_header *header)
{
    return header->side_offset == 6;
}

// CRC-16, polynomial x^16 + x^15 + x^2 + 1 (8005), most significant bit first.
static uint32_t crc_bits(uint32_t crc, const uint8_t *bytes, size_t from, size_t count)
{
    for (size_t at = from; at < from + count; at++) {
        uint32_t bit = bytes[at / 8] >> (7 - at % 8) & 1;
        crc = (crc << 1 ^ ((crc >> 15 ^ bit) & 1 ? 0x8005 : 0)) & 0xFFFF;
    }
    return crc;
}

// The bits of a subband's allocation in layer II: 11172-3 tables B.2a to B.2d, 13818-3 table B.1. A row applies to the
// subbands from the previous row's `subbands` up to its own.
typedef struct allocation_width {
    uint8_t subbands, bits;
} allocation_width;

static const allocation_width *allocation_of(const mp3_header *h)
{
    static const allocation_width a[] = {{11, 4}, {23, 3}, {27, 2}, {0, 0}};
    static const allocation_width b[] = {{11, 4}, {23, 3}, {30, 2}, {0, 0}};
    static const allocation_width c[] = {{2, 4}, {8, 3}, {0, 0}};
    static const allocation_width d[] = {{2, 4}, {12, 3}, {0, 0}};
    static const allocation_width low[] = {{4, 4}, {11, 3}, {30, 2}, {0, 0}};
    if (h->version != 1)
        return low;
    unsigned each = h->kilobits / h->channels;  // kbit/s per channel; 0 in free format
    if (each && each <= 48)
        return h->rate == 32000 ? d : c;
    return h->rate == 48000 || (each && each <= 80) ? a : b;
}

// The number of bits of the allocation and of the scale factor selection, which has two bits per channel of each
// subband sent. SIZE_MAX if they exceed the frame.
static size_t layer2_bits(const mp3_header *h, const uint8_t *body, size_t len)
{
    size_t at = 0, sent = 0;
    unsigned bound = h->mode == 1 ? 4 * (h->extension + 1u) : 32, subband = 0;
    for (const allocation_width *row = allocation_of(h); row->bits; row++)
        for (; subband < row->subbands; subband++)
            for (unsigned c = 0; c < (subband < bound ? h->channels : 1u); c++) {
                if (at / 8 + 4 > len)
                    return SIZE_MAX;
                uint32_t bits = load_be32(body + at / 8) << at % 8 >> (32 - row->bits);
                sent += bits == 0 ? 0 : subband < bound ? 1 : h->channels;
                at += row->bits;
            }
    return at + 2 * sent;
}

bool acc_mp3_crc_holds(const mp3_header *header, const uint8_t *frame, size_t len)
{
    if (len < 6)
        return false;
    const uint8_t *body = frame + 6;
    size_t bits = header->layer == 3 ? 8u * header->side_size : layer2_bits(header, body, len - 6);
    if (bits > 8 * (len - 6))
        return false;
    uint32_t crc = crc_bits(crc_bits(0xFFFF, frame, 16, 16), body, 0, bits);
    return crc == load_be16(frame + 4);
}
