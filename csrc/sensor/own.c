// Formats with their own reader (BTHome, MiBeacon, ATC and PVVX, RuuviTag, Feasycom): selects the
// reader of each structure and turns its measurements into a reading.
//
// Input: the structures that read.c collected. Output: the reading's format, state, MAC and
// measurements.
#include "sensor/beacon_frames.h"
#include "sensor/search.h"

#include "accessory/beacon.h"

#include <string.h>

// Battery in %, temperature and humidity in hundredths.
static acc_status read_feasycom(const uint8_t *value, size_t len, acc_measurement *list,
                                size_t capacity, size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    acc_feasycom_sensor sensor;
    acc_status status = acc_feasycom_sensor_read(value, len, &sensor);
    if (status != ACC_OK)
        return status;
    measure_number(&out, ACC_QUANTITY_BATTERY, sensor.battery, 1000000);
    measure_number(&out, ACC_QUANTITY_TEMPERATURE, sensor.temperature, 10000);
    measure_number(&out, ACC_QUANTITY_HUMIDITY, sensor.humidity, 10000);
    *count = out.count;
    return out.status;
}

// `offset` is the structure's in the advertising data; `base` is where the objects start in the structure.
static inline acc_status read_bthome(const uint8_t *value, size_t len, size_t offset,
                                     acc_sensor_reading *reading, acc_measurement *list,
                                     size_t capacity, size_t *count, size_t *base)
{
    acc_bthome bthome;
    acc_status status = sensor_bthome_frame(value, len, &bthome);
    if (status != ACC_OK)
        return status;
    reading->has_mac = bthome.has_mac;
    if (bthome.has_mac)
        memcpy(reading->mac, bthome.mac, 6);
    *base = bthome.objects.offset;
    if (bthome.encrypted) {
        reading->state |= ACC_SENSOR_NEEDS_KEY;
        return ACC_OK;
    }
    return acc_sensor_bthome(value + *base, bthome.objects.length, offset + *base, list, capacity,
                             count);
}

// An encrypted frame gives the product and MAC, and asks for the key.
static inline acc_status read_mibeacon(const uint8_t *value, size_t len,
                                       acc_sensor_reading *reading, acc_measurement *list,
                                       size_t capacity, size_t *count, size_t *base)
{
    acc_mibeacon mibeacon;
    acc_status status = sensor_mibeacon_frame(value, len, &mibeacon);
    if (status != ACC_OK)
        return status;
    reading->has_mac = mibeacon.has_mac;
    if (mibeacon.has_mac)
        memcpy(reading->mac, mibeacon.mac, 6);
    reading->product = mibeacon.product;
    *base = mibeacon.objects.offset;
    if (mibeacon.encrypted) {
        reading->state |= ACC_SENSOR_NEEDS_KEY;
        return ACC_OK;
    }
    return acc_mibeacon_objects(mibeacon.product, value + *base, mibeacon.objects.length, list,
                                capacity, count);
}

// The format that a reading states, by beacon kind.
static const uint8_t format_of[ACC_BEACON_COUNT] = {
    [ACC_BEACON_FEASYCOM_SENSOR] = ACC_SENSOR_FORMAT_FEASYCOM,
    [ACC_BEACON_RUUVI_RAW1] = ACC_SENSOR_FORMAT_RUUVI_RAW1,
    [ACC_BEACON_RUUVI_RAW2] = ACC_SENSOR_FORMAT_RUUVI_RAW2,
    [ACC_BEACON_BTHOME] = ACC_SENSOR_FORMAT_BTHOME,
    [ACC_BEACON_ATC1441] = ACC_SENSOR_FORMAT_ATC1441,
    [ACC_BEACON_PVVX] = ACC_SENSOR_FORMAT_PVVX,
    [ACC_BEACON_ATC1441_ENCRYPTED] = ACC_SENSOR_FORMAT_ATC1441,
    [ACC_BEACON_PVVX_ENCRYPTED] = ACC_SENSOR_FORMAT_PVVX,
    [ACC_BEACON_MIBEACON] = ACC_SENSOR_FORMAT_MIBEACON,
};

// Inline, so that it is part of acc_sensor_read_beacon.
__attribute__((always_inline)) static inline bool
read_structure(const acc_sensor_source *source, unsigned kind, struct sensor_part part,
               acc_sensor_reading *reading, acc_measurement *list, size_t capacity)
{
    const uint8_t *value = part.bytes;
    size_t len = part.length, count = 0, base = 0, offset = (size_t)(value - source->data);
    acc_status status = ACC_OK;
    reading->format = format_of[kind];
    switch (kind) {
    case ACC_BEACON_FEASYCOM_SENSOR:
        status = read_feasycom(value, len, list, capacity, &count);
        break;
    case ACC_BEACON_RUUVI_RAW1:
    case ACC_BEACON_RUUVI_RAW2:
        status = acc_ruuvi_read(value, len, list, capacity, &count);
        reading->has_mac = acc_ruuvi_mac(value, len, reading->mac);
        break;
    case ACC_BEACON_BTHOME:
        status = read_bthome(value, len, offset, reading, list, capacity, &count, &base);
        break;
    case ACC_BEACON_ATC1441:
    case ACC_BEACON_PVVX:
        status = acc_atc_read(value, len, reading->mac, list, capacity, &count);
        reading->has_mac = true;
        break;
    case ACC_BEACON_MIBEACON:
        status = read_mibeacon(value, len, reading, list, capacity, &count, &base);
        break;
    default:
        reading->state = ACC_SENSOR_NEEDS_KEY;
    }
    if (status != ACC_OK) {
        if (status == ACC_MALFORMED || (count == 0 && base == 0))
            return false;
        reading->unknown = status == ACC_UNSUPPORTED;
        reading->state |= ACC_SENSOR_PARTIAL;
    }
    reading->value = (acc_ad_slice){(uint16_t)offset, (uint16_t)len};
    reading->count = count;
    return true;
}

bool acc_sensor_read_own(const acc_sensor_source *source, unsigned kind, struct sensor_part part,
                         acc_sensor_reading *reading, acc_measurement *list, size_t capacity)
{
    return read_structure(source, kind, part, reading, list, capacity);
}

bool acc_sensor_read_beacon(const acc_sensor_source *source, acc_sensor_reading *reading,
                            acc_measurement *list, size_t capacity)
{
    const acc_advert *advert = source->advert;
    struct sensor_part part = sensor_part_of(source->data, advert->beacon, 2);
    return read_structure(source, advert->kind, part, reading, list, capacity) &&
           sensor_is_complete(reading, reading->count);
}
