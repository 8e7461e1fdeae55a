// Counts what a program allocates: a program that links this has its malloc, calloc, realloc and so on.
#pragma once

/// Number of allocations of this process so far, all threads together.
unsigned long long allocations_so_far(void);
