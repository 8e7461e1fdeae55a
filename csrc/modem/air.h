// The wire constants of a frame, shared by sender and receiver (docs/modem.md).
#ifndef ACC_MODEM_AIR_H
#define ACC_MODEM_AIR_H

#include <stdint.h>

#define PREAMBLE_BITS 24u  // 1010...
#define SYNC_BITS 32u
#define TAIL_BITS 3u    // 0 1 0; the last falls to silence
#define LEADER_BITS 4u  // of mark, before and after a stream
// its correlation with preamble and itself is at most 6 of 32 at any other shift, in either polarity
#define SYNC_WORD 0x2B6112E7u
// block sync, before each block of a coded frame: as many ones as zeros, side lobes of at most 4 of 48
#define BLOCK_SYNC_BITS 48u
#define BLOCK_SYNC_WORD 0x05D16CA539F3u
#define WHITE_SEED 0x1FFu

// The whitening register, x^9 + x^5 + 1: returns the next bit.
static inline unsigned white_next(uint16_t *state)
{
    unsigned bit = *state & 1u;
    *state = (uint16_t)(*state >> 1 | ((*state ^ *state >> 5) & 1u) << 8);
    return bit;
}

// The register's next four bits, the first one highest.
static inline unsigned white_next_four(uint16_t *state)
{
    unsigned bits = *state & 15u, ahead = (*state ^ *state >> 5) & 15u;
    *state = (uint16_t)(*state >> 4 | ahead << 5);
    return (bits & 1) << 3 | (bits & 2) << 1 | (bits & 4) >> 1 | bits >> 3;
}

#endif
