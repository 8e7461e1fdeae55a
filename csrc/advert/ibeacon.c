// Reads and writes iBeacon and AltBeacon, both manufacturer data.
//
// Input: a value that classify.c named, company included. Output: its fields, or advertising data.
#include "accessory/beacon.h"

#include "base/bytes.h"

#include <string.h>

// Company 004C, 02 15 (type, length of the rest), UUID (16), major, minor, power at 1 m.
acc_status acc_ibeacon_read(const uint8_t *value, size_t len, acc_ibeacon *ibeacon)
{
    if (len < 25)
        return ACC_TRUNCATED;
    if (load_le16(value) != ACC_COMPANY_APPLE || value[2] != 0x02 || value[3] != 0x15)
        return ACC_MALFORMED;
    memcpy(ibeacon->uuid, value + 4, 16);
    ibeacon->major = load_be16(value + 20);
    ibeacon->minor = load_be16(value + 22);
    ibeacon->power = (int8_t)value[24];
    return ACC_OK;
}

acc_status acc_ibeacon_put(acc_ad_writer *writer, const acc_ibeacon *ibeacon)
{
    uint8_t rest[23] = {0x02, 0x15};
    memcpy(rest + 2, ibeacon->uuid, 16);
    store_be16(rest + 18, ibeacon->major);
    store_be16(rest + 20, ibeacon->minor);
    rest[22] = (uint8_t)ibeacon->power;
    return acc_ad_put16(writer, ACC_AD_MANUFACTURER, ACC_COMPANY_APPLE, rest, sizeof rest);
}

// Any company, code BE AC, id (20), power at 1 m, one reserved byte.
acc_status acc_altbeacon_read(const uint8_t *value, size_t len, uint16_t code,
                              acc_altbeacon *altbeacon)
{
    if (len < 25)
        return ACC_TRUNCATED;
    if (load_be16(value + 2) != code)
        return ACC_MALFORMED;
    altbeacon->company = load_le16(value);
    memcpy(altbeacon->id, value + 4, 20);
    altbeacon->power = (int8_t)value[24];
    altbeacon->reserved = len > 25 ? value[25] : 0;
    return ACC_OK;
}

acc_status acc_altbeacon_put(acc_ad_writer *writer, const acc_altbeacon *altbeacon)
{
    uint8_t rest[24];
    store_be16(rest, ACC_ALTBEACON_CODE);
    memcpy(rest + 2, altbeacon->id, 20);
    rest[22] = (uint8_t)altbeacon->power;
    rest[23] = altbeacon->reserved;
    return acc_ad_put16(writer, ACC_AD_MANUFACTURER, altbeacon->company, rest, sizeof rest);
}
