// The bytes of each beacon frame that is written, and the limits of what is read: the formats' descriptions.
#include "accessory/beacon.h"
#include "accessory/device_table.h"
#include "check.h"

#include <string.h>

static uint8_t bytes[300];
static acc_ad_writer writer;

static void begin(size_t capacity)
{
    memset(bytes, 0x55, sizeof bytes);
    acc_ad_writer_init(&writer, bytes, capacity);
}

static bool wrote(const void *expected, size_t size)
{
    return writer.status == ACC_OK && writer.size == size && memcmp(bytes, expected, size) == 0;
}

// A call with one byte of room less than it needs, then with exactly that room.
#define PUTS(call, text)                                                                           \
    do {                                                                                           \
        begin(sizeof text - 2);                                                                    \
        CHECK((call) == ACC_NO_ROOM && writer.size == 0 && writer.status == ACC_NO_ROOM);          \
        begin(sizeof text - 1);                                                                    \
        CHECK((call) == ACC_OK && wrote(text, sizeof text - 1));                                   \
    } while (0)

static void beacons(void)
{
    acc_ibeacon ibeacon = {.major = 0x1234, .minor = 0x5678, .power = -59};
    memcpy(ibeacon.uuid, "0123456789abcdef", 16);
    PUTS(acc_ibeacon_put(&writer, &ibeacon), "\x1A\xFF\x4C\0\x02\x15"
                                             "0123456789abcdef"
                                             "\x12\x34\x56\x78\xC5");
    acc_altbeacon altbeacon = {.company = 0x1234, .power = -59, .reserved = 7};
    memcpy(altbeacon.id, "0123456789abcdefghij", 20);
    PUTS(acc_altbeacon_put(&writer, &altbeacon), "\x1B\xFF\x34\x12\xBE\xAC"
                                                 "0123456789abcdefghij"
                                                 "\xC5\x07");
    acc_altbeacon out;
    CHECK(acc_altbeacon_read(bytes + 2, 25, 0xBEAC, &out) == ACC_OK && out.reserved == 0 &&
          out.company == 0x1234);
    CHECK(acc_altbeacon_read(bytes + 2, 26, 0xBEAC, &out) == ACC_OK && out.reserved == 7 &&
          out.power == -59);
    CHECK(acc_altbeacon_read(bytes + 2, 24, 0xBEAC, &out) == ACC_TRUNCATED);
    acc_ibeacon other;
    uint8_t value[25] = {0x4C, 0, 2, 0x15};
    CHECK(acc_ibeacon_read(value, 25, &other) == ACC_OK);
    for (int i = 0; i < 4; i++) {
        value[i] ^= 0x40;
        CHECK(acc_ibeacon_read(value, 25, &other) == ACC_MALFORMED);
        value[i] ^= 0x40;
    }
}

#define EDDYSTONE "\x03\x03\xAA\xFE"

static void eddystone(void)
{
    acc_eddystone_uid uid = {.power = -20, .reserved = {8, 9}};
    memcpy(uid.name_space, "0123456789", 10);
    memcpy(uid.instance, "abcdef", 6);
    PUTS(acc_eddystone_uid_put(&writer, &uid), EDDYSTONE "\x17\x16\xAA\xFE\0\xEC"
                                                         "0123456789abcdef"
                                                         "\x08\x09");
    acc_eddystone_uid read;
    const uint8_t *value = bytes + 6;
    for (size_t len = 20; len < 23; len++) {
        CHECK(acc_eddystone_uid_read(value, len, &read) == ACC_OK && read.power == -20);
        CHECK(read.reserved[0] == (len > 20 ? 8 : 0) && read.reserved[1] == (len > 21 ? 9 : 0));
    }
    CHECK(acc_eddystone_uid_read(value, 19, &read) == ACC_TRUNCATED);
    acc_eddystone_tlm tlm = {
        .battery = 0x0C1A, .temperature = -0x180, .count = 0x01020304, .time = 0x05060708};
    PUTS(acc_eddystone_tlm_put(&writer, &tlm),
         EDDYSTONE "\x11\x16\xAA\xFE\x20\0\x0C\x1A\xFE\x80\1\2\3\4\5\6\7\x08");
    acc_eddystone_tlm tlm_out;
    memset(&tlm_out, 0xFF, sizeof tlm_out);
    CHECK(acc_eddystone_tlm_read(bytes + 6, 16, &tlm_out) == ACC_OK && tlm_out.version == 0);
    CHECK(tlm_out.battery == 0x0C1A && tlm_out.temperature == -0x180 &&
          tlm_out.count == 0x01020304 && tlm_out.time == 0x05060708);
    CHECK(acc_eddystone_tlm_read(bytes + 6, 15, &tlm_out) == ACC_TRUNCATED);
    acc_eddystone_etlm etlm = {.salt = 0x1234, .check = 0x5678};
    memcpy(etlm.cipher, "0123456789ab", 12);
    PUTS(acc_eddystone_etlm_put(&writer, &etlm), EDDYSTONE "\x15\x16\xAA\xFE\x20\1"
                                                           "0123456789ab"
                                                           "\x12\x34\x56\x78");
    acc_eddystone_etlm etlm_out;
    CHECK(acc_eddystone_etlm_read(bytes + 6, 20, &etlm_out) == ACC_OK && etlm_out.check == 0x5678);
    CHECK(acc_eddystone_etlm_read(bytes + 6, 19, &etlm_out) == ACC_TRUNCATED);
    bytes[9] = 2;
    CHECK(acc_eddystone_etlm_read(bytes + 6, 20, &etlm_out) == ACC_MALFORMED);
    acc_eddystone_eid eid = {.power = 4};
    memcpy(eid.id, "01234567", 8);
    PUTS(acc_eddystone_eid_put(&writer, &eid), EDDYSTONE "\x0D\x16\xAA\xFE\x30\x04"
                                                         "01234567");
    acc_eddystone_eid eid_out;
    CHECK(acc_eddystone_eid_read(bytes + 6, 12, &eid_out) == ACC_OK && eid_out.power == 4);
    CHECK(acc_eddystone_eid_read(bytes + 6, 11, &eid_out) == ACC_TRUNCATED);
    CHECK(acc_eddystone_uid_read(bytes + 6, 20, &read) == ACC_MALFORMED);
    bytes[6]++;
    CHECK(acc_eddystone_eid_read(bytes + 6, 12, &eid_out) == ACC_MALFORMED);
    acc_eddystone_url url = {.power = -1, .length = 18};
    strcpy(url.text, "https://a.org/bCom");
    PUTS(acc_eddystone_url_put(&writer, &url), EDDYSTONE "\x0C\x16\xAA\xFE\x10\xFF\x03"
                                                         "a\x01"
                                                         "bCom");
    acc_eddystone_url url_out;
    CHECK(acc_eddystone_url_read(bytes + 6, 11, &url_out) == ACC_OK &&
          strcmp(url_out.text, url.text) == 0);
    CHECK(url_out.length == 18 && url_out.power == -1 &&
          acc_eddystone_url_read(bytes + 6, 5, &url_out) == ACC_TRUNCATED);
    CHECK(acc_eddystone_url_read(bytes + 6, 6, &url_out) == ACC_OK &&
          strcmp(url_out.text, "https://a") == 0);
    begin(50);
    url.text[0] = 'x';
    CHECK(acc_eddystone_url_put(&writer, &url) == ACC_UNSUPPORTED && writer.size == 0);
}

// eddystone-url/README.md: four schemes, 14 endings.
static void urls(void)
{
    static const char *const schemes[] = {"http://www.", "https://www.", "http://", "https://"};
    static const char *const endings[] = {".com/", ".org/", ".edu/", ".net/", ".info/",
                                          ".biz/", ".gov/", ".com",  ".org",  ".edu",
                                          ".net",  ".info", ".biz",  ".gov"};
    char text[64];
    size_t size;
    for (uint8_t s = 0; s < 4; s++)
        for (uint8_t e = 0; e < 14; e++) {
            const uint8_t coded[] = {s, 'x', e};
            snprintf(text, sizeof text, "%sx%s", schemes[s], endings[e]);
            size_t len = strlen(text);
            CHECK(acc_eddystone_url_encode(text, len, bytes, 3, &size) == ACC_OK && size == 3 &&
                  memcmp(bytes, coded, 3) == 0);
            CHECK(acc_eddystone_url_encode(text, len, bytes, 2, &size) == ACC_NO_ROOM && size == 3);
            char back[64];
            CHECK(acc_eddystone_url_decode(coded, 3, back, len, &size) == ACC_OK && size == len &&
                  memcmp(back, text, len) == 0);
            CHECK(acc_eddystone_url_decode(coded, 3, back, len - 1, &size) == ACC_NO_ROOM &&
                  size == len);
        }
    // characters from 21 to 7E; upper case in the host name and in the scheme
    static const uint8_t ends[] = {0x20, 0x21, 0x7E, 0x7F};
    for (int i = 0; i < 4; i++) {
        uint8_t coded[] = {3, 'a', '/', ends[i]};
        char back[16];
        bool fits = i == 1 || i == 2;
        CHECK(acc_eddystone_url_decode(coded, 4, back, 16, &size) ==
              (fits ? ACC_OK : ACC_MALFORMED));
        snprintf(text, sizeof text, "https://a/%c", ends[i]);
        CHECK(acc_eddystone_url_encode(text, 11, bytes, 16, &size) ==
              (fits ? ACC_OK : ACC_MALFORMED));
    }
    CHECK(acc_eddystone_url_encode("HTTPS://AZ[@.COM/AZ", 19, bytes, 16, &size) == ACC_OK);
    CHECK(size == 8 && memcmp(bytes, "\3az[@\0AZ", 8) == 0);
    CHECK(acc_eddystone_url_encode("http:/", 6, bytes, 16, &size) == ACC_UNSUPPORTED && size == 0);
    CHECK(acc_eddystone_url_decode((uint8_t[]){4}, 1, text, 16, &size) == ACC_MALFORMED &&
          size == 0);
    CHECK(acc_eddystone_url_decode((uint8_t[]){3, 14}, 2, text, 16, &size) == ACC_MALFORMED);
}

static void feasycom(void)
{
    acc_feasycom in = {.model = 0x27, .version = 0x0123, .connectability = 2, .battery = 88};
    memcpy(in.mac, "\1\2\3\4\5\6", 6);
    PUTS(acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &in),
         "\x0E\x16\xF0\xFF\x27\x01\x23\x02\1\2\3\4\5\6\x58");
    // each bit of the features
    for (unsigned bit = 2; bit < 8; bit++) {
        acc_feasycom one = in, out;
        one.connectability = 0;
        bool *const flags[] = {&one.nfc,    &one.long_range, &one.led,
                               &one.buzzer, &one.g_sensor,   &one.key};
        const bool *const read[] = {&out.nfc,    &out.long_range, &out.led,
                                    &out.buzzer, &out.g_sensor,   &out.key};
        *flags[bit - 2] = true;
        begin(15);
        CHECK(acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &one) == ACC_OK && bytes[7] == 1 << bit);
        CHECK(acc_feasycom_read(bytes + 2, 13, ACC_FEASYCOM_BITS, &out) == ACC_OK &&
              out.connectability == 0);
        for (unsigned k = 0; k < 6; k++)
            CHECK(*read[k] == (k == bit - 2));
        CHECK(out.version == 0x0123 && out.model == 0x27 && out.battery == 88 &&
              !out.external_power);
    }
    acc_feasycom out;
    static const uint8_t batteries[] = {0, 100, 101, 102};
    for (int i = 0; i < 4; i++) {
        bytes[14] = batteries[i];
        CHECK(acc_feasycom_read(bytes + 2, 13, ACC_FEASYCOM_BITS, &out) ==
              (i < 3 ? ACC_OK : ACC_OUT_OF_RANGE));
        CHECK(i == 3 || (out.external_power == (i == 2) && out.battery == (i ? 100 : 0)));
    }
    bytes[14] = 5;
    CHECK(acc_feasycom_read(bytes + 2, 12, ACC_FEASYCOM_BITS, &out) == ACC_TRUNCATED);
    CHECK(acc_feasycom_read(bytes + 2, 14, ACC_FEASYCOM_BITS, &out) == ACC_MALFORMED);
    bytes[2]++;
    CHECK(acc_feasycom_read(bytes + 2, 13, ACC_FEASYCOM_BITS, &out) == ACC_MALFORMED);
    in.connectability = 4;
    begin(15);
    CHECK(acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &in) == ACC_OUT_OF_RANGE);
    in.connectability = 3;
    in.battery = 101;
    begin(15);
    CHECK(acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &in) == ACC_OUT_OF_RANGE);
    in.battery = 100;
    in.external_power = true;
    begin(15);
    CHECK(acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &in) == ACC_OK && bytes[14] == 101 &&
          bytes[7] == 3);
    static const char *const names[] = {
        [0x14] = "BT909", [0x15] = "BP102",  [0x19] = "BP109",  [0x1A] = "BP103", [0x1B] = "BP104",
        [0x1C] = "BP201", [0x1D] = "BP106",  [0x1E] = "BP101",  [0x1F] = "BP671", [0x24] = "BP120",
        [0x27] = "BP108", [0x28] = "BP108N", [0x29] = "BP103B", [0x2A] = NULL};
    for (unsigned i = 0; i < 0x2B; i++) {
        const char *name = acc_feasycom_model_name((uint8_t)i);
        CHECK(names[i] ? name && strcmp(name, names[i]) == 0 : !name);
    }
}

// Decimal digits in half bytes; a fraction below 10 is one digit.
static void feasycom_sensors(void)
{
    acc_feasycom_sensor in = {.battery = 99, .temperature = 2350, .humidity = 9999};
    PUTS(acc_feasycom_sensor_put(&writer, &in, (const uint8_t *)"abc", 3),
         "\x0C\xFF\xFF\xF0\x02\x99\x23\x05\x99\x99"
         "abc");
    static const struct {
        uint8_t pair[2];
        int hundredths;
    } pairs[] = {{{0, 0}, 0},          {{0x25, 0}, 2500},    {{0x25, 5}, 2550},
                 {{0x25, 9}, 2590},    {{0x25, 0x10}, 2510}, {{0x25, 0x11}, 2511},
                 {{0x99, 0x99}, 9999}, {{0x9A, 0}, -1},      {{0xA0, 0}, -1},
                 {{0, 0x0A}, -1},      {{0, 0xA0}, -1}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int which = 0; which < 2; which++) {
            uint8_t value[] = {0xFF, 0xF0, 2, 0x12, 0x01, 0x02, 0x03, 0x04, 'x'};
            memcpy(value + 4 + 2 * which, pairs[i].pair, 2);
            acc_feasycom_sensor out;
            CHECK(acc_feasycom_sensor_read(value, 9, &out) ==
                  (pairs[i].hundredths < 0 ? ACC_MALFORMED : ACC_OK));
            CHECK(pairs[i].hundredths < 0 ||
                  (which ? out.humidity : out.temperature) == pairs[i].hundredths);
            CHECK(pairs[i].hundredths < 0 || (out.battery == 12 && out.name.length == 1));
        }
    for (int i = 0; i < 4; i++) {
        uint8_t value[] = {0xFF, 0xF0, 2, 0x12, 1, 2, 3, 4};
        value[i] = 0xA1;
        acc_feasycom_sensor out;
        CHECK(acc_feasycom_sensor_read(value, 8, &out) == ACC_MALFORMED);
    }
    static const uint16_t numbers[] = {0, 9, 10, 100, 101, 109, 110, 9999, 10000};
    for (size_t i = 0; i < 9; i++)
        for (int which = 0; which < 2; which++) {
            uint16_t n = numbers[i];
            bool fits = n < 10000 && (n % 100 == 0 || n % 100 >= 10);
            in = (acc_feasycom_sensor){.battery = 5};
            *(which ? &in.humidity : &in.temperature) = n;
            begin(12);
            CHECK(acc_feasycom_sensor_put(&writer, &in, bytes, 0) ==
                  (fits ? ACC_OK : ACC_OUT_OF_RANGE));
        }
    static uint8_t name[247];
    begin(300);
    in = (acc_feasycom_sensor){.battery = 99};
    CHECK(acc_feasycom_sensor_put(&writer, &in, name, 246) == ACC_OK && writer.size == 256);
    begin(300);
    CHECK(acc_feasycom_sensor_put(&writer, &in, name, 247) == ACC_OUT_OF_RANGE && writer.size == 0);
    begin(300);
    in.battery = 100;
    CHECK(acc_feasycom_sensor_put(&writer, &in, name, 0) == ACC_OUT_OF_RANGE);
    // the first error is kept
    in.battery = 5;
    CHECK(acc_feasycom_sensor_put(&writer, &in, name, 0) == ACC_OUT_OF_RANGE && writer.size == 0);
}

static void structures(void)
{
    static uint8_t value[255];
    begin(300);
    CHECK(acc_ad_put(&writer, 7, value, 254) == ACC_OK && writer.size == 256 && bytes[0] == 255);
    begin(300);
    CHECK(acc_ad_put(&writer, 7, value, 255) == ACC_OUT_OF_RANGE &&
          acc_ad_put(&writer, 7, value, 1) == ACC_OUT_OF_RANGE);
    begin(300);
    CHECK(acc_ad_put16(&writer, 7, 1, value, 252) == ACC_OK && writer.size == 256);
    begin(300);
    CHECK(acc_ad_put16(&writer, 7, 1, value, 253) == ACC_OUT_OF_RANGE && writer.size == 0);
    PUTS(acc_ad_put(&writer, 7, value, 0), "\1\7");
    PUTS(acc_ad_put_flags(&writer, 6), "\2\1\6");
    PUTS(acc_ad_put16(&writer, 0x16, 0x1234, (const uint8_t *)"x", 1), "\4\x16\x34\x12x");
    PUTS(acc_ad_put16(&writer, 3, 0x1234, value, 0), "\3\3\x34\x12");
    // names: whole, cut at a character, or none
    static const char name[] = "ab\xC3\xA4"
                               "c";  // abäc
    for (size_t room = 0; room < 9; room++) {
        static const uint8_t kept[] = {0, 0, 0, 1, 2, 2, 4, 5, 5};
        begin(room);
        acc_status status = acc_ad_put_name(&writer, (const uint8_t *)name, 5);
        CHECK(status == (kept[room] ? ACC_OK : ACC_NO_ROOM) &&
              writer.size == (kept[room] ? kept[room] + 2u : 0));
        CHECK(!kept[room] || (bytes[1] == (kept[room] == 5 ? 9 : 8) && bytes[0] == kept[room] + 1));
    }
    begin(300);
    CHECK(acc_ad_put_name(&writer, value, 255) == ACC_OK && writer.size == 256 && bytes[1] == 8);
    // 0 ends the data; so does a structure that is too long
    acc_ad ad;
    size_t at = 0;
    static const uint8_t data[] = {1, 5, 3, 6, 7, 8, 2, 9};
    CHECK(acc_ad_next(data, 8, &at, &ad) && ad.type == 5 && ad.length == 0 &&
          ad.value == data + 2 && at == 2);
    CHECK(acc_ad_next(data, 8, &at, &ad) && ad.type == 6 && ad.length == 2 &&
          ad.value == data + 4 && at == 6);
    CHECK(!acc_ad_next(data, 8, &at, &ad) && at == 6);
    at = 2;
    CHECK(!acc_ad_next(data, 5, &at, &ad) && acc_ad_next(data, 6, &at, &ad));
    at = 0;
    CHECK(!acc_ad_next((uint8_t[]){0, 9}, 2, &at, &ad) && !acc_ad_next(data, 1, &at, &ad) &&
          !acc_ad_next(data, 0, &at, &ad));
}

// A tenth at either end is cut from three values on; the mean is in 1/256 dBm.
static void statistics(void)
{
    acc_device device = {.rssis = 0};
    CHECK(acc_device_rssi_mean(&device) == INT16_MAX && acc_device_interval(&device) == 0);
    static const int8_t rssis[] = {-50, -90, -60, -40, -70, -127, -61, -62,
                                   -63, -64, -65, 20,  -66, -67,  -68, -69};
    memcpy(device.rssi, rssis, sizeof rssis);
    static const struct {
        uint8_t count;
        int16_t mean;
    } rows[] = {{1, -50 * 256}, {2, -70 * 256}, {3, -60 * 256}, {4, -55 * 256}, {5, -60 * 256}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        device.rssis = rows[i].count;
        CHECK(acc_device_rssi_mean(&device) == rows[i].mean);
    }
    // ten values: one at either end; eleven: two
    device.rssis = 10;
    CHECK(acc_device_rssi_mean(&device) == -(90 + 70 + 64 + 63 + 62 + 61 + 60 + 50) * 256 / 8);
    device.rssis = 11;
    CHECK(acc_device_rssi_mean(&device) == -(70 + 65 + 64 + 63 + 62 + 61 + 60) * 256 / 7);
    static const uint16_t intervals[] = {500, 100, 300, 65535, 200};
    memcpy(device.interval, intervals, sizeof intervals);
    static const uint16_t medians[] = {500, 500, 300, 500, 300};
    for (uint8_t i = 1; i <= 5; i++) {
        device.intervals = i;
        CHECK(acc_device_interval(&device) == medians[i - 1]);
    }
}

int main(void)
{
    beacons();
    eddystone();
    urls();
    feasycom();
    feasycom_sensors();
    structures();
    statistics();
    return failures;
}
