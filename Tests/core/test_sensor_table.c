// Readings from the table: frames computed by hand from the makers' descriptions, and tables that must be refused.
#include "accessory/sensor.h"
#include "check.h"
#include "sensor/frame.h"

#include <stdlib.h>
#include <string.h>

static acc_measurement list[ACC_MEASUREMENTS_MAX];
static acc_sensor_reading reading;
static uint8_t data[256];
static bool is_loose;

static size_t from_hex(const char *text, uint8_t *bytes)
{
    size_t size = 0;
    for (; text[0] && text[1]; text += 2) {
        char pair[3] = {text[0], text[1], 0};
        bytes[size++] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return size;
}

static acc_status read_named(const char *hex, const char *name)
{
    size_t size = from_hex(hex, data);
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    static const uint8_t address[6] = {0x66, 0x55, 0x44, 0x33, 0x22, 0x11};
    acc_sensor_source source = {
        .data = data, .length = size, .advert = &advert, .address = address, .is_loose = true};
    source.name = (const uint8_t *)name;
    source.name_length = name ? strlen(name) : 0;
    return acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
}

static acc_status read(const char *hex)
{
    return read_named(hex, NULL);
}

// The first measurement of a quantity, in millionths; INT64_MIN when there is none.
static int64_t value(enum acc_quantity quantity)
{
    for (size_t i = 0; i < reading.count; i++)
        if (list[i].quantity == quantity)
            return list[i].micro;
    return INT64_MIN;
}

static bool is_record(const char *id)
{
    const acc_sensor_names *names = acc_sensor_name_of(reading.record);
    return reading.format == ACC_SENSOR_FORMAT_TABLE && names && strcmp(names->id, id) == 0;
}

// A padded name ends at its first NUL and has no white space at its ends; it may be alone or beside further structures of the
// same type, which are read by other functions.
static void names_are_trimmed(void)
{
    static const struct {
        const char *name;  // AD structure
        bool is_meter;     // "WoSensorTH"
    } rows[] = {
        {"0B09576F53656E736F725448", true},
        {"0C09576F53656E736F72544800", true},
        {"1009576F53656E736F7254482000410000", true},
        {"1109576F53656E736F7254480D0C0B0A0920", true},
        {"1108200D0C0B0A09576F53656E736F725448", true},
        {"0C0908576F53656E736F725448", false},
        {"0C09576F53656E736F7254480E", false},
        {"0C0900576F53656E736F725448", false},
        {"0C09576F53656E736F72544858", false},
        {"03092000", false},
        {"020920", false},
        {"0109", false},
    };
    static const char *const before[] = {"", "05FF57000102"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < 2; k++) {
            char hex[128];
            snprintf(hex, sizeof hex, "%s0EFF6909EFFEFB9D10FE0A0118F3D105163DFD7100%s", before[k],
                     rows[i].name);
            bool is_meter = read(hex) == ACC_OK && is_record("switchbot-meter");
            CHECK(is_meter == rows[i].is_meter);
        }
    // a name that the caller knows
    CHECK(read_named("0EFF6909EFFEFB9D10FE0A0118F3D105163DFD7100", " WoSensorTH ") == ACC_OK &&
          is_record("switchbot-meter"));
}

// The type byte belongs to the record that is read, not to one that it replaces.
static void the_type_is_of_the_record(void)
{
    static const char both[] = "1316CDFD080C1122334455660104D7009001020407FFC2F1001D022C"
                               "0E0954503335385320283231343229";
    CHECK(read(both) == ACC_OK && is_record("thermopro-tp3") && reading.product == 0);
    CHECK(read("1316CDFD080C1122334455660104D70090010204") == ACC_OK && is_record("qingping") &&
          reading.product == 12);
}

static void packed_numbers_are_unpacked(void)
{
    // 23.4 degrees and 56.7 % as 234567; then with the sign bit: -23.4
    CHECK(read("09FF88EC000394475800") == ACC_OK && is_record("govee-h5072"));
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 23400000 && value(ACC_QUANTITY_HUMIDITY) == 56700000);
    CHECK(value(ACC_QUANTITY_BATTERY) == 88000000 && reading.count == 3);
    CHECK(read("09FF88EC008394475800") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == -23400000 && value(ACC_QUANTITY_HUMIDITY) == 56700000);
}

static void decimals_are_text(void)
{
    // " 36.6", "-1.25"; then a letter among the digits
    CHECK(read("09160918202033362E36") == ACC_OK && is_record("relsib-wt51"));
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 36600000);
    CHECK(read("091609182D312E323520") == ACC_OK && value(ACC_QUANTITY_TEMPERATURE) == -1250000);
    CHECK(read("0916091833782E362020") != ACC_OK || reading.count == 0);
}

static void two_bytes_make_one_value(void)
{
    // SwitchBot meter: tenths, then a sign and whole degrees; service data alone
    CHECK(read("09163DFD540064049932") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 25400000 && value(ACC_QUANTITY_HUMIDITY) == 50000000);
    CHECK(read("09163DFD540064041932") == ACC_OK && value(ACC_QUANTITY_TEMPERATURE) == -25400000);
}

static void a_beacon_hides_no_reading(void)
{
    CHECK(read("1AFF4C000215FDA50693A4E24FB1AFCFC6EB07647825000100021A0916D2FC400109022A09") ==
          ACC_OK);
    CHECK(reading.format == ACC_SENSOR_FORMAT_BTHOME && reading.value.offset == 29);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 23460000 && value(ACC_QUANTITY_BATTERY) == 9000000);
    // the second manufacturer structure is the sensor's
    CHECK(read("05FF5700010209FF88EC000394475800") == ACC_OK && is_record("govee-h5072"));
}

// A record with the lowest number may hold with one of two structures only.
static void each_of_two_structures_is_read_alone(void)
{
    // Tile's service data counts without manufacturer data; here is Apple's
    CHECK(read("0D16EDFE02007204E75B3B2762AA"
               "1AFF4C0002159F5CA85FAC3514168FCACE622DC1A4037BBF6F4BC4") == ACC_OK &&
          is_record("th-tile-2"));
    // manufacturer data of a record that needs a connection, without service data
    CHECK(read("10FFC059000000000002205F5A5C52D394"
               "13161EFFFBA435E4D3C312FB0011223357D90A99"
               "03031E180C095445535420444556494345") == ACC_OK &&
          reading.state == ACC_SENSOR_NEEDS_KEY && reading.count == 0);
    // the name allows a record of the manufacturer data alone
    CHECK(read_named("0EFF6909EFFEFB9D10FE0A0118F3D105163DFD7100", "WoSensorTH") == ACC_OK &&
          is_record("switchbot-meter") && reading.count == 2);
    // the first record that both structures name has no values; the service data alone has
    CHECK(read_named("06FFCF0712EDFD0D163DFD000050069A23001053B0", "Xiaomi") == ACC_OK &&
          is_record("switchbot-weather-station") && reading.count == 3);
}

static void names_decide(void)
{
    // ThermoPro puts readings into the company identifier: only the name identifies the maker
    const char *frame = "07FFC2F0003C0200";
    CHECK(read(frame) == ACC_UNSUPPORTED && reading.count == 0);
    CHECK(read_named(frame, "TP357 (12AB)") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 24000000 && value(ACC_QUANTITY_HUMIDITY) == 60000000);
}

static void light_is_logarithmic(void)
{
    // Ruuvi's documentation of format 6: 13026.67 lx
    CHECK(read("17FF990406170C5668C79E007000C90501D900CD004C884F") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 29500000 && value(ACC_QUANTITY_CO2) == 201000000);
    CHECK(llabs(value(ACC_QUANTITY_ILLUMINANCE) - 13026670000) < 10000);
}

static void encrypted_says_so(void)
{
    CHECK(read("1AFFE102100089A302B040AF925D09A4D89AA0128BDEF4925D09A4") == ACC_OK);
    CHECK(reading.state == ACC_SENSOR_NEEDS_KEY && reading.count == 0);
    // battery monitor: 100 min, 12.34 V, no alarm, aux none, 1.5 A, -10 Ah, 50 %
    static const uint8_t plain[15] = {0x64, 0x00, 0xD2, 0x04, 0,    0,    0,   0,
                                      0x73, 0x17, 0x00, 0x64, 0x00, 0x40, 0x1F};
    size_t count;
    CHECK(acc_sensor_read_plain(reading.record, plain, sizeof plain, list, ACC_MEASUREMENTS_MAX,
                                &count) == ACC_OK);
    reading.count = count;
    CHECK(value(ACC_QUANTITY_TIME_REMAINING) == 100000000 &&
          value(ACC_QUANTITY_VOLTAGE) == 12340000);
    CHECK(value(ACC_QUANTITY_CURRENT) == 1500000 && value(ACC_QUANTITY_CHARGE_USED) == -10000000);
    CHECK(value(ACC_QUANTITY_BATTERY) == 50000000);
    CHECK(acc_sensor_read_plain(reading.record, plain, sizeof plain, list, 2, &count) ==
              ACC_NO_ROOM &&
          count == 2);
    const unsigned records = acc_sensor_builtin.record_count;
    for (unsigned i = 0; i <= records; i++) {
        bool is_encrypted =
            i < records && acc_sensor_builtin.records[i].flags & ACC_SENSOR_RECORD_ENCRYPTED;
        acc_status status = acc_sensor_read_plain((uint16_t)i, plain, sizeof plain, list,
                                                  ACC_MEASUREMENTS_MAX, &count);
        CHECK((status == ACC_OUT_OF_RANGE) == !is_encrypted);
    }
}

static void unknown_objects_are_counted(void)
{
    // Qingping: 21.5 degrees and 40 %, an unknown object, battery
    CHECK(read("1716CDFD080C1122334455660104D7009001770100020164") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 21500000 && value(ACC_QUANTITY_BATTERY) == 100000000);
    CHECK(reading.unknown == 1);
    // the list is truncated: the objects before the cut are kept
    CHECK(read("1116CDFD080C1122334455660104D7009001") == ACC_OK && reading.state == 0);
    CHECK(read("1316CDFD080C1122334455660104D70090010204") == ACC_OK);
    CHECK(reading.state == ACC_SENSOR_PARTIAL && value(ACC_QUANTITY_HUMIDITY) == 40000000);
}

static void bthome_version_1(void)
{
    // signed temperature, unsigned humidity, half float battery 1.5, text
    CHECK(read("16161C182302CA090303BF134301003E"
               "6353"
               "6869"
               "02FF00") == ACC_OK);
    CHECK(value(ACC_QUANTITY_TEMPERATURE) == 25060000 && value(ACC_QUANTITY_HUMIDITY) == 50550000);
    CHECK(value(ACC_QUANTITY_BATTERY) == 1500000 && reading.unknown == 1);
}

static void connections_and_names_are_missing(void)
{
    CHECK(read("07FF340311223344") == ACC_OK && reading.count == 0);
    CHECK(reading.state == ACC_SENSOR_NEEDS_CONNECTION);
}

static void nothing_is_no_sensor(void)
{
    CHECK(read("") == ACC_UNSUPPORTED && reading.format == ACC_SENSOR_FORMAT_NONE);
    CHECK(read("02010606FF570001020304") == ACC_UNSUPPORTED);
    CHECK(read("020106030316180E0948656C6C6F2074686572652121") == ACC_UNSUPPORTED);
}

// Decodes `size` bytes of `data` without the quick check, which the core skips if the caller has a table.
static acc_status read_at_length(size_t size, acc_sensor_reading *out, acc_measurement *other)
{
    static const uint16_t no_lists[] = {ACC_SENSOR_LIST_END};
    static const acc_sensor_slot no_slots[2] = {{0, ACC_SENSOR_KEY_NONE << 12},
                                                {0, ACC_SENSOR_KEY_NONE << 12}};
    static const acc_sensor_table nothing = {.lists = no_lists,
                                             .list_size = 1,
                                             .slots = no_slots,
                                             .shift = 31,
                                             .always = ACC_SENSOR_LIST_END};
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    acc_sensor_source source = {
        .data = data, .length = size, .advert = &advert, .user_table = &nothing};
    source.is_loose = is_loose;
    return acc_sensor_read(&source, out, other, ACC_MEASUREMENTS_MAX);
}

// The quick look that ends most advertisements misses none that the search would find, and rows with a way give what they give
// by their type.
static bool quick_look_agrees(size_t size)
{
    is_loose = !is_loose;  // by turns
    acc_sensor_reading full;
    acc_measurement other[ACC_MEASUREMENTS_MAX];
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    acc_sensor_source source = {
        .data = data, .length = size, .advert = &advert, .is_loose = is_loose};
    acc_status quick = acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
    return read_at_length(size, &full, other) == quick && full.format == reading.format &&
           full.record == reading.record && full.count == reading.count &&
           memcmp(other, list, reading.count * sizeof list[0]) == 0;
}

static size_t structure(uint8_t type, uint32_t number, uint32_t first, size_t length)
{
    data[0] = (uint8_t)(length + 3);
    data[1] = type;
    data[2] = (uint8_t)number;
    data[3] = (uint8_t)(number >> 8);
    for (size_t i = 0; i < length; i++)
        data[4 + i] = (uint8_t)(first + i * 37);
    return length + 4;
}

static void the_quick_look_misses_nothing(void)
{
    uint32_t seed = 1;
    for (uint32_t number = 0; number <= 0xFFFF; number++)
        for (int turn = 0; turn < 2; turn++) {
            seed = seed * 1664525 + 1013904223;
            uint8_t type = turn ? ACC_AD_SERVICE_DATA16 : ACC_AD_MANUFACTURER;
            CHECK(quick_look_agrees(structure(type, number, seed >> 24, seed >> 8 & 31)));
        }
    // every first byte and length of the most common structures, and of those of families of records
    static const struct {
        uint8_t type;
        uint16_t number;
    } common[] = {{ACC_AD_MANUFACTURER, 0x004C},   {ACC_AD_MANUFACTURER, 0x0006},
                  {ACC_AD_SERVICE_DATA16, 0xFE2C}, {ACC_AD_SERVICE_DATA16, 0xFD6F},
                  {ACC_AD_SERVICE_DATA16, 0xFEED}, {ACC_AD_SERVICE_DATA16, 0xFEAA},
                  {ACC_AD_MANUFACTURER, 0x0157},   {ACC_AD_SERVICE_DATA16, 0xFEE0},
                  {ACC_AD_MANUFACTURER, 0x0757},   {ACC_AD_SERVICE_DATA16, 0x2A6E},
                  {ACC_AD_SERVICE_DATA16, 0x2A6F}, {ACC_AD_SERVICE_DATA16, 0x180F},
                  {ACC_AD_SERVICE_DATA16, 0x1809}, {ACC_AD_SERVICE_DATA16, 0x181A},
                  {ACC_AD_SERVICE_DATA16, 0x2A06}};
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        for (uint32_t at = 0; at < 256 * 32; at++)
            CHECK(quick_look_agrees(structure(common[i].type, common[i].number, at >> 5, at & 31)));
}

// iBeacons by the first byte of their UUID, and beacons whose service is listed too, or another one.
static void the_quick_look_knows_beacons(void)
{
    for (uint32_t first = 0; first < 256; first++)
        for (size_t length = 23; length < 26; length++) {
            size_t size = structure(ACC_AD_MANUFACTURER, 0x004C, 0, length);
            memcpy(data + 4, (uint8_t[]){0x02, 0x15, (uint8_t)first}, 3);
            CHECK(quick_look_agrees(size));
            // a sensor's data before it
            memmove(data + 10, data, size);
            memcpy(data, (uint8_t[]){9, 0xFF, 0x88, 0xEC, 0, 3, 0x94, 0x47, 0x58, 0}, 10);
            CHECK(quick_look_agrees(size + 10) && reading.count == 3);
        }
    static const uint16_t services[] = {0xFEAA, 0xFE2C, 0xFD6F};
    for (size_t i = 0; i < sizeof services / sizeof services[0]; i++)
        for (uint32_t other = 0; other <= 0xFFFF; other += other == services[i] ? 1 : 7) {
            uint32_t listed = other % 2 ? other : services[i];
            size_t size = structure(ACC_AD_SERVICE_DATA16, services[i], other & 0xF0, 18);
            memmove(data + 4, data, size);
            memcpy(data, (uint8_t[]){3, 3, (uint8_t)listed, (uint8_t)(listed >> 8)}, 4);
            CHECK(quick_look_agrees(size + 4));
        }
}

// Behind the manufacturer data of a sensor, with a name that records need or without: any other one may come first in the
// table, or have its own reader.
static void the_quick_look_knows_several(void)
{
    static const char *const firsts[] = {
        "17FFC5000740D54F01062402000008005231029E8708CB3D",
        "05FF3F6861051107A90A09ECD79DB893BA42D611000009EF", "09FF88EC000394475800",
        "1BFF99040512FCFFFFC37C8000FFFC040CAC3F42FFFF010203040506"};
    static const char *const names[] = {"", "080947564835313738", "06095450333537",
                                        "06095450393630"};
    CHECK(read("17FFC5000740D54F01062402000008005231029E8708CB3D09FF88EC000394475800") == ACC_OK &&
          is_record("govee-h5072") && reading.value.offset == 26 && reading.value.length == 8);
    CHECK(read("09FF88EC00039447580017FFC5000740D54F01062402000008005231029E8708CB3D") == ACC_OK &&
          is_record("govee-h5072") && reading.value.offset == 2);
    // a family's temperature, then its voltage
    CHECK(quick_look_agrees(from_hex("06FF570712DAFD06FF5707F2150E", data)) && reading.count == 2);
    // a toothbrush, then a Tilt's iBeacon, which comes first in the table
    size_t both = from_hex("0EFFDC000201080200000101010304"
                           "1AFF4C000215A495BB10C5B14B44B5121370F02D74DE00440403C5",
                           data);
    CHECK(quick_look_agrees(both) && is_record("tilt"));
    for (uint32_t i = 0; i < 32 * 65536; i += 5) {
        uint8_t before[64];
        size_t size = structure(ACC_AD_MANUFACTURER, i, i >> 8, i >> 16);
        if (i % 61 < 5)  // of its own reader
            size = from_hex(firsts[3], data);
        size_t first = from_hex(firsts[i / 4 % 4], before);
        first += from_hex(names[i % 4], before + first);
        memmove(data + first, data, size);
        memcpy(data, before, first);
        CHECK(quick_look_agrees(first + size));
    }
}

// The bit of a text's last two characters is the one that names are filtered by: a name that is no more than the text has it.
static void texts_have_their_bits(void)
{
    const acc_sensor_table *table = &acc_sensor_builtin;
    unsigned count = 0;
    acc_advert none = {.kind = ACC_BEACON_NONE};
    acc_sensor_source source = {.advert = &none};
    for (unsigned i = 0; i < table->term_count; i++) {
        const acc_sensor_term *term = &table->terms[i];
        const uint8_t *text = table->pool + term->value;
        if ((term->kind & 15) != ACC_SENSOR_TERM_NAME_HAS)
            continue;
        struct sensor_frame frame = {
            .table = table, .source = &source, .name = text + 1, .name_length = text[0]};
        acc_sensor_term alone = *term;
        alone.yes = ACC_SENSOR_ACCEPT;
        alone.no = ACC_SENSOR_REJECT;
        CHECK(acc_sensor_holds_from(&frame, &alone, &alone));
        CHECK((term->at != 0) == (text[0] > 1));
        count++;
    }
    CHECK(count > 0);
}

static void the_table_is_sound(void)
{
    acc_sensor_table table = acc_sensor_builtin;
    CHECK(acc_sensor_table_check(&table) == ACC_OK);
    // each count too small by a half leaves something that points outside
#define HALVED(count)                                                                              \
    table = acc_sensor_builtin;                                                                    \
    table.count = (uint16_t)(table.count / 2);                                                     \
    CHECK(acc_sensor_table_check(&table) == ACC_OUT_OF_RANGE)
    HALVED(row_count);
    HALVED(term_count);
    HALVED(condition_count);
    HALVED(code_size);
    HALVED(code_count);
    HALVED(scale_count);
    HALVED(pool_size);
    HALVED(object_count);
    HALVED(record_count);
    HALVED(list_size);
    table = acc_sensor_builtin;
    table.shift = 8;
    CHECK(acc_sensor_table_check(&table) == ACC_OUT_OF_RANGE);
    table = acc_sensor_builtin;
    table.displace[127] = (uint16_t)(1u << (32 - table.shift));
    CHECK(acc_sensor_table_check(&table) == ACC_OUT_OF_RANGE);
    CHECK(sizeof(acc_sensor_row) <= 12);
    // the place of a text is its number: no code may move it
    acc_sensor_row text = {.type = ACC_SENSOR_TYPE_TEXT, .argument = 4};
    table = acc_sensor_builtin;
    table.records = NULL;
    table.objects = NULL;
    table.lists = (const uint16_t[]){ACC_SENSOR_LIST_END};
    table.slots =
        (const acc_sensor_slot[]){{0, ACC_SENSOR_KEY_NONE << 12}, {0, ACC_SENSOR_KEY_NONE << 12}};
    table.record_count = table.object_count = 0;
    table.code =
        (const uint32_t[]){ACC_SENSOR_NOT | ACC_SENSOR_LAST, ACC_SENSOR_NOT | ACC_SENSOR_LAST};
    table.code_size = 2;
    table.code_at = (const uint16_t[]){0, 1};
    table.code_count = 2;
    table.terms = &(acc_sensor_term){.yes = ACC_SENSOR_ACCEPT, .no = ACC_SENSOR_ACCEPT};
    table.conditions = (const uint16_t[]){0, 1};
    table.term_count = table.condition_count = 1;
    table.rows = &text;
    table.row_count = table.list_size = 1;
    table.always = ACC_SENSOR_LIST_END;
    table.shift = 31;
    memset(table.displace, 0, sizeof table.displace);
    CHECK(acc_sensor_table_check(&table) == ACC_OK);
    text.code = 1;
    CHECK(acc_sensor_table_check(&table) == ACC_OUT_OF_RANGE);
    // code that has no last operation, and code whose last argument or operand exceeds the end
    text.code = 0;
    static const uint32_t open[][2] = {{0, ACC_SENSOR_NOT},
                                       {0, ACC_SENSOR_AND | ACC_SENSOR_WIDE | ACC_SENSOR_LAST},
                                       {0, ACC_SENSOR_ADD_ROW | ACC_SENSOR_LAST},
                                       {0, ACC_SENSOR_MAP | ACC_SENSOR_LAST | 1 << 8},
                                       {0, ACC_SENSOR_OPERATIONS | ACC_SENSOR_LAST}};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        table.code = open[i];
        CHECK(acc_sensor_table_check(&table) == ACC_OUT_OF_RANGE);
    }
}

int main(void)
{
    names_are_trimmed();
    the_type_is_of_the_record();
    packed_numbers_are_unpacked();
    decimals_are_text();
    two_bytes_make_one_value();
    a_beacon_hides_no_reading();
    each_of_two_structures_is_read_alone();
    names_decide();
    light_is_logarithmic();
    encrypted_says_so();
    unknown_objects_are_counted();
    bthome_version_1();
    connections_and_names_are_missing();
    nothing_is_no_sensor();
    the_quick_look_misses_nothing();
    the_quick_look_knows_beacons();
    the_quick_look_knows_several();
    texts_have_their_bits();
    the_table_is_sound();
    return failures;
}
