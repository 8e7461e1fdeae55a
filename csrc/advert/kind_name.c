// Names of beacon kinds, as the command line and the gateway print them. Input: a kind of
// classify.c.
#include "accessory/advert.h"

static const char *const names[ACC_BEACON_COUNT] = {
    [ACC_BEACON_NONE] = "none",
    [ACC_BEACON_IBEACON] = "ibeacon",
    [ACC_BEACON_ALTBEACON] = "altbeacon",
    [ACC_BEACON_EDDYSTONE_UID] = "eddystone-uid",
    [ACC_BEACON_EDDYSTONE_URL] = "eddystone-url",
    [ACC_BEACON_EDDYSTONE_TLM] = "eddystone-tlm",
    [ACC_BEACON_EDDYSTONE_ETLM] = "eddystone-etlm",
    [ACC_BEACON_EDDYSTONE_EID] = "eddystone-eid",
    [ACC_BEACON_FEASYCOM] = "feasycom",
    [ACC_BEACON_FEASYCOM_SENSOR] = "feasycom-sensor",
    [ACC_BEACON_RUUVI_RAW1] = "ruuvi-raw1",
    [ACC_BEACON_RUUVI_RAW2] = "ruuvi-raw2",
    [ACC_BEACON_BTHOME] = "bthome",
    [ACC_BEACON_ATC1441] = "atc1441",
    [ACC_BEACON_PVVX] = "pvvx",
    [ACC_BEACON_ATC1441_ENCRYPTED] = "atc1441-encrypted",
    [ACC_BEACON_PVVX_ENCRYPTED] = "pvvx-encrypted",
    [ACC_BEACON_MIBEACON] = "mibeacon",
    [ACC_BEACON_APPLE_AIRPRINT] = "apple-airprint",
    [ACC_BEACON_APPLE_AIRDROP] = "apple-airdrop",
    [ACC_BEACON_APPLE_HOMEKIT] = "apple-homekit",
    [ACC_BEACON_APPLE_PROXIMITY_PAIRING] = "apple-proximity-pairing",
    [ACC_BEACON_APPLE_HEY_SIRI] = "apple-hey-siri",
    [ACC_BEACON_APPLE_AIRPLAY] = "apple-airplay",
    [ACC_BEACON_APPLE_MAGIC_SWITCH] = "apple-magic-switch",
    [ACC_BEACON_APPLE_HANDOFF] = "apple-handoff",
    [ACC_BEACON_APPLE_TETHERING] = "apple-tethering",
    [ACC_BEACON_APPLE_NEARBY_ACTION] = "apple-nearby-action",
    [ACC_BEACON_APPLE_NEARBY_INFO] = "apple-nearby-info",
    [ACC_BEACON_APPLE_FIND_MY] = "apple-find-my",
    [ACC_BEACON_MICROSOFT_CDP] = "microsoft-cdp",
    [ACC_BEACON_MICROSOFT_SWIFT_PAIR] = "microsoft-swift-pair",
    [ACC_BEACON_FAST_PAIR] = "fast-pair",
    [ACC_BEACON_EXPOSURE_NOTIFICATION] = "exposure-notification",
    [ACC_BEACON_TILE] = "tile",
    [ACC_BEACON_GOVEE] = "govee",
    [ACC_BEACON_SWITCHBOT] = "switchbot",
};

const char *acc_beacon_kind_name(enum acc_beacon_kind kind)
{
    return (unsigned)kind < ACC_BEACON_COUNT ? names[kind] : names[ACC_BEACON_NONE];
}
