// Readings of the common advertisements. Either one structure has its own reader; or the built-in table may
// know one service data and the first manufacturer data (further.c decides whether others matter). Most
// advertisements received are no sensor's; they end in acc_sensor_read. All others are read.c's.
//
// This file alone has the built-in table, as constants; read.c gets it from here.
#include "sensor/limits.h"
#include "sensor/lookup.h"
#include "sensor/record.h"
#include "sensor/rows.h"
#include "sensor/table.h"

enum { SEVERAL = 1 << 30 };  // of the fields to be looked up: there are further manufacturer data

static acc_status read_any(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    return acc_sensor_read_any(source, reading, list, capacity, &acc_sensor_builtin);
}

// Points the frame at the manufacturer data, and finds its lists if the beacon leaves it open. Adds to what records
// refuse.
__attribute__((always_inline)) static inline void take_manufacturer(struct sensor_frame *frame,
                                                                    struct sensor_lookup *lookup,
                                                                    const acc_advert *advert,
                                                                    bool is_open, unsigned *refused)
{
    const uint8_t *data = frame->source->data;
    struct sensor_part part = sensor_no_part;
    if (advert->seen & SENSOR_MANUFACTURER)
        part = sensor_part_of(data, advert->field[ACC_AD_FIELD_MANUFACTURER], 2);
    frame->part[ACC_SENSOR_PART_RECORD] = part;
    if (!part.length) {
        frame->part[ACC_SENSOR_PART_MANUFACTURER] = sensor_no_part;
        return;
    }
    frame->part[ACC_SENSOR_PART_MANUFACTURER].bytes = part.bytes + 2;
    frame->part[ACC_SENSOR_PART_MANUFACTURER].length = part.length - 2;
    if (load_le16(part.bytes) == 0x004C)
        *refused |= ACC_SENSOR_LIST_NOT_APPLE;
    if (is_open)
        sensor_keep_manufacturer(lookup, part, advert, 0);
}

// Likewise the service data. False when there are two.
__attribute__((always_inline)) static inline bool take_service(struct sensor_frame *frame,
                                                               struct sensor_lookup *lookup,
                                                               const acc_advert *advert,
                                                               bool is_open, unsigned *refused)
{
    const uint8_t *data = frame->source->data;
    struct sensor_part part = sensor_no_part;
    size_t size = 2;
    if (advert->seen & SENSOR_SERVICE) {
        if (__builtin_expect(advert->seen & SENSOR_SERVICE_LONG, 0))
            return false;
        part = sensor_part_of(data, advert->field[ACC_AD_FIELD_SERVICE_DATA16], size);
    } else if (advert->seen & SENSOR_SERVICE_LONG) {
        part = sensor_part_of(data, advert->field[ACC_AD_FIELD_SERVICE_DATA128], size = 16);
    }
    if (!part.length) {
        frame->part[ACC_SENSOR_PART_SERVICE] = sensor_no_part;
        return true;
    }
    frame->uuid_size = (uint8_t)size;
    frame->part[ACC_SENSOR_PART_SERVICE].bytes = part.bytes + size;
    frame->part[ACC_SENSOR_PART_SERVICE].length = part.length - size;
    *refused |= ACC_SENSOR_LIST_NO_SERVICE;
    if (is_open)
        sensor_keep_service(lookup, part, size, 0);
    return true;
}

// Points the frame at the name, and finds its lists.
__attribute__((always_inline)) static inline void take_name(struct sensor_frame *frame,
                                                            struct sensor_lookup *lookup,
                                                            const acc_advert *advert,
                                                            unsigned *refused)
{
    const acc_sensor_source *source = frame->source;
    const struct sensor_part *record = &frame->part[ACC_SENSOR_PART_RECORD];
    const uint8_t *name = source->name;
    size_t length = source->name_length;
    if (advert->seen & SENSOR_NAME) {
        name = source->data + advert->field[ACC_AD_FIELD_NAME].offset;
        length = advert->field[ACC_AD_FIELD_NAME].length;
    }
    frame->name = name;
    if (!name) {
        *refused |= ACC_SENSOR_LIST_NAME;
        length = 0;
    }
    frame->name_length = length;
    if (length)
        sensor_trim_name(frame);
    if (frame->name_length)
        sensor_keep_name(lookup, frame->name, frame->name_length, record, record->length != 0);
}

// Points the frame at all that records read, and finds the lists of the fields of `open`. Returns the end of the lists;
// most advertisements have none. Null when there are two service data.
__attribute__((always_inline)) static inline struct sensor_list *
take_all(struct sensor_search *search, const acc_sensor_source *source, uint32_t open)
{
    struct sensor_frame *frame = &search->frame;
    const acc_advert *advert = source->advert;
    const acc_ad_slice *field = advert->field;
    struct sensor_lookup lookup = {&acc_sensor_builtin, true, search->lists,
                                   search->lists + SEARCH_LISTS};
    unsigned refused = 0;
    frame->part[ACC_SENSOR_PART_OBJECT] = sensor_no_part;
    frame->uuid_size = 0;
    take_manufacturer(frame, &lookup, advert, open & SENSOR_MANUFACTURER, &refused);
    if (!take_service(frame, &lookup, advert, open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG),
                      &refused))
        return NULL;
    if (open & SENSOR_LISTED)
        sensor_keep_listed(&lookup, source->data + field[ACC_AD_FIELD_UUID16].offset,
                           field[ACC_AD_FIELD_UUID16].length);
    if (open & SENSOR_LISTED_LONG)
        sensor_keep_listed_long(&lookup, source->data + field[ACC_AD_FIELD_UUID128].offset,
                                field[ACC_AD_FIELD_UUID128].length);
    take_name(frame, &lookup, advert, &refused);
    frame->refused = refused;
    return lookup.next;
}

__attribute__((always_inline)) static inline void
read_rows(struct sensor_frame *frame, const acc_sensor_record *record, struct measures *out)
{
    sensor_record_rows(frame, &acc_sensor_builtin, record, out);
}

// The first record of some lists that matches the structures; their table's number of records for none.
__attribute__((always_inline)) static inline unsigned first_match(struct sensor_search *search,
                                                                  const struct sensor_list *one,
                                                                  const struct sensor_list *behind)
{
    unsigned first = acc_sensor_builtin.record_count;
    for (; one != behind; one++)
        for (const uint16_t *entry = one->at; *entry < first; entry += 3)
            if (sensor_entry_holds(&search->frame, &acc_sensor_builtin, entry)) {
                first = *entry;
                break;
            }
    return first;
}

// Likewise the first one that has values, where the first that matches has none.
__attribute__((noinline)) static unsigned first_with_values(struct sensor_search *search,
                                                            const struct sensor_list *one,
                                                            const struct sensor_list *behind)
{
    const unsigned none = acc_sensor_builtin.record_count;
    unsigned first = none;
    search->named = none;
    search->out.count = 0;
    for (; one != behind; one++)
        for (const uint16_t *entry = one->at; *entry < first; entry += 3) {
            if (!sensor_entry_holds(&search->frame, &acc_sensor_builtin, entry))
                continue;
            size_t before = search->out.count;  // of `first`, which a smaller number replaces
            if (sensor_read_record(search, &acc_sensor_builtin, acc_sensor_record_rows, *entry, 0))
                first = *entry;
            else
                search->out.count = before;
        }
    return first;
}

// The first record of some lists that matches the structures and has values, and its values.
__attribute__((always_inline)) static inline unsigned try_lists(struct sensor_search *search,
                                                                const struct sensor_list *one,
                                                                const struct sensor_list *behind)
{
    unsigned first = first_match(search, one, behind);
    if (first == acc_sensor_builtin.record_count ||
        sensor_read_record(search, &acc_sensor_builtin, read_rows, first, 0))
        return first;
    return first_with_values(search, one, behind);
}

enum { MANUFACTURER_ALONE = 1, SERVICE_ALONE = 2 };

static inline bool has_bit(const uint32_t *bits, unsigned number)
{
    return bits[number / 32] >> number % 32 & 1;
}

// Which of two structures may match a record before `end` alone. Together they match none before it; if none was named
// either, no entry held. Limits of a length are at least 1, so they do not hold for a part that is not there.
__attribute__((noinline)) static unsigned
may_match_alone(const struct sensor_search *search, const struct sensor_list *behind, unsigned end)
{
    bool named = search->named != acc_sensor_builtin.record_count;
    unsigned nameless = search->frame.refused & ACC_SENSOR_LIST_NAME, alone = 0;
    for (const struct sensor_list *one = search->lists; one != behind; one++)
        for (const uint16_t *entry = one->at; *entry < end; entry += 3) {
            unsigned needs = entry[1], number = needs & ACC_SENSOR_LIST_CONDITION;
            if (needs & nameless)
                continue;
            if (one->s == SEARCH_ANY && (named || needs & ACC_SENSOR_LIST_NO_SERVICE ||
                                         has_bit(builtin_asks_service, number)))
                alone |= MANUFACTURER_ALONE;
            if (one->m == SEARCH_ANY && (named || needs & ACC_SENSOR_LIST_NOT_APPLE ||
                                         has_bit(builtin_asks_manufacturer, number)))
                alone |= SERVICE_ALONE;
        }
    return alone;
}

// Completes the rare readings: those of two structures of which a record reads only one, those of a family, and those
// that lack a name or values. Each record of a family reads another structure, so one structure gives one of its
// records (a test checks that).
__attribute__((noinline)) static bool settle_rare(struct sensor_search *search,
                                                  const struct sensor_list *behind, unsigned record)
{
    const struct sensor_part *part = search->frame.part;
    struct sensor_part m = part[ACC_SENSOR_PART_RECORD], s = part[ACC_SENSOR_PART_SERVICE];
    size_t size = search->frame.uuid_size;
    search->list_count = (unsigned)(behind - search->lists);
    search->record = search->end = record;
    search->aim = SENSOR_FIRST;
    search->manufacturer[0] = m;
    search->service[0] = s.bytes ? (struct sensor_part){s.bytes - size, s.length + size} : s;
    search->manufacturers = m.bytes != NULL;
    search->services = s.bytes != NULL;
    unsigned alone = m.bytes && s.bytes ? may_match_alone(search, behind, record) : 0;
    if (alone & MANUFACTURER_ALONE)
        acc_sensor_each_list(search, 0, 1);
    if (alone & SERVICE_ALONE)
        acc_sensor_each_list(search, 1, 0);
    return acc_sensor_settle(search, ACC_SENSOR_FORMAT_TABLE);
}

// Completes the reading where one record in one structure need not be all: there are two structures or several manufacturer
// data, or no record was found.
__attribute__((noinline)) static bool settle_further(struct sensor_search *search,
                                                     const struct sensor_list *behind,
                                                     unsigned record, uint32_t open)
{
    const struct sensor_frame *frame = &search->frame;
    bool several = open & SEVERAL, is_rare = record == acc_sensor_builtin.record_count;
    if (!is_rare) {
        bool both = frame->part[ACC_SENSOR_PART_RECORD].bytes && frame->uuid_size;
        is_rare = acc_sensor_builtin.records[record].family ||
                  (both && may_match_alone(search, behind, record));
    }
    if (several && (is_rare || !acc_sensor_is_first_read(search, behind, record)))
        return false;
    if (is_rare)
        return settle_rare(search, behind, record);
    search->reading->format = ACC_SENSOR_FORMAT_TABLE;
    search->reading->record = (uint16_t)record;
    return true;
}

// Completes the reading with the record that was found, if any.
__attribute__((always_inline)) static inline bool settle(struct sensor_search *search,
                                                         const struct sensor_list *behind,
                                                         unsigned record, uint32_t open)
{
    const struct sensor_frame *frame = &search->frame;
    if (record == acc_sensor_builtin.record_count)
        return settle_further(search, behind, record, open);
    sensor_keep_value(search);
    if ((frame->part[ACC_SENSOR_PART_RECORD].bytes && frame->uuid_size) || open & SEVERAL)
        return settle_further(search, behind, record, open);
    search->reading->format = ACC_SENSOR_FORMAT_TABLE;
    search->reading->record = (uint16_t)record;
    return true;
}

// Whether a service data has its own reader.
__attribute__((noinline)) static bool is_own_service(const acc_sensor_source *source,
                                                     acc_ad_slice slice)
{
    struct sensor_part part = sensor_part_of(source->data, slice, 2);
    unsigned kind = (unsigned)acc_beacon_kind_of(ACC_AD_SERVICE_DATA16, part.bytes, part.length);
    return acc_sensor_kinds[kind] == SENSOR_OWN;
}

// Whether the manufacturer data's beacon hides a service data that has its own reader.
static inline bool hides_own(const acc_sensor_source *source)
{
    acc_ad_slice slice = source->advert->field[ACC_AD_FIELD_SERVICE_DATA16];
    const uint8_t *bytes = source->data + slice.offset;
    return slice.length >= 2 && sensor_may_be_own(bytes) && is_own_service(source, slice);
}

// An advertisement with open fields, which may be a sensor's: its beacon, if any, does not exclude that.
// Only the built-in table may know it. Aligned, so that its time depends less on the code before it.
__attribute__((noinline, aligned(64))) static acc_status read_open(const acc_sensor_source *source,
                                                                   acc_sensor_reading *reading,
                                                                   acc_measurement *list,
                                                                   size_t capacity, uint32_t open)
{
    struct sensor_search search;
    sensor_search_start(&search, source, reading, list, capacity);
    const struct sensor_list *one = search.lists;
    const struct sensor_list *end = take_all(&search, source, open);
    if (__builtin_expect(!end, 0))
        return read_any(search.frame.source, search.reading, search.out.list, search.out.capacity);
    if (one == end)
        return ACC_UNSUPPORTED;
    sensor_search_clear(&search);
    search.frame.table = &acc_sensor_builtin;
    search.named = acc_sensor_builtin.record_count;
    if (!settle(&search, end, try_lists(&search, one, end), open))
        return ACC_UNSUPPORTED;
    acc_status status = sensor_finish(search.reading, &search.out);
    return acc_sensor_believe(search.frame.source, search.reading, search.out.list, status,
                              &acc_sensor_builtin);
}

// An advertisement whose beacon is its manufacturer data, with service data beside it.
__attribute__((noinline)) static acc_status read_both(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity,
                                                      uint32_t open)
{
    if (hides_own(source))
        return read_any(source, reading, list, capacity);
    return read_open(source, reading, list, capacity, open);
}

// An advertisement whose only structure has its own reader.
static acc_status read_beacon(const acc_sensor_source *source, acc_sensor_reading *reading,
                              acc_measurement *list, size_t capacity)
{
    if (acc_sensor_read_beacon(source, reading, list, capacity))
        return acc_sensor_believe(source, reading, list, ACC_OK, &acc_sensor_builtin);
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    return read_any(source, reading, list, capacity);
}

// An advertisement with a beacon. Most end here: their beacon is no sensor's.
static inline acc_status read_kind(const acc_sensor_source *source, acc_sensor_reading *reading,
                                   acc_measurement *list, size_t capacity)
{
    const uint32_t services = SENSOR_SERVICE | SENSOR_SERVICE_LONG;
    const uint32_t both = SENSOR_MANUFACTURER | SENSOR_SERVICE;
    const acc_advert *advert = source->advert;
    uint32_t kind = acc_sensor_kinds[advert->kind], seen = advert->seen;
    uint32_t open = seen & SENSOR_LOOKED_AT & ~kind, data = seen & (both | services);
    if (kind == SENSOR_OWN)  // of one structure, when there is no other
        return data & (data - 1) ? read_any(source, reading, list, capacity)
                                 : read_beacon(source, reading, list, capacity);
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
    if ((seen & both) == both)
        return read_both(source, reading, list, capacity, open);
    return read_open(source, reading, list, capacity, open);
}

// An advertisement with repeated structures or a table of the caller's.
__attribute__((noinline)) static acc_status read_rare(const acc_sensor_source *source,
                                                      acc_sensor_reading *reading,
                                                      acc_measurement *list, size_t capacity)
{
    const acc_advert *advert = source->advert;
    uint32_t open = advert->seen & SENSOR_LOOKED_AT;
    if ((advert->repeated & SENSOR_LOOKED_AT) == SENSOR_MANUFACTURER && !source->user_table &&
        !(open & (SENSOR_SERVICE | SENSOR_SERVICE_LONG))) {
        acc_status status = read_open(source, reading, list, capacity, open | SEVERAL);
        if (status != ACC_UNSUPPORTED)
            return status;
        *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    }
    return read_any(source, reading, list, capacity);
}

acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *list, size_t capacity)
{
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    const acc_advert *advert = source->advert;
    if (advert->repeated & SENSOR_LOOKED_AT || source->user_table)
        return read_rare(source, reading, list, capacity);
    if (advert->kind != ACC_BEACON_NONE)
        return read_kind(source, reading, list, capacity);
    return read_open(source, reading, list, capacity, advert->seen);
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
    if (table->records[record].flags & ACC_SENSOR_RECORD_BTHOME1) {
        out.status = acc_bthome1_objects(plain, len, list, capacity, count);
    } else {
        acc_sensor_rows(&frame, table->records[record].row, table->records[record].rows, &out);
        *count = out.count;
    }
    acc_sensor_limit_record(list, *count, &table->records[record]);
    return out.status;
}
