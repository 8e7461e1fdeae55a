// Describes the table: names, forms, choices and units.
#include "gatt/names.h"

// Row `row` of a characteristic, or null behind its last one.
static const struct gatt_row *row_of(uint16_t uuid, unsigned row)
{
    const struct gatt_row *rows = gatt_record(uuid);
    for (unsigned i = 0; rows && i < row; i++)
        if (rows[i].kind & GATT_LAST)
            return NULL;
    return rows ? rows + row : NULL;
}

bool acc_gatt_describe(uint16_t uuid, unsigned row, acc_gatt_description *description)
{
    static const uint8_t forms[] = {
        [GATT_UINT] = ACC_GATT_NUMBER,        [GATT_SINT] = ACC_GATT_NUMBER,
        [GATT_CHOICE] = ACC_GATT_CHOICE,      [GATT_FLAGS] = ACC_GATT_FLAGS,
        [GATT_BASE] = ACC_GATT_FLAGS,         [GATT_PART] = ACC_GATT_NUMBER,
        [GATT_PART_CHOICE] = ACC_GATT_CHOICE, [GATT_SFLOAT] = ACC_GATT_NUMBER,
        [GATT_FLOAT] = ACC_GATT_NUMBER,       [GATT_FLOAT32] = ACC_GATT_REAL,
        [GATT_FLOAT64] = ACC_GATT_REAL,       [GATT_TEXT] = ACC_GATT_TEXT,
        [GATT_TEXT16] = ACC_GATT_TEXT16,      [GATT_BYTES] = ACC_GATT_BYTES,
        [GATT_DATE_TIME] = ACC_GATT_TIME,     [GATT_DAYS] = ACC_GATT_DATE,
        [GATT_UUID] = ACC_GATT_UUID,          [GATT_ADDRESS] = ACC_GATT_ADDRESS,
        [GATT_EXPONENTIAL] = ACC_GATT_NUMBER, [GATT_ZONE] = ACC_GATT_ZONE,
        [GATT_WHILE] = ACC_GATT_BYTES,        [GATT_BOUND] = ACC_GATT_BYTES,
        [GATT_NESTED] = ACC_GATT_BYTES,
    };
    const struct gatt_row *one = row_of(uuid, row);
    if (!one)
        return false;
    enum gatt_kind kind = one->kind & GATT_KIND;
    *description = (acc_gatt_description){
        .name = "",
        .form = forms[kind],
        .unit = acc_gatt_measures[one->measure].unit,
        .is_optional = one->when != 0,
        .is_hidden = kind == GATT_BASE || kind == GATT_WHILE || kind == GATT_BOUND,
    };
    for (unsigned i = 0; i < row; i++) {
        const struct gatt_row *before = one - row + i;
        if ((before->kind & GATT_KIND) == GATT_WHILE && i + before->argument >= row)
            description->is_repeated = true;
    }
#if ACC_GATT_NAMES
    description->name =
        acc_gatt_pool + acc_gatt_names[acc_gatt_names_of[uuid - GATT_FIRST] + 1u + row];
#endif
    return true;
}

#if ACC_GATT_NAMES
const char *acc_gatt_name(uint16_t uuid)
{
    return gatt_record(uuid) ? acc_gatt_pool + acc_gatt_names[acc_gatt_names_of[uuid - GATT_FIRST]]
                             : "";
}

const char *acc_gatt_unit_name(uint8_t unit)
{
    return unit < acc_gatt_unit_count ? acc_gatt_pool + acc_gatt_unit_names[unit] : "";
}

// The list of a row's named values, or null.
static const struct gatt_named *named(uint16_t uuid, unsigned row)
{
    const struct gatt_row *one = row_of(uuid, row);
    unsigned set = one ? acc_gatt_sets[one - acc_gatt_rows] : 0;
    return set ? &acc_gatt_choices[set - 1] : NULL;
}

bool acc_gatt_choice_at(uint16_t uuid, unsigned row, size_t index, acc_gatt_choice *choice)
{
    const struct gatt_named *list = named(uuid, row);
    for (; list && list->name != GATT_END; list++)
        if (index-- == 0) {
            *choice = (acc_gatt_choice){list->value, acc_gatt_pool + list->name};
            return true;
        }
    return false;
}

const char *acc_gatt_choice_name(uint16_t uuid, unsigned row, int64_t value)
{
    for (const struct gatt_named *list = named(uuid, row); list && list->name != GATT_END; list++)
        if (list->value == value)
            return acc_gatt_pool + list->name;
    return "";
}
#else
const char *acc_gatt_name(uint16_t uuid)
{
    (void)uuid;
    return "";
}

const char *acc_gatt_unit_name(uint8_t unit)
{
    (void)unit;
    return "";
}

bool acc_gatt_choice_at(uint16_t uuid, unsigned row, size_t index, acc_gatt_choice *choice)
{
    (void)uuid, (void)row, (void)index, (void)choice;
    return false;
}

const char *acc_gatt_choice_name(uint16_t uuid, unsigned row, int64_t value)
{
    (void)uuid, (void)row, (void)value;
    return "";
}
#endif
