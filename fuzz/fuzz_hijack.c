// Any samples in blocks of any size: the same bytes as in one block, and no more than fit in the time.
#include "modem/hijack.h"

#include <assert.h>
#include <string.h>

static size_t receive(const float *pcm, size_t len, size_t cut, uint8_t *out)
{
    hijack_receiver h;
    size_t count = 0, taken = 0;
    acc_hijack_init(&h, 44100);
    while (taken < len) {
        size_t n = len - taken < cut ? len - taken : cut;
        bool found;
        taken += acc_hijack_push(&h, pcm + taken, n, &out[count], &found);
        count += found;
    }
    assert(count <= len / 320);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float pcm[1 << 16];
    static uint8_t whole[256], pieces[256];
    if (size < 1)
        return 0;
    size_t len = (size - 1) / sizeof *pcm;
    len = len < 1 << 16 ? len : 1 << 16;
    memcpy(pcm, data + 1, len * sizeof *pcm);
    size_t count = receive(pcm, len, len, whole);
    assert(receive(pcm, len, data[0] + 1u, pieces) == count);
    assert(memcmp(whole, pieces, count) == 0);
    return 0;
}
