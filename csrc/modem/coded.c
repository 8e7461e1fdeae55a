#include "modem/coded.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The mark is correlated in segments short enough to hold together at the widest clock error, and the
// segments are added up on the assumption of one of RATES clocks.
enum { SEGMENTS = 4, SEGMENT = CODED_MARK_SYMBOLS / SEGMENTS, RATES = 5, REACH = 8 };
// Values as they are kept: a batch has a mean square of 5 x 5, and a sum of a segment fits in a byte.
static const float usual_value = 5, largest_value = 10;
enum { SPARE = 16 * CODED_BATCH };
static const float rate_step = 0.009f;  // between the assumed clocks: -1.8 % to 1.8 %
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
    rx->kept = kept_values(pitch);
    rx->least = (int16_t)(detection * usual_value * CODED_MARK_SYMBOLS);
    rx->scale = memory;
    rx->history = (int8_t *)(rx->scale + (rx->kept + SPARE) / CODED_BATCH);
}

typedef int8_t sums[CODED_BATCH + 2 * REACH];

static void correlate_segment(const int8_t *from, int segment, float pitch, sums sum)
{
    memset(sum, 0, sizeof(sums));
    for (int i = 0; i < SEGMENT; i++) {
        int symbol = segment * SEGMENT + i;
        const int8_t *x = from + lrintf((float)symbol * pitch);
        if (mark_bit(symbol))
            for (int n = 0; n < CODED_BATCH + 2 * REACH; n++)
                sum[n] = (int8_t)(sum[n] + x[n]);
        else
            for (int n = 0; n < CODED_BATCH + 2 * REACH; n++)
                sum[n] = (int8_t)(sum[n] - x[n]);
    }
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

// Adds the segments up, `part` being where each is read. Returns the largest sum, of either sign.
static int add_segments(const int8_t *const part[SEGMENTS], int16_t sum[CODED_BATCH])
{
    int16_t most = 0;
    for (int n = 0; n < CODED_BATCH; n++) {
        int16_t c = (int16_t)(part[0][n] + part[1][n] + part[2][n] + part[3][n]);
        c = c < 0 ? (int16_t)-c : c;
        sum[n] = c;
        most = c > most ? c : most;
    }
    return most;
}

// The most that a segment can add.
static int most_of(const sums sum)
{
    int8_t most = 0;
    for (int n = 0; n < CODED_BATCH + 2 * REACH; n++) {
        int8_t c = (int8_t)(sum[n] < 0 ? -sum[n] : sum[n]);
        most = c > most ? c : most;
    }
    return most;
}

// Looks for marks that begin in the CODED_BATCH values from history[at] on.
static void search(coded_receiver *rx, size_t at)
{
    sums segment[SEGMENTS];
    int most = 0;
    for (int s = 0; s < SEGMENTS; s++) {
        correlate_segment(rx->history + at - REACH, s, rx->pitch, segment[s]);
        most += most_of(segment[s]);
    }
    if (most < rx->least)
        return;
    for (int r = 0; r < RATES; r++) {
        float rate = (float)(r - RATES / 2) * rate_step;
        const int8_t *part[SEGMENTS];
        int16_t sum[CODED_BATCH];
        for (int s = 0; s < SEGMENTS; s++) {
            float centre = (float)(s * SEGMENT) + (float)SEGMENT / 2 - CODED_MARK_SYMBOLS / 2.0f;
            part[s] = segment[s] + REACH + lrintf(rate * centre * rx->pitch);
        }
        if (add_segments(part, sum) < rx->least)
            continue;
        for (int n = 0; n < CODED_BATCH; n++) {
            if (sum[n] < rx->least)
                continue;
            double middle = (double)(rx->first + at) + n + (double)(half_mark * rx->pitch);
            propose(rx, (coded_start){.middle = middle,
                                      .period = rx->pitch * (1 + rate),
                                      .agreement = (float)sum[n]});
        }
    }
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
    // places in 1/64 of a value, two of which make up for what lies between
    int32_t place = (int32_t)((at + CODED_MARK_SYMBOLS * period) * 64);
    int32_t step = (int32_t)lrintf(period * (float)stride * 4096), more = 0;
    int sum = 0;
    for (int k = CODED_MARK_SYMBOLS; k < CODED_PERIOD; k += stride) {
        int32_t now = place + (more >> 6), part = now & 63;
        const int8_t *x = history + (now >> 6);
        int v = x[0] * (64 - part) + x[1] * part;
        sum += v < 0 ? -v : v;
        more += step;
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

// Adds the batch to the history.
static void keep_batch(coded_receiver *rx)
{
    float lane[4] = {0};
    for (int i = 0; i < CODED_BATCH; i += 4)
        for (int l = 0; l < 4; l++)
            lane[l] += rx->batch[i + l] * rx->batch[i + l];
    float usual = sqrtf((lane[0] + lane[1] + lane[2] + lane[3]) / CODED_BATCH);
    float gain = usual > 0 ? usual_value / usual : 0;
    drop_old(rx);
    rx->scale[rx->count / CODED_BATCH] = usual / usual_value;
    for (int i = 0; i < CODED_BATCH; i++) {
        float v = gain * rx->batch[i];
        v = v > largest_value ? largest_value : v;
        v = v < -largest_value ? -largest_value : v;
        rx->history[rx->count + (size_t)i] =
            (int8_t)((int)(v + largest_value + 0.5f) - (int)largest_value);
    }
    rx->count += CODED_BATCH;
}

size_t coded_push(coded_receiver *rx, const float *values, size_t count, coded_result *result)
{
    size_t span = (size_t)((float)CODED_MARK_SYMBOLS * rx->pitch) + REACH + CODED_BATCH;
    *result = CODED_NOTHING;
    for (size_t taken = 0; taken < count;) {
        if (rx->filled == CODED_BATCH) {
            *result = read_ready(rx);
            if (*result != CODED_NOTHING)
                return taken;
            rx->filled = 0;
        }
        size_t room = CODED_BATCH - rx->filled, n = count - taken < room ? count - taken : room;
        // neither infinity nor its like may get into sums
        for (size_t i = 0; i < n; i++)
            rx->batch[rx->filled + i] = fabsf(values[taken + i]) < 1e15f ? values[taken + i] : 0;
        rx->filled += n;
        taken += n;
        if (rx->filled < CODED_BATCH)
            continue;
        keep_batch(rx);
        if (rx->count >= span + REACH)
            search(rx, rx->count - span);
    }
    return count;
}
