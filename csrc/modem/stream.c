#include "modem/stream.h"

#include <string.h>

#define LEAD 12u           // symbols before the onset where reading begins, to warm up,
#define CERTAIN 3u         // and where it counts
#define LOOK 32            // symbols that are looked at
#define SHORTEST 10        // before there is a character in them
#define PHASES 16          // places within a symbol that are tried
#define CLOCKS 9           // clocks that are tried,
#define CLOCK_STEP 0.006f  // so far apart
#define COHERENT 2.5f      // energy of a symbol over noise density, of the same
#define SILENCE 16u        // symbols of it end what was read
#define FADE 16u           // symbols until the end of a signal is noticed
#define FIRM 0.45f
// The squelch. Characters prove themselves by start and stop bit: two where a symbol's energy over noise
// density is FAINT, one where it is CLEAR, one that stands alone between them. A chord can sound like
// alternating bits, three tones half the bit rate apart, so that those need a clear end, or to be PURE.
#define PROOF 2u
#define FAINT 3.2f
#define ALONE 8.0f
#define CLEAR 12.0f
#define PURE 40.0f
#define ALTERNATING 0x55
#define IDLE_MARKS 30u  // mark of this length is no character

void stream_init(stream *s, const fsk *f)
{
    memset(s, 0, sizeof *s);
    s->pitch = f->period / (float)f->step;
    // white noise gives 4 / width, tones give 1
    float noise = 4 / (float)f->width;
    s->share = noise + 0.2f * (1 - noise);
}

static float soft_at(const stream *s, float back)
{
    uint32_t whole = (uint32_t)back;
    float part = back - (float)whole;
    float late = s->soft[(s->count - 1 - whole) % STREAM_RING];
    float early = s->soft[(s->count - 2 - whole) % STREAM_RING];
    return late + part * (early - late);
}

// how open the eye is when symbols begin `back` places ago and are `step` places long
static float opening(const stream *s, float back, float step)
{
    float sum = 0;
    for (int i = 0; i < LOOK && back >= 0; i++, back -= step)
        sum += fabsf(soft_at(s, back));
    return sum;
}

static bool is_signal(const stream *s)
{
    float tones = 0, sound = 0;
    uint32_t places = (uint32_t)(LOOK * s->pitch);
    for (uint32_t i = 1; i <= places; i++) {
        tones += s->tones[(s->count - i) % STREAM_RING];
        sound += s->sound[(s->count - i) % STREAM_RING];
    }
    return tones > s->share * sound;
}

// the place within a symbol where the eye is widest, for a clock; -1 when all are alike
static float best_place(const stream *s, float since, float stretch)
{
    float best = 0, worst = 1e30f, back = 0;
    for (int p = 0; p < PHASES; p++) {
        float from = since - s->pitch * (float)p / PHASES;
        float sum = opening(s, from, s->pitch * stretch);
        if (sum > best) {
            best = sum;
            back = from;
        }
        worst = sum < worst ? sum : worst;
    }
    return best > 1.05f * worst ? back : -1;
}

// finds clock and place of the symbols since the onset, by reading them at several clocks, and
// begins to read
static bool lock(stream *s, const fsk *f)
{
    float since = (float)(s->count - 1 - s->onset), most = 0, back = -1;
    fsk_track best = {0};
    s->onset_ratio = 0;
    for (int c = 0; c < CLOCKS; c++) {
        float soft, stretch = 1 + CLOCK_STEP * (float)(c - CLOCKS / 2);
        float from = best_place(s, since, stretch);
        fsk_track trial;
        if (from < 0)
            continue;
        fsk_follow(f, &trial, from, stretch);
        float ratio = 0;
        for (int i = 0; i < LOOK - 2; i++) {
            fsk_step(f, &trial, -1, &soft);
            if (i >= SHORTEST)
                ratio = fmaxf(ratio, fsk_snr(&trial));
        }
        s->onset_ratio = fmaxf(s->onset_ratio, ratio);
        if (trial.amplitude > most) {
            most = trial.amplitude;
            best = trial;
            back = from;
        }
    }
    if (back < 0 || best.amplitude < COHERENT * best.noise)
        return false;
    float oldest = (float)(s->count - 1 - s->begin), step = s->pitch * best.period / f->period;
    uint32_t lead = 0;
    for (; lead < LEAD && back + step < oldest; lead++)
        back += step;
    s->lead = lead > CERTAIN ? lead - CERTAIN : 0;
    fsk_follow(f, &s->track, back, best.period / f->period);
    s->track.usual = best.usual;
    uart_init(&s->uart);
    s->marks = s->byte_count = s->proof = s->taken = 0;
    s->firm = 1;
    return true;
}

static void hunt(stream *s, fsk *f)
{
    fsk_skip(f, 1);
    s->state = STREAM_HUNT;
    s->begin = s->count;
}

// what a character adds to the proof that there are characters
static uint32_t proof_of(const stream *s, uart_character c)
{
    // at its stop bit, for what came after it may be noise; of a few alone so was what came before
    const uint32_t end = s->taken - 1 - (UART_LAG - UART_IDLE + 1);
    float now = s->ratio[end % 64], ratio = now;
    if (c.last && end < LEAD + LOOK + UART_IDLE)
        ratio = fmaxf(now, s->onset_ratio);
    if (!c.framed || ratio < FAINT)
        return 0;
    if (s->byte_count == STREAM_BYTES || (c.alone && ratio > ALONE))
        return PROOF;
    if (c.byte == ALTERNATING)
        return ratio > (c.last ? CLEAR : PURE) ? PROOF : 0;
    return ratio > CLEAR ? PROOF : now > FAINT;
}

static void take(stream *s, float soft)
{
    uart_character c;
    s->ratio[s->taken++ % 64] = fsk_snr(&s->track);
    if (!uart_push(&s->uart, soft, &c))
        return;
    s->proof += proof_of(s, c);
    s->is_open |= s->proof >= PROOF;
    if (s->byte_count < STREAM_BYTES)
        s->bytes[s->byte_count++] = c.byte;
}

static bool has_ended(stream *s, float soft)
{
    s->marks = soft > 0.25f ? s->marks + 1 : 0;
    if (s->track.seen > FADE)
        s->firm += (fabsf(soft) - s->firm) * (1 / 12.0f);
    return s->marks >= IDLE_MARKS || s->track.silent >= SILENCE || s->firm < FIRM;
}

static void read(stream *s, fsk *f)
{
    float soft;
    while (fsk_step(f, &s->track, -1, &soft)) {
        if (s->track.symbols <= FSK_LAG)
            continue;
        // before the onset there was no character
        take(s, s->track.symbols - FSK_LAG <= s->lead ? 1 : soft);
        if (!has_ended(s, soft))
            continue;
        // what came while the signal faded is noise
        uart_forget(&s->uart, FADE);
        for (int i = 0; i < UART_LAG; i++)
            take(s, 1);
        hunt(s, f);
        return;
    }
}

// moves the onset to where the tones rise
static void find_onset(stream *s)
{
    float most = 0;
    uint32_t places = (uint32_t)s->pitch;
    for (uint32_t i = s->onset; i != s->count; i++)
        most = s->tones[i % STREAM_RING] > most ? s->tones[i % STREAM_RING] : most;
    for (uint32_t i = s->onset; i != s->count; i++)
        if (s->tones[i % STREAM_RING] > 0.25f * most &&
            s->tones[(i + places) % STREAM_RING] > 0.25f * most) {
            s->onset = i;
            return;
        }
}

static void gather(stream *s, const fsk *f)
{
    uint32_t before = s->onset;
    find_onset(s);
    if ((float)(s->onset - before) > 4 * s->pitch)
        return;
    if (is_signal(s) && lock(s, f))
        s->state = STREAM_TRACK;
    else
        s->state = STREAM_HUNT;
}

static void search(stream *s, const fsk *f, float soft, float tones, float sound)
{
    uint32_t at = s->count++ % STREAM_RING;
    s->soft[at] = soft;
    s->tones[at] = tones;
    s->sound[at] = sound;
    if (s->state == STREAM_HUNT && (int32_t)(s->count - s->begin) > 0 && soft < 0 &&
        tones > s->share * sound) {
        s->state = STREAM_GATHER;
        s->onset = s->count - 1;
    }
    if (s->state == STREAM_GATHER && (float)(s->count - s->onset) > (LOOK + 2) * s->pitch)
        gather(s, f);
}

bool stream_run(stream *s, fsk *f)
{
    float soft, tones;
    if (s->is_open)
        s->byte_count = 0;
    // what was read last has been given out
    if (s->state != STREAM_TRACK)
        s->is_open = false;
    while (s->state != STREAM_TRACK && fsk_search(f, &soft, &tones, 1))
        search(s, f, soft, tones, fsk_sound(f));
    if (s->state == STREAM_TRACK)
        read(s, f);
    return s->is_open;
}
