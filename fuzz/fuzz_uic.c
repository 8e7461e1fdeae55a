// Any samples in blocks of any size: the same telegrams as in one block, and no more than fit in the time.
#include "modem/uic.h"

#include <assert.h>
#include <string.h>

static size_t receive(const float *pcm, size_t len, size_t cut, char *out)
{
    uic_receiver r;
    size_t count = 0, taken = 0;
    acc_uic_init(&r, 8000);
    while (taken < len) {
        size_t n = len - taken < cut ? len - taken : cut;
        bool has_ended;
        taken += acc_uic_push(&r, pcm + taken, n, &has_ended);
        if (!has_ended)
            continue;
        assert(strlen(r.text) == sizeof r.text - 1);
        memcpy(out + count * sizeof r.text, r.text, sizeof r.text);
        count++;
    }
    // a telegram is reported 40 slots, 33 samples, after another
    assert(count <= len / 33);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static float pcm[1 << 14];
    static char whole[(1 << 14) / 33 * 11], pieces[sizeof whole];
    if (size < 1)
        return 0;
    size_t len = (size - 1) / sizeof *pcm;
    len = len < 1 << 14 ? len : 1 << 14;
    memcpy(pcm, data + 1, len * sizeof *pcm);
    size_t count = receive(pcm, len, len, whole);
    assert(receive(pcm, len, data[0] + 1u, pieces) == count);
    assert(memcmp(whole, pieces, count * 11) == 0);
    return 0;
}
