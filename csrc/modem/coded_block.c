// One block of a coded frame: its clock by the widest eye, a clock that wanders, and soft decisions (docs/modem.md,
// Receiver). Input: the history of coded.c and a start; output: the decoded block and its exact place.
#include "modem/coded_block.h"

#include "modem/kernel.h"

#include <math.h>

// A wandering clock is followed in parts of a block. It may move by WANDER / 16 symbols from one part to the next,
// which is 8000 ppm.
enum { CODED_PARTS = 9, CODED_PART = CODED_PERIOD / CODED_PARTS, WANDER = 8 };

static bool sync_bit(int symbol)
{
    return BLOCK_SYNC_WORD >> (CODED_SYNC_SYMBOLS - 1 - symbol) & 1;
}

// The sum of magnitudes at `count` places of the history, `step` apart from `at` on, each normalised by the noise that
// interpolation leaves there.
static int magnitudes(const coded_receiver *rx, float at, float step, int count)
{
    // places in 1/65536 of a value; linear between two values
    const int8_t *history = rx->history;
    uint32_t place = (uint32_t)(at * 65536), apart = (uint32_t)(step * 65536);
    int sum = 0;
    for (int k = 0; k < count; k++, place += apart) {
        const int8_t *x = history + (place >> 16);
        int part = (int)(place >> 10 & (CODED_FRACTIONS - 1));
        int v = CODED_FRACTIONS * x[0] + (x[1] - x[0]) * part;
        sum += (v < 0 ? -v : v) * rx->norm[part];
    }
    return sum;
}

// The eye opening of a block, from every `stride`th symbol.
static int opening(const coded_receiver *rx, const coded_start *start, int stride)
{
    const float at = coded_place(rx, start) + CODED_SYNC_SYMBOLS * start->period;
    return magnitudes(rx, at, start->period * (float)stride,
                      ((int)ACC_FEC_BLOCK_SYMBOLS + stride - 1) / stride);
}

// Moves a start by `steps`. Each step moves its place by `shift` symbols and lengthens its period by `rate` of the nominal
// one. The symbol that is `pivot` symbols after the block sync's middle stays where it is when the period changes.
static coded_start moved(const coded_receiver *rx, const coded_start *from, int steps, float shift,
                         float rate, float pivot)
{
    coded_start to = *from;
    float longer = (float)steps * rate * rx->per_symbol;
    to.period += longer;
    to.middle += (double)((float)steps * shift * rx->per_symbol - pivot * longer);
    return to;
}

// Tries all clocks within 2.4 % on every `stride`th symbol. The block sync determines the place exactly but the
// clock only roughly: a clock more than 1.4 % from that estimate needs an eye 1/32 wider.
static void scan(const coded_receiver *rx, coded_start *start, int stride)
{
    const float most = 1.0105f * rx->per_symbol, least = 0.9895f * rx->per_symbol, rate = 0.0005f;
    const float from_sync = fmaxf(fminf(start->period, most), least);
    coded_start origin = *start;
    int best = -1;
    origin.period = rx->per_symbol;
    for (int i = -48; i <= 48; i++) {
        coded_start trial = moved(rx, &origin, i, 0, rate, 0);
        bool is_near = fabsf(trial.period - from_sync) < 0.0138f * rx->per_symbol;
        int open = opening(rx, &trial, stride), weight = is_near ? open : open - open / 32;
        if (weight > best) {
            best = weight;
            *start = trial;
        }
    }
}

// Moves a start while the eye gets wider, at most `most` steps. `open` is the eye opening, in and out.
static void climb(const coded_receiver *rx, coded_start *start, int *open, int most, float shift,
                  float rate, int stride)
{
    const float middle = CODED_PERIOD / 2.0f;  // of the block
    for (int way = 1; way >= -1; way -= 2) {
        int taken = 0;
        for (; taken < most; taken++) {
            coded_start trial = moved(rx, start, way, shift, rate, middle);
            int wider = opening(rx, &trial, stride);
            if (wider <= *open)
                break;
            *open = wider;
            *start = trial;
        }
        if (taken)
            return;
    }
}

// Whether every eighth symbol is enough to fit the clock: the previous block's level was 13 dB above its noise, or the
// block sync's correlation is 1.5 times its limit. A block that then fails is read again with more symbols.
static bool is_clear(const coded_receiver *rx, const coded_start *start)
{
    if (start->tracked)
        return 20 * rx->variance < rx->level * rx->level;
    return start->agreement > 1.5f * (float)rx->least;
}

// Fits place and clock to the widest eye, first from every `coarse`th symbol, then from every `fine`th.
static void fit_clock(const coded_receiver *rx, coded_start *start, int coarse, int fine)
{
    if (!start->tracked)
        scan(rx, start, fine);
    int open = opening(rx, start, coarse);
    climb(rx, start, &open, 3, 0.125f, 0, coarse);
    climb(rx, start, &open, 2, 0, 0.0003f, coarse);
    open = opening(rx, start, fine);
    climb(rx, start, &open, 1, 0.06f, 0, fine);
    climb(rx, start, &open, 1, 0, 0.00015f, fine);
}

// The stream's value at a place of the history, in 1/65536 of a value, by linear interpolation.
static float value(const coded_receiver *rx, uint32_t place)
{
    uint32_t i = place >> 16, j = i + 1;
    int32_t a = rx->history[i], b = rx->history[j], part = (int32_t)(place & 0xFFFF);
    float first = rx->scale[i / CODED_BATCH] * (1 / 65536.0f);
    if (j % CODED_BATCH)
        return (float)(a * 65536 + part * (b - a)) * first;
    float second = rx->scale[j / CODED_BATCH] * (1 / 65536.0f);
    return (float)(a * (65536 - part)) * first + (float)(b * part) * second;
}

// Level and noise of a block. Neighbouring symbols shift a value even without noise, so the values are grouped by their
// own sign and the signs of both neighbours; the noise is the variance around the mean of each group.
static void measure_values(coded_receiver *rx)
{
    float sum[8] = {0}, squares = 0, level = 0;
    int count[8] = {0};
    const float *x = rx->values;
    int signs = (x[0] > 0) << 1 | (x[1] > 0);
    for (int k = 1; k < (int)ACC_FEC_BLOCK_SYMBOLS; k++) {
        signs = (signs << 1 | (x[k + 1] > 0)) & 7;
        sum[signs] += x[k];
        squares += x[k] * x[k];
        count[signs]++;
    }
    const float total = (float)ACC_FEC_BLOCK_SYMBOLS - 1;
    for (int g = 0; g < 8; g++) {
        squares -= count[g] ? sum[g] * sum[g] / (float)count[g] : 0;
        level += fabsf(sum[g]);
    }
    rx->level = level / total;
    rx->variance = squares / total;
}

// Finds how far each part of a block is from where a steady clock would have it. Offsets around that of the previous part
// are tried; the one with the widest eye is used.
static void follow_wander(const coded_receiver *rx, const coded_start *start,
                          float shift[CODED_PARTS])
{
    const float grain = rx->per_symbol / 16, most = 3.5f * rx->per_symbol;
    float at = coded_place(rx, start), before = 0;
    for (int p = 0; p < CODED_PARTS; p++, at += (float)CODED_PART * start->period) {
        int widest = -1;
        for (int i = -WANDER; i <= WANDER; i++) {
            float trial = fmaxf(fminf(before + (float)i * grain, most), -most);
            int open = magnitudes(rx, at + trial, start->period, CODED_PART);
            if (open > widest) {
                widest = open;
                shift[p] = trial;
            }
        }
        before = shift[p];
    }
}

// The place of symbol `k` of a block, in 1/65536 of a value: linear between the middles of the parts.
static uint32_t symbol_place(const coded_receiver *rx, const coded_start *start, const float *shift,
                             int k)
{
    float at = coded_place(rx, start) + (float)k * start->period;
    if (shift) {
        float part = ((float)k + 0.5f) / (float)CODED_PART - 0.5f;
        int p = part < 0 ? 0 : part > CODED_PARTS - 2 ? CODED_PARTS - 2 : (int)part;
        at += shift[p] + (part - (float)p) * (shift[p + 1] - shift[p]);
    }
    return (uint32_t)(at * 65536);
}

// Turns a block into soft decisions, with polarity and offset from its block sync; `shift` is NULL for a steady clock.
static void slice(coded_receiver *rx, const coded_start *start, const float *shift)
{
    float ones = 0, zeros = 0;
    for (int k = 0; k < CODED_SYNC_SYMBOLS; k++) {
        float v = value(rx, symbol_place(rx, start, shift, k));
        if (sync_bit(k))
            ones += v;
        else
            zeros += v;
    }
    float offset = (ones + zeros) / CODED_SYNC_SYMBOLS;
    for (int k = 0; k <= (int)ACC_FEC_BLOCK_SYMBOLS; k++)
        rx->values[k] = value(rx, symbol_place(rx, start, shift, CODED_SYNC_SYMBOLS + k)) - offset;
    measure_values(rx);
    rx->inverted = ones < zeros;
    float scale = rx->level > 0 ? 16 / rx->level : 0;
    acc_kernel_quantise(rx->values, rx->inverted ? -scale : scale, ACC_FEC_SOFT_MAX, rx->soft,
                        ACC_FEC_BLOCK_SYMBOLS);
}

// Decodes a block with a wandering clock. `start` is adjusted so that it predicts the block's end.
static bool read_wandering(coded_receiver *rx, coded_start *start, acc_fec_block *block,
                           unsigned *errors)
{
    float shift[CODED_PARTS];
    follow_wander(rx, start, shift);
    slice(rx, start, shift);
    if (acc_fec_block_read(rx->soft, block, errors, &rx->scratch) != ACC_OK)
        return false;
    start->middle += (double)shift[0];
    start->period += (shift[CODED_PARTS - 1] - shift[0]) / (CODED_PERIOD - CODED_PART);
    return true;
}

bool acc_coded_block_read(coded_receiver *rx, coded_start *start, acc_fec_block *block,
                          unsigned *errors)
{
    const coded_start asked = *start;
    const bool clear = is_clear(rx, start);
    if (clear) {
        fit_clock(rx, start, 8, 8);
        slice(rx, start, NULL);
        if (acc_fec_block_read(rx->soft, block, errors, &rx->scratch) == ACC_OK)
            return true;
        *start = asked;
    }
    fit_clock(rx, start, 4, 2);
    slice(rx, start, NULL);
    if (acc_fec_block_read(rx->soft, block, errors, &rx->scratch) == ACC_OK)
        return true;
    *start = asked;
    return clear && read_wandering(rx, start, block, errors);
}
