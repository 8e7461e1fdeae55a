/// Sensor formats in advertisements: RuuviTag, BTHome v2, ATC1441 and PVVX thermometers, Xiaomi MiBeacon. Each
/// reader decodes the value of one AD structure, from its company or UUID on, and lists its measurements. Of encrypted
/// frames it returns the parts; the caller decrypts the contents and passes them to the same `_objects` reader.
///
///     acc_measurement list[ACC_MEASUREMENTS_MAX];
///     size_t count;
///     acc_ruuvi_read(value, len, list, ACC_MEASUREMENTS_MAX, &count);
///
/// All readers: ACC_TRUNCATED when the value is too short, ACC_MALFORMED when it is something else,
/// ACC_NO_ROOM when the list is full, ACC_UNSUPPORTED at an object with an unknown number. What was
/// read before that stays in the list and in `*count`. Thread-safe: no state but the caller's.
#ifndef ACC_SENSOR_H
#define ACC_SENSOR_H

#include "accessory/advert.h"
#include "accessory/sensor_table.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_MEASUREMENTS_MAX 32u  ///< more than any of the formats fits into a legacy advertisement

/// How a measurement's value is to be read.
enum acc_measurement_form {
    ACC_FORM_NUMBER,  ///< `micro` / 1e6 in the quantity's unit
    ACC_FORM_BINARY,  ///< `micro` is 0 or 1
    ACC_FORM_EVENT,   ///< `event`; `micro` its number of steps or presses, or 0
    ACC_FORM_TEXT,    ///< `bytes`, UTF-8
    ACC_FORM_RAW,     ///< `bytes`
};

/// What is measured. acc_quantity_name and acc_quantity_unit return its name and unit.
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

/// What happened, of a measurement of form EVENT.
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
    uint8_t instance;    ///< which of several: 0 for the only or first; a button's number from 0
    acc_ad_slice bytes;  ///< text or raw, inside what was read
    int64_t micro;       ///< value in millionths of the unit; plain for the other forms
} acc_measurement;

/// "temperature", "carbon-monoxide" …; never null.
const char *acc_quantity_name(enum acc_quantity quantity);

/// "°C", "hPa" …, "" without a unit; never null.
const char *acc_quantity_unit(enum acc_quantity quantity);

/// "press", "rotate-left" …; never null.
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

/// Why a reading has no measurements or not all of them.
enum {
    ACC_SENSOR_NEEDS_KEY = 1 << 0,  ///< encrypted
    ACC_SENSOR_FRAME_KEY =
        1 << 1,  ///< encrypted with a key that is in the frame: only a cipher is missing
    ACC_SENSOR_NEEDS_NAME = 1 << 2,  ///< the name is missing, which the scan response has
    ACC_SENSOR_NEEDS_CONNECTION =
        1 << 3,                   ///< the device sends its readings to connected centrals only
    ACC_SENSOR_PARTIAL = 1 << 4,  ///< the frame is cut, or the list is full
};

/// Where acc_sensor_read looks.
typedef struct acc_sensor_source {
    const uint8_t *data;  ///< advertising data
    size_t length;
    const acc_advert *advert;             ///< what acc_advert_classify made of it
    const uint8_t *ACC_NULLABLE address;  ///< the sender's 6 bytes as on air, or null
    const uint8_t *ACC_NULLABLE name;     ///< from the scan response; used when `data` has none
    size_t name_length;
    const acc_sensor_table
        *ACC_NULLABLE user_table;  ///< asked before the built-in one; checked by the caller
} acc_sensor_source;

/// The measurements of one advertisement.
typedef struct acc_sensor_reading {
    uint8_t format;   ///< enum acc_sensor_format; NONE: not a sensor
    uint8_t state;    ///< ACC_SENSOR_NEEDS_KEY …
    uint8_t unknown;  ///< objects in it that are not known
    bool has_mac;
    uint8_t mac[6];   ///< as printed, when the frame states it
    uint16_t record;  ///< of the table, with the formats TABLE and USER
    uint16_t
        product;  ///< MiBeacon's product number; the byte that identifies the model within a record, if it has one
    acc_ad_slice value;  ///< the structure that was read, from its company or UUID on
    size_t count;        ///< measurements
} acc_sensor_reading;

/// Reads every structure of an advertisement: a beacon in it hides no reading. Slices of measurements are
/// relative to `source->data`. ACC_UNSUPPORTED when it is not from a sensor; ACC_NO_ROOM when the list is full.
acc_status acc_sensor_read(const acc_sensor_source *source, acc_sensor_reading *reading,
                           acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity);

/// The deciphered text of an encrypted record of the built-in table.
acc_status acc_sensor_read_plain(uint16_t record, const uint8_t *ACC_COUNT(len) plain ACC_NOESCAPE,
                                 size_t len, acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                                 size_t capacity, size_t *count);

/// Names of the built-in table's records, then of models that other readers read: null when `number` is too high.
/// A build with ACC_SENSOR_NAMES=0 has none.
typedef struct acc_sensor_names {
    const char *brand;   ///< "Govee"
    const char *name;    ///< "thermo-hygrometer"
    const char *models;  ///< "H5072\nH5075": each on a line
    const char *id;      ///< "govee-h5072"
    const char *types;   ///< "1\tCGG1\n4\tCGH1": models by device type; or ""
    uint8_t flags;       ///< ACC_SENSOR_MODEL_*
} acc_sensor_names;

enum {
    ACC_SENSOR_MODEL_READ = 1 << 0,       ///< readings; else it is only named
    ACC_SENSOR_MODEL_ENCRYPTED = 1 << 1,  ///< needs a key
    ACC_SENSOR_MODEL_NEEDS_NAME = 1 << 2,
    ACC_SENSOR_MODEL_NEEDS_CONNECTION = 1 << 3,
};

const acc_sensor_names *ACC_NULLABLE acc_sensor_name_of(uint16_t number);

/// RuuviTag RAWv1 (3) and RAWv2 (5), manufacturer data of 0x0499. Values that the tag marks as not
/// available are left out. Temperature °C, humidity %, pressure hPa, acceleration m/s², voltage V.
acc_status acc_ruuvi_read(const uint8_t *ACC_COUNT(len) value ACC_NOESCAPE, size_t len,
                          acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                          size_t *count);

/// The MAC at the end of a RAWv2 value, 6 bytes as printed; false when there is none.
bool acc_ruuvi_mac(const uint8_t *ACC_COUNT(len) value ACC_NOESCAPE, size_t len, uint8_t *mac);

/// The fields of a BTHome v2 value before its objects.
typedef struct acc_bthome {
    uint8_t info;  ///< device information byte
    bool encrypted;
    bool trigger_based;  ///< sends at events, not regularly
    bool has_mac;
    uint8_t mac[6];        ///< as printed, when has_mac
    acc_ad_slice objects;  ///< inside the value; cipher text when encrypted
    uint8_t counter[4];    ///< when encrypted
    uint8_t tag[4];        ///< when encrypted
} acc_bthome;

/// Reads service data of 0xFCD2. ACC_UNSUPPORTED for a version other than 2.
acc_status acc_bthome_read(const uint8_t *ACC_COUNT(len) value ACC_NOESCAPE, size_t len,
                           acc_bthome *bthome);

/// Lists plain objects. Every object of the format's table.
acc_status acc_bthome_objects(const uint8_t *ACC_COUNT(len) objects ACC_NOESCAPE, size_t len,
                              acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                              size_t capacity, size_t *count);

/// Lists plain objects of BTHome version 1, service data of 0x181C: each states its length and form. Reads on
/// behind an unknown object.
acc_status acc_bthome1_objects(const uint8_t *ACC_COUNT(len) objects ACC_NOESCAPE, size_t len,
                               acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                               size_t capacity, size_t *count);

/// ATC1441 (13 bytes behind the UUID) and PVVX custom (15), service data of 0x181A. `mac` gets 6 bytes,
/// as printed.
acc_status acc_atc_read(const uint8_t *ACC_COUNT(len) value ACC_NOESCAPE, size_t len, uint8_t *mac,
                        acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                        size_t *count);

/// The decrypted contents of the encrypted forms: 3 bytes (ATC1441) or 6 (PVVX).
acc_status acc_atc_objects(const uint8_t *ACC_COUNT(len) plain ACC_NOESCAPE, size_t len,
                           acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE, size_t capacity,
                           size_t *count);

/// The fields of a MiBeacon value before its objects.
typedef struct acc_mibeacon {
    uint16_t control;  ///< frame control
    uint16_t product;  ///< number of the product
    uint8_t counter;   ///< of frames
    uint8_t version;   ///< of the format, 2 to 5
    bool encrypted;
    bool has_mac;
    uint8_t mac[6];        ///< as printed, when has_mac
    acc_ad_slice objects;  ///< inside the value; cipher text when encrypted
    uint8_t extended[3];   ///< extended counter, when encrypted
    uint8_t tag[4];        ///< when encrypted and version 4 or 5
} acc_mibeacon;

/// Reads service data of 0xFE95. A frame may have no objects.
acc_status acc_mibeacon_read(const uint8_t *ACC_COUNT(len) value ACC_NOESCAPE, size_t len,
                             acc_mibeacon *mibeacon);

/// Lists plain objects; what some of them mean depends on the product.
acc_status acc_mibeacon_objects(uint16_t product,
                                const uint8_t *ACC_COUNT(len) objects ACC_NOESCAPE, size_t len,
                                acc_measurement *ACC_COUNT(capacity) list ACC_NOESCAPE,
                                size_t capacity, size_t *count);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
