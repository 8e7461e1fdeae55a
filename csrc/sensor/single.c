// Readings of the common advertisements: those with one structure that has its own reader, and those
// with at most one manufacturer data and one service data, which only the built-in table may know.
// Most advertisements received are no sensor's; they end in acc_sensor_read. Others are read.c's.
#include "sensor/lookup.h"
#include "sensor/record.h"

// Points the frame at the structures and the name, and finds the lists of the fields of `open`.
// Returns how many there are.
static inline unsigned gather(struct sensor_search *search, const acc_sensor_source *source,
                              uint32_t open)
{
    const acc_advert *advert = source->advert;
    const uint8_t *data = source->data;
    const acc_ad_slice *field = advert->field;
    struct sensor_lookup lookup = {&acc_sensor_builtin, search->lists,
                                   search->lists + SEARCH_LISTS};
    struct sensor_frame *frame = &search->frame;
    struct sensor_part *part = frame->part, m = sensor_no_part;
    uint32_t seen = advert->seen;
    unsigned refused = 0;
    part[ACC_SENSOR_PART_MANUFACTURER] = part[ACC_SENSOR_PART_SERVICE] = sensor_no_part;
    part[ACC_SENSOR_PART_RECORD] = part[ACC_SENSOR_PART_OBJECT] = sensor_no_part;
    frame->uuid_size = 0;
    if (seen & SENSOR_MANUFACTURER)
        m = sensor_part_of(data, field[ACC_AD_FIELD_MANUFACTURER], 2);
    if (m.length) {
        part[ACC_SENSOR_PART_RECORD] = m;
        part[ACC_SENSOR_PART_MANUFACTURER] = (struct sensor_part){m.bytes + 2, m.length - 2};
        if (load_le16(m.bytes) == 0x004C)
            refused = ACC_SENSOR_LIST_NOT_APPLE;
        if (open & SENSOR_MANUFACTURER)
            sensor_keep_manufacturer(&lookup, m, advert->kind == ACC_BEACON_ALTBEACON, 0);
    }
    if (seen & (SENSOR_SERVICE | SENSOR_SERVICE_LONG)) {
        bool is_long = !(seen & SENSOR_SERVICE);
        size_t size = is_long ? 16 : 2;
        struct sensor_part s = sensor_part_of(
            data, field[is_long ? ACC_AD_FIELD_SERVICE_DATA128 : ACC_AD_FIELD_SERVICE_DATA16],
            size);
        if (s.length) {
            part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){s.bytes + size, s.length - size};
            frame->uuid_size = (uint8_t)size;
            refused |= ACC_SENSOR_LIST_NO_SERVICE;
            if (open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG))
                sensor_keep_service(&lookup, s, 0);
        }
    }
    if (open & SENSOR_LISTED)
        sensor_keep_listed(&lookup, data + field[ACC_AD_FIELD_UUID16].offset,
                           field[ACC_AD_FIELD_UUID16].length);
    if (open & SENSOR_LISTED_LONG)
        sensor_keep_listed_long(&lookup, data + field[ACC_AD_FIELD_UUID128].offset,
                                field[ACC_AD_FIELD_UUID128].length);
    frame->name = source->name;
    frame->name_length = source->name ? source->name_length : 0;
    if (seen & SENSOR_NAME) {
        frame->name = data + field[ACC_AD_FIELD_NAME].offset;
        frame->name_length = field[ACC_AD_FIELD_NAME].length;
    }
    frame->refused = refused | (frame->name ? 0 : ACC_SENSOR_LIST_NAME);
    if (frame->name_length)
        sensor_keep_name(&lookup, frame->name, frame->name_length, &m, m.length != 0);
    return (unsigned)(lookup.next - search->lists);
}

// The first record of a list that matches the structures and has values; `end` if none below it
// does.
static inline unsigned try_first(struct sensor_search *search, const uint16_t *entry, unsigned end)
{
    size_t count = search->out.count;  // of a record with a greater number
    for (; *entry < end; entry += 3) {
        if (!sensor_entry_holds(&search->frame, entry))
            continue;
        if (sensor_read_record(search, *entry, 0))
            return *entry;
        search->out.count = count;
    }
    return end;
}

// Further records of the first one's family; the structures are those that the frame points at.
__attribute__((noinline)) static void read_family(struct sensor_search *search, unsigned first)
{
    const acc_sensor_record *records = acc_sensor_builtin.records;
    const struct sensor_list *one = search->lists, *behind = one + search->list_count;
    unsigned last = first;
    for (; one != behind; one++)
        for (const uint16_t *entry = one->at; *entry != ACC_SENSOR_LIST_END; entry += 3) {
            size_t before = search->out.count;
            if (*entry <= last || records[*entry].family != records[first].family ||
                !sensor_entry_holds(&search->frame, entry))
                continue;
            if (sensor_read_record(search, *entry, before))
                last = *entry;
            else
                search->out.count = before;
        }
}

// Whether a list has a record with a smaller number than the one that was found.
static bool has_earlier(const struct sensor_search *search)
{
    const struct sensor_list *one = search->lists, *behind = one + search->list_count;
    for (; one != behind; one++)
        if (*one->at < search->end)
            return true;
    return false;
}

// Records with two structures of which only one is read, and those that lack a name or values.
__attribute__((noinline)) static bool settle(struct sensor_search *search, unsigned record)
{
    const struct sensor_part *part = search->frame.part;
    struct sensor_part m = part[ACC_SENSOR_PART_RECORD], s = part[ACC_SENSOR_PART_SERVICE];
    size_t size = search->frame.uuid_size;
    search->aim = SENSOR_FIRST;
    search->end = search->record = record;
    search->manufacturer[0] = m;
    search->service[0] = s.bytes ? (struct sensor_part){s.bytes - size, s.length + size} : s;
    search->manufacturers = m.bytes != NULL;
    search->services = s.bytes != NULL;
    if (m.bytes && s.bytes && has_earlier(search)) {
        acc_sensor_each_list(search, 0, 1);
        acc_sensor_each_list(search, 1, 0);
    }
    return acc_sensor_settle(search, ACC_SENSOR_FORMAT_TABLE);
}

// The built-in table, with at most one manufacturer data and one service data. Only the fields of
// `open` can have its records.
__attribute__((noinline)) static acc_status read_single(const acc_sensor_source *source,
                                                        acc_sensor_reading *reading,
                                                        acc_measurement *list, size_t capacity,
                                                        uint32_t open)
{
    struct sensor_search search;
    unsigned none = acc_sensor_builtin.record_count, record = none;
    sensor_search_start(&search, source, reading, list, capacity);
    search.list_count = gather(&search, source, open);
    if (search.list_count == 0)
        return ACC_UNSUPPORTED;
    search.frame.table = &acc_sensor_builtin;
    search.named = none;
    const struct sensor_list *one = search.lists, *end = one + search.list_count;
    for (; one != end; one++)
        record = try_first(&search, one->at, record);
    const struct sensor_part *part = search.frame.part;
    if (record != none)
        sensor_keep_value(&search);
    if (record == none ||
        (part[ACC_SENSOR_PART_MANUFACTURER].bytes && part[ACC_SENSOR_PART_SERVICE].bytes)) {
        if (!settle(&search, record))
            return ACC_UNSUPPORTED;
    } else {
        if (acc_sensor_builtin.records[record].family)
            read_family(&search, record);
        reading->format = ACC_SENSOR_FORMAT_TABLE;
        reading->record = (uint16_t)record;
    }
    return sensor_finish(reading, &search.out);
}

// Whether the manufacturer data's beacon hides a service data that has its own reader.
__attribute__((noinline)) static bool hides_own(const acc_sensor_source *source)
{
    struct sensor_part part =
        sensor_part_of(source->data, source->advert->field[ACC_AD_FIELD_SERVICE_DATA16], 2);
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
    if (open & SENSOR_SERVICE_LONG)
        return true;
    if (open & SENSOR_MANUFACTURER && at->length >= 2) {
        const uint8_t *company = data + at->offset;
        if (sensor_key_is_present(table, ACC_SENSOR_KEY_COMPANY, load_le16(company)) ||
            table->company_highs[company[1] / 32] >> company[1] % 32 & 1 ||
            (sensor_by_length(table->manufacturer_lengths, at->length - 2u) &&
             source->advert->kind != ACC_BEACON_ALTBEACON))
            return true;
    }
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
    for (size_t i = 0; open & SENSOR_LISTED_LONG && i + 16 <= at->length; i += 16)
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
    if (!source->name && !may_match(source, open))
        return ACC_UNSUPPORTED;
    return read_single(source, reading, list, capacity, open);
}

// An advertisement with a beacon.
__attribute__((noinline)) static acc_status read_kind(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity,
                                                      uint32_t open)
{
    const uint32_t both = SENSOR_MANUFACTURER | SENSOR_SERVICE;
    bool hides = (source->advert->seen & both) == both;
    bool own = acc_sensor_kinds[source->advert->kind] == SENSOR_OWN;
    if (own && !hides)
        return acc_sensor_read_beacon(source, reading, list, capacity);
    if (own || (hides && hides_own(source)))
        return acc_sensor_read_any(source, reading, list, capacity);
    return read_open(source, reading, list, capacity, open);
}

// Most advertisements end here: their beacon is no sensor's.
acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    const acc_advert *advert = source->advert;
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    uint32_t kind = acc_sensor_kinds[advert->kind], seen = advert->seen;
    uint32_t open = seen & SENSOR_LOOKED_AT & ~kind;
    if (advert->repeated & SENSOR_LOOKED_AT || source->user_table)
        return acc_sensor_read_any(source, reading, list, capacity);
    if (!open && !source->name)
        return ACC_UNSUPPORTED;
    if (open == SENSOR_MANUFACTURER && advert->kind == ACC_BEACON_IBEACON && !source->name) {
        uint8_t first = source->data[advert->beacon.offset + 4];
        if (!(acc_sensor_builtin.ibeacons[first / 32] >> first % 32 & 1))
            return ACC_UNSUPPORTED;
    }
    // such a beacon usually lists its service as well
    if (open == SENSOR_LISTED && kind & SENSOR_SERVICE && !source->name) {
        acc_ad_slice listed = advert->field[ACC_AD_FIELD_UUID16];
        if (listed.length == 2 && load_le16(source->data + listed.offset) ==
                                      load_le16(source->data + advert->beacon.offset))
            return ACC_UNSUPPORTED;
    }
    if ((seen & services) == services)
        return acc_sensor_read_any(source, reading, list, capacity);
    if (advert->kind != ACC_BEACON_NONE)
        return read_kind(source, reading, list, capacity, open);
    return read_open(source, reading, list, capacity, open);
}
