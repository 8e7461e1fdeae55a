// Messages of the DUPLEX mode (docs/link.md, section 6): either end sends at any time, one at a
// time.
//
// Input: PUSH sub-packets, ABORT and WITHDRAW from host_receive.c and accessory.c, and
// acc_link_send. Output: events RECEIVED, SEND_OK and ERROR. There is no exchange: the state stays
// IDLE, and messages are numbered per direction.
#include "internal.h"

#include <assert.h>

// A sub-packet of the peer's message. A number not above that of the last whole message (signed
// difference modulo 65536) is a repetition: its ACK was lost.
void acc_link_push_message(acc_link *link, uint64_t now, const packet *p)
{
    acc_link_receiver *r = &link->receiver;
    if ((int16_t)(p->exchange - link->push_in) <= 0) {
        link->statistics.duplicates++;
        acc_link_reply_whole(link, p);
        return;
    }
    if (!r->active || r->exchange != p->exchange)
        acc_link_receiver_start(link, p);
    taking result = acc_link_receiver_take(link, now, p);
    if (result == WHOLE) {
        link->push_in = p->exchange;
        acc_link_push_bytes(link, ACC_LINK_EVENT_RECEIVED);
    } else if (result != TAKEN) {
        uint8_t code = result == TOO_LONG ? ACC_LINK_ERROR_MEMORY : ACC_LINK_ERROR_FRAME;
        acc_link_receiver_stop(link);
        acc_link_queue_short(link, ABORT, code, link->terms.session, p->exchange);
    }
}

// The peer refused message `number`.
void acc_link_push_refused(acc_link *link, uint8_t code, uint16_t number)
{
    if (!link->sender.active || link->sender.kind != PUSH || number != link->push_out)
        return;
    acc_link_sender_stop(link);
    acc_link_push_event(link, ACC_LINK_EVENT_ERROR, code);
}

// Ends the message being sent, if any, with an error.
void acc_link_push_ends(acc_link *link, uint8_t code)
{
    if (link->sender.active && link->sender.kind == PUSH)
        acc_link_push_refused(link, code, link->push_out);
}

// The peer withdrew its message. Its number counts as received, so that late sub-packets are
// ignored.
void acc_link_push_withdrawn(acc_link *link, uint16_t number)
{
    if (!link->receiver.active || link->receiver.kind != PUSH || number != link->receiver.exchange)
        return;
    link->push_in = number;
    acc_link_receiver_stop(link);
}

acc_link_result acc_link_send(acc_link *link, uint64_t now_us, const uint8_t *message, size_t len)
{
    assert(len <= ACC_LINK_MAX_MESSAGE);
    if (link->state < ACC_LINK_IDLE || link->phase == CLOSING)
        return link->state == ACC_LINK_ABSENT && link->config.plug_detect &&
                       link->config.channel == ACC_LINK_JACK
                   ? ACC_LINK_NO_DEVICE
                   : ACC_LINK_NOT_OPEN;
    if (link->terms.mode != ACC_LINK_DUPLEX || link->sender.active)
        return ACC_LINK_NOT_COMPLETE;
    link->alive_us = now_us;
    if (len > link->terms.capacity)
        acc_link_push_event(link, ACC_LINK_EVENT_ERROR, ACC_LINK_ERROR_MEMORY);
    else
        acc_link_sender_start(link, PUSH, ++link->push_out, 0, message, (uint32_t)len);
    return ACC_LINK_ACCEPTED;
}
