// Scale and sign of BTHome's numeric objects and of MiBeacon's temperatures, against the formats' descriptions.
#include "accessory/sensor.h"
#include "check.h"

#include <string.h>

static acc_measurement list[ACC_MEASUREMENTS_MAX];
static size_t count;

// bthome.io/format: object, bytes, whether signed, millionths of one step
static const struct {
    uint8_t id, size, is_signed;
    int64_t step;
} objects[] = {
    {0x01, 1, 0, 1000000}, {0x02, 2, 1, 10000},   {0x03, 2, 0, 10000},   {0x04, 3, 0, 10000},
    {0x05, 3, 0, 10000},   {0x06, 2, 0, 10000},   {0x08, 2, 1, 10000},   {0x09, 1, 0, 1000000},
    {0x0A, 3, 0, 1000},    {0x0B, 3, 0, 10000},   {0x0C, 2, 0, 1000},    {0x0D, 2, 0, 1000000},
    {0x0E, 2, 0, 1000000}, {0x12, 2, 0, 1000000}, {0x13, 2, 0, 1000000}, {0x14, 2, 0, 10000},
    {0x2E, 1, 0, 1000000}, {0x2F, 1, 0, 1000000}, {0x3D, 2, 0, 1000000}, {0x3E, 4, 0, 1000000},
    {0x3F, 2, 1, 100000},  {0x40, 2, 0, 1000000}, {0x41, 2, 0, 100000},  {0x42, 3, 0, 1000},
    {0x43, 2, 0, 1000},    {0x44, 2, 0, 10000},   {0x45, 2, 1, 100000},  {0x46, 1, 0, 100000},
    {0x47, 2, 0, 100000},  {0x48, 2, 0, 1000000}, {0x49, 2, 0, 1000},    {0x4A, 2, 0, 100000},
    {0x4B, 3, 0, 1000},    {0x4C, 4, 0, 1000},    {0x4D, 4, 0, 1000},    {0x4E, 4, 0, 1000},
    {0x4F, 4, 0, 1000},    {0x51, 2, 0, 1000},    {0x52, 2, 0, 1000},    {0x55, 4, 0, 1000},
    {0x56, 2, 0, 1000000}, {0x57, 1, 1, 1000000}, {0x58, 1, 1, 350000},  {0x59, 1, 1, 1000000},
    {0x5A, 2, 1, 1000000}, {0x5B, 4, 1, 1000000}, {0x5C, 4, 1, 10000},   {0x5D, 2, 1, 1000},
    {0x5E, 2, 0, 10000},   {0x5F, 2, 0, 100000},
};

static void bthome_scales_and_signs(void)
{
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        const unsigned size = objects[i].size;
        for (int is_negative = 0; is_negative < 2; is_negative++) {
            // 0x01…01 or 0xFE…FE: large enough to show an error of the scale by one
            uint8_t bytes[5] = {objects[i].id};
            memset(bytes + 1, is_negative ? 0xFE : 0x01, size);
            uint64_t raw = 0;
            for (unsigned k = 0; k < size; k++)
                raw |= (uint64_t)bytes[1 + k] << 8 * k;
            int64_t value = (int64_t)raw;
            if (objects[i].is_signed && is_negative)
                value -= (int64_t)1 << 8 * size;
            CHECK(acc_bthome_objects(bytes, 1 + size, list, ACC_MEASUREMENTS_MAX, &count) ==
                  ACC_OK);
            CHECK(count == 1 && list[0].micro == value * objects[i].step);
            CHECK(acc_bthome_objects(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) ==
                  ACC_TRUNCATED);
        }
    }
}

// Object 0x1004 and 0x000A: a signed 16-bit number of tenths and of hundredths of a degree.
static void mibeacon_temperatures_have_a_sign(void)
{
    for (int value = -2000; value <= 2000; value += 250) {
        const uint8_t low = (uint8_t)value, high = (uint8_t)((unsigned)value >> 8);
        const uint8_t tenths[] = {0x04, 0x10, 2, low, high};
        CHECK(acc_mibeacon_objects(0x01AA, tenths, 5, list, ACC_MEASUREMENTS_MAX, &count) ==
              ACC_OK);
        CHECK(count == 1 && list[0].quantity == ACC_QUANTITY_TEMPERATURE);
        CHECK(list[0].micro == value * INT64_C(100000));
        const uint8_t hundredths[] = {0x0A, 0x00, 2, low, high};
        CHECK(acc_mibeacon_objects(0x01AA, hundredths, 5, list, ACC_MEASUREMENTS_MAX, &count) ==
              ACC_OK);
        CHECK(count == 1 && list[0].micro == value * INT64_C(10000));
    }
}

int main(void)
{
    bthome_scales_and_signs();
    mibeacon_temperatures_have_a_sign();
    return failures;
}
