// The assigned numbers, generated in table.c by scripts/assigned-numbers.
#ifndef ACC_ASSIGNED_TABLE_H
#define ACC_ASSIGNED_TABLE_H

#include <stdint.h>

// A number and its name: a place in the pool.
struct assigned_number {
    uint16_t number;
    uint32_t name;
};

extern const char acc_assigned_pool[];  // texts, each ends with a zero
// the lists one after another, each in ascending order
extern const struct assigned_number acc_assigned_numbers[];
extern const uint16_t acc_assigned_starts[];  // by list: its first number; the last one is the end

#endif
