// The shortest value of each format is recognised, one byte less is not. Lengths, with the company or UUID, are those
// of the formats' descriptions.
#include "accessory/beacon.h"
#include "check.h"

#include <string.h>

enum { COMPANY = 0xFF, SERVICE = 0x16 };

static const struct {
    uint8_t kind, type, start[4], min;
    bool is_exact;
} formats[] = {
    {ACC_BEACON_IBEACON, COMPANY, {0x4C, 0x00, 0x02, 0x15}, 25, false},
    {ACC_BEACON_ALTBEACON, COMPANY, {0x18, 0x01, 0xBE, 0xAC}, 25, false},
    {ACC_BEACON_EDDYSTONE_UID, SERVICE, {0xAA, 0xFE, 0x00, 0xEE}, 20, false},
    {ACC_BEACON_EDDYSTONE_URL, SERVICE, {0xAA, 0xFE, 0x10, 0xEE}, 6, false},
    {ACC_BEACON_EDDYSTONE_TLM, SERVICE, {0xAA, 0xFE, 0x20, 0x00}, 16, false},
    {ACC_BEACON_EDDYSTONE_ETLM, SERVICE, {0xAA, 0xFE, 0x20, 0x01}, 20, false},
    {ACC_BEACON_EDDYSTONE_EID, SERVICE, {0xAA, 0xFE, 0x30, 0xEE}, 12, false},
    {ACC_BEACON_FEASYCOM, SERVICE, {0xF0, 0xFF, 0x01, 0x02}, 13, true},
    {ACC_BEACON_FEASYCOM_SENSOR, COMPANY, {0xFF, 0xF0, 0x02, 0x01}, 8, false},
    {ACC_BEACON_RUUVI_RAW1, COMPANY, {0x99, 0x04, 0x03, 0x01}, 16, false},
    {ACC_BEACON_RUUVI_RAW2, COMPANY, {0x99, 0x04, 0x05, 0x01}, 26, false},
    {ACC_BEACON_BTHOME, SERVICE, {0xD2, 0xFC, 0x40, 0x02}, 3, false},
    {ACC_BEACON_ATC1441, SERVICE, {0x1A, 0x18, 0xA4, 0xC1}, 15, true},
    {ACC_BEACON_PVVX, SERVICE, {0x1A, 0x18, 0xA4, 0xC1}, 17, true},
    {ACC_BEACON_ATC1441_ENCRYPTED, SERVICE, {0x1A, 0x18, 0xA4, 0xC1}, 10, true},
    {ACC_BEACON_PVVX_ENCRYPTED, SERVICE, {0x1A, 0x18, 0xA4, 0xC1}, 13, true},
    {ACC_BEACON_MIBEACON, SERVICE, {0x95, 0xFE, 0x50, 0x20}, 7, false},
    {ACC_BEACON_APPLE_AIRPRINT, COMPANY, {0x4C, 0x00, 0x03, 0x00}, 4, false},
    {ACC_BEACON_APPLE_AIRDROP, COMPANY, {0x4C, 0x00, 0x05, 0x00}, 4, false},
    {ACC_BEACON_APPLE_HOMEKIT, COMPANY, {0x4C, 0x00, 0x06, 0x00}, 4, false},
    {ACC_BEACON_APPLE_PROXIMITY_PAIRING, COMPANY, {0x4C, 0x00, 0x07, 0x00}, 4, false},
    {ACC_BEACON_APPLE_HEY_SIRI, COMPANY, {0x4C, 0x00, 0x08, 0x00}, 4, false},
    {ACC_BEACON_APPLE_AIRPLAY, COMPANY, {0x4C, 0x00, 0x09, 0x00}, 4, false},
    {ACC_BEACON_APPLE_AIRPLAY, COMPANY, {0x4C, 0x00, 0x0A, 0x00}, 4, false},
    {ACC_BEACON_APPLE_MAGIC_SWITCH, COMPANY, {0x4C, 0x00, 0x0B, 0x00}, 4, false},
    {ACC_BEACON_APPLE_HANDOFF, COMPANY, {0x4C, 0x00, 0x0C, 0x00}, 4, false},
    {ACC_BEACON_APPLE_TETHERING, COMPANY, {0x4C, 0x00, 0x0D, 0x00}, 4, false},
    {ACC_BEACON_APPLE_TETHERING, COMPANY, {0x4C, 0x00, 0x0E, 0x00}, 4, false},
    {ACC_BEACON_APPLE_NEARBY_ACTION, COMPANY, {0x4C, 0x00, 0x0F, 0x00}, 4, false},
    {ACC_BEACON_APPLE_NEARBY_INFO, COMPANY, {0x4C, 0x00, 0x10, 0x00}, 4, false},
    {ACC_BEACON_APPLE_FIND_MY, COMPANY, {0x4C, 0x00, 0x12, 0x00}, 4, false},
    {ACC_BEACON_MICROSOFT_CDP, COMPANY, {0x06, 0x00, 0x01, 0x00}, 4, false},
    {ACC_BEACON_MICROSOFT_SWIFT_PAIR, COMPANY, {0x06, 0x00, 0x03, 0x00}, 5, false},
    {ACC_BEACON_FAST_PAIR, SERVICE, {0x2C, 0xFE, 0x00, 0x00}, 4, false},
    {ACC_BEACON_EXPOSURE_NOTIFICATION, SERVICE, {0x6F, 0xFD, 0x00, 0x00}, 22, false},
    {ACC_BEACON_TILE, SERVICE, {0xED, 0xFE, 0x02, 0x00}, 3, false},
    {ACC_BEACON_GOVEE, COMPANY, {0x88, 0xEC, 0x00, 0x00}, 4, false},
    {ACC_BEACON_SWITCHBOT, SERVICE, {0x3D, 0xFD, 0x00, 0x00}, 3, false},
    {ACC_BEACON_SWITCHBOT, COMPANY, {0x69, 0x09, 0x00, 0x00}, 3, false},
};

int main(void)
{
    uint8_t value[254] = {0};
    bool is_tried[ACC_BEACON_COUNT] = {false};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const unsigned kind = formats[i].kind, min = formats[i].min;
        const uint8_t other = formats[i].type == COMPANY ? SERVICE : COMPANY;
        memcpy(value, formats[i].start, 4);
        is_tried[kind] = true;
        CHECK(acc_beacon_kind_of(formats[i].type, value, min) == kind);
        CHECK(acc_beacon_kind_of(formats[i].type, value, min - 1) != kind);
        CHECK((acc_beacon_kind_of(formats[i].type, value, min + 1) == kind) != formats[i].is_exact);
        // not in a field of another type
        CHECK(acc_beacon_kind_of(other, value, min) != kind);
    }
    for (unsigned kind = ACC_BEACON_NONE + 1; kind < ACC_BEACON_COUNT; kind++)
        CHECK(is_tried[kind]);
    return failures;
}
