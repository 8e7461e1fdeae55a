// HiJack: the waveform, bytes through noise and clock offset, parity, and sounds that are no bytes.
#include "accessory/modem.h"
#include "check.h"
#include "modem/hijack.h"
#include "noise.h"

#include <math.h>
#include <string.h>

#define MAX 400000
static float wave[MAX];
static size_t send(const uint8_t *bytes, size_t len, uint32_t rate)
{
    acc_modem_profile p;
    acc_modulator m;
    size_t total = 0, got;
    CHECK(acc_modem_profile_parse("hijack", 6, &p) == ACC_OK);
    CHECK(acc_modulator_init(&m, &p, rate, 0.8f) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, bytes, len) == len);
    do
        total += got = acc_modulator_render(&m, wave + total, 1000);
    while (got == 1000);
    CHECK(total < MAX);
    return total;
}

// The characters of 0x55 and 0xA7 by hand, each bit a waveform of 32 samples at 44100 Hz.
static void pieces_are_as_specified(void)
{
    static const uint8_t bits[2][11] = {{0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1},
                                        {0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1}};
    static const uint8_t bytes[2] = {0x55, 0xA7};
    size_t total = send(bytes, 2, 44100);
    CHECK(fabs((double)total - 32 * (2 * 111 + 100)) <= 2);
    unsigned before = 1;
    for (int i = 0; i < 222; i++) {
        unsigned bit = i % 111 < 100 ? 1 : bits[i / 111][i % 111 - 100];
        bool same = bit == before, negative = same ? !bit : bit;
        float first = wave[32 * i + 8], second = wave[32 * i + 24];
        CHECK((first < 0) == negative);
        CHECK((second < 0) == (same ? !negative : negative));
        before = bit;
    }
}

static size_t receive(size_t samples, uint32_t rate, size_t cut, uint8_t *out, unsigned *parity)
{
    hijack_receiver h;
    size_t count = 0;
    acc_hijack_init(&h, rate);
    for (size_t at = 0; at < samples;) {
        size_t n = samples - at < cut ? samples - at : cut;
        for (size_t taken = 0; taken < n;) {
            uint8_t byte;
            bool found;
            taken += acc_hijack_push(&h, wave + at + taken, n - taken, &byte, &found);
            if (found && count < 64)
                out[count++] = byte;
        }
        at += n;
    }
    if (parity)
        *parity = h.parity_errors;
    return count;
}

static void bytes_come_back(uint32_t rate, float clock, float gain, float sigma, size_t cut)
{
    uint8_t sent[32], got[64];
    unsigned parity;
    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (uint8_t)(i * 167 + 85);
    size_t total = send(sent, sizeof sent, (uint32_t)((float)rate * clock));
    for (size_t i = 0; i < total; i++)
        wave[i] = gain * (wave[i] + sigma * normal()) + 0.05f;
    size_t count = receive(total, rate, cut, got, &parity);
    if (count != sizeof sent || memcmp(sent, got, sizeof sent) != 0)
        printf("%u Hz, clock %g, gain %g, noise %g: %zu bytes\n", (unsigned)rate, (double)clock,
               (double)gain, (double)sigma, count);
    CHECK(count == sizeof sent && memcmp(sent, got, sizeof sent) == 0);
    CHECK(parity == 0);
}

// Sends characters with a single stop bit between them and always parity 0, as some firmware does. Returns the number
// received with wrong parity.
static unsigned gapless_without_parity(const uint8_t *bytes, size_t len)
{
    uint8_t got[64];
    size_t total = 0;
    unsigned before = 1, parity;
    for (size_t i = 0; i < 20 + 11 * len + 20; i++) {
        size_t c = (i - 20) / 11, b = (i - 20) % 11;
        unsigned bit = 1;
        if (i >= 20 && c < len)
            bit = ((unsigned)bytes[c] << 1 | 0x400) >> b & 1;
        float sign = bit == before ? (bit ? 1.0f : -1.0f) : (bit ? -1.0f : 1.0f);
        for (int n = 0; n < 32; n++)
            wave[total++] =
                0.3f * sign * sinf((bit == before ? 2.0f : 1.0f) * 3.14159265f / 32 * (float)n);
        before = bit;
    }
    size_t count = receive(total, 44100, 441, got, &parity);
    CHECK(count == len && memcmp(got, bytes, len) == 0);
    return parity;
}

static void parity_is_checked(void)
{
    static const uint8_t odd[] = {0x01, 0xFE, 0x80, 0x7F, 0x10}, even[] = {0x00, 0xFF, 0x55, 0xC0};
    CHECK(gapless_without_parity(odd, sizeof odd) == sizeof odd);
    CHECK(gapless_without_parity(even, sizeof even) == 0);
}

static void noise_is_silent(void)
{
    uint8_t got[64];
    for (size_t i = 0; i < MAX; i++)
        wave[i] = 0.2f * normal();
    CHECK(receive(MAX, 44100, 441, got, NULL) == 0);
    memset(wave, 0, sizeof wave);
    CHECK(receive(MAX, 44100, 441, got, NULL) == 0);
}

// bits of uneven level occur in music
static void uneven_bits_are_none(void)
{
    static const uint8_t bytes[] = {0x00, 0xFF, 0x41, 0x55, 0xC0, 0xE0, 0x01, 0x92};
    uint8_t got[64];
    size_t total = send(bytes, sizeof bytes, 44100);
    for (size_t i = 0; i < total; i++)
        wave[i] *= i / 96 % 2 ? 0.4f : 1;
    CHECK(receive(total, 44100, 441, got, NULL) == 0);
}

// two alternating tones over a bass: ones, then 0011 repeatedly
static void melodies_are_none(float bass)
{
    uint8_t got[64];
    float phase = 0;
    for (size_t i = 0; i < 88200; i++) {
        phase += (i / 1470 % 2 ? 1033.6f : 1378.125f) / 44100;
        phase -= floorf(phase);
        wave[i] =
            0.3f * sinf(6.2831853f * phase) + 0.21f * sinf(6.2831853f * bass / 44100 * (float)i);
    }
    CHECK(receive(88200, 44100, 441, got, NULL) == 0);
}

// a beating, clipped tone, as from an amplifier: alternately about nine ones and nine zeros
static void beats_are_none(float hertz)
{
    uint8_t got[64];
    for (size_t i = 0; i < 88200; i++) {
        float tone = sinf(6.2831853f * (float)((double)i / 32 - (double)(i / 32)));
        wave[i] = 0.3f * tanhf(6 * tone * sinf(6.2831853f * hertz / 44100 * (float)i));
    }
    CHECK(receive(88200, 44100, 441, got, NULL) == 0);
}

int main(void)
{
    acc_modem_profile p;
    acc_modulator m;
    CHECK(acc_modem_profile_parse("track2", 6, &p) == ACC_OK);
    CHECK(acc_modulator_init(&m, &p, 44100, 1) == ACC_UNSUPPORTED);
    pieces_are_as_specified();
    static const uint32_t rates[] = {22050, 32000, 44100, 48000, 96000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        bytes_come_back(rates[i], 1, 0.5f, 0, 100 + i);
    for (size_t cut = 1; cut < 5000; cut = cut * 3 + 1)
        bytes_come_back(44100, 1, 1, 0.1f, cut);
    bytes_come_back(44100, 0.98f, -0.01f, 0.05f, 512);
    bytes_come_back(44100, 1.02f, -1, 0.05f, 512);
    bytes_come_back(44100, 1, 1, 0.4f, 512);  // 3 dB in 0 to 22 kHz
    parity_is_checked();
    noise_is_silent();
    uneven_bits_are_none();
    for (int bass = 200; bass <= 250; bass += 25)
        melodies_are_none((float)bass);
    for (int hertz = 68; hertz <= 80; hertz += 2)
        beats_are_none((float)hertz);
    return failures;
}
