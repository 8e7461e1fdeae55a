// The state of one acc_sensor_read: the advertisement's structures, and the lists of records that
// may match them. read.c owns it; lookup.c and own.c fill it.
#ifndef ACC_SENSOR_SEARCH_H
#define ACC_SENSOR_SEARCH_H

#include "base/bytes.h"
#include "sensor/frame.h"

enum {
    SEARCH_PARTS = 4,  // structures of one type that are looked at
    SEARCH_LISTS = 24,
    SEARCH_ANY = 255,  // a list's records match whatever the structure
};

// Records that may match with manufacturer data `m` or service data `s`.
struct sensor_list {
    const uint16_t *at;
    uint8_t m, s;
};

struct sensor_search {
    struct sensor_frame frame;
    acc_sensor_reading *reading;
    struct measures out;
    struct sensor_part manufacturer[SEARCH_PARTS],
        service[SEARCH_PARTS];  // from company or UUID on
    unsigned manufacturers, services;
    struct sensor_list lists[SEARCH_LISTS];
    unsigned list_count;
    unsigned record;  // the first that has values; ACC_SENSOR_LIST_END for none
    unsigned named;   // the first that is recognised but has none
};

// Of service data; its AD type is the byte before it.
static inline size_t sensor_uuid_size(const struct sensor_part *part)
{
    return part->bytes[-1] == ACC_AD_SERVICE_DATA128 ? 16 : 2;
}

// The fields that readings are in, as bits of acc_advert.seen.
enum {
    SENSOR_MANUFACTURER = 1 << ACC_AD_FIELD_MANUFACTURER,
    SENSOR_SERVICE = 1 << ACC_AD_FIELD_SERVICE_DATA16,
    SENSOR_SERVICE_LONG = 1 << ACC_AD_FIELD_SERVICE_DATA128,
    SENSOR_LISTED = 1 << ACC_AD_FIELD_UUID16,
    SENSOR_LISTED_LONG = 1 << ACC_AD_FIELD_UUID128,
    SENSOR_NAME = 1 << ACC_AD_FIELD_NAME,
    SENSOR_BY_NUMBER = SENSOR_MANUFACTURER | SENSOR_SERVICE | SENSOR_SERVICE_LONG | SENSOR_LISTED |
                       SENSOR_LISTED_LONG,
    SENSOR_LOOKED_AT = SENSOR_BY_NUMBER | SENSOR_NAME,
    SENSOR_OWN = 1 << 30,  // the beacon's structure has a reader of its own
};

// By an advertisement's beacon kind: OWN, or the field of the beacon's structure when no record of
// the table reads it (a test checks that). These are most of the received advertisements.
extern const uint32_t acc_sensor_kinds[ACC_BEACON_COUNT];

// Whether the built-in table may have a record for one of the fields of `open`, none of which is
// repeated.
bool acc_sensor_keys_present(const acc_sensor_source *source, uint32_t open);

// Whether the advertisement's structures must be searched. False for most.
static inline bool sensor_may_match(const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    uint32_t kind = acc_sensor_kinds[advert->kind];
    uint32_t open = advert->seen & SENSOR_LOOKED_AT & ~kind;
    if (source->name || source->user_table ||
        (kind & SENSOR_OWN) | (advert->repeated & SENSOR_LOOKED_AT))
        return true;
    if (!open)
        return false;
    // such a beacon usually lists its service as well
    if (open == SENSOR_LISTED && kind & SENSOR_SERVICE) {
        acc_ad_slice listed = advert->field[ACC_AD_FIELD_UUID16];
        return listed.length != 2 || load_le16(source->data + listed.offset) !=
                                         load_le16(source->data + advert->beacon.offset);
    }
    if (open == SENSOR_MANUFACTURER && advert->kind == ACC_BEACON_IBEACON) {
        uint8_t first = source->data[advert->beacon.offset + 4];
        return acc_sensor_builtin.ibeacons[first / 32] >> first % 32 & 1;
    }
    return acc_sensor_keys_present(source, open);
}

// Finds all lists in which the advertisement's records may be.
void acc_sensor_find_lists(struct sensor_search *search);

// Reads the structures that have their own readers: BTHome, MiBeacon, ATC and PVVX, RuuviTag,
// Feasycom.
bool acc_sensor_read_own(struct sensor_search *search, const acc_advert *advert);

#endif
