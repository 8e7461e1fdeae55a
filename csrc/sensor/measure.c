// Adds measurements to the caller's list, and numbers those of one quantity. Every reader of this
// folder writes its result through these functions.
#include "sensor/measure.h"

uint8_t acc_sensor_measure_count(const acc_measurement *list, size_t count,
                                 enum acc_quantity quantity)
{
    uint8_t same = 0;
    for (size_t i = 0; i < count; i++)
        same = (uint8_t)(same + (list[i].quantity == quantity));
    return same;
}

void acc_sensor_measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro)
{
    measure_micro(measures, quantity, micro);
}

// On or off.
void acc_sensor_measure_binary(struct measures *measures, enum acc_quantity quantity, bool on)
{
    acc_measurement *one = measure_add(measures, quantity, ACC_FORM_BINARY);
    if (one)
        one->micro = on;
}

// An event with a count, such as steps of a dimmer.
void acc_sensor_measure_event(struct measures *measures, enum acc_quantity quantity,
                              enum acc_sensor_event event, int64_t times)
{
    acc_measurement *one = measure_add(measures, quantity, ACC_FORM_EVENT);
    if (!one)
        return;
    one->event = (uint8_t)event;
    one->micro = times;
}
