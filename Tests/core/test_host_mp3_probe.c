// What counts as MP3: tags with a frame, chained frames, and whole files of one or two. Programs, pictures, archives and PCM do
// not, whatever headers they contain by chance. No encoder is needed.
#include "accessory/mp3.h"
#include "check.h"
#include "host/mp3/frame.h"
#include "host/mp3/walker.h"

#include <math.h>
#include <string.h>

static uint8_t file[1 << 17];
static size_t size;
static uint32_t seed = 1;

static uint32_t pick(uint32_t count)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed ^ seed >> 15) * 0x9E3779B1u >> 8 & 0xFFFFFF) % count;
}

static void start(void)
{
    size = 0;
}

static void add(const void *bytes, size_t len)
{
    memcpy(file + size, bytes, len);
    size += len;
}

static void add_random(size_t len)
{
    for (; len--; size++)
        file[size] = (uint8_t)pick(256);
}

static void add_zeros(size_t len)
{
    memset(file + size, 0, len);
    size += len;
}

// Layer III, MPEG-2, mono, 32 kbit/s, 22.05 kHz; layer II, MPEG-1, 32 kbit/s, 44.1 kHz. 104 bytes each.
static const uint8_t low[4] = {0xFF, 0xF3, 0x40, 0xC0}, layer2[4] = {0xFF, 0xFD, 0x10, 0xC0};
enum { FRAME = 104 };

// Frames of random sound with valid side information.
static void add_frames(const uint8_t header[4], unsigned count)
{
    for (; count--;) {
        add(header, 4);
        if (header == low)
            add("\0\0\x20\0\0\0\0\0\0",
                9);  // main_data_begin 0, 4 bits of main data, no big values
        add_random(header == low ? FRAME - 13 : FRAME - 4);
    }
}

static void add_tag(void)
{
    size_t at = size;
    add(low, 4);
    add_zeros(FRAME - 4);
    memcpy(file + at + 13, "Info", 4);
}

// Bytes that are not a frame.
static void add_other(size_t len)
{
    memset(file + size, 'x', len);
    size += len;
}

// Whether the whole file is MP3. The converter must agree.
static bool discard(void *user, const uint8_t *bytes, size_t len)
{
    (void)user, (void)bytes, (void)len;
    return true;
}

static bool is_mp3(void)
{
    static const acc_mp3_format format = {.rate = 22050, .bits = 16, .bytes = 2, .channels = 1};
    bool found = acc_mp3_probe(file, size, true);
    acc_mp3_report report;
    acc_mp3_converter *c = acc_mp3_converter_new(&format, discard, NULL);
    CHECK(c);
    acc_mp3_converter_set_size(c, size);
    acc_mp3_converter_feed(c, file, size);
    CHECK(found == (acc_mp3_converter_finish(c, &report) == ACC_MP3_OK));
    acc_mp3_converter_free(c);
    return found;
}

static void whole_files(void)
{
    for (unsigned count = 1; count < 5; count++)
        for (int layer = 2; layer < 4; layer++) {
            start();
            add_frames(layer == 2 ? layer2 : low, count);
            CHECK(is_mp3());
            size--;  // cut: two headers are left, then three
            CHECK(is_mp3() == (count > 1));
            size++;
            add("TAG", 3);
            add_zeros(125);
            CHECK(is_mp3());
            // zeros and an APE tag's items may follow two frames, other bytes three
            size -= 128;
            add_zeros(200);
            CHECK(is_mp3() == (count > 1));
            size -= 200;
            add("\5\0\0\0\0\0\0\0Title\0Hello", 19);
            add_zeros(30);
            CHECK(is_mp3() == (count > 1));
            size -= 49;
            add_other(50);
            CHECK(is_mp3() == (count > 2));
        }
    start();
    add("ID3\3\0\0\0\0\0\x0A", 10);
    add_other(10);
    add_frames(low, 1);
    CHECK(is_mp3());
    start();
    CHECK(!is_mp3());
}

static void tags(void)
{
    for (int searched = 0; searched < 2; searched++) {
        start();
        if (searched)
            add_other(500);
        add_tag();
        CHECK(!is_mp3());  // no sound
        add_frames(low, 1);
        CHECK(is_mp3());
        add_other(
            500);  // what follows decides whether the frame is sound, not whether the file is MP3
        CHECK(is_mp3());
        size -= 500 + FRAME;
        add_frames(layer2, 2);
        CHECK(!is_mp3());  // a frame of another kind makes it other bytes
    }
}

// Between other bytes, chained frames with valid side information that differ; without a limit if they are silent.
static void chains_after_other_bytes(void)
{
    for (unsigned count = 1; count < 7; count++)
        for (int layer = 2; layer < 4; layer++)
            for (int behind = 0; behind < 2; behind++) {
                start();
                add_other(500);
                add_frames(layer == 2 ? layer2 : low, count);
                if (behind)
                    add_other(500);
                CHECK(is_mp3() == (count >= (layer == 2 ? 5 : 3)));
            }
    start();
    add_other(500);
    add_frames(low, 3);
    CHECK(is_mp3());
    size--;  // a whole frame is missing
    CHECK(!is_mp3());
    size++;
    uint8_t *side = file + 500 + 4;
    side[2] |= 4, side[3] = 0x84;  // big_values 289
    CHECK(!is_mp3());
    side[3] = 0x80;
    CHECK(is_mp3());
    // main data of 4095 + 825 bits in two channels: 511 + 104 bytes hold them
    file[500 + 3] = 0;
    memcpy(side, "\0\x3F\xFC\0\0\0\0\0\0\x19\xC8\0\0\0\0\0\0", 17);
    CHECK(is_mp3());
    side[10] = 0xD0;
    CHECK(!is_mp3());
    // half of the bytes are those of the next frame
    start();
    add_other(500);
    add_frames(low, 1);
    for (int i = 0; i < 3; i++)
        add(file + 500, FRAME);
    CHECK(!is_mp3());
    for (int i = 0; i < 4; i++)  // no main data: silence
        memcpy(file + 500 + i * FRAME + 6, "\0", 1);
    CHECK(is_mp3());
    start();
    add_other(500);
    add_frames(low, 4);
    for (int i = 1; i < 4; i++)
        memcpy(file + 500 + i * FRAME + 13, file + 500 + 13, FRAME / 2 - 13);
    CHECK(!is_mp3());
    // free format
    static const uint8_t free_low[4] = {0xFF, 0xF3, 0x00, 0xC0};
    for (int searched = 0; searched < 2; searched++) {
        start();
        if (searched)
            add_other(500);
        for (int i = 0; i < 6; i++) {
            size_t at = size;
            add_frames(low, 1);
            memcpy(file + at, free_low, 4);
        }
        CHECK(is_mp3() == !searched);
    }
}

static void other_formats(void)
{
    static const char *const starts[] = {"\177ELF", "\x89PNG", "OggS"};
    for (int i = 0; i < 3; i++) {
        start();
        add(starts[i], 4);
        add_frames(low, 20);
        CHECK(!is_mp3());
        file[0]++;
        CHECK(is_mp3());
    }
    start();
    add("\x1F\x8B\x08", 3);
    add_random(100);
    static const acc_mp3_format format = {.rate = 22050, .bits = 16, .bytes = 2, .channels = 1};
    acc_mp3_report report;
    acc_mp3_converter *c = acc_mp3_converter_new(&format, discard, NULL);
    acc_mp3_converter_feed(c, file, size);
    CHECK(acc_mp3_converter_finish(c, &report) == ACC_MP3_OTHER_FORMAT);
    CHECK(report.found && strcmp(report.found, "gzip") == 0);
    acc_mp3_converter_free(c);
}

// The first bytes of a longer file.
static void first_bytes(void)
{
    start();
    add("ID3\3\0\0\0\x7F\0\0", 10);
    add_random(65526);
    CHECK(acc_mp3_probe(file, size, false) && !acc_mp3_probe(file, size, true));
    memmove(file + 1, file, size);  // not at the start
    CHECK(!acc_mp3_probe(file, size, false));
    start();
    add_frames(low, 600);
    CHECK(acc_mp3_probe(file, size, false));
    CHECK(!acc_mp3_probe(file, FRAME, false) && acc_mp3_probe(file, FRAME, true));
    start();
    add_random(65536);
    CHECK(!acc_mp3_probe(file, size, false));
}

// A valid header of any kind.
static void make_header(uint8_t *bytes, mp3_header *header)
{
    do {
        bytes[0] = 0xFF;
        bytes[1] = (uint8_t)(0xE0 | pick(32));
        bytes[2] = (uint8_t)pick(256);
        bytes[3] = (uint8_t)pick(256);
    } while (!acc_mp3_header_read(bytes, header) || header->length == 0);
}

// A header, then what may follow a frame, where the frame ends.
static void add_trap(bool at_start)
{
    static const struct {
        const char *bytes;
        size_t len;
    } ends[] = {
        {"", 0},         {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32},
        {"TAG", 3},      {"\5\0\0\0\0\0\0\0Title", 14},
        {"\xFF\xFF", 2}, {"LYRICSBEGIN", 11}};
    mp3_header header;
    uint8_t bytes[4];
    make_header(bytes, &header);
    add(bytes, 4);
    size_t kind = pick(at_start ? 2 : 7);
    add_random(header.length - 4u);
    if (kind == 6) {
        add(bytes, 4);  // a second frame, then the end
        add_random(header.length - 4u);
    } else {
        add(ends[kind].bytes, ends[kind].len);
    }
}

// Programs, pictures and archives: code, tables, zeros, rows of pixels, compressed data; and headers among them, at the end, too.
static void other_files_are_refused(unsigned count)
{
    static const char *const starts[] = {"\177ELF", "\x89PNG", "\x1F\x8B\x08", ""};
    unsigned accepted = 0;
    for (unsigned i = 0; i < count; i++) {
        start();
        const char *magic = starts[i % 4];
        add(magic, strlen(magic));
        if (i % 8 == 7)
            add_trap(true);
        add_random(1 + pick(3000));
        for (unsigned part = pick(12); part; part--) {
            uint8_t pixel[4] = {(uint8_t)pick(256), (uint8_t)pick(256), (uint8_t)pick(256), 0xFF};
            size_t len = pick(3000), width = 4 * (1 + pick(600));
            switch (pick(5)) {
            case 0:
                add_random(len);
                break;
            case 1:
                add_zeros(len);
                break;
            case 2:  // rows
                for (size_t k = 0; k < 4 * width; k += 4)
                    add(k % width < 40 ? pixel : (const uint8_t[4]){0}, 4);
                break;
            case 3:  // code: few different bytes
                for (; len--; size++)
                    file[size] = (uint8_t) "\xFF\xFB\x90\x48\x8B\0\xE8\xFD"[pick(8)];
                break;
            default:
                add_trap(false);
            }
        }
        accepted += is_mp3();
    }
    if (accepted)
        printf("%u of %u other files\n", accepted, count);
    CHECK(accepted == 0);
}

static double amplitude(unsigned kind, uint32_t n, uint32_t period, double shape)
{
    double phase = 6.283185307179586 * (n % period) / period;
    switch (kind) {
    case 0:
        return shape * sin(phase);
    case 1:
        return shape * sin(phase) + (1 - shape) * sin(3 * phase + 1);
    case 2:
        return shape * (sin(phase) > 0 ? 1 : -1);
    case 3:
        return shape * (pick(65536) / 32768.0 - 1);
    case 4:
        return n % (8 * period) < period ? shape * sin(phase) : 0;
    default:  // plucked chords
        return shape * exp(-(double)(n % 9000) / 3000) *
               (sin(0.031 * n * (1 + n / 9000 % 5)) + 0.3 * sin(0.093 * n)) / 1.3;
    }
}

// Samples of 1 to 4 bytes, also unsigned ones and 24 bits in four bytes, in one channel or two.
static void add_sample(double value, unsigned format)
{
    static const unsigned bits[] = {8, 8, 16, 24, 24, 32}, bytes[] = {1, 1, 2, 3, 4, 4};
    int32_t sample = (int32_t)lrint(value * (ldexp(1, (int)bits[format] - 1) - 1));
    if (format == 1)
        sample += 128;
    for (unsigned i = 0; i < bytes[format]; i++)
        file[size++] = (uint8_t)((uint32_t)sample >> 8 * i);
}

// Sound of every kind and format. With whole periods, bytes repeat at the distances of frames.
static void samples_are_refused(unsigned count)
{
    unsigned accepted = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = i % 6, format = i / 6 % 6, channels = 1 + i / 36 % 2;
        uint32_t period = 2 + pick(i % 7 ? 600 : 60), shift = pick(1000);
        double shape = (1 + pick(100)) / 100.0 * (pick(2) ? 1 : 0.01), delay = pick(period);
        start();
        for (uint32_t n = 0; size < 24000; n++)
            for (unsigned c = 0; c < channels; c++)
                add_sample(amplitude(kind, n + shift + (uint32_t)(c * delay), period, shape),
                           format);
        accepted += is_mp3();
    }
    if (accepted)
        printf("%u of %u files of samples\n", accepted, count);
    CHECK(accepted == 0);
}

// Tables of one word that is a header. Few of them have headers at the distance that they state, and valid side information.
static void tables_are_refused(void)
{
    unsigned accepted = 0, impossible = 0;
    for (uint32_t word = 0; word < 0x10000; word++) {
        uint8_t bytes[4] = {0xFF, 0xFB, (uint8_t)(word >> 8), (uint8_t)word};
        mp3_header header;
        if (!acc_mp3_header_read(bytes, &header) || header.length == 0 || header.length % 4)
            continue;
        start();
        while (size < 8000)
            add(bytes, sizeof bytes);
        uint32_t bits = acc_mp3_main_data_bits(&header, file + header.side_offset);
        if (bits <= 8u * (511u + header.length))
            continue;
        impossible++;
        accepted += is_mp3();
    }
    if (accepted)
        printf("%u of %u tables\n", accepted, impossible);
    CHECK(accepted == 0 && impossible > 1000);
}

int main(void)
{
    whole_files();
    tags();
    chains_after_other_bytes();
    other_formats();
    first_bytes();
    tables_are_refused();
    other_files_are_refused(2000);
    samples_are_refused(2000);
    return failures;
}
