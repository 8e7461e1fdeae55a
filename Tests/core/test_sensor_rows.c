// The rows of the built-in table's records: each row's way and its type describe the same number, and load the same value.
#include "check.h"
#include "sensor/rows.h"

#include <stdlib.h>

// The size of the integer that a way loads, and its type.
static const struct {
    uint8_t size, type;
} ways[] = {
    [ACC_SENSOR_WAY_U8] = {1, 1},
    [ACC_SENSOR_WAY_MASKED] = {1, 1},
    [ACC_SENSOR_WAY_FLAG] = {1, 1},
    [ACC_SENSOR_WAY_I8] = {1, 1 | ACC_SENSOR_TYPE_SIGNED},
    [ACC_SENSOR_WAY_U16LE] = {2, 2},
    [ACC_SENSOR_WAY_I16LE] = {2, 2 | ACC_SENSOR_TYPE_SIGNED},
    [ACC_SENSOR_WAY_U16BE] = {2, 2 | ACC_SENSOR_TYPE_BIG_ENDIAN},
    [ACC_SENSOR_WAY_I16BE] = {2, 2 | ACC_SENSOR_TYPE_SIGNED | ACC_SENSOR_TYPE_BIG_ENDIAN},
    [ACC_SENSOR_WAY_U24LE] = {3, 3},
    [ACC_SENSOR_WAY_U24BE] = {3, 3 | ACC_SENSOR_TYPE_BIG_ENDIAN},
    [ACC_SENSOR_WAY_U32LE] = {4, 4},
    [ACC_SENSOR_WAY_U32BE] = {4, 4 | ACC_SENSOR_TYPE_BIG_ENDIAN},
};

// The flag of a row's condition. A condition of one term BYTE has the term's number.
static unsigned flag_of_condition(const acc_sensor_row *row)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    unsigned first = table->conditions[row->when], end = table->conditions[row->when + 1];
    const acc_sensor_term *term = &table->terms[first];
    if (row->when == 0)
        return 0;
    if (first != row->when || end != first + 1 || (term->kind & 15) != ACC_SENSOR_TERM_BYTE ||
        term->yes != ACC_SENSOR_ACCEPT || term->no != ACC_SENSOR_REJECT)
        return ACC_SENSOR_WAY_IF;
    return ACC_SENSOR_WAY_IF_BYTE;
}

// Whether a row's way agrees with the row's other members and stays inside the record's reach.
static bool way_is_right(const acc_sensor_record *record, const acc_sensor_row *row)
{
    const unsigned conditions = ACC_SENSOR_WAY_IF_BYTE | ACC_SENSOR_WAY_IF;
    unsigned kind = row->way & 15, flags = row->way & ~(15 | conditions);
    if ((row->way & conditions) != flag_of_condition(row))
        return false;
    bool is_binary = row->quantity >= ACC_QUANTITY_GENERIC && row->quantity < ACC_QUANTITY_BUTTON;
    if (kind == ACC_SENSOR_WAY_BY_TYPE)
        return flags == 0;
    if (kind >= sizeof ways / sizeof ways[0] || row->type >> 6 != record->part ||
        (row->type & 63) != ways[kind].type || row->at < 0 ||
        row->at + ways[kind].size > record->reach)
        return false;
    bool needs_more = row->instance == 255 || acc_sensor_builtin.scales[row->scale].den != 1 ||
                      is_binary != (kind == ACC_SENSOR_WAY_FLAG);
    if (kind == ACC_SENSOR_WAY_FLAG)
        return !needs_more && !row->code && flags == 0;
    needs_more |= row->argument && kind != ACC_SENSOR_WAY_MASKED;
    return flags == (needs_more ? ACC_SENSOR_WAY_MORE : row->code ? ACC_SENSOR_WAY_CODE : 0u);
}

// Records that are not read by their ways.
static const unsigned special = ACC_SENSOR_RECORD_ENCRYPTED | ACC_SENSOR_RECORD_NUMBERS |
                                ACC_SENSOR_RECORD_FLAGS | ACC_SENSOR_RECORD_BTHOME1;

static void ways_are_right(void)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    unsigned with_way = 0, count = 0;
    for (unsigned i = 0; i < table->record_count; i++) {
        const acc_sensor_record *record = &table->records[i];
        CHECK(record->part < ACC_SENSOR_PARTS);
        for (unsigned k = 0; k < record->rows && !(record->flags & special); k++) {
            const acc_sensor_row *row = &table->rows[record->row + k];
            CHECK(way_is_right(record, row));
            with_way += (row->way & 15) != ACC_SENSOR_WAY_BY_TYPE;
            count++;
        }
    }
    CHECK(with_way > count * 3 / 4);
}

static uint32_t seed = 1;

// A block of its own with random bytes, so that a read beyond it is detected. Often small numbers and the marks of no value.
static uint8_t *random_bytes(size_t size)
{
    static const uint8_t often[] = {0, 1, 0xFF, 0x7F, 0x80};
    uint8_t *bytes = malloc(size ? size : 1);
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        bytes[i] = seed >> 30 ? (uint8_t)(seed >> 8) : often[(seed >> 8) % sizeof often];
    }
    return bytes;
}

// Reads a record's rows by their ways and by their types.
static void both_agree(const acc_sensor_record *record, size_t manufacturer, size_t service,
                       size_t capacity)
{
    uint8_t *data = random_bytes(manufacturer), *other = random_bytes(service);
    acc_measurement fast[ACC_MEASUREMENTS_MAX], slow[ACC_MEASUREMENTS_MAX];
    acc_advert advert = {.kind = ACC_BEACON_NONE};
    acc_sensor_source source = {.data = data, .length = manufacturer, .advert = &advert};
    struct sensor_frame frame = {.table = &acc_sensor_builtin, .source = &source};
    frame.part[ACC_SENSOR_PART_RECORD] = (struct sensor_part){data, manufacturer};
    frame.part[ACC_SENSOR_PART_MANUFACTURER] = (struct sensor_part){data + 2, manufacturer - 2};
    if (service)
        frame.part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){other, service};
    // an entry before them may be of the same quantity
    fast[0] = slow[0] = (acc_measurement){.quantity = ACC_QUANTITY_TEMPERATURE};
    struct measures by_way = {.list = fast, .capacity = capacity, .count = 1};
    struct measures by_type = {.list = slow, .capacity = capacity, .count = 1};
    sensor_record_rows(&frame, &acc_sensor_builtin, record, &by_way);
    acc_sensor_rows(&frame, record->row, record->rows, &by_type);
    CHECK(by_way.count == by_type.count && by_way.status == by_type.status &&
          by_way.count <= capacity);
    CHECK(memcmp(fast, slow, by_way.count * sizeof fast[0]) == 0);
    free(data);
    free(other);
}

static void ways_give_what_types_give(void)
{
    for (unsigned i = 0; i < acc_sensor_builtin.record_count; i++) {
        const acc_sensor_record *record = &acc_sensor_builtin.records[i];
        if (record->flags & special)
            continue;
        for (int turn = 0; turn < 20; turn++) {
            both_agree(record, 32, 32, ACC_MEASUREMENTS_MAX);
            both_agree(record, record->reach + 2u, record->reach, ACC_MEASUREMENTS_MAX);
            if (record->reach)
                both_agree(record, record->reach + 1u, record->reach - 1u, ACC_MEASUREMENTS_MAX);
            both_agree(record, 32, 32, 1 + (unsigned)turn % 4);
        }
    }
}

int main(void)
{
    ways_are_right();
    ways_give_what_types_give();
    return failures;
}
