// Runs the code of rows: code.c has the operations on one number and an argument, value.c those that need the frame.
#ifndef ACC_SENSOR_CODE_H
#define ACC_SENSOR_CODE_H

#include "sensor/frame.h"

enum sensor_effect {
    SENSOR_CHANGED,
    SENSOR_DROPPED,   // there is no value
    SENSOR_NOT_HERE,  // the operation is one of value.c's
};

// Applies one operation to a number.
enum sensor_effect acc_sensor_operate(unsigned operation, int64_t argument, int64_t *x);

// Runs code on a number. It calls nothing but the next, as its last step, so it needs no stack.
struct sensor_number acc_sensor_code_run(struct sensor_frame *frame, const uint32_t *code,
                                         int64_t x);

// Goes on at an operation that needs the frame, more words or a wide argument.
struct sensor_number acc_sensor_run_on(struct sensor_frame *frame, const uint32_t *code, int64_t x);

// The argument in a word of code.
static inline int32_t sensor_code_argument(uint32_t word)
{
    return (int32_t)word >> 8;
}

// Runs code on a number. A quarter of it only drops the one that means no value.
static inline struct sensor_number sensor_run(struct sensor_frame *frame, const uint32_t *code,
                                              int64_t x)
{
    uint32_t word = *code;
    if ((word & 0xFF) == (ACC_SENSOR_DROP_IF | ACC_SENSOR_LAST))
        return (struct sensor_number){x, x != sensor_code_argument(word)};
    return acc_sensor_code_run(frame, code, x);
}

#endif
