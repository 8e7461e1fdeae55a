// Numbers, times and states as fields, for the reader and the writer.
#ifndef ACC_GATT_NUMBER_H
#define ACC_GATT_NUMBER_H

#include "gatt/table.h"
#include "gatt/walk.h"

// The state that an integer stands for.
static inline uint8_t gatt_state_of(const struct gatt_measure *measure, int64_t integer,
                                    int64_t *number)
{
    *number = integer;
    if (measure->states && integer >= INT32_MIN && integer <= UINT32_MAX)
        for (const struct gatt_state *state = &acc_gatt_states[measure->states];
             state->state != ACC_VALUE_KNOWN; state++)
            if (state->integer == (int32_t)(uint32_t)integer) {
                if (state->state != ACC_VALUE_MORE && state->state != ACC_VALUE_LESS)
                    *number = 0;
                return state->state;
            }
    const struct gatt_limit *limit = &acc_gatt_limits[measure->limits];
    if (measure->limits && (integer < limit->low || integer > limit->high))
        return ACC_VALUE_OUT_OF_RANGE;
    return ACC_VALUE_KNOWN;
}

// Sets a field to an integer's state, number and unit.
static inline void gatt_scale(const struct gatt_measure *measure, int64_t integer,
                              acc_gatt_field *field)
{
    int64_t number;
    field->state = gatt_state_of(measure, integer, &number);
    field->unit = measure->unit;
    field->exponent = measure->tens;
    if (field->state == ACC_VALUE_KNOWN || number != 0)
        number = (number + measure->offset) * measure->factor * gatt_fives(measure->fives);
    field->number = number;
}

// A number of IEEE 11073: the mantissa in the low `bits`, the exponent of base ten above. It is added to the field's exponent.
void acc_gatt_load_medical(uint32_t raw, unsigned bits, acc_gatt_field *field);

// A number of IEEE 754 with 4 or 8 bytes.
void acc_gatt_load_real(uint64_t raw, size_t size, acc_gatt_field *field);

// A Date Time of 7 bytes.
void acc_gatt_load_time(const uint8_t *p, acc_gatt_field *field);

// Days since 1970-01-01; 0 is not known.
void acc_gatt_load_days(uint32_t days, acc_gatt_field *field);

// 1.1^(raw-64) seconds, as nanoseconds.
void acc_gatt_load_exponential(uint8_t raw, acc_gatt_field *field);

// Units of 15 minutes from UTC.
void acc_gatt_load_zone(int8_t quarters, acc_gatt_field *field);

// The writer's inverses. False if the field does not fit.
bool acc_gatt_unscale(const struct gatt_measure *measure, const acc_gatt_field *field,
                      int64_t *integer);
bool acc_gatt_store_medical(const acc_gatt_field *field, int exponent, unsigned bits,
                            uint32_t *raw);
bool acc_gatt_store_real(const acc_gatt_field *field, size_t size, uint64_t *raw);
bool acc_gatt_store_time(const acc_gatt_field *field, uint8_t *p);
bool acc_gatt_store_days(const acc_gatt_field *field, uint32_t *days);
bool acc_gatt_store_zone(const acc_gatt_field *field, uint8_t *raw);
bool acc_gatt_store_exponential(const acc_gatt_field *field, uint8_t *raw);

#endif
