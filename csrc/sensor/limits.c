// The values that sensors can measure, from the data sheets of common elements and the scales of the quantities. A value
// outside becomes invalid: it comes from a fault, from a marker that no description names, or from another device.
//
// Input: a reading and its measurements. Output: the same with invalid ones, and whether the values contradict the format.
#include "sensor/limits.h"

#include "sensor/beacon_frames.h"
#include "sensor/measure.h"

enum { COLDEST = -6, HOTTEST = 13 };  // of most sensors, in 10 °C
enum { RUUVI_RAW2 = 26 };             // its length with the company

enum limit_class {
    ANY,
    TEMPERATURE,
    // narrow, except for records of machines
    PRESSURE,
    VOLTAGE,
    MASS,
    POUNDS,
    MACHINES,
    // the same for all
    PER_CENT = MACHINES,
    ILLUMINANCE,
    CURRENT,
    POWER,
    PARTICLES,
    CO2,
    VOC,
    INDEX,
    FORMALDEHYDE,
    FORMALDEHYDE_PPB,
    CONDUCTIVITY,
    UV,
    HEART_RATE,
    ANGLE,
    GRAVITY,
    RADON,
    ACCELERATION,
    IMPEDANCE,
    STEPS,
    UPTIME,
    DOSE,
    BRUSHING,
    CLASSES,
};

static const uint8_t class_of[256] = {
    [ACC_QUANTITY_TEMPERATURE] = TEMPERATURE,
    [ACC_QUANTITY_DEW_POINT] = TEMPERATURE,
    [ACC_QUANTITY_AMBIENT_TEMPERATURE] = TEMPERATURE,
    [ACC_QUANTITY_TARGET_TEMPERATURE] = TEMPERATURE,
    [ACC_QUANTITY_TEMPERATURE_ALARM_HIGH] = TEMPERATURE,
    [ACC_QUANTITY_TEMPERATURE_ALARM_LOW] = TEMPERATURE,
    [ACC_QUANTITY_PROBE_CENTER_TEMPERATURE] = TEMPERATURE,
    [ACC_QUANTITY_PROBE_END_TEMPERATURE] = TEMPERATURE,
    [ACC_QUANTITY_BATTERY] = PER_CENT,
    [ACC_QUANTITY_HUMIDITY] = PER_CENT,
    [ACC_QUANTITY_MOISTURE] = PER_CENT,
    [ACC_QUANTITY_CONSUMABLE] = PER_CENT,
    [ACC_QUANTITY_LEVEL] = PER_CENT,
    [ACC_QUANTITY_POSITION] = PER_CENT,
    [ACC_QUANTITY_BRIGHTNESS] = PER_CENT,
    [ACC_QUANTITY_PRESSURE] = PRESSURE,
    [ACC_QUANTITY_ILLUMINANCE] = ILLUMINANCE,
    [ACC_QUANTITY_MASS] = MASS,
    [ACC_QUANTITY_MASS_POUNDS] = POUNDS,
    [ACC_QUANTITY_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_INPUT_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_OUTPUT_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_STARTER_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_MIDPOINT_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_CELL_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_AC_VOLTAGE] = VOLTAGE,
    [ACC_QUANTITY_CURRENT] = CURRENT,
    [ACC_QUANTITY_INPUT_CURRENT] = CURRENT,
    [ACC_QUANTITY_OUTPUT_CURRENT] = CURRENT,
    [ACC_QUANTITY_LOAD_CURRENT] = CURRENT,
    [ACC_QUANTITY_AC_CURRENT] = CURRENT,
    [ACC_QUANTITY_POWER] = POWER,
    [ACC_QUANTITY_PM1] = PARTICLES,
    [ACC_QUANTITY_PM25] = PARTICLES,
    [ACC_QUANTITY_PM4] = PARTICLES,
    [ACC_QUANTITY_PM10] = PARTICLES,
    [ACC_QUANTITY_CO2] = CO2,
    [ACC_QUANTITY_VOC] = VOC,
    [ACC_QUANTITY_TVOC] = VOC,
    [ACC_QUANTITY_VOC_INDEX] = INDEX,
    [ACC_QUANTITY_NOX_INDEX] = INDEX,
    [ACC_QUANTITY_AIR_QUALITY_INDEX] = INDEX,
    [ACC_QUANTITY_FORMALDEHYDE] = FORMALDEHYDE,
    [ACC_QUANTITY_FORMALDEHYDE_PPB] = FORMALDEHYDE_PPB,
    [ACC_QUANTITY_CONDUCTIVITY] = CONDUCTIVITY,
    [ACC_QUANTITY_UV_INDEX] = UV,
    [ACC_QUANTITY_HEART_RATE] = HEART_RATE,
    [ACC_QUANTITY_DIRECTION] = ANGLE,
    [ACC_QUANTITY_TILT] = ANGLE,
    [ACC_QUANTITY_SPECIFIC_GRAVITY] = GRAVITY,
    [ACC_QUANTITY_RADON] = RADON,
    [ACC_QUANTITY_ACCELERATION_X] = ACCELERATION,
    [ACC_QUANTITY_ACCELERATION_Y] = ACCELERATION,
    [ACC_QUANTITY_ACCELERATION_Z] = ACCELERATION,
    [ACC_QUANTITY_IMPEDANCE] = IMPEDANCE,
    [ACC_QUANTITY_IMPEDANCE_LOW] = IMPEDANCE,
    [ACC_QUANTITY_IMPEDANCE_HIGH] = IMPEDANCE,
    [ACC_QUANTITY_STEPS] = STEPS,
    [ACC_QUANTITY_UPTIME] = UPTIME,
    [ACC_QUANTITY_RADIATION_DURATION] = UPTIME,
    [ACC_QUANTITY_RADIATION_DOSE] = DOSE,
    [ACC_QUANTITY_BRUSHING_TIME] = BRUSHING,
};

// The lowest value, and the difference to the highest one, in millionths.
struct limit {
    int64_t least;
    uint64_t span;
};

#define FROM(least, most)                                                                          \
    {                                                                                              \
        (least) * INT64_C(1000), (uint64_t)((most) - (least)) * 1000u                              \
    }
// in thousandths of the unit
static const struct limit limits[CLASSES] = {
    [ANY] = {INT64_MIN, UINT64_MAX},
    [PER_CENT] = FROM(0, 100000),
    [PRESSURE] = FROM(300000, 1200000),  // of air
    [ILLUMINANCE] = FROM(0, 150000000),
    [MASS] = FROM(-50000, 272000),  // of people; negative after a tare
    [POUNDS] = FROM(-110000, 600000),
    [VOLTAGE] = FROM(0, 20000),  // of batteries
    [CURRENT] = FROM(-2000000, 2000000),
    [POWER] = FROM(-100000000, 100000000),
    [PARTICLES] = FROM(0, 5000000),
    [CO2] = FROM(0, 32000000),
    [VOC] = FROM(0, 60000000),
    [INDEX] = FROM(0, 500000),
    [FORMALDEHYDE] = FROM(0, 20000),
    [FORMALDEHYDE_PPB] = FROM(0, 10000000),
    [CONDUCTIVITY] = FROM(0, 30000000),
    [UV] = FROM(0, 20000),
    [HEART_RATE] = FROM(0, 250000),
    [ANGLE] = FROM(-360000, 360000),
    [GRAVITY] = FROM(500, 2000),
    [RADON] = FROM(0, 20000000),
    [ACCELERATION] = FROM(-16384, 16384),
    [IMPEDANCE] = FROM(0, 5000000),
    [STEPS] = FROM(0, 1000000000),
    [UPTIME] = FROM(0, INT64_C(1200000000000)),  // 38 years
    [DOSE] = FROM(0, 1000000000),
    [BRUSHING] = FROM(0, 3600000),
};

static const struct limit of_machines[MACHINES] = {
    [PRESSURE] = FROM(0, 12000000),  // up to a lorry's tyre
    [MASS] = FROM(-50000, 500000),
    [POUNDS] = FROM(-110000, 1100000),
    [VOLTAGE] = FROM(0, 1000000),
};

static const struct limit usual = FROM(COLDEST * 10000, HOTTEST * 10000);
static const struct limit of_any = FROM(ACC_SENSOR_COLDEST * 10000, ACC_SENSOR_HOTTEST * 10000);

static inline bool is_within(int64_t micro, const struct limit *limit)
{
    return (uint64_t)micro - (uint64_t)limit->least <= limit->span;
}

// Whether all values are valid; others are replaced.
static inline bool limit_values(acc_measurement *list, size_t count,
                                const struct limit *temperature, bool is_machine)
{
    bool all_valid = true;
    for (acc_measurement *one = list, *end = list + count; one != end; one++) {
        unsigned of = class_of[one->quantity];
        const struct limit *limit = of == TEMPERATURE ? temperature : &limits[of];
        if (__builtin_expect(!is_within(one->micro, limit), 0)) {
            if (is_machine && of < MACHINES && of != TEMPERATURE &&
                is_within(one->micro, &of_machines[of]))
                continue;
            one->form = ACC_FORM_INVALID;
            one->micro = 0;
            all_valid = false;
        }
    }
    return all_valid;
}

bool acc_sensor_limit(acc_measurement *list, size_t count, int coldest, int hottest)
{
    struct limit temperature = FROM(coldest * INT64_C(10000), hottest * INT64_C(10000));
    return limit_values(list, count, &temperature, true);
}

static inline bool limit_record(acc_measurement *list, size_t count,
                                const acc_sensor_record *record, bool is_machine)
{
    if (record->coldest == record->hottest)
        return limit_values(list, count, &usual, is_machine);
    struct limit temperature =
        FROM(record->coldest * INT64_C(10000), record->hottest * INT64_C(10000));
    return limit_values(list, count, &temperature, is_machine);
}

static inline bool is_machine(const acc_sensor_record *record)
{
    return record->flags & (ACC_SENSOR_RECORD_MACHINE | ACC_SENSOR_RECORD_BTHOME1);
}

bool acc_sensor_limit_record(acc_measurement *list, size_t count, const acc_sensor_record *record)
{
    return limit_record(list, count, record, is_machine(record));
}

// Whether the frame states the sender's address, which is evidence enough.
static bool states_sender(const acc_sensor_source *source, const acc_sensor_reading *reading)
{
    if (!source->address || !reading->has_mac)
        return false;
    for (int i = 0; i < 6; i++)
        if (reading->mac[i] != source->address[5 - i])
            return false;
    return true;
}

// BTHome: reserved bits are 0, and two of three: all values are valid, the objects end where the frame does, there are several.
static bool is_bthome(const acc_sensor_source *source, const acc_sensor_reading *reading,
                      bool all_valid)
{
    bool is_whole = !(reading->state & ACC_SENSOR_PARTIAL);
    return !(source->data[reading->value.offset + 2] & 0x18) &&
           all_valid + is_whole + (reading->count > 1) >= 2;
}

// ATC, PVVX and Ruuvi: a battery of 1.5 to 4 V.
static bool has_cell(const acc_measurement *list, size_t count)
{
    for (; count--; list++)
        if (list->quantity == ACC_QUANTITY_VOLTAGE &&
            (list->micro < 1500000 || list->micro > 4000000))
            return false;
    return true;
}

// How many of the first values are temperature and humidity; a frame may lack either.
static inline size_t climate_count(const acc_measurement *list, size_t count)
{
    size_t n = 0;
    while (n < count && (list[n].quantity == ACC_QUANTITY_TEMPERATURE ||
                         list[n].quantity == ACC_QUANTITY_HUMIDITY))
        n++;
    return n;
}

// Formats with a reader of their own.
static inline bool is_evident(const acc_sensor_source *source, const acc_sensor_reading *reading,
                              acc_measurement *list)
{
    size_t count = reading->count;
    switch (reading->format) {
    case ACC_SENSOR_FORMAT_BTHOME:
        return is_bthome(source, reading, limit_values(list, count, &of_any, true));
    case ACC_SENSOR_FORMAT_RUUVI_RAW1:
        return source->is_loose ||
               (limit_values(list, count, &usual, false) && has_cell(list, count));
    case ACC_SENSOR_FORMAT_RUUVI_RAW2:
        // The whole range of its other fields is valid; markers say what is not measured.
        return source->is_loose || states_sender(source, reading) ||
               (limit_values(list, climate_count(list, count), &usual, false) &&
                reading->value.length == RUUVI_RAW2);
    case ACC_SENSOR_FORMAT_ATC1441:
    case ACC_SENSOR_FORMAT_PVVX:
        return (limit_values(list, count, &usual, false) && has_cell(list, count)) ||
               states_sender(source, reading);
    default:  // MiBeacon's objects have a number and a length, Feasycom's digits are decimal
        limit_values(list, count, &usual, false);
        return true;
    }
}

// Whether a structure has one byte only, again and again, behind its company or service: no sensor measures that.
static inline bool is_blank(const acc_sensor_source *source, acc_ad_slice value)
{
    const uint8_t *first = source->data + value.offset, *last = first + value.length - 1;
    if (__builtin_expect(value.length < 6 || last[0] != last[-1], 1))
        return false;
    for (first += first[-1] == ACC_AD_SERVICE_DATA128 ? 16 : 2; first < last; first++)
        if (*first != *last)
            return false;
    return true;
}

static bool is_believed(const acc_sensor_source *source, const acc_sensor_reading *reading,
                        acc_measurement *list, const acc_sensor_table *builtin)
{
    if (reading->format == ACC_SENSOR_FORMAT_TABLE) {
        const acc_sensor_record *record = &builtin->records[reading->record];
        if (source->is_loose && record->flags & ACC_SENSOR_RECORD_WHOLE_RANGE)
            return true;
        bool all_valid = limit_record(list, reading->count, record, is_machine(record));
        if (source->is_loose)
            return true;
        if (is_blank(source, reading->value))
            return false;
        if (__builtin_expect(!(record->flags & ACC_SENSOR_RECORD_PLAUSIBLE), 1))
            return true;
        bool is_whole = !(reading->state & ACC_SENSOR_PARTIAL) && reading->unknown == 0;
        if (record->flags & ACC_SENSOR_RECORD_BTHOME1)
            is_whole &= acc_sensor_bthome1_is_usual(source->data + reading->value.offset + 2,
                                                    reading->value.length - 2u);
        return all_valid && is_whole;
    }
    if (reading->format == ACC_SENSOR_FORMAT_USER) {
        const acc_sensor_record *record = &source->user_table->records[reading->record];
        if (!(record->flags & ACC_SENSOR_RECORD_WHOLE_RANGE))
            limit_record(list, reading->count, record, true);
        return true;
    }
    return is_evident(source, reading, list) || source->is_loose;
}

acc_status acc_sensor_believe(const acc_sensor_source *source, acc_sensor_reading *reading,
                              acc_measurement *list, acc_status status,
                              const acc_sensor_table *builtin)
{
    if (reading->count == 0 || is_believed(source, reading, list, builtin))
        return status;
    *reading = (acc_sensor_reading){.format = ACC_SENSOR_FORMAT_NONE};
    return ACC_UNSUPPORTED;
}
