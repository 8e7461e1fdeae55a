// A small table of a caller's, which tests change, and what it reads from an advertisement. Include it once in a program.
#ifndef ACC_USER_TABLE_H
#define ACC_USER_TABLE_H

#include "sensor_text.h"

enum { ANY = 0xFF00 };  // an entry's lengths

static struct {
    acc_sensor_row rows[8];
    acc_sensor_term terms[4];
    uint16_t conditions[4];
    uint32_t code[4];
    uint16_t code_at[2];
    acc_sensor_scale scales[3];
    acc_sensor_object objects[4];
    acc_sensor_record records[4];
    uint16_t lists[32];
    acc_sensor_slot slots[2];
    uint8_t pool[20];
    acc_sensor_table table;
} t;

static acc_sensor_reading reading;
static uint8_t data[256];
static size_t capacity;

// Records 0 to 3 have one row each, the constants 10 to 13. List 0 has record 0, list 8 record 1. Condition 1: the first byte of
// the manufacturer data is 7; 2: likewise of the service data.
static void make(void)
{
    memset(&t, 0, sizeof t);
    for (unsigned i = 0; i < 4; i++) {
        t.rows[i] = (acc_sensor_row){
            .quantity = ACC_QUANTITY_COUNT, .at = (int8_t)(10 + i), .type = ACC_SENSOR_TYPE_CONST};
        t.records[i] = (acc_sensor_record){.row = (uint16_t)i, .rows = 1, .type = 255};
    }
    t.terms[0] =
        (acc_sensor_term){ACC_SENSOR_TERM_PRESENT, 0, 0, ACC_SENSOR_ACCEPT, ACC_SENSOR_ACCEPT};
    t.terms[1] =
        (acc_sensor_term){ACC_SENSOR_TERM_BYTE, 0, 0x07FF, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    t.terms[2] = (acc_sensor_term){ACC_SENSOR_TERM_BYTE | ACC_SENSOR_PART_SERVICE << 4, 0, 0x07FF,
                                   ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT};
    memcpy(t.conditions, (uint16_t[]){0, 1, 2, 3}, sizeof t.conditions);
    for (unsigned i = 0; i < 3; i++)
        t.scales[i] = (acc_sensor_scale){1, 1, 0};
    static const uint16_t lists[] = {0, 0, ANY, ACC_SENSOR_LIST_END, 0, 0, 0, 0,
                                     1, 0, ANY, ACC_SENSOR_LIST_END};
    memcpy(t.lists, lists, sizeof lists);
    t.slots[0].list = t.slots[1].list = ACC_SENSOR_KEY_NONE << 12;
    t.table = (acc_sensor_table){.rows = t.rows,
                                 .terms = t.terms,
                                 .conditions = t.conditions,
                                 .code = t.code,
                                 .code_at = t.code_at,
                                 .scales = t.scales,
                                 .pool = t.pool,
                                 .objects = t.objects,
                                 .records = t.records,
                                 .lists = t.lists,
                                 .slots = t.slots,
                                 .multiplier = 256,  // the slot is the kind's lowest bit
                                 .row_count = 8,
                                 .term_count = 3,
                                 .condition_count = 3,
                                 .code_count = 1,
                                 .scale_count = 3,
                                 .pool_size = sizeof t.pool,
                                 .object_count = 4,
                                 .record_count = 4,
                                 .list_size = 32,
                                 .always = ACC_SENSOR_LIST_END,
                                 .shift = 31};
    capacity = ACC_MEASUREMENTS_MAX;
}

static inline void add_key(enum acc_sensor_key key, uint16_t value, unsigned place)
{
    t.slots[key & 1] = (acc_sensor_slot){value, (uint16_t)(place | (unsigned)key << 12)};
}

// What the table reads, as text: "" when it has no record.
static const char *read_named(const char *hex, const char *name)
{
    size_t size = from_hex(hex, data);
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    acc_sensor_source source = {
        .data = data, .length = size, .advert = &advert, .user_table = &t.table};
    source.name = (const uint8_t *)name;
    source.name_length = name ? strlen(name) : 0;
    CHECK(acc_sensor_table_check(&t.table) == ACC_OK);
    acc_status status = acc_sensor_read(&source, &reading, list, capacity);
    count = reading.count;
    CHECK(status == ACC_OK || status == ACC_UNSUPPORTED || status == ACC_NO_ROOM);
    CHECK((status == ACC_UNSUPPORTED) == (reading.format != ACC_SENSOR_FORMAT_USER));
    return status == ACC_UNSUPPORTED ? "" : text_of_list();
}

static bool reads_named(const char *hex, const char *name, const char *expected)
{
    const char *text = read_named(hex, name);
    if (strcmp(text, expected) != 0)
        printf("  %s: %s\n", hex, text);
    return strcmp(text, expected) == 0;
}

static inline bool reads(const char *hex, const char *expected)
{
    return reads_named(hex, NULL, expected);
}

#endif
