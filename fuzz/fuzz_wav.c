// Any bytes as a WAV header: the result does not depend on the pieces' size, and an accepted format can be written
// again.
#include "accessory/wav.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    acc_wav_reader whole, pieces;
    size_t used = 0, total = 0;
    acc_wav_reader_init(&whole);
    acc_wav_reader_init(&pieces);
    acc_status status = acc_wav_reader_feed(&whole, data, len, &used), again = ACC_TRUNCATED;
    for (size_t i = 0; i < len && again == ACC_TRUNCATED; i++) {
        size_t one;
        again = acc_wav_reader_feed(&pieces, data + i, 1, &one);
        total += one;
    }
    assert(again == status && total == used && used <= len);
    assert(status != ACC_TRUNCATED || used == len);
    if (status != ACC_OK)
        return 0;
    uint8_t header[ACC_WAV_HEADER_MAX];
    uint64_t size = whole.data_size > ACC_WAV_MAX_DATA ? ACC_WAV_UNKNOWN_SIZE : whole.data_size;
    size_t written = acc_wav_header_write(&whole.format, size, header, sizeof header);
    acc_wav_reader_init(&pieces);
    assert(acc_wav_reader_feed(&pieces, header, written, &used) == ACC_OK && used == written);
    assert(pieces.format.sample == whole.format.sample && pieces.format.rate == whole.format.rate);
    assert(pieces.format.channels == whole.format.channels);
    assert(size == 0 || pieces.data_size == size);
    return 0;
}
