// The operations of rows' code, each alone, from hand-made tables: numbers on both sides of every limit of
// include/accessory/sensor_table.h.
#include "check.h"
#include "sensor/code.h"

#include <math.h>

enum { NOTHING = 1 << 30 };  // in a row of numbers: there is none

static struct sensor_frame frame;
static acc_sensor_table table;

static void look_at(const uint8_t *bytes, size_t length)
{
    frame = (struct sensor_frame){.table = &table};
    frame.part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){bytes, length};
}

// The number after one operation.
static int64_t after(unsigned operation, int64_t argument, int64_t number)
{
    const uint32_t code[] = {operation | ACC_SENSOR_LAST | (uint32_t)argument << 8};
    const uint32_t wide[] = {operation | ACC_SENSOR_LAST | ACC_SENSOR_WIDE, (uint32_t)argument,
                             (uint32_t)((uint64_t)argument >> 32)};
    struct sensor_number result = acc_sensor_code_run(&frame, wide, number);
    if (argument >= -0x800000 && argument < 0x800000) {
        struct sensor_number other = acc_sensor_code_run(&frame, code, number);
        CHECK(result.is_there == other.is_there);
        CHECK(!result.is_there || result.value == other.value);
    }
    return result.is_there ? result.value : NOTHING;
}

static void operations(void)
{
    static const struct {
        unsigned operation;
        int64_t argument, number, result;
    } rows[] = {
        {ACC_SENSOR_AND, 0x0F, 0x3C, 0x0C},
        {ACC_SENSOR_AND, -1, -5, -5},
        {ACC_SENSOR_AND, INT64_C(0xF00000000F), INT64_C(0x3C0000003C), INT64_C(0x300000000C)},
        {ACC_SENSOR_XOR, 0x0F, 0x3C, 0x33},
        {ACC_SENSOR_SHIFT_RIGHT, 3, 0x3C, 7},
        {ACC_SENSOR_SHIFT_RIGHT, 0, 0x3C, 0x3C},
        {ACC_SENSOR_SHIFT_RIGHT, 63, INT64_MAX, 0},
        {ACC_SENSOR_SHIFT_RIGHT, 62, INT64_MAX, 1},
        {ACC_SENSOR_SHIFT_RIGHT, 64, INT64_MAX, 0},
        {ACC_SENSOR_SHIFT_RIGHT, -1, 8, 0},
        {ACC_SENSOR_SHIFT_RIGHT, 1, -8, 0},
        {ACC_SENSOR_SHIFT_RIGHT, 1, 0, 0},
        {ACC_SENSOR_MODULO, 7, 23, 2},
        {ACC_SENSOR_MODULO, 1, 23, 0},
        {ACC_SENSOR_MODULO, 0, 23, 0},
        {ACC_SENSOR_MODULO, 7, -23, -2},
        {ACC_SENSOR_DIVIDE, 7, 23, 3},
        {ACC_SENSOR_DIVIDE, 7, -23, -3},
        {ACC_SENSOR_DIVIDE, 1, 23, 23},
        {ACC_SENSOR_DIVIDE, 0, 23, 0},
        {ACC_SENSOR_DIVIDE, -7, 23, 0},
        {ACC_SENSOR_MULTIPLY, -3, 14, -42},
        {ACC_SENSOR_MULTIPLY, 2, INT64_MAX / 2 + 1, NOTHING},
        {ACC_SENSOR_ADD, -3, 14, 11},
        {ACC_SENSOR_ADD, 1, INT64_MAX, NOTHING},
        {ACC_SENSOR_NOT, 0, 0, 1},
        {ACC_SENSOR_NOT, 0, 5, 0},
        {ACC_SENSOR_AT_MOST, 9, 10, 9},
        {ACC_SENSOR_AT_MOST, 9, 8, 8},
        {ACC_SENSOR_AT_LEAST, 9, 10, 10},
        {ACC_SENSOR_AT_LEAST, 9, 8, 9},
        {ACC_SENSOR_ABSOLUTE, 0, -8, 8},
        {ACC_SENSOR_ABSOLUTE, 0, 8, 8},
        {ACC_SENSOR_ABSOLUTE, 0, 0, 0},
        {ACC_SENSOR_ABSOLUTE, 0, INT64_MIN, NOTHING},
        {ACC_SENSOR_SIGNED, 8, 0x7F, 0x7F},
        {ACC_SENSOR_SIGNED, 8, 0x80, -0x80},
        {ACC_SENSOR_SIGNED, 8, 0x1FF, -1},
        {ACC_SENSOR_SIGNED, 1, 1, -1},
        {ACC_SENSOR_SIGNED, 0, 9, 9},
        {ACC_SENSOR_SIGNED, -1, 9, 9},
        {ACC_SENSOR_SIGNED, 62, INT64_C(1) << 61, -(INT64_C(1) << 61)},
        {ACC_SENSOR_SIGNED, 63, INT64_C(1) << 62, INT64_C(1) << 62},
        {ACC_SENSOR_DROP_IF, 5, 5, NOTHING},
        {ACC_SENSOR_DROP_IF, 5, 6, 6},
        {ACC_SENSOR_DROP_BELOW, 5, 4, NOTHING},
        {ACC_SENSOR_DROP_BELOW, 5, 5, 5},
        {ACC_SENSOR_DROP_ABOVE, 5, 5, 5},
        {ACC_SENSOR_DROP_ABOVE, 5, 6, NOTHING},
        {ACC_SENSOR_LUX, 0, -1, NOTHING},
        {ACC_SENSOR_LUX, 0, 0, 0},
        {ACC_SENSOR_LUX, 0, 255, NOTHING},
    };
    look_at(NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(after(rows[i].operation, rows[i].argument, rows[i].number) == rows[i].result);
    // operations run in order, to the last one or to one that drops the number
    const uint32_t several[] = {ACC_SENSOR_ADD | 2 << 8,
                                ACC_SENSOR_MULTIPLY | 10 << 8,
                                ACC_SENSOR_ADD | ACC_SENSOR_WIDE,
                                1,
                                1,
                                ACC_SENSOR_DROP_IF | 9 << 8,
                                ACC_SENSOR_DIVIDE | ACC_SENSOR_LAST | 2 << 8};
    struct sensor_number result = acc_sensor_code_run(&frame, several, 1);
    CHECK(result.is_there && result.value == (INT64_C(0x100000001) + 30) / 2);
    const uint32_t drops[] = {ACC_SENSOR_DROP_IF | 9 << 8, ACC_SENSOR_NOT | ACC_SENSOR_LAST};
    CHECK(!acc_sensor_code_run(&frame, drops, 9).is_there);
}

// 65536^(x / 254) - 1, to one part in 2^30.
static void light(void)
{
    for (int x = 0; x <= 254; x++) {
        double exact = (pow(65536, x / 254.0) - 1) * 1e6;
        double error = (double)after(ACC_SENSOR_LUX, 0, x) - exact;
        CHECK(fabs(error) < 0.6 + (exact + 1e6) * 7e-10);
    }
}

// Pairs of bytes: the first match counts.
static void pairs(void)
{
    const uint32_t code[] = {ACC_SENSOR_MAP | 3 << 8, 0x0A05, 0xFF06, 0x0B05,
                             ACC_SENSOR_ADD | ACC_SENSOR_LAST | 1 << 8};
    static const int64_t rows[][2] = {
        {5, 11}, {6, 256}, {7, NOTHING}, {0x105, NOTHING}, {-1, NOTHING}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sensor_number result = acc_sensor_code_run(&frame, code, rows[i][0]);
        CHECK((result.is_there ? result.value : NOTHING) == rows[i][1]);
    }
    const uint32_t none[] = {ACC_SENSOR_MAP | ACC_SENSOR_LAST, 0x0A05};
    CHECK(!acc_sensor_code_run(&frame, none, 5).is_there);
}

// Operations that need other rows and conditions: rows 0 and 1 are bytes 0 and 1, 1 with code; condition 1 is bit 7 of byte 0;
// rows 2 to 6 ask for the one before.
static void other_rows(void)
{
    static const uint32_t code[] = {
        0,                                               // 0: none
        ACC_SENSOR_MULTIPLY | ACC_SENSOR_LAST | 2 << 8,  // 1
        ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | 1 << 8,
        1,
        ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | 1 << 8,
        2,
        ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | 1 << 8,
        3,
        ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | 1 << 8,
        4,
    };
    static const uint16_t code_at[] = {0, 1, 2, 4, 6, 8};
    const uint8_t part = ACC_SENSOR_PART_SERVICE << 6;
    const acc_sensor_row rows[] = {
        {.type = 1 | part},
        {.type = 1 | part, .at = 1, .code = 1},
        {.type = ACC_SENSOR_TYPE_CONST | part, .at = 10, .code = 2},
        {.type = ACC_SENSOR_TYPE_CONST | part, .at = 20, .code = 3},
        {.type = ACC_SENSOR_TYPE_CONST | part, .at = 30, .code = 4},
        {.type = ACC_SENSOR_TYPE_CONST | part, .at = 40, .code = 5},
        {.type = 1 | part, .at = 2},
    };
    static const uint16_t conditions[] = {0, 1, 2};
    static const acc_sensor_term terms[] = {
        {.yes = ACC_SENSOR_ACCEPT, .no = ACC_SENSOR_ACCEPT},
        {.kind = ACC_SENSOR_TERM_BYTE | ACC_SENSOR_PART_SERVICE << 4,
         .value = 0x8080,
         .yes = ACC_SENSOR_ACCEPT,
         .no = ACC_SENSOR_REJECT},
    };
    table = (acc_sensor_table){
        .rows = rows, .code = code, .code_at = code_at, .conditions = conditions, .terms = terms};
    static const uint8_t bytes[] = {0x83, 5};
    look_at(bytes, sizeof bytes);
    CHECK(acc_sensor_inner_value(&frame, 0).value == 0x83);
    CHECK(acc_sensor_inner_value(&frame, 1).value == 10);
    CHECK(acc_sensor_inner_value(&frame, 2).value == 20);
    CHECK(acc_sensor_inner_value(&frame, 3).value == 40);
    CHECK(acc_sensor_inner_value(&frame, 4).value == 70 &&
          acc_sensor_inner_value(&frame, 4).is_there);
    CHECK(frame.depth == 0);
    // a fifth row with code that asks is too many
    CHECK(!acc_sensor_inner_value(&frame, 5).is_there && frame.depth == 0);
    CHECK(!acc_sensor_inner_value(&frame, 6).is_there);

    const uint32_t negate[] = {ACC_SENSOR_NEGATE_IF | ACC_SENSOR_LAST | 1 << 8};
    CHECK(acc_sensor_code_run(&frame, negate, 9).value == -9);
    CHECK(!acc_sensor_code_run(&frame, negate, INT64_MIN).is_there);
    static const uint8_t positive[] = {0x73, 5};
    look_at(positive, sizeof positive);
    CHECK(acc_sensor_code_run(&frame, negate, 9).value == 9);
    CHECK(acc_sensor_code_run(&frame, negate, INT64_MIN).is_there);

    const uint32_t add[] = {ACC_SENSOR_ADD_ROW | (uint32_t)-3 << 8, 1,
                            ACC_SENSOR_ADD | ACC_SENSOR_LAST | 1 << 8};
    CHECK(acc_sensor_code_run(&frame, add, 100).value == 71);
    CHECK(!acc_sensor_code_run(&frame, add, INT64_MIN).is_there);
    const uint32_t add_missing[] = {ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | 1 << 8, 6};
    CHECK(!acc_sensor_code_run(&frame, add_missing, 100).is_there);
    const uint32_t add_much[] = {ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST | ACC_SENSOR_WIDE, 0,
                                 0x40000000, 1};
    CHECK(!acc_sensor_code_run(&frame, add_much, 0).is_there);

    // 7 (2000 + 30 * 10 + 4 * 100) / 1000 = 18.9, then 1 more
    const uint32_t curve[] = {
        ACC_SENSOR_POLYNOMIAL, 1, 2000, 30, 4, ACC_SENSOR_ADD | ACC_SENSOR_LAST | 1 << 8};
    CHECK(acc_sensor_code_run(&frame, curve, 7).value == 19);
    const uint32_t falling[] = {ACC_SENSOR_POLYNOMIAL | ACC_SENSOR_LAST, 1, 2000, (uint32_t)-30,
                                (uint32_t)-4};
    CHECK(acc_sensor_code_run(&frame, falling, 1000).value == 1300);
    CHECK(!acc_sensor_code_run(&frame, falling, INT64_MAX).is_there);
    const uint32_t no_row[] = {ACC_SENSOR_POLYNOMIAL | ACC_SENSOR_LAST, 6, 1, 1, 1};
    CHECK(!acc_sensor_code_run(&frame, no_row, 7).is_there);
}

int main(void)
{
    operations();
    light();
    pairs();
    other_rows();
    return failures;
}
