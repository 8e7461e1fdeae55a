// Reads a run of rows. Inline, because single.c does it for the built-in table, whose arrays it knows, and rows.c for
// any table.
#ifndef ACC_SENSOR_ROWS_H
#define ACC_SENSOR_ROWS_H

#include "sensor/code.h"
#include "sensor/condition.h"
#include "sensor/load.h"

enum { SENSOR_COUNTED = 255 };  // a row's instance

// Quantities between GENERIC and BUTTON are on or off.
static inline bool sensor_is_binary(unsigned quantity)
{
    return quantity >= ACC_QUANTITY_GENERIC && quantity < ACC_QUANTITY_BUTTON;
}

// A number divided by `den`, rounded half away from zero.
int64_t acc_sensor_divide(int64_t number, int32_t den);

// Scales and stores a row's number: number * num / den + add in millionths, which a number of 32 bits cannot overflow.
// In the built-in table, scale 0 is millionths, and all rows that are on or off have it; a test checks that.
__attribute__((always_inline)) static inline void
sensor_put_plain(const acc_sensor_table *table, bool is_builtin, const acc_sensor_row *row,
                 int64_t number, acc_measurement *one)
{
    unsigned quantity = row->quantity, scale = row->scale, form = ACC_FORM_NUMBER;
    const acc_sensor_scale *by = &table->scales[scale];
    if ((!is_builtin || scale == 0) && __builtin_expect(sensor_is_binary(quantity), 0)) {
        form = ACC_FORM_BINARY;
        number = number != 0;
    } else if (is_builtin && scale == 0) {
        number *= 1000000;
    } else {
        number *= by->num;
        if (__builtin_expect(by->den != 1, 0))
            number = acc_sensor_divide(number, by->den);
        number += by->add;
    }
    measure_set(one, quantity, form, row->instance, number);
}

// As sensor_put_plain, for a number of any size. False when it overflows.
bool acc_sensor_put_big(const acc_sensor_table *table, const acc_sensor_row *row, int64_t number,
                        acc_measurement *one);

// Puts a row that is not a plain integer. False when it has no value.
bool acc_sensor_put_rare(struct sensor_frame *frame, const acc_sensor_row *row,
                         acc_measurement *one);

// Whether a row's condition holds: most have one term, on a byte.
__attribute__((always_inline)) static inline bool
sensor_row_applies(struct sensor_frame *frame, const acc_sensor_table *table, unsigned number)
{
    const acc_sensor_term *term = table->terms + table->conditions[number];
    if ((term->kind & 15) == ACC_SENSOR_TERM_BYTE) {
        unsigned next =
            sensor_next(term, sensor_byte_holds(&frame->part[term->kind >> 4 & 3], term));
        if (next >= ACC_SENSOR_ACCEPT)
            return next == ACC_SENSOR_ACCEPT;
    }
    return acc_sensor_condition(frame, number);
}

// Rows one by one, where the list may be too short for all of them.
void acc_sensor_rows_some(struct sensor_frame *frame, unsigned row, unsigned count,
                          struct measures *out);

// Rows in order; a row's condition decides whether it applies to this frame.
__attribute__((always_inline)) static inline void sensor_rows(struct sensor_frame *frame,
                                                              const acc_sensor_table *table,
                                                              bool is_builtin, unsigned first,
                                                              unsigned count, struct measures *out)
{
    const acc_sensor_row *row = &table->rows[first], *end = row + count;
    acc_measurement *one = out->list + out->count;
    if (count > out->capacity - out->count) {
        acc_sensor_rows_some(frame, first, count, out);
        return;
    }
    unsigned held = 0;  // neighbouring rows often share a condition: the last one that held
    for (; row != end; row++) {
        int64_t number;
        if (__builtin_expect(row->when != 0, 0) && row->when != held) {
            held = row->when;
            if (!sensor_row_applies(frame, table, held)) {
                while (row + 1 != end && row[1].when == held)
                    row++;
                held = 0;
                continue;
            }
        }
        if (!sensor_load_plain(frame, row, &number)) {
            if (!acc_sensor_put_rare(frame, row, one))
                continue;
        } else if (row->code == 0) {
            sensor_put_plain(table, is_builtin, row, number, one);
        } else {
            struct sensor_number result =
                sensor_run(frame, table->code + table->code_at[row->code], number);
            if (!result.is_there)
                continue;
            if (__builtin_expect(result.value == (int32_t)result.value, 1))
                sensor_put_plain(table, is_builtin, row, result.value, one);
            else if (!acc_sensor_put_big(table, row, result.value, one))
                continue;
        }
        if (__builtin_expect(row->instance == SENSOR_COUNTED, 0))
            one->instance =
                acc_sensor_measure_count(out->list, (size_t)(one - out->list), row->quantity);
        one++;
    }
    measure_added(out, (size_t)(one - out->list) - out->count);
}

#endif
