// The outer code over GF(256) (erasure.h). Input: data pieces, or any k of the pieces. Output:
// parity pieces, or the lost data pieces. block.c calls it. A frame has few pieces of 26 bytes, so
// products are computed bit by bit, without tables.
#include "fec/erasure.h"

#include <assert.h>

// a * b modulo x^8 + x^4 + x^3 + x^2 + 1 (0x11D): shift and add.
static uint8_t multiply(unsigned a, unsigned b)
{
    unsigned product = 0;
    for (; b; b >>= 1) {
        if (b & 1)
            product ^= a;
        a <<= 1;
        if (a & 0x100)
            a ^= 0x11D;
    }
    return (uint8_t)product;
}

// a^-1 = a^254, because the order of every element but zero divides 255; 254 = 2 + 4 + ... + 128.
static uint8_t invert(unsigned a)
{
    unsigned result = 1;
    for (int i = 0; i < 7; i++) {
        a = multiply(a, a);
        result = multiply(result, a);
    }
    return (uint8_t)result;
}

// The Cauchy matrix: 1 / ((128 + j) xor i).
static uint8_t factor(unsigned parity, unsigned index)
{
    return invert((128 + parity) ^ index);
}

// to += scale * from.
static void add_scaled(uint8_t *to, unsigned scale, const uint8_t *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] ^= multiply(scale, from[i]);
}

void acc_erasure_add(uint8_t *parity_piece, unsigned parity, const uint8_t *piece, unsigned index,
                     size_t size)
{
    add_scaled(parity_piece, factor(parity, index), piece, size);
}

// The equations after subtraction of the known pieces: row r belongs to a received parity piece,
// column c to a lost data piece.
typedef struct equations {
    unsigned count;
    unsigned lost[ERASURE_MAX_PARITY];  // data pieces
    unsigned used[ERASURE_MAX_PARITY];  // parity pieces
    uint8_t matrix[ERASURE_MAX_PARITY][ERASURE_MAX_PARITY];
} equations;

// Selects as many received parity pieces as data pieces are lost; false when there are fewer.
static bool choose(equations *e, unsigned count, unsigned parity, uint32_t present)
{
    unsigned rows = 0;
    e->count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (present >> i & 1)
            continue;
        if (e->count == parity)
            return false;
        e->lost[e->count++] = i;
    }
    for (unsigned j = 0; j < parity && rows < e->count; j++)
        if (present >> (count + j) & 1)
            e->used[rows++] = j;
    return rows == e->count;
}

// Gauss-Jordan elimination. No pivot is zero: every square part of a Cauchy matrix can be inverted.
static void solve(equations *e, uint8_t *parity_pieces, size_t size)
{
    for (unsigned p = 0; p < e->count; p++) {
        uint8_t *pivot = parity_pieces + size * e->used[p];
        unsigned scale = invert(e->matrix[p][p]);
        for (unsigned c = 0; c < e->count; c++)
            e->matrix[p][c] = multiply(scale, e->matrix[p][c]);
        for (size_t i = 0; i < size; i++)
            pivot[i] = multiply(scale, pivot[i]);
        for (unsigned r = 0; r < e->count; r++) {
            unsigned times = e->matrix[r][p];
            if (r == p || times == 0)
                continue;
            add_scaled(e->matrix[r], times, e->matrix[p], e->count);
            add_scaled(parity_pieces + size * e->used[r], times, pivot, size);
        }
    }
}

// Subtracts the known data pieces from the parity pieces, then solves for the lost ones.
bool acc_erasure_repair(uint8_t *pieces, unsigned count, unsigned parity, size_t size,
                        uint32_t present)
{
    assert(parity <= ERASURE_MAX_PARITY && count + parity <= 32);
    equations e;
    if (!choose(&e, count, parity, present))
        return false;
    uint8_t *parity_pieces = pieces + size * count;
    for (unsigned r = 0; r < e.count; r++) {
        for (unsigned i = 0; i < count; i++)
            if (present >> i & 1)
                acc_erasure_add(parity_pieces + size * e.used[r], e.used[r], pieces + size * i, i,
                                size);
        for (unsigned c = 0; c < e.count; c++)
            e.matrix[r][c] = factor(e.used[r], e.lost[c]);
    }
    solve(&e, parity_pieces, size);
    for (unsigned r = 0; r < e.count; r++)
        for (size_t i = 0; i < size; i++)
            pieces[size * e.lost[r] + i] = parity_pieces[size * e.used[r] + i];
    return true;
}
