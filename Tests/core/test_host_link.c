// The long tests of the link: 64 KiB and 1 MiB messages, goodput, faults from many seeds. For a host only.
#include "check.h"
#include "link_sim.h"

enum { MOST = ACC_LINK_MAX_MESSAGE };

static uint8_t host_buffer[MOST], device_buffer[MOST], request[MOST], answer[MOST];
static sim s;

static acc_link_config config_of(acc_link_role role, acc_link_channel channel, uint32_t seed)
{
    acc_link_config config = acc_link_config_make(role, channel);
    config.buffer = role == ACC_LINK_HOST ? host_buffer : device_buffer;
    config.capacity = MOST;
    config.seed = seed;
    config.sleep_us = 0;
    return config;
}

static void start(const acc_link_config *host, const acc_link_config *device, uint32_t seed)
{
    sim_init(&s, host, device, seed);
    s.expect[SIM_HOST] = s.answer = answer;
    s.expect[SIM_DEVICE] = request;
    acc_link_detect(&s.ends[SIM_HOST], 0);
    acc_link_detect(&s.ends[SIM_DEVICE], 0);
}

static bool open_link(void)
{
    acc_link_open(&s.ends[SIM_HOST], s.now);
    CHECK(sim_run(&s, 60000000));
    return s.seen[SIM_HOST].opened == 1;
}

// Seconds of virtual time, or -1 if it failed.
static double exchange(uint32_t ask, uint32_t reply)
{
    uint64_t began = s.now;
    s.expect_len[SIM_DEVICE] = ask;
    s.expect_len[SIM_HOST] = s.answer_len = reply;
    uint32_t received = s.seen[SIM_HOST].received;
    CHECK(acc_link_exchange(&s.ends[SIM_HOST], s.now, request, ask, 0) == 0);
    CHECK(sim_run(&s, 100000000000u));
    CHECK(s.wrong == 0);
    bool well = s.seen[SIM_HOST].received == received + 1;
    return well ? (double)(s.now - began) / 1e6 : -1;
}

// A line at 3675 Bd transfers 512 bytes of payload per 520 bytes; at least 0.9 of that must be message bytes.
static void goodput(uint32_t size, double least)
{
    acc_link_config host = config_of(ACC_LINK_HOST, ACC_LINK_JACK, 1);
    acc_link_config device = config_of(ACC_LINK_ACCESSORY, ACC_LINK_JACK, 2);
    host.carrier.frame_overhead = device.carrier.frame_overhead = ACC_FRAME_OVERHEAD;
    start(&host, &device, 1);
    CHECK(open_link());
    double line = 3675.0 / 8 * ACC_FRAME_MAX_PAYLOAD / ACC_FRAME_MAX_SIZE;
    double there = size / exchange(size, 0) / line, back = size / exchange(0, size) / line;
    printf("%7u bytes: %.3f there, %.3f back of the line's payload rate\n", (unsigned)size, there,
           back);
    CHECK(there >= least && back >= least && there <= 1 && back <= 1);
    CHECK(s.ends[SIM_HOST].statistics.retransmitted + s.ends[SIM_DEVICE].statistics.retransmitted ==
          0);
}

// 1 MiB over Bluetooth, with every 100th frame lost and one in 200 changed or repeated.
static void the_longest_message(uint16_t payload)
{
    acc_link_config host = config_of(ACC_LINK_HOST, ACC_LINK_BLUETOOTH, 3);
    acc_link_config device = config_of(ACC_LINK_ACCESSORY, ACC_LINK_BLUETOOTH, 4);
    host.carrier.reliable = device.carrier.reliable = false;
    host.carrier.payload = payload;
    start(&host, &device, 5);
    for (int i = 0; i < 2; i++) {
        s.lines[i].lose = 10;
        s.lines[i].repeat = s.lines[i].change = 5;
        s.lines[i].jitter_us = 30000;
    }
    CHECK(open_link());
    CHECK(exchange(MOST, MOST) > 0);
    CHECK(exchange(MOST - 1, 65536) > 0);
    CHECK(exchange(65537, 65535) > 0);
}

static void seeds_of_faults(bool full_duplex, uint32_t per_mille, uint32_t seeds)
{
    uint32_t well = 0, tried = 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        int before = failures;
        acc_link_config host = config_of(ACC_LINK_HOST, ACC_LINK_JACK, seed);
        acc_link_config device = config_of(ACC_LINK_ACCESSORY, ACC_LINK_JACK, seed + 1);
        host.carrier.full_duplex = device.carrier.full_duplex = full_duplex;
        host.carrier.payload = (uint16_t)(32 + seed * 53 % 481);
        host.window = full_duplex ? ACC_LINK_MAX_WINDOW : (uint8_t)(1 + seed % 8);
        start(&host, &device, seed);
        s.asleep = true;
        for (int i = 0; i < 2; i++) {
            s.lines[i].lose = seed * 7 % (per_mille + 1);
            s.lines[i].repeat = seed * 11 % (per_mille + 1);
            s.lines[i].change = seed * 13 % (per_mille + 1) / 2;
            s.lines[i].jitter_us = seed * 17 % 5 * 60000;
        }
        s.sense = seed % 2;
        s.progress_count = seed % 4;
        s.progress_len = seed % 1000;
        if (!open_link())
            continue;
        for (uint32_t k = 0; k < 3; k++, tried++)
            well += exchange(seed * 379 % 9000, seed * 991 % 9000) > 0;
        if (failures > before)
            printf("  seed %u\n", (unsigned)seed);
    }
    printf("%s duplex, faults up to %u/1000: %u of %u exchanges well\n",
           full_duplex ? "full" : "half", (unsigned)per_mille, (unsigned)well, (unsigned)tried);
    CHECK(well * 10 >= tried * 9);
}

int main(void)
{
    for (uint32_t i = 0; i < MOST; i++) {
        request[i] = (uint8_t)(i * 7 + (i >> 8) + (i >> 16));
        answer[i] = (uint8_t)(i * 13 + (i >> 9) + 5);
    }
    goodput(4096, 0.85);
    goodput(65536, 0.9);
    goodput(MOST, 0.9);
    the_longest_message(512);
    the_longest_message(32);
    seeds_of_faults(true, 150, 400);
    seeds_of_faults(false, 150, 400);
    return failures;
}
