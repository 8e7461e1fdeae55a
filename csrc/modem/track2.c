// Magnetic cards: collects the turns (peaks and sign changes), then decodes the swipe in both directions.
#include "modem/track2.h"

#include <math.h>
#include <string.h>

enum {
    MAX_BITS = TRACK2_TURNS,
    LEAST_ZEROS =
        2,  // clocking zeros before the start sentinel, after the four that give the speed
    // of a swipe that is reported if it cannot be read:
    SEEN_ZEROS = 7,
    SEEN = 10,  // characters of odd parity,
    DIFFERENT =
        3,  // of which so many differ from the one before: a tone that rises by an octave is ones without end
    // of one that is too fast:
    FAST_ZEROS =
        20,  // a card begins with 22 or more; in speech, the hiss of an s is as regular over 16
    MOST_ZEROS = 64,
    SEEN_TURNS = 24,
    LEAST_PAUSE = 8,  // 7 ms each
    LEAST_TURNS = 4,  // hum and noise make less in a pause
    FIRST_TURNS = 24  // most false turns at the start of a swipe
};
// The characters of tracks 2 and 3, and of track 1 (ISO/IEC 7811-2 and 7811-6).
static const struct track {
    uint8_t bits;  // with parity
    uint8_t start, end;
    char zero;
} tracks[] = {{5, 0xB, 0xF, '0'}, {7, 0x05, 0x1F, ' '}};
enum { TRACKS = sizeof tracks / sizeof *tracks };
static const float swing =
    0.3f;  // least height between turns over the envelope: noise with peaks 10 dB lower makes no turn
static const float shortest = 8;  // samples of a bit below which ones are not seen
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
    t->length = (int)(0.004 * rate);
    t->fall = (float)(1 - 1 / (0.05 * rate));  // 50 ms
    // two and a half bits of track 2 at 5 in/s, and less than half a wave of mains hum
    t->patience = (float)(0.007 * rate);
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
static int read_bits(walk w, uint8_t *bits, float *speed)
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
    *speed = period;
    return count;
}

static unsigned character_at(const uint8_t *bits, int count)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++)
        value |= (unsigned)bits[i] << i;
    return value;
}

// Reads a track's characters from the first one bit on: data bits, lowest first, and odd parity; from the start sentinel
// to the end sentinel and the LRC, which makes each column even. Returns the number of right characters before the
// first wrong one; `*is_whole` if everything up to the LRC is right.
static int read_characters(const struct track *track, const uint8_t *bits, int count, char *text,
                           bool *is_whole)
{
    const unsigned data = (1u << (track->bits - 1)) - 1;
    unsigned columns = 0;
    bool ended = false;
    *is_whole = false;
    int n = 0;
    for (int at = 0; n < TRACK2_MAX && at + track->bits <= count; n++, at += track->bits) {
        unsigned value = character_at(bits + at, track->bits);
        const bool is_odd = __builtin_parity(value);
        value &= data;
        columns ^= value;
        if (!is_odd || (n == 0 && value != track->start) || (ended && columns))
            return n;
        text[n] = (char)(track->zero + (int)value);
        if (ended) {
            text[n] = '\n';
            text[n + 1] = 0;
            *is_whole = true;
            return n + 1;
        }
        ended = value == track->end;
    }
    return n;
}

// Whether SEEN characters of odd parity begin at a bit, and differ.
static bool are_characters(const uint8_t *bits, int count, int length)
{
    unsigned before = 0;
    int different = 0;
    if (count < SEEN * length)
        return false;
    for (int n = 0; n < SEEN; n++) {
        const unsigned value = character_at(bits + n * length, length);
        if (!__builtin_parity(value))
            return false;
        different += n && value != before;
        before = value;
    }
    return different >= DIFFERENT;
}

// Whether characters of odd parity begin with the first one, or up to a character before it.
static bool has_characters(const uint8_t *bits, int zeros, int count)
{
    for (int i = 0; i < TRACKS; i++)
        for (int late = 0; late < tracks[i].bits; late++) {
            const int at = zeros - late;
            if (are_characters(bits + at, count - at, tracks[i].bits))
                return true;
        }
    return false;
}

// Reads a swipe forward, then backward. The first turns may be noise: up to FIRST_TURNS are skipped, one by one.
static bool read_swipe(const track2_turns *turns, char *best, track2_fault *fault)
{
    char text[TRACK2_MAX + 2];
    uint8_t bits[MAX_BITS];
    for (int back = 0; back < 2; back++) {
        for (int skip = 0; skip < FIRST_TURNS && skip < turns->count; skip++) {
            walk w = {turns, back ? turns->count - 1 - skip : skip, back ? -1 : 1};
            float period = 0;
            int count = read_bits(w, bits, &period), zeros = 0;
            while (zeros < count && !bits[zeros])
                zeros++;
            for (int i = 0; i < TRACKS && zeros >= LEAST_ZEROS; i++) {
                bool is_whole;
                int right =
                    read_characters(&tracks[i], bits + zeros, count - zeros, text, &is_whole);
                if (is_whole) {
                    memcpy(best, text, (size_t)right + 1);
                    return true;
                }
                if (right > fault->right) {
                    memcpy(best, text, (size_t)right);
                    fault->right = right;
                }
            }
            if (zeros < SEEN_ZEROS)
                continue;
            // a tone is zeros without end
            fault->is_fast |= period < shortest && zeros >= FAST_ZEROS && zeros < MOST_ZEROS &&
                              turns->count >= SEEN_TURNS && turns->count < TRACK2_TURNS;
            fault->is_seen |= has_characters(bits, zeros, count);
        }
    }
    return false;
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

// The input filter: less the mean of the 4 ms around it, against mains hum and drift, then the mean of three samples
// against noise. Both are symmetric and leave the turns in their places.
static float filtered(track2_receiver *t, float x)
{
    x = x >= -8 && x <= 8 ? x : 0;
    t->sum += x - t->window[t->oldest];
    t->window[t->oldest] = x;
    if (++t->oldest == t->length) {
        // a new sum, so that roundings do not add up
        t->oldest = 0;
        t->sum = 0;
        for (int i = 0; i < t->length; i++)
            t->sum += t->window[i];
    }
    const int middle = t->oldest + t->length / 2;
    const float level = t->window[middle % t->length] - t->sum / (float)t->length;
    const float mean = (level + t->past[0] + t->past[1]) * (1 / 3.0f);
    t->past[1] = t->past[0];
    t->past[0] = level;
    return mean;
}

// Processes a sample; true when a swipe has ended and was read, or cannot be read.
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
    t->fault = (track2_fault){0};
    t->is_read =
        read_swipe(&t->peaks, t->text, &t->fault) || read_swipe(&t->crossings, t->text, &t->fault);
    // fast turns without a pause before them are music
    t->fault.is_fast &= t->pause >= LEAST_PAUSE;
    t->fault.is_seen |= t->fault.is_fast;
    t->pause = t->peaks.count < LEAST_TURNS ? t->pause + 1 : 0;
    begin_swipe(t);
    return t->is_read || t->fault.is_seen;
}

size_t acc_track2_push(track2_receiver *t, const float *pcm, size_t len, bool *has_ended)
{
    *has_ended = false;
    for (size_t i = 0; i < len; i++)
        if (take_sample(t, pcm[i])) {
            *has_ended = true;
            return i + 1;
        }
    return len;
}
