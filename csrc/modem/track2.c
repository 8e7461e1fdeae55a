// Magnetic cards: collects the turns (peaks and sign changes), then decodes the swipe in both directions.
#include "modem/track2.h"

#include <math.h>
#include <string.h>

enum {
    CHARACTER = 5,
    MAX_BITS = TRACK2_TURNS,
    LEAST_ZEROS = 6,  // clocking zeros before the start sentinel
    FORWARD = 3,      // characters from the start sentinel on that prove a card
    BACKWARD = 8,     // from the other end, by parity only: 5 of 2^8 random bit streams pass
    FIRST_TURNS = 24  // most false turns at the start of a swipe
};
static const float swing =
    0.3f;  // least height between turns over the envelope: noise with peaks 10 dB lower makes no turn
static const float short_turn =
    0.72f;  // longest half of a one, in bits: near the geometric mean of 1/2 and 1, 0.71

// Drops the turns; filters and envelope continue.
static void begin_swipe(track2_receiver *t)
{
    t->now = t->turned = t->crossed = 0;
    t->peaks.count = t->crossings.count = 0;
    t->top = -INFINITY;
    t->height = 0;
    t->fresh = false;
}

void acc_track2_init(track2_receiver *t, double rate)
{
    memset(t, 0, sizeof *t);
    t->block = (float)(1 - 2 * 3.141592653589793 * 20 / rate);  // 20 Hz
    t->fall = (float)(1 - 1 / (0.05 * rate));                   // 50 ms
    t->patience = (float)(0.012 * rate);                        // four bits at 5 in/s
    t->sign = 1;
    begin_swipe(t);
}

static void add_turn(track2_turns *turns, float at)
{
    if (turns->count < TRACK2_TURNS)
        turns->at[turns->count++] = at;
}

// The times between turns, from the first turn on or from the last one back.
typedef struct walk {
    const track2_turns *turns;
    int next, step;
} walk;

static float next_interval(walk *w)
{
    int from = w->next, to = from + w->step;
    if (from < 0 || to < 0 || from >= w->turns->count || to >= w->turns->count)
        return 0;
    w->next = to;
    return fabsf(w->turns->at[to] - w->turns->at[from]);
}

// Reads bits while the turns are valid, following the card's speed. Returns the number of bits. A zero is one
// interval of a bit's length, a one is two of half that length (two-frequency coding, ISO/IEC 7811-2). The card
// begins with zeros: the first four intervals must agree within a quarter. A hand's speed changes by less than 0.4
// from bit to bit; half a bit differs by more.
static int read_bits(walk w, uint8_t *bits)
{
    float period = 0, interval;
    for (int i = 0; i < 4; i++) {
        interval = next_interval(&w);
        if (i && fabsf(interval - period) > 0.25f * period)
            return 0;
        period = i ? 0.5f * (period + interval) : interval;
    }
    int count = 0;
    while (count < MAX_BITS && (interval = next_interval(&w)) > 0) {
        bits[count] = interval < short_turn * period;
        if (bits[count]) {
            float second = next_interval(&w);
            if (!(second > 0 && second < short_turn * period))
                break;
            interval += second;
        }
        if (fabsf(interval - period) > 0.4f * period)
            break;
        period += 0.4f * (interval - period);
        count++;
    }
    return count;
}

// Reads characters from the first one bit on: four bits, lowest first, and odd parity; from the start sentinel
// (0xB) to the end sentinel (0xF) and the LRC, which makes each column even (ISO/IEC 7811-2). True when everything
// up to the LRC is right.
static bool read_characters(const uint8_t *bits, int count, char *text)
{
    int at = 0;
    unsigned columns = 0;
    while (at < count && !bits[at])
        at++;
    if (at < LEAST_ZEROS)
        return false;
    bool ended = false;
    for (int n = 0; n < TRACK2_MAX && at + CHARACTER <= count; n++, at += CHARACTER) {
        unsigned value = 0, ones = 0;
        for (int i = 0; i < CHARACTER; i++) {
            value |= (unsigned)bits[at + i] << i;
            ones += bits[at + i];
        }
        value &= 15;
        columns ^= value;
        if (ones % 2 == 0 || (n == 0 && value != 0xB))
            return false;
        if (ended) {
            text[n] = '\n';
            text[n + 1] = 0;
            return columns == 0;
        }
        text[n] = (char)('0' + value);
        ended = value == 0xF;
    }
    return false;
}

// Reads a swipe forward, then backward. The first turns may be noise: up to FIRST_TURNS are skipped, one by one.
static bool read_swipe(const track2_turns *turns, char *text)
{
    uint8_t bits[MAX_BITS];
    for (int back = 0; back < 2; back++) {
        for (int skip = 0; skip < FIRST_TURNS && skip < turns->count; skip++) {
            walk w = {turns, back ? turns->count - 1 - skip : skip, back ? -1 : 1};
            if (read_characters(bits, read_bits(w, bits), text))
                return true;
        }
    }
    return false;
}

// Whether the bits begin like a card's: zeros, then whole characters of odd parity. The first one bit need not begin a
// character, so all five alignments are tried.
static bool begins_card(const uint8_t *bits, int count)
{
    int first = 0;
    while (first < count && !bits[first])
        first++;
    for (int late = 0; first >= LEAST_ZEROS + late && late < CHARACTER; late++) {
        int characters = 0, at = first - late;
        for (; at + CHARACTER <= count; at += CHARACTER, characters++) {
            unsigned ones = 0;
            for (int i = 0; i < CHARACTER; i++)
                ones += bits[at + i];
            if (ones % 2 == 0)
                break;
        }
        // the start sentinel, 0xB, lowest bit first: 1 1 0 1
        bool forward = late == 0 && count >= first + CHARACTER && bits[first + 1] &&
                       !bits[first + 2] && bits[first + 3];
        if (at + CHARACTER > count && characters >= (forward ? FORWARD : BACKWARD))
            return true;
    }
    return false;
}

static bool is_card(const track2_turns *turns)
{
    uint8_t bits[MAX_BITS];
    for (int skip = 0; skip < FIRST_TURNS && skip < turns->count; skip++)
        if (begins_card(bits, read_bits((walk){turns, skip, 1}, bits)))
            return true;
    return false;
}

bool acc_track2_is_open(const track2_receiver *t)
{
    return is_card(&t->peaks) || is_card(&t->crossings);
}

// The time of a peak: the vertex of the parabola through it and its neighbours.
static float peak_time(const track2_receiver *t)
{
    float bend = t->left - 2 * t->top + t->right;
    return bend < 0 ? t->top_at + 0.5f * (t->left - t->right) / bend : t->top_at;
}

// A peak has ended when the signal is `swing` times twice the envelope below it.
static void follow_peaks(track2_receiver *t, float y)
{
    float height = t->sign * y;
    if (height > t->top) {
        t->left = t->sign * t->before;
        t->top = height;
        t->top_at = t->now;
        t->fresh = true;
        return;
    }
    if (t->fresh)
        t->right = height;
    t->fresh = false;
    if (t->top - height < swing * 2 * t->envelope)
        return;
    if (t->top > swing * t->envelope) {
        // a peak far above the previous ones starts a new swipe: those were noise
        if (t->top > 3 * t->height)
            t->peaks.count = t->crossings.count = 0;
        t->height = t->top;
        t->turned = t->now;
        add_turn(&t->peaks, peak_time(t));
    }
    t->sign = -t->sign;
    t->left = t->sign * t->before;
    t->top = t->sign * y;
    t->top_at = t->now;
    t->fresh = true;
}

// A sign change counts when the signal then exceeds `swing` times the envelope. Its time is interpolated between two
// samples: y / (y - before) samples back.
static void follow_crossings(track2_receiver *t, float y)
{
    if ((t->before < 0) != (y < 0))
        t->crossed = t->now - y / (y - t->before);
    if (fabsf(y) < swing * t->envelope || (y > 0) == (t->side > 0))
        return;
    t->side = y;
    add_turn(&t->crossings, t->crossed);
}

// The input filter: a high-pass at 20 Hz, y = x - x' + block * y', against hum and drift, then the mean of three
// samples against noise.
static float filtered(track2_receiver *t, float x)
{
    x = x >= -8 && x <= 8 ? x : 0;
    t->level = x - t->raw + t->block * t->level;
    t->raw = x;
    float mean = (t->level + t->past[0] + t->past[1]) * (1 / 3.0f);
    t->past[1] = t->past[0];
    t->past[0] = t->level;
    return mean;
}

// Processes a sample; true when a swipe has ended and a card was read.
static bool take_sample(track2_receiver *t, float x)
{
    float y = filtered(t, x), magnitude = fabsf(y);
    t->envelope = magnitude > t->envelope ? magnitude : t->envelope * t->fall;
    t->now++;
    follow_peaks(t, y);
    follow_crossings(t, y);
    t->before = y;
    bool full = t->peaks.count == TRACK2_TURNS || t->crossings.count == TRACK2_TURNS;
    if (!full && t->now - t->turned < t->patience)
        return false;
    bool read = read_swipe(&t->peaks, t->text) || read_swipe(&t->crossings, t->text);
    begin_swipe(t);
    return read;
}

size_t acc_track2_push(track2_receiver *t, const float *pcm, size_t len, const char **text)
{
    *text = NULL;
    for (size_t i = 0; i < len; i++) {
        if (take_sample(t, pcm[i])) {
            *text = t->text;
            return i + 1;
        }
    }
    return len;
}
