// Xiaomi MiBeacon, versions 2 to 5: the frame. mibeacon_objects.c reads its objects.
//
// Input: service data of UUID 0xFE95. Output: acc_mibeacon: flags, product, counter, MAC, the slice
// of the objects, and the counter and tag that decryption needs. own.c calls it.
#include "accessory/sensor.h"

#include "base/bytes.h"

#include <string.h>

enum {
    ENCRYPTED = 1 << 3,
    HAS_MAC = 1 << 4,
    HAS_CAPABILITY = 1 << 5,
    HAS_OBJECT = 1 << 6,
    VERSION_SHIFT = 12,
    CAPABILITY_HAS_IO = 1 << 5,  // in the capability byte: a second byte follows
};

// Bytes: UUID (2), frame control (2), product (2), counter (1), then, as the flags state, MAC (6),
// capability (1 or 2) and objects.
acc_status acc_mibeacon_read(const uint8_t *value, size_t len, acc_mibeacon *mibeacon)
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
        .version = (uint8_t)(control >> VERSION_SHIFT),
        .encrypted = (control & ENCRYPTED) != 0,
        .has_mac = (control & HAS_MAC) != 0,
    };
    size_t from = 7;
    if (mibeacon->has_mac) {
        if (len < from + 6)
            return ACC_TRUNCATED;
        for (int i = 0; i < 6; i++)
            mibeacon->mac[i] = value[from + 5 - (size_t)i];
        from += 6;
    }
    if (control & HAS_CAPABILITY) {
        if (len < from + 1)
            return ACC_TRUNCATED;
        from += value[from] & CAPABILITY_HAS_IO ? 2 : 1;
    }
    // versions up to 3 end with the extended counter and one byte that is no tag, later ones with
    // the extended counter (3) and the tag (4)
    size_t behind = !mibeacon->encrypted ? 0 : mibeacon->version < 4 ? 4 : 7;
    if (!(control & HAS_OBJECT))
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
