// The caller's list of measurements while a reader fills it.
#ifndef ACC_SENSOR_MEASURE_H
#define ACC_SENSOR_MEASURE_H

#include "accessory/sensor.h"

struct measures {
    acc_measurement *list;
    size_t capacity;
    size_t count;
    acc_status status;  // ACC_NO_ROOM once one did not fit
};

// The entry for one more, its instance counted; null when the list is full.
acc_measurement *acc_sensor_measure_add(struct measures *measures, enum acc_quantity quantity,
                                        enum acc_measurement_form form);

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
