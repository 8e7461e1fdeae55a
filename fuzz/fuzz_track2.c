// Any samples in blocks of any size: a result is a card's text.
#include "modem/track2.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float pcm[1 << 16];
    static track2_receiver receiver;
    if (size < 1)
        return 0;
    size_t len = (size - 1) / sizeof *pcm, cut = data[0] + 1u;
    len = len < 1 << 16 ? len : 1 << 16;
    memcpy(pcm, data + 1, len * sizeof *pcm);
    acc_track2_init(&receiver, 44100);
    for (size_t taken = 0; taken < len;) {
        bool has_ended;
        size_t n = len - taken < cut ? len - taken : cut, took;
        took = acc_track2_push(&receiver, pcm + taken, n, &has_ended);
        assert(took <= n && (took == n || has_ended));
        const char *text = receiver.text;
        if (has_ended && receiver.is_read)
            assert((text[0] == ';' || text[0] == '%') && strchr(text, '?') && strlen(text) >= 3);
        else if (has_ended)
            assert(receiver.fault.is_seen && receiver.fault.right <= TRACK2_MAX);
        taken += took;
    }
    return 0;
}
