// Intact and damaged MP3 files of every kind (Tests/mp3/corpus.py): exact lengths, a typed error, or the good part
// of the sound.
#include "mp3_files.h"

static char corpus[80];

static void take_path(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", corpus, name);
}

// Decodes a file at its own rate, stereo, 16 bits without dither.
static bytes decode(const char *name)
{
    char path[160];
    take_path(path, sizeof path, name);
    acc_mp3_format format = {.rate = 44100, .bits = 16, .bytes = 2, .channels = 2};
    CHECK(acc_mp3_convert_file(path, out_path, &format, 2, NULL, NULL, &report) == ACC_MP3_OK);
    return load(out_path);
}

static void is_whole(const char *name, unsigned rate, uint64_t frames)
{
    static const uint32_t rates[] = {16000, 8000, 44100, 48000};
    char path[160];
    take_path(path, sizeof path, name);
    int before = failures;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        acc_mp3_format format = standard;
        format.rate = rates[i];
        CHECK(acc_mp3_convert_file(path, out_path, &format, 2, NULL, NULL, &report) == ACC_MP3_OK);
        CHECK(report.gapless && report.source_frames == frames && report.damage_count == 0);
        CHECK(report.frames == (frames * 2 * rates[i] + rate) / (2 * rate));
        CHECK(report.bytes == 2 * report.frames);
    }
    if (failures > before)
        printf("%s\n", name);
}

static void is_refused(const char *name, const char *status)
{
    static const struct {
        const char *name;
        acc_mp3_status status;
    } known[] = {{"empty", ACC_MP3_EMPTY},
                 {"no-sound", ACC_MP3_NO_SOUND},
                 {"other-format", ACC_MP3_OTHER_FORMAT},
                 {"cannot-open", ACC_MP3_CANNOT_OPEN}};
    char path[160];
    take_path(path, sizeof path, name);
    unlink(out_path);
    acc_mp3_status got = acc_mp3_convert_file(path, out_path, &standard, 2, NULL, NULL, &report);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        CHECK((strcmp(known[i].name, status) == 0) == (got == known[i].status));
    CHECK(access(out_path, F_OK) != 0);
}

#define BLOCK (1152u * 4)  // bytes of one MP3 frame's sound

static bool same_block(const uint8_t *a, const uint8_t *b)
{
    for (size_t i = 0; i < BLOCK; i += 2) {
        int x = (int16_t)(a[i] | a[i + 1] << 8), y = (int16_t)(b[i] | b[i + 1] << 8);
        if (abs(x - y) > 1)
            return false;
    }
    return true;
}

// Counts the blocks of the clean sound that are in `sound`, in order.
static unsigned count_same(bytes sound, bytes clean)
{
    unsigned count = 0;
    size_t next = 0;
    for (size_t at = 0; at + BLOCK <= sound.len; at += BLOCK)
        for (size_t look = next; look < next + 40 * BLOCK && look + BLOCK <= clean.len;
             look += BLOCK)
            if (same_block(sound.data + at, clean.data + look)) {
                count++;
                next = look + BLOCK;
                break;
            }
    return count;
}

static double loudest(bytes b)
{
    double most = 0;
    for (size_t i = 0; i + 1 < b.len; i += 2)
        most = fmax(most, fabs((double)(int16_t)(b.data[i] | b.data[i + 1] << 8)));
    return most;
}

// 99.5 % of the `good` MP3 frames, except frames that delay and padding cut, equal the clean file's, and nothing is
// louder.
static void is_recovered(const char *name, const char *clean_name, unsigned good)
{
    bytes clean = decode(clean_name), sound = decode(name);
    unsigned same = count_same(sound, clean);
    if (same + 3 < good * 0.995)
        printf("%s: %u of %u frames\n", name, same, good);
    CHECK(same + 3 >= good * 0.995);
    CHECK(loudest(sound) <= 1.01 * loudest(clean));
    free(clean.data), free(sound.data);
}

static void lasts(const char *name, double seconds)
{
    bytes sound = decode(name);
    double got = (double)sound.len / 4 / 44100;
    if (got < seconds * 0.995 || got > seconds * 1.05)
        printf("%s: %.2f s instead of %.2f\n", name, got, seconds);
    CHECK(got >= seconds * 0.995 && got <= seconds * 1.05);
    free(sound.data);
}

// The channels have different block types, with which libmpg123's own mono is wrong.
static void is_mixed_as_mean(const char *name)
{
    char path[160];
    take_path(path, sizeof path, name);
    acc_mp3_format format = {.rate = 44100, .bits = 32, .bytes = 4, .channels = 1};
    bytes stereo = decode(name);
    CHECK(acc_mp3_convert_file(path, out_path, &format, 2, NULL, NULL, &report) == ACC_MP3_OK);
    bytes mono = load(out_path);
    CHECK(mono.len == stereo.len && mono.len > 0);
    double worst = 0;
    for (size_t i = 0; i < mono.len; i += 4) {
        int32_t mean;
        int16_t both[2];
        memcpy(&mean, mono.data + i, 4);
        memcpy(both, stereo.data + i, 4);
        worst = fmax(worst, fabs((both[0] + both[1]) / 2.0 - mean / 65536.0));
    }
    CHECK(worst <= 0.51);  // each channel was rounded by up to a half
    free(stereo.data), free(mono.data);
}

static void run_list(void)
{
    char path[160], line[200], name[64], word[64];
    take_path(path, sizeof path, "list");
    FILE *list = fopen(path, "r");
    CHECK(list != NULL);
    unsigned whole = 0, broken = 0, rate, count;
    double seconds;
    while (list && fgets(line, sizeof line, list)) {
        if (sscanf(line, "whole %63s %u %u", name, &rate, &count) == 3)
            is_whole(name, rate, count), whole++;
        else if (sscanf(line, "error %63s %63s", name, word) == 2)
            is_refused(name, word), broken++;
        else if (sscanf(line, "damaged %63s %63s %u", name, word, &count) == 3)
            is_recovered(name, word, count), broken++;
        else if (sscanf(line, "lasts %63s %lf", name, &seconds) == 2)
            lasts(name, seconds), broken++;
        else if (sscanf(line, "mean %63s", name) == 1)
            is_mixed_as_mean(name);
    }
    CHECK(whole >= 18 && broken >= 25);
    if (list)
        fclose(list);
}

int main(void)
{
    open_folder();
    if (have("python3 lame sox espeak-ng", "the corpus")) {
        char command[300];
        snprintf(corpus, sizeof corpus, "%s/corpus", folder);
        snprintf(command, sizeof command, "python3 %s/Tests/mp3/corpus.py %s %d", ACC_SOURCE_DIR,
                 corpus, is_long() ? 60 : 30);
        CHECK(system(command) == 0);
        run_list();
    }
    remove_folder();
    return failures;
}
