// Known modes: their figures, their signal from sender to receiver, the text of teleprinters, and caller ID.
#include "accessory/mode.h"
#include "check.h"
#include "modem/async.h"

#include <string.h>

enum { RATE = 8000, SAMPLES = 65536 };

static acc_mode find(const char *name)
{
    acc_mode mode = {0};
    CHECK(acc_mode_parse(name, strlen(name), &mode) == ACC_OK);
    return mode;
}

static bool is_near(double a, double b)
{
    return a - b < 1e-9 && b - a < 1e-9;
}

// Figures of ITU-T V.21, V.23 and V.18, Bell 103 and 202, HART and the Kansas City standard.
static void names_are_found(void)
{
    static const struct {
        const char *name;
        double baud, mark, space;
        const char *format;
        acc_character_code code;
    } rows[] = {
        {"rtty", 1000 / 22.0, 1585, 1415, "5N1.5", ACC_CODE_ITA2},
        {"tdd", 1000 / 22.0, 1400, 1800, "5N2", ACC_CODE_TDD},
        {"v21", 300, 980, 1180, "8N1", ACC_CODE_BYTES},
        {"v21-answer", 300, 1650, 1850, "8N1", ACC_CODE_BYTES},
        {"v23", 1200, 1300, 2100, "8N1", ACC_CODE_BYTES},
        {"v23-600", 600, 1300, 1700, "8N1", ACC_CODE_BYTES},
        {"v23-back", 75, 390, 450, "8N1", ACC_CODE_BYTES},
        {"bell103", 300, 1270, 1070, "8N1", ACC_CODE_BYTES},
        {"bell103-answer", 300, 2225, 2025, "8N1", ACC_CODE_BYTES},
        {"hart", 1200, 1200, 2200, "8O1", ACC_CODE_BYTES},
        {"kcs", 300, 2400, 1200, "8N2", ACC_CODE_BYTES},
        {"callerid", 1200, 1200, 2200, "8N1", ACC_CODE_CALLER_ID},
        {"10", 10, 1585, 1415, "8N1", ACC_CODE_BYTES},
        {"99", 99, 1585, 1415, "8N1", ACC_CODE_BYTES},
        {"100", 100, 1270, 1070, "8N1", ACC_CODE_BYTES},
        {"399", 399, 1270, 1070, "8N1", ACC_CODE_BYTES},
        {"400", 400, 1200, 2200, "8N1", ACC_CODE_BYTES},
        {"1200", 1200, 1200, 2200, "8N1", ACC_CODE_BYTES},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const acc_mode mode = find(rows[i].name);
        acc_character_format format = {0};
        CHECK(acc_character_format_parse(rows[i].format, strlen(rows[i].format), &format) ==
              ACC_OK);
        CHECK(mode.profile.waveform == ACC_WAVEFORM_FSK &&
              is_near(mode.profile.baud, rows[i].baud));
        CHECK(is_near(mode.profile.mark, rows[i].mark) &&
              is_near(mode.profile.space, rows[i].space));
        CHECK(mode.format.data_bits == format.data_bits && mode.format.parity == format.parity);
        CHECK(mode.format.half_stops == format.half_stops && !mode.format.msb_first);
        CHECK(mode.code == rows[i].code);
        const char *name = acc_mode_name(i);
        CHECK(i >= 12 || (name && strcmp(name, rows[i].name) == 0));
    }
}

static void other_names_are_refused(void)
{
    static const struct {
        const char *name;
        acc_status status;
    } rows[] = {{"", ACC_MALFORMED},     {"rtt", ACC_MALFORMED},      {"rttyy", ACC_MALFORMED},
                {"RTTY", ACC_MALFORMED}, {"300 ", ACC_MALFORMED},     {"+300", ACC_MALFORMED},
                {"0", ACC_MALFORMED},    {"0000300", ACC_MALFORMED},  {"3oo", ACC_MALFORMED},
                {"9", ACC_OUT_OF_RANGE}, {"999999", ACC_OUT_OF_RANGE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_mode mode = {.code = ACC_CODE_TDD};
        // a copy without anything after it, so that the sanitizers see a read too far
        char text[8];
        const size_t len = strlen(rows[i].name);
        memcpy(text, rows[i].name, len);
        CHECK(acc_mode_parse(text, len, &mode) == rows[i].status);
        CHECK(mode.code == ACC_CODE_TDD);
    }
}

static uint8_t got[64];
static size_t count;

static void collect(const acc_demodulator_event *e)
{
    for (size_t i = 0; e->kind == ACC_DEMODULATOR_BYTES && i < e->len && count < sizeof got; i++)
        got[count++] = e->data[i];
}

// Sends bytes in a mode and receives them.
static void carry(const acc_mode *mode, const uint8_t *bytes, size_t len)
{
    static _Alignas(16) uint8_t memory[1u << 18];
    static float pcm[SAMPLES];
    acc_modulator m;
    acc_demodulator *d;
    acc_demodulator_event e;
    CHECK(acc_modulator_init(&m, &mode->profile, RATE, 0.5f) == ACC_OK);
    CHECK(acc_modulator_set_format(&m, &mode->format) == ACC_OK);
    CHECK(acc_demodulator_init(memory, sizeof memory, &mode->profile, RATE, ACC_MODEM_STREAM, &d) ==
          ACC_OK);
    CHECK(acc_demodulator_set_format(d, &mode->format) == ACC_OK);
    CHECK(acc_modulator_send_bytes(&m, bytes, len) == len);
    const size_t samples = acc_modulator_render(&m, pcm, SAMPLES);
    CHECK(samples < SAMPLES);
    count = 0;
    unsigned cut = 0;
    for (size_t at = 0; at < samples;) {
        at += acc_demodulator_push(d, pcm + at, samples - at, &e);
        collect(&e);
    }
    do {
        acc_demodulator_finish(d, &e);
        collect(&e);
        cut += e.kind == ACC_DEMODULATOR_BAD_FRAME;
    } while (e.kind != ACC_DEMODULATOR_NONE);
    CHECK(cut == 0);
    const bool is_exact = count == len && memcmp(got, bytes, len) == 0;
    CHECK(is_exact);
    if (!is_exact)
        printf("%.1f bit/s, %.0f and %.0f Hz: %zu of %zu bytes\n", mode->profile.baud,
               mode->profile.mark, mode->profile.space, count, len);
}

static void modes_are_carried(void)
{
    for (size_t i = 0; acc_mode_name(i); i++) {
        const acc_mode mode = find(acc_mode_name(i));
        // telegrams are received only: test_uic.c
        if (mode.profile.waveform == ACC_WAVEFORM_UIC)
            continue;
        // the sequence detector reads neither half bits nor tones many bit rates apart
        if (!ACC_MODEM_ASYNC && mode.profile.baud < 50)
            continue;
        uint8_t bytes[24];
        for (unsigned k = 0; k < sizeof bytes; k++)
            bytes[k] = (uint8_t)((k * 181 + 7) & ((1u << mode.format.data_bits) - 1));
        carry(&mode, bytes, sizeof bytes);
    }
}

// The codes of a text, and its characters read back.
static size_t encode(acc_character_code code, const char *text, uint8_t *codes)
{
    acc_ita2 state = {0};
    size_t len = 0;
    for (; *text; text++)
        len += acc_ita2_write(&state, code, *text, codes + len);
    return len;
}

// The sequence detector loses the last character's start bit, the second receiver reads it.
static void a_teleprinter_ends_whole(void)
{
    const acc_mode mode = find("rtty");
    uint8_t codes[16];
    if (ACC_MODEM_ASYNC)
        carry(&mode, codes, encode(mode.code, "HELLO\n", codes));
}

static void decode(acc_character_code code, const uint8_t *codes, size_t len, char *text)
{
    acc_ita2 state = {0};
    for (size_t i = 0; i < len; i++)
        if ((*text = acc_ita2_read(&state, code, codes[i])))
            text++;
    *text = 0;
}

static void teleprinter_codes_are_right(void)
{
    static const struct {
        const char *text;
        acc_character_code code;
        const char *read;
        uint8_t len, codes[16];
    } rows[] = {
        {"RYry", ACC_CODE_ITA2, "RYRY", 5, {31, 10, 21, 10, 21}},
        {"AB 12\r\nC", ACC_CODE_ITA2, "AB 12\r\nC", 11, {31, 3, 25, 4, 27, 23, 19, 8, 2, 31, 14}},
        {"5 6", ACC_CODE_ITA2, "5 6", 5, {27, 16, 4, 27, 21}},
        {"5 A B", ACC_CODE_ITA2, "5 A B", 7, {27, 16, 4, 31, 3, 4, 25}},
        {"%A", ACC_CODE_ITA2, "A", 2, {31, 3}},
        {"+=", ACC_CODE_ITA2, "+=", 3, {27, 17, 30}},
        {"+=;\"$", ACC_CODE_TDD, "+=;\"$", 6, {27, 26, 20, 30, 17, 9}},
        {"$", ACC_CODE_ITA2, "", 0, {0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t codes[32];
        char text[32];
        const size_t len = encode(rows[i].code, rows[i].text, codes);
        CHECK(len == rows[i].len && memcmp(codes, rows[i].codes, len) == 0);
        decode(rows[i].code, codes, len, text);
        CHECK(strcmp(text, rows[i].read) == 0);
    }
    // a sender that shifts once
    static const uint8_t once[] = {27, 16, 4, 16};
    char text[8];
    decode(ACC_CODE_TDD, once, sizeof once, text);
    CHECK(strcmp(text, "5 T") == 0);
    // without a shift the text begins with letters; bits above the code are ignored
    acc_ita2 state = {0};
    CHECK(acc_ita2_read(&state, ACC_CODE_ITA2, 3) == 'A');
    CHECK(acc_ita2_read(&state, ACC_CODE_ITA2, 27) == 0);
    CHECK(acc_ita2_read(&state, ACC_CODE_ITA2, 0xE3) == '-');
    uint8_t codes[2];
    CHECK(acc_ita2_write(&state, ACC_CODE_ITA2, 0, codes) == 0);
}

// Every character of both tables, read and written.
static void tables_are_inverse(void)
{
    static const char *const in_order[2] = {"E\nA SIU\rDRJNFCKTZLWHYPQOBGMXV",
                                            "3\n- '87\r\0054\a,!:(5+)2#6019?&./="};
    static const uint8_t shifts[2] = {31, 27};
    for (int t = 0; t < 2; t++) {
        acc_ita2 in = {0}, out = {0};
        acc_ita2_read(&in, ACC_CODE_ITA2, shifts[t]);
        const char *next = in_order[t];
        for (uint8_t code = 0; code < 32; code++) {
            if (code == 0 || code == 27 || code == 31)
                continue;
            uint8_t codes[2];
            acc_ita2_read(&in, ACC_CODE_ITA2, shifts[t]);
            const char character = acc_ita2_read(&in, ACC_CODE_ITA2, code);
            CHECK(character == *next++);
            const size_t len = acc_ita2_write(&out, ACC_CODE_ITA2, character, codes);
            CHECK(len >= 1 && codes[len - 1] == code);
        }
        CHECK(*next == 0);
    }
}

static size_t finish(uint8_t *message, size_t len)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < len; i++)
        sum = (uint8_t)(sum + message[i]);
    message[len] = (uint8_t)-sum;
    return len + 1;
}

// The number of messages in `bytes`, the last in `*message`; `*bad` receives that of wrong checksums.
static unsigned read_all(const uint8_t *bytes, size_t len, acc_caller_id *message, unsigned *bad)
{
    acc_caller_id_reader reader = {.count = 0};
    unsigned found = 0;
    *bad = 0;
    for (size_t i = 0; i < len; i++) {
        const acc_status status = acc_caller_id_push(&reader, bytes[i], message);
        found += status == ACC_OK;
        *bad += status == ACC_BAD_CHECK;
    }
    return found;
}

// 30 September, 12:24, 609 555 1212, in the single format.
static const uint8_t single[] = {0x04, 0x12, '0', '9', '3', '0', '1', '2', '2', '4', '6',
                                 '0',  '9',  '5', '5', '5', '1', '2', '1', '2', 0x51};

static void single_messages_are_read(void)
{
    acc_caller_id m;
    unsigned bad;
    CHECK(read_all(single, sizeof single, &m, &bad) == 1 && bad == 0);
    CHECK(strcmp(m.date, "09301224") == 0 && strcmp(m.number, "6095551212") == 0);
    CHECK(m.name[0] == 0 && m.no_number == 0 && m.no_name == 0);
    for (size_t len = 0; len < sizeof single; len++)
        CHECK(read_all(single, len, &m, &bad) == 0 && bad == 0);
    for (size_t i = 2; i < sizeof single; i++) {
        uint8_t wrong[sizeof single];
        memcpy(wrong, single, sizeof wrong);
        wrong[i] ^= 1;
        CHECK(read_all(wrong, sizeof wrong, &m, &bad) == 0 && bad == 1);
    }
    uint8_t hidden[12] = {0x04, 9, '0', '1', '0', '2', '0', '3', '0', '4', 'P'};
    const size_t len = finish(hidden, 11);
    CHECK(read_all(hidden, len, &m, &bad) == 1);
    CHECK(strcmp(m.date, "01020304") == 0 && m.number[0] == 0 && m.no_number == 'P');
    uint8_t brief[8] = {0x04, 2, '0', '1'};
    CHECK(read_all(brief, finish(brief, 4), &m, &bad) == 1);
    CHECK(strcmp(m.date, "01") == 0 && m.number[0] == 0);
}

static void multiple_messages_are_read(void)
{
    uint8_t bytes[80] = {0x80, 30,  1,    8,   '1',  '2', '3', '1', '2', '3', '5',
                         '9',  2,   4,    '1', '1',  '2', '0', 7,   7,   'J', 'o',
                         'h',  'n', 0x1F, 'D', 0x7F, 99,  1,   'x', 8,   0};
    acc_caller_id m;
    unsigned bad;
    const size_t len = finish(bytes, 32);
    CHECK(read_all(bytes, len, &m, &bad) == 1 && bad == 0);
    CHECK(strcmp(m.date, "12312359") == 0 && strcmp(m.number, "1120") == 0);
    CHECK(strcmp(m.name, "John?D?") == 0 && m.no_number == 0 && m.no_name == 0);

    uint8_t none[16] = {0x80, 6, 4, 1, 'O', 8, 1, 'P'};
    CHECK(read_all(none, finish(none, 8), &m, &bad) == 1);
    CHECK(m.no_number == 'O' && m.no_name == 'P' && m.number[0] == 0 && m.date[0] == 0);

    // a field that is longer than the message, and half a field
    uint8_t cut[16] = {0x80, 6, 2, 1, '5', 7, 2, 'N'};
    CHECK(read_all(cut, finish(cut, 8), &m, &bad) == 1);
    CHECK(strcmp(m.number, "5") == 0 && m.name[0] == 0);
    uint8_t half[16] = {0x80, 4, 2, 1, '5', 7};
    CHECK(read_all(half, finish(half, 6), &m, &bad) == 1 && strcmp(m.number, "5") == 0);

    // a text that is longer than its field here
    uint8_t large[64] = {0x80, 42, 7, 40};
    memset(large + 4, 'n', 40);
    CHECK(read_all(large, finish(large, 44), &m, &bad) == 1);
    CHECK(strlen(m.name) == ACC_CALLER_ID_TEXT - 1);
}

// Noise before a message may look like the begin of a longer one.
static void messages_are_found_in_noise(void)
{
    acc_caller_id m;
    unsigned bad;
    uint8_t bytes[300] = {'U', 'U', 0xFF, 0x80, 25};
    memcpy(bytes + 5, single, sizeof single);
    memset(bytes + 5 + sizeof single, 'U', 40);
    CHECK(read_all(bytes, 5 + sizeof single + 40, &m, &bad) == 1);
    CHECK(strcmp(m.number, "6095551212") == 0);
    // the longest message, with a wrong checksum, and another after it
    memset(bytes, 0, sizeof bytes);
    bytes[0] = 0x80;
    bytes[1] = 255;
    bytes[257] = 1;
    memcpy(bytes + 258, single, sizeof single);
    CHECK(read_all(bytes, 258 + sizeof single, &m, &bad) == 1 && bad == 1);
    memcpy(bytes, single, sizeof single);
    memcpy(bytes + sizeof single, single, sizeof single);
    CHECK(read_all(bytes, 2 * sizeof single, &m, &bad) == 2 && bad == 0);
}

int main(void)
{
    names_are_found();
    other_names_are_refused();
    modes_are_carried();
    a_teleprinter_ends_whole();
    teleprinter_codes_are_right();
    tables_are_inverse();
    single_messages_are_read();
    multiple_messages_are_read();
    messages_are_found_in_noise();
    return failures;
}
