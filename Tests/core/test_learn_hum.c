// Characters at a recording's start, or 0.05 s after it, with mains hum 10 dB above them: exact after the hum of
// the first second was learned, damaged without.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { RATE = 8000, LEN = 160, SAMPLES = 2 * RATE, PERIOD = 4096 };
static const double rate = RATE;

static float sound[SAMPLES];
static _Alignas(16) uint8_t memory[65536];
static uint8_t sent[LEN], got[2 * LEN];

// A period of 40 harmonics of amplitude 1/k, a sawtooth; their power is 0.81.
static float period[PERIOD];

static void make_period(void)
{
    for (int i = 0; i < PERIOD; i++)
        for (int k = 1; k <= 40; k++)
            period[i] += sinf(6.2831853f * (float)(i * k % PERIOD) / (float)PERIOD) / (float)k;
}

// At 10 dB above bell202's power of 1/8 (a peak of 0.5), with noise 20 dB below it.
static void add_hum(double hertz, size_t count)
{
    const uint32_t step = (uint32_t)(hertz / rate * 4294967296.0);
    uint32_t phase = 0;
    for (size_t i = 0; i < count; i++, phase += step)
        sound[i] += 1.24f * period[phase >> 20] + 0.035f * normal();
}

// Sends `sent` after `lead` seconds; the samples until 0.1 s after it.
static size_t record(const acc_modem_profile *p, double lead, double hertz)
{
    acc_modulator m;
    memset(sound, 0, sizeof sound);
    CHECK(acc_modulator_init(&m, p, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, sent, LEN) == LEN);
    const size_t begin = (size_t)(lead * rate);
    const size_t count =
        begin + acc_modulator_render(&m, sound + begin, SAMPLES - begin) + RATE / 10;
    CHECK(count < SAMPLES);
    add_hum(hertz, count);
    return count;
}

static size_t hear(acc_demodulator *d, size_t count, size_t block)
{
    acc_demodulator_event e;
    size_t len = 0, at = 0;
    do {
        at += acc_demodulator_push(d, sound + at, count - at < block ? count - at : block, &e);
        if (e.kind == ACC_DEMODULATOR_BYTES && len + e.len <= sizeof got) {
            memcpy(got + len, e.data, e.len);
            len += e.len;
        }
    } while (e.kind != ACC_DEMODULATOR_NONE || at < count);
    return len;
}

static bool is_exact(double lead, double hertz, size_t learned)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse("bell202", 7, &p) == ACC_OK);
    acc_demodulator *d = NULL;
    const size_t count = record(&p, lead, hertz);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) == ACC_OK);
    if (learned)
        acc_demodulator_learn_hum(d, sound, learned);
    return hear(d, count, count) == LEN && memcmp(got, sent, LEN) == 0;
}

// Reception with hum does not depend on the block size, to the bit.
static void blocks(size_t learned)
{
    static const size_t all[] = {1, 7, 61, 64, 100, 255, 1000};
    static uint8_t whole[sizeof got];
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse("bell202", 7, &p) == ACC_OK);
    // some characters arrive while the hum is learned: they are damaged in the same way in each run
    const size_t count = record(&p, 0.1, 50.2);
    size_t len = 0;
    float level = 0;
    for (size_t i = 0; i <= sizeof all / sizeof *all; i++) {
        acc_demodulator *d = NULL;
        memset(got, 0, sizeof got);
        CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) ==
              ACC_OK);
        if (learned)
            acc_demodulator_learn_hum(d, sound, learned);
        const size_t heard = hear(d, count, i ? all[i - 1] : count);
        const float now = acc_demodulator_quality(d).level;
        CHECK(i == 0 || (heard == len && memcmp(got, whole, heard) == 0));
        CHECK(i == 0 || memcmp(&now, &level, sizeof now) == 0);
        memcpy(whole, got, sizeof got);
        len = heard;
        level = now;
    }
}

int main(void)
{
    static const double leads[] = {0, 0.03, 0.05, 0.1, 0.2}, mains[] = {50, 59.9, 60};
    make_period();
    for (size_t i = 0; i < LEN; i++)
        sent[i] = (uint8_t)draw();
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 3; k++) {
            CHECK(is_exact(leads[i], mains[k], RATE));
            // hum of 0.1 s may be enough for a steady sender
            CHECK(leads[i] > 0.05 || !is_exact(leads[i], mains[k], 0));
        }
    // bytes that repeat in step with the mains are not learned as hum if hum alone precedes them
    memset(sent, 0, LEN);
    for (size_t k = 0; k < 3; k++)
        CHECK(is_exact(0.06, mains[k], RATE));
    blocks(0);
    blocks(RATE);
    // a recording too short to learn from changes nothing
    CHECK(is_exact(0.3, 50, 100));
    return failures;
}
