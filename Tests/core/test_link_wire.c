// The bytes of docs/link.md, section 9, and each end's reaction to parts and mixtures of them.
#include "check.h"
#include "link_sim.h"

enum { ROOM = 1024, FRAMES = 14 };

static const struct {
    int from;
    const char *frame;
} example[FRAMES] = {
    {SIM_HOST, "401AA3B8300001 01C02C6536020020000000040000000E5B00000E5B0014AF14CDC3"},
    {SIM_HOST, "401AA3B8300001 01C02C6536020020000000040000000E5B00000E5B0014AF14CDC3"},
    {SIM_DEVICE, "401BB399380001 20C02C653602005EAF000004 0000000E5B00000E5B00140000ABD27B"},
    {SIM_HOST, "40067005310B5EAF0000B1422FBE"},
    {SIM_DEVICE, "4006700539005EAF00002AC19CC2"},
    {SIM_HOST, "401002F290005EAF000100000100000470696E67B8A49391"},
    {SIM_DEVICE, "400DC16E28005EAF00010001 01000000004652 99FA"},
    {SIM_DEVICE, "400EF10D9A005EAF0001000001000002706FE0E722F5"},
    {SIM_HOST, "400DC16E20005EAF00010001 01000000001C514A97"},
    {SIM_DEVICE, "401112D399015EAF0001000002000005706F6E6721C58E53FF"},
    {SIM_HOST, "400DC16E20015EAF00010001 0200000000C0547C28"},
    {SIM_HOST, "4006700533005EAF0001FC5D8F32"},
    {SIM_DEVICE, "400670053B005EAF0001100E0D5F"},
    {-1, ""},
};

static uint8_t buffers[2][ROOM];
static sim s;
static sim_frame seen[FRAMES];
static int seen_from[FRAMES];
static uint32_t seen_count;

static size_t bytes_of(const char *hex, uint8_t *out)
{
    size_t n = 0;
    for (; *hex; hex++) {
        if (*hex == ' ')
            continue;
        uint8_t digit = (uint8_t)(*hex <= '9' ? *hex - '0' : *hex - 'A' + 10);
        out[n / 2] = (uint8_t)(n % 2 ? out[n / 2] | digit : digit << 4);
        n++;
    }
    return n / 2;
}

static void set_up(void)
{
    acc_link_config config[2];
    for (int i = 0; i < 2; i++) {
        config[i] = acc_link_config_make(i ? ACC_LINK_ACCESSORY : ACC_LINK_HOST, ACC_LINK_JACK);
        config[i].buffer = buffers[i];
        config[i].capacity = ROOM;
        config[i].seed = (uint32_t)i + 1;
    }
    sim_init(&s, &config[0], &config[1], 1);
    s.asleep = true;
    s.answer = s.expect[SIM_HOST] = (const uint8_t *)"pong!";
    s.expect[SIM_DEVICE] = (const uint8_t *)"ping";
    s.answer_len = s.expect_len[SIM_HOST] = 5;
    s.expect_len[SIM_DEVICE] = 4;
    s.work_us = 100000;
    s.progress_count = 1;
    s.progress_len = 2;
    acc_link_detect(&s.ends[SIM_HOST], 0);
    acc_link_detect(&s.ends[SIM_DEVICE], 0);
}

// Runs until both ends are idle and keeps each frame.
static void run(void)
{
    uint32_t sent[2] = {s.lines[0].sent, s.lines[1].sent};
    bool leaving[2] = {false, false};
    for (;;) {
        for (int i = 0; i < 2; i++) {
            sim_poll(&s, i);
            if (s.lines[i].sent != sent[i])
                leaving[i] = false;
            sent[i] = s.lines[i].sent;
            if (s.lines[i].leaving && !leaving[i] && s.lines[i].next.len && seen_count < FRAMES) {
                seen[seen_count] = s.lines[i].next;
                seen_from[seen_count++] = i;
            }
            leaving[i] = s.lines[i].leaving;
        }
        if (!sim_busy(&s))
            return;
        sim_step(&s, s.now + 10000000);
    }
}

static void the_example_is_what_happens(void)
{
    set_up();
    CHECK(acc_link_open(&s.ends[SIM_HOST], s.now) == 0);
    run();
    CHECK(acc_link_exchange(&s.ends[SIM_HOST], s.now, (const uint8_t *)"ping", 4, 30000000) == 0);
    run();
    CHECK(acc_link_close(&s.ends[SIM_HOST], s.now) == 0);
    run();
    CHECK(s.wrong == 0 && s.seen[SIM_HOST].received == 1 && s.seen[SIM_HOST].closed == 1);
    CHECK(seen_count == FRAMES - 1);
    for (uint32_t i = 0; i < FRAMES - 1; i++) {
        uint8_t bytes[ACC_FRAME_MAX_SIZE];
        size_t len = bytes_of(example[i].frame, bytes);
        CHECK(seen_from[i] == example[i].from && seen[i].len == len);
        CHECK(memcmp(seen[i].bytes, bytes, len) == 0);
    }
}

// Every message cut anywhere, and changed in any one bit, at each end in each state of the exchange: the
// end becomes idle again.
static void any_piece_of_any_message(void)
{
    for (uint32_t stage = 0; stage < 4; stage++) {
        for (uint32_t i = 0; i < FRAMES - 1; i++) {
            size_t len = seen[i].len - ACC_FRAME_OVERHEAD;
            for (size_t variant = 0; variant < 9 * len; variant += 1 + variant / 64) {
                uint8_t payload[64];
                size_t cut = variant < len ? variant : len;
                memcpy(payload, seen[i].bytes + ACC_FRAME_HEADER_SIZE, len);
                if (variant >= len)
                    payload[(variant - len) / 8] ^= (uint8_t)(1 << (variant - len) % 8);
                set_up();
                acc_link_open(&s.ends[SIM_HOST], s.now);
                sim_wait(&s, stage * 700000);
                acc_link_exchange(&s.ends[SIM_HOST], s.now, (const uint8_t *)"ping", 4, 0);
                sim_wait(&s, stage * 60000);
                for (int end = 0; end < 2; end++) {
                    acc_link_receive(&s.ends[end], s.now, payload, cut);
                    sim_poll(&s, end);
                }
                CHECK(sim_run(&s, 1000000000));
            }
        }
    }
}

// The features that both ends have; none if an end has none, and none after the session.
static void features(void)
{
    static const uint8_t cases[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1}, {0x7F, 5, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_up();
        for (int end = 0; end < 2; end++)
            s.ends[end].config.carrier.features = cases[i][end];
        CHECK(acc_link_open(&s.ends[SIM_HOST], s.now) == 0);
        run();
        CHECK(s.ends[SIM_HOST].state == ACC_LINK_IDLE);
        for (int end = 0; end < 2; end++)
            CHECK(acc_link_features(&s.ends[end]) == cases[i][2]);
        acc_link_pace(&s.ends[SIM_HOST], 200000, 500000);
        CHECK(acc_link_exchange(&s.ends[SIM_HOST], s.now, (const uint8_t *)"ping", 4, 0) == 0);
        run();
        CHECK(s.seen[SIM_HOST].received == 1);
        CHECK(acc_link_close(&s.ends[SIM_HOST], s.now) == 0);
        run();
        for (int end = 0; end < 2; end++)
            CHECK(acc_link_features(&s.ends[end]) == 0);
    }
}

int main(void)
{
    the_example_is_what_happens();
    features();
    any_piece_of_any_message();
    return failures;
}
