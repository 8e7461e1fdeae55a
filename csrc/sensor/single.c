// Readings of the common advertisements: those with one structure that has its own reader, and those
// with at most one manufacturer data and one service data, which only the built-in table may know.
// Most advertisements received are no sensor's; they end in acc_sensor_read. Others are read.c's.
#include "sensor/lookup.h"
#include "sensor/record.h"
#include "sensor/rows.h"
#include "sensor/table.h"

// Points the frame at the name, and at the manufacturer data and the service data, which are whole: from the company or
// UUID on.
static inline void point(struct sensor_frame *frame, const acc_sensor_source *source)
{
    const acc_advert *advert = source->advert;
    const uint8_t *data = source->data;
    const acc_ad_slice *field = advert->field;
    struct sensor_part m = sensor_no_part, s = sensor_no_part;
    size_t size = 0;
    if (advert->seen & SENSOR_MANUFACTURER)
        m = sensor_part_of(data, field[ACC_AD_FIELD_MANUFACTURER], 2);
    frame->part[ACC_SENSOR_PART_RECORD] = m;
    if (advert->seen & SENSOR_SERVICE)
        s = sensor_part_of(data, field[ACC_AD_FIELD_SERVICE_DATA16], size = 2);
    else if (advert->seen & SENSOR_SERVICE_LONG)
        s = sensor_part_of(data, field[ACC_AD_FIELD_SERVICE_DATA128], size = 16);
    frame->part[ACC_SENSOR_PART_SERVICE] = s;
    frame->uuid_size = (uint8_t)(s.length ? size : 0);
    frame->name = source->name;
    frame->name_length = source->name ? source->name_length : 0;
    if (advert->seen & SENSOR_NAME) {
        frame->name = data + field[ACC_AD_FIELD_NAME].offset;
        frame->name_length = field[ACC_AD_FIELD_NAME].length;
    }
}

// Finds the lists for the fields of `open`. Returns the end of the lists; most advertisements have none.
static inline struct sensor_list *gather(struct sensor_list *lists,
                                         const struct sensor_frame *frame,
                                         const acc_sensor_source *source, uint32_t open)
{
    const acc_ad_slice *field = source->advert->field;
    const struct sensor_part *m = &frame->part[ACC_SENSOR_PART_RECORD];
    const struct sensor_part *s = &frame->part[ACC_SENSOR_PART_SERVICE];
    struct sensor_lookup lookup = {&acc_sensor_builtin, lists, lists + SEARCH_LISTS};
    if (open & SENSOR_MANUFACTURER && m->length)
        sensor_keep_manufacturer(&lookup, *m, source->advert->kind == ACC_BEACON_ALTBEACON, 0);
    if (open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG) && s->length)
        sensor_keep_service(&lookup, *s, frame->uuid_size, 0);
    if (open & SENSOR_LISTED)
        sensor_keep_listed(&lookup, source->data + field[ACC_AD_FIELD_UUID16].offset,
                           field[ACC_AD_FIELD_UUID16].length);
    if (open & SENSOR_LISTED_LONG)
        sensor_keep_listed_long(&lookup, source->data + field[ACC_AD_FIELD_UUID128].offset,
                                field[ACC_AD_FIELD_UUID128].length);
    if (frame->name_length)
        sensor_keep_name(&lookup, frame->name, frame->name_length, m, m->length != 0);
    return lookup.next;
}

// Makes the parts what records read, behind the company and the UUID, and notes what they refuse.
static inline void split(struct sensor_frame *frame)
{
    struct sensor_part m = frame->part[ACC_SENSOR_PART_RECORD];
    unsigned refused = frame->name ? 0 : ACC_SENSOR_LIST_NAME, size = frame->uuid_size;
    frame->part[ACC_SENSOR_PART_OBJECT] = sensor_no_part;
    if (m.length) {
        if (load_le16(m.bytes) == 0x004C)
            refused |= ACC_SENSOR_LIST_NOT_APPLE;
        m.bytes += 2;
        m.length -= 2;
    }
    frame->part[ACC_SENSOR_PART_MANUFACTURER] = m;
    if (size) {
        refused |= ACC_SENSOR_LIST_NO_SERVICE;
        frame->part[ACC_SENSOR_PART_SERVICE].bytes += size;
        frame->part[ACC_SENSOR_PART_SERVICE].length -= size;
    }
    frame->refused = refused;
}

__attribute__((always_inline)) static inline void
read_rows(struct sensor_frame *frame, unsigned first, unsigned count, struct measures *out)
{
    sensor_rows(frame, &acc_sensor_builtin, true, first, count, out);
}

// The first record of a list that matches the structures and has values; `end` if none below it
// does.
static inline unsigned try_first(struct sensor_search *search, const uint16_t *entry, unsigned end)
{
    size_t count = search->out.count;  // of a record with a greater number
    for (; *entry < end; entry += 3) {
        if (!sensor_entry_holds(&search->frame, &acc_sensor_builtin, entry))
            continue;
        if (sensor_read_record(search, &acc_sensor_builtin, read_rows, *entry, 0))
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
                !sensor_entry_holds(&search->frame, &acc_sensor_builtin, entry))
                continue;
            if (sensor_read_record(search, &acc_sensor_builtin, acc_sensor_rows, *entry, before))
                last = *entry;
            else
                search->out.count = before;
        }
}

// Whether an entry that does not hold may hold without the manufacturer data, or without the service data. Limits of a
// length are at least 1, so they do not hold for a part that is not there.
static inline bool may_hold_without(const struct sensor_frame *frame, const uint16_t *entry,
                                    enum acc_sensor_part part)
{
    bool is_service = part == ACC_SENSOR_PART_SERVICE;
    const uint32_t *asks = is_service ? builtin_asks_service : builtin_asks_manufacturer;
    unsigned needs = entry[1], number = needs & ACC_SENSOR_LIST_CONDITION;
    if (needs & frame->refused & ACC_SENSOR_LIST_NAME)
        return false;
    return needs & (is_service ? ACC_SENSOR_LIST_NO_SERVICE : ACC_SENSOR_LIST_NOT_APPLE) ||
           asks[number / 32] >> number % 32 & 1;
}

// Tries one of two structures alone, unless that can find no record before the one that was found. With both, all such
// records were tried; if none was named, none of their entries held.
static void try_alone(struct sensor_search *search, unsigned m, unsigned s)
{
    enum acc_sensor_part without = m ? ACC_SENSOR_PART_MANUFACTURER : ACC_SENSOR_PART_SERVICE;
    const struct sensor_list *one = search->lists, *behind = one + search->list_count;
    bool named = search->named != acc_sensor_builtin.record_count;
    for (; one != behind; one++) {
        if ((one->m != m && one->m != SEARCH_ANY) || (one->s != s && one->s != SEARCH_ANY))
            continue;
        for (const uint16_t *entry = one->at; *entry < search->end; entry += 3)
            if (named || may_hold_without(&search->frame, entry, without)) {
                acc_sensor_each_list(search, m, s);
                return;
            }
    }
}

// Whether some record before `end` did not match both structures, but may match one alone: not without the name it needs.
static inline bool has_passed(const struct sensor_search *search, unsigned end)
{
    const struct sensor_list *one = search->lists, *behind = one + search->list_count;
    unsigned nameless = search->frame.refused & ACC_SENSOR_LIST_NAME;
    for (; one != behind; one++)
        for (const uint16_t *entry = one->at; *entry < end; entry += 3)
            if (!(entry[1] & nameless))
                return true;
    return false;
}

// Records with two structures of which only one is read, and those that lack a name or values.
__attribute__((noinline)) static bool settle(struct sensor_search *search, unsigned record)
{
    const struct sensor_part *part = search->frame.part;
    struct sensor_part m = part[ACC_SENSOR_PART_RECORD], s = part[ACC_SENSOR_PART_SERVICE];
    size_t size = search->frame.uuid_size;
    search->record = record;
    if (record != acc_sensor_builtin.record_count && !acc_sensor_builtin.records[record].family &&
        !has_passed(search, record)) {
        search->reading->format = ACC_SENSOR_FORMAT_TABLE;
        search->reading->record = (uint16_t)record;
        return true;
    }
    search->aim = SENSOR_FIRST;
    search->end = record;
    search->manufacturer[0] = m;
    search->service[0] = s.bytes ? (struct sensor_part){s.bytes - size, s.length + size} : s;
    search->manufacturers = m.bytes != NULL;
    search->services = s.bytes != NULL;
    if (m.bytes && s.bytes) {
        try_alone(search, 0, 1);
        try_alone(search, 1, 0);
    }
    return acc_sensor_settle(search, ACC_SENSOR_FORMAT_TABLE);
}

// Whether the manufacturer data's beacon hides a service data that has its own reader.
__attribute__((noinline)) static bool hides_own(const acc_sensor_source *source)
{
    struct sensor_part part =
        sensor_part_of(source->data, source->advert->field[ACC_AD_FIELD_SERVICE_DATA16], 2);
    return part.bytes && sensor_may_be_own(part.bytes) &&
           acc_sensor_kinds[acc_beacon_kind_of(ACC_AD_SERVICE_DATA16, part.bytes, part.length)] ==
               SENSOR_OWN;
}

// An advertisement of whose fields some are open: its beacon, if any, does not say that it is no
// sensor's. Only the built-in table may know it.
__attribute__((noinline)) static acc_status read_open(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity,
                                                      uint32_t open)
{
    struct sensor_search search;
    struct sensor_frame *frame = &search.frame;
    unsigned none = acc_sensor_builtin.record_count, record = none;
    sensor_search_start(&search, source, reading, list, capacity);
    point(frame, source);
    const struct sensor_list *one = search.lists;
    const struct sensor_list *end = gather(search.lists, frame, source, open);
    if (one == end)
        return ACC_UNSUPPORTED;
    sensor_search_clear(&search);
    split(frame);
    frame->table = &acc_sensor_builtin;
    search.named = none;
    search.list_count = (unsigned)(end - one);
    for (; one != end; one++)
        record = try_first(&search, one->at, record);
    if (record != none)
        sensor_keep_value(&search);
    if (record == none || (frame->part[ACC_SENSOR_PART_RECORD].length && frame->uuid_size)) {
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

// An advertisement whose beacon is its manufacturer data, with service data beside it.
__attribute__((noinline)) static acc_status read_both(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity,
                                                      uint32_t open)
{
    if (hides_own(source))
        return acc_sensor_read_any(source, reading, list, capacity);
    return read_open(source, reading, list, capacity, open);
}

// An advertisement with a beacon. Most end here: their beacon is no sensor's.
static inline acc_status read_kind(const acc_sensor_source *source, acc_sensor_reading *reading,
                                   acc_measurement *list, size_t capacity)
{
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    const uint32_t both = SENSOR_MANUFACTURER | SENSOR_SERVICE;
    const acc_advert *advert = source->advert;
    uint32_t kind = acc_sensor_kinds[advert->kind], seen = advert->seen;
    uint32_t open = seen & SENSOR_LOOKED_AT & ~kind;
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
    if ((seen & services) == services || (kind == SENSOR_OWN && (seen & both) == both))
        return acc_sensor_read_any(source, reading, list, capacity);
    if (kind == SENSOR_OWN)
        return acc_sensor_read_beacon(source, reading, list, capacity);
    if ((seen & both) == both)
        return read_both(source, reading, list, capacity, open);
    return read_open(source, reading, list, capacity, open);
}

acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    const acc_advert *advert = source->advert;
    if (advert->repeated & SENSOR_LOOKED_AT || source->user_table)
        return acc_sensor_read_any(source, reading, list, capacity);
    if (advert->kind != ACC_BEACON_NONE)
        return read_kind(source, reading, list, capacity);
    uint32_t open = advert->seen & SENSOR_LOOKED_AT;
    if ((open & services) == services)
        return acc_sensor_read_any(source, reading, list, capacity);
    return read_open(source, reading, list, capacity, open);
}
