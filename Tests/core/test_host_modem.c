// Tests of the modem that take too long for the microcontroller in qemu: every block size, many seeds and cables.
#include "accessory/modem.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

#define SAMPLES 400000
#define MEMORY 262144

static float air[SAMPLES];
static _Alignas(16) uint8_t memory[MEMORY];
// frames one after the other, each `len` bytes of payload of which the first is its number
static size_t send(const char *name, uint32_t rate, unsigned frames, size_t len, size_t *ends)
{
    acc_modem_profile p;
    acc_modulator m;
    size_t at = 400;
    CHECK(acc_modem_profile_parse(name, strlen(name), &p) == ACC_OK);
    CHECK(acc_modulator_init(&m, &p, rate, 0.5f) == ACC_OK);
    memset(air, 0, sizeof air);
    for (unsigned f = 0; f < frames; f++) {
        uint8_t payload[ACC_FRAME_MAX_PAYLOAD], frame[ACC_FRAME_MAX_SIZE];
        for (size_t i = 0; i < len; i++)
            payload[i] = i ? (uint8_t)(uniform() * 256) : (uint8_t)f;
        size_t size = acc_frame_write(0, payload, len, frame, sizeof frame);
        CHECK(acc_modulator_send_frame(&m, frame, size) == ACC_OK);
        at += acc_modulator_render(&m, air + at, SAMPLES - at);
        CHECK(!acc_modulator_is_busy(&m));
        ends[f] = at;
    }
    return at + (size_t)(100 * rate / p.baud);
}

// which frames came, a bit for each number
static uint64_t receive(const char *name, uint32_t rate, size_t len, size_t block)
{
    acc_modem_profile p;
    acc_demodulator *d;
    acc_demodulator_event e;
    uint64_t came = 0;
    acc_modem_profile_parse(name, strlen(name), &p);
    CHECK(acc_demodulator_init(memory, MEMORY, &p, rate, ACC_MODEM_FRAMES, &d) == ACC_OK);
    for (size_t at = 0; at < len;) {
        at += acc_demodulator_push(d, air + at, len - at < block ? len - at : block, &e);
        if (e.kind != ACC_DEMODULATOR_FRAME)
            continue;
        CHECK(!(came >> e.data[ACC_FRAME_HEADER_SIZE] & 1));
        came |= 1ull << e.data[ACC_FRAME_HEADER_SIZE];
    }
    return came;
}

static void every_block_size(const char *name, uint32_t rate)
{
    size_t ends[2], len = send(name, rate, 2, 12, ends);
    for (size_t i = 0; i < len; i++)
        air[i] += 0.1f * normal();
    for (size_t block = 1; block <= 4096; block++)
        CHECK(receive(name, rate, len, block) == 3);
}

// a sender's clock that is wrong: the same samples at another rate
static void clocks_may_differ(const char *name, uint32_t rate)
{
    for (int c = -20; c <= 20; c += 5)
        for (int trial = 0; trial < 3; trial++) {
            size_t ends[4];
            uint32_t theirs = rate - rate / 1000 * (uint32_t)c;
            size_t len = send(name, theirs, 4, 64, ends);
            for (size_t i = 0; i < len; i++)
                air[i] += 0.08f * normal();
            CHECK(receive(name, rate, len, 1000) == 15);
        }
}

// samples that vanish or are silenced cost the frame they hit and no other
static void a_fault_costs_one_frame(const char *name, uint32_t rate)
{
    for (int trial = 0; trial < 24; trial++) {
        size_t ends[6], len = send(name, rate, 6, 40, ends), frame = ends[1] - ends[0];
        size_t hit = ends[1] + (size_t)(uniform() * (float)frame * 0.9f);
        size_t gone = 1 + (size_t)(uniform() * 600);
        if (trial % 3 == 0) {
            memset(air + hit, 0, gone * sizeof *air);
        } else if (trial % 3 == 1) {
            memmove(air + hit, air + hit + gone, (len - hit - gone) * sizeof *air);
        } else {
            memmove(air + hit + gone, air + hit, (len - hit) * sizeof *air);
            len += gone;
        }
        size_t last = hit + gone;
        uint64_t lost = 63 & ~receive(name, rate, len, 777);
        uint64_t may = 4 | (last > ends[2] ? 8u : 0);
        CHECK((lost & ~may) == 0);
    }
}

// the sync word and a whole frame within a payload are payload
static void a_frame_within_a_frame(const char *name, uint32_t rate)
{
    acc_modem_profile p;
    acc_modulator m;
    uint8_t inner[64], payload[80] = {7, 0xAA, 0xAA, 0xAA, 0x2B, 0x61, 0x12, 0xE7}, frame[100];
    size_t n = acc_frame_write(0, (const uint8_t *)"inside", 6, inner, sizeof inner);
    memcpy(payload + 8, inner, n);
    size_t size = acc_frame_write(0, payload, sizeof payload, frame, sizeof frame);
    acc_modem_profile_parse(name, strlen(name), &p);
    acc_modulator_init(&m, &p, rate, 1);
    memset(air, 0, sizeof air);
    acc_modulator_send_frame(&m, frame, size);
    size_t len = 500 + acc_modulator_render(&m, air + 500, SAMPLES - 500);
    CHECK(receive(name, rate, len + 5000, 4096) == 1u << 7);
}

int main(void)
{
    seed = 4;
    every_block_size("reader", 16000);
    every_block_size("bell202", 8000);
    clocks_may_differ("reader", 48000);
    clocks_may_differ("manchester:8820", 44100);
    clocks_may_differ("bell202", 48000);
    clocks_may_differ("fsk:300,1270,1070", 16000);
    a_fault_costs_one_frame("reader", 44100);
    a_fault_costs_one_frame("bell202", 48000);
    a_frame_within_a_frame("reader", 44100);
    a_frame_within_a_frame("bell202", 48000);
    return failures;
}
