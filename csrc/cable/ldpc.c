// Construction and encoder of the LDPC codes (docs/cable.md, Blocks). Both ends construct the same
// matrix by rule when they start.
//
// Input: a rate, or a block's information bits. Output: the matrix, or the parity bits. block.c
// calls the encoder.
#include "cable/ldpc.h"

#include "cable/random.h"
#include "cable/unroll.h"

#include <assert.h>
#include <string.h>

enum {
    // cycles are counted for Z = 64: shifts that close none there close none for a larger Z
    MODULUS = 64,
    TRIES = 60,         // draws of a shift
    STRICT_TRIES = 50,  // draws that skip shifts with a cycle of four
    NONE = -1,          // no circulant
};

// Shift of the circulant in row r and column c, or NONE.
typedef int16_t base_matrix[LDPC_MAX_ROWS][LDPC_MAX_COLUMNS];

typedef struct maker {
    base_matrix base;
    unsigned columns, rows;
    unsigned weight[LDPC_MAX_ROWS];
    uint32_t random;
} maker;

static unsigned degree_of(ldpc_rate rate, unsigned column)
{
    if (rate == LDPC_FOUR_FIFTHS)
        return column < 8 ? 9 : 3;
    return column < 4 ? 12 : 3;
}

// The first parity column has shifts 1, 0, 1, so in the sum of all rows one of its circulants
// remains. The other columns form a dual diagonal, with which encoding takes linear time.
static void make_parity(maker *m)
{
    unsigned first = m->columns - m->rows;
    m->base[0][first] = m->base[m->rows - 1][first] = 1;
    m->base[m->rows / 2][first] = 0;
    for (unsigned i = 1; i < m->rows; i++)
        m->base[i - 1][first + i] = m->base[i][first + i] = 0;
    for (unsigned r = 0; r < m->rows; r++)
        for (unsigned c = first; c < m->columns; c++)
            m->weight[r] += m->base[r][c] != NONE;
}

// The row with the fewest circulants among those without one in column c; ties are decided at
// random.
static unsigned lightest_row(maker *m, unsigned c)
{
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned r = 0; r < m->rows; r++) {
        if (m->base[r][c] != NONE)
            continue;
        unsigned value = m->weight[r] * 4096 + (random_next(&m->random) & 4095);
        if (value < least) {
            least = value;
            best = r;
        }
    }
    return best;
}

static unsigned residue(int shift)
{
    return (unsigned)shift & (MODULUS - 1);
}

// The number of cycles of four and of six that each shift of a new circulant closes.
typedef struct cycles {
    uint16_t four[MODULUS], six[MODULUS];
} cycles;

// Counts cycles of six over the paths r2-c2-r3-c3-r, for a circulant in row r, column c.
static void count_six(const maker *m, unsigned r, unsigned r2, unsigned c, unsigned c2, int so_far,
                      cycles *found)
{
    for (unsigned r3 = 0; r3 < m->rows; r3++) {
        if (r3 == r || r3 == r2 || m->base[r3][c2] == NONE)
            continue;
        for (unsigned c3 = 0; c3 < m->columns; c3++)
            if (c3 != c && c3 != c2 && m->base[r3][c3] != NONE && m->base[r][c3] != NONE)
                found->six[residue(so_far + m->base[r3][c2] - m->base[r3][c3] + m->base[r][c3])]++;
    }
}

// Counts the cycles that each shift of a new circulant in row r, column c closes. A cycle closes
// when the alternating sum of its shifts is 0 modulo Z.
static void count_cycles(const maker *m, unsigned r, unsigned c, cycles *found)
{
    memset(found, 0, sizeof *found);
    for (unsigned r2 = 0; r2 < m->rows; r2++) {
        if (r2 == r || m->base[r2][c] == NONE)
            continue;
        for (unsigned c2 = 0; c2 < m->columns; c2++) {
            if (c2 == c || m->base[r2][c2] == NONE)
                continue;
            int so_far = m->base[r2][c] - m->base[r2][c2];
            if (m->base[r][c2] != NONE)
                found->four[residue(so_far + m->base[r][c2])]++;
            count_six(m, r, r2, c, c2, so_far, found);
        }
    }
}

// Rule 3 of docs/cable.md: no cycle of four if possible, else the fewest of six.
static int16_t choose_shift(maker *m, unsigned r, unsigned c)
{
    cycles found;
    count_cycles(m, r, c, &found);
    unsigned best = UINT32_MAX;
    int16_t chosen = 0;
    for (unsigned t = 0; t < TRIES && best > 0; t++) {
        unsigned shift = random_next(&m->random) % LDPC_MAX_Z, at = residue((int)shift);
        if (found.four[at] && t < STRICT_TRIES)
            continue;
        unsigned cost = found.six[at] + (found.four[at] ? 100000u : 0);
        if (cost < best) {
            best = cost;
            chosen = (int16_t)shift;
        }
    }
    return chosen;
}

static void pack(const maker *m, ldpc_code *code)
{
    uint16_t e = 0;
    for (unsigned r = 0; r < m->rows; r++) {
        code->first[r] = e;
        for (unsigned c = 0; c < m->columns; c++) {
            if (m->base[r][c] == NONE)
                continue;
            assert(e < LDPC_MAX_EDGES);
            code->column[e] = (uint8_t)c;
            code->shift[e++] = (uint16_t)m->base[r][c];
        }
        assert(e - code->first[r] <= LDPC_MAX_DEGREE);
    }
    code->first[m->rows] = e;
}

void acc_cable_ldpc_make(ldpc_code *code, ldpc_rate rate)
{
    maker m = {.columns = rate == LDPC_FOUR_FIFTHS ? 60 : 36,
               .rows = rate == LDPC_FOUR_FIFTHS ? 12 : 24,
               .random = 1};
    memset(m.base, 0xFF, sizeof m.base);
    make_parity(&m);
    for (unsigned c = 0; c < m.columns - m.rows; c++)
        for (unsigned e = degree_of(rate, c); e > 0; e--) {
            unsigned r = lightest_row(&m, c);
            m.weight[r]++;
            m.base[r][c] = choose_shift(&m, r, c);
        }
    memset(code, 0, sizeof *code);
    code->columns = (uint8_t)m.columns;
    code->rows = (uint8_t)m.rows;
    pack(&m, code);
}

// to[i] ^= from[(i + shift) mod z] of z bits, 32 at a time: each word from two neighbouring words;
// the last word's neighbour is the first.
static void add_turned(uint32_t *to, const uint32_t *from, unsigned z, unsigned shift)
{
    unsigned words = z / 32, word = shift % z / 32, bit = shift % 32;
    uint32_t low = from[word];
    UNROLL(8)
    for (unsigned i = 0; i < words; i++) {
        uint32_t high = from[++word & (words - 1)];
        to[i] ^= low >> bit | high << 1 << (31 - bit);
        low = high;
    }
}

// Adds the information bits that row r checks to column `to`. Inlined, because gcc 12.2 for Arm
// removes calls of it, as if they had no effect.
static inline __attribute__((always_inline)) void add_row(const ldpc_code *code, unsigned z,
                                                          unsigned r, uint32_t *bits, unsigned to)
{
    unsigned words = z / 32, information = ldpc_information(code);
    for (unsigned e = code->first[r]; e < code->first[r + 1]; e++)
        if (code->column[e] < information)
            add_turned(bits + to * words, bits + code->column[e] * words, z, code->shift[e]);
}

// s[r] is the sum of the information bits that row r checks, p[i] parity column i. p[0] is the sum
// of all s, because the diagonal cancels and one of column 0's three circulants remains. Then p[1]
// = s[0] + p[0] rotated by 1, and p[r + 1] = s[r] + p[r], plus p[0] in the middle row.
void acc_cable_ldpc_encode(const ldpc_code *code, unsigned z, uint32_t *bits)
{
    unsigned words = z / 32, rows = code->rows, first = ldpc_information(code);
    uint32_t *parity = bits + first * words;
    memset(parity, 0, rows * words * sizeof *parity);
    for (unsigned r = 0; r < rows; r++)
        add_row(code, z, r, bits, first + (r + 1 < rows ? r + 1 : 0));
    for (unsigned i = words; i < rows * words; i++)
        parity[i & (words - 1)] ^= parity[i];
    add_turned(parity + words, parity, z, 1);
    for (unsigned r = 1; r + 1 < rows; r++) {
        uint32_t *next = parity + (r + 1) * words;
        add_turned(next, next - words, z, 0);
        if (r == rows / 2)
            add_turned(next, parity, z, 0);
    }
}
