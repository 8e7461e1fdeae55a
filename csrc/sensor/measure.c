// Adds measurements to the caller's list, and numbers those of one quantity. Every reader of this
// folder writes its result through these functions.
#include "sensor/measure.h"

uint8_t acc_sensor_measure_count(const acc_measurement *list, size_t count, uint8_t quantity)
{
    uint8_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = (uint8_t)(number + (list[i].quantity == quantity));
    return number;
}

// A number, in millionths of the unit.
void acc_sensor_measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro)
{
    measure_put(measures, (uint8_t)quantity, ACC_FORM_NUMBER, 255, micro);
}

// On or off.
void acc_sensor_measure_binary(struct measures *measures, enum acc_quantity quantity, bool on)
{
    measure_put(measures, (uint8_t)quantity, ACC_FORM_BINARY, 255, on);
}

// An event with a count, such as steps of a dimmer.
void acc_sensor_measure_event(struct measures *measures, enum acc_quantity quantity,
                              enum acc_sensor_event event, int64_t times)
{
    acc_measurement *one = measure_put(measures, (uint8_t)quantity, ACC_FORM_EVENT, 255, times);
    if (one)
        one->event = (uint8_t)event;
}
