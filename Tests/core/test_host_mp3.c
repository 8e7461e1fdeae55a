// The converter with files of lame. Without lame, tests that need it are skipped with a message.
#include "host/mp3/slices.h"
#include "mp3_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

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

// Not libmpg123's own resampling and mono: the converter's mono at the file's rate is the mean of its
// stereo.
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

// After garbage the rest is intact, and nothing is a tenth of a decibel louder than before.
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

// Garbage after the last frame does not damage it: the tag states that it is the last.
static void garbage_behind_costs_nothing(void)
{
    static const char *const options[] = {"-b 128", "-V 4", "-b 64 --resample 22.05"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        bytes b = encode(44100, 2, 60000, options[i]);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 0);
        bytes clean = load(out_path);
        for (size_t size = 1; size < 3000; size = size * 3 + 1) {
            uint8_t *with = malloc(b.len + size);
            memcpy(with, b.data, b.len);
            for (size_t k = 0; k < size; k++)
                with[b.len + k] = random_byte();
            save(in_path, with, b.len + size);
            CHECK(convert(&standard, 1) == ACC_MP3_OK && report.frames_lost == 0);
            CHECK(report.damage_count == 1 && report.damage[0].bytes == size);
            bytes sound = load(out_path);
            CHECK(sound.len == clean.len && memcmp(sound.data, clean.data, clean.len) == 0);
            free(sound.data), free(with);
        }
        free(clean.data), free(b.data);
    }
}

// Finds where the frames of a file begin, and its end; the frame with the tag is number 0.
static size_t find_frames(bytes b, size_t *at, size_t most)
{
    size_t count = 0, next = 0;
    mp3_header header;
    while (count < most && next + 4 <= b.len && acc_mp3_header_read(b.data + next, &header)) {
        at[count++] = next;
        next += header.length;
    }
    at[count] = next;
    return count;
}

// Garbage inside a frame, where both headers stay: the frame is silent, and nothing is louder than before.
static void garbage_in_a_frame_is_silent(void)
{
    static const char *const options[] = {"-b 128", "-b 128 -p", "-b 64 -m m", "-V 4"};
    size_t at[500];
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        bytes b = encode(44100, 2, 441000, options[i]);
        CHECK(convert(&standard, 1) == ACC_MP3_OK);
        double clean = peak_of(out_path);
        uint64_t frames = report.frames;
        size_t count = find_frames(b, at, 499);
        for (size_t k = 10; k + 10 < count; k += 20)
            for (size_t byte = at[k] + 4; byte < at[k + 1]; byte++)
                b.data[byte] = random_byte();
        save(in_path, b.data, b.len);
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.frames == frames);
        CHECK(report.damage_count >= count / 20 - 1 && report.damage[0].bytes == 0);
        CHECK(report.frames_lost < 4 * report.damage_count);
        CHECK(peak_of(out_path) <= clean * 1.02);
        free(b.data);
    }
}

static uint32_t main_data_begin(const uint8_t *frame)
{
    return (uint32_t)(frame[4] << 1 | frame[5] >> 7);
}

// A missing frame does not show in the headers, but the next one may reach back into data that the
// previous one has used, and the tag states the number of frames.
static void missing_frames_are_noticed(void)
{
    bytes b = encode(44100, 2, 441000, "-b 128");
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    double clean = peak_of(out_path);
    size_t at[500], count = find_frames(b, at, 499), tried = 0, noticed = 0;
    uint8_t *rest = malloc(b.len);
    for (size_t k = 10; k + 10 < count; k++) {
        if (main_data_begin(b.data + at[k + 1]) <= main_data_begin(b.data + at[k]))
            continue;
        memcpy(rest, b.data, at[k]);
        memcpy(rest + at[k], b.data + at[k + 1], b.len - at[k + 1]);
        save(in_path, rest, b.len - (at[k + 1] - at[k]));
        CHECK(convert(&standard, 1) == ACC_MP3_OK && report.damage_count == 1);
        tried++;
        k += 10;
        if (report.damage[0]
                .at_end) {  // lame had left bytes unused before it: only the tag's count shows it
            CHECK(report.frames_lost == 1 && report.damage[0].frames == 1);
            continue;
        }
        CHECK(report.damage[0].offset == at[k - 10] && report.frames_lost < 4);
        CHECK(peak_of(out_path) <= clean * 1.02);
        noticed++;
    }
    CHECK(tried > 10 && noticed * 10 >= tried * 8);
    free(rest), free(b.data);
}

// A stream that begins in the middle of another one is decoded once its reservoir is full, and has no losses.
static void streams_begin_anywhere(void)
{
    bytes b = encode(44100, 1, 441000, "-b 64 -m m");
    size_t at[500], count = find_frames(b, at, 499);
    acc_mp3_format own = {.rate = 44100, .bits = 16, .bytes = 2, .channels = 1};
    CHECK(convert(&own, 1) == ACC_MP3_OK);
    bytes whole = load(out_path);
    for (size_t k = 20; k + 40 < count; k += 37) {
        save(in_path, b.data + at[k], b.len - at[k]);
        CHECK(convert(&own, 1) == ACC_MP3_OK && report.damage_count == 0);
        CHECK(report.frames == (count - k) * 1152);
        bytes rest = load(out_path);
        // delay and padding are not known here; 512 bytes of reservoir are three frames of 209
        const int16_t *late = (const int16_t *)rest.data + 5 * 1152;
        const int16_t *same = (const int16_t *)whole.data + (k + 4) * 1152 - 576 - 529;
        int worst = 0;
        for (size_t i = 0; i < 40000; i++)
            worst = abs(late[i] - same[i]) > worst ? abs(late[i] - same[i]) : worst;
        CHECK(worst <= 1);
        free(rest.data);
    }
    free(whole.data), free(b.data);
}

// Metadata before, between and after frames, also with a false size.
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

// Samples over full scale are limited and counted.
static void clipping_is_counted(void)
{
    bytes b = encode(44100, 2, 60000, "-b 128 --scale 3");
    CHECK(convert(&standard, 1) == ACC_MP3_OK && report.clipped > 100);
    CHECK(peak_of(out_path) >= 32767);
    free(b.data);
}

// Whether the file in in_path may be decoded in slices; out_path is written.
static bool is_sliced(void)
{
    mp3_job job = {.format = &standard, .regular = true, .report = &report};
    acc_mp3_status status = ACC_MP3_OK;
    bytes b = load(in_path);
    job.size = job.total = b.len;
    job.in = open(in_path, O_RDONLY);
    memset(&report, 0, sizeof report);
    CHECK(job.in >= 0 && acc_mp3_output_open(&job.out, out_path));
    bool sliced = acc_mp3_convert_slices(&job, 3, &status);
    CHECK(!sliced || (status == ACC_MP3_OK && acc_mp3_output_commit(&job.out)));
    acc_mp3_output_close(&job.out);
    close(job.in);
    free(b.data);
    return sliced;
}

static void threads_agree(void)
{
    CHECK(is_sliced());
    CHECK(convert(&standard, 1) == ACC_MP3_OK);
    acc_mp3_report alone = report;
    bytes one = load(out_path);
    CHECK(convert(&standard, 3) == ACC_MP3_OK);
    bytes three = load(out_path);
    CHECK(one.len == three.len && memcmp(one.data, three.data, one.len) == 0);
    CHECK(memcmp(&alone, &report, sizeof report) == 0);
    free(one.data), free(three.data);
}

// MPEG-1, 2 and 2.5, one and two channels, small and large reservoirs; whole and with damage in five places.
static void threads_change_nothing(void)
{
    static const struct {
        const char *options;
        unsigned seconds;  // 2000 MP3 frames are needed
    } kinds[] = {{"-V 4", 60},
                 {"-b 32 -m m --resample 22.05", 60},
                 {"-b 8 -m m --resample 12", 120},
                 {"-b 128", 120},
                 {"-b 64 -m m", 120},
                 {"-b 64 --resample 22.05", 120},
                 {"-b 24 -m j --resample 16", 120}};
    size_t count = is_long() ? sizeof kinds / sizeof *kinds : 3;
    for (size_t i = 0; i < count; i++) {
        int before = failures;
        bytes b = encode(44100, 2, 44100 * kinds[i].seconds, kinds[i].options);
        threads_agree();
        for (size_t place = 1; place <= 5; place++)
            for (size_t k = 0; k < 3000; k++)
                b.data[place * b.len / 6 + k] = random_byte();
        save(in_path, b.data, b.len);
        threads_agree();
        if (failures > before)
            printf("%s\n", kinds[i].options);
        free(b.data);
    }
}

// Files of other formats are refused.
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
    format = standard, format.bytes = 4;
    CHECK(acc_mp3_format_check(&format) == ACC_MP3_BAD_FORMAT);
}

// 24 bits in 32: raw in the low end, like ALSA's S24_LE; in WAV in the high end, as 32 bits.
static void wide_24_bits_lie_where_they_belong(void)
{
    free(encode(44100, 2, 20000, "-b 128").data);
    acc_mp3_format format = {.rate = 16000, .bits = 24, .bytes = 3, .channels = 1};
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes packed = load(out_path);
    format.bytes = 4;
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes low = load(out_path);
    format.wav = true;
    CHECK(convert(&format, 1) == ACC_MP3_OK);
    bytes high = load(out_path);
    CHECK(packed.len > 0 && low.len == packed.len / 3 * 4 && high.len == 68 + low.len);
    // WAVE_FORMAT_EXTENSIBLE, 32 bits per sample, all of them valid
    CHECK(memcmp(high.data + 20, "\xFE\xFF\1\0", 4) == 0);
    CHECK(memcmp(high.data + 32, "\4\0\x20\0\x16\0\x20\0", 8) == 0);
    for (size_t i = 0; i < packed.len / 3; i++) {
        const uint8_t *p = packed.data + 3 * i, *h = high.data + 68 + 4 * i;
        CHECK(h[0] == 0 && memcmp(h + 1, p, 3) == 0);
        CHECK(memcmp(low.data + 4 * i, p, 3) == 0 && low.data[4 * i + 3] == (p[2] < 128 ? 0 : 255));
    }
    free(packed.data), free(low.data), free(high.data);
}

static bool stop_half_way(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    return done < total / 2;
}

// After a cancel or with a full disk the old file stays, and no other file is left.
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

// A link stays a link, its target keeps its permissions, and a broken link is refused.
static void links_stay(void)
{
    char link[120], target[120];
    struct stat facts;
    snprintf(link, sizeof link, "%s/link", folder);
    snprintf(target, sizeof target, "%s/target", folder);
    save(target, (const uint8_t *)"old", 3);
    CHECK(chmod(target, 0640) == 0 && symlink("target", link) == 0);
    CHECK(acc_mp3_convert_file(in_path, link, &standard, 1, NULL, NULL, &report) == ACC_MP3_OK);
    CHECK(lstat(link, &facts) == 0 && S_ISLNK(facts.st_mode));
    CHECK(lstat(target, &facts) == 0 && (facts.st_mode & 0777) == 0640);
    CHECK((uint64_t)facts.st_size == report.bytes);
    unlink(target);
    CHECK(acc_mp3_convert_file(in_path, link, &standard, 1, NULL, NULL, &report) ==
          ACC_MP3_CANNOT_CREATE);
    CHECK(report.system_error == ENOENT && access(target, F_OK) != 0);
    unlink(link);
}

// The longest possible name leaves no room for the temporary suffix, so the temporary name is cut.
static void long_names_are_written(void)
{
    char path[400];
    int size = snprintf(path, sizeof path, "%s/", folder);
    memset(path + size, 'n', 255);
    path[size + 255] = 0;
    CHECK(acc_mp3_convert_file(in_path, path, &standard, 1, NULL, NULL, &report) == ACC_MP3_OK);
    CHECK(unlink(path) == 0);
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

// Byte by byte the converter has the same output as with the file.
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

// Tags of encoders and no sound: not even a WAV header is written.
static void tags_alone_are_no_sound(void)
{
    bytes b = encode(44100, 2, 30000, "-b 128");
    size_t at[100];
    CHECK(find_frames(b, at, 99) > 1);
    acc_mp3_format format = standard;
    format.wav = true;
    collected c = {NULL, 0};
    acc_mp3_converter *converter = acc_mp3_converter_new(&format, collect, &c);
    for (size_t i = 0; i < 5; i++)
        CHECK(acc_mp3_converter_feed(converter, b.data, at[1]) == ACC_MP3_OK);
    CHECK(acc_mp3_converter_finish(converter, &report) == ACC_MP3_NO_SOUND && c.len == 0);
    acc_mp3_converter_free(converter);
    free(c.data), free(b.data);
}

int main(void)
{
    open_folder();
    bad_formats_are_refused();
    others_are_refused();
    if (have("lame", "decoding")) {
        length_is_exact();
        mono_is_the_mean();
        garbage_is_passed_over();
        garbage_behind_costs_nothing();
        garbage_in_a_frame_is_silent();
        missing_frames_are_noticed();
        streams_begin_anywhere();
        metadata_is_skipped();
        concatenations_are_whole();
        clipping_is_counted();
        wide_24_bits_lie_where_they_belong();
        threads_change_nothing();
        failure_leaves_nothing();
        links_stay();
        long_names_are_written();
        streams_equal_files();
        tags_alone_are_no_sound();
    }
    remove_folder();
    return failures;
}
