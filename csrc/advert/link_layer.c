// Turns advertising PDUs of the link layer into reports (Core Specification 5.4, volume 6, part B,
// section 2.3).
//
// Input: a packet of a sniffer's capture, from hci_report.c. Output: the report that a controller
// would send for it, without RSSI: the capture stores that outside the packet.
#include "advert/link_layer.h"

#include "base/bytes.h"

#include <string.h>

// A packet: access address (4), PDU header (2, the second byte is the length), payload, CRC (3).
enum { ADVERTISING_ACCESS_ADDRESS = 0x8E89BED6 };
enum { PDU_AT = 4, PDU_HEADER = 2, ADDRESS = 6, CRC = 3 };
enum { PDU_ADV_DIRECT_IND = 1, PDU_EXTENDED = 7 };
enum { MODE_CONNECTABLE = 1, MODE_SCANNABLE = 2 };

// PDU types as bits of the extended report; 0 for PDUs that are not advertisements.
static const uint8_t type_of_pdu[16] = {
    [0] = ACC_REPORT_LEGACY | ACC_REPORT_CONNECTABLE | ACC_REPORT_SCANNABLE,    // ADV_IND
    [1] = ACC_REPORT_LEGACY | ACC_REPORT_CONNECTABLE | ACC_REPORT_DIRECTED,     // ADV_DIRECT_IND
    [2] = ACC_REPORT_LEGACY,                                                    // ADV_NONCONN_IND
    [4] = ACC_REPORT_LEGACY | ACC_REPORT_SCANNABLE | ACC_REPORT_SCAN_RESPONSE,  // SCAN_RSP
    [6] = ACC_REPORT_LEGACY | ACC_REPORT_SCANNABLE,                             // ADV_SCAN_IND
};

static void copy_address(uint8_t *out, const uint8_t *in)
{
    for (int i = 0; i < ADDRESS; i++)
        out[i] = in[ADDRESS - 1 - i];
}

// AdvA, then the data; ADV_DIRECT_IND has TargetA instead of data.
static acc_status legacy(const uint8_t *payload, size_t len, unsigned pdu, acc_report *report)
{
    if (len < ADDRESS)
        return ACC_TRUNCATED;
    bool directed = pdu == PDU_ADV_DIRECT_IND;
    report->type = type_of_pdu[pdu];
    report->sid = ACC_SID_NONE;
    report->data = payload + ADDRESS;
    report->length = (uint16_t)(directed ? 0 : len - ADDRESS);
    copy_address(report->address, payload);
    if (directed && len >= 2 * ADDRESS)
        copy_address(report->direct_address, payload + ADDRESS);
    return ACC_OK;
}

// The fields of the extended header, in the order of their flag bits, and their sizes.
enum { ADV_A, TARGET_A, CTE_INFO, ADI, AUX_PTR, SYNC_INFO, TX_POWER, FIELDS };

static const uint8_t field_size[FIELDS] = {ADDRESS, ADDRESS, 1, 2, 3, 18, 1};

// Section 2.3.4. A PDU without an address is not a report: pointers on the primary channels and the
// further packets of a chain can be matched to an advertisement only by time and channel.
static acc_status extended(const uint8_t *payload, size_t len, acc_report *report)
{
    if (len < 1 || len < 1u + (payload[0] & 63))
        return ACC_TRUNCATED;
    size_t header = payload[0] & 63, at = 2;
    unsigned flags = header ? payload[1] : 0, mode = payload[0] >> 6;
    const uint8_t *field[FIELDS] = {NULL};
    for (int i = 0; i < FIELDS; i++) {
        if (!(flags >> i & 1))
            continue;
        field[i] = payload + at;
        at += field_size[i];
    }
    if (header && at > 1 + header)
        return ACC_TRUNCATED;
    report->data = payload + 1 + header;
    report->length = (uint16_t)(len - 1 - header);
    if (!field[ADV_A] || (field[AUX_PTR] && report->length == 0))
        return ACC_UNSUPPORTED;
    report->type = (uint16_t)((mode == MODE_CONNECTABLE ? ACC_REPORT_CONNECTABLE : 0) |
                              (mode == MODE_SCANNABLE ? ACC_REPORT_SCANNABLE : 0) |
                              (field[TARGET_A] ? ACC_REPORT_DIRECTED : 0) |
                              (field[AUX_PTR] ? ACC_REPORT_CUT : 0));
    report->sid = field[ADI] ? field[ADI][1] >> 4 : ACC_SID_NONE;
    copy_address(report->address, field[ADV_A]);
    if (field[TARGET_A])
        copy_address(report->direct_address, field[TARGET_A]);
    if (field[TX_POWER])
        report->tx_power = (int8_t)*field[TX_POWER];
    return ACC_OK;
}

acc_status acc_link_layer_report(const uint8_t *bytes, size_t len, acc_report *report)
{
    if (len < PDU_AT + PDU_HEADER + CRC)
        return ACC_TRUNCATED;
    const uint8_t *pdu = bytes + PDU_AT;
    unsigned type = pdu[0] & 15;
    if (load_le32(bytes) != ADVERTISING_ACCESS_ADDRESS ||
        (type != PDU_EXTENDED && type_of_pdu[type] == 0))
        return ACC_UNSUPPORTED;
    if (len < (size_t)PDU_AT + PDU_HEADER + pdu[1] + CRC)
        return ACC_TRUNCATED;
    *report = (acc_report){
        .address_type = pdu[0] >> 6 & 1,
        .direct_address_type = pdu[0] >> 7,
        .rssi = ACC_RSSI_NONE,
        .tx_power = ACC_RSSI_NONE,
        .primary_phy = 1,
    };
    return type == PDU_EXTENDED ? extended(pdu + PDU_HEADER, pdu[1], report)
                                : legacy(pdu + PDU_HEADER, pdu[1], type, report);
}
