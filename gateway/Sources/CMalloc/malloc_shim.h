// The settings of the C library's allocator, which Swift's Glibc module leaves out.
#ifndef ACCESSORY_GATEWAY_MALLOC_H
#define ACCESSORY_GATEWAY_MALLOC_H

#include <malloc.h>

// All threads allocate from one arena. With one for each thread, memory freed in one is not used by the others.
static inline void gateway_use_one_arena(void)
{
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 1);
#endif
}

#endif
