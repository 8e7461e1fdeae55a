// Modes and plans of the cable modem: the range of each field, the pilots, the modes chosen for each bit rate and length, the
// least load that reaches a bit rate, and loaded, open and repeated bursts.
#include "cable/plan.h"
#include "check.h"

#include <stdio.h>
#include <string.h>

static const acc_cable_mode usual = {ACC_CABLE_FLAT, 2048,  48,  20, 23500, 10,
                                     false,          false, 256, 4,  9000};
static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320};

static bool fits(const acc_cable_mode *m)
{
    const acc_status status = acc_cable_mode_check(m);
    CHECK(status == ACC_OK || status == ACC_OUT_OF_RANGE);
    // what depends on the check agrees with it
    CHECK((acc_cable_block_count(m, 100) > 0) == (status == ACC_OK && kind_has_length(m->kind)));
    CHECK((acc_cable_duration(m, 100) > 0) == (status == ACC_OK));
    return status == ACC_OK;
}

static bool is_listed(unsigned value, const uint16_t *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == value)
            return true;
    return false;
}

static void fields_have_ranges(void)
{
    static const uint16_t lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};
    acc_cable_mode m = usual;
    CHECK(fits(&m));
    m.load = 100;
    for (unsigned v = 0; v <= 10000; v++) {
        m.symbol = (uint16_t)v;
        CHECK(fits(&m) == (v == 512 || v == 1024 || v == 2048 || v == 4096));
        m.symbol = 2048;
        m.lifting = (uint16_t)v;
        CHECK(fits(&m) == (v == 32 || v == 64 || v == 128 || v == 256 || v == 512 || v == 1024));
        m.lifting = 256;
        if (v > 400)
            continue;
        m.prefix = (uint16_t)v;
        CHECK(fits(&m) == is_listed(v, prefixes, 8));
        m.prefix = 48;
        m.low = (uint16_t)v;
        CHECK(fits(&m) == is_listed(v, lows, 4));
        m.low = 20;
        if (v > 255)
            continue;
        m.pilots = (uint8_t)v;
        CHECK(fits(&m) == is_listed(v, pilots, 8));
        m.pilots = 10;
        m.depth = (uint8_t)v;
        CHECK(fits(&m) == (v >= 1 && v <= 15));
        m.depth = 4;
    }
    m.symbol = 4096;
    m.pilots = 8;
    for (unsigned high = 0; high <= 24500; high += 125) {
        m.high = (uint16_t)high;
        CHECK(fits(&m) == (high % 250 == 0 && high >= 750 && high <= 23750));
    }
}

static void loads_have_ranges(void)
{
    // 10 pilots; first = ceil(0.853) = 1, last = floor(1002.67) = 1002: 992 data carriers
    acc_cable_mode m = usual;
    for (unsigned kind = 0; kind <= 7; kind++)
        for (unsigned robust = 0; robust < 2; robust++) {
            static const unsigned loads[] = {0, 1, 5951, 5952, 19840, 19841, 32767, 32768, 65535};
            m.kind = (acc_cable_kind)kind;
            m.robust = robust;
            for (unsigned i = 0; i < 9; i++) {
                const unsigned load = loads[i];
                m.load = (uint16_t)load;
                const bool is_flat = kind == 0 || kind == 1 || kind == 5;
                bool good = kind <= 6 && load < 32768 && !(robust && kind >= 5);
                good &= !is_flat || (load >= (kind == 5 ? 5952 : 1) && load <= 19840);
                CHECK(fits(&m) == good);
            }
        }
    // the band needs twice as many carriers as pilots: first = 1, last = floor(high / 93.75)
    m = usual;
    m.symbol = 512;
    m.pilots = 8;
    m.load = 1;
    m.high = 1500;
    CHECK(!fits(&m));
    m.high = 1750;
    CHECK(fits(&m));
    m.pilots = 10;
    CHECK(!fits(&m));
    m.high = 2000;
    CHECK(fits(&m));
    CHECK(acc_cable_block_count(&m, 0) == 0 && acc_cable_duration(&m, 0) == 0);
    CHECK(acc_cable_block_count(&m, ACC_CABLE_MAX_LEN) > 0 &&
          acc_cable_duration(&m, ACC_CABLE_MAX_LEN) > 0);
    CHECK(acc_cable_block_count(&m, ACC_CABLE_MAX_LEN + 1) == 0);
    CHECK(acc_cable_duration(&m, ACC_CABLE_MAX_LEN + 1) == 0);
}

// The pilots by the formula of docs/cable.md, also where they touch.
static void pilots_are_as_specified(void)
{
    static const uint8_t counts[] = {8, 10, 12, 16, 20, 24, 28, 32};
    for (unsigned i = 0; i < 8; i++)
        for (unsigned symbol = 512; symbol <= 4096; symbol *= 2)
            for (unsigned high = 1750; high <= 23500; high += 250) {
                acc_cable_mode m = usual;
                cable_plan p;
                m.symbol = (uint16_t)symbol;
                m.high = (uint16_t)high;
                m.pilots = counts[i];
                m.load = 1;
                if (acc_cable_plan_make(&p, &m, 1) != ACC_OK)
                    continue;
                const int n = counts[i], first = (int)(20 * symbol + 47999) / 48000;
                const int last = (int)(high * symbol / 48000), span = last - first;
                CHECK(p.first == first && p.last == last && p.carriers == span + 1 - n);
                for (int k = 0, before = first - 1; k < n; k++) {
                    int at =
                        first + span * (2 * k + 1) * (6 * n - 2 * k - 1) / (8 * n * n) + 3 * k % 5;
                    at = at <= before ? before + 1 : at;
                    at = at > last - (n - 1 - k) ? last - (n - 1 - k) : at;
                    CHECK(p.pilot[k] == at);
                    before = p.pilot[k];
                }
            }
}

// The table of docs/cable.md, One-way modes, at its limits.
static void modes_follow_the_bit_rate(void)
{
    static const struct {
        size_t len;
        uint32_t rate;
        uint16_t high;
        uint16_t symbol, prefix, low, top;
        uint8_t pilots;
        bool guarded, robust;
    } rows[] = {
        {1, 120000, 0, 512, 32, 20, 23500, 10, false, false},
        {64, 200000, 0, 512, 32, 20, 23500, 10, false, false},
        {65, 200000, 0, 1024, 32, 20, 23500, 10, false, false},
        {2048, 200000, 0, 1024, 32, 20, 23500, 10, false, false},
        {2049, 200000, 0, 2048, 48, 20, 23500, 10, false, false},
        {2049, 120000, 23750, 2048, 48, 20, 23500, 10, false, false},
        {2049, 120000, 12349, 2048, 48, 20, 12250, 10, false, false},
        {100, 119999, 0, 2048, 320, 100, 21500, 20, true, false},
        {100, 20000, 23750, 2048, 320, 100, 21500, 20, true, false},
        {100, 20000, 8000, 2048, 320, 100, 8000, 20, true, false},
        {100, 19999, 0, 1024, 320, 100, 19500, 32, true, true},
        {100, 3000, 23750, 1024, 320, 100, 19500, 32, true, true},
        {100, 3000, 4000, 1024, 320, 100, 4000, 32, true, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_cable_mode m;
        memset(&m, 0xFF, sizeof m);
        CHECK(acc_cable_mode_choose(rows[i].len, rows[i].rate, rows[i].high, &m) == ACC_OK);
        CHECK(m.symbol == rows[i].symbol && m.prefix == rows[i].prefix && m.low == rows[i].low);
        CHECK(m.high == rows[i].top && m.pilots == rows[i].pilots);
        CHECK(m.high_pass == rows[i].guarded && m.robust == rows[i].robust);
    }
    static const struct {
        size_t len;
        uint32_t rate;
        uint16_t high;
        acc_status status;
    } limits[] = {
        {0, 100000, 0, ACC_OUT_OF_RANGE},
        {1, 100000, 0, ACC_OK},
        {ACC_CABLE_MAX_LEN, 100000, 0, ACC_OK},
        {ACC_CABLE_MAX_LEN + 1, 100000, 0, ACC_OUT_OF_RANGE},
        {1, 2999, 0, ACC_OUT_OF_RANGE},
        {1, 3000, 0, ACC_OK},
        {1, 20000, 999, ACC_OUT_OF_RANGE},
        {1, 20000, 23999, ACC_OK},
        {1, 20000, 24000, ACC_OUT_OF_RANGE},
        {65536, 345000, 0, ACC_OUT_OF_RANGE},
        {65536, 340000, 0, ACC_OK},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        acc_cable_mode m;
        CHECK(acc_cable_mode_choose(limits[i].len, limits[i].rate, limits[i].high, &m) ==
              limits[i].status);
    }
}

// The smallest code block that has room, with three bytes of CRC: 6 Z bytes, robust 1.5 Z.
static void blocks_are_the_smallest(void)
{
    static const struct {
        size_t len;
        uint32_t rate;
        uint16_t lifting;
    } rows[] = {{1, 100000, 32},      {189, 100000, 32},     {190, 100000, 64},
                {381, 100000, 64},    {382, 100000, 128},    {3069, 100000, 512},
                {3070, 100000, 1024}, {50000, 100000, 1024}, {45, 10000, 32},
                {46, 10000, 64},      {765, 10000, 512},     {766, 10000, 1024}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_cable_mode m;
        CHECK(acc_cable_mode_choose(rows[i].len, rows[i].rate, 0, &m) == ACC_OK);
        CHECK(m.lifting == rows[i].lifting);
    }
    // 6141 bytes each; groups of at most 15 blocks, as equal as possible
    static const struct {
        size_t blocks;
        uint8_t depth;
    } groups[] = {{1, 1},   {2, 2},   {15, 15}, {16, 8}, {17, 9},
                  {30, 15}, {31, 11}, {45, 15}, {46, 12}};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        acc_cable_mode m;
        CHECK(acc_cable_mode_choose(6141 * groups[i].blocks, 100000, 0, &m) == ACC_OK);
        CHECK(acc_cable_block_count(&m, 6141 * groups[i].blocks) == groups[i].blocks);
        CHECK(acc_cable_block_count(&m, 6141 * groups[i].blocks + 1) == groups[i].blocks + 1);
        CHECK(m.depth == groups[i].depth);
    }
}

// 64 KiB take at most the time that the bit rate allows, and with one bit less per symbol more. Other lengths need as few
// symbols as with that load.
static void loads_are_the_least(void)
{
    static const uint32_t rates[] = {3000, 9000, 15000, 20000, 50000, 111000, 119999};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        acc_cable_mode m, shorter;
        const uint64_t most = 65536ull * 8 * 48000 / rates[i];
        CHECK(acc_cable_mode_choose(65536, rates[i], 0, &m) == ACC_OK);
        CHECK(acc_cable_duration(&m, 65536) <= most);
        for (size_t len = 1; len <= 3000; len = 3 * len + 7) {
            CHECK(acc_cable_mode_choose(len, rates[i], 0, &shorter) == ACC_OK);
            const uint64_t samples = acc_cable_duration(&shorter, len);
            CHECK(shorter.load <= m.load);
            acc_cable_mode same_load = shorter;
            same_load.load = m.load;
            CHECK(acc_cable_duration(&same_load, len) == samples);
            same_load.load = (uint16_t)(shorter.load - 1);
            CHECK(shorter.load == 1 || acc_cable_duration(&same_load, len) > samples);
        }
        m.load--;
        CHECK(acc_cable_duration(&m, 65536) > most);
    }
}

// A preamble and one or two headers of L + 1024 samples, symbols of C + N; 12 of them in a sounding. Each symbol has `load` of
// the coded bits: 8 (len + 3) + 12 Z, robust four times 8 (len + 3) + 24 Z.
static void durations_are_as_specified(void)
{
    for (unsigned i = 0; i < 8; i++)
        for (unsigned robust = 0; robust < 2; robust++) {
            acc_cable_mode m = usual;
            m.prefix = prefixes[i];
            m.robust = robust;
            m.lifting = 64;
            m.load = 500;
            const unsigned c = prefixes[i], lead = c < 128 ? 64 : c < 256 ? 192 : 320;
            const unsigned headers = c < 256 ? 1 : 2;
            const unsigned bits = robust ? 4 * (8 * (90 + 3) + 24 * 64) : 8 * (90 + 3) + 12 * 64;
            const uint64_t begin = (uint64_t)(1 + headers) * (lead + 1024);
            CHECK(acc_cable_duration(&m, 90) == begin + (bits + 499) / 500 * (2048ull + c));
            m.load = (uint16_t)(bits / 4);
            CHECK(acc_cable_duration(&m, 90) == begin + 4 * (2048ull + c));
            m.load--;
            CHECK(acc_cable_duration(&m, 90) == begin + 5 * (2048ull + c));
            m.kind = ACC_CABLE_SOUNDING;
            m.robust = false;
            CHECK(acc_cable_duration(&m, 0) == begin + 12 * (2048ull + c));
        }
}

static acc_cable_report report_of(unsigned snr)
{
    acc_cable_report r = {.id = 0x5A,
                          .symbol = 2048,
                          .prefix = 48,
                          .low = 20,
                          .high = 23500,
                          .pilots = 10,
                          .high_pass = true,
                          .margin = 6};
    memset(r.snr, (int)snr, sizeof r.snr);
    return r;
}

static void loaded_modes_are_as_specified(void)
{
    static const struct {
        size_t len;
        uint16_t lifting;
    } rows[] = {{1, 32}, {189, 32}, {190, 64}, {3069, 512}, {3070, 1024}, {100000, 1024}};
    acc_cable_report r = report_of(67);
    acc_cable_mode m;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned more = 0; more <= 63; more += 21) {
            memset(&m, 0xFF, sizeof m);
            CHECK(acc_cable_mode_loaded(&r, rows[i].len, more, &m) == ACC_OK);
            CHECK(m.kind == ACC_CABLE_LOADED && m.lifting == rows[i].lifting && !m.robust);
            CHECK(m.symbol == 2048 && m.prefix == 48 && m.low == 20 && m.high == 23500 &&
                  m.pilots == 10);
            CHECK(m.high_pass && m.depth == (more ? 15 : 1) && m.load == (0x5A | more << 8));
        }
    CHECK(acc_cable_mode_loaded(&r, 0, 0, &m) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_loaded(&r, ACC_CABLE_MAX_LEN, 0, &m) == ACC_OK);
    CHECK(acc_cable_mode_loaded(&r, ACC_CABLE_MAX_LEN + 1, 0, &m) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_loaded(&r, 1, 64, &m) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_open(&r, 64, &m) == ACC_OUT_OF_RANGE);
    // one band with a signal is enough
    memset(r.snr, 0, sizeof r.snr);
    CHECK(acc_cable_mode_loaded(&r, 1, 0, &m) == ACC_OUT_OF_RANGE);
    r.snr[62] = 1;
    CHECK(acc_cable_mode_loaded(&r, 1, 0, &m) == ACC_OK);
}

// Carriers of 5 to 18 bits on average, blocks of the largest size, and a receiver that accepts it. 0.797 log2(1 + SNR) bits:
// 5 at 14.1 dB above the margin, 18 at 43.2 dB.
static void shaping_suits_large_payloads(void)
{
    for (unsigned snr = 20; snr <= 127; snr++)
        for (unsigned i = 0; i < 4; i++) {
            acc_cable_report r = report_of(snr);
            acc_cable_mode m;
            r.shaped = i != 3;
            CHECK(acc_cable_mode_loaded(&r, i == 1 ? 3069 : 3070, i == 2 ? 10 : 0, &m) == ACC_OK);
            const double above = (snr - 7 - 6) / 2.0;
            if (above > 11.3 && above < 12)  // 5 bits
                continue;
            if (above > 42.8 && above < 43.8)  // 18 bits
                continue;
            const bool is_shaped = i % 2 == 0 && above >= 12 && above <= 43;
            CHECK((m.kind == ACC_CABLE_LOADED_SHAPED) == is_shaped);
        }
}

// Symbols of 1024 samples, with prefixes from 128 on 2048; the largest block of at most 75 ms, or two symbols.
static void open_modes_are_as_specified(void)
{
    static const uint16_t symbols[] = {512, 1024, 2048, 4096};
    for (unsigned s = 0; s < 4; s++)
        for (unsigned i = 0; i < 8; i++)
            for (unsigned snr = 12; snr <= 127; snr += 5) {
                acc_cable_report r = report_of(snr);
                acc_cable_mode m;
                r.symbol = symbols[s];
                r.prefix = prefixes[i];
                CHECK(acc_cable_mode_open(&r, 3, &m) == ACC_OK);
                const unsigned longest = prefixes[i] < 128 ? 1024 : 2048;
                CHECK(m.symbol == (symbols[s] < longest ? symbols[s] : longest));
                CHECK(m.kind == ACC_CABLE_OPEN_LOADED && m.depth == 1 && m.load == (0x5A | 3 << 8));
                const unsigned samples = m.symbol + m.prefix,
                               most = 3600 > 2 * samples ? 3600 : 2 * samples;
                // bits of a symbol by the report's own formula; all carriers but those at the edges are alike
                const unsigned carriers = 23500 * m.symbol / 48000u - 20 * m.symbol / 48000u;
                const unsigned bits =
                    acc_cable_report_bits(&r, 3, carriers / 2, m.symbol) * carriers / 256;
                const unsigned room = bits * most / samples;
                CHECK(m.lifting == 32 || 60u * m.lifting <= room + 60);
                CHECK(m.lifting == 512 || 120u * m.lifting + 60 > room);
            }
}

// A repetition sends the missing blocks under their own numbers.
static void missing_blocks_are_sent(void)
{
    const uint8_t missing[] = {0x81, 0x00, 0x24}, none[3] = {0};
    static const uint32_t numbers[] = {0, 7, 18, 21};
    acc_cable_mode m = usual;
    cable_plan p;
    m.lifting = 32;
    CHECK(acc_cable_plan_make(&p, &m, 24 * 189) == ACC_OK && p.blocks == 24 && p.sent == 24);
    for (uint32_t i = 0; i < 24; i++)
        CHECK(acc_cable_plan_block(&p, i) == i);
    CHECK(acc_cable_plan_repeat(&p, missing) == ACC_OK && p.sent == 4 && p.blocks == 24);
    for (uint32_t i = 0; i < 4; i++)
        CHECK(acc_cable_plan_block(&p, i) == numbers[i]);
    CHECK(acc_cable_plan_repeat(&p, none) == ACC_OUT_OF_RANGE);
}

int main(void)
{
    fields_have_ranges();
    loads_have_ranges();
    pilots_are_as_specified();
    modes_follow_the_bit_rate();
    blocks_are_the_smallest();
    loads_are_the_least();
    durations_are_as_specified();
    loaded_modes_are_as_specified();
    shaping_suits_large_payloads();
    open_modes_are_as_specified();
    missing_blocks_are_sent();
    return failures;
}
