// Whether bytes are an MP3 file, as the converter decides: a walk to the first frame. The command line calls it before
// it overwrites a file.
#include "host/mp3/walker.h"

#include <stdlib.h>
#include <string.h>

// Walks from the buffer's bytes to the first frame with sound, or to the end of the buffer.
static walker_result first_frame(walker *w)
{
    walker_result result = WALKER_TAG;
    while (result == WALKER_TAG)
        result = acc_mp3_walker_next(w);
    return result;
}

bool acc_mp3_probe(const uint8_t *bytes, size_t len, bool is_whole)
{
    walker *w = malloc(sizeof *w);
    if (!w)
        return false;
    acc_mp3_walker_init(w, is_whole ? len : UINT64_MAX);
    walker_result result = WALKER_MORE;
    while (result == WALKER_MORE && len) {
        size_t room;
        uint8_t *to = acc_mp3_walker_room(w, &room);
        size_t n = len < room ? len : room;
        memcpy(to, bytes, n);
        acc_mp3_walker_filled(w, n);
        bytes += n;
        len -= n;
        w->ended = len == 0 && is_whole;
        result = first_frame(w);
    }
    bool is_other = w->other && w->other_is_sure;
    // metadata at the start may be longer than a file's first bytes
    bool is_metadata = result == WALKER_MORE && w->place.skip && !w->place.searched;
    free(w);
    return (result == WALKER_FRAME && !is_other) || is_metadata;
}
