// What the host makes of each message of the device.
#include "internal.h"

// Data outside an exchange: counted once a message, and refused so that the device stops.
static void drop(acc_link *link, const packet *p)
{
    uint32_t key = (uint32_t)p->kind << 24 | (uint32_t)p->transfer << 16 | p->exchange;
    queue_short(link, ABORT, ACC_LINK_ERROR_STATE, link->terms.session, p->exchange);
    if (link->dropped == key)
        return;
    link->dropped = key;
    link->statistics.dropped++;
    push_event(link, ACC_LINK_EVENT_DROPPED, 0);
}

static void repeated(acc_link *link, const packet *p)
{
    link->statistics.duplicates++;
    reply_whole(link, p);
}

// A progress message or the answer of the running exchange.
static void take_answer(acc_link *link, uint64_t now, const packet *p)
{
    if (link->sender.active && link->sender.next < link->sender.packets) {
        host_give_up(link, now, ACC_LINK_ERROR_STATE);
        return;
    }
    if (link->sender.active) {
        // the device has all of the request, or it would not answer
        sender_stop(link);
        push_event(link, ACC_LINK_EVENT_SEND_OK, 0);
    }
    if (!link->receiver.active)
        receiver_start(link, p);
    taking result = link->receiver.kind == p->kind ? receiver_take(link, now, p) : BROKEN;
    if (result == TOO_LONG || result == BROKEN) {
        host_give_up(link, now, result == BROKEN ? ACC_LINK_ERROR_FRAME : ACC_LINK_ERROR_MEMORY);
    } else if (result == WHOLE && p->kind == MSG) {
        link->transfer++;
        push_bytes(link, ACC_LINK_EVENT_PROGRESS);
    } else if (result == WHOLE) {
        link->outcome = 0;
        settle(link);
        change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_RECEIVED, 0);
    }
}

static void receive_answer(acc_link *link, uint64_t now, const packet *p)
{
    int16_t ahead = (int16_t)(p->exchange - link->exchange);
    bool finished_well = ahead == 0    ? link->outcome == 0
                         : ahead == -1 ? link->previous_well
                                       : false;
    bool running = ahead == 0 && link->outcome == RUNNING;
    int8_t transfer = (int8_t)(p->transfer - link->transfer);
    if (finished_well || (running && transfer < 0))
        repeated(link, p);
    else if (ahead > 0 || (running && transfer > 0))
        link->statistics.ignored++;
    else if (!running)
        drop(link, p);
    else if (link->phase != CANCELLING)
        take_answer(link, now, p);
}

static void receive_data(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    packet p;
    bool duplex = link->terms.mode == ACC_LINK_DUPLEX;
    if (!packet_read(link, payload, len, &p)) {
        link->statistics.ignored++;
        if (link->state == ACC_LINK_EXCHANGING && link->phase == SETTLED)
            host_give_up(link, now, ACC_LINK_ERROR_FRAME);
    } else if (p.kind == PUSH && duplex && link->state == ACC_LINK_IDLE) {
        push_message(link, now, &p);
    } else if (p.kind == PUSH) {
        drop(link, &p);
    } else if (p.kind != REQUEST && !duplex) {
        receive_answer(link, now, &p);
    } else {
        link->statistics.ignored++;
    }
}

static void receive_abort(acc_link *link, uint64_t now, uint8_t code, uint16_t exchange)
{
    code = peer_code(code);
    if (link->state == ACC_LINK_EXCHANGING && exchange == link->exchange) {
        end_exchange(link, now, link->phase == CANCELLING ? ACC_LINK_ERROR_CANCELLED : code);
    } else {
        push_refused(link, code, exchange);
    }
}

// The device no longer knows the session, or is about to forget it.
static void session_lost(acc_link *link, uint64_t now, enum closed_code code)
{
    if (link->state == ACC_LINK_EXCHANGING) {
        end_exchange(link, now, ACC_LINK_ERROR_UNKNOWN);
        link->terms.session = 0;
    } else if (link->phase == CONFIRMING) {
        host_knock(link);
        host_boot(link);
    } else if (link->state == ACC_LINK_IDLE) {
        host_closed(link, link->phase == CLOSING ? CLOSED_BY_BOTH : code);
    }
}

static void receive_short(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    uint16_t exchange = load_be16(payload + 4);
    bool asked = link->state == ACC_LINK_EXCHANGING && exchange == link->exchange;
    switch (type_of(payload[0])) {
    case ACK:
        if (len >= ACK_SIZE && sender_acknowledge(link, now, payload)) {
            sender_stop(link);
            push_event(link, ACC_LINK_EVENT_SEND_OK, 0);
        }
        break;
    case ABORT:
        receive_abort(link, now, payload[1], exchange);
        break;
    case WITHDRAW:
        push_withdrawn(link, exchange);
        break;
    case READY_ACK:
        if (link->phase == CONFIRMING)
            host_opened(link);
        break;
    case CANCEL_ACK:
        if (link->phase == CANCELLING && asked)
            end_exchange(link, now, ACC_LINK_ERROR_CANCELLED);
        break;
    case CLOSE_ACK:
        if (link->phase == CLOSING)
            host_closed(link, CLOSED_BY_BOTH);
        break;
    case POLL_ACK:
        if (asked && link->phase == SETTLED && !link->sender.active && !payload[1])
            host_give_up(link, now, ACC_LINK_ERROR_STATE);
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

static void greeted(acc_link *link, const uint8_t *payload, size_t len)
{
    if (link->phase != GREETING || len < 8 || load_be32(payload + 4) != link->terms.nonce) {
        link->statistics.ignored++;
    } else if (hello_answered(link, payload, len)) {
        link->tone_due = false;
        link->phase = CONFIRMING;
        host_signal(link, READY, link->config.tries);
    } else {
        host_open_failed(link);
    }
}

void host_receive(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
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
