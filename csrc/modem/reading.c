#include "modem/reading.h"

#define EXACT 0.99f   // share of the decided tones below which other starts are tried
#define AROUND 6      // starts tried on either side where the phase jumps:
#define MIDDLE 0.25f  // symbols by which a start bit is later than the first place with more space
#define LATER 0.002f  // by which a later start must fit better
#define SURE 0.9f     // coherence of the tones' phases that shows more than their share
#define EARLY 0.375f  // symbols before the end of the last character in which few begin
#define ABUT 0.1f     // most symbols between two characters that follow each other
#define TIMELY 0.01f  // by which a start fits better that agrees with the end of the last character
#define FITS 0.96f    // least share of the expected tones in the energy of such a character

static float amplitude(lanes z, int i)
{
    return sqrtf(z[i] * z[i] + z[i + 1] * z[i + 1]);
}

// The sum of the expected amplitudes of a character that begins at `at`.
static float sum_of(const async *a, uint32_t at)
{
    float sum = 0;
    for (uint32_t i = 0; i <= a->stop; i++)
        sum += async_bit_worth(a, at, i);
    return sum;
}

// Where the character near place `at` is strongest, in places from there: the sum of its amplitudes over the start is a
// triangle.
static float offset_of(const async *a, uint32_t at)
{
    const float before = sum_of(a, at - 1), here = sum_of(a, at), after = sum_of(a, at + 1);
    const float lower = before < after ? before : after;
    return here > lower && here >= async_larger(before, after)
               ? 0.5f * (after - before) / (here - lower)
               : 0;
}

void acc_reading_bits(const async *a, place start, reading *r)
{
    const fsk *f = &a->fsk;
    *r = (reading){.start = start, .bits = 1, .least = 1e30f, .low = 1e30f};
    for (uint32_t i = 0; i <= a->stop; i++) {
        const lanes z = acc_fsk_symbol(f, place_add(start, (float)i * f->period));
        const float difference = amplitude(z, 0) - amplitude(z, 2);
        const bool bit = difference > 0;
        r->record[i + 1] = (symbol_record){z, 0};
        r->bits = r->bits << 1 | bit;
        const vectors e = acc_coherence_energy(f, &r->record[i + 1], bit);
        r->own += e.own;
        r->rest += e.rest;
        r->least = r->least < fabsf(difference) ? r->least : fabsf(difference);
        const float own = amplitude(z, bit ? 0 : 2);
        r->mean += own / (float)(a->stop + 1);
        r->low = r->low < own ? r->low : own;
        r->high = async_larger(r->high, own);
        r->weight += bit ? 0 : -difference;
    }
}

float acc_reading_share(const reading *r)
{
    return r->own + r->rest > 0 ? r->own / (r->own + r->rest) : 0;
}

place acc_reading_place(const async *a, uint32_t at)
{
    return place_add((place){at * a->fsk.step, 0}, 0.5f * ((float)a->fsk.width - a->fsk.period));
}

void acc_reading_best(const async *a, uint32_t at, reading *best)
{
    const fsk *f = &a->fsk;
    const float offset = offset_of(a, at) * (float)f->step;
    acc_reading_bits(a, place_add(acc_reading_place(a, at), offset), best);
    // without noise the triangle's error matters, in strong noise it does not
    const float share = acc_reading_share(best);
    const place start = best->start;
    for (int i = -1; i <= 1 && share > READING_NOISY && share < EXACT; i += 2) {
        reading other;
        acc_reading_bits(a, place_add(start, (float)i * READING_BESIDE * f->period), &other);
        if (acc_reading_share(&other) > acc_reading_share(best))
            *best = other;
    }
    best->record[0] = (symbol_record){acc_fsk_symbol(f, place_add(best->start, -f->period)), 0};
}

bool acc_reading_is_framed(const async *a, const reading *r)
{
    const uint64_t stops = (1u << (a->stop - a->payload)) - 1;
    return !(r->bits >> a->stop & 1) && (r->bits & stops) == stops;
}

// The share of the expected tones in the energy of a character and of the mark before it, less 1 without start and stop
// bits.
static float whole_share(const async *a, const reading *r)
{
    const vectors e = acc_coherence_energy(&a->fsk, &r->record[0], 1);
    const float own = r->own + e.own, all = own + r->rest + e.rest;
    return (all > 0 ? own / all : 0) - !acc_reading_is_framed(a, r);
}

// Reads a character again whose phase jumps: bits that begin too early or too late may have as much amplitude, but then
// they have parts of both tones.
static void read_around(const async *a, reading *best)
{
    const fsk *f = &a->fsk;
    const place start = best->start;
    float most = FITS;
    for (int i = -AROUND; i <= AROUND; i++) {
        reading other;
        acc_reading_bits(a, place_add(start, (float)i * READING_BESIDE * f->period), &other);
        other.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(other.start, -f->period)), 0};
        const float share = whole_share(a, &other);
        if (share > most) {
            most = share;
            *best = other;
        }
    }
}

float acc_reading_coherence(const async *a, const reading *r, uint64_t bits)
{
    const phase_kind kind = a->continuous.phases.kind;
    if (kind == PHASE_CONTINUOUS)
        return acc_coherence_of(&a->fsk, r->record, 0, a->stop + 2, bits);
    lanes symbols[ASYNC_BITS + 1];
    for (uint32_t i = 0; i < a->stop + 2; i++)
        symbols[i] = r->record[i].tones;
    return acc_phases_coherence(kind, &a->fsk, a->continuous.turn, symbols, a->stop + 2, bits);
}

float acc_reading_mean(const async *a, const reading *r)
{
    const float *leak = a->fsk.leak;
    return async_larger(r->mean * (1 - sqrtf(leak[0] * leak[0] + leak[1] * leak[1])), 1e-12f);
}

// The symbols from one place to another.
static float symbols_between(const async *a, place from, place to)
{
    return ((float)(int32_t)(to.at - from.at) + to.part - from.part) / a->fsk.period;
}

bool acc_reading_follows(const async *a, place start)
{
    return fabsf(symbols_between(a, a->end, start)) < ABUT;
}

// How well a start agrees with the end of the last character, and with whether that one followed another.
static float fit_of_end(const async *a, place start)
{
    const float later = symbols_between(a, a->end, start);
    return later < -EARLY ? -TIMELY : a->follows && acc_reading_follows(a, start) ? TIMELY : 0;
}

// Reads the character that begins within three quarters of a symbol of `middle` and fits best; false if none does.
static bool read_fitting(const async *a, place middle, reading *best)
{
    const fsk *f = &a->fsk;
    const bool is_free = a->continuous.phases.kind == PHASE_FREE;
    float most = 0;
    for (int i = -AROUND; i <= AROUND; i++) {
        reading other;
        acc_reading_bits(a, place_add(middle, (float)i * READING_BESIDE * f->period), &other);
        other.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(other.start, -f->period)), 0};
        const float share = whole_share(a, &other);
        const float coherence = is_free ? acc_reading_coherence(a, &other, other.bits) : 0;
        const float fit = (coherence > SURE ? 1 + coherence : share) + fit_of_end(a, other.start);
        if (share > FITS && fit > most + LATER) {
            most = fit;
            *best = other;
        }
    }
    return most > 0;
}

// Reads the first character from place `from` on that begins before place `end`, as a UART does: its start bit is the first
// space. False if there is none, or the bits are not clear.
static bool read_first(const async *a, uint32_t from, uint32_t end, reading *best)
{
    uint32_t at = from;
    while ((int32_t)(end - at) > 0 && a->space[at % ASYNC_RING] < a->mark[at % ASYNC_RING])
        at++;
    if ((int32_t)(end - at) <= 0)
        return false;
    reading r;
    // the first place with more space is up to half a symbol early
    const place middle = place_add(acc_reading_place(a, at), MIDDLE * a->fsk.period);
    if (!read_fitting(a, middle, &r) || r.least <= ASYNC_CLEAR * acc_reading_mean(a, &r))
        return false;
    *best = r;
    return true;
}

bool acc_reading_again(const async *a, uint32_t at, bool is_quiet, reading *r)
{
    const uint32_t length = (uint32_t)((float)(a->stop + 1) * a->per_symbol),
                   end = at + (uint32_t)a->per_symbol;
    const uint32_t from = (int32_t)(at - a->next) > (int32_t)length ? at - length : a->next;
    const place before = r->start;
    if (!is_quiet || !a->is_clear || !read_first(a, from, end, r)) {
        read_around(a, r);
        return false;
    }
    return fabsf(symbols_between(a, before, r->start)) > 0.5f;
}
