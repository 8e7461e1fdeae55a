// Soft bits on their way into code blocks, the groups of a burst, and what is reported of a block.
#include "check.h"
#include "noise.h"

#include "cable/receiver.h"
#include "cable/sender.h"

#include <math.h>
#include <string.h>

enum { LEN = 800 };

static const acc_cable_limits limits = {1024, 64, 3, 8, 12, 64};
static const acc_cable_mode mode = {ACC_CABLE_FLAT, 1024,  32, 20, 20000, 10,
                                    false,          false, 64, 3,  1500};
static _Alignas(64) uint8_t memory[900000], sender_memory[200000];
static acc_cable_receiver *r;
static size_t size;  // sums of a block

// A receiver at the beginning of a burst of 800 bytes, blocks of 267.
static void begin(acc_cable_kind kind, uint8_t depth)
{
    acc_cable_mode m = mode;
    m.kind = kind;
    m.depth = depth;
    CHECK(acc_cable_receiver_size(&limits) <= sizeof memory);
    CHECK(acc_cable_receiver_init(memory, sizeof memory, &limits, &r) == ACC_OK);
    CHECK(acc_cable_plan_make(&r->plan, &m, kind == ACC_CABLE_OPEN ? 0 : LEN) == ACC_OK);
    acc_cable_plan_load(&r->plan, &r->expected, r->carrier, r->load);
    size = (size_t)r->code.columns * m.lifting;
    memset(r->sums, 0x55, 3 * size * sizeof *r->sums);
    r->block = 0;
    r->window = 5;
    r->demapped = 2;
    r->position = 9000;
    r->all_good = true;
    r->line_at = r->line_end = r->line_carrier = 0;
    r->state = RECEIVER_DEMAP;
    acc_cable_blocks_start(r);
}

static void groups_begin(void)
{
    begin(ACC_CABLE_FLAT, 3);
    CHECK(r->plan.block_size == 267 && r->plan.sent == 3);
    CHECK(r->group_blocks == 3 && r->group_at == 0 && r->group_left == 3u * r->plan.coded);
    for (unsigned b = 0; b < 3; b++) {
        unsigned sent = 0;
        for (size_t i = 0; i < size; i++) {
            const int16_t sum = r->sums[b * size + i];
            CHECK(sum == 0 || sum == LDPC_LLR_MAX);
            sent += sum == 0;
        }
        CHECK(sent == r->plan.coded);
    }
    CHECK(r->order[QUEUE_UNIFORM].blocks == 3 && r->order[QUEUE_UNIFORM].coded == r->plan.coded);
    // the second group has what is left
    begin(ACC_CABLE_FLAT, 2);
    CHECK(r->group_blocks == 2 && r->group_left == 2u * r->plan.coded);
    r->group_at = 2;
    acc_cable_blocks_end_group(r);
    CHECK(r->block == 2 && r->group_blocks == 1 && r->group_left == r->plan.coded);
    CHECK(r->group_at == 0 && r->state == RECEIVER_DEMAP);
    acc_cable_blocks_end_group(r);
    CHECK(r->block == 3 && r->state == RECEIVER_END);
    // an open burst ends with a marked block, or with the signal
    for (int how = 0; how < 3; how++) {
        begin(ACC_CABLE_OPEN, 2);
        r->block = 100;
        r->saw_last = how == 1;
        r->lost = how == 2;
        acc_cable_blocks_end_group(r);
        CHECK((r->state == RECEIVER_END) == (how > 0) && r->block == 102);
    }
    begin(ACC_CABLE_FLAT, 1);
    r->lost = true;
    acc_cable_blocks_end_group(r);
    CHECK(r->state == RECEIVER_DEMAP && r->block == 1);
}

// `count` uniform soft bits of a value, the last carriers of a symbol if `whole`.
static void demap(unsigned count, int16_t value, bool whole)
{
    for (unsigned i = 0; i < count; i++) {
        r->line[i] = value;
        r->line_queue[i] = QUEUE_UNIFORM;
    }
    r->line_at = 0;
    r->line_end = count;
    r->line_carrier = whole ? r->plan.carriers : 32;
    acc_cable_blocks_demap(r);
}

static long total(void)
{
    long sum = 0;
    for (size_t i = 0; i < 3 * size; i++)
        sum += r->sums[i];
    return sum;
}

// In the order of the line, a bit of each block in turn.
static void bits_reach_their_blocks(void)
{
    begin(ACC_CABLE_FLAT, 3);
    const long padding = total();
    cable_order order = r->order[QUEUE_UNIFORM];
    const uint64_t left = r->group_left;
    demap(50, 7, false);
    CHECK(total() == padding + 350 && r->group_left == left - 50);
    for (unsigned i = 0; i < 50; i++) {
        const size_t at = order_block(&order) * size + block_place(&r->plan, &r->code, order.index);
        CHECK(r->sums[at] == 7);
        acc_cable_order_next(&order);
    }
    CHECK(r->line_at == 50 && r->demapped == 2 && r->state == RECEIVER_DEMAP);
    // sums have a limit
    for (int sign = -1; sign <= 1; sign += 2) {
        begin(ACC_CABLE_FLAT, 3);
        order = r->order[QUEUE_UNIFORM];
        for (size_t i = 0; i < 3 * size; i++)
            r->sums[i] = (int16_t)(sign * (CHECK_SUM_MAX - 5));
        demap(1, (int16_t)(sign * 5), false);
        demap(1, (int16_t)(sign * 6), false);
        demap(1, (int16_t)(sign * -9), false);
        static const int16_t sums[] = {CHECK_SUM_MAX, CHECK_SUM_MAX, CHECK_SUM_MAX - 14};
        for (unsigned i = 0; i < 3; i++) {
            const size_t at =
                order_block(&order) * size + block_place(&r->plan, &r->code, order.index);
            CHECK(r->sums[at] == sign * sums[i]);
            acc_cable_order_next(&order);
        }
    }
}

// A group ends with its last uniform bit; the rest of the line is the next group's, or of the last group again.
static void groups_end(void)
{
    static const struct {
        acc_cable_kind kind;
        uint8_t depth;
        uint32_t block;
        bool goes_on;
    } rows[] = {{ACC_CABLE_FLAT, 3, 0, true},
                {ACC_CABLE_FLAT, 2, 0, false},
                {ACC_CABLE_FLAT, 1, 2, true},
                {ACC_CABLE_FLAT, 1, 1, false},
                {ACC_CABLE_OPEN, 2, 90, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned left = 7; left <= 8; left++) {
            begin(rows[i].kind, rows[i].depth);
            r->block = rows[i].block;
            r->group_left = left;
            demap(8, 1, true);
            const bool all = rows[i].goes_on || left == 8;
            CHECK(r->state == RECEIVER_DECODE && r->group_left == 0);
            // at the end of a symbol the next one begins
            CHECK(r->demapped == (all ? 3 : 2) && r->line_at == (all ? 0 : 7));
            CHECK(r->line_end == (all ? 0 : 8));
            CHECK(r->line_carrier == (all ? 0 : r->plan.carriers));
        }
    begin(ACC_CABLE_FLAT, 2);
    r->group_left = 9;
    demap(8, 1, true);
    CHECK(r->state == RECEIVER_DEMAP && r->group_left == 1 && r->demapped == 3);
}

// After the window's last symbol comes the next window, or with a lost signal the decoder.
static void windows_end(void)
{
    for (int lost = 0; lost < 2; lost++) {
        begin(ACC_CABLE_FLAT, 3);
        r->lost = lost;
        r->symbol = 10;
        r->demapped = 3;
        demap(8, 1, true);
        CHECK(r->state == RECEIVER_DEMAP && r->demapped == 4);
        demap(8, 1, true);
        CHECK(r->demapped == 5 && r->state == (lost ? RECEIVER_DECODE : RECEIVER_WINDOW));
        CHECK(r->symbol == (lost ? 10 : 15));
    }
}

// A block of noise is reported with its place; the last one is short, and one of an open burst has none.
static void lost_blocks_have_places(void)
{
    static const struct {
        acc_cable_kind kind;
        uint32_t block, offset, len;
    } rows[] = {{ACC_CABLE_FLAT, 0, 0, 267},
                {ACC_CABLE_FLAT, 1, 267, 267},
                {ACC_CABLE_FLAT, 2, 534, 266},
                {ACC_CABLE_OPEN, 5, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        acc_cable_event e;
        begin(rows[i].kind, 1);
        r->block = rows[i].block;
        for (size_t k = 0; k < size; k++)
            r->sums[k] = (int16_t)(draw() % 201) - 100;
        r->quality.blocks_good = 4;
        memset(&e, 0xEE, sizeof e);
        acc_cable_blocks_report(r, &e);
        CHECK(e.kind == ACC_CABLE_BAD_BLOCK && e.block == rows[i].block && !e.data);
        CHECK(e.offset == rows[i].offset && e.len == rows[i].len && e.mode.kind == rows[i].kind);
        CHECK(r->quality.blocks_bad == 1 && r->quality.blocks_good == 4 && !r->all_good);
        CHECK(r->group_at == 1 && r->decoded == 0 && r->quality.iterations == 0);
    }
}

// A whole block, at each of three places of its group; an open one begins with its length and the mark of the last.
static void whole_blocks_have_bytes(void)
{
    static uint8_t bytes[LEN];
    static uint32_t bits[LDPC_MAX_COLUMNS * 64 / 32];
    for (size_t i = 0; i < LEN; i++)
        bytes[i] = (uint8_t)draw();
    for (uint32_t b = 0; b < 3; b++) {
        acc_cable_event e;
        begin(ACC_CABLE_FLAT, 3);
        const size_t len = b < 2 ? 267 : 266;
        acc_cable_block_encode(&r->plan, &r->code, b, bytes + b * 267, len, bits);
        for (size_t i = 0; i < size; i++)
            r->sums[b * size + i] = bits[i / 32] >> (i % 32) & 1 ? -90 : 90;
        r->group_at = b;
        acc_cable_blocks_report(r, &e);
        CHECK(e.kind == ACC_CABLE_BLOCK && e.block == b && e.offset == 267 * b && e.len == len);
        CHECK(e.data && memcmp(e.data, bytes + b * 267, len) == 0);
        CHECK(r->decoded >= 1 && r->quality.blocks_good >= 1 && r->quality.iterations >= 1);
    }
}

// Without a burst, and after its end, the line is silent.
static void senders_are_silent(void)
{
    static float pcm[60000];
    acc_cable_sender *s = NULL;
    CHECK(acc_cable_sender_init(sender_memory, sizeof sender_memory, &limits, 0.5f, &s) == ACC_OK);
    for (size_t i = 0; i < 100; i++)
        pcm[i] = 7;
    CHECK(acc_cable_sender_render(s, pcm, 100) == 0);
    for (size_t i = 0; i < 100; i++)
        CHECK(pcm[i] == 0);
    CHECK(acc_cable_sender_start(s, &mode, (const uint8_t *)"abc", 3) == ACC_OK);
    for (size_t i = 0; i < 60000; i++)
        pcm[i] = 7;
    const size_t n = acc_cable_sender_render(s, pcm, 60000);
    CHECK(n > 2200 && n < 60000);
    for (size_t i = n; i < 60000; i++)
        CHECK(pcm[i] == 0);
}

// I0(x) as the mean of exp(x cos t) over a half turn.
static double bessel(double x)
{
    double sum = 0;
    for (int i = 0; i < 32; i++)
        sum += exp(x * cos(3.141592653589793 * (i + 0.5) / 32));
    return sum / 32;
}

// The interpolation's rows: sinc under Kaiser's window of 7.5.
static void filters_are_kaisers(void)
{
    static float rows[RESAMPLE_SIZE(128)];
    static const size_t lengths[] = {32, 64, 128};
    const double whole = bessel(7.5);
    for (size_t l = 0; l < 3; l++) {
        const size_t taps = lengths[l], phases = taps > 32 ? 128 : 32;
        acc_cable_resample_init(rows, taps);
        for (size_t p = 0; p <= phases; p += 15)
            for (size_t j = 0; j < taps; j++) {
                const double half = (double)taps / 2;
                const double d = (double)p / (double)phases - ((double)j - half + 1);
                const double x = 3.141592653589793 * d, u = 1 - d * d / (half * half);
                const double sinc = fabs(d) < 1e-9 ? 1 : sin(x) / x;
                const double wanted = u > 0 ? sinc * bessel(7.5 * sqrt(u)) / whole : 0;
                CHECK(fabs((double)rows[p * taps + j] - wanted) < 1e-6);
            }
    }
}

// A burst that asks for the high-pass is filtered from silence on, whatever the filter held.
static void filters_begin_at_rest(void)
{
    begin(ACC_CABLE_FLAT, 3);
    for (size_t i = 0; i < 8000; i++)
        r->samples[i] = 0.1f * normal();
    r->fill = 8000;
    r->began = 3000;
    r->filter.x1 = r->filter.y1 = r->filter.z1 = r->filter.z2 = 1e6f;
    acc_cable_mode found;
    uint32_t len;
    CHECK(acc_cable_acquire_filtered(r, r->began, 48, &found, &len) !=
          ACC_OK);  // noise is no header
    CHECK(r->filter.on);
    double most = 0;
    for (size_t i = 0; i < 8000; i++)
        most = fabs((double)r->samples[i]) > most ? fabs((double)r->samples[i]) : most;
    CHECK(most < 1);
}

int main(void)
{
    groups_begin();
    bits_reach_their_blocks();
    groups_end();
    windows_end();
    lost_blocks_have_places();
    whole_blocks_have_bytes();
    senders_are_silent();
    filters_are_kaisers();
    filters_begin_at_rest();
    return failures;
}
