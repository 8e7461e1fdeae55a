// The host's state machine: opens, exchanges, polls, cancels, closes (docs/link.md, sections 3 to
// 8).
//
// Input: the caller's commands and the time; host_receive.c handles received messages. Output: events
// for the caller, one repeated signal at a time, and the request for sender.c. Opening, cancelling and
// closing are phases in addition to the state, because the state changes only when they end.
#include "internal.h"

#include <assert.h>

// Starts a signal: a short message repeated until its answer arrives, at most `limit` times. A new
// one replaces the old one.
void acc_link_host_signal(acc_link *link, uint8_t type, uint8_t limit)
{
    link->signal =
        (acc_link_signal){.type = type, .limit = limit, .due = true, .timer_us = ACC_LINK_NEVER};
}

// Writes the next transmission of the signal. Byte 1 carries the outcome of the last exchange: 0 in
// CLOSE also replaces a lost last ACK.
size_t acc_link_host_signal_write(acc_link *link, uint8_t *out)
{
    acc_link_signal *signal = &link->signal;
    signal->due = false;
    signal->timer_us = ACC_LINK_NEVER;
    if (signal->tries++)
        link->statistics.retransmitted++;
    if (signal->type == HELLO)
        return acc_link_hello_write(link, out);
    out[0] = signal->type;
    out[1] = link->outcome;
    store_be16(out + 2, link->terms.session);
    store_be16(out + 4, link->exchange);
    return SHORT_SIZE;
}

// Opening

// No handshake, or closed before it ended: -3 on the jack, -2 elsewhere, as the phone interface
// does.
void acc_link_host_open_failed(acc_link *link)
{
    acc_link_settle(link);
    acc_link_push_event(link, ACC_LINK_EVENT_OPEN_FAILED,
                        link->config.channel == ACC_LINK_JACK ? -3 : -2);
}

// The first HELLO has no wake tone: a device that is awake answers it, with or without a session. Up
// to three boot signals follow.
void acc_link_host_knock(acc_link *link)
{
    acc_link_session_reset(link);
    link->terms.nonce = acc_link_next_random(link);
    link->phase = GREETING;
    acc_link_host_signal(link, HELLO, 1);
}

// One boot signal: wake tone where the transport needs it, pause, HELLO, a second HELLO. The pause
// is in acc_link_sent.
void acc_link_host_boot(acc_link *link)
{
    if (link->boots == SIGNAL_TRIES) {
        acc_link_host_open_failed(link);
        return;
    }
    link->boots++;
    link->tone_due = link->config.carrier.wake_tone;
    acc_link_host_signal(link, HELLO, HELLOS_PER_BOOT);
}

void acc_link_host_opened(acc_link *link)
{
    acc_link_settle(link);
    acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_OPENED, link->was_awake);
}

// Whether the jack is empty. Without plug detection it looks like a sleeping device.
static bool jack_is_empty(const acc_link *link)
{
    return link->state == ACC_LINK_ABSENT && link->config.plug_detect &&
           link->config.channel == ACC_LINK_JACK;
}

static acc_link_result refused(const acc_link *link)
{
    return jack_is_empty(link) ? ACC_LINK_NO_DEVICE : ACC_LINK_NOT_OPEN;
}

// Ends the session here. A DUPLEX message being sent fails with 12 when the caller closed, else
// with 8.
void acc_link_host_closed(acc_link *link, enum closed_code code)
{
    acc_link_push_ends(link,
                       code == CLOSED_HERE ? ACC_LINK_ERROR_CANCELLED : ACC_LINK_ERROR_UNKNOWN);
    acc_link_settle(link);
    link->terms.session = 0;
    acc_link_change_state(link, ACC_LINK_PRESENT, ACC_LINK_EVENT_CLOSED, (int32_t)code);
}

// A call during an opening joins it. In IDLE the session is reported at once and nothing is sent.
acc_link_result acc_link_open(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (jack_is_empty(link))
        return ACC_LINK_NO_DEVICE;
    if (link->phase == GREETING || link->phase == CONFIRMING)
        return ACC_LINK_ACCEPTED;
    if (link->phase == CLOSING)
        acc_link_host_closed(link, CLOSED_HERE);
    if (link->state >= ACC_LINK_IDLE) {
        acc_link_push_event(link, ACC_LINK_EVENT_OPENED, 1);
        return ACC_LINK_ACCEPTED;
    }
    acc_link_settle(link);
    link->alive_us = now_us;
    link->boots = 0;
    acc_link_host_knock(link);
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
    // sent as a flag of the REQUEST: it replaces the ACK of the previous answer if that was lost
    link->previous_succeeded = link->outcome == 0;
    link->exchange++;
    link->outcome = RUNNING;
    link->transfer = 0;
    link->garbled = 0;
    link->alive_us = now_us;
    acc_link_change_state(link, ACC_LINK_EXCHANGING, ACC_LINK_EVENT_STATE, 0);
    if (len > link->terms.capacity) {
        acc_link_end_exchange(link, now_us, ACC_LINK_ERROR_MEMORY);
        return ACC_LINK_ACCEPTED;
    }
    acc_link_sender_start(link, REQUEST, link->exchange, 0, request, (uint32_t)len);
    if (timeout_us && timeout_us < ACC_LINK_NEVER - now_us)
        link->limit_us = now_us + timeout_us;
    return ACC_LINK_ACCEPTED;
}

// Fails the exchange and sends ABORT once. A device that misses it continues, and receives ABORT again
// in answer.
void acc_link_host_give_up(acc_link *link, uint64_t now, uint8_t code)
{
    acc_link_queue_short(link, ABORT, code, link->terms.session, link->exchange);
    acc_link_end_exchange(link, now, code);
}

// In DUPLEX mode, withdraws the message being sent with one WITHDRAW; else starts CANCEL. Its answer
// ends the exchange with 12, its third timeout with 13.
acc_link_result acc_link_cancel(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->state == ACC_LINK_IDLE && link->sender.active) {
        acc_link_queue_short(link, WITHDRAW, 0, link->terms.session, link->push_out);
        acc_link_sender_stop(link);
        acc_link_push_event(link, ACC_LINK_EVENT_ERROR, ACC_LINK_ERROR_CANCELLED);
        return ACC_LINK_ACCEPTED;
    }
    if (link->state == ACC_LINK_IDLE)
        return link->phase == CLOSING ? ACC_LINK_NOT_OPEN : ACC_LINK_NOT_COMPLETE;
    if (link->phase == CANCELLING)
        return ACC_LINK_CANCELLING;
    acc_link_settle(link);
    link->alive_us = now_us;
    link->phase = CANCELLING;
    acc_link_host_signal(link, CANCEL, SIGNAL_TRIES);
    return ACC_LINK_ACCEPTED;
}

// The exchange ends with 12 before the first CLOSE leaves; CLOSED follows with or without an
// answer.
acc_link_result acc_link_close(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    if (link->phase == GREETING || link->phase == CONFIRMING) {
        acc_link_host_open_failed(link);
        return ACC_LINK_ACCEPTED;
    }
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->phase == CLOSING)
        return ACC_LINK_ACCEPTED;
    if (link->state == ACC_LINK_EXCHANGING)
        acc_link_end_exchange(link, now_us, ACC_LINK_ERROR_CANCELLED);
    acc_link_push_ends(link, ACC_LINK_ERROR_CANCELLED);
    acc_link_settle(link);
    link->phase = CLOSING;
    acc_link_host_signal(link, CLOSE, SIGNAL_TRIES);
    return ACC_LINK_ACCEPTED;
}

acc_link_result acc_link_close_resource(acc_link *link, uint64_t now_us)
{
    assert(link->config.role == ACC_LINK_HOST);
    acc_link_forget_output(link);
    if (link->phase == GREETING || link->phase == CONFIRMING) {
        acc_link_host_open_failed(link);
        return ACC_LINK_ACCEPTED;
    }
    if (link->state < ACC_LINK_IDLE)
        return refused(link);
    if (link->state == ACC_LINK_EXCHANGING)
        acc_link_end_exchange(link, now_us, ACC_LINK_ERROR_CANCELLED);
    acc_link_host_closed(link, CLOSED_HERE);
    return ACC_LINK_ACCEPTED;
}

// Time

// Handles the timeout of a signal's last repetition, by phase. In CONFIRMING the READY was lost, so
// opening restarts with a new nonce and the next boot signal. Outside any phase the signal was POLL.
static void signal_unanswered(acc_link *link, uint64_t now)
{
    switch (link->phase) {
    case GREETING:
        acc_link_host_boot(link);
        break;
    case CONFIRMING:
        acc_link_host_knock(link);
        acc_link_host_boot(link);
        break;
    case CANCELLING:
        acc_link_host_give_up(link, now, ACC_LINK_ERROR_CANCEL_FAILED);
        break;
    case CLOSING:
        acc_link_host_closed(link, CLOSED_HERE);
        break;
    default:
        acc_link_host_give_up(link, now, acc_link_silent_code(link));
    }
}

// timer_us runs from the moment the signal has left (acc_link_sent), not from when it became due.
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

// The time of the next POLL: poll_us after the last frame, plus a frame's time, because the device's
// answer may be on its way.
static uint64_t poll_time(const acc_link *link)
{
    bool waits = link->state == ACC_LINK_EXCHANGING && link->phase == SETTLED &&
                 !link->sender.active && !link->signal.type && link->config.poll_us;
    return waits ? link->alive_us + link->config.poll_us +
                       acc_link_frame_us(link, link->terms.rate, link->terms.payload)
                 : ACC_LINK_NEVER;
}

void acc_link_host_tick(acc_link *link, uint64_t now)
{
    // the caller's timeout; ABORT frees the device for the next exchange
    if (now >= link->limit_us) {
        link->outcome = ACC_LINK_ERROR_SILENT;
        acc_link_queue_short(link, ABORT, link->outcome, link->terms.session, link->exchange);
        acc_link_settle(link);
        acc_link_change_state(link, ACC_LINK_IDLE, ACC_LINK_EVENT_TIMEOUT, 0);
    }
    tick_signal(link, now);
    if (!acc_link_message_tick(link, now))
        acc_link_host_give_up(link, now, acc_link_silent_code(link));
    if (now >= poll_time(link))
        acc_link_host_signal(link, POLL, link->config.tries);
}

uint64_t acc_link_host_deadline(const acc_link *link)
{
    uint64_t at = link->limit_us < link->signal.timer_us ? link->limit_us : link->signal.timer_us;
    uint64_t poll = poll_time(link);
    return at < poll ? at : poll;
}
