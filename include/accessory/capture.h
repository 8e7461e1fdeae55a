/// Packet captures in memory: btsnoop (Android's snoop log, `btmon -w`) and classic pcap with Bluetooth link
/// types. Reading copies nothing.
///
///     acc_capture capture;
///     if (acc_capture_open(&capture, file, len) == ACC_OK)
///         while (acc_capture_next(&capture, &packet)) ...
///
/// btsnoop: datalinks 1001 (HCI), 1002 (H4), 2001 (Linux monitor). pcap: link types 187 (H4), 201 (H4 with
/// direction), 251 (link layer), 254 (Linux monitor), 256 (link layer with header), either byte order, micro-
/// or nanoseconds. One thread at a time.
#ifndef ACC_CAPTURE_H
#define ACC_CAPTURE_H

#include "accessory/hci_report.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

/// One packet of a capture.
typedef struct acc_capture_packet {
    int64_t time;          ///< microseconds since 1970
    const uint8_t *bytes;  ///< inside the capture
    uint32_t length;
    uint8_t
        kind;  ///< acc_packet_kind; NONE for what is not a packet (a log message, an index event)
    bool received;  ///< from controller to host
    bool cut;       ///< the capture kept only a part of it
    int8_t rssi;    ///< of a link layer packet, dBm, or ACC_RSSI_NONE
} acc_capture_packet;

/// A capture being read. Borrows the file's bytes.
typedef struct acc_capture {
    const uint8_t *bytes;
    size_t length;
    size_t at;          ///< where the next record begins; after an error, where reading stopped
    uint32_t datalink;  ///< as in the file
    acc_status status;  ///< why reading stopped: ACC_OK at the end of a whole capture
    uint8_t form;       // private
    bool swapped;       // private
    bool nanoseconds;   // private
} acc_capture;

/// Reads the header. ACC_MALFORMED when it is neither format, ACC_UNSUPPORTED for other datalinks (see
/// `datalink`) and pcapng.
acc_status acc_capture_open(acc_capture *capture, const uint8_t *ACC_COUNT(len) bytes, size_t len);

/// The next packet. False at the end, and then `status` is ACC_TRUNCATED when the file ends inside a record.
bool acc_capture_next(acc_capture *capture, acc_capture_packet *packet);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
