// Each allocation of the converter fails once: the status says so, no memory or file is left, and nothing is written that is
// wrong. The sources are included with an allocator that counts.
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long live, calls, fails_at;

static void *counted(void *memory)
{
    live += memory != NULL;
    return memory;
}

static void *test_malloc(size_t size)
{
    return ++calls == fails_at ? NULL : counted(malloc(size));
}

static void *test_calloc(size_t count, size_t size)
{
    return ++calls == fails_at ? NULL : counted(calloc(count, size));
}

static void test_free(void *memory)
{
    live -= memory != NULL;
    free(memory);
}

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define malloc test_malloc
#define calloc test_calloc
#define free test_free
#include "host/mp3/converter.c"
#include "host/mp3/file.c"
#include "host/mp3/slices.c"
// names that other files have, too
#define deliver pipeline_deliver
#define convert pipeline_convert
#include "host/mp3/pipeline.c"
#undef malloc
#undef calloc
#undef free

// Layer III, MPEG-2, mono, 22.05 kHz, 32 kbit/s.
static const uint8_t header[4] = {0xFF, 0xF3, 0x40, 0xC0};
enum { FRAME_SIZE = 104, FRAMES = 2300 };

static uint8_t input[FRAME_SIZE * FRAMES];
static char folder[] = "/tmp/accessory-allocation-XXXXXX", in_path[64], out_path[64];
static acc_mp3_report report;
static const acc_mp3_format formats[] = {
    {.rate = 22050, .bits = 16, .bytes = 2, .channels = 1},
    {.rate = 16000, .bits = 16, .bytes = 2, .channels = 2, .wav = true},
};

static size_t heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static off_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_size : -1;
}

static acc_mp3_status convert_all(const acc_mp3_format *format, unsigned threads)
{
    unlink(out_path);
    calls = 0;
    return acc_mp3_convert_file(in_path, out_path, format, threads, NULL, NULL, &report);
}

static void files(void)
{
    for (unsigned threads = 1; threads <= 3; threads += 2)
        for (size_t f = 0; f < 2; f++) {
            fails_at = 0;
            CHECK(convert_all(&formats[f], threads) == ACC_MP3_OK && live == 0);
            const long all = calls;
            const off_t size = size_of(out_path);
            CHECK(all > 4 && size == (off_t)report.bytes);
            for (long n = 1; n <= all; n++) {
                fails_at = n;
                const acc_mp3_status status = convert_all(&formats[f], threads);
                // without memory for slices a file is converted in order
                CHECK(status == ACC_MP3_NO_MEMORY || (threads > 1 && status == ACC_MP3_OK));
                CHECK(size_of(out_path) == (status == ACC_MP3_OK ? size : -1));
                if (live)
                    printf("allocation %ld of %ld, %u threads: %ld left\n", n, all, threads,
                           (long)live);
                CHECK(live == 0);
            }
        }
}

static bool drop(void *user, const uint8_t *bytes, size_t len)
{
    (void)user, (void)bytes, (void)len;
    return true;
}

static void streams(void)
{
    for (size_t f = 0; f < 2; f++) {
        long all = 0;
        for (long n = 0; n == 0 || n <= all; n++) {
            fails_at = n;
            calls = 0;
            acc_mp3_converter *c = acc_mp3_converter_new(&formats[f], drop, NULL);
            acc_mp3_status status = ACC_MP3_NO_MEMORY;
            if (c) {
                status = acc_mp3_converter_feed(c, input, 50 * FRAME_SIZE);
                if (status == ACC_MP3_OK)
                    status = acc_mp3_converter_finish(c, &report);
                acc_mp3_converter_free(c);
            }
            CHECK(status == (n ? ACC_MP3_NO_MEMORY : ACC_MP3_OK) && live == 0);
            all = n ? all : calls;
        }
    }
    acc_mp3_converter_free(NULL);
}

// The decoder's memory is its library's.
static void conversions_leave_nothing(void)
{
    fails_at = 0;
    for (unsigned threads = 1; threads <= 2; threads++) {
        size_t before = 0;
        for (int i = 0; i < 8; i++) {
            before = i == 3 ? heap() : before;
            CHECK(convert_all(&formats[0], threads) == ACC_MP3_OK);
        }
        CHECK(heap() < before + 4096);
    }
}

int main(void)
{
    for (size_t i = 0; i < FRAMES; i++)
        memcpy(input + i * FRAME_SIZE, header, 4);
    CHECK(mkdtemp(folder));
    snprintf(in_path, sizeof in_path, "%s/in", folder);
    snprintf(out_path, sizeof out_path, "%s/out", folder);
    FILE *file = fopen(in_path, "wb");
    CHECK(file && fwrite(input, 1, sizeof input, file) == sizeof input && fclose(file) == 0);
    files();
    streams();
    conversions_leave_nothing();
    unlink(in_path);
    unlink(out_path);
    rmdir(folder);
    return failures;
}
