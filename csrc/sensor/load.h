// Loads a row's number; inline, because most rows are one or two bytes without code. rows.c, value.c and
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

// The number of a row, before its code. Nearly all rows are integers of one or two bytes at a known
// place: they are loaded here without a branch for their size, sign or byte order, which are as good
// as random. acc_sensor_load has the others.
static inline struct sensor_number sensor_load_row(const struct sensor_frame *frame,
                                                   const acc_sensor_row *row)
{
    unsigned type = row->type, two = (type & 15) - 1;  // 1 for two bytes, 0 for one
    const struct sensor_part *part = &frame->part[type >> 6];
    // a place from the end is negative: as an unsigned number it is behind any part
    size_t at = (size_t)row->at;
    if (two > 1 || at >= part->length || two >= part->length - at)
        return acc_sensor_load(frame, row);
    // the bytes are put at the upper end of 32 bits; a single one twice
    uint32_t first = part->bytes[at], last = part->bytes[at + two];
    uint32_t raw = (type & ACC_SENSOR_TYPE_BIG_ENDIAN ? first << 8 | last : last << 8 | first)
                   << 16;
    unsigned spare = 24 - 8 * two;
    raw = type & ACC_SENSOR_TYPE_SIGNED ? (uint32_t)((int32_t)raw >> spare) : raw >> spare;
    // the argument has the low bits that do not count
    return sensor_just((int32_t)(raw & ~(uint32_t)row->argument));
}

// The signed number after an operation: 0, 1, 2, 4 or 8 bytes, by bits 5 to 7.
static inline int64_t sensor_argument(const uint8_t *code)
{
    switch (*code >> 5) {
    case 0:
        return 0;
    case 1:
        return (int8_t)code[1];
    case 2:
        return (int16_t)load_le16(code + 1);
    case 3:
        return (int32_t)load_le32(code + 1);
    default:
        return (int64_t)load_le64(code + 1);
    }
}

// Runs the code `number` on x. The operations of most codes are here, without a call; at any other
// one acc_sensor_run continues.
static inline struct sensor_number sensor_run(struct sensor_frame *frame, unsigned number,
                                              int64_t x)
{
    const acc_sensor_table *table = frame->table;
    const uint8_t *code = table->code + table->code_at[number];
    do {
        int64_t argument = sensor_argument(code);
        unsigned operation = *code & 31;
        if (operation == ACC_SENSOR_DROP_ABOVE) {
            if (x > argument)
                return sensor_nothing;
        } else if (operation == ACC_SENSOR_DROP_IF) {
            if (x == argument)
                return sensor_nothing;
        } else {
            return acc_sensor_run(frame, code, x);
        }
        code += 1 + (1u << (*code >> 5) >> 1);
    } while (*code != ACC_SENSOR_END);
    return sensor_just(x);
}

// The number, after the row's code if it has any.
static inline struct sensor_number sensor_value(struct sensor_frame *frame,
                                                const acc_sensor_row *row)
{
    struct sensor_number number = sensor_load_row(frame, row);
    return number.is_there && row->code ? sensor_run(frame, row->code, number.value) : number;
}

#endif
