// Which records of a table may match: lists by company, service, listed UUID, length and name.
//
// A list is found by a hash of what it is looked up by; 2048 bits say beforehand which hashes there are, so that most
// look-ups cost one multiplication and one load.
#include "sensor/search.h"

#include "base/bytes.h"

static inline bool is_present(const acc_sensor_table *table, uint32_t hash)
{
    return table->present[hash >> 26] >> (hash >> 21 & 31) & 1;
}

static inline const uint16_t *find_list(const acc_sensor_table *table, enum acc_sensor_key key,
                                        uint16_t value)
{
    uint32_t hash = acc_sensor_hash(table, key, value);
    if (!is_present(table, hash))
        return NULL;
    uint32_t mask = UINT32_MAX >> table->shift, at = hash >> table->shift;
    for (; table->slots[at].list >> 12 != ACC_SENSOR_KEY_NONE; at = (at + 1) & mask)
        if (table->slots[at].value == value && table->slots[at].list >> 12 == key)
            return table->lists + (table->slots[at].list & 0xFFF);
    return NULL;
}

// Bit n of `lengths`: some record is looked up by a length of n bytes.
static inline bool by_length(uint32_t lengths, size_t length)
{
    return length < 32 && lengths >> length & 1;
}

// AltBeacons have the length of a Govee format whose company is free: its checksum need not be tried on them.
static inline bool is_altbeacon(const acc_advert *advert)
{
    return advert->kind == ACC_BEACON_ALTBEACON;
}

// Keeps a list of records that may match with manufacturer data `m` or service data `s`; SEARCH_ANY with each.
static inline void keep_list(struct sensor_search *search, const uint16_t *list, uint8_t m,
                             uint8_t s)
{
    if (list && *list != ACC_SENSOR_LIST_END && search->list_count < SEARCH_LISTS)
        search->lists[search->list_count++] = (struct sensor_list){list, m, s};
}

static inline void keep_key(struct sensor_search *search, enum acc_sensor_key key, uint16_t value,
                            uint8_t m, uint8_t s)
{
    keep_list(search, find_list(search->frame.table, key, value), m, s);
}

// The list of a company or service, and the one that it goes on in by a byte of the data.
static void keep_number(struct sensor_search *search, enum acc_sensor_key key,
                        enum acc_sensor_key by_byte, uint16_t number, struct sensor_part data,
                        uint8_t m, uint8_t s)
{
    const uint16_t *list = find_list(search->frame.table, key, number);
    for (; list && (list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH; list += 2) {
        int at = (int8_t)list[0] + ((int8_t)list[0] < 0 ? (int)data.length : 0);
        if (at < 0 || (size_t)at >= data.length)
            continue;
        uint16_t value =
            acc_sensor_mix(number, (uint8_t)list[0], (uint8_t)(data.bytes[at] & list[1]));
        keep_key(search, by_byte, value, m, s);
    }
    keep_list(search, list, m, s);
}

static uint16_t fold(const uint8_t *uuid)
{
    return (uint16_t)(uuid[0] | uuid[12] << 8);
}

static void keep_listed_one(struct sensor_search *search, const uint8_t *uuid, size_t size)
{
    if (size == 2)
        keep_key(search, ACC_SENSOR_KEY_LISTED, load_le16(uuid), SEARCH_ANY, SEARCH_ANY);
    else
        keep_key(search, ACC_SENSOR_KEY_LISTED_LONG, fold(uuid), SEARCH_ANY, SEARCH_ANY);
}

static void keep_listed(struct sensor_search *search)
{
    const acc_sensor_source *source = search->frame.source;
    const acc_advert *advert = source->advert;
    bool all =
        advert->repeated >> ACC_AD_FIELD_UUID16 & 1 || advert->repeated >> ACC_AD_FIELD_UUID128 & 1;
    acc_ad_slice first = advert->field[ACC_AD_FIELD_UUID16];
    if (!all && !acc_advert_has(advert, ACC_AD_FIELD_UUID128)) {
        for (size_t i = 0; i + 2 <= first.length; i += 2)
            keep_listed_one(search, source->data + first.offset + i, 2);
        return;
    }
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);) {
        unsigned type = ad.type | 1u;
        size_t size = type == ACC_AD_COMPLETE_UUID16 ? 2 : type == ACC_AD_COMPLETE_UUID128 ? 16 : 0;
        for (size_t i = 0; size && i + size <= ad.length; i += size)
            keep_listed_one(search, ad.value + i, size);
    }
}

// The list of a name's first two characters, whatever their case; null when no record asks for a name that begins so.
static inline const uint16_t *find_name(const acc_sensor_table *table, const uint8_t *name,
                                        size_t length)
{
    if (length == 0)
        return NULL;
    unsigned second = length > 1 ? name[1] | 32u : 0;
    return find_list(table, ACC_SENSOR_KEY_NAME, (uint16_t)(name[0] | 32u | second << 8));
}

// All lists in which the advertisement's records may be.
void acc_sensor_find_lists(struct sensor_search *search)
{
    const acc_sensor_table *table = search->frame.table;
    const acc_advert *advert = search->frame.source->advert;
    search->list_count = 0;
    if (table->always != ACC_SENSOR_LIST_END)
        keep_list(search, table->lists + table->always, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++) {
        const struct sensor_part *part = &search->manufacturer[i];
        uint16_t company = load_le16(part->bytes);
        uint8_t high = (uint8_t)(company >> 8);
        struct sensor_part data = {part->bytes + 2, part->length - 2};
        keep_number(search, ACC_SENSOR_KEY_COMPANY, ACC_SENSOR_KEY_COMPANY_BYTE, company, data, i,
                    SEARCH_ANY);
        if (table->company_highs[high / 32] >> high % 32 & 1)
            keep_key(search, ACC_SENSOR_KEY_COMPANY_HIGH, high, i, SEARCH_ANY);
        if (by_length(table->manufacturer_lengths, data.length) && !is_altbeacon(advert))
            keep_key(search, ACC_SENSOR_KEY_MANUFACTURER_LENGTH, (uint16_t)data.length, i,
                     SEARCH_ANY);
    }
    for (uint8_t i = 0; i < search->services; i++) {
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
    if (advert->seen & (1u << ACC_AD_FIELD_UUID16 | 1u << ACC_AD_FIELD_UUID128))
        keep_listed(search);
    const uint16_t *named = find_name(table, search->frame.name, search->frame.name_length);
    if (!named)
        return;
    keep_list(search, named, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        keep_key(search, ACC_SENSOR_KEY_NAMED, (uint16_t)(search->manufacturer[i].length - 2), i,
                 SEARCH_ANY);
}

// Whether a company or service has records, beyond those that a byte of the data rules out.
static inline bool number_may_match(const acc_sensor_table *table, enum acc_sensor_key key,
                                    enum acc_sensor_key by_byte, uint16_t number,
                                    const uint8_t *data, size_t length)
{
    const uint16_t *list = find_list(table, key, number);
    if (!list)
        return false;
    for (; (list[0] & 0xFF00) == ACC_SENSOR_LIST_SWITCH; list += 2) {
        int at = (int8_t)list[0] + ((int8_t)list[0] < 0 ? (int)length : 0);
        if (at < 0 || (size_t)at >= length)
            continue;
        uint16_t value = acc_sensor_mix(number, (uint8_t)list[0], (uint8_t)(data[at] & list[1]));
        if (find_list(table, by_byte, value))
            return true;
    }
    return *list != ACC_SENSOR_LIST_END;
}

static inline bool manufacturer_may_match(const acc_sensor_table *table, const acc_advert *advert,
                                          const uint8_t *value, size_t length)
{
    if (length < 2)
        return false;
    uint16_t company = load_le16(value);
    uint8_t high = value[1];
    return table->company_highs[high / 32] >> high % 32 & 1 ||
           (by_length(table->manufacturer_lengths, length - 2) && !is_altbeacon(advert)) ||
           number_may_match(table, ACC_SENSOR_KEY_COMPANY, ACC_SENSOR_KEY_COMPANY_BYTE, company,
                            value + 2, length - 2);
}

static inline bool service_may_match(const acc_sensor_table *table, const uint8_t *value,
                                     size_t length)
{
    if (length < 2)
        return false;
    return by_length(table->service_lengths, length - 2) ||
           number_may_match(table, ACC_SENSOR_KEY_SERVICE, ACC_SENSOR_KEY_SERVICE_BYTE,
                            load_le16(value), value + 2, length - 2);
}

static inline bool listed_may_match(const acc_sensor_table *table, const uint8_t *uuid,
                                    size_t length, size_t size)
{
    for (size_t i = 0; i + size <= length; i += size)
        if (size == 2 ? find_list(table, ACC_SENSOR_KEY_LISTED, load_le16(uuid + i))
                      : find_list(table, ACC_SENSOR_KEY_LISTED_LONG, fold(uuid + i)))
            return true;
    return false;
}

static bool long_service_may_match(const acc_sensor_table *table, const uint8_t *value,
                                   size_t length)
{
    return length >= 16 && (by_length(table->service_lengths, length - 16) ||
                            find_list(table, ACC_SENSOR_KEY_SERVICE_LONG, fold(value)));
}

// Looks into the fields of `open`.
static inline bool fields_may_match(const acc_sensor_source *source, uint32_t open)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    const uint8_t *data = source->data;
    acc_ad_slice slice = field[ACC_AD_FIELD_MANUFACTURER];
    if (open & SENSOR_MANUFACTURER &&
        manufacturer_may_match(table, advert, data + slice.offset, slice.length))
        return true;
    slice = field[ACC_AD_FIELD_SERVICE_DATA16];
    if (open & SENSOR_SERVICE && service_may_match(table, data + slice.offset, slice.length))
        return true;
    slice = field[ACC_AD_FIELD_UUID16];
    if (open & SENSOR_LISTED && listed_may_match(table, data + slice.offset, slice.length, 2))
        return true;
    if (!(open & (SENSOR_SERVICE_LONG | SENSOR_LISTED_LONG)))
        return false;
    slice = field[ACC_AD_FIELD_SERVICE_DATA128];
    if (open & SENSOR_SERVICE_LONG && long_service_may_match(table, data + slice.offset, slice.length))
        return true;
    slice = field[ACC_AD_FIELD_UUID128];
    return open & SENSOR_LISTED_LONG && listed_may_match(table, data + slice.offset, slice.length, 16);
}

// Whether the name may be that of a sensor.
static inline bool name_may_match(const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    const uint8_t *name = source->name;
    size_t length = source->name_length;
    if (advert->seen & SENSOR_NAME) {
        name = source->data + advert->field[ACC_AD_FIELD_NAME].offset;
        length = advert->field[ACC_AD_FIELD_NAME].length;
    }
    if (!name)
        return false;
    const uint16_t *list = find_name(&acc_sensor_builtin, name, length);
    return list && (*list != ACC_SENSOR_LIST_END || advert->seen & SENSOR_MANUFACTURER);
}

bool acc_sensor_may_match(const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    uint32_t open = sensor_open(source);
    // a beacon found in the manufacturer data hides the kind of the service data
    bool hidden = open & SENSOR_SERVICE && advert->kind != ACC_BEACON_NONE &&
                  advert->seen & SENSOR_MANUFACTURER;
    if (open & SENSOR_OWN || advert->repeated & SENSOR_LOOKED_AT || hidden)
        return true;
    return (open & SENSOR_BY_NUMBER && fields_may_match(source, open)) || name_may_match(source);
}
