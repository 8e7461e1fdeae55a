// Tries one record of a table: whether it matches the structures that the frame points at, and its
// values. Inline, because read.c does it for all lists of any advertisement and single.c for those
// of the common ones.
#ifndef ACC_SENSOR_RECORD_H
#define ACC_SENSOR_RECORD_H

#include "sensor/condition.h"
#include "sensor/search.h"

#include <string.h>

enum { LISTED = ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1 };

// Points the frame at one manufacturer data and one service data; either may be missing. By value:
// parts that were just stored are not loaded again, which processors do slowly.
static inline void sensor_look_at(struct sensor_frame *frame, struct sensor_part manufacturer,
                                  struct sensor_part service)
{
    struct sensor_part *part = frame->part;
    unsigned refused = frame->name || frame->any_name ? 0 : ACC_SENSOR_LIST_NAME;
    part[ACC_SENSOR_PART_OBJECT] = part[ACC_SENSOR_PART_MANUFACTURER] = sensor_no_part;
    part[ACC_SENSOR_PART_SERVICE] = sensor_no_part;
    part[ACC_SENSOR_PART_RECORD] = manufacturer;
    frame->uuid_size = 0;
    if (manufacturer.bytes) {
        if (load_le16(manufacturer.bytes) == 0x004C)
            refused |= ACC_SENSOR_LIST_NOT_APPLE;
        part[ACC_SENSOR_PART_MANUFACTURER] =
            (struct sensor_part){manufacturer.bytes + 2, manufacturer.length - 2};
    }
    if (service.bytes) {
        size_t size = sensor_uuid_size(&service);
        refused |= ACC_SENSOR_LIST_NO_SERVICE;
        frame->uuid_size = (uint8_t)size;
        part[ACC_SENSOR_PART_SERVICE] =
            (struct sensor_part){service.bytes + size, service.length - size};
    }
    frame->refused = refused;
}

// The values of an encrypted record, or of one with a list of objects behind its rows. False when it has none.
bool acc_sensor_read_special(struct sensor_search *search, const acc_sensor_record *record);

// Reads a record's rows: acc_sensor_record_rows, or what a caller has for its own table.
typedef void sensor_read_rows(struct sensor_frame *frame, const acc_sensor_record *record,
                              struct measures *out);

// Notes the first record that is recognised but has no values.
static inline void sensor_name_it(struct sensor_search *search, unsigned number)
{
    if (search->named == search->frame.table->record_count)
        search->named = number;
}

// The values of a record that matches the current structures. False when it has none. `table` is the frame's.
__attribute__((always_inline)) static inline bool sensor_read_record(struct sensor_search *search,
                                                                     const acc_sensor_table *table,
                                                                     sensor_read_rows *read_rows,
                                                                     unsigned number, size_t from)
{
    struct sensor_frame *frame = &search->frame;
    const acc_sensor_record *record = &table->records[number];
    search->out.count = from;
    if (__builtin_expect(record->flags & (ACC_SENSOR_RECORD_ENCRYPTED | LISTED), 0)) {
        if (!acc_sensor_read_special(search, record))
            return false;
    } else {
        read_rows(frame, record, &search->out);
        if (search->out.count == from) {
            sensor_name_it(search, number);
            return false;
        }
        search->reading->unknown = search->reading->state = 0;
    }
    if (__builtin_expect(record->type != 255, 0)) {
        const struct sensor_part *type = &frame->part[record->type >> 6];
        if ((record->type & 63u) < type->length)
            search->reading->product = type->bytes[record->type & 63];
    }
    return true;
}

// Notes the structure that the reading came from.
static inline void sensor_keep_value(struct sensor_search *search)
{
    const struct sensor_frame *frame = &search->frame;
    const struct sensor_part *record = &frame->part[ACC_SENSOR_PART_RECORD];
    const struct sensor_part *service = &frame->part[ACC_SENSOR_PART_SERVICE];
    acc_ad_slice *value = &search->reading->value;
    if (record->bytes)
        *value = (acc_ad_slice){(uint16_t)(record->bytes - frame->source->data),
                                (uint16_t)record->length};
    else if (frame->uuid_size)
        *value = (acc_ad_slice){(uint16_t)(service->bytes - frame->uuid_size - frame->source->data),
                                (uint16_t)(service->length + frame->uuid_size)};
}

// Whether the record of a list's entry matches. Most that do not are excluded by a length or a missing
// structure.
__attribute__((always_inline)) static inline bool
sensor_entry_holds(struct sensor_frame *frame, const acc_sensor_table *table, const uint16_t *entry)
{
    unsigned needs = entry[1], least = entry[2] & 0xFF, most = entry[2] >> 8;
    // MANUFACTURER is part 0, SERVICE part 1
    const struct sensor_part *part = &frame->part[needs >> 12 & 1];
    if (needs & frame->refused || part->length < least || part->length > most)
        return false;
    unsigned number = needs & ACC_SENSOR_LIST_CONDITION;
    return __builtin_expect(number == 0, 0) || sensor_table_holds(frame, table, number);
}

#endif
