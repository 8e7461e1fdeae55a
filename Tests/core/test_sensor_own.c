// The fields of BTHome, ATC, PVVX and RuuviTag, by the formats' descriptions.
#include "sensor_text.h"

// bthome.io, version 1: length and form, number, value.
static void bthome_version_1(void)
{
    static const struct {
        const char *hex;
        acc_status status;
        const char *expected;
    } rows[] = {
        {"0201FF", ACC_OK, "battery 255000000"},
        {"2202FF", ACC_OK, "temperature -10000"},
        {"2302CEFF", ACC_OK, "temperature -500000"},
        {"04030102FF", ACC_OK, "humidity 167121930000"},
        {"240301FFFF", ACC_OK, "humidity -2550000"},
        {"0503010203FF", ACC_OK, "humidity 42783872010000"},
        {"25030100FFFF", ACC_OK, "humidity -655350000"},
        {"0603010203FFFF", ACC_OK, "humidity 10994950476810000"},
        {"0703010203FFFF00", ACC_UNSUPPORTED, ""},
        {"4345003C", ACC_OK, "temperature 100000"},
        {"430200BE", ACC_OK, "temperature -15000"},
        {"434600FC", ACC_UNSUPPORTED, ""},
        {"45020000C041", ACC_OK, "temperature 240000"},
        {"4401000000", ACC_UNSUPPORTED, ""},
        {"0001", ACC_TRUNCATED, ""},
        {"0101", ACC_TRUNCATED, ""},
        {"030201", ACC_TRUNCATED, ""},
        {"020100020202", ACC_OK, "battery 0, temperature 20000"},
        {"020F01021000", ACC_OK, "generic on, power-on off"},
        {"023A01023A02", ACC_OK, "button press 0, button double-press 0 #1"},
        {"033C0205", ACC_OK, "dimmer rotate-right 5"},
        {"023C02", ACC_TRUNCATED, ""},
        {"6401414243", ACC_OK, "text 2+3"},
        {"6101", ACC_OK, "text 2+0"},
        {"8401414243", ACC_UNSUPPORTED, ""},
        {"036501020201FF", ACC_UNSUPPORTED, "battery 255000000"},
        {"02530102010A", ACC_UNSUPPORTED, "battery 10000000"},
        {"0254010201FF", ACC_UNSUPPORTED, "battery 255000000"},
        {"027701", ACC_UNSUPPORTED, ""},
        {"0A01000000000000000001", ACC_TRUNCATED, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[32];
        size_t size = from_hex(rows[i].hex, bytes);
        CHECK(acc_bthome1_objects(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) ==
              rows[i].status);
        is(rows[i].hex, rows[i].expected);
    }
    uint8_t two[6];
    CHECK(acc_bthome1_objects(two, from_hex("020100020201", two), list, 1, &count) == ACC_NO_ROOM &&
          count == 1);
}

// Version 2: what is no number.
static void bthome_version_2(void)
{
    static const struct {
        const char *hex;
        acc_status status;
        const char *expected;
    } rows[] = {
        {"0F000F05", ACC_OK, "generic off, generic on #1"},
        {"3A003A013A023A033A043A053A06", ACC_OK,
         "button none 0, button press 0 #1, button double-press 0 #2, button triple-press 0 #3, "
         "button long-press 0 #4, "
         "button long-double-press 0 #5, button long-triple-press 0 #6"},
        {"3A073A803AFE3AFF", ACC_OK,
         "button none 0, button hold-press 0 #1, button hold-press 0 #2, button none 0 #3"},
        {"3C00053C01063C02073C0308", ACC_OK,
         "dimmer none 5, dimmer rotate-left 6 #1, dimmer rotate-right 7 #2, dimmer none 8 #3"},
        {"5303414243", ACC_OK, "text 2+3"},
        {"0101540241425300", ACC_OK, "battery 1000000, raw 4+2, text 8+0"},
        {"53044142", ACC_TRUNCATED, ""},
        // a command with one argument, with none, with reserved bits, and cut
        {"3B0101FF4604", ACC_OK, "raw 2+2, uv-index 400000"},
        {"3B00020163", ACC_OK, "raw 2+1, battery 99000000"},
        {"3BE101020163", ACC_OK, "raw 2+2, battery 99000000"},
        {"3B0101", ACC_TRUNCATED, ""},
        {"3B", ACC_TRUNCATED, ""},
        // the settings' revision is no measurement
        {"65050163", ACC_OK, "battery 99000000"},
        {"016353", ACC_TRUNCATED, "battery 99000000"},
        {"0163EE", ACC_UNSUPPORTED, "battery 99000000"},
        {"50FFFFFFFF", ACC_OK, "timestamp 4294967295000000"},
        {"6007", ACC_OK, "channel 7000000"},
        {"61FFFF", ACC_OK, "rotational-speed 65535000000"},
        {"62FFFFFFFF", ACC_OK, "speed -1"},
        {"63000000FF", ACC_OK, "acceleration -16777216"},
        {"64FF", ACC_OK, "light-level 255000000"},
        {"F00102", ACC_OK, "device-type 513000000"},
        {"F101020304", ACC_OK, "firmware 67305985000000"},
        {"F2010203", ACC_OK, "firmware 197121000000"},
        {"07FFFF", ACC_OK, "mass 655350000"},
        {"0001", ACC_OK, "packet-id 1000000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[32];
        size_t size = from_hex(rows[i].hex, bytes);
        CHECK(acc_bthome_objects(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) ==
              rows[i].status);
        is(rows[i].hex, rows[i].expected);
    }
    // each switch
    static const char *const switches[] = {"generic",
                                           "power-on",
                                           "opening",
                                           "",
                                           "",
                                           "",
                                           "battery-low",
                                           "battery-charging",
                                           "carbon-monoxide",
                                           "cold",
                                           "connectivity",
                                           "door",
                                           "garage-door",
                                           "gas-detected",
                                           "heat",
                                           "light",
                                           "lock",
                                           "moisture-detected",
                                           "motion",
                                           "moving",
                                           "occupancy",
                                           "plug",
                                           "presence",
                                           "problem",
                                           "running",
                                           "safety",
                                           "smoke",
                                           "sound",
                                           "tamper",
                                           "vibration",
                                           "window"};
    for (uint8_t i = 0; i < 31; i++)
        if (switches[i][0])
            for (uint8_t on = 0; on < 2; on++) {
                char expected[40];
                snprintf(expected, sizeof expected, "%s %s", switches[i], on ? "on" : "off");
                CHECK(acc_bthome_objects((uint8_t[]){(uint8_t)(0x0F + i), on}, 2, list, 1,
                                         &count) == ACC_OK);
                is(switches[i], expected);
            }
    CHECK(acc_bthome_objects((uint8_t[]){1, 1, 1, 1}, 4, list, 1, &count) == ACC_NO_ROOM &&
          count == 1);
}

static void thermometers(void)
{
    uint8_t mac[6], bytes[32];
    size_t size = from_hex("1A18A4C138010203FF9C375F0BB8FE", bytes);
    CHECK(acc_atc_read(bytes, size, mac, list, 9, &count) == ACC_OK &&
          memcmp(mac, bytes + 2, 6) == 0);
    is("ATC", "temperature -10000000, humidity 55000000, battery 95000000, voltage 3000000, "
              "packet-id 254000000");
    for (size_t cut = 0; cut < size; cut++)
        CHECK(acc_atc_read(bytes, cut, mac, list, 9, &count) == ACC_TRUNCATED && count == 0);
    CHECK(acc_atc_read(bytes, 16, mac, list, 9, &count) == ACC_MALFORMED);
    CHECK(acc_atc_read(bytes, size, mac, list, 4, &count) == ACC_NO_ROOM && count == 4);
    bytes[0]++;
    CHECK(acc_atc_read(bytes, size, mac, list, 9, &count) == ACC_MALFORMED && count == 0);
    for (unsigned flags = 0; flags < 4; flags++) {
        size = from_hex("1A1803020138C1A418FC5815B80B5FFE", bytes);
        bytes[size++] = (uint8_t)(0xFC | flags);
        CHECK(acc_atc_read(bytes, size, mac, list, 9, &count) == ACC_OK);
        CHECK(memcmp(mac, "\xA4\xC1\x38\x01\x02\x03", 6) == 0);
        char expected[200];
        snprintf(expected, sizeof expected,
                 "temperature -10000000, humidity 54640000, voltage 3000000, battery 95000000, "
                 "packet-id 254000000, "
                 "opening %s, power-on %s",
                 flags & 1 ? "on" : "off", flags & 2 ? "on" : "off");
        is("PVVX", expected);
    }
    CHECK(acc_atc_read(bytes, 18, mac, list, 9, &count) == ACC_MALFORMED);
    // deciphered
    CHECK(acc_atc_objects((uint8_t[]){0x81, 0x6F, 0xE3}, 3, list, 9, &count) == ACC_OK);
    is("ATC", "temperature 24500000, humidity 55500000, battery 99000000, power-on on");
    CHECK(acc_atc_objects((uint8_t[]){0, 0, 0x63}, 3, list, 9, &count) == ACC_OK);
    is("ATC", "temperature -40000000, humidity 0, battery 99000000, power-on off");
    CHECK(acc_atc_objects((uint8_t[]){0x18, 0xFC, 0x58, 0x15, 0x5F, 2}, 6, list, 9, &count) ==
          ACC_OK);
    is("PVVX",
       "temperature -10000000, humidity 54640000, battery 95000000, opening off, power-on on");
    for (size_t len = 0; len < 8; len++)
        CHECK(acc_atc_objects(bytes, len, list, 9, &count) == (len < 3 ? ACC_TRUNCATED
                                                               : len == 3 || len == 6
                                                                   ? ACC_OK
                                                                   : ACC_MALFORMED));
}

// docs.ruuvi.com: the valid data, the maximum values and the invalid values of both formats.
static void ruuvi(void)
{
    static const struct {
        const char *hex, *expected;
    } rows[] = {
        {"990403291A1ECE1EFC18F94202CA0B53",
         "temperature 26300000, humidity 20500000, pressure 1027660000, acceleration-x -1000000, "
         "acceleration-y -1726000, "
         "acceleration-z 714000, voltage 2899000"},
        {"990403FF7F63FFFF7FFF7FFF7FFFFFFF",
         "temperature 127990000, humidity 127500000, pressure 1155350000, acceleration-x 32767000, "
         "acceleration-y 32767000, acceleration-z 32767000, voltage 65535000"},
        {"99040300FF6300008001800180010000",
         "temperature -127990000, humidity 0, pressure 500000000, acceleration-x -32767000, "
         "acceleration-y -32767000, "
         "acceleration-z -32767000, voltage 0"},
        {"99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
         "temperature 24300000, humidity 53490000, pressure 1000440000, acceleration-x 4000, "
         "acceleration-y -4000, "
         "acceleration-z 1036000, movement 66000000, packet-id 205000000, voltage 2977000, "
         "tx-power 4000000"},
        {"9904057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F",
         "temperature 163835000, humidity 163835000, pressure 1155340000, acceleration-x 32767000, "
         "acceleration-y 32767000, acceleration-z 32767000, movement 254000000, packet-id "
         "65534000000, voltage 3646000, "
         "tx-power 20000000"},
        {"9904058001000000008001800180010000000000CBB8334C884F",
         "temperature -163835000, humidity 0, pressure 500000000, acceleration-x -32767000, "
         "acceleration-y -32767000, "
         "acceleration-z -32767000, movement 0, packet-id 0, voltage 1600000, tx-power -40000000"},
        {"9904058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF", ""},
    };
    uint8_t bytes[32], mac[6];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size = from_hex(rows[i].hex, bytes);
        CHECK(acc_ruuvi_read(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) == ACC_OK);
        is(rows[i].hex, rows[i].expected);
        CHECK(acc_ruuvi_mac(bytes, size, mac) == (i > 2 && i < 6));
        for (size_t cut = 0; cut < size; cut++) {
            CHECK(acc_ruuvi_read(bytes, cut, list, ACC_MEASUREMENTS_MAX, &count) == ACC_TRUNCATED &&
                  count == 0);
            CHECK(!acc_ruuvi_mac(bytes, cut, mac));
        }
        bytes[2] = 4;
        CHECK(acc_ruuvi_read(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) == ACC_UNSUPPORTED);
        bytes[1] = 5;
        CHECK(acc_ruuvi_read(bytes, size, list, ACC_MEASUREMENTS_MAX, &count) == ACC_MALFORMED);
    }
    from_hex(rows[3].hex, bytes);
    CHECK(acc_ruuvi_mac(bytes, 26, mac) && memcmp(mac, "\xCB\xB8\x33\x4C\x88\x4F", 6) == 0);
}

int main(void)
{
    bthome_version_1();
    bthome_version_2();
    thermometers();
    ruuvi();
    return failures;
}
