// CRC-32 of every length and alignment, against its definition bit by bit.
#include "accessory/crc.h"
#include "check.h"

// The definition, bit by bit.
static uint32_t slow_crc32(uint32_t crc, const uint8_t *data, size_t len)
{
    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

int main(void)
{
    static uint8_t data[700];
    CHECK(acc_crc32(ACC_CRC32_INIT, (const uint8_t *)"123456789", 9) == 0xCBF43926);
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * i * 7 + i / 3);
    for (size_t start = 0; start < 20; start++)
        for (size_t len = 0; len + start < sizeof data; len++) {
            uint32_t seed = (uint32_t)(len * 2654435761u);
            CHECK(acc_crc32(seed, data + start, len) == slow_crc32(seed, data + start, len));
        }
    return failures;
}
