// Joins fragments into objects (docs/request-transfer.md).
//
// Input: payloads of frames in order of arrival. Output: the object in the caller's memory. A
// repeated fragment is ignored; a missing one drops the object, as the protocol has no request for
// one fragment.
#include "accessory/request.h"

#include <string.h>

void acc_meta_joiner_init(acc_meta_joiner *joiner, uint8_t *memory, size_t capacity)
{
    *joiner = (acc_meta_joiner){.memory = memory, .capacity = capacity};
}

// Drops the object and returns `status`.
static acc_status forget(acc_meta_joiner *joiner, acc_status status)
{
    joiner->size = 0;
    joiner->total = joiner->next = 0;
    return status;
}

// ACC_OK: the object is complete. ACC_TRUNCATED: more fragments follow. A payload without the
// fragment flag is an object of one fragment.
acc_status acc_meta_joiner_push(acc_meta_joiner *joiner, uint8_t flags, const uint8_t *payload,
                                size_t len)
{
    acc_meta_fragment fragment = {.total = 1};
    size_t header = 0;
    if (flags & ACC_META_FRAGMENTED) {
        header = ACC_META_FRAGMENT_SIZE;
        if (acc_meta_fragment_read(payload, len, &fragment) != ACC_OK)
            return forget(joiner, ACC_MALFORMED);
    }
    if (fragment.index == 0) {
        forget(joiner, ACC_OK);
        joiner->total = fragment.total;
    } else if (fragment.total == joiner->total && fragment.index < joiner->next) {
        return ACC_TRUNCATED;
    } else if (fragment.total != joiner->total || fragment.index > joiner->next) {
        return forget(joiner, ACC_MALFORMED);
    }
    size_t size = len - header;
    if (size > joiner->capacity - joiner->size)
        return forget(joiner, ACC_NO_ROOM);
    if (size)
        memcpy(joiner->memory + joiner->size, payload + header, size);
    joiner->size += size;
    joiner->next = fragment.index + 1;
    return joiner->next == joiner->total ? ACC_OK : ACC_TRUNCATED;
}
