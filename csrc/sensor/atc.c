// Thermometers with the ATC1441 and PVVX firmware, service data of Environmental Sensing (0x181A).
//
// Input: a structure that own.c selected, or the deciphered bytes of an encrypted one. Output:
// measurements in millionths of the unit, and the MAC. ATC1441 is big-endian, PVVX little-endian.
#include "sensor/measure.h"

#include "base/bytes.h"

#include <string.h>

enum { ATC1441 = 13, PVVX = 15 };

// PVVX's flags: bit 0 the reed switch's input, bit 1 the trigger's output.
static void add_flags(uint8_t flags, struct measures *out)
{
    acc_sensor_measure_binary(out, ACC_QUANTITY_OPENING, flags & 1);
    acc_sensor_measure_binary(out, ACC_QUANTITY_POWER_ON, flags >> 1 & 1);
}

// MAC (6), temperature in 0.1 °C, humidity in %, battery in %, battery in mV, counter.
static void atc1441(const uint8_t *p, uint8_t *mac, struct measures *out)
{
    memcpy(mac, p, 6);
    measure_number(out, ACC_QUANTITY_TEMPERATURE, (int16_t)load_be16(p + 6), 100000);
    measure_number(out, ACC_QUANTITY_HUMIDITY, p[8], 1000000);
    measure_number(out, ACC_QUANTITY_BATTERY, p[9], 1000000);
    measure_number(out, ACC_QUANTITY_VOLTAGE, load_be16(p + 10), 1000);
    measure_number(out, ACC_QUANTITY_PACKET_ID, p[12], 1000000);
}

// MAC (6, reversed), temperature in 0.01 °C, humidity in 0.01 %, mV, battery in %, counter, flags.
static void pvvx(const uint8_t *p, uint8_t *mac, struct measures *out)
{
    for (int i = 0; i < 6; i++)
        mac[i] = p[5 - i];
    measure_number(out, ACC_QUANTITY_TEMPERATURE, (int16_t)load_le16(p + 6), 10000);
    measure_number(out, ACC_QUANTITY_HUMIDITY, load_le16(p + 8), 10000);
    measure_number(out, ACC_QUANTITY_VOLTAGE, load_le16(p + 10), 1000);
    measure_number(out, ACC_QUANTITY_BATTERY, p[12], 1000000);
    measure_number(out, ACC_QUANTITY_PACKET_ID, p[13], 1000000);
    add_flags(p[14], out);
}

// The length separates the two formats.
acc_status acc_atc_read(const uint8_t *value, size_t len, uint8_t *mac, acc_measurement *list,
                        size_t capacity, size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    *count = 0;
    if (len < 2 + ATC1441)
        return ACC_TRUNCATED;
    if (load_le16(value) != 0x181A || (len != 2 + ATC1441 && len != 2 + PVVX))
        return ACC_MALFORMED;
    if (len == 2 + ATC1441)
        atc1441(value + 2, mac, &out);
    else
        pvvx(value + 2, mac, &out);
    *count = out.count;
    return out.status;
}

// Deciphered: 3 bytes of ATC1441 (temperature in 0.5 °C from -40, humidity in 0.5 %, battery in 7
// bits), 6 of PVVX.
acc_status acc_atc_objects(const uint8_t *plain, size_t len, acc_measurement *list, size_t capacity,
                           size_t *count)
{
    struct measures out = {.list = list, .capacity = capacity};
    *count = 0;
    if (len < 3)
        return ACC_TRUNCATED;
    if (len != 3 && len != 6)
        return ACC_MALFORMED;
    if (len == 3) {
        acc_sensor_measure_micro(&out, ACC_QUANTITY_TEMPERATURE,
                                 plain[0] * INT64_C(500000) - 40000000);
        measure_number(&out, ACC_QUANTITY_HUMIDITY, plain[1], 500000);
        measure_number(&out, ACC_QUANTITY_BATTERY, plain[2] & 0x7F, 1000000);
        acc_sensor_measure_binary(&out, ACC_QUANTITY_POWER_ON, plain[2] >> 7);
    } else {
        measure_number(&out, ACC_QUANTITY_TEMPERATURE, (int16_t)load_le16(plain), 10000);
        measure_number(&out, ACC_QUANTITY_HUMIDITY, load_le16(plain + 2), 10000);
        measure_number(&out, ACC_QUANTITY_BATTERY, plain[4], 1000000);
        add_flags(plain[5], &out);
    }
    *count = out.count;
    return out.status;
}
