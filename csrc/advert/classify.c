// Splits an advertisement into its fields and names its beacon format: the first step for
// everything received.
//
// Input: the advertising data of a report. Output: an acc_advert, the place of each field and the
// beacon kind, or an acc_advert_summary, the most used of them in three words; nothing is copied.
// Advertisement and AdvertisementView (BluetoothLE) keep a summary of every advertisement.
//
// This is the hot path: it uses tables instead of branches, because received data is unpredictable. A
// format is found by a perfect hash of its company or service number, then by one byte or the length;
// a rule then checks it.
#include "accessory/advert.h"

#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// AD type to field; all other types are ACC_AD_FIELD_OTHER, which is 0.
static const uint8_t field_of[256] = {
    [ACC_AD_FLAGS] = ACC_AD_FIELD_FLAGS,
    [ACC_AD_INCOMPLETE_UUID16] = ACC_AD_FIELD_UUID16,
    [ACC_AD_COMPLETE_UUID16] = ACC_AD_FIELD_UUID16,
    [ACC_AD_INCOMPLETE_UUID32] = ACC_AD_FIELD_UUID32,
    [ACC_AD_COMPLETE_UUID32] = ACC_AD_FIELD_UUID32,
    [ACC_AD_INCOMPLETE_UUID128] = ACC_AD_FIELD_UUID128,
    [ACC_AD_COMPLETE_UUID128] = ACC_AD_FIELD_UUID128,
    [ACC_AD_SHORTENED_NAME] = ACC_AD_FIELD_NAME,
    [ACC_AD_COMPLETE_NAME] = ACC_AD_FIELD_NAME,
    [ACC_AD_TX_POWER] = ACC_AD_FIELD_TX_POWER,
    [ACC_AD_CLASS_OF_DEVICE] = ACC_AD_FIELD_CLASS_OF_DEVICE,
    [ACC_AD_CONNECTION_INTERVAL_RANGE] = ACC_AD_FIELD_CONNECTION_INTERVAL_RANGE,
    [ACC_AD_SOLICIT_UUID16] = ACC_AD_FIELD_SOLICIT_UUID16,
    [ACC_AD_SOLICIT_UUID32] = ACC_AD_FIELD_SOLICIT_UUID32,
    [ACC_AD_SOLICIT_UUID128] = ACC_AD_FIELD_SOLICIT_UUID128,
    [ACC_AD_SERVICE_DATA16] = ACC_AD_FIELD_SERVICE_DATA16,
    [ACC_AD_SERVICE_DATA32] = ACC_AD_FIELD_SERVICE_DATA32,
    [ACC_AD_SERVICE_DATA128] = ACC_AD_FIELD_SERVICE_DATA128,
    [ACC_AD_PUBLIC_TARGET] = ACC_AD_FIELD_TARGET_ADDRESS,
    [ACC_AD_RANDOM_TARGET] = ACC_AD_FIELD_TARGET_ADDRESS,
    [ACC_AD_APPEARANCE] = ACC_AD_FIELD_APPEARANCE,
    [ACC_AD_ADVERTISING_INTERVAL] = ACC_AD_FIELD_ADVERTISING_INTERVAL,
    [ACC_AD_ADVERTISING_INTERVAL_LONG] = ACC_AD_FIELD_ADVERTISING_INTERVAL,
    [ACC_AD_LE_ADDRESS] = ACC_AD_FIELD_LE_ADDRESS,
    [ACC_AD_LE_ROLE] = ACC_AD_FIELD_LE_ROLE,
    [ACC_AD_LE_FEATURES] = ACC_AD_FIELD_LE_FEATURES,
    [ACC_AD_URI] = ACC_AD_FIELD_URI,
    [ACC_AD_BROADCAST_NAME] = ACC_AD_FIELD_BROADCAST_NAME,
    [ACC_AD_MANUFACTURER] = ACC_AD_FIELD_MANUFACTURER,
};

// The owner of a format is a company or a 16-bit service. The byte after its number, or the length,
// selects the format.
enum { COMPANY = ACC_AD_MANUFACTURER, SERVICE = ACC_AD_SERVICE_DATA16 };

struct owner {
    uint8_t type;  // COMPANY or SERVICE
    uint16_t number;
    uint8_t by_length;  // 1: the value's length selects the kind, 0: its third byte
    uint8_t shift;      // right shift of that selector
    uint8_t mask;       // mask of the selector; 0: only one format
    uint8_t kind[32];
};

// slot = highest 5 bits of (type * 65536 + number) * multiplier modulo 2^32. The multiplier was
// found by trial: each owner has its own slot. The compiler warns when two share one.
#define SLOT(type, number) ((((uint32_t)(type) << 16 | (number)) * 0x415AF341u & 0xFFFFFFFFu) >> 27)

// Selected by the third byte, by the length, or always the same kind.
#define BY_BYTE(type, number, shift, mask) [SLOT(type, number)] = {type, number, 0, shift, mask,
#define BY_LENGTH(type, number) [SLOT(type, number)] = {type, number, 1, 0, 31,
#define ALWAYS(type, number, kind) [SLOT(type, number)] = {type, number, 0, 0, 0, {kind}}

// clang-format off
static const struct owner owners[32] = {
    BY_BYTE(COMPANY, 0x004C, 0, 31) {  // Apple
        [0x02] = ACC_BEACON_IBEACON,
        [0x03] = ACC_BEACON_APPLE_AIRPRINT,
        [0x05] = ACC_BEACON_APPLE_AIRDROP,
        [0x06] = ACC_BEACON_APPLE_HOMEKIT,
        [0x07] = ACC_BEACON_APPLE_PROXIMITY_PAIRING,
        [0x08] = ACC_BEACON_APPLE_HEY_SIRI,
        [0x09] = ACC_BEACON_APPLE_AIRPLAY,
        [0x0A] = ACC_BEACON_APPLE_AIRPLAY,
        [0x0B] = ACC_BEACON_APPLE_MAGIC_SWITCH,
        [0x0C] = ACC_BEACON_APPLE_HANDOFF,
        [0x0D] = ACC_BEACON_APPLE_TETHERING,
        [0x0E] = ACC_BEACON_APPLE_TETHERING,
        [0x0F] = ACC_BEACON_APPLE_NEARBY_ACTION,
        [0x10] = ACC_BEACON_APPLE_NEARBY_INFO,
        [0x12] = ACC_BEACON_APPLE_FIND_MY,
    }},
    BY_BYTE(COMPANY, 0x0006, 0, 31) {  // Microsoft
        [0x01] = ACC_BEACON_MICROSOFT_CDP,
        [0x03] = ACC_BEACON_MICROSOFT_SWIFT_PAIR,
    }},
    BY_BYTE(COMPANY, 0x0499, 0, 31) {  // Ruuvi
        [0x03] = ACC_BEACON_RUUVI_RAW1,
        [0x05] = ACC_BEACON_RUUVI_RAW2,
    }},
    BY_BYTE(COMPANY, 0xF0FF, 0, 31) {
        [0x02] = ACC_BEACON_FEASYCOM_SENSOR,
    }},
    BY_BYTE(SERVICE, 0xFEAA, 4, 15) {  // Eddystone: the frame type's high nibble
        [0x0] = ACC_BEACON_EDDYSTONE_UID,
        [0x1] = ACC_BEACON_EDDYSTONE_URL,
        [0x2] = ACC_BEACON_EDDYSTONE_TLM,
        [0x3] = ACC_BEACON_EDDYSTONE_EID,
    }},
    BY_LENGTH(SERVICE, 0xFFF0) {
        [13] = ACC_BEACON_FEASYCOM,
    }},
    BY_LENGTH(SERVICE, 0x181A) {  // Environmental Sensing: thermometers with other firmware
        [10] = ACC_BEACON_ATC1441_ENCRYPTED,
        [13] = ACC_BEACON_PVVX_ENCRYPTED,
        [15] = ACC_BEACON_ATC1441,
        [17] = ACC_BEACON_PVVX,
    }},
    ALWAYS(COMPANY, 0xEC88, ACC_BEACON_GOVEE),
    ALWAYS(COMPANY, 0x0969, ACC_BEACON_SWITCHBOT),
    ALWAYS(SERVICE, 0xFCD2, ACC_BEACON_BTHOME),
    ALWAYS(SERVICE, 0xFE95, ACC_BEACON_MIBEACON),
    ALWAYS(SERVICE, 0xFE2C, ACC_BEACON_FAST_PAIR),
    ALWAYS(SERVICE, 0xFD6F, ACC_BEACON_EXPOSURE_NOTIFICATION),
    ALWAYS(SERVICE, 0xFEED, ACC_BEACON_TILE),
    ALWAYS(SERVICE, 0xFD3D, ACC_BEACON_SWITCHBOT),
    ALWAYS(SERVICE, 0x000D, ACC_BEACON_SWITCHBOT),
};
// clang-format on

// Conditions of a kind: the value's length, company or UUID included, and its third and fourth byte
// (little-endian).
struct rule {
    uint8_t min;
    uint8_t max;
    uint16_t mask;
    uint16_t pattern;
};

static const struct rule rules[ACC_BEACON_COUNT] = {
    [ACC_BEACON_IBEACON] = {25, 255, 0xFFFF, 0x1502},
    [ACC_BEACON_ALTBEACON] = {25, 255, 0xFFFF, 0xACBE},
    [ACC_BEACON_EDDYSTONE_UID] = {20, 255, 0x00FF, 0x0000},
    [ACC_BEACON_EDDYSTONE_URL] = {6, 255, 0x00FF, 0x0010},
    [ACC_BEACON_EDDYSTONE_TLM] = {16, 255, 0xFFFF, 0x0020},
    [ACC_BEACON_EDDYSTONE_ETLM] = {20, 255, 0xFFFF, 0x0120},
    [ACC_BEACON_EDDYSTONE_EID] = {12, 255, 0x00FF, 0x0030},
    [ACC_BEACON_FEASYCOM] = {13, 13, 0, 0},
    [ACC_BEACON_FEASYCOM_SENSOR] = {8, 255, 0x00FF, 0x0002},
    [ACC_BEACON_RUUVI_RAW1] = {16, 255, 0x00FF, 0x0003},
    [ACC_BEACON_RUUVI_RAW2] = {26, 255, 0x00FF, 0x0005},
    [ACC_BEACON_BTHOME] = {3, 255, 0x00E0, 0x0040},
    [ACC_BEACON_ATC1441] = {15, 15, 0, 0},
    [ACC_BEACON_PVVX] = {17, 17, 0, 0},
    [ACC_BEACON_ATC1441_ENCRYPTED] = {10, 10, 0, 0},
    [ACC_BEACON_PVVX_ENCRYPTED] = {13, 13, 0, 0},
    [ACC_BEACON_MIBEACON] = {7, 255, 0, 0},
    [ACC_BEACON_APPLE_AIRPRINT] = {4, 255, 0x00FF, 0x0003},
    [ACC_BEACON_APPLE_AIRDROP] = {4, 255, 0x00FF, 0x0005},
    [ACC_BEACON_APPLE_HOMEKIT] = {4, 255, 0x00FF, 0x0006},
    [ACC_BEACON_APPLE_PROXIMITY_PAIRING] = {4, 255, 0x00FF, 0x0007},
    [ACC_BEACON_APPLE_HEY_SIRI] = {4, 255, 0x00FF, 0x0008},
    [ACC_BEACON_APPLE_AIRPLAY] = {4, 255, 0x00E0, 0x0000},
    [ACC_BEACON_APPLE_MAGIC_SWITCH] = {4, 255, 0x00FF, 0x000B},
    [ACC_BEACON_APPLE_HANDOFF] = {4, 255, 0x00FF, 0x000C},
    [ACC_BEACON_APPLE_TETHERING] = {4, 255, 0x00E0, 0x0000},
    [ACC_BEACON_APPLE_NEARBY_ACTION] = {4, 255, 0x00FF, 0x000F},
    [ACC_BEACON_APPLE_NEARBY_INFO] = {4, 255, 0x00FF, 0x0010},
    [ACC_BEACON_APPLE_FIND_MY] = {4, 255, 0x00FF, 0x0012},
    [ACC_BEACON_MICROSOFT_CDP] = {4, 255, 0x00FF, 0x0001},
    [ACC_BEACON_MICROSOFT_SWIFT_PAIR] = {5, 255, 0x00FF, 0x0003},
    [ACC_BEACON_FAST_PAIR] = {4, 255, 0, 0},
    [ACC_BEACON_EXPOSURE_NOTIFICATION] = {22, 255, 0, 0},
    [ACC_BEACON_TILE] = {3, 255, 0, 0},
    [ACC_BEACON_GOVEE] = {4, 255, 0, 0},
    [ACC_BEACON_SWITCHBOT] = {3, 255, 0, 0},
};

// The kind of one value, without branches on its data. `word` is bytes 2 and 3; in a value of 3 bytes
// it is byte 2, read without touching byte 3.
static inline unsigned kind_of(unsigned type, const uint8_t *value, unsigned len)
{
    if (len < 3)
        return ACC_BEACON_NONE;
    unsigned word = load_le16(value + 2 - (len == 3)) >> (len == 3 ? 8 : 0);
    uint16_t number = load_le16(value);
    const struct owner *owner = &owners[SLOT(type, number)];
    unsigned index = ((owner->by_length ? len : word & 0xFF) >> owner->shift) & owner->mask;
    bool owned = owner->type == type && owner->number == number && index < sizeof owner->kind;
    unsigned kind = owned ? owner->kind[index] : ACC_BEACON_NONE;
    // Two formats that no owner selects: telemetry of version 1, and AltBeacon, which any company
    // may send.
    kind += kind == ACC_BEACON_EDDYSTONE_TLM && word == 0x0120;
    kind = type == COMPANY && word == 0xACBE ? ACC_BEACON_ALTBEACON : kind;
    const struct rule *rule = &rules[kind];
    bool fits = len >= rule->min && len <= rule->max && (word & rule->mask) == rule->pattern;
    return fits ? kind : ACC_BEACON_NONE;
}

enum acc_beacon_kind acc_beacon_kind_of(uint8_t type, const uint8_t *value, size_t len)
{
    if (type != COMPANY && type != SERVICE)
        return ACC_BEACON_NONE;
    return (enum acc_beacon_kind)kind_of(type, value, len > 254 ? 254 : (unsigned)len);
}

// Keeps the first structure of each repeated field. Repetitions are rare, so this second pass is
// cheaper than a test in the first one.
static void keep_first(const uint8_t *data, size_t len, acc_advert *advert)
{
    acc_ad ad;
    uint32_t seen = 0;
    for (size_t at = 0; acc_ad_next(data, len, &at, &ad);) {
        unsigned field = field_of[ad.type];
        if (!(seen >> field & 1))
            advert->field[field] = (acc_ad_slice){(uint16_t)(ad.value - data), ad.length};
        seen |= 1u << field;
    }
}

// The kind of the first structure of `type` that is a beacon.
static unsigned find_beacon(const uint8_t *data, size_t len, uint8_t type, acc_ad_slice *beacon)
{
    acc_ad ad;
    for (size_t at = 0; acc_ad_next(data, len, &at, &ad);) {
        unsigned kind = ad.type == type ? kind_of(type, ad.value, ad.length) : ACC_BEACON_NONE;
        if (kind == ACC_BEACON_NONE)
            continue;
        *beacon = (acc_ad_slice){(uint16_t)(ad.value - data), ad.length};
        return kind;
    }
    return ACC_BEACON_NONE;
}

// The kind of the first beacon among repeated structures; manufacturer data has priority.
static unsigned find_any_beacon(const uint8_t *data, size_t len, acc_ad_slice *beacon)
{
    unsigned kind = find_beacon(data, len, COMPANY, beacon);
    return kind != ACC_BEACON_NONE ? kind : find_beacon(data, len, SERVICE, beacon);
}

// One pass over the structures. A repeated field overwrites the earlier one and sets its bit in
// `repeated`. Manufacturer data has priority over service data.
acc_status acc_advert_classify(const uint8_t *data, size_t len, acc_advert *advert)
{
    assert(len <= UINT16_MAX);
    memset(advert, 0, sizeof *advert);
    uint32_t seen = 0, repeated = 0;
    size_t at = 0;
    while (len - at >= 2 && data[at] != 0 && data[at] < len - at) {
        unsigned length = data[at], field = field_of[data[at + 1]];
        advert->field[field] = (acc_ad_slice){(uint16_t)(at + 2), (uint16_t)(length - 1)};
        repeated |= seen & 1u << field;
        seen |= 1u << field;
        at += length + 1;
    }
    advert->seen = seen;
    advert->repeated = repeated;
    advert->end = (uint16_t)at;
    advert->status = at < len && data[at] != 0 ? ACC_TRUNCATED : ACC_OK;
    if (repeated) {
        keep_first(data, len, advert);
        advert->kind = (uint8_t)find_any_beacon(data, len, &advert->beacon);
        return (acc_status)advert->status;
    }
    acc_ad_slice slice = advert->field[ACC_AD_FIELD_MANUFACTURER];
    unsigned kind = kind_of(COMPANY, data + slice.offset, slice.length);
    if (kind == ACC_BEACON_NONE) {
        slice = advert->field[ACC_AD_FIELD_SERVICE_DATA16];
        kind = kind_of(SERVICE, data + slice.offset, slice.length);
    }
    advert->kind = (uint8_t)kind;
    if (kind != ACC_BEACON_NONE)
        advert->beacon = slice;
    return (acc_status)advert->status;
}

// What a summary distinguishes: an AD type's number among the places of a walk.
enum {
    PLACE_OTHER,
    PLACE_FLAGS,
    PLACE_TX_POWER,
    PLACE_LONG_SERVICE_DATA,
    PLACE_NAME,
    PLACE_APPEARANCE,
    PLACE_INTERVAL,
    PLACE_URI,
    PLACE_MANUFACTURER,
    PLACE_SERVICE_DATA16,
    PLACE_SERVICES,
    PLACE_SOLICITED,
    PLACE_COUNT,
};

#define PLACE(type, place) [ACC_AD_##type] = PLACE_##place
static const uint8_t place_of[256] = {
    PLACE(FLAGS, FLAGS),
    PLACE(INCOMPLETE_UUID16, SERVICES),
    PLACE(COMPLETE_UUID16, SERVICES),
    PLACE(INCOMPLETE_UUID32, SERVICES),
    PLACE(COMPLETE_UUID32, SERVICES),
    PLACE(INCOMPLETE_UUID128, SERVICES),
    PLACE(COMPLETE_UUID128, SERVICES),
    PLACE(SHORTENED_NAME, NAME),
    PLACE(COMPLETE_NAME, NAME),
    PLACE(TX_POWER, TX_POWER),
    PLACE(SOLICIT_UUID16, SOLICITED),
    PLACE(SOLICIT_UUID128, SOLICITED),
    PLACE(SERVICE_DATA16, SERVICE_DATA16),
    PLACE(APPEARANCE, APPEARANCE),
    PLACE(ADVERTISING_INTERVAL, INTERVAL),
    PLACE(SOLICIT_UUID32, SOLICITED),
    PLACE(SERVICE_DATA32, LONG_SERVICE_DATA),
    PLACE(SERVICE_DATA128, LONG_SERVICE_DATA),
    PLACE(URI, URI),
    PLACE(ADVERTISING_INTERVAL_LONG, INTERVAL),
    PLACE(MANUFACTURER, MANUFACTURER),
};

// Writes the place of each field's first structure; sets `repeated` when manufacturer or service data has another.
// Returns where it stopped.
static inline size_t walk(const uint8_t *data, size_t len, uint16_t places[PLACE_COUNT],
                          bool *repeated)
{
    size_t at = 0;
    *repeated = false;
    while (len - at >= 2 && data[at] != 0 && data[at] < len - at) {
        unsigned place = place_of[data[at + 1]];
        if (!places[place])
            places[place] = (uint16_t)(at + 2);
        else if (place == PLACE_MANUFACTURER || place == PLACE_SERVICE_DATA16)
            *repeated = true;
        at += data[at] + 1u;
    }
    return at;
}

// The kind of the structure whose value is at `place`; none for place 0.
static inline unsigned kind_at(unsigned type, const uint8_t *data, unsigned place)
{
    return place ? kind_of(type, data + place, data[place - 2] - 1u) : ACC_BEACON_NONE;
}

// Finds the beacon, as acc_advert_classify does. Returns its place.
static inline unsigned beacon_of(const uint8_t *data, size_t len, unsigned manufacturer,
                                 unsigned service, bool repeated, unsigned *kind)
{
    acc_ad_slice beacon = {0, 0};
    if (repeated) {
        *kind = find_any_beacon(data, len, &beacon);
        return beacon.offset;
    }
    *kind = kind_at(COMPANY, data, manufacturer);
    if (*kind != ACC_BEACON_NONE)
        return manufacturer;
    *kind = kind_at(SERVICE, data, service);
    return *kind != ACC_BEACON_NONE ? service : 0;
}

// Four numbers of 16 bits, the first one lowest.
static inline uint64_t word(unsigned a, unsigned b, unsigned c, unsigned d)
{
    return (a | b << 16) | (uint64_t)(c | d << 16) << 32;
}

void acc_advert_summarize(const uint8_t *data, size_t len, acc_advert_summary *summary)
{
    assert(len <= UINT16_MAX);
    uint16_t places[PLACE_COUNT] = {0};
    bool repeated;
    unsigned kind, values = 0;
    unsigned end = (unsigned)walk(data, len, places, &repeated);
    unsigned flags = places[PLACE_FLAGS], power = places[PLACE_TX_POWER];
    unsigned manufacturer = places[PLACE_MANUFACTURER], service = places[PLACE_SERVICE_DATA16];
    unsigned beacon = beacon_of(data, len, manufacturer, service, repeated, &kind);
    unsigned bits = end < len && data[end] != 0 ? ACC_SUMMARY_TRUNCATED : 0;
    bits |= repeated ? ACC_SUMMARY_REPEATED : 0;
    bits |= places[PLACE_LONG_SERVICE_DATA] ? ACC_SUMMARY_LONG_SERVICE_DATA : 0;
    if (flags && data[flags - 2] > 1) {
        bits |= ACC_SUMMARY_FLAGS;
        values = data[flags];
    }
    if (power && data[power - 2] > 1) {
        bits |= ACC_SUMMARY_TX_POWER;
        values |= (unsigned)data[power] << 8;
    }
    summary->first =
        word(values, places[PLACE_NAME], places[PLACE_APPEARANCE], places[PLACE_INTERVAL]);
    summary->second = word(places[PLACE_URI], manufacturer, service, beacon);
    summary->third = word(places[PLACE_SERVICES], places[PLACE_SOLICITED], end, kind | bits << 8);
}
