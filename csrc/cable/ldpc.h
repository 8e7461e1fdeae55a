// Quasi-cyclic low-density parity-check codes, constructed by rule (docs/cable.md): a base matrix
// of circulants of Z bits.
#ifndef ACC_CABLE_LDPC_H
#define ACC_CABLE_LDPC_H

#include "cable/kernel.h"

typedef enum ldpc_rate {
    LDPC_FOUR_FIFTHS = 0,  // 60 columns, 12 rows
    LDPC_ONE_THIRD = 1,    // 36 columns, 24 rows
} ldpc_rate;

enum {
    LDPC_MIN_Z = 32,
    LDPC_MAX_Z = 1024,
    LDPC_MAX_COLUMNS = 60,
    LDPC_MAX_ROWS = 24,
    LDPC_MAX_EDGES = 224,
    LDPC_MAX_DEGREE = 32,
    LDPC_ITERATIONS = 40,
    LDPC_LLR_SCALE = 16,  // of a log-likelihood ratio, natural logarithm; positive: the bit is 0
    LDPC_LLR_MAX = 1000,
};

// One base matrix: the circulants of row r start at first[r]. Row r of circulant e checks, for each
// z < Z, bit (z + shift[e]) mod Z of column[e].
typedef struct ldpc_code {
    uint8_t columns, rows;
    uint16_t first[LDPC_MAX_ROWS + 1];
    uint8_t column[LDPC_MAX_EDGES];
    uint16_t shift[LDPC_MAX_EDGES];  // mod 1024, and so mod Z
} ldpc_code;

void acc_cable_ldpc_make(ldpc_code *code, ldpc_rate rate);

// Columns of information bits.
static inline unsigned ldpc_information(const ldpc_code *code)
{
    return (unsigned)(code->columns - code->rows);
}

// Circulants of the matrix: messages of the decoder are Z times as many.
static inline unsigned ldpc_edges(const ldpc_code *code)
{
    return code->first[code->rows];
}

// Computes the parity columns. Bit i is at word i / 32, place i % 32; the first columns hold the
// information.
void acc_cable_ldpc_encode(const ldpc_code *code, unsigned z, uint32_t *bits);

// Layered normalised min-sum on `sums`, columns * z log-likelihood ratios within +-CHECK_SUM_MAX,
// which become the decisions: negative is 1. `messages` is edges * z. Returns the number of
// iterations, 0 when the checks were not all satisfied after `iterations`.
unsigned acc_cable_ldpc_decode(const ldpc_code *code, unsigned z, const cable_kernels *kernels,
                               int16_t *sums, int16_t *messages, unsigned iterations);

// A check's messages, in nine bytes with the signs: every bit but one gets the smallest magnitude,
// that one the second smallest.
typedef struct ldpc_check {
    int16_t least, second;
    uint8_t where;
} ldpc_check;

// Bytes of the checks of rate 4/5.
#define LDPC_COMPACT_SIZE(z) ((size_t)12 * (z) * (sizeof(ldpc_check) + sizeof(uint32_t)))

// As acc_cable_ldpc_decode, with the same result to the bit, in a quarter of its memory and without
// vectors. `checks` is LDPC_COMPACT_SIZE(z) bytes, aligned to four. Rate 4/5 only.
unsigned acc_cable_ldpc_decode_compact(const ldpc_code *code, unsigned z, int16_t *sums,
                                       void *checks, unsigned iterations);

#endif
