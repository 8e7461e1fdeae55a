// The caller's list of measurements while a reader fills it. Values are millionths of the
// quantity's unit.
#ifndef ACC_SENSOR_MEASURE_H
#define ACC_SENSOR_MEASURE_H

#include "accessory/sensor.h"

#include <stddef.h>
#include <string.h>

struct measures {
    acc_measurement *list;
    size_t capacity;
    size_t count;
    acc_status status;  // ACC_NO_ROOM once one did not fit
    uint64_t seen;      // bit n: there may be a quantity whose number ends in these six bits
};

// The number of measurements of a quantity among the first `count`.
uint8_t acc_sensor_measure_count(const acc_measurement *list, size_t count,
                                 enum acc_quantity quantity);

// Writes an entry. Its first eight bytes are one store, as compilers do not join their stores.
static inline void measure_set(acc_measurement *one, unsigned quantity, unsigned form,
                               unsigned instance, int64_t micro)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    _Static_assert(offsetof(acc_measurement, instance) == 3 &&
                       offsetof(acc_measurement, bytes) == 4 &&
                       offsetof(acc_measurement, micro) == 8,
                   "the entry is not laid out as its head is put together");
    uint64_t head = quantity | form << 8 | (uint32_t)instance << 24;
    memcpy(one, &head, sizeof head);
    one->micro = micro;
#else
    *one = (acc_measurement){.quantity = (uint8_t)quantity,
                             .form = (uint8_t)form,
                             .instance = (uint8_t)instance,
                             .micro = micro};
#endif
}

// Counts the instance of the last entry. Callers make this their last call, so that they need no stack.
void acc_sensor_measure_again(const struct measures *measures);

// The entry for one more, its instance 0; null when the list is full. `*again`: there may be others of the quantity.
static inline acc_measurement *measure_next(struct measures *measures, enum acc_quantity quantity,
                                            enum acc_measurement_form form, int64_t micro,
                                            bool *again)
{
    size_t count = measures->count;
    if (count == measures->capacity) {
        measures->status = ACC_NO_ROOM;
        return NULL;
    }
    uint64_t bit = UINT64_C(1) << ((unsigned)quantity & 63), seen = measures->seen;
    *again = seen & bit;
    measures->seen = seen | bit;
    measures->count = count + 1;
    acc_measurement *one = &measures->list[count];
    measure_set(one, quantity, form, 0, micro);
    return one;
}

// Adds an entry, its instance counted. `seen` is a filter: without the quantity's bit there is none to count.
static inline acc_measurement *measure_add(struct measures *measures, enum acc_quantity quantity,
                                           enum acc_measurement_form form, int64_t micro)
{
    bool again;
    acc_measurement *one = measure_next(measures, quantity, form, micro, &again);
    if (one && again)
        acc_sensor_measure_again(measures);
    return one;
}

// `count` more entries were written by another reader.
static inline void measure_added(struct measures *measures, size_t count)
{
    measures->count += count;
    measures->seen = UINT64_MAX;
}

// A number, in millionths of the unit.
static inline void measure_micro(struct measures *measures, enum acc_quantity quantity,
                                 int64_t micro)
{
    measure_add(measures, quantity, ACC_FORM_NUMBER, micro);
}

// The same for the many callers that need not be fast.
void acc_sensor_measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro);

static inline void measure_number(struct measures *measures, enum acc_quantity quantity,
                                  int64_t raw, int32_t micro_per_unit)
{
    acc_sensor_measure_micro(measures, quantity, raw * micro_per_unit);
}

void acc_sensor_measure_binary(struct measures *measures, enum acc_quantity quantity, bool on);

void acc_sensor_measure_event(struct measures *measures, enum acc_quantity quantity,
                              enum acc_sensor_event event, int64_t times);

#endif
