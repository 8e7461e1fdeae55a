/// Reads packet captures in memory: btsnoop (Android's snoop log, `btmon -w`), pcap and pcapng with Bluetooth
/// link types, Apple's PacketLogger, hcidump. Nothing is copied.
///
///     acc_capture capture;
///     if (acc_capture_open(&capture, file, len) == ACC_OK)
///         while (acc_capture_next(&capture, &packet)) ...
///
/// btsnoop: datalinks 1001 (HCI), 1002 (H4), 2001 (Linux monitor). pcap and pcapng: link types 187 (H4), 192 (PPI, with
/// any of the others inside), 201 (H4 with direction), 251 (link layer), 254 (Linux monitor), 256 (link layer with
/// header), 272 (nRF Sniffer, protocol versions 1 to 3); either byte order, any time resolution. A pcapng file may have
/// interfaces of other types. PacketLogger (either byte order) and hcidump have no file header: their first record
/// identifies them. One thread at a time.
#ifndef ACC_CAPTURE_H
#define ACC_CAPTURE_H

#include "accessory/hci_report.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_CAPTURE_INTERFACES_MAX                                                                 \
    32u  ///< in a pcapng section; packets of further interfaces are skipped

/// One packet of a capture.
typedef struct acc_capture_packet {
    int64_t time;          ///< microseconds since 1970
    const uint8_t *bytes;  ///< inside the capture
    uint32_t length;
    uint8_t
        kind;  ///< acc_packet_kind; NONE for other records: a log message, another interface's packet, a wrong CRC
    bool received;  ///< from controller to host
    bool cut;       ///< the capture has only a part of the packet
    int8_t rssi;    ///< dBm of a link layer packet, or ACC_RSSI_NONE
} acc_capture_packet;

/// A capture being read. Borrows the file's bytes.
typedef struct acc_capture {
    const uint8_t *bytes;
    size_t length;
    size_t at;           ///< the next record's place; after an error, where reading stopped
    uint32_t datalink;   ///< as in the file, or 0; in pcapng the first Bluetooth interface's
    acc_status status;   ///< why reading stopped: ACC_OK at the end of a whole capture
    uint8_t form;        // private
    bool swapped;        // private
    bool nanoseconds;    // private
    uint8_t interfaces;  // private
    struct acc_capture_interface {
        uint16_t datalink;
        uint8_t resolution;                   // as if_tsresol
    } interface[ACC_CAPTURE_INTERFACES_MAX];  // private
} acc_capture;

/// Reads the header. ACC_TRUNCATED when the file ends inside it, ACC_MALFORMED for any other format, ACC_UNSUPPORTED for
/// other link types (see `datalink`, in pcapng the first interface's) and versions of btsnoop.
acc_status acc_capture_open(acc_capture *capture, const uint8_t *ACC_READS(len) bytes, size_t len);

/// Reads the next packet. Returns false at the end; `status` is then ACC_TRUNCATED when the file ends inside a
/// record, ACC_MALFORMED when a pcapng block or a PacketLogger record is invalid, else ACC_OK.
bool acc_capture_next(acc_capture *capture, acc_capture_packet *packet);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
