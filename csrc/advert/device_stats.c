// Estimates from a device's history: trimmed mean of the RSSI, median of the advertising interval.
//
// Input: the ring of up to 16 values that device_table.c keeps. Output: one figure for display.
// Both estimators suppress outliers: the RSSI drops when a person passes, and a missed advertisement
// doubles an interval.
#include "accessory/device_table.h"

// Insertion sort, for at most 16 values.
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

// mean = sum of the middle values / (count - 2 cut), in 1/256 dBm.
int16_t acc_device_rssi_mean(const acc_device *device)
{
    int32_t values[ACC_DEVICE_HISTORY], sum = 0;
    unsigned count = device->rssis;
    if (count == 0)
        return INT16_MAX;
    for (unsigned i = 0; i < count; i++)
        values[i] = device->rssi[i];
    sort(values, count);
    // a tenth, rounded up, is cut at either end
    unsigned cut = count > 2 ? (count + 9) / 10 : 0;
    for (unsigned i = cut; i < count - cut; i++)
        sum += values[i];
    return (int16_t)(sum * 256 / (int32_t)(count - 2 * cut));
}

// The median in ms: value number count / 2 of the sorted history.
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
