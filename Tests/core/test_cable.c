// The cable modem end to end: payloads of all sizes through noise, delay, clock offset, slips and cuts, in blocks
// of any length; and input without a signal.
#include "accessory/cable.h"

#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { PCM_MAX = 150000, PAYLOAD_MAX = 8192, MEMORY = 1800000 };

static const acc_cable_limits limits = {2048, 256, 8, 8, 16, 64};
static _Alignas(64) uint8_t sender_memory[200000], receiver_memory[MEMORY];
static float pcm[PCM_MAX], line[PCM_MAX];
static uint8_t payload[PAYLOAD_MAX], received[PAYLOAD_MAX];

static acc_cable_sender *new_sender(void)
{
    acc_cable_sender *sender = NULL;
    CHECK(acc_cable_sender_size(&limits) <= sizeof sender_memory);
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &sender) ==
          ACC_OK);
    return sender;
}

// A receiver of `window` symbols at a time.
static acc_cable_receiver *receiver_of(uint8_t window)
{
    acc_cable_limits own = limits;
    own.window = window;
    acc_cable_receiver *receiver = NULL;
    CHECK(acc_cable_receiver_size(&own) <= sizeof receiver_memory);
    CHECK(acc_cable_receiver_init(receiver_memory, sizeof receiver_memory, &own, &receiver) ==
          ACC_OK);
    return receiver;
}

static acc_cable_receiver *new_receiver(void)
{
    return receiver_of(limits.window);
}

static acc_cable_mode mode_for(size_t len, uint32_t bit_rate)
{
    acc_cable_mode mode;
    CHECK(acc_cable_mode_choose(len, bit_rate, 0, &mode) == ACC_OK);
    // code blocks of at most 256 * 60 bits, for the limits
    if (mode.lifting > limits.lifting) {
        mode.lifting = limits.lifting;
        mode.depth = limits.depth;
    }
    return mode;
}

static void fill_payload(size_t len)
{
    for (size_t i = 0; i < len; i++)
        payload[i] = (uint8_t)draw();
}

// Renders a burst to pcm + `at` in pieces of `cut`; returns its samples.
static size_t render(const acc_cable_mode *mode, size_t len, size_t at, size_t cut)
{
    acc_cable_sender *sender = new_sender();
    CHECK(acc_cable_sender_start(sender, mode, payload, len) == ACC_OK);
    CHECK(acc_cable_sender_start(sender, mode, payload, len) == ACC_BUSY);
    size_t total = 0, got;
    do {
        CHECK(at + total + cut <= PCM_MAX);
        got = acc_cable_sender_render(sender, pcm + at + total, cut);
        total += got;
    } while (got == cut);
    CHECK(!acc_cable_sender_is_busy(sender));
    CHECK(total == acc_cable_duration(mode, len));
    return total;
}

// The events of a receiver.
typedef struct outcome {
    unsigned bursts, blocks, bad, ends;
    acc_status reason;
    uint32_t len;
    uint32_t hash;  // hash of every event and its position
} outcome;

static void note(outcome *o, const acc_cable_event *e, size_t place)
{
    o->bursts += e->kind == ACC_CABLE_BURST;
    o->blocks += e->kind == ACC_CABLE_BLOCK;
    o->bad += e->kind == ACC_CABLE_BAD_BLOCK;
    o->hash = (o->hash ^ (uint32_t)place) * 16777619u + e->kind;
    if (e->kind == ACC_CABLE_BLOCK) {
        CHECK(e->offset + e->len <= PAYLOAD_MAX);
        memcpy(received + e->offset, e->data, e->len);
        for (size_t i = 0; i < e->len; i++)
            o->hash = (o->hash ^ e->data[i]) * 16777619u;
    }
    if (e->kind == ACC_CABLE_END) {
        o->ends++;
        o->reason = e->reason;
        o->len = e->len;
    }
}

static outcome receive(acc_cable_receiver *receiver, const float *x, size_t len, size_t cut)
{
    outcome o = {0};
    for (size_t at = 0; at < len;) {
        acc_cable_event event;
        size_t n = len - at < cut ? len - at : cut;
        at += acc_cable_receiver_push(receiver, x + at, n, &event);
        if (event.kind != ACC_CABLE_NONE)
            note(&o, &event, at);
    }
    return o;
}

static outcome receive_all(size_t len)
{
    memset(received, 0, sizeof received);
    return receive(new_receiver(), line, len, 4096);
}

static void clear_line(void)
{
    memset(line, 0, sizeof line);
}

static bool came_whole(const outcome *o, size_t len)
{
    return o->bursts == 1 && o->ends == 1 && o->bad == 0 && o->reason == ACC_OK && o->len == len &&
           memcmp(received, payload, len) == 0;
}

static void payloads_of_all_sizes(void)
{
    static const size_t sizes[] = {1, 2, 16, 61, 64, 65, 189, 190, 1024, 2049, 5000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned rate = 0; rate < 2; rate++) {
            size_t len = sizes[i];
            acc_cable_mode mode = mode_for(len, rate ? 160000 : 100000);
            fill_payload(len);
            clear_line();
            size_t n = render(&mode, len, 0, 1000);
            for (size_t k = 0; k < n; k++)
                line[3000 + k] = pcm[k] + 0.002f * normal();
            outcome o = receive_all(n + 12000);
            if (!came_whole(&o, len))
                printf("%zu bytes, rate %u: %u bad of %u\n", len, rate, o.bad, o.bad + o.blocks);
            CHECK(came_whole(&o, len));
        }
}

// Shaped bursts: one group and several, a short last block.
static void shaped_payloads(void)
{
    static const struct {
        size_t len;
        uint16_t lifting, load;
        uint8_t depth;
    } cases[] = {{900, 256, 8001, 1},   {1400, 256, 9000, 4}, {6000, 128, 9999, 3},
                 {8192, 256, 12007, 8}, {5000, 32, 8500, 5},  {60, 32, 15000, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        acc_cable_mode mode = mode_for(8192, 160000);
        mode.kind = ACC_CABLE_SHAPED;
        mode.lifting = cases[i].lifting;
        mode.load = cases[i].load;
        mode.depth = cases[i].depth;
        fill_payload(cases[i].len);
        clear_line();
        size_t n = render(&mode, cases[i].len, 0, 1000);
        for (size_t k = 0; k < n; k++)
            line[3000 + k] = pcm[k] + 0.0002f * normal();
        outcome o = receive_all(n + 12000);
        if (!came_whole(&o, cases[i].len))
            printf("case %zu: %u bad of %u\n", i, o.bad, o.bad + o.blocks);
        CHECK(came_whole(&o, cases[i].len));
    }
}

// Events and their positions do not depend on the length of the pushed blocks, nor samples on that of the
// rendered ones.
static void cuts_do_not_show(bool shaped)
{
    static const size_t cuts[] = {1, 7, 480, 1024, 100000};
    acc_cable_mode mode = mode_for(900, 160000);
    if (shaped) {
        mode.kind = ACC_CABLE_SHAPED;
        mode.load = 4300;
    }
    fill_payload(900);
    clear_line();
    size_t n = render(&mode, 900, 0, 333);
    memcpy(line + 1777, pcm, n * sizeof *pcm);
    memcpy(line + 1777 + n + 500, pcm, n * sizeof *pcm);
    size_t again = render(&mode, 900, 0, 1);
    CHECK(again == n && memcmp(pcm, line + 1777, n * sizeof *pcm) == 0);
    uint32_t first = 0;
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        outcome o = receive(new_receiver(), line, 2 * n + 20000, cuts[i]);
        CHECK(o.bursts == 2 && o.ends == 2 && o.bad == 0);
        first = i ? first : o.hash;
        CHECK(o.hash == first);
    }
}

// Another clock, by linear interpolation between samples. The band ends at 3 kHz, which is low enough for it.
static void another_clock(double ppm)
{
    acc_cable_mode mode = mode_for(300, 160000);
    mode.symbol = 2048;
    mode.prefix = 48;
    mode.high = 3000;
    mode.load = 500;
    fill_payload(300);
    clear_line();
    size_t n = render(&mode, 300, 0, 1000);
    memset(pcm + n, 0, 1000 * sizeof *pcm);
    for (size_t i = 0; i < n; i++) {
        double at = (double)i * (1 + ppm * 1e-6);
        size_t k = (size_t)at;
        line[2000 + i] = pcm[k] + (float)(at - (double)k) * (pcm[k + 1] - pcm[k]);
    }
    outcome o = receive_all(n + 12000);
    CHECK(came_whole(&o, 300));
}

// Samples lost or inserted in the middle of a burst: interleaving leaves each block enough bits.
static void slips(int samples)
{
    size_t len = 3000;
    acc_cable_mode mode = mode_for(len, 40000);
    fill_payload(len);
    clear_line();
    size_t n = render(&mode, len, 0, 1000), half = n / 2;
    for (size_t i = 0; i < n - 1000; i++)
        line[2000 + i] = pcm[i < half ? i : (size_t)((int)i - samples)] + 0.0003f * normal();
    memcpy(line + 2000 + n - 1000, pcm + (size_t)((int)n - 1000 - samples),
           (size_t)(1000 + (samples < 0 ? samples : 0)) * sizeof *pcm);
    outcome o = receive_all(n + 60000);
    if (!came_whole(&o, len))
        printf("slip of %d: %u bad, %u blocks, reason %d\n", samples, o.bad, o.blocks, o.reason);
    CHECK(came_whole(&o, len));
}

// A burst cut at any place: no false block, one end, and the next burst is received.
static void cut_bursts(void)
{
    size_t len = 600;
    acc_cable_mode mode = mode_for(len, 160000);
    fill_payload(len);
    size_t n = render(&mode, len, 0, 1000);
    for (size_t kept = 100; kept < n; kept += 587) {
        clear_line();
        memcpy(line + 1000, pcm, kept * sizeof *pcm);
        memcpy(line + 1000 + kept, pcm, n * sizeof *pcm);
        outcome o = receive_all(kept + n + 50000);
        if (o.blocks < 1 || o.ends != o.bursts || o.reason != ACC_OK)
            printf("cut at %zu of %zu: %u bursts, %u blocks, %u bad\n", kept, n, o.bursts, o.blocks,
                   o.bad);
        CHECK(o.ends == o.bursts && o.bursts >= 1 && o.blocks >= 1 && o.reason == ACC_OK);
        CHECK(memcmp(received, payload, len) == 0);
    }
}

// The same for shaped bursts, at more places; the next burst follows after a pause.
static void cut_shaped_bursts(void)
{
    size_t len = 600;
    acc_cable_mode mode = mode_for(len, 160000);
    mode.kind = ACC_CABLE_SHAPED;
    mode.load = 4300;  // for symbols of 1024
    fill_payload(len);
    size_t n = render(&mode, len, 0, 1000);
    for (size_t kept = 100; kept < n; kept += 93) {
        clear_line();
        memcpy(line + 1000, pcm, kept * sizeof *pcm);
        memcpy(line + 30000, pcm, n * sizeof *pcm);
        outcome o = receive_all(n + 60000);
        CHECK(o.ends == o.bursts && o.blocks >= 1 && o.reason == ACC_OK);
        CHECK(memcmp(received, payload, len) == 0);
    }
}

// A burst that stops has an end event.
static void unplugged(void)
{
    size_t len = 6000;
    acc_cable_mode mode = mode_for(len, 160000);
    fill_payload(len);
    clear_line();
    size_t n = render(&mode, len, 0, 1000);
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = 1e-4f * normal();
    memcpy(line + 1000, pcm, n / 3 * sizeof *pcm);
    outcome o = receive_all(PCM_MAX);
    CHECK(o.bursts == 1 && o.ends == 1 && o.reason != ACC_OK && o.bad >= 1);
}

static void not_a_signal(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, 8, -8, 0};
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = i % 3 ? 3 * normal() : odd[draw() % 7];
    outcome o = receive_all(PCM_MAX);
    CHECK(o.blocks == 0 && o.ends == o.bursts);
    for (size_t i = 0; i < PCM_MAX; i++)
        line[i] = 0.5f * sinf((float)i * 0.13f) + (float)(i % 100 < 50) - 0.5f;
    o = receive_all(PCM_MAX);
    CHECK(o.bursts == 0);
}

// Renders the payload of 2000 bytes in an open burst to line + `at`; returns the burst's samples.
static size_t render_open(size_t at)
{
    acc_cable_mode mode = mode_for(500, 160000);
    mode.kind = ACC_CABLE_OPEN;
    mode.lifting = 64;
    mode.depth = 2;
    acc_cable_sender *sender = new_sender();
    CHECK(acc_cable_sender_start(sender, &mode, payload, 1) == ACC_UNSUPPORTED);
    CHECK(acc_cable_sender_open(sender, &mode) == ACC_OK);
    fill_payload(2000);
    size_t added = 0, n = 0, got;
    do {
        while (added < 2000 && acc_cable_sender_room(sender))
            added += acc_cable_sender_add(sender, payload + added,
                                          2000 - added < 150 ? 2000 - added : 150);
        if (added == 2000)
            acc_cable_sender_close(sender);
        got = acc_cable_sender_render(sender, line + at + n, 700);
        n += got;
        CHECK(at + n < PCM_MAX - 700);
    } while (got == 700 && at + n < PCM_MAX - 700);
    return n;
}

// A dropout of 5 ms anywhere in an open burst, also in its last block, which says that the burst ends: few blocks are
// damaged, those without a signal are reported as such, the burst ends soon, and the next one is received.
static void open_burst_with_a_dropout(void)
{
    clear_line();
    size_t n = render_open(500), next = 500 + n + 14400, total = next + n + 20000;
    CHECK(render_open(next) == n && total < PCM_MAX);
    for (size_t i = 0; i < total; i++)
        line[i] += 3e-4f * normal();
    unsigned lost_ends = 0;
    for (size_t at = 4500; at < 500 + n; at += 211) {
        float kept[240];
        memcpy(kept, line + at, sizeof kept);
        memset(line + at, 0, sizeof kept);
        acc_cable_receiver *receiver = receiver_of(8);
        acc_cable_event event;
        unsigned damaged = 0, ends = 0;
        size_t have = 0, first = 0, ended = 0;
        for (size_t read = 0; read < total;) {
            read += acc_cable_receiver_push(receiver, line + read, total - read, &event);
            damaged += event.kind == ACC_CABLE_BAD_BLOCK && event.reason == ACC_BAD_CHECK;
            if (event.kind == ACC_CABLE_BURST)
                have = 0;
            else if (event.kind == ACC_CABLE_BLOCK)
                have += event.len;
            if (event.kind == ACC_CABLE_END && ends++ == 0) {
                ended = read;
                first = have;
                lost_ends += event.reason == ACC_TRUNCATED;
            }
        }
        memcpy(line + at, kept, sizeof kept);
        // a code group of two blocks
        bool counted = damaged <= 2 && (first == 2000 || damaged > 0 || at > n - 3000);
        if (!counted || ends != 2 || have != 2000 || ended > next)
            printf("at %zu of %zu: %u damaged, %u ends, %zu and %zu bytes, ended %zu after the "
                   "burst\n",
                   at, n, damaged, ends, first, have, ended - n - 500);
        CHECK(counted && ends == 2 && have == 2000 && ended <= next);
    }
    CHECK(lost_ends > 0);
}

static void open_burst(void)
{
    clear_line();
    size_t n = render_open(500);
    acc_cable_receiver *receiver = new_receiver();
    acc_cable_event event;
    size_t have = 0;
    unsigned ends = 0;
    for (size_t at = 0; at < n + 60000;) {
        at += acc_cable_receiver_push(receiver, line + at, n + 60000 - at, &event);
        CHECK(event.kind != ACC_CABLE_BAD_BLOCK);
        if (event.kind == ACC_CABLE_BLOCK && have + event.len <= PAYLOAD_MAX) {
            memcpy(received + have, event.data, event.len);
            have += event.len;
        }
        if (event.kind == ACC_CABLE_END) {
            ends++;
            CHECK(event.reason == ACC_OK);
        }
    }
    CHECK(ends == 1 && have == 2000 && memcmp(received, payload, 2000) == 0);
}

// A small receiver, for firmware: bursts within its limits in noise, one after the other, in blocks of any length.
// It ignores other bursts, and no sample stops it.
static void small_receiver(void)
{
    static const acc_cable_limits few = {1024, 64, 1, 3, 2, 32};
    static const acc_cable_mode mode = {ACC_CABLE_FLAT, 1024,  32, 20, 19500, 16,
                                        false,          false, 64, 1,  1500};
    size_t len = 2000, at = 3000, lengths[3];
    CHECK(acc_cable_receiver_size(&few) <= 65536);
    fill_payload(len);
    clear_line();
    acc_cable_mode other = mode_for(300, 60000);  // a long prefix
    for (unsigned i = 0; i < 3; i++, at += 5000) {
        size_t n = lengths[i] = i == 1 ? render(&other, 300, 0, 500) : render(&mode, len, 0, 500);
        for (size_t k = 0; k < n; k++)
            line[at + k] = pcm[k];
        at += n;
    }
    for (size_t i = 0; i < at; i++)
        line[i] += 0.004f * normal();
    uint32_t first = 0;
    for (size_t cut = 1; cut <= 100000; cut *= 77) {
        acc_cable_receiver *receiver;
        CHECK(acc_cable_receiver_init(receiver_memory, 65536, &few, &receiver) == ACC_OK);
        outcome o = receive(receiver, line, at + 3000, cut);
        CHECK(o.bursts == 2 && o.ends == 2 && o.bad == 0 && o.reason == ACC_OK && o.len == len);
        CHECK(memcmp(received, payload, len) == 0);
        first = first ? first : o.hash;
        CHECK(o.hash == first);
        // a burst cut anywhere, then noise above full scale and NaN
        for (size_t kept = 200; kept < lengths[0]; kept += 997) {
            for (size_t i = 0; i < 4000; i++)
                pcm[i] = i < 2000 ? 3 * normal() : NAN;
            CHECK(acc_cable_receiver_init(receiver_memory, 65536, &few, &receiver) == ACC_OK);
            o = receive(receiver, line, 3000 + kept, 4096);
            outcome rest = receive(receiver, pcm, 4000, cut);
            CHECK(o.ends + rest.ends <= o.bursts + rest.bursts);
            CHECK(o.blocks + rest.blocks <= 6);
        }
    }
}

static void refuses(void)
{
    acc_cable_mode mode;
    CHECK(acc_cable_mode_choose(0, 100000, 0, &mode) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_choose(1, 500000, 0, &mode) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_choose(1, 1000, 0, &mode) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_choose(1, 100000, 24000, &mode) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_choose(100, 100000, 0, &mode) == ACC_OK);
    mode.load = 32767;
    CHECK(acc_cable_mode_check(&mode) == ACC_OUT_OF_RANGE);
    acc_cable_sender *sender = new_sender();
    CHECK(acc_cable_sender_start(sender, &mode, payload, 100) == ACC_OUT_OF_RANGE);
    // shaped: from 6 bits per carrier on, never robust
    CHECK(acc_cable_mode_choose(5000, 160000, 0, &mode) == ACC_OK && mode.kind == ACC_CABLE_SHAPED);
    mode.load = 5951;
    CHECK(acc_cable_mode_check(&mode) == ACC_OUT_OF_RANGE);
    mode.load = 5952;
    CHECK(acc_cable_mode_check(&mode) == ACC_OK);
    mode.robust = true;
    CHECK(acc_cable_mode_check(&mode) == ACC_OUT_OF_RANGE);
    CHECK(acc_cable_mode_choose(100000, 300000, 0, &mode) == ACC_OK);
    CHECK(acc_cable_sender_start(sender, &mode, payload, 5000) == ACC_NO_ROOM);
    acc_cable_limits wrong = limits;
    wrong.taps = 100;
    CHECK(acc_cable_receiver_size(&wrong) == 0);
    wrong = limits;
    acc_cable_receiver *receiver;
    CHECK(acc_cable_receiver_init(receiver_memory, 1000, &wrong, &receiver) == ACC_NO_ROOM);
}

int main(void)
{
    refuses();
    payloads_of_all_sizes();
    cuts_do_not_show(false);
    another_clock(150);
    another_clock(-300);
    slips(1);
    slips(-512);
    slips(400);
    cut_bursts();
    unplugged();
    small_receiver();
    not_a_signal();
    open_burst();
    open_burst_with_a_dropout();
    shaped_payloads();
    cuts_do_not_show(true);
    cut_shaped_bursts();
    return failures;
}
