// Any soft symbols in pieces of any size, NaN and infinity included: all are processed, and no frame has
// an invalid size.
#include "modem/coded.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static coded_receiver receiver;
    static float values[1 << 15], history[2048];
    if (size < 1)
        return 0;
    float per_symbol = 4 + (float)(data[0] & 1);
    size_t len = (size - 1) / sizeof *values, cut = data[0] + 1u;
    len = len < 1 << 15 ? len : 1 << 15;
    memcpy(values, data + 1, len * sizeof *values);
    assert(acc_coded_memory(per_symbol) <= sizeof history);
    acc_coded_init(&receiver, per_symbol, false, history);
    for (size_t taken = 0; taken < len;) {
        coded_result result;
        size_t n = len - taken < cut ? len - taken : cut, took;
        took = acc_coded_push(&receiver, values + taken, n, &result);
        assert(took == n || result != CODED_NOTHING);
        assert(result != CODED_FRAME || receiver.collector.count <= 20);
        taken += took;
    }
    return 0;
}
