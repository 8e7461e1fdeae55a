// The coded receiver's history, search, queue of starts and order of blocks (docs/modem.md, Receiver). coded_block.c
// decodes a block.
#include "modem/coded_block.h"
#include "modem/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Stored values have an RMS of 5 per batch and are limited to 10, so the sum of a segment's 12 values fits in a byte:
// 12 * 10 = 120.
static const float rms_value = 5, largest_value = 10;
enum { SPARE = 16 * CODED_BATCH };
// The search for the next block sync begins so many symbols before a good block's predicted end: a slip may have
// moved it.
enum { SLACK = 60 };
// Seven standard deviations of the correlation with noise, each RMS * sqrt(48).
static const float sure_agreement = 7 * 5 * 6.93f;

// values of a block with a clock 2 % slow, or of the search after a lost block, rounded up by a batch
static size_t kept_values(float per_symbol)
{
    return (size_t)((float)(CODED_PERIOD + SLACK + 42) * per_symbol / CODED_BATCH + 2) *
           CODED_BATCH;
}

size_t acc_coded_memory(float per_symbol)
{
    size_t values = kept_values(per_symbol) + SPARE;
    return (values + values / CODED_BATCH * sizeof(float) + 15) / 16 * 16;
}

void acc_coded_init(coded_receiver *rx, float per_symbol, bool is_biphase, void *memory)
{
    assert(per_symbol >= 4 && per_symbol <= CODED_MAX_PER_SYMBOL);
    memset(rx, 0, sizeof *rx);
    rx->per_symbol = per_symbol;
    acc_block_sync_init(&rx->sync, per_symbol);
    // noise has a standard deviation of 5 * sqrt(48) = 34.6: 192 is 5.5 of them, 163 is 4.7. Bi-phase signals have a
    // clearer block sync, and higher side lobes within a symbol.
    rx->least = (int)((is_biphase ? 0.8f : 0.68f) * rms_value * CODED_SYNC_SYMBOLS);
    rx->sought = rx->least;
    rx->searched = BLOCK_SYNC_REACH;
    rx->span = (size_t)((float)CODED_SYNC_SYMBOLS * per_symbol) + BLOCK_SYNC_REACH + CODED_BATCH;
    rx->kept = kept_values(per_symbol);
    // interpolation at f between values with noise correlation 1 - d scales the noise power by 1 - 2 f (1 - f) d; the
    // filter's autocorrelation falls linearly: d is 1 / per_symbol, or three times that for bi-phase
    for (int i = 0; i < CODED_FRACTIONS; i++) {
        float f = (float)i / (float)CODED_FRACTIONS, apart = (is_biphase ? 3 : 1) / per_symbol;
        rx->norm[i] = (uint8_t)lrintf(64 / sqrtf(1 - 2 * f * (1 - f) * fminf(apart, 1)));
    }
    rx->scale = memory;
    rx->history = (int8_t *)(rx->scale + (rx->kept + SPARE) / CODED_BATCH);
}

void acc_coded_set_clear(coded_receiver *rx, bool clear)
{
    rx->is_clear = clear;
    rx->sought = clear ? rx->least + rx->least / 4 : rx->least;
}

// The bit in `hinted` of the batch with stream index `index`.
static uint64_t batch_flag(int64_t index)
{
    return 1ull << ((index - BLOCK_SYNC_REACH) / CODED_BATCH % 64);
}

void acc_coded_hint(coded_receiver *rx, int ahead)
{
    const float begin = coded_half_sync * rx->per_symbol, around = 1.5f * rx->per_symbol;
    int64_t middle = (int64_t)(rx->first + rx->count + rx->filled) + ahead;
    int64_t from = middle - (int64_t)(begin + around), to = middle - (int64_t)(begin - around);
    if (from > BLOCK_SYNC_REACH)
        rx->hinted |= batch_flag(from) | batch_flag(to);
}

// Adds a start to the queue. A start within two symbols of another one replaces it if its agreement is larger.
static void propose(coded_receiver *rx, coded_start start)
{
    for (int i = 0; i < rx->queued; i++) {
        coded_start *other = &rx->queue[i];
        if (fabs(other->middle - start.middle) > 2 * (double)rx->per_symbol)
            continue;
        if (start.agreement > other->agreement) {
            if (other->tracked) {
                start.period = other->period;
                start.tracked = true;
            }
            *other = start;
        }
        return;
    }
    if (rx->queued == CODED_QUEUE) {
        int weakest = 0;
        for (int i = 1; i < rx->queued; i++)
            if (rx->queue[i].agreement < rx->queue[weakest].agreement)
                weakest = i;
        rx->queue[weakest] = rx->queue[--rx->queued];
    }
    rx->queue[rx->queued++] = start;
}

// Searches for a block sync that starts in the CODED_BATCH values from history[at] on.
static void search(coded_receiver *rx, size_t at)
{
    block_sync_hit hit;
    if (!acc_block_sync_find(&rx->sync, rx->history + at, rx->sought, &hit))
        return;
    double middle =
        (double)(rx->first + at) + hit.place + (double)(coded_half_sync * rx->per_symbol);
    propose(rx, (coded_start){.middle = middle,
                              .period = rx->per_symbol * hit.clock_ratio,
                              .agreement = (float)hit.agreement});
}

// Whether the current frame is complete although further blocks of it are to arrive.
static bool is_done(const coded_receiver *rx)
{
    return rx->collector.whole && rx->remaining > 0;
}

// Searches for block syncs up to the latest place for which a whole one is in the history.
static void search_on(coded_receiver *rx)
{
    for (; rx->searched + rx->span <= rx->first + rx->count; rx->searched += CODED_BATCH) {
        uint64_t flag = batch_flag((int64_t)rx->searched);
        bool wanted = !(rx->is_clear || is_done(rx)) || (rx->hinted & flag);
        rx->hinted &= ~flag;
        if (wanted && rx->searched >= rx->first + BLOCK_SYNC_REACH)
            search(rx, (size_t)(rx->searched - rx->first));
    }
}

static void expect_next(coded_receiver *rx, const coded_start *start)
{
    if (rx->remaining == 0)
        return;
    coded_start next = *start;
    next.middle += CODED_PERIOD * (double)start->period;
    next.agreement = 0;
    next.tracked = true;
    propose(rx, next);
}

static coded_result gather(coded_receiver *rx, const coded_start *start, const acc_fec_block *block)
{
    double length = CODED_PERIOD * (double)start->period;
    double frame_at = start->middle - block->index * length;
    int blocks = (int)acc_fec_block_count((size_t)block->pieces * ACC_FEC_PIECE_SIZE);
    coded_result result = CODED_NOTHING;
    // blocks with equal tags that are too far apart belong to different frames
    if (fabs(frame_at - rx->frame_at) > length) {
        result = rx->open ? CODED_LOST : CODED_NOTHING;
        acc_fec_collector_reset(&rx->collector);
    }
    rx->last = *start;
    rx->frame_at = frame_at;
    rx->frame_end = frame_at + blocks * length;
    rx->remaining = blocks - 1 - block->index;
    expect_next(rx, start);
    bool whole = acc_fec_collect(&rx->collector, block);
    rx->open = !rx->collector.whole;
    // while blocks arrive where predicted, the search is suspended
    rx->sure = rx->open && rx->remaining > 0;
    double left = start->middle + ((double)(CODED_PERIOD - SLACK) - (double)coded_half_sync) *
                                      (double)start->period;
    rx->searched = rx->searched > (uint64_t)left ? rx->searched : (uint64_t)left;
    return whole ? CODED_FRAME : result;
}

static coded_result read_block(coded_receiver *rx, coded_start start)
{
    coded_start asked = start;
    acc_fec_block block;
    unsigned errors;
    if (coded_place(rx, &start) < rx->per_symbol)
        return CODED_NOTHING;
    // the blocks after a complete frame are not needed
    if (start.tracked && is_done(rx)) {
        rx->remaining--;
        expect_next(rx, &start);
        return CODED_NOTHING;
    }
    if (acc_coded_block_read(rx, &start, &block, &errors)) {
        rx->good++;
        rx->corrected += errors;
        return gather(rx, &start, &block);
    }
    if (asked.tracked && rx->remaining > 0) {
        rx->bad++;
        rx->remaining--;
        expect_next(rx, &asked);
        rx->sure = false;
        search_on(rx);
    }
    rx->is_cut |= rx->is_ending && !asked.tracked && asked.agreement > sure_agreement;
    return CODED_NOTHING;
}

// Reads the queued blocks that have arrived completely, up to the first with a result.
static coded_result read_ready(coded_receiver *rx)
{
    double newest = (double)(rx->first + rx->count);
    for (int i = 0; i < rx->queued;) {
        coded_start start = rx->queue[i];
        // the fit may find a slower clock
        float slowest = start.tracked ? start.period : 1.025f * rx->per_symbol;
        if (start.middle + (CODED_PERIOD - coded_half_sync + 4) * (double)slowest > newest) {
            i++;
            continue;
        }
        rx->queue[i] = rx->queue[--rx->queued];
        coded_result result = read_block(rx, start);
        if (result != CODED_NOTHING)
            return result;
    }
    // the frame's last block has been tried
    if (rx->open && newest > rx->frame_end + 30 * (double)rx->per_symbol) {
        rx->open = false;
        return CODED_LOST;
    }
    return CODED_NOTHING;
}

bool acc_coded_is_open(const coded_receiver *rx)
{
    return rx->good &&
           (double)(rx->first + rx->count) < rx->frame_end + 30 * (double)rx->per_symbol;
}

bool acc_coded_has_place(const coded_receiver *rx, float back)
{
    // frame_end is the middle of the block sync that would follow
    const double at = (double)(rx->first + rx->count + rx->filled) - (double)back;
    return rx->good && at < rx->frame_end - (double)(0.5f * coded_half_sync * rx->per_symbol);
}

void acc_coded_end_sound(coded_receiver *rx)
{
    rx->is_ending = true;
    rx->is_cut = false;
}

bool acc_coded_end(coded_receiver *rx)
{
    bool was_open = rx->open || rx->is_cut;
    rx->is_ending = false;
    acc_fec_collector_reset(&rx->collector);
    rx->queued = rx->remaining = 0;
    rx->open = rx->sure = false;
    rx->frame_end = 0;
    return was_open;
}

bool acc_coded_is_sure(const coded_receiver *rx)
{
    return rx->sure || is_done(rx);
}

static void drop_old(coded_receiver *rx)
{
    if (rx->count < rx->kept + SPARE)
        return;
    memmove(rx->history, rx->history + SPARE, rx->kept);
    memmove(rx->scale, rx->scale + SPARE / CODED_BATCH, rx->kept / CODED_BATCH * sizeof *rx->scale);
    rx->count = rx->kept;
    rx->first += SPARE;
}

void acc_coded_skip(coded_receiver *rx, uint32_t count)
{
    rx->first += rx->count + (rx->filled + count) / CODED_BATCH * CODED_BATCH;
    rx->count = rx->filled = 0;
    rx->searched = rx->first + BLOCK_SYNC_REACH;
    rx->hinted = 0;
    rx->queued = rx->remaining = 0;
    rx->sure = rx->unread = false;
}

// Adds a batch to the history.
static void keep_batch(coded_receiver *rx, const float *x)
{
    float rms = sqrtf(acc_kernel_power(x, CODED_BATCH) / CODED_BATCH);
    float gain = rms > 0 ? rms_value / rms : 0;
    drop_old(rx);
    rx->scale[rx->count / CODED_BATCH] = rms / rms_value;
    acc_kernel_quantise(x, gain, (int)largest_value, rx->history + rx->count, CODED_BATCH);
    rx->count += CODED_BATCH;
}

static void take_batch(coded_receiver *rx, const float *x)
{
    keep_batch(rx, x);
    if (!rx->sure)
        search_on(rx);
    rx->unread = true;
}

size_t acc_coded_push(coded_receiver *rx, const float *values, size_t count, coded_result *result)
{
    *result = CODED_NOTHING;
    for (size_t taken = 0; taken < count;) {
        if (rx->unread) {
            *result = read_ready(rx);
            if (*result != CODED_NOTHING)
                return taken;
            rx->unread = false;
        }
        size_t room = CODED_BATCH - rx->filled, n = count - taken < room ? count - taken : room;
        if (n == CODED_BATCH) {
            take_batch(rx, values + taken);
        } else {
            memcpy(rx->batch + rx->filled, values + taken, n * sizeof *values);
            rx->filled += n;
            if (rx->filled == CODED_BATCH) {
                rx->filled = 0;
                take_batch(rx, rx->batch);
            }
        }
        taken += n;
    }
    return count;
}
