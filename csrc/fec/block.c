// Coded blocks: cuts a frame into pieces and adds parity pieces (outer code: erasure.h), encodes each
// block (inner code: conv.h), interleaves and scrambles it. The collector restores the frame. Specified
// in docs/modem.md, Coded frames.
//
// Input: a frame's bytes, or the soft decisions of one block. Output: symbols for the modulator, or
// a piece for the collector. The modem's coded frames call it.
#include "accessory/fec.h"

#include "accessory/crc.h"
#include "base/bytes.h"
#include "fec/conv.h"
#include "fec/erasure.h"

#include <assert.h>
#include <string.h>

enum {
    TAG_SIZE = 2,
    CHECKED = TAG_SIZE + ACC_FEC_PIECE_SIZE,
    BLOCK_SIZE = CHECKED + 2,
    // symbol s of the block is bit 187 s mod 492 of the code: 24 consecutive lost symbols are at least 9
    // symbols of the code apart
    STRIDE = 187,
};

static_assert(2 * (8 * BLOCK_SIZE + CONV_TAIL) == ACC_FEC_BLOCK_SYMBOLS, "block size");
static_assert(8 * BLOCK_SIZE + CONV_TAIL <= CONV_MAX_BITS, "working memory");

// k = ceil(bytes / 26).
static size_t piece_count(size_t frame_size)
{
    return (frame_size + ACC_FEC_PIECE_SIZE - 1) / ACC_FEC_PIECE_SIZE;
}

// 1 + floor((k + 2) / 6): one of 2 to 4 blocks may be lost, 2 of 6 to 11, 3 of 13 to 18, 4 of 20 to
// 24.
static size_t parity_count(size_t pieces)
{
    return 1 + (pieces + 2) / 6;
}

size_t acc_fec_block_count(size_t frame_size)
{
    assert(frame_size >= 1 && frame_size <= ACC_FRAME_MAX_SIZE);
    size_t pieces = piece_count(frame_size);
    return pieces + parity_count(pieces);
}

// The randomiser of CCSDS 131.0-B: x^8 + x^7 + x^5 + x^3 + 1 from all ones. Returns the next bit.
static unsigned scramble(unsigned *state)
{
    unsigned bit = *state >> 7;
    *state = (*state << 1 | ((*state >> 7 ^ *state >> 4 ^ *state >> 2 ^ *state) & 1)) & 0xFF;
    return bit;
}

// Data piece `index`, the last one padded with zeros.
static void cut_piece(const uint8_t *frame, size_t len, size_t index,
                      uint8_t piece[ACC_FEC_PIECE_SIZE])
{
    size_t start = index * ACC_FEC_PIECE_SIZE;
    size_t size = len - start < ACC_FEC_PIECE_SIZE ? len - start : ACC_FEC_PIECE_SIZE;
    memset(piece, 0, ACC_FEC_PIECE_SIZE);
    memcpy(piece, frame + start, size);
}

// A data piece, or the parity piece as the sum of all data pieces times their factors.
static void make_piece(const uint8_t *frame, size_t len, size_t index,
                       uint8_t piece[ACC_FEC_PIECE_SIZE])
{
    size_t pieces = piece_count(len);
    if (index < pieces) {
        cut_piece(frame, len, index, piece);
        return;
    }
    memset(piece, 0, ACC_FEC_PIECE_SIZE);
    for (size_t i = 0; i < pieces; i++) {
        uint8_t data[ACC_FEC_PIECE_SIZE];
        cut_piece(frame, len, i, data);
        acc_erasure_add(piece, (unsigned)(index - pieces), data, (unsigned)i, ACC_FEC_PIECE_SIZE);
    }
}

// Block = tag, piece, CRC-16; then the code, the interleaver and the scrambler. The tag has the
// piece number (5 bits), k - 1 (5 bits) and the low 6 bits of the frame's last byte, which separate
// frames.
void acc_fec_block_write(const uint8_t *frame, size_t len, size_t index, uint8_t *symbols)
{
    assert(index < acc_fec_block_count(len));
    uint8_t block[BLOCK_SIZE], coded[ACC_FEC_BLOCK_SYMBOLS];
    size_t tag = index << 11 | (piece_count(len) - 1) << 6 | (frame[len - 1] & 63);
    store_be16(block, (uint16_t)tag);
    make_piece(frame, len, index, block + TAG_SIZE);
    store_be16(block + CHECKED, acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, block, CHECKED));
    acc_conv_encode(block, BLOCK_SIZE, coded);
    unsigned state = 0xFF;
    for (size_t i = 0, from = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++) {
        symbols[i] = (uint8_t)(coded[from] ^ scramble(&state));
        from = (from + STRIDE) % ACC_FEC_BLOCK_SYMBOLS;
    }
}

// Counts symbols received with the wrong sign, by encoding the decoded block again.
static unsigned count_errors(const int8_t *soft, const uint8_t block[BLOCK_SIZE])
{
    uint8_t coded[ACC_FEC_BLOCK_SYMBOLS];
    unsigned errors = 0;
    acc_conv_encode(block, BLOCK_SIZE, coded);
    for (size_t i = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++)
        errors += coded[i] ? soft[i] < 0 : soft[i] > 0;
    return errors;
}

// Reverses scrambler (a sign flip of the soft value) and interleaver, decodes, and checks the CRC-16.
acc_status acc_fec_block_read(const int8_t *soft, acc_fec_block *block, unsigned *errors,
                              acc_fec_scratch *scratch)
{
    uint8_t bytes[BLOCK_SIZE];
    unsigned state = 0xFF;
    for (size_t i = 0, to = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++) {
        assert(soft[i] >= -ACC_FEC_SOFT_MAX && soft[i] <= ACC_FEC_SOFT_MAX);
        int flip = -(int)scramble(&state);
        scratch->soft[to] = (int8_t)((soft[i] ^ flip) - flip);
        to += STRIDE;
        to -= to < ACC_FEC_BLOCK_SYMBOLS ? 0 : ACC_FEC_BLOCK_SYMBOLS;
    }
    bool whole = acc_conv_decode(scratch->soft, bytes, BLOCK_SIZE, scratch->survivors);
    if (acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, bytes, CHECKED) != load_be16(bytes + CHECKED))
        return ACC_BAD_CHECK;
    unsigned tag = load_be16(bytes);
    block->index = (uint8_t)(tag >> 11);
    block->pieces = (uint8_t)((tag >> 6 & 31) + 1);
    block->id = tag & 63;
    if (block->pieces > piece_count(ACC_FRAME_MAX_SIZE) ||
        block->index >= block->pieces + parity_count(block->pieces))
        return ACC_MALFORMED;
    memcpy(block->piece, bytes + TAG_SIZE, ACC_FEC_PIECE_SIZE);
    if (errors)
        *errors = whole ? 0 : count_errors(scratch->soft, bytes);
    return ACC_OK;
}

void acc_fec_collector_reset(acc_fec_collector *collector)
{
    memset(collector, 0, sizeof *collector);
}

// Adds a block's piece; true once, when any k pieces have arrived. A block of another frame starts a
// new collection.
bool acc_fec_collect(acc_fec_collector *collector, const acc_fec_block *block)
{
    if (collector->count != block->pieces || collector->id != block->id) {
        acc_fec_collector_reset(collector);
        collector->count = block->pieces;
        collector->id = block->id;
    }
    if (collector->whole)
        return false;
    memcpy(collector->pieces[block->index], block->piece, ACC_FEC_PIECE_SIZE);
    collector->present |= 1u << block->index;
    collector->whole = acc_erasure_repair(collector->pieces[0], collector->count,
                                          (unsigned)parity_count(collector->count),
                                          ACC_FEC_PIECE_SIZE, collector->present);
    return collector->whole;
}
