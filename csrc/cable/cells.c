// Interleaves code blocks bit by bit: cell i has bit i of every block of the group, so a row of the
// order on the line is one load.
//
// Input: a code block of block.c. Output: its bits in the group's cells. sender_bits.c calls it
// once per block and reads the cells.
#include "cable/cells.h"

#include "cable/unroll.h"

#include <string.h>

// Spreads the lowest 32 / w bits, w = 2^width, with w - 1 zeros between them: first halves move
// apart, then quarters, down to single bits.
static inline uint32_t spread(uint32_t x, unsigned width)
{
    switch (width) {
    case 0:
        return x;
    case 1:
        x = (x | x << 8) & 0x00FF00FF;
        x = (x | x << 4) & 0x0F0F0F0F;
        x = (x | x << 2) & 0x33333333;
        return (x | x << 1) & 0x55555555;
    case 2:
        x = (x | x << 12) & 0x000F000F;
        x = (x | x << 6) & 0x03030303;
        return (x | x << 3) & 0x11111111;
    case 3:
        x = (x | x << 14) & 0x00030003;
        return (x | x << 7) & 0x01010101;
    default:
        return (x | x << 15) & 0x00010001;
    }
}

// The destination of a block's bits, and the bits of a word to keep.
typedef struct cell_view {
    uint32_t *cells, keep;
    unsigned block;
} cell_view;

// Writes eight bits to cells 8 i ... 8 i + 7 of 2^width bits: part of a word, or several words.
static inline void put_byte(cell_view v, unsigned width, uint32_t i, unsigned byte)
{
    uint32_t at = i << width;  // in bytes
    uint32_t *word = v.cells + at / 4;
    if (width <= 2) {
        *word = (*word & v.keep) | spread(byte, width) << (at % 4 * 8 + v.block);
        return;
    }
    unsigned words = 1u << (width - 2), each = 8 / words, mask = (1u << each) - 1;
    for (unsigned n = 0; n < words; n++)
        word[n] = (word[n] & v.keep) | spread(byte >> n * each & mask, width) << v.block;
}

// Writes bytes from ... end - 1 of the code block to the cells from 8 i on.
static inline void put_run(cell_view v, unsigned width, const uint32_t *bits, uint32_t from,
                           uint32_t end, uint32_t i)
{
    UNROLL(8)
    for (; from < end; from++, i++)
        put_byte(v, width, i, bits[from / 4] >> from % 4 * 8 & 255);
}

// One loop per width, so that its shifts are constants.
static void put_bytes(cell_view v, unsigned width, const uint32_t *bits, uint32_t from,
                      uint32_t end, uint32_t i)
{
    switch (width) {
    case 0:
        put_run(v, 0, bits, from, end, i);
        break;
    case 1:
        put_run(v, 1, bits, from, end, i);
        break;
    case 2:
        put_run(v, 2, bits, from, end, i);
        break;
    case 3:
        put_run(v, 3, bits, from, end, i);
        break;
    default:
        put_run(v, 4, bits, from, end, i);
        break;
    }
}

void acc_cable_cells_put(uint32_t *cells, unsigned width, unsigned block, const uint32_t *bits,
                         const cable_plan *plan, uint32_t parity)
{
    uint32_t information = plan->information / 8, bytes = plan->coded / 8, pairs = plan->pairs / 4;
    cell_view view = {cells, block ? UINT32_MAX : 0, block};
    if (block == 0 && width < 2) {  // several bytes share a word
        memset(cells, 0, ((bytes << width) + 3) / 4 * sizeof *cells);
        view.keep = UINT32_MAX;
    }
    put_bytes(view, width, bits, parity - pairs, parity, 0);
    put_bytes(view, width, bits, 0, information - pairs, pairs);
    put_bytes(view, width, bits, parity, parity + bytes - information, information);
}
