// The host's end: opens, asks, cancels, closes.
#include "internal.h"

#include <assert.h>

static void start_signal(acc_link *link, uint8_t type, uint8_t limit)
{
    link->signal =
        (acc_link_signal){.type = type, .limit = limit, .due = true, .timer_us = ACC_LINK_NEVER};
}

size_t signal_write(acc_link *link, uint8_t *out)
{
    acc_link_signal *signal = &link->signal;
    signal->due = false;
    signal->timer_us = ACC_LINK_NEVER;
    if (signal->tries++)
        link->statistics.retransmitted++;
    if (signal->type == HELLO)
        return hello_write(link, out);
    out[0] = signal->type;
    out[1] = link->outcome;
    store_be16(out + 2, link->terms.session);
    store_be16(out + 4, link->exchange);
    return SHORT_SIZE;
}

// Opening

static void open_failed(acc_link *link, int32_t code)
{
    settle(link);
    push_event(link, ACC_LINK_EVENT_OPEN_FAILED, code);
}

static int32_t handshake_code(const acc_link *link)
{
    return link->config.channel == ACC_LINK_JACK ? -3 : -2;
}

// First a bare HELLO for a device that is awake, then up to three boot signals.
static void knock(acc_link *link)
{
    session_reset(link);
    link->terms.nonce = next_random(link);
    link->phase = GREETING;
    start_signal(link, HELLO, 1);
}

static void boot_or_fail(acc_link *link)
{
    if (link->boots == SIGNAL_TRIES) {
        open_failed(link, handshake_code(link));
        return;
    }
    link->boots++;
    link->tone_due = link->config.carrier.wake_tone;
    start_signal(link, HELLO, HELLOS_PER_BOOT);
}

static void opened(acc_link *link)
{
    settle(link);
    change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_OPENED, link->taken_up);
}

static bool jack_is_empty(const acc_link *link)
{
    return link->state == ACC_LINK_ABSENT && link->config.plug_detect &&
           link->config.channel == ACC_LINK_JACK;
}

static acc_link_result refused(const acc_link *link)
{
    return jack_is_empty(link) ? ACC_LINK_NO_DEVICE : ACC_LINK_NOT_OPEN;
}

static void closed(acc_link *link, enum closed_code code)
{
    push_ends(link, code == CLOSED_HERE ? ACC_LINK_ERROR_CANCELLED : ACC_LINK_ERROR_UNKNOWN);
    settle(link);
    link->terms.session = 0;
    change_state(link, ACC_LINK_PRESENT, ACC_LINK_EVENT_CLOSED, (int32_t)code);
}

acc_link_result acc_link_open(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (jack_is_empty(link))
        return ACC_LINK_NO_DEVICE;
    if (link->phase == GREETING || link->phase == CONFIRMING)
        return ACC_LINK_ACCEPTED;
    if (link->phase == CLOSING)
        closed(link, CLOSED_HERE);
    if (link->state >= ACC_LINK_IDLE) {
        push_event(link, ACC_LINK_EVENT_OPENED, 1);
        return ACC_LINK_ACCEPTED;
    }
    settle(link);
    link->alive_us = now_us;
    link->boots = 0;
    knock(link);
    return ACC_LINK_ACCEPTED;
}

// Exchange

acc_link_result acc_link_exchange(acc_link *link, uint64_t now_us, const uint8_t *request,
                                  size_t len, uint64_t timeout_us)
{
    assert(link->config.role == ACC_LINK_HOST && len <= ACC_LINK_MAX_MESSAGE);
    if (link->terms.mode == ACC_LINK_DUPLEX)
        return acc_link_send(link, now_us, request, len);
    if (link->state == ACC_LINK_EXCHANGING)
        return ACC_LINK_NOT_COMPLETE;
    if (link->state < ACC_LINK_IDLE || link->phase == CLOSING)
        return refused(link);
    link->previous_well = link->outcome == 0;
    link->exchange++;
    link->outcome = RUNNING;
    link->transfer = 0;
    link->garbled = 0;
    link->alive_us = now_us;
    change_state(link, ACC_LINK_EXCHANGING, ACC_LINK_EVENT_STATE, 0);
    if (len > link->terms.capacity) {
        end_exchange(link, now_us, ACC_LINK_ERROR_MEMORY);
        return ACC_LINK_ACCEPTED;
    }
    sender_start(link, REQUEST, link->exchange, 0, request, (uint32_t)len);
    if (timeout_us && timeout_us < ACC_LINK_NEVER - now_us)
        link->limit_us = now_us + timeout_us;
    return ACC_LINK_ACCEPTED;
}

// Ends the exchange and lets the device know, once; it asks again if it did not hear.
static void give_up(acc_link *link, uint64_t now, uint8_t code)
{
    queue_short(link, ABORT, code, link->terms.session, link->exchange);
    end_exchange(link, now, code);
}

acc_link_result acc_link_cancel(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->state == ACC_LINK_IDLE && link->sender.active) {
        queue_short(link, WITHDRAW, 0, link->terms.session, link->push_out);
        sender_stop(link);
        push_event(link, ACC_LINK_EVENT_ERROR, ACC_LINK_ERROR_CANCELLED);
        return ACC_LINK_ACCEPTED;
    }
    if (link->state == ACC_LINK_IDLE)
        return link->phase == CLOSING ? ACC_LINK_NOT_OPEN : ACC_LINK_NOT_COMPLETE;
    if (link->phase == CANCELLING)
        return ACC_LINK_CANCELLING;
    settle(link);
    link->alive_us = now_us;
    link->phase = CANCELLING;
    start_signal(link, CANCEL, SIGNAL_TRIES);
    return ACC_LINK_ACCEPTED;
}

acc_link_result acc_link_close(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (link->phase == GREETING || link->phase == CONFIRMING) {
        open_failed(link, handshake_code(link));
        return ACC_LINK_ACCEPTED;
    }
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->phase == CLOSING)
        return ACC_LINK_ACCEPTED;
    if (link->state == ACC_LINK_EXCHANGING)
        end_exchange(link, now_us, ACC_LINK_ERROR_CANCELLED);
    push_ends(link, ACC_LINK_ERROR_CANCELLED);
    settle(link);
    link->phase = CLOSING;
    start_signal(link, CLOSE, SIGNAL_TRIES);
    return ACC_LINK_ACCEPTED;
}

acc_link_result acc_link_close_resource(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    link->reply_count = 0;
    if (link->phase == GREETING || link->phase == CONFIRMING) {
        open_failed(link, handshake_code(link));
        return ACC_LINK_ACCEPTED;
    }
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->state == ACC_LINK_EXCHANGING)
        end_exchange(link, now_us, ACC_LINK_ERROR_CANCELLED);
    closed(link, CLOSED_HERE);
    return ACC_LINK_ACCEPTED;
}

// What the device sends

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
        give_up(link, now, ACC_LINK_ERROR_STATE);
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
        give_up(link, now, result == BROKEN ? ACC_LINK_ERROR_FRAME : ACC_LINK_ERROR_MEMORY);
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
            give_up(link, now, ACC_LINK_ERROR_FRAME);
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
        knock(link);
        boot_or_fail(link);
    } else if (link->state == ACC_LINK_IDLE) {
        closed(link, link->phase == CLOSING ? CLOSED_BY_BOTH : code);
    }
}

static void receive_short(acc_link *link, uint64_t now, const uint8_t *payload, size_t len)
{
    uint16_t exchange = load_be16(payload + 4);
    bool asked = link->state == ACC_LINK_EXCHANGING && exchange == link->exchange;
    switch (payload[0]) {
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
            opened(link);
        break;
    case CANCEL_ACK:
        if (link->phase == CANCELLING && asked)
            end_exchange(link, now, ACC_LINK_ERROR_CANCELLED);
        break;
    case CLOSE_ACK:
        if (link->phase == CLOSING)
            closed(link, CLOSED_BY_BOTH);
        break;
    case POLL_ACK:
        if (asked && link->phase == SETTLED && !link->sender.active && !payload[1])
            give_up(link, now, ACC_LINK_ERROR_STATE);
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
        start_signal(link, READY, link->config.tries);
    } else {
        open_failed(link, handshake_code(link));
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
    uint8_t kind = payload[0] & TYPE_MASK;
    if (kind >= REQUEST && kind <= PUSH)
        receive_data(link, now, payload, len);
    else
        receive_short(link, now, payload, len);
}

// Time

static void signal_unanswered(acc_link *link, uint64_t now)
{
    switch (link->phase) {
    case GREETING:
        boot_or_fail(link);
        break;
    case CONFIRMING:
        knock(link);
        boot_or_fail(link);
        break;
    case CANCELLING:
        give_up(link, now, ACC_LINK_ERROR_CANCEL_FAILED);
        break;
    case CLOSING:
        closed(link, CLOSED_HERE);
        break;
    default:
        give_up(link, now, silent_code(link));
    }
}

static void tick_signal(acc_link *link, uint64_t now)
{
    acc_link_signal *signal = &link->signal;
    if (!signal->type || now < signal->timer_us)
        return;
    signal->timer_us = ACC_LINK_NEVER;
    if (signal->tries < signal->limit)
        signal->due = true;
    else
        signal_unanswered(link, now);
}

// When a device that says nothing is asked whether it still lives.
static uint64_t poll_time(const acc_link *link)
{
    bool waits = link->state == ACC_LINK_EXCHANGING && link->phase == SETTLED &&
                 !link->sender.active && !link->signal.type && link->config.poll_us;
    return waits ? link->alive_us + link->config.poll_us +
                       frame_us(link, link->terms.rate, link->terms.payload)
                 : ACC_LINK_NEVER;
}

void host_tick(acc_link *link, uint64_t now)
{
    if (now >= link->limit_us) {
        link->outcome = ACC_LINK_ERROR_SILENT;
        queue_short(link, ABORT, link->outcome, link->terms.session, link->exchange);
        settle(link);
        change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_TIMEOUT, 0);
    }
    tick_signal(link, now);
    if (!message_tick(link, now))
        give_up(link, now, silent_code(link));
    if (now >= poll_time(link))
        start_signal(link, POLL, link->config.tries);
}

uint64_t host_deadline(const acc_link *link)
{
    uint64_t at = link->limit_us < link->signal.timer_us ? link->limit_us : link->signal.timer_us;
    uint64_t poll = poll_time(link);
    return at < poll ? at : poll;
}

// The device is gone: tells how that ends what was running.
void host_lost(acc_link *link)
{
    bool opening = link->phase == GREETING || link->phase == CONFIRMING;
    bool open = link->state == ACC_LINK_IDLE;
    settle(link);
    link->state = ACC_LINK_ABSENT;
    if (opening)
        push_event(link, ACC_LINK_EVENT_OPEN_FAILED,
                   link->config.channel == ACC_LINK_JACK ? ACC_LINK_NO_DEVICE : ACC_LINK_NOT_OPEN);
    else if (open)
        push_event(link, ACC_LINK_EVENT_CLOSED, CLOSED_HERE);
}
