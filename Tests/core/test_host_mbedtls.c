// AES, its modes, X25519 and HKDF, by the examples of their specifications.
#include "accessory/aes.h"
#include "check.h"

#include <string.h>

// The bytes of a text, in one of eight places that take turns.
static const uint8_t *bytes(const char *hex)
{
    static uint8_t places[8][64];
    static unsigned turn;
    uint8_t *out = places[turn++ % 8];
    for (size_t i = 0; hex[i]; i++) {
        unsigned digit = hex[i] <= '9' ? (unsigned)(hex[i] - '0') : (unsigned)(hex[i] - 'a' + 10);
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | digit : digit << 4);
    }
    return out;
}

static bool is(const uint8_t *result, const char *hex)
{
    return memcmp(result, bytes(hex), strlen(hex) / 2) == 0;
}

// FIPS 197, appendix C.1.
static void blocks(void)
{
    const uint8_t *key = bytes("000102030405060708090a0b0c0d0e0f");
    const uint8_t *plain = bytes("00112233445566778899aabbccddeeff");
    uint8_t out[16], back[16];
    CHECK(acc_aes_encrypt_block(key, plain, out) == ACC_OK);
    CHECK(is(out, "69c4e0d86a7b0430d8cdb78070b4c55a"));
    CHECK(acc_aes_decrypt_block(key, out, back) == ACC_OK && memcmp(back, plain, 16) == 0);
}

// RFC 4493, section 4.
static void message_codes(void)
{
    const uint8_t *key = bytes("2b7e151628aed2a6abf7158809cf4f3c");
    const uint8_t *message =
        bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411");
    uint8_t tag[16];
    CHECK(acc_aes_cmac(key, message, 0, tag) == ACC_OK &&
          is(tag, "bb1d6929e95937287fa37d129b756746"));
    CHECK(acc_aes_cmac(key, message, 16, tag) == ACC_OK &&
          is(tag, "070a16b46b4d4144f79bdd9dd04a287c"));
    CHECK(acc_aes_cmac(key, message, 40, tag) == ACC_OK &&
          is(tag, "dfa66747de9ae63030ca32611497c827"));
}

// RFC 3610, packet vector 1.
static void ccm(void)
{
    const uint8_t *key = bytes("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf");
    const uint8_t *nonce = bytes("00000003020100a0a1a2a3a4a5"), *header = bytes("0001020304050607");
    const uint8_t *plain = bytes("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e");
    uint8_t out[23], tag[8], back[23];
    CHECK(acc_aes_ccm_seal(key, nonce, 13, header, 8, plain, 23, out, tag, 8) == ACC_OK);
    CHECK(is(out, "588c979a61c663d2f066d0c2c0f989806d5f6b61dac384") && is(tag, "17e8d12cfdf926e0"));
    CHECK(acc_aes_ccm_open(key, nonce, 13, header, 8, out, 23, tag, 8, back) == ACC_OK);
    CHECK(memcmp(back, plain, 23) == 0);
    memset(back, 0, sizeof back);
    CHECK(acc_aes_ccm_stream(key, nonce, out, 23, back) == ACC_OK && memcmp(back, plain, 23) == 0);
    tag[7] ^= 1;
    CHECK(acc_aes_ccm_open(key, nonce, 13, header, 8, out, 23, tag, 8, back) == ACC_BAD_CHECK);
    // lengths that CCM does not have
    CHECK(acc_aes_ccm_open(key, nonce, 13, header, 8, out, 23, tag, 7, back) == ACC_UNSUPPORTED);
    CHECK(acc_aes_ccm_seal(key, nonce, 14, header, 8, plain, 23, out, tag, 8) == ACC_UNSUPPORTED);
}

// Bellare, Rogaway, Wagner: The EAX mode of operation, appendix.
static void eax(void)
{
    static const struct {
        const char *message, *key, *nonce, *header, *cipher, *tag;
    } rows[] = {
        {"", "233952dee4d5ed5f9b9c6d6ff80ff478", "62ec67f9c3a4a407fcb2a8c49031a8b3",
         "6bfb914fd07eae6b", "", "e037830e8389f27b025a2d6527e79d01"},
        {"f7fb", "91945d3f4dcbee0bf45ef52255f095a4", "becaf043b0a23d843194ba972c66debd",
         "fa3bfd4806eb53fa", "19dd", "5c4c9331049d0bdab0277408f67967e5"},
        {"ca40d7446e545ffaed3bd12a740a659ffbbb3ceab7", "8395fcf1e95bebd697bd010bc766aac3",
         "22e7add93cfc6393c57ec0b3c17d6b44", "126735fcc320d25a",
         "cb8920f87a6c75cff39627b56e3ed197c552d295a7", "cfc46afc253b4652b1af3795b124ab6e"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *key = bytes(rows[i].key), *nonce = bytes(rows[i].nonce);
        const uint8_t *header = bytes(rows[i].header), *message = bytes(rows[i].message);
        size_t len = strlen(rows[i].message) / 2;
        uint8_t out[32], tag[16];
        CHECK(acc_aes_eax_crypt(key, nonce, 16, message, len, out) == ACC_OK &&
              is(out, rows[i].cipher));
        CHECK(acc_aes_eax_tag(key, nonce, 16, header, 8, out, len, tag) == ACC_OK &&
              is(tag, rows[i].tag));
    }
}

// RFC 7748, section 5.2. The second coordinate has its highest bit set.
static void key_exchange(void)
{
    uint8_t shared[32];
    CHECK(acc_x25519(bytes("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
                     bytes("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
                     shared) == ACC_OK);
    CHECK(is(shared, "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"));
    const uint8_t *secret =
        bytes("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d");
    const uint8_t *peer = bytes("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493");
    CHECK(acc_x25519(secret, peer, shared) == ACC_OK);
    CHECK(is(shared, "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"));
    // bits 0 to 2, 254 and 255 of the secret do not count
    static const uint8_t flips[][2] = {{0, 7}, {31, 0xC0}};
    for (int i = 0; i < 2; i++) {
        uint8_t other[32], same[32];
        memcpy(other, secret, 32);
        other[flips[i][0]] ^= flips[i][1];
        CHECK(acc_x25519(other, peer, same) == ACC_OK && memcmp(same, shared, 32) == 0);
    }
    // points of small order, 0 and 1
    uint8_t small[32] = {0};
    for (small[0] = 0; small[0] < 2; small[0]++)
        CHECK(acc_x25519(secret, small, shared) == ACC_OUT_OF_RANGE);
}

// RFC 5869, appendix A.3; the second one is by Python's hmac.
static void key_derivation(void)
{
    uint8_t secret[22], salt[13], out[42];
    memset(secret, 0x0B, sizeof secret);
    for (uint8_t i = 0; i < sizeof salt; i++)
        salt[i] = i;
    CHECK(acc_hkdf_sha256(salt, 0, secret, 22, out, 42) == ACC_OK);
    CHECK(
        is(out,
           "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"));
    CHECK(acc_hkdf_sha256(salt, 13, secret, 22, out, 42) == ACC_OK);
    CHECK(
        is(out,
           "b2a3d45126d31fb6828ef00d76c6d54e9c2bd4785e49c6ad86e327d89d0de9408eeda1cbef2b03f30e05"));
    static uint8_t long_out[255 * 32 + 1];
    CHECK(acc_hkdf_sha256(salt, 13, secret, 22, long_out, sizeof long_out - 1) == ACC_OK);
    CHECK(acc_hkdf_sha256(salt, 13, secret, 22, long_out, sizeof long_out) == ACC_UNSUPPORTED);
}

int main(void)
{
    blocks();
    message_codes();
    ccm();
    eax();
    key_exchange();
    key_derivation();
    return failures;
}
