// Readings of an advertisement: the caller's table, formats with their own reader, then the
// built-in table. The common kinds of advertisements have a shorter way each: no sensor's, one
// structure with its own reader, one manufacturer data or service data or both.
//
// Input: advertising data that classify.c has indexed, the device's address and name. Output: an
// acc_sensor_reading and its measurements. The Beacons room calls it.
#include "sensor/condition.h"
#include "sensor/lookup.h"

#include <string.h>

enum { LISTED = ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1 };

static const struct sensor_part no_part = {NULL, 0};

// Points the frame at one manufacturer data and one service data; either may be missing. By value:
// parts that were just stored are not loaded again, which processors do slowly.
static inline void look_at(struct sensor_frame *frame, struct sensor_part manufacturer,
                           struct sensor_part service)
{
    struct sensor_part *part = frame->part;
    unsigned refused = frame->name || frame->any_name ? 0 : ACC_SENSOR_LIST_NAME;
    part[ACC_SENSOR_PART_OBJECT] = part[ACC_SENSOR_PART_MANUFACTURER] = no_part;
    part[ACC_SENSOR_PART_SERVICE] = no_part;
    part[ACC_SENSOR_PART_RECORD] = manufacturer;
    frame->uuid_size = 0;
    if (manufacturer.bytes) {
        if (load_le16(manufacturer.bytes) == 0x004C)
            refused |= ACC_SENSOR_LIST_NOT_APPLE;
        part[ACC_SENSOR_PART_MANUFACTURER] =
            (struct sensor_part){manufacturer.bytes + 2, manufacturer.length - 2};
    }
    if (service.bytes) {
        size_t size = sensor_uuid_size(&service);
        refused |= ACC_SENSOR_LIST_NO_SERVICE;
        frame->uuid_size = (uint8_t)size;
        part[ACC_SENSOR_PART_SERVICE] =
            (struct sensor_part){service.bytes + size, service.length - size};
    }
    frame->refused = refused;
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
    if (search->named == frame->table->record_count)
        search->named = number;
    if (search->out.count == from && state == 0 && unknown == 0)
        return false;
    const struct sensor_part *type = &frame->part[record->type >> 6];
    if (record->type != 255 && (record->type & 63u) < type->length)
        search->reading->product = type->bytes[record->type & 63];
    search->reading->unknown = (uint8_t)unknown;
    search->reading->state = (uint8_t)(state | (cut ? ACC_SENSOR_PARTIAL : 0));
    return true;
}

// Notes the structure that the reading came from.
static void keep_value(struct sensor_search *search)
{
    const struct sensor_frame *frame = &search->frame;
    const struct sensor_part *record = &frame->part[ACC_SENSOR_PART_RECORD];
    const struct sensor_part *service = &frame->part[ACC_SENSOR_PART_SERVICE];
    acc_ad_slice *value = &search->reading->value;
    if (record->bytes)
        *value = (acc_ad_slice){(uint16_t)(record->bytes - frame->source->data),
                                (uint16_t)record->length};
    else if (frame->uuid_size)
        *value = (acc_ad_slice){(uint16_t)(service->bytes - frame->uuid_size - frame->source->data),
                                (uint16_t)(service->length + frame->uuid_size)};
}

// Whether the record of a list's entry matches. Most that do not are told by a length, or by what
// is missing.
static inline bool entry_holds(struct sensor_frame *frame, const uint16_t *entry)
{
    unsigned needs = entry[1], least = entry[2] & 0xFF, most = entry[2] >> 8;
    // MANUFACTURER is part 0, SERVICE part 1
    const struct sensor_part *part = &frame->part[needs >> 12 & 1];
    if (needs & frame->refused || part->length < least || part->length > most)
        return false;
    unsigned number = needs & ACC_SENSOR_LIST_CONDITION;
    return number == 0 || sensor_holds(frame, number);
}

// Whether a record that matches is among those that are looked for.
static bool is_wanted(const struct sensor_search *search, unsigned number)
{
    const acc_sensor_record *records = search->frame.table->records;
    if (search->aim == SENSOR_NAMELESS)
        return records[number].flags & ACC_SENSOR_RECORD_NEEDS_NAME;
    return number > search->record && records[number].family == records[search->record].family;
}

// Tries the records of a list. A smaller number has priority, so of the first there is one in a
// list, of a family there are several.
static void try_list(struct sensor_search *search, const uint16_t *entry)
{
    struct measures *out = &search->out;
    bool first = search->aim == SENSOR_FIRST;
    for (; *entry < search->end; entry += 3) {
        if (!entry_holds(&search->frame, entry) || (!first && !is_wanted(search, *entry)))
            continue;
        size_t before = out->count;
        if (search->aim != SENSOR_NAMELESS && !read_record(search, *entry, first ? 0 : before)) {
            out->count = before;
            continue;
        }
        search->record = *entry;
        if (search->aim == SENSOR_FAMILY)
            continue;
        search->end = *entry;
        keep_value(search);
        return;
    }
}

// Visits the lists that may hold for manufacturer data `a` and service data `b`. A number beyond the
// last stands for none.
static void each_list_of(struct sensor_search *search, unsigned a, unsigned b)
{
    bool looked = false;
    for (unsigned i = 0; i < search->list_count; i++) {
        const struct sensor_list *list = &search->lists[i];
        if ((list->m != SEARCH_ANY && list->m != a) || (list->s != SEARCH_ANY && list->s != b) ||
            *list->at >= search->end)
            continue;
        if (!looked)
            look_at(&search->frame, a < search->manufacturers ? search->manufacturer[a] : no_part,
                    b < search->services ? search->service[b] : no_part);
        looked = true;
        try_list(search, list->at);
    }
}

// In every pair of structures: pairs first, then each structure alone; without any only when there
// is none.
static void each_list(struct sensor_search *search)
{
    unsigned m = search->manufacturers, s = search->services;
    for (unsigned a = 0; a <= m; a++)
        for (unsigned b = 0; b <= s; b++)
            if (a < m || b < s || m + s == 0)
                each_list_of(search, a, b);
}

// What remains when the first record with values is known, or that there is none.
__attribute__((noinline)) static bool settle(struct sensor_search *search, unsigned format)
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

// A structure, from its company or UUID on; none when it is shorter than that. Govee appends its
// iBeacon (25 bytes) to its data without a structure of its own.
static inline struct sensor_part part_of(const uint8_t *data, acc_ad_slice slice, size_t least)
{
    static const uint8_t rocks[] = "INTELLI_ROCKS";
    if (slice.length < least)
        return no_part;
    struct sensor_part part = {data + slice.offset, slice.length};
    if (part.length > 2 + 25 && part.bytes[part.length - 21] == rocks[0] &&
        memcmp(part.bytes + part.length - 21, rocks, 13) == 0)
        part.length -= 25;
    return part.length >= least ? part : no_part;
}

static inline void keep(struct sensor_part *parts, unsigned *count, const uint8_t *data,
                        acc_ad_slice slice, size_t least)
{
    struct sensor_part part = part_of(data, slice, least);
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

// Finds all lists of a table, whatever the beacon, then tries their records.
static bool read_table(struct sensor_search *search, const acc_sensor_table *table, unsigned format)
{
    const acc_sensor_source *source = search->frame.source;
    struct sensor_lookup lookup = {table, search->lists, search->lists + SEARCH_LISTS};
    bool altbeacon = source->advert->kind == ACC_BEACON_ALTBEACON;
    if (table->always != ACC_SENSOR_LIST_END)
        sensor_keep_list(&lookup, table->lists + table->always, SEARCH_ANY, SEARCH_ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        sensor_keep_manufacturer(&lookup, search->manufacturer[i], altbeacon, i);
    for (uint8_t i = 0; i < search->services; i++)
        sensor_keep_service(&lookup, search->service[i], i);
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);)
        if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID16)
            sensor_keep_listed(&lookup, ad.value, ad.length);
        else if ((ad.type | 1u) == ACC_AD_COMPLETE_UUID128)
            sensor_keep_listed_long(&lookup, ad.value, ad.length);
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
    return settle(search, format);
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
        acc_sensor_reading one;
        if (acc_sensor_kinds[kind] == SENSOR_OWN &&
            acc_sensor_read_own(source, kind, part->bytes, part->length, &one, &search->out)) {
            *search->reading = one;
            found = true;
        }
    }
    return found;
}

// A MiBeacon frame without objects often accompanies the maker's own format, which is read then.
static inline bool is_complete(const acc_sensor_reading *reading, const struct measures *out)
{
    return out->count || reading->state & ACC_SENSOR_NEEDS_KEY;
}

static acc_status finish(acc_sensor_reading *reading, const struct measures *out)
{
    reading->count = out->count;
    if (out->status != ACC_OK)
        reading->state |= ACC_SENSOR_PARTIAL;
    return out->status;
}

// What every search starts from.
static inline void start(struct sensor_search *search, const acc_sensor_source *source,
                         const uint8_t *name, size_t name_length, acc_sensor_reading *reading,
                         acc_measurement *list, size_t capacity)
{
    search->reading = reading;
    search->out = (struct measures){.list = list, .capacity = capacity};
    search->frame.source = source;
    search->frame.name = name;
    search->frame.name_length = name_length;
    search->frame.name_pairs = 0;
    search->frame.any_name = false;
    search->frame.depth = 0;
}

// Any advertisement: the caller's table, then formats with their own reader, then the built-in
// table.
__attribute__((noinline)) static acc_status read_any(const acc_sensor_source *source,
                                                     acc_sensor_reading *reading,
                                                     acc_measurement *list, size_t capacity)
{
    struct sensor_search search;
    const acc_ad_slice *named = &source->advert->field[ACC_AD_FIELD_NAME];
    bool has_name = acc_advert_has(source->advert, ACC_AD_FIELD_NAME);
    const uint8_t *name = has_name ? source->data + named->offset : source->name;
    size_t name_length = has_name ? named->length : name ? source->name_length : 0;
    start(&search, source, name, name_length, reading, list, capacity);
    search.manufacturers = search.services = 0;
    collect(&search, source);
    bool found =
        source->user_table && read_table(&search, source->user_table, ACC_SENSOR_FORMAT_USER);
    if (!found) {
        found = read_own(&search, search.manufacturer, search.manufacturers);
        found |= read_own(&search, search.service, search.services);
    }
    if (!found || !is_complete(reading, &search.out))
        found |= read_table(&search, &acc_sensor_builtin, ACC_SENSOR_FORMAT_TABLE);
    acc_status status = finish(reading, &search.out);
    return found ? status : ACC_UNSUPPORTED;
}

// The built-in table, with at most one manufacturer data and one service data. Only the fields of
// `open` can have its records.
__attribute__((noinline)) static acc_status read_single(const acc_sensor_source *source,
                                                        acc_sensor_reading *reading,
                                                        acc_measurement *list, size_t capacity,
                                                        uint32_t open)
{
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    const uint8_t *data = source->data, *name = source->name;
    size_t name_length = name ? source->name_length : 0;
    bool is_long = !(advert->seen & SENSOR_SERVICE);
    struct sensor_part m = part_of(data, field[ACC_AD_FIELD_MANUFACTURER], 2);
    struct sensor_part s = is_long ? part_of(data, field[ACC_AD_FIELD_SERVICE_DATA128], 16)
                                   : part_of(data, field[ACC_AD_FIELD_SERVICE_DATA16], 2);
    struct sensor_search search;
    struct sensor_lookup lookup = {&acc_sensor_builtin, search.lists, search.lists + SEARCH_LISTS};
    if (m.bytes && open & SENSOR_MANUFACTURER)
        sensor_keep_manufacturer(&lookup, m, advert->kind == ACC_BEACON_ALTBEACON, 0);
    if (s.bytes && open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG))
        sensor_keep_service(&lookup, s, 0);
    if (open & SENSOR_LISTED)
        sensor_keep_listed(&lookup, data + field[ACC_AD_FIELD_UUID16].offset,
                           field[ACC_AD_FIELD_UUID16].length);
    if (open & SENSOR_LISTED_LONG)
        sensor_keep_listed_long(&lookup, data + field[ACC_AD_FIELD_UUID128].offset,
                                field[ACC_AD_FIELD_UUID128].length);
    if (advert->seen & SENSOR_NAME) {
        name = data + field[ACC_AD_FIELD_NAME].offset;
        name_length = field[ACC_AD_FIELD_NAME].length;
    }
    if (name_length)
        sensor_keep_name(&lookup, name, name_length, &m, m.bytes != NULL);
    if (lookup.next == search.lists)
        return ACC_UNSUPPORTED;
    search.manufacturer[0] = m;
    search.service[0] = s;
    search.manufacturers = m.bytes != NULL;
    search.services = s.bytes != NULL;
    search.list_count = (unsigned)(lookup.next - search.lists);
    start(&search, source, name, name_length, reading, list, capacity);
    search.frame.table = &acc_sensor_builtin;
    search.aim = SENSOR_FIRST;
    search.end = search.record = search.named = acc_sensor_builtin.record_count;
    // all lists belong to the first view
    look_at(&search.frame, m, s);
    for (const struct sensor_list *one = search.lists; one != lookup.next; one++)
        try_list(&search, one->at);
    if (m.bytes && s.bytes) {
        each_list_of(&search, 0, 1);
        each_list_of(&search, 1, 0);
    }
    if (search.record == acc_sensor_builtin.record_count ||
        acc_sensor_builtin.records[search.record].family) {
        if (!settle(&search, ACC_SENSOR_FORMAT_TABLE))
            return ACC_UNSUPPORTED;
    } else {
        reading->format = ACC_SENSOR_FORMAT_TABLE;
        reading->record = (uint16_t)search.record;
    }
    return finish(reading, &search.out);
}

// The only structure has its own reader.
static acc_status read_beacon(const acc_sensor_source *source, acc_sensor_reading *reading,
                              acc_measurement *list, size_t capacity)
{
    const acc_advert *advert = source->advert;
    struct measures out = {.list = list, .capacity = capacity};
    struct sensor_part part = part_of(source->data, advert->beacon, 2);
    if (acc_sensor_read_own(source, advert->kind, part.bytes, part.length, reading, &out) &&
        is_complete(reading, &out))
        return finish(reading, &out);
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    return read_any(source, reading, list, capacity);
}

// Whether the manufacturer data's beacon hides a service data that has its own reader.
static bool hides_own(const acc_sensor_source *source)
{
    struct sensor_part part =
        part_of(source->data, source->advert->field[ACC_AD_FIELD_SERVICE_DATA16], 2);
    return part.bytes &&
           acc_sensor_kinds[acc_beacon_kind_of(ACC_AD_SERVICE_DATA16, part.bytes, part.length)] ==
               SENSOR_OWN;
}

// Whether the built-in table may have a record for one of the fields of `open`, none of which is
// repeated. It looks at no more than the hashes of their numbers; most end here.
static inline bool may_match(const acc_sensor_source *source, uint32_t open)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    const acc_ad_slice *field = source->advert->field, *at = &field[ACC_AD_FIELD_MANUFACTURER];
    const uint8_t *data = source->data;
    bool altbeacon = source->advert->kind == ACC_BEACON_ALTBEACON;
    if (open & SENSOR_SERVICE_LONG)
        return true;
    if (open & SENSOR_MANUFACTURER && at->length >= 2 &&
        sensor_company_is_present(table, data + at->offset, at->length - 2u, altbeacon))
        return true;
    at = &field[ACC_AD_FIELD_SERVICE_DATA16];
    if (open & SENSOR_SERVICE && at->length >= 2 &&
        (sensor_key_is_present(table, ACC_SENSOR_KEY_SERVICE, load_le16(data + at->offset)) ||
         sensor_by_length(table->service_lengths, at->length - 2u)))
        return true;
    at = &field[ACC_AD_FIELD_NAME];
    if (open & SENSOR_NAME && at->length &&
        sensor_key_is_present(table, ACC_SENSOR_KEY_NAME,
                              sensor_name_start(data + at->offset, at->length)))
        return true;
    at = &field[ACC_AD_FIELD_UUID128];
    for (size_t i = 0; i + 16 <= at->length; i += 16)
        if (sensor_key_is_present(table, ACC_SENSOR_KEY_LISTED_LONG,
                                  sensor_fold(data + at->offset + i)))
            return true;
    at = &field[ACC_AD_FIELD_UUID16];
    for (size_t i = 0; open & SENSOR_LISTED && i + 2 <= at->length; i += 2)
        if (sensor_key_is_present(table, ACC_SENSOR_KEY_LISTED, load_le16(data + at->offset + i)))
            return true;
    return false;
}

// An advertisement of whose fields some are open: its beacon, if any, does not say that it is no
// sensor's.
__attribute__((noinline)) static acc_status read_open(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity,
                                                      uint32_t open)
{
    const acc_advert *advert = source->advert;
    const uint32_t both = SENSOR_MANUFACTURER | SENSOR_SERVICE;
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    uint32_t kind = acc_sensor_kinds[advert->kind], seen = advert->seen;
    bool hides = (seen & both) == both && advert->kind != ACC_BEACON_NONE;
    if (kind == SENSOR_OWN && !hides)
        return read_beacon(source, reading, list, capacity);
    if (!hides && !source->name && !may_match(source, open))
        return ACC_UNSUPPORTED;
    if (kind == SENSOR_OWN || (seen & services) == services || (hides && hides_own(source)))
        return read_any(source, reading, list, capacity);
    return read_single(source, reading, list, capacity, open);
}

// Most advertisements end here: their beacon is no sensor's.
acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    const acc_advert *advert = source->advert;
    uint32_t kind = acc_sensor_kinds[advert->kind];
    uint32_t open = advert->seen & SENSOR_LOOKED_AT & ~kind;
    if (advert->repeated & SENSOR_LOOKED_AT || source->user_table)
        return read_any(source, reading, list, capacity);
    if (source->name)
        return read_open(source, reading, list, capacity, open);
    if (!open)
        return ACC_UNSUPPORTED;
    // such a beacon usually lists its service as well
    if (open == SENSOR_LISTED && kind & SENSOR_SERVICE) {
        acc_ad_slice listed = advert->field[ACC_AD_FIELD_UUID16];
        if (listed.length == 2 && load_le16(source->data + listed.offset) ==
                                      load_le16(source->data + advert->beacon.offset))
            return ACC_UNSUPPORTED;
    }
    if (open == SENSOR_MANUFACTURER && advert->kind == ACC_BEACON_IBEACON) {
        uint8_t first = source->data[advert->beacon.offset + 4];
        if (!(acc_sensor_builtin.ibeacons[first / 32] >> first % 32 & 1))
            return ACC_UNSUPPORTED;
    }
    return read_open(source, reading, list, capacity, open);
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
