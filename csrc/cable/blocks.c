// Moves a window's log-likelihood ratios (soft bits) into code blocks and decodes them, group by
// group.
//
// Input: soft bits from demodulate.c in the order on the line. Output: events BLOCK and BAD_BLOCK
// with the payload. receiver.c calls it in the states DEMAP and DECODE.
#include "cable/receiver.h"

#include <string.h>

void acc_cable_blocks_start(acc_cable_receiver *r)
{
    const cable_plan *p = &r->plan;
    uint32_t count = plan_group(p, r->block), repeats = p->mode.robust ? CABLE_REPEATS : 1;
    for (unsigned i = 0; i < QUEUES; i++)
        if (queue_size(p, i))
            acc_cable_order_start(&r->order[i], count, queue_size(p, i), repeats);
    r->group_blocks = count;
    r->group_left = order_len(count, queue_size(p, QUEUE_UNIFORM), repeats);
    size_t size = (size_t)r->code.columns * p->mode.lifting;
    for (uint32_t i = 0; i < count; i++)
        acc_cable_block_clear(p, &r->code, r->sums + i * size);
    r->group_at = 0;
}

// The sum of a bit's repeats, limited to the range of the decoder's kernel.
static int16_t added(int16_t a, int16_t b)
{
    int sum = a + b;
    return (int16_t)(sum > CHECK_SUM_MAX    ? CHECK_SUM_MAX
                     : sum < -CHECK_SUM_MAX ? -CHECK_SUM_MAX
                                            : sum);
}

static bool group_is_last(const acc_cable_receiver *r)
{
    return !plan_is_open(&r->plan) && r->block + r->group_blocks >= r->plan.sent;
}

// Adds soft bits to their blocks, up to the group's last uniform bit. The burst's last symbol is filled
// up with bits of its group that were sent before; these are added, too, as are repeated pairs.
static void move_line(acc_cable_receiver *r)
{
    size_t size = (size_t)r->code.columns * r->plan.mode.lifting;
    bool last = group_is_last(r);
    while (r->line_at < r->line_end && (r->group_left || last)) {
        unsigned queue = r->line_queue[r->line_at];
        cable_order *order = &r->order[queue];
        uint32_t index = queue_begin(&r->plan, queue) + order->index;
        int16_t *sum = r->sums + order_block(order) * size + block_place(&r->plan, &r->code, index);
        *sum = added(*sum, r->line[r->line_at++]);
        acc_cable_order_next(order);
        r->group_left -= r->group_left > 0 && queue == QUEUE_UNIFORM;
    }
}

// Demaps LINE_CARRIERS carriers per call, so that a receiver's step stays short.
void acc_cable_blocks_demap(acc_cable_receiver *r)
{
    if (r->demapped < r->window && r->line_at == r->line_end)
        acc_cable_demodulate_line(r, r->demapped);
    if (r->demapped < r->window)
        move_line(r);
    if (r->line_at == r->line_end && r->line_carrier == r->plan.carriers) {
        r->line_at = r->line_end = r->line_carrier = 0;
        r->demapped++;
    }
    if (r->group_left == 0 || (r->demapped == r->window && r->lost)) {
        r->state = RECEIVER_DECODE;
    } else if (r->demapped == r->window) {
        acc_cable_window_next(r);
    }
}

// Reads the length field of a block of an open burst. False when the length is impossible.
static bool read_open(acc_cable_receiver *r, acc_cable_event *event)
{
    unsigned head = (unsigned)r->bytes[0] << 8 | r->bytes[1], len = head & (CABLE_OPEN_LAST - 1);
    if (len > r->plan.block_size - CABLE_OPEN_SIZE)
        return false;
    r->saw_last |= (head & CABLE_OPEN_LAST) != 0;
    event->data = r->bytes + CABLE_OPEN_SIZE;
    event->len = len;
    return true;
}

// Symbols in a row without a signal from which a lost block is not a damaged one: an open burst may
// have ended, when its last block was lost. A dropout within a symbol makes two symbols unsure
// (note_run).
enum { NO_SIGNAL = 3 };

// Fills the event of a lost block; the caller changes it for a good one. The last block is shorter.
static void describe(const acc_cable_receiver *r, uint32_t number, acc_cable_event *event)
{
    uint32_t offset = number * r->plan.block_size, left = r->plan.len - offset;
    bool open = plan_is_open(&r->plan);
    *event = (acc_cable_event){.kind = ACC_CABLE_BAD_BLOCK, .mode = r->plan.mode, .block = number};
    event->offset = open ? 0 : offset;
    event->len = open ? 0 : left < r->plan.block_size ? left : r->plan.block_size;
    event->reason = r->bad_run >= NO_SIGNAL ? ACC_TRUNCATED : ACC_BAD_CHECK;
}

// Decodes a block's sums in place. A small receiver uses the compact decoder, which needs no
// kernels.
static bool decode_block(acc_cable_receiver *r, uint32_t number)
{
    unsigned iterations;
    int16_t *sums = r->sums + r->group_at * (size_t)r->code.columns * r->plan.mode.lifting;
    const cable_kernels *kernels = r->reach.small ? NULL : r->kernels;
    bool good = acc_cable_block_decode(&r->plan, &r->code, kernels, number, sums, r->messages,
                                       r->bytes, &iterations);
    if (good) {
        r->iterations += iterations;
        r->quality.iterations = (float)r->iterations / (float)++r->decoded;
    }
    return good;
}

void acc_cable_blocks_report(acc_cable_receiver *r, acc_cable_event *event)
{
    uint32_t number = acc_cable_plan_block(&r->plan, r->block + r->group_at);
    bool good = decode_block(r, number);
    describe(r, number, event);
    event->data = r->bytes;
    if (good && plan_is_open(&r->plan))
        good = read_open(r, event);
    event->kind = good ? ACC_CABLE_BLOCK : ACC_CABLE_BAD_BLOCK;
    event->data = good ? event->data : NULL;
    if (good)
        event->reason = ACC_OK;
    r->quality.blocks_good += good;
    r->quality.blocks_bad += !good;
    r->all_good &= good;
    r->group_at++;
}

// A burst ends after its last block; an open burst after the block that is marked as the last, or
// when the signal is lost.
void acc_cable_blocks_end_group(acc_cable_receiver *r)
{
    bool open = plan_is_open(&r->plan);
    r->block += r->group_blocks;
    if (r->saw_last || (open ? r->lost : r->block >= r->plan.sent)) {
        r->state = RECEIVER_END;
        return;
    }
    acc_cable_blocks_start(r);
    r->state = RECEIVER_DEMAP;
}
