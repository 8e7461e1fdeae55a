/// The cryptography of encrypted beacons and sensors, by mbedTLS: AES-128 in ECB, CMAC, CCM and EAX; X25519 and
/// HKDF for the registration of Eddystone-EID. Thread-safe: no state. ACC_UNSUPPORTED means that mbedTLS failed: it
/// cannot allocate memory, or CCM has no nonce or tag of that length.
#ifndef ACC_AES_H
#define ACC_AES_H

#include "accessory/base.h"

ACC_BEGIN_DECLS
ACC_ASSUME_NONNULL_BEGIN

#define ACC_AES_KEY_SIZE 16u  ///< bytes

/// Encrypts one block of 16 bytes with a key of 16 bytes.
acc_status acc_aes_encrypt_block(const uint8_t *key, const uint8_t *plain, uint8_t *cipher);

/// Decrypts one block of 16 bytes with a key of 16 bytes.
acc_status acc_aes_decrypt_block(const uint8_t *key, const uint8_t *cipher, uint8_t *plain);

/// AES-CMAC (RFC 4493): the 16-byte tag of a message of any length.
acc_status acc_aes_cmac(const uint8_t *key, const uint8_t *ACC_READS(len) message, size_t len,
                        uint8_t *tag);

/// CCM (RFC 3610): checks a tag of `tag_len` bytes and decrypts `len` bytes into `plain`. ACC_BAD_CHECK when the
/// tag is wrong; `plain` is then all zeros.
acc_status acc_aes_ccm_open(const uint8_t *key, const uint8_t *ACC_READS(nonce_len) nonce,
                            size_t nonce_len, const uint8_t *ACC_READS(header_len) header,
                            size_t header_len, const uint8_t *ACC_READS(len) cipher, size_t len,
                            const uint8_t *ACC_READS(tag_len) tag, size_t tag_len, uint8_t *plain);

/// CCM: encrypts `len` bytes into `cipher` and writes a tag of `tag_len` bytes.
acc_status acc_aes_ccm_seal(const uint8_t *key, const uint8_t *ACC_READS(nonce_len) nonce,
                            size_t nonce_len, const uint8_t *ACC_READS(header_len) header,
                            size_t header_len, const uint8_t *ACC_READS(len) plain, size_t len,
                            uint8_t *cipher, uint8_t *ACC_COUNT(tag_len) tag, size_t tag_len);

/// CCM's encryption without a tag, for MiBeacon up to version 3, whose frames carry none. Encrypts or decrypts
/// `len` bytes. `nonce` has 13 bytes.
acc_status acc_aes_ccm_stream(const uint8_t *key, const uint8_t *nonce,
                              const uint8_t *ACC_READS(len) in, size_t len, uint8_t *out);

/// EAX (Bellare, Rogaway, Wagner 2004): encrypts or decrypts `len` bytes; both are the same operation.
acc_status acc_aes_eax_crypt(const uint8_t *key, const uint8_t *ACC_READS(nonce_len) nonce,
                             size_t nonce_len, const uint8_t *ACC_READS(len) in, size_t len,
                             uint8_t *out);

/// EAX: the 16-byte tag of a header and a cipher text of at most 64 bytes.
acc_status acc_aes_eax_tag(const uint8_t *key, const uint8_t *ACC_READS(nonce_len) nonce,
                           size_t nonce_len, const uint8_t *ACC_READS(header_len) header,
                           size_t header_len, const uint8_t *ACC_READS(len) cipher, size_t len,
                           uint8_t *tag);

/// X25519 (RFC 7748): the shared secret of a secret key and a peer's public key, 32 bytes each. ACC_OUT_OF_RANGE
/// when the result is zero, because the peer's key is invalid, and when mbedTLS fails.
acc_status acc_x25519(const uint8_t *secret, const uint8_t *peer, uint8_t *shared);

/// HKDF-SHA256 (RFC 5869) with an empty info string: derives `out_len` bytes, at most 32.
acc_status acc_hkdf_sha256(const uint8_t *ACC_READS(salt_len) salt, size_t salt_len,
                           const uint8_t *ACC_READS(len) secret, size_t len,
                           uint8_t *ACC_COUNT(out_len) out, size_t out_len);

ACC_ASSUME_NONNULL_END
ACC_END_DECLS

#endif
