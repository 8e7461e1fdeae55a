// The link's sender and receiver of one message, call by call (docs/link.md, sections 2, 4 and 7).
#include "check.h"
#include "link/internal.h"

#include <string.h>

enum { PAYLOAD = 32, CHUNK = 20, TURN = 198290 };

static acc_link a;
static uint8_t memory[400], message[400], out[64];

static void set_up(acc_link_role role, bool full_duplex, uint8_t window)
{
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.carrier.payload = PAYLOAD;
    config.carrier.full_duplex = full_duplex;
    config.buffer = memory;
    config.capacity = sizeof memory;
    config.window = window;
    acc_link_init(&a, &config);
    a.terms.session = 0x5EAF;
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 3 + 1);
}

static void start(bool full_duplex, uint8_t window, uint32_t len)
{
    set_up(ACC_LINK_ACCESSORY, full_duplex, window);
    acc_link_sender_start(&a, RESPONSE, 0x1234, 7, message, len);
}

// Sends the next sub-packet at a time; its number.
static unsigned send(uint64_t now)
{
    CHECK(acc_link_sender_has(&a));
    acc_link_sender_write(&a, out);
    acc_link_sender_sent(&a, now);
    return load_be16(out + 6);
}

static bool acknowledge(uint64_t now, uint16_t base, uint32_t bitmap, uint8_t echo)
{
    uint8_t ack[ACK_SIZE] = {ACK, 7, 0x5E, 0xAF, 0x12, 0x34};
    store_be16(ack + 6, base);
    ack[8] = echo;
    store_be32(ack + 9, bitmap);
    return acc_link_sender_acknowledge(&a, now, ack, sizeof ack);
}

static void sub_packets(void)
{
    start(true, 4, 45);
    CHECK(a.sender.packets == 3 && acc_link_sender_write(&a, out) == 32);
    CHECK(memcmp(out, "\x99\x07\x5E\xAF\x12\x34\0\0\1\0\0\x2D", 12) == 0 &&
          memcmp(out + 12, message, 20) == 0);
    CHECK(a.sender.timer_us == ACC_LINK_NEVER && a.sender.on_air == 0);
    acc_link_sender_sent(&a, 5000);
    CHECK(a.sender.timer_us == 5000 + TURN && a.sender.on_air == -1);
    acc_link_sender_sent(&a, 9000);  // nothing is leaving
    CHECK(a.sender.timer_us == 5000 + TURN);
    CHECK(acc_link_sender_write(&a, out) == 32 && out[7] == 1 && out[8] == 2 &&
          memcmp(out + 12, message + 20, 20) == 0);
    CHECK(a.sender.timer_us == ACC_LINK_NEVER);
    acc_link_sender_sent(&a, 6000);
    CHECK(acc_link_sender_write(&a, out) == 17 && out[7] == 2 && out[8] == 3 &&
          memcmp(out + 12, message + 40, 5) == 0);
    acc_link_sender_sent(&a, 7000);
    CHECK(!acc_link_sender_has(&a) && a.statistics.retransmitted == 0);
    // a message of length 0; a request with the flag of the previous exchange
    set_up(ACC_LINK_HOST, true, 4);
    acc_link_sender_start(&a, REQUEST, 1, 0, message, 0);
    CHECK(acc_link_sender_write(&a, out) == 12 && out[0] == 0x90 &&
          load_be32(out + 8) == 0x01000000);
    a.previous_succeeded = true;
    acc_link_sender_start(&a, REQUEST, 1, 0, message, 20);
    CHECK(acc_link_sender_write(&a, out) == 32 && out[0] == 0xD0 && out[8] == 2 &&
          a.sender.packets == 1);
    acc_link_sender_start(&a, PUSH, 1, 0, message, 21);
    CHECK(acc_link_sender_write(&a, out) == 32 && out[0] == 0x93 && a.sender.packets == 2);
    acc_link_sender_stop(&a);
    CHECK(!acc_link_sender_has(&a) && !a.sender.active && a.sender.on_air == -1 &&
          a.sender.timer_us == ACC_LINK_NEVER);
    CHECK(acc_link_sender_tick(&a, ACC_LINK_NEVER - 1));
}

// At most `window` from the first unacknowledged one on; lost ones first.
static void windows_and_losses(void)
{
    start(true, 3, 200);
    for (unsigned i = 0; i < 3; i++)
        CHECK(send(1000 * i) == i);
    CHECK(!acc_link_sender_has(&a));
    // 0 and 2 have arrived; 1 was sent before 2 (serial 3)
    CHECK(!acknowledge(50000, 1, 1, 3) && a.sender.base == 1 &&
          a.statistics.round_trip_us == 48000);
    CHECK(a.sender.timer_us == 50000 + TURN);
    CHECK(send(60000) == 1 && out[8] == 4 && a.statistics.retransmitted == 1 && send(61000) == 3 &&
          !acc_link_sender_has(&a));
    // the echo is its own serial: not lost
    CHECK(!acknowledge(70000, 1, 1, 4) && !acc_link_sender_has(&a) &&
          a.statistics.round_trip_us == 10000);
    // of a packet that is on the air nothing is known
    CHECK(!acknowledge(80000, 3, 0, 5) && a.sender.base == 3);
    acc_link_sender_write(&a, out);
    CHECK(load_be16(out + 6) == 4 && !acknowledge(90000, 4, 0, 7) && a.sender.base == 4 &&
          a.sender.timer_us == ACC_LINK_NEVER);
    acc_link_sender_sent(&a, 91000);
    CHECK(!acknowledge(95000, 4, 0, 8) && acc_link_sender_has(&a));
    // an ACK of the first transmission after the second: the round trip is from the first
    start(true, 1, 20);
    send(1000);
    CHECK(acc_link_sender_tick(&a, 1000 + TURN) && send(300000) == 0);
    CHECK(acknowledge(400000, 1, 0, 1) && a.statistics.round_trip_us == 399000);
    // acknowledgements of others
    start(true, 2, 40);
    send(1);
    send(2);
    uint8_t ack[ACK_SIZE] = {ACK, 7, 0x5E, 0xAF, 0x12, 0x34, 0, 2, 2};
    CHECK(!acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE - 1));
    ack[1] = 6;
    CHECK(!acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE));
    ack[1] = 7;
    ack[5] = 0x35;
    CHECK(!acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE));
    ack[5] = 0x34;
    ack[7] = 3;  // which was not sent
    CHECK(!acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE) && a.sender.base == 0);
    ack[7] = 2;
    CHECK(acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE) && a.sender.base == 2);
    acc_link_sender_stop(&a);
    CHECK(!acc_link_sender_acknowledge(&a, 9, ack, ACK_SIZE));
}

// Serial numbers are compared modulo 256: 1 to 127 ahead is later.
static void serials_wrap(void)
{
    static const struct {
        uint8_t serial, echo;
        bool lost;
    } rows[] = {{10, 11, true},   {10, 10, false}, {10, 9, false}, {10, 137, true},
                {10, 138, false}, {250, 1, true},  {1, 250, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start(true, 4, 60);
        a.sender.serial = (uint8_t)(rows[i].serial - 1);
        CHECK(send(1) == 0 && out[8] == rows[i].serial);
        CHECK(!acknowledge(2, 0, 0, rows[i].echo));
        CHECK((send(3) == 0) == rows[i].lost);
    }
}

// Each timeout retransmits the oldest; tries in a row without progress end the message, and so do ACKs with losses only.
static void tries(void)
{
    start(true, 2, 60);
    a.config.tries = 3;
    send(0);
    CHECK(send(1000) == 1);
    uint64_t now = 1000;
    for (uint64_t i = 0; i < 3; i++) {
        uint64_t wait = (uint64_t)TURN << i;
        CHECK(a.sender.timer_us == now + wait && acc_link_sender_tick(&a, now + wait - 1) &&
              !acc_link_sender_has(&a));
        now += wait;
        CHECK(acc_link_sender_tick(&a, now) && a.sender.timeouts == i + 1);
        CHECK(a.sender.timer_us == now + ((uint64_t)TURN << (i + 1)) && send(now) == 0);
    }
    CHECK(acc_link_sender_tick(&a, now + (TURN << 3) - 1) &&
          !acc_link_sender_tick(&a, now + (TURN << 3)));
    // progress starts the count again
    CHECK(!acknowledge(now + 5, 1, 0, 4) && a.sender.timeouts == 0);
    for (uint8_t i = 0; i < 4; i++) {
        CHECK(acc_link_sender_tick(&a, now + 6));
        send(now + 6);
        CHECK(!acknowledge(now + 6, 1, 0, (uint8_t)(a.sender.serial + 1)) &&
              a.sender.timeouts == i + 1);
    }
    CHECK(!acc_link_sender_tick(&a, now + 6));
}

// On full duplex the message also ends when nothing was answered for the time of all waits, before the first timeout.
static void peer_that_is_gone(void)
{
    for (unsigned tries = 2; tries < 6; tries++) {
        uint64_t waits = (const uint64_t[]){7, 15, 23, 31}[tries - 2];
        start(true, 2, 100);
        a.config.tries = (uint8_t)tries;
        uint64_t all = waits * TURN;
        CHECK(send(1000) == 0);
        acc_link_sender_write(&a, out);  // on the air, for as long as it takes
        CHECK(acc_link_sender_tick(&a, 999 + all) && !acc_link_sender_tick(&a, 1000 + all));
        // progress starts the time again
        CHECK(!acknowledge(5000, 1, 0, 1));
        CHECK(acc_link_sender_tick(&a, 4999 + all) && !acc_link_sender_tick(&a, 5000 + all));
        // from the first timeout on, the tries count
        acc_link_sender_sent(&a, 7000);
        CHECK(acc_link_sender_tick(&a, 7000 + TURN) && a.sender.timeouts == 1);
        a.sender.timer_us = ACC_LINK_NEVER;
        CHECK(acc_link_sender_tick(&a, 9000 + all));
        // half duplex answers after a turn
        start(false, 2, 100);
        a.config.tries = (uint8_t)tries;
        send(1000);
        acc_link_sender_write(&a, out);
        CHECK(acc_link_sender_tick(&a, 9000 + all));
    }
}

// Half duplex: the last of a turn asks, and then the sender is silent.
static void turns(void)
{
    start(false, 2, 100);
    acc_link_sender_write(&a, out);
    CHECK(out[0] == 0x19 && !a.sender.waiting);
    acc_link_sender_sent(&a, 1);
    acc_link_sender_write(&a, out);
    CHECK(out[0] == 0x99 && a.sender.waiting && !acc_link_sender_has(&a));
    acc_link_sender_sent(&a, 2);
    CHECK(!acknowledge(3, 2, 0, 2) && !a.sender.waiting && a.sender.turn == 0);
    CHECK(send(4) == 2 && out[0] == 0x19 && send(5) == 3 && out[0] == 0x99);
    CHECK(acc_link_sender_tick(&a, a.sender.timer_us) && !a.sender.waiting);
    // the oldest again, then the last one: a turn of two
    CHECK(send(6) == 2 && out[0] == 0x99);
    CHECK(!acknowledge(7, 4, 0, 4) && send(8) == 4 && out[0] == 0x99);
}

static packet parsed;

// A sub-packet of a message of `total` bytes with `len` bytes of data.
static bool parse(uint16_t seq, uint32_t total, size_t len)
{
    uint8_t payload[80] = {0xD9, 7, 0x5E, 0xAF, 0x12, 0x34};
    store_be16(payload + 6, seq);
    store_be32(payload + 8, 0xAB000000 | total);
    memcpy(payload + 12, message + CHUNK * seq, len);
    static uint8_t kept[80];
    memcpy(kept, payload, sizeof kept);
    return acc_link_packet_read(&a, kept, 12 + len, &parsed);
}

static void places_have_lengths(void)
{
    set_up(ACC_LINK_HOST, true, 4);
    static const struct {
        uint16_t seq;
        uint32_t total;
        size_t len;
        bool fits;
    } rows[] = {
        {0, 0, 0, true},    {0, 0, 1, false},        {1, 0, 0, false},   {0, 1, 1, true},
        {0, 1, 0, false},   {0, 1, 2, false},        {0, 20, 20, true},  {1, 20, 0, false},
        {0, 21, 20, true},  {0, 21, 19, false},      {1, 21, 1, true},   {1, 21, 2, false},
        {2, 21, 0, false},  {1, 40, 20, true},       {2, 40, 20, false}, {2, 45, 5, true},
        {2, 45, 20, false}, {0, 0xFFFFFF, 20, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK(parse(rows[i].seq, rows[i].total, rows[i].len) == rows[i].fits);
    CHECK(!acc_link_packet_read(&a, message, 11, &parsed));
    CHECK(parse(2, 45, 5) && parsed.kind == RESPONSE && parsed.flags == 0xC0 &&
          parsed.transfer == 7 && parsed.serial == 0xAB);
    CHECK(parsed.exchange == 0x1234 && parsed.seq == 2 && parsed.total == 45 && parsed.len == 5);
    CHECK(acc_link_packets_of(&a, 0) == 1 && acc_link_packets_of(&a, 1) == 1 &&
          acc_link_packets_of(&a, 20) == 1);
    CHECK(acc_link_packets_of(&a, 21) == 2 && acc_link_packets_of(&a, 40) == 2);
}

// Takes a sub-packet of a message of 100 bytes that asks for an ACK.
static taking take(uint16_t seq, uint64_t now)
{
    CHECK(parse(seq, 100, CHUNK));
    parsed.serial = (uint8_t)(0x40 + seq);
    return acc_link_receiver_take(&a, now, &parsed);
}

static bool ack_is(uint16_t base, uint8_t echo, uint32_t bitmap)
{
    CHECK(a.receiver.ack_due && acc_link_ack_write(&a, out) == ACK_SIZE && !a.receiver.ack_due);
    return out[0] == 0x20 && out[1] == 7 && load_be16(out + 2) == 0x5EAF &&
           load_be16(out + 4) == 0x1234 && load_be16(out + 6) == base && out[8] == echo &&
           load_be32(out + 9) == bitmap;
}

static void messages_are_received(void)
{
    set_up(ACC_LINK_HOST, true, 4);
    memset(memory, 0, sizeof memory);
    CHECK(parse(0, 100, CHUNK));
    acc_link_receiver_start(&a, &parsed);
    CHECK(a.receiver.active && a.receiver.packets == 5 && a.receiver.kind == RESPONSE &&
          a.receiver.total == 100);
    CHECK(take(2, 10) == TAKEN && ack_is(0, 0x42, 2) && a.receiver.received_us == 10);
    CHECK(take(2, 20) == TAKEN && ack_is(0, 0x42, 2) && a.statistics.duplicates == 1 &&
          a.receiver.received_us == 20);
    CHECK(take(0, 30) == TAKEN && ack_is(1, 0x40, 1));
    CHECK(take(0, 30) == TAKEN && ack_is(1, 0x40, 1) && a.statistics.duplicates == 2);
    CHECK(take(4, 40) == TAKEN && ack_is(1, 0x44, 5));
    CHECK(take(1, 50) == TAKEN && ack_is(3, 0x41, 1) && a.reply_count == 0);
    acc_link_amount amount = acc_link_incoming(&a);
    CHECK(amount.done == 60 && amount.total == 100);
    parse(3, 100, CHUNK);
    parsed.flags = 0;
    CHECK(acc_link_receiver_take(&a, 60, &parsed) == WHOLE && !a.receiver.active &&
          !a.receiver.ack_due);
    CHECK(a.reply_count == 0 && memcmp(memory, message, 100) == 0);  // it was not asked for
    acc_link_reply_whole(&a, &parsed);
    CHECK(a.reply_count == 0);
    parsed.flags = ACK_WANTED;
    acc_link_reply_whole(&a, &parsed);
    CHECK(a.reply_count == 1 && a.replies[0].len == ACK_SIZE &&
          load_be16(a.replies[0].bytes + 6) == 5);
    CHECK(a.replies[0].bytes[8] == 0xAB && load_be32(a.replies[0].bytes + 9) == 0);
    amount = acc_link_incoming(&a);
    CHECK(amount.done == 0 && amount.total == 0);
    // another length, and more than there is memory for
    parse(0, 100, CHUNK);
    acc_link_receiver_start(&a, &parsed);
    CHECK(parse(0, 101, CHUNK) && acc_link_receiver_take(&a, 1, &parsed) == BROKEN);
    a.config.capacity = 99;
    CHECK(take(0, 1) == TOO_LONG);
    a.config.capacity = 100;
    CHECK(take(0, 1) == TAKEN);
}

// The bitmap's 32 sub-packets, or 64 with a wide window, are accepted ahead of the base.
static void bitmaps_have_a_length(void)
{
    for (int wide = 0; wide < 2; wide++) {
        static uint8_t large[5000];
        set_up(ACC_LINK_HOST, true, wide ? 64 : 32);
        a.config.buffer = large;
        a.config.capacity = sizeof large;
        parsed = (packet){
            .total = 2000, .kind = RESPONSE, .flags = ACK_WANTED, .data = message, .len = CHUNK};
        acc_link_receiver_start(&a, &parsed);
        uint16_t most = wide ? 64 : 32;
        parsed.seq = most + 1;
        CHECK(acc_link_receiver_take(&a, 9, &parsed) == TAKEN && !a.receiver.ack_due &&
              a.receiver.received_us == 0);
        parsed.seq = most;
        CHECK(acc_link_receiver_take(&a, 9, &parsed) == TAKEN && a.receiver.ack_due &&
              a.receiver.received_us == 9);
        CHECK(a.receiver.bitmap == (uint64_t)1 << (most - 1));
        CHECK(acc_link_ack_write(&a, out) == (wide ? WIDE_ACK_SIZE : ACK_SIZE));
        CHECK(load_be32(out + 9) == (wide ? 0 : 0x80000000) &&
              (!wide || load_be32(out + 13) == 0x80000000));
    }
}

int main(void)
{
    sub_packets();
    windows_and_losses();
    serials_wrap();
    tries();
    peer_that_is_gone();
    turns();
    places_have_lengths();
    messages_are_received();
    bitmaps_have_a_length();
    return failures;
}
