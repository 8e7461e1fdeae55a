// How a caller's table is looked up: each kind of key alone (include/accessory/sensor_table.h).
#include "user_table.h"

static void companies_and_services(void)
{
    make();
    add_key(ACC_SENSOR_KEY_COMPANY, 0xD234, 0);
    CHECK(reads("05FF34D2AABB", "count 10") && reads("03FF34D2", "count 10") &&
          reading.value.offset == 2);
    CHECK(reads("02FF34", "") && reads("05FF35D2AABB", "") && reads("051634D2AABB", ""));
    CHECK(reads("020106"
                "05FF34D2AABB",
                "count 10") &&
          reading.value.offset == 5 && reading.value.length == 4);
    // the second of several
    CHECK(reads("03FF0102"
                "04FF34D207",
                "count 10") &&
          reading.value.offset == 6);
    make();
    add_key(ACC_SENSOR_KEY_SERVICE, 0xD234, 8);
    CHECK(reads("051634D2AABB", "count 11") && reading.value.offset == 2 &&
          reading.value.length == 4);
    CHECK(reads("05FF34D2AABB", "") && reads("051634D3AABB", "") && reads("021634", ""));
    CHECK(reads("04160102AA"
                "031634D2",
                "count 11") &&
          reading.value.offset == 7);
    make();
    add_key(ACC_SENSOR_KEY_COMPANY_HIGH, 0xD2, 0);
    CHECK(reads("05FF34D2AABB", ""));
    t.table.company_highs[6] = 1 << 18;
    CHECK(reads("05FF34D2AABB", "count 10") && reads("05FFFFD2AABB", "count 10") &&
          reads("05FF34D3AABB", ""));
}

static void lengths(void)
{
    char hex[200];
    for (size_t length = 0; length < 40; length++) {
        make();
        for (int service = 0; service < 2; service++) {
            snprintf(hex, sizeof hex, "%02X%s34D2", (unsigned)length + 3, service ? "16" : "FF");
            for (size_t i = 0; i < length; i++)
                strcat(hex, "AA");
            make();
            t.table.manufacturer_lengths = t.table.service_lengths = UINT32_MAX;
            add_key(service ? ACC_SENSOR_KEY_SERVICE_LENGTH : ACC_SENSOR_KEY_MANUFACTURER_LENGTH,
                    (uint16_t)length, 0);
            CHECK(reads(hex, length < 32 ? "count 10" : ""));
            add_key(service ? ACC_SENSOR_KEY_SERVICE_LENGTH : ACC_SENSOR_KEY_MANUFACTURER_LENGTH,
                    (uint16_t)length + 1, 0);
            CHECK(reads(hex, ""));
            // only lengths that the table has are looked up
            add_key(service ? ACC_SENSOR_KEY_SERVICE_LENGTH : ACC_SENSOR_KEY_MANUFACTURER_LENGTH,
                    (uint16_t)length, 0);
            t.table.manufacturer_lengths = t.table.service_lengths =
                length < 32 ? ~(1u << length) : UINT32_MAX;
            CHECK(reads(hex, ""));
        }
    }
    // an AltBeacon is no sensor's by its length
    make();
    add_key(ACC_SENSOR_KEY_MANUFACTURER_LENGTH, 26, 0);
    t.table.manufacturer_lengths = UINT32_MAX;
    CHECK(reads("1DFF1801BEAD000102030405060708090A0B0C0D0E0F0000000100C500", ""));
    CHECK(reads("1DFF1801BEAD000102030405060708090A0B0C0D0E0F0000000100C50000", "count 10"));
    CHECK(reads("1DFF1801BEAC000102030405060708090A0B0C0D0E0F0000000100C50000", ""));
}

// A UUID of 128 bits with these bytes 0 and 12.
#define LONG(first, twelfth) first "0000000000000000000000" twelfth "000000"

static void listed_services(void)
{
    make();
    add_key(ACC_SENSOR_KEY_LISTED, 0xD234, 0);
    CHECK(reads("030334D2", "count 10") && reads("030234D2", "count 10"));
    CHECK(reads("0503010234D2", "count 10") && reads("0403010234", ""));
    CHECK(reads("050334D30102", "") && reads("03FF34D2", ""));
    // in the second list
    CHECK(reads("03030102"
                "030234D2",
                "count 10") &&
          reads("03020102"
                "030334D2",
                "count 10"));
    make();
    add_key(ACC_SENSOR_KEY_LISTED_LONG, 0xD234, 0);
    CHECK(reads("1107" LONG("34", "D2"), "count 10") && reads("1106" LONG("34", "D2"), "count 10"));
    CHECK(reads("1107" LONG("35", "D2"), "") && reads("1107" LONG("34", "D3"), ""));
    CHECK(reads("2107" LONG("AA", "BB") LONG("34", "D2"), "count 10"));
    CHECK(reads("1107" LONG("AA", "BB") "1106" LONG("34", "D2"), "count 10"));
    CHECK(reads("1106" LONG("AA", "BB") "1107" LONG("34", "D2"), "count 10"));
    make();
    add_key(ACC_SENSOR_KEY_SERVICE_LONG, 0xD234, 0);
    CHECK(reads("1221" LONG("34", "D2") "07", "count 10") && reading.value.length == 17);
    CHECK(reads("1121" LONG("34", "D2"), "count 10") && reads("1221" LONG("35", "D2") "07", ""));
    CHECK(reads("1021"
                "340000000000000000000000D20000",
                ""));
    CHECK(reads("031634D2"
                "1221" LONG("34", "D2") "07",
                "count 10") &&
          reading.value.offset == 6);
}

static void names(void)
{
    make();
    add_key(ACC_SENSOR_KEY_NAME, 'a' | 'b' << 8, 0);
    CHECK(reads("04094142"
                "43",
                "count 10") &&
          reads("0309"
                "6162",
                "count 10") &&
          reads("0309"
                "6142",
                "count 10"));
    CHECK(reads("0308"
                "6162",
                "count 10") &&
          reads("0309"
                "6163",
                "") &&
          reads("0209"
                "61",
                "") &&
          reads("020106", ""));
    CHECK(reads_named("020106", "abx", "count 10") && reads_named("020106", "", "") &&
          reads_named("020106", "a", ""));
    // the data's name replaces the other one
    CHECK(reads_named("03096161", "ab", "") && reads_named("03096162", "xy", "count 10"));
    add_key(ACC_SENSOR_KEY_NAME, 'a', 0);
    CHECK(reads("0209"
                "61",
                "count 10") &&
          reads("0209"
                "41",
                "count 10") &&
          reads("0209"
                "62",
                ""));
    // by the length of manufacturer data, with a name that has a key
    make();
    t.lists[4] = ACC_SENSOR_LIST_END;
    add_key(ACC_SENSOR_KEY_NAME, 'a' | 'b' << 8, 4);
    add_key(ACC_SENSOR_KEY_NAMED, 3, 8);
    CHECK(reads("06FF3412010203"
                "03096162",
                "count 11") &&
          reading.value.length == 5);
    CHECK(reads("06FF3412010203"
                "03096163",
                "") &&
          reads("05FF34120102"
                "03096162",
                ""));
    CHECK(reads("05FF34120102"
                "06FF3412010203"
                "03096162",
                "count 11") &&
          reading.value.offset == 8);
}

// A list may branch by a byte at a place, from the start or from the end.
static void branches(void)
{
    for (int service = 0; service < 2; service++) {
        for (int place = -2; place < 3; place++) {
            make();
            // list 16: a branch, then record 0 with condition 1 or 2
            static const uint16_t branching[] = {0, 0x0F, 0, 1, ANY, ACC_SENSOR_LIST_END};
            memcpy(t.lists + 16, branching, sizeof branching);
            t.lists[16] = (uint16_t)(ACC_SENSOR_LIST_SWITCH | (uint8_t)place);
            t.lists[19] = service ? 2 | ACC_SENSOR_LIST_OF_SERVICE : 1;
            enum acc_sensor_key by =
                service ? ACC_SENSOR_KEY_SERVICE_BYTE : ACC_SENSOR_KEY_COMPANY_BYTE;
            add_key(service ? ACC_SENSOR_KEY_SERVICE : ACC_SENSOR_KEY_COMPANY, 0xD234, 16);
            add_key(by, acc_sensor_mix(0xD234, (uint8_t)place, 0x05), 8);
            static const char *const bytes[] = {"C5A1A2", "A1C5A2", "A1A2C5"};
            for (int at = 0; at < 3; at++) {
                char hex[32];
                snprintf(hex, sizeof hex, "06%s34D2%s", service ? "16" : "FF", bytes[at]);
                CHECK(reads(hex, (place < 0 ? place + 3 : place) == at ? "count 11" : ""));
            }
            CHECK(reads(service ? "061634D207A1A2" : "06FF34D207A1A2", "count 10"));
            // too short for the place
            CHECK(reads(service ? "041634D2C5" : "04FF34D2C5",
                        place == 0 || place == -1 ? "count 11" : ""));
        }
    }
    // the first record has priority, whichever list it is in
    make();
    static const uint16_t branching[] = {ACC_SENSOR_LIST_SWITCH, 0xFF, 3, 0, ANY,
                                         ACC_SENSOR_LIST_END};
    memcpy(t.lists + 16, branching, sizeof branching);
    add_key(ACC_SENSOR_KEY_COMPANY, 0xD234, 16);
    add_key(ACC_SENSOR_KEY_COMPANY_BYTE, acc_sensor_mix(0xD234, 0, 5), 8);
    CHECK(reads("04FF34D205", "count 11") && reads("04FF34D206", "count 13"));
}

int main(void)
{
    companies_and_services();
    lengths();
    listed_services();
    names();
    branches();
    return failures;
}
