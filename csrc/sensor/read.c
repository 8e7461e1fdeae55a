// Readings of any advertisement: the caller's table, formats with their own reader, then the
// built-in table. single.c has a shorter way for the common kinds of advertisements.
//
// Input: advertising data that classify.c has indexed, the device's address and name. Output: an
// acc_sensor_reading and its measurements, for single.c.
#include "sensor/limits.h"
#include "sensor/lookup.h"
#include "sensor/record.h"

bool acc_sensor_read_special(struct sensor_search *search, const acc_sensor_record *record)
{
    struct measures *out = &search->out;
    size_t before = out->count;
    bool cut = false;
    unsigned unknown = 0, state = 0;
    if (record->flags & ACC_SENSOR_RECORD_ENCRYPTED) {
        bool has_key = record->flags & ACC_SENSOR_RECORD_FRAME_KEY;
        state = has_key ? ACC_SENSOR_FRAME_KEY : ACC_SENSOR_NEEDS_KEY;
    } else {
        if (record->rows)
            acc_sensor_rows(&search->frame, record->row, record->rows, out);
        unknown = acc_sensor_objects(&search->frame, record, out, &cut);
        if (out->count == before && unknown == 0) {
            sensor_name_it(search, (unsigned)(record - search->frame.table->records));
            return false;
        }
        state = cut ? ACC_SENSOR_PARTIAL : 0;
    }
    search->reading->unknown = (uint8_t)unknown;
    search->reading->state = (uint8_t)state;
    return true;
}

// Whether a record that matches is among those that are looked for.
static bool is_wanted(const struct sensor_search *search, unsigned number)
{
    const acc_sensor_record *records = search->frame.table->records;
    if (search->aim == SENSOR_NAMELESS)
        return records[number].flags & ACC_SENSOR_RECORD_NEEDS_NAME;
    return number > search->record && records[number].family == records[search->record].family;
}

// Tries the records of a list, in ascending order. A smaller number has priority, so the search ends at
// the first record; only that for a family continues.
static void try_list(struct sensor_search *search, const uint16_t *entry)
{
    struct measures *out = &search->out;
    bool first = search->aim == SENSOR_FIRST;
    for (; *entry < search->end; entry += 3) {
        if ((!first && !is_wanted(search, *entry)) ||
            !sensor_entry_holds(&search->frame, search->frame.table, entry))
            continue;
        size_t before = out->count;
        if (search->aim != SENSOR_NAMELESS &&
            !sensor_read_record(search, search->frame.table, acc_sensor_record_rows, *entry,
                                first ? 0 : before)) {
            out->count = before;
            continue;
        }
        search->record = *entry;
        if (search->aim == SENSOR_FAMILY)
            continue;
        search->end = *entry;
        sensor_keep_value(search);
        return;
    }
}

void acc_sensor_each_list(struct sensor_search *search, unsigned a, unsigned b)
{
    bool looked = false;
    for (unsigned i = 0; i < search->list_count; i++) {
        const struct sensor_list *list = &search->lists[i];
        if ((list->m != SEARCH_ANY && list->m != a) || (list->s != SEARCH_ANY && list->s != b) ||
            *list->at >= search->end)
            continue;
        if (!looked)
            sensor_look_at(&search->frame,
                           a < search->manufacturers ? search->manufacturer[a] : sensor_no_part,
                           b < search->services ? search->service[b] : sensor_no_part);
        looked = true;
        try_list(search, list->at);
    }
}

// Tries the lists with every pair of structures and with each structure alone; without any only when
// there is none.
static void each_list(struct sensor_search *search)
{
    unsigned m = search->manufacturers, s = search->services;
    for (unsigned a = 0; a <= m; a++)
        for (unsigned b = 0; b <= s; b++)
            if (a < m || b < s || m + s == 0)
                acc_sensor_each_list(search, a, b);
}

bool acc_sensor_settle(struct sensor_search *search, unsigned format)
{
    acc_sensor_reading *reading = search->reading;
    const acc_sensor_record *records = search->frame.table->records;
    unsigned first = search->record, none = search->frame.table->record_count;
    search->end = none;
    if (first != none) {
        if (records[first].family) {
            search->aim = SENSOR_FAMILY;
            each_list(search);
            search->record = first;
        }
    } else if (search->named != none) {
        search->record = search->named;
        if (records[search->record].flags & ACC_SENSOR_RECORD_NEEDS_CONNECTION)
            reading->state |= ACC_SENSOR_NEEDS_CONNECTION;
    } else if (!search->frame.name) {
        search->aim = SENSOR_NAMELESS;
        search->frame.any_name = true;
        each_list(search);
        search->frame.any_name = false;
        if (search->record != none)
            reading->state |= ACC_SENSOR_NEEDS_NAME;
    }
    if (search->record == none)
        return false;
    reading->format = (uint8_t)format;
    reading->record = (uint16_t)search->record;
    return true;
}

static inline void keep(struct sensor_part *parts, unsigned *count, const uint8_t *data,
                        acc_ad_slice slice, size_t least)
{
    struct sensor_part part = sensor_part_of(data, slice, least);
    if (part.bytes && *count < SEARCH_PARTS)
        parts[(*count)++] = part;
}

// Up to SEARCH_PARTS structures of each type; in the order of the fields when none is repeated.
static void collect(struct sensor_search *search, const acc_sensor_source *source)
{
    const acc_ad_slice *field = source->advert->field;
    const uint8_t *data = source->data;
    const uint32_t wanted = SENSOR_MANUFACTURER | SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    if (!(source->advert->repeated & wanted)) {
        keep(search->manufacturer, &search->manufacturers, data, field[ACC_AD_FIELD_MANUFACTURER],
             2);
        keep(search->service, &search->services, data, field[ACC_AD_FIELD_SERVICE_DATA16], 2);
        keep(search->service, &search->services, data, field[ACC_AD_FIELD_SERVICE_DATA128], 16);
        return;
    }
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(data, source->length, &at, &ad);) {
        acc_ad_slice slice = {(uint16_t)(ad.value - data), ad.length};
        if (ad.type == ACC_AD_MANUFACTURER)
            keep(search->manufacturer, &search->manufacturers, data, slice, 2);
        else if (ad.type == ACC_AD_SERVICE_DATA16)
            keep(search->service, &search->services, data, slice, 2);
        else if (ad.type == ACC_AD_SERVICE_DATA128)
            keep(search->service, &search->services, data, slice, 16);
    }
}

// By the listed UUIDs: those of one structure of each type, or of several.
static inline void keep_listed(struct sensor_lookup *lookup, const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    const uint32_t lists = SENSOR_LISTED | SENSOR_LISTED_LONG;
    acc_ad ad;
    if (!(advert->seen & lists))
        return;
    if (!(advert->repeated & lists)) {
        if (advert->seen & SENSOR_LISTED)
            sensor_keep_listed(lookup, source->data + field[ACC_AD_FIELD_UUID16].offset,
                               field[ACC_AD_FIELD_UUID16].length);
        if (advert->seen & SENSOR_LISTED_LONG)
            sensor_keep_listed_long(lookup, source->data + field[ACC_AD_FIELD_UUID128].offset,
                                    field[ACC_AD_FIELD_UUID128].length);
        return;
    }
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);)
        if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID16)
            sensor_keep_listed(lookup, ad.value, ad.length);
        else if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID128)
            sensor_keep_listed_long(lookup, ad.value, ad.length);
}

// Finds all lists of a table, whatever the beacon, then tries their records.
static bool read_table(struct sensor_search *search, const acc_sensor_table *table, unsigned format)
{
    const acc_sensor_source *source = search->frame.source;
    bool is_builtin = format == ACC_SENSOR_FORMAT_TABLE;
    struct sensor_lookup lookup = {table, is_builtin, search->lists, search->lists + SEARCH_LISTS};
    if (table->always != ACC_SENSOR_LIST_END)
        sensor_keep_list(&lookup, table->lists + table->always, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        sensor_keep_manufacturer(&lookup, search->manufacturer[i], source->advert, i);
    for (uint8_t i = 0; i < search->services; i++)
        sensor_keep_service(&lookup, search->service[i], sensor_uuid_size(&search->service[i]), i);
    keep_listed(&lookup, source);
    if (search->frame.name_length)
        sensor_keep_name(&lookup, search->frame.name, search->frame.name_length,
                         search->manufacturer, search->manufacturers);
    if (lookup.next == search->lists)
        return false;
    search->frame.table = table;
    search->list_count = (unsigned)(lookup.next - search->lists);
    search->aim = SENSOR_FIRST;
    search->end = search->record = search->named = table->record_count;
    each_list(search);
    return acc_sensor_settle(search, format);
}

// The classifier names one beacon only; every other structure is classified here.
static bool read_own(struct sensor_search *search, const struct sensor_part *part, unsigned count)
{
    const acc_sensor_source *source = search->frame.source;
    bool found = false;
    for (; count--; part++) {
        unsigned kind = source->advert->kind;
        if (!sensor_may_be_own(part->bytes))
            continue;
        if (source->data + source->advert->beacon.offset != part->bytes)
            kind = (unsigned)acc_beacon_kind_of(part->bytes[-1], part->bytes, part->length);
        acc_sensor_reading one = {.format = ACC_SENSOR_FORMAT_NONE};
        struct measures *out = &search->out;
        if (acc_sensor_kinds[kind] == SENSOR_OWN &&
            acc_sensor_read_own(source, kind, *part, &one, out->list + out->count,
                                out->capacity - out->count)) {
            measure_added(out, one.count);
            *search->reading = one;
            found = true;
        }
    }
    return found;
}

// Any advertisement: the caller's table, then formats with their own reader, then the built-in
// table.
acc_status acc_sensor_read_any(const acc_sensor_source *source, acc_sensor_reading *reading,
                               acc_measurement *list, size_t capacity,
                               const acc_sensor_table *builtin)
{
    struct sensor_search search;
    const acc_ad_slice *named = &source->advert->field[ACC_AD_FIELD_NAME];
    bool has_name = acc_advert_has(source->advert, ACC_AD_FIELD_NAME);
    const uint8_t *name = has_name ? source->data + named->offset : source->name;
    size_t name_length = has_name ? named->length : name ? source->name_length : 0;
    sensor_search_start(&search, source, reading, list, capacity);
    sensor_search_clear(&search);
    search.frame.name = name;
    search.frame.name_length = name_length;
    if (name_length)
        sensor_trim_name(&search.frame);
    search.manufacturers = search.services = 0;
    collect(&search, source);
    bool found =
        source->user_table && read_table(&search, source->user_table, ACC_SENSOR_FORMAT_USER);
    if (!found) {
        found = read_own(&search, search.manufacturer, search.manufacturers);
        found |= read_own(&search, search.service, search.services);
    }
    if (!found || !sensor_is_complete(reading, search.out.count))
        found |= read_table(&search, builtin, ACC_SENSOR_FORMAT_TABLE);
    acc_status status = sensor_finish(reading, &search.out);
    return found ? acc_sensor_believe(source, reading, list, status, builtin) : ACC_UNSUPPORTED;
}
