// Values that a sensor cannot measure are invalid, by quantity and by the record's range of temperatures.
#include "sensor_text.h"
#include "user_table.h"

// Each limit in millionths, and what is beyond it.
static void each_quantity_has_its_limits(void)
{
    static const struct {
        uint8_t quantity;
        int64_t least, most;
    } rows[] = {
        {ACC_QUANTITY_TEMPERATURE, -60000000, 130000000},
        {ACC_QUANTITY_DEW_POINT, -60000000, 130000000},
        {ACC_QUANTITY_AMBIENT_TEMPERATURE, -60000000, 130000000},
        {ACC_QUANTITY_TARGET_TEMPERATURE, -60000000, 130000000},
        {ACC_QUANTITY_TEMPERATURE_ALARM_HIGH, -60000000, 130000000},
        {ACC_QUANTITY_TEMPERATURE_ALARM_LOW, -60000000, 130000000},
        {ACC_QUANTITY_PROBE_CENTER_TEMPERATURE, -60000000, 130000000},
        {ACC_QUANTITY_PROBE_END_TEMPERATURE, -60000000, 130000000},
        {ACC_QUANTITY_BATTERY, 0, 100000000},
        {ACC_QUANTITY_HUMIDITY, 0, 100000000},
        {ACC_QUANTITY_MOISTURE, 0, 100000000},
        {ACC_QUANTITY_CONSUMABLE, 0, 100000000},
        {ACC_QUANTITY_LEVEL, 0, 100000000},
        {ACC_QUANTITY_POSITION, 0, 100000000},
        {ACC_QUANTITY_BRIGHTNESS, 0, 100000000},
        {ACC_QUANTITY_PRESSURE, 0, INT64_C(12000000000)},
        {ACC_QUANTITY_ILLUMINANCE, 0, INT64_C(150000000000)},
        {ACC_QUANTITY_MASS, -50000000, 500000000},
        {ACC_QUANTITY_MASS_POUNDS, -110000000, 1100000000},
        {ACC_QUANTITY_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_INPUT_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_OUTPUT_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_STARTER_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_MIDPOINT_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_CELL_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_AC_VOLTAGE, 0, 1000000000},
        {ACC_QUANTITY_CURRENT, -2000000000, 2000000000},
        {ACC_QUANTITY_INPUT_CURRENT, -2000000000, 2000000000},
        {ACC_QUANTITY_OUTPUT_CURRENT, -2000000000, 2000000000},
        {ACC_QUANTITY_LOAD_CURRENT, -2000000000, 2000000000},
        {ACC_QUANTITY_AC_CURRENT, -2000000000, 2000000000},
        {ACC_QUANTITY_POWER, INT64_C(-100000000000), INT64_C(100000000000)},
        {ACC_QUANTITY_PM1, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_PM25, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_PM4, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_PM10, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_CO2, 0, INT64_C(32000000000)},
        {ACC_QUANTITY_VOC, 0, INT64_C(60000000000)},
        {ACC_QUANTITY_TVOC, 0, INT64_C(60000000000)},
        {ACC_QUANTITY_VOC_INDEX, 0, 500000000},
        {ACC_QUANTITY_NOX_INDEX, 0, 500000000},
        {ACC_QUANTITY_AIR_QUALITY_INDEX, 0, 500000000},
        {ACC_QUANTITY_FORMALDEHYDE, 0, 20000000},
        {ACC_QUANTITY_FORMALDEHYDE_PPB, 0, INT64_C(10000000000)},
        {ACC_QUANTITY_CONDUCTIVITY, 0, INT64_C(30000000000)},
        {ACC_QUANTITY_UV_INDEX, 0, 20000000},
        {ACC_QUANTITY_HEART_RATE, 0, 250000000},
        {ACC_QUANTITY_DIRECTION, -360000000, 360000000},
        {ACC_QUANTITY_TILT, -360000000, 360000000},
        {ACC_QUANTITY_SPECIFIC_GRAVITY, 500000, 2000000},
        {ACC_QUANTITY_RADON, 0, INT64_C(20000000000)},
        {ACC_QUANTITY_ACCELERATION_X, -16384000, 16384000},
        {ACC_QUANTITY_ACCELERATION_Y, -16384000, 16384000},
        {ACC_QUANTITY_ACCELERATION_Z, -16384000, 16384000},
        {ACC_QUANTITY_IMPEDANCE, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_IMPEDANCE_LOW, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_IMPEDANCE_HIGH, 0, INT64_C(5000000000)},
        {ACC_QUANTITY_STEPS, 0, INT64_C(1000000000000)},
        {ACC_QUANTITY_UPTIME, 0, INT64_C(1200000000000000)},
        {ACC_QUANTITY_RADIATION_DURATION, 0, INT64_C(1200000000000000)},
        {ACC_QUANTITY_RADIATION_DOSE, 0, INT64_C(1000000000000)},
        {ACC_QUANTITY_BRUSHING_TIME, 0, INT64_C(3600000000)},
        {ACC_QUANTITY_COUNT, INT64_MIN, INT64_MAX},
        {ACC_QUANTITY_BUTTON, INT64_MIN, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t least = rows[i].least, most = rows[i].most;
        acc_measurement some[4] = {{.micro = least}, {.micro = most}, {.micro = 7}, {.micro = 7}};
        bool is_limited = least != INT64_MIN;
        size_t all = is_limited ? 4 : 2;
        if (is_limited) {
            some[2].micro = least - 1;
            some[3].micro = most + 1;
        }
        for (size_t j = 0; j < all; j++)
            some[j].quantity = rows[i].quantity;
        acc_sensor_limit(some, all, -6, 13);
        bool right = some[0].form == ACC_FORM_NUMBER && some[0].micro == least &&
                     some[1].form == ACC_FORM_NUMBER && some[1].micro == most;
        for (size_t j = 2; j < all; j++)
            right &= some[j].form == ACC_FORM_INVALID && some[j].micro == 0;
        if (!right)
            printf("  %s\n", acc_quantity_name((enum acc_quantity)rows[i].quantity));
        CHECK(right);
    }
}

static void read_builtin(const char *hex, const char *name, const char *expected)
{
    size_t size = from_hex(hex, data);
    acc_advert advert;
    acc_advert_classify(data, size, &advert);
    acc_sensor_source source = {.data = data, .length = size, .advert = &advert, .is_loose = true};
    source.name = (const uint8_t *)name;
    source.name_length = name ? strlen(name) : 0;
    acc_sensor_read(&source, &reading, list, ACC_MEASUREMENTS_MAX);
    count = reading.count;
    is(hex, expected);
}

static void readings_are_limited(void)
{
    // a thermometer for rooms, one for meat, one that any sensor may be, others with a reader of their own
    read_builtin("0AFF88EC00FF7F11276500", "GVH5074",
                 "temperature invalid, humidity invalid, battery invalid");
    read_builtin("0AFF88EC00C83210276400", "GVH5074",
                 "temperature 130000000, humidity 100000000, battery 100000000");
    read_builtin("0AFF88EC0090E810276400", "GVH5074",
                 "temperature -60000000, humidity 100000000, battery 100000000");
    read_builtin("0AFF88EC008FE810276400", "GVH5074",
                 "temperature invalid, humidity 100000000, battery 100000000");
    read_builtin("11FF30F5000000000000000030D443300000", "GVH5181",
                 "temperature 125000000, temperature-alarm-high 172000000");
    // a battery, a tyre, whatever has BTHome
    read_builtin("14FF55AA0105AABBCCDDEEFF07D009E215E0530001", NULL,
                 "voltage 20000000, temperature 25300000, humidity 56000000, battery 83000000");
    read_builtin("14FF55AA0105AABBCCDDEEFF07D109E215E0530001", NULL,
                 "voltage invalid, temperature 25300000, humidity 56000000, battery 83000000");
    read_builtin("0716D2FC400CFFFF", NULL, "voltage 65535000");
    read_builtin("0716D2FC4002FF7F", NULL, "temperature invalid");
    read_builtin("0716D2FC4002204E", NULL, "temperature 200000000");
    read_builtin("0D1695FE4050AA0107041002D007", NULL, "temperature invalid");
    read_builtin("11FF990403FF7F63FFFF7FFF7FFF7FFFFFFF", NULL,
                 "temperature 127990000, humidity 127500000, pressure 1155350000, acceleration-x "
                 "32767000, acceleration-y 32767000, acceleration-z 32767000, voltage 65535000");
}

// A record of the caller's, at 200 °C
static void records_have_ranges(void)
{
    make();
    t.table.always = 0;
    t.rows[0].quantity = ACC_QUANTITY_TEMPERATURE;
    t.scales[0].num = 20000000;
    CHECK(reads("020106", "temperature invalid"));
    t.records[0].coldest = 20;
    t.records[0].hottest = 21;
    CHECK(reads("020106", "temperature 200000000"));
    t.records[0].coldest = 21;
    t.records[0].hottest = 22;
    CHECK(reads("020106", "temperature invalid"));
    t.records[0].flags = ACC_SENSOR_RECORD_WHOLE_RANGE;
    CHECK(reads("020106", "temperature 200000000"));
    t.records[0].flags = 0;
    t.records[0].coldest = 0;
    t.records[0].hottest = 19;
    CHECK(reads("020106", "temperature invalid"));
}

static void decrypted_values_are_limited(void)
{
    // BTHome version 1
    for (uint16_t i = 0; i < acc_sensor_builtin.record_count; i++) {
        unsigned flags = acc_sensor_builtin.records[i].flags;
        if (!(flags & ACC_SENSOR_RECORD_ENCRYPTED) || !(flags & ACC_SENSOR_RECORD_BTHOME1))
            continue;
        static const uint8_t plain[] = {0x02, 0x01, 0x65, 0x23, 0x02, 0x20, 0x4E};
        CHECK(acc_sensor_read_plain(i, plain, sizeof plain, list, ACC_MEASUREMENTS_MAX, &count) ==
              ACC_OK);
        is("BTHome v1", "battery invalid, temperature 200000000");
        return;
    }
    CHECK(false);
}

int main(void)
{
    each_quantity_has_its_limits();
    readings_are_limited();
    records_have_ranges();
    decrypted_values_are_limited();
    return failures;
}
