// The output file of a conversion, and the pipeline that fills it: names, modes, failures, and every sample of short sounds.
#include "check.h"
#include "host/mp3/output.h"
#include "host/mp3/pipeline.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/accessory-output-XXXXXX", path[300];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static unsigned count_files(void)
{
    unsigned count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

// The bytes of a file; their number, or -1.
static uint8_t content[200000];
static long size_of(const char *name)
{
    FILE *file = fopen(in_folder(name), "rb");
    if (!file)
        return -1;
    long size = (long)fread(content, 1, sizeof content, file);
    fclose(file);
    return size;
}

// A file has its name when it is committed, and none before.
static void files_appear_whole(void)
{
    output_file o;
    CHECK(acc_mp3_output_open(&o, in_folder("new")) && !o.direct && o.error == 0);
    CHECK(count_files() == 1 && size_of("new") == -1);
    CHECK(strncmp(o.beside, o.final, strlen(o.final)) == 0 &&
          strcmp(o.final, in_folder("new")) == 0);
    CHECK(acc_mp3_output_write(&o, (const uint8_t *)"abc", 3) && acc_mp3_output_commit(&o));
    acc_mp3_output_close(&o);
    CHECK(count_files() == 1 && size_of("new") == 3 && memcmp(content, "abc", 3) == 0);
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    CHECK(stat(in_folder("new"), &status) == 0 && (status.st_mode & 0777) == (0666 & ~mask));
    // one that replaces it keeps its mode; without a commit nothing changes
    CHECK(chmod(in_folder("new"), 0640) == 0);
    CHECK(acc_mp3_output_open(&o, in_folder("new")) &&
          acc_mp3_output_write(&o, (const uint8_t *)"xyz", 3));
    acc_mp3_output_close(&o);
    CHECK(count_files() == 1 && size_of("new") == 3 && memcmp(content, "abc", 3) == 0);
    CHECK(acc_mp3_output_open(&o, in_folder("new")) &&
          acc_mp3_output_write(&o, (const uint8_t *)"xy", 2));
    CHECK(acc_mp3_output_commit(&o));
    acc_mp3_output_close(&o);
    CHECK(stat(in_folder("new"), &status) == 0 && (status.st_mode & 0777) == 0640 &&
          size_of("new") == 2);
    CHECK(unlink(in_folder("new")) == 0);
}

static void names_may_be_taken(void)
{
    output_file first, second;
    CHECK(acc_mp3_output_open(&first, in_folder("same")) &&
          acc_mp3_output_open(&second, in_folder("same")));
    CHECK(strcmp(first.beside, second.beside) != 0 && count_files() == 2);
    acc_mp3_output_close(&first);
    acc_mp3_output_close(&second);
    CHECK(count_files() == 0);
    // a relative name, and long ones: 200 characters and the suffix
    char old[300], name[256];
    CHECK(getcwd(old, sizeof old) && chdir(folder) == 0);
    CHECK(acc_mp3_output_open(&first, "plain") && !strchr(first.beside, '/'));
    acc_mp3_output_close(&first);
    memset(name, 'n', 255);
    name[255] = 0;
    CHECK(acc_mp3_output_open(&first, name) && strspn(first.beside, "n") == 200);
    CHECK(strncmp(first.beside + 200, ".part-", 6) == 0 && acc_mp3_output_commit(&first));
    acc_mp3_output_close(&first);
    CHECK(chdir(old) == 0 && size_of(name) == 0 && unlink(in_folder(name)) == 0);
}

static void failures_are_told(void)
{
    output_file o;
    CHECK(!acc_mp3_output_open(&o, in_folder("missing/file")) && o.error == ENOENT);
    acc_mp3_output_close(&o);
    CHECK(!acc_mp3_output_open(&o, folder) && o.error == EISDIR);
    acc_mp3_output_close(&o);
    // a link that leads nowhere, and one that leads to a file
    CHECK(symlink("nowhere", in_folder("broken")) == 0);
    CHECK(!acc_mp3_output_open(&o, in_folder("broken")) && o.error == ENOENT);
    acc_mp3_output_close(&o);
    CHECK(unlink(in_folder("broken")) == 0 && count_files() == 0);
    CHECK(acc_mp3_output_open(&o, "/dev/full") && o.direct && o.position == 0);
    CHECK(acc_mp3_output_write(&o, (const uint8_t *)"abc", 3) && !acc_mp3_output_flush(&o) &&
          o.error == ENOSPC);
    CHECK(acc_mp3_output_rewind(&o));
    acc_mp3_output_close(&o);
    CHECK(acc_mp3_output_open(&o, "/dev/null") && o.direct);
    CHECK(acc_mp3_output_write(&o, (const uint8_t *)"abc", 3) && acc_mp3_output_commit(&o) &&
          o.position == 3);
    acc_mp3_output_close(&o);
    // the first error is kept
    CHECK(acc_mp3_output_open(&o, "/dev/full"));
    CHECK(acc_mp3_output_write(&o, (const uint8_t *)"abc", 3) && !acc_mp3_output_commit(&o) &&
          o.error == ENOSPC);
    close(o.file);
    CHECK(acc_mp3_output_write(&o, (const uint8_t *)"abc", 3) && !acc_mp3_output_flush(&o) &&
          o.error == ENOSPC);
    o.file = -1;
    acc_mp3_output_close(&o);
}

// Writes of any size around the buffer's, parts at their places, and bytes that are replaced.
static void bytes_have_their_places(void)
{
    static uint8_t data[3 * OUTPUT_BUFFER + 8];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 31 + (i >> 8));
    static const size_t sizes[] = {1, OUTPUT_BUFFER - 1, OUTPUT_BUFFER,
                                   1, OUTPUT_BUFFER / 2, OUTPUT_BUFFER / 2 - 2};
    output_file o, part;
    CHECK(acc_mp3_output_open(&o, in_folder("sizes")));
    size_t at = 0;
    for (size_t i = 0; i < 6; at += sizes[i++])
        CHECK(acc_mp3_output_write(&o, data + at, sizes[i]) &&
              o.position + o.fill == at + sizes[i]);
    CHECK(o.position == 2 * OUTPUT_BUFFER && o.fill == OUTPUT_BUFFER - 1);
    CHECK(acc_mp3_output_patch(&o, 5, (const uint8_t *)"HEAD", 4) && o.position == at &&
          o.fill == 0);
    CHECK(acc_mp3_output_write(&o, data + at, 3));
    CHECK(acc_mp3_output_open_part(&part, &o, 1000) && part.file == o.file && !part.direct);
    CHECK(acc_mp3_output_write(&part, (const uint8_t *)"PART", 4) && acc_mp3_output_flush(&part) &&
          part.position == 1004);
    acc_mp3_output_close(&part);
    CHECK(acc_mp3_output_commit(&o));
    acc_mp3_output_close(&o);
    memcpy(data + 5, "HEAD", 4);
    memcpy(data + 1000, "PART", 4);
    CHECK(size_of("sizes") == (long)at + 3 && memcmp(content, data, at + 3) == 0);
    // longer than the buffer: directly, behind what waits
    CHECK(acc_mp3_output_open(&o, in_folder("sizes")));
    CHECK(acc_mp3_output_write(&o, data, 9) &&
          acc_mp3_output_write(&o, data + 9, OUTPUT_BUFFER + 1));
    CHECK(o.fill == 0 && o.position == OUTPUT_BUFFER + 10);
    // discarded
    CHECK(acc_mp3_output_write(&o, data, 9) && acc_mp3_output_rewind(&o) && o.fill == 0 &&
          o.position == 0);
    CHECK(acc_mp3_output_write(&o, data, 4) && acc_mp3_output_commit(&o));
    acc_mp3_output_close(&o);
    CHECK(size_of("sizes") == 4 && unlink(in_folder("sizes")) == 0);
}

// MARK: The pipeline

static uint8_t sound[100000];
static size_t sound_size;
static bool refuses;

static bool collect(void *user, const uint8_t *bytes, size_t len)
{
    CHECK(user == sound);
    memcpy(sound + sound_size, bytes, len);
    sound_size += len;
    return !refuses;
}

static pipeline p;

static void open_line(uint8_t channels, uint32_t rate)
{
    const acc_mp3_format format = {.rate = rate, .bits = 16, .bytes = 2, .channels = channels};
    CHECK(acc_mp3_pipeline_init(&p, &format, collect, sound) == ACC_MP3_OK);
    sound_size = 0;
    refuses = false;
}

static int sample(size_t i)
{
    return (int16_t)(sound[2 * i] | sound[2 * i + 1] << 8);
}

// A whole number of 16 bits as a float.
static float full(int value)
{
    return (float)value / 32768;
}

static void drain(size_t samples)
{
    CHECK(acc_mp3_pipeline_drain(&p) == ACC_MP3_OK && sound_size == 2 * samples);
    acc_mp3_pipeline_free(&p);
}

// At the own rate each sample comes out as it went in.
static void channels_are_mapped(void)
{
    const float mono[] = {full(100), full(-200), full(300)};
    const float stereo[] = {full(100), full(300), full(-200), full(200), full(32000), full(-32000)};
    open_line(1, 44100);
    CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
    CHECK(acc_mp3_pipeline_take(&p, mono, 1, 3) == ACC_MP3_OK &&
          acc_mp3_pipeline_take(&p, stereo, 2, 3) == ACC_MP3_OK);
    CHECK(acc_mp3_pipeline_take(&p, NULL, 2, 2) == ACC_MP3_OK &&
          acc_mp3_pipeline_take(&p, mono, 1, 1) == ACC_MP3_OK);
    drain(9);
    static const int expected[] = {100, -200, 300, 200, 0, 0, 0, 0, 100};
    for (size_t i = 0; i < 9; i++)
        CHECK(sample(i) == expected[i]);
    open_line(2, 44100);
    CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
    CHECK(acc_mp3_pipeline_take(&p, mono, 1, 3) == ACC_MP3_OK &&
          acc_mp3_pipeline_take(&p, stereo, 2, 3) == ACC_MP3_OK);
    CHECK(acc_mp3_pipeline_take(&p, NULL, 1, 1) == ACC_MP3_OK);
    drain(14);
    static const int both[] = {100, 100,  -200, -200,  300,    300, 100,
                               300, -200, 200,  32000, -32000, 0,   0};
    for (size_t i = 0; i < 14; i++)
        CHECK(sample(i) == both[i]);
}

// The delay is cut over several frames; the last samples wait until they are known to be sound or padding.
static void delay_and_padding_are_cut(void)
{
    float frame[1000];
    for (int i = 0; i < 1000; i++)
        frame[i] = full(i);
    for (int cut = 0; cut < 2; cut++) {
        open_line(1, 44100);
        CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
        p.drop = 1100;
        p.hold = 300;
        CHECK(acc_mp3_pipeline_take(&p, frame, 1, 1000) == ACC_MP3_OK && p.drop == 100 &&
              p.held == 0);
        CHECK(acc_mp3_pipeline_take(&p, frame, 1, 1000) == ACC_MP3_OK && p.drop == 0 &&
              p.held == 300);
        CHECK(acc_mp3_pipeline_take(&p, frame, 1, 300) == ACC_MP3_OK && p.held == 300 &&
              p.taken == 900);
        p.drop = 7;
        CHECK(acc_mp3_pipeline_end_tag(&p, cut) == ACC_MP3_OK && p.held == 0 && p.hold == 0 &&
              p.drop == 0);
        CHECK(acc_mp3_pipeline_take(&p, frame + 500, 1, 1) == ACC_MP3_OK);
        drain(cut ? 901 : 1201);
        CHECK(sample(0) == 100 && sample(899) == 999 && sample(900) == (cut ? 500 : 0));
        CHECK(cut || (sample(1199) == 299 && sample(1200) == 500));
    }
}

// The exact length: samples * rate / rate, rounded up or down as the resampler's; a change of rate ends the old sound.
static void lengths_are_exact(void)
{
    static float frame[1152];
    static const uint32_t rates[] = {8000, 22050, 44100, 48000};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            open_line(1, rates[k]);
            CHECK(acc_mp3_pipeline_set_rate(&p, rates[i]) == ACC_MP3_OK && p.rate == rates[i]);
            for (int n = 0; n < 2; n++)
                CHECK(acc_mp3_pipeline_take(&p, frame, 1, 1152) == ACC_MP3_OK);
            size_t length = (size_t)acc_resampler_length(2304, rates[i], rates[k]);
            CHECK(length >= 2304ull * rates[k] / rates[i] &&
                  length <= 2304ull * rates[k] / rates[i] + 1);
            CHECK(acc_mp3_pipeline_set_rate(&p, rates[i]) == ACC_MP3_OK &&
                  sound_size == 2 * length);
            CHECK(p.made == 0 && p.taken == 0 && p.all_taken == 2304);
            CHECK(acc_mp3_pipeline_set_rate(&p, 32000) == ACC_MP3_OK && p.rate == 32000);
            CHECK(acc_mp3_pipeline_take(&p, frame, 1, 320) == ACC_MP3_OK);
            drain(length + (size_t)acc_resampler_length(320, 32000, rates[k]));
        }
}

// A part of the output is what the whole has there; its first input is returned.
static void parts_are_the_same(void)
{
    static float frame[4000];
    static uint8_t whole[20000];
    for (int i = 0; i < 4000; i++)
        frame[i] = full(i * 37 % 20000 - 10000);
    for (int k = 0; k < 2; k++) {
        uint32_t rate = k ? 16000 : 44100;
        open_line(1, rate);
        CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
        for (int i = 0; i < 4; i++)
            CHECK(acc_mp3_pipeline_take(&p, frame + 1000 * i, 1, 1000) == ACC_MP3_OK);
        size_t length = (size_t)acc_resampler_length(4000, 44100, rate);
        CHECK(acc_mp3_pipeline_drain(&p) == ACC_MP3_OK && sound_size == 2 * length);
        acc_mp3_pipeline_free(&p);
        memcpy(whole, sound, sound_size);
        open_line(1, rate);
        CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
        uint64_t from = acc_mp3_pipeline_seek(&p, 500, 900);
        CHECK(from <= 500u * 44100 / rate && p.made == 500 && p.taken == from);
        for (uint64_t at = from; at < 4000; at += 500)
            CHECK(acc_mp3_pipeline_take(&p, frame + at, 1, at + 500 < 4000 ? 500 : 4000 - at) ==
                  ACC_MP3_OK);
        CHECK(sound_size == 2 * 400 && memcmp(sound, whole + 2 * 500, 2 * 400) == 0 &&
              p.made == 900);
        acc_mp3_pipeline_free(&p);
    }
}

static void a_sink_may_refuse(void)
{
    static float frame[1152];
    open_line(1, 44100);
    CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
    refuses = true;
    CHECK(acc_mp3_pipeline_take(&p, frame, 1, 1152) == ACC_MP3_CANNOT_WRITE);
    acc_mp3_pipeline_free(&p);
}

// 8 bits are unsigned or signed; more bytes than bits are at the high end in a WAV file, else at the low end.
static void formats_are_passed_on(void)
{
    static const struct {
        acc_mp3_format format;
        uint8_t bytes[4];
    } rows[] = {
        {{.bits = 8, .bytes = 1}, {0xC0}},
        {{.bits = 8, .bytes = 1, .is_signed8 = true}, {0x40}},
        {{.bits = 16, .bytes = 2}, {0, 0x40}},
        {{.bits = 24, .bytes = 3}, {0, 0, 0x40}},
        {{.bits = 24, .bytes = 4}, {0, 0, 0x40, 0}},
        {{.bits = 24, .bytes = 4, .wav = true}, {0, 0, 0, 0x40}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_mp3_format format = rows[i].format;
        format.rate = 44100;
        format.channels = 1;
        CHECK(acc_mp3_pipeline_init(&p, &format, collect, sound) == ACC_MP3_OK);
        sound_size = 0;
        refuses = false;
        CHECK(acc_mp3_pipeline_set_rate(&p, 44100) == ACC_MP3_OK);
        CHECK(acc_mp3_pipeline_take(&p, (const float[]){0.5f}, 1, 1) == ACC_MP3_OK);
        CHECK(acc_mp3_pipeline_drain(&p) == ACC_MP3_OK && sound_size == format.bytes);
        CHECK(memcmp(sound, rows[i].bytes, format.bytes) == 0);
        acc_mp3_pipeline_free(&p);
    }
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    files_appear_whole();
    names_may_be_taken();
    failures_are_told();
    bytes_have_their_places();
    CHECK(rmdir(folder) == 0);
    channels_are_mapped();
    delay_and_padding_are_cut();
    lengths_are_exact();
    parts_are_the_same();
    a_sink_may_refuse();
    formats_are_passed_on();
    return failures;
}
