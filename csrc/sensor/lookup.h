// Which records of a table may match: lists by company, service, listed UUID, length and name.
//
// Input: the structures of one advertisement. Output: the lists whose records read.c tries. Inline,
// so that the compiler specialises it for the built-in table.
//
// A list is found by a perfect hash of its key; 4096 bits record which hashes exist, so most look-ups
// are one multiplication and one load. Most advertisements that are not a sensor's end here, without a
// list.
#ifndef ACC_SENSOR_LOOKUP_H
#define ACC_SENSOR_LOOKUP_H

#include "sensor/condition.h"
#include "sensor/search.h"

// The lists found so far; a full array drops further ones.
struct sensor_lookup {
    const acc_sensor_table *table;
    bool is_builtin;  // the table is acc_sensor_builtin
    struct sensor_list *next, *end;
};

// One bit for each value of the hash's upper 12 bits: false means "no such key", as nearly always.
static inline bool sensor_is_present(const acc_sensor_table *table, uint32_t hash)
{
    return table->present[hash >> 25] >> (hash >> 20 & 31) & 1;
}

// Whether most look-ups of a kind of key find a list. Those of other kinds mostly find none, which `present` shows
// sooner; a caller's table need not have it.
static inline bool sensor_is_mostly_found(enum acc_sensor_key key)
{
    return key == ACC_SENSOR_KEY_SERVICE || key == ACC_SENSOR_KEY_SERVICE_BYTE ||
           key == ACC_SENSOR_KEY_COMPANY_BYTE || key == ACC_SENSOR_KEY_NAMED;
}

// Finds the list of a key, which is a kind and a 16-bit value; false when there is none.
static inline bool sensor_find_list(const struct sensor_lookup *lookup, enum acc_sensor_key key,
                                    uint16_t value, const uint16_t **list)
{
    const acc_sensor_table *table = lookup->table;
    uint32_t hash = acc_sensor_hash(table, key, value);
    if (lookup->is_builtin && !sensor_is_mostly_found(key) && !sensor_is_present(table, hash))
        return false;
    const acc_sensor_slot *slot = &table->slots[acc_sensor_place(table, hash)];
    uint32_t differs = ((uint32_t)slot->list << 16 | slot->value) ^ ((uint32_t)key << 28 | value);
    if (differs & 0xF000FFFFu)  // the kind or the value
        return false;
    *list = table->lists + (differs >> 16);
    return true;
}

// Keeps a list of records that may match with manufacturer data `m` or service data `s`; SEARCH_ANY
// with each.
static inline void sensor_keep_list(struct sensor_lookup *lookup, const uint16_t *list, uint8_t m,
                                    uint8_t s)
{
    if (__builtin_expect(*list == ACC_SENSOR_LIST_END || lookup->next == lookup->end, 0))
        return;
    struct sensor_list *one = lookup->next++;
    one->at = list;
    one->m = m;
    one->s = s;
}

// Looks up one key and keeps its list.
static inline void sensor_keep_key(struct sensor_lookup *lookup, enum acc_sensor_key key,
                                   uint16_t value, uint8_t m, uint8_t s)
{
    const uint16_t *list;
    if (sensor_find_list(lookup, key, value, &list))
        sensor_keep_list(lookup, list, m, s);
}

// The first record of a list that may have the right length; null for none. Companies and services that are common in
// the air, as makers of sensors have, mostly send other lengths: such advertisements end here.
static inline const uint16_t *sensor_first_fit(const uint16_t *entry, enum acc_sensor_part part,
                                               size_t length)
{
    for (; *entry != ACC_SENSOR_LIST_END; entry += 3)
        if ((entry[1] >> 12 & 1) != part ||
            (length >= (entry[2] & 0xFFu) && length <= entry[2] >> 8))
            return entry;
    return NULL;
}

// The lists that the list of a company or service branches to by a byte of the data; returns where
// its own records begin.
static inline const uint16_t *sensor_keep_branches(struct sensor_lookup *lookup,
                                                   const uint16_t *list,
                                                   enum acc_sensor_key by_byte, uint16_t number,
                                                   const struct sensor_part *part, uint8_t index)
{
    bool is_company = by_byte == ACC_SENSOR_KEY_COMPANY_BYTE;
    for (; (list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH; list += 2) {
        size_t at = (size_t)(int8_t)list[0], length = part->length;  // from the end if negative
        if (at < length || (at += length) < length)
            sensor_keep_key(
                lookup, by_byte,
                acc_sensor_mix(number, (uint8_t)list[0], part->bytes[at] & (uint8_t)list[1]),
                is_company ? index : SEARCH_ANY, is_company ? SEARCH_ANY : index);
    }
    return list;
}

// The list of a company or service; `part` is what follows its number.
__attribute__((always_inline)) static inline void
sensor_keep_number(struct sensor_lookup *lookup, enum acc_sensor_key key, uint16_t number,
                   const struct sensor_part *part, uint8_t index)
{
    bool is_company = key == ACC_SENSOR_KEY_COMPANY;
    const uint16_t *list;
    if (!sensor_find_list(lookup, key, number, &list))
        return;
    if ((list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH)
        list = sensor_keep_branches(
            lookup, list, is_company ? ACC_SENSOR_KEY_COMPANY_BYTE : ACC_SENSOR_KEY_SERVICE_BYTE,
            number, part, index);
    list = sensor_first_fit(
        list, is_company ? ACC_SENSOR_PART_MANUFACTURER : ACC_SENSOR_PART_SERVICE, part->length);
    if (list)
        sensor_keep_list(lookup, list, is_company ? index : SEARCH_ANY,
                         is_company ? SEARCH_ANY : index);
}

// Bit n of `lengths`: some record is looked up by a length of n bytes.
static inline bool sensor_by_length(uint32_t lengths, size_t length)
{
    return length < 32 && lengths >> length & 1;
}

// By company, by the company's high byte, by length.
static inline void sensor_keep_manufacturer(struct sensor_lookup *lookup, struct sensor_part part,
                                            const acc_advert *advert, uint8_t m)
{
    const acc_sensor_table *table = lookup->table;
    uint16_t company = load_le16(part.bytes);
    unsigned high = company >> 8;
    size_t length = part.length - 2;
    sensor_keep_number(lookup, ACC_SENSOR_KEY_COMPANY, company,
                       &(struct sensor_part){part.bytes + 2, length}, m);
    if (table->company_highs[high / 32] >> high % 32 & 1)
        sensor_keep_key(lookup, ACC_SENSOR_KEY_COMPANY_HIGH, (uint16_t)high, m, SEARCH_ANY);
    if (sensor_by_length(table->manufacturer_lengths, length) &&
        advert->kind != ACC_BEACON_ALTBEACON)
        sensor_keep_key(lookup, ACC_SENSOR_KEY_MANUFACTURER_LENGTH, (uint16_t)length, m,
                        SEARCH_ANY);
}

// A 128-bit UUID's key: one byte of its base and one of its number.
static inline uint16_t sensor_fold(const uint8_t *uuid)
{
    return (uint16_t)(uuid[0] | uuid[12] << 8);
}

// By the UUID of 16 or 128 bits, by length.
static inline void sensor_keep_service(struct sensor_lookup *lookup, struct sensor_part part,
                                       size_t size, uint8_t s)
{
    size_t length = part.length - size;
    if (size == 2)
        sensor_keep_number(lookup, ACC_SENSOR_KEY_SERVICE, load_le16(part.bytes),
                           &(struct sensor_part){part.bytes + 2, length}, s);
    else
        sensor_keep_key(lookup, ACC_SENSOR_KEY_SERVICE_LONG, sensor_fold(part.bytes), SEARCH_ANY,
                        s);
    if (sensor_by_length(lookup->table->service_lengths, length))
        sensor_keep_key(lookup, ACC_SENSOR_KEY_SERVICE_LENGTH, (uint16_t)length, SEARCH_ANY, s);
}

// By each UUID of a list of services.
static inline void sensor_keep_listed(struct sensor_lookup *lookup, const uint8_t *uuids,
                                      size_t length)
{
    for (size_t i = 0; i + 2 <= length; i += 2)
        sensor_keep_key(lookup, ACC_SENSOR_KEY_LISTED, load_le16(uuids + i), SEARCH_ANY,
                        SEARCH_ANY);
}

static inline void sensor_keep_listed_long(struct sensor_lookup *lookup, const uint8_t *uuids,
                                           size_t length)
{
    for (size_t i = 0; i + 16 <= length; i += 16)
        sensor_keep_key(lookup, ACC_SENSOR_KEY_LISTED_LONG, sensor_fold(uuids + i), SEARCH_ANY,
                        SEARCH_ANY);
}

// The first two characters of a name, lower case; the name is not empty.
static inline uint16_t sensor_name_start(const uint8_t *name, size_t length)
{
    return (uint16_t)(__builtin_expect(length > 1, 1) ? load_le16(name) | 0x2020 : name[0] | 0x20);
}

// By the first two characters of the name; then by the length of each manufacturer data.
static inline void sensor_keep_name(struct sensor_lookup *lookup, const uint8_t *name,
                                    size_t length, const struct sensor_part *manufacturer,
                                    unsigned manufacturers)
{
    const uint16_t *list;
    if (!sensor_find_list(lookup, ACC_SENSOR_KEY_NAME, sensor_name_start(name, length), &list))
        return;
    sensor_keep_list(lookup, list, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < manufacturers; i++)
        sensor_keep_key(lookup, ACC_SENSOR_KEY_NAMED, (uint16_t)(manufacturer[i].length - 2), i,
                        SEARCH_ANY);
}

#endif
