// The end of exchanges, messages and everything that waits; and the beginning, when a device is detected.
//
// Input: errors and timeouts of both state machines. Output: the state that follows, and its events.
#include "internal.h"

// Stops every message, signal and time limit.
void acc_link_settle(acc_link *link)
{
    acc_link_sender_stop(link);
    acc_link_receiver_stop(link);
    link->signal = (acc_link_signal){.timer_us = ACC_LINK_NEVER};
    link->phase = SETTLED;
    link->limit_us = ACC_LINK_NEVER;
    link->request_whole = link->answered = link->answer_waits = link->tone_due = false;
}

// The state an error leads to (docs/link.md, section 8): link loss to ABSENT; codes 4, 8, 9 and 10
// make the host open again; all others keep the session.
static acc_link_state state_after(const acc_link *link, uint8_t code)
{
    switch (code) {
    case ACC_LINK_ERROR_NO_DEVICE:
    case ACC_LINK_ERROR_DISCONNECTED:
        return ACC_LINK_ABSENT;
    case ACC_LINK_ERROR_MEMORY:
    case ACC_LINK_ERROR_UNKNOWN:
    case ACC_LINK_ERROR_WRITE:
    case ACC_LINK_ERROR_READ:
        return is_host(link) ? ACC_LINK_PRESENT : ACC_LINK_IDLE;
    default:
        return ACC_LINK_IDLE;
    }
}

// Ends the running exchange with an error.
void acc_link_end_exchange(acc_link *link, uint64_t now, uint8_t code)
{
    link->outcome = code;
    link->alive_us = now;
    acc_link_settle(link);
    acc_link_change_state(link, state_after(link, code), ACC_LINK_EVENT_ERROR, code);
}

// The code of a timeout: 3, 6 or 7 when garbled data was received since the last good frame, else 5.
uint8_t acc_link_silent_code(const acc_link *link)
{
    return link->garbled ? link->garbled : ACC_LINK_ERROR_SILENT;
}

// An error code from an ABORT. 3 to 12 describe the exchange; the peer's transport errors mean
// nothing here and become 8.
uint8_t acc_link_peer_code(uint8_t code)
{
    bool known = code >= ACC_LINK_ERROR_DECODE && code <= ACC_LINK_ERROR_CANCELLED;
    return known ? code : ACC_LINK_ERROR_UNKNOWN;
}

// Advances the timers of the running messages. False when the exchange's message has failed; a failed
// DUPLEX message ends here.
bool acc_link_message_tick(acc_link *link, uint64_t now)
{
    bool exchanging = link->state == ACC_LINK_EXCHANGING;
    bool sending = acc_link_sender_tick(link, now);
    bool silent =
        link->receiver.active && now >= link->receiver.received_us + acc_link_silence_us(link);
    if (exchanging)
        return sending && !silent;
    if (!sending) {
        acc_link_sender_stop(link);
        acc_link_push_event(link, ACC_LINK_EVENT_ERROR, acc_link_silent_code(link));
    }
    if (silent) {
        acc_link_receiver_stop(link);
        link->statistics.dropped++;
        acc_link_push_event(link, ACC_LINK_EVENT_DROPPED, 0);
    }
    return true;
}

void acc_link_detect(acc_link *link, uint64_t now_us)
{
    link->alive_us = now_us;
    if (link->state == ACC_LINK_ABSENT)
        acc_link_change_state(link, ACC_LINK_PRESENT, ACC_LINK_EVENT_STATE, 0);
}
