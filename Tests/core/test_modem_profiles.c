// Frames of any profile: bit rates, shifts and tones at random, wherever the sound begins.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { RATE = 24000, SAMPLES = 400000, PAYLOAD = 24 };

static _Alignas(16) uint8_t memory[1u << 19];
static float pcm[SAMPLES];

// from `low` to `high`, with equal ratios equally likely
static double between(double low, double high)
{
    return low * pow(high / low, (double)uniform());
}

// Shifts of 0.4 to 4 bit rates, and at least 1.5 periods of the lower tone per bit.
static acc_modem_profile any_profile(void)
{
    acc_modem_profile p = {.waveform = ACC_WAVEFORM_FSK};
    do {
        p.baud = between(40, 4000);
        p.mark = p.baud * between(1.5, 30);
        p.space = p.mark + p.baud * between(0.4, 4);
    } while (acc_modem_profile_check(&p, RATE) != ACC_OK);
    if (draw() % 2) {
        const double mark = p.mark;
        p.mark = p.space;
        p.space = mark;
    }
    return p;
}

static bool arrives(const acc_modem_profile *p)
{
    uint8_t payload[PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
    acc_modulator m;
    acc_demodulator *d;
    acc_demodulator_event e;
    bool found = false;
    for (size_t i = 0; i < PAYLOAD; i++)
        payload[i] = (uint8_t)(draw() >> 24);
    const size_t size = acc_frame_write(0, payload, PAYLOAD, frame, sizeof frame);
    const size_t begin = draw() % 3000;
    memset(pcm, 0, sizeof pcm);
    CHECK(acc_modulator_init(&m, p, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
    const size_t end = begin + acc_modulator_render(&m, pcm + begin, SAMPLES - begin);
    CHECK(!acc_modulator_is_busy(&m));
    CHECK(acc_demodulator_init(memory, sizeof memory, p, RATE, ACC_MODEM_UNCODED, &d) == ACC_OK);
    for (size_t at = 0; at < end;) {
        at += acc_demodulator_push(d, pcm + at, end - at, &e);
        found |= e.kind == ACC_DEMODULATOR_FRAME && e.len == size && !memcmp(e.data, frame, size);
    }
    do {
        acc_demodulator_finish(d, &e);
        found |= e.kind == ACC_DEMODULATOR_FRAME && e.len == size && !memcmp(e.data, frame, size);
    } while (e.kind != ACC_DEMODULATOR_NONE);
    return found;
}

int main(void)
{
    acc_modem_profile wide;
    CHECK(acc_modem_profile_parse("fsk:300,1200,2400", 17, &wide) == ACC_OK);
    for (int i = 0; i < 100; i++)
        CHECK(arrives(&wide));
    for (int i = 0; i < 300; i++) {
        const acc_modem_profile p = any_profile();
        const bool is_right = arrives(&p);
        CHECK(is_right);
        if (!is_right)
            printf("fsk:%.2f,%.1f,%.1f\n", p.baud, p.mark, p.space);
    }
    return failures;
}
