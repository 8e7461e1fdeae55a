// What the cable receiver reports: quality figures of known lines, events and their fields, bursts at the limits of its
// memory, bursts that follow each other or a false preamble, and the modes that it chooses after a sounding.
#include "cable/receiver.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PCM_MAX = 60000, MEMORY = 1800000, TAPS = 128 };

static const acc_cable_limits limits = {2048, 64, 3, 8, 16, TAPS};
static const acc_cable_mode usual = {ACC_CABLE_FLAT, 2048,  48, 20, 20000, 10,
                                     false,          false, 64, 3,  1800};
static _Alignas(64) uint8_t sender_memory[400000], receiver_memory[MEMORY];
static float pcm[PCM_MAX], line[PCM_MAX], moved[PCM_MAX], rows[RESAMPLE_SIZE(TAPS)];
static uint8_t payload[2000], received[2000];
static acc_cable_receiver *receiver;

static void begin(const acc_cable_limits *l)
{
    CHECK(acc_cable_receiver_size(l) <= MEMORY);
    CHECK(acc_cable_receiver_init(receiver_memory, MEMORY, l, &receiver) == ACC_OK);
}

static size_t render(const acc_cable_mode *mode, size_t len)
{
    acc_cable_sender *s = NULL;
    acc_cable_limits all = {4096, 256, 8, 8, 16, TAPS};
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &all, 0.5f, &s) == ACC_OK);
    if (mode->kind == ACC_CABLE_SOUNDING)
        CHECK(acc_cable_sender_sound(s, 9) == ACC_OK);
    else
        CHECK(acc_cable_sender_start(s, mode, payload, len) == ACC_OK);
    const size_t n = acc_cable_sender_render(s, pcm, PCM_MAX);
    CHECK(n < PCM_MAX);
    return n;
}

static void fill(void)
{
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)draw();
}

typedef struct outcome {
    unsigned bursts, blocks, bad, ends, sounded;
    uint32_t good_bytes, bad_bytes;
    acc_status reason;
    acc_cable_mode mode;
} outcome;

static outcome receive(size_t count)
{
    outcome o = {0};
    uint32_t next = 0;
    CHECK(count <= PCM_MAX);
    memset(received, 0, sizeof received);
    for (size_t at = 0; at < count;) {
        acc_cable_event e;
        at += acc_cable_receiver_push(receiver, line + at, count - at, &e);
        o.bursts += e.kind == ACC_CABLE_BURST;
        next = e.kind == ACC_CABLE_BURST ? 0 : next;
        o.sounded += e.kind == ACC_CABLE_SOUNDED;
        o.mode = e.kind == ACC_CABLE_BURST ? e.mode : o.mode;
        if (e.kind == ACC_CABLE_BLOCK) {
            CHECK(e.offset + e.len <= sizeof received && e.data);
            memcpy(received + e.offset, e.data, e.len);
            o.good_bytes += e.len;
            CHECK(e.block == next++);
            o.blocks++;
        } else if (e.kind == ACC_CABLE_BAD_BLOCK) {
            o.bad_bytes += e.len;
            o.bad++;
            CHECK(e.block == next++);
            CHECK(!e.data);
        } else if (e.kind == ACC_CABLE_END) {
            o.reason = e.reason;
            o.ends++;
        }
    }
    return o;
}

// The burst in `pcm` at line[at], through a clock that runs at `step`.
static void add(size_t at, size_t n, float gain, double step)
{
    const float *from = pcm;
    if (step != 1) {
        const cable_signal signal = {pcm, n, rows, TAPS, &acc_cable_kernels_plain};
        acc_cable_resample_init(rows, TAPS);
        acc_cable_resample_run(&signal, 0, step, moved, n);
        from = moved;
    }
    for (size_t i = 0; i < n; i++)
        line[at + i] += gain * from[i];
}

static void clear(float noise)
{
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = noise > 0 ? noise * normal() : 0;
}

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

// The sender's RMS is its peak of 0.5 over 4.75, 0.105. Noise of 0.0033 below a third of it, 0.035, is an SNR of 20.5 dB, or
// 21.3 dB on 20 of 24 kHz.
static void figures_are_those_of_the_line(void)
{
    static const double steps[] = {1, 1 + 80e-6, 1 - 200e-6};
    fill();
    const size_t len = 900, n = render(&usual, len);
    for (int i = 0; i < 3; i++) {
        begin(&limits);
        acc_cable_quality q = acc_cable_receiver_quality(receiver);
        CHECK(q.level == 0 && q.snr_db == 0 && q.blocks_good == 0 && q.gain == 0);
        for (uint32_t turn = 1; turn <= 2; turn++) {
            clear(0.0033f);
            add(3000, n, 1 / 3.0f, steps[i]);
            const outcome o = receive(n + 20000);
            q = acc_cable_receiver_quality(receiver);
            CHECK(o.bursts == 1 && o.bad == 0 && o.ends == 1 && o.reason == ACC_OK);
            CHECK(o.good_bytes == len && memcmp(received, payload, len) == 0);
            CHECK(q.blocks_good == turn * o.blocks && q.blocks_bad == 0);
            CHECK(is_near((double)q.level, 0.035, 0.001) && is_near((double)q.gain, 0.035, 0.001));
            CHECK(is_near((double)q.snr_db, 21.3, 1.5));
            CHECK(is_near((double)q.clock_ppm, (1 / steps[i] - 1) * 1e6, 10));
            CHECK(q.slips == 0 && q.lost == 0 && q.iterations >= 1 && q.iterations < 12);
            CHECK(is_near((double)q.gain_low, 1, 0.03) && is_near((double)q.gain_high, 1, 0.03));
        }
    }
}

// Symbols without a signal are lost, and lost samples are a slip; the blocks there are bad, the last one is short.
static void damage_is_counted(void)
{
    fill();
    acc_cable_mode mode = usual;
    mode.depth = 1;
    mode.load = 600;
    const size_t len = 381 + 381 + 100, n = render(&mode, len);
    CHECK(acc_cable_block_count(&mode, len) == 3);
    const unsigned symbols = (unsigned)((n - 2 * 1088) / 2096);
    for (unsigned silent = 0; silent <= 6; silent += 2) {
        begin(&limits);
        clear(0.0003f);
        add(3000, n, 1, 1);
        const size_t from = 3000 + 2 * 1088 + (size_t)2 * 2096;
        for (size_t i = from; i < from + (size_t)silent * 2096; i++)
            line[i] = 0.0003f * normal();
        const outcome o = receive(n + 14000);
        const acc_cable_quality q = acc_cable_receiver_quality(receiver);
        // ten pilots of noise may agree by chance
        CHECK(silent ? q.lost + 1 >= silent && q.lost <= silent + 1 : q.lost == 0);
        CHECK(o.blocks + o.bad == 3 && o.good_bytes + o.bad_bytes == len);
        CHECK((o.bad > 0) == (silent > 2) || silent == 2);
        CHECK(q.blocks_bad == o.bad);
        CHECK(o.reason == (o.bad ? ACC_BAD_CHECK : ACC_OK) && q.blocks_good == o.blocks);
    }
    for (int lost = -120; lost <= 120; lost += 60) {
        if (lost == 0)
            continue;
        begin(&limits);
        clear(0.0003f);
        const size_t from = 2 * 1088 + (size_t)3 * 2096 + 10;
        for (size_t i = 0; i < n - 130; i++)
            line[3000 + i] += pcm[i < from ? i : (size_t)((int)i + lost)];
        receive(n + 14000);
        const acc_cable_quality q = acc_cable_receiver_quality(receiver);
        CHECK(q.slips == 1 && q.lost <= 2);
    }
    CHECK(symbols >= 10);
}

// A burst is received if each of its sizes is within the limits.
static void limits_are_kept(void)
{
    fill();
    acc_cable_mode mode = usual;
    mode.load = 3900;  // up to 6 bits on 843 carriers: 3 per dimension
    const acc_cable_limits exact = {2048, 64, 3, 3, 16, TAPS};
    static const acc_cable_limits few[] = {{1024, 64, 3, 3, 16, TAPS},
                                           {2048, 32, 3, 3, 16, TAPS},
                                           {2048, 64, 2, 3, 16, TAPS},
                                           {2048, 64, 3, 2, 16, TAPS}};
    const size_t len = 381 * 3, n = render(&mode, len);
    clear(0.0001f);
    add(3000, n, 1, 1);
    begin(&exact);
    CHECK(receive(n + 20000).good_bytes == len);
    for (size_t i = 0; i < 4; i++) {
        begin(&few[i]);
        const outcome o = receive(n + 20000);
        CHECK(o.bursts == 0 && o.ends == 0 && o.blocks == 0 && o.bad == 0);
    }
    // a window of seven symbols is a small receiver: prefixes up to 96, not robust; eight are a usual one
    for (unsigned i = 0; i < 4; i++) {
        const bool robust = i == 3;
        mode = usual;
        mode.prefix = i == 0 ? 96 : i == 1 ? 128 : 48;
        mode.robust = robust;
        mode.load = 1000;
        const size_t m = render(&mode, 100);
        clear(0.0001f);
        add(3000, m, 1, 1);
        for (uint8_t window = 7; window <= 8; window++) {
            const acc_cable_limits l = {2048, 64, 3, 3, window, TAPS};
            begin(&l);
            const bool expected = window == 8 || i == 0 || i == 2;
            CHECK(receive(m + 20000).good_bytes == (expected ? 100 : 0));
        }
    }
}

static void limits_have_ranges(void)
{
    static const struct {
        acc_cable_limits limits;
        bool fits, sends;
    } all[] = {
        {{512, 32, 1, 1, 2, 32}, true, true},     {{4096, 1024, 15, 10, 128, 256}, true, true},
        {{256, 32, 1, 1, 2, 32}, false, false},   {{8192, 32, 1, 1, 2, 32}, false, false},
        {{1500, 32, 1, 1, 2, 32}, false, false},  {{512, 16, 1, 1, 2, 32}, false, false},
        {{512, 2048, 1, 1, 2, 32}, false, false}, {{512, 96, 1, 1, 2, 32}, false, false},
        {{512, 32, 0, 1, 2, 32}, false, false},   {{512, 32, 16, 1, 2, 32}, false, false},
        {{512, 32, 1, 0, 2, 32}, false, false},   {{512, 32, 1, 11, 2, 32}, false, false},
        {{512, 32, 1, 1, 1, 32}, false, true},    {{512, 32, 1, 1, 129, 32}, false, true},
        {{512, 32, 1, 1, 2, 16}, false, true},    {{512, 32, 1, 1, 2, 512}, false, true},
        {{512, 32, 1, 1, 2, 48}, false, true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK((acc_cable_receiver_size(&all[i].limits) > 0) == all[i].fits);
        CHECK((acc_cable_sender_size(&all[i].limits) > 0) == all[i].sends);
    }
    static const float amplitudes[] = {0, -0.1f, 1.01f, NAN, 1, 0.01f};
    for (size_t i = 0; i < 6; i++) {
        acc_cable_sender *s;
        CHECK((acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, amplitudes[i],
                                     &s) == ACC_OK) == (i >= 4));
    }
    acc_cable_sender *s;
    const size_t size = acc_cable_sender_size(&limits), need = acc_cable_receiver_size(&limits);
    CHECK(acc_cable_sender_init(sender_memory, size - 1, &limits, 1, &s) == ACC_NO_ROOM);
    CHECK(acc_cable_sender_init(sender_memory, size, &limits, 1, NULL) == ACC_OK);
    CHECK(acc_cable_sender_init(sender_memory, size, &limits, 1, &s) == ACC_OK);
    CHECK((uint8_t *)s == sender_memory);
    CHECK(acc_cable_receiver_init(receiver_memory, need, &limits, NULL) == ACC_OK);
    CHECK(acc_cable_receiver_init(receiver_memory, need - 1, &limits, &receiver) == ACC_NO_ROOM);
    CHECK(acc_cable_receiver_init(receiver_memory, need, &limits, &receiver) == ACC_OK);
}

// Bursts without a pause between them, and a burst soon after a preamble without a header.
static void bursts_may_follow_each_other(void)
{
    static const uint16_t lengths[] = {32, 96, 320};
    static const size_t pauses[] = {0, 17, 300};
    fill();
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            acc_cable_mode mode = usual;
            mode.prefix = lengths[i];
            const size_t n = render(&mode, 300);
            begin(&limits);
            clear(0.0003f);
            for (size_t b = 0; b < 3; b++)
                add(2000 + b * (n + pauses[k]), n, 1, 1);
            const outcome o = receive(3 * (n + pauses[k]) + 22000);
            CHECK(o.bursts == 3 && o.ends == 3 && o.good_bytes == 900 && o.bad == 0);
        }
    const size_t n = render(&usual, 300);
    for (size_t gap = 1100; gap < 3400; gap += 231) {
        begin(&limits);
        clear(0.0003f);
        add(2000, 1088, 1, 1);
        add(2000 + gap, n, 1, 1);
        const outcome o = receive(n + 26000);
        CHECK(o.bursts == 1 && o.good_bytes == 300 && o.reason == ACC_OK);
    }
}

typedef struct points {
    unsigned count, first, last;
} points;

static void look(void *context, const acc_cable_point *p)
{
    points *seen = context;
    seen->first = seen->count ? seen->first : p->symbol;
    seen->last = p->symbol;
    seen->count++;
}

// Each carrier with bits of each symbol is shown once.
static void points_are_shown_once(void)
{
    static const uint16_t loads[] = {500, 843, 1686, 1800};
    fill();
    for (size_t i = 0; i < 4; i++) {
        acc_cable_mode mode = usual;
        points seen = {0};
        cable_plan p;
        mode.load = loads[i];
        const size_t n = render(&mode, 600);
        CHECK(acc_cable_plan_make(&p, &mode, 600) == ACC_OK && p.carriers == 843);
        begin(&limits);
        acc_cable_receiver_watch(receiver, look, &seen);
        clear(0.0003f);
        add(3000, n, 1, 1);
        CHECK(receive(n + 20000).good_bytes == 600);
        CHECK(seen.count == p.symbols * (loads[i] < 843 ? loads[i] : 843u));
        CHECK(seen.first == 0 && seen.last == p.symbols - 1);
    }
}

// The report of a sounding through a line with an echo, a hum, and a clock that wanders.
static acc_cable_report sound(size_t delay, float echo, float hum, double wander, float noise)
{
    static const acc_cable_limits wide = {4096, 64, 2, 8, 16, TAPS};
    const acc_cable_mode mode = {.kind = ACC_CABLE_SOUNDING};
    acc_cable_report report = {0};
    const size_t n = render(&mode, 0);
    const cable_signal signal = {pcm, n, rows, TAPS, &acc_cable_kernels_plain};
    acc_cable_resample_init(rows, TAPS);
    // a clock ratio that changes by `wander` within about three symbols
    double at = 0;
    for (size_t i = 0; i < n; i += 64) {
        const double step = 1 + wander * sin(6.283185307179586 * (double)i / 14000);
        acc_cable_resample_run(&signal, at, step, moved + i, n - i < 64 ? n - i : 64);
        at += 64 * step;
    }
    begin(&wide);
    clear(noise);
    for (size_t i = 0; i < n; i++) {
        line[3000 + i] += moved[i];
        line[3000 + delay + i] += echo * moved[i];
    }
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] += hum * sinf(0.0065449847f * (float)(i % 960));
    const outcome o = receive(n + 22000);
    CHECK(o.sounded == 1 && o.ends == 1 && o.reason == ACC_OK && o.bursts == 1);
    CHECK(acc_cable_receiver_report(receiver, &report) == ACC_OK && report.id == 9);
    return report;
}

static void reports_suit_the_line(void)
{
    // an echo within the prefix does not matter, 16 to 64 samples of which are before the main tap
    acc_cable_report r = sound(0, 0, 0, 0, 0.001f);
    CHECK(r.symbol == 2048 && r.prefix == 48 && r.pilots == 12 && r.low == 20 && !r.high_pass);
    r = sound(60, 0.3f, 0, 0, 0.0003f);
    CHECK(r.prefix >= 96 && r.prefix <= 128);
    r = sound(150, 0.3f, 0, 0, 0.0003f);
    CHECK(r.symbol == 4096 && r.prefix == 256 && r.pilots == 16);
    r = sound(220, 0.3f, 0, 0, 0.0003f);
    CHECK(r.symbol == 4096 && r.prefix >= 256);
    // a change of 37 ppm per symbol needs symbols of 2048 samples, one of 370 ppm of 1024
    r = sound(0, 0, 0, 40e-6, 0.001f);
    CHECK(r.symbol == 2048 && r.prefix <= 128);
    r = sound(0, 0, 0, 400e-6, 0.003f);
    CHECK(r.symbol == 1024 && r.prefix == 32 && r.pilots == 20 && r.high == 19500);
    // a strong hum
    r = sound(0, 0, 0.3f, 0, 0.0003f);
    CHECK(r.high_pass && r.low == 100 && r.margin >= 9);
}

int main(void)
{
    figures_are_those_of_the_line();
    damage_is_counted();
    limits_are_kept();
    limits_have_ranges();
    bursts_may_follow_each_other();
    points_are_shown_once();
    reports_suit_the_line();
    return failures;
}
