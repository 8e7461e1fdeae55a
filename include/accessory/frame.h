/// The frame: the unit that arrives whole or is lost, the same bytes on every transport.
///
///     offset 0  u16 big-endian: version (2 bits, 1) | FEC scheme (4 bits) | payload length (10 bits)
///     offset 2  u16 big-endian: CRC-16/CCITT-FALSE of bytes 0 and 1
///     offset 4  payload, 0 to 512 bytes
///     then      u32 big-endian: CRC-32 of everything before it
///
/// A carrier finds where a frame begins (on audio: preamble and sync word) and then needs only
/// acc_frame_header_read to know its length. Specified in docs/link.md. Thread-safe: no state.
#ifndef ACC_FRAME_H
#define ACC_FRAME_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_FRAME_VERSION 1u
#define ACC_FRAME_HEADER_SIZE 4u
#define ACC_FRAME_MAX_PAYLOAD 512u
#define ACC_FRAME_OVERHEAD 8u  ///< header and CRC-32, bytes
#define ACC_FRAME_MAX_SIZE (ACC_FRAME_MAX_PAYLOAD + ACC_FRAME_OVERHEAD)

/// The contents of the first four bytes.
typedef struct acc_frame_header {
    uint16_t length;  ///< payload, bytes: 0 to 512
    uint8_t fec;      ///< forward error correction of the carrier, 0 none, 1 to 15
} acc_frame_header;

/// Reads a header of ACC_FRAME_HEADER_SIZE bytes. ACC_BAD_CHECK when its CRC is wrong,
/// ACC_UNSUPPORTED for another version, ACC_OUT_OF_RANGE for a length over 512.
acc_status acc_frame_header_read(const uint8_t *bytes, acc_frame_header *header);

/// Writes a whole frame of `len` + 8 bytes to `out`. `len` is at most 512, `fec` at most 15.
/// Returns the frame's size, or 0 when `capacity` is too small.
size_t acc_frame_write(uint8_t fec, const uint8_t *ACC_COUNT(len) payload ACC_NOESCAPE, size_t len,
                       uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Checks a whole frame. On ACC_OK its payload is `header->length` bytes from offset 4.
/// ACC_TRUNCATED when `len` is less than the header asks for, ACC_BAD_CHECK for a wrong CRC-32,
/// or what acc_frame_header_read returns.
acc_status acc_frame_check(const uint8_t *ACC_COUNT(len) frame ACC_NOESCAPE, size_t len,
                           acc_frame_header *header);

/// Finds frames in a byte stream: RFCOMM, a serial port, BLE notifications joined. Its fields are
/// private. One thread at a time.
///
///     acc_frame_reader_init(&reader);
///     do {                                            // for bytes as they arrive, in pieces of any size
///         status = acc_frame_reader_push(&reader, bytes, len, &used);
///         bytes += used, len -= used;
///         if (status == ACC_OK) payload = acc_frame_reader_payload(&reader, &size), …
///     } while (status != ACC_TRUNCATED);
typedef struct acc_frame_reader {
    uint16_t count;    // bytes kept
    uint16_t used;     // of them, those of the frame that was given out
    uint32_t skipped;  // bytes that belong to no frame
    uint8_t bytes[ACC_FRAME_MAX_SIZE];
} acc_frame_reader;

/// Empties the reader: the next byte may be a frame's first.
void acc_frame_reader_init(acc_frame_reader *reader);

/// Reads bytes up to the end of the next frame; `used` is how many. ACC_OK: a
/// frame is whole and right. ACC_BAD_CHECK: a header was right and the CRC-32 after it
/// was not, once per such header. ACC_TRUNCATED: all bytes are taken and no frame has ended; more are
/// needed. After the first two call again, even with `len` 0: what is kept may hold another frame.
///
/// Where no frame begins, one byte is skipped and the next four are tried as a header; the bytes of a
/// frame with a bad CRC-32 are tried again from its second byte. So a damaged or cut frame costs no
/// whole one that follows.
acc_status acc_frame_reader_push(acc_frame_reader *reader,
                                 const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len,
                                 size_t *used);

/// After ACC_OK: the frame's payload of `size` bytes, until the next call of push.
const uint8_t *acc_frame_reader_payload(const acc_frame_reader *reader, size_t *size);

/// Bytes skipped so far because they belonged to no frame.
uint32_t acc_frame_reader_skipped(const acc_frame_reader *reader);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
