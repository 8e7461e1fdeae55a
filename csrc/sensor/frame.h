// The input of a table's records: one manufacturer data and one service data of an advertisement at
// a time. read.c fills it; condition.c, value.c and rows.c read it.
#ifndef ACC_SENSOR_FRAME_H
#define ACC_SENSOR_FRAME_H

#include "accessory/sensor.h"
#include "sensor/measure.h"

struct sensor_part {
    const uint8_t *bytes;  // null: not there
    size_t length;
};

struct sensor_frame {
    const acc_sensor_table *table;
    const acc_sensor_source *source;
    const uint8_t *name;  // null: none
    size_t name_length;
    struct sensor_part part[ACC_SENSOR_PARTS];
    struct sensor_part uuid;  // of the service data
    bool any_name;            // terms on the name hold: would the record match with the right name?
    uint8_t depth;            // of rows that ask for rows
};

// Whether condition `number` holds.
bool acc_sensor_condition(struct sensor_frame *frame, unsigned number);

// The first entry of a list, from `entry` on, whose record is below `before` and whose condition
// holds; null when there is none. `before` is at most the number of records.
const uint16_t *acc_sensor_first(struct sensor_frame *frame, const uint16_t *entry,
                                 unsigned before);

// The raw number of a row that is not a whole number of bytes.
bool acc_sensor_load(const struct sensor_frame *frame, const acc_sensor_row *row, int64_t *number);

// Runs the code `number` on `*result`; false when that leaves no value.
bool acc_sensor_run(struct sensor_frame *frame, unsigned number, int64_t *result);

// The number of a row after its steps, before its scale; false when it has none.
bool acc_sensor_value(struct sensor_frame *frame, const acc_sensor_row *row, int64_t *number);

// An IEEE 754 number of 2, 4 or 8 bytes, little-endian, in millionths; false for infinities and
// NaN, or above 2^42.
bool acc_sensor_float(const uint8_t *bytes, size_t size, int64_t *micro);

// Adds the values of `count` rows from `first` on.
void acc_sensor_rows(struct sensor_frame *frame, unsigned first, unsigned count,
                     struct measures *out);

// Adds the values of a record's list of objects; returns the number of objects that the record does
// not know. `*cut` is set when the list exceeds the end.
unsigned acc_sensor_objects(struct sensor_frame *frame, const acc_sensor_record *record,
                            struct measures *out, bool *cut);

#endif
