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

__attribute__((noinline)) void acc_sensor_measure_again(const struct measures *measures)
{
    size_t last = measures->count - 1;
    acc_measurement *one = &measures->list[last];
    one->instance = acc_sensor_measure_count(measures->list, last, one->quantity);
}

void acc_sensor_measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro)
{
    measure_micro(measures, quantity, micro);
}

// On or off.
void acc_sensor_measure_binary(struct measures *measures, enum acc_quantity quantity, bool on)
{
    measure_add(measures, quantity, ACC_FORM_BINARY, on);
}

// An event with a count, such as steps of a dimmer.
void acc_sensor_measure_event(struct measures *measures, enum acc_quantity quantity,
                              enum acc_sensor_event event, int64_t times)
{
    bool again;
    acc_measurement *one = measure_next(measures, quantity, ACC_FORM_EVENT, times, &again);
    if (!one)
        return;
    one->event = (uint8_t)event;
    if (again)
        acc_sensor_measure_again(measures);
}
