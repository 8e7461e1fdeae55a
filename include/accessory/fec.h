/// Forward error correction: a frame is sent as blocks, and is received even when some blocks are lost.
///
/// Sender: acc_fec_block_count(), then acc_fec_block_write() for each block; the carrier sends a
/// block sync before each. Receiver: acc_fec_block_read() on the soft decisions after a block sync,
/// then acc_fec_collect() until it returns true: the frame is complete.
///
/// Scheme 1, the only one (the number in the frame header's FEC field): a frame of n bytes, padded
/// with zeros, becomes k = ceil(n / 26) data pieces and 1 + (k + 2) / 6 parity pieces of 26 bytes
/// (Cauchy Reed-Solomon over GF(256)); any k of them restore the frame. A block has 30 bytes: a
/// tag (piece number 5 bits, k - 1 5 bits, low 6 bits of the frame's last byte; big-endian), the
/// piece, and the CRC-16/CCITT-FALSE of both. It is convolutionally encoded (K = 7, rate 1/2, 171
/// and 133 octal, six zero bits at the end), interleaved and scrambled: 492 symbols. Specified in
/// docs/modem.md. One thread at a time for each struct; no other state.
#ifndef ACC_FEC_H
#define ACC_FEC_H

#include "accessory/base.h"
#include "accessory/frame.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_FEC_SCHEME 1u
#define ACC_FEC_PIECE_SIZE 26u      ///< bytes of a frame per block
#define ACC_FEC_MAX_BLOCKS 24u      ///< blocks of the largest frame, parity included
#define ACC_FEC_BLOCK_SYMBOLS 492u  ///< symbols of one block, without its block sync
#define ACC_FEC_SOFT_MAX 63         ///< largest magnitude of a soft decision

/// A decoded block.
typedef struct acc_fec_block {
    uint8_t index;   ///< 0 to 23: data pieces first, then parity pieces
    uint8_t pieces;  ///< data pieces of the frame, 1 to 20
    uint8_t id;      ///< 0 to 63, separates the blocks of consecutive frames
    uint8_t piece[ACC_FEC_PIECE_SIZE];
} acc_fec_block;

/// Working memory of acc_fec_block_read; no state between calls.
typedef struct acc_fec_scratch {
    uint16_t survivors[16][64];
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
} acc_fec_scratch;

/// Collects the blocks of a frame. Zero it, or call acc_fec_collector_reset(), before the first block.
typedef struct acc_fec_collector {
    uint8_t pieces[ACC_FEC_MAX_BLOCKS][ACC_FEC_PIECE_SIZE];  ///< the frame, once it is complete
    uint32_t present;                                        ///< bit i: piece i arrived
    uint8_t count;  ///< data pieces of the frame, 0 before the first block
    uint8_t id;     ///< `id` of the frame's blocks
    bool whole;     ///< the frame has been reported
} acc_fec_collector;

/// The number of blocks of a frame of `frame_size` bytes (1 to ACC_FRAME_MAX_SIZE), parity included.
size_t acc_fec_block_count(size_t frame_size);

/// Encodes block `index` of a frame: 492 symbols in sending order, each 0 or 1.
void acc_fec_block_write(const uint8_t *ACC_READS(len) frame ACC_NOESCAPE, size_t len, size_t index,
                         uint8_t *ACC_COUNT(ACC_FEC_BLOCK_SYMBOLS) symbols ACC_NOESCAPE);

/// Decodes a block from soft decisions in the order received: -63 to 63 on any scale, positive for a
/// one, 0 for an unknown symbol. ACC_BAD_CHECK when the checksum is wrong, ACC_MALFORMED when the tag
/// is invalid. `errors`, unless null, receives the number of corrected symbols.
acc_status acc_fec_block_read(const int8_t *ACC_COUNT(ACC_FEC_BLOCK_SYMBOLS) soft ACC_NOESCAPE,
                              acc_fec_block *block, unsigned *ACC_NULLABLE errors,
                              acc_fec_scratch *scratch);

/// Drops the incomplete frame.
void acc_fec_collector_reset(acc_fec_collector *collector);

/// Adds a block. A block of another frame drops an incomplete frame. Returns true once per frame, when
/// enough blocks have arrived: `collector->pieces` then begins with the frame. Check it with
/// acc_frame_check.
bool acc_fec_collect(acc_fec_collector *collector, const acc_fec_block *block);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
