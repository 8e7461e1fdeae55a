// Reports of soundings through lines that are narrow, wander, echo, or fail for a while.
#include "cable/receiver.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { PCM_MAX = 60000, MEMORY = 1800000, TAPS = 128, START = 3000 };

static const acc_cable_limits limits = {4096, 64, 2, 8, 16, TAPS};
static _Alignas(64) uint8_t sender_memory[400000], receiver_memory[MEMORY];
static float pcm[PCM_MAX], line[PCM_MAX], rows[RESAMPLE_SIZE(TAPS)];
static size_t sent;

// A sounding on the line, with noise behind it.
static void render(float noise)
{
    acc_cable_sender *s = NULL;
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &s) == ACC_OK);
    CHECK(acc_cable_sender_sound(s, 9) == ACC_OK);
    memset(pcm, 0, sizeof pcm);
    sent = acc_cable_sender_render(s, pcm, PCM_MAX);
    CHECK(sent + START < PCM_MAX - 20000);
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = noise * normal() + (i >= START && i - START < sent ? pcm[i - START] : 0);
}

typedef struct outcome {
    unsigned bursts, sounded, ends;
    acc_status reason;
    bool has_report;
    acc_cable_report report;
} outcome;

static outcome receive(void)
{
    outcome o = {0};
    acc_cable_receiver *r = NULL;
    CHECK(acc_cable_receiver_size(&limits) <= MEMORY);
    CHECK(acc_cable_receiver_init(receiver_memory, MEMORY, &limits, &r) == ACC_OK);
    for (size_t at = 0; at < PCM_MAX;) {
        acc_cable_event e;
        at += acc_cable_receiver_push(r, line + at, PCM_MAX - at, &e);
        o.bursts += e.kind == ACC_CABLE_BURST;
        o.sounded += e.kind == ACC_CABLE_SOUNDED;
        if (e.kind == ACC_CABLE_END) {
            o.ends++;
            o.reason = e.reason;
        }
    }
    o.has_report = acc_cable_receiver_report(r, &o.report) == ACC_OK;
    return o;
}

// A low-pass or high-pass of 201 taps (Hann) at a frequency.
static void filter(double hertz, bool high)
{
    static float out[PCM_MAX];
    enum { HALF = 100 };
    double h[2 * HALF + 1];
    for (int k = -HALF; k <= HALF; k++) {
        const double x = 3.141592653589793 * k, cut = 2 * hertz / 48000;
        const double low = k ? sin(cut * x) / x : cut;
        h[k + HALF] = (high ? (k == 0) - low : low) * (0.5 + 0.5 * cos(x / (HALF + 1)));
    }
    for (int i = START - HALF; i < START + (int)sent + HALF; i++) {
        double sum = 0;
        for (int k = -HALF; k <= HALF; k++)
            sum += h[k + HALF] * (double)line[i + k];
        out[i] = (float)sum;
    }
    memcpy(line, out, sizeof line);
}

static void add_noise(float noise)
{
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] += noise * normal();
}

// A line up to 8 kHz: long symbols and prefixes, 24 pilots, a band that ends there. One from 2 kHz on begins at 150 Hz, the
// least of a mode that is not 20.
static void narrow_lines(void)
{
    render(0);
    filter(8000, false);
    add_noise(0.0005f);
    outcome o = receive();
    CHECK(o.sounded == 1 && o.reason == ACC_OK && o.has_report && o.report.id == 9);
    CHECK(o.report.symbol == 4096 && o.report.prefix >= 256 && o.report.pilots == 24);
    CHECK(o.report.high >= 7500 && o.report.high <= 9000 && o.report.low == 20);
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++)
        CHECK((o.report.snr[b] > 0) == (b * 375 < o.report.high) || (b >= 20 && b <= 24));
    render(0);
    filter(1000, true);
    add_noise(0.0005f);
    o = receive();
    CHECK(o.sounded == 1 && o.report.low == 150 && o.report.snr[0] == 0 && o.report.snr[1] == 0);
    CHECK(o.report.snr[8] > 60 && o.report.high == 23500);
}

// Of twelve symbols four must have a signal.
static void lines_that_fail(void)
{
    for (unsigned left = 3; left <= 12; left += left < 5 ? 1 : 7) {
        render(0.0003f);
        const size_t symbol = (sent - 2 * 1088) / 12, from = START + 2 * 1088 + left * symbol;
        for (size_t i = from; i < PCM_MAX; i++)
            line[i] = 0.0003f * normal();
        const outcome o = receive();
        CHECK(o.bursts == 1 && o.ends == 1);
        // one of noise may seem to have one
        if (left == 3 || left > 4) {
            CHECK(o.sounded == (left > 3) && o.has_report == (left > 3));
            CHECK(o.reason == (left > 3 ? ACC_OK : ACC_BAD_CHECK));
        }
    }
}

// 5 ms of silence in one symbol, or in two, leave the SNR as it is without them.
static void disturbances_are_left_out(void)
{
    render(0.0033f);
    const outcome clean = receive();
    CHECK(clean.sounded == 1);
    for (unsigned hurt = 1; hurt <= 2; hurt++) {
        render(0.0033f);
        const size_t symbol = (sent - 2 * 1088) / 12;
        for (unsigned h = 0; h < hurt; h++)
            for (size_t i = 0; i < 240; i++)
                line[START + 2 * 1088 + (3 + 4 * h) * symbol + 900 + i] = 0.0033f * normal();
        const outcome o = receive();
        CHECK(o.sounded == 1 && o.report.symbol == clean.report.symbol);
        double off = 0;
        for (unsigned b = 0; b < ACC_CABLE_BANDS - 1; b++)
            off += (double)(o.report.snr[b] - clean.report.snr[b]) / (ACC_CABLE_BANDS - 1);
        CHECK(fabs(off) < 1);
    }
}

// A clock that wanders, on a line with a long echo: symbols of 2048 samples at most, with the longest of their prefixes.
static void wandering_lines_with_echoes(void)
{
    static float moved[PCM_MAX];
    render(0);
    const cable_signal signal = {pcm, PCM_MAX, rows, TAPS, &acc_cable_kernels_plain};
    acc_cable_resample_init(rows, TAPS);
    double at = 0;
    for (size_t i = 0; i < sent; i += 64) {
        const double step = 1 + 60e-6 * sin(6.283185307179586 * (double)i / 14000);
        acc_cable_resample_run(&signal, at, step, moved + i, 64);
        at += 64 * step;
    }
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = 0.0003f * normal();
    for (size_t i = 0; i < sent; i++) {
        line[START + i] += moved[i];
        line[START + 150 + i] += 0.3f * moved[i];
    }
    const outcome o = receive();
    CHECK(o.sounded == 1 && o.report.symbol == 2048 && o.report.prefix == 128);
}

int main(void)
{
    narrow_lines();
    lines_that_fail();
    disturbances_are_left_out();
    wandering_lines_with_echoes();
    return failures;
}
