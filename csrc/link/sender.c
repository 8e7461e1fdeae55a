// Sends one message: cut into sub-packets, with a window of them in flight, each acknowledged.
//
// Input: a message from the state machines and the peer's ACKs. Output: sub-packets for link.c.
//
// Every transmission has a serial number, which the ACK echoes. Transports keep frames in order, so a
// sub-packet sent before the echoed one and not acknowledged is lost and is retransmitted at once. The
// timer matters only when no ACK arrives.
#include "internal.h"

#include <string.h>

// A slot per sub-packet of the window; sub-packet k uses slot k modulo ACC_LINK_MAX_WINDOW.
enum slot_state { UNSENT, IN_FLIGHT, LOST, DONE };

static acc_link_slot *slot_of(acc_link_sender *s, uint32_t seq)
{
    return &s->slots[seq % ACC_LINK_MAX_WINDOW];
}

// The serial number is not reset within a session, so that late ACKs do not match.
void acc_link_sender_start(acc_link *link, uint8_t kind, uint16_t exchange, uint8_t transfer,
                           const uint8_t *data, uint32_t len)
{
    acc_link_sender *s = &link->sender;
    uint8_t serial = s->serial;
    memset(s, 0, sizeof *s);
    s->serial = serial;
    s->data = data;
    s->total = len;
    s->packets = acc_link_packets_of(link, len);
    s->kind = kind;
    s->exchange = exchange;
    s->transfer = transfer;
    s->on_air = -1;
    s->timer_us = s->answered_us = ACC_LINK_NEVER;
    s->active = true;
}

void acc_link_sender_stop(acc_link *link)
{
    link->sender.active = link->sender.waiting = false;
    link->sender.on_air = -1;
    link->sender.timer_us = ACC_LINK_NEVER;
}

// The sub-packet to send next, or `packets` for none: lost ones first, then new ones inside the
// window.
static uint32_t pick(const acc_link *link)
{
    const acc_link_sender *s = &link->sender;
    if (!s->active || s->waiting)
        return s->packets;
    for (uint32_t seq = s->base; seq < s->next; seq++)
        if (s->slots[seq % ACC_LINK_MAX_WINDOW].state == LOST)
            return seq;
    return s->next - s->base < link->terms.window ? s->next : s->packets;
}

bool acc_link_sender_has(const acc_link *link)
{
    return link->sender.active && pick(link) < link->sender.packets;
}

// Writes the next sub-packet. Full duplex requests an ACK with each one; half duplex only with the
// last one of a turn, after which the sender is silent.
size_t acc_link_sender_write(acc_link *link, uint8_t *out)
{
    acc_link_sender *s = &link->sender;
    uint32_t seq = pick(link), chunk = link->terms.payload - ACC_LINK_DATA_HEADER;
    acc_link_slot *slot = slot_of(s, seq);
    if (seq == s->next) {
        s->next++;
        slot->first_us = ACC_LINK_NEVER;
    } else {
        link->statistics.retransmitted++;
    }
    slot->state = IN_FLIGHT;
    slot->serial = ++s->serial;
    s->on_air = (int32_t)seq;
    s->timer_us = ACC_LINK_NEVER;
    s->turn++;

    bool ends_turn = s->turn >= link->terms.window || !acc_link_sender_has(link);
    bool ask = link->config.carrier.full_duplex || ends_turn;
    s->waiting = ask && !link->config.carrier.full_duplex;
    out[0] = first_byte(link, s->kind) | (ask ? ACK_WANTED : 0) |
             (s->kind == REQUEST && link->previous_succeeded ? PREVIOUS_OK : 0);
    out[1] = s->transfer;
    store_be16(out + 2, link->terms.session);
    store_be16(out + 4, s->exchange);
    store_be16(out + 6, (uint16_t)seq);
    store_be32(out + 8, (uint32_t)s->serial << 24 | s->total);
    uint32_t offset = seq * chunk, rest = s->total - offset, len = rest < chunk ? rest : chunk;
    if (len)
        memcpy(out + ACC_LINK_DATA_HEADER, s->data + offset, len);
    return ACC_LINK_DATA_HEADER + len;
}

// The last bit has left: round trip and timeout start here.
void acc_link_sender_sent(acc_link *link, uint64_t now)
{
    acc_link_sender *s = &link->sender;
    if (s->on_air < 0)
        return;
    acc_link_slot *slot = slot_of(s, (uint32_t)s->on_air);
    slot->sent_us = now;
    if (slot->first_us == ACC_LINK_NEVER)
        slot->first_us = now;
    s->on_air = -1;
    s->timer_us = now + acc_link_data_wait_us(link);
    if (s->answered_us == ACC_LINK_NEVER)
        s->answered_us = now;
}

// Applies an ACK to each sub-packet in flight. Serial numbers are compared modulo 256: sent before
// the echo when (int8_t)(echo - serial) > 0.
static void mark(acc_link *link, uint64_t now, uint32_t base, uint64_t bitmap, uint8_t echo)
{
    acc_link_sender *s = &link->sender;
    bool progress = false, loss = false;
    uint64_t took = ACC_LINK_NEVER;
    for (uint32_t seq = s->base; seq < s->next; seq++) {
        acc_link_slot *slot = slot_of(s, seq);
        bool got = seq < base || (seq > base && seq - base <= 64 && bitmap >> (seq - base - 1) & 1);
        bool in_flight = slot->state == IN_FLIGHT && s->on_air != (int32_t)seq;
        if (in_flight && slot->serial == echo) {
            took = now - slot->sent_us;
        } else if (got && slot->state != DONE && (int8_t)(slot->serial - echo) > 0 &&
                   took == ACC_LINK_NEVER && slot->first_us != ACC_LINK_NEVER) {
            // retransmitted too early: the ACK belongs to the first transmission
            took = now - slot->first_us;
        }
        if (got) {
            progress |= slot->state != DONE;
            slot->state = DONE;
        } else if (in_flight && (int8_t)(echo - slot->serial) > 0) {
            loss = true;
            slot->state = LOST;
        }
    }
    if (took != ACC_LINK_NEVER)
        acc_link_measure(link, took);
    // `timeouts` also counts ACKs in a row that report only losses: a peer that acknowledges
    // forever and accepts nothing must fail, too
    if (progress) {
        s->timeouts = 0;
        s->answered_us = now;
    } else if (loss) {
        s->timeouts++;
    }
}

// Whether a full-duplex peer has not answered for the time of all tries before the first of them: on the jack a window
// takes a minute to send, and only then the first timeout begins.
static bool is_unanswered(acc_link *link, uint64_t now)
{
    const acc_link_sender *s = &link->sender;
    return link->config.carrier.full_duplex && s->timeouts == 0 &&
           s->answered_us != ACC_LINK_NEVER && now >= s->answered_us + acc_link_patience_us(link);
}

// An ACK's bitmap; its second part is present only with a window above 32.
static uint64_t bitmap_of(const uint8_t *ack, size_t len)
{
    uint64_t high = len >= WIDE_ACK_SIZE ? load_be32(ack + ACK_SIZE) : 0;
    return high << 32 | load_be32(ack + 9);
}

// Applies an ACK; true when the whole message has arrived.
bool acc_link_sender_acknowledge(acc_link *link, uint64_t now, const uint8_t *ack, size_t len)
{
    acc_link_sender *s = &link->sender;
    if (len < ACK_SIZE)
        return false;
    uint32_t base = load_be16(ack + 6);
    if (!s->active || ack[1] != s->transfer || load_be16(ack + 4) != s->exchange || base > s->next)
        return false;
    mark(link, now, base, bitmap_of(ack, len), ack[8]);
    while (s->base < s->next && slot_of(s, s->base)->state == DONE)
        slot_of(s, s->base++)->state = UNSENT;
    s->turn = 0;
    s->waiting = false;
    if (s->on_air < 0)
        s->timer_us = now + acc_link_data_wait_us(link);
    return s->base == s->packets;
}

// Retransmits the oldest sub-packet when its timer expires; its ACK then shows what else is
// missing. False when the tries are used up.
bool acc_link_sender_tick(acc_link *link, uint64_t now)
{
    acc_link_sender *s = &link->sender;
    if (!s->active)
        return true;
    if (s->timeouts > link->config.tries || is_unanswered(link, now))
        return false;
    if (now < s->timer_us)
        return true;
    if (s->timeouts >= link->config.tries)
        return false;
    s->timeouts++;
    s->turn = 0;
    s->waiting = false;
    s->timer_us = now + acc_link_data_wait_us(link);
    if (s->base < s->next)
        slot_of(s, s->base)->state = LOST;
    return true;
}
