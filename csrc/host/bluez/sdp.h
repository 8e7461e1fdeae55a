// Service discovery (Core 5.4, Vol 3, Part B), only to find a service's RFCOMM channel.
#ifndef ACC_BLUEZ_SDP_H
#define ACC_BLUEZ_SDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SDP_LISTS_MAX = 8192,       // bytes of attribute lists: some 400 records of 20 bytes each
    SDP_CONTINUATION_MAX = 17,  // length byte and up to 16 bytes (section 4.3)
    SDP_REQUEST_MAX = 17 + SDP_CONTINUATION_MAX,
};

// The answer to a search, collected from its pages. Zero it first.
typedef struct acc_sdp_answer {
    uint8_t lists[SDP_LISTS_MAX];
    size_t size;  // bytes of `lists` received
    uint8_t continuation
        [SDP_CONTINUATION_MAX];  // repeated in the next request; first byte 0: the answer is complete
} acc_sdp_answer;

// Writes the ServiceSearchAttribute request for the protocols of the service class `service` and for the
// page after `answer`. Returns its size.
size_t acc_sdp_write_request(uint8_t *out, uint16_t service, const acc_sdp_answer *answer);

// Adds one response packet. False: it is not a valid response, or the lists exceed SDP_LISTS_MAX.
bool acc_sdp_add_response(acc_sdp_answer *answer, const uint8_t *packet, size_t size);

// The first RFCOMM channel in a response's attribute lists, 1 to 30; 0 when there is none.
int acc_sdp_rfcomm_channel(const uint8_t *lists, size_t size);

// Searches for a service over a connected SEQPACKET socket. Returns its RFCOMM channel, or a negative errno:
// ENOENT no such service, ETIMEDOUT past `deadline` (milliseconds of CLOCK_MONOTONIC), EPROTO a bad response.
int acc_sdp_find_channel(int file, uint16_t service, int64_t deadline);

#endif
