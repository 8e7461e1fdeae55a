// Every field of advertising reports, from HCI events and from PDUs of the link layer: Core Specification 5.4, volume 4, part E,
// 7.7.65.2 and 7.7.65.13; volume 6, part B, 2.3.
#include "accessory/hci_report.h"
#include "check.h"

#include <string.h>

static acc_report report;
static acc_report_reader reader;

static bool read_one(acc_packet_kind kind, const uint8_t *bytes, size_t len)
{
    memset(&report, 0xEE, sizeof report);
    if (acc_report_reader_init(&reader, kind, bytes, len) != ACC_OK) {
        CHECK(!acc_report_next(&reader, &report));
        return false;
    }
    return acc_report_next(&reader, &report);
}

static bool has_address(const uint8_t *address, const char *text)
{
    return memcmp(address, text, 6) == 0;
}

// ADV_IND, ADV_DIRECT_IND, ADV_SCAN_IND, ADV_NONCONN_IND, SCAN_RSP.
static void legacy_events(void)
{
    static const uint8_t types[] = {0x13, 0x15, 0x12, 0x10, 0x1A};
    for (uint8_t i = 0; i < 6; i++) {
        const uint8_t event[] = {0x3E, 14, 2, 1, i, 2, 6, 5, 4, 3, 2, 1, 2, 0xA1, 0xA2, 0xC5, 0xFF};
        CHECK(read_one(ACC_PACKET_HCI_EVENT, event, sizeof event) == (i < 5));
        if (i == 5)
            continue;
        CHECK(report.type == types[i] && report.address_type == 2 &&
              has_address(report.address, "\1\2\3\4\5\6"));
        CHECK(report.rssi == -59 && report.tx_power == 127 && report.primary_phy == 1 &&
              report.secondary_phy == 0);
        CHECK(report.sid == 0xFF && report.periodic_interval == 0 && report.length == 2 &&
              report.data == event + 13);
        CHECK(report.direct_address_type == 0 &&
              has_address(report.direct_address, "\0\0\0\0\0\0"));
        CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_OK);
    }
    // no room for a report, a report without data, other events
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3E, 2, 2, 0}, 4) &&
          reader.status == ACC_OK);
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3E, 1, 2}, 3) &&
          reader.status == ACC_UNSUPPORTED);
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3F, 2, 2, 0}, 4) &&
          reader.status == ACC_UNSUPPORTED);
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3E, 2, 3, 0}, 4) &&
          reader.status == ACC_UNSUPPORTED);
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3E, 2, 0x0C, 0}, 4) &&
          reader.status == ACC_UNSUPPORTED);
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, (uint8_t[]){0x3E}, 1) && reader.status == ACC_TRUNCATED);
    const uint8_t empty[] = {0x3E, 12, 2, 1, 0, 0, 6, 5, 4, 3, 2, 1, 0, 0xC5};
    CHECK(read_one(ACC_PACKET_HCI_EVENT, empty, sizeof empty) && report.length == 0 &&
          report.rssi == -59);
    CHECK(!read_one(ACC_PACKET_HCI_ACL, empty, sizeof empty) && reader.status == ACC_UNSUPPORTED);
    // one byte is missing in the event
    const uint8_t cut[] = {0x3E, 11, 2, 1, 0, 0, 6, 5, 4, 3, 2, 1, 0};
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, cut, sizeof cut) && reader.status == ACC_TRUNCATED);
    CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_TRUNCATED);
}

static void extended_events(void)
{
    uint8_t event[] = {0x3E, 28,   0x0D, 1,    0xFF, 0xFF, 1,    6,    5,    4,
                       3,    2,    1,    3,    2,    0x0E, 0xF9, 0xC4, 0x34, 0x12,
                       2,    0xB6, 0xB5, 0xB4, 0xB3, 0xB2, 0xB1, 2,    0xA1, 0xA2};
    CHECK(read_one(ACC_PACKET_HCI_EVENT, event, sizeof event));
    CHECK(report.type == 0x7F && report.address_type == 1 &&
          has_address(report.address, "\1\2\3\4\5\6"));
    CHECK(report.primary_phy == 3 && report.secondary_phy == 2 && report.sid == 14 &&
          report.tx_power == -7);
    CHECK(report.rssi == -60 && report.periodic_interval == 0x1234 &&
          report.direct_address_type == 2);
    CHECK(has_address(report.direct_address, "\xB1\xB2\xB3\xB4\xB5\xB6") && report.length == 2);
    CHECK(report.data == event + 28 && !acc_report_next(&reader, &report) &&
          reader.status == ACC_OK);
    // without data; one byte less
    event[1] = 26;
    event[27] = 0;
    CHECK(read_one(ACC_PACKET_HCI_EVENT, event, 28) && report.length == 0);
    event[1] = 25;
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, event, 28) && reader.status == ACC_TRUNCATED);
    event[1] = 26;
    event[27] = 1;
    CHECK(!read_one(ACC_PACKET_HCI_EVENT, event, 28) && reader.status == ACC_TRUNCATED);
    // the second report begins behind the first one's data
    uint8_t two[2 + 2 + 25 + 24] = {0x3E, 2 + 25 + 24, 0x0D, 2};
    two[4 + 23] = 1;
    two[4 + 25 + 3] = 0x77;
    CHECK(read_one(ACC_PACKET_HCI_EVENT, two, sizeof two) && report.length == 1);
    CHECK(acc_report_next(&reader, &report) && report.address[5] == 0x77 && report.length == 0);
    CHECK(!acc_report_next(&reader, &report));
}

// Access address, header with TxAdd and RxAdd, payload, CRC.
static size_t pdu(uint8_t *out, uint8_t header, const void *payload, size_t len)
{
    memcpy(out, "\xD6\xBE\x89\x8E", 4);
    out[4] = header;
    out[5] = (uint8_t)len;
    memcpy(out + 6, payload, len);
    memset(out + 6 + len, 0xCC, 3);
    return len + 9;
}

static void legacy_pdus(void)
{
    static const uint8_t payload[] = {6, 5, 4, 3, 2, 1, 0xB6, 0xB5, 0xB4, 0xB3, 0xB2, 0xB1};
    static const int types[] = {0x13, 0x15, 0x10, -1, 0x1A, -1, 0x12};
    uint8_t packet[40];
    for (uint8_t type = 0; type < 16; type++)
        for (uint8_t adds = 0; adds < 4; adds++) {
            size_t size = pdu(packet, (uint8_t)(adds << 6 | 0x20 | type), payload, 12);
            int expected = type < 7 ? types[type] : -1;
            if (type == 7)
                continue;
            CHECK(read_one(ACC_PACKET_LE_LL, packet, size) == (expected >= 0));
            if (expected < 0) {
                CHECK(reader.status == ACC_UNSUPPORTED);
                continue;
            }
            CHECK(report.type == expected && report.address_type == (adds & 1) &&
                  report.direct_address_type == adds >> 1);
            CHECK(has_address(report.address, "\1\2\3\4\5\6") && report.rssi == 127 &&
                  report.tx_power == 127);
            CHECK(report.primary_phy == 1 && report.secondary_phy == 0 && report.sid == 0xFF &&
                  report.periodic_interval == 0);
            CHECK(report.length == (type == 1 ? 0 : 6) && report.data == packet + 12);
            CHECK(has_address(report.direct_address,
                              type == 1 ? "\xB1\xB2\xB3\xB4\xB5\xB6" : "\0\0\0\0\0\0"));
            CHECK(!acc_report_next(&reader, &report) && reader.status == ACC_OK);
        }
    // ADV_DIRECT_IND without the whole target, and an address alone
    size_t size = pdu(packet, 1, payload, 11);
    CHECK(read_one(ACC_PACKET_LE_LL, packet, size) &&
          has_address(report.direct_address, "\0\0\0\0\0\0"));
    size = pdu(packet, 0, payload, 6);
    CHECK(read_one(ACC_PACKET_LE_LL, packet, size) && report.length == 0);
    size = pdu(packet, 0, payload, 5);
    CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_TRUNCATED);
    // cut, or of a connection
    size = pdu(packet, 0, payload, 12);
    CHECK(!read_one(ACC_PACKET_LE_LL, packet, size - 1) && reader.status == ACC_TRUNCATED);
    packet[5] = 0;
    CHECK(!read_one(ACC_PACKET_LE_LL, packet, 8) && reader.status == ACC_TRUNCATED);
    for (int i = 0; i < 4; i++) {
        size = pdu(packet, 0, payload, 12);
        packet[i] ^= 1;
        CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_UNSUPPORTED);
    }
}

// The extended header: flags for AdvA, TargetA, CTEInfo, ADI, AuxPtr, SyncInfo and TxPower; then data.
static void extended_pdus(void)
{
    static const uint8_t sizes[] = {6, 6, 1, 2, 3, 18, 1};
    for (unsigned mode = 0; mode < 4; mode++)
        for (unsigned flags = 0; flags < 128; flags++)
            for (size_t data = 0; data < 3; data += 2) {
                uint8_t payload[64], packet[80];
                size_t at = 2;
                payload[1] = (uint8_t)flags;
                for (unsigned i = 0; i < 7; i++) {
                    if (!(flags >> i & 1))
                        continue;
                    for (uint8_t k = 0; k < sizes[i]; k++)
                        payload[at++] = (uint8_t)(i << 4 | (sizes[i] - k));
                }
                payload[0] = (uint8_t)(mode << 6 | (at - 1));
                memcpy(payload + at, "\xA1\xA2", data);
                size_t size = pdu(packet, 0x47, payload, at + data);
                bool is_report = flags & 1 && !(flags & 16 && data == 0);
                CHECK(read_one(ACC_PACKET_LE_LL, packet, size) == is_report);
                if (!is_report) {
                    CHECK(reader.status == ACC_UNSUPPORTED);
                    continue;
                }
                unsigned type = mode == 1   ? ACC_REPORT_CONNECTABLE
                                : mode == 2 ? ACC_REPORT_SCANNABLE
                                            : 0;
                type |= (flags & 2 ? ACC_REPORT_DIRECTED : 0u) | (flags & 16 ? ACC_REPORT_CUT : 0u);
                CHECK(report.type == type && has_address(report.address, "\1\2\3\4\5\6"));
                CHECK(has_address(report.direct_address,
                                  flags & 2 ? "\x11\x12\x13\x14\x15\x16" : "\0\0\0\0\0\0"));
                CHECK(report.sid == (flags & 8 ? 3 : 0xFF) &&
                      report.tx_power == (flags & 64 ? 0x61 : 127));
                CHECK(report.length == data && report.data == packet + 6 + at &&
                      report.address_type == 1);
                // the header is one byte too short for its fields, and the packet for the header
                packet[6]--;
                CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_TRUNCATED);
                packet[6] = (uint8_t)(mode << 6 | (at + data));
                CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_TRUNCATED);
            }
    uint8_t packet[16];
    size_t size = pdu(packet, 7, "", 0);
    CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_TRUNCATED);
    size = pdu(packet, 7, "\0\xFF", 2);  // without a header there are no flags
    CHECK(!read_one(ACC_PACKET_LE_LL, packet, size) && reader.status == ACC_UNSUPPORTED);
}

int main(void)
{
    legacy_events();
    extended_events();
    legacy_pdus();
    extended_pdus();
    return failures;
}
