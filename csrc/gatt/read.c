// Decodes a value by its record: rows in order, each with a condition, arrays by repeating rows.
// Input: a characteristic's UUID and bytes. Output: fields.
#include "gatt/number.h"
#include "gatt/walk.h"

#include "base/bytes.h"

#include <string.h>

struct reader {
    const uint8_t *value;
    size_t length, at;  // of the value, or up to the end of a bounded repetition
    const acc_gatt_context *context;
    const struct gatt_measure *measures;
    acc_gatt_field *list;
    size_t capacity, count;
    struct gatt_registers registers;
    uint64_t base;  // the last flags, of which parts are bits
    uint16_t base_at, base_length;
    uint16_t uuid;
    uint8_t instance;
};

// Appends a field with the next `length` bytes. Null when the list is full.
static acc_gatt_field *append(struct reader *reader, unsigned row, enum acc_gatt_form form,
                              size_t length)
{
    if (reader->count == reader->capacity)
        return NULL;
    acc_gatt_field *field = &reader->list[reader->count++];
    *field = (acc_gatt_field){.uuid = reader->uuid,
                              .row = (uint8_t)row,
                              .instance = reader->instance,
                              .form = (uint8_t)form,
                              .offset = (uint16_t)reader->at,
                              .length = (uint16_t)length};
    return field;
}

static uint64_t load(const uint8_t *p, size_t size)
{
    uint64_t raw = 0;
    while (size-- > 0)
        raw = raw << 8 | p[size];
    return raw;
}

// A number of `length` bytes at `reader->at`: its state, or its value and unit.
static acc_status put_number(struct reader *reader, unsigned index, const struct gatt_row *row,
                             int64_t integer, size_t length)
{
    acc_gatt_field *field = append(reader, index, ACC_GATT_NUMBER, length);
    if (!field)
        return ACC_NO_ROOM;
    gatt_scale(&reader->measures[row->measure], integer, field);
    return ACC_OK;
}

static acc_status read_integer(struct reader *reader, unsigned index, const struct gatt_row *row,
                               enum gatt_kind kind)
{
    size_t size = row->argument & 15;
    size_t left = reader->length - reader->at;
    if (kind == GATT_FLAGS && row->argument & GATT_SHORT && left > 0 && left < size)
        size = left;
    if (left < size)
        return ACC_TRUNCATED;
    uint64_t raw = load(reader->value + reader->at, size);
    if (row->kind & GATT_KEEP)
        gatt_keep(&reader->registers, raw);
    acc_status status = ACC_OK;
    if (kind == GATT_UINT || kind == GATT_SINT) {
        int64_t integer = gatt_integer(raw, row->argument, kind == GATT_SINT);
        if (kind == GATT_UINT && integer < 0)
            status = append(reader, index, ACC_GATT_BYTES, size) ? ACC_OK : ACC_NO_ROOM;
        else
            status = put_number(reader, index, row, integer, size);
    } else if (kind != GATT_BASE) {
        acc_gatt_field *field =
            append(reader, index, kind == GATT_FLAGS ? ACC_GATT_FLAGS : ACC_GATT_CHOICE, size);
        if (!field)
            return ACC_NO_ROOM;
        field->number = (int64_t)raw;
    }
    if (kind != GATT_UINT && kind != GATT_SINT) {
        reader->base = raw;
        reader->base_at = (uint16_t)reader->at;
        reader->base_length = (uint16_t)size;
    }
    reader->at += size;
    return status;
}

static acc_status read_part(struct reader *reader, unsigned index, const struct gatt_row *row,
                            enum gatt_kind kind)
{
    uint64_t raw = reader->base >> (row->argument & 31) &
                   ((UINT64_C(1) << gatt_part_width(row->argument)) - 1);
    acc_gatt_field *field =
        append(reader, index, kind == GATT_PART ? ACC_GATT_NUMBER : ACC_GATT_CHOICE, 0);
    if (!field)
        return ACC_NO_ROOM;
    field->offset = reader->base_at;
    field->length = reader->base_length;
    if (kind == GATT_PART)
        gatt_scale(&reader->measures[row->measure], (int64_t)raw, field);
    else
        field->number = (int64_t)raw;
    return ACC_OK;
}

// A text, bytes or a UUID: a slice of the value. A slice that is cut is put, too.
static acc_status read_slice(struct reader *reader, unsigned index, const struct gatt_row *row,
                             enum gatt_kind kind)
{
    static const uint8_t forms[] = {[GATT_TEXT] = ACC_GATT_TEXT,
                                    [GATT_TEXT16] = ACC_GATT_TEXT16,
                                    [GATT_BYTES] = ACC_GATT_BYTES,
                                    [GATT_UUID] = ACC_GATT_UUID,
                                    [GATT_ADDRESS] = ACC_GATT_ADDRESS};
    size_t left = reader->length - reader->at, length = left, step = left;
    bool is_cut = false;
    if (kind == GATT_UUID && row->argument == 0) {
        if (left != 2 && left != 16)
            return ACC_MALFORMED;
    } else if (row->argument == GATT_ZERO) {
        const uint8_t *zero = left ? memchr(reader->value + reader->at, 0, left) : NULL;
        is_cut = !zero;
        if (zero) {
            length = (size_t)(zero - reader->value) - reader->at;
            step = length + 1;
        }
    } else if (row->argument != GATT_REST) {
        length =
            row->argument < 128 ? row->argument : gatt_length(row->argument, &reader->registers);
        is_cut = length > left;
        if (is_cut && kind != GATT_TEXT && kind != GATT_BYTES)
            return ACC_TRUNCATED;
        if (is_cut)
            length = left;
        step = length;
    }
    if (row->kind & GATT_KEEP)
        gatt_keep(&reader->registers, length == 2 ? load_le16(reader->value + reader->at) : 0);
    if (!append(reader, index, forms[kind], length))
        return ACC_NO_ROOM;
    reader->at += step;
    return is_cut ? ACC_TRUNCATED : ACC_OK;
}

// A number or time in a format of its own.
static acc_status read_other(struct reader *reader, unsigned index, const struct gatt_row *row,
                             enum gatt_kind kind)
{
    static const struct {
        uint8_t size, form;
    } formats[] = {
        [GATT_SFLOAT] = {2, ACC_GATT_NUMBER},      [GATT_FLOAT] = {4, ACC_GATT_NUMBER},
        [GATT_FLOAT32] = {4, ACC_GATT_REAL},       [GATT_FLOAT64] = {8, ACC_GATT_REAL},
        [GATT_DATE_TIME] = {7, ACC_GATT_TIME},     [GATT_DAYS] = {3, ACC_GATT_DATE},
        [GATT_EXPONENTIAL] = {1, ACC_GATT_NUMBER}, [GATT_ZONE] = {1, ACC_GATT_ZONE},
    };
    size_t size = formats[kind].size;
    if (reader->length - reader->at < size)
        return ACC_TRUNCATED;
    acc_gatt_field *field = append(reader, index, formats[kind].form, size);
    if (!field)
        return ACC_NO_ROOM;
    const uint8_t *p = reader->value + reader->at;
    const struct gatt_measure *measure = &reader->measures[row->measure];
    reader->at += size;
    field->unit = measure->unit;
    field->exponent = measure->tens;
    switch (kind) {
    case GATT_SFLOAT:
        acc_gatt_load_medical(load_le16(p), 12, field);
        break;
    case GATT_FLOAT:
        acc_gatt_load_medical(load_le32(p), 24, field);
        break;
    case GATT_FLOAT32:
    case GATT_FLOAT64:
        acc_gatt_load_real(load(p, size), size, field);
        break;
    case GATT_DATE_TIME:
        acc_gatt_load_time(p, field);
        break;
    case GATT_DAYS:
        acc_gatt_load_days((uint32_t)load(p, 3), field);
        break;
    case GATT_EXPONENTIAL:
        acc_gatt_load_exponential(*p, field);
        break;
    default:
        acc_gatt_load_zone((int8_t)*p, field);
        break;
    }
    return ACC_OK;
}

static acc_status read_row(struct reader *reader, unsigned index, const struct gatt_row *row)
{
    enum gatt_kind kind = row->kind & GATT_KIND;
    switch (kind) {
    case GATT_UINT:
    case GATT_SINT:
    case GATT_CHOICE:
    case GATT_FLAGS:
    case GATT_BASE:
        return read_integer(reader, index, row, kind);
    case GATT_PART:
    case GATT_PART_CHOICE:
        return read_part(reader, index, row, kind);
    case GATT_TEXT:
    case GATT_TEXT16:
    case GATT_BYTES:
    case GATT_UUID:
    case GATT_ADDRESS:
        return read_slice(reader, index, row, kind);
    default:
        return read_other(reader, index, row, kind);
    }
}

static acc_status read_rows(struct reader *reader, const struct gatt_row *rows);

// A value within the value, by the UUID in a register. It ends the value, so nothing is restored behind it.
static acc_status read_nested(struct reader *reader, unsigned index, const struct gatt_row *row)
{
    uint16_t uuid = (uint16_t)reader->registers.number[row->argument & 3];
    const struct gatt_row *rows = uuid == reader->uuid ? NULL : gatt_record(uuid);
    if (!rows)
        return read_slice(reader, index, &(struct gatt_row){GATT_BYTES, GATT_REST, 0, 0},
                          GATT_BYTES);
    reader->uuid = uuid;
    reader->registers = (struct gatt_registers){0};
    return read_rows(reader, rows);
}

static acc_status read_rows(struct reader *reader, const struct gatt_row *rows)
{
    unsigned loop = 0, end = 0,
             kept = 0;  // the rows that are repeated, from `loop` to before `end`
    size_t whole = reader->length;
    bool is_cut = false;
    for (unsigned i = 0;; i++) {
        const struct gatt_row *row = &rows[i];
        enum gatt_kind kind = row->kind & GATT_KIND;
        bool holds = acc_gatt_holds(row->when, &reader->registers, reader->length - reader->at,
                                    reader->instance, reader->context);
        if (kind == GATT_WHILE) {
            if (end == 0) {
                loop = i;
                end = i + 1 + row->argument;
                kept = reader->registers.count;
            }
            reader->registers.count = kept;
            if (!holds) {
                if (rows[end - 1].kind & GATT_LAST)
                    return ACC_OK;
                i = end - 1;
                end = 0;
                reader->instance = 0;
            }
            continue;
        }
        if (kind == GATT_NESTED && holds)
            return read_nested(reader, i, row);
        acc_status status = ACC_OK;
        if (kind == GATT_BOUND) {
            size_t length = gatt_length(row->argument, &reader->registers);
            if (length < whole - reader->at)
                reader->length = reader->at + length;
            is_cut = length > whole - reader->at;
        } else if (holds) {
            status = read_row(reader, i, row);
        } else if (row->kind & GATT_KEEP) {
            gatt_keep(&reader->registers, 0);
        }
        if (status != ACC_OK)
            return status;
        if (i + 1 == end) {
            if (reader->length < whole)
                reader->at = reader->length;
            reader->length = whole;
            if (is_cut)
                return ACC_TRUNCATED;
            if (reader->instance == UINT8_MAX)
                return ACC_NO_ROOM;
            reader->instance++;
            i = loop - 1;
        } else if (end == 0 && row->kind & GATT_LAST) {
            return ACC_OK;
        }
    }
}

// Compares a value with the two halves of its valid range.
static void check_range(uint16_t uuid, const acc_gatt_context *context, acc_gatt_field *field)
{
    acc_gatt_context inner = *context;
    acc_gatt_field ends[2];
    size_t half = context->range_length / 2, count;
    inner.range = NULL;
    if (field->state != ACC_VALUE_KNOWN || field->form > ACC_GATT_REAL)
        return;
    for (size_t i = 0; i < 2; i++)
        if (acc_gatt_read(uuid, context->range + i * half, half, &inner, &ends[i], 1, &count) !=
                ACC_OK ||
            count == 0 || ends[i].state != ACC_VALUE_KNOWN)
            return;
    double value = acc_gatt_real(field);
    if (value < acc_gatt_real(&ends[0]) || value > acc_gatt_real(&ends[1]))
        field->state = ACC_VALUE_OUT_OF_RANGE;
}

acc_status acc_gatt_read(uint16_t uuid, const uint8_t *value, size_t length,
                         const acc_gatt_context *context, acc_gatt_field *list, size_t capacity,
                         size_t *count)
{
    struct gatt_record record;
    *count = 0;
    if (length > UINT16_MAX)
        return ACC_OUT_OF_RANGE;
    if (!acc_gatt_find(uuid, context, &record))
        return ACC_UNSUPPORTED;
    struct reader reader = {.value = value,
                            .length = length,
                            .context = context,
                            .measures = record.measures,
                            .list = list,
                            .capacity = capacity,
                            .uuid = uuid};
    acc_status status = read_rows(&reader, record.rows);
    *count = reader.count;
    if (status == ACC_OK && reader.count == 1 && context && context->range)
        check_range(uuid, context, list);
    return status;
}
