// Every characteristic with values of every length up to 80 bytes, the last byte before a page that cannot be read. What
// the reader returns, the writer encodes; read again, it is the same.
#include "accessory/gatt.h"
#include "check.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LENGTH_MAX = 80, FIELDS_MAX = 700 };

static uint8_t *guard;  // first byte that cannot be read
static acc_gatt_field list[FIELDS_MAX], again[FIELDS_MAX];

static uint32_t random_word(void)
{
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return state >> 8;
}

// Whether a field is the length of the record that follows it: the writer computes it, without reserved bytes.
static bool is_length(const acc_gatt_field *field)
{
    acc_gatt_description next;
    return acc_gatt_describe(field->uuid, field->row + 1u, &next) && next.is_hidden &&
           next.is_repeated;
}

static bool same(const acc_gatt_field *a, const acc_gatt_field *b)
{
    return a->uuid == b->uuid && a->row == b->row && a->instance == b->instance &&
           a->form == b->form && a->state == b->state && a->unit == b->unit &&
           a->exponent == b->exponent && (a->number == b->number || is_length(a)) &&
           memcmp(&a->real, &b->real, sizeof a->real) == 0 && a->length == b->length;
}

// Writes the fields of a value. The bytes may be others, for a value that has two encodings; they then are shorter, or
// read the same.
static void check_written(uint16_t uuid, const acc_gatt_context *context, const uint8_t *value,
                          size_t length, size_t count)
{
    uint8_t out[LENGTH_MAX + 8], row;
    size_t size, found;
    acc_status status =
        acc_gatt_write(uuid, list, count, value, length, context, out, sizeof out, &size, &row);
    bool has_refusal = false;
    for (size_t i = 0; i < count; i++)
        has_refusal |=
            list[i].state == ACC_VALUE_OUT_OF_RANGE || list[i].state == ACC_VALUE_INVALID;
    CHECK(status == ACC_OK || (has_refusal && status == ACC_OUT_OF_RANGE));
    if (status != ACC_OK)
        return;
    CHECK(acc_gatt_read(uuid, out, size, context, again, FIELDS_MAX, &found) == ACC_OK);
    CHECK(found == count);
    for (size_t i = 0; i < count && i < found; i++)
        CHECK(same(&list[i], &again[i]));
}

static void check(uint16_t uuid, const acc_gatt_context *context, size_t length)
{
    uint8_t *value = guard - length;
    size_t count;
    acc_status status = acc_gatt_read(uuid, value, length, context, list, FIELDS_MAX, &count);
    CHECK(status == ACC_OK || status == ACC_TRUNCATED || status == ACC_MALFORMED);
    CHECK(length > 30 || count < ACC_GATT_FIELDS_MAX);
    for (size_t i = 0; i < count; i++) {
        CHECK(list[i].offset + (size_t)list[i].length <= length);
        CHECK(list[i].form < ACC_GATT_FORMS && list[i].state < ACC_VALUE_STATES);
    }
    if (status == ACC_OK)
        check_written(uuid, context, value, length, count);
}

static void test_table(void)
{
    uint16_t uuid;
    for (size_t index = 0; (uuid = acc_gatt_uuid_at(index)) != 0; index++)
        for (size_t length = 0; length <= LENGTH_MAX; length++)
            for (unsigned pattern = 0; pattern < 4; pattern++) {
                // zeros, ones, small numbers, any numbers
                static const uint32_t masks[] = {0, 0xFF, 0x07, 0xFF};
                for (size_t i = 0; i < length; i++)
                    guard[-1 - (ptrdiff_t)i] =
                        pattern == 1 ? 0xFF : (uint8_t)(random_word() & masks[pattern]);
                check(uuid, NULL, length);
            }
}

static void test_presentation(void)
{
    for (unsigned format = 0; format < 32; format++)
        for (unsigned exponent = 0; exponent < 256; exponent += 17)
            for (size_t length = 0; length < 20; length++) {
                uint8_t descriptor[] = {(uint8_t)format, (uint8_t)exponent, 0x2F, 0x27, 1, 0, 0};
                acc_gatt_context context = {.presentation = descriptor};
                size_t count;
                for (size_t i = 0; i < length; i++)
                    guard[-1 - (ptrdiff_t)i] = (uint8_t)random_word();
                if (acc_gatt_read(0xFFFF, guard - length, length, &context, list, FIELDS_MAX,
                                  &count) != ACC_UNSUPPORTED)
                    check(0xFFFF, &context, length);
            }
}

int main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *room =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(room != MAP_FAILED && mprotect(room + page, page, PROT_NONE) == 0);
    if (failures)
        return failures;
    guard = room + page;
    test_table();
    test_presentation();
    return failures;
}
