// Advertisements of devices that are no sensors: companies, services and names as received in offices and trains, with the
// frames of phones, computers and beacons, or with data of random lengths. Hardly any may be read, and no value may be
// impossible.
//
//     build/native/Tests/core/test_host_sensor_foreign 10000000
#include "accessory/sensor.h"
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOME = 1000000, ALLOWED_PER_MILLION = 50 };

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
    "JBL Flip 5",
    "LE_WH-1000XM4",
    "Galaxy Watch4",
    "[TV] Samsung 7",
    "Mi Smart Band 6",
    "Tile",
    "HUE lamp",
    "DESKTOP-4F2K",
    "S21",
    "ihoment_H6138",
    "Govee_H6003",
    "Bose QC35",
    "Charge 5",
    "ELK-BLEDOM",
    "Forerunner 945",
    "TICKR",
    "GVH5083",
    "WoHand",
    "S1",
    "P T 1",
    "iTAG",
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

// Random bytes; or those of erased memory, small numbers, limits of numbers, texts, mostly zeros.
static uint8_t byte_of(unsigned style)
{
    static const uint8_t limits[] = {0, 1, 0x7F, 0x80, 0xFF};
    switch (style) {
    case 0:
        return 0xFF;
    case 1:
        return 0;
    case 2:
        return (uint8_t)below(16);
    case 3:
        return limits[below(sizeof limits)];
    case 4:
        return (uint8_t)(' ' + below(95));
    case 5:
        return (uint8_t)(below(3) ? below(256) : 0);
    default:
        return (uint8_t)below(256);
    }
}

// One structure: a number if `head` is 2, `start`, then `length` bytes.
static void add(uint8_t type, size_t head, uint16_t number, const char *start, size_t length)
{
    size_t from = strlen(start), style = below(16);
    if (size + 2 + head + from + length > 31)
        return;
    data[size++] = (uint8_t)(1 + head + from + length);
    data[size++] = type;
    for (size_t i = 0; i < head; i++)
        data[size++] = (uint8_t)(number >> 8 * i);
    memcpy(data + size, start, from);
    for (size += from; length--;)
        data[size++] = byte_of((unsigned)style);
}

#define ONE_OF(list) list[below(sizeof list / sizeof list[0])]

static void add_name(void)
{
    char name[24];
    const char *one = ONE_OF(names);
    if (below(3) == 0)
        snprintf(name, sizeof name, "%s_%04X", one, below(0x10000));
    else
        snprintf(name, sizeof name, "%s", one);
    add(ACC_AD_COMPLETE_NAME, 0, 0, name, 0);
}

// Apple's and Microsoft's messages, Samsung's, iBeacons; Fast Pair, exposure notification, Eddystone; batteries.
static void add_known(void)
{
    static const struct {
        uint16_t number;
        uint8_t type;
        const char *start;
        uint8_t least, most;
    } frames[] = {
        {0x004C, ACC_AD_MANUFACTURER, "\x10\x05", 5, 5},
        {0x004C, ACC_AD_MANUFACTURER, "\x10\x06", 6, 6},
        {0x004C, ACC_AD_MANUFACTURER, "\x0C\x0E", 14, 20},
        {0x004C, ACC_AD_MANUFACTURER, "\x07\x19\x01", 22, 22},
        {0x004C, ACC_AD_MANUFACTURER, "\x12\x02", 2, 2},
        {0x004C, ACC_AD_MANUFACTURER, "\x02\x15", 21, 21},
        {0x0006, ACC_AD_MANUFACTURER, "\x01\x09\x20\x02", 23, 23},
        {0x0075, ACC_AD_MANUFACTURER, "\x42\x04\x01\x80", 20, 20},
        {0xFE2C, ACC_AD_SERVICE_DATA16, "", 3, 3},
        {0xFE2C, ACC_AD_SERVICE_DATA16, "\x60", 8, 18},
        {0xFD6F, ACC_AD_SERVICE_DATA16, "", 20, 20},
        {0xFEAA, ACC_AD_SERVICE_DATA16, "\x10\xEB\x03", 4, 12},
        {0xFEAA, ACC_AD_SERVICE_DATA16, "\x20", 13, 13},
        {0x180F, ACC_AD_SERVICE_DATA16, "", 1, 1},
    };
    unsigned i = below(sizeof frames / sizeof frames[0]);
    if (frames[i].type == ACC_AD_SERVICE_DATA16)
        add(ACC_AD_COMPLETE_UUID16, 2, frames[i].number, "", 0);
    add(frames[i].type, 2, frames[i].number, frames[i].start,
        frames[i].least + below(frames[i].most - frames[i].least + 1u));
}

static void make(void)
{
    size = 0;
    if (below(10) < 7)
        add(ACC_AD_FLAGS, 0, 0, "\x06", 0);
    bool is_known = below(4) == 0, has_company = below(10) < 7;
    if (is_known)
        add_known();
    if (below(10) < 3)
        add(ACC_AD_COMPLETE_UUID16, 2, ONE_OF(services), "", 0);
    if (!is_known && has_company)
        add(ACC_AD_MANUFACTURER, 2, below(10) ? ONE_OF(companies) : (uint16_t)(1 + below(0x1000)),
            "", below(28));
    if (!is_known && (!has_company || below(10) == 0))
        add(ACC_AD_SERVICE_DATA16, 2,
            below(10) ? ONE_OF(services) : (uint16_t)(0xFC00 + below(0x0400)), "", below(25));
    if (below(10) < 2)
        add_name();
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
    CHECK(found <= count * ALLOWED_PER_MILLION / 1000000);
    CHECK(wrong == 0);
    return failures;
}
