// The outer code: parity pieces over GF(256) that restore any lost pieces, up to the number of
// parity pieces received (maximum distance separable). A Reed-Solomon code in
// Cauchy form: parity piece j is the sum over i of piece i / ((128 + j) + i), in GF(256) with
// polynomial x^8 + x^4 + x^3 + x^2 + 1. No state outside the arguments.
#ifndef ACC_FEC_ERASURE_H
#define ACC_FEC_ERASURE_H

#include "accessory/base.h"

#define ERASURE_MAX_PARITY 8u

// Adds `piece` (data piece `index`, 0 to 127) times its factor to parity piece `parity`.
void acc_erasure_add(uint8_t *parity_piece, unsigned parity, const uint8_t *piece, unsigned index,
                     size_t size);

// Repairs data pieces in place. `pieces` has `count` data pieces, then `parity` parity pieces of `size`
// bytes each; bit i of `present` is set when piece i arrived. False when too few arrived. The parity
// pieces are overwritten.
bool acc_erasure_repair(uint8_t *pieces, unsigned count, unsigned parity, size_t size,
                        uint32_t present);

#endif
