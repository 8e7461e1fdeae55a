// Runs the code of rows: the operations on one number and an argument. Inline, because rows.c runs
// it between loading and scaling. value.c has the operations that need the frame.
#ifndef ACC_SENSOR_CODE_H
#define ACC_SENSOR_CODE_H

#include "base/bytes.h"
#include "sensor/frame.h"

// The signed number after an operation: 0, 1, 2, 4 or 8 bytes, by bits 5 to 7.
static inline int64_t sensor_code_argument(const uint8_t *code)
{
    unsigned size = *code >> 5;
    if (size == 1)
        return (int8_t)code[1];
    if (size == 2)
        return (int16_t)load_le16(code + 1);
    if (size == 3)
        return (int32_t)load_le32(code + 1);
    return size ? (int64_t)load_le64(code + 1) : 0;
}

// The low `bits` bits of a number are a number with a sign.
static inline int64_t sensor_code_signed(int64_t x, int64_t bits)
{
    if (bits <= 0 || bits >= 63)
        return x;
    uint64_t sign = UINT64_C(1) << (bits - 1), raw = (uint64_t)x & (2 * sign - 1);
    return (int64_t)((raw ^ sign) - sign);
}

// Runs operations on a number until END or one that needs the frame; returns where that is, null
// when there is no value.
static inline const uint8_t *sensor_code_run(const uint8_t *code, int64_t *number)
{
    int64_t x = *number;
    bool fails = false;
    for (;;) {
        int64_t argument = sensor_code_argument(code);
        switch (*code & 31) {
        case ACC_SENSOR_AND:
            x &= argument;
            break;
        case ACC_SENSOR_XOR:
            x ^= argument;
            break;
        case ACC_SENSOR_SHIFT_RIGHT:
            x = x >= 0 && argument >= 0 && argument < 64 ? x >> argument : 0;
            break;
        case ACC_SENSOR_MODULO:
            x = argument > 0 ? x % argument : 0;
            break;
        case ACC_SENSOR_DIVIDE:
            x = argument > 0 ? x / argument : 0;
            break;
        case ACC_SENSOR_MULTIPLY:
            fails = __builtin_mul_overflow(x, argument, &x);
            break;
        case ACC_SENSOR_ADD:
            fails = __builtin_add_overflow(x, argument, &x);
            break;
        case ACC_SENSOR_NOT:
            x = x == 0;
            break;
        case ACC_SENSOR_AT_MOST:
            x = x > argument ? argument : x;
            break;
        case ACC_SENSOR_AT_LEAST:
            x = x < argument ? argument : x;
            break;
        case ACC_SENSOR_ABSOLUTE:
            fails = x < 0 && __builtin_sub_overflow(INT64_C(0), x, &x);
            break;
        case ACC_SENSOR_SIGNED:
            x = sensor_code_signed(x, argument);
            break;
        case ACC_SENSOR_DROP_IF:
            fails = x == argument;
            break;
        case ACC_SENSOR_DROP_BELOW:
            fails = x < argument;
            break;
        case ACC_SENSOR_DROP_ABOVE:
            fails = x > argument;
            break;
        default:
            *number = x;
            return code;
        }
        if (fails)
            return NULL;
        code += 1 + (1u << (*code >> 5) >> 1);
    }
}

#endif
