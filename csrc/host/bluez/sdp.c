// Encodes and decodes the packets of service discovery and their records. Sections refer to Core
// Specification 5.4, volume 3, part B.
//
// Input: response packets of sdp_search.c. Output: requests, and the RFCOMM channel in a record. No
// system calls.
#include "sdp.h"

#include "base/bytes.h"

#include <string.h>

// section 4.2
enum { HEADER_SIZE = 5, SEARCH_ATTRIBUTE_REQUEST = 6, SEARCH_ATTRIBUTE_RESPONSE = 7 };
enum { PROTOCOL_LIST = 4 };  // an attribute (section 5.1.5)
enum { UINT = 1, UUID = 3, TEXT = 4, SEQUENCE = 6, ALTERNATIVE = 7, URL = 8 };  // section 3.2
enum { RFCOMM_UUID = 3, CHANNEL_MAX = 30 };

// A request: PDU header (5), search pattern, maximum of bytes, attribute list, continuation.
size_t acc_sdp_write_request(uint8_t *out, uint16_t service, const acc_sdp_answer *answer)
{
    const uint8_t parameters[] = {
        0x35,
        3,
        0x19,
        (uint8_t)(service >> 8),
        (uint8_t)service,  // a sequence of one UUID
        0xFF,
        0xFF,  // bytes per response: any number
        0x35,
        3,
        0x09,
        0,
        PROTOCOL_LIST,  // a sequence of one attribute
    };
    size_t continuation = 1u + answer->continuation[0];
    size_t length = sizeof parameters + continuation;
    out[0] = SEARCH_ATTRIBUTE_REQUEST;
    store_be16(out + 1, 1);  // transaction: one at a time
    store_be16(out + 3, (uint16_t)length);
    memcpy(out + HEADER_SIZE, parameters, sizeof parameters);
    memcpy(out + HEADER_SIZE + sizeof parameters, answer->continuation, continuation);
    return HEADER_SIZE + length;
}

// Appends a page. The next request repeats its continuation unchanged.
bool acc_sdp_add_response(acc_sdp_answer *answer, const uint8_t *packet, size_t size)
{
    if (size < HEADER_SIZE + 3 || packet[0] != SEARCH_ATTRIBUTE_RESPONSE ||
        load_be16(packet + 3) != size - HEADER_SIZE)
        return false;
    const uint8_t *lists = packet + HEADER_SIZE + 2;
    size_t room = size - HEADER_SIZE - 2;
    size_t count = load_be16(packet + HEADER_SIZE);
    if (count >= room || count > sizeof answer->lists - answer->size)
        return false;
    const uint8_t *continuation = lists + count;
    size_t length = continuation[0];
    // with empty pages the answer would never end
    if (length >= SDP_CONTINUATION_MAX || count + 1 + length != room || (length && !count))
        return false;
    memcpy(answer->lists + answer->size, lists, count);
    answer->size += count;
    memcpy(answer->continuation, continuation, 1 + length);
    return true;
}

// A data element: type in the high five bits of its first byte, size in the low three or in the
// following bytes.
typedef struct element {
    unsigned kind;
    const uint8_t *bytes;
    size_t size;
} element;

// Removes the next data element (section 3.2) from `rest`. False at the end, or when it is
// malformed.
static bool next(element *rest, element *out)
{
    if (rest->size == 0)
        return false;
    unsigned kind = rest->bytes[0] >> 3, index = rest->bytes[0] & 7;
    bool has_length = kind == TEXT || kind == SEQUENCE || kind == ALTERNATIVE || kind == URL;
    if (has_length != (index >= 5))
        return false;
    size_t head = 1, size = kind == 0 ? 0 : (size_t)1 << index;
    if (has_length) {
        head += (size_t)1 << (index - 5);
        if (head > rest->size)
            return false;
        size = 0;
        for (size_t i = 1; i < head; i++)
            size = size << 8 | rest->bytes[i];
    }
    if (size > rest->size - head)
        return false;
    *out = (element){kind, rest->bytes + head, size};
    rest->bytes += head + size;
    rest->size -= head + size;
    return true;
}

static uint32_t number(const element *value)
{
    uint32_t number = 0;
    for (size_t i = 0; i < value->size && i < 4; i++)
        number = number << 8 | value->bytes[i];
    return number;
}

// Whether a UUID of 2, 4 or 16 bytes is RFCOMM's; the last form ends with the Bluetooth base UUID.
static bool is_rfcomm(const element *value)
{
    static const uint8_t base[] = {0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB};
    return value->kind == UUID && number(value) == RFCOMM_UUID &&
           (value->size <= 4 ||
            (value->size == 16 && !memcmp(value->bytes + 4, base, sizeof base)));
}

// A protocol stack: a sequence of UUID and parameters for each protocol.
static int channel_of_stack(element stack)
{
    element protocol, name, channel;
    while (next(&stack, &protocol))
        if (protocol.kind == SEQUENCE && next(&protocol, &name) && is_rfcomm(&name) &&
            next(&protocol, &channel) && channel.kind == UINT && channel.size == 1)
            return channel.bytes[0] <= CHANNEL_MAX ? channel.bytes[0] : 0;
    return 0;
}

// A record's attribute is one stack, or alternatives of stacks.
static int channel_of_record(element record)
{
    element key, value, stack;
    int channel = 0;
    while (next(&record, &key) && next(&record, &value)) {
        if (key.kind != UINT || key.size != 2 || number(&key) != PROTOCOL_LIST)
            continue;
        if (value.kind == SEQUENCE)
            return channel_of_stack(value);
        while (value.kind == ALTERNATIVE && !channel && next(&value, &stack))
            if (stack.kind == SEQUENCE)
                channel = channel_of_stack(stack);
        return channel;
    }
    return 0;
}

int acc_sdp_rfcomm_channel(const uint8_t *lists, size_t size)
{
    element rest = {SEQUENCE, lists, size}, records, record;
    int channel = 0;
    if (!next(&rest, &records) || records.kind != SEQUENCE)
        return 0;
    while (!channel && next(&records, &record))
        if (record.kind == SEQUENCE)
            channel = channel_of_record(record);
    return channel;
}
