// Character formats: their names, the bits of a byte, senders and receivers in all of them, and parity errors. Formats
// of an independent sender are in test_modem_senders.c.
#include "check.h"
#include "modem/async.h"
#include "modem/format.h"
#include "noise.h"

#include <stdio.h>
#include <string.h>

enum { BYTES = 12, RATE = 8000, MOST = 32768 };

static const char *const stops[] = {"1", "1.5", "2"};
static const char letters[] = "NEOMS";

static acc_status parse(const char *name, size_t len, acc_character_format *format)
{
    // a copy without anything after it, so that the sanitizers see a read too far
    char text[16];
    memcpy(text, name, len);
    return acc_character_format_parse(text, len, format);
}

static acc_character_format format_of(const char *name)
{
    acc_character_format f = {0};
    CHECK(parse(name, strlen(name), &f) == ACC_OK);
    return f;
}

static void names_are_read(void)
{
    for (unsigned bits = 0; bits <= 9; bits++)
        for (unsigned p = 0; p < 5; p++)
            for (unsigned s = 0; s < 3; s++)
                for (unsigned msb = 0; msb < 2; msb++) {
                    char name[16];
                    acc_character_format f;
                    const int len = snprintf(name, sizeof name, "%u%c%s%s", bits, letters[p],
                                             stops[s], msb ? "msb" : "");
                    const acc_status expected = bits >= 5 && bits <= 8 ? ACC_OK : ACC_MALFORMED;
                    CHECK(parse(name, (size_t)len, &f) == expected);
                    if (expected != ACC_OK)
                        continue;
                    CHECK(f.data_bits == bits && f.parity == (acc_parity)p);
                    CHECK(f.half_stops == 2 + s && f.msb_first == (msb == 1));
                    CHECK(acc_character_format_check(&f) == ACC_OK);
                }
}

static void other_names_are_refused(void)
{
    static const char *const names[] = {"",     "8",     "8N",        "8N3",  "8N0",  "8N1.",
                                        "8N11", "8N1.6", "8n1",       "8X1",  "N81",  "8N1ms",
                                        "msb",  "8Nmsb", "8N1msbmsb", "8N1 ", " 8N1", "8N1.5m"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        acc_character_format f = {.data_bits = 77};
        CHECK(parse(names[i], strlen(names[i]), &f) == ACC_MALFORMED);
        CHECK(f.data_bits == 77);
    }
    // a null character is no parity
    acc_character_format f;
    CHECK(parse("8\0001", 3, &f) == ACC_MALFORMED);
}

static void fields_are_checked(void)
{
    static const struct {
        uint8_t data_bits, parity, half_stops;
        bool fits;
    } rows[] = {{5, 0, 2, true},  {8, 4, 4, true},  {4, 0, 2, false}, {9, 0, 2, false},
                {8, 5, 2, false}, {8, 0, 1, false}, {8, 0, 5, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const acc_character_format f = {.data_bits = rows[i].data_bits,
                                        .parity = (acc_parity)rows[i].parity,
                                        .half_stops = rows[i].half_stops};
        CHECK(acc_character_format_check(&f) == (rows[i].fits ? ACC_OK : ACC_OUT_OF_RANGE));
    }
}

// The payload, the first bit on the right.
static void bits_are_right(void)
{
    static const struct {
        const char *name;
        uint8_t byte;
        uint32_t payload;
    } rows[] = {
        {"8N1", 0xC5, 0xC5},  {"8N1msb", 0xC5, 0xA3}, {"8E1", 0xC5, 0xC5},    {"8E1", 0xC4, 0x1C4},
        {"8O1", 0xC5, 0x1C5}, {"8O1", 0xC4, 0xC4},    {"8M1", 0, 0x100},      {"8S1", 0xFF, 0xFF},
        {"7E1", 0x41, 0x41},  {"7E1", 0x43, 0xC3},    {"7E1msb", 0x43, 0xE1}, {"5N1.5", 0x1F, 0x1F},
        {"5O2", 0x10, 0x10},  {"5E2", 0x10, 0x30},    {"6M1", 0x2A, 0x6A},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const acc_character_format f = format_of(rows[i].name);
        uint8_t byte;
        CHECK(acc_format_write(&f, rows[i].byte) == rows[i].payload);
        CHECK(acc_format_read(&f, rows[i].payload, &byte) && byte == rows[i].byte);
        const bool has_parity = f.parity != ACC_PARITY_NONE;
        CHECK(acc_format_payload(&f) == (uint32_t)f.data_bits + (has_parity ? 1 : 0));
        if (has_parity) {
            CHECK(!acc_format_read(&f, rows[i].payload ^ 1u << f.data_bits, &byte));
            CHECK(byte == rows[i].byte);
        }
    }
    // bits above the format's are not sent
    const acc_character_format seven = format_of("7E1");
    CHECK(acc_format_write(&seven, 0xC3) == 0xC3 && acc_format_write(&seven, 0xC1) == 0x41);
}

static uint8_t got[300];
static bool is_wrong[300];
static size_t count;

static void collect(const acc_demodulator_event *e)
{
    if (e->kind != ACC_DEMODULATOR_BYTES)
        CHECK(e->wrong_parity == 0);
    for (size_t i = 0; i < e->len && count < sizeof got; i++, count++) {
        got[count] = e->data[i];
        is_wrong[count] = e->wrong_parity >> i & 1;
    }
}

static acc_modem_profile bell(void)
{
    acc_modem_profile p;
    CHECK(acc_modem_profile_parse("bell202", 7, &p) == ACC_OK);
    return p;
}

// Sends in one format and receives in another; returns the number of samples of the burst.
static size_t carry(const char *to, const char *from, const uint8_t *bytes, size_t len)
{
    static _Alignas(16) uint8_t memory[65536];
    static float pcm[MOST];
    const acc_modem_profile p = bell();
    const acc_character_format sent = format_of(to), read = format_of(from);
    acc_modulator m;
    acc_demodulator *d;
    acc_demodulator_event e;
    CHECK(acc_modulator_init(&m, &p, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_set_format(&m, &sent) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) == ACC_OK);
    CHECK(acc_demodulator_set_format(d, &read) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, bytes, len) == len);
    const size_t samples = acc_modulator_render(&m, pcm, MOST);
    count = 0;
    for (size_t at = 0; at < samples;) {
        at += acc_demodulator_push(d, pcm + at, samples - at, &e);
        collect(&e);
    }
    do {
        acc_demodulator_finish(d, &e);
        collect(&e);
    } while (e.kind != ACC_DEMODULATOR_NONE);
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += is_wrong[i];
    CHECK(acc_demodulator_quality(d).parity_errors == wrong);
    CHECK(acc_demodulator_quality(d).bytes == count);
    return samples;
}

static void all_formats_are_carried(void)
{
    for (unsigned i = 0; i < 4 * 5 * 3 * 2; i++) {
        char name[16];
        uint8_t bytes[BYTES];
        const unsigned bits = 5 + i % 4, parity = i / 4 % 5, stop = i / 20 % 3;
        // the sequence detector needs whole bits
        if (!ACC_MODEM_ASYNC && stop == 1)
            continue;
        snprintf(name, sizeof name, "%u%c%s%s", bits, letters[parity], stops[stop],
                 i >= 60 ? "msb" : "");
        for (unsigned k = 0; k < BYTES; k++)
            bytes[k] = (uint8_t)(draw() >> (32 - bits));
        const size_t samples = carry(name, name, bytes, BYTES);
        const bool is_exact = count == BYTES && memcmp(got, bytes, BYTES) == 0;
        CHECK(is_exact);
        if (!is_exact)
            printf("%s: %zu of %d bytes\n", name, count, BYTES);
        for (size_t k = 0; k < count; k++)
            CHECK(!is_wrong[k]);
        // four bits before and behind the characters, half bits: 20 samples for three bits
        const size_t half_bits = 16 + BYTES * (2 * (1 + bits + (parity > 0 ? 1u : 0u)) + 2 + stop);
        const size_t expected = half_bits * 10 / 3;
        CHECK(samples + 1 >= expected && samples <= expected + 2);
    }
}

// An 8N1 sender's eighth data bit is where 7E1 has its parity.
static void parity_errors_are_reported(void)
{
    uint8_t bytes[256];
    for (unsigned i = 0; i < 256; i++)
        bytes[i] = (uint8_t)(i * 181);
    carry("8N1", "7E1", bytes, 256);
    CHECK(count == 256);
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        CHECK(got[i] == (bytes[i] & 0x7F));
        CHECK(is_wrong[i] == __builtin_parity(bytes[i]));
        wrong += is_wrong[i];
    }
    CHECK(wrong == 128);
}

// Only FSK characters have formats; a sender keeps its format while it sends.
static void formats_may_be_refused(void)
{
    static _Alignas(16) uint8_t memory[65536];
    static const struct {
        const char *profile;
        acc_modem_mode mode;
    } others[] = {
        {"hijack", ACC_MODEM_STREAM}, {"reader", ACC_MODEM_FRAMES}, {"bell202", ACC_MODEM_FRAMES}};
    const acc_character_format format = format_of("7E1");
    const acc_character_format nothing = {0};
    const acc_modem_profile p = bell();
    acc_modulator m;
    acc_demodulator *d;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        acc_modem_profile other;
        const char *name = others[i].profile;
        CHECK(acc_modem_profile_parse(name, strlen(name), &other) == ACC_OK);
        CHECK(acc_demodulator_init(memory, sizeof memory, &other, 24000, others[i].mode, &d) ==
              ACC_OK);
        CHECK(acc_demodulator_set_format(d, &format) == ACC_UNSUPPORTED);
        CHECK(acc_modulator_init(&m, &other, 24000, 0.5f) == ACC_OK);
        CHECK(acc_modulator_set_format(&m, &format) == (i == 2 ? ACC_OK : ACC_UNSUPPORTED));
    }
    CHECK(acc_modulator_init(&m, &p, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_set_format(&m, &nothing) == ACC_OUT_OF_RANGE);
    CHECK(acc_modulator_send_bytes(&m, memory, 1) == 1);
    CHECK(acc_modulator_set_format(&m, &format) == ACC_BUSY);
    CHECK(acc_demodulator_init(memory, sizeof memory, &p, RATE, ACC_MODEM_STREAM, &d) == ACC_OK);
    CHECK(acc_demodulator_set_format(d, &nothing) == ACC_OUT_OF_RANGE);
}

int main(void)
{
    names_are_read();
    other_names_are_refused();
    fields_are_checked();
    bits_are_right();
    all_formats_are_carried();
    parity_errors_are_reported();
    formats_may_be_refused();
    return failures;
}
