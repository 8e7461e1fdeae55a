// The report of a line: its bytes, and the modes that follow from it (docs/cable.md, Soundings and reports). Integers
// only: both ends must choose the same mode.
//
// Input: a report of sounding.c, or its bytes. Output: bytes, or the mode of a loaded burst for the caller.
#include "accessory/crc.h"
#include "base/bytes.h"
#include "cable/plan.h"

#include <string.h>

enum { VERSION = 1, FIRST_SNR = 7 };
// Limits of an open burst: samples of a symbol with a short and with a long prefix, samples of a
// block (75 ms), Z. A receiver decodes four symbols at once, so their length is most of a round
// trip.
enum { OPEN_SYMBOL = 1024, OPEN_LONG_SYMBOL = 2048, OPEN_BLOCK = 3600, OPEN_LIFTING = 512 };

static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320},
                      lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};

static unsigned number_of(unsigned value, const uint16_t *list, unsigned count)
{
    unsigned i = 0;
    while (i + 1 < count && list[i] != value)
        i++;
    return i;
}

// Seven bits per band, the first band lowest.
static void pack_snr(const uint8_t snr[ACC_CABLE_BANDS], uint8_t *out)
{
    for (unsigned i = 0; i < 7 * ACC_CABLE_BANDS; i++)
        out[i / 8] |= (uint8_t)((snr[i / 7] >> i % 7 & 1) << i % 8);
}

static void unpack_snr(const uint8_t *in, uint8_t snr[ACC_CABLE_BANDS])
{
    memset(snr, 0, ACC_CABLE_BANDS);
    for (unsigned i = 0; i < 7 * ACC_CABLE_BANDS; i++)
        snr[i / 7] |= (uint8_t)((in[i / 8] >> i % 8 & 1) << i % 7);
}

void acc_cable_report_write(const acc_cable_report *r, uint8_t *out)
{
    unsigned symbol = 0;
    while (512u << symbol < r->symbol)
        symbol++;
    memset(out, 0, ACC_CABLE_REPORT_SIZE);
    out[0] = VERSION;
    out[1] = r->id;
    out[2] = (uint8_t)(symbol | number_of(r->prefix, prefixes, 8) << 2 |
                       number_of(r->pilots, pilots, 8) << 5);
    out[3] = (uint8_t)(r->high / 250u);
    out[4] = (uint8_t)(number_of(r->low, lows, 4) | (r->high_pass ? 4u : 0) | (r->shaped ? 8u : 0));
    out[5] = r->margin;
    out[6] = r->loss;
    pack_snr(r->snr, out + FIRST_SNR);
    store_be16(out + ACC_CABLE_REPORT_SIZE - 2,
               acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, out, ACC_CABLE_REPORT_SIZE - 2));
}

acc_status acc_cable_report_read(const uint8_t *in, size_t len, acc_cable_report *r)
{
    if (len < ACC_CABLE_REPORT_SIZE)
        return ACC_TRUNCATED;
    if (acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, in, ACC_CABLE_REPORT_SIZE - 2) !=
        load_be16(in + ACC_CABLE_REPORT_SIZE - 2))
        return ACC_BAD_CHECK;
    if (in[0] != VERSION)
        return ACC_UNSUPPORTED;
    memset(r, 0, sizeof *r);
    r->id = in[1];
    r->symbol = (uint16_t)(512u << (in[2] & 3));
    r->prefix = prefixes[in[2] >> 2 & 7];
    r->pilots = (uint8_t)pilots[in[2] >> 5];
    r->high = (uint16_t)(in[3] * 250u);
    r->low = lows[in[4] & 3];
    r->high_pass = in[4] & 4;
    r->shaped = in[4] & 8;
    r->margin = in[5];
    r->loss = in[6];
    unpack_snr(in + FIRST_SNR, r->snr);
    acc_cable_mode mode;
    // a margin up to 30 dB and a loss up to 3/4
    if (in[4] > 15 || r->margin > 60 || r->loss > 48)
        return ACC_OUT_OF_RANGE;
    return acc_cable_mode_loaded(r, 1, 0, &mode);
}

// Bits of a symbol of n samples, in 1/256; includes the few carriers of pilots.
static uint32_t symbol_bits(const acc_cable_report *r, unsigned more, unsigned n)
{
    uint32_t bits = 0;
    for (unsigned k = r->low * n / ACC_CABLE_RATE + 1; k <= r->high * n / ACC_CABLE_RATE; k++)
        bits += acc_cable_report_bits(r, more, k, n);
    return bits;
}

acc_status acc_cable_mode_open(const acc_cable_report *r, unsigned more, acc_cable_mode *m)
{
    acc_status status = acc_cable_mode_loaded(r, 1, more, m);
    if (status != ACC_OK)
        return status;
    m->kind = ACC_CABLE_OPEN_LOADED;
    m->depth = 1;
    unsigned longest = m->prefix < 128 ? OPEN_SYMBOL : OPEN_LONG_SYMBOL;
    if (m->symbol > longest)
        m->symbol = (uint16_t)longest;
    // a block must last at least one symbol: one block is filled per symbol
    uint32_t bits = symbol_bits(r, more, m->symbol) / 256, samples = m->symbol + m->prefix;
    uint32_t most = bits * (OPEN_BLOCK > 2 * samples ? OPEN_BLOCK : 2 * samples) / samples;
    for (m->lifting = LDPC_MIN_Z; m->lifting < OPEN_LIFTING && 120u * m->lifting <= most;)
        m->lifting = (uint16_t)(m->lifting * 2);
    return acc_cable_mode_check(m);
}

// Whether a burst is shaped: the receiver accepts shaped bursts, the blocks have the largest size,
// and the carriers have 5 to 18 bits on average. Further margin is ignored, because a repetition
// must have the same blocks.
static bool suits_shaping(const acc_cable_report *r, const acc_cable_mode *m)
{
    if (!r->shaped || m->lifting < LDPC_MAX_Z || m->high <= m->low)
        return false;
    uint32_t bits = symbol_bits(r, 0, m->symbol) / 256;
    uint32_t carriers = (uint32_t)(m->high - m->low) * m->symbol / ACC_CABLE_RATE;
    return bits >= 5 * carriers && bits <= 18 * carriers;
}

acc_status acc_cable_mode_loaded(const acc_cable_report *r, size_t len, unsigned more,
                                 acc_cable_mode *m)
{
    *m = (acc_cable_mode){.kind = ACC_CABLE_LOADED,
                          .symbol = r->symbol,
                          .prefix = r->prefix,
                          .low = r->low,
                          .high = r->high,
                          .pilots = r->pilots,
                          .high_pass = r->high_pass,
                          .depth = more ? ACC_CABLE_MAX_DEPTH : 1};
    if (len == 0 || len > ACC_CABLE_MAX_LEN || more > 63)
        return ACC_OUT_OF_RANGE;
    m->load = (uint16_t)(r->id | more << 8);
    m->lifting = LDPC_MIN_Z;
    while (m->lifting < LDPC_MAX_Z && m->lifting * 6u < len + CABLE_CRC_SIZE)
        m->lifting = (uint16_t)(m->lifting * 2);
    if (suits_shaping(r, m))
        m->kind = ACC_CABLE_LOADED_SHAPED;
    acc_status status = acc_cable_mode_check(m);
    unsigned through = 0;
    for (unsigned i = 0; i < ACC_CABLE_BANDS; i++)
        through += r->snr[i] > 0;
    return status == ACC_OK && through == 0 ? ACC_OUT_OF_RANGE : status;
}
