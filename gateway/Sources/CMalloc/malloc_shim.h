// The settings of the C library's allocator, which Swift's Glibc module leaves out.
#ifndef ACCESSORY_GATEWAY_MALLOC_H
#define ACCESSORY_GATEWAY_MALLOC_H

#include <malloc.h>

// For a process of constant work that runs for years. Without effect on other C libraries.
static inline void gateway_set_up_allocator(void)
{
#ifdef __GLIBC__
    // One arena for all threads: with one for each thread, memory freed in one is not used by the
    // others.
    mallopt(M_ARENA_MAX, 1);
    // Buffers of a backlog from 128 KiB on go back to the kernel when they are freed. By default the
    // limit grows to the size of the largest buffer freed so far (up to 32 MiB), and with it what
    // stays unused at the top of the heap: twice that size.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    mallopt(M_TRIM_THRESHOLD, 256 * 1024);
#endif
}

#endif
