// Runs every reader of advertisements on the same bytes, for tests of their bounds.
#ifndef ACC_ADVERT_ALL_H
#define ACC_ADVERT_ALL_H

#include "accessory/beacon.h"
#include "accessory/hci_report.h"
#include "accessory/sensor.h"

// Reads the bytes as the value of an AD structure.
static inline void read_value(const uint8_t *value, size_t len)
{
    union {
        acc_ibeacon ibeacon;
        acc_altbeacon altbeacon;
        acc_eddystone_uid uid;
        acc_eddystone_url url;
        acc_eddystone_tlm tlm;
        acc_eddystone_etlm etlm;
        acc_eddystone_eid eid;
        acc_feasycom feasycom;
        acc_feasycom_sensor sensor;
    } out;
    acc_ibeacon_read(value, len, &out.ibeacon);
    acc_altbeacon_read(value, len, ACC_ALTBEACON_CODE, &out.altbeacon);
    acc_eddystone_uid_read(value, len, &out.uid);
    acc_eddystone_url_read(value, len, &out.url);
    acc_eddystone_tlm_read(value, len, &out.tlm);
    acc_eddystone_etlm_read(value, len, &out.etlm);
    acc_eddystone_eid_read(value, len, &out.eid);
    acc_feasycom_read(value, len, ACC_FEASYCOM_BITS, &out.feasycom);
    acc_feasycom_sensor_read(value, len, &out.sensor);

    acc_measurement list[ACC_MEASUREMENTS_MAX];
    size_t count;
    uint8_t mac[6];
    acc_bthome bthome;
    acc_mibeacon mibeacon;
    acc_ruuvi_read(value, len, list, ACC_MEASUREMENTS_MAX, &count);
    acc_ruuvi_mac(value, len, mac);
    acc_atc_read(value, len, mac, list, ACC_MEASUREMENTS_MAX, &count);
    acc_atc_objects(value, len, list, ACC_MEASUREMENTS_MAX, &count);
    if (acc_bthome_read(value, len, &bthome) == ACC_OK)
        acc_bthome_objects(value + bthome.objects.offset, bthome.objects.length, list,
                           ACC_MEASUREMENTS_MAX, &count);
    acc_bthome_objects(value, len, list, ACC_MEASUREMENTS_MAX, &count);
    acc_bthome1_objects(value, len, list, ACC_MEASUREMENTS_MAX, &count);
    for (unsigned record = 0; record < acc_sensor_builtin.record_count; record += 1 + record % 7)
        acc_sensor_read_plain((uint16_t)record, value, len, list, ACC_MEASUREMENTS_MAX, &count);
    if (acc_mibeacon_read(value, len, &mibeacon) == ACC_OK)
        acc_mibeacon_objects(mibeacon.product, value + mibeacon.objects.offset,
                             mibeacon.objects.length, list, ACC_MEASUREMENTS_MAX, &count);
    acc_mibeacon_objects(0x03B6, value, len, list, ACC_MEASUREMENTS_MAX, &count);
}

// Reads the bytes as a sensor's advertisement, with its own name and with others. False when a place is out of
// bounds.
static inline bool read_sensor(const uint8_t *data, size_t len, const acc_advert *advert)
{
    static const uint8_t address[6] = {1, 2, 3, 4, 5, 6};
    static const uint8_t names[][13] = {"", "GVH5100_1234", "SensorPush T", "MOCREO 12345",
                                        "TP357 (12AB)"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        acc_measurement list[ACC_MEASUREMENTS_MAX];
        acc_sensor_reading reading;
        acc_sensor_source source = {.data = data,
                                    .length = len,
                                    .advert = advert,
                                    .address = i ? address : NULL,
                                    .name = i ? names[i] : NULL,
                                    .name_length = i ? sizeof names[i] - 1 : 0};
        size_t capacity = i == 1 ? 2 : ACC_MEASUREMENTS_MAX;
        acc_sensor_read(&source, &reading, list, capacity);
        if (reading.count > capacity || reading.value.offset + reading.value.length > len)
            return false;
        for (size_t k = 0; k < reading.count; k++)
            if (list[k].bytes.offset + list[k].bytes.length > len)
                return false;
    }
    return true;
}

// Reads the bytes as advertising data. False when acc_ad_next and acc_advert_classify do not agree.
static inline bool read_advert(const uint8_t *data, size_t len)
{
    acc_advert advert;
    acc_status status = acc_advert_classify(data, len, &advert);
    acc_ad ad;
    uint32_t beacons = 0;
    size_t at = 0;
    while (acc_ad_next(data, len, &at, &ad)) {
        beacons += acc_beacon_kind_of(ad.type, ad.value, ad.length) != ACC_BEACON_NONE;
        read_value(ad.value, ad.length);
    }
    for (int i = 0; i < ACC_AD_FIELD_COUNT; i++)
        if (advert.field[i].offset + advert.field[i].length > advert.end)
            return false;
    if (!read_sensor(data, len, &advert))
        return false;
    return at == advert.end && (status == ACC_OK) == (at == len || data[at] == 0) &&
           (beacons > 0) == (advert.kind != ACC_BEACON_NONE);
}

#endif
