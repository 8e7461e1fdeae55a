// Runs the operations of rows' code that need no more than the number and an argument.
//
// Input: code and a number. Output: a number, or none. rows.c and value.c call it.
#include "sensor/code.h"

// The low `bits` bits of a number are a number with a sign.
static inline int64_t sensor_code_signed(int64_t x, int64_t bits)
{
    if (bits <= 0 || bits >= 63)
        return x;
    uint64_t sign = UINT64_C(1) << (bits - 1), raw = (uint64_t)x & (2 * sign - 1);
    return (int64_t)((raw ^ sign) - sign);
}

// `operation` is bits 0 to 5 of a word: a wide one is not here.
__attribute__((always_inline)) static inline enum sensor_effect
operate(unsigned operation, int64_t argument, int64_t *number)
{
    int64_t x = *number;
    bool fails = false;
    switch (operation) {
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
        return SENSOR_NOT_HERE;
    }
    *number = x;
    return fails ? SENSOR_DROPPED : SENSOR_CHANGED;
}

enum sensor_effect acc_sensor_operate(unsigned operation, int64_t argument, int64_t *x)
{
    return operate(operation, argument, x);
}

struct sensor_number acc_sensor_code_run(struct sensor_frame *frame, const uint32_t *code,
                                         int64_t x)
{
    for (;; code++) {
        uint32_t word = *code;
        enum sensor_effect effect = operate(word & 63, sensor_code_argument(word), &x);
        if (effect == SENSOR_NOT_HERE)
            return acc_sensor_run_on(frame, code, x);
        if (effect == SENSOR_DROPPED)
            return sensor_nothing;
        if (word & ACC_SENSOR_LAST)
            return sensor_just(x);
    }
}
