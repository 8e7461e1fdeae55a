// Characters and frames with interference on the cable and with changes of level.
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
static bool is_framed, is_coded;
static const uint8_t *constant;  // two alternating bytes, NULL for random ones
static uint8_t sent[BYTES + ACC_FRAME_OVERHEAD];
static size_t sent_size;

static double uniform(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

static void send_bytes(const char *name, uint32_t hertz, bool framed)
{
    acc_modulator m;
    rate = hertz;
    is_framed = framed;
    seed = 7;
    CHECK(acc_modem_profile_parse(name, strlen(name), &profile) == ACC_OK);
    CHECK(acc_modulator_init(&m, &profile, rate, 0.1f) == ACC_OK);
    uint8_t bytes[BYTES];
    for (size_t i = 0; i < BYTES; i++)
        sent[i] = bytes[i] = constant ? constant[i % 2] : (uint8_t)(uniform() * 256);
    sent_size = BYTES;
    if (framed) {
        sent_size = acc_frame_write(is_coded ? ACC_FEC_SCHEME : 0, bytes, BYTES, sent, sizeof sent);
        CHECK(acc_modulator_send_frame(&m, sent, sent_size) == ACC_OK);
    } else {
        CHECK(acc_modulator_send_bytes(&m, sent, BYTES) == BYTES);
    }
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

// mains hum, 40 harmonics of amplitude 1/k, in phase or with different phases
static void add_hum(double hertz, double decibels, bool in_phase)
{
    double squares = 0;
    for (int k = 1; k <= 40; k++)
        squares += 1 / (double)(k * k);
    const double amplitude = sqrt(2 * power * pow(10, decibels / 10) / squares);
    for (int k = 1; k <= 40; k++) {
        const double phase = in_phase ? 0 : TURN * uniform();
        for (size_t i = 0; i < length; i++)
            sound[i] += (float)(amplitude / k * sin(phase + TURN * k * hertz * (double)i / rate));
    }
}

// changes the level by `decibels` from `begin` on, over `seconds`
static void change_level(double decibels, double begin, double seconds)
{
    for (size_t i = 0; i < length; i++) {
        double part = fmin(fmax(((double)i / rate - begin) / seconds, 0), 1);
        sound[i] *= (float)pow(10, decibels / 20 * part);
    }
}

static bool all_arrive(void)
{
    static _Alignas(16) uint8_t memory[131072];
    const acc_modem_mode mode = is_framed ? ACC_MODEM_FRAMES : ACC_MODEM_STREAM;
    uint8_t got[2 * BYTES];
    size_t count = 0;
    acc_demodulator *d;
    acc_demodulator_event e;
    CHECK(acc_demodulator_init(memory, sizeof memory, &profile, rate, mode, &d) == ACC_OK);
    for (size_t at = 0; at < length;) {
        at += acc_demodulator_push(d, sound + at, length - at, &e);
        bool found = e.kind == ACC_DEMODULATOR_BYTES || e.kind == ACC_DEMODULATOR_FRAME;
        for (size_t i = 0; found && i < e.len && count < sizeof got; i++)
            got[count++] = e.data[i];
    }
    return count == sent_size && memcmp(got, sent, count) == 0;
}

// A sine a hundred times as strong as the characters, a third of the bit rate below the tones, 0.42 above, or anywhere
// farther away.
static void a_sine_beside_the_band_is_kept_out(const char *name, uint32_t hertz)
{
    static const double share[] = {0.06, 0.125, 0.5, 0.75, 1};
    send_bytes(name, hertz, false);
    const double low = fmin(profile.mark, profile.space) - profile.baud / 3;
    const double high = fmax(profile.mark, profile.space) + profile.baud * 5 / 12;
    for (size_t i = 0; i < 2 * sizeof share / sizeof *share; i++) {
        const double part = share[i / 2];
        const double f = i % 2 ? part * low : high + (1 - part) * (0.49 * rate - high);
        send_bytes(name, hertz, false);
        add_noise(-30);
        add_sine(f, 20);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("%s at %u beside %.0f Hz\n", name, (unsigned)hertz, f);
    }
}

// 20 dB in 50 or 10 ms; noise is at least 15 dB below the level
static void a_change_of_level_costs_nothing(bool framed)
{
    static const double changes[][2] = {
        {-20, 0.05}, {20, 0.05}, {-10, 0.01}, {10, 0.01}, {-20, 0.01}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        for (int k = 0; k < 12; k++) {
            const double decibels = changes[i][0], seconds = changes[i][1];
            send_bytes("bell202", 48000, framed);
            change_level(decibels, 0.4 + 0.1003 * k, seconds);
            seed += (uint32_t)k;
            add_noise(-15 + fmin(decibels, 0));
            bool arrived = all_arrive();
            CHECK(arrived);
            if (!arrived)
                printf("%s after %.0f dB in %.2f s\n", framed ? "frame" : "characters", decibels,
                       seconds);
        }
}

// The sender's clock runs up to `ppm` fast or slow, ten times a second.
static void wander(double ppm, double phase)
{
    static float before[MOST];
    memcpy(before, sound, sizeof before);
    const double turn = TURN * 10 / rate, depth = ppm * 1e-6 / turn;
    for (size_t i = 1; i + 3 < length; i++) {
        double at = (double)i + depth * (cos(phase) - cos(phase + turn * (double)i));
        at = fmin(fmax(at, 1), (double)length - 4);
        const float *x = before + (size_t)at;
        const double p = at - floor(at), a = (double)x[-1], b = (double)x[0], c = (double)x[1],
                     e = (double)x[2];
        // Catmull-Rom cubic
        sound[i] =
            (float)(b + 0.5 * p *
                            (c - a + p * (2 * a - 5 * b + 4 * c - e + p * (3 * (b - c) + e - a))));
    }
}

// Frames of each kind of waveform, coded or not.
static const struct framing {
    const char *name;
    uint32_t rate;
    bool coded;
} framings[] = {{"bell202", 48000, false},
                {"bell202", 8000, false},
                {"reader", 44100, false},
                {"reader", 48000, true},
                {"manchester:1837.5", 44100, false},
                {"manchester:8820", 48000, false},
                {"manchester:8820", 44100, true}};
enum { FRAMINGS = sizeof framings / sizeof *framings };

static void send_frame(const struct framing *f)
{
    is_coded = f->coded;
    send_bytes(f->name, f->rate, true);
    is_coded = false;
}

// a sine a hundred times as strong as the frames, inside or outside their spectrum
static void a_sine_costs_no_frame(const struct framing *f)
{
    static const double hertz[] = {50,   75,   120,  230,  400,  640,   800,
                                   2700, 3300, 4900, 6000, 9100, 12000, 15700};
    for (size_t i = 0; i < sizeof hertz / sizeof *hertz && hertz[i] < 0.45 * f->rate; i++) {
        send_frame(f);
        add_noise(-30);
        add_sine(hertz[i], 20);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("%s at %u%s beside %.0f Hz\n", f->name, (unsigned)f->rate,
                   f->coded ? ", coded" : "", hertz[i]);
    }
}

static void hum_costs_no_frame(const struct framing *f)
{
    static const double hertz[] = {50, 60, 49.85, 60.1};
    for (int i = 0; i < 8; i++) {
        send_frame(f);
        add_noise(-30);
        add_hum(hertz[i % 4], i < 4 ? 10 : 0, i % 3);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("%s at %u%s in hum of %.2f Hz\n", f->name, (unsigned)f->rate,
                   f->coded ? ", coded" : "", hertz[i % 4]);
    }
}

static void wander_costs_no_frame(const struct framing *f)
{
    for (int i = 0; i < 4; i++) {
        send_frame(f);
        wander(2000, TURN * i / 4);
        add_noise(-30);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("%s at %u%s, wander of phase %d of 4\n", f->name, (unsigned)f->rate,
                   f->coded ? ", coded" : "", i);
    }
}

// a sine that ends just before the frame, as a wake tone does, is not subtracted from it
static void a_sine_ends_with_itself(void)
{
    for (size_t i = 0; i < FRAMINGS; i++)
        for (int later = 0; later < 4; later++) {
            send_frame(&framings[i]);
            add_noise(-30);
            const double amplitude = sqrt(2 * power), hertz = 1000;
            for (size_t k = 0; k < rate / 4 - (size_t)later * rate / 1000; k++)
                sound[k] += (float)(amplitude * sin(TURN * hertz * (double)k / rate));
            CHECK(all_arrive());
        }
}

// Hum ten times as strong as the characters; each of its pulses is stronger than they are in their band. The mains
// frequency is not exact.
static void hum_costs_nothing(void)
{
    static const double hertz[] = {50, 60, 49.85, 60.1};
    static const uint8_t zeros[] = {0, 0};
    for (int i = 0; i < 16; i++) {
        // a stream of zeros repeats 120 times a second, as hum of 60 Hz does
        constant = i < 8 ? NULL : zeros;
        send_bytes("bell202", i % 8 < 4 ? 48000 : 44100, false);
        constant = NULL;
        add_noise(-30);
        add_hum(hertz[i % 4], 10, i % 3);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("hum of %.2f Hz at %u\n", hertz[i % 4], (unsigned)rate);
    }
}

// 1 dB below the noise; random bytes are exact down to 2 dB below it
static void constant_bytes_arrive(void)
{
    static const uint8_t bytes[][2] = {{0, 0}, {0x80, 0x80}, {0x55, 0x55}, {0xFF, 0xFF}, {0, 0xFF}};
    for (size_t k = 0; k < sizeof bytes / sizeof *bytes; k++) {
        constant = bytes[k];
        send_bytes("bell202", 48000, false);
        constant = NULL;
        add_noise(1);
        CHECK(all_arrive());
    }
}

// noise before a signal is not read as its first start bit and does not train the receiver's loops
static void noise_before_a_signal_costs_nothing(void)
{
    static const uint8_t bytes[][2] = {{0x55, 0x55}, {0xFF, 0xFF}};
    for (uint32_t k = 0; k < 200; k++) {
        constant = bytes[k % 2];
        send_bytes("bell202", 48000, false);
        constant = NULL;
        seed = 1000 + k;
        add_noise(-2);
        bool arrived = all_arrive();
        CHECK(arrived);
        if (!arrived)
            printf("0x%02X, seed %u\n", bytes[k % 2][0], (unsigned)(1000 + k));
    }
}

int main(void)
{
    a_sine_beside_the_band_is_kept_out("bell202", 48000);
    a_sine_beside_the_band_is_kept_out("bell202", 44100);
    a_sine_beside_the_band_is_kept_out("bell202", 8000);
    a_sine_beside_the_band_is_kept_out("bell202", 192000);
    a_sine_beside_the_band_is_kept_out("fsk:600,1500,1000", 48000);
    hum_costs_nothing();
    constant_bytes_arrive();
    noise_before_a_signal_costs_nothing();
    a_change_of_level_costs_nothing(false);
    a_change_of_level_costs_nothing(true);
    for (size_t i = 0; i < FRAMINGS; i++) {
        a_sine_costs_no_frame(&framings[i]);
        hum_costs_no_frame(&framings[i]);
        wander_costs_no_frame(&framings[i]);
    }
    a_sine_ends_with_itself();
    return failures;
}
