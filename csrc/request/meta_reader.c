// Finds frames in a stream of bytes (docs/request-transfer.md).
//
// Input: bytes in pieces of any size, from a serial transport. Output: checked frames. After a
// wrong CRC it searches the same bytes again from the second one, so a frame inside a false one is not
// lost. The magic is one byte and the header has no checksum, so false starts are frequent after
// damage.
#include "accessory/request.h"

#include <assert.h>
#include <string.h>

void acc_meta_reader_init(acc_meta_reader *reader, uint8_t *memory, size_t capacity)
{
    assert(capacity >= ACC_META_HEADER_SIZE);
    *reader = (acc_meta_reader){.memory = memory, .capacity = capacity};
}

static void discard(acc_meta_reader *reader, size_t n)
{
    reader->count -= n;
    memmove(reader->memory, reader->memory + n, reader->count);
}

// Whether a frame may start with these bytes: they begin with the magic and, if the header is complete,
// its length fits in the memory.
static bool may_begin(const acc_meta_reader *reader, const uint8_t *bytes, size_t len)
{
    if (bytes[0] != ACC_META_MAGIC)
        return false;
    acc_meta_header header;
    return len < ACC_META_HEADER_SIZE ||
           (acc_meta_header_read(bytes, &header) == ACC_OK &&
            ACC_META_HEADER_SIZE + (size_t)header.length <= reader->capacity);
}

// Skips bytes from `from` on until a frame may start with the first one.
static void resync(acc_meta_reader *reader, size_t from)
{
    size_t at = from;
    while (at < reader->count && !may_begin(reader, reader->memory + at, reader->count - at))
        at++;
    if (at)
        discard(reader, at);
    reader->skipped += (uint32_t)at;
}

// The bytes needed for the next decision: a header, then its frame.
static size_t wanted(const acc_meta_reader *reader)
{
    acc_meta_header header;
    if (reader->count < ACC_META_HEADER_SIZE)
        return ACC_META_HEADER_SIZE;
    acc_meta_header_read(reader->memory, &header);
    return ACC_META_HEADER_SIZE + (size_t)header.length;
}

// Copies no more than the current frame needs, so the rest stays with the caller.
static size_t take(acc_meta_reader *reader, size_t want, const uint8_t *bytes, size_t len)
{
    size_t n = want - reader->count;
    n = n < len ? n : len;
    if (n)
        memcpy(reader->memory + reader->count, bytes, n);
    reader->count += n;
    return n;
}

// Resynchronises, reads a header, then its frame, and checks it; repeats until there is a result.
acc_status acc_meta_reader_push(acc_meta_reader *reader, const uint8_t *bytes, size_t len,
                                size_t *used, acc_meta_header *header)
{
    *used = 0;
    discard(reader, reader->used);
    reader->used = 0;
    for (;;) {
        resync(reader, 0);
        size_t want = wanted(reader);
        if (reader->count < want) {
            *used += take(reader, want, bytes + *used, len - *used);
            if (reader->count < want)
                return resync(reader, 0), ACC_TRUNCATED;
        } else if (acc_meta_frame_check(reader->memory, want, header) == ACC_OK) {
            reader->used = want;
            return ACC_OK;
        } else {
            resync(reader, 1);
            return ACC_BAD_CHECK;
        }
    }
}

const uint8_t *acc_meta_reader_payload(const acc_meta_reader *reader)
{
    assert(reader->used);
    return reader->memory + ACC_META_HEADER_SIZE;
}

bool acc_meta_reader_is_waiting(const acc_meta_reader *reader)
{
    return reader->count > reader->used;
}

// After the caller's timeout the header counts as false, because its frame's bytes did not arrive.
void acc_meta_reader_give_up(acc_meta_reader *reader)
{
    discard(reader, reader->used);
    reader->used = 0;
    if (reader->count)
        resync(reader, 1);
}

uint32_t acc_meta_reader_skipped(const acc_meta_reader *reader)
{
    return reader->skipped;
}
