// Tracking in the FSK detector: it learns the sender's clock and the phase of one tone against the other, which the
// channel changes.
#include "check.h"
#include "modem/fsk.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { SYMBOLS = 400, PERIOD = 20, LEN = SYMBOLS * PERIOD };

static const float turn_over = 6.2831853f;
static float sound[LEN + 4 * PERIOD];
// 4 more symbols of sound, and a sender up to 1.6 % fast
static int sent[SYMBOLS + 16];
static _Alignas(16) uint8_t memory[262144];

// Sends random bits at 1200 bit/s, 24000 Hz, stretched by `clock`. While a bit is 0 the channel turns the phase by
// `skew` radians.
static void send(float skew, float clock)
{
    float phase = 0;
    int bit = 1;
    size_t symbol = 0;
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
        for (; (float)symbol <= (float)i / ((float)PERIOD * clock); symbol++)
            sent[symbol] = bit = draw() >> 16 & 1;
        sound[i] = 0.3f * sinf(phase + (bit ? 0 : skew)) + 0.003f * normal();
        phase = fmodf(phase + turn_over * (bit ? 1200.0f : 2200.0f) / 24000 / clock, turn_over);
    }
}

static fsk_track followed(float skew, float clock)
{
    static fsk f;
    fsk_track track;
    float soft[1], tones[1], decision;
    const float hertz = turn_over / 24000;
    CHECK(acc_fsk_memory(PERIOD, SYMBOLS + 8) <= sizeof memory);
    acc_fsk_init(&f, PERIOD, 1200 * hertz, 2200 * hertz, SYMBOLS + 8, memory);
    send(skew, clock);
    acc_fsk_write(&f, sound, sizeof sound / sizeof *sound);
    // the first place of the search is where the first symbol begins
    CHECK(acc_fsk_search(&f, soft, tones, 1) == 1);
    acc_fsk_follow(&f, &track, 0, 1);
    for (int i = 0; i < SYMBOLS - 10; i++)
        CHECK(acc_fsk_step(&f, &track, sent[i], &decision));
    return track;
}

static fsk detector;

static void begin(float period, float history)
{
    memset(&detector, 0xFF, sizeof detector);
    memset(memory, 0xFF, sizeof memory);
    CHECK(acc_fsk_memory(period, history) <= sizeof memory);
    acc_fsk_init(&detector, period, turn_over * 1200 / 24000, turn_over * 2200 / 24000, history,
                 memory);
}

// A place of the search has the powers of both tones over the symbol that begins there.
static void search_is_a_correlation(void)
{
    static const float periods[] = {4, 5.4f, 7.2f, 9.5f, 13, 20, 23.4f, 40.7f, 64};
    for (int p = 0; p < 9; p++) {
        const int width = (int)lrintf(periods[p]), step = (int)search_step(periods[p]);
        begin(periods[p], 30);
        for (size_t i = 0; i < LEN; i++)
            sound[i] = normal();
        int at = 0;
        for (int written = 0; written < 1500;) {
            const int n = 1 + (int)(draw() % 90);
            acc_fsk_write(&detector, sound + written, (size_t)n);
            written += n;
            float soft[7], tones[7];
            const size_t most = 1 + draw() % 7,
                         count = acc_fsk_search(&detector, soft, tones, most);
            CHECK(count == most || at + (int)count * step + width > written);
            for (size_t i = 0; i < count; i++, at += step) {
                double power[2] = {0};
                for (int tone = 0; tone < 2; tone++) {
                    double re = 0, im = 0;
                    for (int k = 0; k < width; k++) {
                        const double angle = 6.283185307179586 * (tone ? 1200 : 2200) / 24000 * k;
                        re += (double)sound[at + k] * cos(angle);
                        im -= (double)sound[at + k] * sin(angle);
                    }
                    power[tone] = re * re + im * im;
                }
                const double all = power[0] + power[1], off = 1e-4 * all + 1e-6;
                CHECK(fabs((double)tones[i] - all) < off);
                CHECK(fabs((double)soft[i] - (power[1] - power[0])) < off);
            }
            // what is not searched in time is skipped, but for the last three symbols
            const int behind = written - at;
            if (behind > 8 * width) {
                const int left_out = (behind - (int)lrintf(3 * periods[p])) / step;
                CHECK((int)acc_fsk_skip(&detector, 3) == left_out);
                at += left_out * step;
                CHECK(acc_fsk_skip(&detector, 3) == 0);
            }
        }
    }
}

// A power of two of samples, at least 256 and the history with 128 more, then a correlator's: each as float, its taps as
// four floats.
static void memory_is_exact(void)
{
    CHECK(acc_fsk_memory(20, 6.4f) == (256 + 20) * 4 + 20 * 16);
    CHECK(acc_fsk_memory(20, 6.45f) == (512 + 20) * 4 + 20 * 16);
    CHECK(acc_fsk_memory(20.6f, 40) == (1024 + 24) * 4 + 21 * 16);
    CHECK(acc_fsk_memory(4, 1) == (256 + 4) * 4 + 4 * 16);
}

// The mean of the first 1024 samples is learned, chunk by chunk, then followed.
static void offsets_are_learned(void)
{
    float chunk[128];
    begin(20, 30);
    double mean = 0;
    for (int n = 1; n <= 20; n++) {
        for (int i = 0; i < 128; i++)
            chunk[i] = 0.1f * (float)n;
        acc_fsk_write(&detector, chunk, 128);
        const float *newest = acc_fsk_newest(&detector, 128);
        for (int i = 0; i < 128; i++)
            CHECK(fabs((double)newest[i] - (0.1 * n - mean)) < 1e-5);
        acc_fsk_end_chunk(&detector, 128);
        mean += (0.1 * n - mean) / (n < 8 ? n : 8);
    }
    CHECK(fabs((double)detector.mean - mean) < 1e-5);
}

static void figures_have_limits(void)
{
    fsk_track t = {.amplitude = 40, .noise = 1};
    CHECK(acc_fsk_snr(&t) == 40 && !acc_fsk_is_clear(&t));
    t.amplitude = 40.1f;
    CHECK(acc_fsk_is_clear(&t));
    t.silent = 1;
    CHECK(!acc_fsk_is_clear(&t));
    t.noise = 0;
    CHECK(acc_fsk_snr(&t) == 0);
}

int main(void)
{
    search_is_a_correlation();
    memory_is_exact();
    offsets_are_learned();
    figures_have_limits();
    // of a large phase more than an eighth of a turn is learned; timing follows the rest
    for (float skew = -2.5f; skew <= 2.5f; skew += 5) {
        const fsk_track track = followed(skew, 1);
        const float learned = atan2f(track.skew[1], track.skew[0]);
        CHECK(learned / skew > 0.5f && learned / skew < 1);
        CHECK(fabsf(hypotf(track.skew[0], track.skew[1]) - 1) < 0.0005f);
    }
    for (int i = -2; i <= 2; i++) {
        const float clock = 1 + 0.008f * (float)i;
        const fsk_track track = followed(0.4f, clock);
        CHECK(fabsf(track.period / ((float)PERIOD * clock) - 1) < 0.002f);
    }
    return failures;
}
