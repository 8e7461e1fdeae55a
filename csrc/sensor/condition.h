// Evaluates conditions; inline, because read.c evaluates those of records one after the other.
// condition.c has the rare kinds of terms.
#ifndef ACC_SENSOR_CONDITION_H
#define ACC_SENSOR_CONDITION_H

#include "sensor/frame.h"

// Compares short runs byte by byte.
static inline bool sensor_equal(const uint8_t *a, const uint8_t *b, size_t size)
{
    while (size && *a == *b) {
        a++;
        b++;
        size--;
    }
    return size == 0;
}

// A place, which is from the end when it is negative; huge when it is before the start.
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

// BYTES: those of the pool.
static inline bool sensor_bytes_fit(const struct sensor_frame *frame, const acc_sensor_term *term)
{
    const uint8_t *text = frame->table->pool + term->value;
    const uint8_t *p = sensor_bytes_at(&frame->part[term->kind >> 4 & 3], term->at, *text);
    return p && sensor_equal(p, text + 1, *text);
}

// The kinds of nearly all terms: BYTE, BYTES, LENGTH, PRESENT.
static inline bool sensor_is_simple(const acc_sensor_term *term)
{
    return (term->kind & 15) <= ACC_SENSOR_TERM_PRESENT;
}

static inline bool sensor_simple_holds(const struct sensor_frame *frame,
                                       const acc_sensor_term *term)
{
    const struct sensor_part *part = &frame->part[term->kind >> 4 & 3];
    unsigned kind = term->kind & 15, value = term->value;
    size_t at = sensor_place_in(part, term->at), length = part->length;
    if (__builtin_expect(kind == ACC_SENSOR_TERM_BYTE, 1))  // (byte & low) == high of the value
        return at < length && (part->bytes[at] & value & 0xFF) == value >> 8;
    if (kind == ACC_SENSOR_TERM_BYTES)
        return sensor_bytes_fit(frame, term);
    if (kind == ACC_SENSOR_TERM_LENGTH)  // from low to high of the value
        return part->bytes && length >= (value & 0xFF) && length <= value >> 8;
    return part->bytes;
}

// At a term that is not simple, acc_sensor_holds_from goes on: this loop has no calls.
static inline bool sensor_holds(struct sensor_frame *frame, unsigned number)
{
    const acc_sensor_term *first = frame->table->terms + frame->table->conditions[number];
    const acc_sensor_term *term = first;
    while (sensor_is_simple(term)) {
        unsigned next = sensor_simple_holds(frame, term) ? term->yes : term->no;
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
    return acc_sensor_holds_from(frame, first, term);
}

#endif
