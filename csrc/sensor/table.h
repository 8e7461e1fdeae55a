// The built-in table. sensors.h, which is generated from sensors.json, has its items format by format; each inclusion here
// takes the items of one kind. single.c alone includes this file: the compiler then knows the constants of the table.
#ifndef ACC_SENSOR_BUILTIN_H
#define ACC_SENSOR_BUILTIN_H

#include "accessory/sensor_table.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

// Numbers of items. An item of several words has the number of its first one.
enum {
#define SCALE(name, ...) name,
    scale_one,
#include "sensor/sensors.h"
};
enum {
#define BYTES(name, count, ...) name, name##_end = name + (count),
#include "sensor/sensors.h"
};
enum {
#define TEST(name, ...) name,
    condition_always,
#include "sensor/sensors.h"
#define CONDITION(name, ...) name,
#include "sensor/sensors.h"
    condition_count,
};
enum {
#define TEST(name, count, ...) name##_at, name##_end = name##_at + (count)-1,
    condition_always_at,
#include "sensor/sensors.h"
#define CONDITION(name, count, ...) name##_at, name##_end = name##_at + (count)-1,
#include "sensor/sensors.h"
    term_count,
};
enum {
#define CODE(name, ...) name,
    code_none,
#include "sensor/sensors.h"
};
enum {
#define CODE(name, count, ...) name##_at, name##_end = name##_at + (count)-1,
#include "sensor/sensors.h"
};
enum {
#define ROWS(name, count, ...) name, name##_end = name + (count)-1,
#include "sensor/sensors.h"
#define INNER(name, ...) name,
#include "sensor/sensors.h"
};
enum {
#define OBJECTS(name, count, ...) name, name##_end = name + (count)-1,
#include "sensor/sensors.h"
};
enum {
#define RECORD(name, ...) name,
#include "sensor/sensors.h"
};
enum {
#define LIST(name, count, ...) name, name##_end = name + (count)-1,
#include "sensor/sensors.h"
};
#define BY(group, by) displace_##group = by,
enum { SENSOR_DISPLACE };
#undef BY

static const acc_sensor_scale builtin_scales[] = {
#define SCALE(name, ...) {__VA_ARGS__},
    {1000000, 1, 0},
#include "sensor/sensors.h"
};
static const uint8_t builtin_pool[] = {
#define BYTES(name, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};
static const uint16_t builtin_conditions[] = {
#define TEST(name, ...) name##_at,
    condition_always_at,
#include "sensor/sensors.h"
#define CONDITION(name, ...) name##_at,
#include "sensor/sensors.h"
    term_count,
};
static const acc_sensor_term builtin_terms[] = {
#define TEST(name, count, ...) __VA_ARGS__,
    {ACC_SENSOR_TERM_PRESENT, 0, 0, ACC_SENSOR_ACCEPT, ACC_SENSOR_ACCEPT},
#include "sensor/sensors.h"
#define CONDITION(name, count, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};
static const uint32_t builtin_code[] = {
#define CODE(name, count, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};
static const uint16_t builtin_code_at[] = {
#define CODE(name, ...) name##_at,
    0,
#include "sensor/sensors.h"
};
static const acc_sensor_row builtin_rows[] = {
#define ROWS(name, count, ...) __VA_ARGS__,
#include "sensor/sensors.h"
#define INNER(name, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};
static const acc_sensor_object builtin_objects[] = {
#define OBJECTS(name, count, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};
static const acc_sensor_record builtin_records[] = {
#define RECORD(name, ...) {__VA_ARGS__},
#include "sensor/sensors.h"
};
static const uint16_t builtin_lists[] = {
#define LIST(name, count, ...) __VA_ARGS__,
#include "sensor/sensors.h"
};

static const acc_sensor_slot builtin_slots[1u << (32 - SENSOR_SHIFT)] = {
#define SLOT(key, value, list, group, place)                                                       \
    [place ^ displace_##group] = {value, list | ACC_SENSOR_KEY_##key << 12},
#include "sensor/sensors.h"
};
static const uint32_t builtin_asks_manufacturer[] = {SENSOR_ASKS_MANUFACTURER};
static const uint32_t builtin_asks_service[] = {SENSOR_ASKS_SERVICE};
#define BY(group, by) by,

const acc_sensor_table acc_sensor_builtin = {
    .rows = builtin_rows,
    .terms = builtin_terms,
    .conditions = builtin_conditions,
    .code = builtin_code,
    .code_at = builtin_code_at,
    .scales = builtin_scales,
    .pool = builtin_pool,
    .objects = builtin_objects,
    .records = builtin_records,
    .lists = builtin_lists,
    .slots = builtin_slots,
    .multiplier = SENSOR_MULTIPLIER,
    .present = {SENSOR_PRESENT},
    .displace = {SENSOR_DISPLACE},
    .row_count = COUNT_OF(builtin_rows),
    .term_count = term_count,
    .condition_count = condition_count,
    .code_size = COUNT_OF(builtin_code),
    .code_count = COUNT_OF(builtin_code_at),
    .scale_count = COUNT_OF(builtin_scales),
    .pool_size = COUNT_OF(builtin_pool),
    .object_count = COUNT_OF(builtin_objects),
    .record_count = COUNT_OF(builtin_records),
    .list_size = COUNT_OF(builtin_lists),
    .always = ACC_SENSOR_LIST_END,
    .shift = SENSOR_SHIFT,
    .manufacturer_lengths = SENSOR_MANUFACTURER_LENGTHS,
    .service_lengths = SENSOR_SERVICE_LENGTHS,
    .company_highs = {SENSOR_COMPANY_HIGHS},
    .ibeacons = {SENSOR_IBEACONS},
};
#undef BY

#endif
