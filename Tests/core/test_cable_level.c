// The automatic level control of headset inputs: bursts through one are exact, and the quality reports that the gain moved.
#include "accessory/cable.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 12000, MOST = 1 << 17 };
static float sound[MOST];
static size_t size;
static uint8_t payload[40000];

// A level control that reduces the gain above a level, by a ratio in dB.
typedef struct control {
    double attack, release;  // milliseconds
    double ratio, level;
} control;

// Newlib has no aligned_alloc.
static void *block;

static void *memory_of(size_t bytes)
{
    block = malloc(bytes + 64);
    CHECK(block != NULL);
    return (void *)(((uintptr_t)block + 63) / 64 * 64);
}

static void send(uint32_t bit_rate, size_t len)
{
    const acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_mode mode;
    acc_cable_sender *sender = NULL;
    const size_t bytes = acc_cable_sender_size(&limits);
    void *memory = memory_of(bytes);
    CHECK(acc_cable_mode_choose(len, bit_rate, 0, &mode) == ACC_OK);
    CHECK(acc_cable_sender_init(memory, bytes, &limits, 0.95f, &sender) == ACC_OK);
    CHECK(acc_cable_sender_start(sender, &mode, payload, len) == ACC_OK);
    memset(sound, 0, sizeof sound);
    size = START + acc_cable_sender_render(sender, sound + START, MOST - 2 * START) + START;
    CHECK(!acc_cable_sender_is_busy(sender));
    free(block);
}

static void control_level(const control *c)
{
    const double attack = exp(-1000 / (48000 * c->attack)),
                 release = exp(-1000 / (48000 * c->release));
    double envelope = 0, power = 0;
    for (size_t i = 0; i < size; i++) {
        const double level = fabs((double)sound[i]);
        envelope = level + (envelope - level) * (level > envelope ? attack : release);
        if (envelope > c->level)
            sound[i] *= (float)pow(c->level / envelope, 1 - 1 / c->ratio);
        power += (double)(sound[i] * sound[i]) / (double)size;
    }
    const float noise = (float)sqrt(power * 1e-4);
    for (size_t i = 0; i < size; i++)
        sound[i] += noise * normal();
}

// Whether the payload arrives. `quality` receives that of the burst.
static bool receive(size_t len, acc_cable_quality *quality)
{
    const acc_cable_limits limits = acc_cable_limits_all();
    acc_cable_receiver *receiver = NULL;
    const size_t bytes = acc_cable_receiver_size(&limits);
    void *memory = memory_of(bytes);
    CHECK(acc_cable_receiver_init(memory, bytes, &limits, &receiver) == ACC_OK);
    size_t exact = 0;
    for (size_t at = 0; at < size;) {
        acc_cable_event event;
        at += acc_cable_receiver_push(receiver, sound + at, size - at, &event);
        if (event.kind == ACC_CABLE_BLOCK &&
            memcmp(event.data, payload + event.offset, event.len) == 0)
            exact += event.len;
    }
    *quality = acc_cable_receiver_quality(receiver);
    free(block);
    return exact == len;
}

static void bursts_are_exact(void)
{
    static const control controls[] = {{10, 300, 4, 0.25},
                                       {5, 1000, 10, 0.1},
                                       {50, 500, 4, 0.25},
                                       {20, 200, 2, 0.25},
                                       {5, 100, 4, 0.25}};
    static const struct {
        uint32_t bit_rate;
        size_t len;
    } modes[] = {{7000, 1000}, {15000, 2000}, {30000, 4000}, {60000, 8000}, {111000, 14000}};
    for (size_t c = 0; c < sizeof controls / sizeof *controls; c++)
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            acc_cable_quality quality;
            send(modes[m].bit_rate, modes[m].len);
            control_level(&controls[c]);
            const bool is_exact = receive(modes[m].len, &quality);
            CHECK(is_exact);
            if (!is_exact)
                printf("%u bit/s, control %zu\n", (unsigned)modes[m].bit_rate, c);
            // a gain that moves is reported
            if (c < 2)
                CHECK(quality.gain_low < 0.9f);
        }
}

// Without a control the gain does not move, and the preamble measures the channel.
static void a_steady_line(void)
{
    acc_cable_quality quality, louder;
    send(30000, 4000);
    CHECK(receive(4000, &quality));
    CHECK(quality.gain_low > 0.99f && quality.gain_high < 1.01f);
    for (size_t i = 0; i < size; i++)
        sound[i] *= 0.5f;
    CHECK(receive(4000, &louder));
    CHECK(fabsf(louder.gain / quality.gain - 0.5f) < 0.001f);
    // a gain that falls within the preamble: its mean is reported, not that of the header
    send(30000, 4000);
    for (size_t i = START; i < size; i++)
        sound[i] *= i < START + 1000 ? 1 - 0.0005f * (float)(i - START) : 0.5f;
    CHECK(receive(4000, &louder));
    CHECK(louder.gain / quality.gain > 0.6f && louder.gain / quality.gain < 0.9f);
    CHECK(louder.gain_low > 0.55f && louder.gain_low < 0.85f);
}

int main(void)
{
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)(i * 2654435761u >> 13);
    bursts_are_exact();
    a_steady_line();
    return failures;
}
