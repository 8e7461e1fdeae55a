// The matcher of shaped bursts: every payload is restored, every class has its frequency, and the bytes are close to the
// limit of these frequencies. Pairs with other frequencies are rejected.
#include "cable/block.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { MOST_BYTES = MATCHER_MAX_PAIRS / 4, GUARD = 0xA5 };

static uint8_t bytes[MOST_BYTES], restored[MOST_BYTES + MATCHER_ROOM + 1];
static uint32_t bits[MATCHER_MAX_PAIRS / 16 + 1];
static int16_t sums[2 * MATCHER_MAX_PAIRS];

static unsigned bit(uint32_t i)
{
    return bits[i / 32] >> i % 32 & 1;
}

// Makes soft bits of random magnitudes.
static void soften(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sums[i] = (int16_t)(bit(i) ? -1 - (int)(draw() % 900) : (int)(draw() % 900));
}

static void count_classes(uint32_t pairs, uint32_t counts[MATCHER_CLASSES])
{
    memset(counts, 0, MATCHER_CLASSES * sizeof *counts);
    for (uint32_t i = 0; i < pairs; i++)
        counts[bit(i) ? bit(pairs + i) : 3 - bit(pairs + i)]++;
}

static uint8_t next_byte(void *context)
{
    uint32_t *at = context;
    return bytes[(*at)++];
}

// The matcher consumes the number of bytes that it reports.
static void match(uint32_t pairs)
{
    uint32_t at = 0;
    acc_cable_matcher_match(next_byte, &at, pairs, bits);
    CHECK(at == acc_cable_matcher_bytes(pairs));
}

static void comes_back(uint32_t pairs)
{
    uint32_t size = acc_cable_matcher_bytes(pairs), counts[MATCHER_CLASSES], rest = pairs;
    bits[pairs / 16] = GUARD;
    match(pairs);
    CHECK(bits[pairs / 16] == GUARD);
    count_classes(pairs, counts);
    for (unsigned i = 0; i < MATCHER_CLASSES - 1; i++) {
        CHECK(counts[i] == pairs * matcher_frequency(i) / MATCHER_UNIT);
        rest -= counts[i];
    }
    CHECK(counts[MATCHER_CLASSES - 1] == rest);
    soften(2 * pairs);
    memset(restored, GUARD, sizeof restored);
    CHECK(acc_cable_matcher_restore(sums, pairs, restored));
    CHECK(memcmp(restored, bytes, size) == 0);
    CHECK(restored[size + MATCHER_ROOM] == GUARD);
}

// All zeros and all ones are the ends of [0, 1), the others cause the longest and the shortest steps.
static void every_kind_comes_back(uint32_t pairs)
{
    uint32_t size = acc_cable_matcher_bytes(pairs);
    for (unsigned kind = 0; kind < 6; kind++) {
        static const uint8_t fill[] = {0, 0xFF, 0x80, 0x7F};
        for (uint32_t i = 0; i < size; i++)
            bytes[i] = kind < 4 ? fill[kind] : (uint8_t)draw();
        comes_back(pairs);
    }
}

// log2 of the number of sequences, with gamma functions.
static double log_count(uint32_t pairs)
{
    double log = lgamma(pairs + 1.0);
    uint32_t rest = pairs;
    for (unsigned i = 0; i < MATCHER_CLASSES - 1; i++) {
        uint32_t count = pairs * matcher_frequency(i) / MATCHER_UNIT;
        log -= lgamma(count + 1.0);
        rest -= count;
    }
    return (log - lgamma(rest + 1.0)) / 0.6931471805599453;
}

// The encoded bits are 1.5 to 16 below the limit; rounding needs one of them.
static void loses_little(void)
{
    for (uint32_t pairs = MATCHER_STEP; pairs <= MATCHER_MAX_PAIRS; pairs += MATCHER_STEP) {
        double lost = log_count(pairs) - 8.0 * acc_cable_matcher_bytes(pairs);
        CHECK(lost > 1.5 && lost < 16);
    }
}

// The first and the last sequence, whose intervals have the most and the least rounding.
static void sorted_pairs_come_back(uint32_t pairs, bool ascending)
{
    uint32_t counts[MATCHER_CLASSES], size = acc_cable_matcher_bytes(pairs), class = 0;
    count_classes(pairs, counts);
    for (uint32_t i = 0; i < pairs; i++) {
        while (counts[class] == 0)
            class ++;
        counts[class]--;
        uint32_t at = ascending ? i : pairs - 1 - i;
        sums[at] = class < 2 ? -1 : 1;
        sums[pairs + at] = class == 1 || class == 2 ? -1 : 1;
    }
    // the last sequence, rounded up, can be above every number
    if (acc_cable_matcher_restore(sums, pairs, restored)) {
        memcpy(bytes, restored, size);
        comes_back(pairs);
    }
}

static void wrong_pairs_are_refused(uint32_t pairs)
{
    for (unsigned t = 0; t < 20; t++) {
        match(pairs);
        soften(2 * pairs);
        uint32_t at = draw() % (2 * pairs);
        sums[at] = (int16_t)(-sums[at] - 1);
        memset(restored, GUARD, sizeof restored);
        CHECK(!acc_cable_matcher_restore(sums, pairs, restored));
        for (uint32_t i = 0; i < 2 * pairs; i++)
            sums[i] = (int16_t)(t < 10 ? draw() : t < 15 ? 0xFFFF : 0);
        CHECK(!acc_cable_matcher_restore(sums, pairs, restored));
        CHECK(restored[acc_cable_matcher_bytes(pairs) + MATCHER_ROOM] == GUARD);
    }
}

static ldpc_code code;
static cable_plan plan;
static uint32_t block[LDPC_MAX_COLUMNS * 256 / 32];
static int16_t block_sums[LDPC_MAX_COLUMNS * 256], messages[LDPC_MAX_EDGES * 256];

// Whether the block is accepted with its present information and newly computed parity.
static bool is_taken(void)
{
    unsigned iterations;
    acc_cable_ldpc_encode(&code, 256, block);
    for (uint32_t i = 0; i < sizeof block_sums / sizeof *block_sums; i++)
        block_sums[i] = block[i / 32] >> i % 32 & 1 ? -200 : 200;
    return acc_cable_block_decode(&plan, &code, acc_cable_kernels_best(), 5, block_sums, messages,
                                  restored, &iterations);
}

// Exchanges two pairs.
static void swap_pairs(uint32_t a, uint32_t b)
{
    for (uint32_t begin = block_pairs(&plan, &code), i = 0; i < 2; i++, begin += plan.pairs) {
        uint32_t at = begin + a, to = begin + b;
        uint32_t differ = (block[at / 32] >> at % 32 ^ block[to / 32] >> to % 32) & 1;
        block[at / 32] ^= differ << at % 32;
        block[to / 32] ^= differ << to % 32;
    }
}

// A code word is rejected when its classes have other frequencies, and when they are right but the bytes differ.
static void wrong_blocks_are_lost(void)
{
    acc_cable_mode mode = {ACC_CABLE_SHAPED, 2048, 48, 20, 23500, 10, false, false, 256, 1, 9000};
    CHECK(acc_cable_plan_make(&plan, &mode, 1300) == ACC_OK && plan.blocks == 1);
    acc_cable_ldpc_make(&code, LDPC_FOUR_FIFTHS);
    for (uint32_t i = 0; i < 1300; i++)
        bytes[i] = (uint8_t)draw();
    acc_cable_block_encode(&plan, &code, 5, bytes, 1300, block);
    CHECK(is_taken() && memcmp(restored, bytes, 1300) == 0);
    for (uint32_t i = 0; i < 2 * plan.pairs; i += 97) {
        uint32_t at = block_pairs(&plan, &code) + i;
        block[at / 32] ^= (uint32_t)1 << at % 32;
        CHECK(!is_taken());
        block[at / 32] ^= (uint32_t)1 << at % 32;
    }
    unsigned lost = 0;
    for (uint32_t i = 1; i < plan.pairs; i += 97) {
        swap_pairs(0, i);
        lost += !is_taken();
        swap_pairs(0, i);
    }
    CHECK(lost > 0 && is_taken());
}

// The pairs are the same on every processor.
static void known_pairs(void)
{
    for (uint32_t i = 0; i < acc_cable_matcher_bytes(64); i++)
        bytes[i] = (uint8_t)(37 * i + 11);
    match(64);
    CHECK(bits[0] == 0xf6a2f9be && bits[1] == 0xdfb6fbeb);
    CHECK(bits[2] == 0xd1995d60 && bits[3] == 0x8b6d1575);
}

int main(void)
{
    CHECK(acc_cable_matcher_bytes(0) == 0);
    loses_little();
    known_pairs();
    for (uint32_t pairs = MATCHER_STEP; pairs <= MATCHER_MAX_PAIRS;
         pairs += pairs < 512 ? 16 : 1168)
        every_kind_comes_back(pairs);
    every_kind_comes_back(MATCHER_MAX_PAIRS);
    sorted_pairs_come_back(MATCHER_MAX_PAIRS, true);
    sorted_pairs_come_back(MATCHER_MAX_PAIRS, false);
    wrong_pairs_are_refused(64);
    wrong_pairs_are_refused(4096);
    wrong_blocks_are_lost();
    return failures;
}
