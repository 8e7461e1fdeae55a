// The C library's allocator settings, which Swift's Glibc module lacks.
#ifndef ACCESSORY_GATEWAY_MALLOC_H
#define ACCESSORY_GATEWAY_MALLOC_H

#include <malloc.h>

// Configures the allocator for a process with constant load that runs for years. Has no effect with
// other C libraries.
static inline void gateway_set_up_allocator(void)
{
#ifdef __GLIBC__
    // One arena for all threads: with one per thread, other threads cannot reuse the freed memory of
    // an arena.
    mallopt(M_ARENA_MAX, 1);
    // Returns buffers of a backlog of 128 KiB or more to the kernel when they are freed. By default
    // this threshold grows to the size of the largest buffer freed so far (up to 32 MiB), and the
    // unused memory kept at the top of the heap grows to twice that size.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 256 * 1024);
#endif
}

#endif
