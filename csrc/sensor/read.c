// Readings of an advertisement: the formats with readers of their own first, then the tables.
#include "sensor/frame.h"

#include "accessory/beacon.h"
#include "base/bytes.h"

#include <string.h>

enum {
    MOST = 4,  // structures of one type that are looked at
    LISTED = ACC_SENSOR_RECORD_NUMBERS | ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1,
};

enum { LISTS = 24, ANY = 255 };

// Records that may match with one manufacturer data or service data.
struct list {
    const uint16_t *at;
    uint8_t m, s;
};

struct search {
    struct sensor_frame frame;
    acc_sensor_reading *reading;
    struct measures out;
    struct sensor_part manufacturer[MOST], service[MOST];  // from the company or UUID on
    unsigned manufacturers, services;
    struct list lists[LISTS];
    unsigned list_count;
    unsigned record;  // the first that has values; LIST_END for none
    unsigned named;   // the first that is recognised but has none
};

// Of service data, whose AD type stands before it.
static size_t uuid_size(const struct sensor_part *part)
{
    return part->bytes[-1] == ACC_AD_SERVICE_DATA128 ? 16 : 2;
}

// --- formats with readers of their own

static acc_status read_feasycom(const uint8_t *value, size_t len, struct measures *out)
{
    acc_feasycom_sensor sensor;
    acc_status status = acc_feasycom_sensor_read(value, len, &sensor);
    if (status != ACC_OK)
        return status;
    measure_number(out, ACC_QUANTITY_BATTERY, sensor.battery, 1000000);
    measure_number(out, ACC_QUANTITY_TEMPERATURE, sensor.temperature, 10000);
    measure_number(out, ACC_QUANTITY_HUMIDITY, sensor.humidity, 10000);
    return out->status;
}

static acc_status read_bthome(const uint8_t *value, size_t len, acc_sensor_reading *reading,
                              acc_measurement *list, size_t capacity, size_t *count, size_t *base)
{
    acc_bthome bthome;
    acc_status status = acc_bthome_read(value, len, &bthome);
    if (status != ACC_OK)
        return status;
    reading->has_mac = bthome.has_mac;
    memcpy(reading->mac, bthome.mac, 6);
    *base = bthome.objects.offset;
    if (bthome.encrypted) {
        reading->state |= ACC_SENSOR_NEEDS_KEY;
        return ACC_OK;
    }
    return acc_bthome_objects(value + *base, bthome.objects.length, list, capacity, count);
}

static acc_status read_mibeacon(const uint8_t *value, size_t len, acc_sensor_reading *reading,
                                acc_measurement *list, size_t capacity, size_t *count, size_t *base)
{
    acc_mibeacon mibeacon;
    acc_status status = acc_mibeacon_read(value, len, &mibeacon);
    if (status != ACC_OK)
        return status;
    reading->has_mac = mibeacon.has_mac;
    memcpy(reading->mac, mibeacon.mac, 6);
    reading->product = mibeacon.product;
    *base = mibeacon.objects.offset;
    if (mibeacon.encrypted) {
        reading->state |= ACC_SENSOR_NEEDS_KEY;
        return ACC_OK;
    }
    return acc_mibeacon_objects(mibeacon.product, value + *base, mibeacon.objects.length, list,
                                capacity, count);
}

static const uint8_t format_of[ACC_BEACON_COUNT] = {
    [ACC_BEACON_FEASYCOM_SENSOR] = ACC_SENSOR_FORMAT_FEASYCOM,
    [ACC_BEACON_RUUVI_RAW1] = ACC_SENSOR_FORMAT_RUUVI_RAW1,
    [ACC_BEACON_RUUVI_RAW2] = ACC_SENSOR_FORMAT_RUUVI_RAW2,
    [ACC_BEACON_BTHOME] = ACC_SENSOR_FORMAT_BTHOME,
    [ACC_BEACON_ATC1441] = ACC_SENSOR_FORMAT_ATC1441,
    [ACC_BEACON_PVVX] = ACC_SENSOR_FORMAT_PVVX,
    [ACC_BEACON_ATC1441_ENCRYPTED] = ACC_SENSOR_FORMAT_ATC1441,
    [ACC_BEACON_PVVX_ENCRYPTED] = ACC_SENSOR_FORMAT_PVVX,
    [ACC_BEACON_MIBEACON] = ACC_SENSOR_FORMAT_MIBEACON,
};

// Reads one structure whose kind has a reader of its own. False when it turns out to be something else.
static bool read_own(struct search *search, unsigned kind, const uint8_t *value, size_t len)
{
    acc_sensor_reading one = {.format = format_of[kind]};
    struct measures *out = &search->out;
    struct measures rest = {out->list + out->count, out->capacity - out->count, 0, ACC_OK};
    size_t count = 0, base = 0;
    acc_status status = ACC_OK;
    switch (kind) {
    case ACC_BEACON_FEASYCOM_SENSOR:
        status = read_feasycom(value, len, &rest);
        count = rest.count;
        break;
    case ACC_BEACON_RUUVI_RAW1:
    case ACC_BEACON_RUUVI_RAW2:
        status = acc_ruuvi_read(value, len, rest.list, rest.capacity, &count);
        one.has_mac = acc_ruuvi_mac(value, len, one.mac);
        break;
    case ACC_BEACON_BTHOME:
        status = read_bthome(value, len, &one, rest.list, rest.capacity, &count, &base);
        break;
    case ACC_BEACON_ATC1441:
    case ACC_BEACON_PVVX:
        status = acc_atc_read(value, len, one.mac, rest.list, rest.capacity, &count);
        one.has_mac = true;
        break;
    case ACC_BEACON_MIBEACON:
        status = read_mibeacon(value, len, &one, rest.list, rest.capacity, &count, &base);
        break;
    default:
        one.state = ACC_SENSOR_NEEDS_KEY;
    }
    if (status == ACC_MALFORMED || (status != ACC_OK && count == 0 && base == 0))
        return false;
    one.unknown = status == ACC_UNSUPPORTED;
    one.state |= status == ACC_OK ? 0 : ACC_SENSOR_PARTIAL;
    size_t offset = (size_t)(value - search->frame.source->data);
    for (size_t i = 0; i < count; i++)
        if (rest.list[i].bytes.length)
            rest.list[i].bytes.offset = (uint16_t)(rest.list[i].bytes.offset + base + offset);
    one.value = (acc_ad_slice){(uint16_t)offset, (uint16_t)len};
    out->count += count;
    *search->reading = one;
    return true;
}

static bool read_own_formats(struct search *search, const acc_advert *advert)
{
    bool found = false;
    const struct sensor_part *groups[2] = {search->manufacturer, search->service};
    unsigned counts[2] = {search->manufacturers, search->services};
    for (int group = 0; group < 2; group++) {
        for (unsigned i = 0; i < counts[group]; i++) {
            const struct sensor_part *part = &groups[group][i];
            size_t offset = (size_t)(part->bytes - search->frame.source->data);
            unsigned kind = advert->kind;
            if (advert->beacon.offset != offset)
                kind = (unsigned)acc_beacon_kind_of(part->bytes[-1], part->bytes, part->length);
            if (format_of[kind] != ACC_SENSOR_FORMAT_NONE)
                found |= read_own(search, kind, part->bytes, part->length);
        }
    }
    return found;
}

// --- tables

// Sets the frame to one manufacturer data and one service data; either may be none.
static void look_at(struct search *search, const struct sensor_part *manufacturer,
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
        size_t size = uuid_size(service);
        frame->uuid = (struct sensor_part){service->bytes, size};
        frame->part[ACC_SENSOR_PART_SERVICE] =
            (struct sensor_part){service->bytes + size, service->length - size};
    }
}

// The values of a record in the structures that are looked at. False when it is something else, or says nothing.
static bool read_record(struct search *search, unsigned number, size_t from)
{
    struct sensor_frame *frame = &search->frame;
    const acc_sensor_record *record = &frame->table->records[number];
    if (record->condition && !acc_sensor_condition(frame, record->condition))
        return false;
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

static void keep_value(struct search *search)
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

static inline const uint16_t *find_list(const acc_sensor_table *table, enum acc_sensor_key key,
                                        uint16_t value)
{
    uint32_t hash = acc_sensor_hash(table, key, value);
    if (!(table->present[hash >> 26] >> (hash >> 21 & 31) & 1))
        return NULL;
    uint32_t mask = UINT32_MAX >> table->shift, at = hash >> table->shift;
    for (; table->slots[at].list >> 12 != ACC_SENSOR_KEY_NONE; at = (at + 1) & mask)
        if (table->slots[at].value == value && table->slots[at].list >> 12 == key)
            return table->lists + (table->slots[at].list & 0xFFF);
    return NULL;
}

// Keeps a list of records that may match with manufacturer data `m` or service data `s`; ANY with each.
static inline void keep_list(struct search *search, const uint16_t *list, uint8_t m, uint8_t s)
{
    if (list && *list != ACC_SENSOR_LIST_END && search->list_count < LISTS)
        search->lists[search->list_count++] = (struct list){list, m, s};
}

static inline void keep_key(struct search *search, enum acc_sensor_key key, uint16_t value,
                            uint8_t m, uint8_t s)
{
    keep_list(search, find_list(search->frame.table, key, value), m, s);
}

// The list of a company or service, and the one that it goes on in by a byte of the data.
static void keep_number(struct search *search, enum acc_sensor_key key, enum acc_sensor_key by_byte,
                        uint16_t number, struct sensor_part data, uint8_t m, uint8_t s)
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

static uint16_t fold(const uint8_t *uuid, size_t size)
{
    return (uint16_t)(uuid[0] | uuid[size == 2 ? 1 : 12] << 8);
}

static void keep_listed(struct search *search)
{
    const acc_sensor_source *source = search->frame.source;
    const acc_advert *advert = source->advert;
    bool all =
        advert->repeated >> ACC_AD_FIELD_UUID16 & 1 || advert->repeated >> ACC_AD_FIELD_UUID128 & 1;
    acc_ad_slice first = advert->field[ACC_AD_FIELD_UUID16];
    if (!all && !acc_advert_has(advert, ACC_AD_FIELD_UUID128)) {
        for (size_t i = 0; i + 2 <= first.length; i += 2)
            keep_key(search, ACC_SENSOR_KEY_LISTED, load_le16(source->data + first.offset + i), ANY,
                     ANY);
        return;
    }
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(source->data, source->length, &at, &ad);) {
        unsigned type = ad.type | 1u;
        size_t size = type == ACC_AD_COMPLETE_UUID16 ? 2 : type == ACC_AD_COMPLETE_UUID128 ? 16 : 0;
        for (size_t i = 0; size && i + size <= ad.length; i += size)
            keep_key(search, ACC_SENSOR_KEY_LISTED, fold(ad.value + i, size), ANY, ANY);
    }
}

// Whether the name may be one that records ask for, by its first two characters whatever their case.
static bool may_be_named(const struct sensor_frame *frame)
{
    if (frame->name_length < 2)
        return frame->name_length > 0;
    unsigned hash = ((frame->name[0] | 32u) * 7 ^ (frame->name[1] | 32u)) & 255;
    return frame->table->name_starts[hash / 32] >> hash % 32 & 1;
}

// All lists in which the advertisement's records may be.
static void find_lists(struct search *search)
{
    const acc_sensor_table *table = search->frame.table;
    const acc_advert *advert = search->frame.source->advert;
    search->list_count = 0;
    if (table->always != ACC_SENSOR_LIST_END)
        keep_list(search, table->lists + table->always, ANY, ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++) {
        const struct sensor_part *part = &search->manufacturer[i];
        uint16_t company = load_le16(part->bytes);
        uint8_t high = (uint8_t)(company >> 8);
        struct sensor_part data = {part->bytes + 2, part->length - 2};
        keep_number(search, ACC_SENSOR_KEY_COMPANY, ACC_SENSOR_KEY_COMPANY_BYTE, company, data, i,
                    ANY);
        if (table->company_highs[high / 32] >> high % 32 & 1)
            keep_key(search, ACC_SENSOR_KEY_COMPANY_HIGH, high, i, ANY);
        if (data.length < 32 && table->manufacturer_lengths >> data.length & 1)
            keep_key(search, ACC_SENSOR_KEY_MANUFACTURER_LENGTH, (uint16_t)data.length, i, ANY);
    }
    for (uint8_t i = 0; i < search->services; i++) {
        const struct sensor_part *part = &search->service[i];
        size_t size = uuid_size(part);
        struct sensor_part data = {part->bytes + size, part->length - size};
        if (size == 2)
            keep_number(search, ACC_SENSOR_KEY_SERVICE, ACC_SENSOR_KEY_SERVICE_BYTE,
                        load_le16(part->bytes), data, ANY, i);
        else
            keep_key(search, ACC_SENSOR_KEY_SERVICE_LONG, fold(part->bytes, size), ANY, i);
        if (data.length < 32 && table->service_lengths >> data.length & 1)
            keep_key(search, ACC_SENSOR_KEY_SERVICE_LENGTH, (uint16_t)data.length, ANY, i);
    }
    if (advert->seen & (1u << ACC_AD_FIELD_UUID16 | 1u << ACC_AD_FIELD_UUID128))
        keep_listed(search);
    if (!may_be_named(&search->frame))
        return;
    keep_key(search, ACC_SENSOR_KEY_NAMED, 0, ANY, ANY);
    for (uint8_t i = 0; i < search->manufacturers; i++)
        keep_key(search, ACC_SENSOR_KEY_NAMED, (uint16_t)(search->manufacturer[i].length - 1), i,
                 ANY);
}

// Does something with every record of the lists in every pair of structures.
static void each_record(struct search *search,
                        bool (*visit)(struct search *search, unsigned record))
{
    unsigned m = search->manufacturers, s = search->services;
    for (unsigned view = 0; view < (m + 1) * (s + 1); view++) {
        // pairs first, then each alone; the last, without any, only when there is none
        uint8_t a = (uint8_t)(view / (s + 1)), b = (uint8_t)(view % (s + 1));
        bool has_a = a < m, has_b = b < s;
        if ((m || s) && !has_a && !has_b)
            continue;
        bool looked = false;
        for (unsigned i = 0; i < search->list_count; i++) {
            const struct list *list = &search->lists[i];
            if ((list->m != ANY && list->m != a) || (list->s != ANY && list->s != b))
                continue;
            if (!looked)
                look_at(search, has_a ? &search->manufacturer[a] : NULL,
                        has_b ? &search->service[b] : NULL);
            looked = true;
            for (const uint16_t *at = list->at; *at != ACC_SENSOR_LIST_END; at++)
                if (!visit(search, *at))
                    break;
        }
    }
}

// The first record that has values. False when the rest of its list comes behind it.
static bool try_record(struct search *search, unsigned record)
{
    if (record >= search->record)
        return false;
    size_t before = search->out.count;
    if (read_record(search, record, 0)) {
        search->record = record;
        keep_value(search);
        return false;
    }
    search->out.count = before;
    return true;
}

// Records of the family that was found: the other frames of one device.
static bool try_family(struct search *search, unsigned record)
{
    const acc_sensor_record *records = search->frame.table->records;
    size_t from = search->out.count;
    if (record <= search->record || records[record].family != records[search->record].family)
        return true;
    if (read_record(search, record, from))
        search->record = record;
    else
        search->out.count = from;
    return true;
}

// Records that would do if the name were theirs.
static bool try_nameless(struct search *search, unsigned record)
{
    const acc_sensor_record *it = &search->frame.table->records[record];
    if (record >= search->record)
        return false;
    if (it->flags & ACC_SENSOR_RECORD_NEEDS_NAME &&
        acc_sensor_condition(&search->frame, it->condition)) {
        search->record = record;
        keep_value(search);
        return false;
    }
    return true;
}

static bool read_table(struct search *search, const acc_sensor_table *table, unsigned format)
{
    acc_sensor_reading *reading = search->reading;
    search->frame.table = table;
    search->record = search->named = ACC_SENSOR_LIST_END;
    find_lists(search);
    if (search->list_count == 0)
        return false;
    each_record(search, try_record);
    if (search->record != ACC_SENSOR_LIST_END) {
        unsigned first = search->record;
        if (table->records[first].family) {
            each_record(search, try_family);
            search->record = first;
        }
    } else if (search->named != ACC_SENSOR_LIST_END) {
        search->record = search->named;
        if (table->records[search->record].flags & ACC_SENSOR_RECORD_NEEDS_CONNECTION)
            reading->state |= ACC_SENSOR_NEEDS_CONNECTION;
    } else if (!search->frame.name) {
        search->frame.any_name = true;
        each_record(search, try_nameless);
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

// --- all

static inline void keep(struct sensor_part *parts, unsigned *count, const uint8_t *data,
                        acc_ad_slice slice, unsigned least)
{
    static const uint8_t rocks[] = "INTELLI_ROCKS";
    // Govee appends its beacon to its data without a structure of its own
    if (slice.length > 2 + 25 && data[slice.offset + slice.length - 21] == rocks[0] &&
        memcmp(data + slice.offset + slice.length - 21, rocks, 13) == 0)
        slice.length = (uint16_t)(slice.length - 25);
    if (*count < MOST && slice.length >= least)
        parts[(*count)++] = (struct sensor_part){data + slice.offset, slice.length};
}

static void collect(struct search *search, const acc_sensor_source *source)
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

acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    const acc_advert *advert = source->advert;
    struct search search;
    search.reading = reading;
    search.manufacturers = search.services = 0;
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    search.out = (struct measures){list, capacity, 0, ACC_OK};
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
    bool hidden = advert->kind != ACC_BEACON_NONE && search.manufacturers && search.services;
    if (!found && (format_of[advert->kind] || advert->repeated || hidden))
        found = read_own_formats(&search, advert);
    // a frame of MiBeacon without objects often stands beside the maker's own format
    if (!found || (search.out.count == 0 && !(reading->state & ACC_SENSOR_NEEDS_KEY)))
        found |= read_table(&search, &acc_sensor_builtin, ACC_SENSOR_FORMAT_TABLE);
    reading->count = search.out.count;
    if (search.out.status != ACC_OK)
        reading->state |= ACC_SENSOR_PARTIAL;
    return !found ? ACC_UNSUPPORTED : search.out.status;
}

acc_status acc_sensor_read_plain(uint16_t record, const uint8_t *plain, size_t len,
                                 acc_measurement *list, size_t capacity, size_t *count)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    acc_advert none = {.kind = ACC_BEACON_NONE};
    acc_sensor_source source = {.data = plain, .length = 0, .advert = &none};
    struct measures out = {list, capacity, 0, ACC_OK};
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
