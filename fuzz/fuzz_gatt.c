// Any value of any characteristic is read safely, and what is read is written and read again as the same fields. Any
// fields are written safely, and what is written is read. The first byte selects which; a UUID follows, then flags of the
// context and its descriptors.
#include "accessory/gatt.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FIELDS_MAX = 600, HEAD = 4, DESCRIPTORS = 7 + 8, OUT_MAX = 1200 };

static acc_gatt_field list[FIELDS_MAX], again[FIELDS_MAX];

// A copy in a block of its own, so that a read beyond it is detected.
static uint8_t *copy(const uint8_t *bytes, size_t size)
{
    uint8_t *block = malloc(size ? size : 1);
    memcpy(block, bytes, size);
    return block;
}

static void check(int condition)
{
    if (!condition)
        abort();
}

static void check_fields(size_t count, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        acc_gatt_description description;
        check(list[i].offset + (size_t)list[i].length <= length);
        check(list[i].form < ACC_GATT_FORMS && list[i].state < ACC_VALUE_STATES);
        if (acc_gatt_describe(list[i].uuid, list[i].row, &description))
            acc_gatt_choice_name(list[i].uuid, list[i].row, list[i].number);
        acc_gatt_real(&list[i]);
    }
}

// Whether a field is the length of the record that follows it: the writer computes it, without reserved bytes.
static int is_length(const acc_gatt_field *field)
{
    acc_gatt_description next;
    return acc_gatt_describe(field->uuid, field->row + 1u, &next) && next.is_hidden &&
           next.is_repeated;
}

static void read_and_write(uint16_t uuid, const acc_gatt_context *context, const uint8_t *bytes,
                           size_t length)
{
    uint8_t *value = copy(bytes, length), out[OUT_MAX], row;
    size_t count, found, size;
    acc_status status = acc_gatt_read(uuid, value, length, context, list, FIELDS_MAX, &count);
    check_fields(count, length);
    if (status == ACC_OK && acc_gatt_write(uuid, list, count, value, length, context, out,
                                           sizeof out, &size, &row) == ACC_OK) {
        check(size <= length);
        check(acc_gatt_read(uuid, out, size, context, again, FIELDS_MAX, &found) == ACC_OK);
        check(found == count);
        for (size_t i = 0; i < count; i++)
            check(list[i].uuid == again[i].uuid && list[i].row == again[i].row &&
                  list[i].state == again[i].state &&
                  (list[i].number == again[i].number || is_length(&list[i])) &&
                  list[i].exponent == again[i].exponent && list[i].length == again[i].length &&
                  memcmp(&list[i].real, &again[i].real, sizeof list[i].real) == 0);
    }
    free(value);
}

// Fields of 16 bytes each: row, instance, form, state, exponent, offset, length, number.
static void write_and_read(uint16_t uuid, const acc_gatt_context *context, const uint8_t *bytes,
                           size_t length)
{
    uint8_t *value = copy(bytes, length), *out = malloc(OUT_MAX), row;
    size_t count = length / 16 < FIELDS_MAX ? length / 16 : FIELDS_MAX, size, found;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = bytes + 16 * i;
        list[i] = (acc_gatt_field){.uuid = uuid,
                                   .row = p[0],
                                   .instance = p[1],
                                   .form = p[2],
                                   .state = p[3],
                                   .exponent = (int8_t)p[4],
                                   .offset = p[5],
                                   .length = p[6]};
        memcpy(&list[i].number, p + 8, 8);
        memcpy(&list[i].real, p + 8, 8);
    }
    if (acc_gatt_write(uuid, list, count, value, length, context, out, OUT_MAX, &size, &row) ==
        ACC_OK)
        check(acc_gatt_read(uuid, out, size, context, again, FIELDS_MAX, &found) == ACC_OK);
    free(out);
    free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD + DESCRIPTORS || size > 1024)
        return 0;
    uint16_t uuid = (uint16_t)(data[1] | data[2] << 8);
    if (data[0] & 2)  // one of the table, more often than by chance
        uuid = acc_gatt_uuid_at(uuid % 512u);
    uint8_t *descriptors = copy(data + HEAD, DESCRIPTORS);
    acc_gatt_context context = {
        .presentation = data[3] & 1 ? descriptors : NULL,
        .range = data[3] & 2 ? descriptors + 7 : NULL,
        .range_length = data[3] >> 4 & 8,
        .features = data[3],
        .has_features = data[3] & 4,
    };
    const acc_gatt_context *used = data[3] & 8 ? &context : NULL;
    size -= HEAD + DESCRIPTORS;
    (data[0] & 1 ? write_and_read : read_and_write)(uuid, used, data + HEAD + DESCRIPTORS, size);
    free(descriptors);
    return 0;
}
