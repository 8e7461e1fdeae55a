// Reads the values of a matching record: its rows at fixed places, and its list of objects with
// their own numbers. Input: a frame whose record read.c found. Output: measurements.
#include "sensor/condition.h"
#include "sensor/load.h"

#include <string.h>

enum { COUNTED = 255 };  // a row's instance

// Quantities between GENERIC and BUTTON are on or off.
static bool is_binary(unsigned quantity)
{
    return quantity >= ACC_QUANTITY_GENERIC && quantity < ACC_QUANTITY_BUTTON;
}

// number * num / den + add in millionths, rounded half away from zero. Nothing when it overflows.
static inline struct sensor_number scale_to_micro(const acc_sensor_scale *scale, int64_t number)
{
    if (__builtin_mul_overflow(number, scale->num, &number))
        return sensor_nothing;
    if (scale->den != 1)
        number = (number + (number < 0 ? -scale->den / 2 : scale->den / 2)) / scale->den;
    bool overflows = __builtin_add_overflow(number, scale->add, &number);
    return (struct sensor_number){number, !overflows};
}

// A text ends at its first zero, or after `argument` bytes.
static acc_ad_slice text_slice(const struct sensor_frame *frame, const acc_sensor_row *row,
                               size_t from)
{
    const struct sensor_part *part = &frame->part[row->type >> 6];
    const uint8_t *zero = memchr(part->bytes + from, 0, row->argument);
    size_t length = zero ? (size_t)(zero - part->bytes) - from : row->argument;
    return (acc_ad_slice){(uint16_t)(part->bytes + from - frame->source->data), (uint16_t)length};
}

// Adds a row's measurement to the list; counts its instance unless the row states it.
static inline void put(struct measures *out, const acc_sensor_row *row,
                       enum acc_measurement_form form, acc_ad_slice bytes, int64_t micro)
{
    uint64_t bit = UINT64_C(1) << (row->quantity & 63), seen = out->seen;
    size_t count = out->count;
    uint8_t instance = row->instance;
    if (count == out->capacity) {
        out->status = ACC_NO_ROOM;
        return;
    }
    if (instance == COUNTED)
        instance = seen & bit ? acc_sensor_measure_count(out->list, count, row->quantity) : 0;
    out->seen = seen | bit;
    out->count = count + 1;
    acc_measurement *one = &out->list[count];
    one->quantity = row->quantity;
    one->form = (uint8_t)form;
    one->event = ACC_EVENT_NONE;
    one->instance = instance;
    one->bytes = bytes;
    one->micro = micro;
}

// A row whose condition holds.
static inline void read_row(struct sensor_frame *frame, const acc_sensor_row *row,
                            struct measures *out)
{
    const acc_ad_slice none = {0, 0};
    const acc_sensor_table *table = frame->table;
    struct sensor_number number = {.is_there = true};
    if (!sensor_load_plain(frame, row, &number.value)) {
        number = acc_sensor_load(frame, row);
        if (!number.is_there)
            return;
        if ((row->type & 15) == ACC_SENSOR_TYPE_TEXT && !is_binary(row->quantity)) {
            put(out, row, ACC_FORM_TEXT, text_slice(frame, row, (size_t)number.value), 0);
            return;
        }
    }
    if (row->code) {
        number = acc_sensor_run(frame, table->code + table->code_at[row->code], number.value);
        if (!number.is_there)
            return;
    }
    if (is_binary(row->quantity)) {
        put(out, row, ACC_FORM_BINARY, none, number.value != 0);
    } else {
        number = scale_to_micro(&table->scales[row->scale], number.value);
        if (number.is_there)
            put(out, row, ACC_FORM_NUMBER, none, number.value);
    }
}

// Rows in order; a row's condition decides whether it applies to this frame.
void acc_sensor_rows(struct sensor_frame *frame, unsigned first, unsigned count,
                     struct measures *out)
{
    const acc_sensor_row *row = &frame->table->rows[first], *end = row + count;
    unsigned when = 0;  // neighbouring rows often share a condition, so its result is kept
    bool holds = true;
    for (; row != end; row++) {
        if (row->when != when) {
            when = row->when;
            holds = when == 0 || acc_sensor_condition(frame, when);
        }
        if (holds)
            read_row(frame, row, out);
    }
}

// An object's size may decide its meaning; size 0 in the table matches any.
static const acc_sensor_object *find_object(const struct sensor_frame *frame,
                                            const acc_sensor_record *record, unsigned key,
                                            unsigned size)
{
    for (unsigned i = 0; i < record->objects; i++) {
        const acc_sensor_object *object = &frame->table->objects[record->object + i];
        if (object->key == key && (object->size == size || object->size == 0))
            return object;
    }
    return NULL;
}

// Objects that start with their number and length.
static unsigned numbered(struct sensor_frame *frame, const acc_sensor_record *record,
                         const struct sensor_part *part, struct measures *out, bool *cut)
{
    unsigned unknown = 0;
    size_t at = record->walk & 63;
    while (at + 2 <= part->length) {
        size_t size = part->bytes[at + 1];
        if (size > part->length - at - 2) {
            *cut = true;
            break;
        }
        const acc_sensor_object *object =
            find_object(frame, record, part->bytes[at], (unsigned)size);
        frame->part[ACC_SENSOR_PART_OBJECT] = (struct sensor_part){part->bytes + at + 2, size};
        if (object)
            acc_sensor_rows(frame, object->row, object->rows, out);
        else
            unknown++;
        at += 2 + size;
    }
    return unknown;
}

// Objects announced by the bits of the byte before them.
static void flagged(struct sensor_frame *frame, const acc_sensor_record *record,
                    const struct sensor_part *part, struct measures *out, bool *cut)
{
    size_t at = record->walk & 63;
    if (at == 0 || at > part->length)
        return;
    uint8_t flags = part->bytes[at - 1];
    for (unsigned i = 0; i < record->objects; i++) {
        const acc_sensor_object *object = &frame->table->objects[record->object + i];
        if (!(flags >> (object->key & 7) & 1))
            continue;
        if (object->size > part->length - at) {
            *cut = true;
            return;
        }
        frame->part[ACC_SENSOR_PART_OBJECT] = (struct sensor_part){part->bytes + at, object->size};
        acc_sensor_rows(frame, object->row, object->rows, out);
        at += object->size;
    }
}

// Slices of texts are moved from the objects to the advertisement.
static unsigned bthome1(const struct sensor_frame *frame, const struct sensor_part *part,
                        struct measures *out, bool *cut)
{
    size_t count, first = out->count;
    acc_status status = acc_bthome1_objects(part->bytes, part->length, out->list + first,
                                            out->capacity - first, &count);
    for (size_t i = first; i < first + count; i++)
        if (out->list[i].bytes.length)
            out->list[i].bytes.offset =
                (uint16_t)(out->list[i].bytes.offset + (part->bytes - frame->source->data));
    measure_added(out, count);
    *cut = status == ACC_TRUNCATED;
    if (status == ACC_NO_ROOM)
        out->status = status;
    return status == ACC_UNSUPPORTED;
}

// The record's flags select the form of the list.
unsigned acc_sensor_objects(struct sensor_frame *frame, const acc_sensor_record *record,
                            struct measures *out, bool *cut)
{
    const struct sensor_part part = frame->part[record->walk >> 6];
    unsigned unknown = 0;
    if (!part.bytes)
        return 0;
    if (record->flags & ACC_SENSOR_RECORD_BTHOME1)
        unknown = bthome1(frame, &part, out, cut);
    else if (record->flags & ACC_SENSOR_RECORD_NUMBERS)
        unknown = numbered(frame, record, &part, out, cut);
    else
        flagged(frame, record, &part, out, cut);
    frame->part[ACC_SENSOR_PART_OBJECT] = (struct sensor_part){NULL, 0};
    return unknown;
}
