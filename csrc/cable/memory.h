// Division of the caller's memory into parts. Without memory it only counts their size.
#ifndef ACC_CABLE_MEMORY_H
#define ACC_CABLE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct cable_memory {
    uint8_t *base;  // NULL: only count
    size_t used;
} cable_memory;

// The next `size` bytes, aligned to 64.
static inline void *memory_take(cable_memory *m, size_t size)
{
    size_t at = m->used;
    m->used += (size + 63) / 64 * 64;
    return m->base ? m->base + at : NULL;
}

#endif
