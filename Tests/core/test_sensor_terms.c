// The terms of conditions, each kind alone and in runs, from hand-made tables: include/accessory/sensor_table.h.
#include "accessory/crc.h"
#include "check.h"
#include "sensor/code.h"

#include <string.h>

// Texts with their lengths in front.
static const uint8_t pool[] = "\x03"
                              "abc"  // 0
                              "\x04"
                              "Ab-1"  // 4
                              "\x00"  // 9
                              "\x05"
                              "12345"  // 10
                              "\x10"
                              "0123456789abcdef"  // 16
                              "\x01"
                              "Z";  // 33
enum { ABC = 0, AB1 = 4, EMPTY = 9, DIGITS = 10, LONG = 16, LETTER = 33 };

static struct sensor_frame frame;
static acc_sensor_table table;
static acc_sensor_source source;
static acc_advert advert;

// A frame of service data; its bytes 0 and 1 are the UUID.
static void look_at(const uint8_t *bytes, size_t length)
{
    table = (acc_sensor_table){.pool = pool};
    advert = (acc_advert){.kind = ACC_BEACON_NONE};
    source = (acc_sensor_source){.data = bytes, .length = length, .advert = &advert};
    frame = (struct sensor_frame){.table = &table, .source = &source};
    if (length >= 2) {
        frame.part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){bytes + 2, length - 2};
        frame.uuid_size = 2;
    }
}

// Whether a term holds, and its opposite does not: both ways of evaluation agree.
static bool holds(unsigned kind, int at, unsigned value)
{
    static const uint16_t conditions[] = {0, 1, 2};
    const acc_sensor_term terms[] = {
        {(uint8_t)kind, (int8_t)at, (uint16_t)value, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT},
        {(uint8_t)kind, (int8_t)at, (uint16_t)value, ACC_SENSOR_REJECT, ACC_SENSOR_ACCEPT},
    };
    table.terms = terms;
    table.conditions = conditions;
    bool first = acc_sensor_condition(&frame, 0);
    CHECK(acc_sensor_condition(&frame, 1) == !first);
    CHECK(sensor_condition(&frame, &table, 0) == first);
    CHECK(sensor_condition(&frame, &table, 1) == !first);
    CHECK(acc_sensor_holds_from(&frame, terms, terms) == first);
    return first;
}

enum { SERVICE = ACC_SENSOR_PART_SERVICE << 4 };

static void bytes_and_lengths(void)
{
    static const uint8_t data[] = {0x1A, 0x18, 0x5A, 'a', 'b', 'c', 'd', 0xF0};
    look_at(data, sizeof data);
    const unsigned byte = ACC_SENSOR_TERM_BYTE | SERVICE, run = ACC_SENSOR_TERM_BYTES | SERVICE;
    const unsigned length = ACC_SENSOR_TERM_LENGTH | SERVICE;
    const unsigned present = ACC_SENSOR_TERM_PRESENT | SERVICE;
    CHECK(holds(byte, 0, 0x5AFF) && holds(byte, 0, 0x50F0) && holds(byte, 0, 0x0A0F));
    CHECK(!holds(byte, 0, 0x5BFF) && !holds(byte, 0, 0x5A0F));
    CHECK(holds(byte, 5, 0xF0FF) && holds(byte, -1, 0xF0FF) && holds(byte, -6, 0x5AFF));
    CHECK(!holds(byte, 6, 0) && !holds(byte, -7, 0) && holds(byte, 5, 0));
    CHECK(holds(run, 1, ABC) && !holds(run, 0, ABC) && holds(run, -5, ABC) && !holds(run, 4, ABC));
    CHECK(!holds(run, 2, AB1) && holds(run, 6, EMPTY) && !holds(run, 7, EMPTY));
    CHECK(holds(length, 0, 0x0606) && holds(length, 0, 0xFF06) && holds(length, 0, 0x0600));
    CHECK(!holds(length, 0, 0x0707) && !holds(length, 0, 0x0505));
    CHECK(holds(present, 0, 0));
    // the other parts are missing
    CHECK(!holds(ACC_SENSOR_TERM_PRESENT, 0, 0) && !holds(ACC_SENSOR_TERM_LENGTH, 0, 0xFF00));
    CHECK(!holds(ACC_SENSOR_TERM_BYTE, 0, 0) && !holds(ACC_SENSOR_TERM_BYTES, 0, ABC));
    // runs of each length up to nine, and each byte of them counts
    uint8_t copy[sizeof data + 16] = {0x1A, 0x18};
    memcpy(copy + 2, pool + LONG + 1, 16);
    look_at(copy, 18);
    CHECK(holds(run, 0, LONG));
    for (int i = 0; i < 16; i++) {
        copy[2 + i] ^= 1;
        CHECK(!holds(run, 0, LONG));
        copy[2 + i] ^= 1;
    }
    look_at(copy, 17);
    CHECK(!holds(run, 0, LONG));
    memcpy(copy + 2, pool + DIGITS + 1, 5);
    for (int i = 0; i < 5; i++) {
        look_at(copy, 18);
        copy[2 + i] ^= 1;
        CHECK(!holds(run, 0, DIGITS));
        copy[2 + i] ^= 1;
        CHECK(holds(run, 0, DIGITS));
    }
}

static void companies(void)
{
    static const uint8_t data[] = {0x34, 0x12, 7};
    look_at(NULL, 0);
    CHECK(!holds(ACC_SENSOR_TERM_COMPANY, 0, 0x1234));
    frame.part[ACC_SENSOR_PART_RECORD] = (struct sensor_part){data, sizeof data};
    CHECK(holds(ACC_SENSOR_TERM_COMPANY, 0, 0x1234) && !holds(ACC_SENSOR_TERM_COMPANY, 0, 0x1235));
    CHECK(!holds(ACC_SENSOR_TERM_COMPANY, 0, 0x3412));
}

static bool named(const char *name, unsigned kind, int at, unsigned value)
{
    look_at(NULL, 0);
    frame.name = (const uint8_t *)name;
    frame.name_length = name ? strlen(name) : 0;
    return holds(kind, at, value);
}

static void names(void)
{
    enum {
        AT = ACC_SENSOR_TERM_NAME_AT,
        IS = ACC_SENSOR_TERM_NAME_IS,
        ENDS = ACC_SENSOR_TERM_NAME_ENDS,
        HAS = ACC_SENSOR_TERM_NAME_HAS
    };
    CHECK(named("abcd", AT, 0, ABC) && !named("Abcd", AT, 0, ABC) && !named("ab", AT, 0, ABC));
    CHECK(named("xxabc", AT, 2, ABC) && !named("xxabc", AT, 3, ABC) &&
          !named("xxabc", AT, -3, ABC));
    CHECK(named("xy", AT, 2, EMPTY) && !named("xy", AT, 3, EMPTY));
    // letters in any case; other characters differ by 32, too
    CHECK(named("AB-1", IS, 0, AB1) && named("ab-1", IS, 0, AB1) && named("aB-1", IS, 0, AB1));
    CHECK(!named("ab-12", IS, 0, AB1) && !named("ab-", IS, 0, AB1) && !named("ab-2", IS, 0, AB1));
    CHECK(!named("ab\x0D"
                 "1",
                 IS, 0, AB1));
    CHECK(!named("ab-\x11", IS, 0, AB1) && named("z", IS, 0, LETTER) &&
          !named("\x3A", IS, 0, LETTER));
    CHECK(!named("[", IS, 0, LETTER) && !named("@", IS, 0, LETTER) && !named("a", IS, 0, LETTER));
    CHECK(named("xAb-1", ENDS, 0, AB1) && named("Ab-1", ENDS, 0, AB1));
    CHECK(!named("Ab-1x", ENDS, 0, AB1) && !named("xab-1", ENDS, 0, AB1) &&
          !named("b-1", ENDS, 0, AB1));
    CHECK(named("xAB-1", HAS, 0, AB1) && named("ab-1x", HAS, 0, AB1) && named("ab-1", HAS, 0, AB1));
    CHECK(named("xxabxabcx", HAS, 0, ABC) && named("aabc", HAS, 0, ABC));
    CHECK(!named("ab-", HAS, 0, AB1) && !named("", HAS, 0, ABC) && !named("axbxc", HAS, 0, ABC));
    CHECK(named("", HAS, 0, EMPTY) && named("x", HAS, 0, EMPTY) && named("", IS, 0, EMPTY));
    CHECK(named("xyZ", HAS, 0, LETTER) && named("z", HAS, 0, LETTER) &&
          !named("xy", HAS, 0, LETTER));
    static const unsigned kinds[] = {AT, IS, ENDS, HAS};
    for (size_t i = 0; i < 4; i++) {
        CHECK(!named(NULL, kinds[i], 0, EMPTY));
        look_at(NULL, 0);
        frame.any_name = true;
        CHECK(holds(kinds[i], 0, ABC));
    }
}

// The bit of a text's last two characters: (n | 0x2020) * 0x1D35 >> 10 & 63. "bc" is 0x6362: 43; "-1" is 0x312D: 17.
static void names_are_filtered(void)
{
    enum { HAS = ACC_SENSOR_TERM_NAME_HAS };
    CHECK(named("xABC", HAS, 1 + 43, ABC) && named("xAB-1", HAS, 1 + 17, AB1));
    CHECK(named("abc", HAS, 1 + 43, ABC) && named("ABC", HAS, 1 + 43, ABC));
    CHECK(!named("ab", HAS, 1 + 43, ABC) && !named("xbc", HAS, 1 + 43, ABC));
    CHECK(!named("abc", HAS, 1 + 41, ABC) && !named("abc", HAS, 1 + 63, ABC));
    CHECK(!named("abc", HAS, 1, ABC) && named("abc", HAS, 65, ABC));
}

// A run of terms: abc or (Ab-1 and byte 0 is 7).
static void terms_follow_each_other(void)
{
    static const uint8_t seven[] = {0, 0, 7}, eight[] = {0, 0, 8};
    static const uint16_t conditions[] = {0, 3};
    static const acc_sensor_term terms[] = {
        {ACC_SENSOR_TERM_NAME_HAS, 0, ABC, ACC_SENSOR_ACCEPT, 1},
        {ACC_SENSOR_TERM_NAME_HAS, 0, AB1, 2, ACC_SENSOR_REJECT},
        {ACC_SENSOR_TERM_BYTE | SERVICE, 0, 0x07FF, ACC_SENSOR_ACCEPT, ACC_SENSOR_REJECT},
    };
    static const struct {
        const char *name;
        const uint8_t *data;
        bool holds;
    } rows[] = {
        {"abc", eight, true}, {"ab-1", seven, true},     {"ab-1", eight, false},
        {"x", seven, false},  {"xabcab-1", eight, true}, {NULL, seven, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        look_at(rows[i].data, 3);
        table.terms = terms;
        table.conditions = conditions;
        frame.name = (const uint8_t *)rows[i].name;
        frame.name_length = rows[i].name ? strlen(rows[i].name) : 0;
        CHECK(acc_sensor_condition(&frame, 0) == rows[i].holds);
    }
}

// UUIDs of the service data, and of the lists, of which there may be several.
static void services(void)
{
    enum { OF_DATA = ACC_SENSOR_TERM_SERVICE, LISTED = ACC_SENSOR_TERM_LISTED };
    static const uint8_t short_data[] = {0x1A, 0x18, 7};
    look_at(short_data, sizeof short_data);
    CHECK(holds(OF_DATA, 2, 0x181A) && !holds(OF_DATA, 2, 0x181B) && !holds(OF_DATA, 2, 0x1A18));
    CHECK(!holds(LISTED, 2, 0x181A) && !holds(OF_DATA, 16, LONG));
    uint8_t long_data[17];
    memcpy(long_data, pool + LONG + 1, 16);
    look_at(NULL, 0);
    frame.part[ACC_SENSOR_PART_SERVICE] = (struct sensor_part){long_data + 16, 1};
    frame.uuid_size = 16;
    CHECK(holds(OF_DATA, 16, LONG) && !holds(OF_DATA, 2, 0x6665));
    long_data[0] ^= 1;
    CHECK(!holds(OF_DATA, 16, LONG));

    // without service data, SERVICE is about the lists
    uint8_t lists[] = {5, 3, 0x0A, 0x18, 0x0F, 0x18, 3, 2, 0x1A, 0x18, 3, 9, 0x0D, 0x18, 0, 0,
                       0, 0, 0,    0,    0,    0,    0, 0, 0,    0,    0, 0, 0,    0,    0, 0};
    const size_t size = 14;
    for (int repeated = 0; repeated < 2; repeated++) {
        look_at(NULL, 0);
        source.data = lists;
        source.length = size;
        CHECK(!holds(LISTED, 2, 0x180A));
        advert.seen = 1u << ACC_AD_FIELD_UUID16;
        advert.repeated = repeated ? 1u << ACC_AD_FIELD_UUID16 : 0;
        advert.field[ACC_AD_FIELD_UUID16] = (acc_ad_slice){2, 4};
        CHECK(holds(LISTED, 2, 0x180A) && holds(LISTED, 2, 0x180F) && holds(OF_DATA, 2, 0x180F));
        CHECK(holds(LISTED, 2, 0x181A) == repeated && !holds(LISTED, 2, 0x180D));
        CHECK(!holds(LISTED, 2, 0x0F18) && !holds(LISTED, 2, 0x0A05) && !holds(LISTED, 16, LONG));
    }
    lists[0] = 17;
    lists[1] = 7;
    memcpy(lists + 2, pool + LONG + 1, 16);
    for (int repeated = 0; repeated < 2; repeated++) {
        look_at(NULL, 0);
        source.data = lists;
        source.length = 18;
        advert.seen = 1u << ACC_AD_FIELD_UUID128;
        advert.repeated = repeated ? 1u << ACC_AD_FIELD_UUID128 : 0;
        advert.field[ACC_AD_FIELD_UUID128] = (acc_ad_slice){2, 16};
        CHECK(holds(LISTED, 16, LONG) && holds(OF_DATA, 16, LONG) && !holds(LISTED, 2, 0x3130));
        if (!repeated) {
            advert.field[ACC_AD_FIELD_UUID128].length = 15;
            CHECK(!holds(LISTED, 16, LONG));
        }
    }
}

static void addresses(void)
{
    enum { ADDRESS = ACC_SENSOR_TERM_ADDRESS | SERVICE };
    static const uint8_t address[] = {6, 5, 4, 3, 2, 1};
    uint8_t data[] = {0, 0, 9, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    look_at(data, sizeof data);
    CHECK(!holds(ADDRESS, 1, 0));  // the address is not known
    source.address = address;
    CHECK(holds(ADDRESS, 1, 0) && !holds(ADDRESS, 1, 1) && holds(ADDRESS, 6, 1) &&
          !holds(ADDRESS, 6, 0));
    CHECK(holds(ADDRESS, -6, 1) && !holds(ADDRESS, 7, 1) && !holds(ADDRESS, 0, 0));
    // the last three bytes
    CHECK(holds(ADDRESS, 4, 2) && !holds(ADDRESS, 1, 2) && !holds(ADDRESS, 6, 2));
    CHECK(holds(ADDRESS, 4 - 12, 2) && !holds(ADDRESS, -2, 2));
    for (size_t i = 6; i < 9; i++) {
        data[i] ^= 0x80;
        CHECK(!holds(ADDRESS, 4, 2));
        data[i] ^= 0x80;
    }
    for (size_t i = 3; i < 9; i++) {
        data[i] ^= 0x80;
        CHECK(!holds(ADDRESS, 1, 0));
        data[i] ^= 0x80;
    }
}

// Bytes and their CRC-16 from 0x1D0F, big-endian: E5CC for "123456789" (CRC catalogue, SPI-FUJITSU).
static void checksums(void)
{
    enum { CRC = ACC_SENSOR_TERM_CRC16 | SERVICE };
    static uint8_t data[] = "..x123456789\xE5\xCC";
    look_at(data, sizeof data - 1);
    CHECK(holds(CRC, 1, 9) && !holds(CRC, 0, 9) && !holds(CRC, 1, 8) && !holds(CRC, 1, 10));
    look_at(data, sizeof data - 2);
    CHECK(!holds(CRC, 1, 9));
    look_at(data, sizeof data - 1);
    data[12] ^= 1;
    CHECK(!holds(CRC, 1, 9));
}

static void loose_searches(void)
{
    static const uint8_t data[] = {0, 0, 7};
    look_at(data, sizeof data);
    CHECK(!holds(ACC_SENSOR_TERM_LOOSE, 0, 0));
    source.is_loose = true;
    CHECK(holds(ACC_SENSOR_TERM_LOOSE, 0, 0));
    source.is_loose = false;
}

static void values(void)
{
    static const uint8_t data[] = {0, 0, 7};
    static const acc_sensor_row rows[] = {{.type = 1 | ACC_SENSOR_PART_SERVICE << 6},
                                          {.type = 1 | ACC_SENSOR_PART_SERVICE << 6, .at = 1}};
    look_at(data, sizeof data);
    table.rows = rows;
    CHECK(holds(ACC_SENSOR_TERM_VALUE, 0, 0) && !holds(ACC_SENSOR_TERM_VALUE, 0, 1));
}

int main(void)
{
    bytes_and_lengths();
    companies();
    names();
    names_are_filtered();
    terms_follow_each_other();
    services();
    addresses();
    checksums();
    loose_searches();
    values();
    return failures;
}
