// The state of one acc_sensor_read: the advertisement's structures, and the lists of records that
// may match them. read.c owns it; lookup.h and own.c fill it.
#ifndef ACC_SENSOR_SEARCH_H
#define ACC_SENSOR_SEARCH_H

#include "base/bytes.h"
#include "sensor/frame.h"

#include <string.h>

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

// What is looked for.
enum sensor_aim {
    SENSOR_FIRST,     // the first record that has values
    SENSOR_FAMILY,    // further records of the family that was found
    SENSOR_NAMELESS,  // the first record that would match with the right name
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
    enum sensor_aim aim;
    unsigned end;     // records below this number are tried
    unsigned record;  // what was found; the table's number of records for none
    unsigned named;   // the first that is recognised but has no values; likewise
};

static const struct sensor_part sensor_no_part = {NULL, 0};

// A structure, from its company or UUID on; none when it is shorter than that. Govee appends its
// iBeacon (25 bytes) to its data without a structure of its own.
static inline struct sensor_part sensor_part_of(const uint8_t *data, acc_ad_slice slice,
                                                size_t least)
{
    static const uint8_t rocks[] = "INTELLI_ROCKS";
    if (slice.length < least)
        return sensor_no_part;
    struct sensor_part part = {data + slice.offset, slice.length};
    if (part.length > 2 + 25 && part.bytes[part.length - 21] == rocks[0] &&
        memcmp(part.bytes + part.length - 21, rocks, 13) == 0)
        part.length -= 25;
    return least <= 2 || part.length >= least ? part : sensor_no_part;
}

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
    SENSOR_LOOKED_AT = SENSOR_MANUFACTURER | SENSOR_SERVICE | SENSOR_SERVICE_LONG | SENSOR_LISTED |
                       SENSOR_LISTED_LONG | SENSOR_NAME,
    SENSOR_OWN = 1 << 30,  // the beacon's structure has a reader of its own
};

// By an advertisement's beacon kind: OWN, or the field of the beacon's structure when no record of
// the table reads it (a test checks that). These are most of the received advertisements.
extern const uint32_t acc_sensor_kinds[ACC_BEACON_COUNT];

// Whether a structure of this company or UUID may have a reader of its own (a test checks that there are no others):
// BTHome, MiBeacon, ATC and PVVX; Ruuvi, Feasycom.
static inline bool sensor_may_be_own(const uint8_t *structure)
{
    uint16_t number = load_le16(structure);
    return number == 0xFCD2 || number == 0xFE95 || number == 0x181A || number == 0x0499 ||
           number == 0xF0FF;
}

// Reads one structure whose kind has its own reader: BTHome, MiBeacon, ATC and PVVX, RuuviTag,
// Feasycom. `reading` is empty; its count says how many measurements were added to the list. False
// when the structure turns out to be something else; the reading is undefined then.
bool acc_sensor_read_own(const acc_sensor_source *source, unsigned kind, struct sensor_part part,
                         acc_sensor_reading *reading, acc_measurement *list, size_t capacity);

// The same for the advertisement's beacon, faster. False, too, when another structure may say more.
bool acc_sensor_read_beacon(const acc_sensor_source *source, acc_sensor_reading *reading,
                            acc_measurement *list, size_t capacity);

// Visits the lists that may hold for manufacturer data `a` and service data `b`. A number beyond the
// last stands for none.
void acc_sensor_each_list(struct sensor_search *search, unsigned a, unsigned b);

// What remains when the first record with values is known, or that there is none.
bool acc_sensor_settle(struct sensor_search *search, unsigned format);

// Whether only the first of several manufacturer data matters: `record`, which it matched, comes before those of the
// others. Sensors of Govee send an iBeacon as well, which no record matches. The lists are from search->lists to `behind`.
bool acc_sensor_is_first_read(const struct sensor_search *search, const struct sensor_list *behind,
                              unsigned record);

// acc_sensor_read of any advertisement, for those that single.c does not read; `builtin` is acc_sensor_builtin.
acc_status acc_sensor_read_any(const acc_sensor_source *source, acc_sensor_reading *reading,
                               acc_measurement *list, size_t capacity,
                               const acc_sensor_table *builtin);

// A MiBeacon frame without objects often accompanies the maker's own format, which is read then.
static inline bool sensor_is_complete(const acc_sensor_reading *reading, size_t count)
{
    return count || reading->state & ACC_SENSOR_NEEDS_KEY;
}

static inline acc_status sensor_finish(acc_sensor_reading *reading, const struct measures *out)
{
    reading->count = out->count;
    if (__builtin_expect(out->status != ACC_OK, 0))
        reading->state |= ACC_SENSOR_PARTIAL;
    return out->status;
}

// What every search starts from: the caller's arguments, then a list and a frame that nothing was read into. The second
// part need not precede the look-up of the lists, which most advertisements do not pass.
static inline void sensor_search_start(struct sensor_search *search,
                                       const acc_sensor_source *source, acc_sensor_reading *reading,
                                       acc_measurement *list, size_t capacity)
{
    search->reading = reading;
    search->out.list = list;
    search->out.capacity = capacity;
    search->frame.source = source;
}

static inline void sensor_search_clear(struct sensor_search *search)
{
    search->out.count = 0;
    search->out.status = ACC_OK;
    search->frame.name_pairs = 0;
    search->frame.any_name = false;
    search->frame.depth = 0;
}

#endif
