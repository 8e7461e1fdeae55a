// Turns the decisions after a sync word into a checked frame: whitening, header CRC-16, CRC-32. frames.c calls it.
#include "base/bytes.h"
#include "modem/air.h"
#include "modem/soft.h"

#include <string.h>

#define HEADER_SYMBOLS (8 * ACC_FRAME_HEADER_SIZE)

void acc_deframer_start(deframer *d)
{
    memset(d, 0, sizeof *d);
    d->white = WHITE_SEED;
}

size_t acc_deframer_size(const deframer *d)
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
    d->end = 8 * (uint32_t)acc_deframer_size(d);
    return DEFRAME_HEADER;
}

deframe_result acc_deframer_push(deframer *d, unsigned bits, uint8_t *frame)
{
    uint32_t at = d->symbols;
    d->symbols += 4;
    bits ^= white_next_four(&d->white);
    if (at < HEADER_SYMBOLS) {
        d->header_bits = d->header_bits << 4 | bits;
        return d->symbols < HEADER_SYMBOLS ? DEFRAME_MORE : end_header(d, frame);
    }
    frame[at / 8] = (uint8_t)((unsigned)frame[at / 8] << 4 | bits);
    if (d->symbols < d->end)
        return DEFRAME_MORE;
    return acc_frame_check(frame, d->end / 8, &d->header) == ACC_OK ? DEFRAME_FRAME : DEFRAME_BAD;
}
