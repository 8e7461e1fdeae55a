#include "accessory/crc.h"

// Nibble tables: 16 words each, a good trade between a microcontroller's flash and speed.
static const uint32_t crc32_nibble[16] = {
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
};

static const uint16_t ccitt_nibble[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
};

static const uint16_t arc_nibble[16] = {
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
    0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
};

uint32_t acc_crc32(uint32_t crc, const uint8_t *data, size_t len)
{
    crc = ~crc;
    for (size_t i = 0; i < len; i++) {
        crc ^= data[i];
        crc = (crc >> 4) ^ crc32_nibble[crc & 15];
        crc = (crc >> 4) ^ crc32_nibble[crc & 15];
    }
    return ~crc;
}

uint16_t acc_crc16_ccitt(uint16_t crc, const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        crc = (uint16_t)((crc << 4) ^ ccitt_nibble[((crc >> 12) ^ (data[i] >> 4)) & 15]);
        crc = (uint16_t)((crc << 4) ^ ccitt_nibble[((crc >> 12) ^ data[i]) & 15]);
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
