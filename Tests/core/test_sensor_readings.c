// Readings of the formats with their own reader: format, state, MAC, product and place of the structure, and the values.
#include "sensor_text.h"

enum { M = 0xFF, S = 0x16 };  // manufacturer data, service data

static const struct {
    uint8_t type;
    const char *hex;
    uint8_t format, state, unknown;
    const char *mac;  // null: none is stated
    uint16_t product;
    const char *expected;
} rows[] = {
    {M, "FFF0029523455678", ACC_SENSOR_FORMAT_FEASYCOM, 0, 0, NULL, 0,
     "battery 95000000, temperature 23450000, humidity 56780000"},
    {M, "990403291A1ECE1EFC18F94202CA0B53", ACC_SENSOR_FORMAT_RUUVI_RAW1, 0, 0, NULL, 0,
     "temperature 26300000, humidity 20500000, pressure 1027660000, acceleration-x -1000000, "
     "acceleration-y -1726000, acceleration-z 714000, voltage 2899000"},
    {M, "99040512FCFFFFC37C8000FFFC040CAC3F42FFFFCBB8334C884F", ACC_SENSOR_FORMAT_RUUVI_RAW2, 0, 0,
     "CBB8334C884F", 0,
     "temperature 24300000, pressure 1000440000, acceleration-y -4000, acceleration-z 1036000, "
     "movement 66000000, voltage 2977000"},
    {S, "D2FC400161", ACC_SENSOR_FORMAT_BTHOME, 0, 0, NULL, 0, "battery 97000000"},
    {S, "D2FC420605040302010161", ACC_SENSOR_FORMAT_BTHOME, 0, 0, "010203040506", 0,
     "battery 97000000"},
    {S, "D2FC41AABB0102030405060708", ACC_SENSOR_FORMAT_BTHOME, ACC_SENSOR_NEEDS_KEY, 0, NULL, 0,
     ""},
    {S, "D2FC43060504030201AABB0102030405060708", ACC_SENSOR_FORMAT_BTHOME, ACC_SENSOR_NEEDS_KEY, 0,
     "010203040506", 0, ""},
    // an unknown object after a known one, and a value that is cut off
    {S, "D2FC400161EE00", ACC_SENSOR_FORMAT_BTHOME, ACC_SENSOR_PARTIAL, 1, NULL, 0,
     "battery 97000000"},
    {S, "D2FC40016102CA", ACC_SENSOR_FORMAT_BTHOME, ACC_SENSOR_PARTIAL, 0, NULL, 0,
     "battery 97000000"},
    {S, "D2FC40EE00", ACC_SENSOR_FORMAT_BTHOME, ACC_SENSOR_PARTIAL, 1, NULL, 0, ""},
    {S, "1A18A4C138010203FF9C375F0BB8FE", ACC_SENSOR_FORMAT_ATC1441, 0, 0, "A4C138010203", 0,
     "temperature -10000000, humidity 55000000, battery 95000000, voltage 3000000, "
     "packet-id 254000000"},
    {S, "1A1803020138C1A418FC5815B80B5FFEFC", ACC_SENSOR_FORMAT_PVVX, 0, 0, "A4C138010203", 0,
     "temperature -10000000, humidity 54640000, voltage 3000000, battery 95000000, "
     "packet-id 254000000, opening off, power-on off"},
    {S,
     "1A18FE0102030405060708"
     "09",
     ACC_SENSOR_FORMAT_NONE, 0, 0, NULL, 0, ""},
    {S, "1A18FE01020304050607", ACC_SENSOR_FORMAT_ATC1441, ACC_SENSOR_NEEDS_KEY, 0, NULL, 0, ""},
    {S, "1A18FE0102030405060708090A", ACC_SENSOR_FORMAT_PVVX, ACC_SENSOR_NEEDS_KEY, 0, NULL, 0, ""},
    {S, "95FE4050AA01070A10013B", ACC_SENSOR_FORMAT_MIBEACON, 0, 0, NULL, 0x01AA,
     "battery 59000000"},
    {S, "95FE5050AA01070605040302010A10013B", ACC_SENSOR_FORMAT_MIBEACON, 0, 0, "010203040506",
     0x01AA, "battery 59000000"},
    {S,
     "95FE7850341207060504030201"
     "2000CCCC07080901020304",
     ACC_SENSOR_FORMAT_MIBEACON, ACC_SENSOR_NEEDS_KEY, 0, "010203040506", 0x1234, ""},
    {S, "95FE4050AA01070A10013BFFFE0100", ACC_SENSOR_FORMAT_MIBEACON, ACC_SENSOR_PARTIAL, 1, NULL,
     0x01AA, "battery 59000000"},
    {S, "95FE4050AA01070A10013B0A1001", ACC_SENSOR_FORMAT_MIBEACON, ACC_SENSOR_PARTIAL, 0, NULL,
     0x01AA, "battery 59000000"},
    // cut off before the objects: no reading
    {S, "95FE5050AA010706050403", ACC_SENSOR_FORMAT_NONE, 0, 0, NULL, 0, ""},
    {S, "D2FC42060504030201", ACC_SENSOR_FORMAT_BTHOME, 0, 0, "010203040506", 0, ""},
    {S, "D2FC4206050403", ACC_SENSOR_FORMAT_NONE, 0, 0, NULL, 0, ""},
};

// Three bytes of flags, the structure, and one of another kind if `more`.
static size_t advertise(uint8_t type, const char *hex, bool more, uint8_t *data)
{
    memcpy(data, (const uint8_t[]){2, 1, 6}, 3);
    size_t size = from_hex(hex, data + 5), end = 5 + size;
    data[3] = (uint8_t)(size + 1);
    data[4] = type;
    if (more) {
        // of the same type, so that all structures are looked at
        memcpy(data + end, (const uint8_t[]){3, type, 0x34, 0x12}, 4);
        end += 4;
    }
    return end;
}

static void readings_are_complete(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int more = 0; more < 2; more++) {
            uint8_t data[64], mac[6] = {0};
            acc_advert advert;
            acc_sensor_reading reading;
            memset(&reading, 0xEE, sizeof reading);
            size_t size = advertise(rows[i].type, rows[i].hex, more, data);
            acc_advert_classify(data, size, &advert);
            acc_sensor_source source = {
                .data = data, .length = size, .advert = &advert, .is_loose = true};
            acc_status status = acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
            count = reading.count;
            is(rows[i].hex, rows[i].expected);
            bool agrees = reading.format == rows[i].format;
            if (rows[i].format != ACC_SENSOR_FORMAT_NONE) {
                agrees &= status == ACC_OK && reading.state == rows[i].state &&
                          reading.unknown == rows[i].unknown && reading.product == rows[i].product;
                agrees &=
                    reading.value.offset == 5 && reading.value.length == strlen(rows[i].hex) / 2;
                agrees &= reading.has_mac == (rows[i].mac != NULL);
                if (rows[i].mac)
                    from_hex(rows[i].mac, mac);
                agrees &= !rows[i].mac || memcmp(mac, reading.mac, 6) == 0;
            } else {
                agrees &= status == ACC_UNSUPPORTED && reading.count == 0;
            }
            if (!agrees)
                printf("%s: status %d, format %d, state %d, unknown %d, mac %d, product %x, at "
                       "%d+%d\n",
                       rows[i].hex, status, reading.format, reading.state, reading.unknown,
                       reading.has_mac, reading.product, reading.value.offset,
                       reading.value.length);
            CHECK(agrees);
        }
}

// A list that is too short has the first values, and the reading is partial.
static void short_lists_are_filled(void)
{
    static const struct {
        uint8_t type;
        const char *hex;
        size_t all;
    } long_ones[] = {{M, "FFF0029523455678", 3},
                     {M, "990403291A1ECE1EFC18F94202CA0B53", 7},
                     {S, "D2FC40016102CA09", 2},
                     {S, "1A18A4C138010203FF9C375F0BB8FE", 5},
                     {S, "95FE4050AA01070D1004B40095020A10013B", 3}};
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        for (size_t room = 1; room <= long_ones[i].all; room++) {
            uint8_t data[64];
            acc_advert advert;
            acc_sensor_reading reading;
            size_t size = advertise(long_ones[i].type, long_ones[i].hex, false, data);
            acc_advert_classify(data, size, &advert);
            acc_sensor_source source = {
                .data = data, .length = size, .advert = &advert, .is_loose = true};
            acc_sensor_read(&source, &reading, list, room);
            CHECK(reading.count == room);
            CHECK(reading.state == (room < long_ones[i].all ? ACC_SENSOR_PARTIAL : 0));
        }
}

// Instances are counted per quantity: two values of different quantities are each the first.
static void quantities_have_their_own_instances(void)
{
    static struct {
        uint8_t bytes[12];
        size_t size;
        uint8_t quantity;
    } objects[256];
    size_t known = 0;
    for (unsigned id = 1; id < 256; id++)
        for (size_t size = 2; size < 10; size++) {
            objects[known].bytes[0] = (uint8_t)id;
            memset(objects[known].bytes + 1, 1, 9);
            objects[known].size = size;
            if (acc_bthome_objects(objects[known].bytes, size, list, 4, &count) != ACC_OK ||
                count != 1)
                continue;
            objects[known++].quantity = list[0].quantity;
            break;
        }
    CHECK(known > 60);
    for (size_t i = 0; i < known; i++)
        for (size_t k = 0; k < known; k++) {
            uint8_t both[24];
            memcpy(both, objects[i].bytes, objects[i].size);
            memcpy(both + objects[i].size, objects[k].bytes, objects[k].size);
            CHECK(acc_bthome_objects(both, objects[i].size + objects[k].size, list, 4, &count) ==
                  ACC_OK);
            CHECK(count == 2 && list[0].instance == 0);
            CHECK(list[1].instance == (objects[i].quantity == objects[k].quantity));
        }
}

// MiBeacon frames end where their flags say; a byte less is too few. Flags: MAC 10, capability 20, object 40, encrypted 08.
static void frames_have_lengths(void)
{
    static const struct {
        const char *hex;
        uint16_t offset, length;  // of the objects
    } frames[] = {
        {"95FE0050AA0107", 0, 0},
        {"95FE1050AA0107060504030201", 0, 0},
        {"95FE2050AA010708", 0, 0},
        {"95FE2050AA01072001", 0, 0},
        {"95FE3050AA010706050403020108", 0, 0},
        {"95FE3050AA01070605040302012000", 0, 0},
        {"95FE4050AA0107", 7, 0},
        {"95FE6050AA010708", 8, 0},
        {"95FE4850AA010701020304050607", 7, 0},
        {"95FE4830AA010701020304", 7, 0},
        {"95FE7850AA0107060504030201200001020304050607", 15, 0},
    };
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        uint8_t value[32];
        acc_mibeacon mibeacon;
        const size_t size = from_hex(frames[i].hex, value);
        CHECK(acc_mibeacon_read(value, size, &mibeacon) == ACC_OK);
        CHECK(mibeacon.objects.offset == frames[i].offset &&
              mibeacon.objects.length == frames[i].length);
        for (size_t cut = 0; cut < size; cut++)
            CHECK(acc_mibeacon_read(value, cut, &mibeacon) == ACC_TRUNCATED);
        value[0] ^= 1;
        CHECK(acc_mibeacon_read(value, size, &mibeacon) == ACC_MALFORMED);
    }
}

int main(void)
{
    frames_have_lengths();
    quantities_have_their_own_instances();
    readings_are_complete();
    short_lists_are_filled();
    return failures;
}
