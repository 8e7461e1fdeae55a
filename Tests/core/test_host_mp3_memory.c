// The converter's heap does not grow with the length of the sound, nor with pictures before it.
#include "mp3_files.h"

#include <malloc.h>

#define LIMIT (512u << 10)

static size_t heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static size_t most;

static bool watch(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    size_t now = heap();
    most = now > most ? now : most;
    return true;
}

static bool swallow(void *user, const uint8_t *data, size_t len)
{
    (void)data;
    *(uint64_t *)user += len;
    return true;
}

static uint64_t written;

static acc_mp3_converter *start(const acc_mp3_format *format)
{
    most = written = 0;
    return acc_mp3_converter_new(format, swallow, &written);
}

// Three hours of sound: a minute of MP3 without reservoir, repeated.
static void three_hours_are_as_one_minute(void)
{
    bytes b = encode(22050, 2, 60 * 22050, "-t --nores -b 32 -m m");
    size_t before = heap(), after_one = 0;
    acc_mp3_converter *c = start(&standard);
    for (int minute = 0; minute < 180; minute++) {
        CHECK(acc_mp3_converter_feed(c, b.data, b.len) == ACC_MP3_OK);
        watch(NULL, 0, 0);
        after_one = minute ? after_one : most;
    }
    CHECK(most == after_one && most - before <= LIMIT);
    printf("heap for three hours: %zu KB\n", (most - before) >> 10);
    CHECK(acc_mp3_converter_finish(c, &report) == ACC_MP3_OK);
    CHECK(written == report.bytes && report.frames > 16000u * 3600u * 3u);
    acc_mp3_converter_free(c);
    free(b.data);
}

static void pictures_take_nothing(void)
{
    bytes b = encode(44100, 2, 441000, "-b 128");
    size_t size = 20u << 20, before;
    uint8_t *picture = calloc(1, size + 10);
    memcpy(picture, "ID3\3\0\0", 6);
    for (unsigned i = 0; i < 4; i++)
        picture[9 - i] = (uint8_t)(size >> 7 * i & 127);
    before = heap();
    acc_mp3_converter *c = start(&standard);
    for (size_t at = 0; at < size + 10; at += 1 << 16) {
        size_t n = size + 10 - at;
        CHECK(acc_mp3_converter_feed(c, picture + at, n < 1 << 16 ? n : 1 << 16) == ACC_MP3_OK);
        watch(NULL, 0, 0);
    }
    CHECK(acc_mp3_converter_feed(c, b.data, b.len) == ACC_MP3_OK);
    watch(NULL, 0, 0);
    CHECK(most - before <= LIMIT);
    CHECK(acc_mp3_converter_finish(c, &report) == ACC_MP3_OK && report.frames == 160000);
    acc_mp3_converter_free(c);
    free(picture), free(b.data);
}

// Files, stereo at a high rate, with one thread: the largest tables and buffers.
static void files_stay_below_the_limit(void)
{
    static const struct {
        uint32_t rate, out;
    } kinds[] = {{44100, 16000}, {44100, 192000}, {8000, 192000}, {48000, 44099}, {48000, 8001}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char options[60];
        snprintf(options, sizeof options, "-b %d --resample %g", kinds[i].rate > 8000 ? 128 : 24,
                 kinds[i].rate / 1000.0);
        free(encode(kinds[i].rate, 2, 30 * kinds[i].rate, options).data);
        acc_mp3_format format = {.rate = kinds[i].out, .bits = 32, .bytes = 4, .channels = 2};
        size_t before = heap();
        most = 0;
        CHECK(acc_mp3_convert_file(in_path, out_path, &format, 1, watch, NULL, &report) ==
              ACC_MP3_OK);
        printf("heap for %u to %u: %zu KB\n", (unsigned)kinds[i].rate, (unsigned)kinds[i].out,
               (most - before) >> 10);
        CHECK(most > before && most - before <= LIMIT);
    }
}

int main(void)
{
    // a sanitizer has its own heap, and glibc's is empty; volatile, so that the compiler keeps the call
    void *volatile something = malloc(1000);
    if (heap() < 1000) {
        printf("SKIPPED: the heap cannot be measured\n");
        free(something);
        return 0;
    }
    free(something);
    setvbuf(stdout, NULL, _IONBF, 0);
    open_folder();
    if (have("lame", "memory")) {
        three_hours_are_as_one_minute();
        pictures_take_nothing();
        files_stay_below_the_limit();
    }
    remove_folder();
    return failures;
}
