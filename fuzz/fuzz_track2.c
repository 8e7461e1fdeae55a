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
        const char *text;
        size_t n = len - taken < cut ? len - taken : cut, took;
        took = acc_track2_push(&receiver, pcm + taken, n, &text);
        assert(took <= n && (took == n || text));
        assert(!text || (text[0] == ';' && text[strlen(text) - 2] == '?'));
        taken += took;
    }
    return 0;
}
