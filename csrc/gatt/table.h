// The table of characteristics as the reader and the writer use it; scripts/gatt-table generates its contents in table.c.
#ifndef ACC_GATT_TABLE_H
#define ACC_GATT_TABLE_H

#include "accessory/gatt.h"

#define GATT_FIRST 0x2A00u  // UUID of the first entry of acc_gatt_records

// The kind of a row, in bits 0 to 5. "Size" is the row's argument in bytes.
enum gatt_kind {
    GATT_UINT,    // unsigned integer of size
    GATT_SINT,    // signed integer of size
    GATT_CHOICE,  // unsigned integer of size with named values
    GATT_FLAGS,   // unsigned integer of size with named bits; GATT_SHORT
    GATT_BASE,    // as FLAGS, not a field of its own: the parts after it are
    GATT_PART,  // bits of the last CHOICE, FLAGS or BASE: the lowest in bits 0 to 4, GATT_WIDTH in 5 to 7
    GATT_PART_CHOICE,  // as PART with named values
    GATT_SFLOAT,       // IEEE 11073 SFLOAT: exponent of 4 bits, mantissa of 12
    GATT_FLOAT,        // IEEE 11073 FLOAT: exponent of 8 bits, mantissa of 24
    GATT_FLOAT32,      // IEEE 754
    GATT_FLOAT64,      // IEEE 754
    GATT_TEXT,         // UTF-8; its length is the argument, see GATT_REST
    GATT_TEXT16,       // UTF-16 up to the end
    GATT_BYTES,        // as TEXT
    GATT_DATE_TIME,    // year of 2 bytes, month, day, hours, minutes, seconds
    GATT_DAYS,         // days since 1970-01-01, 3 bytes
    GATT_UUID,         // UUID of size; size 0: 2 or 16, all that is left
    GATT_ADDRESS,      // device address, 6 bytes
    GATT_EXPONENTIAL,  // 1.1^(n-64) seconds, 1 byte
    GATT_ZONE,         // units of 15 minutes, 1 byte
    GATT_WHILE,  // the next rows, as many as the argument says, are repeated while the condition holds
    GATT_BOUND,  // what follows in a repetition has the length that the argument tells, as of BYTES
    GATT_NESTED,  // the characteristic whose UUID is in the register of the argument, up to the end
    GATT_KIND = 63,
    GATT_KEEP = 64,   // flag: the number goes to the next register
    GATT_LAST = 128,  // flag: the record's last row
};

#define GATT_SHORT 0x40u  // flag beside the size of FLAGS: the value may have fewer bytes

// Lengths of TEXT and BYTES below 128 are the number of bytes. Of others, bits 0 and 1 are a register that has the length,
// and bits 2 to 6 are what is subtracted from it, except for these two.
#define GATT_REST 0xFFu  // all that is left
#define GATT_ZERO 0xFEu  // up to a zero byte, which is not a part of the text

// The width of a part by bits 5 to 7 of its argument.
#define GATT_WIDTHS                                                                                \
    {                                                                                              \
        1, 2, 3, 4, 5, 6, 10, 12                                                                   \
    }

struct gatt_row {
    uint8_t kind;      // enum gatt_kind
    uint8_t argument;  // depends on the kind
    uint8_t measure;   // index in acc_gatt_measures
    uint8_t when;      // index in acc_gatt_conditions; 0: always
};

// value = (integer + offset) * factor * 5^fives * 10^tens; halves are tenths times five
struct gatt_measure {
    uint8_t unit;
    int8_t tens;
    uint8_t fives;
    uint8_t limits;  // index in acc_gatt_limits; 0 for none
    uint8_t states;  // index in acc_gatt_states; 0 for none
    int16_t factor;
    int16_t offset;
};

// Allowed integers.
struct gatt_limit {
    int32_t low, high;
};

// An integer that is a state instead of a number. A list ends with KNOWN.
struct gatt_state {
    int32_t integer;
    uint8_t state;  // enum acc_value_state
};

// A term of a condition: value in bits 0 to 7, register in 8 and 9, operation in 10 to 14; GATT_AND in 15.
enum gatt_operation {
    GATT_ALWAYS,
    GATT_SET,       // bit `value` of the register is set
    GATT_CLEAR,     // it is not set
    GATT_EQUAL,     // the register is `value`
    GATT_AT_LEAST,  // the register is `value` or higher
    GATT_AT_MOST,   // the register is `value` or lower
    GATT_LEFT,      // `value` bytes are left
    GATT_FEATURE,  // bit `value` of the features is set; when they are not known, two bytes are left
    GATT_COUNT,    // the repetition's number is below the register
};
#define GATT_AND 0x8000u  // the next term must hold, too
#define GATT_TERM(operation, index, value) (GATT_##operation << 10 | (index) << 8 | (value))

#define GATT_REGISTERS 4u

extern const struct gatt_row acc_gatt_rows[];
extern const struct gatt_measure acc_gatt_measures[];
extern const struct gatt_limit acc_gatt_limits[];
extern const struct gatt_state acc_gatt_states[];
extern const uint16_t acc_gatt_conditions[];
extern const uint16_t
    acc_gatt_records[];  // by UUID from GATT_FIRST: 1 + the first row; 0: not in the table
extern const uint16_t acc_gatt_record_count;
extern const uint16_t acc_gatt_sig_units[];  // the SIG's number of each unit from 1, rising
extern const uint8_t acc_gatt_sig_unit_count;

// The first row of a characteristic, or null.
static inline const struct gatt_row *gatt_record(uint16_t uuid)
{
    unsigned index = uuid - GATT_FIRST;
    if (index >= acc_gatt_record_count || acc_gatt_records[index] == 0)
        return 0;
    return &acc_gatt_rows[acc_gatt_records[index] - 1];
}

#endif
