// Finds names of assigned numbers.
#include "accessory/assigned.h"

#include "assigned/table.h"

const char *acc_assigned_name(enum acc_assigned_list list, uint16_t number)
{
    if ((unsigned)list >= ACC_ASSIGNED_LISTS)
        return "";
    unsigned low = acc_assigned_starts[list], high = acc_assigned_starts[list + 1];
    while (low < high) {
        unsigned middle = (low + high) / 2;
        const struct assigned_number *one = &acc_assigned_numbers[middle];
        if (one->number == number)
            return acc_assigned_pool + one->name;
        if (one->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return "";
}
