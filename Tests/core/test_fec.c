// Forward error correction: the inner code against its distances and its error bound, every loss that parity repairs,
// and whole frames of every size.
#include "accessory/crc.h"
#include "accessory/fec.h"
#include "check.h"
#include "fec/conv.h"
#include "fec/erasure.h"
#include "noise.h"

#include <math.h>
#include <string.h>

static int8_t quantise(float value)
{
    float limited = fmaxf(fminf(value, ACC_FEC_SOFT_MAX), -ACC_FEC_SOFT_MAX);
    return (int8_t)lrintf(limited);
}

// A one followed by zeros encodes to the generators: 1111001 and 1011011.
static void impulse_gives_generators(void)
{
    static const uint8_t expected[] = {1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1};
    uint8_t symbols[2 * (8 + CONV_TAIL)];
    CHECK(acc_conv_encode((const uint8_t[]){0x80}, 1, symbols) == sizeof symbols);
    CHECK(memcmp(symbols, expected, sizeof expected) == 0);
    for (size_t i = sizeof expected; i < sizeof symbols; i++)
        CHECK(symbols[i] == 0);
}

// Free distance 10: any four wrong symbols near each other are corrected.
static void four_errors_are_corrected(void)
{
    enum { LEN = 8, COUNT = 2 * (8 * LEN + CONV_TAIL) };
    uint8_t data[LEN], symbols[COUNT], decoded[LEN];
    uint16_t survivors[(COUNT / 2 + 15) / 16][64];
    for (size_t i = 0; i < LEN; i++)
        data[i] = (uint8_t)draw();
    acc_conv_encode(data, LEN, symbols);
    for (size_t start = 0; start + 4 <= COUNT; start++) {
        int8_t soft[COUNT];
        for (size_t i = 0; i < COUNT; i++)
            soft[i] = symbols[i] != (i >= start && i < start + 4) ? 1 : -1;
        CHECK(!acc_conv_decode(soft, decoded, LEN, survivors));
        CHECK(memcmp(data, decoded, LEN) == 0);
    }
}

// A code word needs no correction; with one wrong or missing symbol anywhere it is no code word.
static void whole_words_need_no_correction(void)
{
    enum { LEN = 8, COUNT = 2 * (8 * LEN + CONV_TAIL) };
    uint8_t data[LEN], symbols[COUNT], decoded[LEN];
    uint16_t survivors[(COUNT / 2 + 15) / 16][64];
    int8_t soft[COUNT];
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < LEN; i++)
            data[i] = (uint8_t)draw();
        acc_conv_encode(data, LEN, symbols);
        for (size_t i = 0; i < COUNT; i++)
            soft[i] = symbols[i] ? 20 : -20;
        CHECK(acc_conv_decode(soft, decoded, LEN, survivors));
        CHECK(memcmp(data, decoded, LEN) == 0);
        for (size_t i = 0; i < COUNT; i++) {
            int8_t kept = soft[i];
            soft[i] = round % 2 ? 0 : (int8_t)-kept;
            memset(decoded, 0, LEN);
            CHECK(!acc_conv_decode(soft, decoded, LEN, survivors));
            CHECK(memcmp(data, decoded, LEN) == 0);
            soft[i] = kept;
        }
    }
}

// The largest soft decisions over the longest block must not overflow the metrics.
static void longest_block_at_full_scale(void)
{
    enum { LEN = 31, COUNT = 2 * (8 * LEN + CONV_TAIL) };
    uint8_t data[LEN], symbols[COUNT], decoded[LEN];
    uint16_t survivors[CONV_MAX_BITS / 16][64];
    int8_t soft[COUNT];
    for (size_t i = 0; i < LEN; i++)
        data[i] = (uint8_t)draw();
    acc_conv_encode(data, LEN, symbols);
    for (size_t i = 0; i < COUNT; i++)
        soft[i] = symbols[i] ? CONV_SOFT_MAX : -CONV_SOFT_MAX;
    // without this it would be read without metrics
    soft[COUNT - 1] = 0;
    CHECK(!acc_conv_decode(soft, decoded, LEN, survivors));
    CHECK(memcmp(data, decoded, LEN) == 0);
}

// The bit error rate of binary antipodal symbols in white noise at the given Es/N0, and the union bound
// of the code's distance spectrum (10: 36, 12: 211, 14: 1404, ...).
static void error_rate(float symbol_db, int blocks, double *measured, double *bound)
{
    static const double spectrum[] = {36, 211, 1404, 11633, 77433, 502690, 3322763};
    uint8_t data[30], symbols[ACC_FEC_BLOCK_SYMBOLS], decoded[30];
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    uint16_t survivors[CONV_MAX_BITS / 16][64];
    float ratio = powf(10, symbol_db / 10), sigma = sqrtf(0.5f / ratio);
    long wrong = 0;
    for (int b = 0; b < blocks; b++) {
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)draw();
        acc_conv_encode(data, sizeof data, symbols);
        for (size_t i = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++)
            soft[i] = quantise(16 * ((symbols[i] ? 1.0f : -1.0f) + sigma * normal()));
        acc_conv_decode(soft, decoded, sizeof data, survivors);
        for (size_t i = 0; i < sizeof data; i++)
            wrong += __builtin_popcount((unsigned)(data[i] ^ decoded[i]));
    }
    *measured = (double)wrong / (240.0 * blocks);
    *bound = 0;
    for (int i = 0; i < 7; i++)
        *bound += spectrum[i] * 0.5 * erfc(sqrt((10 + 2 * i) * (double)ratio));
}

static void error_rate_meets_theory(void)
{
    double measured, bound;
    error_rate(0.0f, 400, &measured, &bound);
    printf("Es/N0 0.0 dB: bit error rate %.2e, union bound %.2e\n", measured, bound);
    CHECK(measured < 1.2 * bound);
    error_rate(0.5f, 400, &measured, &bound);
    printf("Es/N0 0.5 dB: bit error rate %.2e, union bound %.2e\n", measured, bound);
    CHECK(measured < 1.2 * bound);
    error_rate(2.0f, 400, &measured, &bound);  // floor: under 1e-5 from here on
    CHECK(measured < 1.1e-5);
}

// 1 / 0x80 is 0x1B in this field: x^7 (x^4 + x^3 + x + 1) = x^11 + x^10 + x^8 + x^7 with
// x^11 + x^10 = x^7 + x^4 + x^3 + x^2 and x^8 = x^4 + x^3 + x^2 + 1, whose sum is 1.
static void parity_by_hand(void)
{
    uint8_t parity = 0;
    acc_erasure_add(&parity, 0, (const uint8_t[]){1}, 0, 1);
    CHECK(parity == 0x1B);
}

// a b modulo x^8 + x^4 + x^3 + x^2 + 1, by long division of the whole product.
static unsigned product(unsigned a, unsigned b)
{
    unsigned whole = 0;
    for (unsigned i = 0; i < 8; i++)
        whole ^= b >> i & 1 ? a << i : 0;
    for (unsigned i = 15; i >= 8; i--)
        whole ^= whole >> i & 1 ? 0x11Du << (i - 8) : 0;
    return whole;
}

// Each factor is 1 / ((128 + parity) xor index), and each byte has it once.
static void factors_are_inverses(void)
{
    for (unsigned j = 0; j < ERASURE_MAX_PARITY; j++)
        for (unsigned i = 0; i < 32 - j; i++) {
            uint8_t sum[3] = {0, 0x55, 0};
            acc_erasure_add(sum, j, (const uint8_t[]){1, 0, 0xA7}, i, 3);
            CHECK(product(sum[0], (128 + j) ^ i) == 1 && sum[1] == 0x55);
            CHECK(sum[2] == product(sum[0], 0xA7));
        }
}

static void fill(uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)draw();
}

// Every way to lose up to four of six pieces and parity pieces.
static void any_loss_within_parity_is_repaired(void)
{
    enum { DATA = 6, PARITY = 4, SIZE = 5 };
    uint8_t sent[DATA + PARITY][SIZE] = {{0}}, got[DATA + PARITY][SIZE];
    fill(sent[0], sizeof sent[0] * DATA);
    for (unsigned j = 0; j < PARITY; j++)
        for (unsigned i = 0; i < DATA; i++)
            acc_erasure_add(sent[DATA + j], j, sent[i], i, SIZE);
    for (uint32_t present = 0; present < 1u << (DATA + PARITY); present++) {
        for (unsigned i = 0; i < DATA + PARITY; i++)
            for (unsigned b = 0; b < SIZE; b++)
                got[i][b] = present >> i & 1 ? sent[i][b] : 0x5A;
        // parity pieces that did not arrive have any contents and must not be read
        bool enough = __builtin_popcount(present) >= DATA;
        CHECK(acc_erasure_repair(got[0], DATA, PARITY, SIZE, present) == enough);
        if (enough)
            CHECK(memcmp(got, sent, sizeof sent[0] * DATA) == 0);
    }
}

static void to_soft(const uint8_t *symbols, int8_t *soft, int magnitude)
{
    for (size_t i = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++)
        soft[i] = (int8_t)(symbols[i] ? magnitude : -magnitude);
}

static acc_fec_scratch scratch;

static void every_frame_size_comes_back(void)
{
    uint8_t frame[ACC_FRAME_MAX_SIZE], symbols[ACC_FEC_BLOCK_SYMBOLS];
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_collector collector = {0};
    acc_fec_block block;
    fill(frame, sizeof frame);
    for (size_t len = 1; len <= sizeof frame; len += len < 60 ? 1 : 23) {
        size_t blocks = acc_fec_block_count(len), pieces = (len + 25) / 26, whole = 0;
        acc_fec_collector_reset(&collector);
        // the first blocks are lost, as many as there are parity pieces
        for (size_t i = blocks - pieces; i < blocks; i++) {
            acc_fec_block_write(frame, len, i, symbols);
            to_soft(symbols, soft, 20);
            unsigned errors;
            CHECK(acc_fec_block_read(soft, &block, &errors, &scratch) == ACC_OK);
            CHECK(block.index == i && block.pieces == pieces && errors == 0);
            whole += acc_fec_collect(&collector, &block);
            CHECK((whole == 1) == (i == blocks - 1));
        }
        CHECK(memcmp(collector.pieces, frame, len) == 0);
        CHECK(!acc_fec_collect(&collector, &block));  // reported only once
    }
    CHECK(acc_fec_block_count(ACC_FRAME_MAX_SIZE) == ACC_FEC_MAX_BLOCKS);
}

// A silence of a fifth of the block anywhere, and a burst of 16 wrong symbols anywhere.
static void bursts_inside_a_block_are_corrected(void)
{
    enum { SILENCE = ACC_FEC_BLOCK_SYMBOLS / 5, BURST = 16 };
    uint8_t frame[26], symbols[ACC_FEC_BLOCK_SYMBOLS];
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_block block;
    fill(frame, sizeof frame);
    acc_fec_block_write(frame, sizeof frame, 0, symbols);
    for (size_t start = 0; start + SILENCE <= ACC_FEC_BLOCK_SYMBOLS; start++) {
        to_soft(symbols, soft, 63);
        memset(soft + start, 0, SILENCE);
        CHECK(acc_fec_block_read(soft, &block, NULL, &scratch) == ACC_OK);
        to_soft(symbols, soft, 1);
        for (size_t i = start; i < start + BURST; i++)
            soft[i] = (int8_t)-soft[i];
        unsigned errors = 0;
        CHECK(acc_fec_block_read(soft, &block, &errors, &scratch) == ACC_OK && errors == BURST);
        CHECK(memcmp(block.piece, frame, sizeof frame) == 0);
    }
}

static void noise_is_no_block(void)
{
    int8_t soft[ACC_FEC_BLOCK_SYMBOLS];
    acc_fec_block block;
    for (int n = 0; n < 200; n++) {
        for (size_t i = 0; i < ACC_FEC_BLOCK_SYMBOLS; i++)
            soft[i] = quantise(20 * normal());
        CHECK(acc_fec_block_read(soft, &block, NULL, &scratch) != ACC_OK);
    }
}

int main(void)
{
    impulse_gives_generators();
    four_errors_are_corrected();
    whole_words_need_no_correction();
    longest_block_at_full_scale();
    error_rate_meets_theory();
    parity_by_hand();
    factors_are_inverses();
    any_loss_within_parity_is_repaired();
    every_frame_size_comes_back();
    bursts_inside_a_block_are_corrected();
    noise_is_no_block();
    return failures;
}
