// The switch of scripts/mutants, which copies this file into its copy of the core. MUTANT is the number of the active
// mutant; the file MUTANTS_REACHED, if any, gets a 1 at the number of each place that is evaluated, in this process and
// in its children, also if they crash.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// as in scripts/mutants
enum { LIMIT = 65536 };

static unsigned char unrecorded[LIMIT];
unsigned char *acc_mutant_marks = unrecorded;
int acc_mutant_active = -1;

// For Swift, which does not see the variables.
bool acc_mutant(int number);
bool acc_mutant(int number)
{
    acc_mutant_marks[number] = 1;
    return acc_mutant_active == number;
}

__attribute__((constructor)) static void start(void)
{
    const char *active = getenv("MUTANT");
    const char *reached = getenv("MUTANTS_REACHED");
    if (active)
        acc_mutant_active = atoi(active);
    if (!reached)
        return;
    int file = open(reached, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *marks = mmap(NULL, LIMIT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (marks != MAP_FAILED)
        acc_mutant_marks = marks;
    close(file);
}
