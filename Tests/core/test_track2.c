// Magnetic cards: swipes of all tracks in both directions at changing speed through noise and hum, swipes that cannot be
// read, and swipes that the sound's end cuts.
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
    bool shaped;    // level changes instead of peaks
    float sigma;    // of white noise, 1 = a peak
    float damage;   // place of a wrong bit, 0 to 1 of the bits; 0: none
    int zeros;      // before the start sentinel; 0: 22
    float hum;      // of 50 Hz, 1 = a peak
    float density;  // bits per inch; 0: 75
} swipe;

static unsigned wrong_columns;  // wrong columns of the check character, whose parity stays right

static size_t card_bits(const char *text, int zeros, uint8_t *bits)
{
    const bool is_alphabetic = text[0] == '%';
    const int data = is_alphabetic ? 6 : 4;
    size_t count = zeros ? (size_t)zeros : 22;
    unsigned columns = 0;
    memset(bits, 0, count);
    for (size_t i = 0; i <= strlen(text); i++) {
        unsigned value =
            text[i] ? (unsigned)(text[i] - (is_alphabetic ? ' ' : '0')) & ((1u << data) - 1)
                    : columns ^ wrong_columns;
        columns ^= value;
        unsigned odd = __builtin_parity(value) ? 0 : 1;
        for (int b = 0; b <= data; b++)
            bits[count++] = (uint8_t)((value | odd << data) >> b & 1);
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

static const char *expected;  // the text of the swipe

static size_t pull(const char *text, const swipe *s)
{
    expected = text;
    uint8_t bits[720];
    float at[1450];
    const float density = s->density > 0 ? s->density : 75;
    size_t count = card_bits(text, s->zeros, bits);
    if (s->damage > 0)
        bits[(size_t)(s->damage * (float)count)] ^= 1;
    size_t turned = turns(bits, count, at), samples = 0, next = 0;
    float place = -2, level = 1;
    for (size_t i = 0; i < RATE / 10; i++)
        wave[samples++] = s->sigma * normal();
    while (place < (float)count + 2 && samples + RATE / 5 < MAX) {
        float part = place / (float)count, y = 0;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        float speed = density * (s->from + (s->to - s->from) * part);  // bits per second
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
            y *= speed / (50 * density);  // faster is louder
        }
        wave[samples] = y + s->sigma * normal() + s->hum * sinf(0.00712379f * (float)samples);
        samples++;
        place += speed / RATE;
    }
    for (size_t i = 0; i < RATE / 10; i++)
        wave[samples++] = s->sigma * normal();
    return samples;
}

// Swipes that were seen and cannot be read, and why the latest cannot.
static int faults;
static track2_fault fault;

static const char *receive(size_t samples, size_t cut)
{
    static char first[TRACK2_MAX + 1];
    int found = 0;
    faults = 0;
    memset(first, 0, sizeof first);
    acc_track2_init(&receiver, RATE);
    for (size_t at = 0; at < samples;) {
        size_t n = samples - at < cut ? samples - at : cut;
        for (size_t taken = 0; taken < n;) {
            bool has_ended;
            taken += acc_track2_push(&receiver, wave + at + taken, n - taken, &has_ended);
            if (has_ended && !receiver.is_read) {
                CHECK(receiver.fault.right == 0 ||
                      memcmp(receiver.text, expected, (size_t)receiver.fault.right) == 0);
                faults++;
                fault = receiver.fault;
            }
            if (has_ended && receiver.is_read && found++ == 0)
                memcpy(first, receiver.text, strlen(receiver.text) - 1);
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

static const char one[] = "%B4000001234567899^DOE/JOHN ^29121010000012300000?";
static const char three[] =
    ";011234567890123456789==1234567890123456789012345678901234567890==123456789?";

// Tracks 1 and 3 have 210 bits per inch. Few zeros before the data and mains hum of half the peak cost no swipe.
static void every_track_is_read(const char *two)
{
    const char *const texts[] = {one, two, three};
    for (int track = 0; track < 3; track++)
        for (int kind = 0; kind < 16; kind++)
            for (int speed = 0; speed < 3; speed++) {
                const float from = (float[]){5, 12, 24}[speed];
                swipe s = {.from = from,
                           .to = 1.2f * from,
                           .backward = kind & 1,
                           .shaped = kind & 2,
                           .zeros = kind & 4 ? 8 : 22,
                           .density = track == 1 ? 75 : 210};
                if (kind & 8)
                    s.hum = s.shaped ? 0.5f : 0.5f * from / 50;
                comes_back(texts[track], s);
            }
}

// A swipe that cannot be read: its only fault, and the characters before it.
static void is_refused(const char *text, swipe s, bool is_fast, int right)
{
    CHECK(*receive(pull(text, &s), 441) == 0);
    CHECK(faults == 1 && fault.is_fast == is_fast);
    if (!is_fast)
        CHECK(fault.right == right);
}

// The demodulator's only event: a bad frame with its reason, and the characters before the first wrong one.
static void is_reported(const char *text, swipe s, acc_status reason, size_t right)
{
    static _Alignas(16) uint8_t memory[65536];
    const size_t samples = pull(text, &s);
    acc_modem_profile p;
    acc_demodulator *d;
    acc_demodulator_event e;
    CHECK(acc_modem_profile_parse("card", 4, &p) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) == ACC_OK);
    size_t at = acc_demodulator_push(d, wave, samples, &e);
    CHECK(e.kind == ACC_DEMODULATOR_BAD_FRAME && e.reason == reason && e.len == right);
    CHECK(right == 0 || memcmp(e.data, text, right) == 0);
    acc_demodulator_push(d, wave + at, samples - at, &e);
    CHECK(e.kind == ACC_DEMODULATOR_NONE);
    acc_demodulator_finish(d, &e);
    CHECK(e.kind == ACC_DEMODULATOR_NONE);
}

static void faults_have_a_reason(const char *card)
{
    const swipe s = {.from = 20, .to = 25};
    const float bits = 22 + 30 + 5 * (float)(strlen(card) + 1);
    for (int right = 1; right < 30; right += 7) {
        swipe damaged = s;
        damaged.damage = (22.5f + 5 * (float)right) / bits;
        is_refused(card, damaged, false, right);
        is_reported(card, damaged, ACC_BAD_CHECK, (size_t)right);
        damaged.backward = damaged.shaped = true;
        is_refused(card, damaged, false, right);
    }
    // the check character
    wrong_columns = 1;
    is_refused(card, s, false, (int)strlen(card));
    wrong_columns = 0;
    // the start sentinel
    const swipe no_start = {.from = 20, .to = 25, .damage = 22.5f / 122};
    is_refused(";1234567890=?", no_start, false, 0);
    is_reported(";1234567890=?", no_start, ACC_MALFORMED, 0);
    const swipe fast = {.from = 45, .to = 45, .shaped = true, .density = 210};
    is_refused(one, fast, true, 0);
    is_reported(one, fast, ACC_OUT_OF_RANGE, 0);
}

// `first` half waves of a length, then 300 of two lengths in turn.
static void send_halves(int first, float length, const float then[2])
{
    size_t samples = RATE / 10;
    memset(wave, 0, samples * sizeof *wave);
    float end = (float)samples;
    for (int half = 0; half < first + 300; half++) {
        length = half < first ? length : then[half % 2];
        const float from = end;
        end += length;
        for (; (float)samples < end; samples++)
            wave[samples] =
                (half % 2 ? -0.5f : 0.5f) * sinf(3.14159265f * ((float)samples - from) / length);
    }
    memset(wave + samples, 0, RATE / 10 * sizeof *wave);
    CHECK(*receive(samples + RATE / 10, 441) == 0);
}

// So many half waves are regular, the others are not, as in the hiss of an s.
static void hisses(int regular, int expected_faults)
{
    send_halves(regular, 4.5f, (const float[2]){9.0f, 3.2f});
    CHECK(faults == expected_faults && (!faults || fault.is_fast));
}

// Zeros, then ones without end.
static void a_tone_rises_by_an_octave(void)
{
    send_halves(30, 24, (const float[2]){12, 12});
    CHECK(faults == 0);
}

int main(void)
{
    hisses(13, 0);
    hisses(22, 0);
    a_tone_rises_by_an_octave();
    hisses(30, 1);
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
    every_track_is_read(card);
    faults_have_a_reason(card);
    memset(wave, 0, sizeof wave);
    CHECK(*receive(MAX, 441) == 0 && faults == 0);
    return failures;
}
