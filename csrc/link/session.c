// The handshake: exchanges both ends' parameters and agrees on common ones (docs/link.md, section 3).
//
//     host       HELLO      versions, mode, payload, window, rates, buffer; a nonce
//     accessory  HELLO_ACK  the parameters in use; a new session, offered
//     host       READY      accepts the offer: the session is active from here on
//     accessory  READY_ACK
//
// Only READY replaces a session, so a delayed HELLO has no effect. host.c and accessory.c call this
// file.
#include "internal.h"

#include <string.h>

// Before a session, each end assumes that the peer has the same parameters.
static acc_link_terms own_terms(const acc_link *link)
{
    const acc_link_carrier *carrier = &link->config.carrier;
    return (acc_link_terms){
        .rate = carrier->receive_rate,
        .latency_us = carrier->latency_us,
        .payload = carrier->payload,
        .window = link->config.window,
        .mode = (uint8_t)link->config.mode,
    };
}

void acc_link_session_reset(acc_link *link)
{
    link->terms = own_terms(link);
    link->offer = (acc_link_terms){0};
    link->exchange = link->push_in = link->push_out = 0;
    link->dropped = 0;
    link->outcome = ACC_LINK_ERROR_STATE;  // no exchange has succeeded yet
    link->previous_succeeded = false;
    link->transfer = 0;
    link->round_trip_us = 0;
    link->garbled = 0;
}

uint8_t acc_link_features(const acc_link *link)
{
    return link->terms.session ? link->terms.features : 0;
}

// `latency_us` is the sum of both ends; the terms contain the peer's part. The measured round trip
// belongs to the old rate.
void acc_link_pace(acc_link *link, uint32_t rate, uint32_t latency_us)
{
    uint32_t own = link->config.carrier.latency_us;
    link->terms.rate = rate;
    link->terms.latency_us = latency_us > own ? latency_us - own : 0;
    link->round_trip_us = 0;
}

// Rounds up and saturates: the wire has 16 bits.
static uint16_t milliseconds(uint32_t us)
{
    uint32_t ms = us / 1000 + (us % 1000 != 0);
    return ms > 0xFFFF ? 0xFFFF : (uint16_t)ms;
}

// An end's own parameters: bytes 12 to 25 of HELLO, 12 to 25 of HELLO_ACK.
static void write_abilities(const acc_link *link, uint8_t *out)
{
    store_be32(out, link->config.capacity);
    store_be32(out + 4, link->config.carrier.send_rate);
    store_be32(out + 8, link->config.carrier.receive_rate);
    store_be16(out + 12, milliseconds(link->config.carrier.latency_us));
}

static uint32_t clamp(uint32_t value, uint32_t least, uint32_t most)
{
    return value < least ? least : value > most ? most : value;
}

// Limits the peer's figures, so that wrong ones cannot cause waits of hours: a latency of at most 10 s,
// and a rate of at least 1/16 of this end's, a minimum that is itself limited to 100 to 3675 bit/s.
static void read_abilities(const uint8_t *bytes, acc_link_terms *terms)
{
    terms->capacity = clamp(load_be32(bytes), 0, ACC_LINK_MAX_MESSAGE);
    if (load_be32(bytes + 4))
        terms->rate = clamp(load_be32(bytes + 4), clamp(terms->rate / 16, 100, 3675), UINT32_MAX);
    terms->latency_us = clamp(load_be16(bytes + 12), 0, SLOWEST_MS) * 1000u;
}

size_t acc_link_hello_write(const acc_link *link, uint8_t *out)
{
    out[0] = HELLO;
    out[1] = (uint8_t)link->config.mode;
    out[2] = out[3] = ACC_LINK_VERSION;
    store_be32(out + 4, link->terms.nonce);
    store_be16(out + 8, link->config.carrier.payload);
    out[10] = link->config.window;
    out[11] = link->config.carrier.features;
    write_abilities(link, out + 12);
    return HELLO_SIZE;
}

static void write_hello_ack(const acc_link *link, const acc_link_terms *terms, uint8_t *out)
{
    out[0] = HELLO_ACK;
    out[1] = terms->mode;
    out[2] = terms->session ? ACC_LINK_VERSION : 0;
    out[3] = terms->window;
    store_be32(out + 4, terms->nonce);
    store_be16(out + 8, terms->payload);
    store_be16(out + 10, terms->session);
    write_abilities(link, out + 12);
    out[26] = (uint8_t)((link->terms.session ? WAS_AWAKE : 0) | terms->features << 1);
}

// The common payload and window: the smaller of both ends'. False when they are too small.
static bool agree(const acc_link *link, uint16_t payload, uint8_t window, acc_link_terms *terms)
{
    terms->payload =
        payload < link->config.carrier.payload ? payload : link->config.carrier.payload;
    terms->window = window < link->config.window ? window : link->config.window;
    return terms->payload >= ACC_LINK_MIN_PAYLOAD && terms->window >= 1;
}

// Host: reads the offer. False when the ends have no version, mode or size in common.
bool acc_link_hello_answered(acc_link *link, const uint8_t *bytes, size_t len)
{
    if (len < HELLO_ACK_SIZE)
        return false;
    acc_link_terms terms = own_terms(link);
    terms.nonce = link->terms.nonce;
    terms.session = load_be16(bytes + 10);
    terms.mode = bytes[1];
    terms.features = bytes[26] >> 1 & link->config.carrier.features;
    read_abilities(bytes + 12, &terms);
    link->was_awake = bytes[26] & WAS_AWAKE;
    bool agreed = bytes[2] == ACC_LINK_VERSION && terms.session &&
                  terms.mode == link->config.mode &&
                  agree(link, load_be16(bytes + 8), bytes[3], &terms);
    if (agreed)
        link->terms = terms;
    return agreed;
}

// The next session number, skipping 0, which means "none".
static uint16_t new_session(acc_link *link)
{
    link->last_session++;
    if (!link->last_session)
        link->last_session++;
    return link->last_session;
}

// Accessory: answers a HELLO with an offer. The same nonce always gets the same offer, because a
// repeated HELLO must not change the session number. False when the message is not a HELLO.
bool acc_link_hello_received(acc_link *link, const uint8_t *bytes, size_t len)
{
    if (len < HELLO_SIZE || bytes[1] > ACC_LINK_DUPLEX || bytes[2] > bytes[3])
        return false;
    uint8_t answer[HELLO_ACK_SIZE];
    uint32_t nonce = load_be32(bytes + 4);
    if (link->terms.session && nonce == link->terms.nonce) {
        write_hello_ack(link, &link->terms, answer);
    } else {
        acc_link_terms terms = own_terms(link);
        terms.nonce = nonce;
        if (bytes[1] < terms.mode)
            terms.mode = bytes[1];
        terms.features = bytes[11] & link->config.carrier.features;
        read_abilities(bytes + 12, &terms);
        bool agreed = agree(link, load_be16(bytes + 8), bytes[10], &terms) &&
                      bytes[2] <= ACC_LINK_VERSION && bytes[3] >= ACC_LINK_VERSION;
        bool again = link->offer.session && link->offer.nonce == nonce;
        terms.session = !agreed ? 0 : again ? link->offer.session : new_session(link);
        link->offer = terms;
        write_hello_ack(link, &terms, answer);
    }
    acc_link_queue_reply(link, answer, sizeof answer);
    return true;
}
