// Joins the fragments of an extended advertisement (Core Specification 5.4, volume 4, part E,
// 7.7.65.13: data status "more to come"), by address and advertising set.
//
// Input: reports of hci_report.c in order. Output: whole reports; legacy and unfragmented ones pass
// unchanged. Fragments of different devices may interleave, hence the slots.
#include "accessory/hci_report.h"

#include <string.h>

typedef struct acc_report_join_slot slot;

void acc_report_joiner_init(acc_report_joiner *joiner)
{
    joiner->age = 0;
    for (size_t i = 0; i < ACC_REPORT_JOIN_SLOTS; i++)
        joiner->slot[i].length = 0;
}

static bool is_for(const slot *one, const acc_report *report)
{
    return one->length && one->sid == report->sid && one->address_type == report->address_type &&
           memcmp(one->address, report->address, 6) == 0;
}

static slot *find(acc_report_joiner *joiner, const acc_report *report)
{
    for (size_t i = 0; i < ACC_REPORT_JOIN_SLOTS; i++)
        if (is_for(&joiner->slot[i], report))
            return &joiner->slot[i];
    return NULL;
}

// A free slot, else the oldest one, whose last fragment was lost. Ages are compared modulo 2^32.
static slot *take(acc_report_joiner *joiner, const acc_report *report)
{
    slot *best = &joiner->slot[0];
    for (size_t i = 1; i < ACC_REPORT_JOIN_SLOTS && best->length; i++) {
        slot *one = &joiner->slot[i];
        if (!one->length || joiner->age - one->age > joiner->age - best->age)
            best = one;
    }
    memcpy(best->address, report->address, 6);
    best->address_type = report->address_type;
    best->sid = report->sid;
    best->length = 0;
    best->cut = false;
    best->age = joiner->age++;
    return best;
}

// True when the report is complete. Joined data is valid until the next call.
bool acc_report_join(acc_report_joiner *joiner, acc_report *report)
{
    if (report->type & ACC_REPORT_LEGACY)
        return true;
    bool more = report->type & ACC_REPORT_MORE;
    slot *one = find(joiner, report);
    if (!one && !more)
        return true;
    if (!one)
        one = take(joiner, report);
    size_t room = ACC_ADVERT_EXTENDED_MAX - one->length;
    size_t size = report->length < room ? report->length : room;
    one->cut |= size < report->length;
    if (size)
        memcpy(one->data + one->length, report->data, size);
    one->length = (uint16_t)(one->length + size);
    if (more)
        return false;
    report->data = one->data;
    report->length = one->length;
    if (one->cut)
        report->type |= ACC_REPORT_CUT;
    one->length = 0;
    return true;
}
