/// The frame: the unit of transmission, which arrives whole or is lost; the same bytes on every transport.
///
///     offset 0  u16 big-endian: version (2 bits, 1) | FEC scheme (4 bits) | payload length (10 bits)
///     offset 2  u16 big-endian: CRC-16/CCITT-FALSE of bytes 0 and 1
///     offset 4  payload, 0 to 512 bytes
///     then      u32 big-endian: CRC-32 of everything before it
///
/// A carrier finds the start of a frame (on audio by preamble and sync word); acc_frame_header_read
/// then returns its length. Specified in docs/link.md. Thread-safe: no state.
#ifndef ACC_FRAME_H
#define ACC_FRAME_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_FRAME_VERSION 1u
#define ACC_FRAME_HEADER_SIZE 4u    ///< bytes
#define ACC_FRAME_MAX_PAYLOAD 512u  ///< bytes
#define ACC_FRAME_OVERHEAD 8u       ///< header and CRC-32, bytes
#define ACC_FRAME_MAX_SIZE (ACC_FRAME_MAX_PAYLOAD + ACC_FRAME_OVERHEAD)

/// The contents of the first four bytes.
typedef struct acc_frame_header {
    uint16_t length;  ///< bytes of the payload, 0 to 512
    uint8_t fec;      ///< forward error correction of the carrier: 0 none, 1 to 15
} acc_frame_header;

/// Reads a header of ACC_FRAME_HEADER_SIZE bytes. ACC_BAD_CHECK when its CRC is wrong,
/// ACC_UNSUPPORTED for another version, ACC_OUT_OF_RANGE for a length over 512.
acc_status acc_frame_header_read(const uint8_t *bytes, acc_frame_header *header);

/// Writes a whole frame of `len` + 8 bytes to `out`. `len` is at most 512, `fec` at most 15.
/// Returns the frame's size, or 0 when `capacity` is too small.
size_t acc_frame_write(uint8_t fec, const uint8_t *ACC_READS(len) payload ACC_NOESCAPE, size_t len,
                       uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Checks a whole frame. On ACC_OK its payload is `header->length` bytes from offset 4.
/// ACC_TRUNCATED when the frame is longer than `len`, ACC_BAD_CHECK for a wrong CRC-32, and the
/// errors of acc_frame_header_read.
acc_status acc_frame_check(const uint8_t *ACC_READS(len) frame ACC_NOESCAPE, size_t len,
                           acc_frame_header *header);

/// Finds frames in a byte stream: RFCOMM, a serial port, joined BLE notifications. All fields are
/// private. One thread at a time.
///
///     acc_frame_reader_init(&reader);
///     do {                                            // for bytes as they arrive, in pieces of any size
///         status = acc_frame_reader_push(&reader, bytes, len, &used);
///         bytes += used, len -= used;
///         if (status == ACC_OK) payload = acc_frame_reader_payload(&reader, &size), …
///     } while (status != ACC_TRUNCATED);
typedef struct acc_frame_reader {
    uint16_t count;    // bytes in the buffer
    uint16_t used;     // bytes of the returned frame, at the buffer's start
    uint32_t skipped;  // bytes that belong to no frame
    uint8_t bytes[ACC_FRAME_MAX_SIZE];
} acc_frame_reader;

/// Initialises or empties the reader.
void acc_frame_reader_init(acc_frame_reader *reader);

/// Reads bytes up to the end of the next frame; `used` receives their number. ACC_OK: a whole frame
/// with a correct CRC-32. ACC_BAD_CHECK: a valid header with a wrong CRC-32, once per header.
/// ACC_TRUNCATED: all bytes are read and no frame has ended. After ACC_OK and ACC_BAD_CHECK call
/// again, even with `len` 0: the buffer may contain another frame.
///
/// Bytes that begin no frame are skipped one by one. After a wrong CRC-32 the same bytes are searched
/// again from the second one, so a damaged frame never costs an intact one behind it.
acc_status acc_frame_reader_push(acc_frame_reader *reader,
                                 const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                                 size_t *used);

/// After ACC_OK: the frame's payload of `size` bytes, valid until the next push.
const uint8_t *acc_frame_reader_payload(const acc_frame_reader *reader, size_t *size);

/// The number of bytes skipped so far that belonged to no frame.
uint32_t acc_frame_reader_skipped(const acc_frame_reader *reader);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
