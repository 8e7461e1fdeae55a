#include "modem/coded.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The mark is correlated in segments short enough to hold together at the widest clock error, and the
// segments are added up on the assumption of one of RATES clocks.
enum { SEGMENTS = 4, SEGMENT = CODED_MARK_SYMBOLS / SEGMENTS, RATES = 5, REACH = 4 };
static const float rate_step = 0.009f;  // between the assumed clocks: -1.8 % to 1.8 %
static const float detection = 0.62f;   // least correlation
static const float half_mark =
    (CODED_MARK_SYMBOLS - 1) / 2.0f;  // symbols from its first to its middle

static float mark_sign(int symbol)
{
    return MARK_WORD >> (CODED_MARK_SYMBOLS - 1 - symbol) & 1 ? 1.0f : -1.0f;
}

// values that a block reaches back, of a clock 2 % slow, and a batch
static size_t kept_values(float pitch)
{
    return (size_t)((float)(CODED_PERIOD + 28) * pitch / CODED_BATCH + 2) * CODED_BATCH;
}

size_t coded_history(float pitch)
{
    return kept_values(pitch) + 16 * CODED_BATCH;
}

void coded_init(coded_receiver *rx, float pitch, float *history)
{
    assert(pitch >= 4 && pitch <= CODED_MAX_PITCH);
    memset(rx, 0, sizeof *rx);
    rx->pitch = pitch;
    rx->kept = kept_values(pitch);
    rx->history = history;
}

typedef float sums[CODED_BATCH + 2 * REACH];

static void correlate_segment(const float *from, int segment, float pitch, sums sum)
{
    memset(sum, 0, sizeof(sums));
    for (int i = 0; i < SEGMENT; i++) {
        int symbol = segment * SEGMENT + i;
        float sign = mark_sign(symbol);
        const float *x = from + lrintf((float)symbol * pitch);
        for (int n = 0; n < CODED_BATCH + 2 * REACH; n++)
            sum[n] += sign * x[n];
    }
}

static float power(const float *x, size_t count)
{
    float lane[4] = {0};
    for (size_t i = 0; i + 4 <= count; i += 4)
        for (int l = 0; l < 4; l++)
            lane[l] += x[i + (size_t)l] * x[i + (size_t)l];
    return (lane[0] + lane[1] + lane[2] + lane[3]) / (float)count;
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

// Looks for marks that begin in the CODED_BATCH values from history[at] on.
static void search(coded_receiver *rx, size_t at)
{
    const float *x = rx->history + at;
    float level = power(x, (size_t)((float)CODED_MARK_SYMBOLS * rx->pitch));
    if (!(level > 0))
        return;
    sums segment[SEGMENTS];
    for (int s = 0; s < SEGMENTS; s++)
        correlate_segment(x - REACH, s, rx->pitch, segment[s]);
    float floor = detection * CODED_MARK_SYMBOLS * sqrtf(level);
    for (int r = 0; r < RATES; r++) {
        float rate = (float)(r - RATES / 2) * rate_step;
        const float *part[SEGMENTS];
        for (int s = 0; s < SEGMENTS; s++) {
            float centre = (float)(s * SEGMENT) + (float)SEGMENT / 2 - CODED_MARK_SYMBOLS / 2.0f;
            part[s] = segment[s] + REACH + lrintf(rate * centre * rx->pitch);
        }
        for (int n = 0; n < CODED_BATCH; n++) {
            float c = fabsf(part[0][n] + part[1][n] + part[2][n] + part[3][n]);
            if (!(c >= floor))
                continue;
            double middle = (double)(rx->first + at) + n + (double)(half_mark * rx->pitch);
            propose(rx, (coded_start){.middle = middle,
                                      .period = rx->pitch * (1 + rate),
                                      .agreement = c * detection / floor});
        }
    }
}

static float value(const float *x, float at)
{
    int i = (int)at;
    float fraction = at - (float)i;
    return x[i] + fraction * (x[i + 1] - x[i]);
}

// Where the first symbol of the mark lies in the history.
static float place(const coded_receiver *rx, const coded_start *start)
{
    return (float)(start->middle - (double)rx->first) - half_mark * start->period;
}

// How far open the eye is over a block: the sum of magnitudes in the middle of every `stride`-th symbol.
static float opening(const float *x, float at, float period, int stride)
{
    float sum = 0;
    for (int k = CODED_MARK_SYMBOLS; k < CODED_PERIOD; k += stride)
        sum += fabsf(value(x, at + (float)k * period));
    return sum;
}

// Tries clocks around `start`: `shifts` and `rates` steps to either side.
static void open_eye(const coded_receiver *rx, coded_start *start, int shifts, float shift_step,
                     int rates, float part, int stride)
{
    coded_start best = *start;
    float best_opening = -1;
    for (int i = -shifts; i <= shifts; i++) {
        for (int r = -rates; r <= rates; r++) {
            coded_start trial = *start;
            trial.middle += (double)((float)i * shift_step * rx->pitch);
            trial.period *= 1 + (float)r * part;
            float open = opening(rx->history, place(rx, &trial), trial.period, stride);
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
        open_eye(rx, start, 0, 0, 48, 0.0005f, 1);
    }
    open_eye(rx, start, 2, 0.125f, 2, 0.0003f, 2);
    open_eye(rx, start, 1, 0.06f, 1, 0.00015f, 1);
}

// Turns a block into soft decisions, with the sign and the offset that its mark shows.
static void slice(coded_receiver *rx, const coded_start *start)
{
    const float *x = rx->history;
    float at = place(rx, start), ones = 0, zeros = 0, sum = 0, squares = 0;
    for (int k = 0; k < CODED_MARK_SYMBOLS; k++) {
        float v = value(x, at + (float)k * start->period);
        if (mark_sign(k) > 0)
            ones += v;
        else
            zeros += v;
    }
    float offset = (ones + zeros) / CODED_MARK_SYMBOLS;
    for (int k = CODED_MARK_SYMBOLS; k < CODED_PERIOD; k++) {
        float v = fabsf(value(x, at + (float)k * start->period) - offset);
        sum += v;
        squares += v * v;
    }
    rx->level = sum / (float)ACC_FEC_BLOCK_SYMBOLS;
    rx->variance = squares / (float)ACC_FEC_BLOCK_SYMBOLS - rx->level * rx->level;
    rx->inverted = ones < zeros;
    float scale = sum > 0 ? 16 * (float)ACC_FEC_BLOCK_SYMBOLS / sum : 0;
    if (rx->inverted)
        scale = -scale;
    for (int k = 0; k < (int)ACC_FEC_BLOCK_SYMBOLS; k++) {
        float v = scale * (value(x, at + (float)(k + CODED_MARK_SYMBOLS) * start->period) - offset);
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
    if (rx->count + CODED_BATCH <= rx->kept + 16 * CODED_BATCH)
        return;
    size_t old = rx->count - rx->kept;
    memmove(rx->history, rx->history + old, rx->kept * sizeof *rx->history);
    rx->count = rx->kept;
    rx->first += old;
}

size_t coded_push(coded_receiver *rx, const float *values, size_t count, coded_result *result)
{
    size_t span = (size_t)((float)CODED_MARK_SYMBOLS * rx->pitch) + REACH + CODED_BATCH;
    *result = CODED_NOTHING;
    for (size_t taken = 0; taken < count;) {
        size_t filled = rx->count % CODED_BATCH, n = CODED_BATCH - filled;
        if (filled == 0) {
            *result = read_ready(rx);
            if (*result != CODED_NOTHING)
                return taken;
            drop_old(rx);
        }
        if (n > count - taken)
            n = count - taken;
        // neither infinity nor its like may get into sums
        for (size_t i = 0; i < n; i++)
            rx->history[rx->count + i] = fabsf(values[taken + i]) < 1e15f ? values[taken + i] : 0;
        rx->count += n;
        taken += n;
        if (rx->count % CODED_BATCH == 0 && rx->count >= span + REACH)
            search(rx, rx->count - span);
    }
    return count;
}
