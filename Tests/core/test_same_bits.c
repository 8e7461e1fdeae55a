// Sent and converted sound has the same bits on every processor and with every compiler: digests of all profiles and
// modes of the modulator, of the cable's sender and of the resampler.
#include "accessory/cable.h"
#include "accessory/mode.h"
#include "accessory/modem.h"
#include "accessory/pcm.h"
#include "check.h"

#include <string.h>

static _Alignas(64) uint8_t memory[1600000];
static uint8_t payload[6000];
static float block[40000], input[6000];
static uint32_t digest;

// FNV-1a of 32-bit words, which does not depend on the byte order
static void add(const float *samples, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint32_t bits;
        memcpy(&bits, samples + i, sizeof bits);
        digest = (digest ^ bits) * 16777619u;
    }
}

// Ends one sound and starts the next.
static void check_digest(const char *name, uint32_t expected)
{
    if (digest != expected)
        printf("%s: 0x%08X, not 0x%08X\n", name, (unsigned)digest, (unsigned)expected);
    CHECK(digest == expected);
    digest = 2166136261u;
}

static void add_burst(acc_modulator *m)
{
    size_t got;
    CHECK(acc_modulator_is_busy(m));
    do
        add(block, got = acc_modulator_render(m, block, 1000));
    while (got == 1000);
}

// A frame, a coded frame, characters and a tone, as far as the waveform has them.
static void add_profile(const acc_modem_profile *profile, uint32_t rate)
{
    acc_modulator m;
    CHECK(acc_modulator_init(&m, profile, rate, 0.7f) == ACC_OK);
    for (uint8_t fec = 0; fec <= ACC_FEC_SCHEME; fec++) {
        uint8_t frame[40];
        size_t len = acc_frame_write(fec, payload, 20, frame, sizeof frame);
        if (acc_modulator_send_frame(&m, frame, len) == ACC_OK)
            add_burst(&m);
    }
    if (acc_modulator_send_bytes(&m, payload, 12))
        add_burst(&m);
    CHECK(acc_modulator_send_tone(&m, 1000, 2000) == ACC_OK);
    add_burst(&m);
}

static void profiles_are_the_same(void)
{
    static const struct {
        const char *name;
        uint32_t expected;
    } rows[] = {{"bell202", 0xEF38EC71},
                {"reader", 0x1850E533},
                {"hijack", 0x76948C88},
                {"fsk:300,1270,1070", 0x80BC1B08},
                {"fsk:4800.5,6000,9000.25", 0xFF6081D3},
                {"manchester:8820", 0x6DAFEF8B}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_modem_profile profile;
        CHECK(acc_modem_profile_parse(rows[i].name, strlen(rows[i].name), &profile) == ACC_OK);
        add_profile(&profile, 44100);
        add_profile(&profile, 48000);
        check_digest(rows[i].name, rows[i].expected);
    }
}

static void modes_are_the_same(void)
{
    const char *name;
    for (size_t i = 0; (name = acc_mode_name(i)); i++) {
        acc_mode mode;
        CHECK(acc_mode_parse(name, strlen(name), &mode) == ACC_OK);
        if (mode.profile.waveform == ACC_WAVEFORM_UIC)
            continue;  // received only
        acc_modulator m;
        CHECK(acc_modulator_init(&m, &mode.profile, 16000, 0.7f) == ACC_OK);
        CHECK(acc_modulator_set_format(&m, &mode.format) == ACC_OK);
        CHECK(acc_modulator_send_bytes(&m, payload, 4) == 4);
        add_burst(&m);
    }
    check_digest("modes", 0xD5B7C0A7);
}

static void add_cable(acc_cable_sender *sender)
{
    size_t got;
    do
        add(block, got = acc_cable_sender_render(sender, block, 1000));
    while (got == 1000);
}

// Robust, with echoes, dense and shaped bursts, and a sounding.
static void cable_is_the_same(void)
{
    static const struct {
        uint32_t bit_rate, len, expected;
    } rows[] = {{15000, 300, 0xD2545BF5},
                {60000, 1000, 0x8D2C0F57},
                {207000, 1500, 0x947FE4EB},
                {250000, 6000, 0xA0A29375}};
    const acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_sender *sender = NULL;
    CHECK(acc_cable_sender_size(&limits) <= sizeof memory);
    CHECK(acc_cable_sender_init(memory, sizeof memory, &limits, 0.7f, &sender) == ACC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_cable_mode mode;
        CHECK(acc_cable_mode_choose(rows[i].len, rows[i].bit_rate, 0, &mode) == ACC_OK);
        CHECK((mode.kind == ACC_CABLE_SHAPED) == (i == 3));
        CHECK(acc_cable_sender_start(sender, &mode, payload, rows[i].len) == ACC_OK);
        add_cable(sender);
        check_digest("cable", rows[i].expected);
    }
    CHECK(acc_cable_sender_sound(sender, 7) == ACC_OK);
    add_cable(sender);
    check_digest("sounding", 0x510497AC);
}

// By each stage of the filter, with a row for each phase, with groups of rows and between rows.
static void resampler_is_the_same(void)
{
    static const struct {
        uint32_t in, out, expected;
    } rows[] = {{44100, 48000, 0x4AF71C22}, {48000, 44100, 0xB1D841C2}, {8000, 48000, 0xC5AC63DC},
                {192000, 8000, 0x00FE4D6A}, {44100, 11025, 0xACE517A3}, {47999, 44101, 0xB7B7C324}};
    static acc_resampler resampler;
    static float table[60000];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_resampler_plan plan;
        CHECK(acc_resampler_plan_init(&plan, rows[i].in, rows[i].out, table, 60000) == ACC_OK);
        CHECK(acc_resampler_init(&resampler, &plan, 0) == 0);
        add(block, acc_resampler_run(&resampler, input, 6000, block, 40000));
        for (uint32_t zeros = 0; zeros < rows[i].in / 2; zeros += 6000)
            add(block, acc_resampler_run(&resampler, NULL, 6000, block, 40000));
        check_digest("resampler", rows[i].expected);
    }
}

int main(void)
{
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof payload; i++) {
        state = state * 1664525u + 1013904223u;
        payload[i] = (uint8_t)(state >> 24);
        input[i] = (float)(int32_t)state / 2147483648.0f;
    }
    digest = 2166136261u;
    profiles_are_the_same();
    modes_are_the_same();
    cable_is_the_same();
    resampler_is_the_same();
    return failures;
}
