#include "gatt/walk.h"

#include "base/bytes.h"

static bool term_holds(unsigned term, const struct gatt_registers *registers, size_t left,
                       unsigned instance, const acc_gatt_context *context)
{
    uint64_t number = registers->number[term >> 8 & 3];
    unsigned value = term & 0xFF;
    switch ((enum gatt_operation)(term >> 10 & 31)) {
    case GATT_SET:
        return number >> value & 1;
    case GATT_CLEAR:
        return !(number >> value & 1);
    case GATT_EQUAL:
        return number == value;
    case GATT_AT_LEAST:
        return number >= value;
    case GATT_AT_MOST:
        return number <= value;
    case GATT_LEFT:
        return left >= value;
    case GATT_FEATURE:
        return context && context->has_features ? context->features >> value & 1 : left >= 2;
    case GATT_COUNT:
        return instance < number;
    default:
        return true;
    }
}

bool acc_gatt_holds(unsigned when, const struct gatt_registers *registers, size_t left,
                    unsigned instance, const acc_gatt_context *context)
{
    for (const uint16_t *term = &acc_gatt_conditions[when];; term++) {
        if (!term_holds(*term, registers, left, instance, context))
            return false;
        if (!(*term & GATT_AND))
            return true;
    }
}

size_t acc_gatt_needed(unsigned when)
{
    size_t needed = 0;
    for (const uint16_t *term = &acc_gatt_conditions[when];; term++) {
        if ((*term >> 10 & 31) == GATT_LEFT)
            needed = *term & 0xFF;
        if (!(*term & GATT_AND))
            return needed;
    }
}

// The rows of the formats of the Characteristic Presentation Format, by number.
static const struct {
    uint8_t kind, argument;
} formats[] = {
    [0x01] = {GATT_UINT, 1 | 7 << 4}, [0x02] = {GATT_UINT, 1 | 6 << 4},
    [0x03] = {GATT_UINT, 1 | 4 << 4}, [0x04] = {GATT_UINT, 1},
    [0x05] = {GATT_UINT, 2 | 4 << 4}, [0x06] = {GATT_UINT, 2},
    [0x07] = {GATT_UINT, 3},          [0x08] = {GATT_UINT, 4},
    [0x09] = {GATT_UINT, 6},          [0x0A] = {GATT_UINT, 8},
    [0x0B] = {GATT_BYTES, 16},        [0x0C] = {GATT_SINT, 1},
    [0x0D] = {GATT_SINT, 2 | 4 << 4}, [0x0E] = {GATT_SINT, 2},
    [0x0F] = {GATT_SINT, 3},          [0x10] = {GATT_SINT, 4},
    [0x11] = {GATT_SINT, 6},          [0x12] = {GATT_SINT, 8},
    [0x13] = {GATT_BYTES, 16},        [0x14] = {GATT_FLOAT32, 4},
    [0x15] = {GATT_FLOAT64, 8},       [0x16] = {GATT_SFLOAT, 2},
    [0x17] = {GATT_FLOAT, 4},         [0x18] = {GATT_BYTES, 4},
    [0x19] = {GATT_TEXT, GATT_REST},  [0x1A] = {GATT_TEXT16, GATT_REST},
    [0x1B] = {GATT_BYTES, GATT_REST}, [0x1C] = {GATT_BYTES, GATT_REST},
};

bool acc_gatt_find(uint16_t uuid, const acc_gatt_context *context, struct gatt_record *record)
{
    const uint8_t *presentation = context ? context->presentation : NULL;
    record->rows = gatt_record(uuid);
    record->measures = acc_gatt_measures;
    // a bare integer of the table is what the presentation format says it is
    bool is_bare =
        record->rows && record->rows->kind == (GATT_UINT | GATT_LAST) && record->rows->measure == 0;
    if (!presentation || (record->rows && !is_bare))
        return record->rows;
    if (presentation[0] >= sizeof formats / sizeof *formats ||
        formats[presentation[0]].argument == 0)
        return record->rows;
    record->presented = (struct gatt_row){.kind = formats[presentation[0]].kind | GATT_LAST,
                                          .argument = formats[presentation[0]].argument};
    record->presented_measure = (struct gatt_measure){
        .unit = acc_gatt_unit_of(load_le16(presentation + 2)),
        .tens = (int8_t)presentation[1],
        .factor = 1,
    };
    record->rows = &record->presented;
    record->measures = &record->presented_measure;
    return true;
}

uint8_t acc_gatt_unit_of(uint16_t number)
{
    for (uint8_t i = 0; i < acc_gatt_sig_unit_count; i++)
        if (acc_gatt_sig_units[i] == number)
            return (uint8_t)(i + 1);
    return 0;
}

uint16_t acc_gatt_uuid_at(size_t index)
{
    for (uint16_t i = 0; i < acc_gatt_record_count; i++)
        if (acc_gatt_records[i] != 0 && index-- == 0)
            return (uint16_t)(GATT_FIRST + i);
    return 0;
}
