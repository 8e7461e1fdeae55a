// Writes and checks single frames (docs/link.md, section 1; accessory/frame.h).
//
// Input: a payload of up to 512 bytes, or the bytes of a frame. Output: the frame, or its header
// and the result of both checksums. The modems and reader.c find frames with it, the link's sender
// builds them.
#include "accessory/frame.h"

#include "accessory/crc.h"
#include "base/bytes.h"

#include <assert.h>
#include <string.h>

// Bytes 0-1: version (2 bits), error correction (4), length (10). Bytes 2-3: their
// CRC-16/CCITT-FALSE, so the length can be trusted before the payload has arrived.
acc_status acc_frame_header_read(const uint8_t *bytes, acc_frame_header *header)
{
    if (acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, bytes, 2) != load_be16(bytes + 2))
        return ACC_BAD_CHECK;
    uint16_t word = load_be16(bytes);
    if (word >> 14 != ACC_FRAME_VERSION)
        return ACC_UNSUPPORTED;
    header->fec = word >> 10 & 15;
    header->length = word & 0x3FF;
    return header->length > ACC_FRAME_MAX_PAYLOAD ? ACC_OUT_OF_RANGE : ACC_OK;
}

// The payload may be in `out` already, so it is moved first. The CRC-32 covers header and payload.
size_t acc_frame_write(uint8_t fec, const uint8_t *payload, size_t len, uint8_t *out,
                       size_t capacity)
{
    assert(len <= ACC_FRAME_MAX_PAYLOAD && fec <= 15);
    if (capacity < len + ACC_FRAME_OVERHEAD)
        return 0;
    store_be16(out, (uint16_t)(ACC_FRAME_VERSION << 14 | (unsigned)fec << 10 | len));
    store_be16(out + 2, acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, out, 2));
    if (len)
        memmove(out + ACC_FRAME_HEADER_SIZE, payload, len);
    size_t checked = ACC_FRAME_HEADER_SIZE + len;
    store_be32(out + checked, acc_crc32(ACC_CRC32_INIT, out, checked));
    return checked + 4;
}

// ACC_TRUNCATED while bytes are missing, so a caller can retry with more.
acc_status acc_frame_check(const uint8_t *frame, size_t len, acc_frame_header *header)
{
    if (len < ACC_FRAME_HEADER_SIZE)
        return ACC_TRUNCATED;
    acc_status status = acc_frame_header_read(frame, header);
    if (status != ACC_OK)
        return status;
    size_t checked = ACC_FRAME_HEADER_SIZE + header->length;
    if (len < checked + 4)
        return ACC_TRUNCATED;
    return acc_crc32(ACC_CRC32_INIT, frame, checked) == load_be32(frame + checked) ? ACC_OK
                                                                                   : ACC_BAD_CHECK;
}
