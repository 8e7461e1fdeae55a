// The cable modem on WAV files, one-way:
//   cable-file tx IN WAV BITRATE [HZ]    a file as a burst of BITRATE bit/s in the band up to HZ
//   cable-file rx WAV OUT [-v]           the first whole payload of a recording; 1 when there is none
#include "accessory/cable.h"
#include "accessory/wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, CHUNK = 4800, TAIL = 70 * 5000 };

typedef struct buffer {
    uint8_t *bytes;
    size_t len;
} buffer;

static _Noreturn void fail(const char *what, const char *path)
{
    fprintf(stderr, "cable-file: %s: %s\n", what, path);
    exit(1);
}

static buffer read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0)
        fail("cannot read", path);
    long size = ftell(f);
    rewind(f);
    buffer b = {malloc((size_t)size + 1), (size_t)size};
    if (!b.bytes || fread(b.bytes, 1, b.len, f) != b.len)
        fail("cannot read", path);
    fclose(f);
    return b;
}

static void write_file(const char *path, const uint8_t *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, len, f) != len || fclose(f) != 0)
        fail("cannot write", path);
}

static void *memory_of(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (size == 0 || !memory)
        fail("no memory", "for the modem");
    return memory;
}

static void write_wav(const char *path, const float *pcm, size_t frames)
{
    acc_wav_format format = {ACC_SAMPLE_S16, 1, RATE};
    uint8_t *out = malloc(ACC_WAV_HEADER_MAX + 2 * frames);
    size_t head = acc_wav_header_write(&format, 2 * frames, out, ACC_WAV_HEADER_MAX);
    acc_sample_write(ACC_SAMPLE_S16, pcm, frames, 1, out + head, 2 * frames);
    write_file(path, out, head + 2 * frames);
    free(out);
}

static void transmit(const char *in, const char *wav, uint32_t bit_rate, uint16_t high)
{
    buffer payload = read_file(in);
    acc_cable_mode mode;
    if (acc_cable_mode_choose(payload.len, bit_rate, high, &mode) != ACC_OK)
        fail("no mode has this bit rate and band", in);
    acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_sender *sender;
    size_t size = acc_cable_sender_size(&limits);
    acc_cable_sender_init(memory_of(size), size, &limits, 0.95f, &sender);
    if (acc_cable_sender_start(sender, &mode, payload.bytes, payload.len) != ACC_OK)
        fail("cannot send", in);
    size_t frames = acc_cable_duration(&mode, payload.len);
    float *pcm = calloc(frames + 1, sizeof *pcm);
    if (acc_cable_sender_render(sender, pcm, frames + 1) != frames)
        fail("the burst's length is another", in);
    write_wav(wav, pcm, frames);
}

static float *read_wav(const char *path, size_t *frames)
{
    buffer file = read_file(path);
    acc_wav_reader reader;
    size_t used;
    acc_wav_reader_init(&reader);
    if (acc_wav_reader_feed(&reader, file.bytes, file.len, &used) != ACC_OK)
        fail("not a WAV file that this program reads", path);
    size_t frame = acc_sample_size(reader.format.sample) * reader.format.channels;
    size_t size = file.len - used;
    size = size < reader.data_size ? size : (size_t)reader.data_size;
    *frames = size / frame;
    float *pcm = calloc(*frames + TAIL, sizeof *pcm);
    acc_sample_read(reader.format.sample, file.bytes + used, size, reader.format.channels, 0, pcm,
                    *frames);
    free(file.bytes);
    return pcm;
}

static void print_event(const acc_cable_event *e, acc_cable_quality q)
{
    static const char *const names[] = {"", "burst", "block", "bad block", "end"};
    printf("%s: %u bytes", names[e->kind], e->len);
    if (e->kind == ACC_CABLE_BURST)
        printf(", symbol %u + %u, %u bits", e->mode.symbol, e->mode.prefix, e->mode.load);
    if (e->kind == ACC_CABLE_END)
        printf(", reason %d, %.1f dB, %+.2f ppm, %.1f iterations, %u slips, %u lost", e->reason,
               (double)q.snr_db, (double)q.clock_ppm, (double)q.iterations, q.slips, q.lost);
    printf("\n");
}

// The first burst that came whole; returns its length, 0: none.
static size_t receive(const float *pcm, size_t frames, bool verbose, uint8_t **payload)
{
    acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_receiver *receiver;
    size_t size = acc_cable_receiver_size(&limits);
    acc_cable_receiver_init(memory_of(size), size, &limits, &receiver);
    for (size_t at = 0; at < frames;) {
        acc_cable_event event;
        size_t n = frames - at < CHUNK ? frames - at : CHUNK;
        at += acc_cable_receiver_push(receiver, pcm + at, n, &event);
        if (verbose && event.kind != ACC_CABLE_NONE)
            print_event(&event, acc_cable_receiver_quality(receiver));
        if (event.kind == ACC_CABLE_BURST)
            *payload = realloc(*payload, event.len + 1);
        if (event.kind == ACC_CABLE_BLOCK)
            memcpy(*payload + event.offset, event.data, event.len);
        if (event.kind == ACC_CABLE_END && event.reason == ACC_OK)
            return event.len;
    }
    return 0;
}

int main(int count, char **arguments)
{
    if (count >= 5 && strcmp(arguments[1], "tx") == 0) {
        transmit(arguments[2], arguments[3], (uint32_t)atol(arguments[4]),
                 (uint16_t)(count > 5 ? atoi(arguments[5]) : 0));
        return 0;
    }
    if (count >= 4 && strcmp(arguments[1], "rx") == 0) {
        size_t frames;
        uint8_t *payload = NULL;
        float *pcm = read_wav(arguments[2], &frames);
        size_t len = receive(pcm, frames + TAIL, count > 4, &payload);
        write_file(arguments[3], payload ? payload : (const uint8_t *)"", len);
        return len ? 0 : 1;
    }
    fprintf(stderr, "cable-file tx IN WAV BITRATE [HZ] | cable-file rx WAV OUT [-v]\n");
    return 64;
}
