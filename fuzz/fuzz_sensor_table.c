// Any table that passes the check reads any advertisement safely. The input has the counts, then the arrays, then the
// advertisement.
#include "accessory/sensor.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t *at;
static size_t rest;

// Copies the next `size` bytes of the input to a separate block, so that a read beyond them is detected.
static void *block(size_t size)
{
    uint8_t *copy = malloc(size + 1);
    size_t have = size < rest ? size : rest;
    memset(copy, 0, size + 1);
    memcpy(copy, at, have);
    at += have;
    rest -= have;
    return realloc(copy, size ? size : 1);
}

static void read_with(const acc_sensor_table *table)
{
    acc_advert advert;
    acc_measurement list[ACC_MEASUREMENTS_MAX];
    acc_sensor_reading reading;
    size_t length = rest;
    uint8_t *advertisement = block(length);
    acc_advert_classify(advertisement, length, &advert);
    acc_sensor_source source = {.data = advertisement,
                                .length = length,
                                .advert = &advert,
                                .address = (const uint8_t *)"123456",
                                .name = (const uint8_t *)"Sensor 12",
                                .name_length = 9,
                                .user_table = table};
    acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
    for (size_t i = 0; i < reading.count; i++)
        if (list[i].bytes.offset + (size_t)list[i].bytes.length > length)
            abort();
    free(advertisement);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 12 || size > 2048)
        return 0;
    acc_sensor_table table = {.row_count = data[0] % 16,
                              .term_count = data[1] % 32,
                              .condition_count = data[2] % 8,
                              .code_size = data[3] % 128,
                              .code_count = data[4] % 8,
                              .scale_count = data[5] % 8,
                              .pool_size = data[6] % 64,
                              .object_count = data[7] % 8,
                              .record_count = data[8] % 8,
                              .list_size = data[9] % 16,
                              .always = data[10] % 16,
                              .shift = 30,
                              .multiplier = 0x9E3779B1,
                              .service_lengths = UINT32_MAX};
    at = data + 11;
    rest = size - 11;
    void *blocks[11];
    size_t count = 0;
#define BLOCK(type, member, items) table.member = blocks[count++] = block(sizeof(type) * (items))
    BLOCK(acc_sensor_row, rows, table.row_count);
    BLOCK(acc_sensor_term, terms, table.term_count);
    BLOCK(uint16_t, conditions, table.condition_count + 1u);
    BLOCK(uint32_t, code, table.code_size);
    BLOCK(uint16_t, code_at, table.code_count);
    BLOCK(acc_sensor_scale, scales, table.scale_count);
    BLOCK(uint8_t, pool, table.pool_size);
    BLOCK(acc_sensor_object, objects, table.object_count);
    BLOCK(acc_sensor_record, records, table.record_count);
    BLOCK(uint16_t, lists, table.list_size);
    BLOCK(acc_sensor_slot, slots, 4);
    if (acc_sensor_table_check(&table) == ACC_OK)
        read_with(&table);
    while (count)
        free(blocks[--count]);
    return 0;
}
