// The caller's list of measurements while a reader fills it. Values are millionths of the
// quantity's unit.
#ifndef ACC_SENSOR_MEASURE_H
#define ACC_SENSOR_MEASURE_H

#include "accessory/sensor.h"

struct measures {
    acc_measurement *list;
    size_t capacity;
    size_t count;
    acc_status status;  // ACC_NO_ROOM once one did not fit
    uint64_t seen;      // bit n: there may be a quantity whose number ends in these six bits
};

// The number of measurements of a quantity so far.
uint8_t acc_sensor_measure_count(const struct measures *measures, enum acc_quantity quantity);

// The entry for one more, its instance counted; null when the list is full. `seen` is a filter:
// without the quantity's bit there is none to count.
static inline acc_measurement *measure_add(struct measures *measures, enum acc_quantity quantity,
                                           enum acc_measurement_form form)
{
    if (measures->count == measures->capacity) {
        measures->status = ACC_NO_ROOM;
        return NULL;
    }
    uint64_t bit = UINT64_C(1) << ((unsigned)quantity & 63);
    uint8_t instance = measures->seen & bit ? acc_sensor_measure_count(measures, quantity) : 0;
    measures->seen |= bit;
    acc_measurement *one = &measures->list[measures->count++];
    *one = (acc_measurement){
        .quantity = (uint8_t)quantity, .form = (uint8_t)form, .instance = instance};
    return one;
}

// `count` more entries were written by another reader.
static inline void measure_added(struct measures *measures, size_t count)
{
    measures->count += count;
    measures->seen = UINT64_MAX;
}

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
