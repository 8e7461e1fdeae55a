// Each object of MiBeacon, and each state of those with several. Sources: Xiaomi's "Mijia BLE Object Definition"; above 0x4000 what
// csrc/sensor/mibeacon_objects.c names.
#include "sensor_text.h"

static const struct {
    uint16_t product, type;
    const char *value, *expected;
} objects[] = {
    // one number or one switch
    {0, 0x0003, "00", "motion off"},
    {0, 0x0003, "05", "motion on"},
    {0, 0x000A, "18FC", "temperature -10000000"},
    {0, 0x1004, "D6FF", "temperature -4200000"},
    {0, 0x1006, "D3FF", "humidity 6549100000"},
    {0, 0x1007, "010203", "illuminance 197121000000"},
    {0, 0x1008, "FE", "moisture 254000000"},
    {0, 0x1009, "01FF", "conductivity 65281000000"},
    {0, 0x100A, "64", "battery 100000000"},
    {0, 0x1010, "01FF", "formaldehyde 652810000"},
    {0, 0x1012, "01", "power-on on"},
    {0, 0x1013, "63", "consumable 99000000"},
    {0, 0x1014, "01", "moisture-detected on"},
    {0, 0x1015, "01", "smoke on"},
    {0, 0x1018, "00", "light off"},
    {0, 0x4801, "0000C0C1", "temperature -24000000"},
    {0, 0x4802, "37", "humidity 55000000"},
    {0, 0x4803, "37", "battery 55000000"},
    {0, 0x4805, "0000803F", "illuminance 1000000"},
    {0, 0x4805, "0000807F", ""},
    {0, 0x4806, "01", "moisture-detected on"},
    {0, 0x4808, "00004842", "humidity 50000000"},
    {0, 0x483C, "01", "presence on"},
    {0, 0x483D, "010200FF", "pressure-duration 4278190593000000"},
    {0, 0x483E, "3C000000", "no-pressure-duration 60000000"},
    {0, 0x484E, "01", "occupancy on"},
    {0, 0x4A01, "01", "battery-low on"},
    {0, 0x4C01, "0000C041", "temperature 24000000"},
    {0, 0x4C02, "37", "humidity 55000000"},
    {0, 0x4C03, "37", "battery 55000000"},
    {0, 0x4C08, "00004842", "humidity 50000000"},
    {0, 0x4E01, "00", "battery-low off"},
    {0, 0x5003, "21", "battery 33000000"},
    {0, 0x5403, "21", "battery 33000000"},
    {0, 0x5601, "01", "battery-low on"},
    // a safe's door
    {0x09B0, 0x100F, "01", "door on"},
    {0x09B0, 0x100F, "00", "door off"},
    {0, 0x100F, "01", ""},
    // a door contact
    {0, 0x480C, "00", "opening on"},
    {0, 0x480C, "01", "opening off"},
    {0, 0x480C, "02", ""},
    // a leak sensor with contacts below and on top
    {0x6375, 0x487B, "01", "moisture-detected on #1"},
    {0x6375, 0x487B, "00", "moisture-detected off #1"},
    {0, 0x487B, "01", ""},
    {0x6375, 0x4A68, "00", "moisture-detected on"},
    {0x6375, 0x4A68, "01", "moisture-detected off"},
    {0x6375, 0x4A68, "02", "moisture-detected on #1"},
    {0x6375, 0x4A68, "03", "moisture-detected off #1"},
    {0x6375, 0x4A68, "04", ""},
    {0, 0x4A68, "00", ""},
    // minutes with and without a person; one who is close
    {0, 0x4851, "05", "duration 300000000"},
    {0, 0x4852, "1E", "idle-time 1800000000"},
    {0x6A0F, 0x5413, "01", "occupancy on"},
    {0, 0x5413, "01", ""},
    {0, 0x5422, "00", "battery-charging on"},
    {0, 0x5422, "02", "battery-charging off"},
    {0, 0x5422, "03", ""},
    // fingerprint: key, result
    {0, 0x0006, "0102030400",
     "key-id 67305985000000, fingerprint on, fingerprint-result match-successful 0"},
    {0, 0x0006, "0000000001", "key-id 0, fingerprint off, fingerprint-result match-failed 0"},
    {0, 0x0006, "0000000002", "key-id 0, fingerprint off, fingerprint-result match-timeout 0"},
    {0, 0x0006, "0000000003", "key-id 0, fingerprint off, fingerprint-result low-quality 0"},
    {0, 0x0006, "0000000004", "key-id 0, fingerprint off, fingerprint-result insufficient-area 0"},
    {0, 0x0006, "0000000005", "key-id 0, fingerprint off, fingerprint-result skin-too-dry 0"},
    {0, 0x0006, "0000000006", "key-id 0, fingerprint off, fingerprint-result skin-too-wet 0"},
    {0, 0x0006, "0000000007", "key-id 0, fingerprint off, fingerprint-result none 0"},
    // the door of a lock
    {0, 0x0007, "00", "door on, door-action open-door 0"},
    {0, 0x0007, "01", "door off, door-left-open off, door-action close-door 0"},
    {0, 0x0007, "02", "door on, door-left-open on, door-action timeout-not-closed 0"},
    {0, 0x0007, "03", "door off, door-action knock 0"},
    {0, 0x0007, "04", "door on, door-action breaking 0"},
    {0, 0x0007, "05", "door on, door-action stuck 0"},
    {0, 0x0007, "06", ""},
    // armed
    {0, 0x0008, "00", "armed on"},
    {0, 0x0008, "01", "armed off"},
    {0x0380, 0x0008, "00", "armed on, lock-method manual 0, lock on, lock-action lock-outside 0"},
    {0x0380, 0x0008, "01",
     "armed off, lock-method manual 0, lock off, lock-action unlock-outside 0"},
    // lock: action and method, key
    {0, 0x000B, "0001000000",
     "lock-method bluetooth 0, key-id 1000000, lock on, lock-action unlock-outside 0"},
    {0, 0x000B, "1100000000", "lock-method password 0, key-id 0, lock off, lock-action lock 0"},
    {0, 0x000B, "2200000000",
     "lock-method biometrics 0, key-id 0, lock off, lock-action anti-lock 0"},
    {0, 0x000B, "3300000000",
     "lock-method key 0, key-id 0, lock on, lock-action release-anti-lock 0"},
    {0, 0x000B, "4400000000",
     "lock-method turntable 0, key-id 0, lock on, lock-action unlock-inside 0"},
    {0, 0x000B, "5500000000", "lock-method nfc 0, key-id 0, lock off, lock-action lock-inside 0"},
    {0, 0x000B, "6600000000",
     "lock-method one-time-password 0, key-id 0, lock off, lock-action child-lock 0"},
    {0, 0x000B, "7700000000",
     "lock-method two-step 0, key-id 0, lock on, lock-action release-child-lock 0"},
    {0, 0x000B, "8800000000",
     "lock-method coercion 0, key-id 0, lock off, lock-action lock-outside 0"},
    {0, 0x000B, "A900000000", "lock-method manual 0, key-id 0, lock off, lock-action none 0"},
    {0, 0x000B, "BF00000000", "lock-method automatic 0, key-id 0, lock on, lock-action abnormal 0"},
    {0, 0x000B, "9E000000FF",
     "lock-method none 0, key-id 4278190080000000, lock off, lock-action none 0"},
    {0, 0x000B, "FF00000000", "lock-method abnormal 0, key-id 0, lock on, lock-action abnormal 0"},
    // motion with light; two products report light or dark
    {0, 0x000F, "010203", "motion on, illuminance 197121000000"},
    {0x07F6, 0x000F, "640000", "motion on, light on"},
    {0x07F6, 0x000F, "630000", "motion on, light off"},
    {0x0A8D, 0x000F, "000100", "motion on, light on"},
    {0x0A8D, 0x000F, "000000", "motion on, light off"},
    // toothbrushes
    {0, 0x0010, "0005", "toothbrush on, count 5000000"},
    {0, 0x0010, "015F", "toothbrush off, score 95000000"},
    {0, 0x0010, "00", "toothbrush on"},
    {0, 0x0010, "01", "toothbrush off"},
    {0, 0x3003, "00010203045A", "toothbrush on, count 90000000"},
    {0, 0x3003, "01010203045A", "toothbrush off, score 90000000"},
    {0, 0x3003, "0101020304", "toothbrush off, score 0"},
    // buttons: number, two bytes of which the second is the press
    {0, 0x1001, "000000", "button press 0"},
    {0, 0x1001, "010001", "button double-press 0 #1"},
    {0, 0x1001, "020002", "button long-press 0 #2"},
    {0, 0x1001, "030003", "button triple-press 0 #3"},
    {0, 0x1001, "000004", "button none 0"},
    {0x04E1, 0x1001, "000000", "cube rotate-right 0"},
    {0x04E1, 0x1001, "010000", "cube rotate-left 0"},
    {0x0153, 0x1001, "000000", "button press 0, power-on on"},
    {0x0153, 0x1001, "010000", "button press 0 #1, power-on off"},
    {0x0153, 0x1001, "020000", "button press 0 #2"},
    // the dimmer
    {0x03B6, 0x1001, "000503", "dimmer press 5, steps 5000000"},
    {0x03B6, 0x1001, "010503", "dimmer long-press 5, steps 5000000"},
    {0x03B6, 0x1001, "000504", "dimmer rotate-right 5, steps 5000000"},
    {0x03B6, 0x1001, "00FB04", "dimmer rotate-left 5, steps 5000000"},
    {0x03B6, 0x1001, "000004", "dimmer rotate-right 0, steps 0"},
    {0x03B6, 0x1001, "050004", "dimmer rotate-right-pressed 5, steps 5000000"},
    {0x03B6, 0x1001, "FB0704", "dimmer rotate-left-pressed 5, steps 5000000"},
    {0x03B6, 0x1001, "000002", "button long-press 0"},
    {0x03B6, 0x1001, "000005", "button none 0"},
    {0, 0x1001, "000504", "button none 0"},
    // several numbers
    {0, 0x1005, "01FF", "power-on on, temperature 255000000"},
    {0, 0x100D, "D6FF2C01", "temperature -4200000, humidity 30000000"},
    {0, 0x1017, "00000000", "motion on, idle-time 0"},
    {0, 0x1017, "00000100", "motion off, idle-time 65536000000"},
    {0, 0x101B, "78000000", "motion off, idle-time 120000000"},
    {0, 0x4818, "2C01", "motion off, idle-time 300000000"},
    {0, 0x4818, "2C0100", "motion off, idle-time 300000000"},
    {0, 0x4818, "00000001", "motion off, idle-time 16777216000000"},
    {0, 0x4A08, "0000C841", "motion on, illuminance 25000000"},
    // doors and windows
    {0, 0x1019, "00", "opening on, door-left-open off, forcibly-removed off"},
    {0, 0x1019, "01", "opening off, door-left-open off, forcibly-removed off"},
    {0, 0x1019, "02", "opening on, door-left-open on, forcibly-removed off"},
    {0, 0x1019, "03", "opening off, door-left-open off, forcibly-removed on"},
    {0, 0x4A0F, "01", "opening on, door-left-open off, forcibly-removed off"},
    {0, 0x4A12, "01", "opening on, door-left-open off, forcibly-removed off"},
    {0, 0x4A12, "02", "opening off, door-left-open off, forcibly-removed off"},
    {0, 0x4A12, "03", "opening on, door-left-open on, forcibly-removed off"},
    {0, 0x4A12, "04", "opening off, door-left-open off, forcibly-removed on"},
    {0, 0x4A1A, "01", "opening on, door-left-open on, forcibly-removed off"},
    {0, 0x4A1A, "00", ""},
    {0, 0x4804, "01", "opening on"},
    {0, 0x4804, "02", "opening off"},
    {0, 0x4804, "00", ""},
    {0, 0x4804, "03", ""},
    // presses
    {0, 0x4A0C, "00", "button press 0"},
    {0, 0x4A0D, "01", "button double-press 0 #1"},
    {0, 0x4A0E, "02", "button long-press 0 #2"},
    {0, 0x4A13, "07", "button press 0"},
    {0, 0x4E0C, "01", "button press 0 #1"},
    {0x1949, 0x4E0C, "01", "button press 0"},
    {0x1949, 0x4E0D, "02", "button double-press 0 #1"},
    {0x1949, 0x4E0E, "00", "button long-press 0"},
    {0, 0x560C, "", "button press 0"},
    {0, 0x560D, "03", "button double-press 0 #3"},
    {0, 0x560E, "", "button long-press 0"},
    {0, 0x5A16, "03", "button double-press 0"},
    {0, 0x5A16, "01", "button press 0"},
    // whole degrees, scales
    {0, 0x605D, "7F", "temperature 127000000"},
    {0, 0x605D, "80", ""},
    {0, 0x4E16, "0210270000", "profile 2000000, mass 100000000"},
};

static acc_status read_object(uint16_t product, uint16_t type, const uint8_t *value, size_t size)
{
    uint8_t bytes[32] = {(uint8_t)type, (uint8_t)(type >> 8), (uint8_t)size};
    memcpy(bytes + 3, value, size);
    return acc_mibeacon_objects(product, bytes, 3 + size, list, ACC_MEASUREMENTS_MAX, &count);
}

static void mibeacon_objects(void)
{
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        uint8_t value[16] = {0};
        size_t size = from_hex(objects[i].value, value);
        CHECK(read_object(objects[i].product, objects[i].type, value, size) == ACC_OK);
        is(objects[i].value, objects[i].expected);
        // further bytes do not count, but for the lengths of these
        if (objects[i].type != 0x0010 && objects[i].type != 0x3003 && objects[i].type != 0x4818 &&
            size > 0) {
            value[size] = 0xAA;
            CHECK(read_object(objects[i].product, objects[i].type, value, size + 1) == ACC_OK);
            is(objects[i].value, objects[i].expected);
        }
    }
}

// The least size of each object's value.
static void mibeacon_objects_have_a_size(void)
{
    static const uint16_t rows[][2] = {
        {0x0003, 1}, {0x0006, 5}, {0x0007, 1}, {0x0008, 1}, {0x000A, 2}, {0x000B, 5}, {0x000F, 3},
        {0x0010, 1}, {0x1001, 3}, {0x1004, 2}, {0x1005, 2}, {0x1006, 2}, {0x1007, 3}, {0x1008, 1},
        {0x1009, 2}, {0x100A, 1}, {0x100D, 4}, {0x1010, 2}, {0x1012, 1}, {0x1017, 4}, {0x1019, 1},
        {0x101B, 4}, {0x2000, 5}, {0x3003, 1}, {0x4801, 4}, {0x4804, 1}, {0x4805, 4}, {0x4818, 2},
        {0x483D, 4}, {0x4A08, 4}, {0x4A0F, 1}, {0x4A12, 1}, {0x4A1A, 1}, {0x4E16, 5}, {0x5A16, 1},
        {0x605D, 1}, {0x6E16, 5}, {0x4A0C, 0}, {0x4A13, 0},
    };
    static const uint8_t value[8];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t size = 0; size < 7; size++)
            CHECK(read_object(0, rows[i][0], value, size) ==
                  (size < rows[i][1] ? ACC_TRUNCATED : ACC_OK));
}

// The fit of the maker's app: 3.71934e-11 e^(0.69314 t1) - 1.02801e-8 e^(0.53871 t2) + 36.413.
static void body_temperatures(void)
{
    // 36 and 35 degrees: 2.555250 - 1.586919 + 36.413
    CHECK(read_object(0, 0x2000, (const uint8_t[]){0x10, 0x0E, 0xAC, 0x0D, 99}, 5) == ACC_OK &&
          count == 2);
    CHECK(list[0].quantity == ACC_QUANTITY_TEMPERATURE && llabs(list[0].micro - 37381332) < 20);
    CHECK(list[1].quantity == ACC_QUANTITY_BATTERY && list[1].micro == 99000000);
    // beyond all bodies
    CHECK(read_object(0, 0x2000, (const uint8_t[]){0xFF, 0xFF, 0, 0, 99}, 5) == ACC_OK &&
          count == 1);
}

// Objects follow each other; unknown and short ones are skipped, and what is left of a cut one is reported.
static void several_objects(void)
{
    static const uint8_t three[] = {0x0A, 0x10, 1, 50, 0x34, 0x12, 1, 0, 0x08, 0x10, 1, 60};
    CHECK(acc_mibeacon_objects(0, three, 12, list, 9, &count) == ACC_UNSUPPORTED);
    is("three", "battery 50000000, moisture 60000000");
    CHECK(acc_mibeacon_objects(0, three, 11, list, 9, &count) == ACC_UNSUPPORTED && count == 1);
    CHECK(acc_mibeacon_objects(0, three, 4, list, 9, &count) == ACC_OK && count == 1);
    for (size_t rest = 1; rest < 4; rest++)
        CHECK(acc_mibeacon_objects(0, three, 4 + rest, list, 9, &count) == ACC_TRUNCATED &&
              count == 1);
    CHECK(acc_mibeacon_objects(0, three, 0, list, 9, &count) == ACC_OK && count == 0);
    static const uint8_t short_one[] = {0x06, 0x10, 1, 50, 0x08, 0x10, 1, 60};
    CHECK(acc_mibeacon_objects(0, short_one, 8, list, 9, &count) == ACC_TRUNCATED);
    is("short", "moisture 60000000");
    static const uint8_t two[] = {0x0D, 0x10, 4, 1, 0, 2, 0, 0x08, 0x10, 1, 60};
    CHECK(acc_mibeacon_objects(0, two, 11, list, 1, &count) == ACC_NO_ROOM && count == 1);
    CHECK(acc_mibeacon_objects(0, two, 11, list, 2, &count) == ACC_NO_ROOM && count == 2);
    CHECK(acc_mibeacon_objects(0, two, 11, list, 3, &count) == ACC_OK && count == 3);
}

int main(void)
{
    mibeacon_objects();
    mibeacon_objects_have_a_size();
    body_temperatures();
    several_objects();
    return failures;
}
