// Frame headers, side information, encoders' tags and check sums, byte by byte, from ISO/IEC 11172-3 and 13818-3. No decoder.
#include "check.h"
#include "host/mp3/frame.h"
#include "host/mp3/protection.h"

#include <string.h>

static void headers(void)
{
    static const struct {
        uint8_t bytes[4];
        mp3_header h;
    } rows[] = {
        {{0xFF, 0xFB, 0x90, 0x00},
         {.rate = 44100,
          .length = 417,
          .samples = 1152,
          .version = 1,
          .layer = 3,
          .channels = 2,
          .side_offset = 4,
          .side_size = 32,
          .kilobits = 128}},
        {{0xFF, 0xFA, 0x92, 0x64},
         {.rate = 44100,
          .length = 418,
          .samples = 1152,
          .version = 1,
          .layer = 3,
          .channels = 2,
          .padding = 1,
          .side_offset = 6,
          .side_size = 32,
          .mode = 1,
          .extension = 2,
          .kilobits = 128}},
        {{0xFF, 0xFB, 0x94, 0xC0},
         {.rate = 48000,
          .length = 384,
          .samples = 1152,
          .version = 1,
          .layer = 3,
          .channels = 1,
          .side_offset = 4,
          .side_size = 17,
          .mode = 3,
          .kilobits = 128}},
        {{0xFF, 0xF3, 0x48, 0xB2},
         {.rate = 16000,
          .length = 144,
          .samples = 576,
          .version = 2,
          .layer = 3,
          .channels = 2,
          .side_offset = 4,
          .side_size = 17,
          .mode = 2,
          .extension = 3,
          .kilobits = 32}},
        {{0xFF, 0xE3, 0x42, 0xC0},
         {.rate = 11025,
          .length = 209,
          .samples = 576,
          .version = 3,
          .layer = 3,
          .channels = 1,
          .padding = 1,
          .side_offset = 4,
          .side_size = 9,
          .mode = 3,
          .kilobits = 32}},
        {{0xFF, 0xFD, 0x90, 0x00},
         {.rate = 44100,
          .length = 522,
          .samples = 1152,
          .version = 1,
          .layer = 2,
          .channels = 2,
          .side_offset = 4,
          .kilobits = 160}},
        {{0xFF, 0xF4, 0x98, 0x00},
         {.rate = 16000,
          .length = 720,
          .samples = 1152,
          .version = 2,
          .layer = 2,
          .channels = 2,
          .side_offset = 6,
          .kilobits = 80}},
        {{0xFF, 0xFB, 0x00, 0x00},
         {.rate = 44100,
          .samples = 1152,
          .version = 1,
          .layer = 3,
          .channels = 2,
          .side_offset = 4,
          .side_size = 32}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mp3_header h;
        const mp3_header *e = &rows[i].h;
        CHECK(acc_mp3_header_read(rows[i].bytes, &h));
        CHECK(h.rate == e->rate && h.length == e->length && h.samples == e->samples &&
              h.version == e->version);
        CHECK(h.layer == e->layer && h.channels == e->channels && h.padding == e->padding &&
              h.mode == e->mode);
        CHECK(h.side_offset == e->side_offset && h.side_size == e->side_size &&
              h.extension == e->extension);
        CHECK(h.kilobits == e->kilobits && acc_mp3_is_protected(&h) == (e->side_offset == 6));
    }
    // no sync, and what is reserved: version, layers, bit rate, sample rate
    static const uint8_t others[][4] = {{0xFE, 0xFB, 0x90}, {0xFF, 0xDB, 0x90}, {0xFF, 0x7B, 0x90},
                                        {0xFF, 0xBB, 0x90}, {0xFF, 0xEB, 0x90}, {0xFF, 0xF9, 0x90},
                                        {0xFF, 0xFF, 0x90}, {0xFF, 0xFB, 0xF0}, {0xFF, 0xFB, 0x9C}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        mp3_header h;
        CHECK(!acc_mp3_header_read(others[i], &h));
    }
}

// Table B.1 of both standards: kbit/s by version and layer.
static void bit_rates(void)
{
    static const uint16_t tables[4][14] = {
        {32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
        {32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
        {8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
        {8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
    };
    static const uint8_t seconds[] = {0xFB, 0xFD, 0xF3, 0xF5};
    static const uint32_t rates[] = {44100, 48000, 32000};
    for (int kind = 0; kind < 4; kind++)
        for (unsigned i = 1; i < 15; i++)
            for (unsigned k = 0; k < 3; k++) {
                mp3_header h;
                uint32_t rate = kind < 2 ? rates[k] : rates[k] / 2, kilobits = tables[kind][i - 1];
                CHECK(acc_mp3_header_read(
                    (uint8_t[]){0xFF, seconds[kind], (uint8_t)(i << 4 | k << 2), 0}, &h));
                CHECK(h.kilobits == kilobits && h.rate == rate);
                CHECK(h.length == (kind == 2 ? 72000u : 144000u) * kilobits / rate);
            }
}

static void put_bits(uint8_t *bytes, size_t at, unsigned count, uint32_t value)
{
    for (; count--; at++) {
        uint8_t bit = (uint8_t)(0x80 >> at % 8);
        bytes[at / 8] = (uint8_t)(value >> count & 1 ? bytes[at / 8] | bit : bytes[at / 8] & ~bit);
    }
}

// Section 2.4.1.7 of both standards: part2_3_length and what follows it, for each granule and channel.
static void side_information(void)
{
    static const struct {
        uint8_t version, channels;
        size_t first, size, window, parts;
    } rows[] = {{1, 1, 18, 59, 33, 2},
                {1, 2, 20, 59, 33, 4},
                {2, 1, 9, 63, 38, 1},
                {2, 2, 10, 63, 38, 2},
                {3, 2, 10, 63, 38, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mp3_header h = {.version = rows[i].version, .channels = rows[i].channels};
        uint8_t side[36];
        for (int fill = 0; fill < 2; fill++) {
            memset(side, fill ? 0xFF : 0, sizeof side);
            uint32_t sum = 0;
            for (size_t k = 0; k < rows[i].parts; k++) {
                size_t at = rows[i].first + k * rows[i].size;
                put_bits(side, at, 12, (uint32_t)(0x801 + 0x111 * k));
                put_bits(side, at + 12, 9, 288);
                put_bits(side, at + rows[i].window, 3, fill ? 7 : 0);
                sum += (uint32_t)(0x801 + 0x111 * k);
            }
            CHECK(acc_mp3_main_data_bits(&h, side) == sum);
        }
        for (size_t k = 0; k < rows[i].parts; k++) {
            size_t at = rows[i].first + k * rows[i].size;
            for (uint32_t window = 0; window < 8; window++) {
                put_bits(side, at + rows[i].window, 3, window);
                CHECK((acc_mp3_main_data_bits(&h, side) == UINT32_MAX) == (window == 4));
            }
            put_bits(side, at + 12, 9, 289);
            CHECK(acc_mp3_main_data_bits(&h, side) == UINT32_MAX);
            put_bits(side, at + 12, 9, 0);
        }
    }
}

static void put_be32(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> (24 - 8 * i));
}

// "Xing" or "Info", flags, frames, bytes, table, quality, LAME's part.
static void xing_tags(void)
{
    static const uint8_t starts[][4] = {{0xFF, 0xFB, 0x90, 0},
                                        {0xFF, 0xFB, 0x90, 0xC0},
                                        {0xFF, 0xF3, 0x90, 0},
                                        {0xFF, 0xF3, 0x90, 0xC0},
                                        {0xFF, 0xFA, 0x90, 0}};
    static const size_t places[] = {36, 21, 21, 13, 38};
    static const size_t sizes[] = {4, 4, 100, 4};
    for (int i = 0; i < 5; i++) {
        mp3_header h;
        CHECK(acc_mp3_header_read(starts[i], &h));
        for (unsigned flags = 0; flags < 16; flags++)
            for (int early = 0; early < (i == 4 ? 2 : 1); early++) {
                uint8_t frame[300] = {0};
                mp3_tag tag;
                size_t at = places[i] - (early ? 2 : 0);
                memcpy(frame + at, flags % 2 ? "Xing" : "Info", 4);
                put_be32(frame + at + 4, flags);
                at += 8;
                put_be32(frame + at, flags & 1 ? 0x12345678 : 1009);
                put_be32(frame + at + (flags & 1 ? 4 : 0), 1009);
                for (unsigned k = 0; k < 4; k++)
                    at += flags >> k & 1 ? sizes[k] : 0;
                frame[at] = 'L';
                memcpy(frame + at + 21, "\x24\x1A\xBC", 3);
                CHECK(acc_mp3_tag_read(&h, frame, at + 24, &tag));
                CHECK(tag.frames == (flags & 1 ? 0x12345678u : 0));
                CHECK(tag.bytes == (flags & 2 ? 1009u - h.length : 0));
                CHECK(tag.has_delay && tag.delay == 0x241 && tag.padding == 0xABC);
                // a shorter one, and one that is none
                CHECK(acc_mp3_tag_read(&h, frame, at + 23, &tag) && !tag.has_delay &&
                      tag.delay == 0);
                static const uint8_t firsts[] = {' ' - 1, ' ', '~', '~' + 1};
                for (int k = 0; k < 4; k++) {
                    frame[at] = firsts[k];
                    CHECK(acc_mp3_tag_read(&h, frame, at + 24, &tag) &&
                          tag.has_delay == (k == 1 || k == 2));
                }
            }
    }
    uint8_t frame[64] = {0};
    mp3_tag tag = {.frames = 9};
    mp3_header h;
    acc_mp3_header_read(starts[0], &h);
    CHECK(!acc_mp3_tag_read(&h, frame, 64, &tag) && tag.frames == 0);
    memcpy(frame + 36, "Xing\0\0\0\1\0\0\0\7", 12);
    CHECK(!acc_mp3_tag_read(&h, frame, 43, &tag));
    CHECK(acc_mp3_tag_read(&h, frame, 44, &tag) && tag.frames == 0);
    CHECK(acc_mp3_tag_read(&h, frame, 47, &tag) && tag.frames == 0);
    CHECK(acc_mp3_tag_read(&h, frame, 48, &tag) && tag.frames == 7 && !tag.has_delay);
    // bytes: cut off, fewer than the tag's own frame, one more
    memcpy(frame + 36, "Xing\0\0\0\2\0\0\1\xA1", 12);
    CHECK(acc_mp3_tag_read(&h, frame, 47, &tag) && tag.bytes == 0);
    CHECK(h.length == 417 && acc_mp3_tag_read(&h, frame, 48, &tag) && tag.bytes == 0);
    frame[47]++;
    CHECK(acc_mp3_tag_read(&h, frame, 48, &tag) && tag.bytes == 1 && tag.frames == 0);
    h.layer = 2;
    CHECK(!acc_mp3_tag_read(&h, frame, 64, &tag));
    // Fraunhofer's: 32 bytes after the header, bytes 10 and frames 14 bytes in
    h.layer = 3;
    memset(frame, 0, sizeof frame);
    memcpy(frame + 36, "VBRI", 4);
    put_be32(frame + 46, 0x40506);
    put_be32(frame + 50, 0x10203);
    CHECK(!acc_mp3_tag_read(&h, frame, 53, &tag));
    CHECK(acc_mp3_tag_read(&h, frame, 54, &tag) && tag.frames == 0x10203 && !tag.has_delay);
    CHECK(tag.bytes == 0x40506 - 417);
}

static void missing_frames(void)
{
    static const struct {
        uint32_t frames, bytes;  // stated
        uint64_t found, found_bytes;
        uint32_t hidden, missing;
    } rows[] = {
        {100, 0, 100, 41700, 0, 0},    {100, 0, 99, 41283, 0, 0},  // the tag's own frame is counted
        {100, 41283, 99, 41283, 0, 0},                             // and all bytes are there
        {100, 41284, 99, 41283, 0, 1}, {100, 41700, 100, 41283, 0, 0},
        {100, 0, 98, 40866, 0, 2},     {100, 40866, 98, 40866, 0, 2},
        {100, 0, 101, 42117, 0, 0},    {100, 0, 90, 37530, 3, 7},
        {100, 0, 90, 37530, 9, 0},     {100, 0, 90, 37530, 10, 0},
        {100, 0, 0, 0, 0, 100},        {0, 0, 5, 5, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mp3_tag tag = {.frames = rows[i].frames, .bytes = rows[i].bytes};
        CHECK(acc_mp3_tag_missing(&tag, rows[i].found, rows[i].found_bytes, rows[i].hidden) ==
              rows[i].missing);
    }
}

// Frames in garbage: at most as many as fit.
static void hidden_frames(void)
{
    static const struct {
        uint32_t frames, bytes;  // stated
        uint64_t found, found_bytes, garbage, places;
        uint32_t hidden;
    } rows[] = {
        {100, 0, 100, 41700, 0, 0, 0},
        {100, 0, 90, 41700, 4170, 1, 10},
        {100, 0, 89, 41283, 4170, 1, 11},  // one more per place
        {100, 0, 88, 40866, 4170, 1, 10},  // more than fit: others are missing at the end
        {100, 0, 97, 40449, 0, 3, 3},
        {100, 0, 96, 40032, 0, 3, 0},
        {100, 0, 90, 834, 834, 1, 10},
        {100, 0, 0, 10, 5, 0, 0},
        {100, 0, 101, 41700, 0, 1, 0},
        {100, 0, 100, 111700, 70000, 1, 0},  // inserted bytes
        // one less: the tag's own frame is counted, or one was overwritten
        {100, 0, 99, 41283, 0, 1, 0},
        {100, 0, 99, 41700, 417, 1, 1},
        {100, 41283, 99, 41283, 0, 1, 0},
        {100, 41283, 99, 41700, 417, 1, 0},
        {100, 41284, 99, 41700, 417, 1, 1},
        {0, 0, 90, 41700, 4170, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mp3_tag tag = {.frames = rows[i].frames, .bytes = rows[i].bytes};
        uint32_t hidden = acc_mp3_tag_hidden(&tag, rows[i].found, rows[i].found_bytes,
                                             rows[i].garbage, rows[i].places);
        if (hidden != rows[i].hidden)
            printf("row %zu: %u\n", i, hidden);
        CHECK(hidden == rows[i].hidden);
    }
    // the mean length, and a quarter
    CHECK(acc_mp3_frames_in(4170, 90, 37530) == 10 && acc_mp3_frames_in(500, 0, 0) == 0);
    CHECK(acc_mp3_frames_in(312, 100, 41700) == 0 && acc_mp3_frames_in(313, 100, 41700) == 1);
    CHECK(acc_mp3_frames_in(UINT64_C(1) << 40, UINT32_MAX, UINT64_C(1) << 41) == UINT32_MAX / 2);
}

// Polynomial 8005 from FFFF, most significant bit first, over `count` bits from bit `from` on.
static uint16_t crc_of(uint16_t crc, const uint8_t *bytes, size_t from, size_t count)
{
    for (size_t i = from; i < from + count; i++) {
        bool one = bytes[i / 8] << i % 8 & 0x80;
        bool carry = (crc & 0x8000) != 0;
        crc = (uint16_t)(crc << 1);
        if (one != carry)
            crc ^= 0x8005;
    }
    return crc;
}

// Whether exactly the bits of the header's second half and the first `count` of the body are protected.
static bool protects(const mp3_header *h, uint8_t *frame, size_t len, size_t count)
{
    uint16_t crc = crc_of(crc_of(0xFFFF, frame, 16, 16), frame, 48, count);
    frame[4] = (uint8_t)(crc >> 8);
    frame[5] = (uint8_t)crc;
    bool right = acc_mp3_crc_holds(h, frame, len);
    for (size_t bit = 16; bit < 8 * len && right; bit++) {
        bool is_covered = bit < 32 || (bit >= 48 && bit < 48 + count);
        // other bits of an allocation would change what is covered
        if (h->layer == 2 && bit >= 48 && bit < 48 + count - 1)
            continue;
        frame[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
        right = acc_mp3_crc_holds(h, frame, len) == !(is_covered || (bit >= 32 && bit < 48));
        frame[bit / 8] ^= (uint8_t)(0x80 >> bit % 8);
    }
    return right;
}

static void check_sums_of_layer_3(void)
{
    // the CRC catalogue's CRC-16/CMS
    CHECK(crc_of(0xFFFF, (const uint8_t *)"123456789", 0, 72) == 0xAEE7);
    static const uint8_t sides[] = {32, 17, 9};
    for (int i = 0; i < 3; i++) {
        uint8_t frame[60] = {0xFF, 0xFA, 0x90, 0x12};
        for (uint8_t k = 6; k < 60; k++)
            frame[k] = (uint8_t)(k * 37);
        mp3_header h = {.layer = 3, .side_size = sides[i], .side_offset = 6};
        CHECK(protects(&h, frame, 60, 8u * sides[i]));
        CHECK(protects(&h, frame, 6u + sides[i], 8u * sides[i]));
        CHECK(!acc_mp3_crc_holds(&h, frame, 5u + sides[i]));
        CHECK(!acc_mp3_crc_holds(&h, frame, 5));
    }
}

// Layer II: the widths of the allocations, 11172-3 tables B.2a to B.2d and 13818-3 table B.1, then two bits for each subband sent.
static void check_sums_of_layer_2(void)
{
    static const struct {
        uint8_t version, channels, mode, extension;
        uint32_t rate;
        uint16_t kilobits;
        uint8_t table;
    } rows[] = {
        {1, 2, 0, 0, 44100, 192, 'b'}, {1, 2, 0, 0, 44100, 160, 'a'}, {1, 2, 0, 0, 44100, 162, 'b'},
        {1, 2, 0, 0, 44100, 96, 'c'},  {1, 2, 0, 0, 44100, 98, 'a'},  {1, 2, 0, 0, 32000, 96, 'd'},
        {1, 2, 0, 0, 32000, 98, 'a'},  {1, 2, 0, 0, 32000, 192, 'b'}, {1, 2, 0, 0, 48000, 384, 'a'},
        {1, 2, 0, 0, 48000, 96, 'c'},  {1, 1, 3, 0, 44100, 48, 'c'},  {1, 1, 3, 0, 44100, 49, 'a'},
        {1, 1, 3, 0, 44100, 80, 'a'},  {1, 1, 3, 0, 44100, 81, 'b'},  {1, 2, 0, 0, 44100, 0, 'b'},
        {1, 2, 0, 0, 48000, 0, 'a'},   {1, 2, 0, 0, 32000, 0, 'b'},   {2, 2, 0, 0, 22050, 64, 'l'},
        {2, 1, 3, 0, 24000, 8, 'l'},   {1, 2, 1, 0, 44100, 192, 'b'}, {1, 2, 1, 1, 44100, 192, 'b'},
        {1, 2, 1, 3, 44100, 192, 'b'}, {1, 2, 1, 2, 32000, 64, 'd'},  {1, 2, 2, 3, 44100, 192, 'b'},
    };
    static const char *const widths[] = {
        ['a'] = "444444444443333333333332222",
        ['b'] = "444444444443333333333332222222",
        ['c'] = "44333333",
        ['d'] = "443333333333",
        ['l'] = "444433333332222222222222222222",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        mp3_header h = {.layer = 2,
                        .version = rows[i].version,
                        .channels = rows[i].channels,
                        .mode = rows[i].mode,
                        .extension = rows[i].extension,
                        .rate = rows[i].rate,
                        .kilobits = rows[i].kilobits,
                        .side_offset = 6};
        size_t bound = rows[i].mode == 1 ? 4u * (rows[i].extension + 1u) : 32, bits = 0, sent = 0;
        const char *width = widths[rows[i].table];
        for (size_t k = 0; width[k]; k++) {
            bits += (size_t)(width[k] - '0') * (k < bound ? rows[i].channels : 1u);
            sent += rows[i].channels;
        }
        uint8_t frame[120] = {0xFF, 0xFC, 0x90, 0x12};
        CHECK(protects(&h, frame, 120, bits));  // nothing is sent
        memset(frame + 6, 0xFF, sizeof frame - 6);
        CHECK(protects(&h, frame, 120, bits + 2 * sent));
        // a frame that is too short for them
        size_t least = 6 + (bits + 2 * sent + 7) / 8;
        CHECK(acc_mp3_crc_holds(&h, frame, 120) && !acc_mp3_crc_holds(&h, frame, least - 1));
        CHECK(!acc_mp3_crc_holds(&h, frame, 9));
    }
}

int main(void)
{
    headers();
    bit_rates();
    side_information();
    xing_tags();
    missing_frames();
    hidden_frames();
    check_sums_of_layer_3();
    check_sums_of_layer_2();
    return failures;
}
