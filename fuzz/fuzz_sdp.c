// Any pages of a service discovery answer, each after a byte with its length; then the answer's records. The input is
// also read as records directly.
#include "host/bluez/sdp.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_channel(const uint8_t *lists, size_t size)
{
    int channel = acc_sdp_rfcomm_channel(lists, size);
    if (channel < 0 || channel > 30)
        abort();
}

// Copies the page, so that the sanitizer detects a read past its end.
static bool add(acc_sdp_answer *answer, const uint8_t *bytes, size_t size)
{
    uint8_t *page = malloc(size + !size);
    memcpy(page, bytes, size);
    bool is_valid = acc_sdp_add_response(answer, page, size);
    free(page);
    return is_valid;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_channel(data, size);
    acc_sdp_answer answer = {0};
    const uint8_t *end = data + size;
    while (data < end) {
        size_t length = *data++;
        if (length > (size_t)(end - data))
            length = (size_t)(end - data);
        size_t before = answer.size;
        if (!add(&answer, data, length))
            break;
        if (answer.size > SDP_LISTS_MAX || answer.size < before)
            abort();
        uint8_t request[SDP_REQUEST_MAX];
        size_t request_size = acc_sdp_write_request(request, 0x1101, &answer);
        if (request_size > sizeof request || request[4] != request_size - 5)
            abort();
        data += length;
    }
    check_channel(answer.lists, answer.size);
    return 0;
}
