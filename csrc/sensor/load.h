// Loads a row's number; inline, because most rows are whole bytes without code. rows.c, value.c and
// condition.c use it.
#ifndef ACC_SENSOR_LOAD_H
#define ACC_SENSOR_LOAD_H

#include "base/bytes.h"
#include "sensor/frame.h"

// `size` bytes (1 to 8) as a number; `type` has SIGNED and BIG_ENDIAN.
static inline int64_t sensor_load(const uint8_t *p, unsigned size, unsigned type)
{
    uint64_t raw = 0;
    if (type & ACC_SENSOR_TYPE_BIG_ENDIAN)
        for (unsigned i = 0; i < size; i++)
            raw = raw << 8 | p[i];
    else
        for (unsigned i = size; i-- > 0;)
            raw = raw << 8 | p[i];
    unsigned spare = 64 - 8 * size;
    return type & ACC_SENSOR_TYPE_SIGNED ? (int64_t)(raw << spare) >> spare : (int64_t)raw;
}

// The number of a row of one or two bytes, or of one bit, at a place from the start. False for
// every other row, which acc_sensor_load loads.
static inline bool sensor_load_short(const struct sensor_frame *frame, const acc_sensor_row *row,
                                     int64_t *number)
{
    const struct sensor_part *part = &frame->part[row->type >> 6];
    // a place from the end is negative: as an unsigned number it is behind any part
    size_t at = (size_t)row->at, length = part->length;
    const uint8_t *p;
    switch (row->type & 63) {
    case 1:
        if (at >= length)
            return false;
        *number = part->bytes[at];
        return true;
    case 1 | ACC_SENSOR_TYPE_SIGNED:
        if (at >= length)
            return false;
        *number = (int8_t)part->bytes[at];
        return true;
    case ACC_SENSOR_TYPE_BIT:
        if (at >= length)
            return false;
        *number = part->bytes[at] >> (row->argument & 7) & 1;
        return true;
    case 2:
        if (at >= length || at + 1 >= length)
            return false;
        p = part->bytes + at;
        *number = load_le16(p);
        return true;
    case 2 | ACC_SENSOR_TYPE_SIGNED:
        if (at >= length || at + 1 >= length)
            return false;
        p = part->bytes + at;
        *number = (int16_t)load_le16(p);
        return true;
    case 2 | ACC_SENSOR_TYPE_BIG_ENDIAN:
        if (at >= length || at + 1 >= length)
            return false;
        p = part->bytes + at;
        *number = load_be16(p);
        return true;
    case 2 | ACC_SENSOR_TYPE_SIGNED | ACC_SENSOR_TYPE_BIG_ENDIAN:
        if (at >= length || at + 1 >= length)
            return false;
        p = part->bytes + at;
        *number = (int16_t)load_be16(p);
        return true;
    default:
        return false;
    }
}

// A byte of code whose argument has one, two or four bytes.
#define SENSOR_ONE(operation) ((operation) | 1 << 5)
#define SENSOR_TWO(operation) ((operation) | 2 << 5)
#define SENSOR_FOUR(operation) ((operation) | 3 << 5)

// Runs the code `number` on `*x`; false when that leaves no value. The operations of most codes are
// here, without a call; at any other one acc_sensor_run continues.
static inline bool sensor_run(struct sensor_frame *frame, unsigned number, int64_t *x)
{
    const uint8_t *code = frame->table->code + frame->table->code_at[number];
    for (;;) {
        switch (*code) {
        case ACC_SENSOR_END:
            return true;
        case SENSOR_ONE(ACC_SENSOR_AND):
            *x &= (int8_t)code[1];
            break;
        case SENSOR_ONE(ACC_SENSOR_DROP_IF):
            if (*x == (int8_t)code[1])
                return false;
            break;
        case SENSOR_ONE(ACC_SENSOR_AT_LEAST):
            *x = *x < (int8_t)code[1] ? (int8_t)code[1] : *x;
            break;
        case SENSOR_ONE(ACC_SENSOR_AT_MOST):
            *x = *x > (int8_t)code[1] ? (int8_t)code[1] : *x;
            break;
        case SENSOR_TWO(ACC_SENSOR_DROP_IF):
            if (*x == (int16_t)load_le16(code + 1))
                return false;
            code++;
            break;
        case SENSOR_TWO(ACC_SENSOR_DROP_ABOVE):
            if (*x > (int16_t)load_le16(code + 1))
                return false;
            code++;
            break;
        case SENSOR_FOUR(ACC_SENSOR_DROP_IF):
            if (*x == (int32_t)load_le32(code + 1))
                return false;
            code += 3;
            break;
        case SENSOR_FOUR(ACC_SENSOR_AND):
            *x &= (int32_t)load_le32(code + 1);
            code += 3;
            break;
        case SENSOR_ONE(ACC_SENSOR_MULTIPLY):
            if (__builtin_mul_overflow(*x, (int8_t)code[1], x))
                return false;
            break;
        case SENSOR_ONE(ACC_SENSOR_SHIFT_RIGHT):
            *x = *x >= 0 && (uint8_t)code[1] < 64 ? *x >> code[1] : 0;
            break;
        default: {
            int64_t rest = *x;  // of its own, so that the caller's number stays in a register
            bool left = acc_sensor_run(frame, code, &rest);
            *x = rest;
            return left;
        }
        }
        code += 2;
    }
}

#endif
