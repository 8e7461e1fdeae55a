// Sound that ends anywhere: whole frames and characters are reported, and a cut one is reported as bad, once.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <string.h>

#define SAMPLES 40000
#define MEMORY 131072
#define FRAMES 3

static float air[SAMPLES];
static _Alignas(16) uint8_t memory[MEMORY];

static acc_modem_profile profile(const char *name)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    return p;
}

typedef struct findings {
    unsigned frames, bad;
    int carriers;  // carriers that began and did not end
    size_t bytes;
    uint8_t text[64];
} findings;

static void note(findings *f, const acc_demodulator_event *e)
{
    f->frames += e->kind == ACC_DEMODULATOR_FRAME;
    f->bad += e->kind == ACC_DEMODULATOR_BAD_FRAME;
    f->carriers += e->kind == ACC_DEMODULATOR_CARRIER_ON;
    f->carriers -= e->kind == ACC_DEMODULATOR_CARRIER_OFF;
    if (e->kind == ACC_DEMODULATOR_BYTES)
        for (size_t i = 0; i < e->len && f->bytes < sizeof f->text; i++)
            f->text[f->bytes++] = e->data[i];
}

static acc_demodulator *receiver(const char *name, uint32_t rate, acc_modem_mode mode)
{
    acc_modem_profile p = profile(name);
    acc_demodulator *d = NULL;
    memset(memory, 0xFF, sizeof memory);
    CHECK(acc_demodulator_init(memory, MEMORY, &p, rate, mode, &d) == ACC_OK);
    return d;
}

// receives `len` samples of the air, then ends the sound
static void hear(acc_demodulator *d, size_t len, findings *f)
{
    acc_demodulator_event e;
    size_t at = 0;
    do {
        at += acc_demodulator_push(d, air + at, len - at, &e);
        note(f, &e);
    } while (e.kind != ACC_DEMODULATOR_NONE);
    do {
        acc_demodulator_finish(d, &e);
        note(f, &e);
    } while (e.kind != ACC_DEMODULATOR_NONE);
}

// Places in the air.
typedef struct burst {
    size_t begin, end;
} burst;

static void send_frames(const char *name, uint32_t rate, uint8_t fec, size_t len,
                        burst bursts[FRAMES])
{
    acc_modem_profile p = profile(name);
    acc_modulator m;
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
    size_t at = 777;
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    for (int i = 0; i < FRAMES; i++) {
        for (size_t k = 0; k < len; k++)
            payload[k] = (uint8_t)draw();
        size_t size = acc_frame_write(fec, payload, len, frame, sizeof frame);
        bursts[i].begin = at;
        CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
        at += acc_modulator_render(&m, air + at, SAMPLES - at);
        CHECK(!acc_modulator_is_busy(&m));
        bursts[i].end = at;
    }
}

static void add_noise(float deviation)
{
    for (size_t i = 0; i < SAMPLES; i++)
        air[i] += deviation * normal();
}

// Wherever the sound is cut, each frame is received or reported, except one with less than `unseen` symbols. A coded
// frame may be received from its first blocks.
static void a_cut_frame_is_reported(const char *name, uint32_t rate, uint8_t fec, size_t len,
                                    float noise)
{
    const double symbol = rate / profile(name).baud, unseen = 17;
    burst bursts[FRAMES];
    send_frames(name, rate, fec, len, bursts);
    add_noise(noise);
    for (size_t cut = bursts[0].begin; cut < bursts[2].begin; cut += 1 + (size_t)(3.1 * symbol)) {
        findings f = {0};
        const burst *last = &bursts[cut > bursts[1].begin];
        unsigned before = cut > bursts[1].begin;
        bool is_seen = (double)(cut - last->begin) > unseen * symbol;
        hear(receiver(name, rate, ACC_MODEM_FRAMES), cut, &f);
        CHECK(f.carriers == 0);
        CHECK(f.frames >= before && f.frames + f.bad <= before + 1);
        if (is_seen)
            CHECK(f.frames + f.bad == before + 1);
        // three bits follow the CRC-32, and filters smear its last bit
        if ((double)(last->end - cut) < 2 * symbol)
            CHECK(f.frames == before + 1);
        else if (!fec && (double)(last->end - cut) > 8 * symbol)
            CHECK(f.frames == before);
    }
}

// after finishing, a receiver receives another sound like a new receiver
static void another_sound_follows(const char *name, uint32_t rate, uint8_t fec)
{
    burst bursts[FRAMES];
    findings f = {0};
    send_frames(name, rate, fec, 30, bursts);
    acc_demodulator *d = receiver(name, rate, ACC_MODEM_FRAMES);
    hear(d, (bursts[0].begin + bursts[0].end) / 2, &f);
    CHECK(f.frames == 0 && f.bad == 1 && f.carriers == 0);
    hear(d, bursts[1].end, &f);
    CHECK(f.frames == 2 && f.bad == 1 && f.carriers == 0);
    hear(d, 0, &f);
    CHECK(f.frames == 2 && f.bad == 1 && f.carriers == 0);
}

// Characters are reported up to the last whole one; a cut one never is.
static void a_cut_character_is_reported(const char *name, uint32_t rate, float noise)
{
    static const uint8_t text[] = "Characters, to the last 0123456789";
    const size_t count = sizeof text - 1;
    acc_modem_profile p = profile(name);
    const double symbol = rate / p.baud, first = 777 + 4 * symbol;
    acc_modulator m;
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, text, count) == count);
    acc_modulator_render(&m, air + 777, SAMPLES - 777);
    CHECK(!acc_modulator_is_busy(&m));
    add_noise(noise);
    for (double bits = 25; bits < 10 * (double)count + 4; bits += 0.37) {
        findings f = {0};
        size_t whole = (size_t)(bits / 10);
        double rest = bits - 10 * (double)whole;
        hear(receiver(name, rate, ACC_MODEM_STREAM), (size_t)(first + bits * symbol), &f);
        CHECK(f.bytes <= count && memcmp(f.text, text, f.bytes) == 0);
        CHECK(f.carriers == 0 && f.frames == 0);
        // a stop bit may be cut; a small part of a start bit is not recognised
        CHECK(f.bytes == whole || (f.bytes == whole + 1 && rest > 8.5));
        if (whole < count && rest > 1.5 && rest < 8.5)
            CHECK(f.bad == 1);
        if (f.bytes == whole + 1 || rest < 0.2 || whole == count)
            CHECK(f.bad == 0);
    }
}

// A HiJack character is 11 bits after 100 ones, which may continue forever: their end is no loss.
static void a_cut_hijack_character_is_reported(uint32_t rate, float noise)
{
    static const uint8_t text[] = {0x00, 0xFF, 0x55, 'H', 0x80};
    const size_t count = sizeof text;
    const double symbol = rate / 1378.125;
    acc_modem_profile p = profile("hijack");
    acc_modulator m;
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, text, count) == count);
    acc_modulator_render(&m, air + 777, SAMPLES - 777);
    add_noise(noise);
    for (double bits = 20; bits < 111 * (double)count; bits += 0.37) {
        findings f = {0};
        size_t whole = (size_t)(bits / 111);
        double rest = bits - 111 * (double)whole - 100;
        hear(receiver("hijack", rate, ACC_MODEM_STREAM), 777 + (size_t)(bits * symbol), &f);
        CHECK(f.bytes <= count && memcmp(f.text, text, f.bytes) == 0);
        CHECK(f.carriers == 0 && f.frames == 0);
        CHECK(f.bytes == whole || (f.bytes == whole + 1 && rest > 10));
        if (rest > 2.2 && rest < 10)
            CHECK(f.bad == 1);
        if (f.bytes == whole + 1 || rest < 0.5)
            CHECK(f.bad == 0);
    }
}

// the same for a receiver of characters
static void another_text_follows(void)
{
    findings f = {0};
    acc_modem_profile p = profile("bell202");
    acc_modulator m;
    memset(air, 0, sizeof air);
    acc_modulator_init(&m, &p, 8000, 0.5f);
    acc_modulator_send_bytes(&m, (const uint8_t *)"another text", 12);
    size_t len = acc_modulator_render(&m, air, SAMPLES / 2);
    len = len < SAMPLES / 2 ? len : 0;
    acc_demodulator *d = receiver("bell202", 8000, ACC_MODEM_STREAM);
    hear(d, len * 5 / 8, &f);
    CHECK(f.bytes == 7 && f.bad == 1 && f.carriers == 0);
    hear(d, len, &f);
    CHECK(f.bytes == 19 && f.bad == 1 && f.carriers == 0);
    hear(d, 0, &f);
    CHECK(f.bytes == 19 && f.bad == 1 && f.carriers == 0);
}

// the end of noise is no loss
static void noise_ends_without_a_word(const char *name, uint32_t rate, acc_modem_mode mode)
{
    for (int trial = 0; trial < 20; trial++) {
        findings f = {0};
        memset(air, 0, sizeof air);
        add_noise(0.3f);
        hear(receiver(name, rate, mode), 1000 + draw() % (SAMPLES - 1000), &f);
        CHECK(f.frames + f.bad + f.bytes == 0 && f.carriers == 0);
    }
}

int main(void)
{
    a_cut_frame_is_reported("reader", 44100, 0, 60, 0);
    a_cut_frame_is_reported("reader", 16000, 0, 20, 0.05f);
    a_cut_frame_is_reported("bell202", 8000, 0, 20, 0);
    a_cut_frame_is_reported("bell202", 48000, 0, 20, 0.05f);
    a_cut_frame_is_reported("manchester:8820", 48000, 0, 100, 0.02f);
    a_cut_frame_is_reported("reader", 16000, ACC_FEC_SCHEME, 20, 0);
    a_cut_frame_is_reported("bell202", 8000, ACC_FEC_SCHEME, 20, 0.02f);
    a_cut_frame_is_reported("manchester:8820", 48000, ACC_FEC_SCHEME, 40, 0.1f);
    another_sound_follows("reader", 16000, 0);
    another_sound_follows("bell202", 8000, 0);
    another_sound_follows("reader", 16000, ACC_FEC_SCHEME);
    another_sound_follows("bell202", 8000, ACC_FEC_SCHEME);
    a_cut_character_is_reported("bell202", 48000, 0);
    a_cut_character_is_reported("bell202", 8000, 0.02f);
    a_cut_character_is_reported("fsk:300,1270,1070", 8000, 0);
    a_cut_hijack_character_is_reported(44100, 0);
    a_cut_hijack_character_is_reported(48000, 0.05f);
    another_text_follows();
    noise_ends_without_a_word("reader", 44100, ACC_MODEM_FRAMES);
    noise_ends_without_a_word("bell202", 48000, ACC_MODEM_FRAMES);
    noise_ends_without_a_word("bell202", 48000, ACC_MODEM_STREAM);
    noise_ends_without_a_word("hijack", 44100, ACC_MODEM_STREAM);
    noise_ends_without_a_word("track2", 44100, ACC_MODEM_STREAM);
    return failures;
}
