// Preamble, header and report bit by bit against docs/cable.md, the header's code in noise, and rejected headers and reports.
#include "accessory/crc.h"
#include "cable/header.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320};
static const uint16_t lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};

// Indices of a mode's fields in the lists of docs/cable.md.
typedef struct fields {
    unsigned kind, symbol, prefix, high, low, high_pass, pilots, lifting, robust, depth, load;
    uint32_t len;
} fields;

static acc_cable_mode mode_of(const fields *f)
{
    return (acc_cable_mode){.kind = (acc_cable_kind)f->kind,
                            .symbol = (uint16_t)(512u << f->symbol),
                            .prefix = prefixes[f->prefix],
                            .low = lows[f->low],
                            .high = (uint16_t)(250 * f->high),
                            .pilots = (uint8_t)pilots[f->pilots],
                            .high_pass = f->high_pass,
                            .robust = f->robust,
                            .lifting = (uint16_t)(32u << f->lifting),
                            .depth = (uint8_t)f->depth,
                            .load = (uint16_t)f->load};
}

static void append(uint8_t *bytes, unsigned *at, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, ++*at)
        if (value >> i & 1)
            bytes[*at / 8] |= (uint8_t)(1 << *at % 8);
}

// The header's bytes by the table of docs/cable.md.
static void specified(const fields *f, uint8_t bytes[HEADER_BYTES])
{
    unsigned at = 0;
    memset(bytes, 0, HEADER_BYTES);
    append(bytes, &at, f->kind, 3);
    append(bytes, &at, f->symbol, 2);
    append(bytes, &at, f->prefix, 3);
    append(bytes, &at, f->high, 7);
    append(bytes, &at, f->low, 2);
    append(bytes, &at, f->high_pass, 1);
    append(bytes, &at, f->pilots, 3);
    append(bytes, &at, f->lifting, 3);
    append(bytes, &at, f->robust, 1);
    append(bytes, &at, f->depth, 4);
    append(bytes, &at, f->load, 15);
    append(bytes, &at, f->len, 24);
    append(bytes, &at, acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, bytes, 9), 16);
}

static fields any_fields(void)
{
    fields f = {
        .kind = draw() % 7, .symbol = 1 + draw() % 3, .prefix = draw() % 8, .low = draw() % 4};
    f.high = 60 + draw() % 36;
    f.high_pass = draw() & 1;
    f.pilots = draw() % 8;
    f.lifting = draw() % 6;
    f.robust = f.kind < 5 && draw() & 1;
    f.depth = 1 + draw() % 15;
    // more than 6 bits on each of the carriers, which are 20 to 49 per 1024 samples and 1 kHz
    f.load = f.kind == 3 || f.kind == 4 || f.kind == 6 ? draw() & 0x7FFF
                                                       : (2600u << f.symbol) + draw() % 256;
    f.len = f.kind == 1 || f.kind == 2 || f.kind == 4 ? 0 : 1 + draw() % 0xFFFFFF;
    return f;
}

static bool same(const acc_cable_mode *a, const acc_cable_mode *b)
{
    return a->kind == b->kind && a->symbol == b->symbol && a->prefix == b->prefix &&
           a->low == b->low && a->high == b->high && a->pilots == b->pilots &&
           a->high_pass == b->high_pass && a->robust == b->robust && a->lifting == b->lifting &&
           a->depth == b->depth && a->load == b->load;
}

static void headers_are_as_specified(void)
{
    for (unsigned i = 0; i < 3000; i++) {
        const fields f = any_fields();
        const acc_cable_mode mode = mode_of(&f);
        acc_cable_mode back;
        uint8_t bytes[HEADER_BYTES], got[HEADER_BYTES];
        uint32_t len = 1;
        specified(&f, bytes);
        memset(got, 0xFF, sizeof got);
        acc_cable_header_pack(&mode, f.len, got);
        CHECK(memcmp(bytes, got, sizeof bytes) == 0);
        memset(&back, 0xFF, sizeof back);
        const acc_status status = acc_cable_header_unpack(bytes, &back, &len);
        CHECK(status == acc_cable_mode_check(&mode));
        CHECK(same(&mode, &back) && len == f.len);
        // a size that the kind excludes
        fields wrong = f;
        wrong.len = f.len ? 0 : 1;
        specified(&wrong, bytes);
        CHECK(acc_cable_header_unpack(bytes, &back, &len) == ACC_OUT_OF_RANGE);
        wrong = f;
        wrong.kind = 7;
        specified(&wrong, bytes);
        CHECK(acc_cable_header_unpack(bytes, &back, &len) == ACC_OUT_OF_RANGE);
        wrong = f;
        wrong.depth = 0;
        specified(&wrong, bytes);
        CHECK(acc_cable_header_unpack(bytes, &back, &len) == ACC_OUT_OF_RANGE);
    }
}

// Each of the 84 bits is checked.
static void inverted_bits_are_rejected(void)
{
    for (unsigned i = 0; i < 20; i++) {
        const fields f = any_fields();
        uint8_t bytes[HEADER_BYTES];
        acc_cable_mode mode;
        uint32_t len;
        for (unsigned bit = 0; bit < 88; bit++) {
            specified(&f, bytes);
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK((acc_cable_header_unpack(bytes, &mode, &len) == ACC_BAD_CHECK) == (bit < 84));
        }
    }
}

static uint32_t next(uint32_t *state)
{
    return (*state = 1664525 * *state + 1013904223) >> 8;
}

// The chips by the formulas of docs/cable.md.
static void specified_chips(const uint8_t bytes[HEADER_BYTES], unsigned header,
                            int8_t chips[LEAD_CHIPS])
{
    for (unsigned i = 0; i < 1002; i++) {
        const unsigned chip = (i + 384 * header) % 768, g = chip % 12, column = chip / 12;
        unsigned group = 0;
        for (unsigned b = 0; b < 7; b++)
            group |= (unsigned)(bytes[(7 * g + b) / 8] >> (7 * g + b) % 8 & 1) << b;
        bool negative = __builtin_parity(group & 63 & column);
        negative ^= group >> 6;
        chips[769 * i % 1002] = negative ? -1 : 1;
    }
    uint32_t state = 6 + header;
    for (unsigned p = 0; p < 1002; p++)
        if (next(&state) >> 23 & 1)
            chips[p] = (int8_t)-chips[p];
}

static void chips_are_as_specified(void)
{
    for (unsigned i = 0; i < 40; i++) {
        const fields f = any_fields();
        uint8_t bytes[HEADER_BYTES], back[HEADER_BYTES];
        int8_t chips[LEAD_CHIPS], got[LEAD_CHIPS];
        float code[HEADER_CODE] = {0}, soft[LEAD_CHIPS];
        specified(&f, bytes);
        for (unsigned header = 0; header < 2; header++) {
            specified_chips(bytes, header, chips);
            acc_cable_header_chips(bytes, header, got);
            CHECK(memcmp(chips, got, sizeof chips) == 0);
            for (unsigned k = 0; k < LEAD_CHIPS; k++)
                soft[k] = 0.5f * chips[k];
            memset(code, 0, sizeof code);
            acc_cable_header_collect(soft, header, code);
            // the first 234 chips of the code are sent twice, from the header's first one on
            for (unsigned k = 0; k < HEADER_CODE; k++)
                CHECK(fabsf(code[k]) == ((k + 768 - 384 * header) % 768 < 234 ? 1 : 0.5f));
            acc_cable_header_decode(code, back);
            CHECK(memcmp(bytes, back, sizeof bytes) == 0);
        }
        // noise 2 dB above a chip's power
        specified_chips(bytes, 0, chips);
        for (unsigned k = 0; k < LEAD_CHIPS; k++)
            soft[k] = chips[k] + 1.3f * normal();
        memset(code, 0, sizeof code);
        acc_cable_header_collect(soft, 0, code);
        acc_cable_header_decode(code, back);
        CHECK(memcmp(bytes, back, sizeof bytes) == 0);
    }
}

// X[1 + n] = exp(pi j n^2 / 501) on carriers 1 to 501, nothing elsewhere.
static void preamble_is_as_specified(void)
{
    float x[LEAD_SIZE];
    memset(x, 0xFF, sizeof x);
    acc_cable_preamble_spectrum(x);
    for (unsigned k = 0; k < LEAD_SIZE / 2; k++) {
        const double n = (double)k - 1, angle = 3.141592653589793 * fmod(n * n, 1002) / 501;
        const bool is_used = k >= 1 && k <= 501;
        CHECK(fabs((double)x[2 * k] - (is_used ? cos(angle) : 0)) < 1e-6);
        CHECK(fabs((double)x[2 * k + 1] - (is_used ? sin(angle) : 0)) < 1e-6);
    }
    CHECK(fabsf(acc_cable_unit_power(2) - 1) < 1e-6f &&
          fabsf(acc_cable_unit_power(50) - 0.2f) < 1e-6f);
}

// A report's bytes by the table of docs/cable.md.
static void reports_are_as_specified(void)
{
    for (unsigned i = 0; i < 500; i++) {
        const fields f = any_fields();
        const acc_cable_mode mode = mode_of(&f);
        acc_cable_report r = {.id = (uint8_t)draw(),
                              .symbol = mode.symbol,
                              .prefix = mode.prefix,
                              .low = mode.low,
                              .high = mode.high,
                              .pilots = mode.pilots,
                              .high_pass = mode.high_pass,
                              .shaped = draw() & 1,
                              .margin = (uint8_t)(draw() % 61),
                              .loss = (uint8_t)(draw() % 49)},
                         back;
        uint8_t bytes[ACC_CABLE_REPORT_SIZE] = {1, r.id}, got[ACC_CABLE_REPORT_SIZE];
        bytes[2] = (uint8_t)(f.symbol + 4 * f.prefix + 32 * f.pilots);
        bytes[3] = (uint8_t)f.high;
        bytes[4] = (uint8_t)(f.low + 4 * f.high_pass + 8 * r.shaped);
        bytes[5] = r.margin;
        bytes[6] = r.loss;
        for (unsigned b = 0, at = 0; b < ACC_CABLE_BANDS; b++)
            append(bytes + 7, &at, r.snr[b] = (uint8_t)(draw() % 128), 7);
        const uint16_t crc = acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, bytes, 63);
        bytes[63] = (uint8_t)(crc >> 8);
        bytes[64] = (uint8_t)crc;
        memset(got, 0xFF, sizeof got);
        acc_cable_report_write(&r, got);
        CHECK(memcmp(bytes, got, sizeof bytes) == 0);
        memset(&back, 0xFF, sizeof back);
        CHECK(acc_cable_report_read(bytes, sizeof bytes, &back) == ACC_OK);
        CHECK(back.id == r.id && back.symbol == r.symbol && back.prefix == r.prefix);
        CHECK(back.low == r.low && back.high == r.high && back.pilots == r.pilots);
        CHECK(back.high_pass == r.high_pass && back.shaped == r.shaped && back.margin == r.margin);
        CHECK(back.loss == r.loss && memcmp(back.snr, r.snr, sizeof r.snr) == 0);
    }
}

// Writes `value` to byte `at` of a valid report and reads it.
static acc_status read_changed(size_t at, uint8_t value)
{
    acc_cable_report r = {.symbol = 2048, .prefix = 48, .low = 20, .high = 20000, .pilots = 10},
                     back;
    uint8_t bytes[ACC_CABLE_REPORT_SIZE];
    r.snr[20] = 60;
    acc_cable_report_write(&r, bytes);
    bytes[at] = value;
    const uint16_t crc = acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, bytes, 63);
    bytes[63] = (uint8_t)(crc >> 8);
    bytes[64] = (uint8_t)crc;
    return acc_cable_report_read(bytes, sizeof bytes, &back);
}

static void wrong_reports_are_rejected(void)
{
    static const struct {
        size_t at;
        uint8_t value;
        acc_status status;
    } rows[] = {
        {0, 1, ACC_OK},
        {0, 0, ACC_UNSUPPORTED},
        {0, 2, ACC_UNSUPPORTED},
        {3, 95, ACC_OK},
        {3, 96, ACC_OUT_OF_RANGE},
        {3, 2, ACC_OUT_OF_RANGE},
        {4, 15, ACC_OK},
        {4, 16, ACC_OUT_OF_RANGE},
        {5, 60, ACC_OK},
        {5, 61, ACC_OUT_OF_RANGE},
        {6, 48, ACC_OK},
        {6, 49, ACC_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(read_changed(rows[i].at, rows[i].value) == rows[i].status);
}

int main(void)
{
    headers_are_as_specified();
    inverted_bits_are_rejected();
    chips_are_as_specified();
    preamble_is_as_specified();
    reports_are_as_specified();
    wrong_reports_are_rejected();
    return failures;
}
