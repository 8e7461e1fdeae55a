// X25519 and HKDF-SHA256 through mbedTLS, for Eddystone-EID registration (accessory/aes.h). Input:
// both ends' keys; output: the shared secret, and identity keys derived from it.
#include "accessory/aes.h"

#if !__has_include(<mbedtls/aes.h>)
#error "mbedtls/aes.h is missing; install it: sudo apt install libmbedtls-dev"
#endif

#include <mbedtls/bignum.h>
#include <mbedtls/ecp.h>
#include <mbedtls/hkdf.h>
#include <string.h>
#include <sys/random.h>

// X25519 is little-endian, mbedTLS's numbers are big-endian.
static void reversed(uint8_t out[32], const uint8_t *in)
{
    for (int i = 0; i < 32; i++)
        out[i] = in[31 - i];
}

// mbedTLS 3 insists on a random source, against side channels. A short read is an error.
static int random_bytes(void *context, unsigned char *out, size_t len)
{
    (void)context;
    return getrandom(out, len, 0) == (ssize_t)len ? 0 : MBEDTLS_ERR_ECP_RANDOM_FAILED;
}

// shared = secret * peer on Curve25519. Reading the point ignores the highest bit of the peer's coordinate, as RFC 7748
// demands.
static int multiply(mbedtls_mpi *secret, const uint8_t *peer, uint8_t *shared)
{
    mbedtls_ecp_group group;
    mbedtls_ecp_point point, result;
    size_t len;
    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&point);
    mbedtls_ecp_point_init(&result);
    int error = mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_CURVE25519);
    if (!error)
        error = mbedtls_ecp_point_read_binary(&group, &point, peer, 32);
    if (!error)
        error = mbedtls_ecp_mul(&group, &result, secret, &point, random_bytes, NULL);
    if (!error)
        error = mbedtls_ecp_point_write_binary(&group, &result, MBEDTLS_ECP_PF_UNCOMPRESSED, &len,
                                               shared, 32);
    mbedtls_ecp_point_free(&result);
    mbedtls_ecp_point_free(&point);
    mbedtls_ecp_group_free(&group);
    return error;
}

// RFC 7748, section 5: the secret is clamped (bits 0 to 2 and 255 cleared, bit 254 set). A shared
// secret of zeros means an invalid peer key.
acc_status acc_x25519(const uint8_t *secret, const uint8_t *peer, uint8_t *shared)
{
    uint8_t clamped[32], zero[32] = {0};
    mbedtls_mpi number;
    reversed(clamped, secret);
    clamped[0] = (uint8_t)((clamped[0] & 0x7F) | 0x40);
    clamped[31] &= 0xF8;
    memset(shared, 0, 32);
    mbedtls_mpi_init(&number);
    int error = mbedtls_mpi_read_binary(&number, clamped, 32);
    if (!error)
        error = multiply(&number, peer, shared);
    mbedtls_mpi_free(&number);
    return error || memcmp(shared, zero, 32) == 0 ? ACC_OUT_OF_RANGE : ACC_OK;
}

// HKDF (RFC 5869) with an empty info.
acc_status acc_hkdf_sha256(const uint8_t *salt, size_t salt_len, const uint8_t *secret, size_t len,
                           uint8_t *out, size_t out_len)
{
    const mbedtls_md_info_t *sha256 = mbedtls_md_info_from_type(MBEDTLS_MD_SHA256);
    int error =
        sha256 ? mbedtls_hkdf(sha256, salt, salt_len, secret, len, NULL, 0, out, out_len) : -1;
    return error ? ACC_UNSUPPORTED : ACC_OK;
}
