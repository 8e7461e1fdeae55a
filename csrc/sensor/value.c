// Computes a row's number: loads what is not a whole number of bytes, and runs the row's code.
// Integer arithmetic only, so every processor gets the same readings; an overflow drops the value.
//
// Input: a frame and a row. Output: a number for rows.c, before its scale.
//
// This file, code.c and condition.c call each other, because the table's language is recursive: a row's code may ask for
// another row or for a condition, and a condition for a row. MAX_DEPTH limits the nesting.
#include "sensor/code.h"
#include "sensor/condition.h"
#include "sensor/load.h"

#include "base/bytes.h"

enum {
    MICRO = 1000000,
    MAX_DEPTH =
        4,  // rows and conditions that need rows: limits the stack, as a table may be the caller's
};

// mantissa * 2^exponent in millionths, rounded; mantissa below 2^24, and exponent up to 18, so that
// the result is below 2^62.
static bool micro_of(uint32_t mantissa, int exponent, bool negative, int64_t *micro)
{
    uint64_t value = (uint64_t)mantissa * MICRO;
    if (exponent > 18)
        return false;
    if (exponent >= 0)
        value <<= exponent;
    else
        value = exponent < -60 ? 0 : (value + (UINT64_C(1) << (-exponent - 1))) >> -exponent;
    *micro = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

// value = mantissa * 2^(exponent - bias - mantissa bits), with the hidden one unless the exponent
// is 0.
bool acc_sensor_float(const uint8_t *bytes, size_t size, int64_t *micro)
{
    if (size != 2 && size != 4 && size != 8)
        return false;
    // bits of exponent and mantissa; a double's mantissa is cut to a float's
    int exponent_bits = size == 2 ? 5 : size == 4 ? 8 : 11;
    int mantissa_bits = size == 2 ? 10 : size == 4 ? 23 : 52;
    uint64_t bits = (uint64_t)sensor_load(bytes, (unsigned)size, 0);
    int exponent = (int)(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
    if (exponent == (1 << exponent_bits) - 1)
        return false;
    uint64_t mantissa = bits & ((UINT64_C(1) << mantissa_bits) - 1);
    mantissa |= exponent ? UINT64_C(1) << mantissa_bits : 0;
    int spare = size == 8 ? 29 : 0;
    exponent = (exponent ? exponent : 1) - ((1 << (exponent_bits - 1)) - 1) - mantissa_bits + spare;
    return micro_of((uint32_t)(mantissa >> spare), exponent, bits >> (8 * size - 1), micro);
}

// A decimal number of `size` characters in millionths, cut after six places; spaces around it are allowed.
static bool load_decimal(const uint8_t *p, size_t size, int64_t *number)
{
    size_t i = 0, digits = 0;
    int64_t value = 0, unit = MICRO;  // of the last digit
    bool has_point = false;
    while (size && (p[size - 1] == ' ' || p[size - 1] == 0))
        size--;
    while (i < size && p[i] == ' ')
        i++;
    bool negative = i < size && p[i] == '-';
    i += i < size && (p[i] == '-' || p[i] == '+');
    for (; i < size; i++) {
        if (p[i] == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (p[i] < '0' || p[i] > '9' || ++digits > 12)
            return false;
        if (has_point)
            unit /= 10;
        else
            value *= 10;
        value += (p[i] - '0') * unit;
    }
    *number = negative ? -value : value;
    return digits > 0;
}

// `argument` bits from bit `at`, little-endian across bytes.
static bool load_bits(const struct sensor_part *part, const acc_sensor_row *row, int64_t *number)
{
    unsigned from = (uint8_t)row->at, count = row->argument;
    if (count == 0 || count > 32 || from + count > part->length * 8)
        return false;
    uint64_t raw = 0;
    for (unsigned i = 0; i < count; i++)
        raw |= (uint64_t)(part->bytes[(from + i) / 8] >> (from + i) % 8 & 1) << i;
    uint64_t sign = UINT64_C(1) << (count - 1);
    *number = row->type & ACC_SENSOR_TYPE_SIGNED ? (int64_t)((raw ^ sign) - sign) : (int64_t)raw;
    return true;
}

// A 32-bit float in either byte order.
static bool load_float(const uint8_t *p, unsigned type, int64_t *number)
{
    uint8_t turned[4] = {p[3], p[2], p[1], p[0]};
    return acc_sensor_float(type & ACC_SENSOR_TYPE_BIG_ENDIAN ? turned : p, 4, number);
}

// The first byte of a row and its size; null when the data is shorter.
static const uint8_t *place_of(const struct sensor_part *part, const acc_sensor_row *row,
                               unsigned type)
{
    size_t at = sensor_place_in(part, row->at), size = type;
    if (type == ACC_SENSOR_TYPE_NIBBLE)
        at = row->at < 0 ? part->length + 1 : (size_t)row->at / 2;
    if (type == ACC_SENSOR_TYPE_DECIMAL || type == ACC_SENSOR_TYPE_TEXT)
        size = row->argument;
    else if (type == ACC_SENSOR_TYPE_FLOAT)
        size = 4;
    else if (type > 8)
        size = 1;
    return at <= part->length && size <= part->length - at ? part->bytes + at : NULL;
}

// Any row's number; load.h has a shorter way for the common types.
struct sensor_number acc_sensor_load(const struct sensor_frame *frame, const acc_sensor_row *row)
{
    const struct sensor_part *part = &frame->part[row->type >> 6];
    unsigned type = row->type & 15;
    int64_t number = row->at;
    bool is_there = true;
    if (type == ACC_SENSOR_TYPE_CONST)
        return sensor_just(number);
    if (type == ACC_SENSOR_TYPE_BITS) {
        is_there = part->bytes && load_bits(part, row, &number);
        return (struct sensor_number){number, is_there};
    }
    const uint8_t *p = place_of(part, row, type);
    if (!part->bytes || !p)
        return sensor_nothing;
    switch (type) {
    case ACC_SENSOR_TYPE_BIT:
        return sensor_just(*p >> (row->argument & 7) & 1);
    case ACC_SENSOR_TYPE_NIBBLE:
        return sensor_just(row->at & 1 ? *p & 15 : *p >> 4);
    case ACC_SENSOR_TYPE_DECIMAL:
        is_there = load_decimal(p, row->argument, &number);
        return (struct sensor_number){number, is_there};
    case ACC_SENSOR_TYPE_FLOAT:
        is_there = load_float(p, row->type, &number);
        return (struct sensor_number){number, is_there};
    case ACC_SENSOR_TYPE_TEXT:
        return sensor_just(p - part->bytes);
    default:
        if (type == 0 || type > 8)
            return sensor_nothing;
        return sensor_just(sensor_load(p, type, row->type) & ~(int64_t)row->argument);
    }
}

// 65536^(x / 254) - 1 in millionths, for x from 0 to 254: 2^(8x / 127), as a product of powers of
// 2^(1/127) in units of 2^-31.
static int64_t lux(int64_t x)
{
    static const uint32_t powers[7] = {0x80B354F3, 0x8167A525, 0x82D33CCB, 0x85B67017,
                                       0x8BAE24F7, 0x986D2535, 0xB5839570};
    uint64_t power = UINT64_C(1) << 31;
    unsigned whole = (unsigned)x * 8 / 127, rest = (unsigned)x * 8 % 127;
    for (unsigned bit = 0; bit < 7; bit++)
        if (rest >> bit & 1)
            power = (power * powers[bit] + (1u << 30)) >> 31;
    return (int64_t)(((power << whole >> 8) * MICRO + (1u << 22)) >> 23) - MICRO;
}

struct sensor_number acc_sensor_inner_value(struct sensor_frame *frame, unsigned number)
{
    const acc_sensor_table *table = frame->table;
    const acc_sensor_row *row = &table->rows[number];
    struct sensor_number value = {.is_there = true};
    if (!sensor_load_plain(frame, row, &value.value))
        value = acc_sensor_load(frame, row);
    if (!value.is_there || row->code == 0)
        return value;
    if (frame->depth == MAX_DEPTH)
        return sensor_nothing;
    frame->depth++;
    value = acc_sensor_code_run(frame, table->code + table->code_at[row->code], value.value);
    frame->depth--;
    return value;
}

// x = x (c0 + c1 t + c2 t^2) / 1000 by Horner's rule, t another row's number.
static bool polynomial(struct sensor_frame *frame, const uint32_t *operand, int64_t *x)
{
    struct sensor_number t = acc_sensor_inner_value(frame, operand[0]);
    int64_t sum = 0;
    if (!t.is_there)
        return false;
    for (int i = 3; i > 0; i--) {
        int64_t factor = (int32_t)operand[i];
        if (__builtin_mul_overflow(sum, t.value, &sum) || __builtin_add_overflow(sum, factor, &sum))
            return false;
    }
    if (__builtin_mul_overflow(*x, sum, x))
        return false;
    *x /= 1000;
    return true;
}

// Adds `argument` times another row's number.
static bool add_row(struct sensor_frame *frame, unsigned row, int64_t argument, int64_t *x)
{
    struct sensor_number other = acc_sensor_inner_value(frame, row);
    return other.is_there && !__builtin_mul_overflow(other.value, argument, &other.value) &&
           !__builtin_add_overflow(*x, other.value, x);
}

// Looks `*x` up among pairs of bytes.
static bool map(const uint32_t *pair, int64_t count, int64_t *x)
{
    for (; count-- > 0; pair++) {
        if ((*pair & 0xFF) != (uint64_t)*x)
            continue;
        *x = *pair >> 8 & 0xFF;
        return true;
    }
    return false;
}

// One operation, its operands behind its argument; false drops the value.
static bool apply(struct sensor_frame *frame, unsigned operation, const uint32_t *operand,
                  int64_t argument, int64_t *x)
{
    switch (operation) {
    case ACC_SENSOR_NEGATE_IF:
        return !sensor_condition(frame, frame->table, (unsigned)argument) ||
               !__builtin_sub_overflow(INT64_C(0), *x, x);
    case ACC_SENSOR_ADD_ROW:
        return add_row(frame, *operand, argument, x);
    case ACC_SENSOR_POLYNOMIAL:
        return polynomial(frame, operand, x);
    case ACC_SENSOR_MAP:
        return map(operand, argument, x);
    case ACC_SENSOR_LUX:
        if (*x < 0 || *x > 254)
            return false;
        *x = lux(*x);
        return true;
    default:
        return acc_sensor_operate(operation, argument, x) == SENSOR_CHANGED;
    }
}

// The words of an operation's own operands.
static size_t operands_of(unsigned operation, int64_t argument)
{
    return operation == ACC_SENSOR_ADD_ROW      ? 1
           : operation == ACC_SENSOR_POLYNOMIAL ? 4
           : operation == ACC_SENSOR_MAP        ? (size_t)argument
                                                : 0;
}

// One accumulator, x; operations run in order until the last one or until one drops the value.
struct sensor_number acc_sensor_run_on(struct sensor_frame *frame, const uint32_t *code, int64_t x)
{
    for (;;) {
        uint32_t word = *code++;
        unsigned operation = word & 31;
        int64_t argument = sensor_code_argument(word);
        if (word & ACC_SENSOR_WIDE) {
            argument = (int64_t)(code[0] | (uint64_t)code[1] << 32);
            code += 2;
        }
        if (!apply(frame, operation, code, argument, &x))
            return sensor_nothing;
        if (word & ACC_SENSOR_LAST)
            return sensor_just(x);
        code += operands_of(operation, argument);
    }
}
