// Coded frames from modulator to demodulator, through the impairments of an audio path.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

#define RATE 48000u
#define SAMPLES 320000
#define MEMORY 65536

static float air[SAMPLES];
static _Alignas(16) uint8_t memory[MEMORY];
static acc_modem_profile profile(const char *name)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    return p;
}

static size_t send(const acc_modem_profile *p, double clock, size_t len, uint8_t *frame)
{
    uint8_t payload[ACC_FRAME_MAX_PAYLOAD];
    acc_modulator m;
    acc_modem_profile sender = *p;
    sender.baud *= clock;
    sender.mark *= clock;
    sender.space *= clock;
    for (size_t i = 0; i < len; i++)
        payload[i] = (uint8_t)(uniform() * 256);
    size_t size = acc_frame_write(ACC_FEC_SCHEME, payload, len, frame, ACC_FRAME_MAX_SIZE);
    memset(air, 0, sizeof air);
    CHECK(acc_modulator_init(&m, &sender, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
    size_t sent = acc_modulator_render(&m, air + 3000, SAMPLES - 3000);
    CHECK(!acc_modulator_is_busy(&m));
    return 3000 + sent;
}

// Returns the number of frames received, all of which must be this one.
static unsigned receive(const acc_modem_profile *p, size_t len, size_t cut, const uint8_t *frame,
                        unsigned *bad)
{
    acc_demodulator *d = NULL;
    acc_demodulator_event e;
    unsigned frames = 0;
    CHECK(acc_demodulator_size(p, RATE, ACC_MODEM_FRAMES) <= MEMORY);
    memset(memory, 0xFF, sizeof memory);
    CHECK(acc_demodulator_init(memory, MEMORY, p, RATE, ACC_MODEM_FRAMES, &d) == ACC_OK);
    for (size_t at = 0; at < len;) {
        size_t n = len - at < cut ? len - at : cut, taken = 0;
        do {
            taken += acc_demodulator_push(d, air + at + taken, n - taken, &e);
            if (e.kind == ACC_DEMODULATOR_FRAME) {
                frames++;
                CHECK(memcmp(e.data, frame, e.len) == 0);
            }
        } while (e.kind != ACC_DEMODULATOR_NONE);
        at += n;
    }
    if (bad)
        *bad = acc_demodulator_quality(d).frames_bad;
    return frames;
}

typedef struct path {
    double clock;
    float gain, snr_db, dc;
    size_t lost, silent;  // samples cut out, and samples silenced, halfway
} path;

static void comes_back(const char *name, size_t len, path c, size_t cut)
{
    acc_modem_profile p = profile(name);
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    size_t end = send(&p, c.clock, len, frame), middle = end / 2;
    float power = p.waveform == ACC_WAVEFORM_FSK ? 0.125f : 0.24f;
    float sigma = sqrtf(power * powf(10, -c.snr_db / 10));
    memmove(air + middle, air + middle + c.lost, (SAMPLES - middle - c.lost) * sizeof *air);
    for (size_t i = 0; i < SAMPLES; i++) {
        if (i >= middle && i < middle + c.silent)
            air[i] = 0;
        air[i] = c.gain * (air[i] + sigma * normal()) + c.dc;
    }
    // with silence the rest is reported
    unsigned bad,
        frames = receive(&p, end + 6000 < SAMPLES ? end + 6000 : SAMPLES, cut, frame, &bad);
    if (frames != 1 || bad)
        printf("%s, %zu bytes, %g dB, clock %g: %u frames, %u bad\n", name, len, (double)c.snr_db,
               c.clock, frames, bad);
    CHECK(frames == 1 && bad == 0);
}

static void goes_through(const char *name, float worst_db)
{
    static const path plain = {.clock = 1, .gain = 1, .snr_db = 40};
    path c = plain;
    for (size_t len = 0; len <= 100; len += 25)
        comes_back(name, len, plain, 480);
    for (size_t cut = 1; cut <= 4096; cut = 5 * cut + 1)
        comes_back(name, 40, plain, cut);
    c.snr_db = worst_db;
    comes_back(name, 100, c, 480);
    c.clock = 1.02;
    comes_back(name, 60, c, 480);
    c.clock = 0.98;
    comes_back(name, 60, c, 480);
    c = plain;
    c.gain = -0.001f;
    comes_back(name, 60, c, 480);
    c.gain = 1.5f;
    c.dc = 0.2f;
    comes_back(name, 60, c, 480);
    c = plain;
    c.lost = 100;
    comes_back(name, 60, c, 480);
    c.lost = 0;
    c.silent = 960;
    comes_back(name, 60, c, 480);
}

// A frame that loses too many blocks is reported once.
static void lost_frames_are_told(void)
{
    acc_modem_profile p = profile("reader");
    uint8_t frame[ACC_FRAME_MAX_SIZE];
    unsigned bad;
    size_t end = send(&p, 1, 200, frame);
    memset(air + 30000, 0, (end - 30000) * sizeof *air);
    CHECK(receive(&p, end + 6000, 480, frame, &bad) == 0 && bad == 1);
}

int main(void)
{
    goes_through("bell202", -5);
    goes_through("reader", -4);
    goes_through("manchester:8820", -1);
    lost_frames_are_told();
    return failures;
}
