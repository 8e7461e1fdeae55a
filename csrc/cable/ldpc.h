// Quasi-cyclic low-density parity-check (LDPC) codes. The rules of docs/cable.md (Blocks) construct a
// base matrix of circulants: shifted identity matrices of Z by Z bits.
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
    LDPC_MAX_EDGES = 224,  // at least the circulants of both rates; rate 4/5 has 217
    LDPC_MAX_DEGREE = 32,  // most bits of a check: their signs fit in a word
    LDPC_ITERATIONS = 40,  // most iterations of a block
    LDPC_LLR_SCALE = 16,   // unit of a log-likelihood ratio ln(p(0) / p(1)): 1/16
    LDPC_LLR_MAX = 1000,   // largest magnitude of a log-likelihood ratio
};

// A base matrix. The circulants of row r are first[r] ... first[r + 1] - 1. For each z < Z,
// circulant e checks bit (z + shift[e]) mod Z of column[e].
typedef struct ldpc_code {
    uint8_t columns, rows;
    uint16_t first[LDPC_MAX_ROWS + 1];
    uint8_t column[LDPC_MAX_EDGES];
    uint16_t shift[LDPC_MAX_EDGES];  // below 1024; used modulo Z
} ldpc_code;

// Constructs the matrix of a rate.
void acc_cable_ldpc_make(ldpc_code *code, ldpc_rate rate);

// Number of columns of information bits.
static inline unsigned ldpc_information(const ldpc_code *code)
{
    return (unsigned)(code->columns - code->rows);
}

// Number of circulants; the decoder has Z times as many messages.
static inline unsigned ldpc_edges(const ldpc_code *code)
{
    return code->first[code->rows];
}

// Computes the parity columns from the information columns, which are first. Bit i is bit i % 32 of
// word i / 32.
void acc_cable_ldpc_encode(const ldpc_code *code, unsigned z, uint32_t *bits);

// Decodes by layered normalised min-sum. `sums` are columns * z log-likelihood ratios within
// +-CHECK_SUM_MAX; afterwards the negative ones are ones. `messages` has room for edges * z. Returns the
// number of iterations, or 0 if some checks are not satisfied after `iterations`.
unsigned acc_cable_ldpc_decode(const ldpc_code *code, unsigned z, const cable_kernels *kernels,
                               int16_t *sums, int16_t *messages, unsigned iterations);

// The magnitudes of a check's messages: bit `where` receives the second smallest magnitude, all
// other bits the smallest. Ten bytes with padding and the signs, which are in a separate word.
typedef struct ldpc_check {
    int16_t least, second;
    uint8_t where;
} ldpc_check;

// Memory of the compact decoder in bytes, for rate 4/5.
#define LDPC_COMPACT_SIZE(z) ((size_t)12 * (z) * (sizeof(ldpc_check) + sizeof(uint32_t)))

// Has the same results as acc_cable_ldpc_decode, with a quarter of its memory for messages and without
// vector instructions. `checks` has LDPC_COMPACT_SIZE(z) bytes, aligned to four. Rate 4/5 only.
unsigned acc_cable_ldpc_decode_compact(const ldpc_code *code, unsigned z, int16_t *sums,
                                       void *checks, unsigned iterations);

#endif
