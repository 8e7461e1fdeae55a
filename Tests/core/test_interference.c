// The interference canceller: the signal's own bands and the scales, the frequency range of its search, how clearly a
// sine must dominate, and the choice between a sine and mains hum.
#include "modem/interference.h"

#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { RATE = 44100, CHUNK = 64, SEARCH = 21 };  // 21 chunks are the first 30 ms

static const double turn = 6.283185307179586, cycle = 4294967296.0;
static const acc_modem_profile reader = {.waveform = ACC_WAVEFORM_MANCHESTER, .baud = 3675};
static interference canceller;

// The sound of chunk `n`: a sine, two others at 5.5 and 11 kHz, noise, and DC.
typedef struct sound {
    double hertz, peak, beside;
    float noise, dc;
} sound;

static void make(const sound *s, unsigned n, size_t count, float *x)
{
    for (size_t i = 0; i < count; i++) {
        const double t = turn / (double)RATE * (double)(n * count + i);
        x[i] = (float)(s->peak * cos(s->hertz * t + 0.5) +
                       s->beside * (sin(5512.5 * t) + sin(11025 * t))) +
               s->dc;
        x[i] += s->noise > 0 ? s->noise * normal() : 0;
    }
}

// Searches for 30 ms from the start; returns the frequency found, 0 for none.
static double find(const acc_modem_profile *p, const sound *s, size_t count)
{
    interference *c = &canceller;
    acc_interference_init(c, p, RATE);
    const unsigned chunks = (unsigned)((1323 + count - 1) / count);
    for (unsigned n = 0; n < chunks; n++) {
        float x[INTERFERENCE_CHUNK];
        CHECK(!c->has_sine && c->hum.state == HUM_NONE && c->samples == n * count);
        make(s, n, count, x);
        acc_interference_run(c, x, count, false);
    }
    // the next search begins with nothing
    static const sine_fit none = {0};
    CHECK(c->samples == 0 && c->sum == 0 && c->power == 0);
    for (unsigned i = 0; i < INTERFERENCE_SCALES; i++)
        CHECK(memcmp(&c->fit[i], &none, sizeof none) == 0);
    return c->has_sine ? c->sine.step / cycle * (double)RATE : 0;
}

static double find_sine(double hertz)
{
    return find(&reader, &(sound){.hertz = hertz, .peak = 0.3}, CHUNK);
}

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

// The bands of the signal: bi-phase at half the bit rate and at the bit rate, 3 % to either side; FSK from 0.3 bit rates
// below the lower tone to as much above the upper one. The last scale has at least 340 samples per second.
static void has_bands_and_scales(void)
{
    static const acc_modem_profile up = {ACC_WAVEFORM_FSK, 1000, 1300, 2100},
                                   down = {ACC_WAVEFORM_FSK, 1000, 2100, 1300};
    interference c;
    memset(&c, 0xFF, sizeof c);
    acc_interference_init(&c, &reader, RATE);
    CHECK(is_near((double)c.shut[0][0], 1782.375, 0.01) &&
          is_near((double)c.shut[0][1], 1892.625, 0.01));
    CHECK(is_near((double)c.shut[1][0], 3564.75, 0.01) &&
          is_near((double)c.shut[1][1], 3785.25, 0.01));
    CHECK(c.rate == (float)RATE && c.hum.rate == (float)RATE && c.hum.state == HUM_NONE &&
          !c.has_sine);
    CHECK(c.samples == 0 && c.sum == 0 && c.power == 0 && c.fit[3].count == 0);
    for (int i = 0; i < 2; i++) {
        acc_interference_init(&c, i ? &up : &down, 48000);
        CHECK(c.shut[0][0] == 1000 && c.shut[0][1] == 2400);
        CHECK(c.shut[1][0] == 0 && c.shut[1][1] == 0);
    }
    static const struct {
        float rate;
        unsigned scale;
    } rows[] = {{340, 0},   {1359, 0},  {1360, 1},  {5439, 1},  {5440, 2},
                {21759, 2}, {21760, 3}, {44100, 3}, {192000, 3}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_interference_init(&c, &reader, rows[i].rate);
        CHECK(c.scale == rows[i].scale);
    }
}

// All frequencies from 0.25 rad at the last scale, 27.4 Hz, to 3 rad at the first one, except the signal's and mains.
static void finds_all_frequencies(void)
{
    for (double f = 29; f < 21000; f *= 1.013) {
        const bool is_signal = (f > 1770 && f < 1905) || (f > 3540 && f < 3810);
        if (!is_signal && fabs(f / 50 - 1) > 0.03 && fabs(f / 60 - 1) > 0.03) {
            CHECK(is_near(find_sine(f), f, 0.003 * f));
            CHECK(canceller.hum.state == HUM_NONE);
        }
    }
    CHECK(find_sine(26.5) == 0 && find_sine(20) == 0);
    static const double beside[] = {1774, 1901, 3548, 3802},
                        within[] = {1791, 1884, 3581, 3768, 3675};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        CHECK(is_near(find_sine(beside[i]), beside[i], 4));
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        CHECK(find_sine(within[i]) == 0 && canceller.hum.state == HUM_NONE);
    // in chunks of any size
    for (size_t count = CHUNK; count <= INTERFERENCE_CHUNK; count *= 2)
        for (double f = 100; f < 20000; f *= 2.7)
            CHECK(is_near(find(&reader, &(sound){f, 0.3, 0, 0, 0.1f}, count), f, 0.003 * f));
}

// Sines of 50 and 60 Hz, 1.5 % off at most, are hum.
static void mains_are_hum(void)
{
    static const struct {
        double hertz;
        bool is_hum;
    } rows[] = {{48.9, false}, {49.4, true}, {50, true}, {50.6, true}, {51.1, false},
                {58.8, false}, {59.3, true}, {60, true}, {60.7, true}, {61.2, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double found = find_sine(rows[i].hertz);
        CHECK((found == 0) == rows[i].is_hum);
        CHECK((canceller.hum.state == HUM_SOUGHT) == rows[i].is_hum);
    }
    // a signal at the mains' frequency leaves no search for hum
    static const acc_modem_profile slow[] = {{.waveform = ACC_WAVEFORM_MANCHESTER, .baud = 50},
                                             {.waveform = ACC_WAVEFORM_MANCHESTER, .baud = 60},
                                             {ACC_WAVEFORM_FSK, 50, 64, 100}};
    for (size_t i = 0; i < 3; i++) {
        CHECK(find(&slow[i], &(sound){.hertz = i == 1 ? 50 : 60, .peak = 0.3}, CHUNK) == 0);
        CHECK(canceller.hum.state == HUM_NONE);
    }
}

// Low frequencies with more than 0.3 of the AC power start the search for hum.
static void low_sound_is_hum(void)
{
    static const struct {
        double peak, beside;
        float dc;
        bool is_hum;
    } rows[] = {
        {0.3, 0.29, 0, true},   // a share of 0.35
        {0.3, 0.36, 0, false},  // 0.26
        {0.3, 0.29, 0.5f, true}, {0.3, 0.36, 0.5f, false},
        {0.03, 0.02, 0, true},   {0, 0.3, 0.3f, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const sound s = {50, rows[i].peak, rows[i].beside, 0, rows[i].dc};
        CHECK(find(&reader, &s, CHUNK) == 0);
        CHECK((canceller.hum.state == HUM_SOUGHT) == rows[i].is_hum);
    }
}

// A sine dominates at 15 dB above white noise, 0.03 of its power; another sine 20 dB below it does not matter.
static void sines_must_dominate(void)
{
    unsigned clear = 0, noisy = 0;
    for (int i = 0; i < 40; i++) {
        const double f = 5500 + 150 * i;
        // powers of the noise: 0.014 and 0.06 of the sine's 0.045
        const double found = find(&reader, &(sound){f, 0.3, 0, 0.025f, 0}, CHUNK);
        clear += is_near(found, f, 0.02 * f);
        noisy += find(&reader, &(sound){f, 0.3, 0, 0.052f, 0}, CHUNK) != 0;
    }
    CHECK(clear >= 38 && noisy <= 4);
    CHECK(is_near(find(&reader, &(sound){8000, 0.3, 0.03, 0, 0}, CHUNK), 8000, 120));
    CHECK(find(&reader, &(sound){8000, 0, 0, 0.2f, 0}, CHUNK) == 0);
}

// Below -100 dB there is no interference; its DC offset is kept apart.
static void faint_sines_are_ignored(void)
{
    CHECK(find(&reader, &(sound){1000, 1.3e-5, 0, 0, 0}, CHUNK) == 0);
    CHECK(find(&reader, &(sound){1000, 1.6e-5, 0, 0, 0}, CHUNK) != 0);
    CHECK(find(&reader, &(sound){0, 0, 0, 0, 0.2f}, CHUNK) == 0);
    CHECK(canceller.hum.state == HUM_NONE);
    CHECK(find(&reader, &(sound){1000, 0.3, 0, 0, 0.2f}, CHUNK) != 0);
    CHECK(is_near((double)canceller.sine.offset, 0.2, 0.005));
}

static double power_of(const float *x)
{
    double sum = 0;
    for (int i = 0; i < CHUNK; i++)
        sum += (double)x[i] * (double)x[i];
    return sum / (double)CHUNK;
}

// While a frame is read nothing is searched; a found sine is subtracted, also then, until it ends. Then the search
// begins again.
static void searches_between_frames(void)
{
    interference *c = &canceller;
    const sound s = {.hertz = 1000, .peak = 0.3}, other = {.hertz = 6000, .peak = 0.3};
    float x[CHUNK];
    unsigned n = 0;
    acc_interference_init(c, &reader, RATE);
    for (; n < 2 * SEARCH; n++) {
        make(&s, n, CHUNK, x);
        acc_interference_run(c, x, CHUNK, true);
        CHECK(!c->has_sine && c->samples == 0 && power_of(x) > 0.03);
    }
    for (; n < 150; n++) {
        make(&s, n, CHUNK, x);
        acc_interference_run(c, x, CHUNK, n > 100);
        CHECK(c->has_sine == (n >= 3 * SEARCH - 1));
        CHECK(n < 100 || power_of(x) < 1e-5);
        CHECK(c->samples == (c->has_sine ? 0 : (n + 1 - 2 * SEARCH) * CHUNK));
    }
    for (unsigned i = 0; i < 8 + SEARCH - 1; i++, n++) {
        CHECK(c->has_sine == (i < 8));
        make(&other, n, CHUNK, x);
        acc_interference_run(c, x, CHUNK, false);
        CHECK(i < 8 || is_near(power_of(x), 0.045, 0.003));
    }
    CHECK(c->has_sine && is_near(c->sine.step / cycle * (double)RATE, 6000, 18));
    // hum excludes a search
    acc_interference_init(c, &reader, RATE);
    acc_hum_begin_search(&c->hum);
    acc_interference_run(c, x, CHUNK, false);
    CHECK(c->samples == 0 && c->hum.loop[0].samples == CHUNK);
}

int main(void)
{
    has_bands_and_scales();
    finds_all_frequencies();
    mains_are_hum();
    low_sound_is_hum();
    sines_must_dominate();
    faint_sines_are_ignored();
    searches_between_frames();
    return failures;
}
