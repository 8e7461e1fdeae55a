// Reads the input file for file.c and slices.c.
#include "host/mp3/input.h"

#include <errno.h>
#include <unistd.h>

bool acc_mp3_read_on(int file, walker *w, uint64_t *position, int *error)
{
    size_t room;
    uint8_t *to = acc_mp3_walker_room(w, &room);
    for (;;) {
        ssize_t n = position ? pread(file, to, room, (off_t)*position) : read(file, to, room);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            *error = errno;
            return false;
        }
        if (position)
            *position += (uint64_t)n;
        w->ended = n == 0;
        acc_mp3_walker_filled(w, (size_t)n);
        return true;
    }
}
