// Loads and stores integers of a given byte order, on any processor and at any alignment. Every
// parser and writer of the core uses these; compilers turn each into one load or store, with a swap
// where needed.
#ifndef ACC_BASE_BYTES_H
#define ACC_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t load_be16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t load_be32(const uint8_t *p)
{
    return (uint32_t)load_be16(p) << 16 | load_be16(p + 2);
}

static inline uint16_t load_le16(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    // compilers load two bytes instead where one of them is used alone as well
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
#else
    return (uint16_t)(p[1] << 8 | p[0]);
#endif
}

static inline uint32_t load_le32(const uint8_t *p)
{
    return (uint32_t)load_le16(p + 2) << 16 | load_le16(p);
}

static inline void store_be16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

static inline void store_be32(uint8_t *p, uint32_t v)
{
    store_be16(p, (uint16_t)(v >> 16));
    store_be16(p + 2, (uint16_t)v);
}

static inline void store_le16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void store_le32(uint8_t *p, uint32_t v)
{
    store_le16(p, (uint16_t)v);
    store_le16(p + 2, (uint16_t)(v >> 16));
}

#endif
