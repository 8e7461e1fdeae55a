// Reads the values of a matching record: its rows at fixed places, and its list of objects with
// their own numbers. Input: a frame whose record read.c found. Output: measurements.
#include "sensor/rows.h"

#include "sensor/load.h"

#include <string.h>

int64_t acc_sensor_divide(int64_t number, int32_t den)
{
    int64_t twice = number % den * 2;
    return number / den + (twice >= den) - (twice <= -den);
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

// Runs a row's code, if it has any, and puts the result. False when it has no value.
__attribute__((always_inline)) static inline bool put_result(struct sensor_frame *frame,
                                                             const acc_sensor_row *row,
                                                             int64_t number, acc_measurement *one)
{
    const acc_sensor_table *table = frame->table;
    struct sensor_number result = sensor_just(number);
    if (row->code)
        result = acc_sensor_code_run(frame, table->code + table->code_at[row->code], number);
    return result.is_there && sensor_put_number(table, row, result.value, one);
}

// Puts a number that is not a plain integer, or a text. False when there is none.
__attribute__((noinline)) static bool put_rare(struct sensor_frame *frame,
                                               const acc_sensor_row *row, acc_measurement *one)
{
    struct sensor_number number = acc_sensor_load(frame, row);
    if (!number.is_there)
        return false;
    if ((row->type & 15) == ACC_SENSOR_TYPE_TEXT && !sensor_is_binary(row->quantity)) {
        *one = (acc_measurement){.quantity = row->quantity,
                                 .form = ACC_FORM_TEXT,
                                 .instance = row->instance,
                                 .bytes = text_slice(frame, row, (size_t)number.value)};
        return true;
    }
    return put_result(frame, row, number.value, one);
}

// A row by its type. Inline, for lists of rows and for single ones.
__attribute__((always_inline)) static inline bool
put_row(struct sensor_frame *frame, const acc_sensor_row *row, acc_measurement *one)
{
    int64_t number;
    if (!sensor_load_plain(frame, row, &number))
        return put_rare(frame, row, one);
    return put_result(frame, row, number, one);
}

bool acc_sensor_put_row(struct sensor_frame *frame, const acc_sensor_row *row, acc_measurement *one)
{
    return put_row(frame, row, one);
}

// Rows one by one, where the list may be too short for all of them.
__attribute__((noinline)) static void rows_some(struct sensor_frame *frame, unsigned first,
                                                unsigned count, struct measures *out)
{
    for (; count--; first++) {
        acc_measurement beyond;
        struct measures last = {.list = &beyond, .capacity = 1};
        bool full = out->count == out->capacity;
        acc_sensor_rows(frame, first, 1, full ? &last : out);
        if (last.count)
            out->status = ACC_NO_ROOM;
    }
}

void acc_sensor_rows(struct sensor_frame *frame, unsigned first, unsigned count,
                     struct measures *out)
{
    const acc_sensor_row *row = &frame->table->rows[first], *end = row + count;
    acc_measurement *one = out->list + out->count;
    unsigned held = 0;
    if (count > out->capacity - out->count) {
        rows_some(frame, first, count, out);
        return;
    }
    for (; row != end; row++) {
        if (row->when != 0 && !sensor_applies(frame, frame->table, &row, end, &held))
            continue;
        if (!put_row(frame, row, one))
            continue;
        sensor_count(out->list, one);
        one++;
    }
    out->count = (size_t)(one - out->list);
}

void acc_sensor_record_rows(struct sensor_frame *frame, const acc_sensor_record *record,
                            struct measures *out)
{
    acc_sensor_rows(frame, record->row, record->rows, out);
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

// Objects that start with their number and length; or with the length of number and value, then the number.
static unsigned numbered(struct sensor_frame *frame, const acc_sensor_record *record,
                         const struct sensor_part *part, struct measures *out, bool *cut)
{
    const bool is_sized = record->flags & ACC_SENSOR_RECORD_SIZED;
    unsigned unknown = 0;
    size_t at = record->walk & 63;
    while (at + 2 <= part->length) {
        const size_t length = part->bytes[at + !is_sized], size = length - is_sized;
        // a length without a number is SIZE_MAX
        if (size > part->length - at - 2) {
            *cut = true;
            break;
        }
        const acc_sensor_object *object =
            find_object(frame, record, part->bytes[at + is_sized], (unsigned)size);
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
    out->count += count;
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
