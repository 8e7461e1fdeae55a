// The sender's interleaver memory: cell i has coded bit i of each block of a group. The order on
// the line takes the same bit of all blocks in turn, so a row needs one load instead of one per
// block.
#ifndef ACC_CABLE_CELLS_H
#define ACC_CABLE_CELLS_H

#include "cable/plan.h"

// log2 of a cell's bits: the smallest power of two that is at least the number of blocks.
static inline unsigned cells_width(unsigned blocks)
{
    unsigned width = 0;
    while (1u << width < blocks)
        width++;
    return width;
}

// The bits of cell i, block 0 lowest.
static inline uint32_t cells_get(const uint32_t *cells, unsigned width, uint32_t i)
{
    uint32_t at = i << width;
    return cells[at / 32] >> at % 32 & (((uint32_t)1 << (1u << width)) - 1);
}

// Stores the bits of a code block that are sent, as bit `block` of each cell: the pairs, which end
// at byte `parity` of the code block, the other information bits, and the parity bits from there
// on. Block 0 must be the first call: it clears the cells.
void acc_cable_cells_put(uint32_t *cells, unsigned width, unsigned block, const uint32_t *bits,
                         const cable_plan *plan, uint32_t parity);

#endif
