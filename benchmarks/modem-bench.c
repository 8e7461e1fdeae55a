// The modem alone, for measurements: bytes to a WAV file and back.
//
//   modem-bench tx [--profile P] [--stream] [--fec] [--rate HZ] [--frame BYTES] IN OUT.wav
//   modem-bench rx [--profile P] [--stream] [--uncoded] [--block SAMPLES] [--quality] IN.wav OUT
//
// WAV files are 16-bit, one channel.
#include "accessory/modem.h"
#include "accessory/wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    bool stream, fec, uncoded, quality;
    acc_modem_profile profile;
    uint32_t rate;
    size_t frame, block;
    const char *in, *out;
} options;

static void fail(const char *what)
{
    fprintf(stderr, "modem-bench: %s\n", what);
    exit(1);
}

static uint8_t *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot open the input");
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        fail("cannot read the input");
    fclose(file);
    return bytes;
}

static uint64_t render(acc_modulator *m, FILE *file)
{
    static float sound[4096];
    static uint8_t bytes[2 * 4096];
    size_t n = acc_modulator_render(m, sound, 4096);
    acc_sample_write(ACC_SAMPLE_S16, sound, n, 1, bytes, sizeof bytes);
    fwrite(bytes, 2, n, file);
    return 2 * n;
}

static void transmit(const options *o)
{
    size_t size, at = 0;
    uint8_t *data = slurp(o->in, &size), header[ACC_WAV_HEADER_MAX], frame[ACC_FRAME_MAX_SIZE];
    acc_wav_format format = {.sample = ACC_SAMPLE_S16, .channels = 1, .rate = o->rate};
    FILE *file = fopen(o->out, "wb");
    acc_modulator m;
    if (!file)
        fail("cannot open the output");
    if (acc_modulator_init(&m, &o->profile, o->rate, 0.9f) != ACC_OK)
        fail("the profile does not fit the rate");
    uint64_t written = 0;
    fwrite(header, 1, acc_wav_header_write(&format, 0, header, sizeof header), file);
    while (at < size || acc_modulator_is_busy(&m)) {
        if (o->stream) {
            at += acc_modulator_send_bytes(&m, data + at, size - at);
        } else if (!acc_modulator_is_busy(&m)) {
            size_t n = size - at < o->frame ? size - at : o->frame;
            uint8_t scheme = o->fec ? ACC_FEC_SCHEME : 0;
            size_t len = acc_frame_write(scheme, data + at, n, frame, sizeof frame);
            acc_modulator_send_frame(&m, frame, len);
            at += n;
        }
        written += render(&m, file);
    }
    rewind(file);
    fwrite(header, 1, acc_wav_header_write(&format, written, header, sizeof header), file);
    fclose(file);
    free(data);
}

static void take(const acc_demodulator_event *event, FILE *out)
{
    if (event->kind == ACC_DEMODULATOR_BYTES)
        fwrite(event->data, 1, event->len, out);
    if (event->kind == ACC_DEMODULATOR_FRAME)
        fwrite(event->data + ACC_FRAME_HEADER_SIZE, 1, event->len - ACC_FRAME_OVERHEAD, out);
}

static void push(acc_demodulator *d, const float *sound, size_t len, FILE *out)
{
    acc_demodulator_event event;
    do {
        size_t n = acc_demodulator_push(d, sound, len, &event);
        sound += n;
        len -= n;
        take(&event, out);
    } while (event.kind != ACC_DEMODULATOR_NONE);
}

static FILE *open_sound(const char *path, acc_wav_format *format)
{
    uint8_t head[4096];
    size_t used;
    acc_wav_reader reader;
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot open the input");
    acc_wav_reader_init(&reader);
    size_t n = fread(head, 1, sizeof head, file);
    if (acc_wav_reader_feed(&reader, head, n, &used) != ACC_OK)
        fail("not a WAV file");
    *format = reader.format;
    if (format->sample != ACC_SAMPLE_S16 || format->channels != 1)
        fail("not 16 bit, one channel");
    fseek(file, (long)used, SEEK_SET);
    return file;
}

static void receive(const options *o)
{
    static uint8_t bytes[2 * 16384];
    static float sound[16384];
    acc_wav_format format;
    FILE *in = open_sound(o->in, &format), *out = fopen(o->out, "wb");
    if (!out)
        fail("cannot open the output");
    acc_modem_mode mode = o->stream    ? ACC_MODEM_STREAM
                          : o->uncoded ? ACC_MODEM_UNCODED
                                       : ACC_MODEM_FRAMES;
    size_t size = acc_demodulator_size(&o->profile, format.rate, mode), n;
    acc_demodulator *d = NULL;
    void *memory = aligned_alloc(16, (size + 15) / 16 * 16 + 16);
    if (!memory || acc_demodulator_init(memory, size, &o->profile, format.rate, mode, &d) != ACC_OK)
        fail("the profile does not fit the rate");
    while ((n = fread(bytes, 2, o->block, in)) > 0) {
        acc_sample_read(ACC_SAMPLE_S16, bytes, sizeof bytes, 1, 0, sound, n);
        push(d, sound, n, out);
    }
    acc_demodulator_event event;
    do {
        acc_demodulator_finish(d, &event);
        take(&event, out);
    } while (event.kind != ACC_DEMODULATOR_NONE);
    if (o->quality) {
        acc_modem_quality q = acc_demodulator_quality(d);
        printf("level %.3f snr %.1f dB clock %.0f ppm inverted %d good %u bad %u corrected %u "
               "bytes %llu\n",
               (double)q.level, (double)q.snr_db, (double)q.clock_ppm, q.inverted, q.frames_good,
               q.frames_bad, q.symbols_corrected, (unsigned long long)q.bytes);
    }
    free(memory);
    fclose(in);
    fclose(out);
}

int main(int argc, char **argv)
{
    options o = {.rate = 48000, .frame = 256, .block = 16384};
    acc_modem_profile_parse("bell202", 7, &o.profile);
    bool sends = argc > 1 && strcmp(argv[1], "tx") == 0;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--stream") == 0) {
            o.stream = true;
        } else if (strcmp(argv[i], "--fec") == 0) {
            o.fec = true;
        } else if (strcmp(argv[i], "--uncoded") == 0) {
            o.uncoded = true;
        } else if (strcmp(argv[i], "--quality") == 0) {
            o.quality = true;
        } else if (argv[i][0] == '-' && i + 1 < argc) {
            const char *name = argv[i];
            char *value = argv[++i];
            if (strcmp(name, "--profile") == 0 &&
                acc_modem_profile_parse(value, strlen(value), &o.profile) != ACC_OK)
                fail("no such profile");
            if (strcmp(name, "--rate") == 0)
                o.rate = (uint32_t)atoi(value);
            if (strcmp(name, "--frame") == 0)
                o.frame = (size_t)atoi(value);
            if (strcmp(name, "--block") == 0)
                o.block = (size_t)atoi(value);
        } else if (!o.in) {
            o.in = argv[i];
        } else {
            o.out = argv[i];
        }
    }
    if (argc < 4 || !o.out)
        fail("tx|rx [--profile P] [--stream] [--fec] [--rate N] [--frame N] [--block N] IN OUT");
    if (sends)
        transmit(&o);
    else
        receive(&o);
    return 0;
}
