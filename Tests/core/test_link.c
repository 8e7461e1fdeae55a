// Messages over the simulated channel: sizes, a fault at every step, random faults from many seeds.
#include "check.h"
#include "link_sim.h"

enum { ROOM = 8192 };

static uint8_t host_buffer[ROOM], device_buffer[ROOM], request[ROOM], answer[ROOM];
static sim s;

static void fill(void)
{
    for (uint32_t i = 0; i < ROOM; i++) {
        request[i] = (uint8_t)(i * 7 + (i >> 8));
        answer[i] = (uint8_t)(i * 13 + (i >> 9) + 5);
    }
}

static acc_link_config config_of(acc_link_role role, uint32_t seed)
{
    acc_link_config config = acc_link_config_make(role, ACC_LINK_JACK);
    config.buffer = role == ACC_LINK_HOST ? host_buffer : device_buffer;
    config.capacity = ROOM;
    config.seed = seed;
    return config;
}

static void start(const acc_link_config *host, const acc_link_config *device, uint32_t seed)
{
    sim_init(&s, host, device, seed);
    s.asleep = host->carrier.wake_tone;
    s.expect[SIM_HOST] = s.answer = answer;
    s.expect[SIM_DEVICE] = request;
    s.work_us = 50000;
    acc_link_detect(&s.ends[SIM_HOST], 0);
    acc_link_detect(&s.ends[SIM_DEVICE], 0);
}

static bool open_link(void)
{
    CHECK(acc_link_open(&s.ends[SIM_HOST], s.now) == ACC_LINK_ACCEPTED);
    CHECK(sim_run(&s, 60000000));
    CHECK(s.seen[SIM_HOST].opened + s.seen[SIM_HOST].open_failed == 1);
    return s.seen[SIM_HOST].opened == 1;
}

// Runs one exchange to its end. True when the host has the answer.
static bool exchange(uint32_t ask, uint32_t reply)
{
    uint32_t received = s.seen[SIM_HOST].received, errors = s.seen[SIM_HOST].errors;
    s.expect_len[SIM_DEVICE] = ask;
    s.expect_len[SIM_HOST] = s.answer_len = reply;
    CHECK(acc_link_exchange(&s.ends[SIM_HOST], s.now, request, ask, 0) == ACC_LINK_ACCEPTED);
    CHECK(sim_run(&s, 4000000000));
    CHECK(s.wrong == 0);
    CHECK(s.seen[SIM_HOST].received + s.seen[SIM_HOST].errors == received + errors + 1);
    return s.seen[SIM_HOST].received == received + 1;
}

static void every_size_arrives(void)
{
    static const uint16_t payloads[] = {32, 33, 64, 512};
    for (unsigned i = 0; i < 4; i++) {
        acc_link_config host = config_of(ACC_LINK_HOST, i + 1);
        acc_link_config device = config_of(ACC_LINK_ACCESSORY, i + 7);
        host.carrier.payload = payloads[i];
        uint32_t chunk = payloads[i] - ACC_LINK_DATA_HEADER;
        const uint32_t sizes[] = {0,         1,         2,         chunk - 1,      chunk,
                                  chunk + 1, 2 * chunk, 3 * chunk, 33 * chunk - 1, 33 * chunk};
        start(&host, &device, 1);
        CHECK(open_link());
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
            if (sizes[k] <= ROOM)
                CHECK(exchange(sizes[k], sizes[9 - k] <= ROOM ? sizes[9 - k] : 3));
        CHECK(s.longest == payloads[i]);
        CHECK(s.ends[SIM_HOST].statistics.retransmitted == 0);
        CHECK(s.ends[SIM_DEVICE].statistics.retransmitted == 0);
    }
}

// Loses, repeats, changes or delays exactly one frame, each in turn, in either direction: everything must
// still be received, once, and both ends must agree on it.
static uint32_t with_one_fault(sim_fault fault, int line, uint32_t k, bool full_duplex)
{
    acc_link_config host = config_of(ACC_LINK_HOST, 3), device = config_of(ACC_LINK_ACCESSORY, 4);
    host.carrier.payload = 48;
    host.carrier.full_duplex = device.carrier.full_duplex = full_duplex;
    if (!full_duplex)
        host.window = 3;
    start(&host, &device, k);
    s.asleep = false;
    s.lines[line].fault_at = k;
    s.lines[line].fault = fault;
    s.progress_count = 2;
    s.progress_len = 40;
    CHECK(open_link());
    CHECK(exchange(200, 150));
    CHECK(exchange(0, 0));
    CHECK(s.seen[SIM_DEVICE].send_ok == 2 && s.seen[SIM_DEVICE].errors == 0);
    CHECK(s.seen[SIM_HOST].send_ok == 2 && s.seen[SIM_HOST].progress == 4);
    CHECK(s.seen[SIM_DEVICE].received == 2 && s.seen[SIM_HOST].dropped == 0);
    CHECK(acc_link_close(&s.ends[SIM_HOST], s.now) == ACC_LINK_ACCEPTED);
    CHECK(sim_run(&s, 60000000));
    CHECK(s.seen[SIM_HOST].closed == 1 && s.seen[SIM_DEVICE].closed == 1);
    CHECK(s.now < 60000000);
    return s.lines[line].sent;
}

static void any_one_frame_may_fail(bool full_duplex)
{
    for (int fault = 0; fault < SIM_FAULTS; fault++) {
        for (int line = 0; line < 2; line++) {
            int before = failures;
            uint32_t k = 1;
            while (k <= with_one_fault((sim_fault)fault, line, k, full_duplex) &&
                   failures == before)
                k++;
            if (failures > before)
                printf("  fault %d of frame %u on line %d, %s duplex\n", fault, (unsigned)k, line,
                       full_duplex ? "full" : "half");
            CHECK(k > 10);
        }
    }
}

// From the k-th frame on, all frames are lost: both ends must end with an error in bounded time.
static void any_moment_may_be_the_last(bool full_duplex)
{
    acc_link_config host = config_of(ACC_LINK_HOST, 5), device = config_of(ACC_LINK_ACCESSORY, 6);
    host.carrier.payload = 48;
    host.carrier.full_duplex = device.carrier.full_duplex = full_duplex;
    for (int line = 0; line < 2; line++) {
        for (uint32_t k = 1; k < 40; k++) {
            start(&host, &device, k);
            s.asleep = false;
            s.answer_len = 300;
            if (!open_link())
                continue;
            s.expect_len[SIM_DEVICE] = 200;
            s.expect_len[SIM_HOST] = 300;
            acc_link_exchange(&s.ends[SIM_HOST], s.now, request, 200, 0);
            while (sim_busy(&s) && s.lines[line].sent < k)
                sim_step(&s, s.now + 1000000);
            s.lines[line].dead = true;
            CHECK(sim_run(&s, 120000000));
            CHECK(s.seen[SIM_HOST].received + s.seen[SIM_HOST].errors == 1);
            CHECK(s.wrong == 0);
            CHECK(acc_link_close(&s.ends[SIM_HOST], s.now) == ACC_LINK_ACCEPTED);
            CHECK(sim_run(&s, 60000000));
            CHECK(acc_link_get_state(&s.ends[SIM_HOST]) == ACC_LINK_PRESENT);
        }
    }
}

// Random faults: the exact message or a clear error; never a wrong message, never an endless wait.
static void random_faults(uint32_t per_mille, bool full_duplex, uint32_t seeds, uint32_t least)
{
    uint32_t well = 0, tried = 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        int before = failures;
        acc_link_config host = config_of(ACC_LINK_HOST, seed);
        acc_link_config device = config_of(ACC_LINK_ACCESSORY, seed + 1000);
        host.carrier.full_duplex = device.carrier.full_duplex = full_duplex;
        host.carrier.payload = 64;
        host.window = full_duplex ? ACC_LINK_MAX_WINDOW : (uint8_t)(1 + seed % 8);
        start(&host, &device, seed);
        for (int i = 0; i < 2; i++) {
            s.lines[i].lose = per_mille;
            s.lines[i].repeat = s.lines[i].change = per_mille / 2;
            s.lines[i].jitter_us = seed % 3 ? 200000 : 0;
        }
        s.sense = seed % 2;
        s.progress_count = seed % 3;
        s.progress_len = seed % 100;
        if (!open_link())
            continue;
        for (uint32_t k = 0; k < 3; k++) {
            well += exchange((seed * 37 + k * 1111) % 2000, (seed * 41 + k * 777) % 2000);
            tried++;
        }
        if (failures > before)
            printf("  seed %u, %u/1000, %s duplex\n", (unsigned)seed, (unsigned)per_mille,
                   full_duplex ? "full" : "half");
    }
    CHECK(tried >= seeds && well * 100 >= tried * least);
}

// A reader that loses its power during a long request: the sub-packets in flight do not postpone the error.
static void dead_reader_ends_the_exchange(void)
{
    acc_link_config host = config_of(ACC_LINK_HOST, 5), device = config_of(ACC_LINK_ACCESSORY, 6);
    start(&host, &device, 1);
    CHECK(open_link());
    CHECK(acc_link_exchange(&s.ends[SIM_HOST], s.now, request, ROOM, 0) == ACC_LINK_ACCEPTED);
    CHECK(!sim_run(&s, 3000000));
    uint64_t died = s.now;
    s.lines[SIM_DEVICE].dead = true;
    CHECK(sim_run(&s, 400000000));
    CHECK(s.seen[SIM_HOST].errors == 1 && s.seen[SIM_HOST].code == ACC_LINK_ERROR_SILENT);
    CHECK(s.now - died < 20000000);
}

// A carrier slower than configured: the timeouts adapt, and few frames are retransmitted needlessly.
static void latency_need_not_be_known(bool full_duplex)
{
    for (uint32_t ms = 100; ms <= (full_duplex ? 1600 : 400); ms *= 2) {
        acc_link_config host = config_of(ACC_LINK_HOST, ms),
                        device = config_of(ACC_LINK_ACCESSORY, 7);
        host.carrier.full_duplex = device.carrier.full_duplex = full_duplex;
        host.window = full_duplex ? ACC_LINK_MAX_WINDOW : 4;
        start(&host, &device, ms);
        for (int i = 0; i < 2; i++)
            s.lines[i].latency_us = 1000 * ms;
        CHECK(open_link());
        CHECK(exchange(ROOM, ROOM) && exchange(100, 100));
        uint32_t again = s.ends[0].statistics.retransmitted + s.ends[1].statistics.retransmitted;
        CHECK(again <= (full_duplex ? 10 : 16));
        CHECK(s.ends[SIM_HOST].statistics.round_trip_us >= 2000 * ms);
    }
}

// Crosstalk: an end must not accept its own frames as the peer's.
static void own_echo_is_nothing(acc_link_mode mode)
{
    acc_link_config host = config_of(ACC_LINK_HOST, 5), device = config_of(ACC_LINK_ACCESSORY, 6);
    host.mode = device.mode = mode;
    host.carrier.payload = 100;
    start(&host, &device, 3);
    s.echo = true;
    s.progress_count = 2;
    s.progress_len = 30;
    s.mute = mode == ACC_LINK_DUPLEX;
    for (int i = 0; i < 2; i++)
        s.lines[i].lose = 100;
    CHECK(open_link());
    if (mode == ACC_LINK_DUPLEX) {
        s.expect_len[SIM_HOST] = 5000;
        s.expect_len[SIM_DEVICE] = 4000;
        CHECK(acc_link_send(&s.ends[SIM_HOST], s.now, request, 4000) == ACC_LINK_ACCEPTED);
        CHECK(acc_link_send(&s.ends[SIM_DEVICE], s.now, answer, 5000) == ACC_LINK_ACCEPTED);
        CHECK(sim_run(&s, 300000000));
        CHECK(s.seen[SIM_HOST].received == 1 && s.seen[SIM_DEVICE].received == 1 && !s.wrong);
        CHECK(s.seen[SIM_HOST].send_ok == 1 && s.seen[SIM_DEVICE].send_ok == 1);
    } else {
        for (int i = 0; i < 5; i++)
            CHECK(exchange(1000, 1000));
        CHECK(s.seen[SIM_HOST].dropped == 0 && s.seen[SIM_DEVICE].send_ok == 5);
    }
    CHECK(acc_link_close(&s.ends[SIM_HOST], s.now) == ACC_LINK_ACCEPTED);
    CHECK(sim_run(&s, 60000000) && s.seen[SIM_DEVICE].closed == 1);
}

// DUPLEX on a slow line: both ends send at once; acknowledgements wait behind frames of the other message.
static void both_ways_at_once(uint32_t per_mille)
{
    acc_link_config host = config_of(ACC_LINK_HOST, 8), device = config_of(ACC_LINK_ACCESSORY, 9);
    host.mode = device.mode = ACC_LINK_DUPLEX;
    start(&host, &device, 11);
    s.mute = true;
    for (int i = 0; i < 2; i++)
        s.lines[i].lose = s.lines[i].repeat = per_mille;
    CHECK(open_link());
    s.expect_len[SIM_HOST] = ROOM;
    s.expect_len[SIM_DEVICE] = ROOM - 1;
    for (uint32_t i = 1; i <= 3; i++) {
        CHECK(acc_link_send(&s.ends[SIM_HOST], s.now, request, ROOM - 1) == ACC_LINK_ACCEPTED);
        CHECK(acc_link_send(&s.ends[SIM_DEVICE], s.now, answer, ROOM) == ACC_LINK_ACCEPTED);
        CHECK(sim_run(&s, 300000000));
        for (int end = 0; end < 2; end++)
            CHECK(s.seen[end].received == i && s.seen[end].send_ok == i && !s.seen[end].errors);
    }
    CHECK(s.wrong == 0);
    uint32_t again = s.ends[0].statistics.retransmitted + s.ends[1].statistics.retransmitted;
    CHECK(per_mille || again == 0);
}

int main(void)
{
    fill();
    dead_reader_ends_the_exchange();
    every_size_arrives();
    own_echo_is_nothing(ACC_LINK_MASTERSLAVE);
    own_echo_is_nothing(ACC_LINK_DUPLEX);
    both_ways_at_once(0);
    both_ways_at_once(100);
    for (int full = 0; full < 2; full++) {
        any_one_frame_may_fail(full);
        latency_need_not_be_known(full);
        any_moment_may_be_the_last(full);
        random_faults(0, full, 30, 100);
        random_faults(50, full, 60, 95);
        random_faults(150, full, 60, 80);
    }
    return failures;
}
