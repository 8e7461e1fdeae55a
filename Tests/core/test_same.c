// SAME, emergency messages: three repeats in noise, damaged and lost ones, and what is no message.
#include "accessory/modem.h"
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "ZCZC-WXR-TOR-039173-039051+0030-1051700-KLWX/NWS-";
static const char other[] = "ZCZC-CIV-CEM-048000+0100-3312145-KDLH/FM -";

enum { MOST_RATE = 48000, SECONDS = 14 };
static float sound[MOST_RATE * SECONDS];
static size_t size;  // samples of it
static uint32_t rate;
static acc_demodulator *demodulator;

// Bits of the preamble's last bytes that are wrong.
static uint8_t wrong_bits;

// What was received: messages, each with its line feed.
static char text[4000];
static unsigned damaged;

static void begin(uint32_t new_rate)
{
    rate = new_rate;
    size = 0;
}

static void add_silence(double seconds)
{
    const size_t count = (size_t)(seconds * rate);
    CHECK(size + count <= sizeof sound / sizeof *sound);
    memset(sound + size, 0, count * sizeof *sound);
    size += count;
}

static void add_burst(const char *message, float amplitude)
{
    acc_modem_profile profile;
    acc_modulator modulator;
    uint8_t bytes[300];
    const size_t len = strlen(message);
    CHECK(acc_modem_profile_parse("same", 4, &profile) == ACC_OK);
    CHECK(acc_modulator_init(&modulator, &profile, rate, amplitude) == ACC_OK);
    memset(bytes, 0xAB, 16);
    for (int i = 12; i < 16; i++)
        bytes[i] ^= wrong_bits;
    memcpy(bytes + 16, message, len);
    CHECK(acc_modulator_send_bytes(&modulator, bytes, len + 16) == len + 16);
    while (acc_modulator_is_busy(&modulator) && size < sizeof sound / sizeof *sound - 500)
        size += acc_modulator_render(&modulator, sound + size, 500);
}

static void add_message(const char *message)
{
    for (int i = 0; i < 3; i++) {
        add_burst(message, 0.5f);
        add_silence(1);
    }
}

// Noise of this standard deviation over the whole sound: the sum of twelve uniform numbers.
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
    damaged += event->kind == ACC_DEMODULATOR_BAD_FRAME;
}

static void receive(size_t step)
{
    static _Alignas(16) uint8_t memory[20000];
    acc_modem_profile profile;
    acc_demodulator_event event;
    CHECK(acc_modem_profile_parse("same", 4, &profile) == ACC_OK);
    CHECK(acc_demodulator_size(&profile, rate, ACC_MODEM_STREAM) <= sizeof memory);
    CHECK(acc_demodulator_init(memory, sizeof memory, &profile, rate, ACC_MODEM_STREAM,
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
}

static bool is_received(const char *message)
{
    const size_t len = strlen(message);
    return strncmp(text, message, len) == 0 && strcmp(text + len, "\n") == 0 && damaged == 0;
}

static void three_repeats_are_one_message(void)
{
    static const uint32_t rates[] = {8000, 11025, 22050, 44100, 48000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        begin(rates[i]);
        add_silence(0.3);
        add_message(header);
        receive(i % 2 ? 1 : 4096);
        CHECK(is_received(header));
        CHECK(acc_demodulator_quality(demodulator).bytes == strlen(header) + 1);
        begin(rates[i]);
        add_message("NNNN");
        receive(777);
        CHECK(is_received("NNNN"));
    }
}

// The message follows the third repeat at once; a missing repeat is awaited for 2.5 s, or until the sound ends.
static void one_repeat_is_enough(void)
{
    for (int repeats = 1; repeats <= 4; repeats++) {
        begin(11025);
        for (int i = 0; i < repeats; i++) {
            add_burst(header, 0.5f);
            add_silence(1);
        }
        receive(500);
        if (repeats < 4)
            CHECK(is_received(header));
        else
            CHECK(strlen(text) == 2 * (sizeof header));
    }
}

// A message whose repeats were lost does not mix with the next one.
static void messages_do_not_mix(void)
{
    begin(11025);
    add_burst(header, 0.5f);
    add_silence(1);
    add_message(other);
    add_burst("NNNN", 0.5f);
    receive(500);
    char expected[200];
    snprintf(expected, sizeof expected, "%s\n%s\nNNNN", header, other);
    CHECK(is_received(expected));
}

// Each repeat has another damage; together they are whole.
static void repeats_vote(void)
{
    begin(11025);
    for (int i = 0; i < 3; i++) {
        const size_t start = size;
        add_burst(header, 0.5f);
        // a ninth of a second without signal, after the preamble and start, elsewhere each time
        const size_t hole = start + (size_t)((0.35 + 0.15 * i) * rate);
        for (size_t k = hole; k < hole + rate / 60; k++)
            sound[k] = 0;
        add_silence(1);
    }
    receive(500);
    CHECK(is_received(header));
}

// Of a text that breaks off, only what is text counts: the second is silent where the first ends in a steady tone.
static void the_end_of_a_text_is_left_out(void)
{
    begin(11025);
    const size_t broken = (size_t)(0.6 * rate);
    add_burst(header, 0.5f);
    for (size_t k = broken; k < size; k++)
        sound[k] = 0.5f * sinf(6.2831853f * 1562.5f / 11025 * (float)(k - broken));
    add_silence(1);
    const size_t second = size;
    add_burst(header, 0.5f);
    memset(sound + second + broken, 0, rate / 12 * sizeof *sound);
    add_silence(1);
    add_burst(header, 0.5f);
    receive(500);
    CHECK(is_received(header));
}

static void a_preamble_may_have_errors(void)
{
    static const uint8_t patterns[] = {0x01, 0x42, 0xFF};
    for (size_t i = 0; i < sizeof patterns; i++) {
        begin(11025);
        wrong_bits = patterns[i];
        add_message(header);
        wrong_bits = 0;
        receive(500);
        CHECK(patterns[i] == 0xFF ? text[0] == 0 && damaged == 0 : is_received(header));
    }
}

// An SNR of 0 dB over 0 to 5.5 kHz.
static void noise(void)
{
    unsigned whole = 0;
    for (unsigned seed = 1; seed <= 20; seed++) {
        begin(11025);
        add_silence(0.2);
        add_message(header);
        add_noise(0.35f, seed);
        receive(500);
        whole += is_received(header);
    }
    CHECK(whole >= 19);
}

static void what_is_no_message(void)
{
    // a text that is not whole
    begin(11025);
    add_message("ZCZC-WXR-TOR-039173");
    receive(500);
    CHECK(text[0] == 0 && damaged == 1);
    // noise, and a steady tone
    for (unsigned seed = 1; seed <= 3; seed++) {
        begin(11025);
        add_silence(SECONDS);
        add_noise(0.3f, seed);
        receive(500);
        CHECK(text[0] == 0 && damaged == 0);
    }
    begin(11025);
    add_silence(5);
    for (size_t i = 0; i < size; i++)
        sound[i] = sinf(6.2831853f * 2083.3f / 11025 * (float)(i % 11025));
    receive(500);
    CHECK(text[0] == 0 && damaged == 0);
}

int main(void)
{
    three_repeats_are_one_message();
    one_repeat_is_enough();
    messages_do_not_mix();
    repeats_vote();
    the_end_of_a_text_is_left_out();
    a_preamble_may_have_errors();
    noise();
    what_is_no_message();
    return failures;
}
