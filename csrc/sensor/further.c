// Decides whether only the first of several manufacturer data matters, which is the one that single.c reads.
#include "sensor/lookup.h"

// Whether an entry before `end` may hold for a manufacturer data of `length` bytes behind the company, without service
// data.
static bool may_hold(const uint16_t *entry, unsigned end, unsigned refused, size_t length)
{
    for (; *entry < end; entry += 3) {
        size_t size = entry[1] & ACC_SENSOR_LIST_OF_SERVICE ? 0 : length;
        if (!(entry[1] & refused) && size >= (entry[2] & 0xFFu) && size <= entry[2] >> 8)
            return true;
    }
    return false;
}

// Whether a record needs an iBeacon whose UUID begins with this byte.
static inline bool is_known_ibeacon(const acc_sensor_table *table, uint8_t first)
{
    return table->ibeacons[first / 32] >> first % 32 & 1;
}

// Whether a record of the built-in table before `end` may match `part`, a further manufacturer data.
static bool may_match(const struct sensor_search *search, const struct sensor_list *behind,
                      struct sensor_part part, unsigned end)
{
    const struct sensor_frame *frame = &search->frame;
    unsigned refused = frame->refused & ACC_SENSOR_LIST_NAME;
    struct sensor_list lists[SEARCH_LISTS];
    const struct sensor_list *one = lists;
    const acc_sensor_table *table = frame->table;
    struct sensor_lookup lookup = {table, true, lists, lists + SEARCH_LISTS};
    bool is_apple = load_le16(part.bytes) == 0x004C;
    if (is_apple)
        refused |= ACC_SENSOR_LIST_NOT_APPLE;
    // Apple's only records are iBeacons, told apart by the UUID's first byte; most further data are none of them
    if (!is_apple || part.length < 5 || is_known_ibeacon(table, part.bytes[4]) ||
        sensor_by_length(table->manufacturer_lengths, part.length - 2))
        sensor_keep_manufacturer(&lookup, part, frame->source->advert, 1);
    if (frame->name_length)
        sensor_keep_key(&lookup, ACC_SENSOR_KEY_NAMED, (uint16_t)(part.length - 2), 1, SEARCH_ANY);
    for (; one != lookup.next; one++)
        if (may_hold(one->at, end, refused, part.length - 2))
            return true;
    for (one = search->lists; one != behind; one++)
        if (one->m == SEARCH_ANY && may_hold(one->at, end, refused, part.length - 2))
            return true;
    return sensor_may_be_own(part.bytes);
}

bool acc_sensor_is_first_read(const struct sensor_search *search, const struct sensor_list *behind,
                              unsigned record)
{
    const acc_sensor_source *source = search->frame.source;
    acc_ad_slice first = source->advert->field[ACC_AD_FIELD_MANUFACTURER];
    size_t at = (size_t)first.offset + first.length;
    acc_ad ad;
    if (first.length < 2 || sensor_may_be_own(source->data + first.offset))
        return false;
    while (acc_ad_next(source->data, source->length, &at, &ad)) {
        if (ad.type != ACC_AD_MANUFACTURER)
            continue;
        acc_ad_slice slice = {(uint16_t)(ad.value - source->data), ad.length};
        struct sensor_part part = sensor_part_of(source->data, slice, 2);
        if (part.length && may_match(search, behind, part, record))
            return false;
    }
    return true;
}
