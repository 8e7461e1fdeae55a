/// The tables of acc_sensor_read: how sensors are recognised and which values they send. `acc_sensor_builtin` is
/// generated from csrc/sensor/sensors.json and has all known models; a program can add a table of its own, such as one
/// compiled from a user's file.
///
///     if (acc_sensor_table_check(&mine) == ACC_OK)     // once; after it, reading is safe with any table
///         source.user_table = &mine;
///
/// A record is one frame format of a model. A slot maps a key, such as a company, to a list of records with a condition
/// for each; the condition omits the facts that the key implies. A condition is a sequence of terms; each term names the
/// next one for true and for false. A row is one value: its position, code that converts the raw number, and a scale.
/// Tables are not trusted: each read is checked against the length of the data.
#ifndef ACC_SENSOR_TABLE_H
#define ACC_SENSOR_TABLE_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// The part of an advertisement that a row or a term reads.
enum acc_sensor_part {
    ACC_SENSOR_PART_MANUFACTURER,  ///< manufacturer data after the company
    ACC_SENSOR_PART_SERVICE,       ///< service data after the UUID
    ACC_SENSOR_PART_RECORD,        ///< manufacturer data from the company on
    ACC_SENSOR_PART_OBJECT,        ///< one object of a record, or decrypted contents
    ACC_SENSOR_PARTS,
};

/// The type of a row's raw number, in bits 0 to 5; bits 6 and 7 are enum acc_sensor_part. Types 1 to 8 are an integer of
/// 1 to 8 bytes, little-endian and unsigned unless SIGNED or BIG_ENDIAN is added.
enum acc_sensor_type {
    ACC_SENSOR_TYPE_BIT = 9,          ///< bit `argument` of byte `at`
    ACC_SENSOR_TYPE_BITS = 10,        ///< `argument` bits from bit `at` on, little-endian
    ACC_SENSOR_TYPE_CONST = 11,       ///< the constant `at`
    ACC_SENSOR_TYPE_NIBBLE = 12,      ///< half byte `at`, from the left
    ACC_SENSOR_TYPE_DECIMAL = 13,     ///< decimal text of `argument` characters, in millionths
    ACC_SENSOR_TYPE_TEXT = 14,        ///< text of `argument` bytes, up to a zero
    ACC_SENSOR_TYPE_FLOAT = 15,       ///< 32-bit float, in millionths
    ACC_SENSOR_TYPE_SIGNED = 16,      ///< flag: signed
    ACC_SENSOR_TYPE_BIG_ENDIAN = 32,  ///< flag: big-endian
};

/// How the built-in table's reader loads a row's number when the data has the length of the record's `reach`. Other readers
/// use the row's type.
enum acc_sensor_way {
    ACC_SENSOR_WAY_BY_TYPE,
    ACC_SENSOR_WAY_U8,
    ACC_SENSOR_WAY_MASKED,  ///< 1 byte without the bits of the argument
    ACC_SENSOR_WAY_FLAG,    ///< on or off, as MASKED
    ACC_SENSOR_WAY_I8,
    ACC_SENSOR_WAY_U16LE,
    ACC_SENSOR_WAY_I16LE,
    ACC_SENSOR_WAY_U16BE,
    ACC_SENSOR_WAY_I16BE,
    ACC_SENSOR_WAY_U24LE,
    ACC_SENSOR_WAY_U24BE,
    ACC_SENSOR_WAY_U32LE,
    ACC_SENSOR_WAY_U32BE,
    ACC_SENSOR_WAY_CODE = 16,  ///< flag: the row has code, and needs no MORE
    /// Flag: the row has a counted instance or a scale that divides; or it is on or off, but not as FLAG; or bits are cleared,
    /// but not as MASKED. It may have code.
    ACC_SENSOR_WAY_MORE = 32,
    ACC_SENSOR_WAY_IF_BYTE =
        64,  ///< flag: the row's condition is one term BYTE, which has the condition's number
    ACC_SENSOR_WAY_IF = 128,  ///< flag: the row has another condition
};

/// One value of a record.
typedef struct acc_sensor_row {
    uint8_t quantity;  ///< enum acc_quantity
    uint8_t way;       ///< enum acc_sensor_way; only the built-in table's is used
    uint8_t when;      ///< number of a condition, 0 for always
    uint8_t instance;  ///< instance of the quantity; 255: counted
    int8_t at;         ///< byte position; negative: from the end
    uint8_t argument;  ///< integers: bits of the low byte that are cleared; other types: see there
    uint8_t code;      ///< number of the code, 0 for none
    uint8_t scale;     ///< number of the scale
    uint8_t type;      ///< enum acc_sensor_type and enum acc_sensor_part
} acc_sensor_row;

/// A scale: micro = number * num / den + add.
typedef struct acc_sensor_scale {
    int32_t num, den, add;
} acc_sensor_scale;

/// The kind of a term, in bits 0 to 3; bits 4 and 5 are enum acc_sensor_part.
enum acc_sensor_term_kind {
    ACC_SENSOR_TERM_BYTE,     ///< byte `at`, masked with the value's low byte, equals its high byte
    ACC_SENSOR_TERM_BYTES,    ///< the pool's bytes at index `value` are at `at`
    ACC_SENSOR_TERM_LENGTH,   ///< the part's length is from the value's low byte to its high byte
    ACC_SENSOR_TERM_PRESENT,  ///< the part is present
    ACC_SENSOR_TERM_COMPANY,  ///< the company is `value`
    ACC_SENSOR_TERM_SERVICE,  ///< UUID of the service data, or as LISTED without service data
    /// The UUID is in a list of services. `at` is its size, 2 or 16; `value` is the UUID or its index in the pool.
    ACC_SENSOR_TERM_LISTED,
    ACC_SENSOR_TERM_NAME_AT,    ///< the pool's text is at `at` in the name
    ACC_SENSOR_TERM_NAME_IS,    ///< the name is the pool's text, in any case
    ACC_SENSOR_TERM_NAME_ENDS,  ///< the name ends with the pool's text
    /// The name contains the pool's text, in any case. `at` may be 1 + the bit of the text's last two characters, read as a
    /// little-endian number n of 16 bits: (n | 0x2020) * 0x1D35 >> 10 & 63.
    ACC_SENSOR_TERM_NAME_HAS,
    /// The sender's address is at `at`; value 0: in printed order, 1: reversed, 2: the last three bytes in printed order.
    ACC_SENSOR_TERM_ADDRESS,
    ACC_SENSOR_TERM_VALUE,  ///< row number `value` has a value
    /// From `at` on there are `value` bytes and their CRC-16, polynomial 0x1021 from 0x1D0F, big-endian.
    ACC_SENSOR_TERM_CRC16,
    ACC_SENSOR_TERM_LOOSE,  ///< the caller also wants formats that little evidence recognises
    ACC_SENSOR_TERM_KINDS,
};

#define ACC_SENSOR_ACCEPT 254u  ///< instead of a next term: the condition holds
#define ACC_SENSOR_REJECT 255u  ///< instead of a next term: the condition does not hold

/// One term of a condition.
typedef struct acc_sensor_term {
    uint8_t kind;    ///< enum acc_sensor_term_kind and enum acc_sensor_part
    int8_t at;       ///< byte position; negative: from the end
    uint16_t value;  ///< depends on the kind
    /// The next term for true and for false, counted from the condition's first; always higher than this one's number.
    uint8_t yes, no;
} acc_sensor_term;

/// The operations of code. An operation is bits 0 to 4 of a word; bits 5 to 7 are flags, and bits 8 to 31 a signed argument.
/// Each operation changes the number.
enum acc_sensor_operation {
    ACC_SENSOR_AND,          ///< bitwise and
    ACC_SENSOR_XOR,          ///< bitwise exclusive or
    ACC_SENSOR_SHIFT_RIGHT,  ///< shift right
    ACC_SENSOR_MODULO,       ///< remainder
    ACC_SENSOR_DIVIDE,       ///< quotient, rounded towards zero
    ACC_SENSOR_MULTIPLY,     ///< product
    ACC_SENSOR_ADD,          ///< sum
    ACC_SENSOR_NEGATE_IF,    ///< negate if the condition with the argument's number holds
    ACC_SENSOR_NOT,          ///< 1 for 0, else 0
    ACC_SENSOR_AT_MOST,      ///< the smaller of number and argument
    ACC_SENSOR_AT_LEAST,     ///< the larger of number and argument
    ACC_SENSOR_ABSOLUTE,     ///< absolute value
    ACC_SENSOR_SIGNED,       ///< the low bits as a signed number; the argument is their count
    ACC_SENSOR_ADD_ROW,      ///< add the argument times the number of a row; next word: the row
    ACC_SENSOR_DROP_IF,      ///< no value if the number equals the argument
    ACC_SENSOR_DROP_BELOW,   ///< no value if the number is below the argument
    ACC_SENSOR_DROP_ABOVE,   ///< no value if the number is above the argument
    /// Replace the number; no value without a match. The argument is the number of words that follow, each with a number in
    /// bits 0 to 7 and what replaces it in bits 8 to 15.
    ACC_SENSOR_MAP,
    ACC_SENSOR_LUX,  ///< 65536^(number / 254) - 1, in millionths: Ruuvi's light scale
    /// Multiply by c0 + c1 t + c2 t^2, in millionths. Next words: the row of t; each c, signed, in billionths.
    ACC_SENSOR_POLYNOMIAL,
    ACC_SENSOR_OPERATIONS,
};

/// Flags of a word of code.
enum {
    ACC_SENSOR_WIDE = 1 << 5,  ///< the argument has 64 bits: the next two words, the low one first
    ACC_SENSOR_LAST = 1 << 7,  ///< the code ends with this operation
};

/// One object of a record, or the field that one bit of a flags byte announces.
typedef struct acc_sensor_object {
    uint8_t key;    ///< the object's number, or the flag's bit
    uint8_t size;   ///< bytes; 0 for any size (of a flag: no field)
    uint16_t row;   ///< first row
    uint16_t rows;  ///< number of rows
} acc_sensor_object;

/// Flags of a record.
enum {
    ACC_SENSOR_RECORD_ENCRYPTED = 1 << 0,         ///< the frame is encrypted
    ACC_SENSOR_RECORD_FRAME_KEY = 1 << 1,         ///< the frame is encrypted and contains its key
    ACC_SENSOR_RECORD_NEEDS_NAME = 1 << 2,        ///< recognised by the name in the scan response
    ACC_SENSOR_RECORD_NEEDS_CONNECTION = 1 << 3,  ///< readings are sent only over a connection
    ACC_SENSOR_RECORD_NUMBERS = 1 << 4,           ///< objects: number, length, value
    ACC_SENSOR_RECORD_FLAGS = 1 << 5,        ///< objects, announced by a flags byte before them
    ACC_SENSOR_RECORD_BTHOME1 = 1 << 6,      ///< objects of BTHome version 1
    ACC_SENSOR_RECORD_WHOLE_RANGE = 1 << 7,  ///< every number is valid, as its description says
    ACC_SENSOR_RECORD_PLAUSIBLE =
        1 << 8,  ///< read only if all values are valid, or in a loose search
    ACC_SENSOR_RECORD_MACHINE =
        1 << 9,  ///< voltages, pressures and masses of machines, not of batteries, air and people
    ACC_SENSOR_RECORD_SIZED = 1 << 10,  ///< with NUMBERS: length of number and value, number, value
};

/// One frame format of a model.
typedef struct acc_sensor_record {
    uint16_t row;     ///< first row
    uint16_t object;  ///< first object
    uint8_t rows;     ///< number of rows
    uint8_t objects;  ///< number of objects
    uint16_t flags;   ///< ACC_SENSOR_RECORD_*
    uint8_t family;   ///< records of one family are read together; 0 for none
    uint8_t
        walk;  ///< position of the first object in bits 0 to 5; bits 6 and 7: enum acc_sensor_part
    uint8_t type;   ///< position of the byte that identifies the model, as `walk`; 255 for none
    uint8_t part;   ///< part that the rows with a way read; only the built-in table's is used
    uint8_t reach;  ///< bytes of it that they read
    int8_t coldest,
        hottest;  ///< range of the sensor's temperatures in 10 °C; both 0: -60 to 130 °C
} acc_sensor_record;

/// A key and its list of records.
typedef struct acc_sensor_slot {
    uint16_t value;  ///< the key's value
    uint16_t list;   ///< bits 0 to 11: index in the lists; 12 to 15: enum acc_sensor_key
} acc_sensor_slot;

/// The kind of a key.
enum acc_sensor_key {
    ACC_SENSOR_KEY_NONE,                 ///< an empty slot
    ACC_SENSOR_KEY_COMPANY,              ///< company of the manufacturer data
    ACC_SENSOR_KEY_SERVICE,              ///< UUID of the service data, 2 bytes
    ACC_SENSOR_KEY_LISTED,               ///< UUID in a list of services, 2 bytes
    ACC_SENSOR_KEY_COMPANY_HIGH,         ///< high byte of the company
    ACC_SENSOR_KEY_MANUFACTURER_LENGTH,  ///< length of the manufacturer data, below 32
    ACC_SENSOR_KEY_SERVICE_LENGTH,       ///< length of the service data, below 32
    ACC_SENSOR_KEY_NAMED,  ///< length of the manufacturer data, with a name that has a NAME key
    ACC_SENSOR_KEY_COMPANY_BYTE,  ///< acc_sensor_mix of company, position after it, and byte there
    ACC_SENSOR_KEY_SERVICE_BYTE,  ///< acc_sensor_mix of UUID, position after it, and byte there
    ACC_SENSOR_KEY_SERVICE_LONG,  ///< bytes 0 and 12 of a UUID of 16 bytes, little-endian
    ACC_SENSOR_KEY_LISTED_LONG,   ///< as SERVICE_LONG, in a list of services
    ACC_SENSOR_KEY_NAME,  ///< the name's first two characters, each | 32; the second is 0 if missing
};

#define ACC_SENSOR_LIST_END 0xFFFFu  ///< the end of a list
/// With a position in the low byte; the next word is a mask: the list of the masked byte at that position follows.
#define ACC_SENSOR_LIST_SWITCH 0x8000u

/// Flags of a record in a list, in bits 12 to 15 of its second word; bits 0 to 11 are its condition's number.
enum {
    ACC_SENSOR_LIST_OF_SERVICE =
        0x1000,  ///< length of the service data, else of the manufacturer data
    ACC_SENSOR_LIST_NO_SERVICE = 0x2000,  ///< service data must be absent
    ACC_SENSOR_LIST_NAME = 0x4000,        ///< a name must be present
    ACC_SENSOR_LIST_NOT_APPLE = 0x8000,   ///< the company must not be 0x004C
    ACC_SENSOR_LIST_CONDITION = 0x0FFF,   ///< mask of the condition's number
};

/// A table of sensors.
typedef struct acc_sensor_table {
    const acc_sensor_row *rows;
    const acc_sensor_term *terms;
    const uint16_t *conditions;  ///< first term of each condition, then the number of terms
    const uint32_t *code;
    const uint16_t *code_at;  ///< first word of each code
    const acc_sensor_scale *scales;
    const uint8_t *pool;  ///< entries of a length and that number of bytes
    const acc_sensor_object *objects;
    const acc_sensor_record *records;
    /// Three words for each record, in rising order: its number; its condition and ACC_SENSOR_LIST_* flags; its minimum
    /// length in the low byte and its maximum in the high byte. A list ends with ACC_SENSOR_LIST_END.
    const uint16_t *lists;
    const acc_sensor_slot *slots;  ///< 2^(32 - shift) slots
    uint32_t multiplier;           ///< multiplier of acc_sensor_hash
    uint32_t present[128];         ///< bit n is set if a slot's hash has n in its upper 12 bits
    uint16_t displace
        [128];  ///< by a hash's upper 7 bits: its slot's number is xored with this; no two keys then share a slot
    uint16_t row_count, term_count, condition_count, code_size, code_count, scale_count, pool_size;
    uint16_t object_count, record_count, list_size;
    uint16_t always;  ///< list that is tried with every advertisement; ACC_SENSOR_LIST_END for none
    uint8_t shift;    ///< 32 - log2 of the number of slots
    uint32_t manufacturer_lengths, service_lengths;  ///< bit n is set if a slot has length n
    uint32_t company_highs[8];  ///< bit n is set if a slot has the company's high byte n
    uint32_t
        ibeacons[8];  ///< bit n is set if a record needs an iBeacon UUID that begins with byte n
} acc_sensor_table;

/// The table of all known models.
extern const acc_sensor_table acc_sensor_builtin;

/// Checks that every index in the table is inside the table. ACC_OUT_OF_RANGE for one that is not.
acc_status acc_sensor_table_check(const acc_sensor_table *table);

/// The hash of a key. acc_sensor_place maps it to the key's slot.
static inline uint32_t acc_sensor_hash(const acc_sensor_table *table, enum acc_sensor_key key,
                                       uint16_t value)
{
    return ((uint32_t)key << 16 | value) * table->multiplier;
}

/// The only slot that can have the key with this hash: a table has at most one key per slot.
static inline uint32_t acc_sensor_place(const acc_sensor_table *table, uint32_t hash)
{
    return hash << 7 >> table->shift ^ table->displace[hash >> 25];
}

/// The value of a COMPANY_BYTE or SERVICE_BYTE key.
static inline uint16_t acc_sensor_mix(uint16_t number, uint8_t at, uint8_t byte)
{
    return (uint16_t)(number * 31u + at * 257u + byte);
}

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
