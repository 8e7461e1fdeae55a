// The cable modem's LDPC code: properties of the construction, the encoder against the parity checks, the decoders.
#include "cable/ldpc.h"
#include "check.h"
#include "noise.h"

#include <string.h>

static ldpc_code code;
static uint32_t bits[LDPC_MAX_COLUMNS * LDPC_MAX_Z / 32];
static int16_t sums[LDPC_MAX_COLUMNS * LDPC_MAX_Z], messages[LDPC_MAX_EDGES * LDPC_MAX_Z];

static unsigned bit(unsigned i)
{
    return bits[i / 32] >> i % 32 & 1;
}

static unsigned unsatisfied(unsigned z)
{
    unsigned bad = 0;
    for (unsigned r = 0; r < code.rows; r++)
        for (unsigned i = 0; i < z; i++) {
            unsigned parity = 0;
            for (unsigned e = code.first[r]; e < code.first[r + 1]; e++)
                parity ^= bit(code.column[e] * z + (i + code.shift[e]) % z);
            bad += parity;
        }
    return bad;
}

static void fill_information(unsigned z)
{
    memset(bits, 0, sizeof bits);
    for (unsigned i = 0; i < ldpc_information(&code) * z / 32; i++)
        bits[i] = draw();
}

// Shift of the circulant in row r and column c, or -1.
static int shift_at(unsigned r, unsigned c)
{
    for (unsigned e = code.first[r]; e < code.first[r + 1]; e++)
        if (code.column[e] == c)
            return code.shift[e];
    return -1;
}

static unsigned cycles_of_four(unsigned modulus)
{
    unsigned count = 0;
    for (unsigned r = 0; r < code.rows; r++)
        for (unsigned s = r + 1; s < code.rows; s++)
            for (unsigned a = 0; a < code.columns; a++)
                for (unsigned b = a + 1; b < code.columns; b++) {
                    int ra = shift_at(r, a), rb = shift_at(r, b), sa = shift_at(s, a),
                        sb = shift_at(s, b);
                    if (ra >= 0 && rb >= 0 && sa >= 0 && sb >= 0)
                        count += (unsigned)(ra - rb + sb - sa) % modulus == 0;
                }
    return count;
}

static void checks_what_it_encodes(ldpc_rate rate)
{
    acc_cable_ldpc_make(&code, rate);
    for (unsigned z = LDPC_MIN_Z; z <= LDPC_MAX_Z; z *= 2) {
        fill_information(z);
        acc_cable_ldpc_encode(&code, z, bits);
        CHECK(unsatisfied(z) == 0);
        bits[0] ^= 2;
        CHECK(unsatisfied(z) == (rate == LDPC_FOUR_FIFTHS ? 9 : 12));
    }
    CHECK(cycles_of_four(64) == 0);
}

// Sends the code word as +-1 in noise; returns whether it was decoded.
static bool comes_back(unsigned z, float deviation, const cable_kernels *kernels)
{
    unsigned n = code.columns * z, errors = 0;
    for (unsigned i = 0; i < n; i++) {
        float y = (bit(i) ? -1.0f : 1.0f) + deviation * normal();
        int llr = (int)(2 * y / (deviation * deviation) * (float)LDPC_LLR_SCALE);
        llr = llr > LDPC_LLR_MAX ? LDPC_LLR_MAX : llr < -LDPC_LLR_MAX ? -LDPC_LLR_MAX : llr;
        sums[i] = (int16_t)llr;
    }
    bool done = acc_cable_ldpc_decode(&code, z, kernels, sums, messages, LDPC_ITERATIONS) > 0;
    for (unsigned i = 0; i < n; i++)
        errors += (sums[i] < 0) != bit(i);
    return done && errors == 0;
}

// Sums and iterations of both decoders are identical, whether they succeed or not.
static void compact_alike(unsigned z, float deviation)
{
    static int16_t other[LDPC_MAX_COLUMNS * LDPC_MAX_Z];
    static uint32_t memory[LDPC_COMPACT_SIZE(256) / 4];
    acc_cable_ldpc_make(&code, LDPC_FOUR_FIFTHS);
    for (unsigned t = 0; t < 3; t++) {
        for (unsigned i = 0; i < code.columns * z; i++) {
            float y = 1 + deviation * normal();
            int llr = (int)(2 * y / (deviation * deviation) * (float)LDPC_LLR_SCALE);
            llr = llr > LDPC_LLR_MAX ? LDPC_LLR_MAX : llr < -LDPC_LLR_MAX ? -LDPC_LLR_MAX : llr;
            sums[i] = other[i] = (int16_t)llr;
        }
        unsigned iterations = t ? LDPC_ITERATIONS : 2;
        unsigned a =
            acc_cable_ldpc_decode(&code, z, acc_cable_kernels_best(), sums, messages, iterations);
        unsigned b = acc_cable_ldpc_decode_compact(&code, z, other, memory, iterations);
        CHECK(a == b && memcmp(sums, other, code.columns * z * sizeof *sums) == 0);
    }
}

// The limit for rate 4/5 is Es/N0 = 1.07 dB, for rate 1/3 -5.28 dB; short codes need more above it.
static void decodes(ldpc_rate rate, unsigned z, float deviation)
{
    acc_cable_ldpc_make(&code, rate);
    for (int i = 0; i < 4; i++) {
        fill_information(z);
        acc_cable_ldpc_encode(&code, z, bits);
        CHECK(comes_back(z, deviation, acc_cable_kernels_best()));
    }
}

int main(void)
{
    checks_what_it_encodes(LDPC_FOUR_FIFTHS);
    CHECK(ldpc_edges(&code) == 217);
    checks_what_it_encodes(LDPC_ONE_THIRD);
    decodes(LDPC_FOUR_FIFTHS, 1024, 0.575f);  // 1.8 dB
    decodes(LDPC_FOUR_FIFTHS, 64, 0.53f);     // 2.5 dB
    decodes(LDPC_FOUR_FIFTHS, 32, 0.48f);     // 3.4 dB
    decodes(LDPC_ONE_THIRD, 1024, 0.9f);      // -2.1 dB
    decodes(LDPC_ONE_THIRD, 64, 0.9f);
    compact_alike(32, 0.5f);
    compact_alike(64, 0.55f);
    compact_alike(64, 1.2f);
    compact_alike(256, 0.6f);
    acc_cable_ldpc_make(&code, LDPC_FOUR_FIFTHS);
    fill_information(256);
    acc_cable_ldpc_encode(&code, 256, bits);
    CHECK(!comes_back(256, 1.2f,
                      acc_cable_kernels_best()));  // too much noise: the decoder reports failure
    return failures;
}
