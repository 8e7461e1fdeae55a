// The checksums of frames, blocks and firmware (accessory/crc.h). Input: the checksum so far and bytes;
// output: the new checksum.
//
// CRC-32 and ARC, which are reflected, take four bits at a time: crc' = (crc >> 4) ^ table[(crc ^ data) & 15].
#include "accessory/crc.h"

#include "base/bytes.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif
#ifdef __ARM_FEATURE_CRC32
#include <arm_acle.h>
#endif

// Nibble tables, table[i] = remainder of i. 16 words each are a compromise between a microcontroller's
// flash size and speed. CRC-32 (IEEE 802.3): polynomial EDB88320, reflected.
#ifndef __ARM_FEATURE_CRC32
static const uint32_t crc32_nibble[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};
#endif

// CRC-16/ARC: polynomial A001 (8005 reflected).
static const uint16_t arc_nibble[16] = {
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
    0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
};

// Input and output are the one's complement of the checksum. Low nibble first. Arm's instructions compute the same; they
// are used if the compiler's target has them, as with -march=armv8-a+crc.
static uint32_t crc32_plain(uint32_t crc, const uint8_t *data, size_t len)
{
#ifdef __ARM_FEATURE_CRC32
    size_t at = 0;
    for (; at + 4 <= len; at += 4)
        crc = __crc32w(crc, load_le32(data + at));
    for (; at < len; at++)
        crc = __crc32b(crc, data[at]);
    return crc;
#else
    for (size_t i = 0; i < len; i++) {
        crc ^= data[i];
        crc = (crc >> 4) ^ crc32_nibble[crc & 15];
        crc = (crc >> 4) ^ crc32_nibble[crc & 15];
    }
    return crc;
#endif
}

#ifdef __x86_64__
// Folds 16 bytes at a time into the following 16 with the same remainder: A x^128 + B = high(A)
// x^192 + low(A) x^128 + B modulo the polynomial, two carry-less products (Gopal et al., "Fast CRC
// Computation for Generic Polynomials Using PCLMULQDQ Instruction", 2009). The table processes the
// rest.
__attribute__((target("pclmul,sse2"))) static uint32_t crc32_folded(uint32_t crc,
                                                                    const uint8_t *data, size_t len)
{
    // the two powers of x modulo the polynomial, bits reflected
    const __m128i factors = _mm_set_epi64x(0x0CCAA009E, 0x1751997D0);
    __m128i sum = _mm_loadu_si128((const void *)data);
    size_t i = 16;
    uint8_t rest[16];
    sum = _mm_xor_si128(sum, _mm_cvtsi32_si128((int)crc));
    for (; i + 16 <= len; i += 16) {
        __m128i low = _mm_clmulepi64_si128(sum, factors, 0x00);
        __m128i high = _mm_clmulepi64_si128(sum, factors, 0x11);
        sum = _mm_xor_si128(_mm_xor_si128(low, high), _mm_loadu_si128((const void *)(data + i)));
    }
    _mm_storeu_si128((void *)rest, sum);
    return crc32_plain(crc32_plain(0, rest, sizeof rest), data + i, len - i);
}
#endif

uint32_t acc_crc32(uint32_t crc, const uint8_t *data, size_t len)
{
#ifdef __x86_64__
    // below 64 bytes the table alone
    if (len >= 64 && __builtin_cpu_supports("pclmul"))
        return ~crc32_folded(~crc, data, len);
#endif
    return ~crc32_plain(~crc, data, len);
}

// Most significant bit first, without a table. The polynomial is x^16 + x^12 + x^5 + 1, so the remainder of b x^16 is
// b x^12 + b x^5 + b. With a byte b, the upper four bits h of b x^12 exceed 16 bits: they are h x^16, which is reduced in the
// same way, by adding h to b. With two bytes, b x^12 and b x^5 exceed 16 bits by b / x^4 and b / x^11, whose own excess is
// b / x^8, b / x^12 and b / x^15. All are added to b; b / x^15 occurs twice and cancels.
uint16_t acc_crc16_ccitt(uint16_t crc, const uint8_t *data, size_t len)
{
    size_t i = 0;
    for (; i + 2 <= len; i += 2) {
        unsigned word = crc ^ (unsigned)load_be16(data + i), b = word ^ word >> 4;
        b ^= b >> 8 ^ word >> 11;
        crc = (uint16_t)(b << 12 ^ b << 5 ^ b);
    }
    for (; i < len; i++) {
        unsigned b = (unsigned)(crc >> 8) ^ data[i];
        b ^= b >> 4;
        crc = (uint16_t)((unsigned)crc << 8 ^ b << 12 ^ b << 5 ^ b);
    }
    return crc;
}

uint16_t acc_crc16_arc(uint16_t crc, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        crc = (uint16_t)(crc ^ data[i]);
        crc = (uint16_t)((crc >> 4) ^ arc_nibble[crc & 15]);
        crc = (uint16_t)((crc >> 4) ^ arc_nibble[crc & 15]);
    }
    return crc;
}
