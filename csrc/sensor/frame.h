// The input of a table's records: one manufacturer data and one service data of an advertisement at
// a time. read.c fills it; condition.c, value.c and rows.c read it.
#ifndef ACC_SENSOR_FRAME_H
#define ACC_SENSOR_FRAME_H

#include "accessory/sensor.h"
#include "sensor/measure.h"

#include <string.h>

struct sensor_part {
    const uint8_t *bytes;  // null: not there
    size_t length;
};

struct sensor_frame {
    const acc_sensor_table *table;
    const acc_sensor_source *source;
    const uint8_t *name;  // null: none
    size_t name_length;
    uint64_t name_pairs;  // condition.c's filter; 0 until it is needed
    struct sensor_part part[ACC_SENSOR_PARTS];
    unsigned refused;   // ACC_SENSOR_LIST_…: entries with one of these cannot match
    uint8_t uuid_size;  // of the service data, whose UUID is before the part; 0 without any
    bool any_name;      // terms on the name hold: would the record match with the right name?
    uint8_t depth;      // of rows and conditions that ask for rows
};

static inline bool sensor_is_space(uint8_t byte)
{
    return byte == ' ' || (byte >= 9 && byte <= 13);
}

// Cuts a padded name at its first NUL and removes white space at both ends, as bluetoothd does. The name is not empty.
static inline void sensor_trim_name(struct sensor_frame *frame)
{
    // few names are padded, and most advertisements with a name are no sensor's
    if (frame->name[0] > ' ' && frame->name[frame->name_length - 1] > ' ')
        return;
    const uint8_t *nul = memchr(frame->name, 0, frame->name_length);
    size_t length = nul ? (size_t)(nul - frame->name) : frame->name_length;
    while (length && sensor_is_space(frame->name[length - 1]))
        length--;
    for (; length && sensor_is_space(*frame->name); frame->name++)
        length--;
    frame->name_length = length;
}

// Whether condition `number` holds.
bool acc_sensor_condition(struct sensor_frame *frame, unsigned number);

// Whether condition `first` holds, from its term `term` on.
bool acc_sensor_holds_from(struct sensor_frame *frame, const acc_sensor_term *first,
                           const acc_sensor_term *term);

// A number, or none; returned in registers.
struct sensor_number {
    int64_t value;
    bool is_there;
};

static const struct sensor_number sensor_nothing = {0, false};

static inline struct sensor_number sensor_just(int64_t value)
{
    return (struct sensor_number){value, true};
}

// The raw number of a row.
struct sensor_number acc_sensor_load(const struct sensor_frame *frame, const acc_sensor_row *row);

// The number of another row after its code, for a row or condition that needs it; none if too many are nested.
struct sensor_number acc_sensor_inner_value(struct sensor_frame *frame, unsigned row);

// An IEEE 754 number of 2, 4 or 8 bytes, little-endian, in millionths; false for infinities and
// NaN, or above 2^42.
bool acc_sensor_float(const uint8_t *bytes, size_t size, int64_t *micro);

// Adds the values of `count` rows from `first` on.
void acc_sensor_rows(struct sensor_frame *frame, unsigned first, unsigned count,
                     struct measures *out);

// Adds the values of a record's rows.
void acc_sensor_record_rows(struct sensor_frame *frame, const acc_sensor_record *record,
                            struct measures *out);

// Adds the values of a record's list of objects; returns the number of objects that the record does
// not know. `*cut` is set when the list exceeds the end.
unsigned acc_sensor_objects(struct sensor_frame *frame, const acc_sensor_record *record,
                            struct measures *out, bool *cut);

#endif
