// Replaces values that a sensor cannot measure; acc_sensor_limit is the public part.
#ifndef ACC_SENSOR_LIMITS_H
#define ACC_SENSOR_LIMITS_H

#include "accessory/sensor.h"

// The values of one record.
void acc_sensor_limit_record(acc_measurement *list, size_t count, const acc_sensor_record *record);

// The values of a reading of any format.
void acc_sensor_limit_reading(const acc_sensor_source *source, const acc_sensor_reading *reading,
                              acc_measurement *list);

#endif
