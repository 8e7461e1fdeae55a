// Checks a caller's table before it is used: every index is in range, and every run of code and
// terms ends. Input: an acc_sensor_table, such as one compiled from a user's file. Output: a
// status. After it, condition.c, rows.c and value.c need no checks of the table, only of the data.
#include "accessory/sensor.h"

// A text is a slice of the advertising data: it cannot be in an object, which may be a deciphered copy.
// Its number is the text's place, so it has no code.
static bool text_is_whole(const acc_sensor_row *row)
{
    return (row->type & 15) != ACC_SENSOR_TYPE_TEXT ||
           (row->type >> 6 != ACC_SENSOR_PART_OBJECT && row->code == 0);
}

// Condition, code and scale of a row exist.
static bool row_fits(const acc_sensor_table *table, const acc_sensor_row *row)
{
    return row->quantity < ACC_QUANTITY_END && row->when < table->condition_count &&
           row->code < table->code_count && row->scale < table->scale_count && text_is_whole(row);
}

// A length byte and that many bytes of the pool.
static bool text_fits(const acc_sensor_table *table, unsigned at)
{
    return at < table->pool_size && table->pool[at] < table->pool_size - at;
}

// Both successors are behind the term, so a condition ends after at most its number of terms.
static bool term_fits(const acc_sensor_table *table, const acc_sensor_term *term, unsigned place,
                      unsigned count)
{
    bool yes = term->yes >= ACC_SENSOR_ACCEPT || (term->yes > place && term->yes < count);
    bool no = term->no >= ACC_SENSOR_ACCEPT || (term->no > place && term->no < count);
    if (!yes || !no)
        return false;
    switch (term->kind & 15) {
    case ACC_SENSOR_TERM_BYTES:
    case ACC_SENSOR_TERM_NAME_AT:
    case ACC_SENSOR_TERM_NAME_IS:
    case ACC_SENSOR_TERM_NAME_ENDS:
    case ACC_SENSOR_TERM_NAME_HAS:
        return text_fits(table, term->value);
    case ACC_SENSOR_TERM_SERVICE:
    case ACC_SENSOR_TERM_LISTED:
        return term->at == 2 || (text_fits(table, term->value) && table->pool[term->value] == 16);
    case ACC_SENSOR_TERM_VALUE:
        return term->value < table->row_count;
    default:
        return (term->kind & 15) < ACC_SENSOR_TERM_KINDS;
    }
}

// Condition i has the terms conditions[i] to conditions[i + 1] - 1, fewer than ACC_SENSOR_ACCEPT.
static bool conditions_fit(const acc_sensor_table *table)
{
    for (unsigned i = 0; i < table->condition_count; i++) {
        unsigned first = table->conditions[i], end = table->conditions[i + 1];
        if (end <= first || end - first >= ACC_SENSOR_ACCEPT || end > table->term_count)
            return false;
        for (unsigned k = first; k < end; k++)
            if (!term_fits(table, &table->terms[k], k - first, end - first))
                return false;
    }
    return true;
}

// Words of one operation and its operands; 0 when it exceeds the end or is unknown.
static size_t operation_size(const acc_sensor_table *table, const uint32_t *code, size_t rest)
{
    unsigned operation = *code & 31;
    size_t size = *code & ACC_SENSOR_WIDE ? 3 : 1;
    if (operation >= ACC_SENSOR_OPERATIONS || size > rest)
        return 0;
    uint64_t argument = (uint64_t)((int32_t)*code >> 8);
    if (size == 3)
        argument = code[1] | (uint64_t)code[2] << 32;
    if (operation == ACC_SENSOR_NEGATE_IF && argument >= table->condition_count)
        return 0;
    if (operation == ACC_SENSOR_ADD_ROW || operation == ACC_SENSOR_POLYNOMIAL) {
        size_t more = operation == ACC_SENSOR_ADD_ROW ? 1 : 4;
        return rest - size >= more && code[size] < table->row_count ? size + more : 0;
    }
    if (operation == ACC_SENSOR_MAP)
        return argument <= rest - size ? size + (size_t)argument : 0;
    return size;
}

// Each code runs to its last operation inside the table. Number 0 is none.
static bool code_fits(const acc_sensor_table *table)
{
    for (unsigned i = 1; i < table->code_count; i++) {
        size_t at = table->code_at[i];
        for (bool last = false; !last;) {
            if (at >= table->code_size)
                return false;
            size_t size = operation_size(table, table->code + at, table->code_size - at);
            if (size == 0)
                return false;
            last = table->code[at] & ACC_SENSOR_LAST;
            at += size;
        }
    }
    return true;
}

// The rows and objects of every record exist.
static bool records_fit(const acc_sensor_table *table)
{
    for (unsigned i = 0; i < table->object_count; i++) {
        const acc_sensor_object *object = &table->objects[i];
        if ((uint32_t)object->row + object->rows > table->row_count)
            return false;
    }
    for (unsigned i = 0; i < table->record_count; i++) {
        const acc_sensor_record *record = &table->records[i];
        if ((uint32_t)record->row + record->rows > table->row_count ||
            (uint32_t)record->object + record->objects > table->object_count)
            return false;
    }
    return true;
}

// Whether the list from `at` ends, and holds only existing records and conditions.
static bool list_fits(const acc_sensor_table *table, unsigned at)
{
    while (at < table->list_size && table->lists[at] != ACC_SENSOR_LIST_END) {
        unsigned number = table->lists[at];
        bool is_switch = (number & 0xFF00) == ACC_SENSOR_LIST_SWITCH;
        unsigned words = is_switch ? 2 : 3;
        if (at + words >= table->list_size)
            return false;
        unsigned condition = table->lists[at + 1] & ACC_SENSOR_LIST_CONDITION;
        if (!is_switch && (number >= table->record_count || condition >= table->condition_count))
            return false;
        at += words;
    }
    return at < table->list_size;
}

// The lists of the slots.
static bool lists_fit(const acc_sensor_table *table)
{
    if (table->always != ACC_SENSOR_LIST_END && !list_fits(table, table->always))
        return false;
    if (table->shift < 16 || table->shift > 31)
        return false;
    for (unsigned i = 0; i < 128; i++)
        if (table->displace[i] > UINT32_MAX >> table->shift)
            return false;
    for (uint32_t i = 0; i <= UINT32_MAX >> table->shift; i++)
        if (table->slots[i].list >> 12 != ACC_SENSOR_KEY_NONE &&
            !list_fits(table, table->slots[i].list & 0xFFF))
            return false;
    return true;
}

acc_status acc_sensor_table_check(const acc_sensor_table *table)
{
    for (unsigned i = 0; i < table->row_count; i++)
        if (!row_fits(table, &table->rows[i]))
            return ACC_OUT_OF_RANGE;
    for (unsigned i = 0; i < table->scale_count; i++)
        if (table->scales[i].den <= 0)
            return ACC_OUT_OF_RANGE;
    bool fits = conditions_fit(table) && code_fits(table) && records_fit(table) && lists_fit(table);
    return fits ? ACC_OK : ACC_OUT_OF_RANGE;
}
