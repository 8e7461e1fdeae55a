// Integers of either byte order, and checksums against the check values of the CRC catalogue.
#include "accessory/crc.h"
#include "base/bytes.h"
#include "check.h"

// Two bytes at once are as one after the other.
static bool pairs_are_as_bytes(void)
{
    for (unsigned word = 0; word <= 0xFFFF; word++) {
        const uint8_t pair[] = {(uint8_t)(word >> 8), (uint8_t)word};
        uint16_t first = acc_crc16_ccitt(ACC_CRC16_XMODEM_INIT, pair, 1);
        if (acc_crc16_ccitt(ACC_CRC16_XMODEM_INIT, pair, 2) != acc_crc16_ccitt(first, pair + 1, 1))
            return false;
    }
    return true;
}

static void bytes_have_an_order(void)
{
    static const uint8_t bytes[] = {0, 0x12, 0x34, 0x56, 0x78, 0xFF};
    uint8_t out[6] = {0xEE, 0xEE, 0xEE, 0xEE, 0xEE, 0xEE};
    CHECK(load_be16(bytes + 1) == 0x1234 && load_be32(bytes + 1) == 0x12345678);
    CHECK(load_le16(bytes + 1) == 0x3412 && load_le32(bytes + 1) == 0x78563412);
    CHECK(load_be16(bytes + 4) == 0x78FF && load_le16(bytes + 4) == 0xFF78);
    store_be16(out + 1, 0x1234);
    CHECK(memcmp(out, "\xEE\x12\x34\xEE", 4) == 0);
    store_le16(out + 1, 0x1234);
    CHECK(memcmp(out, "\xEE\x34\x12\xEE", 4) == 0);
    store_be32(out + 1, 0x12345678);
    CHECK(memcmp(out, "\xEE\x12\x34\x56\x78\xEE", 6) == 0);
    store_le32(out + 1, 0x12345678);
    CHECK(memcmp(out, "\xEE\x78\x56\x34\x12\xEE", 6) == 0);
}

int main(void)
{
    bytes_have_an_order();
    // the check values of the catalogue of parametrised CRC algorithms
    static const uint8_t nine[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    CHECK(acc_crc32(ACC_CRC32_INIT, nine, 9) == 0xCBF43926);
    CHECK(acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, nine, 9) == 0x29B1);
    CHECK(acc_crc16_ccitt(ACC_CRC16_XMODEM_INIT, nine, 9) == 0x31C3);
    CHECK(acc_crc16_arc(ACC_CRC16_ARC_INIT, nine, 9) == 0xBB3D);
    CHECK(acc_crc32(acc_crc32(ACC_CRC32_INIT, nine, 4), nine + 4, 5) == 0xCBF43926);
    CHECK(pairs_are_as_bytes());
    return failures;
}
