// The ring between two threads: every sample once, in order, in pieces of any size.
#include "check.h"
#include "host/alsa/ring.h"

#include <pthread.h>
#include <sched.h>

enum { SIZE = 64, COUNT = 1000000 };

static float memory[SIZE];
static struct ring ring = {.data = memory, .size = SIZE};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void *put_all(void *context)
{
    float piece[SIZE];
    (void)context;
    for (size_t next = 0, len = 1; next < COUNT; len = len % SIZE + 1) {
        size_t n = smaller(smaller(len, COUNT - next), ring_room(&ring));
        if (n == 0)
            sched_yield();
        for (size_t i = 0; i < n; i++)
            piece[i] = (float)(next + i);
        ring_put(&ring, piece, n);
        next += n;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    float piece[SIZE];
    size_t wrong = 0;
    CHECK(pthread_create(&thread, NULL, put_all, NULL) == 0);
    for (size_t next = 0, len = 5; next < COUNT; len = len % SIZE + 3) {
        size_t n = smaller(smaller(len, SIZE), ring_fill(&ring));
        if (n == 0)
            sched_yield();
        ring_take(&ring, piece, n);
        for (size_t i = 0; i < n; i++)
            wrong += piece[i] != (float)(next + i);
        next += n;
    }
    pthread_join(thread, NULL);
    CHECK(wrong == 0 && ring_fill(&ring) == 0);
    return failures;
}
