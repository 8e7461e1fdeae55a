// Characters through what stands beside them on a cable.
#include "accessory/modem.h"
#include "check.h"

#include <math.h>
#include <string.h>

#define BYTES 200u
#define MOST 500000u
#define TURN 6.283185307179586

static float sound[MOST];
static size_t length;
static double power;  // mean square of the signal
static uint32_t rate, seed;
static acc_modem_profile profile;
static uint8_t sent[BYTES];

static double uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

static void send_characters(const char *name, uint32_t hertz)
{
    acc_modulator m;
    rate = hertz;
    seed = 7;
    CHECK(acc_modem_profile_parse(name, strlen(name), &profile) == ACC_OK);
    CHECK(acc_modulator_init(&m, &profile, rate, 0.1f) == ACC_OK);
    for (size_t i = 0; i < BYTES; i++)
        sent[i] = (uint8_t)(uniform() * 256);
    CHECK(acc_modulator_send_bytes(&m, sent, BYTES) == BYTES);
    memset(sound, 0, sizeof sound);
    const size_t begin = rate / 4;
    length = begin + acc_modulator_render(&m, sound + begin, MOST - 2 * begin);
    CHECK(!acc_modulator_is_busy(&m));
    power = 0;
    for (size_t i = begin; i < length; i++)
        power += (double)sound[i] * (double)sound[i] / (double)(length - begin);
    length += begin;
}

// nearly normal, white over half the rate, of this power over the signal's
static void add_noise(double decibels)
{
    const double sigma = sqrt(power * pow(10, decibels / 10));
    for (size_t i = 0; i < length; i++) {
        double sum = -6;
        for (int k = 0; k < 12; k++)
            sum += uniform();
        sound[i] += (float)(sigma * sum);
    }
}

static void add_sine(double hertz, double decibels)
{
    const double amplitude = sqrt(2 * power * pow(10, decibels / 10)), phase = TURN * uniform();
    for (size_t i = 0; i < length; i++)
        sound[i] += (float)(amplitude * sin(phase + TURN * hertz * (double)i / rate));
}

static bool all_arrive(void)
{
    static _Alignas(16) uint8_t memory[131072];
    uint8_t got[2 * BYTES];
    size_t count = 0;
    acc_demodulator *d;
    acc_demodulator_event e;
    CHECK(acc_demodulator_init(memory, sizeof memory, &profile, rate, ACC_MODEM_STREAM, &d) ==
          ACC_OK);
    for (size_t at = 0; at < length;) {
        at += acc_demodulator_push(d, sound + at, length - at, &e);
        for (size_t i = 0; e.kind == ACC_DEMODULATOR_BYTES && i < e.len && count < sizeof got; i++)
            got[count++] = e.data[i];
    }
    return count == BYTES && memcmp(got, sent, BYTES) == 0;
}

// a hundred times as strong as the characters, a third of the bit rate below the tones or 0.42 above, or anywhere further
static void a_sine_beside_the_band_is_kept_out(const char *name, uint32_t hertz)
{
    static const double share[] = {0.06, 0.125, 0.5, 0.75, 1};
    send_characters(name, hertz);
    const double low = fmin(profile.mark, profile.space) - profile.baud / 3;
    const double high = fmax(profile.mark, profile.space) + profile.baud * 5 / 12;
    for (size_t i = 0; i < 2 * sizeof share / sizeof *share; i++) {
        const double part = share[i / 2];
        const double f = i % 2 ? part * low : high + (1 - part) * (0.49 * rate - high);
        send_characters(name, hertz);
        add_noise(-30);
        add_sine(f, 20);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("%s at %u beside %.0f Hz\n", name, (unsigned)hertz, f);
    }
}

int main(void)
{
    a_sine_beside_the_band_is_kept_out("bell202", 48000);
    a_sine_beside_the_band_is_kept_out("bell202", 44100);
    a_sine_beside_the_band_is_kept_out("bell202", 8000);
    a_sine_beside_the_band_is_kept_out("bell202", 192000);
    a_sine_beside_the_band_is_kept_out("fsk:600,1500,1000", 48000);
    return failures;
}
