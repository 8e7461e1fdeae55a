// Fragments of advertisements that differ only in the address type, or only in the advertising set, are kept apart.
#include "accessory/hci_report.h"
#include "check.h"

#include <string.h>

static acc_report_joiner joiner;
static acc_report report;

static bool join(uint8_t address_type, uint8_t sid, uint16_t type, const char *text)
{
    report = (acc_report){.type = type, .address_type = address_type, .sid = sid};
    report.address[0] = 1;
    report.data = (const uint8_t *)text;
    report.length = (uint16_t)strlen(text);
    return acc_report_join(&joiner, &report);
}

static bool is(const char *text)
{
    return report.length == strlen(text) && memcmp(report.data, text, report.length) == 0;
}

int main(void)
{
    acc_report_joiner_init(&joiner);
    CHECK(!join(0, 0, ACC_REPORT_MORE, "ab"));
    CHECK(!join(1, 0, ACC_REPORT_MORE, "AB"));
    CHECK(!join(1, 1, ACC_REPORT_MORE, "01"));
    CHECK(join(1, 0, 0, "C") && is("ABC"));
    CHECK(join(0, 0, 0, "c") && is("abc"));
    CHECK(join(1, 1, 0, "2") && is("012"));
    // each is complete: the next one starts again
    CHECK(join(1, 0, 0, "D") && is("D"));
    return failures;
}
