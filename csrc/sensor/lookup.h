// Which records of a table may match: lists by company, service, listed UUID, length and name.
//
// Input: the structures of one advertisement. Output: calls of a function with each list whose
// records read.c tries. Inline, so that the function becomes part of the search.
//
// A list is found by a hash of its key; 4096 bits record which hashes exist, so most look-ups are
// one multiplication and one load. Most advertisements that are not a sensor's end here, without a
// list.
#ifndef ACC_SENSOR_LOOKUP_H
#define ACC_SENSOR_LOOKUP_H

#include "sensor/search.h"

// Takes a list of records that may match with manufacturer data `m` or service data `s`; SEARCH_ANY
// with each.
typedef void sensor_visit(struct sensor_search *search, const uint16_t *list, uint8_t m, uint8_t s);

#define SENSOR_INLINE __attribute__((always_inline)) static inline

// One bit for each value of the hash's upper 12 bits: false means "no such key".
static inline bool sensor_is_present(const acc_sensor_table *table, uint32_t hash)
{
    return table->present[hash >> 25] >> (hash >> 20 & 31) & 1;
}

static inline bool sensor_key_is_present(const acc_sensor_table *table, enum acc_sensor_key key,
                                         uint16_t value)
{
    return sensor_is_present(table, acc_sensor_hash(table, key, value));
}

// The list of a key whose presence bit is set, or null; a key is a kind and a 16-bit value.
const uint16_t *acc_sensor_probe(const acc_sensor_table *table, enum acc_sensor_key key,
                                 uint16_t value, uint32_t hash);

static inline const uint16_t *sensor_list_of(const acc_sensor_table *table, enum acc_sensor_key key,
                                             uint16_t value)
{
    uint32_t hash = acc_sensor_hash(table, key, value);
    return sensor_is_present(table, hash) ? acc_sensor_probe(table, key, value, hash) : NULL;
}

// Bit n of `lengths`: some record is looked up by a length of n bytes.
static inline bool sensor_by_length(uint32_t lengths, size_t length)
{
    return length < 32 && lengths >> length & 1;
}

// A 128-bit UUID's key: one byte of its base and one of its number.
static inline uint16_t sensor_fold(const uint8_t *uuid)
{
    return (uint16_t)(uuid[0] | uuid[12] << 8);
}

// The first two characters of a name, lower case; the name is not empty.
static inline uint16_t sensor_name_start(const uint8_t *name, size_t length)
{
    return (uint16_t)(name[0] | 32 | (length > 1 ? name[1] | 32 : 0) << 8);
}

// Looks up one key.
SENSOR_INLINE void sensor_visit_key(struct sensor_search *search, enum acc_sensor_key key,
                                    uint16_t value, uint8_t m, uint8_t s, sensor_visit *visit)
{
    const uint16_t *list = sensor_list_of(search->frame.table, key, value);
    if (list)
        visit(search, list, m, s);
}

// The list of a company or service, and the lists it branches to by a byte of the data.
SENSOR_INLINE void sensor_visit_number(struct sensor_search *search, enum acc_sensor_key key,
                                       uint16_t number, struct sensor_part data, uint8_t m,
                                       uint8_t s, sensor_visit *visit)
{
    enum acc_sensor_key by_byte =
        key == ACC_SENSOR_KEY_COMPANY ? ACC_SENSOR_KEY_COMPANY_BYTE : ACC_SENSOR_KEY_SERVICE_BYTE;
    const uint16_t *list = sensor_list_of(search->frame.table, key, number);
    if (!list)
        return;
    for (; (list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH; list += 2) {
        ptrdiff_t at = (int8_t)list[0];
        at += at < 0 ? (ptrdiff_t)data.length : 0;
        if (at < 0 || (size_t)at >= data.length)
            continue;
        uint16_t value =
            acc_sensor_mix(number, (uint8_t)list[0], (uint8_t)(data.bytes[at] & list[1]));
        sensor_visit_key(search, by_byte, value, m, s, visit);
    }
    visit(search, list, m, s);
}

// By company, by the company's high byte, by length.
SENSOR_INLINE void sensor_visit_manufacturer(struct sensor_search *search,
                                             const struct sensor_part *part, uint8_t i,
                                             sensor_visit *visit)
{
    const acc_sensor_table *table = search->frame.table;
    uint16_t company = load_le16(part->bytes);
    uint8_t high = (uint8_t)(company >> 8);
    struct sensor_part data = {part->bytes + 2, part->length - 2};
    sensor_visit_number(search, ACC_SENSOR_KEY_COMPANY, company, data, i, SEARCH_ANY, visit);
    if (table->company_highs[high / 32] >> high % 32 & 1)
        sensor_visit_key(search, ACC_SENSOR_KEY_COMPANY_HIGH, high, i, SEARCH_ANY, visit);
    // AltBeacons have the length of a Govee format whose company is free: its checksum need not be
    // tried
    if (sensor_by_length(table->manufacturer_lengths, data.length) &&
        search->frame.source->advert->kind != ACC_BEACON_ALTBEACON)
        sensor_visit_key(search, ACC_SENSOR_KEY_MANUFACTURER_LENGTH, (uint16_t)data.length, i,
                         SEARCH_ANY, visit);
}

// By the UUID of 16 or 128 bits, by length.
SENSOR_INLINE void sensor_visit_service(struct sensor_search *search,
                                        const struct sensor_part *part, uint8_t i,
                                        sensor_visit *visit)
{
    const acc_sensor_table *table = search->frame.table;
    size_t size = sensor_uuid_size(part);
    struct sensor_part data = {part->bytes + size, part->length - size};
    if (size == 2)
        sensor_visit_number(search, ACC_SENSOR_KEY_SERVICE, load_le16(part->bytes), data,
                            SEARCH_ANY, i, visit);
    else
        sensor_visit_key(search, ACC_SENSOR_KEY_SERVICE_LONG, sensor_fold(part->bytes), SEARCH_ANY,
                         i, visit);
    if (sensor_by_length(table->service_lengths, data.length))
        sensor_visit_key(search, ACC_SENSOR_KEY_SERVICE_LENGTH, (uint16_t)data.length, SEARCH_ANY,
                         i, visit);
}

// By each UUID of one list of services.
SENSOR_INLINE void sensor_visit_listed(struct sensor_search *search, const uint8_t *uuids,
                                       size_t length, size_t size, sensor_visit *visit)
{
    for (size_t i = 0; i + size <= length; i += size)
        sensor_visit_key(search, size == 2 ? ACC_SENSOR_KEY_LISTED : ACC_SENSOR_KEY_LISTED_LONG,
                         size == 2 ? load_le16(uuids + i) : sensor_fold(uuids + i), SEARCH_ANY,
                         SEARCH_ANY, visit);
}

// By the start of the name; true when a record asks for it: then some are found by the length of
// manufacturer data.
SENSOR_INLINE bool sensor_visit_name(struct sensor_search *search, sensor_visit *visit)
{
    const struct sensor_frame *frame = &search->frame;
    if (!frame->name_length)
        return false;
    const uint16_t *list = sensor_list_of(frame->table, ACC_SENSOR_KEY_NAME,
                                          sensor_name_start(frame->name, frame->name_length));
    if (list)
        visit(search, list, SEARCH_ANY, SEARCH_ANY);
    return list;
}

#endif
