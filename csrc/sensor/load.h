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

// An integer of whole bytes at a fixed place, negative from the end.
static inline bool sensor_load_integer(const struct sensor_part *part, const acc_sensor_row *row,
                                       int64_t *number)
{
    unsigned size = row->type & 15;
    int at = row->at;
    if (at < 0)
        at += (int)part->length;
    if (at < 0 || (size_t)at + size > part->length)
        return false;
    const uint8_t *p = part->bytes + at;
    if (size == 1)
        *number = row->type & ACC_SENSOR_TYPE_SIGNED ? (int8_t)*p : *p;
    else if (size == 2) {
        uint16_t raw = row->type & ACC_SENSOR_TYPE_BIG_ENDIAN ? load_be16(p) : load_le16(p);
        *number = row->type & ACC_SENSOR_TYPE_SIGNED ? (int16_t)raw : raw;
    } else
        *number = sensor_load(p, size, row->type);
    return true;
}

// The number, after the row's code if it has any.
static inline bool sensor_value(struct sensor_frame *frame, const acc_sensor_row *row,
                                int64_t *number)
{
    bool whole = (row->type & 15u) - 1 < 8;
    if (whole ? !sensor_load_integer(&frame->part[row->type >> 6], row, number)
              : !acc_sensor_load(frame, row, number))
        return false;
    return row->code == 0 || acc_sensor_run(frame, row->code, number);
}

#endif
