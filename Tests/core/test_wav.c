// WAV headers: written ones are read in pieces of any size; foreign chunks, open sizes, RF64, and files that are
// refused.
#include "accessory/wav.h"
#include "base/bytes.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

// the file being written
static uint8_t file[400];
static size_t size;

static void put(const char *id, uint32_t length, const uint8_t *body, size_t len)
{
    memcpy(file + size, id, 4);
    store_le32(file + size + 4, length);
    if (len)
        memcpy(file + size + 8, body, len);
    size += 8 + len;
}

static void begin(const char *id, uint32_t riff_size)
{
    size = 0;
    put(id, riff_size, (const uint8_t *)"WAVE", 4);
}

static void put_fmt(unsigned tag, unsigned channels, uint32_t rate, unsigned frame, unsigned bits)
{
    uint8_t body[16];
    store_le16(body, (uint16_t)tag);
    store_le16(body + 2, (uint16_t)channels);
    store_le32(body + 4, rate);
    store_le32(body + 8, rate * frame);
    store_le16(body + 12, (uint16_t)frame);
    store_le16(body + 14, (uint16_t)bits);
    put("fmt ", 16, body, 16);
}

/// Reads `file` in pieces of `step` bytes, each in memory of exactly its size.
static acc_status read_header(acc_wav_reader *reader, size_t len, size_t step, size_t *header)
{
    acc_status status = ACC_TRUNCATED;
    acc_wav_reader_init(reader);
    *header = 0;
    for (size_t at = 0; at < len && status == ACC_TRUNCATED; at += step) {
        size_t n = step < len - at ? step : len - at, used;
        uint8_t *piece = malloc(n);
        memcpy(piece, file + at, n);
        status = acc_wav_reader_feed(reader, piece, n, &used);
        free(piece);
        *header += used;
        CHECK(status != ACC_TRUNCATED || used == n);
    }
    return status;
}

static acc_status status_of_file(acc_wav_reader *reader)
{
    size_t header;
    return read_header(reader, size, size, &header);
}

static void headers_written_are_read_in_any_pieces(void)
{
    static const uint64_t sizes[] = {0, 1, 4096, ACC_WAV_MAX_DATA, ACC_WAV_UNKNOWN_SIZE};
    static const size_t header_sizes[2][9] = {{44, 44, 68, 68, 58, 58, 68, 58, 58},
                                              {68, 68, 68, 68, 80, 80, 68, 80, 80}};
    acc_wav_reader reader;
    size_t header;
    for (int f = ACC_SAMPLE_U8; f <= ACC_SAMPLE_MU_LAW; f++)
        for (unsigned channels = 1; channels <= 4; channels++)
            for (int s = 0; s < 5; s++) {
                acc_wav_format format = {(acc_sample_format)f, (uint16_t)channels, 44100};
                size = acc_wav_header_write(&format, sizes[s], file, sizeof file);
                CHECK(size == header_sizes[channels > 2][f]);
                CHECK(acc_wav_header_write(&format, sizes[s], file, size - 1) == 0);
                uint64_t frame = channels * acc_sample_size(format.sample);
                // a file without a sample looks like one whose writer could not go back
                bool open = sizes[s] == 0 || sizes[s] == ACC_WAV_UNKNOWN_SIZE;
                uint64_t expected = open ? ACC_WAV_UNKNOWN_SIZE : sizes[s] / frame * frame;
                for (size_t step = 1; step <= size; step++) {
                    CHECK(read_header(&reader, size, step, &header) == ACC_OK);
                    CHECK(header == size && reader.data_size == expected);
                    CHECK(reader.format.sample ==
                          (f == ACC_SAMPLE_S24_4 ? ACC_SAMPLE_S32 : format.sample));
                    CHECK(reader.format.rate == 44100 && !reader.is_big_endian);
                    CHECK(reader.format.channels == channels && reader.is_wave);
                }
                for (size_t cut = 0; cut < size; cut++)
                    CHECK(read_header(&reader, cut, 7, &header) == ACC_TRUNCATED);
            }
    acc_wav_format format = {ACC_SAMPLE_S16, 1, 48000};
    CHECK(acc_wav_header_write(&format, (uint64_t)ACC_WAV_MAX_DATA + 1, file, sizeof file) == 0);
}

static void padded_24_bits_are_stated_as_32(void)
{
    uint8_t other[ACC_WAV_HEADER_MAX];
    acc_wav_format padded = {ACC_SAMPLE_S24_4, 1, 16000}, full = {ACC_SAMPLE_S32, 1, 16000};
    size = acc_wav_header_write(&padded, 4000, file, sizeof file);
    CHECK(acc_wav_header_write(&full, 4000, other, sizeof other) == size);
    CHECK(size == 68 && memcmp(file, other, size) == 0);
}

static void swap(size_t at, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        uint8_t byte = file[at + i];
        file[at + i] = file[at + count - 1 - i];
        file[at + count - 1 - i] = byte;
    }
}

static void big_endian_headers_are_read(void)
{
    acc_wav_reader reader;
    begin("RIFF", 36 + 100);
    put_fmt(1, 2, 44100, 4, 16);
    put("data", 100, NULL, 0);
    static const struct {
        size_t at, size;
    } numbers[] = {{4, 4}, {16, 4}, {20, 2}, {22, 2}, {24, 4}, {28, 4}, {32, 2}, {34, 2}, {40, 4}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        swap(numbers[i].at, numbers[i].size);
    file[3] = 'X';
    CHECK(status_of_file(&reader) == ACC_OK && reader.is_big_endian && reader.is_wave);
    CHECK(reader.format.sample == ACC_SAMPLE_S16 && reader.format.channels == 2);
    CHECK(reader.format.rate == 44100 && reader.data_size == 100);
}

static void odd_and_unknown_chunks_are_passed_over(void)
{
    acc_wav_reader reader;
    size_t header;
    begin("RIFF", 1000);
    put("LIST", 5, (const uint8_t *)"INFOx\0", 6);
    put("junk", 0, NULL, 0);
    uint8_t body[20] = {1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0, 0, 0, 9, 9};
    put("fmt ", 19, body, 20);
    put("fmt ", 4, body, 4);  // a second one is ignored
    put("fact", 4, body, 4);
    put("data", 7, NULL, 0);
    for (size_t step = 1; step <= size; step++) {
        CHECK(read_header(&reader, size, step, &header) == ACC_OK && header == size);
        CHECK(reader.format.channels == 2 && reader.format.rate == 48000);
        CHECK(reader.data_size == 4);  // whole frames only
    }
}

static void sizes_left_open(void)
{
    acc_wav_reader reader;
    static const struct {
        uint32_t riff, data;
        bool open;
    } cases[] = {{0, 0, true},
                 {36, 0, true},
                 {UINT32_MAX, 0, true},
                 {44, 0, false},
                 {36, UINT32_MAX, true},
                 {0, 8, false},
                 {UINT32_MAX, 8, false},
                 {0x7FFFF024, 0x7FFFF000, true},
                 {0x7FFFFFFF, 0x7FFFFFFF, true},
                 {0x80000024, 0x80000000, true},
                 {0x7FFFF024, 0, true},
                 {0x80000000, 0, true},
                 {0x7FFFF022, 0x7FFFEFFE, false},
                 {0x80000026, 0x80000002, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin("RIFF", cases[i].riff);
        put_fmt(1, 1, 8000, 2, 16);
        put("data", cases[i].data, NULL, 0);
        CHECK(status_of_file(&reader) == ACC_OK);
        CHECK(reader.data_size == (cases[i].open ? ACC_WAV_UNKNOWN_SIZE : cases[i].data));
    }
}

static void rf64_takes_its_size_from_ds64(void)
{
    acc_wav_reader reader;
    uint8_t ds64[28] = {0};
    for (int streamed = 0; streamed < 2; streamed++) {
        begin("RF64", UINT32_MAX);
        store_le32(ds64 + 8, streamed ? UINT32_MAX : 0x10);
        store_le32(ds64 + 12, streamed ? UINT32_MAX : 0x2);
        put("ds64", 28, ds64, 28);
        put_fmt(1, 1, 96000, 4, 32);
        put("data", UINT32_MAX, NULL, 0);
        CHECK(status_of_file(&reader) == ACC_OK);
        CHECK(reader.data_size == (streamed ? ACC_WAV_UNKNOWN_SIZE : 0x200000010u));
    }
    // a size that fits is exact
    begin("RF64", 0x80000000);
    put("ds64", 28, ds64, 28);
    put_fmt(1, 1, 96000, 4, 32);
    put("data", 0x80000000, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_OK && reader.data_size == 0x80000000);
    begin("RF64", UINT32_MAX);
    put("ds64", 8, ds64, 8);
    CHECK(status_of_file(&reader) == ACC_MALFORMED);
}

static acc_status status_of_fmt(unsigned tag, unsigned channels, uint32_t rate, unsigned frame,
                                unsigned bits)
{
    acc_wav_reader reader;
    begin("RIFF", 36);
    put_fmt(tag, channels, rate, frame, bits);
    put("data", 0, NULL, 0);
    acc_status status = status_of_file(&reader);
    CHECK(status == ACC_OK || reader.is_wave);
    return status;
}

static void what_cannot_be_read_is_named(void)
{
    CHECK(status_of_fmt(1, 1, 44100, 1, 8) == ACC_OK);
    CHECK(status_of_fmt(1, 65535, 44100, 65535, 8) == ACC_OK);
    CHECK(status_of_fmt(1, 1, 44100, 4, 24) == ACC_OK);  // 24 bits at the top of 32
    CHECK(status_of_fmt(1, 1, 44100, 2, 12) == ACC_OK);
    CHECK(status_of_fmt(3, 2, 44100, 8, 32) == ACC_OK);
    CHECK(status_of_fmt(3, 2, 44100, 16, 64) == ACC_OK);
    CHECK(status_of_fmt(3, 1, 44100, 2, 16) == ACC_UNSUPPORTED);
    CHECK(status_of_fmt(1, 1, 44100, 8, 64) == ACC_UNSUPPORTED);
    CHECK(status_of_fmt(0x55, 2, 44100, 1, 0) == ACC_UNSUPPORTED);  // MP3 in WAV
    CHECK(status_of_fmt(6, 1, 8000, 1, 8) == ACC_OK && status_of_fmt(7, 2, 8000, 2, 8) == ACC_OK);
    CHECK(status_of_fmt(7, 1, 8000, 2, 16) == ACC_UNSUPPORTED);
    CHECK(status_of_fmt(6, 1, 8000, 1, 7) == ACC_UNSUPPORTED);
    CHECK(status_of_fmt(5, 1, 8000, 1, 8) == ACC_UNSUPPORTED);
    CHECK(status_of_fmt(0xFFFE, 1, 8000, 1, 8) == ACC_MALFORMED);  // extensible, cut short
    CHECK(status_of_fmt(1, 0, 44100, 2, 16) == ACC_OUT_OF_RANGE);
    CHECK(status_of_fmt(1, 1, 0, 2, 16) == ACC_OUT_OF_RANGE);
    CHECK(status_of_fmt(1, 1, 44100, 0, 16) == ACC_MALFORMED);
    CHECK(status_of_fmt(1, 2, 44100, 3, 8) == ACC_MALFORMED);
    CHECK(status_of_fmt(1, 1, 44100, 1, 16) == ACC_MALFORMED);
    CHECK(status_of_fmt(1, 1, 44100, 2, 0) == ACC_MALFORMED);

    acc_wav_reader reader;
    begin("RIFF", 4);
    put("data", 100, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_MALFORMED && reader.is_wave);
    CHECK(!reader.is_big_endian);
    begin("OggS", 4);
    CHECK(status_of_file(&reader) == ACC_MALFORMED && !reader.is_wave);
}

// a file without sound is not read forever
static void chunks_without_end_are_refused(void)
{
    static const uint8_t block[4096] = {0};
    acc_wav_reader reader;
    size_t used;
    begin("RIFF", UINT32_MAX);
    put("\0\0\0\0", 0, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_MALFORMED && reader.is_wave);
    begin("RIFF", UINT32_MAX);
    put("JUNK", UINT32_MAX, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_OUT_OF_RANGE);
    begin("RIFF", UINT32_MAX);
    put("JUNK", ACC_WAV_MAX_CHUNKS - 20 + 1, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_OUT_OF_RANGE);
    size -= 8;
    put("JUNK", ACC_WAV_MAX_CHUNKS - 20, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_TRUNCATED);
    for (size_t left = ACC_WAV_MAX_CHUNKS - 20; left; left -= used) {
        size_t n = left < sizeof block ? left : sizeof block;
        CHECK(acc_wav_reader_feed(&reader, block, n, &used) == ACC_TRUNCATED && used == n);
    }
    // 8 bytes at a time would continue forever
    CHECK(acc_wav_reader_feed(&reader, (const uint8_t *)"note\0\0\0", 8, &used) ==
          ACC_OUT_OF_RANGE);
}

// A chunk "ds64" counts in RF64 alone, and other chunks of RF64 are none.
static void only_rf64_has_long_sizes(void)
{
    acc_wav_reader reader;
    static const uint8_t sizes[28] = {0};
    begin("RIFF", 0xFFFFFFFF);
    put("ds64", 4, sizes, 4);
    put_fmt(1, 1, 8000, 2, 16);
    put("data", 100, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_OK);
    begin("RF64", 0xFFFFFFFF);
    put("ds64", 28, sizes, 28);
    put("JUNK", 4, sizes, 4);
    put_fmt(1, 1, 8000, 2, 16);
    put("data", 100, NULL, 0);
    CHECK(status_of_file(&reader) == ACC_OK);
    begin("RF64", 0xFFFFFFFF);
    put("ds64", 15, sizes, 15);
    CHECK(status_of_file(&reader) == ACC_MALFORMED);
}

// Byte by byte: 16 bit stereo, float mono with its empty extension, 24 bit mono with the GUID of PCM.
static void headers_have_exact_bytes(void)
{
    static const struct {
        acc_wav_format format;
        const char *fmt;
        size_t len;
    } rows[] = {
        {{ACC_SAMPLE_S16, 2, 44100},
         "fmt \x10\0\0\0\1\0\2\0\x44\xAC\0\0\x10\xB1\2\0\4\0\x10\0",
         24},
        {{ACC_SAMPLE_F32, 1, 8000},
         "fmt \x12\0\0\0\3\0\1\0\x40\x1F\0\0\0\x7D\0\0\4\0\x20\0\0\0",
         26},
        {{ACC_SAMPLE_S24, 1, 8000},
         "fmt \x28\0\0\0\xFE\xFF\1\0\x40\x1F\0\0\xC0\x5D\0\0\3\0\x18\0\x16\0\x18\0\4\0\0\0"
         "\1\0\0\0\0\0\x10\0\x80\0\0\xAA\0\x38\x9B\x71",
         48},
    };
    for (size_t i = 0; i < 3; i++) {
        memset(file, 0xFF, sizeof file);
        CHECK(acc_wav_header_write(&rows[i].format, 2400, file, sizeof file) > 0);
        CHECK(memcmp(file, "RIFF", 4) == 0 && memcmp(file + 8, "WAVE", 4) == 0);
        CHECK(memcmp(file + 12, rows[i].fmt, rows[i].len) == 0);
    }
}

int main(void)
{
    big_endian_headers_are_read();
    only_rf64_has_long_sizes();
    headers_have_exact_bytes();
    headers_written_are_read_in_any_pieces();
    padded_24_bits_are_stated_as_32();
    odd_and_unknown_chunks_are_passed_over();
    sizes_left_open();
    rf64_takes_its_size_from_ds64();
    what_cannot_be_read_is_named();
    chunks_without_end_are_refused();
    return failures;
}
