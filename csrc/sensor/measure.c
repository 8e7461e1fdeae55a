// Adds measurements to the caller's list, and numbers those of one quantity.
#include "sensor/measure.h"

acc_measurement *acc_sensor_measure_add(struct measures *measures, enum acc_quantity quantity,
                                        enum acc_measurement_form form)
{
    if (measures->count == measures->capacity) {
        measures->status = ACC_NO_ROOM;
        return NULL;
    }
    uint8_t instance = 0;
    for (size_t i = 0; i < measures->count; i++)
        instance = (uint8_t)(instance + (measures->list[i].quantity == quantity));
    acc_measurement *one = &measures->list[measures->count++];
    *one = (acc_measurement){
        .quantity = (uint8_t)quantity, .form = (uint8_t)form, .instance = instance};
    return one;
}

void acc_sensor_measure_micro(struct measures *measures, enum acc_quantity quantity, int64_t micro)
{
    acc_measurement *one = acc_sensor_measure_add(measures, quantity, ACC_FORM_NUMBER);
    if (one)
        one->micro = micro;
}

void acc_sensor_measure_binary(struct measures *measures, enum acc_quantity quantity, bool on)
{
    acc_measurement *one = acc_sensor_measure_add(measures, quantity, ACC_FORM_BINARY);
    if (one)
        one->micro = on;
}

void acc_sensor_measure_event(struct measures *measures, enum acc_quantity quantity,
                              enum acc_sensor_event event, int64_t times)
{
    acc_measurement *one = acc_sensor_measure_add(measures, quantity, ACC_FORM_EVENT);
    if (!one)
        return;
    one->event = (uint8_t)event;
    one->micro = times;
}
