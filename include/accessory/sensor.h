/// Sensor formats in advertisements. acc_sensor_read reads every known sensor; the other readers decode single formats:
/// RuuviTag, BTHome, ATC1441 and PVVX thermometers, Xiaomi MiBeacon. A reader decodes the value of one AD structure, from
/// its company or UUID on, and lists its measurements. For an encrypted frame it returns the frame's parts; the caller
/// decrypts the objects and passes them to the format's `_objects` reader.
///
///     acc_measurement list[ACC_MEASUREMENTS_MAX];
///     size_t count;
///     acc_ruuvi_read(value, len, list, ACC_MEASUREMENTS_MAX, &count);
///
/// All readers return ACC_TRUNCATED when the value is too short, ACC_MALFORMED for another format,
/// ACC_NO_ROOM when the list is full, ACC_UNSUPPORTED at an object with an unknown number. The list and `*count` keep
/// the measurements before an error. Thread-safe: the only state is the caller's.
#ifndef ACC_SENSOR_H
#define ACC_SENSOR_H

#include "accessory/advert.h"
#include "accessory/sensor_table.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_MEASUREMENTS_MAX 32u  ///< above the number of measurements in any legacy advertisement

/// The form of a measurement's value.
enum acc_measurement_form {
    ACC_FORM_NUMBER,   ///< `micro` / 1e6 is the value in the quantity's unit
    ACC_FORM_BINARY,   ///< `micro` is 0 or 1
    ACC_FORM_EVENT,    ///< `event`; `micro` is the number of steps or presses, or 0
    ACC_FORM_TEXT,     ///< `bytes` in UTF-8
    ACC_FORM_RAW,      ///< `bytes`
    ACC_FORM_INVALID,  ///< no value: the sensor cannot measure what it sent; state ACC_VALUE_INVALID
};

/// The quantity of a measurement. acc_quantity_name and acc_quantity_unit return its name and unit.
enum acc_quantity {
    ACC_QUANTITY_NONE,
    ACC_QUANTITY_PACKET_ID,
    ACC_QUANTITY_BATTERY,
    ACC_QUANTITY_TEMPERATURE,
    ACC_QUANTITY_HUMIDITY,
    ACC_QUANTITY_PRESSURE,
    ACC_QUANTITY_ILLUMINANCE,
    ACC_QUANTITY_MASS,
    ACC_QUANTITY_MASS_POUNDS,
    ACC_QUANTITY_DEW_POINT,
    ACC_QUANTITY_COUNT,
    ACC_QUANTITY_ENERGY,
    ACC_QUANTITY_POWER,
    ACC_QUANTITY_VOLTAGE,
    ACC_QUANTITY_PM25,
    ACC_QUANTITY_PM10,
    ACC_QUANTITY_CO2,
    ACC_QUANTITY_VOC,
    ACC_QUANTITY_FORMALDEHYDE,
    ACC_QUANTITY_MOISTURE,
    ACC_QUANTITY_CONDUCTIVITY,
    ACC_QUANTITY_ROTATION,
    ACC_QUANTITY_DISTANCE_MM,
    ACC_QUANTITY_DISTANCE,
    ACC_QUANTITY_DURATION,
    ACC_QUANTITY_CURRENT,
    ACC_QUANTITY_SPEED,
    ACC_QUANTITY_UV_INDEX,
    ACC_QUANTITY_VOLUME,
    ACC_QUANTITY_VOLUME_ML,
    ACC_QUANTITY_VOLUME_FLOW,
    ACC_QUANTITY_VOLUME_STORAGE,
    ACC_QUANTITY_GAS,
    ACC_QUANTITY_WATER,
    ACC_QUANTITY_TIMESTAMP,
    ACC_QUANTITY_ACCELERATION,
    ACC_QUANTITY_ACCELERATION_X,
    ACC_QUANTITY_ACCELERATION_Y,
    ACC_QUANTITY_ACCELERATION_Z,
    ACC_QUANTITY_GYROSCOPE,
    ACC_QUANTITY_DIRECTION,
    ACC_QUANTITY_PRECIPITATION,
    ACC_QUANTITY_CHANNEL,
    ACC_QUANTITY_ROTATIONAL_SPEED,
    ACC_QUANTITY_LIGHT_LEVEL,
    ACC_QUANTITY_TX_POWER,
    ACC_QUANTITY_MOVEMENT,
    ACC_QUANTITY_TEXT,
    ACC_QUANTITY_RAW,
    ACC_QUANTITY_DEVICE_TYPE,
    ACC_QUANTITY_FIRMWARE,
    ACC_QUANTITY_CONSUMABLE,
    ACC_QUANTITY_IDLE_TIME,
    ACC_QUANTITY_IMPEDANCE_HIGH,
    ACC_QUANTITY_IMPEDANCE_LOW,
    ACC_QUANTITY_HEART_RATE,
    ACC_QUANTITY_PROFILE,
    ACC_QUANTITY_SCORE,
    ACC_QUANTITY_KEY_ID,
    ACC_QUANTITY_PRESSURE_DURATION,
    ACC_QUANTITY_NO_PRESSURE_DURATION,
    ACC_QUANTITY_AMBIENT_TEMPERATURE,
    ACC_QUANTITY_TARGET_TEMPERATURE,
    ACC_QUANTITY_TEMPERATURE_ALARM_HIGH,
    ACC_QUANTITY_TEMPERATURE_ALARM_LOW,
    ACC_QUANTITY_PROBE_CENTER_TEMPERATURE,
    ACC_QUANTITY_PROBE_END_TEMPERATURE,
    ACC_QUANTITY_SPECIFIC_GRAVITY,
    ACC_QUANTITY_TANK_LEVEL,
    ACC_QUANTITY_LEVEL,
    ACC_QUANTITY_POSITION,
    ACC_QUANTITY_BRIGHTNESS,
    ACC_QUANTITY_TILT,
    ACC_QUANTITY_IMPEDANCE,
    ACC_QUANTITY_STEPS,
    ACC_QUANTITY_PM1,
    ACC_QUANTITY_PM4,
    ACC_QUANTITY_TVOC,
    ACC_QUANTITY_FORMALDEHYDE_PPB,
    ACC_QUANTITY_VOC_INDEX,
    ACC_QUANTITY_NOX_INDEX,
    ACC_QUANTITY_AIR_QUALITY_INDEX,
    ACC_QUANTITY_AIR_QUALITY_LEVEL,
    ACC_QUANTITY_RADON,
    ACC_QUANTITY_RADIATION_RATE,
    ACC_QUANTITY_RADIATION_DOSE,
    ACC_QUANTITY_RADIATION_DURATION,
    ACC_QUANTITY_UPTIME,
    ACC_QUANTITY_AGE,
    ACC_QUANTITY_INTERVAL,
    ACC_QUANTITY_BRUSHING_TIME,
    ACC_QUANTITY_BRUSHING_STATE,
    ACC_QUANTITY_BRUSHING_MODE,
    ACC_QUANTITY_BRUSHING_PRESSURE,
    ACC_QUANTITY_SECTOR,
    ACC_QUANTITY_SECTOR_TIME,
    ACC_QUANTITY_SECTORS,
    ACC_QUANTITY_KEG_SIZE,
    ACC_QUANTITY_VOLUME_START,
    ACC_QUANTITY_VOLUME_DISPENSED,
    ACC_QUANTITY_CHARGE_USED,
    ACC_QUANTITY_TIME_REMAINING,
    ACC_QUANTITY_INPUT_VOLTAGE,
    ACC_QUANTITY_INPUT_CURRENT,
    ACC_QUANTITY_OUTPUT_VOLTAGE,
    ACC_QUANTITY_OUTPUT_CURRENT,
    ACC_QUANTITY_LOAD_CURRENT,
    ACC_QUANTITY_STARTER_VOLTAGE,
    ACC_QUANTITY_MIDPOINT_VOLTAGE,
    ACC_QUANTITY_CELL_VOLTAGE,
    ACC_QUANTITY_AC_VOLTAGE,
    ACC_QUANTITY_AC_CURRENT,
    ACC_QUANTITY_AC_INPUT,
    ACC_QUANTITY_AC_INPUT_POWER,
    ACC_QUANTITY_AC_OUTPUT_POWER,
    ACC_QUANTITY_APPARENT_POWER,
    ACC_QUANTITY_DEVICE_STATE,
    ACC_QUANTITY_OUTPUT_STATE,
    ACC_QUANTITY_IO_STATE,
    ACC_QUANTITY_LOCK_STATE,
    ACC_QUANTITY_WORK_STATE,
    ACC_QUANTITY_METER_TYPE,
    ACC_QUANTITY_BALANCER,
    ACC_QUANTITY_BMS_FLAGS,
    ACC_QUANTITY_ALARM,
    ACC_QUANTITY_WARNING,
    ACC_QUANTITY_ERROR,
    ACC_QUANTITY_OFF_REASON,
    ACC_QUANTITY_PUMP_MODE,
    ACC_QUANTITY_SPEED_LEVEL,
    ACC_QUANTITY_VIBRATION_LEVEL,
    ACC_QUANTITY_QUALITY,
    ACC_QUANTITY_SIDE,
    ACC_QUANTITY_WATER_FLOW,
    ACC_QUANTITY_WATER_PRESSURE,
    // binary sensors
    ACC_QUANTITY_GENERIC,
    ACC_QUANTITY_POWER_ON,
    ACC_QUANTITY_OPENING,
    ACC_QUANTITY_BATTERY_LOW,
    ACC_QUANTITY_BATTERY_CHARGING,
    ACC_QUANTITY_CARBON_MONOXIDE,
    ACC_QUANTITY_COLD,
    ACC_QUANTITY_CONNECTIVITY,
    ACC_QUANTITY_DOOR,
    ACC_QUANTITY_GARAGE_DOOR,
    ACC_QUANTITY_GAS_DETECTED,
    ACC_QUANTITY_HEAT,
    ACC_QUANTITY_LIGHT,
    ACC_QUANTITY_LOCK,
    ACC_QUANTITY_MOISTURE_DETECTED,
    ACC_QUANTITY_MOTION,
    ACC_QUANTITY_MOVING,
    ACC_QUANTITY_OCCUPANCY,
    ACC_QUANTITY_PLUG,
    ACC_QUANTITY_PRESENCE,
    ACC_QUANTITY_PROBLEM,
    ACC_QUANTITY_RUNNING,
    ACC_QUANTITY_SAFETY,
    ACC_QUANTITY_SMOKE,
    ACC_QUANTITY_SOUND,
    ACC_QUANTITY_TAMPER,
    ACC_QUANTITY_VIBRATION,
    ACC_QUANTITY_WINDOW,
    ACC_QUANTITY_ARMED,
    ACC_QUANTITY_DOOR_LEFT_OPEN,
    ACC_QUANTITY_FORCIBLY_REMOVED,
    ACC_QUANTITY_FINGERPRINT,
    ACC_QUANTITY_TOOTHBRUSH,
    ACC_QUANTITY_STABILIZED,
    ACC_QUANTITY_CALIBRATED,
    ACC_QUANTITY_TILTED,
    ACC_QUANTITY_FALLEN,
    ACC_QUANTITY_WEIGHT_REMOVED,
    ACC_QUANTITY_BUTTON_PRESSED,
    // events
    ACC_QUANTITY_BUTTON,
    ACC_QUANTITY_DIMMER,
    ACC_QUANTITY_CUBE,
    ACC_QUANTITY_FINGERPRINT_RESULT,
    ACC_QUANTITY_DOOR_ACTION,
    ACC_QUANTITY_LOCK_ACTION,
    ACC_QUANTITY_LOCK_METHOD,
    ACC_QUANTITY_END,
};

/// The event of a measurement of form EVENT.
enum acc_sensor_event {
    ACC_EVENT_NONE,
    ACC_EVENT_PRESS,
    ACC_EVENT_DOUBLE_PRESS,
    ACC_EVENT_TRIPLE_PRESS,
    ACC_EVENT_LONG_PRESS,
    ACC_EVENT_LONG_DOUBLE_PRESS,
    ACC_EVENT_LONG_TRIPLE_PRESS,
    ACC_EVENT_HOLD_PRESS,
    ACC_EVENT_ROTATE_LEFT,
    ACC_EVENT_ROTATE_RIGHT,
    ACC_EVENT_ROTATE_LEFT_PRESSED,
    ACC_EVENT_ROTATE_RIGHT_PRESSED,
    ACC_EVENT_MATCH_SUCCESSFUL,
    ACC_EVENT_MATCH_FAILED,
    ACC_EVENT_MATCH_TIMEOUT,
    ACC_EVENT_LOW_QUALITY,
    ACC_EVENT_INSUFFICIENT_AREA,
    ACC_EVENT_SKIN_TOO_DRY,
    ACC_EVENT_SKIN_TOO_WET,
    ACC_EVENT_OPEN_DOOR,
    ACC_EVENT_CLOSE_DOOR,
    ACC_EVENT_TIMEOUT_NOT_CLOSED,
    ACC_EVENT_KNOCK,
    ACC_EVENT_BREAKING,
    ACC_EVENT_STUCK,
    ACC_EVENT_UNLOCK_OUTSIDE,
    ACC_EVENT_LOCK,
    ACC_EVENT_ANTI_LOCK,
    ACC_EVENT_RELEASE_ANTI_LOCK,
    ACC_EVENT_UNLOCK_INSIDE,
    ACC_EVENT_LOCK_INSIDE,
    ACC_EVENT_CHILD_LOCK,
    ACC_EVENT_RELEASE_CHILD_LOCK,
    ACC_EVENT_LOCK_OUTSIDE,
    ACC_EVENT_ABNORMAL,
    ACC_EVENT_BLUETOOTH,
    ACC_EVENT_PASSWORD,
    ACC_EVENT_BIOMETRICS,
    ACC_EVENT_KEY,
    ACC_EVENT_TURNTABLE,
    ACC_EVENT_NFC,
    ACC_EVENT_ONE_TIME_PASSWORD,
    ACC_EVENT_TWO_STEP,
    ACC_EVENT_COERCION,
    ACC_EVENT_MANUAL,
    ACC_EVENT_AUTOMATIC,
    ACC_EVENT_END,
};

/// One measurement of a sensor.
typedef struct acc_measurement {
    uint8_t quantity;    ///< enum acc_quantity
    uint8_t form;        ///< enum acc_measurement_form
    uint8_t event;       ///< enum acc_sensor_event
    uint8_t instance;    ///< number among measurements of this quantity, from 0; a button's number
    acc_ad_slice bytes;  ///< TEXT and RAW: a slice of the reader's input
    int64_t micro;       ///< value as acc_measurement_form states; 0 for TEXT and RAW
} acc_measurement;

/// The name of a quantity, such as "temperature" or "carbon-monoxide"; never null.
const char *acc_quantity_name(enum acc_quantity quantity);

/// The unit of a quantity, such as "°C" or "hPa"; "" without a unit; never null.
const char *acc_quantity_unit(enum acc_quantity quantity);

/// The name of an event, such as "press" or "rotate-left"; never null.
const char *acc_sensor_event_name(enum acc_sensor_event event);

/// The format of a reading. New values are only added at the end.
enum acc_sensor_format {
    ACC_SENSOR_FORMAT_NONE,
    ACC_SENSOR_FORMAT_TABLE,  ///< a record of acc_sensor_builtin
    ACC_SENSOR_FORMAT_USER,   ///< a record of the caller's table
    ACC_SENSOR_FORMAT_FEASYCOM,
    ACC_SENSOR_FORMAT_RUUVI_RAW1,
    ACC_SENSOR_FORMAT_RUUVI_RAW2,
    ACC_SENSOR_FORMAT_BTHOME,
    ACC_SENSOR_FORMAT_ATC1441,
    ACC_SENSOR_FORMAT_PVVX,
    ACC_SENSOR_FORMAT_MIBEACON,
    ACC_SENSOR_FORMATS,
};

/// The reasons why measurements of a reading are missing.
enum {
    ACC_SENSOR_NEEDS_KEY = 1 << 0,   ///< the frame is encrypted
    ACC_SENSOR_FRAME_KEY = 1 << 1,   ///< the frame is encrypted and contains its key
    ACC_SENSOR_NEEDS_NAME = 1 << 2,  ///< the device's name is needed; it is in the scan response
    ACC_SENSOR_NEEDS_CONNECTION = 1 << 3,  ///< the device sends its readings only over a connection
    ACC_SENSOR_PARTIAL = 1 << 4,           ///< the frame is truncated, or the list is full
};

/// The input of acc_sensor_read.
typedef struct acc_sensor_source {
    const uint8_t *data;  ///< advertising data
    size_t length;
    const acc_advert *advert;             ///< the result of acc_advert_classify for `data`
    const uint8_t *ACC_NULLABLE address;  ///< the sender's address as on air, 6 bytes, or null
    /// Name from the scan response; used when `data` has none. A name with NULs or white space at an end is read up to its
    /// first NUL, without white space at both ends.
    const uint8_t *ACC_NULLABLE name;
    size_t name_length;
    /// A table that is tried before the built-in one, or null. The caller has checked it with acc_sensor_table_check.
    const acc_sensor_table *ACC_NULLABLE user_table;
    /// Also read what little evidence recognises: formats of the built-in tables of which less than 28 bits of an
    /// advertisement are known, such as a company alone, and those whose values contradict it. Other devices' advertisements
    /// may then be taken for a sensor's.
    bool is_loose;
} acc_sensor_source;

/// The measurements of one advertisement.
typedef struct acc_sensor_reading {
    uint8_t format;   ///< enum acc_sensor_format; NONE: not a sensor
    uint8_t state;    ///< ACC_SENSOR_NEEDS_KEY and the other reasons
    uint8_t unknown;  ///< number of unknown objects
    bool has_mac;     ///< the frame states its MAC address
    uint8_t mac[6];   ///< MAC address in printed order, when has_mac
    uint16_t record;  ///< record in the table, for the formats TABLE and USER
    uint16_t
        product;  ///< MiBeacon: product number; TABLE and USER: the model's byte, if the record has one
    acc_ad_slice value;  ///< the structure that was read, from its company or UUID on
    size_t count;        ///< number of measurements
} acc_sensor_reading;

/// Reads the sensor's measurements in an advertisement. It tries every structure, so a beacon does not hide a reading.
/// Slices of measurements are relative to `source->data`. ACC_UNSUPPORTED when no structure is from a known sensor;
/// ACC_NO_ROOM when the list is full.
acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity);

/// Replaces the numbers that no sensor can measure, such as a battery level above 100 %, by ACC_FORM_INVALID. Temperatures
/// must be `coldest` to `hottest`, in 10 °C. False if there was such a number. acc_sensor_read and acc_sensor_read_plain have done this; the readers of
/// single formats return what was sent.
bool acc_sensor_limit(acc_measurement *ACC_COUNT(count) list ACC_NOESCAPE, size_t count,
                      int coldest, int hottest);

enum {
    ACC_SENSOR_COLDEST = -10,
    ACC_SENSOR_HOTTEST = 30
};  ///< for formats of any sensor, in 10 °C

/// Reads the decrypted contents of an encrypted record of the built-in table. ACC_OUT_OF_RANGE for any other record, and the
/// errors of all readers.
acc_status acc_sensor_read_plain(uint16_t record, const uint8_t *ACC_READS(len) plain ACC_NOESCAPE,
                                 size_t len, acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                                 size_t capacity, size_t *count);

/// The names of a record or model.
typedef struct acc_sensor_names {
    const char *brand;   ///< "Govee"
    const char *name;    ///< "thermo-hygrometer"
    const char *models;  ///< one model per line: "H5072\nH5075"
    const char *id;      ///< "govee-h5072"
    /// What selects the model, a line for each rule: the device type, a tab and the model ("1\tCGG1\n4\tCGH1"); "=", a text
    /// in the device's name, a tab and the model; a tab and the model when no other line selects one. The number in a
    /// first line such as "&64" masks the device type. "" if nothing selects a model.
    const char *types;
    uint8_t flags;  ///< ACC_SENSOR_MODEL_*
} acc_sensor_names;

/// Flags of acc_sensor_names.
enum {
    ACC_SENSOR_MODEL_READ = 1 << 0,        ///< measurements are read; else the model is only named
    ACC_SENSOR_MODEL_ENCRYPTED = 1 << 1,   ///< needs a key
    ACC_SENSOR_MODEL_NEEDS_NAME = 1 << 2,  ///< needs the name in the scan response
    ACC_SENSOR_MODEL_NEEDS_CONNECTION = 1 << 3,  ///< sends its readings only over a connection
};

/// The names of record `number` of the built-in table; higher numbers are models of the other readers. Null when `number` is
/// too high. A build with ACC_SENSOR_NAMES=0 has no names.
const acc_sensor_names *ACC_NULLABLE acc_sensor_name_of(uint16_t number);

/// Reads RuuviTag RAWv1 (3) and RAWv2 (5), manufacturer data of company 0x0499. Values that the tag marks as not
/// available are omitted. ACC_UNSUPPORTED for another format of this company. Units: temperature °C, humidity %, pressure hPa, acceleration m/s², voltage V.
acc_status acc_ruuvi_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                          acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                          size_t *count);

/// Copies the MAC address at the end of a RAWv2 value, 6 bytes in printed order. False when there is none.
bool acc_ruuvi_mac(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len, uint8_t *mac);

/// The fields of a BTHome v2 value before its objects.
typedef struct acc_bthome {
    uint8_t info;  ///< device information byte
    bool encrypted;
    bool trigger_based;  ///< the device sends at events, not regularly
    bool has_mac;
    uint8_t mac[6];        ///< MAC address in printed order, when has_mac
    acc_ad_slice objects;  ///< slice of the value; ciphertext when encrypted
    uint8_t counter[4];    ///< frame counter, when encrypted
    uint8_t tag[4];        ///< authentication tag, when encrypted
} acc_bthome;

/// Reads service data of UUID 0xFCD2. ACC_UNSUPPORTED for a version other than 2.
acc_status acc_bthome_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                           acc_bthome *bthome);

/// Lists unencrypted objects; every object of the BTHome v2 table is known.
acc_status acc_bthome_objects(const uint8_t *ACC_READS(len) objects ACC_NOESCAPE, size_t len,
                              acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                              size_t capacity, size_t *count);

/// Lists unencrypted objects of BTHome version 1, service data of UUID 0x181C. Each object states its length and form,
/// so reading continues after an unknown one.
acc_status acc_bthome1_objects(const uint8_t *ACC_READS(len) objects ACC_NOESCAPE, size_t len,
                               acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                               size_t capacity, size_t *count);

/// Reads ATC1441 (13 bytes after the UUID) and PVVX custom (15), service data of UUID 0x181A. `mac` receives 6 bytes in
/// printed order.
acc_status acc_atc_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len, uint8_t *mac,
                        acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                        size_t *count);

/// Reads the decrypted contents of the encrypted forms: 3 bytes (ATC1441) or 6 (PVVX).
acc_status acc_atc_objects(const uint8_t *ACC_READS(len) plain ACC_NOESCAPE, size_t len,
                           acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                           size_t *count);

/// The fields of a MiBeacon value before its objects.
typedef struct acc_mibeacon {
    uint16_t control;  ///< frame control field
    uint16_t product;  ///< product number
    uint8_t counter;   ///< frame counter
    uint8_t version;   ///< version of the format, 2 to 5
    bool encrypted;
    bool has_mac;
    uint8_t mac[6];        ///< MAC address in printed order, when has_mac
    acc_ad_slice objects;  ///< slice of the value; ciphertext when encrypted
    uint8_t extended[3];   ///< extended frame counter, when encrypted
    uint8_t tag[4];        ///< authentication tag, when encrypted and version 4 or 5
} acc_mibeacon;

/// Reads service data of UUID 0xFE95. A frame can have no objects.
acc_status acc_mibeacon_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                             acc_mibeacon *mibeacon);

/// Lists unencrypted objects. The meaning of some objects depends on the product. Each object states its length, so
/// reading continues after an unknown or short one.
acc_status acc_mibeacon_objects(uint16_t product,
                                const uint8_t *ACC_READS(len) objects ACC_NOESCAPE, size_t len,
                                acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                                size_t capacity, size_t *count);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
