// Names of assigned numbers: each list, its ends, and numbers without a name.
#include "accessory/assigned.h"
#include "check.h"

#include <string.h>

static bool is_named(enum acc_assigned_list list, uint16_t number, const char *name)
{
    return strcmp(acc_assigned_name(list, number), name) == 0;
}

// Numbers of a list that have a name.
static unsigned count(enum acc_assigned_list list)
{
    unsigned found = 0;
    for (unsigned number = 0; number <= UINT16_MAX; number++)
        found += acc_assigned_name(list, (uint16_t)number)[0] != '\0';
    return found;
}

int main(void)
{
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x1800, "Generic Access"));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x180F, "Battery"));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x2803, "Characteristic"));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x2902, "Client Characteristic Configuration"));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x2A37, "Heart Rate Measurement"));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0x17FF, ""));
    CHECK(is_named(ACC_ASSIGNED_UUID, 0xFFFF, ""));

    CHECK(is_named(ACC_ASSIGNED_COMPANY, 0x0000, "Ericsson AB"));
    CHECK(is_named(ACC_ASSIGNED_COMPANY, 0x004C, "Apple, Inc."));
    CHECK(is_named(ACC_ASSIGNED_COMPANY, 0x0225, "Nestl\xC3\xA9 Nespresso S.A."));
    CHECK(is_named(ACC_ASSIGNED_COMPANY, 0x10AE, "Raycon Inc."));
    CHECK(is_named(ACC_ASSIGNED_COMPANY, 0x10AF, ""));

    CHECK(is_named(ACC_ASSIGNED_BRAND, 0x004C, "Apple"));
    CHECK(is_named(ACC_ASSIGNED_BRAND, 0x0000, ""));

    CHECK(is_named(ACC_ASSIGNED_APPEARANCE, 0x0000, "Unknown"));
    CHECK(is_named(ACC_ASSIGNED_APPEARANCE, 0x0083, "Computer: Laptop"));
    CHECK(is_named(ACC_ASSIGNED_APPEARANCE, 0x0341, "Heart Rate Sensor: Heart Rate Belt"));
    CHECK(is_named(ACC_ASSIGNED_APPEARANCE, 0x0001, ""));

    CHECK(is_named(ACC_ASSIGNED_AD_TYPE, 0x00, ""));
    CHECK(is_named(ACC_ASSIGNED_AD_TYPE, 0x01, "Flags"));
    CHECK(is_named(ACC_ASSIGNED_AD_TYPE, 0xFF, "Manufacturer Specific Data"));

    CHECK(is_named(ACC_ASSIGNED_URI_SCHEME, 0x01, ""));
    CHECK(is_named(ACC_ASSIGNED_URI_SCHEME, 0x02, "aaa:"));
    CHECK(is_named(ACC_ASSIGNED_URI_SCHEME, 0x17, "https:"));
    CHECK(is_named(ACC_ASSIGNED_URI_SCHEME, 0xBA, "ms-settings-cloudstorage:"));
    CHECK(is_named(ACC_ASSIGNED_URI_SCHEME, 0xBB, ""));

    CHECK(count(ACC_ASSIGNED_UUID) == 607);
    CHECK(count(ACC_ASSIGNED_COMPANY) == 4008);
    CHECK(count(ACC_ASSIGNED_BRAND) == 63);
    CHECK(count(ACC_ASSIGNED_APPEARANCE) == 342);
    CHECK(count(ACC_ASSIGNED_AD_TYPE) == 50);
    CHECK(count(ACC_ASSIGNED_URI_SCHEME) == 185);

    CHECK(is_named(ACC_ASSIGNED_LISTS, 0x004C, ""));
    CHECK(is_named((enum acc_assigned_list) - 1, 0x004C, ""));
    return failures;
}
