// The converter against lame's files; without lame only what needs none is tested, and that is said.
#include "accessory/mp3.h"
#include "check.h"
#include "host/mp3/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/accessory-mp3-XXXXXX";
static char in_path[64], out_path[64], wav_path[64];

typedef struct bytes {
    uint8_t *data;
    size_t len;
} bytes;

static void save(const char *path, const uint8_t *data, size_t len)
{
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, len, file) == len && fclose(file) == 0);
}

static bytes load(const char *path)
{
    bytes b = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return b;
    fseek(file, 0, SEEK_END);
    b.len = (size_t)ftell(file);
    rewind(file);
    b.data = malloc(b.len + 1);
    CHECK(fread(b.data, 1, b.len, file) == b.len);
    fclose(file);
    return b;
}

// A chord that moves, 16 bit; the right channel is the left one an octave up.
static void save_wav(uint32_t rate, unsigned channels, unsigned frames)
{
    size_t size = (size_t)frames * channels * 2;
    uint8_t *wav = malloc(96 + size);
    acc_mp3_format format = {
        .rate = rate, .bits = 16, .bytes = 2, .channels = (uint8_t)channels, .wav = true};
    size_t at = acc_mp3_wav_header(&format, frames, wav, 96);
    for (unsigned i = 0; i < frames; i++)
        for (unsigned c = 0; c < channels; c++) {
            double t = (double)i / rate, f = 220.0 * (1 + (int)c) * (1 + (int)(t * 4) % 5);
            int value = (int)(9000 * (sin(6.2831853 * f * t) + sin(6.2831853 * 1.5 * f * t)));
            wav[at++] = (uint8_t)value;
            wav[at++] = (uint8_t)(value >> 8);
        }
    save(wav_path, wav, at);
    free(wav);
}

static bytes encode(uint32_t rate, unsigned channels, unsigned frames, const char *options)
{
    char command[300];
    save_wav(rate, channels, frames);
    snprintf(command, sizeof command, "lame --quiet %s %s %s", options, wav_path, in_path);
    CHECK(system(command) == 0);
    return load(in_path);
}

static const acc_mp3_format standard = {
    .rate = 16000, .bits = 16, .bytes = 2, .channels = 1, .dither = true};
static acc_mp3_report report;

static acc_mp3_status convert(const acc_mp3_format *format, unsigned threads)
{
    return acc_mp3_convert_file(in_path, out_path, format, threads, NULL, NULL, &report);
}

static double peak_of(const char *path)
{
    bytes b = load(path);
    double peak = 0;
    for (size_t i = 0; i + 1 < b.len; i += 2)
        peak = fmax(peak, fabs((double)(int16_t)(b.data[i] | b.data[i + 1] << 8)));
    free(b.data);
    return peak;
}

static void length_is_exact(void)
{
    static const struct {
        uint32_t rate;
        unsigned channels;
        const char *options;
    } kinds[] = {{44100, 2, "-b 128"},     {44100, 2, "-V 4 -m j"},
                 {48000, 2, "--abr 160"},  {44100, 1, "-b 64 -m m"},
                 {32000, 2, "-b 96 -m s"}, {22050, 2, "-b 64"},
                 {8000, 2, "-b 24"},       {44100, 2, "--freeformat -b 400"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned frames = 1; frames < 40000; frames = frames * 5 + 311) {
            char options[60];
            snprintf(options, sizeof options, "%s --resample %g", kinds[i].options,
                     kinds[i].rate / 1000.0);
            bytes b = encode(kinds[i].rate, kinds[i].channels, frames, options);
            free(b.data);
            CHECK(convert(&standard, 1) == ACC_MP3_OK && report.gapless);
            CHECK(report.source_frames == frames && report.source_rate == kinds[i].rate);
            CHECK(report.frames == (uint64_t)floor(frames * 16000.0 / kinds[i].rate + 0.5));
            CHECK(report.damage_count == 0 && report.clipped == 0);
        }
}

// Trap 1 and 2 of libmpg123, its own resampling and its own mono: our mono at the file's rate is the mean of our stereo.
static void mono_is_the_mean(void)
{
    bytes b = encode(44100, 2, 60000, "-b 192 -m s");
    free(b.data);
    acc_mp3_format format = {.rate = 44100, .bits = 32, .bytes = 4, .channels = 2};
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes stereo = load(out_path);
    format.channels = 1;
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes mono = load(out_path);
    CHECK(stereo.len == 2 * mono.len && mono.len == 240000);
    double worst = 0;
    for (size_t i = 0; i < mono.len / 4; i++) {
        int32_t left, right, mean;
        memcpy(&left, stereo.data + 8 * i, 4);
        memcpy(&right, stereo.data + 8 * i + 4, 4);
        memcpy(&mean, mono.data + 4 * i, 4);
        worst = fmax(worst, fabs(((double)left + right) / 2 - mean));
    }
    CHECK(worst <= 64);  // a float's last place
    free(stereo.data);
    free(mono.data);
}

static uint32_t seed = 1;

static uint8_t random_byte(void)
{
    seed = seed * 1664525 + 1013904223;
    return (uint8_t)(seed >> 24);
}

// Trap 3: after garbage the rest is there, and nothing is a tenth of a decibel louder than before.
static void garbage_is_passed_over(void)
{
    bytes b = encode(44100, 2, 441000, "-b 128");
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    double clean = peak_of(out_path);
    static const size_t sizes[] = {1, 700, 5000, 70000};
    for (size_t i = 0; i < 4; i++) {
        size_t half = b.len / 2 + 11, size = sizes[i];
        uint8_t *with = malloc(b.len + size);
        memcpy(with, b.data, half);
        for (size_t k = 0; k < size; k++)
            with[half + k] = random_byte();
        memcpy(with + half + size, b.data + half, b.len - half);
        save(in_path, with, b.len + size);
        CHECK(convert(&standard, 1) == ACC_MP3_OK);
        CHECK(report.damage_count == 1 && report.frames_lost >= 1 && report.frames_lost < 6);
        CHECK(report.damage[0].offset > half - 1500 && report.damage[0].offset <= half);
        CHECK(report.damage[0].bytes >= size && report.damage[0].bytes < size + 1500);
        CHECK((double)report.frames > 160000 * 0.995);
        CHECK(peak_of(out_path) <= clean * 1.01);
        memcpy(with, b.data, b.len);  // overwritten, not inserted
        for (size_t k = 0; k < size && half + k < b.len; k++)
            with[half + k] = random_byte();
        save(in_path, with, b.len);
        CHECK(convert(&standard, 1) == ACC_MP3_OK);
        CHECK(peak_of(out_path) <= clean * 1.01 || size == 1);
        free(with);
    }
    uint8_t *front = malloc(b.len + 70000);
    for (size_t k = 0; k < 70000; k++)
        front[k] = random_byte();
    memcpy(front + 70000, b.data, b.len);
    save(in_path, front, b.len + 70000);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.frames == 160000);
    free(front);
    save(in_path, b.data, b.len - 100);
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    CHECK(report.damage_count == 1 && report.damage[0].at_end && report.frames_lost == 1);
    free(b.data);
}

// Trap 5: metadata before, between and behind, also with a size that lies.
static void metadata_is_skipped(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128");
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    bytes plain = load(out_path);
    size_t big = 3 << 20;
    uint8_t *file = calloc(1, b.len + big + 400);
    memcpy(file, "ID3\3\0\0\0\0\0\0", 10);
    for (int i = 0; i < 4; i++)
        file[9 - i] = big >> 7 * i & 127;
    for (size_t i = 10; i < big; i++)
        file[i] = random_byte();
    memcpy(file + 10 + big, b.data, b.len);
    memcpy(file + 10 + big + b.len, "APETAGEX\xD0\7\0\0\x20\0\0\0", 16);
    memcpy(file + 10 + big + b.len + 32, "TAG", 3);
    save(in_path, file, 10 + big + b.len + 32 + 128);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
    bytes tagged = load(out_path);
    CHECK(tagged.len == plain.len && memcmp(tagged.data, plain.data, plain.len) == 0);
    memcpy(file, "ID3\3\0\0\x7f\x7f\x7f\x7f", 10);
    memcpy(file + 10, b.data, b.len);
    save(in_path, file, 10 + b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.source_frames == 60000);
    free(file), free(plain.data), free(tagged.data), free(b.data);
}

static void concatenations_are_whole(void)
{
    bytes a = encode(44100, 2, 60000, "-b 128"), b = encode(48000, 1, 70000, "-b 96");
    uint8_t *both = malloc(2 * a.len + b.len);
    memcpy(both, a.data, a.len), memcpy(both + a.len, a.data, a.len);
    save(in_path, both, 2 * a.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.source_frames == 120000);
    memcpy(both + a.len, b.data, b.len);
    save(in_path, both, a.len + b.len);
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.format_changes == 1);
    CHECK(report.frames == 21769 + 23333);  // each rounded
    CHECK(report.damage_count == 0);
    free(both), free(a.data), free(b.data);
}

// Trap 7: what is louder than full scale is cut and counted.
static void clipping_is_counted(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128 --scale 3");
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.clipped > 100);
    CHECK(peak_of(out_path) >= 32767);
    free(b.data);
}

static void threads_change_nothing(void)
{
    static const char *const options[] = {"-b 128", "-V 4", "-b 64 -m m", "-b 64 --resample 22.05",
                                          "-b 32 -m m --resample 22.05"};
    for (size_t i = 0; i < 5; i++) {
        bytes b = encode(44100, 2, 44100 * 100, options[i]);
        free(b.data);
        CHECK(convert(&standard, 1) == ACC_MP3_OK);
        acc_mp3_report alone = report;
        bytes one = load(out_path);
        CHECK(convert(&standard, 3) == ACC_MP3_OK);
        bytes three = load(out_path);
        CHECK(one.len == three.len && memcmp(one.data, three.data, one.len) == 0);
        CHECK(memcmp(&alone, &report, sizeof report) == 0);
        free(one.data), free(three.data);
    }
}

// Trap 4, and everything else that is no MP3 file.
static void others_are_refused(void)
{
    static const struct {
        const char *data;
        size_t len;
        acc_mp3_status status;
    } files[] = {{"", 0, ACC_MP3_EMPTY},
                 {"\xFF", 1, ACC_MP3_NO_SOUND},
                 {"this is text, not sound", 23, ACC_MP3_NO_SOUND},
                 {"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\1\0", 22, ACC_MP3_OTHER_FORMAT},
                 {"\xFF\xF1\x50\x80\x2E\x7F\xFC", 7, ACC_MP3_OTHER_FORMAT},
                 {"OggS................", 20, ACC_MP3_OTHER_FORMAT},
                 {"ID3\3\0\0\0\0\0\4abcd", 14, ACC_MP3_NO_SOUND}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        save(in_path, (const uint8_t *)files[i].data, files[i].len);
        unlink(out_path);
        CHECK(convert(&standard, 1) == files[i].status);
        CHECK((report.found != NULL) == (files[i].status == ACC_MP3_OTHER_FORMAT));
        CHECK(access(out_path, F_OK) != 0);
    }
    uint8_t *garbage = malloc(300000);
    for (size_t i = 0; i < 300000; i++)
        garbage[i] = random_byte();
    save(in_path, garbage, 300000);
    CHECK(convert(&standard, 2) == ACC_MP3_NO_SOUND);
    free(garbage);
    CHECK(acc_mp3_convert_file(folder, out_path, &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_OPEN);
    CHECK(acc_mp3_convert_file(in_path, folder, &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_CREATE);
    CHECK(acc_mp3_convert_file(in_path, in_path, &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_SAME_FILE);
    CHECK(acc_mp3_convert_file(in_path, "/nowhere/at/all", &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_CREATE);
}

static void bad_formats_are_refused(void)
{
    acc_mp3_format format = standard;
    format.rate = 7999;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
    format = standard, format.bits = 12;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
    format = standard, format.channels = 3;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
    format = standard, format.is_signed8 = true;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
    format = (acc_mp3_format){
        .rate = 8000, .bits = 8, .bytes = 1, .channels = 1, .is_signed8 = true, .wav = true};
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
    format.wav = false;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_OK);
}

static bool stop_half_way(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    return done < total / 2;
}

// What was there stays, nothing else appears: cancelled, and with the disk full.
static void failure_leaves_nothing(void)
{
    bytes b = encode(44100, 2, 441000, "-b 128");
    for (unsigned threads = 1; threads < 3; threads++) {
        save(out_path, (const uint8_t *)"old", 3);
        CHECK(acc_mp3_convert_file(in_path, out_path, &standard, threads, stop_half_way, NULL,
                                   &report) == ACC_MP3_CANCELLED);
        bytes old = load(out_path);
        CHECK(old.len == 3 && memcmp(old.data, "old", 3) == 0);
        free(old.data);
    }
    char command[200];
    snprintf(command, sizeof command, "ls %s | grep -q part-", folder);
    CHECK(system(command) != 0);
    CHECK(acc_mp3_convert_file(in_path, "/dev/full", &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_WRITE);
    CHECK(report.system_error == 28);  // ENOSPC
    bytes source = load(in_path);
    CHECK(source.len == b.len && memcmp(source.data, b.data, b.len) == 0);
    free(source.data), free(b.data);
}

typedef struct collected {
    uint8_t *data;
    size_t len;
} collected;

static bool collect(void *user, const uint8_t *data, size_t len)
{
    collected *c = user;
    c->data = realloc(c->data, c->len + len);
    memcpy(c->data + c->len, data, len);
    c->len += len;
    return true;
}

// Bytes that come one by one make what the file makes.
static void streams_equal_files(void)
{
    bytes b = encode(44100, 2, 30000, "-b 128");
    acc_mp3_format format = standard;
    format.bits = 8, format.bytes = 1, format.wav = true;
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes file = load(out_path);
    collected c = {NULL, 0};
    acc_mp3_converter *converter = acc_mp3_converter_new(&format, collect, &c);
    for (size_t i = 0; i < b.len; i++)
        CHECK(acc_mp3_converter_feed(converter, b.data + i, 1) == ACC_MP3_OK);
    CHECK(acc_mp3_converter_finish(converter, &report) == ACC_MP3_OK);
    acc_mp3_converter_free(converter);
    CHECK(c.len == file.len && report.bytes == file.len);
    CHECK(acc_mp3_wav_header(&format, report.frames, c.data, 44) == 44);
    CHECK(memcmp(c.data, file.data, c.len) == 0);
    free(c.data), free(file.data), free(b.data);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    snprintf(in_path, sizeof in_path, "%s/in.mp3", folder);
    snprintf(out_path, sizeof out_path, "%s/out.pcm", folder);
    snprintf(wav_path, sizeof wav_path, "%s/in.wav", folder);
    bad_formats_are_refused();
    others_are_refused();
    if (system("command -v lame >/dev/null") == 0) {
        length_is_exact();
        mono_is_the_mean();
        garbage_is_passed_over();
        metadata_is_skipped();
        concatenations_are_whole();
        clipping_is_counted();
        threads_change_nothing();
        failure_leaves_nothing();
        streams_equal_files();
    } else {
        printf("SKIPPED: decoding, there is no lame\n");
    }
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return failures;
}
