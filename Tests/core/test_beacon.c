// Beacon formats: a round trip of each, and the limits of URLs and of Feasycom's frames.
#include "accessory/beacon.h"
#include "check.h"

#include <string.h>

static uint8_t bytes[64];
static acc_ad_writer writer;
static acc_advert advert;

static void begin(void)
{
    acc_ad_writer_init(&writer, bytes, sizeof bytes);
    acc_ad_put_flags(&writer, ACC_AD_FLAG_GENERAL_DISCOVERABLE | ACC_AD_FLAG_NO_BR_EDR);
}

// Checks that the built advertisement is of `kind`; returns its value.
static const uint8_t *built(enum acc_beacon_kind kind, size_t total)
{
    CHECK(writer.status == ACC_OK && writer.size == total);
    CHECK(acc_advert_classify(bytes, writer.size, &advert) == ACC_OK);
    CHECK(advert.kind == kind);
    return bytes + advert.beacon.offset;
}

static void fill(void *out, size_t size, uint32_t seed)
{
    uint8_t *p = out;
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (uint8_t)(seed >> 24);
    }
}

static void ibeacon_comes_back(uint32_t seed)
{
    acc_ibeacon in, out;
    memset(&in, 0, sizeof in);
    fill(in.uuid, 16, seed);
    fill(&in.major, 2, seed + 1);
    fill(&in.minor, 2, seed + 2);
    in.power = (int8_t)(seed % 256 - 128);
    begin();
    acc_ibeacon_put(&writer, &in);
    const uint8_t *value = built(ACC_BEACON_IBEACON, 30);
    memset(&out, 0, sizeof out);
    CHECK(acc_ibeacon_read(value, advert.beacon.length, &out) == ACC_OK);
    CHECK(memcmp(&in, &out, sizeof in) == 0);
    CHECK(acc_ibeacon_read(value, advert.beacon.length - 1u, &out) == ACC_TRUNCATED);
}

static void altbeacon_comes_back(uint32_t seed)
{
    acc_altbeacon in, out;
    fill(&in, sizeof in, seed);
    begin();
    acc_altbeacon_put(&writer, &in);
    const uint8_t *value = built(ACC_BEACON_ALTBEACON, 31);
    CHECK(acc_altbeacon_read(value, advert.beacon.length, ACC_ALTBEACON_CODE, &out) == ACC_OK);
    CHECK(in.company == out.company && memcmp(in.id, out.id, 20) == 0);
    CHECK(in.power == out.power && in.reserved == out.reserved);
    CHECK(acc_altbeacon_read(value, 26, 0xAABB, &out) == ACC_MALFORMED);
}

static void eddystone_comes_back(uint32_t seed)
{
    acc_eddystone_uid uid, uid_out;
    fill(&uid, sizeof uid, seed);
    begin();
    acc_eddystone_uid_put(&writer, &uid);
    const uint8_t *value = built(ACC_BEACON_EDDYSTONE_UID, 31);
    CHECK(acc_eddystone_uid_read(value, advert.beacon.length, &uid_out) == ACC_OK);
    CHECK(memcmp(&uid, &uid_out, sizeof uid) == 0);

    acc_eddystone_tlm tlm = {0, (uint16_t)seed, (int16_t)(seed * 7), seed * 11, seed * 13}, tlm_out;
    begin();
    acc_eddystone_tlm_put(&writer, &tlm);
    value = built(ACC_BEACON_EDDYSTONE_TLM, 25);
    CHECK(acc_eddystone_tlm_read(value, advert.beacon.length, &tlm_out) == ACC_OK);
    CHECK(tlm.battery == tlm_out.battery && tlm.temperature == tlm_out.temperature);
    CHECK(tlm.count == tlm_out.count && tlm.time == tlm_out.time && tlm_out.version == 0);

    acc_eddystone_etlm etlm, etlm_out;
    fill(&etlm, sizeof etlm, seed);
    begin();
    acc_eddystone_etlm_put(&writer, &etlm);
    value = built(ACC_BEACON_EDDYSTONE_ETLM, 29);
    CHECK(acc_eddystone_etlm_read(value, advert.beacon.length, &etlm_out) == ACC_OK);
    CHECK(memcmp(&etlm, &etlm_out, sizeof etlm) == 0);

    acc_eddystone_eid eid, eid_out;
    fill(&eid, sizeof eid, seed);
    begin();
    acc_eddystone_eid_put(&writer, &eid);
    value = built(ACC_BEACON_EDDYSTONE_EID, 21);
    CHECK(acc_eddystone_eid_read(value, advert.beacon.length, &eid_out) == ACC_OK);
    CHECK(memcmp(&eid, &eid_out, sizeof eid) == 0);
}

// Random coded bytes decode to a URL. The URL encodes to at most as many bytes, which decode to the same URL.
static void urls_come_back(uint32_t seed)
{
    uint8_t coded[1 + ACC_EDDYSTONE_URL_MAX], again[1 + ACC_EDDYSTONE_URL_MAX];
    char text[ACC_EDDYSTONE_URL_TEXT_MAX], text_again[ACC_EDDYSTONE_URL_TEXT_MAX];
    fill(coded, sizeof coded, seed);
    coded[0] &= 3;
    for (size_t i = 1; i < sizeof coded; i++)  // digits and codes only, which have no upper case
        coded[i] = coded[i] & 1 ? coded[i] % 14 : (uint8_t)('0' + coded[i] % 10);
    size_t len, size, len_again;
    CHECK(acc_eddystone_url_decode(coded, sizeof coded, text, sizeof text, &len) == ACC_OK);
    CHECK(acc_eddystone_url_encode(text, len, again, sizeof again, &size) == ACC_OK);
    CHECK(size <= sizeof coded);
    CHECK(acc_eddystone_url_decode(again, size, text_again, sizeof text_again, &len_again) ==
          ACC_OK);
    CHECK(len == len_again && memcmp(text, text_again, len) == 0);
}

static void urls_have_limits(void)
{
    uint8_t out[18];
    char text[104];
    size_t size;
    CHECK(acc_eddystone_url_encode("ftp://a.b", 9, out, 18, &size) == ACC_UNSUPPORTED);
    CHECK(acc_eddystone_url_encode("http://a b", 10, out, 18, &size) == ACC_MALFORMED);
    CHECK(acc_eddystone_url_encode("https://0123456789abcdefgh", 26, out, 18, &size) ==
          ACC_NO_ROOM);
    CHECK(size == 19);
    CHECK(acc_eddystone_url_encode("https://example.com/a.COM", 25, out, 18, &size) == ACC_OK);
    static const uint8_t expected[] = {3,   'e',  'x', 'a', 'm', 'p', 'l',
                                       'e', 0x00, 'a', '.', 'C', 'O', 'M'};
    CHECK(size == sizeof expected && memcmp(out, expected, size) == 0);
    static const uint8_t scheme[] = {4, 'a'}, reserved[] = {0, 0x0E}, high[] = {0, 0x7F};
    CHECK(acc_eddystone_url_decode(scheme, 2, text, 104, &size) == ACC_MALFORMED);
    CHECK(acc_eddystone_url_decode(reserved, 2, text, 104, &size) == ACC_MALFORMED);
    CHECK(acc_eddystone_url_decode(high, 2, text, 104, &size) == ACC_MALFORMED);
    CHECK(acc_eddystone_url_decode(scheme, 0, text, 104, &size) == ACC_TRUNCATED);
    static const uint8_t good[] = {1, 'a', 7};
    CHECK(acc_eddystone_url_decode(good, 3, text, 3, &size) == ACC_NO_ROOM && size == 17);
}

static void feasycom_comes_back(uint32_t seed)
{
    acc_feasycom in = {.model = (uint8_t)seed,
                       .version = (uint16_t)(seed * 3),
                       .connectability = seed & 3,
                       .nfc = seed >> 2 & 1,
                       .long_range = seed >> 3 & 1,
                       .led = seed >> 4 & 1,
                       .buzzer = seed >> 5 & 1,
                       .g_sensor = seed >> 6 & 1,
                       .key = seed >> 7 & 1,
                       .external_power = seed % 5 == 0,
                       .battery = seed % 5 ? (uint8_t)(seed % 101) : 100};
    fill(in.mac, 6, seed);
    acc_feasycom out;
    begin();
    acc_feasycom_put(&writer, ACC_FEASYCOM_BITS, &in);
    const uint8_t *value = built(ACC_BEACON_FEASYCOM, 18);
    CHECK(acc_feasycom_read(value, advert.beacon.length, ACC_FEASYCOM_BITS, &out) == ACC_OK);
    CHECK(in.model == out.model && in.version == out.version && memcmp(in.mac, out.mac, 6) == 0);
    CHECK(in.connectability == out.connectability && in.nfc == out.nfc && in.led == out.led);
    CHECK(in.long_range == out.long_range && in.buzzer == out.buzzer && in.key == out.key);
    CHECK(in.g_sensor == out.g_sensor && in.battery == out.battery);
    CHECK(in.external_power == out.external_power);
    bytes[advert.beacon.offset + 12] = 102;
    CHECK(acc_feasycom_read(value, 13, ACC_FEASYCOM_BITS, &out) == ACC_OUT_OF_RANGE);
}

static void feasycom_sensor_comes_back(uint32_t seed)
{
    acc_feasycom_sensor in = {.battery = (uint8_t)(seed % 100),
                              .temperature = (uint16_t)(seed * 37 % 100 * 100 + seed % 10 * 10),
                              .humidity = (uint16_t)(seed * 53 % 100 * 100 + 10 + seed % 90)},
                        out;
    begin();
    acc_feasycom_sensor_put(&writer, &in, (const uint8_t *)"FSC", 3);
    const uint8_t *value = built(ACC_BEACON_FEASYCOM_SENSOR, 16);
    CHECK(acc_feasycom_sensor_read(value, advert.beacon.length, &out) == ACC_OK);
    CHECK(in.battery == out.battery && in.temperature == out.temperature);
    CHECK(in.humidity == out.humidity && out.name.offset == 8 && out.name.length == 3);
}

static void feasycom_limits(void)
{
    static const uint8_t letter[] = {0xFF, 0xF0, 0x02, 0x64, 0x2A, 0x03, 0x60, 0x05};
    acc_feasycom_sensor sensor;
    CHECK(acc_feasycom_sensor_read(letter, 8, &sensor) == ACC_MALFORMED);
    CHECK(acc_feasycom_sensor_read(letter, 7, &sensor) == ACC_TRUNCATED);
    begin();
    sensor = (acc_feasycom_sensor){.battery = 50, .temperature = 2503};
    CHECK(acc_feasycom_sensor_put(&writer, &sensor, letter, 0) == ACC_OUT_OF_RANGE);
    CHECK(strcmp(acc_feasycom_model_name(0x27), "BP108") == 0);
    CHECK(acc_feasycom_model_name(0x22) == NULL && acc_feasycom_model_name(0xFF) == NULL);
}

static void eddystone_needs_room_for_both_structures(void)
{
    acc_eddystone_uid uid = {0};
    acc_ad_writer_init(&writer, bytes, 27);
    CHECK(acc_eddystone_uid_put(&writer, &uid) == ACC_NO_ROOM && writer.size == 0);
}

int main(void)
{
    for (uint32_t seed = 0; seed < 500; seed++) {
        int before = failures;
        ibeacon_comes_back(seed);
        altbeacon_comes_back(seed);
        eddystone_comes_back(seed);
        urls_come_back(seed);
        feasycom_comes_back(seed);
        feasycom_sensor_comes_back(seed);
        if (failures > before)
            printf("seed %u\n", (unsigned)seed);
    }
    urls_have_limits();
    feasycom_limits();
    eddystone_needs_room_for_both_structures();
    return failures;
}
