/// Beacon formats: decoding and building. `*_read` decodes the value of one AD structure, company or UUID included,
/// as in acc_advert.beacon. `*_put` adds whole AD structures to an acc_ad_writer.
///
///     if (advert.kind == ACC_BEACON_IBEACON)
///         acc_ibeacon_read(data + advert.beacon.offset, advert.beacon.length, &ibeacon);
///
/// `*_read` returns ACC_TRUNCATED for a value that is too short and ACC_MALFORMED for another format. Power is in
/// dBm. docs/beacons.md has every layout. Thread-safe: all state is the caller's.
#ifndef ACC_BEACON_H
#define ACC_BEACON_H

#include "accessory/advert.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_COMPANY_APPLE 0x004Cu
#define ACC_COMPANY_RADIUS_NETWORKS 0x0118u
#define ACC_UUID16_EDDYSTONE 0xFEAAu
#define ACC_UUID16_FEASYCOM 0xFFF0u
#define ACC_ALTBEACON_CODE 0xBEACu
#define ACC_EDDYSTONE_URL_MAX 17u  ///< encoded bytes after the scheme byte
#define ACC_EDDYSTONE_URL_TEXT_MAX                                                                 \
    104u  ///< "https://www." and 17 codes of up to 5 characters, rounded up

/// iBeacon: Apple's proximity beacon.
typedef struct acc_ibeacon {
    uint8_t uuid[16];
    uint16_t major;
    uint16_t minor;
    int8_t power;  ///< received at 1 m, dBm
} acc_ibeacon;

/// Reads manufacturer data.
acc_status acc_ibeacon_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                            acc_ibeacon *ibeacon);

/// Adds manufacturer data: 27 bytes with its AD header.
acc_status acc_ibeacon_put(acc_ad_writer *writer, const acc_ibeacon *ibeacon);

/// AltBeacon 1.0.
typedef struct acc_altbeacon {
    uint16_t company;
    uint8_t id[20];    ///< usually 16 bytes of organisation and two 16-bit numbers
    int8_t power;      ///< received at 1 m, dBm
    uint8_t reserved;  ///< for the manufacturer's use; 0 when the frame lacks it
} acc_altbeacon;

/// Reads manufacturer data whose beacon code is `code`, normally ACC_ALTBEACON_CODE.
acc_status acc_altbeacon_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                              uint16_t code, acc_altbeacon *altbeacon);

/// Adds manufacturer data: 28 bytes with its AD header.
acc_status acc_altbeacon_put(acc_ad_writer *writer, const acc_altbeacon *altbeacon);

/// Eddystone-UID.
typedef struct acc_eddystone_uid {
    int8_t power;  ///< received at 0 m, dBm; subtract 41 for 1 m
    uint8_t name_space[10];
    uint8_t instance[6];
    uint8_t reserved[2];  ///< 0 when the frame lacks them
} acc_eddystone_uid;

/// Eddystone-URL.
typedef struct acc_eddystone_url {
    int8_t power;                               ///< received at 0 m, dBm
    uint8_t length;                             ///< bytes of `text`
    char text[ACC_EDDYSTONE_URL_TEXT_MAX + 1];  ///< UTF-8 as sent, zero-terminated
} acc_eddystone_url;

/// Eddystone-TLM, unencrypted.
typedef struct acc_eddystone_tlm {
    uint8_t version;      ///< 0
    uint16_t battery;     ///< mV, 0 when not battery-powered
    int16_t temperature;  ///< 1/256 degree Celsius; INT16_MIN when there is none
    uint32_t count;       ///< advertisements since power-on
    uint32_t time;        ///< since power-on, 0.1 s
} acc_eddystone_tlm;

/// Eddystone-TLM, encrypted: version 1.
typedef struct acc_eddystone_etlm {
    uint8_t cipher[12];
    uint16_t salt;
    uint16_t check;  ///< message integrity check
} acc_eddystone_etlm;

/// Eddystone-EID.
typedef struct acc_eddystone_eid {
    int8_t power;  ///< received at 0 m, dBm
    uint8_t id[8];
} acc_eddystone_eid;

/// Read service data of 0xFEAA. A UID frame may lack the two reserved bytes. acc_eddystone_tlm_read reads any
/// version as unencrypted; the caller checks `version`.
acc_status acc_eddystone_uid_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                  acc_eddystone_uid *uid);
/// A URL with a reserved code or scheme is ACC_MALFORMED.
acc_status acc_eddystone_url_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                  acc_eddystone_url *url);
acc_status acc_eddystone_tlm_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                  acc_eddystone_tlm *tlm);
acc_status acc_eddystone_etlm_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                   acc_eddystone_etlm *etlm);
acc_status acc_eddystone_eid_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                  acc_eddystone_eid *eid);

/// Add the list of UUIDs (0xFEAA) that Eddystone requires, and the service data.
acc_status acc_eddystone_uid_put(acc_ad_writer *writer, const acc_eddystone_uid *uid);
/// Uses `power`, `length` and `text`. Errors: those of acc_eddystone_url_encode.
acc_status acc_eddystone_url_put(acc_ad_writer *writer, const acc_eddystone_url *url);
acc_status acc_eddystone_tlm_put(acc_ad_writer *writer, const acc_eddystone_tlm *tlm);
acc_status acc_eddystone_etlm_put(acc_ad_writer *writer, const acc_eddystone_etlm *etlm);
acc_status acc_eddystone_eid_put(acc_ad_writer *writer, const acc_eddystone_eid *eid);

/// Encodes a URL as scheme byte and codes, the longest codes first; scheme and host become lower case.
/// `*size` is the bytes written, or on ACC_NO_ROOM the bytes needed. ACC_UNSUPPORTED for a scheme other than
/// http and https, ACC_MALFORMED for a byte that Eddystone reserves (below 0x21, above 0x7E).
acc_status acc_eddystone_url_encode(const char *ACC_READS(len) text ACC_NOESCAPE, size_t len,
                                    uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity,
                                    size_t *size);

/// Decodes scheme byte and codes to text, without a zero at the end. `*size` as above. ACC_MALFORMED for a
/// reserved byte or scheme, ACC_TRUNCATED when `len` is 0.
acc_status acc_eddystone_url_decode(const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                                    char *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity,
                                    size_t *size);

/// Whether a Feasycom module accepts connections.
enum {
    ACC_FEASYCOM_NOT_CONNECTABLE = 0,
    ACC_FEASYCOM_CONNECTABLE = 1,
    ACC_FEASYCOM_PIN_NEEDED = 2,
};

/// Masks of two feature bits that the public description leaves open. The defaults are a guess; replace
/// them by the module's real bits.
typedef struct acc_feasycom_bits {
    uint8_t nfc;         ///< mask
    uint8_t long_range;  ///< mask
} acc_feasycom_bits;

/// The default masks.
#define ACC_FEASYCOM_BITS ((acc_feasycom_bits){.nfc = 1 << 2, .long_range = 1 << 3})

/// General frame of a Feasycom module.
typedef struct acc_feasycom {
    uint8_t model;
    uint16_t version;        ///< of the firmware; its four hexadecimal digits read as decimal
    uint8_t connectability;  ///< ACC_FEASYCOM_*
    bool nfc;
    bool long_range;
    bool led;
    bool buzzer;
    bool g_sensor;
    bool key;
    bool external_power;  ///< the battery byte is 101
    uint8_t battery;      ///< per cent, 0 to 100; 100 on external power
    uint8_t mac[6];       ///< as printed, first byte first
} acc_feasycom;

/// Reads service data of 0xFFF0, 13 bytes. ACC_OUT_OF_RANGE for a battery over 101.
acc_status acc_feasycom_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                             acc_feasycom_bits bits, acc_feasycom *feasycom);

/// Adds service data of 0xFFF0: 15 bytes with its AD header. ACC_OUT_OF_RANGE for a connectability over 3 or a battery
/// over 100.
acc_status acc_feasycom_put(acc_ad_writer *writer, acc_feasycom_bits bits,
                            const acc_feasycom *feasycom);

/// The name of a model number, such as "BP108"; null when unknown.
const char *ACC_NULLABLE acc_feasycom_model_name(uint8_t model);

/// Sensor frame of a Feasycom module.
typedef struct acc_feasycom_sensor {
    uint8_t battery;       ///< per cent
    uint16_t temperature;  ///< 1/100 degree Celsius
    uint16_t humidity;     ///< 1/100 per cent
    acc_ad_slice name;     ///< place in the value
} acc_feasycom_sensor;

/// Reads manufacturer data that begins with FF F0. Numbers are binary-coded decimal; a fraction below 10 is in
/// tenths (05 is .5), any other in hundredths. ACC_MALFORMED when a digit is over 9.
acc_status acc_feasycom_sensor_read(const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len,
                                    acc_feasycom_sensor *sensor);

/// Adds manufacturer data that ends with a name of `len` bytes. ACC_OUT_OF_RANGE for `len` over 246, a battery
/// over 99, a value over 99.99, and hundredths from 1 to 9, which the format cannot express.
acc_status acc_feasycom_sensor_put(acc_ad_writer *writer, const acc_feasycom_sensor *sensor,
                                   const uint8_t *ACC_READS(len) name ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
