/// Advertising reports from HCI events (LE Advertising Report, LE Extended Advertising Report) and from the
/// advertising PDUs that a sniffer captures. acc_report_joiner joins an extended advertisement that is sent in
/// pieces.
///
///     acc_report_reader reader;
///     acc_report_reader_init(&reader, ACC_PACKET_HCI_EVENT, event, len);
///     while (acc_report_next(&reader, &report))
///         if (acc_report_join(&joiner, &report))   // false: a fragment, more follow
///             ... report.data, report.length
///
/// Of extended PDUs those are reports that hold address and data; one that goes on in further packets is marked
/// ACC_REPORT_CUT, because only time and channel say which packets these are.
///
/// Bluetooth Core specification volume 4 part E sections 7.7.65.2 and 7.7.65.13, volume 6 part B section
/// 2.3. Thread-safe but for the structs, each of which is for one thread at a time.
#ifndef ACC_HCI_REPORT_H
#define ACC_HCI_REPORT_H

#include "accessory/advert.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_RSSI_NONE 127         ///< no RSSI, or no transmit power
#define ACC_SID_NONE 0xFFu        ///< no advertising set
#define ACC_REPORT_JOIN_SLOTS 4u  ///< advertisements that may be in pieces at one time

/// Kinds of packet.
typedef enum acc_packet_kind {
    ACC_PACKET_NONE,
    ACC_PACKET_HCI_COMMAND,  ///< from the opcode on
    ACC_PACKET_HCI_ACL,
    ACC_PACKET_HCI_SCO,
    ACC_PACKET_HCI_EVENT,  ///< from the event code on (the H4 byte 04 left out)
    ACC_PACKET_HCI_ISO,
    ACC_PACKET_LE_LL,  ///< from the access address on, with the CRC
} acc_packet_kind;

/// Bits of a report's event type, as in the extended event; legacy types are given in them too.
enum {
    ACC_REPORT_CONNECTABLE = 1 << 0,
    ACC_REPORT_SCANNABLE = 1 << 1,
    ACC_REPORT_DIRECTED = 1 << 2,
    ACC_REPORT_SCAN_RESPONSE = 1 << 3,
    ACC_REPORT_LEGACY = 1 << 4,
    ACC_REPORT_MORE = 1 << 5,  ///< the data goes on in a further report
    ACC_REPORT_CUT = 1 << 6,   ///< cut short by the controller, or further packets are unknown
};

/// Kinds of address.
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
    uint8_t direct_address[6];  ///< when ACC_REPORT_DIRECTED and extended
    uint8_t direct_address_type;
    uint16_t type;               ///< ACC_REPORT_*
    int8_t rssi;                 ///< dBm, or ACC_RSSI_NONE
    int8_t tx_power;             ///< dBm, or ACC_RSSI_NONE
    uint8_t primary_phy;         ///< 1 LE 1M, 3 LE Coded
    uint8_t secondary_phy;       ///< 0 none, 1, 2 LE 2M, 3
    uint8_t sid;                 ///< advertising set, or ACC_SID_NONE
    uint16_t periodic_interval;  ///< of periodic advertising, 1.25 ms; 0 for none
    uint16_t length;             ///< of the data, bytes
    const uint8_t *data;         ///< inside what was read, or inside the joiner
} acc_report;

/// Walks the reports of one packet. Borrows its bytes.
typedef struct acc_report_reader {
    const uint8_t *bytes;
    size_t length;
    size_t at;
    uint8_t kind;  // acc_packet_kind
    uint8_t subevent;
    uint8_t left;       // reports left
    acc_status status;  ///< why reading stopped: ACC_OK after the last report
} acc_report_reader;

/// Starts reading. ACC_UNSUPPORTED when the packet holds no advertising reports, which is nothing bad;
/// ACC_TRUNCATED when it ends inside its header or is shorter than its length field.
acc_status acc_report_reader_init(acc_report_reader *reader, acc_packet_kind kind,
                                  const uint8_t *ACC_COUNT(len) bytes, size_t len);

/// The next report. False at the end; `reader->status` is then the reason: ACC_OK after the last, ACC_TRUNCATED
/// for one that runs over the end, ACC_MALFORMED for an event type that does not exist.
bool acc_report_next(acc_report_reader *reader, acc_report *report);

/// Puts pieces of extended advertisements together, by address and advertising set. 6.6 KiB.
typedef struct acc_report_joiner {
    struct acc_report_join_slot {
        uint8_t address[6];
        uint8_t address_type;
        uint8_t sid;
        uint16_t length;  // 0: free
        bool cut;         // longer than there is room
        uint32_t age;
        uint8_t data[ACC_ADVERT_EXTENDED_MAX];
    } slot[ACC_REPORT_JOIN_SLOTS];
    uint32_t age;
} acc_report_joiner;

void acc_report_joiner_init(acc_report_joiner *joiner);

/// Takes a report. True: it is whole, `report->data` has all of it (valid until the next call). False: it was
/// a piece, kept. When all slots are taken the oldest unfinished advertisement is dropped. Data over 1650
/// bytes is cut and marked ACC_REPORT_CUT.
bool acc_report_join(acc_report_joiner *joiner, acc_report *report);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
