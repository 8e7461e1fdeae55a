// Encodes and decodes a block: CRC-24, scrambling, matcher, code (docs/cable.md, Blocks). CRC-24 is
// that of RFC 4880: polynomial 0x864CFB from 0xB704CE, over the block's number and bytes.
//
// Input and output: a block's bytes, and its coded bits or soft bits. sender_bits.c encodes with
// it, blocks.c decodes.
#include "cable/block.h"

#include "cable/random.h"
#include "cable/unroll.h"

#include <string.h>

// remainders[i] = i x^24 modulo the polynomial, for four bits at a time.
static const uint32_t remainders[16] = {
    0x000000, 0x864CFB, 0x8AD50D, 0x0C99F6, 0x93E6E1, 0x15AA1A, 0x1933EC, 0x9F7F17,
    0xA18139, 0x27CDC2, 0x2B5434, 0xAD18CF, 0x3267D8, 0xB42B23, 0xB8B2D5, 0x3EFE2E,
};

// crc' = (crc << 4) ^ table[crc >> 20], twice. The CRC is in the upper 24 bits, so it needs no
// mask.
static inline uint32_t crc24(uint32_t crc, uint8_t byte)
{
    crc ^= (uint32_t)byte << 24;
    crc = crc << 4 ^ remainders[crc >> 28] << 8;
    return crc << 4 ^ remainders[crc >> 28] << 8;
}

static uint32_t crc24_start(uint32_t number)
{
    uint32_t crc = 0xB704CE00;
    for (int shift = 24; shift >= 0; shift -= 8)
        crc = crc24(crc, (uint8_t)(number >> shift));
    return crc;
}

uint32_t acc_cable_block_crc(uint32_t number, const uint8_t *bytes, size_t len)
{
    uint32_t crc = crc24_start(number);
    for (size_t i = 0; i < len; i++)
        crc = crc24(crc, bytes[i]);
    return crc >> 8;
}

// The seed of a block's random numbers. Payloads are often zeros or text; without scrambling the
// carriers' power would depend on them.
static uint32_t scrambler(uint32_t number)
{
    return 77 + number;
}

static uint8_t scrambled(uint8_t byte, uint32_t *state)
{
    return (uint8_t)(byte ^ random_next(state) >> 16);
}

static void put_byte(uint32_t *bits, size_t at, uint8_t byte)
{
    bits[at / 4] |= (uint32_t)byte << at % 4 * 8;
}

// The scrambled bytes of a block: payload, zeros up to the block's size, CRC.
typedef struct byte_source {
    const uint8_t *bytes;
    size_t len, size, at;  // bytes of payload, of the block without CRC, index of the next one
    uint32_t crc, random;
} byte_source;

static uint8_t next_byte(byte_source *s)
{
    uint8_t byte = 0;
    if (s->at < s->size) {
        byte = s->at < s->len ? s->bytes[s->at] : 0;
        s->crc = crc24(s->crc, byte);
    } else {
        byte = (uint8_t)(s->crc >> 24);
        s->crc <<= 8;
    }
    s->at++;
    return scrambled(byte, &s->random);
}

// Writes the whole words of the payload. Returns the number of bytes written.
static size_t put_words(byte_source *s, uint32_t *bits)
{
    size_t from = s->at, at = from, len = s->len;
    uint32_t crc = s->crc, random = s->random;
    UNROLL(2)
    for (; at + 4 <= len; at += 4) {
        uint32_t word = 0;
        for (unsigned i = 0; i < 4; i++) {
            crc = crc24(crc, s->bytes[at + i]);
            word |= (uint32_t)scrambled(s->bytes[at + i], &random) << 8 * i;
        }
        *bits++ = word;
    }
    s->at = at;
    s->crc = crc;
    s->random = random;
    return at - from;
}

// The matcher's source: a block's first bytes.
static uint8_t source_byte(void *context)
{
    return next_byte(context);
}

void acc_cable_block_encode(const cable_plan *p, const ldpc_code *code, uint32_t number,
                            const uint8_t *bytes, size_t len, uint32_t *bits)
{
    byte_source s = {.bytes = bytes, .len = len, .size = p->block_size};
    s.crc = crc24_start(number);
    s.random = scrambler(number);
    uint32_t *pairs = bits + block_pairs(p, code) / 32;
    if (p->pairs)
        acc_cable_matcher_match(source_byte, &s, p->pairs, pairs);
    size_t i = put_words(&s, bits);
    memset(bits + i / 4, 0, block_pairs(p, code) / 8u - i);
    for (; s.at < s.size + CABLE_CRC_SIZE; i++)
        put_byte(bits, i, next_byte(&s));
    acc_cable_ldpc_encode(code, p->mode.lifting, bits);
}

// 0 is an unknown bit. The padding zeros are not sent; they are certain.
void acc_cable_block_clear(const cable_plan *p, const ldpc_code *code, int16_t *sums)
{
    uint32_t end = block_pairs(p, code);
    memset(sums, 0, (size_t)code->columns * p->mode.lifting * sizeof *sums);
    for (uint32_t i = p->information - 2 * p->pairs; i < end; i++)
        sums[i] = LDPC_LLR_MAX;
}

// A negative sum is a 1.
static uint8_t byte_of(const int16_t *sums)
{
    unsigned byte = 0;
    for (unsigned i = 0; i < 8; i++)
        byte |= (unsigned)(sums[i] < 0) << i;
    return (uint8_t)byte;
}

bool acc_cable_block_decode(const cable_plan *p, const ldpc_code *code,
                            const cable_kernels *kernels, uint32_t number, int16_t *sums,
                            int16_t *messages, uint8_t *bytes, unsigned *iterations)
{
    unsigned z = p->mode.lifting;
    *iterations = kernels ? acc_cable_ldpc_decode(code, z, kernels, sums, messages, LDPC_ITERATIONS)
                          : acc_cable_ldpc_decode_compact(code, z, sums, messages, LDPC_ITERATIONS);
    uint32_t random = scrambler(number), sent = 0, matched = acc_cable_matcher_bytes(p->pairs);
    if (p->pairs && !acc_cable_matcher_restore(sums + block_pairs(p, code), p->pairs, bytes))
        return false;
    for (size_t i = 0; i < p->block_size + CABLE_CRC_SIZE; i++) {
        uint8_t byte = i < matched ? bytes[i] : byte_of(sums + 8 * (i - matched));
        bytes[i] = scrambled(byte, &random);
    }
    for (size_t i = 0; i < CABLE_CRC_SIZE; i++)
        sent = sent << 8 | bytes[p->block_size + i];
    return sent == acc_cable_block_crc(number, bytes, p->block_size);
}
