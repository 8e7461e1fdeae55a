#include "modem/stream.h"

#include <string.h>

#define LEAD 12.0f         // symbols before the onset where reading begins
#define LOOK 32            // symbols that are looked at
#define PHASES 16          // places within a symbol that are tried
#define CLOCKS 9           // clocks that are tried,
#define CLOCK_STEP 0.006f  // so far apart
#define OPEN 0.22f         // tones over sound, of a signal that is worth reading
#define IDLE_MARKS 30u     // mark of this length is no character

void stream_init(stream *s, const fsk *f)
{
    memset(s, 0, sizeof *s);
    s->pitch = f->period / (float)f->step;
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
    return tones > OPEN * sound;
}

// finds clock and place of the symbols since the onset, and begins to read them
static bool lock(stream *s, const fsk *f)
{
    float since = (float)(s->count - 1 - s->onset), best = 0, worst = 1e30f, back = 0, stretch = 1;
    if (!is_signal(s))
        return false;
    for (int c = 0; c < CLOCKS; c++) {
        float off = CLOCK_STEP * (float)(c - CLOCKS / 2), step = s->pitch * (1 + off);
        for (int p = 0; p < PHASES; p++) {
            float from = since - s->pitch * (float)p / PHASES;
            // of two that are as good the one nearer to the nominal clock
            float sum = opening(s, from, step) * (1 - fabsf(off));
            if (sum > best) {
                best = sum;
                back = from;
                stretch = 1 + off;
            }
            worst = sum < worst ? sum : worst;
        }
    }
    if (best < 1.05f * worst)
        return false;
    float oldest = (float)(s->count - 1 - s->begin), step = s->pitch * stretch;
    for (int i = 0; i < (int)LEAD && back + step < oldest; i++)
        back += step;
    fsk_follow(f, &s->track, back, stretch);
    uart_init(&s->uart);
    s->marks = 0;
    s->usual = 0;
    return true;
}

static void hunt(stream *s)
{
    s->state = STREAM_HUNT;
    s->begin = s->count;
}

static void take(stream *s, float soft)
{
    uint8_t byte;
    if (uart_push(&s->uart, soft, &byte) && s->byte_count < STREAM_BYTES)
        s->bytes[s->byte_count++] = byte;
}

static bool has_ended(stream *s, float soft)
{
    s->marks = soft > 0.25f ? s->marks + 1 : 0;
    float pace = s->track.symbols < 256 ? 1 / (float)s->track.symbols : 1 / 256.0f;
    s->usual += pace * (s->track.amplitude - s->usual);
    return s->marks >= IDLE_MARKS ||
           (s->track.symbols > 64 && s->track.amplitude < 0.1f * s->usual);
}

static void read(stream *s, const fsk *f)
{
    float soft;
    while (fsk_step(f, &s->track, -1, &soft)) {
        if (s->track.symbols <= FSK_LAG)
            continue;
        take(s, soft);
        if (!has_ended(s, soft))
            continue;
        for (int i = 0; i < UART_LAG; i++)
            take(s, 1);
        hunt(s);
        return;
    }
}

static void search(stream *s, const fsk *f, float soft, float tones, float sound)
{
    uint32_t at = s->count++ % STREAM_RING;
    s->soft[at] = soft;
    s->tones[at] = tones;
    s->sound[at] = sound;
    if (s->state == STREAM_HUNT && soft < 0 && tones > OPEN * sound) {
        s->state = STREAM_GATHER;
        s->onset = s->count - 1;
    }
    if (s->state == STREAM_GATHER && (float)(s->count - s->onset) > (LOOK + 2) * s->pitch) {
        if (lock(s, f))
            s->state = STREAM_TRACK;
        else
            s->state = STREAM_HUNT;
    }
}

bool stream_run(stream *s, fsk *f)
{
    float soft, tones, sound;
    stream_state before = s->state;
    s->byte_count = 0;
    while (fsk_search(f, &soft, &tones, &sound))
        search(s, f, soft, tones, sound);
    if (s->state == STREAM_TRACK)
        read(s, f);
    return s->byte_count > 0 || s->state != before;
}
