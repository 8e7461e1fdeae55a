// The cable modem's report: its bytes, invalid values, and the load, which must be the same on every processor.
#include "accessory/cable.h"

#include "cable/plan.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { REPORTS = 10000 };

// Hashes of the loads of all carriers for the reports below, on every processor.
#define LOAD_HASH 0xb689ba2eu
#define SHAPED_HASH 0x1ed0e19du

static acc_cable_report random_report(void)
{
    static const uint16_t prefixes[] = {32, 48, 64, 96, 128, 192, 256, 320},
                          lows[] = {20, 100, 150, 300}, pilots[] = {8, 10, 12, 16, 20, 24, 28, 32};
    acc_cable_report r = {.id = (uint8_t)draw(), .symbol = (uint16_t)(512u << draw() % 4)};
    r.prefix = prefixes[draw() % 8];
    r.low = lows[draw() % 4];
    r.high = (uint16_t)(250 * (16 + draw() % 80));
    r.pilots = (uint8_t)pilots[draw() % 8];
    r.high_pass = draw() & 1;
    r.shaped = r.id & 1;
    r.margin = (uint8_t)(draw() % 61);
    r.loss = (uint8_t)(draw() % 49);
    for (unsigned i = 0; i < ACC_CABLE_BANDS; i++)
        r.snr[i] = (uint8_t)(draw() % 3 ? draw() % 128 : i ? r.snr[i - 1] : 0);
    r.snr[20] = 100;
    return r;
}

static bool same(const acc_cable_report *a, const acc_cable_report *b)
{
    return a->id == b->id && a->symbol == b->symbol && a->prefix == b->prefix && a->low == b->low &&
           a->high == b->high && a->pilots == b->pilots && a->high_pass == b->high_pass &&
           a->shaped == b->shaped && a->margin == b->margin && a->loss == b->loss &&
           memcmp(a->snr, b->snr, sizeof a->snr) == 0;
}

// The number of slots of a group of one block before its last uniform bit. The group begins after the pair of dimension `at`
// of a symbol.
static uint32_t pairs_met(const cable_plan *plan, const uint8_t *bits, uint32_t at)
{
    uint32_t met = 0, left = queue_size(plan, QUEUE_UNIFORM);
    for (bool first = true; left; first = false) {
        uint32_t m = (bits[at / 2] + 1u - at % 2) / 2;
        bool pair = plan_has_pair(plan, m);
        met += pair && !first;
        m -= pair ? 2 : 0;
        left -= m < left ? m : left;
        at = at + 1 < 2u * plan->carriers ? at + 1 : 0;
    }
    return met;
}

static uint32_t load_of(const acc_cable_report *r, unsigned more, acc_cable_kind kind,
                        uint32_t hash)
{
    static uint16_t carrier[CABLE_MAX_CARRIERS];
    static uint8_t bits[CABLE_MAX_CARRIERS];
    acc_cable_mode mode;
    cable_plan plan;
    if (acc_cable_mode_loaded(r, 5000, more, &mode) != ACC_OK)
        return hash * 31;
    mode.kind = kind;
    if (acc_cable_plan_make(&plan, &mode, 5000) != ACC_OK)
        return hash * 31;
    acc_cable_plan_load(&plan, r, carrier, bits);
    uint32_t sum = 0;
    for (unsigned i = 0; i < plan.carriers; i++) {
        CHECK(bits[i] <= 20);
        sum += bits[i];
        hash = (hash ^ bits[i]) * 16777619u;
    }
    CHECK(sum == plan.bits);
    // whole pairs, at most as many as fit the information bits
    CHECK(plan.pairs <= MATCHER_MAX_PAIRS && plan.pairs % MATCHER_STEP == 0);
    CHECK(plan.information <= 48u * mode.lifting && (plan.slots == 0) == (plan.pairs == 0));
    for (unsigned i = 0; i < 4 && plan.pairs && more % 16 == 0; i++)
        CHECK(pairs_met(&plan, bits, (more + 1) * 40503u * (i + 1) % (2u * plan.carriers)) >=
              plan.pairs);
    return plan.pairs ? (hash ^ plan.pairs) * 16777619u : hash;
}

static void round_trips(void)
{
    uint32_t hash = 2166136261u, shaped = hash;
    for (unsigned i = 0; i < REPORTS; i++) {
        acc_cable_report r = random_report(), back;
        uint8_t bytes[ACC_CABLE_REPORT_SIZE];
        acc_cable_report_write(&r, bytes);
        acc_status status = acc_cable_report_read(bytes, sizeof bytes, &back);
        // too many pilots for the band: rejected, like the mode
        CHECK(status == ACC_OUT_OF_RANGE || (status == ACC_OK && same(&r, &back)));
        unsigned more = draw() % 64;
        hash = load_of(&r, more, ACC_CABLE_LOADED, hash);
        shaped = load_of(&r, more, ACC_CABLE_LOADED_SHAPED, shaped);
    }
    if (hash != LOAD_HASH || shaped != SHAPED_HASH)
        printf("hashes of the loads: 0x%08lx, 0x%08lx\n", (unsigned long)hash,
               (unsigned long)shaped);
    CHECK(hash == LOAD_HASH && shaped == SHAPED_HASH);
}

// Every prefix, and every report with one inverted bit, is rejected.
static void refuses(void)
{
    acc_cable_report r = random_report(), back;
    r.symbol = 2048;
    r.high = 20000;
    uint8_t bytes[ACC_CABLE_REPORT_SIZE];
    acc_cable_report_write(&r, bytes);
    CHECK(acc_cable_report_read(bytes, sizeof bytes, &back) == ACC_OK);
    for (size_t len = 0; len < sizeof bytes; len++)
        CHECK(acc_cable_report_read(bytes, len, &back) == ACC_TRUNCATED);
    for (size_t i = 0; i < 8 * sizeof bytes; i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        CHECK(acc_cable_report_read(bytes, sizeof bytes, &back) == ACC_BAD_CHECK);
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    memset(r.snr, 0, sizeof r.snr);
    acc_cable_mode mode;
    CHECK(acc_cable_mode_loaded(&r, 1, 0, &mode) == ACC_OUT_OF_RANGE);
}

// The load is log2(1 + SNR / margin) (1 - loss) / 0.797, within 0.06 bit.
static void is_the_formula(void)
{
    acc_cable_report r = random_report();
    for (int half_db = 1; half_db < 128; half_db++) {
        memset(r.snr, half_db, sizeof r.snr);
        r.margin = 6;
        r.loss = 8;
        double snr = pow(10, (half_db - 7 - 6) / 20.0);
        double bits = log2(1 + snr) * (1 - 8 / 64.0) / (204 / 256.0);
        bits = bits < 20 ? bits : 20;
        CHECK(fabs(acc_cable_report_bits(&r, 0, 500, 2048) / 256.0 - bits) < 0.06);
    }
}

// Shaped bursts are sent only to a receiver whose report accepts them; other bursts are unchanged.
static void is_shaped_on_request(void)
{
    acc_cable_report r = random_report();
    acc_cable_mode mode;
    r.symbol = 2048;
    r.low = 20;
    r.high = 23500;
    r.margin = 6;
    r.loss = 0;
    for (unsigned half_db = 30; half_db < 128; half_db++) {
        memset(r.snr, (int)half_db, sizeof r.snr);
        r.shaped = false;
        CHECK(acc_cable_mode_loaded(&r, 8000, 0, &mode) == ACC_OK && mode.kind == ACC_CABLE_LOADED);
        r.shaped = true;
        CHECK(acc_cable_mode_loaded(&r, 8000, 0, &mode) == ACC_OK);
        bool suits = half_db > 40 && half_db < 100;
        CHECK(!suits || mode.kind == ACC_CABLE_LOADED_SHAPED);
        CHECK(acc_cable_mode_loaded(&r, 2000, 0, &mode) == ACC_OK && mode.kind == ACC_CABLE_LOADED);
    }
}

int main(void)
{
    round_trips();
    is_shaped_on_request();
    refuses();
    is_the_formula();
    return failures;
}
