// Modulator to demodulator: frames and characters, lost samples, block sizes, and sounds that are no signal.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

#define SAMPLES 40000
#define MEMORY 65536

static float air[SAMPLES];
static _Alignas(16) uint8_t memory[MEMORY];
static acc_modem_profile profile(const char *name)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    return p;
}

static acc_demodulator *receiver(const char *name, uint32_t rate, acc_modem_mode mode)
{
    acc_modem_profile p = profile(name);
    acc_demodulator *d = NULL;
    CHECK(acc_demodulator_size(&p, rate, mode) <= MEMORY);
    memset(memory, 0xFF, sizeof memory);
    CHECK(acc_demodulator_init(memory, MEMORY, &p, rate, mode, &d) == ACC_OK);
    return d;
}

// a receiver's events, as numbers that can be compared between two runs
typedef struct findings {
    unsigned frames, bad, bytes, on, off;
    uint32_t crc;
    uint8_t last[ACC_FRAME_MAX_SIZE];
    size_t last_len;
} findings;

static void hear(acc_demodulator *d, const float *pcm, size_t len, size_t block, findings *f)
{
    acc_demodulator_event e;
    for (size_t at = 0; at < len;) {
        size_t n = len - at < block ? len - at : block, taken = 0;
        do {
            taken += acc_demodulator_push(d, pcm + at + taken, n - taken, &e);
            f->frames += e.kind == ACC_DEMODULATOR_FRAME;
            f->bad += e.kind == ACC_DEMODULATOR_BAD_FRAME;
            f->on += e.kind == ACC_DEMODULATOR_CARRIER_ON;
            f->off += e.kind == ACC_DEMODULATOR_CARRIER_OFF;
            f->bytes += e.kind == ACC_DEMODULATOR_BYTES ? (unsigned)e.len : 0;
            for (size_t i = 0; i < e.len; i++)
                f->crc = f->crc * 31 + e.data[i];
            if (e.len) {
                memcpy(f->last, e.data, e.len);
                f->last_len = e.len;
            }
        } while (e.kind != ACC_DEMODULATOR_NONE);
        CHECK(taken == n);
        at += n;
    }
}

// a frame of `len` bytes somewhere in `air`, the rest silence
static size_t place_frame(const char *name, uint32_t rate, size_t lead, size_t len, uint8_t *frame)
{
    acc_modem_profile p = profile(name);
    acc_modulator m;
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD];
    for (size_t i = 0; i < len; i++)
        payload[i] = (uint8_t)(uniform() * 256);
    size_t size = acc_frame_write(0, payload, len, frame, ACC_FRAME_MAX_SIZE);
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
    size_t sent = acc_modulator_render(&m, air + lead, SAMPLES - lead);
    CHECK(!acc_modulator_is_busy(&m));
    return lead + sent;
}

static void frames_come_back(const char *name, uint32_t rate, size_t len)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    static const struct {
        float gain, dc, noise;
    } cables[] = {{1, 0, 0}, {-1, 0, 0}, {0.002f, 0, 0}, {-1.9f, 0.3f, 0}, {1, 0, 0.05f}};
    for (size_t c = 0; c < sizeof cables / sizeof *cables; c++) {
        size_t end = place_frame(name, rate, 300 + c * 7, len, frame);
        size_t total = end + (size_t)(200.0 * rate / profile(name).baud);
        total = total < SAMPLES ? total : SAMPLES;
        for (size_t i = 0; i < total; i++)
            air[i] = air[i] * cables[c].gain + cables[c].dc + cables[c].noise * normal();
        acc_demodulator *d = receiver(name, rate, ACC_MODEM_FRAMES);
        findings f = {0};
        hear(d, air, total, 1000, &f);
        CHECK(f.frames == 1 && f.bad == 0 && f.on == 1 && f.off == 1);
        CHECK(f.last_len == len + ACC_FRAME_OVERHEAD && memcmp(f.last, frame, f.last_len) == 0);
        acc_modem_quality q = acc_demodulator_quality(d);
        CHECK(q.frames_good == 1 && q.bytes == len && !q.carrier);
        CHECK(fabsf(q.clock_ppm) < 2000);
        CHECK(q.inverted == (profile(name).mark == 0 && cables[c].gain < 0));
    }
}

static void blocks_do_not_matter(const char *name)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    findings whole = {0};
    size_t end = place_frame(name, 16000, 500, 20, frame) + 1500;
    for (size_t i = 0; i < end; i++)
        air[i] += 0.05f * normal();
    hear(receiver(name, 16000, ACC_MODEM_FRAMES), air, end, end, &whole);
    CHECK(whole.frames == 1);
    for (size_t block = 1; block <= 4096; block = block < 40 ? block + 1 : block * 3 / 2) {
        findings f = {0};
        acc_demodulator *d = receiver(name, 16000, ACC_MODEM_FRAMES);
        hear(d, air, end, block, &f);
        CHECK(f.frames == whole.frames && f.bad == whole.bad && f.crc == whole.crc);
    }
}

// A long frame lacks `lost` samples, so the receiver is still reading it when the next frame begins. The next frame
// must be received, whatever its alignment to the bits of the first.
static void lost_samples_cost_one_frame(const char *name, uint32_t rate, size_t len, size_t lost)
{
    acc_modem_profile p = profile(name);
    acc_modulator m;
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
    size_t at = 200, middle = 0;
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    for (int i = 0; i < 2; i++) {
        size_t bytes = i ? 10 : len;
        for (size_t k = 0; k < bytes; k++)
            payload[k] = (uint8_t)(uniform() * 256);
        size_t size = acc_frame_write(0, payload, bytes, frame, sizeof frame);
        CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
        at += acc_modulator_render(&m, air + at, SAMPLES - at);
        CHECK(!acc_modulator_is_busy(&m));
        middle = i ? middle : at / 2;
    }
    memmove(air + middle, air + middle + lost, (SAMPLES - middle - lost) * sizeof *air);
    findings f = {0};
    hear(receiver(name, rate, ACC_MODEM_FRAMES), air, SAMPLES - lost, 1000, &f);
    CHECK(f.frames == 1 && f.bad == 1 && f.on == 1 && f.off == 1);
    CHECK(f.last_len == 10 + ACC_FRAME_OVERHEAD && memcmp(f.last, frame, f.last_len) == 0);
}

static void characters_come_back(const char *name, uint32_t rate, float noise)
{
    acc_modem_profile p = profile(name);
    acc_modulator m;
    uint8_t sent[40];
    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (uint8_t)(uniform() * 256);
    memset(air, 0, sizeof air);
    acc_modulator_init(&m, &p, rate, 0.5f);
    CHECK(acc_modulator_send_bytes(&m, sent, sizeof sent) == sizeof sent);
    acc_modulator_render(&m, air + 777, SAMPLES - 777);
    CHECK(!acc_modulator_is_busy(&m));
    for (size_t i = 0; i < SAMPLES; i++)
        air[i] += noise * normal();
    for (size_t block = 1; block <= 4096; block = block * 5 + 1) {
        uint8_t got[sizeof sent + 1];
        acc_demodulator *d = receiver(name, rate, ACC_MODEM_STREAM);
        size_t count = 0;
        acc_demodulator_event e;
        for (size_t at = 0; at < SAMPLES;) {
            size_t n = SAMPLES - at < block ? SAMPLES - at : block;
            at += acc_demodulator_push(d, air + at, n, &e);
            for (size_t i = 0; i < e.len && count < sizeof got; i++)
                got[count++] = e.data[i];
        }
        CHECK(count == sizeof sent && memcmp(got, sent, sizeof sent) == 0);
    }
}

// the squelch passes one or a few characters, alternating bits among them
static void short_text_comes_back(const char *text)
{
    acc_modem_profile p = profile("bell202");
    acc_modulator m;
    findings f = {0};
    memset(air, 0, sizeof air);
    acc_modulator_init(&m, &p, 48000, 0.5f);
    acc_modulator_send_bytes(&m, (const uint8_t *)text, strlen(text));
    acc_modulator_render(&m, air + 777, SAMPLES - 777);
    for (size_t i = 0; i < SAMPLES; i++)
        air[i] += 0.01f * normal();
    hear(receiver("bell202", 48000, ACC_MODEM_STREAM), air, SAMPLES, 1000, &f);
    CHECK(f.bytes == strlen(text) && f.on == 1 && f.off == 1);
    CHECK(f.last_len > 0 && f.last[f.last_len - 1] == (uint8_t)text[strlen(text) - 1]);
}

// A character as minimodem sends it: two bits of mark before and after, no rise and no fall.
static size_t key_character(const acc_modem_profile *p, uint8_t byte, float amplitude, float *out)
{
    const unsigned bits = 0x3003u | (unsigned)byte << 3 | 1u << 11;
    const double period = 48000 / p->baud;
    double phase = 0;
    size_t n = 0;
    for (unsigned i = 0; i < 14; i++)
        for (; (double)n < (i + 1) * period; n++) {
            out[n] = amplitude * sinf((float)phase);
            phase = fmod(phase + 6.283185307179586 * (bits >> i & 1 ? p->mark : p->space) / 48000,
                         6.283185307179586);
        }
    return n;
}

// single key presses: loud or faint, any clock within 2 %, an SNR of at least 10 dB
static void a_lone_character_comes_back(uint8_t byte, bool rises)
{
    for (int trial = 0; trial < 20; trial++) {
        acc_modem_profile p = profile("bell202");
        acc_modulator m;
        findings f = {0};
        const double clock = 0.98 + 0.04 * (double)uniform();
        const float amplitude = 0.9f * powf(10, -2 * uniform());
        const float noise = amplitude * powf(10, -0.5f - uniform()) / sqrtf(2);
        const size_t begin = 2000 + (size_t)(4000 * uniform()), end = begin + 5000;
        p.baud *= clock;
        p.mark *= clock;
        p.space *= clock;
        memset(air, 0, sizeof air);
        acc_modulator_init(&m, &p, 48000, amplitude);
        acc_modulator_send_bytes(&m, &byte, 1);
        if (rises)
            acc_modulator_render(&m, air + begin, 5000);
        else
            key_character(&p, byte, amplitude, air + begin);
        for (size_t i = 0; i < end; i++)
            air[i] += noise * normal();
        hear(receiver("bell202", 48000, ACC_MODEM_STREAM), air, end, 1000, &f);
        CHECK(f.bytes == 1 && f.last_len == 1 && f.last[0] == byte);
    }
}

// two tones near the profile's, alternating like a trill or beating, are no text
static void two_tones_are_no_text(void)
{
    findings f = {0};
    int unread = 0;
    for (int trial = 0; trial < 300; trial++) {
        const float mark = 1150 + 100 * uniform(), space = 2100 + 200 * uniform();
        const bool at_once = trial % 2;
        const float pace = 5 + (at_once ? 395 : 55) * uniform(), gain = 0.02f + uniform();
        float a = 0, b = 0, sway = 0;
        for (size_t i = 0; i < SAMPLES; i++) {
            sway = fmodf(sway + pace / 48000, 1);
            float share = 0.5f + 0.5f * sinf(6.2831853f * sway);
            bool first = sway < 0.5f;
            a = fmodf(a + (at_once || first ? mark : space) / 48000, 1);
            b = fmodf(b + space / 48000, 1);
            air[i] = sinf(6.2831853f * a);
            if (at_once)
                air[i] = share * air[i] + (1 - share) * sinf(6.2831853f * b);
            air[i] = gain * air[i] + 0.005f * normal();
        }
        acc_demodulator *d = receiver("bell202", 48000, ACC_MODEM_STREAM);
        hear(d, air, SAMPLES, 1000, &f);
        unread += acc_demodulator_unread(d).characters > 0;
    }
    CHECK(f.bytes == 0 && f.on == 0 && unread <= 1);
}

// three tones half the bit rate apart look like alternating bits, in and out of tune
static void a_chord_is_no_text(void)
{
    findings f = {0};
    for (int tune = -10; tune <= 10; tune++) {
        memset(air, 0, sizeof air);
        for (size_t i = 4000; i < 24000; i++)
            for (int k = -1; k <= 1; k++)
                air[i] += (k ? 0.2f : 0.3f) * sinf(6.2831853f * (1 + 0.002f * (float)tune) *
                                                   (float)(1700 + 600 * k) * (float)i / 48000);
        for (size_t i = 0; i < SAMPLES; i++)
            air[i] += 0.15f * normal();
        hear(receiver("bell202", 48000, ACC_MODEM_STREAM), air, SAMPLES, 1000, &f);
    }
    CHECK(f.bytes == 0 && f.on == 0);
}

// noise, full-scale squares and NaN: nothing is received
static void noise_is_no_frame(const char *name, acc_modem_mode mode)
{
    findings f = {0};
    acc_demodulator *d = receiver(name, 16000, mode);
    for (int round = 0; round < 12; round++) {
        for (size_t i = 0; i < SAMPLES; i++) {
            float x = normal();
            if (round % 4 == 1)
                x = i / 13 % 2 ? 1e30f : -1e30f;
            if (round % 4 == 2)
                x = uniform() < 0.1f ? NAN : uniform() < 0.1f ? -INFINITY : x;
            air[i] = round % 4 == 3 ? 0 : x;
        }
        hear(d, air, SAMPLES, 4096, &f);
    }
    CHECK(f.frames == 0);
}

int main(void)
{
    seed = 1;
    frames_come_back("reader", 44100, 32);
    frames_come_back("reader", 48000, 200);
    frames_come_back("manchester:8820", 44100, 512);
    frames_come_back("manchester:1378.125", 8000, 64);
    frames_come_back("bell202", 48000, 20);
    frames_come_back("bell202", 8000, 100);
    frames_come_back("fsk:2400,1200,2400", 44100, 100);
    for (size_t shift = 0; shift < 12; shift++) {
        lost_samples_cost_one_frame("reader", 44100, 200, 300 * 12 + shift);
        lost_samples_cost_one_frame("manchester:8820", 44100, 400, 800 * 5 + shift);
        lost_samples_cost_one_frame("bell202", 24000, 100, 200 * 20 + shift);
    }
    characters_come_back("bell202", 48000, 0.1f);
    characters_come_back("fsk:2400,2400,4800", 22050, 0);
    short_text_comes_back("A");
    short_text_comes_back("U");
    short_text_comes_back("UUU");
    short_text_comes_back("UUUUUUUUUUUU~");
    static const uint8_t keys[] = {'A', 'U', 'e', 0x7F, 0xF0, 0xFF};
    for (size_t i = 0; i < sizeof keys; i++) {
        a_lone_character_comes_back(keys[i], true);
        a_lone_character_comes_back(keys[i], false);
    }
    a_chord_is_no_text();
    two_tones_are_no_text();
    blocks_do_not_matter("reader");
    blocks_do_not_matter("bell202");
    noise_is_no_frame("reader", ACC_MODEM_FRAMES);
    noise_is_no_frame("bell202", ACC_MODEM_FRAMES);
    noise_is_no_frame("bell202", ACC_MODEM_STREAM);
    return failures;
}
