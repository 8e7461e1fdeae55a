// Counts false detections of the receivers in silence, noise, music, and speech from files.
//
//   squelch SECONDS SEED [SPEECH.wav ...]     speech: 16-bit, one channel, 22050 samples a second
//
// Reports each detection, its time, and the progress on standard error. Exits with 1 after any detection.
#include "accessory/modem.h"
#include "accessory/wav.h"
#include "sounds.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 4410u

typedef enum { SILENCE, NOISE, MUSIC, SPEECH, KINDS } kind;
static const char *const names[KINDS] = {"silence", "noise", "music", "speech"};

typedef struct source {
    kind what;
    random_source random;
    band band;
    float drift, before;
    FILE *file;
    char *const *paths;  // of speech, processed one after another
    int count, next;
} source;

// Opens a file of speech where its samples begin.
static void open_speech(source *s)
{
    const char *path = s->paths[s->next++ % s->count];
    uint8_t head[256];
    size_t used = 0;
    acc_wav_reader reader;
    acc_wav_reader_init(&reader);
    if (s->file)
        fclose(s->file);
    s->file = fopen(path, "rb");
    size_t n = s->file ? fread(head, 1, sizeof head, s->file) : 0;
    if (n == 0 || acc_wav_reader_feed(&reader, head, n, &used) != ACC_OK ||
        reader.format.rate != SOUNDS_RATE / 2 || reader.format.channels != 1 ||
        reader.is_big_endian) {
        fprintf(stderr, "squelch: %s is not the speech expected\n", path);
        exit(2);
    }
    fseek(s->file, (long)used, SEEK_SET);
}

// Speech is doubled from 22050 samples a second.
static void speak(source *s, float *out)
{
    int16_t read[BLOCK / 2];
    size_t got = 0;
    while (got < BLOCK / 2) {
        size_t n = s->file ? fread(read + got, 2, BLOCK / 2 - got, s->file) : 0;
        if (n == 0)
            open_speech(s);
        got += n;
    }
    for (size_t i = 0; i < BLOCK / 2; i++) {
        float x = (float)read[i] / 32768;
        out[2 * i] = 0.5f * (s->before + x);
        out[2 * i + 1] = s->before = x;
    }
}

static void make(source *s, float *out)
{
    // the level wanders, as where gain is automatic
    s->drift += 0.02f * random_gauss(&s->random);
    s->drift = fmaxf(fminf(s->drift, 1), -3);
    float level = powf(10, s->drift) * 0.3f;
    if (s->what == SPEECH)
        speak(s, out);
    for (size_t i = 0; i < BLOCK && s->what != SPEECH; i++)
        out[i] = s->what == SILENCE ? 0
                 : s->what == NOISE ? level * random_gauss(&s->random)
                                    : level * band_sample(&s->band);
}

typedef struct receiver {
    const char *profile;
    acc_modem_mode mode;
    acc_demodulator *demodulator;
    unsigned found;
} receiver;

static receiver receivers[] = {
    {.profile = "bell202", .mode = ACC_MODEM_FRAMES},
    {.profile = "bell202", .mode = ACC_MODEM_STREAM},
    {.profile = "fsk:300,1270,1070", .mode = ACC_MODEM_FRAMES},
    {.profile = "fsk:1200,2400,1200", .mode = ACC_MODEM_STREAM},
    {.profile = "fsk:300,1270,1070", .mode = ACC_MODEM_STREAM},
    {.profile = "reader", .mode = ACC_MODEM_FRAMES},
    {.profile = "reader", .mode = ACC_MODEM_UNCODED},
    {.profile = "manchester:1378.125", .mode = ACC_MODEM_FRAMES},
    {.profile = "manchester:8820", .mode = ACC_MODEM_FRAMES},
    {.profile = "hijack", .mode = ACC_MODEM_STREAM},
    {.profile = "track2", .mode = ACC_MODEM_STREAM},
    {.profile = "same", .mode = ACC_MODEM_STREAM},
};
#define RECEIVERS (sizeof receivers / sizeof *receivers)

static void start(receiver *r)
{
    acc_modem_profile p;
    acc_modem_profile_parse(r->profile, strlen(r->profile), &p);
    size_t size = acc_demodulator_size(&p, SOUNDS_RATE, r->mode);
    void *memory = aligned_alloc(16, (size + 15) / 16 * 16);
    if (!memory ||
        acc_demodulator_init(memory, size, &p, SOUNDS_RATE, r->mode, &r->demodulator) != ACC_OK) {
        fprintf(stderr, "squelch: cannot make a receiver of %s\n", r->profile);
        exit(2);
    }
    r->found = 0;
}

static const char *mode_name(const receiver *r)
{
    return r->mode == ACC_MODEM_STREAM   ? "characters"
           : r->mode == ACC_MODEM_FRAMES ? "frames"
                                         : "uncoded frames";
}

static void count(receiver *r, const acc_demodulator_event *event, double when)
{
    // a frame whose header was good counts though its end is bad
    bool frame = event->kind == ACC_DEMODULATOR_FRAME || event->kind == ACC_DEMODULATOR_BAD_FRAME;
    if (!frame && event->kind != ACC_DEMODULATOR_BYTES)
        return;
    r->found += frame ? 1 : (unsigned)event->len;
    fprintf(stderr, "squelch: %s, %s at %.1f s:", r->profile, mode_name(r), when);
    for (size_t i = 0; i < event->len && i < 16; i++)
        fprintf(stderr, " %02x", event->data[i]);
    fprintf(stderr, frame ? " (frame)\n" : "\n");
}

static void listen(receiver *r, const float *pcm, double when)
{
    acc_demodulator_event event;
    size_t taken = 0;
    do {
        taken += acc_demodulator_push(r->demodulator, pcm + taken, BLOCK - taken, &event);
        count(r, &event, when);
    } while (event.kind != ACC_DEMODULATOR_NONE);
}

static void finish(receiver *r, double when)
{
    acc_demodulator_event event;
    do {
        acc_demodulator_finish(r->demodulator, &event);
        count(r, &event, when);
    } while (event.kind != ACC_DEMODULATOR_NONE);
}

static unsigned run(source *s, unsigned seconds)
{
    static float pcm[BLOCK];
    const unsigned each = SOUNDS_RATE / BLOCK, step = seconds / 10 ? seconds / 10 : 1;
    unsigned found = 0;
    for (size_t r = 0; r < RECEIVERS; r++)
        start(&receivers[r]);
    for (unsigned block = 0; block < seconds * each; block++) {
        make(s, pcm);
        for (size_t r = 0; r < RECEIVERS; r++)
            listen(&receivers[r], pcm, (double)block / each);
        if ((block + 1) % (step * each) == 0)
            fprintf(stderr, "squelch: %s, %u of %u s\n", names[s->what], (block + 1) / each,
                    seconds);
    }
    for (size_t r = 0; r < RECEIVERS; r++)
        finish(&receivers[r], seconds);
    printf("%-8s %u s:", names[s->what], seconds);
    for (size_t r = 0; r < RECEIVERS; r++) {
        const receiver *at = &receivers[r];
        found += at->found + (unsigned)acc_demodulator_unread(at->demodulator).characters;
        printf("%s %s %s %u", r ? "," : "", at->profile, mode_name(at), at->found);
        if (acc_demodulator_unread(at->demodulator).characters)
            printf(" and %u unread", (unsigned)acc_demodulator_unread(at->demodulator).characters);
        free(at->demodulator);
    }
    printf("\n");
    fflush(stdout);
    return found;
}

int main(int argc, char **argv)
{
    unsigned seconds = argc > 2 ? (unsigned)atoi(argv[1]) : 0, found = 0;
    if (seconds == 0) {
        fprintf(stderr, "squelch: SECONDS SEED [SPEECH.wav ...]\n");
        return 2;
    }
    uint32_t seed = (uint32_t)strtoul(argv[2], NULL, 10);
    static source s;
    for (int what = SILENCE; what < (argc > 3 ? KINDS : SPEECH); what++) {
        s = (source){.what = (kind)what, .paths = argv + 3, .count = argc - 3};
        s.random.state = seed * 2654435761u | 1;
        sound_band_init(&s.band, seed);
        found += run(&s, seconds);
    }
    return found > 0;
}
