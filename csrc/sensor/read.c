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

// Points the frame at one manufacturer data and one service data; either may be missing.
static inline void look_at(struct sensor_frame *frame, const struct sensor_part *manufacturer,
                           const struct sensor_part *service)
{
    const struct sensor_part none = {NULL, 0};
    frame->part[ACC_SENSOR_PART_OBJECT] = none;
    frame->part[ACC_SENSOR_PART_RECORD] = frame->part[ACC_SENSOR_PART_MANUFACTURER] = none;
    frame->part[ACC_SENSOR_PART_SERVICE] = frame->uuid = none;
    frame->refused = frame->name || frame->any_name ? 0 : ACC_SENSOR_LIST_NAME;
    if (manufacturer) {
        if (load_le16(manufacturer->bytes) == 0x004C)
            frame->refused |= ACC_SENSOR_LIST_NOT_APPLE;
        frame->part[ACC_SENSOR_PART_RECORD] = *manufacturer;
        frame->part[ACC_SENSOR_PART_MANUFACTURER] =
            (struct sensor_part){manufacturer->bytes + 2, manufacturer->length - 2};
    }
    if (service) {
        size_t size = sensor_uuid_size(service);
        frame->refused |= ACC_SENSOR_LIST_NO_SERVICE;
        frame->uuid = (struct sensor_part){service->bytes, size};
        frame->part[ACC_SENSOR_PART_SERVICE] =
            (struct sensor_part){service->bytes + size, service->length - size};
    }
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
    const struct sensor_part *part = &frame->part[ACC_SENSOR_PART_RECORD];
    struct sensor_part service = {NULL, 0};
    if (!part->bytes && frame->uuid.bytes) {
        service.bytes = frame->uuid.bytes;
        service.length = frame->uuid.length + frame->part[ACC_SENSOR_PART_SERVICE].length;
        part = &service;
    }
    if (part->bytes)
        search->reading->value =
            (acc_ad_slice){(uint16_t)(part->bytes - frame->source->data), (uint16_t)part->length};
}

// Records below this number are tried: the best so far. A smaller number has priority.
static inline unsigned bound(const struct sensor_search *search)
{
    unsigned count = search->frame.table->record_count;
    return search->record < count ? search->record : count;
}

// Whether the record of a list's entry matches. Most that do not are told by a length, or by what
// is missing.
static inline bool entry_holds(struct sensor_search *search, const uint16_t *entry)
{
    struct sensor_frame *frame = &search->frame;
    unsigned needs = entry[1], least = entry[2] & 0xFF, most = entry[2] >> 8;
    // MANUFACTURER is part 0, SERVICE part 1
    const struct sensor_part *part = &frame->part[needs >> 12 & 1];
    if (needs & frame->refused || part->length < least || part->length > most)
        return false;
    unsigned number = needs & ACC_SENSOR_LIST_CONDITION;
    return number == 0 || sensor_holds(frame, number);
}

// Finds the first record that has values.
static inline void try_entries(struct sensor_search *search, const uint16_t *entry)
{
    size_t before = search->out.count;
    for (unsigned end = bound(search); *entry < end; entry += 3) {
        if (!entry_holds(search, entry))
            continue;
        if (read_record(search, *entry, 0)) {
            search->record = *entry;
            keep_value(search);
            return;
        }
        search->out.count = before;
    }
}

static void try_list(struct sensor_search *search, const uint16_t *entry)
{
    try_entries(search, entry);
}

// Visits the lists that may hold, in every pair of structures: pairs first, then each structure
// alone; the view without any only when there is none. `better`: only lists that may have a record
// below the best so far.
static void each_list(struct sensor_search *search, unsigned first_view, bool better,
                      void (*visit)(struct sensor_search *search, const uint16_t *entry))
{
    unsigned m = search->manufacturers, s = search->services;
    for (unsigned view = first_view; view < (m + 1) * (s + 1); view++) {
        uint8_t a = (uint8_t)(view / (s + 1)), b = (uint8_t)(view % (s + 1));
        bool has_a = a < m, has_b = b < s;
        if ((m || s) && !has_a && !has_b)
            continue;
        bool looked = false;
        for (unsigned i = 0; i < search->list_count; i++) {
            const struct sensor_list *list = &search->lists[i];
            if ((list->m != SEARCH_ANY && list->m != a) ||
                (list->s != SEARCH_ANY && list->s != b) || (better && *list->at >= bound(search)))
                continue;
            if (!looked)
                look_at(&search->frame, has_a ? &search->manufacturer[a] : NULL,
                        has_b ? &search->service[b] : NULL);
            looked = true;
            visit(search, list->at);
        }
    }
}

// Adds the other records of the family that was found: further frames of the same device.
static void try_family(struct sensor_search *search, const uint16_t *entry)
{
    const acc_sensor_record *records = search->frame.table->records;
    unsigned count = search->frame.table->record_count;
    for (; *entry < count; entry += 3) {
        if (*entry <= search->record || records[*entry].family != records[search->record].family ||
            !entry_holds(search, entry))
            continue;
        size_t from = search->out.count;
        if (read_record(search, *entry, from))
            search->record = *entry;
        else
            search->out.count = from;
    }
}

// Finds the first record that would match with the right name.
static void try_nameless(struct sensor_search *search, const uint16_t *entry)
{
    const acc_sensor_record *records = search->frame.table->records;
    for (unsigned end = bound(search); *entry < end; entry += 3) {
        if (!(records[*entry].flags & ACC_SENSOR_RECORD_NEEDS_NAME) || !entry_holds(search, entry))
            continue;
        search->record = *entry;
        keep_value(search);
        return;
    }
}

// What remains when the first record with values is known, or that there is none.
__attribute__((noinline)) static bool settle(struct sensor_search *search, unsigned format)
{
    acc_sensor_reading *reading = search->reading;
    const acc_sensor_record *records = search->frame.table->records;
    if (search->record != ACC_SENSOR_LIST_END) {
        unsigned first = search->record;
        if (records[first].family) {
            each_list(search, 0, false, try_family);
            search->record = first;
        }
    } else if (search->named != ACC_SENSOR_LIST_END) {
        search->record = search->named;
        if (records[search->record].flags & ACC_SENSOR_RECORD_NEEDS_CONNECTION)
            reading->state |= ACC_SENSOR_NEEDS_CONNECTION;
    } else if (!search->frame.name) {
        search->frame.any_name = true;
        each_list(search, 0, true, try_nameless);
        search->frame.any_name = false;
        if (search->record != ACC_SENSOR_LIST_END)
            reading->state |= ACC_SENSOR_NEEDS_NAME;
    }
    if (search->record == ACC_SENSOR_LIST_END)
        return false;
    reading->format = (uint8_t)format;
    reading->record = (uint16_t)search->record;
    return true;
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
        sensor_keep_manufacturer(&lookup, &search->manufacturer[i], altbeacon, i);
    for (uint8_t i = 0; i < search->services; i++)
        sensor_keep_service(&lookup, &search->service[i], i);
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
    search->record = search->named = ACC_SENSOR_LIST_END;
    each_list(search, 0, true, try_list);
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
        if (acc_sensor_kinds[kind] == SENSOR_OWN)
            found |= acc_sensor_read_own(source, kind, part->bytes, part->length, search->reading,
                                         &search->out);
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
    uint32_t seen = advert->seen;
    struct sensor_search search;
    struct sensor_lookup lookup = {&acc_sensor_builtin, search.lists, search.lists + SEARCH_LISTS};
    unsigned m = 0, s = 0;
    if (seen & SENSOR_MANUFACTURER) {
        keep(search.manufacturer, &m, data, field[ACC_AD_FIELD_MANUFACTURER], 2);
        if (m && open & SENSOR_MANUFACTURER)
            sensor_keep_manufacturer(&lookup, search.manufacturer,
                                     advert->kind == ACC_BEACON_ALTBEACON, 0);
    }
    if (seen & (SENSOR_SERVICE | SENSOR_SERVICE_LONG)) {
        bool is_long = !(seen & SENSOR_SERVICE);
        keep(search.service, &s, data,
             field[is_long ? ACC_AD_FIELD_SERVICE_DATA128 : ACC_AD_FIELD_SERVICE_DATA16],
             is_long ? 16 : 2);
        if (s && open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG))
            sensor_keep_service(&lookup, search.service, 0);
    }
    if (open & SENSOR_LISTED)
        sensor_keep_listed(&lookup, data + field[ACC_AD_FIELD_UUID16].offset,
                           field[ACC_AD_FIELD_UUID16].length);
    if (open & SENSOR_LISTED_LONG)
        sensor_keep_listed_long(&lookup, data + field[ACC_AD_FIELD_UUID128].offset,
                                field[ACC_AD_FIELD_UUID128].length);
    if (seen & SENSOR_NAME) {
        name = data + field[ACC_AD_FIELD_NAME].offset;
        name_length = field[ACC_AD_FIELD_NAME].length;
    }
    if (name_length)
        sensor_keep_name(&lookup, name, name_length, search.manufacturer, m);
    if (lookup.next == search.lists)
        return ACC_UNSUPPORTED;
    search.manufacturers = m;
    search.services = s;
    search.list_count = (unsigned)(lookup.next - search.lists);
    start(&search, source, name, name_length, reading, list, capacity);
    search.frame.table = &acc_sensor_builtin;
    search.record = search.named = ACC_SENSOR_LIST_END;
    // all lists belong to the first view
    look_at(&search.frame, m ? search.manufacturer : NULL, s ? search.service : NULL);
    for (const struct sensor_list *one = search.lists; one != lookup.next; one++)
        try_entries(&search, one->at);
    if (m && s)
        each_list(&search, 1, true, try_list);
    if (search.record == ACC_SENSOR_LIST_END || acc_sensor_builtin.records[search.record].family) {
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
    struct sensor_part part = {NULL, 0};
    unsigned count = 0;
    keep(&part, &count, source->data, advert->beacon, 2);
    if (acc_sensor_read_own(source, advert->kind, part.bytes, part.length, reading, &out) &&
        is_complete(reading, &out))
        return finish(reading, &out);
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    return read_any(source, reading, list, capacity);
}

// Whether the manufacturer data's beacon hides a service data that has its own reader.
static bool hides_own(const acc_sensor_source *source)
{
    struct sensor_part part = {NULL, 0};
    unsigned count = 0;
    keep(&part, &count, source->data, source->advert->field[ACC_AD_FIELD_SERVICE_DATA16], 2);
    return count &&
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
