// Which records of a table may match: lists by company, service, listed UUID, length and name.
//
// Input: the structures of one advertisement. Output: the lists whose records read.c tries.
//
// A list is found by a hash of its key; 4096 bits record which hashes exist, so most look-ups are
// one multiplication and one load. Most advertisements that are not a sensor's end here, without a
// list.
#include "sensor/search.h"

#include "base/bytes.h"

// One bit for each value of the hash's upper 12 bits: false means "no such key".
static inline bool is_present(const acc_sensor_table *table, uint32_t hash)
{
    return table->present[hash >> 25] >> (hash >> 20 & 31) & 1;
}

// The slot of a key, or null; a key is a kind and a 16-bit value.
static const uint16_t *probe(const acc_sensor_table *table, enum acc_sensor_key key, uint16_t value,
                             uint32_t hash)
{
    // double hashing: an odd step visits all slots, of which at least one is empty
    uint32_t mask = UINT32_MAX >> table->shift, at = hash >> table->shift, step = hash >> 3 | 1;
    for (; table->slots[at].list >> 12 != ACC_SENSOR_KEY_NONE; at = (at + step) & mask)
        if (table->slots[at].value == value && table->slots[at].list >> 12 == key)
            return table->lists + (table->slots[at].list & 0xFFF);
    return NULL;
}

static inline const uint16_t *find_list(const acc_sensor_table *table, enum acc_sensor_key key,
                                        uint16_t value)
{
    uint32_t hash = acc_sensor_hash(table, key, value);
    return is_present(table, hash) ? probe(table, key, value, hash) : NULL;
}

// Bit n of `lengths`: some record is looked up by a length of n bytes.
static inline bool by_length(uint32_t lengths, size_t length)
{
    return length < 32 && lengths >> length & 1;
}

// Keeps a list of records that may match with manufacturer data `m` or service data `s`; SEARCH_ANY
// with each.
static inline void keep_list(struct sensor_search *search, const uint16_t *list, uint8_t m,
                             uint8_t s)
{
    if (list && *list != ACC_SENSOR_LIST_END && search->list_count < SEARCH_LISTS)
        search->lists[search->list_count++] = (struct sensor_list){list, m, s};
}

// Whether a record of the list may match data of this length: its condition begins with a length
// that fits, or with another term. Companies and services that are common in the air, as makers of
// sensors have, mostly send other lengths; their conditions need not be tried.
static inline bool may_hold(const acc_sensor_table *table, const uint16_t *entry,
                            enum acc_sensor_part part, size_t length)
{
    for (; *entry != ACC_SENSOR_LIST_END; entry += 2) {
        const acc_sensor_term *term = &table->terms[table->conditions[entry[1]]];
        if (term->kind != (ACC_SENSOR_TERM_LENGTH | (unsigned)part << 4) ||
            term->no != ACC_SENSOR_REJECT ||
            (length >= (term->value & 0xFF) && length <= term->value >> 8))
            return true;
    }
    return false;
}

// Looks up one key and keeps its list.
static inline void keep_key(struct sensor_search *search, enum acc_sensor_key key, uint16_t value,
                            uint8_t m, uint8_t s)
{
    keep_list(search, find_list(search->frame.table, key, value), m, s);
}

// The list of a company or service, and the lists it branches to by a byte of the data.
static inline void keep_number(struct sensor_search *search, enum acc_sensor_key key,
                               enum acc_sensor_key by_byte, uint16_t number,
                               struct sensor_part data, uint8_t m, uint8_t s)
{
    const uint16_t *list = find_list(search->frame.table, key, number);
    if (!list)
        return;
    for (; (list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH; list += 2) {
        int at = (int8_t)list[0] + ((int8_t)list[0] < 0 ? (int)data.length : 0);
        if (at < 0 || (size_t)at >= data.length)
            continue;
        uint16_t value =
            acc_sensor_mix(number, (uint8_t)list[0], (uint8_t)(data.bytes[at] & list[1]));
        keep_key(search, by_byte, value, m, s);
    }
    enum acc_sensor_part part =
        key == ACC_SENSOR_KEY_COMPANY ? ACC_SENSOR_PART_MANUFACTURER : ACC_SENSOR_PART_SERVICE;
    if (may_hold(search->frame.table, list, part, data.length))
        keep_list(search, list, m, s);
}

// A 128-bit UUID's key: one byte of its base and one of its number.
static uint16_t fold(const uint8_t *uuid)
{
    return (uint16_t)(uuid[0] | uuid[12] << 8);
}

static inline void keep_listed_value(struct sensor_search *search, const uint8_t *uuids,
                                     size_t length, size_t size)
{
    for (size_t i = 0; i + size <= length; i += size)
        if (size == 2)
            keep_key(search, ACC_SENSOR_KEY_LISTED, load_le16(uuids + i), SEARCH_ANY, SEARCH_ANY);
        else
            keep_key(search, ACC_SENSOR_KEY_LISTED_LONG, fold(uuids + i), SEARCH_ANY, SEARCH_ANY);
}

// By each UUID in the lists of services. The common case, one list of each size, needs no second
// pass.
static void keep_listed(struct sensor_search *search)
{
    const acc_sensor_source *source = search->frame.source;
    const acc_advert *advert = source->advert;
    if (!(advert->repeated & (SENSOR_LISTED | SENSOR_LISTED_LONG))) {
        acc_ad_slice field = advert->field[ACC_AD_FIELD_UUID16];
        keep_listed_value(search, source->data + field.offset, field.length, 2);
        field = advert->field[ACC_AD_FIELD_UUID128];
        keep_listed_value(search, source->data + field.offset, field.length, 16);
        return;
    }
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);)
        if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID16)
            keep_listed_value(search, ad.value, ad.length, 2);
        else if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID128)
            keep_listed_value(search, ad.value, ad.length, 16);
}

// By company, by the company's high byte, by length.
static inline void keep_manufacturer(struct sensor_search *search, uint8_t i)
{
    const acc_sensor_table *table = search->frame.table;
    const struct sensor_part *part = &search->manufacturer[i];
    uint16_t company = load_le16(part->bytes);
    uint8_t high = (uint8_t)(company >> 8);
    struct sensor_part data = {part->bytes + 2, part->length - 2};
    keep_number(search, ACC_SENSOR_KEY_COMPANY, ACC_SENSOR_KEY_COMPANY_BYTE, company, data, i,
                SEARCH_ANY);
    if (table->company_highs[high / 32] >> high % 32 & 1)
        keep_key(search, ACC_SENSOR_KEY_COMPANY_HIGH, high, i, SEARCH_ANY);
    // AltBeacons have the length of a Govee format whose company is free: its checksum need not be
    // tried
    if (by_length(table->manufacturer_lengths, data.length) &&
        search->frame.source->advert->kind != ACC_BEACON_ALTBEACON)
        keep_key(search, ACC_SENSOR_KEY_MANUFACTURER_LENGTH, (uint16_t)data.length, i, SEARCH_ANY);
}

// By the UUID of 16 or 128 bits, by length.
static inline void keep_service(struct sensor_search *search, uint8_t i)
{
    const acc_sensor_table *table = search->frame.table;
    const struct sensor_part *part = &search->service[i];
    size_t size = sensor_uuid_size(part);
    struct sensor_part data = {part->bytes + size, part->length - size};
    if (size == 2)
        keep_number(search, ACC_SENSOR_KEY_SERVICE, ACC_SENSOR_KEY_SERVICE_BYTE,
                    load_le16(part->bytes), data, SEARCH_ANY, i);
    else
        keep_key(search, ACC_SENSOR_KEY_SERVICE_LONG, fold(part->bytes), SEARCH_ANY, i);
    if (by_length(table->service_lengths, data.length))
        keep_key(search, ACC_SENSOR_KEY_SERVICE_LENGTH, (uint16_t)data.length, SEARCH_ANY, i);
}

// The first two characters of a name, lower case; the name is not empty.
static inline uint16_t name_start(const uint8_t *name, size_t length)
{
    return (uint16_t)(name[0] | 32 | (length > 1 ? name[1] | 32 : 0) << 8);
}

// By the start of the name; then by the length of manufacturer data.
static inline void keep_name(struct sensor_search *search)
{
    const uint16_t *list = find_list(search->frame.table, ACC_SENSOR_KEY_NAME,
                                     name_start(search->frame.name, search->frame.name_length));
    if (!list)
        return;
    keep_list(search, list, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        keep_key(search, ACC_SENSOR_KEY_NAMED, (uint16_t)(search->manufacturer[i].length - 2), i,
                 SEARCH_ANY);
}

// All lists in which a matching record may be.
void acc_sensor_find_lists(struct sensor_search *search)
{
    const acc_sensor_table *table = search->frame.table;
    search->list_count = 0;
    if (table->always != ACC_SENSOR_LIST_END)
        keep_list(search, table->lists + table->always, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        keep_manufacturer(search, i);
    for (uint8_t i = 0; i < search->services; i++)
        keep_service(search, i);
    if (search->frame.source->advert->seen & (SENSOR_LISTED | SENSOR_LISTED_LONG))
        keep_listed(search);
    if (search->frame.name_length)
        keep_name(search);
}

static inline bool key_is_present(const acc_sensor_table *table, enum acc_sensor_key key,
                                  uint16_t value)
{
    return is_present(table, acc_sensor_hash(table, key, value));
}

static inline bool company_is_present(const acc_sensor_table *table, uint16_t company,
                                      size_t length, const acc_advert *advert)
{
    unsigned high = company >> 8;
    return key_is_present(table, ACC_SENSOR_KEY_COMPANY, company) ||
           table->company_highs[high / 32] >> high % 32 & 1 ||
           (by_length(table->manufacturer_lengths, length) && advert->kind != ACC_BEACON_ALTBEACON);
}

// The same question by the presence bits alone, before anything else is set up.
bool acc_sensor_keys_present(const acc_sensor_source *source, uint32_t open)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    const acc_advert *advert = source->advert;
    const uint8_t *data = source->data;
    const acc_ad_slice *field = advert->field, *at = &field[ACC_AD_FIELD_MANUFACTURER];
    // a beacon in the manufacturer data hides the kind of the service data
    bool hidden = advert->seen & SENSOR_MANUFACTURER && advert->kind != ACC_BEACON_NONE;
    if (open & SENSOR_SERVICE_LONG || (hidden && open & SENSOR_SERVICE))
        return true;
    if (open & SENSOR_MANUFACTURER && at->length >= 2 &&
        company_is_present(table, load_le16(data + at->offset), at->length - 2u, advert))
        return true;
    at = &field[ACC_AD_FIELD_SERVICE_DATA16];
    if (open & SENSOR_SERVICE && at->length >= 2 &&
        (key_is_present(table, ACC_SENSOR_KEY_SERVICE, load_le16(data + at->offset)) ||
         by_length(table->service_lengths, at->length - 2u)))
        return true;
    at = &field[ACC_AD_FIELD_NAME];
    if (open & SENSOR_NAME && at->length &&
        key_is_present(table, ACC_SENSOR_KEY_NAME, name_start(data + at->offset, at->length)))
        return true;
    if (!(open & (SENSOR_LISTED | SENSOR_LISTED_LONG)))
        return false;
    at = &field[ACC_AD_FIELD_UUID128];
    for (size_t i = 0; i + 16 <= at->length; i += 16)
        if (key_is_present(table, ACC_SENSOR_KEY_LISTED_LONG, fold(data + at->offset + i)))
            return true;
    at = &field[ACC_AD_FIELD_UUID16];
    for (size_t i = 0; i + 2 <= at->length; i += 2)
        if (key_is_present(table, ACC_SENSOR_KEY_LISTED, load_le16(data + at->offset + i)))
            return true;
    return false;
}
