// One end of the link without a peer: a text of everything that a call leads to. Events are a letter and a code, frames
// and tones stand in brackets.
#ifndef ACC_LINK_LOG_H
#define ACC_LINK_LOG_H

#include "check.h"
#include "link/internal.h"

#include <stdio.h>
#include <string.h>

enum { LOG_PAYLOAD = 32, LOG_CHUNK = 20, LOG_MEMORY = 400, SESSION = 0x5EAF };

static acc_link a;
static uint8_t log_memory[LOG_MEMORY], message[LOG_MEMORY];
static char log_text[1024];

// An end with a session, at rest, whose peer has room for as many bytes.
static void set_up(acc_link_role role, acc_link_mode mode, acc_link_state state)
{
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.carrier.payload = LOG_PAYLOAD;
    config.buffer = log_memory;
    config.capacity = LOG_MEMORY;
    config.mode = mode;
    acc_link_init(&a, &config);
    a.state = state;
    a.terms.session = state >= ACC_LINK_IDLE ? SESSION : 0;
    a.terms.capacity = LOG_MEMORY;
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 7 + 3);
}

static void log_add(const char *text)
{
    size_t used = strlen(log_text);
    snprintf(log_text + used, sizeof log_text - used, "%s ", text);
}

// Letters in the order of acc_link_event_kind: State, Opened, open Failed, send oK, progress (M), progress ok (m), Received,
// Timeout, Error, fault (X), Closed, Dropped, asleep (Z). A state and a length are the code of theirs.
static void log_event(const acc_link_event *e)
{
    static const char letters[] = "SOFKMmRTEXCDZ";
    bool carries = e->kind == ACC_LINK_EVENT_RECEIVED || e->kind == ACC_LINK_EVENT_PROGRESS;
    int code = e->kind == ACC_LINK_EVENT_STATE ? (int)e->state : carries ? (int)e->len : e->code;
    char text[16];
    snprintf(text, sizeof text, "%c%d", letters[e->kind], code);
    log_add(text);
    CHECK(!carries || (e->bytes == log_memory && memcmp(log_memory, message, e->len) == 0));
}

static void log_frame(const uint8_t *b, size_t len)
{
    char text[40];
    if (b[0] == HELLO || b[0] == HELLO_ACK)
        snprintf(text, sizeof text, "[%s]", b[0] == HELLO ? "HELLO" : "HELLO_ACK");
    else if (len == SHORT_SIZE)
        snprintf(text, sizeof text, "[%04X %04X %04X]", load_be16(b), load_be16(b + 2),
                 load_be16(b + 4));
    else
        snprintf(text, sizeof text, "[%04X %04X %04X+%u]", load_be16(b), load_be16(b + 2),
                 load_be16(b + 4), (unsigned)len);
    log_add(text);
}

// Everything that waits at this time; frames leave at once. A short frame as its six bytes, a longer one as its first six
// and its length.
static const char *happens(uint64_t now)
{
    acc_link_action action;
    log_text[0] = 0;
    for (int i = 0; i < 40 && acc_link_poll(&a, now, &action); i++) {
        if (action.kind == ACC_LINK_ACTION_EVENT) {
            log_event(&action.event);
            continue;
        }
        if (action.kind == ACC_LINK_ACTION_TONE)
            log_add("[tone]");
        else
            log_frame(action.bytes, action.len);
        acc_link_sent(&a, now);
    }
    size_t used = strlen(log_text);
    if (used)
        log_text[used - 1] = 0;  // the last space
    return log_text;
}

// Compares what happens with what should, and prints both if they differ.
#define HAPPENS(now, expected)                                                                     \
    do {                                                                                           \
        const char *got_ = happens(now);                                                           \
        if (strcmp(got_, expected) != 0)                                                           \
            printf("got \"%s\"\n", got_);                                                          \
        CHECK(strcmp(got_, expected) == 0);                                                        \
    } while (0)

// Lets the next timer expire, and nothing before it; the time then.
static inline uint64_t expire(void)
{
    uint64_t at = acc_link_deadline(&a);
    acc_link_tick(&a, at - 1);
    HAPPENS(at - 1, "");
    acc_link_tick(&a, at);
    return at;
}

// Receives a short message of the session.
static void get_short(uint64_t now, uint8_t type, uint8_t code, uint16_t exchange)
{
    uint8_t bytes[SHORT_SIZE] = {type, code, SESSION >> 8, SESSION & 255};
    store_be16(bytes + 4, exchange);
    acc_link_receive(&a, now, bytes, sizeof bytes);
}

// Receives sub-packet `seq` of a message of `total` bytes; `type` with the bits 0x80 (asks for an ACK) and so on.
static void get_data(uint64_t now, uint8_t type, uint8_t transfer, uint16_t exchange, uint16_t seq,
                     uint32_t total)
{
    uint8_t bytes[LOG_PAYLOAD] = {type, transfer, SESSION >> 8, SESSION & 255};
    uint32_t at = seq * (uint32_t)LOG_CHUNK, len = total - at < LOG_CHUNK ? total - at : LOG_CHUNK;
    store_be16(bytes + 4, exchange);
    store_be16(bytes + 6, seq);
    store_be32(bytes + 8, 0x77000000 | total);
    memcpy(bytes + ACC_LINK_DATA_HEADER, message + at, len);
    acc_link_receive(&a, now, bytes, ACC_LINK_DATA_HEADER + len);
}

// Receives an ACK of the sub-packets below `base`.
static void get_ack(uint64_t now, uint8_t type, uint8_t transfer, uint16_t exchange, uint16_t base)
{
    uint8_t bytes[ACK_SIZE] = {type, transfer, SESSION >> 8, SESSION & 255};
    store_be16(bytes + 4, exchange);
    store_be16(bytes + 6, base);
    bytes[8] = a.sender.serial;
    acc_link_receive(&a, now, bytes, sizeof bytes);
}

#endif
