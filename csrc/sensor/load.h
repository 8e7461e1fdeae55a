// Loads a row's number; inline, because most rows are one or two bytes without code. rows.c and value.c use it.
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

// What the first and the last of one or two bytes count, and which bit is the sign; by bits 4 and 5
// of the type, then by the size.
static const struct {
    uint16_t first, last, sign;
} sensor_weights[8] = {
    {1, 0, 0}, {1, 256, 0}, {1, 0, 0x80}, {1, 256, 0x8000},
    {1, 0, 0}, {256, 1, 0}, {1, 0, 0x80}, {256, 1, 0x8000},
};

// The number of a row that is an integer of one or two bytes at a known place, before its code, as
// nearly all are. Without a branch for size, sign or byte order, which are as good as random. False
// for other rows, which acc_sensor_load has.
static inline bool sensor_load_plain(const struct sensor_frame *frame, const acc_sensor_row *row,
                                     int64_t *number)
{
    unsigned type = row->type, two = (type & 15) - 1;  // 1 for two bytes, 0 for one
    const struct sensor_part *part = &frame->part[type >> 6];
    // a place from the end is negative: as an unsigned number it is behind any part
    size_t at = (size_t)row->at;
    if (two > 1 || at >= part->length || two >= part->length - at)
        return false;
    const uint8_t *p = part->bytes + at;
    unsigned shape = (type >> 3 & 6) + two;
    int32_t raw = p[0] * sensor_weights[shape].first + p[two] * sensor_weights[shape].last;
    raw = (raw ^ sensor_weights[shape].sign) - sensor_weights[shape].sign;
    *number = raw & ~(int32_t)row->argument;  // which has the low bits that do not count
    return true;
}

#endif
