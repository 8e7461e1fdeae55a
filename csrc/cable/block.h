// Encoding and decoding of a payload's blocks: CRC-24, scrambling, code (block.c).
#ifndef ACC_CABLE_BLOCK_H
#define ACC_CABLE_BLOCK_H

#include "cable/plan.h"

// CRC-24 of RFC 4880 (polynomial 0x864CFB, most significant bit first, from 0xB704CE) over the
// block's number in four bytes, big-endian, and its bytes.
uint32_t acc_cable_block_crc(uint32_t number, const uint8_t *bytes, size_t len);

// Encodes a block of plan->block_size bytes, zeros after the first `len`. `bits` is the whole code
// block, columns * z / 32 words.
void acc_cable_block_encode(const cable_plan *plan, const ldpc_code *code, uint32_t number,
                            const uint8_t *bytes, size_t len, uint32_t *bits);

// Index in the code block of the first pair. Pairs are the last information bits, in columns with
// few checks. The columns with many checks, which correct best, are for uniform bits: pairs need
// less help.
static inline uint32_t block_pairs(const cable_plan *plan, const ldpc_code *code)
{
    return ldpc_information(code) * plan->mode.lifting - 2 * plan->pairs;
}

// Index in the code block of coded bit `index` < plan->coded. Coded bits are pairs, other
// information, parity.
static inline uint32_t block_place(const cable_plan *plan, const ldpc_code *code, uint32_t index)
{
    uint32_t pairs = 2 * plan->pairs, others = plan->information - pairs;
    uint32_t parity = ldpc_information(code) * plan->mode.lifting;
    return index < pairs               ? parity - pairs + index
           : index < plan->information ? index - pairs
                                       : parity + index - pairs - others;
}

// Sets a block's sums: 0 for bits that are sent, LDPC_LLR_MAX for the padding zeros, which are not.
void acc_cable_block_clear(const cable_plan *plan, const ldpc_code *code, int16_t *sums);

// Decodes a block from log-likelihood ratios. `bytes` receives its bytes and CRC, block_size +
// CABLE_CRC_SIZE, and of a shaped block up to MATCHER_ROOM more. `iterations` receives the
// decoder's iterations, 0 when it did not converge. False when the CRC is wrong. With `kernels`
// NULL the compact decoder runs, and `messages` is its memory.
bool acc_cable_block_decode(const cable_plan *plan, const ldpc_code *code,
                            const cable_kernels *kernels, uint32_t number, int16_t *sums,
                            int16_t *messages, uint8_t *bytes, unsigned *iterations);

#endif
