#include "base/bytes.h"
#include "modem/air.h"
#include "modem/soft.h"

#include <string.h>

#define HEADER_SYMBOLS (8 * ACC_FRAME_HEADER_SIZE)

void deframer_start(deframer *d)
{
    memset(d, 0, sizeof *d);
    d->white = WHITE_SEED;
}

size_t deframer_size(const deframer *d)
{
    return d->symbols < HEADER_SYMBOLS ? 0 : d->header.length + ACC_FRAME_OVERHEAD;
}

static deframe_result end_header(deframer *d, uint8_t *frame)
{
    uint8_t bytes[ACC_FRAME_HEADER_SIZE];
    store_be32(bytes, d->header_bits);
    if (acc_frame_header_read(bytes, &d->header) != ACC_OK || d->header.fec)
        return DEFRAME_NONE;
    memcpy(frame, bytes, sizeof bytes);
    return DEFRAME_HEADER;
}

deframe_result deframer_push(deframer *d, float soft, uint8_t *frame)
{
    unsigned bit = (soft > 0) ^ white_next(&d->white);
    uint32_t at = d->symbols++;
    if (at < HEADER_SYMBOLS) {
        d->header_bits = d->header_bits << 1 | bit;
        return at + 1 < HEADER_SYMBOLS ? DEFRAME_MORE : end_header(d, frame);
    }
    frame[at / 8] = (uint8_t)((unsigned)frame[at / 8] << 1 | bit);
    size_t size = deframer_size(d);
    if (at + 1 < 8 * size)
        return DEFRAME_MORE;
    return acc_frame_check(frame, size, &d->header) == ACC_OK ? DEFRAME_FRAME : DEFRAME_BAD;
}
