// The names of characteristics, fields, choices and units, generated in names.c. A build with ACC_GATT_NAMES=0 has none.
#ifndef ACC_GATT_NAMES_H
#define ACC_GATT_NAMES_H

#include "gatt/table.h"

#ifndef ACC_GATT_NAMES
#define ACC_GATT_NAMES 1
#endif

#define GATT_END UINT32_MAX  // name of a list's end

// A value and its name: a place in the pool.
struct gatt_named {
    uint16_t value;
    uint32_t name;
};

extern const char acc_gatt_pool[];  // texts, each ends with a zero
extern const uint32_t
    acc_gatt_names[];  // of each record: its name and those of its rows, as places in the pool
extern const uint16_t acc_gatt_names_of[];  // by UUID from GATT_FIRST: the record's first name
extern const uint16_t acc_gatt_sets[];      // by row: 1 + its first choice; 0 for none
extern const struct gatt_named acc_gatt_choices[];
extern const uint32_t acc_gatt_unit_names[];
extern const uint8_t acc_gatt_unit_count;

#endif
