// The frames of BTHome version 2 and of MiBeacon: flags, MAC, the place of the objects. Inline, so
// that own.c, which needs few of the fields, stores no others.
#ifndef ACC_SENSOR_BEACON_FRAMES_H
#define ACC_SENSOR_BEACON_FRAMES_H

#include "accessory/sensor.h"

#include "base/bytes.h"

#include <string.h>

enum {
    BTHOME_ENCRYPTED = 1,
    BTHOME_HAS_MAC = 2,
    BTHOME_TRIGGER_BASED = 4,
    BTHOME_VERSION_SHIFT = 5,
};

// Bytes: UUID (2), device information (1), MAC (6) if its flag is set, objects. Encrypted frames
// end with counter (4) and tag (4).
static inline acc_status sensor_bthome_frame(const uint8_t *value, size_t len, acc_bthome *bthome)
{
    if (len < 3)
        return ACC_TRUNCATED;
    if (load_le16(value) != 0xFCD2)
        return ACC_MALFORMED;
    uint8_t info = value[2];
    if (info >> BTHOME_VERSION_SHIFT != 2)
        return ACC_UNSUPPORTED;
    *bthome = (acc_bthome){
        .info = info,
        .encrypted = info & BTHOME_ENCRYPTED,
        .trigger_based = (info & BTHOME_TRIGGER_BASED) != 0,
        .has_mac = (info & BTHOME_HAS_MAC) != 0,
    };
    size_t from = bthome->has_mac ? 9 : 3, behind = bthome->encrypted ? 8 : 0;
    if (len < from + behind)
        return ACC_TRUNCATED;
    for (int i = 0; bthome->has_mac && i < 6; i++)
        bthome->mac[i] = value[8 - i];
    bthome->objects = (acc_ad_slice){(uint16_t)from, (uint16_t)(len - from - behind)};
    if (behind) {
        memcpy(bthome->counter, value + len - 8, 4);
        memcpy(bthome->tag, value + len - 4, 4);
    }
    return ACC_OK;
}

// Whether the objects of version 1 look like those of all known senders.
bool acc_sensor_bthome1_is_usual(const uint8_t *objects, size_t len);

// acc_bthome_objects of objects that begin at `offset` of the advertising data: texts are slices of that.
acc_status acc_sensor_bthome(const uint8_t *objects, size_t len, size_t offset,
                             acc_measurement *list, size_t capacity, size_t *count);

enum {
    MIBEACON_ENCRYPTED = 1 << 3,
    MIBEACON_HAS_MAC = 1 << 4,
    MIBEACON_HAS_CAPABILITY = 1 << 5,
    MIBEACON_HAS_OBJECT = 1 << 6,
    MIBEACON_VERSION_SHIFT = 12,
    MIBEACON_CAPABILITY_HAS_IO = 1 << 5,  // in the capability byte: a second byte follows
};

// Bytes: UUID (2), frame control (2), product (2), counter (1), then, as the flags state, MAC (6),
// capability (1 or 2) and objects.
static inline acc_status sensor_mibeacon_frame(const uint8_t *value, size_t len,
                                               acc_mibeacon *mibeacon)
{
    if (len < 7)
        return ACC_TRUNCATED;
    if (load_le16(value) != 0xFE95)
        return ACC_MALFORMED;
    uint16_t control = load_le16(value + 2);
    *mibeacon = (acc_mibeacon){
        .control = control,
        .product = load_le16(value + 4),
        .counter = value[6],
        .version = (uint8_t)(control >> MIBEACON_VERSION_SHIFT),
        .encrypted = (control & MIBEACON_ENCRYPTED) != 0,
        .has_mac = (control & MIBEACON_HAS_MAC) != 0,
    };
    size_t from = 7;
    if (mibeacon->has_mac) {
        if (len < from + 6)
            return ACC_TRUNCATED;
        for (int i = 0; i < 6; i++)
            mibeacon->mac[i] = value[from + 5 - (size_t)i];
        from += 6;
    }
    if (control & MIBEACON_HAS_CAPABILITY) {
        if (len < from + 1)
            return ACC_TRUNCATED;
        from += value[from] & MIBEACON_CAPABILITY_HAS_IO ? 2 : 1;
    }
    // versions up to 3 end with the extended counter and one byte that is no tag, later ones with
    // the extended counter (3) and the tag (4)
    size_t behind = !mibeacon->encrypted ? 0 : mibeacon->version < 4 ? 4 : 7;
    if (!(control & MIBEACON_HAS_OBJECT))
        return from <= len ? ACC_OK : ACC_TRUNCATED;
    if (len < from + behind)
        return ACC_TRUNCATED;
    mibeacon->objects = (acc_ad_slice){(uint16_t)from, (uint16_t)(len - from - behind)};
    if (behind)
        memcpy(mibeacon->extended, value + len - behind, 3);
    if (behind == 7)
        memcpy(mibeacon->tag, value + len - 4, 4);
    return ACC_OK;
}

#endif
