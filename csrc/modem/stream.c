// The character receiver behind the band-pass: hunt for an onset, gather symbols, lock a clock on them, then track
// symbols through the FSK detector and the UART decoder. The squelch at the end decides which characters are real.
#include "modem/stream.h"

#include <string.h>

// Acquisition.
#define LEAD 12u     // symbols read before the onset, so that the detector's averages settle
#define MARKS 4      // symbols of mark before the first space that the lock uses
#define LOOK 32      // symbols that a lock uses: three characters
#define SHORTEST 12  // symbols before a trial is judged: a character with its neighbours
#define PHASES 16    // starts tried per symbol
// Nine clocks 0.6 % apart cover +-2.4 %. Half a step, 0.3 %, moves the last of LOOK symbols by a tenth of a symbol,
// which the detector's own loops correct.
#define CLOCKS 9
#define CLOCK_STEP 0.006f
// Least Es/N0 of a lock: 4 dB, which is an SNR of -9 dB at 1200 bit/s (docs/modem-theory.md).
#define COHERENT 2.5f
// Least difference of the tones' powers over their sum. Measured: a signal 10 dB below the noise has this
// difference, and noise reaches it once in 50 symbols. The figure is for orthogonal tones; acc_stream_init scales
// it.
#define OPEN 0.61f
// End of a signal.
#define SILENCE 16u  // symbols without a tone
#define FADE 16u     // least number of symbols until a signal's end is detected; they are noise
// A symbol of noise exceeds HISS times the mean power of LAST such symbols with exp(-4) = 2 %.
#define HISS 4.0f
#define LAST 8u
// Least mean magnitude of a signal's soft decisions, 1 in a clean signal. A higher limit ends reception in strong
// noise, a lower one reads more noise after the end.
#define FIRM 0.45f
#define IDLE_MARKS 30u  // symbols of mark that end a signal: three characters' time
// Start of a signal.
#define UNSURE 3.0f  // symbols of noise that may hide the first start bit
#define CLEAR 20.0f  // Es/N0 from which one space is a start bit: 13 dB; SNR 0 dB at 1200 bit/s
// Least share of the mean power that a symbol with a tone has: -5 dB.
#define BOUND 0.3f
#define REST 10u  // symbols of mark, a character's time, after which the last character is alone
// The squelch. A character counts if its start and stop bits are right, by its coherence c (coherence.h), which is
// about x / (x + 2) at an Es/N0 of x. It adds ((c - UNLIKE) / (LIKE - UNLIKE))^3 to the proof; at 1 the squelch
// opens.
// LIKE: one character is enough. At 1200 bit/s that is an SNR of 4 dB (x = 46, less 0.8 % that the band-pass removes).
#define LIKE 0.95f
// AGAIN: least coherence of a pattern that music can produce. In an hour of music about one character reaches it.
#define AGAIN 0.9f
// UNLIKE: a character below it adds nothing. It is the coherence at x = 2 (an SNR of -10 dB), where reception ends.
#define UNLIKE 0.5f
// RUN consecutive characters of at least ALIKE (an SNR of -6 dB) are enough, even if they repeat: in 10 minutes of
// music the longest run was 4.
#define ALIKE 0.75f
#define RUN 24u
// Without a continuous phase six different characters are enough: each adds SHARED if its tones have at least the
// share PURE of the energy (15 dB), and its bits are this distinct.
#define PURE 0.97f
#define DISTINCT 0.5f
#define SHARED 0.17f
// In noise it is 32 of those with a share of NOISY (9 dB) and bits that are clear.
#define NOISY 0.9f
#define BURIED 0.032f
#define LATELY 4u  // a character equal to one of the last four counts as a repeat: music repeats
// Least amplitude of a signal, full scale = 1: rounding in the filters leaves this much of a DC offset.
#define FAINT 1e-6f
#define STREAM_BATCH 32  // places per call of the search
// Symbols after which a character is certain: both receivers have read it and those that follow.
#define SETTLED (ACC_MODEM_ASYNC ? 90.0f : 0.0f)
#define SURE 4u        // characters in a row without doubt, after which the second receiver rests
#define CERTAIN 0.93f  // coherence of such a character
#define HELD 40.0f     // symbols without a character that end a signal,
#define IDLE 400.0f    // unless its mark goes on, and in that case too
#define QUIET 0.5f     // least amplitude of a mark that goes on over that of the characters
// While the squelch is closed, so many characters that cannot be read prove a signal. One whose tones have the share WHOLE
// of the energy (9 dB) counts fully, one of SHARP (async.c) not at all: music has many a little above that.
#define SEVERAL 5.5f
#define WHOLE 0.9f
#define SHARP 0.78f
#define LOUDER 2.5f  // a change of level between noise and a signal
#define AROUND 2u    // symbols on either side in its coherence: fourteen in all

void acc_stream_init(stream *s, const fsk *f, float gain)
{
    memset(s, 0, sizeof *s);
    s->per_symbol = f->period / (float)f->step;
    // each tone leaks into the other's correlator, which makes their powers differ less
    float leak = f->leak[0] * f->leak[0] + f->leak[1] * f->leak[1];
    s->open = OPEN * (1 - leak) / (1 + leak);
    const float faint = 0.5f * FAINT * gain * (float)f->width;
    s->faint = faint * faint;
    acc_choice_init(&s->choice, f->period);
}

void acc_stream_set_format(stream *s, const acc_character_format *format)
{
    s->format = *format;
    acc_choice_set_length(&s->choice,
                          (float)acc_format_payload(format) + 1 + 0.5f * format->half_stops);
    if (ACC_MODEM_ASYNC)
        acc_async_set_format(s->async, format);
}

// Bits of a character: start bit, payload, first stop bit.
static uint32_t bits_of(const stream *s)
{
    return acc_format_payload(&s->format) + 2;
}

static float soft_at(const stream *s, float back)
{
    uint32_t whole = (uint32_t)back;
    float part = back - (float)whole;
    float late = s->soft[(s->count - 1 - whole) % STREAM_RING];
    float early = s->soft[(s->count - 2 - whole) % STREAM_RING];
    return late + part * (early - late);
}

static float tones_at(const stream *s, float back)
{
    return s->tones[(s->count - 1 - (uint32_t)(back + 0.5f)) % STREAM_RING];
}

// The eye opening: the sum of |soft| over LOOK symbols `step` places apart, the first `back` places ago.
static float opening(const stream *s, float back, float step)
{
    float sum = 0;
    for (int i = 0; i < LOOK && back >= 0; i++, back -= step)
        sum += fabsf(soft_at(s, back));
    return sum;
}

// The widest eye at a clock ratio; `back` receives the place of its first symbol, or -1 when all starts are within 3 %.
static float widest(const stream *s, float since, float clock_ratio, float *back)
{
    float best = 0, worst = 1e30f, at = 0;
    for (int p = 0; p < PHASES; p++) {
        float from = since - s->per_symbol * (float)p / PHASES;
        float sum = opening(s, from, s->per_symbol * clock_ratio);
        if (sum > best) {
            best = sum;
            at = from;
        }
        worst = sum < worst ? sum : worst;
    }
    *back = best > 1.03f * worst ? at : -1;
    return best;
}

// Whether each symbol has one tone rather than parts of both.
static bool is_signal(const stream *s)
{
    float back, tones = 0;
    float open = widest(s, (float)(s->count - 1 - s->onset), 1, &back);
    for (uint32_t i = s->onset; i != s->count; i++)
        tones += s->tones[i % STREAM_RING];
    return open * s->per_symbol > s->open * tones;
}

// The signal read from the onset at one clock ratio.
typedef struct trial {
    fsk_track track;
    float back, clock_ratio;
    float worth;  // largest amplitude - 2 noise (squares): prefers strong and steady signals
    float ratio;  // highest Es/N0
} trial;

static void read_trial(const fsk *f, trial *t)
{
    float soft;
    acc_fsk_follow(f, &t->track, t->back, t->clock_ratio);
    for (int i = 0; i < LOOK - 2; i++) {
        acc_fsk_step(f, &t->track, -1, &soft);
        if (i < SHORTEST)
            continue;
        t->worth = fmaxf(t->worth, t->track.amplitude - 2 * t->track.noise);
        t->ratio = fmaxf(t->ratio, acc_fsk_snr(&t->track));
    }
}

// The first symbol with a tone, of those from `back` on, `step` places apart: the start of the largest sum of (power -
// BOUND * mean power) up to the end. One symbol of noise may exceed BOUND, several in a row do not.
static uint32_t first_with_tone(const stream *s, float back, float step)
{
    const uint32_t count = (uint32_t)(back / step);
    float mean = 0, sum = 0, best = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++)
        mean += tones_at(s, back - (float)i * step) / (float)count;
    for (uint32_t i = count; i-- > 0;) {
        sum += tones_at(s, back - (float)i * step) - BOUND * mean;
        if (sum > best) {
            best = sum;
            first = i;
        }
    }
    return first;
}

// Finds the clock and the symbols' place: reads from the onset at several clock ratios and starts tracking with the
// best.
static bool lock(stream *s, const fsk *f)
{
    float since = (float)(s->count - 1 - s->onset);
    trial best = {0};
    float before = -1;
    for (int c = 0; c < CLOCKS; c++) {
        float clock_ratio = 1 + CLOCK_STEP * (float)(c - CLOCKS / 2);
        trial t = {.clock_ratio = clock_ratio};
        widest(s, since, clock_ratio, &t.back);
        if (t.back < 0)
            continue;
        // keep the start within half a symbol of the previous clock's: the best eye may jump by a symbol
        if (before > 0)
            t.back += s->per_symbol * rintf((before - t.back) / s->per_symbol);
        before = t.back;
        read_trial(f, &t);
        if (best.ratio == 0 || t.worth > best.worth)
            best = t;
    }
    if (best.ratio < COHERENT)
        return false;
    float oldest = (float)(s->count - 1 - s->begin), back = best.back;
    float clock_ratio = best.track.period / f->period, step = s->per_symbol * clock_ratio;
    for (uint32_t lead = 0; lead < LEAD && back + step < oldest; lead++)
        back += step;
    // noise before the signal would train the detector's loops
    back -= (float)first_with_tone(s, back, step) * step;
    // a start bit begins half a symbol after the first place with space
    float lead = (back - (float)(s->count - 1 - s->space)) / step + 0.5f;
    if (best.ratio < CLEAR)
        lead -= UNSURE;
    s->lead = lead > 0 ? (uint32_t)lead : 0;
    acc_fsk_follow(f, &s->track, back, clock_ratio);
    // so that silence before the signal is recognised from its first symbol
    s->track.mean_power = best.track.mean_power;
    s->track.silent = 1;
    acc_uart_init(&s->uart, acc_format_payload(&s->format), s->format.half_stops > 3 ? 2 : 1);
    memset(s->record, 0, sizeof s->record);
    s->marks = s->taken = s->whole = s->quiet = 0;
    s->firm = 1;
    s->is_proven = false;
    return true;
}

static void hunt(stream *s, fsk *f)
{
    acc_fsk_skip(f, 1);
    s->state = STREAM_HUNT;
    s->begin = s->count;
}

// Whether at least 4 of the last 32 symbols were silent, which happens in weak noise only.
static bool is_quiet(const stream *s)
{
    return __builtin_popcount(s->quiet) >= 4;
}

// Whether no character follows this one.
static bool is_alone(const stream *s, uart_character c)
{
    return c.last && (s->marks >= REST || is_quiet(s));
}

static bool came_lately(const stream *s, uint8_t byte)
{
    uint32_t count = s->byte_count < LATELY ? s->byte_count : LATELY;
    for (uint32_t i = s->byte_count - count; i < s->byte_count; i++)
        if (s->bytes[i] == byte)
            return true;
    return false;
}

// Whether the payload is a run of spaces, then a run of marks.
static bool is_step(const stream *s, const candidate *c)
{
    const uint32_t spaces = ~(uint32_t)c->payload & ((1u << acc_format_payload(&s->format)) - 1);
    return !(spaces & (spaces + 1));
}

// What a character adds by the share of its tones.
static float proof_of_share(const stream *s, const candidate *c, uint8_t byte)
{
    if (c->share < NOISY || c->clear < ASYNC_CLEAR || is_step(s, c) || came_lately(s, byte))
        return 0;
    return c->share < PURE || c->clear < DISTINCT ? BURIED : SHARED;
}

// What a character adds to the squelch's proof, which is complete at 1.
static float proof_of(stream *s, const candidate *c, uint8_t byte)
{
    const bool is_tracked = !c->is_async;
    s->run = is_tracked && !c->is_continuous && c->framed && c->coherence >= ALIKE ? s->run + 1 : 0;
    if (s->run == RUN)
        return 1;
    // a chord repeats, and two alternating tones look like a run of spaces and a run of marks
    bool again = came_lately(s, byte);
    bool poor = is_step(s, c) && !c->alone;
    if (!is_tracked && (poor || c->clear < DISTINCT))
        return 0;
    float least = again && (poor || !is_tracked) ? LIKE
                  : again || poor || !is_tracked ? AGAIN
                                                 : UNLIKE;
    if (!c->framed || c->coherence < least)
        return 0;
    float part = (c->coherence - UNLIKE) / (LIKE - UNLIKE), proof = part * part * part;
    // continuous.c selects the bits with the largest coherence
    if (c->is_continuous)
        return poor || again || c->is_apart ? 0 : 0.5f * proof;
    return poor ? 0.3f * proof : proof;
}

// Whether the symbol `back` before the newest is after the end of the sound.
static bool is_beyond(const stream *s, uint32_t back)
{
    return s->is_ending && s->taken > s->whole + back;
}

// The coherence of the sequence detector's latest character.
static float coherence_of(const stream *s, const fsk *f)
{
    const uint32_t bits_count = bits_of(s), count = bits_count + 2 * AROUND,
                   first = s->taken - UART_LAG - AROUND;
    uint64_t bits = s->uart.bits >> (UART_LAG + 1 - bits_count - AROUND);
    return acc_coherence_of(f, s->record, first, count, bits);
}

// Counts the characters in a row that are without doubt.
static void note_sure(stream *s, const fsk *f, const candidate *one)
{
    const float length = s->choice.length * f->period;
    const bool follows = fabsf((float)(int32_t)(one->at - s->read)) < 0.25f * f->period;
    const bool is_sure = one->framed && one->has_parity && one->coherence > CERTAIN;
    s->sure = !is_sure ? 0 : follows ? s->sure + 1 : 1;
    if (is_sure)
        s->read = one->at + (uint32_t)length;
}

// Adds a symbol that is `ahead` of the last one read.
static void take(stream *s, const fsk *f, float soft, uint32_t ahead)
{
    uart_character c;
    uint8_t byte;
    s->taken++;
    if (!acc_uart_push(&s->uart, soft, &c))
        return;
    if (is_beyond(s, UART_LAG - acc_format_payload(&s->format))) {
        s->is_cut = true;
        return;
    }
    const float back = (float)(UART_LAG + FSK_LAG + 1) - (float)ahead;
    candidate one = {.at = place_add(s->track.at, -back * s->track.period).at,
                     .payload = c.payload,
                     .has_parity = acc_format_read(&s->format, c.payload, &byte),
                     .framed = c.framed,
                     .alone = is_alone(s, c),
                     .coherence = coherence_of(s, f),
                     .level = sqrtf(s->track.mean_power)};
    s->is_proven |= one.framed && one.coherence >= UNLIKE;
    // noise after a signal
    if (s->is_open && !s->is_proven)
        return;
    if (ACC_MODEM_ASYNC && acc_choice_has_paused(&s->choice, &one))
        one.idle = acc_async_idle(s->async, one.at);
    acc_choice_add(&s->choice, &one);
    note_sure(s, f, &one);
}

// Whether `symbols` have passed since sample `from`.
static bool has_passed(const fsk *f, uint32_t from, uint32_t now, float symbols)
{
    return (int32_t)(now - from) > (int32_t)(symbols * f->period);
}

static void forget_proof(stream *s)
{
    s->proof = 0;
    s->run = 0;
}

static void forget_bytes(stream *s)
{
    s->byte_count = 0;
    s->wrong_parity = 0;
}

// Passes a character to the squelch.
static void hold(stream *s, const fsk *f, const candidate *c)
{
    // noise before a signal
    const bool is_louder = c->level > LOUDER * s->level, is_idle = c->idle > QUIET * s->level;
    if (!s->is_open && (is_louder || has_passed(f, s->last, c->at, is_idle ? IDLE : HELD))) {
        forget_proof(s);
        forget_bytes(s);
    }
    s->last = c->at;
    s->level = c->level;
    uint8_t byte;
    const bool has_parity = acc_format_read(&s->format, c->payload, &byte);
    if (!s->is_open)
        s->proof += fmaxf(proof_of(s, c, byte), proof_of_share(s, c, byte));
    s->is_open |= s->proof >= 1;
    s->choice.is_open = s->is_open;
    s->was_open |= s->is_open;
    if (s->byte_count == STREAM_BYTES) {
        memmove(s->bytes, s->bytes + 1, --s->byte_count);
        s->wrong_parity >>= 1;
    }
    s->wrong_parity |= (uint64_t)!has_parity << s->byte_count;
    s->bytes[s->byte_count++] = byte;
}

// How much a character that cannot be read proves.
static float evidence_of(const candidate *c)
{
    const float part = fminf((c->share - SHARP) / (WHOLE - SHARP), 1);
    return part * part;
}

// Counts a character that cannot be read, once the squelch is open or SEVERAL have differed. Music repeats, and steady
// tones are no characters.
static void doubt(stream *s, const fsk *f, const candidate *c)
{
    if (has_passed(f, s->doubted, c->at, HELD)) {
        s->doubts = 0;
        s->evidence = 0;
    }
    bool is_repeated = false;
    for (uint64_t lately = s->lately; lately; lately >>= 16)
        is_repeated |= (uint16_t)lately == c->payload;
    if (!is_repeated && !is_step(s, c)) {
        s->doubts++;
        s->evidence += evidence_of(c);
    }
    s->doubted = c->at;
    s->lately = s->lately << 16 | c->payload;
    if (s->is_open || s->evidence >= SEVERAL) {
        s->unread += s->doubts;
        s->doubts = 0;
        s->evidence = 0;
    }
}

// Notes whether the signal's mark goes on.
static void note_idle(stream *s, const fsk *f)
{
    if (s->is_open && s->sure < SURE && acc_async_idle(s->async, f->now) > QUIET * s->level)
        s->rested = f->now;
}

// Whether the signal has ended before sample `until`. Later characters, which are not passed on yet, may follow a mark.
static bool is_over(const stream *s, const fsk *f, uint32_t until)
{
    return has_passed(f, s->last, until, HELD) &&
           (has_passed(f, s->rested, until, HELD) || has_passed(f, s->last, until, IDLE));
}

// Passes on the characters that both receivers have read.
static void settle(stream *s, const fsk *f)
{
    const uint32_t until = f->now - (uint32_t)(SETTLED * f->period);
    candidate c;
    while (acc_choice_next(&s->choice, until, &c)) {
        if (c.is_doubtful)
            doubt(s, f, &c);
        if (!c.is_selected)
            continue;
        const uint32_t end = c.at + (uint32_t)(((float)bits_of(s) - 0.75f) * f->period);
        if (s->is_ending && (int32_t)(end - s->end) > 0) {
            s->is_cut = true;
            continue;
        }
        hold(s, f, &c);
        // the second receiver has read the character whose start bit the first one lost
        if (s->is_ending && (int32_t)(c.at - s->lost) > -(int32_t)f->period)
            s->is_cut = false;
    }
    // the last bytes have been reported
    if (s->is_open && !s->byte_count && s->state != STREAM_TRACK && is_over(s, f, until)) {
        s->is_open = false;
        forget_proof(s);
        acc_choice_reset(&s->choice);
    }
}

static bool has_ended(stream *s, float soft)
{
    s->marks = soft > 0.25f ? s->marks + 1 : 0;
    if (s->track.seen > FADE)
        s->firm += (fabsf(soft) - s->firm) * (1 / 12.0f);
    return s->marks >= IDLE_MARKS || s->track.silent >= SILENCE || s->firm < FIRM;
}

// Counts the symbols that end before the sound does, give or take a quarter of a symbol.
static void count_whole(stream *s, const fsk *f)
{
    place end = place_add(s->track.at, -(FSK_LAG + 0.25f) * f->period);
    if (!s->is_ending || (int32_t)(s->end - end.at) >= 0)
        s->whole = s->taken + 1;
}

// The mean power of `count` symbols; the latest of them is `back` before the newest.
static float power_of(const stream *s, uint32_t back, uint32_t count)
{
    float sum = 0;
    for (uint32_t i = back; i < back + count; i++) {
        const lanes z = s->record[(s->track.symbols - i) % COHERENCE_RING].tones, squares = z * z;
        sum += squares[0] + squares[1] + squares[2] + squares[3];
    }
    return sum / (float)count;
}

// The number of symbols since a signal ended: the last ones for which the sum of (power - bound) is lowest. The bound
// is HISS times the power of the last LAST symbols, which are noise, but at most half the power of the LAST symbols
// before UART_LAG. A signal whose level fell before its end stays above it.
static uint32_t faded(const stream *s)
{
    const float before = 0.5f * power_of(s, UART_LAG, LAST), noise = HISS * power_of(s, 0, LAST);
    const float bound = noise < before ? noise : before;
    float sum = 0, least = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < UART_LAG; i++) {
        sum += power_of(s, i, 1) - bound;
        if (sum < least) {
            least = sum;
            count = i + 1;
        }
    }
    return count > FADE + FSK_LAG ? count - FSK_LAG : FADE;
}

// Notes a start bit from before the sound's end in the last `symbols` symbols, which will be removed.
static void note_lost_start(stream *s, uint32_t symbols)
{
    const uint32_t first = s->taken - s->whole;
    const uint64_t starts = s->uart.starts[s->uart.best] & ~(~0ull << symbols);
    if (!s->is_ending || first >= symbols || !(starts >> first))
        return;
    s->is_cut = true;
    const int back = FSK_LAG + 1 + (int)first + __builtin_ctzll(starts >> first);
    s->lost = place_add(s->track.at, -(float)back * s->track.period).at;
}

static void read(stream *s, fsk *f)
{
    float soft;
    while (acc_fsk_step(f, &s->track, -1, &soft)) {
        s->record[s->track.symbols % COHERENCE_RING] =
            (symbol_record){s->track.tones, s->track.turn};
        s->quiet = s->quiet << 1 | (s->track.silent > 1);
        if (s->track.symbols <= FSK_LAG)
            continue;
        // no character begins before the onset; silence reads as mark
        bool rests = s->track.symbols - FSK_LAG <= s->lead || (s->quiet >> (FSK_LAG - 1) & 3);
        count_whole(s, f);
        take(s, f, rests ? 1 : soft, 0);
        if (!has_ended(s, soft))
            continue;
        // decisions while the signal faded are noise
        const uint32_t noise = faded(s);
        note_lost_start(s, noise);
        acc_uart_forget(&s->uart, noise);
        for (uint32_t i = 0; i < UART_LAG; i++)
            take(s, f, 1, i + 1);
        s->is_cut &= s->is_proven;
        hunt(s, f);
        return;
    }
}

// Whether the tones exceed `least` at place `i` and a symbol later.
static bool lasts(const stream *s, uint32_t i, float least)
{
    uint32_t later = i + (uint32_t)s->per_symbol;
    return s->tones[i % STREAM_RING] > least && s->tones[later % STREAM_RING] > least;
}

// Moves the onset to the place where the tones reach a quarter of their peak power (-6 dB), at most to the last symbol.
static void find_onset(stream *s)
{
    const uint32_t end = s->count - (uint32_t)s->per_symbol,
                   lead = (uint32_t)(MARKS * s->per_symbol);
    float most = 0;
    for (uint32_t i = s->onset; i != s->count; i++)
        most = s->tones[i % STREAM_RING] > most ? s->tones[i % STREAM_RING] : most;
    while (s->onset != end && !lasts(s, s->onset, 0.25f * most))
        s->onset++;
    // the lock needs little of the mark before the first space
    s->space = s->onset;
    while (s->space != end &&
           (s->soft[s->space % STREAM_RING] > 0 || s->tones[s->space % STREAM_RING] < 0.25f * most))
        s->space++;
    if (s->space != end && s->space - s->onset > lead)
        s->onset = s->space - lead;
}

static void gather(stream *s, const fsk *f)
{
    uint32_t before = s->onset;
    find_onset(s);
    if ((float)(s->onset - before) > 4 * s->per_symbol)
        return;
    if (is_signal(s) && lock(s, f))
        s->state = STREAM_TRACK;
    else
        s->state = STREAM_HUNT;
}

// Places missing for a lock, STREAM_BATCH at most.
static size_t places_wanted(const stream *s)
{
    if (s->state == STREAM_HUNT)
        return STREAM_BATCH;
    float missing = (LOOK + 2) * s->per_symbol - (float)(s->count - s->onset);
    return missing < STREAM_BATCH - 1 ? (size_t)fmaxf(missing, 0) + 1 : STREAM_BATCH;
}

// Processes up to places_wanted() places of the search.
static void search(stream *s, const fsk *f, const float *soft, const float *tones, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t at = s->count++ % STREAM_RING;
        s->soft[at] = soft[i];
        s->tones[at] = tones[i];
        if (s->state == STREAM_HUNT && (int32_t)(s->count - s->begin) > 0 && soft[i] < 0 &&
            tones[i] > s->faint) {
            s->state = STREAM_GATHER;
            s->onset = s->count - 1;
        }
    }
    if (s->state == STREAM_GATHER && (float)(s->count - s->onset) > (LOOK + 2) * s->per_symbol)
        gather(s, f);
}

// Runs the second receiver, unless the sequence detector reads each character without doubt. It then begins where the
// last of these ends.
static void run_async(stream *s, const fsk *f)
{
    acc_async_write(s->async, s->band.slow, BAND_CHUNK);
    const bool is_sure = s->sure >= SURE && s->choice.agreed >= SURE;
    if (is_sure && !has_passed(f, s->read, f->now, ASYNC_LATE)) {
        acc_async_skip(s->async, s->read);
        return;
    }
    if (is_sure)
        s->sure = s->choice.agreed = 0;
    acc_async_read(s->async, &s->choice);
}

bool acc_stream_run(stream *s, fsk *f)
{
    float soft[STREAM_BATCH], tones[STREAM_BATCH];
    size_t count;
    if (s->is_open)
        forget_bytes(s);
    while (s->state != STREAM_TRACK && (count = acc_fsk_search(f, soft, tones, places_wanted(s))))
        search(s, f, soft, tones, count);
    if (s->state == STREAM_TRACK)
        read(s, f);
    if (ACC_MODEM_ASYNC) {
        run_async(s, f);
        note_idle(s, f);
    }
    settle(s, f);
    return s->is_open;
}

void acc_stream_end_sound(stream *s, uint32_t end)
{
    s->is_ending = s->choice.is_ending = true;
    s->is_cut = false;
    s->end = s->lost = end;
}

bool acc_stream_is_cut(stream *s)
{
    s->is_ending = s->choice.is_ending = false;
    return s->is_cut && s->was_open;
}
