#include "modem/coded.h"

#include "modem/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Values as they are kept: a batch has a mean square of 5 x 5, and a sum of a segment fits in a byte.
static const float usual_value = 5, largest_value = 10;
enum { SPARE = 16 * CODED_BATCH };
static const float half_mark =
    (CODED_MARK_SYMBOLS - 1) / 2.0f;  // symbols from its first to its middle

static bool mark_bit(int symbol)
{
    return MARK_WORD >> (CODED_MARK_SYMBOLS - 1 - symbol) & 1;
}

// values that a block reaches back, of a clock 2 % slow, and a batch
static size_t kept_values(float pitch)
{
    return (size_t)((float)(CODED_PERIOD + 28) * pitch / CODED_BATCH + 2) * CODED_BATCH;
}

size_t coded_memory(float pitch)
{
    size_t values = kept_values(pitch) + SPARE;
    return (values + values / CODED_BATCH * sizeof(float) + 15) / 16 * 16;
}

void coded_init(coded_receiver *rx, float pitch, float detection, void *memory)
{
    assert(pitch >= 4 && pitch <= CODED_MAX_PITCH);
    memset(rx, 0, sizeof *rx);
    rx->pitch = pitch;
    mark_init(&rx->mark, pitch);
    rx->least = (int)(detection * usual_value * CODED_MARK_SYMBOLS);
    rx->sought = rx->least;
    rx->kept = kept_values(pitch);
    rx->scale = memory;
    rx->history = (int8_t *)(rx->scale + (rx->kept + SPARE) / CODED_BATCH);
}

void coded_set_clear(coded_receiver *rx, bool clear)
{
    rx->sought = clear ? rx->least + rx->least / 4 : rx->least;
}

// Puts a start into the queue, or in the place of one within a symbol that it betters.
static void propose(coded_receiver *rx, coded_start start)
{
    for (int i = 0; i < rx->queued; i++) {
        coded_start *other = &rx->queue[i];
        if (fabs(other->middle - start.middle) > 2 * (double)rx->pitch)
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

// Looks for a mark that begins in the CODED_BATCH values from history[at] on.
static void search(coded_receiver *rx, size_t at)
{
    mark_hit hit;
    if (!mark_find(&rx->mark, rx->history + at, rx->sought, &hit))
        return;
    double middle = (double)(rx->first + at) + hit.place + (double)(half_mark * rx->pitch);
    propose(rx, (coded_start){.middle = middle,
                              .period = rx->pitch * hit.stretch,
                              .agreement = (float)hit.agreement});
}

// The stream at a place of the history, between two values on the straight line that joins them.
static float value(const coded_receiver *rx, float at)
{
    size_t i = (size_t)at, j = i + 1;
    float fraction = at - (float)i;
    float a = (float)rx->history[i] * rx->scale[i / CODED_BATCH];
    float b = (float)rx->history[j] * rx->scale[j / CODED_BATCH];
    return a + fraction * (b - a);
}

// Where the first symbol of the mark lies in the history.
static float place(const coded_receiver *rx, const coded_start *start)
{
    return (float)(start->middle - (double)rx->first) - half_mark * start->period;
}

// How far open the eye is over a block: the sum of magnitudes in the middle of every `stride`-th symbol.
static int opening(const int8_t *history, float at, float period, int stride)
{
    // places in 1/65536 of a value; two values make up for what lies between
    uint32_t place = (uint32_t)((at + CODED_MARK_SYMBOLS * period) * 65536);
    uint32_t step = (uint32_t)(period * (float)stride * 65536);
    int sum = 0;
    for (int k = CODED_MARK_SYMBOLS; k < CODED_PERIOD; k += stride, place += step) {
        const int8_t *x = history + (place >> 16);
        int v = 64 * x[0] + (x[1] - x[0]) * (int)(place >> 10 & 63);
        sum += v < 0 ? -v : v;
    }
    return sum;
}

// Tries clocks around `start`: `shifts` and `rates` steps to either side.
static void open_eye(const coded_receiver *rx, coded_start *start, int shifts, float shift_step,
                     int rates, float part, int stride)
{
    coded_start best = *start;
    int best_opening = -1;
    for (int i = -shifts; i <= shifts; i++) {
        for (int r = -rates; r <= rates; r++) {
            coded_start trial = *start;
            trial.middle += (double)((float)i * shift_step * rx->pitch);
            trial.period *= 1 + (float)r * part;
            int open = opening(rx->history, place(rx, &trial), trial.period, stride);
            if (open > best_opening) {
                best_opening = open;
                best = trial;
            }
        }
    }
    *start = best;
}

// Finds the clock under which the eye is widest.
static void fit_clock(const coded_receiver *rx, coded_start *start)
{
    if (!start->tracked) {
        start->period = rx->pitch;  // the mark tells the clock only roughly
        open_eye(rx, start, 0, 0, 48, 0.0005f, 2);
    }
    open_eye(rx, start, 2, 0.125f, 2, 0.0003f, 4);
    open_eye(rx, start, 1, 0.06f, 1, 0.00015f, 2);
}

// Level and noise of a block: how far its values lie from the mean of those that have the same signs before
// and after them, for neighbours shift a value without noise too.
static void measure(coded_receiver *rx, float at, float period, float offset)
{
    float sum[8] = {0}, squares = 0, before = 0, here = 0;
    int count[8] = {0};
    rx->level = 0;
    for (int k = CODED_MARK_SYMBOLS; k <= CODED_PERIOD; k++) {
        float next = value(rx, at + (float)k * period) - offset;
        int signs = (before > 0) << 2 | (here > 0) << 1 | (next > 0);
        if (k >= CODED_MARK_SYMBOLS + 2) {
            sum[signs] += here;
            squares += here * here;
            count[signs]++;
            rx->level += fabsf(here);
        }
        before = here;
        here = next;
    }
    const float total = (float)ACC_FEC_BLOCK_SYMBOLS - 1;
    for (int g = 0; g < 8; g++)
        squares -= count[g] ? sum[g] * sum[g] / (float)count[g] : 0;
    rx->level /= total;
    rx->variance = squares / total;
}

// Turns a block into soft decisions, with the sign and the offset that its mark shows.
static void slice(coded_receiver *rx, const coded_start *start)
{
    float at = place(rx, start), ones = 0, zeros = 0;
    for (int k = 0; k < CODED_MARK_SYMBOLS; k++) {
        float v = value(rx, at + (float)k * start->period);
        if (mark_bit(k))
            ones += v;
        else
            zeros += v;
    }
    float offset = (ones + zeros) / CODED_MARK_SYMBOLS;
    measure(rx, at, start->period, offset);
    rx->inverted = ones < zeros;
    float scale = rx->level > 0 ? 16 / rx->level : 0;
    if (rx->inverted)
        scale = -scale;
    for (int k = 0; k < (int)ACC_FEC_BLOCK_SYMBOLS; k++) {
        float v =
            scale * (value(rx, at + (float)(k + CODED_MARK_SYMBOLS) * start->period) - offset);
        rx->soft[k] = (int8_t)lrintf(fmaxf(fminf(v, ACC_FEC_SOFT_MAX), -ACC_FEC_SOFT_MAX));
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
    // equal tags do not make a frame of blocks that lie too far apart
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
    return whole ? CODED_FRAME : result;
}

static coded_result read_block(coded_receiver *rx, coded_start start)
{
    coded_start asked = start;
    acc_fec_block block;
    unsigned errors;
    if (place(rx, &start) < rx->pitch)
        return CODED_NOTHING;
    fit_clock(rx, &start);
    slice(rx, &start);
    if (acc_fec_block_read(rx->soft, &block, &errors, &rx->scratch) == ACC_OK) {
        rx->good++;
        rx->corrected += errors;
        return gather(rx, &start, &block);
    }
    if (asked.tracked && rx->remaining > 0) {
        rx->bad++;
        rx->remaining--;
        expect_next(rx, &asked);
    }
    return CODED_NOTHING;
}

// Reads the blocks of the queue that have come in to their end, up to the first that has a result.
static coded_result read_ready(coded_receiver *rx)
{
    double newest = (double)(rx->first + rx->count);
    for (int i = 0; i < rx->queued;) {
        coded_start start = rx->queue[i];
        // the fit may end up with a slower clock
        float slowest = start.tracked ? start.period : 1.025f * rx->pitch;
        if (start.middle + (CODED_PERIOD - half_mark + 4) * (double)slowest > newest) {
            i++;
            continue;
        }
        rx->queue[i] = rx->queue[--rx->queued];
        coded_result result = read_block(rx, start);
        if (result != CODED_NOTHING)
            return result;
    }
    // its last block has been tried by now
    if (rx->open && newest > rx->frame_end + 30 * (double)rx->pitch) {
        rx->open = false;
        return CODED_LOST;
    }
    return CODED_NOTHING;
}

bool coded_is_open(const coded_receiver *rx)
{
    return rx->good && (double)(rx->first + rx->count) < rx->frame_end + 30 * (double)rx->pitch;
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

// Adds a batch to the history.
static void keep_batch(coded_receiver *rx, const float *x)
{
    float lane[4] = {0};
    for (int i = 0; i < CODED_BATCH; i += 4)
        for (int l = 0; l < 4; l++)
            lane[l] += x[i + l] * x[i + l];
    float usual = sqrtf((lane[0] + lane[1] + lane[2] + lane[3]) / CODED_BATCH);
    float gain = usual > 0 ? usual_value / usual : 0;
    drop_old(rx);
    rx->scale[rx->count / CODED_BATCH] = usual / usual_value;
    kernel_quantise(x, gain, (int)largest_value, rx->history + rx->count, CODED_BATCH);
    rx->count += CODED_BATCH;
}

static void take_batch(coded_receiver *rx, const float *x)
{
    size_t span = (size_t)((float)CODED_MARK_SYMBOLS * rx->pitch) + MARK_REACH + CODED_BATCH;
    keep_batch(rx, x);
    if (rx->count >= span + MARK_REACH)
        search(rx, rx->count - span);
    rx->unread = true;
}

size_t coded_push(coded_receiver *rx, const float *values, size_t count, coded_result *result)
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
