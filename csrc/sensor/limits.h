// Replaces values that a sensor cannot measure, and decides whether a reading is believed. acc_sensor_limit is the public
// part.
#ifndef ACC_SENSOR_LIMITS_H
#define ACC_SENSOR_LIMITS_H

#include "accessory/sensor.h"

// acc_sensor_limit for the values of one record.
bool acc_sensor_limit_record(acc_measurement *list, size_t count, const acc_sensor_record *record);

// Limits the values of a reading, and returns its status. If they contradict a format that little else recognises, there is
// no reading. `builtin` is the built-in table, which only single.c has.
acc_status acc_sensor_believe(const acc_sensor_source *source, acc_sensor_reading *reading,
                              acc_measurement *list, acc_status status,
                              const acc_sensor_table *builtin);

#endif
