// Runs the code of rows: code.c has the operations on one number and an argument, value.c those that need the frame.
#ifndef ACC_SENSOR_CODE_H
#define ACC_SENSOR_CODE_H

#include "base/bytes.h"
#include "sensor/frame.h"

// The signed number after an operation, 0, 1, 2, 4 or 8 bytes by bits 5 to 7; moves `*code` behind it.
static inline int64_t sensor_code_argument(const uint8_t **code)
{
    const uint8_t *p = *code;
    unsigned size = *p >> 5;
    if (__builtin_expect(size == 1, 1)) {
        *code = p + 2;
        return (int8_t)p[1];
    }
    *code = p + 1 + (1u << size >> 1);
    if (size == 2)
        return (int16_t)load_le16(p + 1);
    if (size == 3)
        return (int32_t)load_le32(p + 1);
    return size ? (int64_t)load_le64(p + 1) : 0;
}

// Where code stops, and the number there.
struct sensor_code {
    const uint8_t *at;  // null: no value
    int64_t number;
};

// Runs operations on a number until END or one that needs the frame. It calls nothing, so it needs no stack.
struct sensor_code acc_sensor_code_run(const uint8_t *code, int64_t x);

// Goes on at an operation that needs the frame.
struct sensor_number acc_sensor_run_on(struct sensor_frame *frame, const uint8_t *code, int64_t x);

// Runs code on a number. A third of it only drops the mark of no value: above 2 bytes, or 4 bytes that are equal.
static inline struct sensor_number sensor_run(struct sensor_frame *frame, const uint8_t *code,
                                              int64_t x)
{
    if (*code == (ACC_SENSOR_DROP_ABOVE | 2 << 5) && code[3] == ACC_SENSOR_END)
        return (struct sensor_number){x, x <= (int16_t)load_le16(code + 1)};
    if (*code == (ACC_SENSOR_DROP_IF | 3 << 5) && code[5] == ACC_SENSOR_END)
        return (struct sensor_number){x, x != (int32_t)load_le32(code + 1)};
    struct sensor_code end = acc_sensor_code_run(code, x);
    if (!end.at)
        return sensor_nothing;
    if (__builtin_expect(*end.at != ACC_SENSOR_END, 0))
        return acc_sensor_run_on(frame, end.at, end.number);
    return sensor_just(end.number);
}

#endif
