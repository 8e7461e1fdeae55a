// The waits of docs/link.md, section 7, to the microsecond: each row is computed by hand from its formula.
#include "check.h"
#include "link/internal.h"

static acc_link a;

// Before a session, the peer counts as equal: r = r', l = l'.
static void set_up(acc_link_channel channel, acc_link_mode mode, bool full_duplex)
{
    acc_link_config config = acc_link_config_make(ACC_LINK_HOST, channel);
    config.mode = mode;
    config.carrier.full_duplex = full_duplex;
    acc_link_init(&a, &config);
}

// t(n) = 8 (n + o) / r, with o = 16 on the jack and 8 elsewhere.
static void a_frame_has_its_time(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    CHECK(acc_link_frame_us(&a, 3675, 512) == 1149387);
    CHECK(acc_link_frame_us(&a, 3675, 13) == 63129);
    CHECK(acc_link_frame_us(&a, 3675, 0) == 34829);
    CHECK(acc_link_frame_us(&a, 1, 0) == 128000000);
    CHECK(acc_link_frame_us(&a, 0, 512) == 0);
    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_MASTERSLAVE, true);
    CHECK(acc_link_frame_us(&a, 100000, 512) == 41600);
}

// Sub-packet to ACK. Jack: 9/8 (20 + 20 + 2 * 63.129 + 10 ms); reliable: 4 (100 + 100 + 2 * 1.68 + 10 ms).
static void an_ack_is_awaited(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    CHECK(acc_link_data_wait_us(&a) == 198290);
    static const uint8_t timeouts[] = {1, 2, 3, 4, 30}, factors[] = {2, 4, 8, 8, 8};
    for (unsigned i = 0; i < sizeof factors; i++) {
        a.sender.timeouts = timeouts[i];
        CHECK(acc_link_data_wait_us(&a) == 198290u * factors[i]);
    }
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    a.terms.latency_us = 100000;  // the peer's: 9/8 of 80 ms more
    CHECK(acc_link_data_wait_us(&a) == 198290 + 90000);
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    a.terms.rate = 0;  // 9/8 of 50 ms
    CHECK(acc_link_data_wait_us(&a) == 56250);

    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_MASTERSLAVE, true);
    CHECK(acc_link_data_wait_us(&a) == 853440);
    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_DUPLEX, true);
    CHECK(acc_link_data_wait_us(&a) == 853440 + 41600);
    set_up(ACC_LINK_JACK, ACC_LINK_DUPLEX, true);
    CHECK(acc_link_data_wait_us(&a) == 198290 + 1149387);
}

// Signal to its answer. Jack: 9/8 (20 + 20 + 2 * 93.605 + 10 ms), and t(P) if the peer may be sending.
static void a_signal_is_awaited(void)
{
    static const struct {
        acc_link_mode mode;
        acc_link_state state;
        uint64_t us;
    } rows[] = {
        {ACC_LINK_MASTERSLAVE, ACC_LINK_PRESENT, 266861},
        {ACC_LINK_MASTERSLAVE, ACC_LINK_IDLE, 266861},
        {ACC_LINK_MASTERSLAVE, ACC_LINK_EXCHANGING, 266861 + 1149387},
        {ACC_LINK_DUPLEX, ACC_LINK_PRESENT, 266861},
        {ACC_LINK_DUPLEX, ACC_LINK_IDLE, 266861 + 1149387},
    };
    static const uint8_t factors[] = {1, 1, 2, 4, 4};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_up(ACC_LINK_JACK, rows[i].mode, true);
        a.state = rows[i].state;
        for (uint8_t tries = 0; tries < sizeof factors; tries++) {
            a.signal.tries = tries;
            CHECK(acc_link_signal_wait_us(&a) == rows[i].us * factors[tries]);
        }
    }
}

// Half duplex adds a random part of t(n) + 10 ms, and no t(P). After 1, xorshift 13, 17, 5 gives 270369:
// 50982 modulo 73129 for an ACK, 63159 modulo 103605 for HELLO_ACK.
static void half_duplex_waits_at_random(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_DUPLEX, false);
    a.random = 1;
    CHECK(acc_link_data_wait_us(&a) == 198290 + 50982);
    CHECK(a.random == 270369);
    a.random = 1;
    a.state = ACC_LINK_IDLE;
    CHECK(acc_link_signal_wait_us(&a) == 266861 + 63159);
    a.random = 1;
    a.state = ACC_LINK_EXCHANGING;
    a.sender.timeouts = 1;
    CHECK(acc_link_signal_wait_us(&a) == 266861 + 63159);
    a.random = 1;
    CHECK(acc_link_data_wait_us(&a) == 2 * (198290 + 50982));
    a.random = 1;
    static const uint32_t sequence[] = {270369, 67634689, 2647435461, 307599695};
    for (unsigned i = 0; i < 4; i++)
        CHECK(acc_link_next_random(&a) == sequence[i]);
}

// The slowest recent round trip m: 5/4 m + 10 ms at least; a faster one takes an eighth of the difference.
static void round_trips_lengthen_the_wait(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    static const struct {
        uint64_t measured;
        uint32_t kept, told;
    } rows[] = {
        {8000, 8000, 8000},
        {8000, 8000, 8000},
        {4000, 7500, 4000},
        {7501, 7501, 7501},
        {1000000, 1000000, 1000000},
        {200000, 900000, 200000},
        {10000000, 10000000, 10000000},
        {10000001, 10000000, 10000000},
        {(uint64_t)1 << 32, 10000000, 10000000},
        {0, 8750000, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_link_measure(&a, rows[i].measured);
        CHECK(a.round_trip_us == rows[i].kept);
        CHECK(acc_link_get_statistics(&a).round_trip_us == rows[i].told);
    }
    a.round_trip_us = 1000000;
    CHECK(acc_link_data_wait_us(&a) == 1260000);
    CHECK(acc_link_signal_wait_us(&a) == 1260000);
    a.round_trip_us = 4 * 37657;  // 198285 with 5/4 and 10 ms: the computed wait is longer
    CHECK(acc_link_data_wait_us(&a) == 198290);
    a.round_trip_us = 4 * 37659;
    CHECK(acc_link_data_wait_us(&a) == 198295);
}

// window t(P) + (tries + 1) (8 (l + l' + m + 10 ms) + 2 t(P)); reliable: 4 times the second product.
static void silence_ends_a_message(void)
{
    set_up(ACC_LINK_JACK, ACC_LINK_MASTERSLAVE, true);
    a.round_trip_us = 100000;
    CHECK(acc_link_silence_us(&a) == 32u * 1149387 + 9u * (8 * 150000 + 2 * 1149387));
    a.terms.window = 1;
    a.terms.latency_us = 30000;
    a.config.tries = 1;
    CHECK(acc_link_silence_us(&a) == 1149387 + 2u * (8 * 160000 + 2 * 1149387));
    set_up(ACC_LINK_BLUETOOTH, ACC_LINK_MASTERSLAVE, true);
    CHECK(acc_link_silence_us(&a) == 32u * 41600 + 9u * 4 * (8 * 210000 + 2 * 41600));
}

int main(void)
{
    a_frame_has_its_time();
    an_ack_is_awaited();
    a_signal_is_awaited();
    half_duplex_waits_at_random();
    round_trips_lengthen_the_wait();
    silence_ends_a_message();
    return failures;
}
