// The outbox: events that wait for the caller, and short answers that wait for the transport.
//
// Input: events and answers of the state machines. Output: both in their order, for link.c.
#include "internal.h"

#include <assert.h>
#include <string.h>

enum { ROOM = sizeof((acc_link *)0)->replies / sizeof(acc_link_reply) };

// Events

void acc_link_push_event(acc_link *link, acc_link_event_kind kind, int32_t code)
{
    assert(link->event_count < ACC_LINK_EVENTS && "poll until false after every input");
    uint8_t i = (uint8_t)(link->first_event + link->event_count++) % ACC_LINK_EVENTS;
    link->events[i] = (acc_link_event){.kind = kind, .state = link->state, .code = code};
}

// An event that carries the received message.
void acc_link_push_bytes(acc_link *link, acc_link_event_kind kind)
{
    acc_link_push_event(link, kind, 0);
    uint8_t i = (uint8_t)(link->first_event + link->event_count - 1) % ACC_LINK_EVENTS;
    link->events[i].bytes = link->config.buffer;
    link->events[i].len = link->receiver.total;
}

// Sets the state first, so that `event` has the new one; then reports `event`, then the change.
void acc_link_change_state(acc_link *link, acc_link_state state, acc_link_event_kind event,
                           int32_t code)
{
    bool changed = link->state != state;
    link->state = state;
    if (event == ACC_LINK_EVENT_RECEIVED)
        acc_link_push_bytes(link, event);
    else if (event != ACC_LINK_EVENT_STATE)
        acc_link_push_event(link, event, code);
    if (changed)
        acc_link_push_event(link, ACC_LINK_EVENT_STATE, 0);
}

acc_link_event acc_link_pop_event(acc_link *link)
{
    acc_link_event event = link->events[link->first_event];
    link->first_event = (link->first_event + 1) % ACC_LINK_EVENTS;
    link->event_count--;
    return event;
}

// Replies

// Short answers have their own queue. An identical one that still waits is not queued again; when
// the queue is full, the answer is dropped and the peer repeats its request.
void acc_link_queue_reply(acc_link *link, const uint8_t *bytes, size_t len)
{
    for (unsigned i = 0; i < link->reply_count; i++) {
        const acc_link_reply *old = &link->replies[(link->first_reply + i) % ROOM];
        if (old->len == len && memcmp(old->bytes, bytes, len) == 0)
            return;
    }
    if (link->reply_count == ROOM)
        return;
    acc_link_reply *reply = &link->replies[(link->first_reply + link->reply_count++) % ROOM];
    memcpy(reply->bytes, bytes, len);
    reply->len = (uint8_t)len;
}

void acc_link_queue_short(acc_link *link, uint8_t type, uint8_t code, uint16_t session,
                          uint16_t exchange)
{
    uint8_t bytes[SHORT_SIZE] = {first_byte(link, type), code};
    store_be16(bytes + 2, session);
    store_be16(bytes + 4, exchange);
    acc_link_queue_reply(link, bytes, sizeof bytes);
}

size_t acc_link_reply_write(acc_link *link, uint8_t *out)
{
    const acc_link_reply *reply = &link->replies[link->first_reply];
    memcpy(out, reply->bytes, reply->len);
    link->first_reply = (uint8_t)((link->first_reply + 1) % ROOM);
    link->reply_count--;
    return reply->len;
}

// The transport is gone, and acc_link_sent will not be called for the frame that was leaving.
void acc_link_forget_output(acc_link *link)
{
    link->reply_count = 0;
    link->on_air = 0;
    link->pause_us = link->line_us = 0;
}
