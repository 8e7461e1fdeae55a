// Decodes MPEG audio frame headers, the lengths in a frame's side information, and the Xing, LAME
// or VBRI tag (ISO/IEC 11172-3, 13818-3). walker.c and slices.c call it.
#include "host/mp3/frame.h"

#include "base/bytes.h"

#include <string.h>

// Length in bytes: samples / 8 * bit rate / sample rate, plus one when padded (11172-3 2.4.3.1).
bool acc_mp3_header_read(const uint8_t bytes[4], mp3_header *header)
{
    static const uint16_t layer3[2][15] = {
        {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
        {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
    };
    static const uint16_t layer2[15] = {0,   32,  48,  56,  64,  80,  96, 112,
                                        128, 160, 192, 224, 256, 320, 384};
    static const uint16_t rates[3] = {44100, 48000, 32000};
    unsigned version = bytes[1] >> 3 & 3, layer = bytes[1] >> 1 & 3;
    unsigned bit_rate = bytes[2] >> 4, rate = bytes[2] >> 2 & 3;
    bool synced = bytes[0] == 0xFF && (bytes[1] & 0xE0) == 0xE0;
    // emphasis 2 is reserved too, but ISO's own test streams have it, and it changes no sample
    if (!synced || version == 1 || layer == 0 || layer == 3 || bit_rate == 15 || rate == 3)
        return false;
    bool low = version != 3, mono = bytes[3] >> 6 == 3;
    *header = (mp3_header){
        .rate = (uint32_t)rates[rate] >> (version == 3   ? 0
                                          : version == 2 ? 1
                                                         : 2),
        .version = version == 3   ? 1
                   : version == 2 ? 2
                                  : 3,
        .layer = (uint8_t)(4 - layer),
        .channels = mono ? 1 : 2,
        .padding = bytes[2] >> 1 & 1,
        .side_offset = bytes[1] & 1 ? 4 : 6,
        .mode = bytes[3] >> 6,
        .extension = bytes[3] >> 4 & 3,
    };
    header->samples = header->layer == 3 && low ? 576 : 1152;
    if (header->layer == 3)
        header->side_size = low ? (mono ? 9 : 17) : (mono ? 17 : 32);
    uint32_t kilobits = header->layer == 3 ? layer3[low][bit_rate]
                        : low              ? layer3[1][bit_rate]
                                           : layer2[bit_rate];
    header->kilobits = (uint16_t)kilobits;
    if (kilobits)
        header->length =
            (uint16_t)(header->samples / 8 * kilobits * 1000 / header->rate + header->padding);
    return true;
}

// Reads up to 25 bits. Four bytes from their first byte on must be readable.
static uint32_t bits_at(const uint8_t *bytes, size_t at, unsigned count)
{
    return load_be32(bytes + at / 8) << at % 8 >> (32 - count);
}

uint32_t acc_mp3_main_data_bits(const mp3_header *header, const uint8_t *side)
{
    bool mono = header->channels == 1, low = header->version != 1;
    // after main_data_begin, private_bits and scfsi
    size_t at = low ? (mono ? 9 : 10) : (mono ? 18 : 20), size = low ? 63 : 59;
    uint32_t bits = 0;
    for (unsigned parts = header->channels * (low ? 1u : 2u); parts; parts--, at += size) {
        bits += bits_at(side, at, 12);                    // part2_3_length
        uint32_t big_values = bits_at(side, at + 12, 9);  // then global_gain, scalefac_compress
        uint32_t block =
            bits_at(side, at + (low ? 38 : 33), 3);  // window_switching_flag, block_type
        if (big_values > 288 || block == 4)
            return UINT32_MAX;
    }
    return bits;
}

// Delay and padding have twelve bits each, 21 bytes into LAME's part of the tag.
static void read_lame(const uint8_t *lame, const uint8_t *end, mp3_tag *tag)
{
    if (end - lame < 24 || lame[0] < ' ' || lame[0] > '~')
        return;
    tag->has_delay = true;
    tag->delay = (uint32_t)(lame[21] << 4 | lame[22] >> 4);
    tag->padding = (uint32_t)((lame[22] & 15) << 8 | lame[23]);
}

static const uint8_t *find_xing(const uint8_t *p, const uint8_t *end)
{
    bool found = end - p >= 8 && (memcmp(p, "Xing", 4) == 0 || memcmp(p, "Info", 4) == 0);
    return found ? p : NULL;
}

// The stated bytes without the tag's own frame.
static uint32_t rest_of(uint32_t bytes, const mp3_header *header)
{
    return bytes > header->length ? bytes - header->length : 0;
}

bool acc_mp3_tag_read(const mp3_header *header, const uint8_t *frame, size_t len, mp3_tag *tag)
{
    const uint8_t *end = frame + len;
    memset(tag, 0, sizeof *tag);
    if (header->layer != 3)
        return false;
    if (len >= 36 + 18 && memcmp(frame + 36, "VBRI", 4) == 0) {
        tag->frames = load_be32(frame + 36 + 14);
        tag->bytes = rest_of(load_be32(frame + 36 + 10), header);
        return true;
    }
    const uint8_t *p = find_xing(frame + header->side_offset + header->side_size, end);
    if (!p)  // LAME places the tag as if there were no CRC
        p = find_xing(frame + 4 + header->side_size, end);
    if (!p)
        return false;
    uint32_t has = load_be32(p + 4);
    p += 8;
    if ((has & 1) && end - p >= 4)
        tag->frames = load_be32(p);
    p += has & 1 ? 4 : 0;
    if ((has & 2) && end - p >= 4)
        tag->bytes = rest_of(load_be32(p), header);
    p += (has & 2 ? 4 : 0) + (has & 4 ? 100 : 0) + (has & 8 ? 4 : 0);
    if (p < end)
        read_lame(p, end, tag);
    return true;
}

uint64_t acc_mp3_frames_in(uint64_t gap, uint64_t frames, uint64_t bytes)
{
    return bytes ? (uint64_t)((double)gap * (double)frames / (double)bytes + 0.25) : 0;
}

// The frames that the tag states and that were not found.
static uint64_t not_found(const mp3_tag *tag, uint64_t frames)
{
    return tag->frames > frames ? tag->frames - frames : 0;
}

// Garbage can have contained as many frames as fit by the mean length, and one more per place.
uint32_t acc_mp3_tag_hidden(const mp3_tag *tag, uint64_t frames, uint64_t bytes, uint64_t garbage,
                            uint64_t places)
{
    uint64_t sound = bytes > garbage ? bytes - garbage : 0, less = not_found(tag, frames);
    if (less == 1 && (tag->bytes ? sound >= tag->bytes : garbage == 0))
        return 0;  // the tag's own
    uint64_t mean = frames ? sound / frames : 0;
    if (less <= garbage / (mean ? mean : 1) + places)
        return (uint32_t)less;
    return (uint32_t)acc_mp3_frames_in(garbage, frames, sound);
}

uint32_t acc_mp3_tag_missing(const mp3_tag *tag, uint64_t frames, uint64_t bytes, uint32_t hidden)
{
    uint64_t missing = not_found(tag, frames + hidden);
    return missing == 1 && bytes >= tag->bytes ? 0 : (uint32_t)missing;
}
