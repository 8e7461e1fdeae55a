// Checksums against the check values of the CRC catalogue.
#include "accessory/crc.h"
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

int main(void)
{
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
