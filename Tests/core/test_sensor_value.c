// Rows' numbers of each type, from hand-made rows: values on both sides of every limit of
// include/accessory/sensor_table.h.
#include "check.h"
#include "sensor/load.h"

#include <string.h>

enum { NOTHING = 1 << 30 };  // in a row of numbers: there is none

static struct sensor_frame frame;

static void look_at(const uint8_t *bytes, size_t length)
{
    frame = (struct sensor_frame){0};
    frame.part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){bytes, length};
}

// The number of a row of the service data, as the general and the short way load it.
static int64_t load(unsigned type, int at, unsigned argument)
{
    acc_sensor_row row = {.type = (uint8_t)(type | ACC_SENSOR_PART_SERVICE << 6),
                          .at = (int8_t)at,
                          .argument = (uint8_t)argument};
    struct sensor_number number = acc_sensor_load(&frame, &row);
    int64_t plain;
    if (sensor_load_plain(&frame, &row, &plain))
        CHECK(number.is_there && number.value == plain);
    return number.is_there ? number.value : NOTHING;
}

// Whether the short way loads rows of this type.
static bool is_plain(unsigned type, int at)
{
    acc_sensor_row row = {.type = (uint8_t)(type | ACC_SENSOR_PART_SERVICE << 6), .at = (int8_t)at};
    int64_t number;
    return sensor_load_plain(&frame, &row, &number);
}

static void integers(void)
{
    enum { SIGNED = ACC_SENSOR_TYPE_SIGNED, BIG = ACC_SENSOR_TYPE_BIG_ENDIAN };
    static const uint8_t bytes[] = {0x81, 0x92, 0xA3, 0xB4, 0xC5, 0xD6, 0xE7, 0x78};
    static const struct {
        unsigned type;
        int64_t number;
    } rows[] = {
        {1, 0x81},
        {1 | SIGNED, -0x7F},
        {2, 0x9281},
        {2 | BIG, 0x8192},
        {2 | SIGNED, 0x9281 - 0x10000},
        {2 | SIGNED | BIG, 0x8192 - 0x10000},
        {3, 0xA39281},
        {3 | BIG, 0x8192A3},
        {3 | SIGNED, 0xA39281 - 0x1000000},
        {3 | SIGNED | BIG, 0x8192A3 - 0x1000000},
        {4, 0xB4A39281},
        {4 | BIG, 0x8192A3B4},
        {4 | SIGNED, 0xB4A39281 - INT64_C(0x100000000)},
        {5, 0xC5B4A39281},
        {6 | BIG, 0x8192A3B4C5D6},
        {7 | SIGNED, (int64_t)0xFFE7D6C5B4A39281},
        {8, 0x78E7D6C5B4A39281},
        {8 | BIG, (int64_t)0x8192A3B4C5D6E778},
    };
    look_at(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int size = rows[i].type & 15;
        CHECK(load(rows[i].type, 0, 0) == rows[i].number);
        // bits that do not count
        CHECK(load(rows[i].type, 0, 0x81) == (rows[i].number & ~INT64_C(0x81)));
        // from the end; the last place at which it fits, and the next one
        CHECK(load(rows[i].type, -8, 0) == rows[i].number);
        CHECK(load(rows[i].type, -size, 0) == load(rows[i].type, 8 - size, 0));
        CHECK(load(rows[i].type, 8 - size, 0) != NOTHING);
        CHECK(load(rows[i].type, 9 - size, 0) == NOTHING);
        CHECK(load(rows[i].type, 1 - size, 0) == (size == 1 ? rows[i].number : NOTHING));
        CHECK(load(rows[i].type, -9, 0) == NOTHING && load(rows[i].type, 8, 0) == NOTHING);
        bool is_common = size < 3 || (size < 5 && !(rows[i].type & SIGNED));
        CHECK(is_plain(rows[i].type, 0) == is_common);
        CHECK(is_plain(rows[i].type, 8 - size) == is_common && !is_plain(rows[i].type, 9 - size));
        CHECK(!is_plain(rows[i].type, -8));
    }
    CHECK(load(0, 0, 0) == NOTHING);
    look_at(NULL, 0);
    CHECK(load(1, 0, 0) == NOTHING && load(ACC_SENSOR_TYPE_BITS, 0, 1) == NOTHING);
    CHECK(load(ACC_SENSOR_TYPE_TEXT, 0, 0) == NOTHING);
    CHECK(load(ACC_SENSOR_TYPE_CONST, -7, 0) == -7 && load(ACC_SENSOR_TYPE_CONST, 127, 0) == 127);
}

static void bits_and_halves(void)
{
    static const uint8_t bytes[] = {0xA5, 0x3C, 0x00, 0xFF, 0x81};
    look_at(bytes, sizeof bytes);
    for (unsigned bit = 0; bit < 8; bit++) {
        CHECK(load(ACC_SENSOR_TYPE_BIT, 0, bit) == (0xA5 >> bit & 1));
        CHECK(load(ACC_SENSOR_TYPE_BIT, -1, bit) == (bit == 0 || bit == 7));
    }
    CHECK(load(ACC_SENSOR_TYPE_BIT, 0, 8) == 1 && load(ACC_SENSOR_TYPE_BIT, 5, 0) == NOTHING);
    static const int64_t halves[] = {10, 5, 3, 12, 0, 0, 15, 15, 8, 1, NOTHING, NOTHING};
    for (int i = 0; i < 12; i++)
        CHECK(load(ACC_SENSOR_TYPE_NIBBLE, i, 0) == halves[i]);
    CHECK(load(ACC_SENSOR_TYPE_NIBBLE, -1, 0) == NOTHING);
    // 0x81FF003CA5, from bit `at` on
    enum { BITS = ACC_SENSOR_TYPE_BITS, SIGNED = ACC_SENSOR_TYPE_SIGNED };
    CHECK(load(BITS, 0, 1) == 1 && load(BITS, 1, 1) == 0 && load(BITS, 2, 1) == 1);
    CHECK(load(BITS, 4, 8) == 0xCA && load(BITS, 4, 7) == 0x4A && load(BITS, 0, 32) == 0xFF003CA5);
    CHECK(load(BITS, 8, 32) == 0x81FF003C && load(BITS, 9, 32) == NOTHING);
    CHECK(load(BITS, 0, 0) == NOTHING && load(BITS, 0, 33) == NOTHING);
    CHECK(load(BITS, 39, 1) == 1 && load(BITS, 40, 1) == NOTHING && load(BITS, 38, 2) == 2);
    CHECK(load(BITS | SIGNED, 4, 8) == 0xCA - 0x100 && load(BITS | SIGNED, 4, 7) == 0x4A - 0x80);
    CHECK(load(BITS | SIGNED, 0, 7) == 0x25 && load(BITS | SIGNED, 0, 1) == -1);
    CHECK(load(BITS | SIGNED, 8, 32) == 0x81FF003C - INT64_C(0x100000000));
    // a text's number is its place
    CHECK(load(ACC_SENSOR_TYPE_TEXT, 2, 3) == 2 && load(ACC_SENSOR_TYPE_TEXT, 2, 4) == NOTHING);
    CHECK(load(ACC_SENSOR_TYPE_TEXT, -2, 2) == 3 && load(ACC_SENSOR_TYPE_TEXT, 5, 0) == 5);
}

// The places of bits are 0 to 255.
static void bits_have_far_places(void)
{
    uint8_t bytes[32] = {[31] = 0x80, [16] = 0x02};
    look_at(bytes, sizeof bytes);
    CHECK(load(ACC_SENSOR_TYPE_BITS, (int8_t)255, 1) == 1);
    CHECK(load(ACC_SENSOR_TYPE_BITS, (int8_t)128, 2) == 2);
}

static int64_t decimal(const char *text)
{
    size_t length = strlen(text);
    look_at((const uint8_t *)text, length);
    return load(ACC_SENSOR_TYPE_DECIMAL, 0, (unsigned)length);
}

static void decimals(void)
{
    static const struct {
        const char *text;
        int64_t number;
    } rows[] = {
        {"0", 0},
        {"7", 7000000},
        {"90", 90000000},
        {"12.5", 12500000},
        {"  36.6  ", 36600000},
        {"-1.25", -1250000},
        {"+2", 2000000},
        {" -3", -3000000},
        {".5", 500000},
        {"5.", 5000000},
        {"0.123456", 123456},
        {"0.1234569", 123456},  // further places do not count
        {"0.00000099", 0},
        {"999999999999", 999999999999000000},
        {"1234567890.12", 1234567890120000},
        {"1234567890123", NOTHING},
        {"1.2.3", NOTHING},
        {"", NOTHING},
        {" ", NOTHING},
        {"-", NOTHING},
        {".", NOTHING},
        {"--1", NOTHING},
        {"1 2", NOTHING},
        {"1/", NOTHING},
        {"1:", NOTHING},
        {"x", NOTHING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(decimal(rows[i].text) == rows[i].number);
    // zeros and spaces behind it; the characters are those of the argument
    look_at((const uint8_t *)"42\0 \0", 5);
    CHECK(load(ACC_SENSOR_TYPE_DECIMAL, 0, 5) == 42000000);
    CHECK(load(ACC_SENSOR_TYPE_DECIMAL, 0, 1) == 4000000);
    CHECK(load(ACC_SENSOR_TYPE_DECIMAL, 1, 4) == 2000000);
    CHECK(load(ACC_SENSOR_TYPE_DECIMAL, 1, 5) == NOTHING);
}

static int64_t of_float(uint64_t bits, size_t size)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
    int64_t micro;
    return acc_sensor_float(bytes, size, &micro) ? micro : NOTHING;
}

// IEEE 754: 2^-24 is 0.0596 millionths; numbers are rounded to millionths, and end below 2^42.
static void floats(void)
{
    static const struct {
        uint64_t bits;
        size_t size;
        int64_t micro;
    } rows[] = {
        {0x3C00, 2, 1000000},
        {0xBE00, 2, -1500000},
        {0x7BFF, 2, 65504000000},
        {0xFBFF, 2, -65504000000},
        {0x7C00, 2, NOTHING},
        {0x7E00, 2, NOTHING},
        {0xFC00, 2, NOTHING},
        {0x0000, 2, 0},
        {0x8000, 2, 0},
        {0x0400, 2, 61},    // 2^-14
        {0x0200, 2, 31},    // without the hidden one: 2^-15
        {0x0009, 2, 1},     // 0.536
        {0x0008, 2, 0},     // 0.477
        {0x2000, 2, 7813},  // 2^-7: 7812.5
        {0xA000, 2, -7813},
        {0x3F800000, 4, 1000000},
        {0xC2290000, 4, -42250000},
        {0x3C000000, 4, 7813},
        {0x4B000000, 4, 8388608000000},   // 2^23
        {0x4B800000, 4, 16777216000000},  // 2^24
        {0x4B800001, 4, 16777218000000},
        {0x547FFFFF, 4, 4398046248960000000},
        {0x54800000, 4, NOTHING},  // 2^42
        {0x7F7FFFFF, 4, NOTHING},
        {0x7F800000, 4, NOTHING},
        {0xFF800000, 4, NOTHING},
        {0x7FC00000, 4, NOTHING},
        {0x00000001, 4, 0},
        {0x35800000, 4, 1},  // 2^-20: 0.954
        {0x34800000, 4, 0},  // 2^-22: 0.238
        {0x3FF0000000000000, 8, 1000000},
        {0x3FF000001FFFFFFF, 8, 1000000},  // cut to a float's mantissa
        {0xC045200000000000, 8, -42250000},
        {0x428FFFFFE0000000, 8, 4398046248960000000},
        {0x4290000000000000, 8, NOTHING},
        {0x7FF0000000000000, 8, NOTHING},
        {0x0000000000000001, 8, 0},
        {0x3F80000000000000, 8, 7813},
        {0x3C00, 0, NOTHING},
        {0x3C00, 1, NOTHING},
        {0x3C00, 3, NOTHING},
        {0x3C00, 5, NOTHING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(of_float(rows[i].bits, rows[i].size) == rows[i].micro);
    static const uint8_t both[] = {0x00, 0x00, 0x29, 0xC2, 0x29, 0x00, 0x00};
    look_at(both, sizeof both);
    CHECK(load(ACC_SENSOR_TYPE_FLOAT, 0, 0) == -42250000);
    CHECK(load(ACC_SENSOR_TYPE_FLOAT | ACC_SENSOR_TYPE_BIG_ENDIAN, 3, 0) == -42250000);
    CHECK(load(ACC_SENSOR_TYPE_FLOAT | ACC_SENSOR_TYPE_BIG_ENDIAN, 4, 0) == NOTHING);
}

int main(void)
{
    integers();
    bits_and_halves();
    bits_have_far_places();
    decimals();
    floats();
    return failures;
}
