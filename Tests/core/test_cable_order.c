// Compares the coded bits on the line, read in pieces of any size, with the formulas of docs/cable.md for each place:
// groups of one block and of several, a shorter last group, each bit sent once or four times. Also compares a whole
// burst with that page's specification.
#include "cable/sender.h"
#include "check.h"
#include "noise.h"

#include <math.h>
#include <string.h>

enum { BLOCKS = 20, FILLER = 100 };

static const acc_cable_limits limits = {2048, 256, 8, 8, 64, 16};
static _Alignas(64) uint8_t memory[200000];
static uint8_t payload[4096];
static uint32_t coded_blocks[BLOCKS][LDPC_MAX_COLUMNS * LDPC_MAX_Z / 32];

static acc_cable_sender *sender_of(const acc_cable_mode *mode, size_t len)
{
    acc_cable_sender *s = NULL;
    CHECK(acc_cable_sender_size(&limits) <= sizeof memory);
    CHECK(acc_cable_sender_init(memory, sizeof memory, &limits, 0.5f, &s) == ACC_OK);
    CHECK(acc_cable_sender_start(s, mode, payload, len) == ACC_OK);
    CHECK(s->plan.sent <= BLOCKS);
    for (uint32_t b = 0; b < s->plan.sent; b++) {
        uint32_t size = s->plan.block_size, offset = b * size, left = (uint32_t)len - offset;
        acc_cable_block_encode(&s->plan, &s->code, b, payload + offset, left < size ? left : size,
                               coded_blocks[b]);
    }
    return s;
}

// The bit at position `place` of a group of `blocks` blocks from block `first` on.
static unsigned bit_at(const acc_cable_sender *s, uint32_t first, uint32_t blocks, uint64_t place)
{
    uint32_t row = (uint32_t)(place / blocks), column = (uint32_t)(place % blocks);
    uint32_t block = first + (column + row + row / blocks) % blocks;
    uint32_t index =
        (uint32_t)((uint64_t)row * s->queue[QUEUE_UNIFORM].order.stride % s->plan.coded);
    uint32_t bit = block_place(&s->plan, &s->code, index);
    return coded_blocks[block][bit / 32] >> bit % 32 & 1;
}

// Bit `at` of a group with its repeats, each of which begins at another position.
static unsigned bit_of_group(const acc_cable_sender *s, uint32_t first, uint64_t at)
{
    uint32_t blocks = plan_group(&s->plan, first);
    uint64_t all = (uint64_t)blocks * s->plan.coded, offset = (all * 618 / 1000) | 1;
    uint64_t repeat = at / all % (s->plan.mode.robust ? CABLE_REPEATS : 1);
    return bit_at(s, first, blocks, (all - offset * repeat % all + at) % all);
}

static void is_as_the_formulas(bool robust, uint8_t depth, size_t len)
{
    acc_cable_mode mode;
    CHECK(acc_cable_mode_choose(len, robust ? 15000 : 100000, 0, &mode) == ACC_OK);
    CHECK(mode.robust == robust);
    mode.lifting = 32;
    mode.depth = depth;
    acc_cable_sender *s = sender_of(&mode, len);
    unsigned wrong = 0;
    for (uint32_t first = 0; first < s->plan.sent; first += depth) {
        uint64_t bits =
            order_len(plan_group(&s->plan, first), s->plan.coded, robust ? CABLE_REPEATS : 1);
        // the filler of the last symbol repeats the last group
        if (first + depth >= s->plan.sent)
            bits += FILLER;
        for (uint64_t at = 0; at < bits;) {
            unsigned count = draw() % 16 + 1;
            count = count < bits - at ? count : (unsigned)(bits - at);
            uint32_t got = sender_next_bits(s, &s->queue[QUEUE_UNIFORM], count);
            for (unsigned i = 0; i < count; i++)
                wrong += (got >> i & 1) != bit_of_group(s, first, at++);
        }
    }
    CHECK(wrong == 0);
}

// A bit of a queue by the formulas.
static unsigned bit_of_queue(const acc_cable_sender *s, unsigned queue, uint32_t first, uint64_t at)
{
    uint32_t blocks = plan_group(&s->plan, first), size = queue_size(&s->plan, queue);
    uint32_t place = (uint32_t)(at % ((uint64_t)blocks * size)), row = place / blocks;
    uint32_t block = first + (place % blocks + row + row / blocks) % blocks;
    uint32_t index = (uint32_t)((uint64_t)row * s->queue[queue].order.stride % size);
    uint32_t bit = block_place(&s->plan, &s->code, queue_begin(&s->plan, queue) + index);
    return coded_blocks[block][bit / 32] >> bit % 32 & 1;
}

// A shaped burst, read dimension by dimension as for symbols: every group's pairs are sent before its last uniform bit,
// and few of them twice.
static void is_shaped_as_the_formulas(uint8_t depth, size_t len, uint16_t load)
{
    acc_cable_mode mode = {.kind = ACC_CABLE_SHAPED,
                           .symbol = 2048,
                           .prefix = 48,
                           .low = 20,
                           .high = 23500,
                           .pilots = 10,
                           .lifting = 256,
                           .depth = depth,
                           .load = load};
    acc_cable_sender *s = sender_of(&mode, len);
    uint64_t at[QUEUES] = {0}, uniform;
    uint32_t first = 0, blocks = plan_group(&s->plan, 0), wrong = 0, carrier = 0, more = 0;
    uniform = (uint64_t)blocks * queue_size(&s->plan, QUEUE_UNIFORM);
    uint64_t total = (uint64_t)s->plan.symbols * plan_uniform(&s->plan);
    for (uint64_t sent = 0; sent < total; carrier = (carrier + 1) % s->plan.carriers)
        for (unsigned d = 0; d < 2; d++) {
            unsigned m = (s->load[carrier] + 1u - d) / 2;
            acc_cable_sender_reach_pair(s);
            for (unsigned i = 0; i < m; i++) {
                if (at[QUEUE_UNIFORM] == uniform && first + depth < s->plan.sent) {
                    CHECK(at[QUEUE_FIRST] >= (uint64_t)blocks * s->plan.pairs);
                    more += (uint32_t)(at[QUEUE_FIRST] - (uint64_t)blocks * s->plan.pairs);
                    memset(at, 0, sizeof at);
                    first += depth;
                    blocks = plan_group(&s->plan, first);
                    uniform = (uint64_t)blocks * queue_size(&s->plan, QUEUE_UNIFORM);
                }
                unsigned q = i == 0 ? QUEUE_FIRST : i == 1 ? QUEUE_SECOND : QUEUE_UNIFORM;
                unsigned got = sender_next_bits(s, &s->queue[q], 1) & 1;
                wrong += got != bit_of_queue(s, q, first, at[q]++);
                sent += q == QUEUE_UNIFORM;
            }
        }
    CHECK(wrong == 0);
    // per block: a step of the matcher, and the margin for uneven carriers
    CHECK(more <= s->plan.sent * (MATCHER_STEP + 32));
}

// A shaped burst from another program that was written from docs/cable.md alone: its blocks, and every 997th sample of
// preamble, header and symbols.
static void is_as_specified(void)
{
    static const float known[] = {0.08886f, 0.04287f, -0.21801f, -0.07374f, -0.01850f, 0.13786f};
    static float pcm[6400];
    acc_cable_mode mode = {ACC_CABLE_SHAPED, 2048, 48, 20, 23500, 10, false, false, 64, 3, 11000};
    for (size_t i = 0; i < 1200; i++)
        payload[i] = (uint8_t)(37 * i + 11);
    acc_cable_sender *s = sender_of(&mode, 1200);
    CHECK(s->plan.blocks == 4 && s->plan.block_size == 300);
    CHECK(s->plan.pairs == 576 && s->plan.symbols == 2);
    CHECK(acc_cable_sender_render(s, pcm, 6400) == 6368);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        CHECK(fabsf(pcm[1000 + 997 * i] - known[i]) < 5e-5f);
}

int main(void)
{
    is_as_specified();
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (uint8_t)draw();
    for (uint8_t depth = 1; depth <= limits.depth; depth++)
        for (size_t len = 100; len <= 700; len += 100) {
            is_as_the_formulas(false, depth, len);
            is_as_the_formulas(true, depth, len / 2);
        }
    for (uint8_t depth = 1; depth <= limits.depth; depth += 3)
        for (uint16_t load = 5952; load < 16000; load += 1117)
            for (size_t len = 1000; len <= 4096; len += 1032)
                is_shaped_as_the_formulas(depth, len, load);
    return failures;
}
