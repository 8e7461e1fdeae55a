// Timeouts, from the transport's parameters and the measured round trip (docs/link.md, section 7).
//
// Input: rates, latencies, the last round trip. Output: microseconds for link.c, sender.c and
// host.c. Every wait starts when the frame's last bit has left.
#include "internal.h"

// 10 ms for scheduling at both ends, which no parameter includes. Round trips are limited to 10 s.
enum { MARGIN_US = 10000, SLOWEST_US = 1000 * SLOWEST_MS };

// t(n) = 8 (n + overhead) / rate.
uint64_t acc_link_frame_us(const acc_link *link, uint32_t rate, size_t payload)
{
    uint64_t bits = 8 * (uint64_t)(payload + link->config.carrier.frame_overhead);
    return rate ? bits * 1000000 / rate : 0;
}

static uint64_t largest_frame_us(const acc_link *link)
{
    return acc_link_frame_us(link, link->terms.rate, link->terms.payload);
}

// Xorshift: spreads the retransmissions of two ends that collide on a half duplex carrier.
uint32_t acc_link_next_random(acc_link *link)
{
    uint32_t x = link->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return link->random = x;
}

// Tracks the slowest recent round trip: m = r when r >= m, else m -= (m - r) / 8.
void acc_link_measure(acc_link *link, uint64_t round_trip_us)
{
    uint32_t us = round_trip_us > SLOWEST_US ? SLOWEST_US : (uint32_t)round_trip_us;
    link->statistics.round_trip_us = us;
    if (us >= link->round_trip_us)
        link->round_trip_us = us;
    else
        link->round_trip_us -= (link->round_trip_us - us) / 8;
}

// From the last bit of a frame here to the last bit of a short answer of n bytes: 9/8 (l + l' + 2
// t(n) + 10 ms), at least 5/4 m + 10 ms. Half duplex adds a random part of t(n) + 10 ms, so that
// two ends that collided do not collide again.
static uint64_t turnaround_us(acc_link *link, size_t answer)
{
    const acc_link_carrier *carrier = &link->config.carrier;
    uint64_t us = carrier->latency_us + link->terms.latency_us +
                  2 * acc_link_frame_us(link, link->terms.rate, answer) + MARGIN_US;
    uint64_t measured = (uint64_t)link->round_trip_us + link->round_trip_us / 4 + MARGIN_US;
    // on a reliable transport a frame is late, not lost, so a longer wait costs nothing
    us = carrier->reliable ? 4 * us : us + us / 8;
    if (us < measured)
        us = measured;
    if (!carrier->full_duplex)
        us += acc_link_next_random(link) %
              (acc_link_frame_us(link, link->terms.rate, answer) + MARGIN_US);
    return us;
}

// The first wait for the ACK of a sub-packet.
static uint64_t first_wait_us(acc_link *link)
{
    uint64_t us = turnaround_us(link, ACK_SIZE);
    // the ACK may wait behind a frame of the peer's own message
    if (link->terms.mode == ACC_LINK_DUPLEX && link->config.carrier.full_duplex)
        us += largest_frame_us(link);
    return us;
}

// Sub-packet to ACK: doubled with each consecutive timeout, up to 8 times.
uint64_t acc_link_data_wait_us(acc_link *link)
{
    unsigned doublings = link->sender.timeouts < 3 ? link->sender.timeouts : 3;
    return first_wait_us(link) << doublings;
}

// All waits for one sub-packet, one more than tries: 1 + 2 + 4 + 8 + 8 + ... times the first.
uint64_t acc_link_patience_us(acc_link *link)
{
    uint64_t tries = link->config.tries;
    uint64_t waits = tries < 3 ? (UINT64_C(2) << tries) - 1 : 8 * tries - 9;
    return waits * first_wait_us(link);
}

// Signal to answer: the turnaround for HELLO_ACK, the longest answer; the second try waits twice,
// later ones four times as long.
uint64_t acc_link_signal_wait_us(acc_link *link)
{
    uint64_t us = turnaround_us(link, HELLO_ACK_SIZE);
    bool talking = link->state == ACC_LINK_EXCHANGING ||
                   (link->state == ACC_LINK_IDLE && link->terms.mode == ACC_LINK_DUPLEX);
    if (talking && link->config.carrier.full_duplex)
        us += largest_frame_us(link);
    unsigned doublings = link->signal.tries < 2 ? 0 : link->signal.tries == 2 ? 1 : 2;
    return us << doublings;
}

// The silence in the middle of a message after which the peer counts as lost: longer than the peer
// retries. A full turn of frames, and for each of the peer's tries 8 times its first timeout (three
// doublings).
uint64_t acc_link_silence_us(const acc_link *link)
{
    const acc_link_carrier *carrier = &link->config.carrier;
    uint64_t turn = link->terms.window * largest_frame_us(link);
    uint64_t wait = 8 * ((uint64_t)carrier->latency_us + link->terms.latency_us + MARGIN_US) +
                    8 * (uint64_t)link->round_trip_us + 2 * largest_frame_us(link);
    return turn + (link->config.tries + 1u) * (carrier->reliable ? 4 * wait : wait);
}
