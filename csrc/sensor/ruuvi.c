// RuuviTag data formats 3 and 5: docs.ruuvi.com, "Data format 3 (RAWv1)" and "Data format 5
// (RAWv2)". Input: manufacturer data of company 0499. Output: measurements, and the MAC of format
// 5. own.c calls it.
#include "sensor/measure.h"

#include "base/bytes.h"

#include <string.h>

// Humidity in 0.5 %, temperature, pressure - 50000 in Pa, acceleration in mg, battery in mV.
static void raw1(const uint8_t *p, struct measures *out)
{
    // a sign bit and seven bits of whole degrees, then hundredths
    int64_t hundredths = (p[2] & 0x7F) * 100 + p[3];
    measure_number(out, ACC_QUANTITY_TEMPERATURE, p[2] & 0x80 ? -hundredths : hundredths, 10000);
    measure_number(out, ACC_QUANTITY_HUMIDITY, p[1], 500000);
    measure_number(out, ACC_QUANTITY_PRESSURE, load_be16(p + 4) + 50000, 10000);
    measure_number(out, ACC_QUANTITY_ACCELERATION_X, (int16_t)load_be16(p + 6), 1000);
    measure_number(out, ACC_QUANTITY_ACCELERATION_Y, (int16_t)load_be16(p + 8), 1000);
    measure_number(out, ACC_QUANTITY_ACCELERATION_Z, (int16_t)load_be16(p + 10), 1000);
    measure_number(out, ACC_QUANTITY_VOLTAGE, load_be16(p + 12), 1000);
}

// All fields but the packed power field; a value of `none` means "not available".
static const struct {
    uint8_t offset, size, is_signed;
    uint16_t none;
    uint8_t quantity;
    int32_t bias, micro;
} raw2_fields[] = {
    {1, 2, 1, 0x8000, ACC_QUANTITY_TEMPERATURE, 0, 5000},
    {3, 2, 0, 0xFFFF, ACC_QUANTITY_HUMIDITY, 0, 2500},
    {5, 2, 0, 0xFFFF, ACC_QUANTITY_PRESSURE, 50000, 10000},
    {7, 2, 1, 0x8000, ACC_QUANTITY_ACCELERATION_X, 0, 1000},
    {9, 2, 1, 0x8000, ACC_QUANTITY_ACCELERATION_Y, 0, 1000},
    {11, 2, 1, 0x8000, ACC_QUANTITY_ACCELERATION_Z, 0, 1000},
    {15, 1, 0, 0x00FF, ACC_QUANTITY_MOVEMENT, 0, 1000000},
    {16, 2, 0, 0xFFFF, ACC_QUANTITY_PACKET_ID, 0, 1000000},
};

static void raw2(const uint8_t *p, struct measures *out)
{
    for (size_t i = 0; i < sizeof raw2_fields / sizeof raw2_fields[0]; i++) {
        const uint8_t *at = p + raw2_fields[i].offset;
        uint16_t raw = raw2_fields[i].size == 2 ? load_be16(at) : at[0];
        if (raw == raw2_fields[i].none)
            continue;
        int32_t number = (raw2_fields[i].is_signed ? (int16_t)raw : raw) + raw2_fields[i].bias;
        measure_number(out, raw2_fields[i].quantity, number, raw2_fields[i].micro);
    }
    // 11 bits of battery voltage above 1.6 V in mV, 5 bits of TX power in 2 dB from -40 dBm
    uint16_t power = load_be16(p + 13);
    if (power >> 5 != 0x7FF)
        measure_number(out, ACC_QUANTITY_VOLTAGE, (power >> 5) + 1600, 1000);
    if ((power & 31) != 31)
        measure_number(out, ACC_QUANTITY_TX_POWER, (power & 31) * 2 - 40, 1000000);
}

acc_status acc_ruuvi_read(const uint8_t *value, size_t len, acc_measurement *list, size_t capacity,
                          size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    *count = 0;
    if (len < 3)
        return ACC_TRUNCATED;
    if (load_le16(value) != 0x0499)
        return ACC_MALFORMED;
    uint8_t format = value[2];
    if (format != 3 && format != 5)
        return ACC_UNSUPPORTED;
    if (len < (format == 3 ? 16u : 26u))
        return ACC_TRUNCATED;
    if (format == 3)
        raw1(value + 2, &out);
    else
        raw2(value + 2, &out);
    *count = out.count;
    return out.status;
}

bool acc_ruuvi_mac(const uint8_t *value, size_t len, uint8_t *mac)
{
    static const uint8_t none[6] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    if (len < 26 || value[2] != 5 || memcmp(value + 20, none, 6) == 0)
        return false;
    memcpy(mac, value + 20, 6);
    return true;
}
