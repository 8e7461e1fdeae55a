// The coded bits of a group side by side, as the sender reads them: cell i has coded bit i of each
// block. The order on the line takes the same bit of all blocks in turn, which is then one load
// instead of one for each block.
#ifndef ACC_CABLE_CELLS_H
#define ACC_CABLE_CELLS_H

#include "cable/plan.h"

// log2 of a cell's bits: the smallest power of two with a bit for each block of a group.
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

// Stores the bits of a code block that are sent in place `block` of their cells: its pairs, which
// end at byte `parity` of the code block, its other information, and its parity from there on. Block 0 must be first; it clears the
// others' places.
void acc_cable_cells_put(uint32_t *cells, unsigned width, unsigned block, const uint32_t *bits,
                         const cable_plan *plan, uint32_t parity);

#endif
