/// The tables that acc_sensor_read works from: how a sensor is recognised and which values it sends. The table of
/// all known models is `acc_sensor_builtin`, generated from csrc/sensor/sensors.json; a program may bring another
/// one, such as one compiled from its user's file.
///
///     if (acc_sensor_table_check(&mine) == ACC_OK)     // once; after it, reading is safe with any table
///         source.user_table = &mine;
///
/// Records are found by lists: a list holds records and the condition of each, without what the
/// list itself implies, such as the company. A condition is a run of terms, each of which names the
/// term that follows if it holds and if not. A row is one value: its place, the steps from the raw
/// number to the value, the scale. Steps are bytes of code. Nothing in a table is trusted: each
/// read is checked against the length of what is read.
#ifndef ACC_SENSOR_TABLE_H
#define ACC_SENSOR_TABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// What a row or a term reads.
enum acc_sensor_part {
    ACC_SENSOR_PART_MANUFACTURER,  ///< manufacturer data behind the company
    ACC_SENSOR_PART_SERVICE,       ///< service data behind the UUID
    ACC_SENSOR_PART_RECORD,        ///< manufacturer data from the company on
    ACC_SENSOR_PART_OBJECT,        ///< one object of a list, or a deciphered text
    ACC_SENSOR_PARTS,
};

/// Bits 0 to 5 of a row's type. 1 to 8: an integer of so many bytes, little-endian and without sign but for
/// the two bits below. Bits 6 and 7: enum acc_sensor_part.
enum acc_sensor_type {
    ACC_SENSOR_TYPE_BIT = 9,       ///< bit `argument` of the byte
    ACC_SENSOR_TYPE_BITS = 10,     ///< `argument` bits from bit `at` on, little-endian
    ACC_SENSOR_TYPE_CONST = 11,    ///< `at` itself
    ACC_SENSOR_TYPE_NIBBLE = 12,   ///< half byte `at`, from the left
    ACC_SENSOR_TYPE_DECIMAL = 13,  ///< `argument` characters, in millionths
    ACC_SENSOR_TYPE_TEXT = 14,     ///< `argument` bytes, up to a zero
    ACC_SENSOR_TYPE_FLOAT = 15,    ///< 32-bit float, in millionths
    ACC_SENSOR_TYPE_SIGNED = 16,
    ACC_SENSOR_TYPE_BIG_ENDIAN = 32,
};

/// One value.
typedef struct acc_sensor_row {
    uint8_t quantity;  ///< enum acc_quantity
    uint8_t type;      ///< enum acc_sensor_type and enum acc_sensor_part
    int8_t at;         ///< byte; negative: from the end
    uint8_t argument;  ///< of an integer: bits of its low byte that do not count
    uint8_t instance;  ///< 255: counted
    uint8_t when;      ///< number of a condition, 0 for always
    uint8_t code;      ///< number of the code, 0 for none
    uint8_t scale;     ///< number of the scale
} acc_sensor_row;

/// micro = number * num / den + add
typedef struct acc_sensor_scale {
    int32_t num, den, add;
} acc_sensor_scale;

/// Bits 0 to 3 of a term's kind; bits 4 and 5: enum acc_sensor_part.
enum acc_sensor_term_kind {
    ACC_SENSOR_TERM_BYTE,     ///< byte `at` and the value's low byte is its high byte
    ACC_SENSOR_TERM_BYTES,    ///< bytes of the pool stand at `at`
    ACC_SENSOR_TERM_LENGTH,   ///< length between the value's low and high byte
    ACC_SENSOR_TERM_PRESENT,  ///< the part is there
    ACC_SENSOR_TERM_COMPANY,
    ACC_SENSOR_TERM_SERVICE,  ///< UUID of the service data; a listed one when there is no service data
    ACC_SENSOR_TERM_LISTED,  ///< UUID among the listed ones; `at` is its size, the value itself or its bytes' place
    ACC_SENSOR_TERM_NAME_AT,  ///< the name has the pool's text at `at`
    ACC_SENSOR_TERM_NAME_IS,  ///< whatever its case
    ACC_SENSOR_TERM_NAME_ENDS,
    ACC_SENSOR_TERM_NAME_HAS,  ///< anywhere, whatever its case
    ACC_SENSOR_TERM_ADDRESS,   ///< the sender's address is at `at`: value 0 as printed, 1 reversed
    ACC_SENSOR_TERM_VALUE,     ///< the row with that number has a value
    ACC_SENSOR_TERM_CRC16,  ///< the value's bytes from `at` on, then their CRC-16, polynomial 0x1021 from 0x1D0F, big-endian
    ACC_SENSOR_TERM_KINDS,
};

#define ACC_SENSOR_ACCEPT 254u  ///< as the number of the next term: the condition holds
#define ACC_SENSOR_REJECT 255u

typedef struct acc_sensor_term {
    uint8_t kind;
    int8_t at;
    uint16_t value;
    uint8_t yes,
        no;  ///< the next term, counted from the first of the condition; always one further on
} acc_sensor_term;

/// Operations of code: bits 0 to 4 of a byte; bits 5 to 7 say that 0, 1, 2, 4 or 8 bytes of number follow,
/// signed and little-endian.
enum acc_sensor_operation {
    ACC_SENSOR_END,
    ACC_SENSOR_AND,
    ACC_SENSOR_XOR,
    ACC_SENSOR_SHIFT_RIGHT,
    ACC_SENSOR_MODULO,
    ACC_SENSOR_DIVIDE,  ///< towards zero
    ACC_SENSOR_MULTIPLY,
    ACC_SENSOR_ADD,
    ACC_SENSOR_NEGATE_IF,  ///< the condition with that number holds
    ACC_SENSOR_NOT,
    ACC_SENSOR_AT_MOST,
    ACC_SENSOR_AT_LEAST,
    ACC_SENSOR_ABSOLUTE,
    ACC_SENSOR_SIGNED,      ///< the low bits are a number with a sign
    ACC_SENSOR_ADD_ROW,     ///< that number times a second row, whose number follows in 2 bytes
    ACC_SENSOR_DROP_IF,     ///< no value if equal
    ACC_SENSOR_DROP_BELOW,  ///< no value if less
    ACC_SENSOR_DROP_ABOVE,
    ACC_SENSOR_MAP,  ///< a count and pairs of bytes follow; no value if none has the number
    ACC_SENSOR_LUX,  ///< 65536^(number / 254) - 1, in millionths: Ruuvi's light scale
    ACC_SENSOR_POLYNOMIAL,  ///< times c0 + c1 t + c2 t^2, in millionths: row of t in 2 bytes, c in billionths in 4 each
    ACC_SENSOR_OPERATIONS,
};

/// One object of a list, or the part that one bit of a flags byte announces.
typedef struct acc_sensor_object {
    uint8_t key;   ///< its number, or the bit
    uint8_t size;  ///< bytes; 0 for any (for a flag: none)
    uint16_t row;  ///< of its first row
    uint16_t rows;
} acc_sensor_object;

/// Flags of a record.
enum {
    ACC_SENSOR_RECORD_ENCRYPTED = 1 << 0,
    ACC_SENSOR_RECORD_FRAME_KEY = 1 << 1,   ///< encrypted with a key that the frame has
    ACC_SENSOR_RECORD_NEEDS_NAME = 1 << 2,  ///< recognised by the name in the scan response
    ACC_SENSOR_RECORD_NEEDS_CONNECTION = 1 << 3,
    ACC_SENSOR_RECORD_NUMBERS = 1 << 4,  ///< objects: number, length, value
    ACC_SENSOR_RECORD_FLAGS = 1 << 5,    ///< objects announced by a byte of flags before them
    ACC_SENSOR_RECORD_BTHOME1 = 1 << 6,  ///< objects: those of BTHome version 1
};

typedef struct acc_sensor_record {
    uint16_t row;  ///< of its first row
    uint16_t object;
    uint8_t rows;
    uint8_t objects;
    uint8_t flags;
    uint8_t family;  ///< records of one family are read together; 0 for none
    uint8_t walk;    ///< objects: where they begin; bits 6 and 7: enum acc_sensor_part
    uint8_t type;    ///< byte that identifies its model, in the same form; 255 for none
} acc_sensor_record;

/// Where the records of a company, a service … begin in the lists.
typedef struct acc_sensor_slot {
    uint16_t value;
    uint16_t list;  ///< bits 0 to 11: its place in the lists; 12 to 15: enum acc_sensor_key
} acc_sensor_slot;

enum acc_sensor_key {
    ACC_SENSOR_KEY_COMPANY,
    ACC_SENSOR_KEY_SERVICE,
    ACC_SENSOR_KEY_LISTED,               ///< a listed UUID of 2 bytes
    ACC_SENSOR_KEY_COMPANY_HIGH,         ///< high byte of the company
    ACC_SENSOR_KEY_MANUFACTURER_LENGTH,  ///< below 32
    ACC_SENSOR_KEY_SERVICE_LENGTH,
    ACC_SENSOR_KEY_NAMED,  ///< length of the manufacturer data, with a name that has a NAME key
    ACC_SENSOR_KEY_COMPANY_BYTE,  ///< acc_sensor_mix of the company, a place behind it, and the byte there
    ACC_SENSOR_KEY_SERVICE_BYTE,
    ACC_SENSOR_KEY_SERVICE_LONG,  ///< bytes 0 and 12 of a UUID of 16, little-endian
    ACC_SENSOR_KEY_LISTED_LONG,   ///< the same of a listed one
    ACC_SENSOR_KEY_NAME,  ///< the name's first two characters, each | 32; the second 0 when there is none
    ACC_SENSOR_KEY_NONE = 15,  ///< an empty slot
};

#define ACC_SENSOR_LIST_END 0xFFFFu
/// With a place in its low byte, then a mask: the list goes on in that of the masked byte at that place.
#define ACC_SENSOR_LIST_SWITCH 0x8000u

/// Beside a condition's number, in bits 0 to 11.
enum {
    ACC_SENSOR_LIST_OF_SERVICE =
        0x1000,  ///< the lengths are the service data's, else the manufacturer data's
    ACC_SENSOR_LIST_NO_SERVICE = 0x2000,  ///< there must be no service data
    ACC_SENSOR_LIST_NAME = 0x4000,        ///< there must be a name
    ACC_SENSOR_LIST_NOT_APPLE = 0x8000,   ///< the company must not be 0x004C
    ACC_SENSOR_LIST_CONDITION = 0x0FFF,
};

typedef struct acc_sensor_table {
    const acc_sensor_row *rows;
    const acc_sensor_term *terms;
    const uint16_t *conditions;  ///< first term of each; one more at the end
    const uint8_t *code;
    const uint16_t *code_at;  ///< first byte of each
    const acc_sensor_scale *scales;
    const uint8_t *pool;  ///< a length and so many bytes
    const acc_sensor_object *objects;
    const acc_sensor_record *records;
    /// For each record, rising: its number; its condition with ACC_SENSOR_LIST_…; its least length in the low
    /// byte and its greatest in the high byte. Ended by ACC_SENSOR_LIST_END.
    const uint16_t *lists;
    const acc_sensor_slot *slots;  ///< 2^(32 - shift) of them
    uint32_t multiplier;           ///< of the slots' hash
    uint32_t present[128];         ///< bit n: a slot's hash has n in its upper 12 bits
    uint16_t displace[128];        ///< by a hash's upper 7 bits: moves keys to slots of their own
    uint16_t row_count, term_count, condition_count, code_size, code_count, scale_count, pool_size;
    uint16_t object_count, record_count, list_size;
    uint16_t
        always;  ///< list of records that are tried with every advertisement; ACC_SENSOR_LIST_END for none
    uint8_t shift;
    uint32_t manufacturer_lengths, service_lengths;  ///< bit n: a slot of that length
    uint32_t company_highs[8];
    uint32_t ibeacons[8];  ///< bit n: a record asks for an iBeacon whose UUID begins with byte n
} acc_sensor_table;

/// All known models.
extern const acc_sensor_table acc_sensor_builtin;

/// Whether every number in the table points into the table. ACC_OUT_OF_RANGE when one does not.
acc_status acc_sensor_table_check(const acc_sensor_table *table);

/// The hash of a key. acc_sensor_place has its slot.
static inline uint32_t acc_sensor_hash(const acc_sensor_table *table, enum acc_sensor_key key,
                                       uint16_t value)
{
    return ((uint32_t)key << 16 | value) * table->multiplier;
}

/// The only slot in which the key of a hash can be: no two keys of a table have the same.
static inline uint32_t acc_sensor_place(const acc_sensor_table *table, uint32_t hash)
{
    return (hash << 7 ^ (uint32_t)table->displace[hash >> 25] << 16) >> table->shift;
}

/// The value of a BYTE key.
static inline uint16_t acc_sensor_mix(uint16_t number, uint8_t at, uint8_t byte)
{
    return (uint16_t)(number * 31u + at * 257u + byte);
}

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
