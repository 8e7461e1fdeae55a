// Ends a test that loops forever by its CPU time, independently of the machine's load. Linked to every test
// that runs on an operating system.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void stop(int signal)
{
    static const char text[] = "The test's limit of processor time is reached: an endless loop?\n";
    (void)signal;
    ssize_t n = write(STDOUT_FILENO, text, sizeof text - 1);
    (void)n;
    _exit(99);
}

__attribute__((constructor)) static void limit_processor_time(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) != 0)
        return;
    limit.rlim_cur = ACC_TEST_SECONDS;
    signal(SIGXCPU, stop);
    setrlimit(RLIMIT_CPU, &limit);
}
