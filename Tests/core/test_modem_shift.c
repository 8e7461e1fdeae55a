// Uncoded frames whose frequencies are all shifted, as by a radio or a converter: the bits' clock is right.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 60000, MOST = 400 };

static _Alignas(16) uint8_t memory[1u << 16];
static float pcm[SAMPLES];

static bool arrives(const acc_modem_profile *profile, uint32_t rate, double shift, double clock,
                    size_t len)
{
    uint8_t payload[MOST], frame[ACC_FRAME_MAX_SIZE];
    acc_modem_profile p = *profile;
    acc_modulator m;
    acc_demodulator *d;
    acc_demodulator_event e;
    p.baud *= clock;
    p.mark = p.mark * clock + shift;
    p.space = p.space * clock + shift;
    for (size_t i = 0; i < len; i++)
        payload[i] = (uint8_t)(draw() >> 24);
    const size_t size = acc_frame_write(0, payload, len, frame, sizeof frame);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
    memset(pcm, 0, sizeof pcm);
    const size_t begin = 1000 + draw() % 100;
    const size_t end = begin + acc_modulator_render(&m, pcm + begin, SAMPLES - begin - 1000) + 1000;
    CHECK(!acc_modulator_is_busy(&m));
    // 20 dB below the signal's power of 1/8
    for (size_t i = 0; i < end; i++)
        pcm[i] += 0.035f * normal();
    CHECK(acc_demodulator_init(memory, sizeof memory, profile, rate, ACC_MODEM_UNCODED, &d) ==
          ACC_OK);
    bool found = false;
    for (size_t at = 0; at < end;) {
        at += acc_demodulator_push(d, pcm + at, end - at, &e);
        found |= e.kind == ACC_DEMODULATOR_FRAME && e.len == size && !memcmp(e.data, frame, size);
    }
    return found;
}

static void shifted_frames_arrive(const char *name, uint32_t rate, double scale)
{
    static const double shifts[] = {0, 5, 7, 10, 20, 40, 60};
    static const size_t lengths[] = {4, 60, MOST};
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        for (int k = 0; k < 6; k++) {
            const double shift = (k % 2 ? scale : -scale) * shifts[i];
            const double clock = 1 + 0.01 * (k % 3 - 1);
            const size_t len = lengths[k / 2];
            const bool is_right = arrives(&p, rate, shift, clock, len);
            CHECK(is_right);
            if (!is_right)
                printf("%s, %.1f Hz, clock %.2f, %zu bytes\n", name, shift, clock, len);
        }
}

int main(void)
{
    shifted_frames_arrive("bell202", 16000, 1);
    shifted_frames_arrive("bell202", 12000, 1);
    // tones far from a multiple of the bit rate
    shifted_frames_arrive("fsk:1000,1400,2250", 16000, 0.8);
    return failures;
}
