// The LDPC decoder: layered normalised min-sum. Each row of circulants uses the new sums of the row
// before it, which needs half the iterations of decoding all rows from the same sums. kernel.h
// states the formula.
//
// Input: log-likelihood ratios of a block. Output: the same sums, refined; block.c reads their
// signs.
#include "cable/ldpc.h"

#include <string.h>

// Copies 32 sums from index `from` of a column of z, around its end.
static void gather(int16_t *to, const int16_t *column, unsigned from, unsigned z)
{
    if (from + CHECK_LANES <= z) {
        memcpy(to, column + from, CHECK_LANES * sizeof *to);
        return;
    }
    unsigned part = z - from;
    memcpy(to, column + from, part * sizeof *to);
    memcpy(to + part, column, (CHECK_LANES - part) * sizeof *to);
}

// Copies 32 sums to index `to` of a column of z, around its end.
static void scatter(const int16_t *from, int16_t *column, unsigned to, unsigned z)
{
    if (to + CHECK_LANES <= z) {
        memcpy(column + to, from, CHECK_LANES * sizeof *from);
        return;
    }
    unsigned part = z - to;
    memcpy(column + to, from, part * sizeof *from);
    memcpy(column, from + part, (CHECK_LANES - part) * sizeof *from);
}

// Decodes one row of circulants, 32 checks at a time. Returns whether all checks were satisfied.
static bool decode_row(const ldpc_code *code, unsigned z, const cable_kernels *kernels, unsigned r,
                       int16_t *sums, int16_t *messages)
{
    int16_t t[LDPC_MAX_DEGREE * CHECK_LANES];
    unsigned first = code->first[r], degree = code->first[r + 1] - first;
    bool satisfied = true;
    for (unsigned at = 0; at < z; at += CHECK_LANES) {
        for (unsigned k = 0; k < degree; k++)
            gather(t + k * CHECK_LANES, sums + code->column[first + k] * z,
                   (at + code->shift[first + k]) & (z - 1), z);
        satisfied &= kernels->check(t, messages + first * z + at, z, degree);
        for (unsigned k = 0; k < degree; k++)
            scatter(t + k * CHECK_LANES, sums + code->column[first + k] * z,
                    (at + code->shift[first + k]) & (z - 1), z);
    }
    return satisfied;
}

unsigned acc_cable_ldpc_decode(const ldpc_code *code, unsigned z, const cable_kernels *kernels,
                               int16_t *sums, int16_t *messages, unsigned iterations)
{
    memset(messages, 0, ldpc_edges(code) * z * sizeof *messages);
    for (unsigned i = 1; i <= iterations; i++) {
        bool satisfied = true;
        for (unsigned r = 0; r < code->rows; r++)
            satisfied &= decode_row(code, z, kernels, r, sums, messages);
        if (satisfied)
            return i;
    }
    return 0;
}
