// Readings of an advertisement: the caller's table, formats with their own reader, then the
// built-in table.
//
// Input: advertising data that classify.c has indexed, the device's address and name. Output: an
// acc_sensor_reading and its measurements. The Beacons room calls it.
#include "sensor/lookup.h"

#include <string.h>

enum { LISTED = ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1 };

// Points the frame at one manufacturer data and one service data; either may be missing.
static inline void look_at(struct sensor_search *search, const struct sensor_part *manufacturer,
                           const struct sensor_part *service)
{
    struct sensor_frame *frame = &search->frame;
    const struct sensor_part none = {NULL, 0};
    struct sensor_part data = none;
    frame->part[ACC_SENSOR_PART_OBJECT] = none;
    frame->part[ACC_SENSOR_PART_RECORD] = manufacturer ? *manufacturer : none;
    if (manufacturer)
        data = (struct sensor_part){manufacturer->bytes + 2, manufacturer->length - 2};
    frame->part[ACC_SENSOR_PART_MANUFACTURER] = data;
    frame->uuid = data = none;
    if (service) {
        size_t size = sensor_uuid_size(service);
        frame->uuid = (struct sensor_part){service->bytes, size};
        data = (struct sensor_part){service->bytes + size, service->length - size};
    }
    frame->part[ACC_SENSOR_PART_SERVICE] = data;
}

// The values of a record that matches the current structures. False when it has none.
static inline bool read_record(struct sensor_search *search, unsigned number, size_t from)
{
    struct sensor_frame *frame = &search->frame;
    const acc_sensor_record *record = &frame->table->records[number];
    bool cut = false;
    uint8_t state = 0;
    unsigned unknown = 0;
    search->out.count = from;
    if (record->flags & ACC_SENSOR_RECORD_ENCRYPTED)
        state = record->flags & ACC_SENSOR_RECORD_FRAME_KEY ? ACC_SENSOR_FRAME_KEY
                                                            : ACC_SENSOR_NEEDS_KEY;
    else
        acc_sensor_rows(frame, record->row, record->rows, &search->out);
    if (state == 0 && record->flags & LISTED)
        unknown = acc_sensor_objects(frame, record, &search->out, &cut);
    if (search->named == ACC_SENSOR_LIST_END)
        search->named = number;
    if (search->out.count == from && state == 0 && unknown == 0)
        return false;
    if (record->type != 255) {
        const struct sensor_part *type = &frame->part[record->type >> 6];
        if ((record->type & 63u) < type->length)
            search->reading->product = type->bytes[record->type & 63];
    }
    search->reading->unknown = (uint8_t)unknown;
    search->reading->state = (uint8_t)(state | (cut ? ACC_SENSOR_PARTIAL : 0));
    return true;
}

// Notes the structure that the reading came from.
static inline void keep_value(struct sensor_search *search)
{
    const struct sensor_frame *frame = &search->frame;
    struct sensor_part part = frame->part[ACC_SENSOR_PART_RECORD];
    if (!part.bytes && frame->uuid.bytes) {
        part = frame->uuid;
        part.length += frame->part[ACC_SENSOR_PART_SERVICE].length;
    }
    if (part.bytes)
        search->reading->value =
            (acc_ad_slice){(uint16_t)(part.bytes - frame->source->data), (uint16_t)part.length};
}

// Records below this number are tried: the best so far. A smaller number has priority.
static inline unsigned bound(const struct sensor_search *search)
{
    unsigned count = search->frame.table->record_count;
    return search->record < count ? search->record : count;
}

// The length and the first byte of a list's part, which its entries ask for.
struct sensor_sieve {
    size_t length;
    unsigned first;
};

// `s`: service data that the list belongs to.
static inline struct sensor_sieve sieve_of(const struct sensor_search *search, uint8_t s)
{
    const struct sensor_part *part =
        &search->frame
             .part[s == SEARCH_ANY ? ACC_SENSOR_PART_MANUFACTURER : ACC_SENSOR_PART_SERVICE];
    return (struct sensor_sieve){part->length, part->length ? part->bytes[0] : 0};
}

static inline bool may_hold(const struct sensor_sieve *sieve, const uint16_t *entry)
{
    return sieve->length >= (entry[2] & 0xFF) && sieve->length <= entry[2] >> 8 &&
           (sieve->first & entry[3] & 0xFF) == entry[3] >> 8;
}

// Condition 0 always holds.
static inline bool holds(struct sensor_search *search, unsigned condition)
{
    return condition == 0 || acc_sensor_condition(&search->frame, condition);
}

// Finds the first record of a list that has values.
static void try_list(struct sensor_search *search, const uint16_t *entry, uint8_t m, uint8_t s)
{
    const struct sensor_sieve sieve = sieve_of(search, s);
    unsigned end = bound(search);
    size_t before = search->out.count;
    (void)m;
    for (; *entry < end; entry += 4) {
        if (!may_hold(&sieve, entry) || !holds(search, entry[1]))
            continue;
        if (read_record(search, *entry, 0)) {
            search->record = *entry;
            keep_value(search);
            return;
        }
        search->out.count = before;
    }
}

// Adds the other records of the family that was found: further frames of the same device.
static void try_family(struct sensor_search *search, const uint16_t *entry, uint8_t m, uint8_t s)
{
    const struct sensor_sieve sieve = sieve_of(search, s);
    const acc_sensor_record *records = search->frame.table->records;
    unsigned count = search->frame.table->record_count;
    (void)m;
    for (; *entry < count; entry += 4) {
        if (*entry <= search->record || records[*entry].family != records[search->record].family ||
            !may_hold(&sieve, entry) || !holds(search, entry[1]))
            continue;
        size_t from = search->out.count;
        if (read_record(search, *entry, from))
            search->record = *entry;
        else
            search->out.count = from;
    }
}

// Finds the first record that would match with the right name.
static void try_nameless(struct sensor_search *search, const uint16_t *entry, uint8_t m, uint8_t s)
{
    const struct sensor_sieve sieve = sieve_of(search, s);
    const acc_sensor_record *records = search->frame.table->records;
    (void)m;
    for (unsigned count = bound(search); *entry < count; entry += 4) {
        if (!(records[*entry].flags & ACC_SENSOR_RECORD_NEEDS_NAME) || !may_hold(&sieve, entry) ||
            !holds(search, entry[1]))
            continue;
        search->record = *entry;
        keep_value(search);
        return;
    }
}

// Keeps a list for each_list.
static void keep_list(struct sensor_search *search, const uint16_t *list, uint8_t m, uint8_t s)
{
    if (*list != ACC_SENSOR_LIST_END && search->list_count < SEARCH_LISTS)
        search->lists[search->list_count++] = (struct sensor_list){list, m, s};
}

// Keeps a list and tries it.
static void try_new(struct sensor_search *search, const uint16_t *list, uint8_t m, uint8_t s)
{
    keep_list(search, list, m, s);
    if (*list < search->least)
        search->least = *list;
    if (*list < bound(search))
        try_list(search, list, m, s);
}

// By each UUID in the lists of services, which several structures may hold.
static inline void keep_listed(struct sensor_search *search)
{
    const acc_sensor_source *source = search->frame.source;
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);)
        if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID16)
            sensor_visit_listed(search, ad.value, ad.length, 2, keep_list);
        else if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID128)
            sensor_visit_listed(search, ad.value, ad.length, 16, keep_list);
}

// All lists in which a matching record may be.
static void find_lists(struct sensor_search *search)
{
    const acc_sensor_table *table = search->frame.table;
    search->list_count = 0;
    if (table->always != ACC_SENSOR_LIST_END)
        keep_list(search, table->lists + table->always, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        sensor_visit_manufacturer(search, &search->manufacturer[i], i, keep_list);
    for (uint8_t i = 0; i < search->services; i++)
        sensor_visit_service(search, &search->service[i], i, keep_list);
    if (search->frame.source->advert->seen & (SENSOR_LISTED | SENSOR_LISTED_LONG))
        keep_listed(search);
    if (sensor_visit_name(search, keep_list))
        for (uint8_t i = 0; i < search->manufacturers; i++)
            sensor_visit_key(search, ACC_SENSOR_KEY_NAMED,
                             (uint16_t)(search->manufacturer[i].length - 2), i, SEARCH_ANY,
                             keep_list);
}

// Visits the lists that may hold with manufacturer data `a` and service data `b`; one that is too
// high is missing. Lists whose first record is not below the bound are of no use.
SENSOR_INLINE void each_list_of(struct sensor_search *search, unsigned a, unsigned b, bool bounded,
                                sensor_visit *visit)
{
    bool looked = false;
    for (unsigned i = 0; i < search->list_count; i++) {
        const struct sensor_list *list = &search->lists[i];
        if ((list->m != SEARCH_ANY && list->m != a) || (list->s != SEARCH_ANY && list->s != b) ||
            (bounded && *list->at >= bound(search)))
            continue;
        if (!looked)
            look_at(search, a < search->manufacturers ? &search->manufacturer[a] : NULL,
                    b < search->services ? &search->service[b] : NULL);
        looked = true;
        visit(search, list->at, list->m, list->s);
    }
}

// Visits the lists in every pair of structures.
SENSOR_INLINE void each_list(struct sensor_search *search, bool bounded, sensor_visit *visit)
{
    unsigned m = search->manufacturers, s = search->services;
    // pairs first, then each structure alone; without any structure only when there is none
    for (unsigned a = 0; a <= m; a++)
        for (unsigned b = 0; b <= s; b++)
            if (a < m || b < s || m + s == 0)
                each_list_of(search, a, b, bounded, visit);
}

// No record has values: the one that is recognised, or that a name would complete.
__attribute__((noinline)) static bool read_without_values(struct sensor_search *search)
{
    const acc_sensor_table *table = search->frame.table;
    if (search->named != ACC_SENSOR_LIST_END) {
        search->record = search->named;
        if (table->records[search->record].flags & ACC_SENSOR_RECORD_NEEDS_CONNECTION)
            search->reading->state |= ACC_SENSOR_NEEDS_CONNECTION;
    } else if (!search->frame.name) {
        search->frame.any_name = true;
        each_list(search, true, try_nameless);
        search->frame.any_name = false;
        if (search->record != ACC_SENSOR_LIST_END)
            search->reading->state |= ACC_SENSOR_NEEDS_NAME;
    }
    return search->record != ACC_SENSOR_LIST_END;
}

// The rest of the family of the first record.
__attribute__((noinline)) static void read_family(struct sensor_search *search)
{
    unsigned first = search->record;
    each_list(search, false, try_family);
    search->record = first;
}

// After all lists were tried.
static inline bool finish(struct sensor_search *search, unsigned format)
{
    if (search->record == ACC_SENSOR_LIST_END) {
        if (!read_without_values(search))
            return false;
    } else if (search->frame.table->records[search->record].family) {
        read_family(search);
    }
    search->reading->format = (uint8_t)format;
    search->reading->record = (uint16_t)search->record;
    return true;
}

// The look-up of several structures, or with a table of the caller's: their lists, then each list
// with every pair of structures.
__attribute__((noinline)) static bool read_table(struct sensor_search *search,
                                                 const acc_sensor_table *table, unsigned format)
{
    search->frame.table = table;
    search->record = search->named = ACC_SENSOR_LIST_END;
    find_lists(search);
    if (search->list_count == 0)
        return false;
    each_list(search, true, try_list);
    return finish(search, format);
}

// The look-up of at most one manufacturer data and one service data: lists are tried as they are
// found.
static inline void try_pair(struct sensor_search *search, const struct sensor_part *manufacturer,
                            const struct sensor_part *service)
{
    const acc_sensor_source *source = search->frame.source;
    const acc_advert *advert = source->advert;
    search->frame.table = &acc_sensor_builtin;
    search->record = search->named = search->least = ACC_SENSOR_LIST_END;
    search->list_count = 0;
    look_at(search, manufacturer, service);
    if (manufacturer)
        sensor_visit_manufacturer(search, manufacturer, 0, try_new);
    if (service)
        sensor_visit_service(search, service, 0, try_new);
    if (advert->seen & SENSOR_LISTED) {
        acc_ad_slice field = advert->field[ACC_AD_FIELD_UUID16];
        sensor_visit_listed(search, source->data + field.offset, field.length, 2, try_new);
    }
    if (advert->seen & SENSOR_LISTED_LONG) {
        acc_ad_slice field = advert->field[ACC_AD_FIELD_UUID128];
        sensor_visit_listed(search, source->data + field.offset, field.length, 16, try_new);
    }
    if (sensor_visit_name(search, try_new) && manufacturer)
        sensor_visit_key(search, ACC_SENSOR_KEY_NAMED, (uint16_t)(manufacturer->length - 2), 0,
                         SEARCH_ANY, try_new);
    // a record that comes first may match when one of two structures is looked at alone
    if (manufacturer && service && search->record != search->least) {
        each_list_of(search, 0, 1, true, try_list);
        each_list_of(search, 1, 0, true, try_list);
    }
}

static inline void keep(struct sensor_part *parts, unsigned *count, const uint8_t *data,
                        acc_ad_slice slice, unsigned least)
{
    static const uint8_t rocks[] = "INTELLI_ROCKS";
    // Govee appends its iBeacon (25 bytes) to its data without a structure of its own
    if (slice.length > 2 + 25 && data[slice.offset + slice.length - 21] == rocks[0] &&
        memcmp(data + slice.offset + slice.length - 21, rocks, 13) == 0)
        slice.length = (uint16_t)(slice.length - 25);
    if (*count < SEARCH_PARTS && slice.length >= least)
        parts[(*count)++] = (struct sensor_part){data + slice.offset, slice.length};
}

// Up to SEARCH_PARTS structures of each type.
static void collect(struct sensor_search *search, const acc_sensor_source *source)
{
    const uint8_t *data = source->data;
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

// Whether a structure may have its own reader: the beacon's, or one that the beacon hides.
static inline bool has_own(const acc_advert *advert)
{
    const uint32_t both = SENSOR_MANUFACTURER | SENSOR_SERVICE;
    return acc_sensor_kinds[advert->kind] == SENSOR_OWN || advert->repeated ||
           (advert->kind != ACC_BEACON_NONE && (advert->seen & both) == both);
}

// The classifier names one beacon only; every other structure is classified here.
static bool read_own(struct sensor_search *search, const struct sensor_part *part, unsigned count)
{
    const acc_sensor_source *source = search->frame.source;
    bool found = false;
    for (; count--; part++) {
        unsigned kind = source->advert->kind;
        if (source->data + source->advert->beacon.offset != part->bytes)
            kind = (unsigned)acc_beacon_kind_of(part->bytes[-1], part->bytes, part->length);
        if (acc_sensor_kinds[kind] == SENSOR_OWN)
            found |= acc_sensor_read_own(search, kind, part->bytes, part->length);
    }
    return found;
}

// A MiBeacon frame without objects often accompanies the maker's own format.
static inline bool is_complete(const struct sensor_search *search, bool found)
{
    return found && (search->out.count || search->reading->state & ACC_SENSOR_NEEDS_KEY);
}

__attribute__((noinline)) static bool read_several(struct sensor_search *search,
                                                   const acc_sensor_source *source)
{
    collect(search, source);
    bool found =
        source->user_table && read_table(search, source->user_table, ACC_SENSOR_FORMAT_USER);
    if (!found && has_own(source->advert)) {
        found = read_own(search, search->manufacturer, search->manufacturers);
        found |= read_own(search, search->service, search->services);
    }
    if (!is_complete(search, found))
        found |= read_table(search, &acc_sensor_builtin, ACC_SENSOR_FORMAT_TABLE);
    return found;
}

// No field is repeated, and there is at most one service data.
static inline bool read_pair(struct sensor_search *search, const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    if (advert->seen & SENSOR_MANUFACTURER)
        keep(search->manufacturer, &search->manufacturers, source->data,
             field[ACC_AD_FIELD_MANUFACTURER], 2);
    if (advert->seen & SENSOR_SERVICE)
        keep(search->service, &search->services, source->data, field[ACC_AD_FIELD_SERVICE_DATA16],
             2);
    else if (advert->seen & SENSOR_SERVICE_LONG)
        keep(search->service, &search->services, source->data, field[ACC_AD_FIELD_SERVICE_DATA128],
             16);
    bool found = false;
    if (has_own(advert)) {
        found = read_own(search, search->manufacturer, search->manufacturers);
        found |= read_own(search, search->service, search->services);
    }
    if (is_complete(search, found))
        return true;
    try_pair(search, search->manufacturers ? search->manufacturer : NULL,
             search->services ? search->service : NULL);
    return found |
           (search->least != ACC_SENSOR_LIST_END && finish(search, ACC_SENSOR_FORMAT_TABLE));
}

// Not inlined, so that an advertisement without readings does not pay for its stack frame.
__attribute__((noinline)) static acc_status read_structures(const acc_sensor_source *source,
                                                            acc_sensor_reading *reading,
                                                            acc_measurement *list, size_t capacity)
{
    const acc_advert *advert = source->advert;
    struct sensor_search search;
    search.reading = reading;
    search.manufacturers = search.services = 0;
    search.out = (struct measures){.list = list, .capacity = capacity};
    search.frame.source = source;
    search.frame.name = source->name;
    search.frame.name_length = source->name ? source->name_length : 0;
    search.frame.any_name = false;
    search.frame.depth = 0;
    if (acc_advert_has(advert, ACC_AD_FIELD_NAME)) {
        search.frame.name = source->data + advert->field[ACC_AD_FIELD_NAME].offset;
        search.frame.name_length = advert->field[ACC_AD_FIELD_NAME].length;
    }
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    bool several = advert->repeated || source->user_table || (advert->seen & services) == services;
    bool found = several ? read_several(&search, source) : read_pair(&search, source);
    reading->count = search.out.count;
    if (search.out.status != ACC_OK)
        reading->state |= ACC_SENSOR_PARTIAL;
    return !found ? ACC_UNSUPPORTED : search.out.status;
}

// Most advertisements end at sensor_may_match.
acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    if (!sensor_may_match(source))
        return ACC_UNSUPPORTED;
    return read_structures(source, reading, list, capacity);
}

// The values of a deciphered text: the record's rows read the OBJECT part.
acc_status acc_sensor_read_plain(uint16_t record, const uint8_t *plain, size_t len,
                                 acc_measurement *list, size_t capacity, size_t *count)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    acc_advert none = {.kind = ACC_BEACON_NONE};
    acc_sensor_source source = {.data = plain, .length = 0, .advert = &none};
    struct measures out = {.list = list, .capacity = capacity};
    struct sensor_frame frame = {.table = table, .source = &source};
    *count = 0;
    if (record >= table->record_count ||
        !(table->records[record].flags & ACC_SENSOR_RECORD_ENCRYPTED))
        return ACC_OUT_OF_RANGE;
    frame.part[ACC_SENSOR_PART_OBJECT] = (struct sensor_part){plain, len};
    if (table->records[record].flags & ACC_SENSOR_RECORD_BTHOME1)
        return acc_bthome1_objects(plain, len, list, capacity, count);
    acc_sensor_rows(&frame, table->records[record].row, table->records[record].rows, &out);
    *count = out.count;
    return out.status;
}
