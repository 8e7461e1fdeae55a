// AD structures: every field's place, cuts, padding, repeated fields, the summary, the writer, and the agreement of
// both classifiers.
#include "advert_all.h"
#include "check.h"

#include <string.h>

static const uint8_t heart_rate[] = {0x02, 0x01, 0x06, 0x05, 0x02, 0x0D, 0x18, 0x0F, 0x18,
                                     0x05, 0x09, 'H',  'R',  ' ',  '1',  0x02, 0x0A, 0xF4};

static void every_field_has_its_place(void)
{
    acc_advert advert;
    CHECK(acc_advert_classify(heart_rate, sizeof heart_rate, &advert) == ACC_OK);
    CHECK(advert.end == sizeof heart_rate && advert.kind == ACC_BEACON_NONE && !advert.repeated);
    CHECK(advert.seen == (1u << ACC_AD_FIELD_FLAGS | 1u << ACC_AD_FIELD_UUID16 |
                          1u << ACC_AD_FIELD_NAME | 1u << ACC_AD_FIELD_TX_POWER));
    CHECK(advert.field[ACC_AD_FIELD_UUID16].offset == 5 &&
          advert.field[ACC_AD_FIELD_UUID16].length == 4);
    CHECK(advert.field[ACC_AD_FIELD_NAME].offset == 11 &&
          advert.field[ACC_AD_FIELD_NAME].length == 4);
    CHECK(heart_rate[advert.field[ACC_AD_FIELD_NAME].offset - 1] == ACC_AD_COMPLETE_NAME);
    CHECK(advert.field[ACC_AD_FIELD_TX_POWER].offset == 17);
}

// A cut keeps the structures before it and reports where the broken one begins.
static void every_cut_keeps_what_came_before(void)
{
    static const size_t starts[] = {0, 3, 9, 15, 18};
    for (size_t len = 0; len <= sizeof heart_rate; len++) {
        acc_advert advert;
        size_t whole = 0, at = 0;
        for (size_t i = 0; i < 5; i++)
            whole = starts[i] <= len ? starts[i] : whole;
        acc_status expected = whole == len ? ACC_OK : ACC_TRUNCATED;
        CHECK(acc_advert_classify(heart_rate, len, &advert) == expected);
        CHECK(advert.end == whole && advert.status == expected);
        acc_ad ad;
        while (acc_ad_next(heart_rate, len, &at, &ad))
            ;
        CHECK(at == whole);
    }
}

static void padding_ends_the_data(void)
{
    static const uint8_t padded[8] = {0x02, 0x01, 0x06};
    acc_advert advert;
    CHECK(acc_advert_classify(padded, sizeof padded, &advert) == ACC_OK && advert.end == 3);
}

static void the_first_of_several_is_kept(void)
{
    static const uint8_t two[] = {
        0x03, 0x16, 0xAA, 0x18,                         // no beacon
        0x07, 0x16, 0xAA, 0xFE, 0x10, 0xEB, 0x03, 'a',  // Eddystone-URL
        0x05, 0x08, 'o',  'n',  'c',  'e',  0x06, 0x09, 't', 'w', 'i', 'c', 'e',
    };
    acc_advert advert;
    CHECK(acc_advert_classify(two, sizeof two, &advert) == ACC_OK);
    CHECK(advert.repeated == (1u << ACC_AD_FIELD_SERVICE_DATA16 | 1u << ACC_AD_FIELD_NAME));
    CHECK(advert.field[ACC_AD_FIELD_SERVICE_DATA16].offset == 2);
    CHECK(advert.field[ACC_AD_FIELD_NAME].offset == 14);
    CHECK(advert.kind == ACC_BEACON_EDDYSTONE_URL && advert.beacon.offset == 6);
}

static void a_summary_has_values_and_places(void)
{
    static const uint8_t data[] = {
        0x02, 0x01, 0x06, 0x02, 0x0A, 0xF4,                   // flags, TX power
        0x03, 0x03, 0xAA, 0xFE, 0x05, 0x14, 1,    2,   3, 4,  // services, solicited services
        0x07, 0x16, 0xAA, 0xFE, 0x10, 0xEB, 0x03, 'a',        // Eddystone-URL
        0x02, 0x09, 'n',  0x03, 0x19, 0x41, 0x03,             // name, appearance
        0x03, 0x1A, 0xA0, 0x00, 0x02, 0x24, 0x17,             // interval, URI
        0x04, 0xFF, 0x99, 0x04, 0x00, 0x09, 0x20, 1,  // manufacturer data, then a cut structure
    };
    acc_advert_summary sum;
    acc_advert_summarize(data, sizeof data, &sum);
    CHECK(sum.first == (0xF406u | 26u << 16 | 29ull << 32 | 33ull << 48));
    CHECK(sum.second == (37u | 40u << 16 | 18ull << 32 | 18ull << 48));
    uint64_t bits = ACC_SUMMARY_TRUNCATED | ACC_SUMMARY_FLAGS | ACC_SUMMARY_TX_POWER;
    CHECK(sum.third ==
          (8u | 12u << 16 | 43ull << 32 | (uint64_t)ACC_BEACON_EDDYSTONE_URL << 48 | bits << 56));

    static const uint8_t two[] = {
        0x05, 0x20, 1,    2,    3,    4,    0x03, 0x16,
        0xAA, 0x18,                                     // service data of 32 bits; no beacon
        0x07, 0x16, 0xAA, 0xFE, 0x10, 0xEB, 0x03, 'a',  // Eddystone-URL
        0x01, 0x01, 0x02, 0x01, 0x06,                   // the first flags are empty
    };
    acc_advert_summarize(two, sizeof two, &sum);
    CHECK(sum.first == 0 && sum.second == (8ull << 32 | 12ull << 48));
    CHECK(sum.third >> 56 == (ACC_SUMMARY_REPEATED | ACC_SUMMARY_LONG_SERVICE_DATA));
}

static uint32_t next(uint32_t *seed)
{
    return *seed = *seed * 1664525u + 1013904223u;
}

// Structures of random types and lengths are read as they were written, up to 1650 bytes.
static void what_is_put_comes_back(void)
{
    static uint8_t bytes[ACC_ADVERT_EXTENDED_MAX], value[254];
    for (uint32_t seed = 1; seed <= 200; seed++) {
        uint32_t random = seed;
        acc_ad_writer writer;
        acc_ad_writer_init(&writer, bytes, 31 + next(&random) % (sizeof bytes - 30));
        size_t put = 0;
        for (;; put++) {
            size_t len = next(&random) >> 8 & (next(&random) >> 30 ? 15 : 254);
            memset(value, (int)put, sizeof value);
            if (acc_ad_put(&writer, (uint8_t)(next(&random) >> 24), value, len) != ACC_OK)
                break;
        }
        CHECK(writer.status == ACC_NO_ROOM);
        random = seed;
        next(&random);
        acc_ad ad;
        size_t at = 0, got = 0;
        for (; acc_ad_next(bytes, writer.size, &at, &ad); got++) {
            size_t len = next(&random) >> 8 & (next(&random) >> 30 ? 15 : 254);
            CHECK(ad.length == len && ad.type == (uint8_t)(next(&random) >> 24));
            CHECK(len == 0 || (ad.value[0] == (uint8_t)got && ad.value[len - 1] == (uint8_t)got));
        }
        if (got != put || at != writer.size)
            printf("seed %u: put %zu, got %zu\n", (unsigned)seed, put, got);
        CHECK(got == put && at == writer.size);
        acc_advert advert;
        acc_advert_classify(bytes, writer.size, &advert);
        CHECK(summarizes(bytes, writer.size, &advert));
    }
}

static void a_name_is_cut_between_characters(void)
{
    static const uint8_t name[] = {'a', 0xC3, 0xA9, 0xE2, 0x82, 0xAC};  // aé€
    static const size_t expected[] = {0, 1, 1, 3, 3, 3, 6};
    uint8_t bytes[8];
    for (size_t room = 1; room <= 6; room++) {
        acc_ad_writer writer;
        acc_ad_writer_init(&writer, bytes, room + 2);
        CHECK(acc_ad_put_name(&writer, name, sizeof name) == ACC_OK);
        CHECK(writer.size == expected[room] + 2);
        CHECK(bytes[1] == (room == 6 ? ACC_AD_COMPLETE_NAME : ACC_AD_SHORTENED_NAME));
    }
    acc_ad_writer writer;
    acc_ad_writer_init(&writer, bytes, 2);
    CHECK(acc_ad_put_name(&writer, name, sizeof name) == ACC_NO_ROOM && writer.size == 0);
}

static void a_writer_refuses_what_does_not_fit(void)
{
    uint8_t bytes[300], value[255] = {0};
    acc_ad_writer writer;
    acc_ad_writer_init(&writer, bytes, sizeof bytes);
    CHECK(acc_ad_put(&writer, 0xFF, value, 255) == ACC_OUT_OF_RANGE && writer.size == 0);
    CHECK(acc_ad_put_flags(&writer, 6) == ACC_OUT_OF_RANGE && writer.size == 0);
    acc_ad_writer_init(&writer, bytes, sizeof bytes);
    CHECK(acc_ad_put16(&writer, ACC_AD_APPEARANCE, 0x0341, value, 0) == ACC_OK && writer.size == 4);
    CHECK(bytes[0] == 3 && bytes[1] == 0x19 && bytes[2] == 0x41 && bytes[3] == 0x03);
}

static void every_kind_has_a_name_of_its_own(void)
{
    for (int a = 0; a < ACC_BEACON_COUNT; a++)
        for (int b = 0; b < a; b++)
            CHECK(strcmp(acc_beacon_kind_name((enum acc_beacon_kind)a),
                         acc_beacon_kind_name((enum acc_beacon_kind)b)) != 0);
}

// The one-structure classifier and the one-pass classifier agree on every short value of a known format.
static void both_ways_give_the_same_kind(void)
{
    static const uint16_t numbers[] = {0x004C, 0x0006, 0x0499, 0xF0FF, 0xEC88, 0x0969,
                                       0xFEAA, 0xFFF0, 0xFCD2, 0xFE95, 0x181A, 0xFE2C,
                                       0xFD6F, 0xFEED, 0xFD3D, 0x000D, 0x1234};
    uint8_t bytes[40], rest[27];
    for (uint32_t i = 0; i < 17u * 256 * 2; i++) {
        uint8_t type = i & 1 ? ACC_AD_MANUFACTURER : ACC_AD_SERVICE_DATA16;
        for (size_t len = 0; len <= sizeof rest; len++) {
            memset(rest, 0, sizeof rest);
            rest[0] = (uint8_t)(i >> 1);
            rest[1] = i & 2 ? 0x15 : 0x01;
            acc_ad_writer writer;
            acc_ad_writer_init(&writer, bytes, sizeof bytes);
            acc_ad_put_flags(&writer, 6);
            acc_ad_put16(&writer, type, numbers[i >> 9], rest, len);
            acc_advert advert;
            CHECK(acc_advert_classify(bytes, writer.size, &advert) == ACC_OK);
            CHECK(advert.kind == acc_beacon_kind_of(type, bytes + 5, len + 2));
        }
    }
}

int main(void)
{
    every_field_has_its_place();
    every_cut_keeps_what_came_before();
    padding_ends_the_data();
    the_first_of_several_is_kept();
    a_summary_has_values_and_places();
    what_is_put_comes_back();
    a_name_is_cut_between_characters();
    a_writer_refuses_what_does_not_fit();
    every_kind_has_a_name_of_its_own();
    both_ways_give_the_same_kind();
    return failures;
}
