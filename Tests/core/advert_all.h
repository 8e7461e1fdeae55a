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

// Whether a summary's place is where acc_advert_classify found the field.
static inline bool is_place(uint64_t word, unsigned quarter, const acc_advert *advert,
                            enum acc_ad_field field)
{
    return (word >> 16 * quarter & 0xFFFF) == advert->field[field].offset;
}

// Whether a summary's place is that of the first of three lists.
static inline bool is_first(uint64_t place, const acc_advert *advert, enum acc_ad_field field)
{
    unsigned first = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned offset = advert->field[field + i].offset;
        first = offset && (!first || offset < first) ? offset : first;
    }
    return (place & 0xFFFF) == first;
}

// Whether a summary has the value of a field of one byte, and its bit.
static inline bool is_value(const acc_advert_summary *summary, unsigned shift, unsigned bit,
                            const uint8_t *data, acc_ad_slice slice)
{
    bool known = summary->third >> 56 & bit;
    return known == (slice.length > 0) &&
           (summary->first >> shift & 0xFF) == (known ? data[slice.offset] : 0u);
}

// Whether acc_advert_summarize agrees with acc_advert_classify.
static inline bool summarizes(const uint8_t *data, size_t len, const acc_advert *advert)
{
    acc_advert_summary sum;
    acc_advert_summarize(data, len, &sum);
    uint32_t several =
        advert->repeated & (1u << ACC_AD_FIELD_MANUFACTURER | 1u << ACC_AD_FIELD_SERVICE_DATA16);
    bool is_long = acc_advert_has(advert, ACC_AD_FIELD_SERVICE_DATA32) ||
                   acc_advert_has(advert, ACC_AD_FIELD_SERVICE_DATA128);
    uint64_t bits = sum.third >> 56;
    return is_value(&sum, 0, ACC_SUMMARY_FLAGS, data, advert->field[ACC_AD_FIELD_FLAGS]) &&
           is_value(&sum, 8, ACC_SUMMARY_TX_POWER, data, advert->field[ACC_AD_FIELD_TX_POWER]) &&
           is_place(sum.first, 1, advert, ACC_AD_FIELD_NAME) &&
           is_place(sum.first, 2, advert, ACC_AD_FIELD_APPEARANCE) &&
           is_place(sum.first, 3, advert, ACC_AD_FIELD_ADVERTISING_INTERVAL) &&
           is_place(sum.second, 0, advert, ACC_AD_FIELD_URI) &&
           is_place(sum.second, 1, advert, ACC_AD_FIELD_MANUFACTURER) &&
           is_place(sum.second, 2, advert, ACC_AD_FIELD_SERVICE_DATA16) &&
           sum.second >> 48 == advert->beacon.offset &&
           is_first(sum.third, advert, ACC_AD_FIELD_UUID16) &&
           is_first(sum.third >> 16, advert, ACC_AD_FIELD_SOLICIT_UUID16) &&
           (sum.third >> 32 & 0xFFFF) == advert->end && (sum.third >> 48 & 0xFF) == advert->kind &&
           (bits & ACC_SUMMARY_TRUNCATED) == (advert->status == ACC_TRUNCATED) &&
           !(bits & ACC_SUMMARY_REPEATED) == !several &&
           !(bits & ACC_SUMMARY_LONG_SERVICE_DATA) == !is_long;
}

// Reads the bytes as advertising data. False when acc_ad_next, acc_advert_classify
// and acc_advert_summarize do not agree.
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
    if (!summarizes(data, len, &advert))
        return false;
    return at == advert.end && (status == ACC_OK) == (at == len || data[at] == 0) &&
           (beacons > 0) == (advert.kind != ACC_BEACON_NONE);
}

#endif
