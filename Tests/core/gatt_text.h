// A reading as text, for comparisons: "name=value unit" for each field, separated by "; ". A number has its exponent after
// an e, a choice its name, flags their words in brackets, a state its name in parentheses.
#ifndef ACC_GATT_TEXT_H
#define ACC_GATT_TEXT_H

#include "accessory/gatt.h"

#include <stdio.h>
#include <string.h>

enum { GATT_TEXT_MAX = 2000 };

static const char *const gatt_state_names[ACC_VALUE_STATES] = {
    [ACC_VALUE_UNKNOWN] = "unknown",
    [ACC_VALUE_INVALID] = "invalid",
    [ACC_VALUE_MORE] = "or more",
    [ACC_VALUE_LESS] = "or less",
    [ACC_VALUE_OUT_OF_RANGE] = "out of range",
    [ACC_VALUE_NOT_A_NUMBER] = "NaN",
    [ACC_VALUE_NOT_AT_RESOLUTION] = "NRes",
    [ACC_VALUE_INFINITE] = "+infinity",
    [ACC_VALUE_NEGATIVE_INFINITE] = "-infinity",
    [ACC_VALUE_RESERVED] = "reserved",
    [ACC_VALUE_LIFETIME] = "lifetime",
};

static char gatt_line[GATT_TEXT_MAX];
static size_t gatt_used;

static void gatt_put(const char *text)
{
    size_t length = strlen(text);
    if (gatt_used + length >= sizeof gatt_line)
        length = sizeof gatt_line - 1 - gatt_used;
    memcpy(gatt_line + gatt_used, text, length);
    gatt_used += length;
    gatt_line[gatt_used] = 0;
}

static void gatt_put_number(int64_t number)
{
    char digits[24], *p = digits + sizeof digits - 1;
    uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *p = 0;
    do
        *--p = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    if (number < 0)
        *--p = '-';
    gatt_put(p);
}

static void gatt_put_bytes(const acc_gatt_field *field, const uint8_t *value, bool is_text)
{
    for (size_t i = 0; i < field->length; i++) {
        unsigned byte = value[field->offset + i];
        char text[3] = {(char)byte, 0, 0};
        if (!is_text) {
            text[0] = "0123456789abcdef"[byte >> 4];
            text[1] = "0123456789abcdef"[byte & 15];
        }
        gatt_put(text);
    }
}

static void gatt_put_field(const acc_gatt_field *field, const uint8_t *value)
{
    acc_gatt_description description = {.name = ""};
    acc_gatt_choice choice;
    const char *comma = "[";
    acc_gatt_describe(field->uuid, field->row, &description);
    gatt_put(description.name);
    gatt_put("=");
    switch ((enum acc_gatt_form)field->form) {
    case ACC_GATT_REAL:
        gatt_put_number((int64_t)(field->real * 1000));
        gatt_put("e-3");
        break;
    case ACC_GATT_CHOICE:
        gatt_put(acc_gatt_choice_name(field->uuid, field->row, field->number));
        break;
    case ACC_GATT_FLAGS:
        for (size_t i = 0; acc_gatt_choice_at(field->uuid, field->row, i, &choice); i++)
            if ((uint64_t)field->number >> choice.value & 1) {
                gatt_put(comma);
                gatt_put(choice.name);
                comma = ", ";
            }
        gatt_put(*comma == '[' ? "[]" : "]");
        break;
    case ACC_GATT_TEXT:
    case ACC_GATT_TEXT16:
    case ACC_GATT_BYTES:
    case ACC_GATT_UUID:
    case ACC_GATT_ADDRESS:
        gatt_put_bytes(field, value, field->form == ACC_GATT_TEXT);
        break;
    default:
        gatt_put_number(field->number);
        if (field->form == ACC_GATT_NUMBER && field->exponent != 0) {
            gatt_put("e");
            gatt_put_number(field->exponent);
        }
        break;
    }
    if (field->unit) {
        gatt_put(" ");
        gatt_put(acc_gatt_unit_name(field->unit));
    }
    if (field->state != ACC_VALUE_KNOWN) {
        gatt_put(" (");
        gatt_put(gatt_state_names[field->state]);
        gatt_put(")");
    }
}

// The text of a list of fields of `value`.
static const char *gatt_text(const acc_gatt_field *list, size_t count, const uint8_t *value)
{
    gatt_used = 0;
    gatt_line[0] = 0;
    for (size_t i = 0; i < count; i++) {
        gatt_put(i > 0 ? "; " : "");
        gatt_put_field(&list[i], value);
    }
    return gatt_line;
}

#endif
