// The names of the built-in models, from sensors.json by way of sensors.h. A program without room leaves them out.
#include "accessory/sensor.h"

#include <stddef.h>

#ifndef ACC_SENSOR_NAMES
#define ACC_SENSOR_NAMES 1
#endif

#if ACC_SENSOR_NAMES
static const acc_sensor_names names[] = {
#define NAMES(...) {__VA_ARGS__},
#include "sensor/sensors.h"
};

const acc_sensor_names *acc_sensor_name_of(uint16_t number)
{
    return number < sizeof names / sizeof names[0] ? &names[number] : NULL;
}
#else
const acc_sensor_names *acc_sensor_name_of(uint16_t number)
{
    (void)number;
    return NULL;
}
#endif
