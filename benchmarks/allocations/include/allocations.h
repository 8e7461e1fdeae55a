// Counts a program's allocations: this library replaces malloc, calloc, realloc and their like in a program that
// links it.
#pragma once

/// Number of allocations of this process so far, all threads together.
unsigned long long allocations_so_far(void);
