// A burst's parameters: their ranges, and their choice for one-way transmission (docs/cable.md, One-way modes).
//
// Input: payload length, bit rate, band. Output: an acc_cable_mode for the sender, its duration and blocks. With a
// report of the line, report.c chooses instead.
#include "cable/plan.h"

#include <string.h>

// Bit rates are those of payloads of REFERENCE bytes. Below GUARDED_BELOW bit/s a prefix of 320
// samples and a band to 21.5 kHz are possible: 18 of 21 impaired lines pass 111 kbit/s. Below
// ROBUST_BELOW the code of rate 1/3, sent four times, is possible; it passes a telephone line at 15
// kbit/s. From SHAPED_FROM bytes on, code blocks are large enough for shaping.
enum { REFERENCE = 65536, GUARDED_BELOW = 120000, ROBUST_BELOW = 20000, SHAPED_FROM = 2049 };

static bool is_one_of(unsigned value, const uint16_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == value)
            return true;
    return false;
}

static bool power_of_two(unsigned v, unsigned low, unsigned high)
{
    return v >= low && v <= high && (v & (v - 1)) == 0;
}

acc_status acc_cable_mode_check(const acc_cable_mode *m)
{
    static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320},
                          lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};
    bool fits = m->kind <= ACC_CABLE_LOADED_SHAPED && power_of_two(m->symbol, 512, 4096) &&
                power_of_two(m->lifting, LDPC_MIN_Z, LDPC_MAX_Z) &&
                is_one_of(m->prefix, prefixes, 8) && is_one_of(m->low, lows, 4) &&
                is_one_of(m->pilots, pilots, 8) && m->high >= 750 && m->high <= 23750 &&
                m->high % 250 == 0 && m->depth >= 1 && m->depth <= ACC_CABLE_MAX_DEPTH &&
                (m->load >= 1 || !kind_is_flat(m->kind)) && m->load < 0x8000 &&
                !(m->robust && m->kind >= ACC_CABLE_SHAPED);
    if (!fits)
        return ACC_OUT_OF_RANGE;
    cable_plan plan;
    return acc_cable_plan_make(&plan, m, 1);
}

static uint16_t smaller(unsigned a, unsigned b)
{
    return (uint16_t)(a < b ? a : b);
}

// A good cable: short prefix, the whole band. Short payloads use short symbols, because on average
// half of the last symbol is filler.
static void choose_open_line(acc_cable_mode *m, size_t len, uint16_t high)
{
    m->symbol = len <= 64 ? 512 : len <= 2048 ? 1024 : 2048;
    m->prefix = len <= 2048 ? 32 : 48;
    m->pilots = 10;
    m->low = 20;
    m->high = smaller(high, 23500);
}

// An unknown line: echoes up to 5 ms, hum, a codec with a narrower band.
static void choose_guarded(acc_cable_mode *m, uint16_t high)
{
    m->symbol = 2048;
    m->prefix = 320;
    m->pilots = 20;
    m->low = 100;
    m->high = smaller(high, 21500);
    m->high_pass = true;
}

// A telephone line.
static void choose_robust(acc_cable_mode *m, uint16_t high)
{
    choose_guarded(m, high);
    m->symbol = 1024;
    m->pilots = 32;
    m->high = smaller(high, 19500);
    m->robust = true;
}

// Chooses the smallest code block that has room for the payload, so that a short one has little
// parity.
static void choose_lifting(acc_cable_mode *m, size_t len)
{
    unsigned columns = m->robust ? 12 : 48, z = LDPC_MIN_Z;
    while (z < LDPC_MAX_Z && columns * z / 8 < len + CABLE_CRC_SIZE)
        z *= 2;
    m->lifting = (uint16_t)z;
}

// Number of data carriers in the mode's band, 0 for an invalid band.
static uint32_t carriers_of(const acc_cable_mode *mode)
{
    acc_cable_mode m = *mode;
    cable_plan plan;
    m.kind = ACC_CABLE_FLAT;
    m.load = m.depth = 1;
    return acc_cable_plan_make(&plan, &m, 1) == ACC_OK ? plan.carriers : 0;
}

// Number of symbols of a burst with this load; UINT32_MAX for a load that the kind excludes.
static uint32_t symbols_of(acc_cable_mode *m, size_t len, uint32_t load)
{
    cable_plan plan;
    m->load = (uint16_t)load;
    return acc_cable_plan_make(&plan, m, (uint32_t)len) == ACC_OK ? plan.symbols : UINT32_MAX;
}

// Chooses the fewest bits per symbol with which the burst has at most `symbols` symbols, by binary
// search, and a depth that divides the blocks evenly. False when that exceeds the carriers'
// capacity.
static bool choose_load(acc_cable_mode *m, size_t len, uint64_t symbols)
{
    uint32_t low = 1, high = 20 * carriers_of(m);
    choose_lifting(m, len);
    m->depth = 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (symbols_of(m, len, middle) <= symbols)
            high = middle;
        else
            low = middle + 1;
    }
    cable_plan plan;
    m->load = (uint16_t)low;
    if (acc_cable_plan_make(&plan, m, (uint32_t)len) != ACC_OK || plan.symbols > symbols)
        return false;
    uint32_t groups = (plan.blocks + ACC_CABLE_MAX_DEPTH - 1) / ACC_CABLE_MAX_DEPTH;
    m->depth = (uint8_t)((plan.blocks + groups - 1) / groups);
    return true;
}

static uint64_t lead_samples(const acc_cable_mode *m)
{
    return (uint64_t)(1 + plan_headers(m)) * (1024 + plan_lead(m));
}

// Number of symbols in the duration of 64 KiB at this bit rate.
static uint64_t reference_symbols(const acc_cable_mode *m, uint32_t bit_rate)
{
    uint64_t samples = (uint64_t)REFERENCE * 8 * ACC_CABLE_RATE / bit_rate, lead = lead_samples(m);
    return samples > lead ? (samples - lead) / (m->symbol + m->prefix) : 0;
}

// Chooses the load for 64 KiB, then the lowest load with which the payload needs no more symbols
// than with that load.
static bool choose_rate(acc_cable_mode *m, size_t len, uint32_t bit_rate)
{
    if (!choose_load(m, REFERENCE, reference_symbols(m, bit_rate)))
        return false;
    uint32_t load = m->load;
    choose_lifting(m, len);
    return choose_load(m, len, symbols_of(m, len, load));
}

// Chooses a shaped burst where it needs less SNR: large code blocks on carriers of 6 to 20 bits.
// Bit rates with fewer bits per carrier remain flat.
static bool choose_shaped(acc_cable_mode *m, size_t len, uint32_t bit_rate)
{
    acc_cable_mode shaped = *m, reference = *m;
    shaped.kind = reference.kind = ACC_CABLE_SHAPED;
    uint64_t symbols = reference_symbols(m, bit_rate);
    bool fits = bit_rate >= GUARDED_BELOW && len >= SHAPED_FROM &&
                choose_load(&reference, REFERENCE, symbols) &&
                symbols_of(&reference, REFERENCE, reference.load) == symbols &&
                choose_rate(&shaped, len, bit_rate);
    if (fits)
        *m = shaped;
    return fits;
}

acc_status acc_cable_mode_choose(size_t len, uint32_t bit_rate, uint16_t high, acc_cable_mode *mode)
{
    memset(mode, 0, sizeof *mode);
    high = high ? (uint16_t)(high / 250 * 250) : 23500;
    if (len == 0 || len > ACC_CABLE_MAX_LEN || bit_rate < 3000 || high < 1000 || high > 23750)
        return ACC_OUT_OF_RANGE;
    mode->kind = ACC_CABLE_FLAT;
    if (bit_rate < ROBUST_BELOW)
        choose_robust(mode, high);
    else if (bit_rate < GUARDED_BELOW)
        choose_guarded(mode, high);
    else
        choose_open_line(mode, len, high);
    if (!choose_shaped(mode, len, bit_rate) && !choose_rate(mode, len, bit_rate))
        return ACC_OUT_OF_RANGE;
    return acc_cable_mode_check(mode);
}

uint64_t acc_cable_duration(const acc_cable_mode *m, size_t len)
{
    cable_plan plan;
    if (acc_cable_mode_check(m) != ACC_OK || len > ACC_CABLE_MAX_LEN ||
        acc_cable_plan_make(&plan, m, (uint32_t)len) != ACC_OK)
        return 0;
    return lead_samples(m) + (uint64_t)plan.symbols * (m->symbol + m->prefix);
}

uint32_t acc_cable_block_count(const acc_cable_mode *mode, size_t len)
{
    cable_plan plan;
    bool fits = acc_cable_mode_check(mode) == ACC_OK && len <= ACC_CABLE_MAX_LEN &&
                acc_cable_plan_make(&plan, mode, (uint32_t)len) == ACC_OK;
    return fits ? plan.blocks : 0;
}
