// Any bytes through the frame reader: each result is a valid frame, and results do not depend on the pieces' size.
#include "accessory/frame.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t read_frames(const uint8_t *data, size_t size, size_t block, uint32_t *skipped)
{
    acc_frame_reader reader;
    size_t given = 0;
    acc_frame_reader_init(&reader);
    for (size_t at = 0;;) {
        size_t rest = size - at < block ? size - at : block, used, len;
        acc_status status = acc_frame_reader_push(&reader, data + at, rest, &used);
        at += used;
        if (status == ACC_TRUNCATED && at == size)
            break;
        if (status != ACC_OK)
            continue;
        uint8_t frame[ACC_FRAME_MAX_SIZE];
        const uint8_t *payload = acc_frame_reader_payload(&reader, &len);
        size_t whole = len + ACC_FRAME_OVERHEAD;
        const uint8_t *start = payload - ACC_FRAME_HEADER_SIZE;
        assert(acc_frame_write(start[0] >> 2 & 15, payload, len, frame, sizeof frame) == whole);
        assert(memcmp(frame, start, whole) == 0);
        given += whole;
    }
    *skipped = acc_frame_reader_skipped(&reader);
    assert(given + *skipped <= size);
    return given;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_frame_header header;
    if (acc_frame_check(data, size, &header) == ACC_OK)
        assert(header.length + (size_t)ACC_FRAME_OVERHEAD <= size);
    uint32_t skipped, skipped_bytewise;
    size_t given = read_frames(data, size, size, &skipped);
    assert(given == read_frames(data, size, 1, &skipped_bytewise) && skipped == skipped_bytewise);
    return 0;
}
