// Finds frames in a byte stream (serial transports) and resynchronises after damage. The header's
// CRC-16 identifies a frame's start; random bytes pass at most once in 65536, and the CRC-32 then
// rejects them.
//
// Input: bytes in pieces of any size. Output: payloads of whole frames for the link, or
// ACC_BAD_CHECK.
#include "accessory/frame.h"

#include <assert.h>
#include <string.h>

void acc_frame_reader_init(acc_frame_reader *reader)
{
    reader->count = reader->used = 0;
    reader->skipped = 0;
}

// Removes the first n bytes of the buffer, which has room for one frame.
static void discard(acc_frame_reader *reader, size_t n)
{
    reader->count = (uint16_t)(reader->count - n);
    memmove(reader->bytes, reader->bytes + n, reader->count);
}

// Skips bytes from `from` until a valid header is first or fewer than four bytes are left.
static void resync(acc_frame_reader *reader, size_t from)
{
    acc_frame_header header;
    size_t at = from;
    while (at + ACC_FRAME_HEADER_SIZE <= reader->count &&
           acc_frame_header_read(reader->bytes + at, &header) != ACC_OK)
        at++;
    discard(reader, at);
    reader->skipped += (uint32_t)at;
}

// The bytes needed for the next decision: a header, then its frame.
static size_t wanted(const acc_frame_reader *reader)
{
    acc_frame_header header;
    if (reader->count < ACC_FRAME_HEADER_SIZE)
        return ACC_FRAME_HEADER_SIZE;
    acc_frame_header_read(reader->bytes, &header);
    return header.length + (size_t)ACC_FRAME_OVERHEAD;
}

// Copies no more than the current frame needs, so the rest stays with the caller.
static size_t take(acc_frame_reader *reader, size_t want, const uint8_t *bytes, size_t len)
{
    size_t n = want - reader->count;
    n = n < len ? n : len;
    if (n)
        memcpy(reader->bytes + reader->count, bytes, n);
    reader->count = (uint16_t)(reader->count + n);
    return n;
}

// After a wrong CRC-32, only the first byte of the header is skipped and the same bytes are
// searched again: a damaged frame never costs a later one.
acc_status acc_frame_reader_push(acc_frame_reader *reader, const uint8_t *bytes, size_t len,
                                 size_t *used)
{
    acc_frame_header header;
    *used = 0;
    discard(reader, reader->used);
    reader->used = 0;
    for (;;) {
        resync(reader, 0);
        size_t want = wanted(reader);
        if (reader->count < want) {
            *used += take(reader, want, bytes + *used, len - *used);
            if (reader->count < want)
                return ACC_TRUNCATED;
        } else if (acc_frame_check(reader->bytes, want, &header) == ACC_OK) {
            reader->used = (uint16_t)want;
            return ACC_OK;
        } else {
            resync(reader, 1);
            return ACC_BAD_CHECK;
        }
    }
}

const uint8_t *acc_frame_reader_payload(const acc_frame_reader *reader, size_t *size)
{
    assert(reader->used);
    *size = reader->used - (size_t)ACC_FRAME_OVERHEAD;
    return reader->bytes + ACC_FRAME_HEADER_SIZE;
}

uint32_t acc_frame_reader_skipped(const acc_frame_reader *reader)
{
    return reader->skipped;
}
