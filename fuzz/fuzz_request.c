// Any bytes through request transfer's reader and joiner: each result is a valid frame, results do not
// depend on the pieces' size, and an object is as long as its fragments.
#include "accessory/request.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t join(acc_meta_joiner *joiner, const acc_meta_header *header, const uint8_t *payload)
{
    size_t before = joiner->size;
    acc_status status = acc_meta_joiner_push(joiner, header->flags, payload, header->length);
    assert(joiner->size <= joiner->capacity && joiner->next <= joiner->total);
    assert(status != ACC_OK || joiner->next == joiner->total);
    assert(joiner->size <= before + header->length);
    return joiner->size;
}

static size_t read_frames(const uint8_t *data, size_t size, size_t block, uint32_t *skipped)
{
    static uint8_t memory[ACC_META_MAX_FRAME], object[2000];
    acc_meta_reader reader;
    acc_meta_joiner joiner;
    acc_meta_reader_init(&reader, memory, sizeof memory);
    acc_meta_joiner_init(&joiner, object, sizeof object);
    size_t given = 0, joined = 0;
    for (size_t at = 0;;) {
        size_t rest = size - at < block ? size - at : block, used;
        acc_meta_header header;
        acc_status status = acc_meta_reader_push(&reader, data + at, rest, &used, &header);
        at += used;
        if (status == ACC_TRUNCATED && at == size) {
            if (!acc_meta_reader_is_waiting(&reader))
                break;
            acc_meta_reader_give_up(&reader);
        }
        if (status != ACC_OK)
            continue;
        uint8_t frame[ACC_META_MAX_FRAME];
        const uint8_t *payload = acc_meta_reader_payload(&reader);
        size_t whole = acc_meta_frame_write(&header, payload, header.length, frame, sizeof frame);
        assert(whole == header.length + (size_t)ACC_META_HEADER_SIZE);
        assert(memcmp(frame, payload - ACC_META_HEADER_SIZE, whole) == 0);
        given += whole;
        joined += join(&joiner, &header, payload);
    }
    *skipped = acc_meta_reader_skipped(&reader);
    assert(given + *skipped == size);
    return given + joined;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    acc_meta_header header;
    if (acc_meta_frame_check(data, size, &header) == ACC_OK)
        assert(header.length + (size_t)ACC_META_HEADER_SIZE <= size);
    uint32_t skipped, skipped_bytewise;
    size_t given = read_frames(data, size, size, &skipped);
    assert(given == read_frames(data, size, 1, &skipped_bytewise) && skipped == skipped_bytewise);
    return 0;
}
