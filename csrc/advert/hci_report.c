// Advertising reports of HCI events, legacy and extended (Core Specification 5.4, volume 4, part E,
// 7.7.65.2 and 7.7.65.13).
//
// Input: one HCI packet, from a socket or a capture. Output: its reports one by one; their data
// stays in the packet. report_join.c then joins fragments, classify.c reads the data. Link layer
// packets of sniffers go to link_layer.c.
#include "accessory/hci_report.h"

#include "advert/link_layer.h"
#include "base/bytes.h"

#include <string.h>

enum { LE_META = 0x3E, ADVERTISING_REPORT = 0x02, EXTENDED_ADVERTISING_REPORT = 0x0D };

// Event types of the legacy report as bits of the extended one, so later stages handle one form.
static const uint8_t legacy_types[] = {
    ACC_REPORT_LEGACY | ACC_REPORT_CONNECTABLE | ACC_REPORT_SCANNABLE,    // ADV_IND
    ACC_REPORT_LEGACY | ACC_REPORT_CONNECTABLE | ACC_REPORT_DIRECTED,     // ADV_DIRECT_IND
    ACC_REPORT_LEGACY | ACC_REPORT_SCANNABLE,                             // ADV_SCAN_IND
    ACC_REPORT_LEGACY,                                                    // ADV_NONCONN_IND
    ACC_REPORT_LEGACY | ACC_REPORT_SCANNABLE | ACC_REPORT_SCAN_RESPONSE,  // SCAN_RSP
};

// Addresses are little-endian on the air and in HCI; reports have the most significant byte first.
static void copy_address(uint8_t *out, const uint8_t *in)
{
    for (int i = 0; i < 6; i++)
        out[i] = in[5 - i];
}

// Event code, length, subevent, number of reports. Trailing bytes after the stated length are
// ignored.
static acc_status init_event(acc_report_reader *reader)
{
    const uint8_t *p = reader->bytes;
    if (reader->length < 2 || reader->length < 2u + p[1])
        return ACC_TRUNCATED;
    reader->length = 2u + p[1];
    if (p[0] != LE_META || p[1] < 2)
        return ACC_UNSUPPORTED;
    if (p[2] != ADVERTISING_REPORT && p[2] != EXTENDED_ADVERTISING_REPORT)
        return ACC_UNSUPPORTED;
    reader->subevent = p[2];
    reader->left = p[3];
    reader->at = 4;
    return ACC_OK;
}

// A link layer packet is one report. It is decoded here, too, so that init returns its errors.
static acc_status init_link_layer(acc_report_reader *reader)
{
    acc_report report;
    reader->left = 1;
    return acc_link_layer_report(reader->bytes, reader->length, &report);
}

acc_status acc_report_reader_init(acc_report_reader *reader, acc_packet_kind kind,
                                  const uint8_t *bytes, size_t len)
{
    *reader = (acc_report_reader){.bytes = bytes, .length = len, .kind = (uint8_t)kind};
    reader->status = kind == ACC_PACKET_HCI_EVENT ? init_event(reader)
                     : kind == ACC_PACKET_LE_LL   ? init_link_layer(reader)
                                                  : ACC_UNSUPPORTED;
    if (reader->status != ACC_OK)
        reader->left = 0;
    return reader->status;
}

// Type, address type, address (6), length, data, RSSI: 10 bytes and the data.
static acc_status next_legacy(acc_report_reader *reader, acc_report *report)
{
    const uint8_t *p = reader->bytes + reader->at;
    size_t rest = reader->length - reader->at;
    if (rest < 10 || rest < 10u + p[8])
        return ACC_TRUNCATED;
    if (p[0] >= sizeof legacy_types)
        return ACC_MALFORMED;
    *report = (acc_report){
        .address_type = p[1],
        .type = legacy_types[p[0]],
        .rssi = (int8_t)p[9 + p[8]],
        .tx_power = ACC_RSSI_NONE,
        .primary_phy = 1,
        .sid = ACC_SID_NONE,
        .length = p[8],
        .data = p + 9,
    };
    copy_address(report->address, p + 2);
    reader->at += 10u + p[8];
    return ACC_OK;
}

// A fixed part of 24 bytes, whose last one is the data length; bit fields as in the specification.
static acc_status next_extended(acc_report_reader *reader, acc_report *report)
{
    const uint8_t *p = reader->bytes + reader->at;
    size_t rest = reader->length - reader->at;
    if (rest < 24 || rest < 24u + p[23])
        return ACC_TRUNCATED;
    *report = (acc_report){
        .address_type = p[2],
        .direct_address_type = p[16],
        .type = load_le16(p) & 0x7F,
        .rssi = (int8_t)p[13],
        .tx_power = (int8_t)p[12],
        .primary_phy = p[9],
        .secondary_phy = p[10],
        .sid = p[11],
        .periodic_interval = load_le16(p + 14),
        .length = p[23],
        .data = p + 24,
    };
    copy_address(report->address, p + 3);
    copy_address(report->direct_address, p + 17);
    reader->at += 24u + p[23];
    return ACC_OK;
}

static acc_status next_link_layer(acc_report_reader *reader, acc_report *report)
{
    reader->at = reader->length;
    return acc_link_layer_report(reader->bytes, reader->length, report);
}

// An error ends the packet, as the following reports cannot be located.
bool acc_report_next(acc_report_reader *reader, acc_report *report)
{
    if (reader->left == 0)
        return false;
    reader->left--;
    acc_status status = reader->kind == ACC_PACKET_LE_LL         ? next_link_layer(reader, report)
                        : reader->subevent == ADVERTISING_REPORT ? next_legacy(reader, report)
                                                                 : next_extended(reader, report);
    if (status == ACC_OK)
        return true;
    reader->left = 0;
    reader->status = status;
    return false;
}
