// Encodes a value by its record: the reader's walk, with fields instead of bytes.
// Input: a characteristic's UUID and fields. Output: bytes.
#include "gatt/number.h"
#include "gatt/walk.h"

#include "base/bytes.h"

#include <string.h>

struct writer {
    const acc_gatt_field *fields;
    size_t count;
    const uint8_t *data;
    size_t data_length;
    const acc_gatt_context *context;
    const struct gatt_measure *measures;
    uint8_t *value;
    size_t capacity, at;
    struct gatt_registers registers;
    size_t base_at, base_length;  // the last flags, of which parts are bits
    unsigned base_register;       // GATT_REGISTERS if they are not kept
    size_t limit;                 // a value of this size has the skipped row
    uint8_t skipped;
    uint16_t uuid;
    uint8_t instance;
};

static const acc_gatt_field *find(const struct writer *writer, unsigned row)
{
    for (size_t i = 0; i < writer->count; i++) {
        const acc_gatt_field *field = &writer->fields[i];
        if (field->row == row && field->instance == writer->instance && field->uuid == writer->uuid)
            return field;
    }
    return NULL;
}

// Room for the next bytes; null if there is none.
static uint8_t *reserve(struct writer *writer, size_t size)
{
    if (writer->capacity - writer->at < size)
        return NULL;
    writer->at += size;
    return writer->value + writer->at - size;
}

static void store(uint8_t *p, size_t size, uint64_t raw)
{
    for (size_t i = 0; i < size; i++)
        p[i] = (uint8_t)(raw >> 8 * i);
}

static acc_status put_integer(struct writer *writer, uint64_t raw, size_t size)
{
    uint8_t *p = reserve(writer, size);
    if (!p)
        return ACC_NO_ROOM;
    store(p, size, raw);
    return ACC_OK;
}

// The bytes that a field has in `data`; null if they are not there.
static const uint8_t *bytes_of(const struct writer *writer, const acc_gatt_field *field)
{
    if (field->offset > writer->data_length || field->length > writer->data_length - field->offset)
        return NULL;
    return writer->data + field->offset;
}

// The row behind a row, or behind the rows that it repeats.
static unsigned end_of(const struct gatt_row *row, unsigned index)
{
    return index + 1 + ((row->kind & GATT_KIND) == GATT_WHILE ? row->argument : 0);
}

// Whether the caller gives one of the rows from `first` to before `end`.
static bool gives(const struct writer *writer, unsigned first, unsigned end)
{
    while (first < end && !find(writer, first))
        first++;
    return first < end;
}

// Bits of the flags that fields after them need.
static uint64_t needed_flags(const struct writer *writer, const struct gatt_row *rows,
                             unsigned index)
{
    uint64_t flags = 0;
    unsigned target = writer->registers.count;
    if (!(rows[index].kind & GATT_KEEP))
        return 0;
    for (unsigned i = index; !(rows[i].kind & GATT_LAST);) {
        const struct gatt_row *row = &rows[++i];
        if (!gives(writer, i, end_of(row, i)))
            continue;
        for (const uint16_t *term = &acc_gatt_conditions[row->when];; term++) {
            if ((*term >> 10 & 31) == GATT_SET && (*term >> 8 & 3) == target)
                flags |= UINT64_C(1) << (*term & 0xFF);
            if (!(*term & GATT_AND))
                break;
        }
    }
    return flags;
}

// Whether an integer fits in the bytes of a row.
static bool fits(int64_t integer, const struct gatt_row *row, bool is_signed)
{
    unsigned bits = 8u * (row->argument & 15) - (row->argument >> 4);
    if (bits >= 64)
        return is_signed || integer >= 0;
    int64_t high = INT64_C(1) << (is_signed ? bits - 1 : bits);
    return integer < high && integer >= (is_signed ? -high : 0);
}

static acc_status write_slice(struct writer *writer, const struct gatt_row *row, unsigned index)
{
    enum gatt_kind kind = row->kind & GATT_KIND;
    const acc_gatt_field *field = find(writer, index);
    if (!field || field->form < ACC_GATT_TEXT)
        return ACC_MALFORMED;
    const uint8_t *bytes = bytes_of(writer, field);
    size_t length = field->length;
    if (!bytes)
        return ACC_OUT_OF_RANGE;
    bool is_free = row->argument == GATT_REST || row->argument == GATT_ZERO;
    if (kind == GATT_UUID && row->argument == 0) {
        if (length != 2 && length != 16)
            return ACC_OUT_OF_RANGE;
    } else if (!is_free &&
               length != (row->argument < 128 ? row->argument
                                              : gatt_length(row->argument, &writer->registers))) {
        return ACC_OUT_OF_RANGE;
    }
    bool has_zero = row->argument == GATT_ZERO;
    if (has_zero && length > 0 && memchr(bytes, 0, length))
        return ACC_OUT_OF_RANGE;
    uint8_t *p = reserve(writer, length + has_zero);
    if (!p)
        return ACC_NO_ROOM;
    if (length > 0)
        memcpy(p, bytes, length);
    if (has_zero)
        p[length] = 0;
    if (row->kind & GATT_KEEP)
        gatt_keep(&writer->registers, length == 2 ? load_le16(p) : 0);
    return ACC_OK;
}

// The fewest bytes, at least one, that hold an integer.
static size_t bytes_for(uint64_t integer)
{
    size_t size = 1;
    while (integer >>= 8)
        size++;
    return size;
}

static acc_status write_integer(struct writer *writer, const struct gatt_row *rows, unsigned index)
{
    const struct gatt_row *row = &rows[index];
    enum gatt_kind kind = row->kind & GATT_KIND;
    const acc_gatt_field *field = find(writer, index);
    size_t size = row->argument & 15;
    int64_t integer = 0;
    if (kind == GATT_UINT && field && field->form == ACC_GATT_BYTES && size == 8)
        return write_slice(writer, row, index);  // above INT64_MAX
    bool is_length = !(row->kind & GATT_LAST) && (row[1].kind & GATT_KIND) == GATT_BOUND;
    if (is_length) {
        integer = 0;  // write_rows sets it
    } else if (kind == GATT_UINT || kind == GATT_SINT) {
        if (!field || field->form > ACC_GATT_FLAGS || field->form == ACC_GATT_REAL)
            return ACC_MALFORMED;
        if (!acc_gatt_unscale(&writer->measures[row->measure], field, &integer))
            return ACC_OUT_OF_RANGE;
        // states are stored as their 32 bits
        if (field->state != ACC_VALUE_KNOWN && kind == GATT_UINT)
            integer &= UINT32_MAX;
        if (!fits(integer, row, kind == GATT_SINT))
            return ACC_OUT_OF_RANGE;
    } else if (field) {
        if (field->form != ACC_GATT_NUMBER && field->form != ACC_GATT_CHOICE &&
            field->form != ACC_GATT_FLAGS)
            return ACC_MALFORMED;
        integer = field->number;
        if (row->argument & GATT_SHORT && field->length > 0 && field->length < size)
            size = field->length;
        if (field->state != ACC_VALUE_KNOWN || (size < 8 && (uint64_t)integer >> 8 * size != 0))
            return ACC_OUT_OF_RANGE;
    } else if (kind == GATT_CHOICE) {
        return ACC_MALFORMED;
    } else {
        integer = (int64_t)needed_flags(writer, rows, index);
    }
    if (row->argument & GATT_SHORT && size == 8 && !(field && field->length > 0))
        size = bytes_for((uint64_t)integer);
    if (kind != GATT_UINT && kind != GATT_SINT) {
        writer->base_at = writer->at;
        writer->base_length = size;
        writer->base_register = row->kind & GATT_KEEP ? writer->registers.count : GATT_REGISTERS;
    }
    if (row->kind & GATT_KEEP)
        gatt_keep(&writer->registers, (uint64_t)integer);
    if (kind == GATT_SINT)  // without the sign's bits above its own
        integer = gatt_integer((uint64_t)integer, row->argument, false);
    return put_integer(writer, (uint64_t)integer, size);
}

static acc_status write_part(struct writer *writer, const struct gatt_row *row, unsigned index)
{
    const acc_gatt_field *field = find(writer, index);
    unsigned shift = row->argument & 31;
    uint64_t mask = (UINT64_C(1) << gatt_part_width(row->argument)) - 1, base = 0;
    uint8_t *p = writer->value + writer->base_at;
    for (size_t i = writer->base_length; i-- > 0;)
        base = base << 8 | p[i];
    if (field) {
        int64_t integer = field->number;
        if (field->form != ACC_GATT_NUMBER && field->form != ACC_GATT_CHOICE)
            return ACC_MALFORMED;
        if ((row->kind & GATT_KIND) == GATT_PART
                ? !acc_gatt_unscale(&writer->measures[row->measure], field, &integer)
                : field->state != ACC_VALUE_KNOWN)
            return ACC_OUT_OF_RANGE;
        if (integer < 0 || (uint64_t)integer > mask)
            return ACC_OUT_OF_RANGE;
        base = (base & ~(mask << shift)) | (uint64_t)integer << shift;
        store(p, writer->base_length, base);
        if (writer->base_register < GATT_REGISTERS)
            writer->registers.number[writer->base_register] = base;
    }
    return ACC_OK;
}

static acc_status write_other(struct writer *writer, const struct gatt_row *row, unsigned index)
{
    const acc_gatt_field *field = find(writer, index);
    const struct gatt_measure *measure = &writer->measures[row->measure];
    bool is_number = field && (field->form == ACC_GATT_NUMBER || field->form == ACC_GATT_REAL);
    uint8_t time[7];
    uint64_t raw = 0;
    uint32_t word = 0;
    uint8_t byte = 0;
    size_t size = 0;
    bool is_in_range = false, is_form = is_number;
    if (!field)
        return ACC_MALFORMED;
    switch ((enum gatt_kind)(row->kind & GATT_KIND)) {
    case GATT_SFLOAT:
    case GATT_FLOAT:
        is_form = field->form == ACC_GATT_NUMBER;
        size = (row->kind & GATT_KIND) == GATT_SFLOAT ? 2 : 4;
        is_in_range =
            is_form && acc_gatt_store_medical(field, measure->tens, size == 2 ? 12 : 24, &word);
        raw = word;
        break;
    case GATT_FLOAT32:
    case GATT_FLOAT64:
        size = (row->kind & GATT_KIND) == GATT_FLOAT32 ? 4 : 8;
        is_in_range = is_form && acc_gatt_store_real(field, size, &raw);
        break;
    case GATT_DATE_TIME:
        is_form = field->form == ACC_GATT_TIME;
        size = 7;
        is_in_range = is_form && acc_gatt_store_time(field, time);
        for (unsigned i = 7; is_in_range && i-- > 0;)
            raw = raw << 8 | time[i];
        break;
    case GATT_DAYS:
        is_form = field->form == ACC_GATT_DATE;
        size = 3;
        is_in_range = is_form && acc_gatt_store_days(field, &word);
        raw = word;
        break;
    case GATT_EXPONENTIAL:
        is_form = field->form == ACC_GATT_NUMBER;
        size = 1;
        is_in_range = is_form && acc_gatt_store_exponential(field, &byte);
        raw = byte;
        break;
    default:
        is_form = field->form == ACC_GATT_ZONE || field->form == ACC_GATT_NUMBER;
        size = 1;
        is_in_range = is_form && acc_gatt_store_zone(field, &byte);
        raw = byte;
        break;
    }
    return !is_form       ? ACC_MALFORMED
           : !is_in_range ? ACC_OUT_OF_RANGE
                          : put_integer(writer, raw, size);
}

static acc_status write_row(struct writer *writer, const struct gatt_row *rows, unsigned index)
{
    const struct gatt_row *row = &rows[index];
    switch ((enum gatt_kind)(row->kind & GATT_KIND)) {
    case GATT_UINT:
    case GATT_SINT:
    case GATT_CHOICE:
    case GATT_FLAGS:
    case GATT_BASE:
        return write_integer(writer, rows, index);
    case GATT_PART:
    case GATT_PART_CHOICE:
        return write_part(writer, row, index);
    case GATT_TEXT:
    case GATT_TEXT16:
    case GATT_BYTES:
    case GATT_UUID:
    case GATT_ADDRESS:
        return write_slice(writer, row, index);
    default:
        return write_other(writer, row, index);
    }
}

// Notes a row that is there if bytes are left: the reader would take the bytes of later rows for it.
static void skip(struct writer *writer, unsigned when, unsigned index)
{
    size_t needed = acc_gatt_needed(when);
    if (needed == 0 || writer->at + needed >= writer->limit ||
        !acc_gatt_holds(when, &writer->registers, SIZE_MAX, writer->instance, writer->context))
        return;
    writer->limit = writer->at + needed;
    writer->skipped = (uint8_t)index;
}

static acc_status write_rows(struct writer *writer, const struct gatt_row *rows, uint8_t *failed);

static acc_status write_nested(struct writer *writer, const struct gatt_row *rows, unsigned index,
                               uint8_t *failed)
{
    uint16_t uuid = (uint16_t)writer->registers.number[rows[index].argument & 3];
    const struct gatt_row *inner = gatt_record(uuid);
    if (find(writer, index))
        return write_slice(writer, &(struct gatt_row){GATT_BYTES, GATT_REST, 0, 0}, index);
    if (!inner || uuid == writer->uuid)
        return ACC_MALFORMED;
    writer->uuid = uuid;
    writer->registers = (struct gatt_registers){0};
    return write_rows(writer, inner, failed);
}

static acc_status write_rows(struct writer *writer, const struct gatt_row *rows, uint8_t *failed)
{
    unsigned loop = 0, end = 0, kept = 0;
    size_t bound = 0,
           less = 0;  // what follows the byte with its length, and what that counts besides
    for (unsigned i = 0;; i++) {
        const struct gatt_row *row = &rows[i];
        enum gatt_kind kind = row->kind & GATT_KIND;
        unsigned last = end_of(row, i);
        *failed = (uint8_t)i;
        bool is_given = kind == GATT_NESTED || gives(writer, i, last);
        bool holds =
            row->when == 0 || acc_gatt_holds(row->when, &writer->registers, is_given ? SIZE_MAX : 0,
                                             writer->instance, writer->context);
        if (!holds && !is_given)
            skip(writer, row->when, i);
        if (kind == GATT_WHILE) {
            if (end == 0) {
                loop = i;
                end = last;
                kept = writer->registers.count;
            }
            writer->registers.count = kept;
            if (!holds) {
                if (rows[end - 1].kind & GATT_LAST)
                    return ACC_OK;
                i = end - 1;
                end = 0;
                writer->instance = 0;
            }
            continue;
        }
        acc_status status = ACC_OK;
        if (kind == GATT_BOUND) {
            bound = writer->at;
            less = row->argument >> 2 & 31;
            continue;
        }
        if (kind == GATT_NESTED && holds)
            return write_nested(writer, rows, i, failed);
        if (holds)
            status = write_row(writer, rows, i);
        else if (row->kind & GATT_KEEP)
            gatt_keep(&writer->registers, 0);
        if (status != ACC_OK)
            return status;
        if (writer->at >= writer->limit) {
            *failed = writer->skipped;
            return ACC_MALFORMED;
        }
        if (i + 1 == end) {
            size_t length = writer->at - bound + less;
            if (bound > 0 && length > UINT8_MAX)
                return ACC_OUT_OF_RANGE;
            if (bound > 0)
                writer->value[bound - 1] = (uint8_t)length;
            if (writer->instance == UINT8_MAX)
                return ACC_NO_ROOM;
            writer->instance++;
            i = loop - 1;
        } else if (end == 0 && row->kind & GATT_LAST) {
            return ACC_OK;
        }
    }
}

acc_status acc_gatt_write(uint16_t uuid, const acc_gatt_field *fields, size_t count,
                          const uint8_t *data, size_t data_length, const acc_gatt_context *context,
                          uint8_t *value, size_t capacity, size_t *length, uint8_t *row)
{
    struct gatt_record record;
    *length = 0;
    *row = 0;
    if (!acc_gatt_find(uuid, context, &record))
        return ACC_UNSUPPORTED;
    struct writer writer = {.fields = fields,
                            .count = count,
                            .data = data,
                            .data_length = data_length,
                            .context = context,
                            .measures = record.measures,
                            .value = value,
                            .capacity = capacity,
                            .limit = SIZE_MAX,
                            .base_register = GATT_REGISTERS,
                            .uuid = uuid};
    acc_status status = write_rows(&writer, record.rows, row);
    if (status == ACC_OK && context && context->range) {
        acc_gatt_field field;
        size_t read;
        if (acc_gatt_read(uuid, value, writer.at, context, &field, 1, &read) == ACC_OK &&
            read == 1 && field.state == ACC_VALUE_OUT_OF_RANGE)
            status = ACC_OUT_OF_RANGE;
    }
    *length = status == ACC_OK ? writer.at : 0;
    return status;
}
