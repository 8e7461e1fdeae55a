// Estimates from a device's history: trimmed mean of the RSSI, median of the advertising interval.
#include "accessory/device_table.h"

// Insertion sort: at most 16 values, and no memory.
static void sort(int32_t *values, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        int32_t value = values[i];
        unsigned at = i;
        for (; at > 0 && values[at - 1] > value; at--)
            values[at] = values[at - 1];
        values[at] = value;
    }
}

int16_t acc_device_rssi_mean(const acc_device *device)
{
    int32_t values[ACC_DEVICE_HISTORY], sum = 0;
    unsigned count = device->rssis;
    if (count == 0)
        return INT16_MAX;
    for (unsigned i = 0; i < count; i++)
        values[i] = device->rssi[i];
    sort(values, count);
    // a tenth, rounded up, goes at either end
    unsigned cut = count > 2 ? (count + 9) / 10 : 0;
    for (unsigned i = cut; i < count - cut; i++)
        sum += values[i];
    return (int16_t)(sum * 256 / (int32_t)(count - 2 * cut));
}

uint16_t acc_device_interval(const acc_device *device)
{
    int32_t values[ACC_DEVICE_HISTORY];
    if (device->intervals == 0)
        return 0;
    for (unsigned i = 0; i < device->intervals; i++)
        values[i] = device->interval[i];
    sort(values, device->intervals);
    return (uint16_t)values[device->intervals / 2];
}
