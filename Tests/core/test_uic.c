// Telegrams of ground-train radio (UIC 751-3) from a sender of the test's own: clocks, tones, phases and noise, wrong bits,
// repeated and cut telegrams, and what is none.
#include "accessory/mode.h"
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 600000 };
static float sound[MOST];
static size_t size;  // samples of it

// The sender.
static struct {
    uint32_t rate;
    double clock, tones;  // factors of the bit rate and of both tones
    bool is_swapped, restarts;
    float amplitude;
    double phase, rest;  // of the tone; of a sample that the last bit left over
    uint64_t flipped;    // bits of the next telegrams, the last in bit 0
} sender;

// What was received.
static char text[4000];
static unsigned damaged;

static void begin(uint32_t rate)
{
    memset(&sender, 0, sizeof sender);
    sender.rate = rate;
    sender.clock = sender.tones = 1;
    sender.amplitude = 0.5f;
    size = 0;
}

static void add_silence(double seconds)
{
    const size_t count = (size_t)(seconds * sender.rate);
    CHECK(size + count <= MOST);
    memset(sound + size, 0, count * sizeof *sound);
    size += count;
}

static void add_bit(bool is_one)
{
    const double hertz = sender.tones * (is_one != sender.is_swapped ? 1300 : 1700);
    if (sender.restarts)
        sender.phase = 0;
    for (sender.rest += sender.rate / (600 * sender.clock); sender.rest >= 1; sender.rest -= 1) {
        CHECK(size < MOST);
        sound[size++] = sender.amplitude * sinf((float)sender.phase);
        sender.phase =
            fmod(sender.phase + 6.283185307179586 * hertz / sender.rate, 6.283185307179586);
    }
}

static void add_bits(uint64_t bits, int count)
{
    while (count-- > 0)
        add_bit(bits >> count & 1);
}

// The 39 bits of a telegram: digits least significant bit first, the code most significant first, and the inverted
// remainder of a division by x^7 + x^6 + x^5 + 1.
static uint64_t telegram(const char *train, unsigned code)
{
    uint64_t bits = 0, rest;
    for (int i = 0; i < 6; i++)
        for (int bit = 0; bit < 4; bit++)
            bits = bits << 1 | (unsigned)((train[i] - '0') >> bit & 1);
    bits = (bits << 8 | code) << 7;
    rest = bits;
    for (int at = 38; at >= 7; at--)
        rest ^= rest >> at & 1 ? (uint64_t)0xE1 << (at - 7) : 0;
    return bits | (rest ^ 0x7F);
}

static void send(const char *train, unsigned code)
{
    add_bits((0xFF2ull << 39 | telegram(train, code)) ^ sender.flipped, 51);
}

static void add_noise(float deviation, unsigned seed)
{
    srand(seed);
    for (size_t i = 0; i < size; i++) {
        float sum = -6;
        for (int n = 0; n < 12; n++)
            sum += (float)rand() / (float)RAND_MAX;
        sound[i] += deviation * sum;
    }
}

static void take(const acc_demodulator_event *event)
{
    if (event->kind == ACC_DEMODULATOR_BYTES)
        strncat(text, (const char *)event->data, event->len);
    if (event->kind == ACC_DEMODULATOR_BAD_FRAME) {
        CHECK(event->reason == ACC_BAD_CHECK);
        damaged++;
    }
}

static void receive(size_t step)
{
    static _Alignas(16) uint8_t memory[20000];
    acc_mode mode;
    acc_demodulator *demodulator;
    acc_demodulator_event event;
    CHECK(acc_mode_parse("uic-train", 9, &mode) == ACC_OK);
    const acc_modem_profile *profile = &mode.profile;
    CHECK(acc_demodulator_size(profile, sender.rate, ACC_MODEM_STREAM) <= sizeof memory);
    CHECK(acc_demodulator_init(memory, sizeof memory, profile, sender.rate, ACC_MODEM_STREAM,
                               &demodulator) == ACC_OK);
    text[0] = 0;
    damaged = 0;
    for (size_t at = 0; at < size;) {
        const size_t n = step < size - at ? step : size - at;
        at += acc_demodulator_push(demodulator, sound + at, n, &event);
        take(&event);
    }
    do {
        acc_demodulator_finish(demodulator, &event);
        take(&event);
    } while (event.kind != ACC_DEMODULATOR_NONE);
    CHECK(acc_demodulator_quality(demodulator).bytes == strlen(text));
}

static bool is_received(const char *expected)
{
    const bool is = strcmp(text, expected) == 0 && damaged == 0;
    if (!is)
        printf("%s(%u damaged), not %s", text, damaged, expected);
    return is;
}

// Each bit of one telegram, and the same at all sample rates in blocks of any size.
static void a_telegram(void)
{
    CHECK(telegram("020045", 0x08) == (0x04002A08ull << 7 | 0x05));
    static const uint32_t rates[] = {8000, 11025, 16000, 22050, 44100, 48000, 192000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        begin(rates[i]);
        add_silence(0.1);
        add_bits(0xFF2, 12);
        add_bits(0x04002A08, 32);  // 0, 2, 0, 0, 4, 5 reversed, and 08
        add_bits(0x05, 7);
        receive(i % 2 ? 1 : 4096);
        CHECK(is_received("020045 08\n"));
    }
}

static void all_digits_and_codes(void)
{
    begin(11025);
    char expected[300] = "", line[12];
    for (unsigned i = 0; i < 20; i++) {
        char train[7];
        snprintf(train, sizeof train, "%06u", i * 987651u % 1000000);
        const unsigned code = i * 37 % 256;
        send(train, code);
        snprintf(line, sizeof line, "%s %02X\n", train, code);
        strcat(expected, line);
    }
    receive(500);
    CHECK(is_received(expected));
}

// Repeated at once, after ones, after silence: each is reported.
static void repeats(void)
{
    begin(8000);
    send("123456", 0x06);
    send("123456", 0x06);
    add_bits(0xFFFFF, 20);
    send("123456", 0x06);
    add_silence(0.3);
    add_bits(0xA, 4);
    send("123456", 0x06);
    receive(100);
    CHECK(is_received("123456 06\n123456 06\n123456 06\n123456 06\n"));
}

static void other_senders(void)
{
    static const double clocks[] = {0.98, 0.985, 0.99, 0.995, 1, 1.005, 1.01, 1.015, 1.02};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        for (int kind = 0; kind < 4; kind++) {
            begin(22050);
            sender.clock = kind == 1 ? 1 : clocks[i];
            sender.tones = kind == 2 ? 1 : clocks[i];
            sender.restarts = kind == 3;
            add_silence(0.02);
            send("000000", 0x00);
            send("999999", 0x55);
            send("314159", 0x0C);
            add_noise(0.002f, 1);
            receive(500);
            CHECK(is_received("000000 00\n999999 55\n314159 0C\n"));
        }
}

static void send_flipped(uint64_t flipped)
{
    begin(8000);
    sender.flipped = flipped;
    send("271828", 0x09);
    receive(500);
}

// Up to three wrong bits are always noticed. With a wrong header there is no telegram.
static void wrong_bits(void)
{
    for (int a = 0; a < 39; a++) {
        send_flipped(1ull << a);
        CHECK(text[0] == 0 && damaged == 1);
        for (int b = a + 1; b < 39; b += 3) {
            send_flipped(1ull << a | 1ull << b);
            CHECK(text[0] == 0 && damaged == 1);
            for (int c = b + 1; c < 39; c += 11) {
                send_flipped(1ull << a | 1ull << b | 1ull << c);
                CHECK(text[0] == 0 && damaged == 1);
            }
        }
    }
    for (int a = 39; a < 49; a++) {
        send_flipped(1ull << a);
        CHECK(is_received(""));
    }
    // a damaged one costs only itself
    begin(8000);
    sender.flipped = 1 << 20;
    send("271828", 0x09);
    sender.flipped = 0;
    send("161803", 0x04);
    receive(500);
    CHECK(strcmp(text, "161803 04\n") == 0 && damaged == 1);
}

static void the_end(void)
{
    // the last bit is the sound's last
    begin(44100);
    send("020045", 0x08);
    receive(500);
    CHECK(is_received("020045 08\n"));
    size -= 2 * 44100 / 600;
    receive(500);
    CHECK(is_received(""));
}

// 0 dB over 0 to 4 kHz.
static void noise(void)
{
    unsigned whole = 0;
    for (unsigned seed = 1; seed <= 40; seed++) {
        begin(8000);
        add_silence(0.2);
        send("020045", 0x08);
        add_silence(0.2);
        add_noise(0.25f, seed);
        receive(500);
        whole += strcmp(text, "020045 08\n") == 0;
    }
    CHECK(whole >= 30);
}

static void what_is_no_telegram(void)
{
    // noise
    for (unsigned seed = 1; seed <= 4; seed++) {
        begin(8000);
        add_silence(60);
        add_noise(0.3f, seed);
        receive(500);
        CHECK(is_received(""));
    }
    // swapped tones
    begin(8000);
    sender.is_swapped = true;
    send("020045", 0x08);
    receive(500);
    CHECK(is_received(""));
    // steady tones, also the one of a free channel
    static const double hertz[] = {1300, 1500, 1700, 2280, 2800};
    for (size_t i = 0; i < sizeof hertz / sizeof *hertz; i++) {
        begin(8000);
        add_silence(5);
        for (size_t k = 0; k < size; k++)
            sound[k] = sinf(6.2831853f * (float)fmod(hertz[i] * (double)k / 8000, 1));
        receive(500);
        CHECK(is_received(""));
    }
}

static void meanings(void)
{
    CHECK(strcmp(acc_uic_meaning(ACC_CODE_UIC_GROUND, 0x09), "emergency stop") == 0);
    CHECK(strcmp(acc_uic_meaning(ACC_CODE_UIC_TRAIN, 0x09), "train staff wish to communicate") ==
          0);
    CHECK(!acc_uic_meaning(ACC_CODE_UIC_TRAIN, 0x55) &&
          !acc_uic_meaning(ACC_CODE_UIC_GROUND, 0x0A));
    CHECK(!acc_uic_meaning(ACC_CODE_UIC_GROUND, 0x01) &&
          !acc_uic_meaning(ACC_CODE_UIC_TRAIN, 0xFF));
}

static void cannot_be_sent(void)
{
    acc_mode mode;
    acc_modulator modulator;
    CHECK(acc_mode_parse("uic-ground", 10, &mode) == ACC_OK && mode.code == ACC_CODE_UIC_GROUND);
    CHECK(acc_modulator_init(&modulator, &mode.profile, 8000, 0.5f) == ACC_UNSUPPORTED);
    CHECK(acc_mode_parse("uic-train", 9, &mode) == ACC_OK && mode.code == ACC_CODE_UIC_TRAIN);
}

int main(void)
{
    a_telegram();
    all_digits_and_codes();
    repeats();
    other_senders();
    wrong_bits();
    the_end();
    noise();
    what_is_no_telegram();
    meanings();
    cannot_be_sent();
    return failures;
}
