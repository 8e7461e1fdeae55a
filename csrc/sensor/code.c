// Runs the operations of rows' code that need no more than the number and an argument.
//
// Input: code and a number. Output: a number, or none. rows.c and value.c call it.
#include "sensor/code.h"

enum sensor_effect acc_sensor_operate(unsigned operation, int64_t argument, int64_t *x)
{
    return sensor_operate(operation, argument, x);
}

struct sensor_number acc_sensor_code_run(struct sensor_frame *frame, const uint32_t *code,
                                         int64_t x)
{
    return sensor_run_here(frame, code, x);
}
