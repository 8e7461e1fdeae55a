// Magnetic cards: swipes in both directions at changing speed through noise, and swipes that the sound's end cuts.
#include "accessory/modem.h"
#include "check.h"
#include "modem/track2.h"
#include "noise.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define RATE 44100
#define MAX (2 * RATE)
static float wave[MAX];
static track2_receiver receiver;

// A swipe: speed, reader and impairments.
typedef struct swipe {
    float from, to;  // in/s at the beginning and the end
    bool backward;
    bool shaped;   // level changes instead of peaks
    float sigma;   // of white noise, 1 = a peak
    float damage;  // place of a wrong bit, 0 to 1 of the bits; 0: none
} swipe;

static unsigned wrong_columns;  // wrong columns of the check character, whose parity stays right

static size_t card_bits(const char *text, uint8_t *bits)
{
    size_t count = 22;
    unsigned columns = 0;
    memset(bits, 0, count);
    for (size_t i = 0; i <= strlen(text); i++) {
        unsigned value = text[i] ? (unsigned)(text[i] - '0') & 15 : columns ^ wrong_columns;
        columns ^= value;
        unsigned odd = __builtin_parity(value) ? 0 : 1;
        for (int b = 0; b < 5; b++)
            bits[count++] = (uint8_t)((value | odd << 4) >> b & 1);
    }
    memset(bits + count, 0, 30);
    return count + 30;
}

// Sets the field's turns: places along the card in bits.
static size_t turns(const uint8_t *bits, size_t count, float *at)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        at[n++] = (float)i;
        if (bits[i])
            at[n++] = (float)i + 0.5f;
    }
    at[n++] = (float)count;
    return n;
}

static size_t pull(const char *text, const swipe *s)
{
    uint8_t bits[320];
    float at[700];
    size_t count = card_bits(text, bits);
    if (s->damage > 0)
        bits[(size_t)(s->damage * (float)count)] ^= 1;
    size_t turned = turns(bits, count, at), samples = 0, next = 0;
    float place = -2, level = 1;
    for (size_t i = 0; i < RATE / 10; i++)
        wave[samples++] = s->sigma * normal();
    while (place < (float)count + 2 && samples + RATE / 5 < MAX) {
        float part = place / (float)count, y = 0;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        float speed = 75 * (s->from + (s->to - s->from) * part);  // bits per second
        float here = s->backward ? (float)count - place : place;
        if (s->shaped) {
            while (next < turned &&
                   (s->backward ? at[turned - 1 - next] >= here : at[next] <= here)) {
                level = -level;
                next++;
            }
            y = place < 0 || next == turned ? 0 : level;
        } else {
            // a turn seen by a gap an eighth of a bit wide; every other one points the other way
            for (size_t k = 0; k < turned; k++) {
                float d = (here - at[k]) * 8;
                if (d > -6 && d < 6)
                    y += (k % 2 ? 1.0f : -1.0f) / (1 + d * d);
            }
            y *= speed / 3750;  // faster is louder
        }
        wave[samples++] = y + s->sigma * normal();
        place += speed / RATE;
    }
    for (size_t i = 0; i < RATE / 10; i++)
        wave[samples++] = s->sigma * normal();
    return samples;
}

static const char *receive(size_t samples, size_t cut)
{
    static char first[TRACK2_MAX + 1];
    int found = 0;
    memset(first, 0, sizeof first);
    acc_track2_init(&receiver, RATE);
    for (size_t at = 0; at < samples;) {
        size_t n = samples - at < cut ? samples - at : cut;
        for (size_t taken = 0; taken < n;) {
            const char *text;
            taken += acc_track2_push(&receiver, wave + at + taken, n - taken, &text);
            if (text && found++ == 0)
                memcpy(first, text, strlen(text) - 1);
        }
        at += n;
    }
    CHECK(found <= 1);
    return found ? first : "";
}

static void comes_back(const char *text, swipe s)
{
    const char *got = receive(pull(text, &s), 441);
    if (strcmp(got, text) != 0)
        printf("%g to %g in/s%s%s, noise %g: '%s'\n", (double)s.from, (double)s.to,
               s.backward ? ", backward" : "", s.shaped ? ", shaped" : "", (double)s.sigma, got);
    CHECK(strcmp(got, text) == 0);
}

// A swipe that the sound's end cuts is reported if its first characters were read; a whole one is not.
static void a_cut_swipe_is_reported(const char *text, swipe s)
{
    static _Alignas(16) uint8_t memory[65536];
    const size_t samples = pull(text, &s), begin = RATE / 10, swiped = samples - 2 * begin;
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse("track2", 6, &p) == ACC_OK);
    for (int percent = 0; percent <= 100; percent += 4) {
        const size_t len = percent == 100 ? samples : begin + swiped * (size_t)percent / 100;
        acc_demodulator *d;
        acc_demodulator_event e;
        unsigned bad = 0, cards = 0;
        CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) ==
              ACC_OK);
        size_t at = 0;
        do {
            at += acc_demodulator_push(d, wave + at, len - at, &e);
            cards += e.kind == ACC_DEMODULATOR_BYTES;
        } while (e.kind != ACC_DEMODULATOR_NONE);
        do {
            acc_demodulator_finish(d, &e);
            bad += e.kind == ACC_DEMODULATOR_BAD_FRAME;
            cards += e.kind == ACC_DEMODULATOR_BYTES;
        } while (e.kind != ACC_DEMODULATOR_NONE);
        CHECK(bad + cards <= 1);
        if (percent >= 44 && percent <= 80)
            CHECK(bad == 1);
        if (percent < 4 || percent == 100)
            CHECK(bad == 0 && cards == (percent == 100));
        if (bad + cards > 1 || (bad == 0 && percent >= 44 && percent <= 80))
            printf("%d %%: %u bad, %u cards%s\n", percent, bad, cards,
                   s.backward ? ", backward" : "");
    }
}

int main(void)
{
    static const char card[] = ";4000001234567899=29121010000012300000?", small[] = ";1234567890=?";
    static const float speeds[][2] = {{5, 5},  {10, 10}, {20, 20}, {35, 35}, {50, 50},
                                      {8, 25}, {30, 10}, {5, 50},  {50, 15}};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        for (int kind = 0; kind < 4; kind++)
            comes_back(kind & 1 ? small : card, (swipe){.from = speeds[i][0],
                                                        .to = speeds[i][1],
                                                        .backward = kind & 1,
                                                        .shaped = kind & 2});
    comes_back(card, (swipe){.from = 20, .to = 25, .sigma = 0.01f});
    comes_back(card, (swipe){.from = 20, .to = 25, .sigma = 0.05f, .shaped = true});
    for (size_t cut = 1; cut < 3000; cut = cut * 3 + 1)
        CHECK(strcmp(receive(pull(card, &(swipe){.from = 15, .to = 25}), cut), card) == 0);
    // any single wrong bit is detected
    for (float damage = 0.1f; damage < 0.85f; damage += 0.01f)
        CHECK(*receive(pull(card, &(swipe){.from = 30, .to = 30, .damage = damage}), 441) == 0);
    for (wrong_columns = 1; wrong_columns < 16; wrong_columns++)
        CHECK(*receive(pull(card, &(swipe){.from = 30, .to = 30}), 441) == 0);
    wrong_columns = 0;
    for (size_t i = 0; i < MAX; i++)
        wave[i] = normal();
    CHECK(*receive(MAX, 441) == 0);
    for (int kind = 0; kind < 4; kind++)
        a_cut_swipe_is_reported(
            card,
            (swipe){
                .from = 20, .to = 25, .sigma = 0.01f, .backward = kind & 1, .shaped = kind & 2});
    memset(wave, 0, sizeof wave);
    CHECK(*receive(MAX, 441) == 0);
    return failures;
}
