// Runs the operations of rows' code that need no more than the number and an argument.
//
// Input: code and a number. Output: where the code stops, and the number there. rows.c and value.c call it.
#include "sensor/code.h"

// The low `bits` bits of a number are a number with a sign.
static inline int64_t sensor_code_signed(int64_t x, int64_t bits)
{
    if (bits <= 0 || bits >= 63)
        return x;
    uint64_t sign = UINT64_C(1) << (bits - 1), raw = (uint64_t)x & (2 * sign - 1);
    return (int64_t)((raw ^ sign) - sign);
}

struct sensor_code acc_sensor_code_run(const uint8_t *code, int64_t x)
{
    bool fails = false;
    while (*code != ACC_SENSOR_END) {
        const uint8_t *next = code;
        int64_t argument = sensor_code_argument(&next);
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
            return (struct sensor_code){code, x};
        }
        if (fails)
            return (struct sensor_code){NULL, 0};
        code = next;
    }
    return (struct sensor_code){code, x};
}
