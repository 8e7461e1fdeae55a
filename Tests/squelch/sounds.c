#include "sounds.h"

#include <math.h>
#include <string.h>

#define RATE ((float)SOUNDS_RATE)
#define TURN 6.2831853f

float random_uniform(random_source *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 17;
    r->state ^= r->state << 5;
    return (float)(r->state >> 8) / 16777216.0f;
}

float random_gauss(random_source *r)
{
    float sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_uniform(r);
    return sum;
}

static float between(random_source *r, float low, float high)
{
    return low + random_uniform(r) * (high - low);
}

static int choose(random_source *r, int count)
{
    return (int)(random_uniform(r) * (float)count);
}

// sin(2 pi phase) within 0.001
static float sine(float phase)
{
    float x = phase - floorf(phase) - 0.5f;
    float y = x * (8 - 16 * fabsf(x));
    return -(0.775f * y + 0.225f * y * fabsf(y));
}

static void advance(float *phase, float step)
{
    *phase += step;
    *phase -= floorf(*phase);
}

static float harmonics(float phase, const float *loud, int count)
{
    float sum = 0;
    for (int n = 1; n <= count; n++)
        sum += loud[n - 1] == 0 ? 0 : loud[n - 1] * sine((float)n * phase);
    return sum;
}

static float shape(voice *v)
{
    static const float pluck[] = {1, 0.5f, 0.33f, 0.25f, 0.2f, 0.16f};
    static const float organ[] = {1, 0.8f, 0.6f, 0.5f, 0, 0.3f, 0, 0.3f};
    float swing = sine(v->sway), step = v->step, sound = 0;
    switch (v->kind) {
    case VOICE_PLUCK:
        sound = harmonics(v->phase, pluck, 6);
        break;
    case VOICE_ORGAN:
        sound = 0.5f * harmonics(v->phase, organ, 8);
        break;
    case VOICE_SQUARE:
        sound = v->phase < 0.5f ? 0.6f : -0.6f;
        break;
    case VOICE_SAW:
        sound = v->phase - 0.5f;
        break;
    case VOICE_BELL:
        sound = sine(v->phase + v->depth * v->loud * sine(v->other));
        break;
    case VOICE_TRILL:
        step = swing > 0 ? v->step : v->second;
        sound = sine(v->phase);
        break;
    case VOICE_TWIN:
        sound = (0.5f + 0.5f * swing * v->depth) * sine(v->phase) +
                (0.5f - 0.5f * swing * v->depth) * sine(v->other);
        break;
    default:
        step *= 1 + (v->kind == VOICE_WHISTLE ? v->depth * swing : 0);
        sound = sine(v->phase);
        break;
    }
    advance(&v->phase, step);
    advance(&v->other, v->second);
    advance(&v->sway, v->swing);
    v->step *= v->glide;
    v->aim *= v->fade;
    v->loud += (v->aim - v->loud) * 0.01f;
    return sound * v->loud;
}

static void start_voice(band *b, voice_kind kind, int note)
{
    random_source *r = &b->random;
    voice *v = &b->voices[b->next_voice++ % VOICES];
    float hertz = b->tuning * powf(2, (float)note / 12), seconds = between(r, 0.05f, 1.5f);
    *v = (voice){.kind = kind, .glide = 1, .aim = between(r, 0.1f, 0.35f), .loud = v->loud};
    v->step = hertz / RATE;
    v->fade = 1 - 1 / (seconds * RATE);
    v->phase = random_uniform(r);
    v->swing = between(r, 4, 8) / RATE;
    v->depth = between(r, 0.005f, 0.04f);
    if (kind == VOICE_BELL) {
        v->second = v->step * (float)(1 + choose(r, 7)) / 2;
        v->depth = between(r, 0.2f, 3);
    }
    if (kind == VOICE_SWEEP) {
        v->step = between(r, 100, 4000) / RATE;
        v->glide = powf(2, between(r, -4, 4) / RATE);
    }
    if (kind == VOICE_TRILL) {
        v->second = v->step * powf(2, (float)(1 + choose(r, 12)) / 12);
        v->swing = between(r, 5, 60) / RATE;
    }
    if (kind == VOICE_TWIN) {
        v->step = between(r, 1100, 1300) / RATE;
        v->second = between(r, 2050, 2350) / RATE;
        v->swing = between(r, 1, 400) / RATE;
        v->depth = random_uniform(r);
    }
}

static void start_chord(band *b)
{
    static const int thirds[][3] = {{4, 7, 12}, {3, 7, 12}, {4, 7, 10}, {3, 6, 9}, {5, 7, 12}};
    const int *chord = thirds[choose(&b->random, 5)];
    b->notes[0] = b->root + choose(&b->random, 12);
    for (int i = 0; i < 3; i++)
        b->notes[i + 1] = b->notes[0] + chord[i];
}

static void start_piece(band *b)
{
    random_source *r = &b->random;
    b->lead = (voice_kind)choose(r, VOICE_KINDS);
    b->chord = (voice_kind)choose(r, VOICE_BELL + 1);
    b->tuning = 27.5f * between(r, 0.97f, 1.03f);
    b->tick = (unsigned)(between(r, 0.04f, 0.25f) * RATE);
    b->piece_left = (unsigned)(between(r, 4, 15) * RATE) / b->tick;
    b->root = 12 + choose(r, 36);
    b->note = b->root + 24;
    b->drive = random_uniform(r) < 0.3f ? between(r, 1, 8) : 0;
    b->busy = between(r, 0.1f, 1);
    b->drums = random_uniform(r) < 0.3f ? 0 : between(r, 0.05f, 0.5f);
    start_chord(b);
}

static void start_tick(band *b)
{
    static const int steps[] = {-5, -3, -2, 0, 2, 3, 4, 7};
    random_source *r = &b->random;
    if (b->piece_left-- == 0)
        start_piece(b);
    b->tick_left = b->tick;
    if (b->ticks++ % 16 == 0)
        start_chord(b);
    if (b->ticks % 8 == 0 && random_uniform(r) < b->busy)
        for (int i = 0; i < 4; i++)
            start_voice(b, b->chord, b->notes[i]);
    if (random_uniform(r) < b->busy) {
        // a melody, or the chord's notes one after the other
        int note = b->notes[b->ticks % 4] + 24;
        if (random_uniform(r) < 0.5f)
            note = b->note += steps[choose(r, 8)];
        b->note = note < 20 ? 20 : note > 80 ? 68 : note;
        start_voice(b, b->lead, b->note);
    }
    if (random_uniform(r) < b->drums)
        *(choose(r, 3) == 0 ? &b->kick
          : choose(r, 2)    ? &b->snare
                            : &b->hat) = between(r, 0.1f, 0.6f);
}

static float drum_sample(band *b)
{
    float noise = random_gauss(&b->random), high = noise - b->before;
    b->before = noise;
    advance(&b->kick_phase, (50 + 100 * b->kick) / RATE);
    float sound = b->kick * sine(b->kick_phase) + 0.5f * b->snare * noise + 0.3f * b->hat * high;
    b->kick *= 1 - 12 / RATE;
    b->snare *= 1 - 20 / RATE;
    b->hat *= 1 - 60 / RATE;
    return sound;
}

void sound_band_init(band *b, uint32_t seed)
{
    memset(b, 0, sizeof *b);
    b->random.state = seed * 2654435761u | 1;
    start_piece(b);
}

float band_sample(band *b)
{
    if (b->tick_left-- == 0)
        start_tick(b);
    float sum = drum_sample(b);
    for (int i = 0; i < VOICES; i++)
        sum += b->voices[i].loud > 1e-4f || b->voices[i].aim > 1e-4f ? shape(&b->voices[i]) : 0;
    return b->drive > 0 ? tanhf(b->drive * sum) / b->drive : sum;
}
