/// Values of the Bluetooth SIG's characteristics. acc_gatt_read decodes a value to fields with units, acc_gatt_write encodes
/// fields; both follow one table (csrc/gatt/characteristics.json).
///
///     acc_gatt_field list[ACC_GATT_FIELDS_MAX];
///     size_t count;
///     acc_gatt_read(0x2A6E, value, length, NULL, list, ACC_GATT_FIELDS_MAX, &count);
///     // list[0]: 2148 with exponent -2 in °C
///
/// A number is exact: `number` times ten to the power of `exponent`, in `unit`. Names of characteristics, fields, choices
/// and flags need a build with ACC_GATT_NAMES=1, the default. Thread-safe: the only state is the caller's.
/// Sources: GATT Specification Supplement, the services' specifications, Assigned Numbers.
#ifndef ACC_GATT_H
#define ACC_GATT_H

#include "accessory/base.h"
#include "accessory/value.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_GATT_FIELDS_MAX 128u  ///< above the number of fields of any value of up to 30 bytes

/// The form of a field's value.
enum acc_gatt_form {
    ACC_GATT_NUMBER,  ///< `number` times 10^`exponent`, in `unit`
    ACC_GATT_REAL,    ///< `real` times 10^`exponent`, in `unit`
    ACC_GATT_CHOICE,  ///< `number` is one of the field's choices
    ACC_GATT_FLAGS,   ///< each bit of `number` is one of the field's choices
    ACC_GATT_TIME,  ///< `number` is YYYYMMDDhhmmss in decimal; year, month and day are 0 if not known
    ACC_GATT_DATE,     ///< `number` is YYYYMMDD in decimal
    ACC_GATT_ZONE,     ///< `number` is the offset from UTC in units of 15 minutes
    ACC_GATT_TEXT,     ///< the bytes at `offset`: UTF-8
    ACC_GATT_TEXT16,   ///< the bytes at `offset`: UTF-16, little-endian
    ACC_GATT_BYTES,    ///< the bytes at `offset`
    ACC_GATT_UUID,     ///< the 2 or 16 bytes at `offset`: a UUID, little-endian
    ACC_GATT_ADDRESS,  ///< the 6 bytes at `offset`: a device address, little-endian
    ACC_GATT_FORMS,
};

/// One field of a value.
typedef struct acc_gatt_field {
    uint16_t uuid;     ///< the characteristic that has the field; a nested one has its own
    uint8_t row;       ///< the field's number in its characteristic
    uint8_t instance;  ///< number in an array, from 0
    uint8_t form;      ///< enum acc_gatt_form
    uint8_t state;     ///< enum acc_value_state
    uint8_t unit;      ///< see acc_gatt_unit_name; 0 without a unit
    int8_t exponent;   ///< power of ten
    uint16_t offset;   ///< place of the field's bytes in the value
    uint16_t length;   ///< number of these bytes; a part of a byte has the whole byte
    int64_t number;    ///< value, for all forms up to ZONE but REAL; else 0
    double real;       ///< value, for REAL; else 0
} acc_gatt_field;

/// What a value's meaning may depend on besides its bytes.
typedef struct acc_gatt_context {
    /// Value of the descriptor Characteristic Presentation Format (0x2904), 7 bytes, or null. It describes a characteristic
    /// that is not in the table, and one whose format the table leaves open.
    const uint8_t *ACC_NULLABLE presentation;
    /// Value of the descriptor Valid Range (0x2906), or null. Numbers outside it are OUT_OF_RANGE.
    const uint8_t *ACC_NULLABLE range;
    size_t range_length;  ///< bytes of `range`
    /// Value of the service's feature characteristic, which tells whether values end with a CRC. Without it, a CRC is
    /// recognised by the length.
    uint64_t features;
    bool has_features;
} acc_gatt_context;

/// Decodes a characteristic's value. The list and `*count` keep the fields before an error. Bytes after the last field are
/// ignored, as the specification requires. ACC_UNSUPPORTED: the characteristic is not in the table and the context has no
/// presentation format. ACC_TRUNCATED: the value ends inside a field. ACC_NO_ROOM: the list is full.
acc_status acc_gatt_read(uint16_t uuid, const uint8_t *ACC_READS(length) value ACC_NOESCAPE,
                         size_t length, const acc_gatt_context *ACC_NULLABLE context,
                         acc_gatt_field *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                         size_t *count);

/// Encodes a characteristic's value from fields, in any order; fields that are not in the characteristic are ignored.
/// `data` has the bytes of texts, UUIDs and other fields without a number, at their `offset`. Flags that are not given are
/// set by the fields that are; parts of a field of flags change its bits. Numbers are rounded to the field's resolution.
/// ACC_UNSUPPORTED: as acc_gatt_read. ACC_MALFORMED: a field is missing or has another form. ACC_OUT_OF_RANGE: a number
/// does not fit, or the field cannot express the state. ACC_NO_ROOM: the value is longer than `capacity`. `*row` is the field
/// with the error.
acc_status acc_gatt_write(uint16_t uuid, const acc_gatt_field *ACC_READS(count) fields ACC_NOESCAPE,
                          size_t count, const uint8_t *ACC_READS(data_length) data ACC_NOESCAPE,
                          size_t data_length, const acc_gatt_context *ACC_NULLABLE context,
                          uint8_t *ACC_COUNT(capacity) value ACC_NOESCAPE, size_t capacity,
                          size_t *length, uint8_t *row);

/// The UUID of characteristic `index` of the table, in rising order; 0 behind the last one.
uint16_t acc_gatt_uuid_at(size_t index);

/// The name of a characteristic, such as "Heart Rate Measurement"; "" if it is not in the table; never null.
const char *acc_gatt_name(uint16_t uuid);

/// The description of a field.
typedef struct acc_gatt_description {
    const char *name;  ///< such as "Sensor Location"; "" without names
    uint8_t form;      ///< enum acc_gatt_form
    uint8_t unit;
    bool is_optional;  ///< absent in some values
    bool is_repeated;  ///< an array's field
    bool
        is_hidden;  ///< not a field: bytes that the fields after it are parts of, or reserved bytes
} acc_gatt_description;

/// Describes field `row` of a characteristic. False behind its last field.
bool acc_gatt_describe(uint16_t uuid, unsigned row, acc_gatt_description *description);

/// A named value of a field: of a CHOICE its number, of FLAGS the number of a bit.
typedef struct acc_gatt_choice {
    uint16_t value;
    const char *name;
} acc_gatt_choice;

/// Choice `index` of a field. False behind the last one.
bool acc_gatt_choice_at(uint16_t uuid, unsigned row, size_t index, acc_gatt_choice *choice);

/// The name of a field's value, or of its bit; "" for one without a name; never null.
const char *acc_gatt_choice_name(uint16_t uuid, unsigned row, int64_t value);

/// The symbol of a unit, such as "°C"; "" for 0 and for numbers without a unit; never null.
const char *acc_gatt_unit_name(uint8_t unit);

/// The unit with one of the SIG's numbers, such as 0x272F; 0 for an unknown one.
uint8_t acc_gatt_unit_of(uint16_t number);

/// The value of a field of form NUMBER or REAL as a floating-point number.
double acc_gatt_real(const acc_gatt_field *field);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
