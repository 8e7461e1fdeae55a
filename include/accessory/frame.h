/// The frame: the unit that is lost or arrives whole, the same bytes on every carrier.
///
///     offset 0  u16 big-endian: version (2 bits, 1) | FEC scheme (4 bits) | payload length (10
///     bits) offset 2  u16 big-endian: CRC-16/CCITT-FALSE of bytes 0 and 1 offset 4  payload, 0 to
///     512 bytes then      u32 big-endian: CRC-32 of everything before it
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

/// What the first four bytes say.
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
/// and what acc_frame_header_read gives.
acc_status acc_frame_check(const uint8_t *ACC_COUNT(len) frame ACC_NOESCAPE, size_t len,
                           acc_frame_header *header);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
