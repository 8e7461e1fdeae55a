// Xiaomi MiBeacon, versions 2 to 5: the frame. mibeacon_objects.c reads its objects.
//
// Input: service data of UUID 0xFE95. Output: acc_mibeacon: flags, product, counter, MAC, the slice
// of the objects, and the counter and tag that decryption needs. own.c calls it.
#include "sensor/beacon_frames.h"

acc_status acc_mibeacon_read(const uint8_t *value, size_t len, acc_mibeacon *mibeacon)
{
    return sensor_mibeacon_frame(value, len, mibeacon);
}
