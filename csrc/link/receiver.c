// Receives one message: sub-packets in any order, written directly into the caller's buffer.
//
// Input: sub-packets from the state machines. Output: the message, and ACKs. With a chunk size of c =
// payload - 12, sub-packet k has bytes kc to kc + c - 1. `base` counts sub-packets received without a
// gap; bit i of `bitmap` is sub-packet base + 1 + i. The ACK contains both.
#include "internal.h"

#include <string.h>

// ceil(total / c), at least 1: an empty message is one sub-packet without data.
uint32_t acc_link_packets_of(const acc_link *link, uint32_t total)
{
    uint32_t chunk = link->terms.payload - ACC_LINK_DATA_HEADER;
    return total ? (total + chunk - 1) / chunk : 1;
}

// Decodes a sub-packet of the active session. False when its length is not min(c, total - seq * c):
// every place has exactly one valid length.
bool acc_link_packet_read(const acc_link *link, const uint8_t *payload, size_t len, packet *p)
{
    if (len < ACC_LINK_DATA_HEADER)
        return false;
    p->kind = type_of(payload[0]);
    p->flags = payload[0] & (ACK_WANTED | PREVIOUS_OK);
    p->transfer = payload[1];
    p->exchange = load_be16(payload + 4);
    p->seq = load_be16(payload + 6);
    p->serial = payload[8];
    p->total = load_be32(payload + 8) & 0xFFFFFF;
    p->data = payload + ACC_LINK_DATA_HEADER;
    p->len = len - ACC_LINK_DATA_HEADER;
    if (p->seq >= acc_link_packets_of(link, p->total))
        return false;
    uint32_t chunk = link->terms.payload - ACC_LINK_DATA_HEADER;
    uint32_t rest = p->total - p->seq * chunk;
    return p->len == (rest < chunk ? rest : chunk);
}

void acc_link_receiver_start(acc_link *link, const packet *p)
{
    acc_link_receiver *r = &link->receiver;
    *r = (acc_link_receiver){
        .total = p->total,
        .packets = acc_link_packets_of(link, p->total),
        .exchange = p->exchange,
        .kind = p->kind,
        .transfer = p->transfer,
        .active = true,
    };
}

void acc_link_receiver_stop(acc_link *link)
{
    link->receiver.active = false;
    link->receiver.ack_due = false;
}

// An ACK (docs/link.md, section 2.3); `serial` is the echo.
static size_t write_ack(const acc_link *link, const packet *p, uint32_t base, uint64_t bitmap,
                        uint8_t *out)
{
    out[0] = first_byte(link, ACK);
    out[1] = p->transfer;
    store_be16(out + 2, link->terms.session);
    store_be16(out + 4, p->exchange);
    store_be16(out + 6, (uint16_t)base);
    out[8] = p->serial;
    store_be32(out + 9, (uint32_t)bitmap);
    if (link->terms.window <= ACK_WINDOW)
        return ACK_SIZE;
    store_be32(out + ACK_SIZE, (uint32_t)(bitmap >> 32));
    return WIDE_ACK_SIZE;
}

// Acknowledges a message that is complete, each time the peer asks: base = number of sub-packets.
void acc_link_reply_whole(acc_link *link, const packet *p)
{
    uint8_t ack[WIDE_ACK_SIZE];
    if (p->flags & ACK_WANTED)
        acc_link_queue_reply(link, ack,
                             write_ack(link, p, acc_link_packets_of(link, p->total), 0, ack));
}

// One ACK answers every sub-packet since the last one.
size_t acc_link_ack_write(acc_link *link, uint8_t *out)
{
    acc_link_receiver *r = &link->receiver;
    packet p = {.transfer = r->transfer, .exchange = r->exchange, .serial = r->echo};
    r->ack_due = false;
    return write_ack(link, &p, r->base, r->bitmap, out);
}

// Copies the data to its place. When sub-packet `base` arrives, base moves past it and past the
// following ones that the bitmap shows as received.
static void store(acc_link *link, const packet *p)
{
    acc_link_receiver *r = &link->receiver;
    uint32_t chunk = link->terms.payload - ACC_LINK_DATA_HEADER;
    if (p->len)
        memcpy(link->config.buffer + p->seq * chunk, p->data, p->len);
    if (p->seq > r->base) {
        r->bitmap |= (uint64_t)1 << (p->seq - r->base - 1);
        return;
    }
    do {
        bool following = r->bitmap & 1;
        r->bitmap >>= 1;
        r->base++;
        if (!following)
            break;
    } while (r->base < r->packets);
}

// Accepts a sub-packet of the current message, at most the bitmap's length ahead. The capacity is
// checked at the first sub-packet, before anything is written.
taking acc_link_receiver_take(acc_link *link, uint64_t now, const packet *p)
{
    acc_link_receiver *r = &link->receiver;
    if (p->total != r->total)
        return BROKEN;
    if (p->total > link->config.capacity)
        return TOO_LONG;
    uint32_t ahead = p->seq - r->base, most = link->terms.window > ACK_WINDOW ? 64 : ACK_WINDOW;
    if (p->seq >= r->base && ahead > most)
        return TAKEN;
    r->received_us = now;
    r->echo = p->serial;
    if (p->flags & ACK_WANTED)
        r->ack_due = true;
    if (p->seq < r->base || (ahead && r->bitmap >> (ahead - 1) & 1)) {
        link->statistics.duplicates++;
        return TAKEN;
    }
    store(link, p);
    if (r->base < r->packets)
        return TAKEN;
    acc_link_receiver_stop(link);
    acc_link_reply_whole(link, p);
    return WHOLE;
}
