// Counts what the receivers find where nothing was sent: silence, noise, music, and speech from a file.
//
//   squelch SECONDS [SPEECH.wav]      speech: 16-bit, one channel, 22050 samples a second
//
// Ends with 1 when anything was found.
#include "accessory/modem.h"
#include "accessory/wav.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 44100u
#define BLOCK 4410u

static uint32_t seed = 1;

static float uniform(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (float)(seed >> 8) / 16777216.0f;
}

static float gauss(void)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform();
    return sum;
}

// Four voices of plucked notes with overtones, and a drum of noise.
typedef struct band {
    double phase[4], step[4];
    float loud[4], drum;
    unsigned beat;
} band;

static float music(band *b)
{
    float sum = 0;
    if (b->beat++ % (RATE / 8) == 0) {
        int voice = (int)(uniform() * 4);
        b->step[voice] = 55 * pow(2, (int)(uniform() * 60) / 12.0) / RATE;
        b->loud[voice] = 0.25f;
        b->drum = uniform() < 0.3f ? 0.3f : b->drum;
    }
    for (int v = 0; v < 4; v++) {
        b->phase[v] = fmod(b->phase[v] + b->step[v], 1);
        for (int n = 1; n <= 5; n++)
            sum += b->loud[v] / (float)n * sinf(6.2831853f * (float)(n * b->phase[v]));
        b->loud[v] *= 1 - 1.5f / RATE;
    }
    b->drum *= 1 - 20.0f / RATE;
    return sum + b->drum * gauss();
}

typedef enum { SILENCE, NOISE, MUSIC, SPEECH, KINDS } kind;
static const char *const names[KINDS] = {"silence", "noise", "music", "speech"};

typedef struct source {
    kind what;
    band band;
    float level, drift, before;
    FILE *file;
    long begin;
} source;

// Speech is doubled from 22050 samples a second, and begins again at its end.
static void speak(source *s, float *out)
{
    int16_t read[BLOCK / 2];
    size_t got = 0;
    while (got < BLOCK / 2) {
        size_t n = fread(read + got, 2, BLOCK / 2 - got, s->file);
        if (n == 0)
            fseek(s->file, s->begin, SEEK_SET);
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
    s->drift += 0.02f * gauss();
    s->drift = fmaxf(fminf(s->drift, 1), -3);
    float level = powf(10, s->drift) * 0.3f;
    if (s->what == SPEECH) {
        speak(s, out);
        return;
    }
    for (size_t i = 0; i < BLOCK; i++)
        out[i] = s->what == SILENCE ? 0
                 : s->what == NOISE ? level * gauss()
                                    : level * music(&s->band);
}

typedef struct receiver {
    const char *profile;
    acc_modem_mode mode;
    acc_demodulator *demodulator;
    unsigned frames, characters;
} receiver;

static receiver receivers[] = {
    {.profile = "bell202", .mode = ACC_MODEM_FRAMES},
    {.profile = "bell202", .mode = ACC_MODEM_STREAM},
    {.profile = "fsk:300,1270,1070", .mode = ACC_MODEM_FRAMES},
    {.profile = "reader", .mode = ACC_MODEM_FRAMES},
    {.profile = "manchester:1378.125", .mode = ACC_MODEM_FRAMES},
    {.profile = "manchester:8820", .mode = ACC_MODEM_FRAMES},
    {.profile = "hijack", .mode = ACC_MODEM_STREAM},
    {.profile = "track2", .mode = ACC_MODEM_STREAM},
};
#define RECEIVERS (sizeof receivers / sizeof *receivers)

static void start(receiver *r)
{
    acc_modem_profile p;
    acc_modem_profile_parse(r->profile, strlen(r->profile), &p);
    size_t size = acc_demodulator_size(&p, RATE, r->mode);
    void *memory = aligned_alloc(16, (size + 15) / 16 * 16);
    if (!memory ||
        acc_demodulator_init(memory, size, &p, RATE, r->mode, &r->demodulator) != ACC_OK) {
        fprintf(stderr, "squelch: cannot make a receiver of %s\n", r->profile);
        exit(2);
    }
    r->frames = r->characters = 0;
}

static void listen(receiver *r, const float *pcm)
{
    acc_demodulator_event event;
    size_t taken = 0;
    do {
        taken += acc_demodulator_push(r->demodulator, pcm + taken, BLOCK - taken, &event);
        r->frames += event.kind == ACC_DEMODULATOR_FRAME || event.kind == ACC_DEMODULATOR_BAD_FRAME;
        r->characters += event.kind == ACC_DEMODULATOR_BYTES ? (unsigned)event.len : 0;
    } while (event.kind != ACC_DEMODULATOR_NONE);
}

static unsigned run(source *s, unsigned seconds)
{
    static float pcm[BLOCK];
    unsigned found = 0;
    for (size_t r = 0; r < RECEIVERS; r++)
        start(&receivers[r]);
    for (unsigned block = 0; block < seconds * (RATE / BLOCK); block++) {
        make(s, pcm);
        for (size_t r = 0; r < RECEIVERS; r++)
            listen(&receivers[r], pcm);
    }
    printf("%-8s %u s:", names[s->what], seconds);
    for (size_t r = 0; r < RECEIVERS; r++) {
        const receiver *at = &receivers[r];
        found += at->frames + at->characters;
        printf(" %s%s %u", at->profile, at->mode == ACC_MODEM_STREAM ? " characters" : "",
               at->frames + at->characters);
        free(at->demodulator);
    }
    printf("\n");
    return found;
}

// Opens the speech where its samples begin.
static void open_speech(source *s, const char *path)
{
    uint8_t head[256];
    size_t used = 0;
    acc_wav_reader reader;
    acc_wav_reader_init(&reader);
    s->file = fopen(path, "rb");
    size_t n = s->file ? fread(head, 1, sizeof head, s->file) : 0;
    if (n == 0 || acc_wav_reader_feed(&reader, head, n, &used) != ACC_OK ||
        reader.format.rate != 22050 || reader.format.channels != 1) {
        fprintf(stderr, "squelch: %s is not the speech expected\n", path);
        exit(2);
    }
    s->begin = (long)used;
    fseek(s->file, s->begin, SEEK_SET);
}

int main(int argc, char **argv)
{
    unsigned seconds = argc > 1 ? (unsigned)atoi(argv[1]) : 0, found = 0;
    if (seconds == 0) {
        fprintf(stderr, "squelch: SECONDS [SPEECH.wav]\n");
        return 2;
    }
    for (int what = SILENCE; what < (argc > 2 ? KINDS : SPEECH); what++) {
        source s = {.what = (kind)what};
        if (what == SPEECH)
            open_speech(&s, argv[2]);
        found += run(&s, seconds);
    }
    return found > 0;
}
