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

// Nearly all terms are of the kinds that are evaluated here.
static inline bool sensor_holds(struct sensor_frame *frame, unsigned number)
{
    const acc_sensor_term *first = frame->table->terms + frame->table->conditions[number];
    const acc_sensor_term *term = first;
    for (;;) {
        const struct sensor_part *part = &frame->part[term->kind >> 4 & 3];
        unsigned kind = term->kind & 15, value = term->value;
        size_t at = sensor_place_in(part, term->at), length = part->length;
        bool yes;
        if (kind == ACC_SENSOR_TERM_BYTE)  // (byte & low) == high of the value
            yes = at < length && (part->bytes[at] & value & 0xFF) == value >> 8;
        else if (kind == ACC_SENSOR_TERM_LENGTH)  // from low to high of the value
            yes = part->bytes && length >= (value & 0xFF) && length <= value >> 8;
        else if (kind == ACC_SENSOR_TERM_PRESENT)
            yes = part->bytes;
        else
            yes = acc_sensor_term_holds(frame, term);
        unsigned next = yes ? term->yes : term->no;
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
        term = first + next;
    }
}

#endif
