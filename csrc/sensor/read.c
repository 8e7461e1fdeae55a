// Readings of an advertisement: the caller's table, formats with their own reader, then the
// built-in table.
//
// Input: advertising data that classify.c has indexed, the device's address and name. Output: an
// acc_sensor_reading and its measurements. The Beacons room calls it.
#include "sensor/search.h"

#include <string.h>

enum { LISTED = ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1 };

// Points the frame at one manufacturer data and one service data; either may be missing.
static void look_at(struct sensor_search *search, const struct sensor_part *manufacturer,
                    const struct sensor_part *service)
{
    struct sensor_frame *frame = &search->frame;
    memset(frame->part, 0, sizeof frame->part);
    frame->uuid = (struct sensor_part){NULL, 0};
    if (manufacturer) {
        frame->part[ACC_SENSOR_PART_RECORD] = *manufacturer;
        frame->part[ACC_SENSOR_PART_MANUFACTURER] =
            (struct sensor_part){manufacturer->bytes + 2, manufacturer->length - 2};
    }
    if (service) {
        size_t size = sensor_uuid_size(service);
        frame->uuid = (struct sensor_part){service->bytes, size};
        frame->part[ACC_SENSOR_PART_SERVICE] =
            (struct sensor_part){service->bytes + size, service->length - size};
    }
}

// The values of a record that matches the current structures. False when it has none.
static bool read_record(struct sensor_search *search, unsigned number, size_t from)
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

// Visits the lists that may hold, in every pair of structures.
__attribute__((always_inline)) static inline void
each_list(struct sensor_search *search,
          void (*visit)(struct sensor_search *search, const uint16_t *entry))
{
    unsigned m = search->manufacturers, s = search->services;
    if (m + s <= 1) {  // one structure: all lists belong to it
        look_at(search, m ? search->manufacturer : NULL, s ? search->service : NULL);
        for (unsigned i = 0; i < search->list_count; i++)
            visit(search, search->lists[i].at);
        return;
    }
    for (unsigned view = 0; view < (m + 1) * (s + 1); view++) {
        // pairs first, then each structure alone; the view without any only when there is none
        uint8_t a = (uint8_t)(view / (s + 1)), b = (uint8_t)(view % (s + 1));
        bool has_a = a < m, has_b = b < s;
        if ((m || s) && !has_a && !has_b)
            continue;
        bool looked = false;
        for (unsigned i = 0; i < search->list_count; i++) {
            const struct sensor_list *list = &search->lists[i];
            if ((list->m != SEARCH_ANY && list->m != a) || (list->s != SEARCH_ANY && list->s != b))
                continue;
            if (!looked)
                look_at(search, has_a ? &search->manufacturer[a] : NULL,
                        has_b ? &search->service[b] : NULL);
            looked = true;
            visit(search, list->at);
        }
    }
}

// Finds the first record that has values.
static void try_list(struct sensor_search *search, const uint16_t *entry)
{
    size_t before = search->out.count;
    for (; (entry = acc_sensor_first(&search->frame, entry, bound(search))); entry += 2) {
        if (read_record(search, *entry, 0)) {
            search->record = *entry;
            keep_value(search);
            return;
        }
        search->out.count = before;
    }
}

// Adds the other records of the family that was found: further frames of the same device.
static void try_family(struct sensor_search *search, const uint16_t *entry)
{
    const acc_sensor_record *records = search->frame.table->records;
    unsigned count = search->frame.table->record_count;
    for (; *entry < count; entry += 2) {
        if (*entry <= search->record || records[*entry].family != records[search->record].family ||
            !acc_sensor_condition(&search->frame, entry[1]))
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
    for (unsigned count = bound(search); *entry < count; entry += 2) {
        if (!(records[*entry].flags & ACC_SENSOR_RECORD_NEEDS_NAME) ||
            !acc_sensor_condition(&search->frame, entry[1]))
            continue;
        search->record = *entry;
        keep_value(search);
        return;
    }
}

// Not inlined: usually there are no lists.
__attribute__((noinline)) static bool read_lists(struct sensor_search *search,
                                                 const acc_sensor_table *table, unsigned format)
{
    acc_sensor_reading *reading = search->reading;
    search->record = search->named = ACC_SENSOR_LIST_END;
    each_list(search, try_list);
    if (search->record != ACC_SENSOR_LIST_END) {
        unsigned first = search->record;
        if (table->records[first].family) {
            each_list(search, try_family);
            search->record = first;
        }
    } else if (search->named != ACC_SENSOR_LIST_END) {
        search->record = search->named;
        if (table->records[search->record].flags & ACC_SENSOR_RECORD_NEEDS_CONNECTION)
            reading->state |= ACC_SENSOR_NEEDS_CONNECTION;
    } else if (!search->frame.name) {
        search->frame.any_name = true;
        each_list(search, try_nameless);
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

// Finds the lists, then tries their records.
static inline bool read_table(struct sensor_search *search, const acc_sensor_table *table,
                              unsigned format)
{
    search->frame.table = table;
    acc_sensor_find_lists(search);
    return search->list_count && read_lists(search, table, format);
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

// Up to SEARCH_PARTS structures of each type; the indexed fields suffice when none is repeated.
static void collect(struct sensor_search *search, const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    const uint32_t wanted = 1u << ACC_AD_FIELD_MANUFACTURER | 1u << ACC_AD_FIELD_SERVICE_DATA16 |
                            1u << ACC_AD_FIELD_SERVICE_DATA128;
    const uint8_t *data = source->data;
    if (!(advert->repeated & wanted)) {
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

// Whether a structure may have its own reader: the beacon's, or one that the beacon hides.
static inline bool has_own(const acc_advert *advert)
{
    const uint32_t both = 1u << ACC_AD_FIELD_MANUFACTURER | 1u << ACC_AD_FIELD_SERVICE_DATA16;
    return acc_sensor_kinds[advert->kind] == SENSOR_OWN || advert->repeated ||
           (advert->kind != ACC_BEACON_NONE && (advert->seen & both) == both);
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
    collect(&search, source);
    bool found =
        source->user_table && read_table(&search, source->user_table, ACC_SENSOR_FORMAT_USER);
    if (!found && has_own(advert))
        found = acc_sensor_read_own(&search, advert);
    // a MiBeacon frame without objects often accompanies the maker's own format
    if (!found || (search.out.count == 0 && !(reading->state & ACC_SENSOR_NEEDS_KEY)))
        found |= read_table(&search, &acc_sensor_builtin, ACC_SENSOR_FORMAT_TABLE);
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
