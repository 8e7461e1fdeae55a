// AES-128 through mbedTLS: one block, CMAC, CCM, EAX (accessory/aes.h).
//
// Input: keys, nonces and data, such as encrypted advertisements and Eddystone's EID. Output:
// ciphertext, plaintext, tags. No key is kept after a call: mbedTLS clears its contexts when it frees
// them.
#include "accessory/aes.h"

#if !__has_include(<mbedtls/aes.h>)
#error "mbedtls/aes.h is missing; install it: sudo apt install libmbedtls-dev"
#endif

#include <assert.h>
#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/cmac.h>
#include <string.h>

enum { BLOCK = 16, KEY_BITS = 128, EAX_MAX = 64 };

// Electronic codebook, one block of 16 bytes.
acc_status acc_aes_encrypt_block(const uint8_t *key, const uint8_t *plain, uint8_t *cipher)
{
    mbedtls_aes_context aes;
    mbedtls_aes_init(&aes);
    int error = mbedtls_aes_setkey_enc(&aes, key, KEY_BITS);
    if (!error)
        error = mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_ENCRYPT, plain, cipher);
    mbedtls_aes_free(&aes);
    return error ? ACC_UNSUPPORTED : ACC_OK;
}

acc_status acc_aes_decrypt_block(const uint8_t *key, const uint8_t *cipher, uint8_t *plain)
{
    mbedtls_aes_context aes;
    mbedtls_aes_init(&aes);
    int error = mbedtls_aes_setkey_dec(&aes, key, KEY_BITS);
    if (!error)
        error = mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_DECRYPT, cipher, plain);
    mbedtls_aes_free(&aes);
    return error ? ACC_UNSUPPORTED : ACC_OK;
}

acc_status acc_aes_cmac(const uint8_t *key, const uint8_t *message, size_t len, uint8_t *tag)
{
    const mbedtls_cipher_info_t *aes = mbedtls_cipher_info_from_type(MBEDTLS_CIPHER_AES_128_ECB);
    int error = aes ? mbedtls_cipher_cmac(aes, key, KEY_BITS, message, len, tag) : -1;
    return error ? ACC_UNSUPPORTED : ACC_OK;
}

// ACC_BAD_CHECK for a wrong tag: wrong key, nonce or data.
acc_status acc_aes_ccm_open(const uint8_t *key, const uint8_t *nonce, size_t nonce_len,
                            const uint8_t *header, size_t header_len, const uint8_t *cipher,
                            size_t len, const uint8_t *tag, size_t tag_len, uint8_t *plain)
{
    mbedtls_ccm_context ccm;
    mbedtls_ccm_init(&ccm);
    int error = mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, key, KEY_BITS);
    if (!error)
        error = mbedtls_ccm_auth_decrypt(&ccm, len, nonce, nonce_len, header, header_len, cipher,
                                         plain, tag, tag_len);
    mbedtls_ccm_free(&ccm);
    return error == MBEDTLS_ERR_CCM_AUTH_FAILED ? ACC_BAD_CHECK : error ? ACC_UNSUPPORTED : ACC_OK;
}

acc_status acc_aes_ccm_seal(const uint8_t *key, const uint8_t *nonce, size_t nonce_len,
                            const uint8_t *header, size_t header_len, const uint8_t *plain,
                            size_t len, uint8_t *cipher, uint8_t *tag, size_t tag_len)
{
    mbedtls_ccm_context ccm;
    mbedtls_ccm_init(&ccm);
    int error = mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, key, KEY_BITS);
    if (!error)
        error = mbedtls_ccm_encrypt_and_tag(&ccm, len, nonce, nonce_len, header, header_len, plain,
                                            cipher, tag, tag_len);
    mbedtls_ccm_free(&ccm);
    return error ? ACC_UNSUPPORTED : ACC_OK;
}

// out = in XOR AES(key, start), AES(key, start + 1), ...
static acc_status counter_mode(const uint8_t *key, const uint8_t start[BLOCK], const uint8_t *in,
                               size_t len, uint8_t *out)
{
    mbedtls_aes_context aes;
    uint8_t counter[BLOCK], stream[BLOCK];
    size_t offset = 0;
    memcpy(counter, start, BLOCK);
    mbedtls_aes_init(&aes);
    int error = mbedtls_aes_setkey_enc(&aes, key, KEY_BITS);
    if (!error)
        error = mbedtls_aes_crypt_ctr(&aes, len, &offset, counter, stream, in, out);
    mbedtls_aes_free(&aes);
    return error ? ACC_UNSUPPORTED : ACC_OK;
}

// CCM without its tag (RFC 3610): counter block = flags (length field size - 1), nonce, counter.
acc_status acc_aes_ccm_stream(const uint8_t *key, const uint8_t *nonce, const uint8_t *in,
                              size_t len, uint8_t *out)
{
    uint8_t counter[BLOCK] = {1};  // a length field of two bytes
    memcpy(counter + 1, nonce, 13);
    counter[15] = 1;  // block 0 is for the tag
    return counter_mode(key, counter, in, len, out);
}

// EAX's tweaked CMAC: OMAC_t(M) = CMAC([t]_128 || M); the first block states the purpose t.
static acc_status omac(const uint8_t *key, uint8_t purpose, const uint8_t *data, size_t len,
                       uint8_t out[BLOCK])
{
    uint8_t message[BLOCK + EAX_MAX] = {0};
    assert(len <= EAX_MAX);
    message[BLOCK - 1] = purpose;
    if (len)
        memcpy(message + BLOCK, data, len);
    return acc_aes_cmac(key, message, BLOCK + len, out);
}

// Counter mode from OMAC_0(nonce).
acc_status acc_aes_eax_crypt(const uint8_t *key, const uint8_t *nonce, size_t nonce_len,
                             const uint8_t *in, size_t len, uint8_t *out)
{
    uint8_t start[BLOCK];
    acc_status status = omac(key, 0, nonce, nonce_len, start);
    return status == ACC_OK ? counter_mode(key, start, in, len, out) : status;
}

// OMAC_0(nonce) XOR OMAC_1(header) XOR OMAC_2(cipher).
acc_status acc_aes_eax_tag(const uint8_t *key, const uint8_t *nonce, size_t nonce_len,
                           const uint8_t *header, size_t header_len, const uint8_t *cipher,
                           size_t len, uint8_t *tag)
{
    uint8_t part[3][BLOCK];
    acc_status status = omac(key, 0, nonce, nonce_len, part[0]);
    if (status == ACC_OK)
        status = omac(key, 1, header, header_len, part[1]);
    if (status == ACC_OK)
        status = omac(key, 2, cipher, len, part[2]);
    for (int i = 0; i < BLOCK && status == ACC_OK; i++)
        tag[i] = part[0][i] ^ part[1][i] ^ part[2][i];
    return status;
}
