// The host's handling of each received message.
//
// Input: payloads of whole frames from link.c. Output: events for the caller, ACKs and ABORTs in
// the outbox. Messages are sorted by kind, session, exchange number and transfer number, in that
// order; a repetition gets the same answer as the first transmission.
#include "internal.h"

// Refuses data outside an exchange with ABORT 11, so that the device stops, and counts it once per
// message. `key` is the message's kind, transfer and exchange number.
static void drop(acc_link *link, const packet *p)
{
    uint32_t key = (uint32_t)p->kind << 24 | (uint32_t)p->transfer << 16 | p->exchange;
    acc_link_queue_short(link, ABORT, ACC_LINK_ERROR_STATE, link->terms.session, p->exchange);
    if (link->dropped == key)
        return;
    link->dropped = key;
    link->statistics.dropped++;
    acc_link_push_event(link, ACC_LINK_EVENT_DROPPED, 0);
}

// A message that arrived whole before: its last ACK was lost.
static void repeated(acc_link *link, const packet *p)
{
    link->statistics.duplicates++;
    acc_link_reply_whole(link, p);
}

// A progress message or the answer of the running exchange.
static void take_answer(acc_link *link, uint64_t now, const packet *p)
{
    if (link->sender.active && link->sender.next < link->sender.packets) {
        acc_link_host_give_up(link, now, ACC_LINK_ERROR_STATE);
        return;
    }
    if (link->sender.active) {
        // a device that answers has the whole request
        acc_link_sender_stop(link);
        acc_link_push_event(link, ACC_LINK_EVENT_SEND_OK, 0);
    }
    if (!link->receiver.active)
        acc_link_receiver_start(link, p);
    taking result = link->receiver.kind == p->kind ? acc_link_receiver_take(link, now, p) : BROKEN;
    if (result == TOO_LONG || result == BROKEN) {
        acc_link_host_give_up(link, now,
                              result == BROKEN ? ACC_LINK_ERROR_FRAME : ACC_LINK_ERROR_MEMORY);
    } else if (result == WHOLE && p->kind == MSG) {
        link->transfer++;
        acc_link_push_bytes(link, ACC_LINK_EVENT_PROGRESS);
    } else if (result == WHOLE) {
        link->outcome = 0;
        acc_link_settle(link);
        acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_RECEIVED, 0);
    }
}

// Compares exchange and transfer number with the running exchange (signed differences modulo 65536
// and 256). The message before the current one may still be repeated, also during the next
// exchange; data of an exchange that failed is dropped.
static void receive_answer(acc_link *link, uint64_t now, const packet *p)
{
    int16_t ahead = (int16_t)(p->exchange - link->exchange);
    bool succeeded = ahead == 0    ? link->outcome == 0
                     : ahead == -1 ? link->previous_succeeded
                                   : false;
    bool running = ahead == 0 && link->outcome == RUNNING;
    int8_t transfer = (int8_t)(p->transfer - link->transfer);
    if (succeeded || (running && transfer < 0))
        repeated(link, p);
    else if (ahead > 0 || (running && transfer > 0))
        link->statistics.ignored++;
    else if (!running)
        drop(link, p);
    else if (link->phase != CANCELLING)
        take_answer(link, now, p);
}

// Any sub-packet of the session. One with a wrong length ends the exchange with 7.
static void receive_data(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    packet p;
    bool duplex = link->terms.mode == ACC_LINK_DUPLEX;
    if (!acc_link_packet_read(link, payload, len, &p)) {
        link->statistics.ignored++;
        if (link->state == ACC_LINK_EXCHANGING && link->phase == SETTLED)
            acc_link_host_give_up(link, now, ACC_LINK_ERROR_FRAME);
    } else if (p.kind == PUSH && duplex && link->state == ACC_LINK_IDLE) {
        acc_link_push_message(link, now, &p);
    } else if (p.kind == PUSH) {
        drop(link, &p);
    } else if (p.kind != REQUEST && !duplex) {
        receive_answer(link, now, &p);
    } else {
        link->statistics.ignored++;
    }
}

// When ABORT crosses CANCEL, the caller's cancel wins: the exchange ends with 12.
static void receive_abort(acc_link *link, uint64_t now, uint8_t code, uint16_t exchange)
{
    code = acc_link_peer_code(code);
    if (link->state == ACC_LINK_EXCHANGING && exchange == link->exchange) {
        acc_link_end_exchange(link, now,
                              link->phase == CANCELLING ? ACC_LINK_ERROR_CANCELLED : code);
    } else {
        acc_link_push_refused(link, code, exchange);
    }
}

// RESET or SLEEP: the device does not know the session, or ends it. During an exchange this is error
// 8; while confirming, the offer has expired and opening restarts.
static void session_lost(acc_link *link, uint64_t now, enum closed_code code)
{
    if (link->state == ACC_LINK_EXCHANGING) {
        acc_link_end_exchange(link, now, ACC_LINK_ERROR_UNKNOWN);
        link->terms.session = 0;
    } else if (link->phase == CONFIRMING) {
        acc_link_host_knock(link);
        acc_link_host_boot(link);
    } else if (link->state == ACC_LINK_IDLE) {
        acc_link_host_closed(link, link->phase == CLOSING ? CLOSED_BY_BOTH : code);
    }
}

// Answers to signals count only in the phase that sent them; late ones of an earlier phase have no
// effect.
static void receive_short(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    uint16_t exchange = load_be16(payload + 4);
    bool asked = link->state == ACC_LINK_EXCHANGING && exchange == link->exchange;
    switch (type_of(payload[0])) {
    case ACK:
        if (acc_link_sender_acknowledge(link, now, payload, len)) {
            acc_link_sender_stop(link);
            acc_link_push_event(link, ACC_LINK_EVENT_SEND_OK, 0);
        }
        break;
    case ABORT:
        receive_abort(link, now, payload[1], exchange);
        break;
    case WITHDRAW:
        acc_link_push_withdrawn(link, exchange);
        break;
    case READY_ACK:
        if (link->phase == CONFIRMING)
            acc_link_host_opened(link);
        break;
    case CANCEL_ACK:
        if (link->phase == CANCELLING && asked)
            acc_link_end_exchange(link, now, ACC_LINK_ERROR_CANCELLED);
        break;
    case CLOSE_ACK:
        if (link->phase == CLOSING)
            acc_link_host_closed(link, CLOSED_BY_BOTH);
        break;
    case POLL_ACK:
        if (asked && link->phase == SETTLED && !link->sender.active && !payload[1])
            acc_link_host_give_up(link, now, ACC_LINK_ERROR_STATE);
        break;
    case RESET:
        session_lost(link, now, CLOSED_UNKNOWN);
        break;
    case SLEEP:
        session_lost(link, now, CLOSED_ASLEEP);
        break;
    default:
        link->statistics.ignored++;
    }
}

// HELLO_ACK. The nonce separates the answer to this HELLO from late answers to an earlier opening.
static void greeted(acc_link *link, const uint8_t *payload, size_t len)
{
    if (link->phase != GREETING || len < 8 || load_be32(payload + 4) != link->terms.nonce) {
        link->statistics.ignored++;
    } else if (acc_link_hello_answered(link, payload, len)) {
        link->tone_due = false;
        link->phase = CONFIRMING;
        acc_link_host_signal(link, READY, link->config.tries);
    } else {
        acc_link_host_open_failed(link);
    }
}

// Entry from acc_link_receive, after the echo check. Any message of the session answers a POLL.
void acc_link_host_receive(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    if (payload[0] == HELLO_ACK) {
        greeted(link, payload, len);
        return;
    }
    if (!link->terms.session || load_be16(payload + 2) != link->terms.session) {
        link->statistics.ignored++;
        return;
    }
    link->statistics.frames_received++;
    link->garbled = 0;
    link->alive_us = now;
    if (link->signal.type == POLL)
        link->signal = (acc_link_signal){.timer_us = ACC_LINK_NEVER};
    uint8_t kind = type_of(payload[0]);
    if (kind >= REQUEST && kind <= PUSH)
        receive_data(link, now, payload, len);
    else
        receive_short(link, now, payload, len);
}
