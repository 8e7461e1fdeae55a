// Sensor formats: Ruuvi, BTHome, MiBeacon, ATC and pvvx frames with known values, and objects of every length.
#include "accessory/sensor.h"
#include "check.h"
#include "sensor/search.h"

#include <string.h>

static acc_measurement list[ACC_MEASUREMENTS_MAX];
static size_t count;

static bool is(size_t at, enum acc_quantity quantity, int64_t micro)
{
    return at < count && list[at].quantity == quantity && list[at].micro == micro;
}

static void ruuvi_leaves_out_what_is_not_available(void)
{
    // worked by hand from the format's description
    static const uint8_t tag[26] = {0x99, 0x04, 0x05, 0x12, 0xFC, 0xFF, 0xFF, 0xC3, 0x7C,
                                    0x80, 0x00, 0xFF, 0xFC, 0x04, 0x0C, 0xAC, 0x3F, 0x42,
                                    0xFF, 0xFF, 1,    2,    3,    4,    5,    6};
    uint8_t mac[6];
    CHECK(acc_ruuvi_read(tag, sizeof tag, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
    CHECK(count == 6 && is(0, ACC_QUANTITY_TEMPERATURE, 24300000));
    CHECK(is(1, ACC_QUANTITY_PRESSURE, 1000440000) && is(2, ACC_QUANTITY_ACCELERATION_Y, -4000));
    CHECK(is(3, ACC_QUANTITY_ACCELERATION_Z, 1036000) && is(4, ACC_QUANTITY_MOVEMENT, 66000000));
    CHECK(is(5, ACC_QUANTITY_VOLTAGE, 2977000));
    CHECK(acc_ruuvi_mac(tag, sizeof tag, mac) && mac[0] == 1 && mac[5] == 6);
    for (size_t len = 0; len < sizeof tag; len++)
        CHECK(acc_ruuvi_read(tag, len, list, ACC_MEASUREMENTS_MAX, &count) == ACC_TRUNCATED);
    CHECK(acc_ruuvi_read(tag, sizeof tag, list, 2, &count) == ACC_NO_ROOM && count == 2);
}

static void bthome_reads_up_to_the_unknown(void)
{
    static const uint8_t objects[] = {0x02, 0xCA, 0x09, 0x02, 0x36, 0xFF, 0x3A, 0x04, 0x3C, 0x01,
                                      0x03, 0x53, 0x02, 'h',  'i',  0x2D, 0x01, 0xFE, 0x00};
    CHECK(acc_bthome_objects(objects, sizeof objects, list, ACC_MEASUREMENTS_MAX, &count) ==
          ACC_UNSUPPORTED);
    CHECK(count == 6 && is(0, ACC_QUANTITY_TEMPERATURE, 25060000));
    CHECK(is(1, ACC_QUANTITY_TEMPERATURE, -2020000) && list[1].instance == 1);
    CHECK(is(2, ACC_QUANTITY_BUTTON, 0) && list[2].event == ACC_EVENT_LONG_PRESS);
    CHECK(is(3, ACC_QUANTITY_DIMMER, 3) && list[3].event == ACC_EVENT_ROTATE_LEFT);
    CHECK(list[4].form == ACC_FORM_TEXT && list[4].bytes.offset == 13 && list[4].bytes.length == 2);
    CHECK(is(5, ACC_QUANTITY_WINDOW, 1) && list[5].form == ACC_FORM_BINARY);
    CHECK(acc_bthome_objects(objects, 2, list, ACC_MEASUREMENTS_MAX, &count) == ACC_TRUNCATED);
    CHECK(acc_bthome_objects(objects, 12, list, ACC_MEASUREMENTS_MAX, &count) == ACC_TRUNCATED);
    CHECK(count == 4);
    CHECK(acc_bthome_objects(objects, 0, list, 0, &count) == ACC_OK && count == 0);
}

// In a reading, texts are slices of the advertising data, and so are empty ones.
static void bthome_texts_have_their_place(void)
{
    static const uint8_t data[] = {0x02, 0x01, 0x06, 0x0A, 0x16, 0xD2, 0xFC,
                                   0x40, 0x53, 0x00, 0x53, 0x02, 'h',  'i'};
    acc_advert advert;
    acc_sensor_reading reading;
    acc_advert_classify(data, sizeof data, &advert);
    acc_sensor_source source = {.data = data, .length = sizeof data, .advert = &advert};
    CHECK(acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX) == ACC_OK);
    CHECK(reading.count == 2 && list[0].bytes.offset == 10 && list[0].bytes.length == 0);
    CHECK(list[1].bytes.offset == 12 && list[1].bytes.length == 2);
}

static void bthome_is_taken_apart(void)
{
    static const uint8_t value[] = {0xD2, 0xFC, 0x47, 6, 5, 4, 3, 2, 1, 0xAA,
                                    0xBB, 1,    2,    3, 4, 5, 6, 7, 8};
    acc_bthome bthome;
    CHECK(acc_bthome_read(value, sizeof value, &bthome) == ACC_OK);
    CHECK(bthome.encrypted && bthome.has_mac && bthome.trigger_based && bthome.mac[0] == 1);
    CHECK(bthome.objects.offset == 9 && bthome.objects.length == 2);
    CHECK(bthome.counter[0] == 1 && bthome.tag[3] == 8);
    CHECK(acc_bthome_read(value, 16, &bthome) == ACC_TRUNCATED);
    static const uint8_t plain[] = {0xD2, 0xFC, 0x40, 0x02};
    CHECK(acc_bthome_read(plain, sizeof plain, &bthome) == ACC_OK);
    CHECK(!bthome.encrypted && !bthome.has_mac && !bthome.trigger_based);
    CHECK(bthome.objects.offset == 3 && bthome.objects.length == 1);
    static const uint8_t version1[] = {0xD2, 0xFC, 0x20};
    CHECK(acc_bthome_read(version1, 3, &bthome) == ACC_UNSUPPORTED);
}

static void mibeacon_is_taken_apart(void)
{
    static const uint8_t value[] = {0x95, 0xFE, 0x78, 0x50, 0x34, 0x12, 0x07, 6, 5, 4, 3, 2,
                                    1,    0x20, 0x00, 0xCC, 0xCC, 7,    8,    9, 1, 2, 3, 4};
    acc_mibeacon mibeacon;
    CHECK(acc_mibeacon_read(value, sizeof value, &mibeacon) == ACC_OK);
    CHECK(mibeacon.version == 5 && mibeacon.product == 0x1234 && mibeacon.counter == 7);
    CHECK(mibeacon.has_mac && mibeacon.mac[0] == 1 && mibeacon.encrypted);
    CHECK(mibeacon.objects.offset == 15 && mibeacon.objects.length == 2);
    CHECK(mibeacon.extended[0] == 7 && mibeacon.extended[2] == 9 && mibeacon.tag[0] == 1);
    for (size_t len = 0; len < 22; len++)
        CHECK(acc_mibeacon_read(value, len, &mibeacon) == ACC_TRUNCATED);
}

static void mibeacon_objects_are_listed(void)
{
    static const uint8_t both[] = {0x0D, 0x10, 0x04, 0xB4, 0x00, 0x95,
                                   0x02, 0x0A, 0x10, 0x01, 0x3B};
    CHECK(acc_mibeacon_objects(0x01AA, both, sizeof both, list, ACC_MEASUREMENTS_MAX, &count) ==
          ACC_OK);
    CHECK(count == 3 && is(0, ACC_QUANTITY_TEMPERATURE, 18000000));
    CHECK(is(1, ACC_QUANTITY_HUMIDITY, 66100000) && is(2, ACC_QUANTITY_BATTERY, 59000000));
    CHECK(acc_mibeacon_objects(0x01AA, both, 9, list, ACC_MEASUREMENTS_MAX, &count) ==
          ACC_TRUNCATED);
    CHECK(count == 2);
    static const uint8_t not_a_number[] = {0x01, 0x4C, 0x04, 0x00, 0x00, 0xC0, 0x7F};
    CHECK(acc_mibeacon_objects(0, not_a_number, 7, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
    CHECK(count == 0);  // no value is made up
}

// Decodes an object of `product`. Returns the number of measurements.
static size_t object(uint16_t product, const uint8_t *bytes, size_t len)
{
    acc_status status =
        acc_mibeacon_objects(product, bytes, len, list, ACC_MEASUREMENTS_MAX, &count);
    CHECK(status == ACC_OK);
    return count;
}

static void mibeacon_objects_of_products(void)
{
    // Lockin SV40: closed, so not left open; left open too long
    CHECK(object(0x11C2, (const uint8_t[]){0x07, 0x00, 5, 1, 1, 2, 3, 4}, 8) == 3);
    CHECK(is(0, ACC_QUANTITY_DOOR, 0) && is(1, ACC_QUANTITY_DOOR_LEFT_OPEN, 0));
    CHECK(list[2].event == ACC_EVENT_CLOSE_DOOR);
    CHECK(object(0x11C2, (const uint8_t[]){0x07, 0x00, 1, 2}, 4) == 3);
    CHECK(is(0, ACC_QUANTITY_DOOR, 1) && is(1, ACC_QUANTITY_DOOR_LEFT_OPEN, 1));
    CHECK(object(0x11C2, (const uint8_t[]){0x07, 0x00, 1, 0}, 4) == 2);
    // Linptech KS2: a press, without a number of the button; KS1: with
    CHECK(object(0x520B, (const uint8_t[]){0x0C, 0x56, 0}, 3) == 1);
    CHECK(is(0, ACC_QUANTITY_BUTTON, 0) && list[0].event == ACC_EVENT_PRESS);
    CHECK(object(0x3A61, (const uint8_t[]){0x0E, 0x56, 1, 1}, 4) == 1);
    CHECK(list[0].event == ACC_EVENT_LONG_PRESS && list[0].instance == 1);
    // PTX display: the value of the captured frame; one that may be below zero or not is left out
    CHECK(object(0x64C5, (const uint8_t[]){0x5D, 0x60, 1, 25}, 4) == 1);
    CHECK(is(0, ACC_QUANTITY_TEMPERATURE, 25000000));
    CHECK(object(0x64C5, (const uint8_t[]){0x5D, 0x60, 1, 0xFB}, 4) == 0);
    // Yeelight dimmer: turned three to the left; pressed and turned two to the right
    CHECK(object(0x03B6, (const uint8_t[]){0x01, 0x10, 3, 0, 0xFD, 4}, 6) == 2);
    CHECK(is(0, ACC_QUANTITY_DIMMER, 3) && list[0].event == ACC_EVENT_ROTATE_LEFT);
    CHECK(is(1, ACC_QUANTITY_STEPS, 3000000));
    CHECK(object(0x03B6, (const uint8_t[]){0x01, 0x10, 3, 2, 0, 4}, 6) == 2);
    CHECK(list[0].event == ACC_EVENT_ROTATE_RIGHT_PRESSED && is(1, ACC_QUANTITY_STEPS, 2000000));
    // tenths of humidity as they are sent
    CHECK(object(0x055B, (const uint8_t[]){0x06, 0x10, 2, 0xD3, 0x01}, 5) == 1);
    CHECK(is(0, ACC_QUANTITY_HUMIDITY, 46700000));
}

// The table of objects is searched by halves: each one of it is found.
static void every_mibeacon_object_is_found(void)
{
    static const uint8_t value[9];
    unsigned known = 0;
    for (uint32_t type = 0; type <= 0xFFFF; type++) {
        uint8_t bytes[12] = {(uint8_t)type, (uint8_t)(type >> 8), sizeof value};
        memcpy(bytes + 3, value, sizeof value);
        known += acc_mibeacon_objects(0, bytes, sizeof bytes, list, ACC_MEASUREMENTS_MAX, &count) !=
                 ACC_UNSUPPORTED;
    }
    CHECK(known == 75);
}

// One word of the S400 scale: 11 bits of weight, 7 of heart rate less 50, 14 of impedance.
static size_t scale(uint32_t mass, uint32_t heart, uint32_t impedance)
{
    uint32_t word = mass | heart << 11 | impedance << 18;
    const uint8_t object[] = {0x16,
                              0x6E,
                              9,
                              1,
                              (uint8_t)word,
                              (uint8_t)(word >> 8),
                              (uint8_t)(word >> 16),
                              (uint8_t)(word >> 24),
                              0,
                              0,
                              0,
                              0};
    CHECK(acc_mibeacon_objects(0x3BD5, object, sizeof object, list, ACC_MEASUREMENTS_MAX, &count) ==
          ACC_OK);
    CHECK(is(0, ACC_QUANTITY_PROFILE, 1000000));
    return count;
}

static void scale_states_weight_heart_rate_and_impedance(void)
{
    CHECK(scale(700, 30, 4500) == 5 && is(1, ACC_QUANTITY_MASS, 70000000));
    CHECK(is(2, ACC_QUANTITY_HEART_RATE, 80000000));
    CHECK(is(3, ACC_QUANTITY_IMPEDANCE_LOW, 450000000) && is(4, ACC_QUANTITY_STABILIZED, 0));
    // 0 and 127 are no heart rates, 1 and 126 are the least and the most
    CHECK(scale(700, 0, 0) == 3 && is(2, ACC_QUANTITY_STABILIZED, 1));
    CHECK(scale(700, 127, 0) == 3);
    CHECK(scale(700, 1, 0) == 4 && is(2, ACC_QUANTITY_HEART_RATE, 51000000));
    CHECK(scale(700, 126, 0) == 4 && is(2, ACC_QUANTITY_HEART_RATE, 176000000));
    CHECK(scale(0, 0, 5000) == 3 && is(1, ACC_QUANTITY_IMPEDANCE_HIGH, 500000000));
    CHECK(is(2, ACC_QUANTITY_STABILIZED, 1));
    // the S400 Pro without weight
    CHECK(scale(0x7FF, 70, 5000) == 4 && is(1, ACC_QUANTITY_HEART_RATE, 120000000));
    CHECK(is(2, ACC_QUANTITY_IMPEDANCE_LOW, 500000000) && is(3, ACC_QUANTITY_STABILIZED, 0));
    CHECK(scale(0, 0, 0) == 2 && is(1, ACC_QUANTITY_STABILIZED, 0));
}

// Every object with every short length and extreme contents: nothing read beyond, nothing overflows.
static void every_mibeacon_object_stays_inside(void)
{
    static const uint8_t contents[] = {0x00, 0xFF, 0x7F, 0x80};
    for (uint32_t i = 0; i < 4u * 0x7000; i++)
        for (uint8_t len = 0; len <= 9; len += 3) {
            uint8_t object[12] = {(uint8_t)(i >> 2), (uint8_t)(i >> 10), len};
            memset(object + 3, contents[i & 3], len);
            acc_status status =
                acc_mibeacon_objects(0x03B6, object, 3u + len, list, ACC_MEASUREMENTS_MAX, &count);
            CHECK(status == ACC_OK || status == ACC_TRUNCATED || status == ACC_UNSUPPORTED);
            CHECK(count <= 6);
        }
}

static void atc_and_pvvx(void)
{
    static const uint8_t atc[] = {0x1A, 0x18, 0xA4, 0xC1, 0x38, 0x02, 0x83, 0xF4,
                                  0xFF, 0x9C, 0x2F, 0x5F, 0x0B, 0xF8, 0x19};
    uint8_t mac[6];
    CHECK(acc_atc_read(atc, sizeof atc, mac, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
    CHECK(count == 5 && is(0, ACC_QUANTITY_TEMPERATURE, -10000000));
    CHECK(is(3, ACC_QUANTITY_VOLTAGE, 3064000) && mac[0] == 0xA4 && mac[5] == 0xF4);
    CHECK(acc_atc_read(atc, 14, mac, list, ACC_MEASUREMENTS_MAX, &count) == ACC_TRUNCATED);
    static const uint8_t plain[] = {0x0C, 0xFE, 0x10, 0x27, 0x64, 0x00};
    CHECK(acc_atc_objects(plain, 6, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
    CHECK(is(0, ACC_QUANTITY_TEMPERATURE, -5000000) && is(1, ACC_QUANTITY_HUMIDITY, 100000000));
    CHECK(count == 5 && is(3, ACC_QUANTITY_OPENING, 0) && is(4, ACC_QUANTITY_POWER_ON, 0));
    static const uint8_t open[] = {0x0C, 0xFE, 0x10, 0x27, 0x64, 0x03};
    CHECK(acc_atc_objects(open, 6, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
    CHECK(is(3, ACC_QUANTITY_OPENING, 1) && is(4, ACC_QUANTITY_POWER_ON, 1));
    CHECK(acc_atc_objects(plain, 4, list, ACC_MEASUREMENTS_MAX, &count) == ACC_MALFORMED);
}

// Any company or UUID, with any length and third byte.
static void readers_of_their_own_are_known(void)
{
    static const uint8_t thirds[] = {0x02, 0x03, 0x05, 0x40};
    uint8_t data[27] = {0};
    for (unsigned i = 0; i < 65536 * sizeof thirds; i++) {
        store_le16(data, (uint16_t)i);
        data[2] = thirds[i >> 16];
        for (size_t length = 3; length <= sizeof data && !sensor_may_be_own(data); length++) {
            unsigned company = acc_beacon_kind_of(ACC_AD_MANUFACTURER, data, length);
            unsigned service = acc_beacon_kind_of(ACC_AD_SERVICE_DATA16, data, length);
            CHECK((acc_sensor_kinds[company] | acc_sensor_kinds[service]) < SENSOR_OWN);
        }
    }
}

static void everything_has_a_name(void)
{
    for (int i = 0; i < ACC_QUANTITY_END; i++)
        CHECK(acc_quantity_name((enum acc_quantity)i) && acc_quantity_unit((enum acc_quantity)i));
    for (int i = 0; i < ACC_EVENT_END; i++)
        CHECK(acc_sensor_event_name((enum acc_sensor_event)i));
}

int main(void)
{
    ruuvi_leaves_out_what_is_not_available();
    bthome_reads_up_to_the_unknown();
    bthome_texts_have_their_place();
    bthome_is_taken_apart();
    mibeacon_is_taken_apart();
    mibeacon_objects_are_listed();
    mibeacon_objects_of_products();
    every_mibeacon_object_is_found();
    scale_states_weight_heart_rate_and_impedance();
    every_mibeacon_object_stays_inside();
    atc_and_pvvx();
    readers_of_their_own_are_known();
    everything_has_a_name();
    return failures;
}
