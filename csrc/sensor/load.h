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

// The number of a row that is an integer of one to four bytes at a known place, before its code, as
// nearly all are. False for other rows, which acc_sensor_load has.
__attribute__((always_inline)) static inline bool
sensor_load_plain(const struct sensor_frame *frame, const acc_sensor_row *row, int64_t *number)
{
    const struct sensor_part *part = &frame->part[row->type >> 6];
    // a place from the end is negative: as an unsigned number it is behind any part
    size_t at = (size_t)row->at, length = part->length;
    if (at >= length)
        return false;
    const uint8_t *p = part->bytes + at;
    size_t rest = length - at;
    unsigned type = row->type & 63;
    int64_t raw;
    if (__builtin_expect(type == 1, 1)) {  // half of all rows
        *number = *p & ~row->argument;
        return true;
    }
    if (type == (1 | ACC_SENSOR_TYPE_SIGNED)) {
        raw = (int8_t)*p;
    } else if ((type & 15) == 2) {
        if (rest < 2)
            return false;
        raw = type & ACC_SENSOR_TYPE_BIG_ENDIAN ? load_be16(p) : load_le16(p);
        if (type & ACC_SENSOR_TYPE_SIGNED)
            raw = (int16_t)raw;
    } else if ((type & 15) == 4 && rest >= 4 && !(type & ACC_SENSOR_TYPE_SIGNED)) {
        raw = type & ACC_SENSOR_TYPE_BIG_ENDIAN ? load_be32(p) : load_le32(p);
    } else if ((type & ~(unsigned)ACC_SENSOR_TYPE_BIG_ENDIAN) == 3 && rest >= 3) {
        raw = type & ACC_SENSOR_TYPE_BIG_ENDIAN ? p[0] << 16 | load_be16(p + 1)
                                                : p[2] << 16 | load_le16(p);
    } else {
        return false;
    }
    *number = raw & ~(int64_t)row->argument;  // the argument's bits are those to clear
    return true;
}

#endif
