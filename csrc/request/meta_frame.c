// Request-transfer frames and fragments: reading, writing and checking their headers
// (docs/request-transfer.md).
//
// Input: bytes, or a header and a payload. Output: the other form. meta_reader.c finds frames in a
// stream, meta_joiner.c joins fragments; the Swift sessions call all three.
#include "accessory/crc.h"
#include "accessory/request.h"
#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// Magic, command, key, flags, length (2), CRC (2), sequence (2), all big-endian.
acc_status acc_meta_header_read(const uint8_t *bytes, acc_meta_header *header)
{
    header->command = bytes[1];
    header->key = bytes[2];
    header->flags = bytes[3];
    header->length = load_be16(bytes + 4);
    header->crc = load_be16(bytes + 6);
    header->sequence = load_be16(bytes + 8);
    return bytes[0] == ACC_META_MAGIC ? ACC_OK : ACC_MALFORMED;
}

// The payload may be in `out` already, so it is moved before the header is written. The CRC-16/ARC
// covers the payload only.
size_t acc_meta_frame_write(const acc_meta_header *header, const uint8_t *payload, size_t len,
                            uint8_t *out, size_t capacity)
{
    assert(len <= UINT16_MAX);
    if (capacity < ACC_META_HEADER_SIZE + len)
        return 0;
    if (len)
        memmove(out + ACC_META_HEADER_SIZE, payload, len);
    out[0] = ACC_META_MAGIC;
    out[1] = header->command;
    out[2] = header->key;
    out[3] = header->flags;
    store_be16(out + 4, (uint16_t)len);
    store_be16(out + 6, acc_crc16_arc(ACC_CRC16_ARC_INIT, out + ACC_META_HEADER_SIZE, len));
    store_be16(out + 8, header->sequence);
    return ACC_META_HEADER_SIZE + len;
}

// A damaged header shows only as a wrong magic or a wrong CRC of the payload it delimits.
acc_status acc_meta_frame_check(const uint8_t *frame, size_t len, acc_meta_header *header)
{
    if (len < ACC_META_HEADER_SIZE)
        return ACC_TRUNCATED;
    acc_status status = acc_meta_header_read(frame, header);
    if (status != ACC_OK)
        return status;
    if (len < ACC_META_HEADER_SIZE + (size_t)header->length)
        return ACC_TRUNCATED;
    const uint8_t *payload = frame + ACC_META_HEADER_SIZE;
    return acc_crc16_arc(ACC_CRC16_ARC_INIT, payload, header->length) == header->crc
               ? ACC_OK
               : ACC_BAD_CHECK;
}

// Total number of fragments and the index of this one, 4 bytes each.
acc_status acc_meta_fragment_read(const uint8_t *payload, size_t len, acc_meta_fragment *fragment)
{
    if (len < ACC_META_FRAGMENT_SIZE)
        return ACC_TRUNCATED;
    fragment->total = load_be32(payload);
    fragment->index = load_be32(payload + 4);
    return fragment->index < fragment->total ? ACC_OK : ACC_MALFORMED;
}

void acc_meta_fragment_write(const acc_meta_fragment *fragment, uint8_t *out)
{
    store_be32(out, fragment->total);
    store_be32(out + 4, fragment->index);
}
