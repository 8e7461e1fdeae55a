/// Advertising reports of HCI events (LE Advertising Report, LE Extended Advertising Report) and of the advertising
/// PDUs that a sniffer captures. acc_report_joiner joins the fragments of extended advertisements.
///
///     acc_report_reader reader;
///     acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, event, len);
///     while (acc_report_next(&reader, &report))
///         if (acc_report_join(&joiner, &report))   // false: a fragment, more follow
///             ... report.data, report.length
///
/// An extended PDU is a report if it contains address and data. If further packets continue its data, the report is
/// marked ACC_REPORT_CUT: those packets can be matched by time and channel only.
///
/// Bluetooth Core specification volume 4 part E sections 7.7.65.2 and 7.7.65.13, volume 6 part B section
/// 2.3. One thread at a time for each struct; no other state.
#ifndef ACC_HCI_REPORT_H
#define ACC_HCI_REPORT_H

#include "accessory/advert.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_RSSI_NONE 127         ///< RSSI or transmit power unknown
#define ACC_SID_NONE 0xFFu        ///< no advertising set
#define ACC_REPORT_JOIN_SLOTS 4u  ///< fragmented advertisements at one time

/// Kinds of packet.
typedef enum acc_packet_kind {
    ACC_PACKET_NONE,
    ACC_PACKET_HCI_COMMAND,  ///< begins with the opcode
    ACC_PACKET_HCI_ACL,
    ACC_PACKET_HCI_SCO,
    ACC_PACKET_HCI_EVENT,  ///< begins with the event code (no H4 byte 04)
    ACC_PACKET_HCI_ISO,
    ACC_PACKET_LE_LL,  ///< from access address to CRC
} acc_packet_kind;

/// Bits of a report's event type, as in the extended event; legacy types are converted to them.
enum {
    ACC_REPORT_CONNECTABLE = 1 << 0,
    ACC_REPORT_SCANNABLE = 1 << 1,
    ACC_REPORT_DIRECTED = 1 << 2,
    ACC_REPORT_SCAN_RESPONSE = 1 << 3,
    ACC_REPORT_LEGACY = 1 << 4,
    ACC_REPORT_MORE = 1 << 5,  ///< the data continues in a further report
    ACC_REPORT_CUT = 1 << 6,   ///< the data is incomplete
};

/// Address types.
enum {
    ACC_ADDRESS_PUBLIC = 0,
    ACC_ADDRESS_RANDOM = 1,
    ACC_ADDRESS_PUBLIC_IDENTITY = 2,
    ACC_ADDRESS_RANDOM_IDENTITY = 3,
    ACC_ADDRESS_ANONYMOUS = 0xFF,
};

/// One advertising report.
typedef struct acc_report {
    uint8_t address[6];  ///< as printed, most significant byte first
    uint8_t address_type;
    uint8_t direct_address[6];  ///< if extended and ACC_REPORT_DIRECTED
    uint8_t direct_address_type;
    uint16_t type;               ///< ACC_REPORT_*
    int8_t rssi;                 ///< dBm, or ACC_RSSI_NONE
    int8_t tx_power;             ///< dBm, or ACC_RSSI_NONE
    uint8_t primary_phy;         ///< 1 LE 1M, 3 LE Coded
    uint8_t secondary_phy;       ///< 0 none, 1 LE 1M, 2 LE 2M, 3 LE Coded
    uint8_t sid;                 ///< the advertising set, or ACC_SID_NONE
    uint16_t periodic_interval;  ///< of periodic advertising, in 1.25 ms; 0: none
    uint16_t length;             ///< bytes of `data`
    const uint8_t *data;         ///< in the packet, or in the joiner
} acc_report;

/// Reads the reports of one packet, whose bytes it borrows.
typedef struct acc_report_reader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    uint8_t kind;  // acc_packet_kind
    uint8_t subevent;
    uint8_t left;       // reports left
    acc_status status;  ///< why reading stopped: ACC_OK after the last report
} acc_report_reader;

/// Starts to read a packet. ACC_UNSUPPORTED when it contains no advertising reports, which is no error;
/// ACC_TRUNCATED when it is shorter than its header or its length field.
acc_status acc_report_reader_init(acc_report_reader *reader, acc_packet_kind kind,
                                  const uint8_t *ACC_READS(len) bytes, size_t len);

/// Reads the next report. Returns false at the end; `reader->status` is then ACC_OK after the last report,
/// ACC_TRUNCATED when a report exceeds the packet, ACC_MALFORMED for an unknown event type.
bool acc_report_next(acc_report_reader *reader, acc_report *report);

/// Joins the fragments of extended advertisements, by address and advertising set. About 6.5 KiB.
typedef struct acc_report_joiner {
    struct acc_report_join_slot {
        uint8_t address[6];
        uint8_t address_type;
        uint8_t sid;
        uint16_t length;  // 0: free
        bool cut;         // the advertisement exceeds `data`
        uint32_t age;
        uint8_t data[ACC_ADVERT_EXTENDED_MAX];
    } slot[ACC_REPORT_JOIN_SLOTS];
    uint32_t age;
} acc_report_joiner;

/// Initialises or empties a joiner.
void acc_report_joiner_init(acc_report_joiner *joiner);

/// Adds a report. Returns true when the advertisement is complete: `report->data` is all of its data, valid until
/// the next call. Returns false when the report was a fragment and more follow. When all slots are in use, the
/// oldest incomplete advertisement is dropped. Data over 1650 bytes is cut and marked ACC_REPORT_CUT.
bool acc_report_join(acc_report_joiner *joiner, acc_report *report);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
