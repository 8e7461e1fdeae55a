// Decodes lines "UUID HEX" ("-" for no bytes) from standard input to lines of JSON: the characteristic's name and its fields,
// with values, units, names of choices, words of flags, and states.
#include "accessory/gatt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = 1024, FIELDS_MAX = 512 };

// The number of bytes of the UTF-8 character at `p`; 0 if there is none.
static size_t character(const unsigned char *p, size_t left)
{
    size_t size = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (p[i] >> 6 != 2)
            return 0;
    bool is_overlong = (*p == 0xE0 && p[1] < 0xA0) || (*p == 0xF0 && p[1] < 0x90);
    bool is_no_character = (*p == 0xED && p[1] > 0x9F) || (*p == 0xF4 && p[1] > 0x8F);
    return is_overlong || is_no_character ? 0 : size;
}

// A JSON string; U+FFFD for bytes that are not UTF-8.
static void put_text(const char *text, size_t length)
{
    const unsigned char *p = (const unsigned char *)text, *end = p + length;
    putchar('"');
    while (p < end) {
        size_t size = character(p, (size_t)(end - p));
        if (size == 0)
            printf("\\ufffd");
        else if (*p == '"' || *p == '\\')
            printf("\\%c", *p);
        else if (*p < 0x20)
            printf("\\u%04x", *p);
        else
            fwrite(p, 1, size, stdout);
        p += size ? size : 1;
    }
    putchar('"');
}

static void put_name(const char *key, const char *text)
{
    printf(", \"%s\": ", key);
    put_text(text, strlen(text));
}

// A number with its decimal point, without rounding.
static void put_decimal(int64_t number, int exponent)
{
    if (exponent >= -18 && exponent < 0) {
        uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number, divisor = 1;
        for (int i = exponent; i < 0; i++)
            divisor *= 10;
        printf("%s%llu.%0*llu", number < 0 ? "-" : "", (unsigned long long)(magnitude / divisor),
               -exponent, (unsigned long long)(magnitude % divisor));
    } else {
        printf("%llde%d", (long long)number, exponent);
    }
}

static void put_hex(const uint8_t *bytes, size_t length, bool is_reversed)
{
    for (size_t i = 0; i < length; i++)
        printf("%02X", bytes[is_reversed ? length - 1 - i : i]);
}

static void put_value(const acc_gatt_field *field, const uint8_t *value)
{
    const uint8_t *bytes = value + field->offset;
    long long n = field->form == ACC_GATT_REAL ? 0 : field->number;
    printf(", \"value\": ");
    switch ((enum acc_gatt_form)field->form) {
    case ACC_GATT_NUMBER:
        if (field->exponent == 0)
            printf("%lld", n);
        else
            put_decimal(n, field->exponent);
        break;
    case ACC_GATT_REAL:
        printf("%.17g", acc_gatt_real(field));
        break;
    case ACC_GATT_TIME:
        printf("\"%04lld-%02lld-%02lldT%02lld:%02lld:%02lld\"", n / 10000000000,
               n / 100000000 % 100, n / 1000000 % 100, n / 10000 % 100, n / 100 % 100, n % 100);
        break;
    case ACC_GATT_DATE:
        printf("\"%04lld-%02lld-%02lld\"", n / 10000, n / 100 % 100, n % 100);
        break;
    case ACC_GATT_ZONE:
        printf("%lld, \"text\": \"UTC%c%02lld:%02lld\"", n, n < 0 ? '-' : '+', llabs(n) / 4,
               llabs(n) % 4 * 15);
        break;
    case ACC_GATT_TEXT:
        put_text((const char *)bytes, field->length);
        break;
    case ACC_GATT_UUID:
    case ACC_GATT_ADDRESS:
        putchar('"');
        put_hex(bytes, field->length, true);
        putchar('"');
        break;
    case ACC_GATT_TEXT16:
    case ACC_GATT_BYTES:
        putchar('"');
        put_hex(bytes, field->length, false);
        putchar('"');
        break;
    default:
        printf("%lld", n);
        break;
    }
}

static void put_field(const acc_gatt_field *field, const uint8_t *value)
{
    static const char *const states[ACC_VALUE_STATES] = {
        "known", "unknown", "invalid",   "more",      "less",     "out of range",
        "NaN",   "NRes",    "+infinity", "-infinity", "reserved", "lifetime",
    };
    acc_gatt_description description = {.name = ""};
    acc_gatt_describe(field->uuid, field->row, &description);
    printf("{\"name\": ");
    put_text(description.name, strlen(description.name));
    bool has_number = field->state == ACC_VALUE_KNOWN || field->state == ACC_VALUE_MORE ||
                      field->state == ACC_VALUE_LESS;
    if (has_number || (field->form != ACC_GATT_REAL && field->number != 0))
        put_value(field, value);
    if (field->unit)
        put_name("unit", acc_gatt_unit_name(field->unit));
    if (field->state != ACC_VALUE_KNOWN)
        put_name("state", states[field->state]);
    if (field->form == ACC_GATT_CHOICE)
        put_name("text", acc_gatt_choice_name(field->uuid, field->row, field->number));
    if (field->form == ACC_GATT_FLAGS) {
        acc_gatt_choice choice;
        const char *comma = "";
        printf(", \"words\": [");
        for (size_t i = 0; acc_gatt_choice_at(field->uuid, field->row, i, &choice); i++)
            if ((uint64_t)field->number >> choice.value & 1) {
                printf("%s", comma);
                put_text(choice.name, strlen(choice.name));
                comma = ", ";
            }
        printf("]");
    }
    printf("}");
}

static size_t parse(const char *hex, uint8_t *value)
{
    size_t length = 0;
    unsigned byte;
    while (length < VALUE_MAX && sscanf(hex, "%2x", &byte) == 1) {
        value[length++] = (uint8_t)byte;
        hex += 2;
    }
    return length;
}

int main(void)
{
    static char line[2 * VALUE_MAX + 16];
    while (fgets(line, sizeof line, stdin)) {
        uint8_t value[VALUE_MAX];
        acc_gatt_field list[FIELDS_MAX];
        size_t count = 0;
        char *hex = strchr(line, ' ');
        uint16_t uuid = (uint16_t)strtoul(line, NULL, 16);
        size_t length = hex ? parse(hex + 1, value) : 0;
        acc_status status = acc_gatt_read(uuid, value, length, NULL, list, FIELDS_MAX, &count);
        printf("{\"uuid\": \"%04X\"", uuid);
        if (count == 0 && status != ACC_OK) {
            printf(", \"error\": %d}\n", status);
            continue;
        }
        put_name("name", acc_gatt_name(uuid));
        printf(", \"status\": %d, \"fields\": [", status);
        for (size_t i = 0; i < count; i++) {
            printf("%s", i ? ", " : "");
            put_field(&list[i], value);
        }
        printf("]}\n");
    }
    return 0;
}
