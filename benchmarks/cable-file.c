// The cable modem on WAV files. One-way:
//   cable-file tx IN WAV BITRATE [HZ]    a file as a burst of BITRATE bit/s in the band up to HZ
//   cable-file rx WAV OUT [-v]           the first whole payload of a recording; 1 when there is none
// Two-way: files replace the return channel (MISSING: margin, then a bit per block):
//   cable-file sound WAV
//   cable-file report WAV REPORT
//   cable-file load IN WAV REPORT [MISSING]              the missing blocks, or all
//   cable-file unload WAV OUT REPORT MISSING STATE [-v]  1, and writes MISSING, while blocks are missing; keeps STATE
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

static acc_cable_sender *new_sender(void)
{
    acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_sender *sender = NULL;
    size_t size = acc_cable_sender_size(&limits);
    acc_cable_sender_init(memory_of(size), size, &limits, 0.95f, &sender);
    return sender;
}

// Renders the burst that the sender was started with.
static void render(acc_cable_sender *sender, const char *wav)
{
    size_t capacity = 1 << 16, frames = 0;
    float *pcm = malloc(capacity * sizeof *pcm);
    while (acc_cable_sender_is_busy(sender)) {
        if (capacity - frames < CHUNK)
            pcm = realloc(pcm, (capacity *= 2) * sizeof *pcm);
        frames += acc_cable_sender_render(sender, pcm + frames, CHUNK);
    }
    write_wav(wav, pcm, frames);
    free(pcm);
}

static void transmit(const char *in, const char *wav, uint32_t bit_rate, uint16_t high)
{
    buffer payload = read_file(in);
    acc_cable_mode mode;
    if (acc_cable_mode_choose(payload.len, bit_rate, high, &mode) != ACC_OK)
        fail("no mode has this bit rate and band", in);
    acc_cable_sender *sender = new_sender();
    if (acc_cable_sender_start(sender, &mode, payload.bytes, payload.len) != ACC_OK)
        fail("cannot send", in);
    render(sender, wav);
}

static void sound(const char *wav)
{
    acc_cable_sender *sender = new_sender();
    acc_cable_sender_sound(sender, 1);
    render(sender, wav);
}

static acc_cable_report read_report(const char *path)
{
    buffer file = read_file(path);
    acc_cable_report report;
    if (acc_cable_report_read(file.bytes, file.len, &report) != ACC_OK)
        fail("not a report", path);
    return report;
}

static bool exists(const char *path)
{
    FILE *f = fopen(path, "rb");
    return f && fclose(f) == 0;
}

static void load(const char *in, const char *wav, const char *report_path, const char *missing)
{
    buffer payload = read_file(in), lost = {NULL, 0};
    acc_cable_report report = read_report(report_path);
    if (missing && exists(missing))
        lost = read_file(missing);
    unsigned more = lost.len > 1 ? lost.bytes[0] : 0;
    acc_cable_mode mode;
    if (acc_cable_mode_loaded(&report, payload.len, more, &mode) != ACC_OK)
        fail("nothing comes through", report_path);
    if (lost.len > 1 && lost.len < 1 + (acc_cable_block_count(&mode, payload.len) + 7) / 8)
        fail("too short", missing);
    acc_cable_sender *sender = new_sender();
    if (acc_cable_sender_start_loaded(sender, &mode, &report, payload.bytes, payload.len,
                                      lost.len > 1 ? lost.bytes + 1 : NULL) != ACC_OK)
        fail("cannot send", in);
    render(sender, wav);
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
    static const char *const names[] = {"", "burst", "block", "bad block", "end", "sounded"};
    printf("%s: %u bytes", names[e->kind], e->len);
    if (e->kind == ACC_CABLE_BURST)
        printf(", symbol %u + %u, %u bits", e->mode.symbol, e->mode.prefix, e->mode.load);
    if (e->kind == ACC_CABLE_END)
        printf(", reason %d, %.1f dB, %+.2f ppm, %.1f iterations, %u slips, %u lost", e->reason,
               (double)q.snr_db, (double)q.clock_ppm, (double)q.iterations, q.slips, q.lost);
    printf("\n");
}

static acc_cable_receiver *new_receiver(void)
{
    acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_receiver *receiver = NULL;
    size_t size = acc_cable_receiver_size(&limits);
    acc_cable_receiver_init(memory_of(size), size, &limits, &receiver);
    return receiver;
}

// A payload being received, block by block.
typedef struct assembly {
    uint8_t *bytes, *missing;  // one bit per block
    uint32_t len, blocks, left;
    bool begun;
} assembly;

static void begin(assembly *a, const acc_cable_event *e)
{
    if (a->begun && a->len == e->len)
        return;
    a->begun = true;
    a->len = e->len;
    a->left = a->blocks = acc_cable_block_count(&e->mode, e->len);
    a->bytes = calloc(e->len + 1, 1);
    a->missing = calloc(a->blocks / 8 + 1, 1);
    for (uint32_t i = 0; i < a->blocks; i++)
        a->missing[i / 8] |= (uint8_t)(1u << i % 8);
}

static void add(assembly *a, const acc_cable_event *e)
{
    uint8_t bit = (uint8_t)(1u << e->block % 8);
    memcpy(a->bytes + e->offset, e->data, e->len);
    a->left -= (a->missing[e->block / 8] & bit) != 0;
    a->missing[e->block / 8] &= (uint8_t)~bit;
}

// Reads a recording until a payload is complete or, with `once`, the first burst has ended.
static void receive(acc_cable_receiver *receiver, const float *pcm, size_t frames, bool verbose,
                    bool once, assembly *a)
{
    for (size_t at = 0; at < frames;) {
        acc_cable_event event;
        size_t n = frames - at < CHUNK ? frames - at : CHUNK;
        at += acc_cable_receiver_push(receiver, pcm + at, n, &event);
        if (verbose && event.kind != ACC_CABLE_NONE)
            print_event(&event, acc_cable_receiver_quality(receiver));
        if (event.kind == ACC_CABLE_BURST && event.len)
            begin(a, &event);
        if (event.kind == ACC_CABLE_BLOCK && a->begun)
            add(a, &event);
        if (event.kind == ACC_CABLE_SOUNDED ||
            (event.kind == ACC_CABLE_END && a->begun && (once || a->left == 0)))
            return;
    }
}

static int report(const char *wav, const char *path)
{
    size_t frames;
    float *pcm = read_wav(wav, &frames);
    acc_cable_receiver *receiver = new_receiver();
    acc_cable_report found;
    assembly none = {0};
    receive(receiver, pcm, frames + TAIL, false, true, &none);
    if (acc_cable_receiver_report(receiver, &found) != ACC_OK)
        return 1;
    uint8_t bytes[ACC_CABLE_REPORT_SIZE];
    acc_cable_report_write(&found, bytes);
    write_file(path, bytes, sizeof bytes);
    printf("symbol %u + %u, %u ... %u Hz%s\n", found.symbol, found.prefix, found.low, found.high,
           found.high_pass ? ", high-pass" : "");
    for (unsigned i = 0; i < ACC_CABLE_BANDS; i++)
        printf("%.1f ", (found.snr[i] - 7) / 2.0);
    printf("\n");
    return 0;
}

// STATE: length (4 bytes), additional margin, missing blocks, payload bytes.
static void read_state(const char *path, assembly *a, const acc_cable_report *r, uint8_t *more)
{
    buffer f = read_file(path);
    acc_cable_event e = {.kind = ACC_CABLE_BURST};
    memcpy(&e.len, f.bytes, 4);
    *more = f.bytes[4];
    if (acc_cable_mode_loaded(r, e.len, 0, &e.mode) != ACC_OK)
        fail("not of this report", path);
    begin(a, &e);
    size_t bits = a->blocks / 8 + 1;
    if (f.len != 5 + bits + a->len)
        fail("not of this report", path);
    memcpy(a->missing, f.bytes + 5, bits);
    memcpy(a->bytes, f.bytes + 5 + bits, a->len);
    a->left = 0;
    for (uint32_t i = 0; i < a->blocks; i++)
        a->left += a->missing[i / 8] >> i % 8 & 1;
}

static void write_state(const char *path, const assembly *a, uint8_t more)
{
    size_t bits = a->blocks / 8 + 1;
    uint8_t *out = malloc(5 + bits + a->len);
    memcpy(out, &a->len, 4);
    out[4] = more;
    memcpy(out + 5, a->missing, bits);
    memcpy(out + 5 + bits, a->bytes, a->len);
    write_file(path, out, 5 + bits + a->len);
    free(out);
}

// Additional margin for lost blocks. Up to a quarter of the blocks: 16 dB, which costs little because such a burst is
// short and a disturbance hits much of it. More blocks: 3 dB. All blocks of a burst: 4 dB, in a repetition 8 dB.
static uint8_t more_margin(uint8_t before, uint32_t lost, uint32_t sent, uint32_t blocks)
{
    unsigned step = lost == sent ? (before ? 16 : 8) : 4 * lost <= blocks ? 32 : 6;
    return (uint8_t)(before + step > 60 ? 60 : before + step);
}

static int unload(const char *wav, const char *out, char **names, bool verbose)
{
    size_t frames;
    float *pcm = read_wav(wav, &frames);
    acc_cable_report r = read_report(names[0]);
    acc_cable_receiver *receiver = new_receiver();
    assembly a = {0};
    uint8_t more = 0;
    if (exists(names[2]))
        read_state(names[2], &a, &r, &more);
    uint8_t *expected = a.begun ? malloc(a.blocks / 8 + 1) : NULL;
    uint32_t sent = a.left;
    if (expected)
        memcpy(expected, a.missing, a.blocks / 8 + 1);
    acc_cable_receiver_expect(receiver, &r, expected);
    receive(receiver, pcm, frames + TAIL, verbose, true, &a);
    if (a.begun && a.left == 0) {
        write_file(out, a.bytes, a.len);
        return 0;
    }
    if (!a.begun)
        return 1;
    more = more_margin(more, a.left, sent ? sent : a.blocks, a.blocks);
    write_state(names[2], &a, more);
    uint8_t *lost = malloc(a.blocks / 8 + 2);
    lost[0] = more;
    memcpy(lost + 1, a.missing, a.blocks / 8 + 1);
    write_file(names[1], lost, a.blocks / 8 + 2);
    return 1;
}

static int take(const char *wav, const char *out, bool verbose)
{
    size_t frames;
    float *pcm = read_wav(wav, &frames);
    assembly a = {0};
    receive(new_receiver(), pcm, frames + TAIL, verbose, false, &a);
    bool whole = a.begun && a.left == 0;
    write_file(out, whole ? a.bytes : (const uint8_t *)"", whole ? a.len : 0);
    return whole ? 0 : 1;
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    bool verbose = count > 1 && strcmp(arguments[count - 1], "-v") == 0;
    if (count >= 5 && strcmp(what, "tx") == 0) {
        transmit(arguments[2], arguments[3], (uint32_t)atol(arguments[4]),
                 (uint16_t)(count > 5 ? atoi(arguments[5]) : 0));
        return 0;
    }
    if (count >= 4 && strcmp(what, "rx") == 0)
        return take(arguments[2], arguments[3], verbose);
    if (count == 3 && strcmp(what, "sound") == 0) {
        sound(arguments[2]);
        return 0;
    }
    if (count == 4 && strcmp(what, "report") == 0)
        return report(arguments[2], arguments[3]);
    if (count >= 5 && strcmp(what, "load") == 0) {
        load(arguments[2], arguments[3], arguments[4], count > 5 ? arguments[5] : NULL);
        return 0;
    }
    if (count >= 7 && strcmp(what, "unload") == 0)
        return unload(arguments[2], arguments[3], arguments + 4, verbose);
    fprintf(stderr, "cable-file tx|rx|sound|report|load|unload ...: see the source\n");
    return 64;
}
