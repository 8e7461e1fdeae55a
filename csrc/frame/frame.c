// Writes and checks single frames; the bytes are specified in docs/link.md and accessory/frame.h.
#include "accessory/frame.h"

#include "accessory/crc.h"
#include "base/bytes.h"

#include <assert.h>
#include <string.h>

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
