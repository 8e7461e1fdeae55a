/// The frame of request transfer, the public "Meta" frame: a device's requests, the answers to them,
/// and files both ways. Made for either end; docs/request-transfer.md specifies what travels in it.
///
///     offset 0  magic AB
///     offset 1  command          offset 2  key              offset 3  flags
///     offset 4  payload length   offset 6  CRC-16/ARC of the payload
///     offset 8  sequence number  offset 10 payload
///
/// Numbers of two and four bytes are big-endian. A frame is cut into packets of what the link carries
/// and nothing is added to them: to send, write the frame and send its bytes in pieces; to receive,
/// push received bytes into a reader. An object longer than one frame is sent in several, each
/// with a fragment header, and is put together by a joiner.
/// Thread-safe but for the reader and the joiner: one thread at a time each.
#ifndef ACC_REQUEST_H
#define ACC_REQUEST_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_META_MAGIC 0xABu
#define ACC_META_HEADER_SIZE 10u
#define ACC_META_FRAGMENT_SIZE 8u  ///< header of a fragment, inside the payload, bytes
#define ACC_META_MAX_DATA 960u     ///< most file or object bytes in one frame
#define ACC_META_MAX_PAYLOAD 976u  ///< most payload bytes that an end of ours sends
#define ACC_META_MAX_FRAME (ACC_META_HEADER_SIZE + ACC_META_MAX_PAYLOAD)

/// Bits of the flags. Their order is not public; this one is ours.
#define ACC_META_RETRANSMITTED 0x02u  ///< the same frame was sent before
#define ACC_META_FRAGMENTED 0x04u     ///< the payload begins with a fragment header

/// What the first ten bytes say.
typedef struct acc_meta_header {
    uint8_t command;
    uint8_t key;
    uint8_t flags;
    uint16_t length;    ///< payload, bytes, fragment header included
    uint16_t crc;       ///< CRC-16/ARC of the payload
    uint16_t sequence;  ///< an answer repeats that of its question
} acc_meta_header;

/// Reads a header of ACC_META_HEADER_SIZE bytes. ACC_MALFORMED when it does not begin with the magic.
acc_status acc_meta_header_read(const uint8_t *bytes, acc_meta_header *header);

/// Writes a frame of `len` + 10 bytes to `out`, `len` at most 65535; length and CRC are worked out,
/// those of `header` are not looked at. `payload` may lie in `out`, from byte 10 on. Returns the
/// frame's size, or 0 when `capacity` is too small.
size_t acc_meta_frame_write(const acc_meta_header *header,
                            const uint8_t *ACC_COUNT(len) payload ACC_NOESCAPE, size_t len,
                            uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Checks a whole frame. On ACC_OK its payload is `header->length` bytes from offset 10.
/// ACC_TRUNCATED when `len` is less than the header asks for, ACC_MALFORMED without the magic,
/// ACC_BAD_CHECK for a wrong CRC.
acc_status acc_meta_frame_check(const uint8_t *ACC_COUNT(len) frame ACC_NOESCAPE, size_t len,
                                acc_meta_header *header);

/// Finds frames in what packets bring, cut anywhere. Its fields are private.
///
///     acc_meta_reader_init(&reader, memory, sizeof memory);
///     do {                                            // for the bytes of each packet
///         status = acc_meta_reader_push(&reader, bytes, len, &used, &header);
///         bytes += used, len -= used;
///         if (status == ACC_OK) payload = acc_meta_reader_payload(&reader), …
///     } while (status != ACC_TRUNCATED);
typedef struct acc_meta_reader {
    uint8_t *ACC_NULLABLE memory;  // the caller's
    size_t capacity;
    size_t count;      // bytes kept
    size_t used;       // of them, those of the frame that was given out
    uint32_t skipped;  // bytes that belong to no frame
} acc_meta_reader;

/// Empties the reader. `memory` of `capacity` bytes, at least ACC_META_HEADER_SIZE, stays the
/// reader's; a frame longer than it is passed over.
void acc_meta_reader_init(acc_meta_reader *reader, uint8_t *memory, size_t capacity);

/// Reads bytes up to the end of the next frame; `used` is their number. ACC_OK: a frame is complete, its
/// CRC is right, and `header` is its header. ACC_BAD_CHECK: a header was found, but the CRC is wrong.
/// ACC_TRUNCATED: all bytes are read, and no frame has ended. After ACC_OK and ACC_BAD_CHECK call again,
/// even with `len` 0: the reader's memory may hold another frame.
///
/// The header has no check of its own. After a wrong CRC the bytes are tried again from the second
/// one on, so that a cut frame costs no whole one that follows.
acc_status acc_meta_reader_push(acc_meta_reader *reader,
                                const uint8_t *ACC_COUNT(len) bytes ACC_NOESCAPE, size_t len,
                                size_t *used, acc_meta_header *header);

/// After ACC_OK: the payload, of the header's length, until the next call of push or give_up.
const uint8_t *acc_meta_reader_payload(const acc_meta_reader *reader);

/// Whether a frame has begun and not ended.
bool acc_meta_reader_is_waiting(const acc_meta_reader *reader);

/// The rest of the frame is not expected any more (packet timeout): its first byte is passed
/// over and the others are tried again. Call push with `len` 0 after it.
void acc_meta_reader_give_up(acc_meta_reader *reader);

/// Bytes skipped so far because they belonged to no frame.
uint32_t acc_meta_reader_skipped(const acc_meta_reader *reader);

/// First bytes of the payload of a fragmented frame.
typedef struct acc_meta_fragment {
    uint32_t total;  ///< fragments of the object, from 1
    uint32_t index;  ///< of this one, from 0
} acc_meta_fragment;

/// Reads the header of a fragment. ACC_TRUNCATED when there is none, ACC_MALFORMED when the index is
/// not below the total.
acc_status acc_meta_fragment_read(const uint8_t *ACC_COUNT(len) payload ACC_NOESCAPE, size_t len,
                                  acc_meta_fragment *fragment);

/// Writes the header of a fragment, ACC_META_FRAGMENT_SIZE bytes.
void acc_meta_fragment_write(const acc_meta_fragment *fragment, uint8_t *out);

/// Puts an object together. Its fields are private but for `size`.
typedef struct acc_meta_joiner {
    uint8_t *ACC_NULLABLE memory;  // the caller's
    size_t capacity;
    size_t size;     ///< bytes of the object so far
    uint32_t total;  // fragments of the object
    uint32_t next;   // index of the fragment that is missing
} acc_meta_joiner;

/// Empties the joiner. `memory` of `capacity` bytes stays the joiner's.
void acc_meta_joiner_init(acc_meta_joiner *joiner, uint8_t *memory, size_t capacity);

/// Takes the payload of a frame, fragmented as its `flags` say or a whole object. ACC_OK: the object
/// is whole, `size` bytes in the joiner's memory. ACC_TRUNCATED: more fragments follow, or this
/// one was received before. ACC_MALFORMED: no header, or one is missing before this. ACC_NO_ROOM: the
/// object is longer than the memory. After the last two, what was there is forgotten. Index 0 always
/// begins a new object.
acc_status acc_meta_joiner_push(acc_meta_joiner *joiner, uint8_t flags,
                                const uint8_t *ACC_COUNT(len) payload ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
