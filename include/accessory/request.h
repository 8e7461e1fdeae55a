/// Request transfer's frame, the public "Meta" frame: a device's requests, their answers, and files in
/// both directions. For both ends. docs/request-transfer.md specifies the commands.
///
///     offset 0  magic AB
///     offset 1  command          offset 2  key              offset 3  flags
///     offset 4  payload length   offset 6  CRC-16/ARC of the payload
///     offset 8  sequence number  offset 10 payload
///
/// Numbers are big-endian. To send, write a frame and send its bytes in packets of any size; packets
/// have no header. To receive, push the packets' bytes into a reader. An object longer than one frame
/// is sent in several frames, each with a fragment header; a joiner joins them.
/// One thread at a time for each reader and joiner; no other state.
#ifndef ACC_REQUEST_H
#define ACC_REQUEST_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_META_MAGIC 0xABu       ///< first byte of a frame
#define ACC_META_HEADER_SIZE 10u   ///< bytes
#define ACC_META_FRAGMENT_SIZE 8u  ///< bytes of a fragment header, in the payload
#define ACC_META_MAX_DATA 960u     ///< most bytes of a file or object in one frame
#define ACC_META_MAX_PAYLOAD 976u  ///< most payload bytes that this library sends
#define ACC_META_MAX_FRAME (ACC_META_HEADER_SIZE + ACC_META_MAX_PAYLOAD)

/// Bits of the flags. Their order is not public; this one is this library's.
#define ACC_META_RETRANSMITTED 0x02u  ///< the same frame was sent before
#define ACC_META_FRAGMENTED 0x04u     ///< the payload begins with a fragment header

/// A frame's header, its first ten bytes.
typedef struct acc_meta_header {
    uint8_t command;
    uint8_t key;
    uint8_t flags;
    uint16_t length;    ///< bytes of the payload, fragment header included
    uint16_t crc;       ///< CRC-16/ARC of the payload
    uint16_t sequence;  ///< an answer repeats the request's number
} acc_meta_header;

/// Reads a header of ACC_META_HEADER_SIZE bytes. ACC_MALFORMED when it does not begin with the magic.
acc_status acc_meta_header_read(const uint8_t *bytes, acc_meta_header *header);

/// Writes a frame of `len` + 10 bytes to `out`; `len` is at most 65535. Length and CRC are computed;
/// those of `header` are ignored. `payload` may be in `out`, from byte 10 on. Returns the frame's size,
/// or 0 when `capacity` is too small.
size_t acc_meta_frame_write(const acc_meta_header *header,
                            const uint8_t *ACC_READS(len) payload ACC_NOESCAPE, size_t len,
                            uint8_t *ACC_COUNT(capacity) out ACC_NOESCAPE, size_t capacity);

/// Checks a whole frame. On ACC_OK its payload is `header->length` bytes from offset 10.
/// ACC_TRUNCATED when the frame is longer than `len`, ACC_MALFORMED without the magic, ACC_BAD_CHECK
/// for a wrong CRC.
acc_status acc_meta_frame_check(const uint8_t *ACC_READS(len) frame ACC_NOESCAPE, size_t len,
                                acc_meta_header *header);

/// Finds frames in the bytes of packets, which may be cut anywhere. All fields are private.
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
    size_t count;      // bytes in the memory
    size_t used;       // bytes of the returned frame, at the memory's start
    uint32_t skipped;  // bytes that belong to no frame
} acc_meta_reader;

/// Initialises a reader. It uses `memory` of `capacity` bytes, at least ACC_META_HEADER_SIZE, as long
/// as it lives; longer frames are skipped.
void acc_meta_reader_init(acc_meta_reader *reader, uint8_t *memory, size_t capacity);

/// Reads bytes up to the end of the next frame; `used` receives their number. ACC_OK: a whole frame with a
/// correct CRC; `header` is its header. ACC_BAD_CHECK: a header with a wrong CRC. ACC_TRUNCATED: all
/// bytes are read and no frame has ended. After ACC_OK and ACC_BAD_CHECK call again, even with `len` 0:
/// the reader's memory may contain another frame.
///
/// The header has no checksum. After a wrong CRC the same bytes are searched again from the second one,
/// so a cut frame never costs an intact one behind it.
acc_status acc_meta_reader_push(acc_meta_reader *reader,
                                const uint8_t *ACC_READS(len) bytes ACC_NOESCAPE, size_t len,
                                size_t *used, acc_meta_header *header);

/// After ACC_OK: the payload of `header->length` bytes, valid until the next push or give_up.
const uint8_t *acc_meta_reader_payload(const acc_meta_reader *reader);

/// Whether the reader waits for the rest of a frame.
bool acc_meta_reader_is_waiting(const acc_meta_reader *reader);

/// Gives up the incomplete frame after a packet timeout: its first byte is skipped and the others are
/// searched again. Then call push with `len` 0.
void acc_meta_reader_give_up(acc_meta_reader *reader);

/// The number of bytes skipped so far that belonged to no frame.
uint32_t acc_meta_reader_skipped(const acc_meta_reader *reader);

/// The fragment header, the first bytes of a fragmented frame's payload.
typedef struct acc_meta_fragment {
    uint32_t total;  ///< fragments of the object, at least 1
    uint32_t index;  ///< number of this fragment, from 0
} acc_meta_fragment;

/// Reads a fragment header. ACC_TRUNCATED when the payload is shorter than it, ACC_MALFORMED when the
/// index is not below the total.
acc_status acc_meta_fragment_read(const uint8_t *ACC_READS(len) payload ACC_NOESCAPE, size_t len,
                                  acc_meta_fragment *fragment);

/// Writes a fragment header, ACC_META_FRAGMENT_SIZE bytes.
void acc_meta_fragment_write(const acc_meta_fragment *fragment, uint8_t *out);

/// Joins the fragments of an object. All fields but `size` are private.
typedef struct acc_meta_joiner {
    uint8_t *ACC_NULLABLE memory;  // the caller's
    size_t capacity;
    size_t size;     ///< bytes of the object so far
    uint32_t total;  // fragments of the object
    uint32_t next;   // index of the next expected fragment
} acc_meta_joiner;

/// Initialises a joiner. It uses `memory` of `capacity` bytes as long as it lives.
void acc_meta_joiner_init(acc_meta_joiner *joiner, uint8_t *memory, size_t capacity);

/// Adds a frame's payload: a fragment if `flags` has ACC_META_FRAGMENTED, else a whole object. ACC_OK:
/// the object is complete, `size` bytes in the joiner's memory. ACC_TRUNCATED: more fragments follow,
/// or this one is a repetition. ACC_MALFORMED: no valid fragment header, or a fragment is missing
/// before this one. ACC_NO_ROOM: the object exceeds the memory. The last two drop the object. Index 0
/// always begins a new object.
acc_status acc_meta_joiner_push(acc_meta_joiner *joiner, uint8_t flags,
                                const uint8_t *ACC_READS(len) payload ACC_NOESCAPE, size_t len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
