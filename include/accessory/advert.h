/// Advertising data: the AD structures of legacy (31 bytes), extended (up to 1650) and scan response
/// data. Reading copies nothing: slices are places in the caller's bytes.
///
///     acc_advert advert;
///     acc_advert_classify(data, len, &advert);        // every field and the beacon, one pass
///     acc_advert_has(&advert, ACC_AD_FIELD_NAME)      // then advert.field[...] is a slice
///
///     for (size_t at = 0; acc_ad_next(data, len, &at, &ad);)   // or one structure at a time
///
/// Bluetooth Core specification volume 3 part C section 11, and the Core Specification Supplement.
/// Thread-safe: all state is the caller's.
#ifndef ACC_ADVERT_H
#define ACC_ADVERT_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_ADVERT_LEGACY_MAX 31u  ///< bytes in a legacy advertisement or scan response
#define ACC_ADVERT_EXTENDED_MAX                                                                    \
    1650u  ///< bytes in an extended advertisement, over all its fragments

/// AD types, by their names in Assigned Numbers section 2.3.
enum {
    ACC_AD_FLAGS = 0x01,
    ACC_AD_INCOMPLETE_UUID16 = 0x02,
    ACC_AD_COMPLETE_UUID16 = 0x03,
    ACC_AD_INCOMPLETE_UUID32 = 0x04,
    ACC_AD_COMPLETE_UUID32 = 0x05,
    ACC_AD_INCOMPLETE_UUID128 = 0x06,
    ACC_AD_COMPLETE_UUID128 = 0x07,
    ACC_AD_SHORTENED_NAME = 0x08,
    ACC_AD_COMPLETE_NAME = 0x09,
    ACC_AD_TX_POWER = 0x0A,
    ACC_AD_CLASS_OF_DEVICE = 0x0D,
    ACC_AD_SSP_HASH_P192 = 0x0E,
    ACC_AD_SSP_RANDOMIZER_P192 = 0x0F,
    ACC_AD_DEVICE_ID = 0x10,
    ACC_AD_SM_OOB_FLAGS = 0x11,
    ACC_AD_CONNECTION_INTERVAL_RANGE = 0x12,
    ACC_AD_SOLICIT_UUID16 = 0x14,
    ACC_AD_SOLICIT_UUID128 = 0x15,
    ACC_AD_SERVICE_DATA16 = 0x16,
    ACC_AD_PUBLIC_TARGET = 0x17,
    ACC_AD_RANDOM_TARGET = 0x18,
    ACC_AD_APPEARANCE = 0x19,
    ACC_AD_ADVERTISING_INTERVAL = 0x1A,
    ACC_AD_LE_ADDRESS = 0x1B,
    ACC_AD_LE_ROLE = 0x1C,
    ACC_AD_SSP_HASH_P256 = 0x1D,
    ACC_AD_SSP_RANDOMIZER_P256 = 0x1E,
    ACC_AD_SOLICIT_UUID32 = 0x1F,
    ACC_AD_SERVICE_DATA32 = 0x20,
    ACC_AD_SERVICE_DATA128 = 0x21,
    ACC_AD_LE_SC_CONFIRMATION = 0x22,
    ACC_AD_LE_SC_RANDOM = 0x23,
    ACC_AD_URI = 0x24,
    ACC_AD_INDOOR_POSITIONING = 0x25,
    ACC_AD_TRANSPORT_DISCOVERY = 0x26,
    ACC_AD_LE_FEATURES = 0x27,
    ACC_AD_CHANNEL_MAP_UPDATE = 0x28,
    ACC_AD_PB_ADV = 0x29,
    ACC_AD_MESH_MESSAGE = 0x2A,
    ACC_AD_MESH_BEACON = 0x2B,
    ACC_AD_BIG_INFO = 0x2C,
    ACC_AD_BROADCAST_CODE = 0x2D,
    ACC_AD_RESOLVABLE_SET_ID = 0x2E,
    ACC_AD_ADVERTISING_INTERVAL_LONG = 0x2F,
    ACC_AD_BROADCAST_NAME = 0x30,
    ACC_AD_ENCRYPTED = 0x31,
    ACC_AD_PAWR_TIMING = 0x32,
    ACC_AD_ELECTRONIC_SHELF_LABEL = 0x34,
    ACC_AD_3D_INFORMATION = 0x3D,
    ACC_AD_MANUFACTURER = 0xFF,
};

/// Bits of the flags field.
enum {
    ACC_AD_FLAG_LIMITED_DISCOVERABLE = 1 << 0,
    ACC_AD_FLAG_GENERAL_DISCOVERABLE = 1 << 1,
    ACC_AD_FLAG_NO_BR_EDR = 1 << 2,
    ACC_AD_FLAG_LE_BR_EDR_CONTROLLER = 1 << 3,
    ACC_AD_FLAG_LE_BR_EDR_HOST = 1 << 4,
};

/// One AD structure. `value` points into the advertising data.
typedef struct acc_ad {
    uint8_t type;
    uint8_t length;  ///< bytes of the value, 0 to 254
    const uint8_t *value;
} acc_ad;

/// Reads the structure at `*at` and moves `*at` past it. Start with `*at` 0. Returns false at the
/// end. `*at` is then `len` when all data was read, else the place of a zero length byte (the rest is
/// padding) or of a structure that exceeds the data.
bool acc_ad_next(const uint8_t *ACC_READS(len) data, size_t len, size_t *at, acc_ad *ad);

/// A value inside advertising data. Offset 0 means absent.
typedef struct acc_ad_slice {
    uint16_t offset;  ///< from the first byte of the advertising data
    uint16_t length;  ///< bytes
} acc_ad_slice;

/// The fields that acc_advert_classify locates. Incomplete and complete lists of UUIDs share a field, as do
/// shortened and complete names; the byte before the slice is the AD type. All other types are OTHER.
enum acc_ad_field {
    ACC_AD_FIELD_OTHER,
    ACC_AD_FIELD_FLAGS,
    ACC_AD_FIELD_UUID16,
    ACC_AD_FIELD_UUID32,
    ACC_AD_FIELD_UUID128,
    ACC_AD_FIELD_NAME,
    ACC_AD_FIELD_TX_POWER,
    ACC_AD_FIELD_CLASS_OF_DEVICE,
    ACC_AD_FIELD_CONNECTION_INTERVAL_RANGE,
    ACC_AD_FIELD_SOLICIT_UUID16,
    ACC_AD_FIELD_SOLICIT_UUID32,
    ACC_AD_FIELD_SOLICIT_UUID128,
    ACC_AD_FIELD_SERVICE_DATA16,
    ACC_AD_FIELD_SERVICE_DATA32,
    ACC_AD_FIELD_SERVICE_DATA128,
    ACC_AD_FIELD_TARGET_ADDRESS,
    ACC_AD_FIELD_APPEARANCE,
    ACC_AD_FIELD_ADVERTISING_INTERVAL,
    ACC_AD_FIELD_LE_ADDRESS,
    ACC_AD_FIELD_LE_ROLE,
    ACC_AD_FIELD_LE_FEATURES,
    ACC_AD_FIELD_URI,
    ACC_AD_FIELD_BROADCAST_NAME,
    ACC_AD_FIELD_MANUFACTURER,
    ACC_AD_FIELD_COUNT,
};

/// Beacon and payload formats. New kinds are added at the end only.
enum acc_beacon_kind {
    ACC_BEACON_NONE,
    ACC_BEACON_IBEACON,
    ACC_BEACON_ALTBEACON,
    ACC_BEACON_EDDYSTONE_UID,
    ACC_BEACON_EDDYSTONE_URL,
    ACC_BEACON_EDDYSTONE_TLM,
    ACC_BEACON_EDDYSTONE_ETLM,
    ACC_BEACON_EDDYSTONE_EID,
    ACC_BEACON_FEASYCOM,         ///< a Feasycom module's general frame
    ACC_BEACON_FEASYCOM_SENSOR,  ///< a Feasycom module's temperature and humidity frame
    ACC_BEACON_RUUVI_RAW1,
    ACC_BEACON_RUUVI_RAW2,
    ACC_BEACON_BTHOME,
    ACC_BEACON_ATC1441,
    ACC_BEACON_PVVX,
    ACC_BEACON_ATC1441_ENCRYPTED,
    ACC_BEACON_PVVX_ENCRYPTED,
    ACC_BEACON_MIBEACON,
    // recognised and named; their contents are not decoded
    ACC_BEACON_APPLE_AIRPRINT,
    ACC_BEACON_APPLE_AIRDROP,
    ACC_BEACON_APPLE_HOMEKIT,
    ACC_BEACON_APPLE_PROXIMITY_PAIRING,
    ACC_BEACON_APPLE_HEY_SIRI,
    ACC_BEACON_APPLE_AIRPLAY,
    ACC_BEACON_APPLE_MAGIC_SWITCH,
    ACC_BEACON_APPLE_HANDOFF,
    ACC_BEACON_APPLE_TETHERING,
    ACC_BEACON_APPLE_NEARBY_ACTION,
    ACC_BEACON_APPLE_NEARBY_INFO,
    ACC_BEACON_APPLE_FIND_MY,
    ACC_BEACON_MICROSOFT_CDP,
    ACC_BEACON_MICROSOFT_SWIFT_PAIR,
    ACC_BEACON_FAST_PAIR,
    ACC_BEACON_EXPOSURE_NOTIFICATION,
    ACC_BEACON_TILE,
    ACC_BEACON_GOVEE,
    ACC_BEACON_SWITCHBOT,
    ACC_BEACON_COUNT,
};

/// The result of acc_advert_classify.
typedef struct acc_advert {
    acc_ad_slice field[ACC_AD_FIELD_COUNT];  ///< value of each field's first structure
    uint32_t seen;        ///< bit n: `field[n]` is present (its value may be empty)
    uint32_t repeated;    ///< bit n: several such structures; acc_ad_next reads all
    acc_ad_slice beacon;  ///< manufacturer or service data, with its company or UUID
    uint16_t end;         ///< where reading stopped, as in acc_ad_next
    uint8_t kind;         ///< enum acc_beacon_kind; manufacturer data precedes service data
    int8_t status;        ///< what acc_advert_classify returned
} acc_advert;

/// Locates every field and the beacon in one pass. `len` is at most 65535. ACC_TRUNCATED when the last
/// structure exceeds the data: the structures before it are kept, and `end` is where it starts.
acc_status acc_advert_classify(const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len,
                               acc_advert *advert);

/// An advertisement in three words, for callers that keep one for each report. A place is the offset of the value
/// of the first such structure, 16 bits, 0 when absent; two bytes before it is the structure's length, which counts
/// its type and value.
typedef struct acc_advert_summary {
    /// From the low end: the flags (8 bits), the TX power (8 bits), the places of name, appearance and advertising
    /// interval.
    uint64_t first;
    /// The places of URI, manufacturer data, service data of a 16-bit service, and the beacon.
    uint64_t second;
    /// The places of the first list of services and of the first list of solicited services; `end` of acc_advert (16
    /// bits), enum acc_beacon_kind (8 bits), ACC_SUMMARY_* (8 bits).
    uint64_t third;
} acc_advert_summary;

/// Bits of a summary.
enum {
    ACC_SUMMARY_TRUNCATED = 1 << 0,          ///< the last structure exceeds the data
    ACC_SUMMARY_REPEATED = 1 << 1,           ///< several structures of manufacturer or service data
    ACC_SUMMARY_FLAGS = 1 << 2,              ///< flags are present and not empty
    ACC_SUMMARY_TX_POWER = 1 << 3,           ///< the TX power is present and not empty
    ACC_SUMMARY_LONG_SERVICE_DATA = 1 << 4,  ///< service data of a 32- or 128-bit service
};

/// Finds in one pass what most receivers need of acc_advert_classify. `len` is at most 65535.
void acc_advert_summarize(const uint8_t *ACC_READS(len) data ACC_NOESCAPE, size_t len,
                          acc_advert_summary *summary);

/// Whether a field is present.
static inline bool acc_advert_has(const acc_advert *advert, enum acc_ad_field field)
{
    return advert->seen >> field & 1;
}

/// The kind of one manufacturer-data (`type` 0xFF) or service-data (0x16) structure. `value` begins with
/// the company or UUID. ACC_BEACON_NONE for unknown formats and for other types.
enum acc_beacon_kind
acc_beacon_kind_of(uint8_t type, const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len);

/// A short lower-case name such as "eddystone-uid"; never null.
const char *acc_beacon_kind_name(enum acc_beacon_kind kind);

/// Writes AD structures one after the other. The first error (ACC_NO_ROOM for a structure that does not fit) sets
/// `status` and writes nothing; later calls do nothing. Check `status` once, at the end.
typedef struct acc_ad_writer {
    uint8_t *bytes;   ///< the caller's, borrowed
    size_t capacity;  ///< bytes
    size_t size;      ///< bytes written
    acc_status status;
} acc_ad_writer;

/// Starts writing to `bytes`.
void acc_ad_writer_init(acc_ad_writer *writer, uint8_t *ACC_COUNT(capacity) bytes, size_t capacity);

/// Adds a structure with a value of `len` bytes. ACC_OUT_OF_RANGE when `len` is over 254.
acc_status acc_ad_put(acc_ad_writer *writer, uint8_t type,
                      const uint8_t *ACC_READS(len) value ACC_NOESCAPE, size_t len);

/// Adds a structure whose value begins with a 16-bit number, little-endian: a service data UUID, a company,
/// an appearance, or a list of one UUID. ACC_OUT_OF_RANGE when `len` is over 252.
acc_status acc_ad_put16(acc_ad_writer *writer, uint8_t type, uint16_t number,
                        const uint8_t *ACC_READS(len) rest ACC_NOESCAPE, size_t len);

/// Adds the flags, ACC_AD_FLAG_*.
acc_status acc_ad_put_flags(acc_ad_writer *writer, uint8_t flags);

/// Adds a UTF-8 name. A name that does not fit is cut between characters and marked as shortened; ACC_NO_ROOM
/// when not even one character fits.
acc_status acc_ad_put_name(acc_ad_writer *writer, const uint8_t *ACC_READS(len) name ACC_NOESCAPE,
                           size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
