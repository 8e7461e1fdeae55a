// Reads and writes Feasycom's two frames: general (service data 0xFFF0) and sensor (manufacturer
// data that begins with FF F0).
//
// Input: a value that classify.c named. Output: its fields, or advertising data.
// docs/beacon-modules.md describes the modules.
#include "accessory/beacon.h"

#include "base/bytes.h"

#include <string.h>

enum { CONNECTABILITY = 3, LED = 1 << 4, BUZZER = 1 << 5, G_SENSOR = 1 << 6, KEY = 1 << 7 };
enum { EXTERNAL_POWER = 101 };  // instead of the battery's per cent

// UUID, model, version, feature bits, MAC (6), battery in per cent. Where two of the feature bits
// are depends on the module, hence `bits`.
acc_status acc_feasycom_read(const uint8_t *value, size_t len, acc_feasycom_bits bits,
                             acc_feasycom *feasycom)
{
    if (len < 13)
        return ACC_TRUNCATED;
    if (len > 13 || load_le16(value) != ACC_UUID16_FEASYCOM)
        return ACC_MALFORMED;
    uint8_t features = value[5], battery = value[12];
    if (battery > EXTERNAL_POWER)
        return ACC_OUT_OF_RANGE;
    *feasycom = (acc_feasycom){
        .model = value[2],
        .version = load_be16(value + 3),
        .connectability = features & CONNECTABILITY,
        .nfc = (features & bits.nfc) != 0,
        .long_range = (features & bits.long_range) != 0,
        .led = (features & LED) != 0,
        .buzzer = (features & BUZZER) != 0,
        .g_sensor = (features & G_SENSOR) != 0,
        .key = (features & KEY) != 0,
        .external_power = battery == EXTERNAL_POWER,
        .battery = battery == EXTERNAL_POWER ? 100 : battery,
    };
    memcpy(feasycom->mac, value + 6, 6);
    return ACC_OK;
}

// The reverse of acc_feasycom_read.
acc_status acc_feasycom_put(acc_ad_writer *writer, acc_feasycom_bits bits,
                            const acc_feasycom *feasycom)
{
    if (writer->status == ACC_OK && (feasycom->connectability > 3 || feasycom->battery > 100))
        writer->status = ACC_OUT_OF_RANGE;
    uint8_t rest[11] = {feasycom->model};
    store_be16(rest + 1, feasycom->version);
    rest[3] = (uint8_t)(feasycom->connectability | (feasycom->nfc ? bits.nfc : 0) |
                        (feasycom->long_range ? bits.long_range : 0) | (feasycom->led ? LED : 0) |
                        (feasycom->buzzer ? BUZZER : 0) | (feasycom->g_sensor ? G_SENSOR : 0) |
                        (feasycom->key ? KEY : 0));
    memcpy(rest + 4, feasycom->mac, 6);
    rest[10] = feasycom->external_power ? EXTERNAL_POWER : feasycom->battery;
    return acc_ad_put16(writer, ACC_AD_SERVICE_DATA16, ACC_UUID16_FEASYCOM, rest, sizeof rest);
}

const char *acc_feasycom_model_name(uint8_t model)
{
    static const char *const names[] = {
        [0x14] = "BT909", [0x15] = "BP102",  [0x19] = "BP109",  [0x1A] = "BP103", [0x1B] = "BP104",
        [0x1C] = "BP201", [0x1D] = "BP106",  [0x1E] = "BP101",  [0x1F] = "BP671", [0x24] = "BP120",
        [0x27] = "BP108", [0x28] = "BP108N", [0x29] = "BP103B",
    };
    return model < sizeof names / sizeof names[0] ? names[model] : NULL;
}

// Binary-coded decimal to a number; -1 when a digit is over 9.
static int from_digits(uint8_t byte)
{
    return byte >> 4 > 9 || (byte & 15) > 9 ? -1 : (byte >> 4) * 10 + (byte & 15);
}

static uint8_t to_digits(unsigned number)
{
    return (uint8_t)(number / 10 << 4 | number % 10);
}

// Two bytes, integer and fraction, in hundredths; -1 when a digit is over 9. A fraction below 10 is
// one digit: 0x05 is 0.5.
static int from_pair(const uint8_t *pair)
{
    int whole = from_digits(pair[0]), fraction = from_digits(pair[1]);
    if (whole < 0 || fraction < 0)
        return -1;
    return whole * 100 + (fraction < 10 ? fraction * 10 : fraction);
}

static void to_pair(uint8_t *pair, unsigned hundredths)
{
    unsigned fraction = hundredths % 100;
    pair[0] = to_digits(hundredths / 100);
    pair[1] = to_digits(fraction % 10 ? fraction : fraction / 10);
}

// The format cannot express fractions of 0.01 to 0.09.
static bool representable(unsigned hundredths)
{
    return hundredths < 10000 && (hundredths % 100 == 0 || hundredths % 100 >= 10);
}

// FF F0 02, battery, temperature pair, humidity pair, then the name.
acc_status acc_feasycom_sensor_read(const uint8_t *value, size_t len, acc_feasycom_sensor *sensor)
{
    if (len < 8)
        return ACC_TRUNCATED;
    if (value[0] != 0xFF || value[1] != 0xF0 || value[2] != 0x02)
        return ACC_MALFORMED;
    int battery = from_digits(value[3]);
    int temperature = from_pair(value + 4), humidity = from_pair(value + 6);
    if (battery < 0 || temperature < 0 || humidity < 0)
        return ACC_MALFORMED;
    sensor->battery = (uint8_t)battery;
    sensor->temperature = (uint16_t)temperature;
    sensor->humidity = (uint16_t)humidity;
    sensor->name = (acc_ad_slice){8, (uint16_t)(len - 8)};
    return ACC_OK;
}

acc_status acc_feasycom_sensor_put(acc_ad_writer *writer, const acc_feasycom_sensor *sensor,
                                   const uint8_t *name, size_t len)
{
    if (writer->status == ACC_OK &&
        (len > 246 || sensor->battery > 99 || !representable(sensor->temperature) ||
         !representable(sensor->humidity)))
        writer->status = ACC_OUT_OF_RANGE;
    if (writer->status != ACC_OK)
        return writer->status;
    uint8_t rest[252] = {0x02, to_digits(sensor->battery)};
    to_pair(rest + 2, sensor->temperature);
    to_pair(rest + 4, sensor->humidity);
    if (len)
        memcpy(rest + 6, name, len);
    return acc_ad_put16(writer, ACC_AD_MANUFACTURER, 0xF0FF, rest, 6 + len);
}
