// FSK detection. Correlator of a tone of w radians per sample: z = sum x[n] exp(-j w n). The search's soft decision
// is |mark|^2 - |space|^2 at each place; the tracker is a Viterbi detector over continuous phase with the branch
// metric Re(conj(reference) z).
#include "modem/fsk.h"

#include <string.h>

#define MARK 1
#define SPACE 0
#define NEVER -1e9f   // metric of an excluded branch
#define FALLING 0.3f  // share of the mean energy below which the level falls
// Timing error in symbols that noise does not reach as the mean of 1 / LATE_PACE transitions; the change of the period
// by what is beyond it.
#define LATE 0.08f
#define LATE_PACE (1 / 12.0f)
#define STRETCH 0.0006f
#define EDGE 0.35f  // timing error in symbols over the sum of contrasts
#define LINE 0.17f  // the same for small errors
#define IDEAL                                                                                      \
    0.245f  // LINE by the formula of near_edges(), which omits the mirrors, for tones 5/6 of a bit rate apart
#define TURN 6.28318531f
#define WORD 32u  // bits of acc_fsk_find_shift
#define PASSES 4  // with tones four bit rates apart three lose one frame in 100
#define APART 6u  // symbols between the phases that it compares
// Least shift over the mean tone: this, and three standard deviations of the bits' clock, in noise six. Noise is
// a coherence below STEADY, an Es/N0 of 14 dB: there bits between the samples are most of the deviation.
#define LEAST_SHIFT 0.001f
#define STEADY 0.96f
#define CLEAR 9.0f  // least Es/N0, 10 dB, at which a fall can be told from noise

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static uint32_t ring_size(float period, float history)
{
    uint32_t size = 256;
    while ((float)size < history * period + 128)
        size *= 2;
    return size;
}

static uint32_t width_of(float period)
{
    return (uint32_t)lrintf(period);
}

size_t acc_fsk_memory(float period, float history)
{
    size_t width = width_of(period);
    return (ring_size(period, history) + width + 3) / 4 * 4 * sizeof(float) + width * sizeof(lanes);
}

static lanes tap(const fsk *f, float k)
{
    float m = f->cycle[MARK] * k, s = f->cycle[SPACE] * k;
    return (lanes){cosf(m), -sinf(m), cosf(s), -sinf(s)};
}

// A real tone of frequency w has half its amplitude at -w, which leaks into the correlator for w
// unless the symbol is a whole number of half cycles: z = a + k conj(a), k the mean of exp(-2jwn).
static void init_mirror(fsk *f)
{
    float k[2][2] = {{0}};
    for (int b = 0; b < 2; b++)
        for (uint32_t n = 0; n < f->width; n++) {
            k[b][0] += cosf(2 * f->cycle[b] * (float)n) / (float)f->width;
            k[b][1] -= sinf(2 * f->cycle[b] * (float)n) / (float)f->width;
        }
    f->mirror[0] = (lanes){k[MARK][0], -k[MARK][0], k[SPACE][0], -k[SPACE][0]};
    f->mirror[1] = (lanes){k[MARK][1], k[MARK][1], k[SPACE][1], k[SPACE][1]};
}

static void init_leak(fsk *f)
{
    float apart = f->cycle[MARK] - f->cycle[SPACE];
    for (uint32_t n = 0; n < f->width; n++) {
        f->leak[0] += cosf(apart * (float)n) / (float)f->width;
        f->leak[1] += sinf(apart * (float)n) / (float)f->width;
    }
}

static inline lanes swapped(lanes z)
{
    return __builtin_shufflevector(z, z, 1, 0, 3, 2);
}

// subtracts the negative frequencies, to first order
static inline lanes without_mirror(const fsk *f, lanes z)
{
    return z - (z * f->mirror[0] + swapped(z) * f->mirror[1]);
}

void acc_fsk_init(fsk *f, float period, float mark, float space, float history, void *memory)
{
    memset(f, 0, sizeof *f);
    f->period = period;
    f->width = width_of(period);
    f->step = search_step(period);
    f->whole = f->width / f->step;
    f->mask = ring_size(period, history) - 1;
    f->ring = memory;
    f->taps = (lanes *)(void *)(f->ring + (f->mask + 1 + f->width + 3) / 4 * 4);
    memset(f->ring, 0, (f->mask + 1 + f->width) * sizeof(float));
    f->cycle[MARK] = mark;
    f->cycle[SPACE] = space;
    for (int b = 0; b < 2; b++) {
        f->turn[b][0] = cosf(f->cycle[b] * period);
        f->turn[b][1] = sinf(f->cycle[b] * period);
    }
    for (uint32_t k = 0; k < f->width; k++)
        f->taps[k] = tap(f, (float)k);
    for (int inside = 0; inside < 2; inside++) {
        f->edge[0][inside] = tap(f, inside ? 0 : -1);
        f->edge[1][inside] = tap(f, (float)f->width - (inside ? 1 : 0));
    }
    float m = mark * (float)f->step, s = space * (float)f->step;
    f->step_turn[0] = (lanes){cosf(m), cosf(m), cosf(s), cosf(s)};
    f->step_turn[1] = (lanes){sinf(m), -sinf(m), sinf(s), -sinf(s)};
    init_mirror(f);
    init_leak(f);
}

void acc_fsk_write(fsk *f, const float *x, size_t len)
{
    while (len) {
        uint32_t begin = f->now & f->mask, room = f->mask + 1 - begin;
        size_t n = len < room ? len : room;
        acc_kernel_shift(x, f->mean, f->ring + begin, n);
        // a window may read beyond the end
        if (begin < f->width)
            memcpy(f->ring + f->mask + 1, f->ring, f->width * sizeof(float));
        f->now += (uint32_t)n;
        x += n;
        len -= n;
    }
}

float *acc_fsk_newest(fsk *f, uint32_t chunk)
{
    // a chunk never crosses the end of the ring
    return f->ring + ((f->now - chunk) & f->mask);
}

void acc_fsk_end_chunk(fsk *f, uint32_t chunk)
{
    const float *x = acc_fsk_newest(f, chunk);
    if (x < f->ring + f->width)
        memcpy(f->ring + f->mask + 1, f->ring, f->width * sizeof(float));
    float sum = acc_kernel_sum(x, chunk);
    f->chunks += f->chunks < 1024 / chunk;
    f->mean += sum / (float)chunk / (float)f->chunks;
}

static const float *window(const fsk *f, uint32_t at)
{
    return f->ring + (at & f->mask);
}

// power of mark - power of space
static inline float contrast(lanes z)
{
    lanes power = z * z;
    power += swapped(power);
    return power[0] - power[2];
}

// acc_kernel_correlate() for few samples
static inline lanes correlate_piece(const float *x, const lanes *taps, uint32_t len)
{
    lanes sum = {0};
    for (uint32_t k = 0; k < len; k++)
        sum += x[k] * taps[k];
    return sum;
}

size_t acc_fsk_search(fsk *f, float *restrict soft, float *restrict tones, size_t most)
{
    const uint32_t step = f->step, whole = f->whole, rest = f->width - whole * step;
    const lanes turn = f->step_turn[0], across = f->step_turn[1], *taps = f->taps;
    uint32_t pieces = f->pieces, next = f->next;
    lanes piece[FSK_PIECES];
    size_t count = 0;
    memcpy(piece, f->piece, sizeof piece);
    for (; count < most && (int32_t)(f->now - next) >= (int32_t)f->width; next += step) {
        const float *x = window(f, next);
        for (; pieces < whole; pieces++)
            piece[pieces] = correlate_piece(x + pieces * step, taps, step);
        lanes z = correlate_piece(x + whole * step, taps, rest);
        for (uint32_t i = whole; i-- > 0;)
            z = piece[i] + (z * turn + swapped(z) * across);
        for (uint32_t i = 1; i < whole; i++)
            piece[i - 1] = piece[i];
        pieces = whole - 1;
        // the squares of mark, of space, and again
        lanes squares = z * z;
        squares += swapped(squares);
        soft[count] = squares[0] - squares[2];
        tones[count++] = squares[0] + squares[2];
    }
    memcpy(f->piece, piece, sizeof piece);
    f->pieces = pieces;
    f->next = next;
    return count;
}

uint32_t acc_fsk_skip(fsk *f, float kept)
{
    const int32_t most = (int32_t)width_of(kept * f->period);
    const int32_t ahead = (int32_t)(f->now - f->next);
    if (ahead <= most)
        return 0;
    uint32_t left_out = (uint32_t)(ahead - most) / f->step;
    f->next += left_out * f->step;
    f->pieces = 0;
    return left_out;
}

void acc_fsk_follow(const fsk *f, fsk_track *t, float back, float clock_ratio)
{
    memset(t, 0, sizeof *t);
    t->period = f->period * clock_ratio;
    t->skew[0] = 1;
    // the search's window and the symbol have one middle
    place latest = {f->next - f->step, 0};
    t->at = place_add(latest, 0.5f * ((float)f->width - t->period) - back * (float)f->step);
}

// the mean of the tones
static float middle_of(const fsk *f)
{
    return 0.5f * (f->cycle[MARK] + f->cycle[SPACE]);
}

// the correlators' values for a window that begins `late` samples earlier, at the symbol's start
static lanes turn_back(const fsk *f, lanes z, float late)
{
    // sine and cosine by their series: `late` is at most a sample
    float m = f->cycle[MARK] * late, s = f->cycle[SPACE] * late;
    float cm = 1 - m * m * (0.5f - m * m * (1 / 24.0f)), sm = m - m * m * m * (1 / 6.0f);
    float cs = 1 - s * s * (0.5f - s * s * (1 / 24.0f)), ss = s - s * s * s * (1 / 6.0f);
    lanes c = {cm, cm, cs, cs}, d = {sm, -sm, ss, -ss};
    return z * c + swapped(z) * d;
}

// The correlators' values of a symbol that starts `part` of a sample after sample `begin`; the samples at its edges
// are weighted by the part that is inside the symbol.
static lanes symbol_at(const fsk *f, uint32_t begin, float part)
{
    const uint32_t end = begin + f->width;
    const float last = part + f->period - (float)f->width;
    const bool late = part > 0, early = last < 0;
    lanes z = acc_kernel_correlate(window(f, begin), f->taps, f->width);
    z -= part * *window(f, begin - !late) * f->edge[0][late];
    z += last * *window(f, end - early) * f->edge[1][early];
    return turn_back(f, without_mirror(f, z), -part);
}

lanes acc_fsk_symbol(const fsk *f, place start)
{
    const uint32_t begin = start.at + (start.part >= 0.5f);
    return symbol_at(f, begin, (float)(int32_t)(start.at - begin) + start.part);
}

lanes acc_fsk_piece(const fsk *f, place start)
{
    const uint32_t begin = start.at + (start.part >= 0.5f);
    const lanes z = correlate_piece(window(f, begin), f->taps, f->step);
    return turn_back(f, z, -((float)(int32_t)(start.at - begin) + start.part));
}

lanes acc_fsk_turn(const fsk *f, place start)
{
    const uint32_t begin = start.at + (start.part >= 0.5f), half = f->width / 2;
    const lanes a = acc_kernel_correlate(window(f, begin), f->taps, half);
    const lanes b = acc_kernel_correlate(window(f, begin + half), f->taps + half, half);
    return (lanes){b[0] * a[0] + b[1] * a[1], b[1] * a[0] - b[0] * a[1], b[2] * a[2] + b[3] * a[3],
                   b[3] * a[2] - b[2] * a[3]};
}

float acc_fsk_energy(const fsk *f, uint32_t begin, uint32_t count)
{
    float sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float x = *window(f, begin + i);
        sum += x * x;
    }
    return sum;
}

// slow loops on the best survivor's phase error in radians: the sender's clock, which turns both
// tones, and the channel's phase of space against mark
static void follow_phase(const fsk *f, fsk_track *t, int bit, float error)
{
    float pace = 1 / ((float)t->seen + 10), middle = middle_of(f);
    t->period -= larger(pace * 0.3f, 0.004f) * error / middle;
    // within 3 %: the search finds clocks within 2.5 %
    float most = 1.03f * f->period, least = 0.97f * f->period;
    t->period = t->period > most ? most : t->period < least ? least : t->period;
    float turn = larger(pace, 0.03f) * (bit == SPACE ? error : -error);
    float c = t->skew[0] - turn * t->skew[1], s = t->skew[1] + turn * t->skew[0];
    // a Newton step of 1 / sqrt keeps the length at 1
    float shrink = 1.5f - 0.5f * (c * c + s * s);
    t->skew[0] = c * shrink;
    t->skew[1] = s * shrink;
}

// The survivors of one new bit: for each new state the better of its two old states (0 to 3 or 4 to
// 7), with metric and reference before the bit.
typedef struct branch {
    lanes metric, re, im;
} branch;

static inline branch extend(const fsk_track *t, float re, float im)
{
    lanes low = t->metric[0] + t->re[0] * re + t->im[0] * im;
    lanes high = t->metric[1] + t->re[1] * re + t->im[1] * im;
    flags upper = (flags)(high > low);
    return (branch){lanes_select(upper, high, low), lanes_select(upper, t->re[1], t->re[0]),
                    lanes_select(upper, t->im[1], t->im[0])};
}

// moves the references toward the symbol's values by `pace` and turns them on to the next symbol
static inline branch turned(branch b, float re, float im, float pace, float c, float s)
{
    lanes x = b.re + pace * (re - b.re), y = b.im + pace * (im - b.im);
    return (branch){b.metric, x * c - y * s, x * s + y * c};
}

// the lanes of a and b alternately: the new bit is bit 0 of the state
static inline void interleave(lanes a, lanes b, lanes out[2])
{
    out[0] = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    out[1] = __builtin_shufflevector(a, b, 2, 6, 3, 7);
}

static inline float largest(lanes v)
{
    return larger(larger(v[0], v[1]), larger(v[2], v[3]));
}

// The best of the four survivors, in the first lane. Without branches, which would be unpredictable.
static inline branch best_of(branch b)
{
    branch c = {__builtin_shufflevector(b.metric, b.metric, 2, 3, 0, 1),
                __builtin_shufflevector(b.re, b.re, 2, 3, 0, 1),
                __builtin_shufflevector(b.im, b.im, 2, 3, 0, 1)};
    flags other = (flags)(c.metric > b.metric);
    b = (branch){lanes_select(other, c.metric, b.metric), lanes_select(other, c.re, b.re),
                 lanes_select(other, c.im, b.im)};
    c = (branch){swapped(b.metric), swapped(b.re), swapped(b.im)};
    other = (flags)(c.metric > b.metric);
    return (branch){b.metric, lanes_select(other, c.re, b.re), lanes_select(other, c.im, b.im)};
}

// updates phase, amplitude and noise from the best survivor
static void learn(const fsk *f, fsk_track *t, int bit, const branch *b, float re, float im)
{
    branch top = best_of(*b);
    float pr = top.re[0], pi = top.im[0], square = pr * pr + pi * pi;
    float error = square > 0 ? (pr * im - pi * re) / square : 0;
    error = error > 0.7f ? 0.7f : error < -0.7f ? -0.7f : error;
    float er = re - pr, ei = im - pi;
    follow_phase(f, t, bit, error);
    // the first symbol has no reference yet
    if (!t->fresh)
        return;
    float share = larger(1 / (float)(t->seen - 1), 0.05f);
    t->amplitude += share * (square - t->amplitude);
    t->noise += share * (er * er + ei * ei - t->noise);
}

// one step of the sequence detector; `turn` is the tones' extra phase in radians
static void advance(const fsk *f, fsk_track *t, const float re[2], const float im[2], int known,
                    float turn)
{
    float pace = larger(1 / ((float)t->fresh + 1), 0.1f), best[2];
    branch way[2];
    for (int b = 0; b < 2; b++) {
        way[b] = extend(t, re[b], im[b]);
        if (known == !b)
            way[b].metric += NEVER;
        best[b] = largest(way[b].metric);
    }
    int bit = best[MARK] > best[SPACE] ? MARK : SPACE;
    learn(f, t, bit, &way[bit], re[bit], im[bit]);
    // a small angle is its sine; with many cycles a symbol it is large, and such references would grow without limit
    const bool is_large = turn > 0.3f || turn < -0.3f;
    const float cosine = is_large ? cosf(turn) : 1, sine = is_large ? sinf(turn) : turn;
    for (int b = 0; b < 2; b++) {
        float c = cosine * f->turn[b][0] - sine * f->turn[b][1];
        float s = cosine * f->turn[b][1] + sine * f->turn[b][0];
        way[b] = turned(way[b], re[b], im[b], pace, c, s);
    }
    interleave(way[0].metric - best[bit], way[1].metric - best[bit], t->metric);
    interleave(way[0].re, way[1].re, t->re);
    interleave(way[0].im, way[1].im, t->im);
}

// Turns both tones with the period, so that the phase of the next symbol stays.
static void stretch(const fsk *f, fsk_track *t, float samples)
{
    t->period += samples;
    t->shift += middle_of(f) * samples;
}

// A clock that is off turns the phase, and is followed by it. If the tones are off by something else, the phase drives
// the clock away, and the timing error stays.
static void follow_timing(const fsk *f, fsk_track *t, float off)
{
    t->late += (off - t->late) * LATE_PACE;
    const float beyond = t->late > LATE ? t->late - LATE : t->late < -LATE ? t->late + LATE : 0;
    if (t->shifts)
        stretch(f, t, -STRETCH * t->period * beyond);
}

static float decide(const fsk_track *t)
{
    return largest(t->metric[1]) - largest(t->metric[0]);
}

// The sum of the contrasts of two windows: zero when a transition is in the middle between them.
static float crossing(const fsk *f, uint32_t early, uint32_t late)
{
    return contrast(acc_kernel_correlate(window(f, early), f->taps, f->width)) +
           contrast(acc_kernel_correlate(window(f, late), f->taps, f->width));
}

// The timing error in symbols, at a transition: with the right timing, a window a quarter symbol
// before this symbol and one a quarter symbol after the previous symbol's start (`before`) have
// equal contrast.
static float timing(const fsk *f, fsk_track *t, uint32_t begin, uint32_t before, float here)
{
    uint32_t quarter = (uint32_t)(0.25f * f->period + 0.5f);
    float sign = here > 0 ? 1.0f : -1.0f, off = 0;
    t->on += (1 / 24.0f) * (sign * here - t->on);
    if (sign != t->before && t->fresh) {
        off = sign * crossing(f, begin - quarter, before + quarter) * EDGE / larger(t->on, 1e-12f);
    }
    t->before = sign;
    return off > 0.3f ? 0.3f : off < -0.3f ? -0.3f : off;
}

// passes a symbol of silence without updating the averages
static void pass(fsk_track *t)
{
    lanes metric = lanes_select((flags)(t->metric[1] > t->metric[0]), t->metric[1], t->metric[0]);
    interleave(metric, metric, t->metric);
    t->at = place_add(t->at, t->period);
    t->fresh = 0;
    t->tones = (lanes){0};
    t->turn = 0;
}

// Two consecutive symbols 13 dB (0.05) below the mean power are silence. In one alone, noise may cancel the tone.
static bool is_silence(fsk_track *t, lanes z)
{
    lanes squares = z * z;
    float energy = larger(squares[0] + squares[1], squares[2] + squares[3]);
    t->silent = energy < 0.05f * t->mean_power ? t->silent + 1 : 0;
    if (t->silent > 1)
        return true;
    // without noise a falling level is followed faster: at 20 dB in 12 symbols the mean is 8 dB late, less than the
    // 13 dB of silence
    const bool falls = energy < FALLING * t->mean_power && t->amplitude > CLEAR * t->noise;
    float pace = larger(1 / ((float)t->seen + 1), falls ? 0.2f : 0.1f);
    t->mean_power += pace * (energy - t->mean_power);
    t->seen++;
    return false;
}

bool acc_fsk_step(const fsk *f, fsk_track *t, int known, float *soft)
{
    uint32_t begin = t->at.at + (t->at.part >= 0.5f);
    if ((int32_t)(f->now - begin) <= (int32_t)f->width)
        return false;
    lanes z = symbol_at(f, begin, (float)(int32_t)(t->at.at - begin) + t->at.part);
    t->symbols++;
    if (is_silence(t, z)) {
        pass(t);
        *soft = decide(t) / larger(2 * t->mean_power, 1e-12f);
        return true;
    }
    // corrects by the previous symbol's error, so that this symbol's sums need not wait for their result
    float nudge = t->nudge, gain = larger(1 / ((float)t->seen + 10), 0.02f);
    const float off = timing(f, t, begin, t->begin, contrast(z));
    t->nudge = -gain * t->period * off;
    if (off > 0 || off < 0)
        follow_timing(f, t, off);

    t->begin = begin;
    t->tones = z;
    float re[2], im[2];
    re[MARK] = z[0];
    im[MARK] = z[1];
    re[SPACE] = z[2] * t->skew[0] + z[3] * t->skew[1];
    im[SPACE] = z[3] * t->skew[0] - z[2] * t->skew[1];
    float step = t->period + nudge;
    t->turn = middle_of(f) * nudge + t->shift;
    advance(f, t, re, im, known, t->turn);
    t->fresh++;
    t->at = place_add(t->at, step);
    *soft = decide(t) / larger(2 * t->mean_power, 1e-12f);
    return true;
}

// The bits of `word` read from `at` on: how much more than predicted the tones turn in a symbol, and the line through the
// timing errors of its transitions.
typedef struct word_fit {
    float turn;           // radians
    float coherence;      // of the phases, 0 to 1
    float offset, slope;  // symbols, at the word's middle; symbols per symbol
    float deviation;      // of the slope
} word_fit;

// The timing error in symbols is `line` times the sum of the contrasts of two windows, `aside` samples before and after
// the middle of a transition's, over the mean contrast.
typedef struct edges {
    uint32_t aside;
    float line;
} edges;

// For errors of up to a quarter symbol.
static edges far_edges(const fsk *f)
{
    return (edges){(uint32_t)(0.25f * f->period + 0.5f), LINE};
}

// For small errors, and tones that turn by D against each other in a symbol. A window whose part q is before the transition
// gains a sample of the new tone in phase as it moves, and loses one of the old tone, which is Dq off: its contrast changes
// by 2 (1 - q) (1 - cos Dq) + 2 q (1 - cos D(1 - q)) a symbol, by nothing if Dq is a whole turn. Therefore Dq is half
// a turn or an odd multiple of it, the nearest to q = 1/4.
static edges near_edges(const fsk *f)
{
    const float apart = fabsf(f->cycle[MARK] - f->cycle[SPACE]) * f->period, turns = apart / TURN;
    const float part = turns > 2 ? (roundf(turns / 4 - 0.5f) + 0.5f) / turns : 0.25f;
    const uint32_t aside = (uint32_t)(part * f->period + 0.5f);
    const float q = (float)aside / f->period;
    const float change = (1 - q) * (1 - cosf(apart * q)) + q * (1 - cosf(apart * (1 - q)));
    const float leak = f->leak[0] * f->leak[0] + f->leak[1] * f->leak[1];
    return (edges){aside, LINE / IDEAL * (1 - leak) / (4 * change)};
}

// the least-squares line through the timing errors of a word's transitions
static void fit_line(word_fit *fit, const float off[], const uint32_t at[], uint32_t count)
{
    float sum = 0, squares = 0, places = 0, spread = 0, across = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float away = (float)at[i] - 0.5f * (float)WORD;
        sum += off[i];
        squares += off[i] * off[i];
        places += away;
        spread += away * away;
        across += away * off[i];
    }
    const float n = (float)count;
    spread -= places * places / n;
    fit->slope = (across - places * sum / n) / spread;
    fit->offset = (sum - fit->slope * places) / n;
    const float rest = squares - sum * sum / n - fit->slope * fit->slope * spread;
    fit->deviation = sqrtf(larger(rest, 0) / (n - 2) / spread);
}

static word_fit fit_word(const fsk *f, place at, float period, uint32_t word, edges how)
{
    float re[WORD], im[WORD], c = 1, s = 0, x = 0, y = 0, energy = 0, on = 0;
    float off[WORD];
    uint32_t turns[WORD], count = 0, before = 0;
    for (uint32_t i = 0; i < WORD; i++) {
        const int bit = word >> (WORD - 1 - i) & 1;
        const float sign = bit ? 1.0f : -1.0f;
        const uint32_t begin = at.at + (at.part >= 0.5f);
        const lanes z = acc_fsk_symbol(f, at);
        // turned back by the phase that the bits before predict
        re[i] = z[bit ? 0 : 2] * c + z[bit ? 1 : 3] * s;
        im[i] = z[bit ? 1 : 3] * c - z[bit ? 0 : 2] * s;
        const float next = c * f->turn[bit][0] - s * f->turn[bit][1];
        s = s * f->turn[bit][0] + c * f->turn[bit][1];
        c = next;
        if (i >= APART && bit == (int)(word >> (WORD - 1 - i + APART) & 1)) {
            x += re[i] * re[i - APART] + im[i] * im[i - APART];
            y += im[i] * re[i - APART] - re[i] * im[i - APART];
            energy += re[i] * re[i] + im[i] * im[i];
        }
        on += sign * contrast(z) / (float)WORD;
        if (i && bit != (int)(word >> (WORD - i) & 1)) {
            off[count] = sign * crossing(f, begin - how.aside, before + how.aside);
            turns[count++] = i;
        }
        before = begin;
        at = place_add(at, period);
    }
    for (uint32_t i = 0; i < count; i++) {
        const float error = how.line * off[i] / larger(on, 1e-12f);
        off[i] = error > 0.3f ? 0.3f : error < -0.3f ? -0.3f : error;
    }
    word_fit fit = {.turn = atan2f(y, x) / (float)APART,
                    .coherence = sqrtf(x * x + y * y) / larger(energy, 1e-12f)};
    fit_line(&fit, off, turns, count);
    return fit;
}

void acc_fsk_find_shift(const fsk *f, fsk_track *t, uint32_t word)
{
    place at = t->at;
    float period = t->period;
    const edges near = near_edges(f);
    word_fit fit = fit_word(f, at, period, word, far_edges(f));
    // again from there: the timing error is only linear near zero, the nearer the wider the shift
    for (int pass = 0; pass < PASSES; pass++) {
        const float start = fit.offset - 0.5f * (float)WORD * fit.slope;
        at = place_add(at, -start * period);
        period -= fit.slope * period;
        fit = fit_word(f, at, period, word, near);
    }
    const float cycle = middle_of(f) * period, shift = fit.turn - cycle * fit.slope;
    const float sigmas = fit.coherence > STEADY ? 3 : 6;
    const float least = cycle * (LEAST_SHIFT + sigmas * fit.deviation);
    t->shifts = true;
    const bool is_shifted = shift >= least || shift <= -least;
    // in noise the search's place and clock stay: they are fitted to all bits, these to the transitions
    if (!is_shifted && fit.coherence < STEADY)
        return;
    t->at = at;
    t->period = period - fit.slope * period;
    t->shift = is_shifted ? shift : 0;
}

bool acc_fsk_is_clear(const fsk_track *t)
{
    // Es/N0 over 16 dB: even bit by bit, one in 2 exp(20) = 10^9 is wrong
    return t->silent == 0 && t->amplitude > 40 * t->noise;
}

float acc_fsk_snr(const fsk_track *t)
{
    return t->noise > 0 ? t->amplitude / t->noise : 0;
}
