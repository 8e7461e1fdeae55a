// Evaluates conditions; inline, because read.c evaluates those of records one after the other.
// condition.c has the rare kinds of terms.
#ifndef ACC_SENSOR_CONDITION_H
#define ACC_SENSOR_CONDITION_H

#include "base/bytes.h"
#include "sensor/frame.h"

// Compares short runs.
static inline bool sensor_equal(const uint8_t *a, const uint8_t *b, size_t size)
{
    for (; size >= 4; a += 4, b += 4, size -= 4)
        if (load_le32(a) != load_le32(b))
            return false;
    for (; size && *a == *b; a++, b++)
        size--;
    return size == 0;
}

// The place in the part; a negative one counts from the end. A place before the start becomes a huge number.
static inline size_t sensor_place_in(const struct sensor_part *part, int8_t at)
{
    return (size_t)at + (at < 0 ? part->length : 0);
}

// The `size` bytes at `at`; null when the part is shorter. A missing part has length 0.
static inline const uint8_t *sensor_bytes_at(const struct sensor_part *part, int8_t at, size_t size)
{
    size_t place = sensor_place_in(part, at), length = part->length;
    return place <= length && size <= length - place ? part->bytes + place : NULL;
}

// (byte & low) == high of the value; false when there is no such byte.
static inline bool sensor_byte_holds(const struct sensor_part *part, const acc_sensor_term *term)
{
    size_t at = (size_t)term->at, length = part->length;
    if (__builtin_expect(at >= length, 0) && (at += length) >= length)
        return false;
    unsigned value = term->value;
    return (part->bytes[at] & value & 0xFF) == value >> 8;
}

// BYTES: those of the pool.
static inline bool sensor_bytes_fit(const struct sensor_part *part, const acc_sensor_table *table,
                                    const acc_sensor_term *term)
{
    const uint8_t *text = table->pool + term->value;
    const uint8_t *p = sensor_bytes_at(part, term->at, *text);
    return p && sensor_equal(p, text + 1, *text);
}

// LENGTH: from low to high of the value, of a part that is there.
static inline bool sensor_length_holds(const struct sensor_part *part, const acc_sensor_term *term)
{
    return part->length >= (term->value & 0xFFu) && part->length <= term->value >> 8;
}

// The next term after one that holds or does not.
static inline unsigned sensor_next(const acc_sensor_term *term, bool holds)
{
    return holds ? term->yes : term->no;
}

// BYTE, BYTES, LENGTH and PRESENT, the kinds of nearly all terms.
static inline bool sensor_is_simple(const acc_sensor_term *term)
{
    return (term->kind & 15) <= ACC_SENSOR_TERM_PRESENT;
}

__attribute__((always_inline)) static inline bool
sensor_simple_holds(const struct sensor_frame *frame, const acc_sensor_table *table,
                    const acc_sensor_term *term)
{
    const struct sensor_part *part = &frame->part[term->kind >> 4 & 3];
    unsigned kind = term->kind & 15;
    if (kind == ACC_SENSOR_TERM_BYTES)
        return sensor_bytes_fit(part, table, term);
    return part->bytes && (kind == ACC_SENSOR_TERM_PRESENT || sensor_length_holds(part, term));
}

// Many terms are BYTE. At one that is not simple, acc_sensor_holds_from goes on: this loop has no calls.
__attribute__((always_inline)) static inline bool
sensor_table_holds(struct sensor_frame *frame, const acc_sensor_table *table, unsigned number)
{
    const acc_sensor_term *first = table->terms + table->conditions[number];
    const acc_sensor_term *term = first;
    for (;;) {
        bool holds;
        if ((term->kind & 15) == ACC_SENSOR_TERM_BYTE)
            holds = sensor_byte_holds(&frame->part[term->kind >> 4 & 3], term);
        else if (sensor_is_simple(term))
            holds = sensor_simple_holds(frame, table, term);
        else
            return acc_sensor_holds_from(frame, first, term);
        unsigned next = sensor_next(term, holds);
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
}

#endif
