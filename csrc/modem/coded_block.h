// Decodes one block of a coded frame from the receiver's history, for coded.c.
#ifndef ACC_MODEM_CODED_BLOCK_H
#define ACC_MODEM_CODED_BLOCK_H

#include "modem/coded.h"

enum { CODED_FRACTIONS = 64 };

// Symbols from the first symbol of a block sync to its middle.
static const float coded_half_sync = (CODED_SYNC_SYMBOLS - 1) / 2.0f;

// The place of the block sync's first symbol in the history.
static inline float coded_place(const coded_receiver *rx, const coded_start *start)
{
    return (float)(start->middle - (double)rx->first) - coded_half_sync * start->period;
}

// Decodes the block near `start` and refines `start`; false when no block can be decoded.
bool acc_coded_block_read(coded_receiver *rx, coded_start *start, acc_fec_block *block,
                          unsigned *errors);

#endif
