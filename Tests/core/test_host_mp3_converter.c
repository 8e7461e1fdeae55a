// The converter on synthetic streams of silent frames: reports, lengths, refusals, and slices that give what one thread gives. No
// encoder is needed.
#include "host/mp3/converter.h"
#include "host/mp3/slices.h"

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Layer III, mono, 32 kbit/s, without a CRC. LOW: MPEG-2, 22.05 kHz, 576 samples; HIGH: MPEG-1, 44.1 kHz, 1152 samples.
static const uint8_t low[4] = {0xFF, 0xF3, 0x40, 0xC0}, high[4] = {0xFF, 0xFB, 0x10, 0xC0};
enum { FRAME = 104 };

static uint8_t input[FRAME * 5000 + 4096], output[5000000];
static size_t input_size, output_size;
static acc_mp3_report report;

static void add(const uint8_t *header, unsigned count)
{
    for (; count--; input_size += FRAME) {
        memset(input + input_size, 0, FRAME);
        memcpy(input + input_size, header, 4);
    }
}

// A first frame with LAME's tag: the number of frames, the delay and the padding.
static void add_tag(const uint8_t *header, uint32_t frames, unsigned delay, unsigned padding)
{
    uint8_t *at = input + input_size + 4 + (header == low ? 9 : 17);
    add(header, 1);
    memcpy(at, "Info\0\0\0\1", 8);
    for (int i = 0; i < 4; i++)
        at[8 + i] = (uint8_t)(frames >> (24 - 8 * i));
    at += 12;
    memcpy(at, "LAME", 4);
    at[21] = (uint8_t)(delay >> 4);
    at[22] = (uint8_t)(delay << 4 | padding >> 8);
    at[23] = (uint8_t)padding;
}

static long refused_at;  // the sink's call that fails, from 1; 0: none

static bool collect(void *user, const uint8_t *bytes, size_t len)
{
    CHECK(user == output);
    memcpy(output + output_size, bytes, len);
    output_size += len;
    return refused_at == 0 || --refused_at > 0;
}

static acc_mp3_status convert(const acc_mp3_format *format)
{
    output_size = 0;
    acc_mp3_converter *c = acc_mp3_converter_new(format, collect, output);
    CHECK(c);
    acc_mp3_converter_set_size(c, input_size);
    acc_mp3_status fed = acc_mp3_converter_feed(c, input, input_size);
    acc_mp3_status status = acc_mp3_converter_finish(c, &report);
    CHECK(fed == ACC_MP3_OK || fed == status);
    CHECK(status != ACC_MP3_OK || report.bytes == output_size);
    acc_mp3_converter_free(c);
    return status;
}

static const acc_mp3_format plain = {.rate = 22050, .bits = 16, .bytes = 2, .channels = 1};

static void formats(void)
{
    static const struct {
        acc_mp3_format format;
        bool fits;
    } rows[] = {
        {{.rate = 7999, .bits = 16, .bytes = 2, .channels = 1}, false},
        {{.rate = 8000, .bits = 16, .bytes = 2, .channels = 1}, true},
        {{.rate = 192000, .bits = 16, .bytes = 2, .channels = 2}, true},
        {{.rate = 192001, .bits = 16, .bytes = 2, .channels = 2}, false},
        {{.rate = 8000, .bits = 16, .bytes = 2, .channels = 0}, false},
        {{.rate = 8000, .bits = 16, .bytes = 2, .channels = 3}, false},
        {{.rate = 8000, .bits = 8, .bytes = 1, .channels = 1, .wav = true}, true},
        {{.rate = 8000, .bits = 8, .bytes = 1, .channels = 1, .is_signed8 = true}, true},
        {{.rate = 8000, .bits = 8, .bytes = 1, .channels = 1, .is_signed8 = true, .wav = true},
         false},
        {{.rate = 8000, .bits = 16, .bytes = 2, .channels = 1, .is_signed8 = true}, false},
        {{.rate = 8000, .bits = 24, .bytes = 3, .channels = 1}, true},
        {{.rate = 8000, .bits = 24, .bytes = 4, .channels = 1}, true},
        {{.rate = 8000, .bits = 32, .bytes = 4, .channels = 1}, true},
        {{.rate = 8000, .bits = 16, .bytes = 4, .channels = 1}, false},
        {{.rate = 8000, .bits = 12, .bytes = 2, .channels = 1}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(acc_mp3_format_check(&rows[i].format) ==
              (rows[i].fits ? ACC_MP3_OK : ACC_MP3_BAD_FORMAT));
        acc_mp3_converter *c = acc_mp3_converter_new(&rows[i].format, collect, output);
        CHECK((c != NULL) == rows[i].fits);
        acc_mp3_converter_free(c);
        CHECK(rows[i].fits || acc_mp3_convert_file("/", "/", &rows[i].format, 1, NULL, NULL,
                                                   &report) == ACC_MP3_BAD_FORMAT);
    }
    // a WAV file's size has 32 bits: 2^32 - 2 less the header's rest, in whole frames
    uint8_t header[80];
    acc_mp3_format format = {.rate = 8000, .bits = 16, .bytes = 2, .channels = 2, .wav = true};
    CHECK(acc_mp3_wav_header(&format, 100, header, 80) == 44 && header[40] == 0x90 &&
          header[41] == 1);
    CHECK(acc_mp3_wav_header(&format, 100, header, 44) == 44 &&
          acc_mp3_wav_header(&format, 100, header, 43) == 0);
    uint64_t most = (UINT64_C(0xFFFFFFFF) - 100) / 4, frames = most - 100;
    while (frames < most + 100 && acc_mp3_wav_header(&format, frames + 1, header, 80))
        frames++;
    CHECK(frames < most + 100 && frames > most - 100);
    CHECK(acc_mp3_wav_header(&format, UINT64_MAX / 4, header, 80) == 0);
}

static void reports(void)
{
    input_size = 0;
    add(low, 10);
    CHECK(convert(&plain) == ACC_MP3_OK && report.source_rate == 22050 &&
          report.source_channels == 1 && report.source_layer == 3);
    CHECK(report.mp3_frames == 10 && report.source_frames == 5760 && report.frames == 5760 &&
          report.bytes == 11520);
    CHECK(report.format_changes == 0 && report.damage_count == 0 && report.frames_lost == 0 &&
          !report.is_cut && !report.gapless);
    CHECK(report.clipped == 0 && !report.found && report.system_error == 0);
    for (size_t i = 0; i < output_size; i++)
        CHECK(output[i] == 0);
    // another rate, then the first one again: each part has its exact length
    add(high, 8);
    add(low, 8);
    CHECK(convert(&plain) == ACC_MP3_OK && report.format_changes == 2 && report.mp3_frames == 26);
    CHECK(report.source_frames == 18 * 576 + 8 * 1152 && report.frames == 18 * 576 + 4 * 1152 &&
          report.source_rate == 22050);
    // cut inside the last frame
    input_size = 0;
    add(low, 10);
    input_size -= 50;
    CHECK(convert(&plain) == ACC_MP3_OK && report.is_cut && report.mp3_frames == 9 &&
          report.frames_lost == 1);
    CHECK(report.damage_count == 1 && report.damage[0].at_end &&
          report.damage[0].offset == 9 * FRAME);
    CHECK(report.damage[0].bytes == FRAME - 50 && report.damage[0].frames == 1 &&
          report.damage[0].frame == 9);
    // garbage
    input_size = 0;
    add(low, 10);
    memset(input + input_size, 'x', 77);
    input_size += 77;
    add(low, 10);
    CHECK(convert(&plain) == ACC_MP3_OK && report.mp3_frames == 20 && report.damage_count == 1 &&
          report.frames_lost == 1);
    CHECK(report.damage[0].offset == 9 * FRAME && report.damage[0].bytes == 77 &&
          report.damage[0].frames == 1);
    // three quarters of a frame count as one, but many smaller gaps do not add up
    for (unsigned gap = 77; gap < 79; gap++) {
        input_size = 0;
        for (int i = 0; i < 20; i++) {
            add(low, 10);
            memset(input + input_size, 'x', gap);
            input_size += i < 19 ? gap : 0;
        }
        CHECK(convert(&plain) == ACC_MP3_OK && report.damage_count == 19);
        CHECK(report.frames_omitted == (gap == 77 ? 0 : 19) && report.frames_filled == 0);
        CHECK(report.frames_lost == 19 + report.frames_omitted);
        CHECK(report.damage[15].frames == (gap == 77 ? 1 : 2));
    }
}

// Delay and padding are cut, with the decoder's own 529 samples.
static void tags(void)
{
    static const unsigned rows[][2] = {{576, 1000}, {0, 529}, {576, 528}, {1105, 0}, {576, 4095}};
    for (int i = 0; i < 5; i++) {
        input_size = 0;
        add_tag(low, 12, rows[i][0], rows[i][1]);
        add(low, 12);
        CHECK(convert(&plain) == ACC_MP3_OK && report.gapless && report.mp3_frames == 12 &&
              report.damage_count == 0);
        CHECK(report.frames == 12 * 576 - rows[i][0] - rows[i][1] &&
              report.source_frames == report.frames);
    }
    // frames that the tag states are missing
    input_size = 0;
    add_tag(low, 12, 576, 1000);
    add(low, 10);
    CHECK(convert(&plain) == ACC_MP3_OK && report.is_cut && report.frames_lost == 2 &&
          report.mp3_frames == 10);
    CHECK(report.frames == 10 * 576 - 576 - 529);
    // two files behind each other
    input_size = 0;
    for (int i = 0; i < 2; i++) {
        add_tag(low, 12, 576, 1000);
        add(low, 12);
    }
    CHECK(convert(&plain) == ACC_MP3_OK && report.frames == 2 * (12 * 576 - 1576) &&
          report.damage_count == 0);
    // another rate behind a tag that counts its own frame, and behind one whose last frames are missing
    for (uint32_t less = 0; less < 3; less++) {
        input_size = 0;
        add_tag(low, 12 + less, 576, 1000);
        add(low, 12);
        add(high, 12);
        CHECK(convert(&plain) == ACC_MP3_OK);
        CHECK(report.frames == 24 * 576 - 576 - (less < 2 ? 1000 : 529));
    }
}

static void wav_files(void)
{
    acc_mp3_format format = {.rate = 22050, .bits = 8, .bytes = 1, .channels = 1, .wav = true};
    input_size = 0;
    add_tag(low, 12, 577, 1000);
    add(low, 12);
    // an odd number of bytes is padded
    CHECK(convert(&format) == ACC_MP3_OK && report.frames == 12 * 576 - 1577 &&
          output_size == 44 + report.frames + 1);
    CHECK(memcmp(output, "RIFF", 4) == 0 && output[44] == 0x80 && output[output_size - 2] == 0x80 &&
          output[output_size - 1] == 0);
    format.channels = 2;
    CHECK(convert(&format) == ACC_MP3_OK && output_size == 44 + 2 * report.frames);
    // no sound, no header; a sink that refuses the header, or more
    input_size = 0;
    CHECK(convert(&format) == ACC_MP3_EMPTY && output_size == 0);
    input_size = 100;
    memset(input, 'x', 100);
    CHECK(convert(&format) == ACC_MP3_NO_SOUND && output_size == 0 && !report.found);
    memcpy(input, "OggS", 4);
    CHECK(convert(&format) == ACC_MP3_OTHER_FORMAT && strcmp(report.found, "Ogg") == 0);
    input_size = 0;
    add(low, 200);
    for (refused_at = 1; refused_at < 4;) {
        long at = refused_at;
        CHECK(convert(&format) == ACC_MP3_CANNOT_WRITE);
        refused_at = at + 1;
    }
    refused_at = 0;
    // metadata that exceeds the input is none
    memmove(input + 20, input, input_size);
    memcpy(input, "ID3\4\0\0\0\1\0\0abcdefghij", 20);
    input_size += 20;
    CHECK(convert(&plain) == ACC_MP3_OK && report.mp3_frames < 200 && report.damage_count == 0);
    memcpy(input + 6, "\1\0\0\0", 4);
    CHECK(convert(&plain) == ACC_MP3_OK && report.mp3_frames == 200);
}

static char folder[] = "/tmp/accessory-slices-XXXXXX", in_path[64], out_path[64];

static size_t load(uint8_t *to, size_t room)
{
    FILE *file = fopen(out_path, "rb");
    size_t size = file ? fread(to, 1, room, file) : 0;
    if (file)
        fclose(file);
    return size;
}

static acc_mp3_status convert_file(const acc_mp3_format *format, unsigned threads,
                                   acc_mp3_progress progress, void *user)
{
    FILE *file = fopen(in_path, "wb");
    CHECK(file && fwrite(input, 1, input_size, file) == input_size && fclose(file) == 0);
    return acc_mp3_convert_file(in_path, out_path, format, threads, progress, user, &report);
}

static uint64_t most_done, told;

static bool watch(void *user, uint64_t done, uint64_t total)
{
    CHECK(user == &told && total == input_size && done <= total);
    most_done = done > most_done ? done : most_done;
    told++;
    return true;
}

static bool refuse(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return false;
}

// The dither depends on a sample's number: a part at a wrong place would differ.
static void slices_change_nothing(void)
{
    static uint8_t alone[5000000];
    static const acc_mp3_format formats[] = {
        {.rate = 22050, .bits = 8, .bytes = 1, .channels = 1, .dither = true, .wav = true},
        {.rate = 16000, .bits = 16, .bytes = 2, .channels = 1, .dither = true},
        {.rate = 8000, .bits = 24, .bytes = 4, .channels = 2, .dither = true, .wav = true},
    };
    for (int i = 0; i < 3; i++)
        for (unsigned frames = 1999; frames < 2600; frames += 300) {
            input_size = 0;
            if (i != 1)
                add_tag(low, frames, 577, 1000);
            add(low, frames);
            CHECK(convert_file(&formats[i], 1, NULL, NULL) == ACC_MP3_OK);
            acc_mp3_report expected = report;
            size_t size = load(alone, sizeof alone);
            CHECK(size == expected.bytes && expected.mp3_frames == frames &&
                  expected.frames_lost == 0);
            for (unsigned threads = 2; threads < 5; threads++) {
                most_done = told = 0;
                CHECK(convert_file(&formats[i], threads, watch, &told) == ACC_MP3_OK);
                CHECK(memcmp(&expected, &report, sizeof report) == 0 && told > 0 && most_done > 0);
                CHECK(load(output, sizeof output) == size && memcmp(output, alone, size) == 0);
            }
        }
    // a tag in the middle, another kind, a lost frame, a cut: as one thread converts them
    for (int i = 0; i < 4; i++) {
        input_size = 0;
        add_tag(low, 1100, 577, 1000);
        add(low, 1100);
        if (i == 0)
            add_tag(low, 1100, 577, 1000);
        add(i == 1 ? high : low, 1100);
        if (i == 2)
            input[FRAME * 1500 + 4] = 200;
        if (i == 3)
            input_size -= 30;
        CHECK(convert_file(&formats[1], 1, NULL, NULL) == ACC_MP3_OK);
        acc_mp3_report expected = report;
        size_t size = load(alone, sizeof alone);
        CHECK(convert_file(&formats[1], 3, NULL, NULL) == ACC_MP3_OK &&
              memcmp(&expected, &report, sizeof report) == 0);
        CHECK(load(output, sizeof output) == size && memcmp(output, alone, size) == 0);
    }
    // cancelled, and a disk that is full
    for (unsigned threads = 1; threads < 4; threads++) {
        unlink(out_path);
        CHECK(convert_file(&formats[1], threads, refuse, NULL) == ACC_MP3_CANCELLED &&
              access(out_path, F_OK) != 0);
        CHECK(acc_mp3_convert_file(in_path, "/dev/full", &formats[1], threads, NULL, NULL,
                                   &report) == ACC_MP3_CANNOT_WRITE);
        CHECK(report.system_error == ENOSPC);
    }
}

// Files of which only slices of the right size and number are cut.
static void slices_are_cut_from_long_files(void)
{
    for (int i = 0; i < 3; i++) {
        input_size = 0;
        add(low, i == 0 ? 1999 : 2000);
        FILE *file = fopen(in_path, "wb");
        CHECK(file && fwrite(input, 1, input_size, file) == input_size && fclose(file) == 0);
        mp3_job job = {.in = open(in_path, O_RDONLY),
                       .regular = true,
                       .total = input_size,
                       .size = i == 2 ? 99999 : input_size,
                       .format = &plain,
                       .report = &report};
        memset(&report, 0, sizeof report);
        CHECK(job.in >= 0 && acc_mp3_output_open(&job.out, out_path));
        acc_mp3_status status = ACC_MP3_OK;
        CHECK(acc_mp3_convert_slices(&job, 2, &status) == (i == 1) && status == ACC_MP3_OK);
        CHECK(i != 1 || (report.mp3_frames == 2000 && report.frames == 2000 * 576 &&
                         job.out.position == report.bytes));
        CHECK(i == 1 || (report.mp3_frames == 0 && job.out.position == 0));
        acc_mp3_output_close(&job.out);
        close(job.in);
    }
}

static void files_are_refused(void)
{
    input_size = 0;
    add(low, 10);
    CHECK(convert_file(&plain, 1, NULL, NULL) == ACC_MP3_OK && report.frames == 5760);
    CHECK(acc_mp3_convert_file("/nowhere/file", out_path, &plain, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_OPEN);
    CHECK(report.system_error == ENOENT);
    CHECK(acc_mp3_convert_file(folder, out_path, &plain, 1, NULL, NULL, &report) ==
              ACC_MP3_CANNOT_OPEN &&
          report.system_error == EISDIR);
    CHECK(acc_mp3_convert_file(in_path, in_path, &plain, 1, NULL, NULL, &report) ==
          ACC_MP3_SAME_FILE);
    CHECK(acc_mp3_convert_file(in_path, "/nowhere/file", &plain, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_CREATE);
    CHECK(report.system_error == ENOENT);
    // a WAV header is completed, but not on a device
    acc_mp3_format wav = plain;
    wav.wav = true;
    CHECK(convert_file(&wav, 1, NULL, NULL) == ACC_MP3_OK &&
          load(output, sizeof output) == 44 + 11520);
    CHECK(output[40] == 0x00 && output[41] == 0x2D && output[42] == 0 && output[4] == 0x24 &&
          output[5] == 0x2D);
    CHECK(acc_mp3_convert_file(in_path, "/dev/null", &wav, 1, NULL, NULL, &report) == ACC_MP3_OK &&
          report.bytes == 44 + 11520);
    told = most_done = 0;
    CHECK(convert_file(&plain, 1, watch, &told) == ACC_MP3_OK && most_done == input_size);
}

int main(void)
{
    formats();
    reports();
    tags();
    wav_files();
    CHECK(mkdtemp(folder) != NULL);
    snprintf(in_path, sizeof in_path, "%s/in.mp3", folder);
    snprintf(out_path, sizeof out_path, "%s/out", folder);
    files_are_refused();
    slices_change_nothing();
    slices_are_cut_from_long_files();
    unlink(in_path);
    unlink(out_path);
    CHECK(rmdir(folder) == 0);
    return failures;
}
