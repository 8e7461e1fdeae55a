// Checksums against the check values of the CRC catalogue.
#include "accessory/crc.h"
#include "check.h"

int main(void)
{
    // the check values of the catalogue of parametrised CRC algorithms
    static const uint8_t nine[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    CHECK(acc_crc32(ACC_CRC32_INIT, nine, 9) == 0xCBF43926);
    CHECK(acc_crc16_ccitt(ACC_CRC16_CCITT_INIT, nine, 9) == 0x29B1);
    CHECK(acc_crc16_ccitt(ACC_CRC16_XMODEM_INIT, nine, 9) == 0x31C3);
    CHECK(acc_crc16_arc(ACC_CRC16_ARC_INIT, nine, 9) == 0xBB3D);
    CHECK(acc_crc32(acc_crc32(ACC_CRC32_INIT, nine, 4), nine + 4, 5) == 0xCBF43926);
    return failures;
}
