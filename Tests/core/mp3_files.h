// MP3 files for tests of the converter, made by lame in a temporary folder, and their conversion.
#ifndef ACC_MP3_FILES_H
#define ACC_MP3_FILES_H

#include "accessory/mp3.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/accessory-mp3-XXXXXX";
static char in_path[64], out_path[64], wav_path[64];

typedef struct bytes {
    uint8_t *data;
    size_t len;
} bytes;

static inline void save(const char *path, const uint8_t *data, size_t len)
{
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, len, file) == len && fclose(file) == 0);
}

static inline bytes load(const char *path)
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

// A changing chord in 16 bits; the right channel is the left one an octave higher.
static inline void save_wav(uint32_t rate, unsigned channels, unsigned frames)
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

static inline bytes encode(uint32_t rate, unsigned channels, unsigned frames, const char *options)
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

static inline acc_mp3_status convert(const acc_mp3_format *format, unsigned threads)
{
    return acc_mp3_convert_file(in_path, out_path, format, threads, NULL, NULL, &report);
}

static inline double peak_of(const char *path)
{
    bytes b = load(path);
    double peak = 0;
    for (size_t i = 0; i + 1 < b.len; i += 2)
        peak = fmax(peak, fabs((double)(int16_t)(b.data[i] | b.data[i + 1] << 8)));
    free(b.data);
    return peak;
}

static uint32_t seed = 1;

static inline uint8_t random_byte(void)
{
    seed = seed * 1664525 + 1013904223;
    return (uint8_t)(seed >> 24);
}

static inline void open_folder(void)
{
    CHECK(mkdtemp(folder) != NULL);
    snprintf(in_path, sizeof in_path, "%s/in.mp3", folder);
    snprintf(out_path, sizeof out_path, "%s/out.pcm", folder);
    snprintf(wav_path, sizeof wav_path, "%s/in.wav", folder);
}

static inline void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

// Whether the tests take longer sounds of more kinds: scripts/test --long sets MP3_LONG.
static inline bool is_long(void)
{
    return getenv("MP3_LONG") != NULL;
}

// Whether these programs are installed; if not, prints what is skipped.
static inline bool have(const char *programs, const char *what)
{
    char command[200];
    snprintf(command, sizeof command, "for p in %s; do command -v $p >/dev/null || exit 1; done",
             programs);
    if (system(command) == 0)
        return true;
    printf("SKIPPED: %s, which needs %s\n", what, programs);
    return false;
}

#endif
