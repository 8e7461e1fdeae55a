// Tracking in the FSK detector: it learns the sender's clock and the phase of one tone against the other, which the
// channel changes.
#include "check.h"
#include "modem/fsk.h"
#include "noise.h"

#include <math.h>

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

int main(void)
{
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
