// The accessory's state machine: wakes, receives requests, responds, sleeps (docs/link.md, sections
// 3 to 8).
//
// Input: payloads of whole frames from link.c, the application's answers, the time. Output: events
// for the application, and messages for sender.c and outbox.c. The caller is the firmware or the
// simulated reader.
#include "internal.h"

#include <assert.h>

// Keeps the device awake for LISTEN_US: a host may open, or repeat its CLOSE because the CLOSE_ACK was
// lost.
static void listen(acc_link *link, uint64_t now)
{
    link->awake = true;
    link->awake_us = now + LISTEN_US;
}

// Ends the running exchange because the host ended it. `has_answer`: only the last ACK was lost, so the
// event is SEND_OK instead of an error.
static void host_ended(acc_link *link, uint64_t now, bool has_answer, uint8_t code)
{
    if (link->state != ACC_LINK_EXCHANGING)
        return;
    if (!has_answer || link->sender.kind != RESPONSE || !link->sender.active) {
        acc_link_end_exchange(link, now, code);
        return;
    }
    link->outcome = 0;
    acc_link_settle(link);
    acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_SEND_OK, 0);
}

// Fails the exchange at both ends. ABORT is sent once; a host that misses it receives it again in
// answer to its next sub-packet or POLL.
static void give_up(acc_link *link, uint64_t now, uint8_t code)
{
    acc_link_queue_short(link, ABORT, code, link->terms.session, link->exchange);
    acc_link_end_exchange(link, now, code);
}

// From any session state to DEVICE_READY, still awake.
static void leave_session(acc_link *link, uint64_t now, enum closed_code code)
{
    acc_link_push_ends(link, ACC_LINK_ERROR_CANCELLED);
    acc_link_settle(link);
    link->terms.session = 0;
    listen(link, now);
    acc_link_change_state(link, ACC_LINK_PRESENT, ACC_LINK_EVENT_CLOSED, (int32_t)code);
}

// READY for the offered session: the offer becomes the session and ends the previous one with error
// 12.
static void take_offer(acc_link *link, uint64_t now)
{
    host_ended(link, now, false, ACC_LINK_ERROR_CANCELLED);
    acc_link_push_ends(link, ACC_LINK_ERROR_CANCELLED);
    acc_link_settle(link);
    acc_link_terms terms = link->offer;
    acc_link_session_reset(link);
    link->terms = terms;
    link->awake = false;
    link->alive_us = now;
    acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_OPENED, 0);
}

// Requests

// A sub-packet of the current request. The first one starts the exchange.
static void take_request(acc_link *link, uint64_t now, const packet *p)
{
    if (!link->receiver.active) {
        acc_link_receiver_start(link, p);
        link->exchange = p->exchange;
        link->outcome = RUNNING;
        link->transfer = 0;
        acc_link_change_state(link, ACC_LINK_EXCHANGING, ACC_LINK_EVENT_STATE, 0);
    }
    taking result = acc_link_receiver_take(link, now, p);
    if (result == TOO_LONG || result == BROKEN) {
        give_up(link, now, result == BROKEN ? ACC_LINK_ERROR_FRAME : ACC_LINK_ERROR_MEMORY);
    } else if (result == WHOLE) {
        link->request_whole = true;
        acc_link_push_bytes(link, ACC_LINK_EVENT_RECEIVED);
    }
}

// Sorts a sub-packet by its exchange number (signed difference modulo 65536): older exchanges are
// ignored, a newer one replaces the current one. A repetition is answered with the outcome again, in
// case the ACK or ABORT was lost.
static void receive_request(acc_link *link, uint64_t now, const packet *p)
{
    int16_t ahead = (int16_t)(p->exchange - link->exchange);
    if (ahead < 0) {
        link->statistics.ignored++;
    } else if (ahead > 0) {
        host_ended(link, now, p->flags & PREVIOUS_OK && ahead == 1, ACC_LINK_ERROR_CANCELLED);
        take_request(link, now, p);
    } else if (link->outcome == RUNNING && !link->request_whole) {
        take_request(link, now, p);
    } else if (link->outcome == RUNNING || link->outcome == 0) {
        link->statistics.duplicates++;
        acc_link_reply_whole(link, p);
    } else {
        acc_link_queue_short(link, ABORT, link->outcome, link->terms.session, p->exchange);
    }
}

// Any sub-packet of the session. One with a wrong length cannot be placed, so it ends a request
// that is still incomplete (error 7).
static void receive_data(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    packet p;
    bool duplex = link->terms.mode == ACC_LINK_DUPLEX;
    if (!acc_link_packet_read(link, payload, len, &p)) {
        link->statistics.ignored++;
        if (link->state == ACC_LINK_EXCHANGING && !link->request_whole)
            give_up(link, now, ACC_LINK_ERROR_FRAME);
    } else if (p.kind == REQUEST && !duplex) {
        receive_request(link, now, &p);
    } else if (p.kind == PUSH && duplex) {
        acc_link_push_message(link, now, &p);
    } else {
        link->statistics.ignored++;
    }
}

// Answers

// `transfer` numbers the accessory's messages within the exchange: every MSG, then the RESPONSE.
static void start_answer(acc_link *link, const uint8_t *answer, uint32_t len)
{
    link->answer_waits = false;
    acc_link_sender_start(link, RESPONSE, link->exchange, link->transfer, answer, len);
}

// The host acknowledged the whole message. A RESPONSE ends the exchange; after a progress message,
// an answer that waited for it starts.
static void delivered(acc_link *link, uint64_t now)
{
    uint8_t kind = link->sender.kind;
    acc_link_sender_stop(link);
    if (kind == RESPONSE) {
        link->outcome = 0;
        link->alive_us = now;
        acc_link_settle(link);
        acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_SEND_OK, 0);
    } else if (kind == PUSH) {
        acc_link_push_event(link, ACC_LINK_EVENT_SEND_OK, 0);
    } else {
        link->transfer++;
        acc_link_push_event(link, ACC_LINK_EVENT_PROGRESS_OK, 0);
        if (link->answer_waits)
            start_answer(link, link->answer, link->answer_len);
    }
}

// An answer or a progress message is allowed between the whole request and the first answer.
static acc_link_result may_answer(const acc_link *link)
{
    assert(link->config.role == ACC_LINK_ACCESSORY);
    if (link->state < ACC_LINK_IDLE)
        return ACC_LINK_NOT_OPEN;
    return link->request_whole && !link->answered ? ACC_LINK_ACCEPTED : ACC_LINK_NOT_COMPLETE;
}

acc_link_result acc_link_respond(acc_link *link, uint64_t now_us, const uint8_t *answer, size_t len)
{
    assert(len <= ACC_LINK_MAX_MESSAGE);
    acc_link_result result = may_answer(link);
    if (result != ACC_LINK_ACCEPTED)
        return result;
    if (len > link->terms.capacity) {
        give_up(link, now_us, ACC_LINK_ERROR_MEMORY);
        return ACC_LINK_ACCEPTED;
    }
    // one message at a time: the answer waits until a progress message is acknowledged
    link->answered = true;
    link->answer_waits = link->sender.active;
    link->answer = answer;
    link->answer_len = (uint32_t)len;
    if (!link->answer_waits)
        start_answer(link, answer, (uint32_t)len);
    return ACC_LINK_ACCEPTED;
}

acc_link_result acc_link_progress(acc_link *link, uint64_t now_us, const uint8_t *message,
                                  size_t len)
{
    assert(len <= ACC_LINK_MAX_MESSAGE);
    acc_link_result result = may_answer(link);
    if (result != ACC_LINK_ACCEPTED)
        return result;
    if (link->sender.active)
        return ACC_LINK_NOT_COMPLETE;
    if (len > link->terms.capacity)
        give_up(link, now_us, ACC_LINK_ERROR_MEMORY);
    else
        acc_link_sender_start(link, MSG, link->exchange, link->transfer, message, (uint32_t)len);
    return ACC_LINK_ACCEPTED;
}

acc_link_result acc_link_refuse(acc_link *link, uint64_t now_us, acc_link_error code)
{
    assert(link->config.role == ACC_LINK_ACCESSORY);
    if (link->state < ACC_LINK_IDLE)
        return ACC_LINK_NOT_OPEN;
    if (link->state != ACC_LINK_EXCHANGING)
        return ACC_LINK_NOT_COMPLETE;
    give_up(link, now_us, (uint8_t)code);
    return ACC_LINK_ACCEPTED;
}

// Signals

// CANCEL or ABORT of the host. If nothing of the exchange has arrived yet (ahead > 0), the
// outcome is stored, so that its late sub-packets are refused with the same code.
static void receive_cancel(acc_link *link, uint64_t now, uint16_t exchange, uint8_t code)
{
    int16_t ahead = (int16_t)(exchange - link->exchange);
    if (ahead >= 0)
        host_ended(link, now, false, ahead ? ACC_LINK_ERROR_CANCELLED : code);
    if (ahead > 0) {
        // its sub-packets may still arrive
        link->exchange = exchange;
        link->outcome = code;
    }
}

// POLL asks whether the exchange still runs. A failed exchange answers with its ABORT, which was
// lost.
static void receive_poll(acc_link *link, uint16_t exchange)
{
    bool ours = exchange == link->exchange;
    bool working = ours && link->outcome == RUNNING;
    if (ours && !working && link->outcome)
        acc_link_queue_short(link, ABORT, link->outcome, link->terms.session, exchange);
    else
        acc_link_queue_short(link, POLL_ACK, working, link->terms.session, exchange);
}

// Every message of the session that is not a sub-packet. Signals are answered each time they
// arrive, because the host repeats one only when it missed the answer.
static void receive_short(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    uint16_t session = link->terms.session, exchange = load_be16(payload + 4);
    switch (type_of(payload[0])) {
    case ACK:
        if (acc_link_sender_acknowledge(link, now, payload, len))
            delivered(link, now);
        break;
    case ABORT:
        if (link->terms.mode == ACC_LINK_DUPLEX)
            acc_link_push_refused(link, acc_link_peer_code(payload[1]), exchange);
        else
            receive_cancel(link, now, exchange, acc_link_peer_code(payload[1]));
        break;
    case WITHDRAW:
        acc_link_push_withdrawn(link, exchange);
        break;
    case READY:
        acc_link_queue_short(link, READY_ACK, 0, session, 0);
        break;
    case CANCEL:
        receive_cancel(link, now, exchange, ACC_LINK_ERROR_CANCELLED);
        acc_link_queue_short(link, CANCEL_ACK, 0, session, exchange);
        break;
    case CLOSE:
        acc_link_queue_short(link, CLOSE_ACK, 0, session, exchange);
        host_ended(link, now, payload[1] == 0 && exchange == link->exchange,
                   ACC_LINK_ERROR_CANCELLED);
        leave_session(link, now, CLOSED_BY_BOTH);
        break;
    case POLL:
        receive_poll(link, exchange);
        break;
    default:
        link->statistics.ignored++;
    }
}

// A message of a session that is not active. READY activates the offered one; CLOSE is answered for any
// session (the host may repeat it after the session's end); other messages are answered with RESET, so
// that a host opens again at once after the device's restart.
static void receive_stranger(acc_link *link, uint64_t now, const uint8_t *payload)
{
    uint16_t session = load_be16(payload + 2), exchange = load_be16(payload + 4);
    uint8_t kind = type_of(payload[0]);
    bool offered = link->offer.session && session == link->offer.session;
    if (offered && kind == READY) {
        take_offer(link, now);
        acc_link_queue_short(link, READY_ACK, 0, session, 0);
        return;
    }
    link->statistics.ignored++;
    if (kind == CLOSE)
        acc_link_queue_short(link, CLOSE_ACK, 0, session, exchange);
    else if (!offered && ((kind >= REQUEST && kind <= PUSH) || (kind >= READY && kind <= POLL)))
        acc_link_queue_short(link, RESET, 0, session, exchange);
}

// Entry from acc_link_receive, after the echo check.
void acc_link_accessory_receive(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    if (link->state == ACC_LINK_ABSENT && link->config.plug_detect) {
        link->statistics.ignored++;
        return;
    }
    acc_link_detect(link, link->alive_us);
    uint8_t kind = type_of(payload[0]);
    if (kind == HELLO) {
        bool accepted = acc_link_hello_received(link, payload, len);
        link->statistics.ignored += !accepted;
        if (accepted && !link->terms.session)
            listen(link, now);
        return;
    }
    if (!link->terms.session || load_be16(payload + 2) != link->terms.session) {
        receive_stranger(link, now, payload);
        return;
    }
    link->statistics.frames_received++;
    link->garbled = 0;
    link->alive_us = now;
    if (kind >= REQUEST && kind <= PUSH)
        receive_data(link, now, payload, len);
    else
        receive_short(link, now, payload, len);
}

// Time

// Only an idle session falls asleep: a message in either direction postpones it.
static uint64_t sleep_time(const acc_link *link)
{
    bool idle = link->state == ACC_LINK_IDLE && !link->sender.active && !link->receiver.active;
    return idle && link->config.sleep_us ? link->alive_us + link->config.sleep_us : ACC_LINK_NEVER;
}

// SLEEP is sent once. A host that misses it receives RESET at its next request.
acc_link_result acc_link_sleep(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_ACCESSORY);
    if (link->state < ACC_LINK_IDLE)
        return ACC_LINK_NOT_OPEN;
    host_ended(link, now_us, false, ACC_LINK_ERROR_CANCELLED);
    acc_link_queue_short(link, SLEEP, 0, link->terms.session, link->exchange);
    leave_session(link, now_us, CLOSED_ASLEEP);
    return ACC_LINK_ACCEPTED;
}

// Without plug detection the tone also means "plugged in".
void acc_link_wake(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_ACCESSORY);
    if (link->state == ACC_LINK_ABSENT && !link->config.plug_detect)
        acc_link_detect(link, now_us);
    if (link->state == ACC_LINK_PRESENT)
        listen(link, now_us);
}

void acc_link_accessory_tick(acc_link *link, uint64_t now)
{
    if (!acc_link_message_tick(link, now))
        give_up(link, now, acc_link_silent_code(link));
    if (now >= sleep_time(link))
        acc_link_sleep(link, now);
    if (link->awake && now >= link->awake_us) {
        link->awake = false;
        acc_link_push_event(link, ACC_LINK_EVENT_ASLEEP, 0);
    }
}

uint64_t acc_link_accessory_deadline(const acc_link *link)
{
    uint64_t at = sleep_time(link);
    return link->awake && link->awake_us < at ? link->awake_us : at;
}
