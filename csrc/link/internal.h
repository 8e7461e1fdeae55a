// Shared by the files of the link: message types, sizes and the calls between them. docs/link.md
// specifies the bytes.
//
//     caller -> link.c                              the interface
//       host_receive.c -> host.c | accessory.c       state machines
//       push.c  session.c  ending.c                   their steps
//       sender.c -> receiver.c                        one message each way
//       outbox.c  timing.c                            events and answers; every wait
//
// A file calls files of its own line, to the right of it, and of lower lines.
#ifndef ACC_LINK_INTERNAL_H
#define ACC_LINK_INTERNAL_H

#include "accessory/link.h"
#include "base/bytes.h"

// Message types. On the wire, bit 3 is set when the accessory sent the message; in the types that
// both ends send, it is cleared here.
enum message_type {
    REQUEST = 0x10,  // the four kinds of sub-packet
    RESPONSE = 0x11,
    MSG = 0x12,
    PUSH = 0x13,
    ACK = 0x20,
    ABORT = 0x21,
    WITHDRAW = 0x22,
    HELLO = 0x30,  // signals of the host; the answer to each is its type + 8
    READY = 0x31,
    CANCEL = 0x32,
    CLOSE = 0x33,
    POLL = 0x34,
    HELLO_ACK = 0x38,
    READY_ACK = 0x39,
    CANCEL_ACK = 0x3A,
    CLOSE_ACK = 0x3B,
    POLL_ACK = 0x3C,
    RESET = 0x3E,
    SLEEP = 0x3F,
    TONE = 0xFF,  // never on the wire: the value of `on_air` during the wake tone
};

enum {
    TYPE_MASK = 0x3F,
    FROM_ACCESSORY = 0x08,
    ACK_WANTED = 0x80,   // on a sub-packet
    PREVIOUS_OK = 0x40,  // on a REQUEST: the previous exchange succeeded
    SHORT_SIZE = 6,
    ACK_SIZE = 13,       // with a window up to ACK_WINDOW
    WIDE_ACK_SIZE = 17,  // with a larger window
    ACK_WINDOW = 32,
    HELLO_SIZE = 26,
    HELLO_ACK_SIZE = 27,
    WAS_AWAKE = 1,     // flag in HELLO_ACK
    RUNNING = 255,     // outcome of an exchange that has not ended
    SIGNAL_TRIES = 3,  // for boot, cancel and close signals
    HELLOS_PER_BOOT = 2,
    LISTEN_US = 2000000,  // 2 s: a device without a session then sleeps (docs/link.md, section 3)
    SLOWEST_MS = 10000,   // cap on the peer's latency and on a measured round trip (section 3)
};

// The host's phases: none (POLL only); HELLO sent; READY sent; CANCEL sent; CLOSE sent.
enum phase { SETTLED, GREETING, CONFIRMING, CANCELLING, CLOSING };
// The codes of ACC_LINK_EVENT_CLOSED, 0 to 3.
enum closed_code { CLOSED_BY_BOTH, CLOSED_HERE, CLOSED_ASLEEP, CLOSED_UNKNOWN };

// A sub-packet, decoded from a frame's payload (docs/link.md, section 2.2).
typedef struct packet {
    uint8_t kind, flags, transfer, serial;
    uint16_t exchange, seq;
    uint32_t total;
    const uint8_t *data;
    size_t len;
} packet;

static inline bool is_host(const acc_link *link)
{
    return link->config.role == ACC_LINK_HOST;
}

// The message_type of byte 0. From HELLO on, bit 3 is part of the type.
static inline uint8_t type_of(uint8_t first)
{
    uint8_t type = first & TYPE_MASK;
    return type < HELLO ? type & (uint8_t)~FROM_ACCESSORY : type;
}

// Byte 0 of a message of either end.
static inline uint8_t first_byte(const acc_link *link, uint8_t type)
{
    bool accessory = link->config.role == ACC_LINK_ACCESSORY;
    return accessory && type < HELLO ? type | FROM_ACCESSORY : type;
}

// outbox.c: events for the caller, answers for the peer
void acc_link_push_event(acc_link *link, acc_link_event_kind kind, int32_t code);
void acc_link_push_bytes(acc_link *link, acc_link_event_kind kind);
void acc_link_change_state(acc_link *link, acc_link_state state, acc_link_event_kind event,
                           int32_t code);
acc_link_event acc_link_pop_event(acc_link *link);
void acc_link_queue_reply(acc_link *link, const uint8_t *bytes, size_t len);
void acc_link_queue_short(acc_link *link, uint8_t type, uint8_t code, uint16_t session,
                          uint16_t exchange);
size_t acc_link_reply_write(acc_link *link, uint8_t *out);
void acc_link_forget_output(acc_link *link);

// timing.c: timeouts, from the carrier's parameters
uint64_t acc_link_frame_us(const acc_link *link, uint32_t rate, size_t payload);
uint64_t acc_link_data_wait_us(acc_link *link);
uint64_t acc_link_patience_us(acc_link *link);
uint64_t acc_link_signal_wait_us(acc_link *link);
uint64_t acc_link_silence_us(const acc_link *link);
uint32_t acc_link_next_random(acc_link *link);
void acc_link_measure(acc_link *link, uint64_t round_trip_us);

// receiver.c: receives one message
typedef enum { TAKEN, WHOLE, TOO_LONG, BROKEN } taking;
uint32_t acc_link_packets_of(const acc_link *link, uint32_t total);
bool acc_link_packet_read(const acc_link *link, const uint8_t *payload, size_t len, packet *p);
void acc_link_receiver_start(acc_link *link, const packet *p);
taking acc_link_receiver_take(acc_link *link, uint64_t now, const packet *p);
void acc_link_receiver_stop(acc_link *link);
void acc_link_reply_whole(acc_link *link, const packet *p);
size_t acc_link_ack_write(acc_link *link, uint8_t *out);

// sender.c: sends one message in sub-packets
void acc_link_sender_start(acc_link *link, uint8_t kind, uint16_t exchange, uint8_t transfer,
                           const uint8_t *data, uint32_t len);
void acc_link_sender_stop(acc_link *link);
bool acc_link_sender_has(const acc_link *link);
size_t acc_link_sender_write(acc_link *link, uint8_t *out);
void acc_link_sender_sent(acc_link *link, uint64_t now);
bool acc_link_sender_acknowledge(acc_link *link, uint64_t now, const uint8_t *ack, size_t len);
bool acc_link_sender_tick(acc_link *link, uint64_t now);

// session.c: the handshake
void acc_link_session_reset(acc_link *link);
size_t acc_link_hello_write(const acc_link *link, uint8_t *out);
bool acc_link_hello_answered(acc_link *link, const uint8_t *bytes, size_t len);
bool acc_link_hello_received(acc_link *link, const uint8_t *bytes, size_t len);

// ending.c: how exchanges and messages end
void acc_link_settle(acc_link *link);
void acc_link_end_exchange(acc_link *link, uint64_t now, uint8_t code);
uint8_t acc_link_silent_code(const acc_link *link);
uint8_t acc_link_peer_code(uint8_t code);
bool acc_link_message_tick(acc_link *link, uint64_t now);

// push.c: messages of the DUPLEX mode, which belong to no exchange
void acc_link_push_message(acc_link *link, uint64_t now, const packet *p);
void acc_link_push_refused(acc_link *link, uint8_t code, uint16_t number);
void acc_link_push_ends(acc_link *link, uint8_t code);
void acc_link_push_withdrawn(acc_link *link, uint16_t number);

// host.c: opening, exchanging, closing
void acc_link_host_signal(acc_link *link, uint8_t type, uint8_t limit);
size_t acc_link_host_signal_write(acc_link *link, uint8_t *out);
void acc_link_host_open_failed(acc_link *link);
void acc_link_host_knock(acc_link *link);
void acc_link_host_boot(acc_link *link);
void acc_link_host_opened(acc_link *link);
void acc_link_host_closed(acc_link *link, enum closed_code code);
void acc_link_host_give_up(acc_link *link, uint64_t now, uint8_t code);
void acc_link_host_tick(acc_link *link, uint64_t now);
uint64_t acc_link_host_deadline(const acc_link *link);

// host_receive.c: each received message
void acc_link_host_receive(acc_link *link, uint64_t now, const uint8_t *payload, size_t len);

// accessory.c
void acc_link_accessory_receive(acc_link *link, uint64_t now, const uint8_t *payload, size_t len);
void acc_link_accessory_tick(acc_link *link, uint64_t now);
uint64_t acc_link_accessory_deadline(const acc_link *link);

#endif
