// RuuviTag data formats 3 and 5: docs.ruuvi.com, "Data format 3 (RAWv1)" and "Data format 5
// (RAWv2)". Input: manufacturer data of company 0499. Output: measurements, and the MAC of format
// 5. own.c calls it.
#include "sensor/measure.h"

#include "base/bytes.h"

#include <string.h>

// A number in `micro` millionths. A frame has each quantity once, so that no instance is counted.
static inline void add(struct measures *out, unsigned quantity, int32_t number, int32_t micro)
{
    if (out->count < out->capacity)
        measure_set(&out->list[out->count++], quantity, ACC_FORM_NUMBER, 0,
                    (int64_t)number * micro);
    else
        out->status = ACC_NO_ROOM;
}

// Humidity in 0.5 %, temperature, pressure - 50000 in Pa, acceleration in mg, battery in mV.
static void raw1(const uint8_t *p, struct measures *out)
{
    // a sign bit and seven bits of whole degrees, then hundredths
    int32_t hundredths = (p[2] & 0x7F) * 100 + p[3];
    add(out, ACC_QUANTITY_TEMPERATURE, p[2] & 0x80 ? -hundredths : hundredths, 10000);
    add(out, ACC_QUANTITY_HUMIDITY, p[1], 500000);
    add(out, ACC_QUANTITY_PRESSURE, load_be16(p + 4) + 50000, 10000);
    add(out, ACC_QUANTITY_ACCELERATION_X, (int16_t)load_be16(p + 6), 1000);
    add(out, ACC_QUANTITY_ACCELERATION_Y, (int16_t)load_be16(p + 8), 1000);
    add(out, ACC_QUANTITY_ACCELERATION_Z, (int16_t)load_be16(p + 10), 1000);
    add(out, ACC_QUANTITY_VOLTAGE, load_be16(p + 12), 1000);
}

// A signed field; 0x8000 means "not available".
static inline void add_signed(struct measures *out, unsigned quantity, const uint8_t *p,
                              int32_t micro)
{
    uint16_t raw = load_be16(p);
    if (raw != 0x8000)
        add(out, quantity, (int16_t)raw, micro);
}

// An unsigned field with a bias; 0xFFFF means "not available".
static inline void add_unsigned(struct measures *out, unsigned quantity, const uint8_t *p,
                                int32_t bias, int32_t micro)
{
    uint16_t raw = load_be16(p);
    if (raw != 0xFFFF)
        add(out, quantity, raw + bias, micro);
}

static void raw2(const uint8_t *p, struct measures *out)
{
    add_signed(out, ACC_QUANTITY_TEMPERATURE, p + 1, 5000);
    add_unsigned(out, ACC_QUANTITY_HUMIDITY, p + 3, 0, 2500);
    add_unsigned(out, ACC_QUANTITY_PRESSURE, p + 5, 50000, 10000);
    add_signed(out, ACC_QUANTITY_ACCELERATION_X, p + 7, 1000);
    add_signed(out, ACC_QUANTITY_ACCELERATION_Y, p + 9, 1000);
    add_signed(out, ACC_QUANTITY_ACCELERATION_Z, p + 11, 1000);
    if (p[15] != 0xFF)
        add(out, ACC_QUANTITY_MOVEMENT, p[15], 1000000);
    add_unsigned(out, ACC_QUANTITY_PACKET_ID, p + 16, 0, 1000000);
    // 11 bits of battery voltage above 1.6 V in mV, 5 bits of TX power in 2 dB from -40 dBm
    uint16_t power = load_be16(p + 13);
    if (power >> 5 != 0x7FF)
        add(out, ACC_QUANTITY_VOLTAGE, (power >> 5) + 1600, 1000);
    if ((power & 31) != 31)
        add(out, ACC_QUANTITY_TX_POWER, (power & 31) * 2 - 40, 1000000);
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
