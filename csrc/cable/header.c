// Preamble and header: their spectra, the header's 84 bits, and its biorthogonal code, which
// decodes down to -4 dB SNR per chip (docs/cable.md, Bursts).
//
// Input: a mode and a length, or soft chips. Output: the spectrum's chips, or mode and length.
// sender.c encodes with it, acquire.c decodes.
#include "cable/header.h"

#include "accessory/crc.h"
#include "cable/point.h"
#include "cable/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    FIELD_BITS = 68,  // followed by 16 bits of CRC
    STRIDE = 769,     // coprime to 1002: neighbouring chips of the code are far apart
    // offset of the second header's chips: on a narrow line it has the chips that the first lost
    HALF = HEADER_CODE / 2,
    CIRCLE = 2 * LEAD_CARRIERS,
};

// exp(2 pi j i / CIRCLE). In double: mathematics libraries differ in the last bit of cosf.
static point on_circle(unsigned i)
{
    double angle = 6.283185307179586 * i / (double)CIRCLE;
    return (point){(float)cos(angle), (float)sin(angle)};
}

// X[1 + n] = exp(pi j n^2 / 501). The angle, n^2 in 1/1002 of a turn, is a multiple of 32 plus a
// rest, so a carrier is the product of two table values instead of a cosine and a sine.
void acc_cable_preamble_spectrum(float *x)
{
    enum { STEP = 32 };
    point coarse[CIRCLE / STEP + 1], fine[STEP];
    for (unsigned i = 0; i <= CIRCLE / STEP; i++)
        coarse[i] = on_circle(i * STEP);
    for (unsigned i = 0; i < STEP; i++)
        fine[i] = on_circle(i);
    memset(x, 0, LEAD_SIZE * sizeof *x);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        unsigned turns = n * n % CIRCLE;
        point p = times(coarse[turns / STEP], fine[turns % STEP]);
        x[2 * (n + 1)] = p.re;
        x[2 * (n + 1) + 1] = p.im;
    }
}

// A carrier is a cosine of power 1/2, so `carriers` of them need the gain sqrt(2 / carriers).
float acc_cable_unit_power(unsigned carriers)
{
    return sqrtf(2.0f / (float)carriers);
}

// A position in a header's bits, lowest first.
typedef struct bit_string {
    uint8_t *bytes;
    unsigned at;
} bit_string;

static void put(bit_string *s, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, s->at++)
        s->bytes[s->at / 8] |= (uint8_t)((value >> i & 1) << s->at % 8);
}

static uint32_t get(bit_string *s, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++, s->at++)
        value |= (uint32_t)(s->bytes[s->at / 8] >> s->at % 8 & 1) << i;
    return value;
}

static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320},
                      lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};

// The index of a value in a list that contains it (acc_cable_mode_check).
static uint32_t number_of(unsigned value, const uint16_t *list)
{
    uint32_t i = 0;
    while (list[i] != value)
        i++;
    return i;
}

static uint32_t log_of(unsigned value)
{
    uint32_t power = 0;
    for (; value > 1; value /= 2)
        power++;
    return power;
}

// CRC-16/CCITT-FALSE over the fields in nine bytes, the last four bits zero.
static uint16_t check_of(const uint8_t bytes[HEADER_BYTES])
{
    uint8_t fields[9];
    memcpy(fields, bytes, sizeof fields);
    fields[8] &= 15;
    return acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, fields, sizeof fields);
}

void acc_cable_header_pack(const acc_cable_mode *m, uint32_t len, uint8_t bytes[HEADER_BYTES])
{
    memset(bytes, 0, HEADER_BYTES);
    bit_string s = {bytes, 0};
    put(&s, m->kind, 3);
    put(&s, log_of(m->symbol) - 9, 2);
    put(&s, number_of(m->prefix, prefixes), 3);
    put(&s, m->high / 250u, 7);
    put(&s, number_of(m->low, lows), 2);
    put(&s, m->high_pass, 1);
    put(&s, number_of(m->pilots, pilots), 3);
    put(&s, log_of(m->lifting) - 5, 3);
    put(&s, m->robust, 1);
    put(&s, m->depth, 4);
    put(&s, m->load, 15);
    put(&s, len, 24);
    assert(s.at == FIELD_BITS);
    put(&s, check_of(bytes), 16);
}

acc_status acc_cable_header_unpack(const uint8_t bytes[HEADER_BYTES], acc_cable_mode *m,
                                   uint32_t *len)
{
    uint8_t copy[HEADER_BYTES];
    memcpy(copy, bytes, sizeof copy);
    bit_string s = {copy, FIELD_BITS};
    if (get(&s, 16) != check_of(copy))
        return ACC_BAD_CHECK;
    s.at = 0;
    uint32_t kind = get(&s, 3);
    memset(m, 0, sizeof *m);
    m->symbol = (uint16_t)(512u << get(&s, 2));
    m->prefix = prefixes[get(&s, 3)];
    m->high = (uint16_t)(250 * get(&s, 7));
    m->low = lows[get(&s, 2)];
    m->high_pass = get(&s, 1);
    m->pilots = (uint8_t)pilots[get(&s, 3)];
    m->lifting = (uint16_t)(32u << get(&s, 3));
    m->robust = get(&s, 1);
    m->depth = (uint8_t)get(&s, 4);
    m->load = (uint16_t)get(&s, 15);
    *len = get(&s, 24);
    if (kind > ACC_CABLE_LOADED_SHAPED)
        return ACC_OUT_OF_RANGE;
    m->kind = (acc_cable_kind)kind;
    if (kind_has_length(m->kind) != (*len > 0))
        return ACC_OUT_OF_RANGE;
    return acc_cable_mode_check(m);
}

// The seven bits of group g: six select a row of the 64 x 64 Hadamard matrix, the seventh its sign.
static unsigned group_of(const uint8_t bytes[HEADER_BYTES], unsigned g)
{
    uint8_t copy[HEADER_BYTES];
    memcpy(copy, bytes, sizeof copy);
    bit_string s = {copy, 7 * g};
    return get(&s, 7);
}

// (-1)^(number of ones in row & column); bit i of 0x6996 is the parity of i, four bits.
static int hadamard(unsigned row, unsigned column)
{
    unsigned both = row & column;  // six bits; both ^ both >> 4 has their parity in its low four
    return 0x6996 >> ((both ^ both >> 4) & 15) & 1 ? -1 : 1;
}

// Chip i of group g is chip 12 i + g of the code. The code is repeated to fill the symbol, and its
// signs are random.
void acc_cable_header_chips(const uint8_t bytes[HEADER_BYTES], unsigned which,
                            int8_t chips[LEAD_CHIPS])
{
    unsigned groups[HEADER_GROUPS];
    for (unsigned g = 0; g < HEADER_GROUPS; g++)
        groups[g] = group_of(bytes, g);
    for (unsigned i = 0, at = 0; i < LEAD_CHIPS; i++) {
        unsigned c = (i + which * HALF) % HEADER_CODE, group = groups[c % HEADER_GROUPS];
        int chip = hadamard(group & 63, c / HEADER_GROUPS);
        chips[at] = (int8_t)(group & 64 ? -chip : chip);
        at = (at + STRIDE) % LEAD_CHIPS;
    }
    uint32_t random = 6 + which;
    for (unsigned i = 0; i < LEAD_CHIPS; i++)
        if (random_next(&random) >> 23 & 1)
            chips[i] = (int8_t)-chips[i];
}

// The reverse of acc_cable_header_chips: removes the signs and adds the repeats of each chip.
void acc_cable_header_collect(const float *chips, unsigned which, float code[HEADER_CODE])
{
    uint8_t negative[LEAD_CHIPS];
    uint32_t random = 6 + which;
    for (unsigned i = 0; i < LEAD_CHIPS; i++)
        negative[i] = random_next(&random) >> 23 & 1;
    for (unsigned i = 0, at = 0; i < LEAD_CHIPS; i++) {
        code[(i + which * HALF) % HEADER_CODE] += negative[at] ? -chips[at] : chips[at];
        at = (at + STRIDE) % LEAD_CHIPS;
    }
}

// The correlations with all 64 rows, by six stages of sums and differences.
static void hadamard_transform(float x[64])
{
    for (unsigned len = 1; len < 64; len *= 2)
        for (unsigned i = 0; i < 64; i++)
            if (!(i & len)) {
                float a = x[i], b = x[i + len];
                x[i] = a + b;
                x[i + len] = a - b;
            }
}

// Maximum likelihood: the row with the largest correlation of each group, and its sign.
void acc_cable_header_decode(const float code[HEADER_CODE], uint8_t bytes[HEADER_BYTES])
{
    memset(bytes, 0, HEADER_BYTES);
    bit_string s = {bytes, 0};
    for (unsigned g = 0; g < HEADER_GROUPS; g++) {
        float x[64];
        for (unsigned i = 0; i < 64; i++)
            x[i] = code[i * HEADER_GROUPS + g];
        hadamard_transform(x);
        unsigned best = 0;
        for (unsigned i = 1; i < 64; i++)
            best = fabsf(x[i]) > fabsf(x[best]) ? i : best;
        put(&s, best | (x[best] < 0 ? 64 : 0), 7);
    }
}
