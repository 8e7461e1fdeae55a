// What the reader and the writer share: conditions, and the row that a presentation format describes.
#ifndef ACC_GATT_WALK_H
#define ACC_GATT_WALK_H

#include "gatt/table.h"

// The numbers of the rows that are kept, for conditions, lengths and nested values.
struct gatt_registers {
    uint64_t number[GATT_REGISTERS];
    unsigned count;
};

// What a record is read or written with: the table, or one row that a descriptor describes.
struct gatt_record {
    const struct gatt_row *rows;
    const struct gatt_measure *measures;
    struct gatt_row presented;
    struct gatt_measure presented_measure;
};

// Whether the condition at index `when` holds. `left` is the number of bytes that are left, `instance` that of the repetition.
bool acc_gatt_holds(unsigned when, const struct gatt_registers *registers, size_t left,
                    unsigned instance, const acc_gatt_context *context);

// How many bytes must be left for the condition at index `when`; 0 if it does not depend on them. A CRC that the features
// announce needs none here: nothing follows it.
size_t acc_gatt_needed(unsigned when);

// Finds the record of a characteristic. False if neither the table nor the context has it.
bool acc_gatt_find(uint16_t uuid, const acc_gatt_context *context, struct gatt_record *record);

static inline void gatt_keep(struct gatt_registers *registers, uint64_t number)
{
    if (registers->count < GATT_REGISTERS)
        registers->number[registers->count++] = number;
}

// The length of a text or bytes that a register has; `left` if it has more.
static inline size_t gatt_length(unsigned argument, const struct gatt_registers *registers)
{
    uint64_t length = registers->number[argument & 3], less = argument >> 2 & 31;
    return length > less ? (size_t)(length - less) : 0;
}

// Sign-extends or cuts an integer: `argument` has its bytes in bits 0 to 3 and the unused bits of its highest byte in bits 4
// to 7.
static inline int64_t gatt_integer(uint64_t raw, unsigned argument, bool is_signed)
{
    unsigned spare = 64 - 8 * (argument & 15) + (argument >> 4);
    return is_signed ? (int64_t)(raw << spare) >> spare : (int64_t)(raw << spare >> spare);
}

static inline unsigned gatt_part_width(unsigned argument)
{
    static const uint8_t widths[] = GATT_WIDTHS;
    return widths[argument >> 5];
}

// 5^n for n up to 16; more would not fit with the largest integers of the table.
static inline int64_t gatt_fives(unsigned n)
{
    int64_t power = 1;
    while (n-- > 0)
        power *= 5;
    return power;
}

#endif
