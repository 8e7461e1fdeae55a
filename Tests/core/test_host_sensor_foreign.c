// Advertisements of devices that are no sensors: companies and services as received in offices and trains, and data that is
// random but for its length. Hardly any may be read, and no value may be impossible.
//
//     build/native/Tests/core/test_host_sensor_foreign 1000000
#include "accessory/sensor.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { SOME = 100000, ALLOWED_PER_MILLION = 50 };

// Phones, computers, headphones, watches, televisions, lamps, tags, chips; 0001 to 0600 is what others use besides.
static const uint16_t companies[] = {
    0x004C, 0x004C, 0x004C, 0x004C, 0x004C, 0x004C, 0x0006, 0x0006, 0x0006, 0x0075, 0x0075,
    0x0075, 0x00E0, 0x00E0, 0x0087, 0x0157, 0x009E, 0x012D, 0x0131, 0x0001, 0x0002, 0x000A,
    0x000D, 0x000F, 0x0059, 0x0046, 0x0047, 0x0057, 0x0065, 0x0078, 0x00C4, 0x00CC, 0x00D2,
    0x0171, 0x01D1, 0x01DA, 0x0224, 0x022B, 0x027D, 0x02E5, 0x02FF, 0x0310, 0x038F, 0x03C1,
    0x0494, 0x0499, 0x05A7, 0x0600, 0x060F, 0x0618, 0x06D5, 0x0822, 0x0969, 0x8843, 0xFFFF,
};

// Fast Pair, presence, exposure notification, Eddystone; health and fitness, batteries, tags, lamps, home automation.
static const uint16_t services[] = {
    0xFE2C, 0xFE2C, 0xFE2C, 0xFE2C, 0xFE2C, 0xFCF1, 0xFCF1, 0xFCF1, 0xFCF1, 0xFCF1, 0xFEF3, 0xFEF3,
    0xFEF3, 0xFEF3, 0xFEF3, 0xFD6F, 0xFD6F, 0xFD6F, 0xFD6F, 0xFD6F, 0xFEAA, 0xFEAA, 0xFEAA, 0xFEAA,
    0xFEAA, 0xFD6F, 0xFE2C, 0xFCF1, 0xFEF3, 0xFE9F, 0xFD5A, 0xFEED, 0xFD69, 0xFDF0, 0xFCB2, 0xFFF6,
    0xFE03, 0xFE78, 0xFDAB, 0xFE95, 0xFCD2, 0xFEE0, 0x1800, 0x1805, 0x1809, 0x180A, 0x180D, 0x180F,
    0x1812, 0x1816, 0x1818, 0x181A, 0x181B, 0x181C, 0x181D, 0x1826, 0xFFF0, 0xFFE0, 0x0000,
};

static const char *const names[] = {
    "JBL Flip 5",     "LE_WH-1000XM4",   "Galaxy Watch4",
    "[TV] Samsung 7", "Mi Smart Band 6", "Tile",
    "HUE lamp",       "DESKTOP-4F2K",    "S21",
    "ihoment_H613",   "Govee_H6003",     "Bose QC35",
};

static uint64_t state = 1;

// SplitMix64
static uint32_t below(uint32_t limit)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((z ^ z >> 31) >> 32) % limit;
}

static uint8_t data[64];
static size_t size;

// One structure: a number if it is not 0, then random bytes or a text.
static void add(uint8_t type, uint16_t number, const char *text, size_t length)
{
    size_t head = number || !text ? 2 : 0;
    if (size + 2 + head + length > 31)
        return;
    data[size++] = (uint8_t)(1 + head + length);
    data[size++] = type;
    if (head) {
        data[size++] = (uint8_t)number;
        data[size++] = (uint8_t)(number >> 8);
    }
    for (size_t i = 0; i < length; i++)
        data[size++] = text ? (uint8_t)text[i] : (uint8_t)below(256);
}

#define ONE_OF(list) list[below(sizeof list / sizeof list[0])]

static void make(void)
{
    size = 0;
    if (below(10) < 7)
        add(ACC_AD_FLAGS, 0, "\x06", 1);
    if (below(10) < 3)
        add(ACC_AD_COMPLETE_UUID16, ONE_OF(services), NULL, 0);
    bool has_company = below(10) < 7;
    if (has_company)
        add(ACC_AD_MANUFACTURER, below(10) ? ONE_OF(companies) : (uint16_t)(1 + below(0x0600)),
            NULL, below(28));
    if (!has_company || below(10) == 0)
        add(ACC_AD_SERVICE_DATA16, ONE_OF(services), NULL, below(25));
    const char *name = ONE_OF(names);
    if (below(10) < 2)
        add(ACC_AD_COMPLETE_NAME, 0, name, strlen(name));
}

// What no sensor of the kind measures, by wider limits than those of the reader.
static bool is_impossible(const acc_measurement *one)
{
    int64_t value = one->micro / 1000000;
    if (one->form != ACC_FORM_NUMBER)
        return false;
    if (strcmp(acc_quantity_unit((enum acc_quantity)one->quantity), "%") == 0)
        return value < 0 || value > 100;
    if (strcmp(acc_quantity_unit((enum acc_quantity)one->quantity), "°C") == 0)
        return value < -100 || value > 600;
    return one->quantity == ACC_QUANTITY_HEART_RATE && value > 250;
}

int main(int arguments, char **argument)
{
    unsigned long count = arguments > 1 ? strtoul(argument[1], NULL, 10) : SOME, found = 0,
                  wrong = 0;
    static unsigned by[1024];
    for (unsigned long i = 0; i < count; i++) {
        acc_advert advert;
        acc_sensor_reading reading;
        acc_measurement list[ACC_MEASUREMENTS_MAX];
        static const uint8_t address[6] = {1, 2, 3, 4, 5, 0xC6};
        make();
        acc_advert_classify(data, size, &advert);
        acc_sensor_source source = {
            .data = data, .length = size, .advert = &advert, .address = address};
        acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
        found += reading.count > 0;
        if (reading.count)
            by[reading.format == ACC_SENSOR_FORMAT_TABLE ? 16 + reading.record : reading.format]++;
        for (size_t j = 0; j < reading.count; j++)
            wrong += is_impossible(&list[j]);
    }
    printf("%lu advertisements: %lu readings, %lu impossible values\n", count, found, wrong);
    for (uint16_t i = 0; i < 1024 && arguments > 1; i++)
        if (by[i])
            printf("%6u  %s\n", by[i],
                   i < 16 ? "a reader of its own" : acc_sensor_name_of((uint16_t)(i - 16))->id);
    CHECK(found <= count / 1000000 * ALLOWED_PER_MILLION + ALLOWED_PER_MILLION / 10);
    CHECK(wrong == 0);
    return failures;
}
