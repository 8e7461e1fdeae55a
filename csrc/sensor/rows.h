// Reads the rows of a record of the built-in table. Inline, because single.c knows the table's arrays; rows.c reads those of
// any table.
#ifndef ACC_SENSOR_ROWS_H
#define ACC_SENSOR_ROWS_H

#include "sensor/code.h"

#include "base/bytes.h"

enum { SENSOR_COUNTED = 255 };  // a row's instance

// Quantities between GENERIC and BUTTON are on or off.
static inline bool sensor_is_binary(unsigned quantity)
{
    return quantity >= ACC_QUANTITY_GENERIC && quantity < ACC_QUANTITY_BUTTON;
}

// A number divided by `den`, rounded half away from zero.
int64_t acc_sensor_divide(int64_t number, int32_t den);

// Puts any row whose condition holds, its instance not yet counted. False when it has no value.
bool acc_sensor_put_row(struct sensor_frame *frame, const acc_sensor_row *row,
                        acc_measurement *one);

// Counts the instance of the entry behind a list, if it is a counted one; most are the first of their quantity.
static inline void sensor_count(const acc_measurement *list, acc_measurement *one)
{
    const acc_measurement *same = one;
    if (one->instance != SENSOR_COUNTED)
        return;
    one->instance = 0;
    while (same != list)
        if ((--same)->quantity == one->quantity) {
            one->instance = acc_sensor_measure_count(list, (size_t)(same - list) + 1,
                                                     (enum acc_quantity)one->quantity);
            return;
        }
}

// Moves `*row` to the last of the neighbouring rows that share its condition.
static inline void sensor_skip(const acc_sensor_row **row, const acc_sensor_row *end)
{
    unsigned when = (*row)->when;
    while (*row + 1 != end && (*row)[1].when == when)
        ++*row;
}

// Whether a row with a condition applies; else it and its neighbours are passed over. `*held` is the last condition that
// held, or 0.
__attribute__((always_inline)) static inline bool
sensor_applies(struct sensor_frame *frame, const acc_sensor_table *table,
               const acc_sensor_row **row, const acc_sensor_row *end, unsigned *held)
{
    unsigned when = (*row)->when;
    if (when == *held)
        return true;
    *held = when;
    if (sensor_condition(frame, table, when))
        return true;
    sensor_skip(row, end);
    *held = 0;
    return false;
}

// What a row's number needs when it is loaded.
enum sensor_load {
    SENSOR_SKIPPED,   // nothing: its condition does not hold
    SENSOR_IF_BYTE,   // its condition is to be tested first: that of a byte
    SENSOR_IF,        // likewise, any other
    SENSOR_UNLOADED,  // the row has no way
    SENSOR_FLAG,      // it is on or off
    SENSOR_PLAIN,     // its scale
    SENSOR_CODE,
    SENSOR_MORE,
};

// A way alone and with each flag; `value` is read at p.
#define SENSOR_WAY(way, value)                                                                     \
    SENSOR_WAY_WITH(ACC_SENSOR_WAY_##way, value, SENSOR_PLAIN)                                     \
    SENSOR_WAY_WITH(ACC_SENSOR_WAY_##way | ACC_SENSOR_WAY_CODE, value, SENSOR_CODE)                \
    SENSOR_WAY_WITH(ACC_SENSOR_WAY_##way | ACC_SENSOR_WAY_MORE, value, SENSOR_MORE)
#define SENSOR_WAY_WITH(way, value, load)                                                          \
    case (way) | ACC_SENSOR_WAY_IF_BYTE:                                                           \
        return SENSOR_IF_BYTE;                                                                     \
    case (way) | ACC_SENSOR_WAY_IF:                                                                \
        return SENSOR_IF;                                                                          \
    case way: {                                                                                    \
        const uint8_t *p = part + row->at;                                                         \
        *number = value;                                                                           \
        return load;                                                                               \
    }

// The number of a row with a way; `part` has the bytes that the record's rows reach.
__attribute__((always_inline)) static inline enum sensor_load
sensor_load_by_way(const uint8_t *part, const acc_sensor_row *row, unsigned way, int64_t *number)
{
    switch (way) {
        SENSOR_WAY(U8, *p)
        SENSOR_WAY(MASKED, *p & ~row->argument)
        SENSOR_WAY(I8, (int8_t)*p)
        SENSOR_WAY(U16LE, load_le16(p))
        SENSOR_WAY(I16LE, (int16_t)load_le16(p))
        SENSOR_WAY(U16BE, load_be16(p))
        SENSOR_WAY(I16BE, (int16_t)load_be16(p))
        SENSOR_WAY(U24LE, p[2] << 16 | load_le16(p))
        SENSOR_WAY(U24BE, p[0] << 16 | load_be16(p + 1))
        SENSOR_WAY(U32LE, load_le32(p))
        SENSOR_WAY(U32BE, load_be32(p))
        SENSOR_WAY_WITH(ACC_SENSOR_WAY_FLAG, *p & ~row->argument, SENSOR_FLAG)
    case ACC_SENSOR_WAY_IF_BYTE:
        return SENSOR_IF_BYTE;
    case ACC_SENSOR_WAY_IF:
        return SENSOR_IF;
    case ACC_SENSOR_WAY_BY_TYPE:
        return SENSOR_UNLOADED;
    }
    __builtin_unreachable();  // a test checks the ways, so the compiler needs no check of the range
}
#undef SENSOR_WAY_WITH
#undef SENSOR_WAY

// Writes the entry of a row. The row begins as an entry does, but for its form and event, so both are one load and one store.
static inline void sensor_put(acc_measurement *one, const acc_sensor_row *row, unsigned form,
                              int64_t micro)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    _Static_assert(offsetof(acc_sensor_row, quantity) == offsetof(acc_measurement, quantity) &&
                       offsetof(acc_sensor_row, instance) == offsetof(acc_measurement, instance),
                   "a row does not begin as an entry does");
    uint64_t head = (load_le32(&row->quantity) & 0xFF0000FFu) | form << 8;
    memcpy(one, &head, sizeof head);
    one->micro = micro;
#else
    measure_set(one, row->quantity, form, row->instance, micro);
#endif
}

// Puts a number of any size: number * num / den + add in millionths. False when it overflows.
__attribute__((always_inline)) static inline bool sensor_put_number(const acc_sensor_table *table,
                                                                    const acc_sensor_row *row,
                                                                    int64_t number,
                                                                    acc_measurement *one)
{
    if (__builtin_expect(sensor_is_binary(row->quantity), 0)) {
        sensor_put(one, row, ACC_FORM_BINARY, number != 0);
        return true;
    }
    const acc_sensor_scale *by = &table->scales[row->scale];
    if (__builtin_mul_overflow(number, by->num, &number))
        return false;
    if (by->den != 1)
        number = acc_sensor_divide(number, by->den);
    if (__builtin_add_overflow(number, by->add, &number))
        return false;
    sensor_put(one, row, ACC_FORM_NUMBER, number);
    return true;
}

// The number after the row's code.
__attribute__((always_inline)) static inline struct sensor_number
sensor_coded(struct sensor_frame *frame, const acc_sensor_table *table, const acc_sensor_row *row,
             int64_t number)
{
    return sensor_run_here(frame, table->code + table->code_at[row->code], number);
}

// Puts the number of a row that needs MORE. False when it has no value.
__attribute__((always_inline)) static inline bool
sensor_put_more(struct sensor_frame *frame, const acc_sensor_table *table,
                const acc_sensor_row *row, int64_t number, const struct measures *out,
                acc_measurement *one)
{
    number &= ~(int64_t)row->argument;  // the argument's bits are those to clear
    if (row->code) {
        struct sensor_number result = sensor_coded(frame, table, row, number);
        if (!result.is_there)
            return false;
        number = result.value;
    }
    if (!sensor_put_number(table, row, number, one))
        return false;
    sensor_count(out->list, one);
    return true;
}

// Puts the number of a row that has code. False when it has no value.
__attribute__((always_inline)) static inline bool
sensor_put_coded(struct sensor_frame *frame, const acc_sensor_table *table,
                 const acc_sensor_row *row, int64_t number, acc_measurement *one)
{
    const acc_sensor_scale *by = &table->scales[row->scale];
    struct sensor_number result = sensor_coded(frame, table, row, number);
    if (!result.is_there || __builtin_mul_overflow(result.value, by->num, &number) ||
        __builtin_add_overflow(number, by->add, &number))
        return false;
    sensor_put(one, row, ACC_FORM_NUMBER, number);
    return true;
}

// Puts a row, whose condition holds, as its number was loaded. False when it has no value.
__attribute__((always_inline)) static inline bool
sensor_put_loaded(struct sensor_frame *frame, const acc_sensor_table *table,
                  const acc_sensor_row *row, enum sensor_load load, int64_t number,
                  const struct measures *out, acc_measurement *one)
{
    const acc_sensor_scale *by = &table->scales[row->scale];
    switch (load) {
    case SENSOR_PLAIN:
        sensor_put(one, row, ACC_FORM_NUMBER, number * by->num + by->add);
        return true;
    case SENSOR_FLAG:
        sensor_put(one, row, ACC_FORM_BINARY, number != 0);
        return true;
    case SENSOR_CODE:
        return sensor_put_coded(frame, table, row, number, one);
    case SENSOR_MORE:
        return sensor_put_more(frame, table, row, number, out, one);
    default:
        break;
    }
    if (!acc_sensor_put_row(frame, row, one))
        return false;
    sensor_count(out->list, one);
    return true;
}

// Whether a row applies whose condition is a test of a byte; else it and its neighbours are passed over.
__attribute__((always_inline)) static inline bool
sensor_applies_by_byte(const struct sensor_frame *frame, const acc_sensor_table *table,
                       const acc_sensor_row **row, const acc_sensor_row *end)
{
    const acc_sensor_term *term = &table->terms[(*row)->when];
    if (sensor_byte_holds(&frame->part[term->kind >> 4 & 3], term))
        return true;
    sensor_skip(row, end);
    return false;
}

// Loads the number of a row whose condition, if any, holds; else the row and its neighbours are passed over.
__attribute__((always_inline)) static inline enum sensor_load
sensor_load_row(struct sensor_frame *frame, const acc_sensor_table *table, const uint8_t *part,
                const acc_sensor_row **row, const acc_sensor_row *end, unsigned *held,
                int64_t *number)
{
    const unsigned conditions = ACC_SENSOR_WAY_IF_BYTE | ACC_SENSOR_WAY_IF;
    for (unsigned way = (*row)->way;; way &= ~conditions) {
        enum sensor_load load = sensor_load_by_way(part, *row, way, number);
        if (load != SENSOR_IF_BYTE && load != SENSOR_IF)
            return load;
        if (load == SENSOR_IF ? !sensor_applies(frame, table, row, end, held)
                              : !sensor_applies_by_byte(frame, table, row, end))
            return SENSOR_SKIPPED;
    }
}

// The rows of a record of the built-in table, in order. Their ways and the record's reach are right, as a test checks.
__attribute__((always_inline)) static inline void
sensor_record_rows(struct sensor_frame *frame, const acc_sensor_table *table,
                   const acc_sensor_record *record, struct measures *out)
{
    const struct sensor_part *part = &frame->part[record->part];
    if (record->rows > out->capacity - out->count || part->length < record->reach) {
        acc_sensor_rows(frame, record->row, record->rows, out);
        return;
    }
    const uint8_t *bytes = part->bytes;
    const acc_sensor_row *row = &table->rows[record->row], *end = row + record->rows;
    acc_measurement *one = out->list + out->count;
    unsigned held = 0;
    for (; row != end; row++) {
        int64_t number = 0;
        enum sensor_load load = sensor_load_row(frame, table, bytes, &row, end, &held, &number);
        if (load != SENSOR_SKIPPED && sensor_put_loaded(frame, table, row, load, number, out, one))
            one++;
    }
    out->count = (size_t)(one - out->list);
}

#endif
