// The whole table: it is the list of the Assigned Numbers, and what is read is written again. The values are generated: the
// ends of each type, each op code and each flag, and random bytes. Each field is read and written at least once.
#include "accessory/assigned.h"
#include "accessory/gatt.h"
#include "check.h"
#include "noise.h"

#include <string.h>

enum {
    FIRST_CHARACTERISTIC = 0x2A00,
    END_CHARACTERISTIC = 0x2D00,
    VALUE_MAX = 66,
    ROWS_MAX = 256,
    ROUNDS_MIN = 100,  // then more until each field was written
    ROUNDS_MAX = 20000,
};

// Every characteristic of the Assigned Numbers has a value, and no other one.
static void test_list(void)
{
    size_t count = 0;
    for (uint16_t uuid = FIRST_CHARACTERISTIC; uuid < END_CHARACTERISTIC; uuid++) {
        acc_gatt_description description;
        bool is_assigned = *acc_assigned_name(ACC_ASSIGNED_UUID, uuid) != 0;
        CHECK(is_assigned == acc_gatt_describe(uuid, 0, &description));
        count += is_assigned;
    }
    CHECK(count == 504);
    CHECK(acc_gatt_uuid_at(count - 1) != 0 && acc_gatt_uuid_at(count) == 0);
}

// The value of a round; its length.
static size_t generate(unsigned round, uint8_t *value)
{
    static const uint8_t ends[] = {0x00, 0xFF, 0x7F, 0x80, 0x01, 0xFE};
    static const uint8_t responses[] = {0x10, 0x20, 0x80};
    size_t length = 1 + draw() % (round % 2 ? VALUE_MAX : 20);
    for (size_t i = 0; i < length; i++)
        switch (round % 8) {
        case 0:
            value[i] = ends[round / 8 % sizeof ends];
            break;
        case 1:
            value[i] = (uint8_t)draw();
            break;
        case 2:
        case 3:  // choices
            value[i] = (uint8_t)(draw() % 6);
            break;
        default:  // a date and a time, too
            value[i] = (uint8_t)(7 + draw() % 6);
            break;
        }
    switch (round % 8) {
    case 4:  // an op code
        value[0] = (uint8_t)(draw() % 40);
        break;
    case 5:  // a response
        value[0] = responses[draw() % sizeof responses];
        if (length > 1)
            value[1] = (uint8_t)(draw() % 40);
        break;
    case 6:  // flags
    case 7:
        for (size_t i = 0; i < length && i < 4; i++)
            value[i] = (uint8_t)draw();
        break;
    default:
        break;
    }
    return length;
}

static bool is_same(const acc_gatt_field *a, const acc_gatt_field *b)
{
    return a->uuid == b->uuid && a->row == b->row && a->instance == b->instance &&
           a->form == b->form && a->state == b->state && a->unit == b->unit &&
           a->exponent == b->exponent && a->offset == b->offset && a->length == b->length &&
           a->number == b->number && !(a->real < b->real) && !(a->real > b->real);
}

// Whether the fields have a number that a device may send; the writer refuses others.
static bool is_canonical(const acc_gatt_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fields[i].state == ACC_VALUE_OUT_OF_RANGE ||
            (fields[i].form == ACC_GATT_TIME && fields[i].state == ACC_VALUE_INVALID))
            return false;
    return true;
}

// Whether the values of a characteristic may have bits that fields do not: reserved ones at the end or in a record that is
// longer than its fields, and those of a NaN.
static bool has_more(uint16_t uuid)
{
    return uuid == 0x2AA7 || uuid == 0x2AE8 || uuid == 0x2BF6;
}

// Reads a value, writes its fields, and notes in `written` which ones there were.
static void check_value(uint16_t uuid, const uint8_t *value, size_t length, bool *written)
{
    static acc_gatt_field fields[ACC_GATT_FIELDS_MAX], again[ACC_GATT_FIELDS_MAX];
    uint8_t bytes[VALUE_MAX], row;
    size_t count, size, found;
    if (acc_gatt_read(uuid, value, length, NULL, fields, ACC_GATT_FIELDS_MAX, &count) != ACC_OK)
        return;
    acc_status status =
        acc_gatt_write(uuid, fields, count, value, length, NULL, bytes, sizeof bytes, &size, &row);
    // some characteristics have an integer for "out of range"
    CHECK(status == ACC_OK || (status == ACC_OUT_OF_RANGE && !is_canonical(fields, count)));
    if (status != ACC_OK)
        return;
    // bytes after the last field are ignored
    CHECK(size <= length && (has_more(uuid) || memcmp(bytes, value, size) == 0));
    CHECK(acc_gatt_read(uuid, bytes, size, NULL, again, ACC_GATT_FIELDS_MAX, &found) == ACC_OK);
    CHECK(found == count);
    for (size_t i = 0; i < count && i < found; i++) {
        CHECK(has_more(uuid) || is_same(&fields[i], &again[i]));
        if (fields[i].uuid == uuid)
            written[fields[i].row] = true;
    }
}

// The first row that was not written; -1 if there is none.
static int unwritten(uint16_t uuid, const bool *written)
{
    acc_gatt_description description;
    for (unsigned row = 0; acc_gatt_describe(uuid, row, &description); row++)
        if (!description.is_hidden && !written[row])
            return (int)row;
    return -1;
}

static void test_round_trip(void)
{
    uint8_t value[VALUE_MAX];
    uint16_t uuid;
    for (size_t index = 0; (uuid = acc_gatt_uuid_at(index)) != 0; index++) {
        bool written[ROWS_MAX] = {false};
        unsigned round = 0;
        while (round < ROUNDS_MIN || (round < ROUNDS_MAX && unwritten(uuid, written) >= 0)) {
            check_value(uuid, value, generate(round, value), written);
            round++;
        }
        if (unwritten(uuid, written) >= 0)
            printf("%04X: row %d\n", uuid, unwritten(uuid, written));
        CHECK(unwritten(uuid, written) == -1);
    }
}

int main(void)
{
    test_list();
    test_round_trip();
    return failures;
}
