// Every prefix of every vector ends at an unreadable page, so a read beyond the end crashes.
#include "accessory/capture.h"
#include "advert_all.h"
#include "check.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE_ROOM = 4096 };

static uint8_t *guard;  // first byte that cannot be read
static long vectors, prefixes;

static void read_event(const uint8_t *bytes, size_t len)
{
    static acc_report_joiner joiner;
    acc_report_reader reader;
    acc_report report;
    acc_report_joiner_init(&joiner);
    for (int kind = ACC_PACKET_NONE; kind <= ACC_PACKET_LE_LL; kind++) {
        acc_report_reader_init(&reader, (acc_packet_kind)kind, bytes, len);
        while (acc_report_next(&reader, &report))
            if (acc_report_join(&joiner, &report))
                CHECK(read_advert(report.data, report.length));
    }
}

static void every_prefix(const uint8_t *bytes, size_t size)
{
    vectors++;
    for (size_t len = 0; len <= size; len++, prefixes++) {
        uint8_t *copy = guard - len;
        memcpy(copy, bytes, len);
        CHECK(read_advert(copy, len));
        read_value(copy, len);
        read_event(copy, len);
        if (len)
            read_event(copy + 1, len - 1);  // an H4 packet without its type
        acc_capture capture;
        acc_capture_packet packet;
        if (acc_capture_open(&capture, copy, len) == ACC_OK)
            while (acc_capture_next(&capture, &packet))
                read_event(packet.bytes, packet.length);
    }
}

// Reads every run of hexadecimal digits between quotes (JSON) or on its own line.
static void every_hex_run(const char *text)
{
    static uint8_t bytes[PAGE_ROOM];
    for (const char *p = text; *p; p++) {
        size_t digits = 0;
        while (isxdigit((unsigned char)p[digits]))
            digits++;
        bool alone = p == text || p[-1] == '"' || p[-1] == '\n';
        if (alone && digits >= 4 && digits % 2 == 0 && digits / 2 <= PAGE_ROOM &&
            (p[digits] == '"' || p[digits] == '\n' || p[digits] == ' ')) {
            for (size_t i = 0; i < digits / 2; i++) {
                char pair[3] = {p[2 * i], p[2 * i + 1], 0};
                bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
            }
            every_prefix(bytes, digits / 2);
        }
        p += digits ? digits - 1 : 0;
    }
}

// Reads the fuzzers' seeds.
static void every_seed(const char *folder)
{
    static uint8_t bytes[PAGE_ROOM];
    static char path[1024];
    DIR *directory = opendir(folder);
    CHECK(directory != NULL);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (!file)
            continue;
        every_prefix(bytes, fread(bytes, 1, sizeof bytes, file));
        fclose(file);
    }
    if (directory)
        closedir(directory);
}

static bool every_file(const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return false;
    static char path[1024], text[1 << 20];
    for (struct dirent *entry; (entry = readdir(directory));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (!file)
            continue;
        text[fread(text, 1, sizeof text - 1, file)] = 0;
        fclose(file);
        every_hex_run(text);
    }
    closedir(directory);
    return true;
}

// The project's vectors state their kind.
static void every_kind_is_told(void)
{
    static char line[1024];
    static uint8_t bytes[512];
    char kind[64];
    FILE *file = fopen(ACC_SOURCE_DIR "/Tests/vectors/advert/kinds.txt", "r");
    CHECK(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        size_t size = 0;
        for (; isxdigit((unsigned char)line[2 * size]); size++) {
            char pair[3] = {line[2 * size], line[2 * size + 1], 0};
            bytes[size] = (uint8_t)strtoul(pair, NULL, 16);
        }
        acc_advert advert;
        acc_advert_classify(bytes, size, &advert);
        if (size && sscanf(line + 2 * size, " %63s", kind) == 1) {
            if (strcmp(kind, acc_beacon_kind_name((enum acc_beacon_kind)advert.kind)) != 0)
                printf("%s", line);
            CHECK(strcmp(kind, acc_beacon_kind_name((enum acc_beacon_kind)advert.kind)) == 0);
        }
    }
    if (file)
        fclose(file);
}

int main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *room =
        mmap(NULL, PAGE_ROOM + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED || mprotect(room + PAGE_ROOM, page, PROT_NONE))
        return 1;
    guard = room + PAGE_ROOM;
    CHECK(every_file(ACC_SOURCE_DIR "/Tests/vectors/advert"));
    CHECK(every_file(ACC_SOURCE_DIR "/Tests/vectors/sensors"));
    if (!every_file(ACC_SOURCE_DIR "/../shared/facts/vectors"))
        printf("skipped: no ../shared/facts/vectors\n");
    if (!every_file(ACC_SOURCE_DIR "/../shared/facts/sensors"))
        printf("skipped: no ../shared/facts/sensors\n");
    every_seed(ACC_SOURCE_DIR "/fuzz/corpus/advert");
    every_seed(ACC_SOURCE_DIR "/fuzz/corpus/hci_report");
    every_seed(ACC_SOURCE_DIR "/fuzz/corpus/capture");
    printf("%ld vectors, %ld prefixes\n", vectors, prefixes);
    CHECK(vectors >= 20);
    every_kind_is_told();
    return failures;
}
