// Runs the code of rows: code.c has the operations on one number and an argument, value.c those that need the frame.
#ifndef ACC_SENSOR_CODE_H
#define ACC_SENSOR_CODE_H

#include "sensor/condition.h"

// The argument in a word of code.
static inline int32_t sensor_code_argument(uint32_t word)
{
    return (int32_t)word >> 8;
}

enum sensor_effect {
    SENSOR_CHANGED,
    SENSOR_DROPPED,   // there is no value
    SENSOR_NOT_HERE,  // the operation is one of value.c's
};

// Extends the sign of the low `bits` bits of a number.
static inline int64_t sensor_code_signed(int64_t x, int64_t bits)
{
    if (bits <= 0 || bits >= 63)
        return x;
    uint64_t sign = UINT64_C(1) << (bits - 1), raw = (uint64_t)x & (2 * sign - 1);
    return (int64_t)((raw ^ sign) - sign);
}

// Applies one operation to a number. `operation` is bits 0 to 5 of a word; wide operations are value.c's.
__attribute__((always_inline)) static inline enum sensor_effect
sensor_operate(unsigned operation, int64_t argument, int64_t *number)
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

// sensor_operate as a function, for callers that need not be fast.
enum sensor_effect acc_sensor_operate(unsigned operation, int64_t argument, int64_t *x);

// Runs code on a number.
struct sensor_number acc_sensor_code_run(struct sensor_frame *frame, const uint32_t *code,
                                         int64_t x);

// Continues at an operation that needs the frame, more words or a wide argument.
struct sensor_number acc_sensor_run_on(struct sensor_frame *frame, const uint32_t *code, int64_t x);

// Whether a condition holds: most have one term, on a byte.
__attribute__((always_inline)) static inline bool
sensor_condition(struct sensor_frame *frame, const acc_sensor_table *table, unsigned number)
{
    const acc_sensor_term *term = table->terms + table->conditions[number];
    if ((term->kind & 15) == ACC_SENSOR_TERM_BYTE) {
        unsigned next =
            sensor_next(term, sensor_byte_holds(&frame->part[term->kind >> 4 & 3], term));
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
    }
    return acc_sensor_condition(frame, number);
}

// acc_sensor_code_run inline, without a call for operations that need no more than the number and an argument.
__attribute__((always_inline)) static inline struct sensor_number
sensor_run_here(struct sensor_frame *frame, const uint32_t *code, int64_t x)
{
    for (;; code++) {
        uint32_t word = *code;
        enum sensor_effect effect = sensor_operate(word & 63, sensor_code_argument(word), &x);
        if (__builtin_expect(effect == SENSOR_NOT_HERE, 0))
            return acc_sensor_run_on(frame, code, x);
        if (effect == SENSOR_DROPPED)
            return sensor_nothing;
        if (word & ACC_SENSOR_LAST)
            return sensor_just(x);
    }
}

#endif
