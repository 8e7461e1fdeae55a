// The wake tone detector: levels, DC, frequency offset, noise, lengths, block sizes, and frames that must not wake.
#include "accessory/modem.h"
#include "accessory/tone.h"
#include "check.h"

#include <math.h>
#include <string.h>

#define MAX 48000
static float pcm[MAX];
static uint32_t noise_state;

static const uint32_t rates[] = {8000, 11025, 16000, 22050, 44100, 48000, 96000, 192000};
#define EACH_RATE(i) (size_t i = 0; i < sizeof rates / sizeof *rates; i++)

// uniform from -1 to 1, of power 1/3
static float noise(void)
{
    noise_state = noise_state * 1664525u + 1013904223u;
    return (float)(noise_state >> 8) / 8388608.0f - 1.0f;
}

// a sine of `peak` from sample `from` on
static void sine(uint32_t rate, double hertz, float peak, size_t from, size_t len)
{
    double step = hertz / rate, turns = fmod(step * (double)from, 1);
    for (size_t i = 0; i < len; i++) {
        pcm[i] = peak * sinf(6.2831853f * (float)turns);
        turns += turns + step < 1 ? step : step - 1;
    }
}

// milliseconds of tone until it is detected, -1 when it is not within `most_ms`
static int heard_after(uint32_t rate, double hertz, float peak, float noise_power, float dc,
                       int most_ms)
{
    acc_tone_detector detector;
    acc_tone_detector_init(&detector, rate, ACC_TONE_WAKE_HERTZ, 100);
    size_t len = rate / 1000;
    for (int ms = 0; ms < most_ms; ms++) {
        sine(rate, hertz, peak, (size_t)ms * len, len);
        for (size_t i = 0; i < len; i++)
            pcm[i] += dc + sqrtf(3 * noise_power) * noise();
        if (acc_tone_detector_push(&detector, pcm, len))
            return ms + 1;
    }
    return -1;
}

static void hears_the_tone_at_every_level(void)
{
    static const float peaks[] = {0.0005f, 0.001f, 0.03f, 0.5f, 1.0f, -1.0f, 4.0f};
    for
        EACH_RATE(i)
        {
            for (size_t k = 0; k < sizeof peaks / sizeof *peaks; k++) {
                int ms = heard_after(rates[i], 1000, peaks[k], 0, 0, 200);
                CHECK(ms >= 99 && ms <= 111);
            }
            CHECK(heard_after(rates[i], 1000, 0.0001f, 0, 0, 500) == -1);
            CHECK(heard_after(rates[i], 1000, 0, 0, 0, 500) == -1);
        }
}

static void ignores_dc(void)
{
    for
        EACH_RATE(i)
        {
            CHECK(heard_after(rates[i], 1000, 0.001f, 0, 0.5f, 300) >= 99);
            CHECK(heard_after(rates[i], 1000, 0.001f, 0, -1, 300) >= 99);
            CHECK(heard_after(rates[i], 1000, 0, 0, 1, 500) == -1);
            CHECK(heard_after(rates[i], 1000, 0, 0, 7, 500) == -1);
        }
}

// a cheap oscillator at both ends
static void allows_two_percent_of_frequency(void)
{
    for
        EACH_RATE(i)
        {
            CHECK(heard_after(rates[i], 980, 0.3f, 0, 0, 200) >= 99);
            CHECK(heard_after(rates[i], 1020, 0.3f, 0, 0, 200) >= 99);
            static const double others[] = {100, 500, 850, 1150, 1200, 2000, 2200, 3000, 3675};
            for (size_t k = 0; k < sizeof others / sizeof *others; k++)
                CHECK(heard_after(rates[i], others[k], 1, 0, 0, 300) == -1);
        }
}

// noise as strong as the tone, over the whole band
static void hears_the_tone_in_noise(void)
{
    for
        EACH_RATE(i)
        {
            for (uint32_t seed = 1; seed <= 8; seed++) {
                noise_state = seed;
                CHECK(heard_after(rates[i], 1000, 0.2f, 0.02f, 0.1f, 500) >= 99);
                noise_state = seed;
                CHECK(heard_after(rates[i], 980, 0.2f, 0.02f, 0, 500) >= 99);
            }
            noise_state = 7;
            CHECK(heard_after(rates[i], 1000, 0, 0.02f, 0, 4000) == -1);
        }
}

// 300 ms of tone between silences: detected twice, with any block size
static void blocks_do_not_matter(void)
{
    const uint32_t rate = 8000;
    const size_t len = 4000, first = 313;
    memset(pcm, 0, sizeof pcm);
    for (size_t i = first; i < first + 2400; i++)
        pcm[i] = sinf(6.2831853f * 1000 / 8000 * (float)(i % 8));
    size_t found[2] = {0, 0};
    for (size_t block = 1; block <= 4096; block++) {
        acc_tone_detector detector;
        acc_tone_detector_init(&detector, rate, ACC_TONE_WAKE_HERTZ, 120);
        size_t count = 0;
        for (size_t at = 0; at < len; at += block) {
            size_t take = len - at < block ? len - at : block;
            if (!acc_tone_detector_push(&detector, pcm + at, take))
                continue;
            if (block == 1 && count < 2)
                found[count] = at;
            // a long block may contain both
            size_t which = count == 0 && found[0] < at ? 1 : count;
            CHECK(which < 2 && found[which] >= at && found[which] < at + take);
            count++;
        }
        CHECK(count == (found[0] / block == found[1] / block ? 1 : 2));
    }
    CHECK(found[0] >= first + 950 && found[0] <= first + 1040);
    CHECK(found[1] == found[0] + 960);
}

static void survives_what_is_no_sample(void)
{
    acc_tone_detector detector;
    acc_tone_detector_init(&detector, 48000, ACC_TONE_WAKE_HERTZ, 100);
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-40f};
    for (size_t i = 0; i < MAX; i++)
        pcm[i] = odd[i % (sizeof odd / sizeof *odd)];
    CHECK(!acc_tone_detector_push(&detector, pcm, MAX));
    CHECK(!acc_tone_detector_push(&detector, pcm, 0));
    sine(48000, 1000, 0.1f, 0, 9600);
    CHECK(acc_tone_detector_push(&detector, pcm, 9600));
    // a sample lost now and then costs no more than its share
    acc_tone_detector_init(&detector, 48000, ACC_TONE_WAKE_HERTZ, 100);
    for (size_t i = 0; i < 9600; i += 97)
        pcm[i] = NAN;
    CHECK(acc_tone_detector_push(&detector, pcm, 9600));
}

// a tone that is too short, or has a gap, does not wake
static void asks_for_its_length(void)
{
    acc_tone_detector detector;
    acc_tone_detector_init(&detector, 48000, ACC_TONE_WAKE_HERTZ, 100);
    for (int round = 0; round < 10; round++) {
        sine(48000, 1000, 0.5f, 0, 3800);
        CHECK(!acc_tone_detector_push(&detector, pcm, 3800));
        memset(pcm, 0, 1500 * sizeof *pcm);
        CHECK(!acc_tone_detector_push(&detector, pcm, 1500));
    }
}

// frames of two other devices do not wake
static void is_not_woken_by_frames(const char *name, uint32_t rate)
{
    acc_modem_profile profile;
    CHECK(acc_modem_profile_parse(name, strlen(name), &profile) == ACC_OK);
    acc_modulator out;
    acc_tone_detector detector;
    CHECK(acc_modulator_init(&out, &profile, rate, 1) == ACC_OK);
    acc_tone_detector_init(&detector, rate, ACC_TONE_WAKE_HERTZ, 100);
    noise_state = 1;
    for (int n = 0; n < 16; n++) {
        uint8_t payload[ACC_FRAME_MAX_PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
        static const uint8_t fills[] = {0x00, 0xFF, 0x55, 0xCC};
        for (size_t i = 0; i < sizeof payload; i++)
            payload[i] = noise() < 0 && n >= 4 ? (uint8_t)(noise_state >> 24) : fills[n % 4];
        uint8_t fec = n % 2 ? ACC_FEC_SCHEME : 0;
        size_t size = acc_frame_write(fec, payload, sizeof payload, frame, sizeof frame);
        CHECK(acc_modulator_send_frame(&out, frame, size) == ACC_OK);
        while (acc_modulator_is_busy(&out)) {
            acc_modulator_render(&out, pcm, 480);
            CHECK(!acc_tone_detector_push(&detector, pcm, 480));
        }
    }
    // the device's own tone wakes
    CHECK(acc_modulator_send_tone(&out, ACC_TONE_WAKE_HERTZ, rate / 2) == ACC_OK);
    CHECK(acc_modulator_render(&out, pcm, rate / 2) == rate / 2);
    CHECK(acc_tone_detector_push(&detector, pcm, rate / 2));
}

int main(void)
{
    hears_the_tone_at_every_level();
    ignores_dc();
    allows_two_percent_of_frequency();
    hears_the_tone_in_noise();
    blocks_do_not_matter();
    survives_what_is_no_sample();
    asks_for_its_length();
    is_not_woken_by_frames("reader", 16000);
    is_not_woken_by_frames("reader", 44100);
    is_not_woken_by_frames("bell202", 8000);
    is_not_woken_by_frames("bell202", 48000);
    return failures;
}
