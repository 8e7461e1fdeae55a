// The state of one acc_sensor_read: the advertisement's structures, and the lists of records that may match them.
#ifndef ACC_SENSOR_SEARCH_H
#define ACC_SENSOR_SEARCH_H

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

// Of service data, whose AD type stands before it.
static inline size_t sensor_uuid_size(const struct sensor_part *part)
{
    return part->bytes[-1] == ACC_AD_SERVICE_DATA128 ? 16 : 2;
}

// False when no record of the built-in table can match: most of what is in the air ends here.
bool acc_sensor_may_match(const acc_sensor_source *source);

// Finds all lists in which the advertisement's records may be.
void acc_sensor_find_lists(struct sensor_search *search);

// Whether structures of this kind have a reader of their own.
bool acc_sensor_own(unsigned kind);

// Reads the structures that have readers of their own: BTHome, MiBeacon, ATC and PVVX, RuuviTag, Feasycom.
bool acc_sensor_read_own(struct sensor_search *search, const acc_advert *advert);

#endif
