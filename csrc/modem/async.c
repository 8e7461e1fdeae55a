// Dynamic programming over time. A path is a sequence of characters and pauses of any length; its reward is the sum of
// the amplitudes of the tones it expects. (Less those of the other tone would be worse: tones less than a bit rate
// apart leak.) For each place the best path to it is kept: it ends with a character, or goes on with a pause. A path is
// read back once all likely paths share their beginning, and each of its characters is then read again from the samples.
#include "modem/async.h"

#include "modem/coherence.h"

#include <string.h>

#define BATCH 64u      // places per call of the search
#define HISTORY 80.0f  // symbols whose samples are kept
#define LAG 24.0f      // symbols after which a path is certain
// Least length of a stop bit: a UART looks for the next start bit from its middle on.
#define SHORT 0.5f
#define PAUSE 0.15f    // cost of a pause, in symbols' amplitudes
#define PARITY 0.2f    // cost of a wrong parity bit
#define HINT 0.5f      // least amplitude of space over that of mark in a start bit
#define LEVEL 20.0f    // symbols over which the amplitude is averaged
#define FAINT 0.5f     // least amplitude of a start bit over the mean of the data bits
#define LARGE 1000.0f  // largest reward, in mean amplitudes
#define BESIDE 0.125f  // symbols by which a start is tried beside its estimate,
#define NOISY 0.88f    // if the share of the decided tones is above this
#define EXACT 0.99f    // and below this
#define AROUND 6       // starts tried on either side where the phase jumps:
#define MIDDLE 0.25f   // symbols by which a start bit is later than the first place with more space
#define QUIET                                                                                      \
    0.975f  // mean share of the decided tones above which a UART's first start bit is right
#define LATER 0.002f  // by which a later start must fit better
#define SURE 0.9f     // coherence of the tones' phases that shows more than their share
#define EARLY 0.375f  // symbols before the end of the last character in which few begin
#define ABUT 0.1f     // most symbols between two characters that follow each other
#define TIMELY 0.01f  // by which a start fits better that agrees with the end of the last character
#define FITS 0.96f    // least share of the expected tones in the energy of such a character
#define LIKELY 0.7f   // the coherence is below this part of the expected one, as in choice.c
#define EVEN                                                                                       \
    0.67f  // least amplitude of a bit in it over the largest: beating tones are no characters
#define LATEST 0.9f  // weight of a measurement over that of the next
#define SINGLE 0.4f  // most by which a run of one bit differs from the profile's bit
#define SHARP 0.78f  // least share of the decided tones in the energy of both
#define PURE 0.5f    // least share of them in the power before the band-pass: the rest may be hum

static size_t struct_size(void)
{
    return (sizeof(async) + 15) / 16 * 16;
}

size_t acc_async_size(float period)
{
    return struct_size() + acc_fsk_memory(period, HISTORY);
}

async *acc_async_init(void *memory, const fsk *other, uint32_t delay)
{
    async *a = memory;
    memset(a, 0, sizeof *a);
    acc_fsk_init(&a->fsk, other->period, other->cycle[1], other->cycle[0], HISTORY,
                 (uint8_t *)memory + struct_size());
    acc_continuous_init(&a->continuous, &a->fsk);
    a->delay = delay;
    a->per_symbol = other->period / (float)other->step;
    for (uint32_t i = 0; i < ASYNC_BITS; i++) {
        const float later = (float)i * a->per_symbol;
        a->whole[i] = (uint32_t)later;
        a->part[i] = later - (float)a->whole[i];
    }
    return a;
}

void acc_async_set_format(async *a, const acc_character_format *format)
{
    a->format = *format;
    a->payload = acc_format_payload(format);
    a->stop = a->payload + format->half_stops / 2u;
    a->half = format->half_stops % 2u ? (uint32_t)(0.5f * a->per_symbol) : 0;
    const float bits = (float)a->payload + 1 + 0.5f * format->half_stops;
    acc_paths_set_format(&a->paths, (uint32_t)ceilf((bits - SHORT) * a->per_symbol),
                         (uint32_t)lrintf(bits * a->per_symbol) + 1,
                         (float)a->stop * a->per_symbol);
    acc_continuous_set_format(&a->continuous, format, &a->paths);
    acc_swap_set_format(&a->swap, a->per_symbol, a->payload, a->stop);
}

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

// A tone's amplitude in bit `i` of a character that begins at `at`.
static inline float amplitude_at(const async *a, const float *tone, uint32_t at, uint32_t i)
{
    const uint32_t first = at + a->whole[i];
    const float before = tone[first % ASYNC_RING], after = tone[(first + 1) % ASYNC_RING];
    return before + a->part[i] * (after - before);
}

// The reward of bit `i` of a character that begins at `at`: the amplitude of the tone it expects.
static inline float bit_worth(const async *a, uint32_t at, uint32_t i)
{
    return amplitude_at(a, i == 0 ? a->space : i > a->payload ? a->mark : a->tone, at, i);
}

// Whether the payload of a character that begins at `at` has the right parity.
static bool has_parity(const async *a, uint32_t at)
{
    uint32_t payload = 0;
    uint8_t byte;
    for (uint32_t i = 1; i <= a->payload; i++) {
        const uint32_t near = (at + a->whole[i] + (a->part[i] > 0.5f ? 1u : 0u)) % ASYNC_RING;
        payload |= (uint32_t)(a->mark[near] > a->space[near]) << (i - 1);
    }
    return acc_format_read(&a->format, payload, &byte);
}

// Begins a character at `at`, all but whose stop bit's end has been received.
static void begin_character(async *a, uint32_t at)
{
    const float start = bit_worth(a, at, 0);
    float data = 0;
    for (uint32_t i = 1; i < a->stop; i++)
        data += bit_worth(a, at, i);
    // silence is no start bit
    const float mean = data / (float)(a->stop - 1);
    float worth = start < FAINT * mean ? data - mean : start + data;
    if (a->format.parity != ACC_PARITY_NONE && !has_parity(a, at))
        worth -= PARITY * mean;
    const float last = bit_worth(a, at, a->stop) + bit_worth(a, at + a->half, a->stop);
    acc_paths_begin(&a->paths, at, worth, 0.5f * last / a->per_symbol);
}

// The place of a character whose last stop bit begins at place `latest`.
static uint32_t start_at(const async *a, uint32_t latest)
{
    return latest - a->whole[a->stop] - a->half - 1;
}

// Goes on with the paths to a place whose symbol has been received.
static void go_on(async *a, uint32_t latest)
{
    begin_character(a, start_at(a, latest));
    acc_paths_end(&a->paths, latest);
    // the symbol whose middle is the newest place begins half a symbol earlier
    const uint32_t half = (uint32_t)(0.5f * a->per_symbol + 0.5f);
    const float idle = a->mark[(latest - half) % ASYNC_RING] / a->per_symbol;
    acc_paths_pause(&a->paths, latest, idle, PAUSE * a->level);
}

// Adds the symbol that begins at the next place.
static void add(async *a, float soft, float tones)
{
    const uint32_t latest = a->count++, i = latest % ASYNC_RING;
    a->mark[i] = sqrtf(larger(0.5f * (tones + soft), 0));
    a->space[i] = sqrtf(larger(0.5f * (tones - soft), 0));
    a->tone[i] = larger(a->mark[i], a->space[i]);
    a->level += (a->tone[i] - a->level) / (LEVEL * a->per_symbol);
    go_on(a, latest);
    const uint32_t start = start_at(a, latest);
    const bool begins = a->space[start % ASYNC_RING] > HINT * a->mark[start % ASYNC_RING];
    acc_continuous_add(&a->continuous, &a->fsk, latest, start, begins, a->level);
    acc_swap_add(&a->swap, a->mark, a->space, latest);
}

static float amplitude(lanes z, int i)
{
    return sqrtf(z[i] * z[i] + z[i + 1] * z[i + 1]);
}

// The sum of the expected amplitudes of a character that begins at `at`.
static float sum_of(const async *a, uint32_t at)
{
    float sum = 0;
    for (uint32_t i = 0; i <= a->stop; i++)
        sum += bit_worth(a, at, i);
    return sum;
}

// Where the character near place `at` is strongest, in places from there: the sum of its amplitudes over the start is a
// triangle.
static float offset_of(const async *a, uint32_t at)
{
    const float before = sum_of(a, at - 1), here = sum_of(a, at), after = sum_of(a, at + 1);
    const float lower = before < after ? before : after;
    return here > lower && here >= larger(before, after) ? 0.5f * (after - before) / (here - lower)
                                                         : 0;
}

// The bits of a character, read from the samples.
typedef struct reading {
    place start;
    symbol_record record[ASYNC_BITS + 1];  // of the bit before it, too
    uint64_t bits;                         // the earliest highest; that before it is a one
    float own, rest;                       // energy of the decided tones, and the rest
    float least;                           // least difference of the amplitudes
    float mean;                            // mean amplitude of the decided tones
    float low, high;                       // least and largest of them
    float weight;                          // sum of space - mark in bits of space
} reading;

static void read_bits(const async *a, place start, reading *r)
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
        r->high = larger(r->high, own);
        r->weight += bit ? 0 : -difference;
    }
}

static float share_of(const reading *r)
{
    return r->own + r->rest > 0 ? r->own / (r->own + r->rest) : 0;
}

// Where a symbol begins whose window of the search begins at a place: they have one middle.
static place place_of(const async *a, uint32_t at)
{
    return place_add((place){at * a->fsk.step, 0}, 0.5f * ((float)a->fsk.width - a->fsk.period));
}

// Reads the character near place `at` where it is strongest.
static void read_best(const async *a, uint32_t at, reading *best)
{
    const fsk *f = &a->fsk;
    const float offset = offset_of(a, at) * (float)f->step;
    read_bits(a, place_add(place_of(a, at), offset), best);
    // without noise the triangle's error matters, in strong noise it does not
    const float share = share_of(best);
    const place start = best->start;
    for (int i = -1; i <= 1 && share > NOISY && share < EXACT; i += 2) {
        reading other;
        read_bits(a, place_add(start, (float)i * BESIDE * f->period), &other);
        if (share_of(&other) > share_of(best))
            *best = other;
    }
    best->record[0] = (symbol_record){acc_fsk_symbol(f, place_add(best->start, -f->period)), 0};
}

static bool is_framed(const async *a, const reading *r)
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
    return (all > 0 ? own / all : 0) - !is_framed(a, r);
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
        read_bits(a, place_add(start, (float)i * BESIDE * f->period), &other);
        other.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(other.start, -f->period)), 0};
        const float share = whole_share(a, &other);
        if (share > most) {
            most = share;
            *best = other;
        }
    }
}

// The coherence of a character with the kind of phase that the sender has.
static float coherence_of(const async *a, const reading *r, uint64_t bits)
{
    const phase_kind kind = a->continuous.phases.kind;
    if (kind == PHASE_CONTINUOUS)
        return acc_coherence_of(&a->fsk, r->record, 0, a->stop + 2, bits);
    lanes symbols[ASYNC_BITS + 1];
    for (uint32_t i = 0; i < a->stop + 2; i++)
        symbols[i] = r->record[i].tones;
    return acc_phases_coherence(kind, &a->fsk, a->continuous.turn, symbols, a->stop + 2, bits);
}

// The mean difference of the amplitudes without noise: each tone leaks into the other's correlator.
static float mean_of(const async *a, const reading *r)
{
    const float *leak = a->fsk.leak;
    return larger(r->mean * (1 - sqrtf(leak[0] * leak[0] + leak[1] * leak[1])), 1e-12f);
}

// The symbols from one place to another.
static float symbols_between(const async *a, place from, place to)
{
    return ((float)(int32_t)(to.at - from.at) + to.part - from.part) / a->fsk.period;
}

// How well a start agrees with the end of the last character, and with whether that one followed another.
static float fit_of_end(const async *a, place start)
{
    const float later = symbols_between(a, a->end, start);
    return later < -EARLY ? -TIMELY : a->follows && fabsf(later) < ABUT ? TIMELY : 0;
}

// Reads the character that begins within three quarters of a symbol of `middle` and fits best; false if none does.
static bool read_fitting(const async *a, place middle, reading *best)
{
    const fsk *f = &a->fsk;
    const bool is_free = a->continuous.phases.kind == PHASE_FREE;
    float most = 0;
    for (int i = -AROUND; i <= AROUND; i++) {
        reading other;
        read_bits(a, place_add(middle, (float)i * BESIDE * f->period), &other);
        other.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(other.start, -f->period)), 0};
        const float share = whole_share(a, &other);
        const float coherence = is_free ? coherence_of(a, &other, other.bits) : 0;
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
    const place middle = place_add(place_of(a, at), MIDDLE * a->fsk.period);
    if (!read_fitting(a, middle, &r) || r.least <= ASYNC_CLEAR * mean_of(a, &r))
        return false;
    *best = r;
    return true;
}

// Reads a character near place `at` again whose phase jumps: bits that begin too early or too late may have as much
// amplitude, but then they have parts of both tones. True if another character comes first.
static bool read_again(const async *a, uint32_t at, bool is_quiet, reading *r)
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

// Adds how far the tones turn in the middle of three equal bits, which is right at any bit rate.
static void measure_tones(async *a, const reading *r)
{
    const uint64_t same = ~(r->bits ^ r->bits << 1);
    for (uint32_t i = 1; i < a->stop; i++) {
        const uint32_t shift = a->stop - i;
        if ((same >> shift & 3) != 3)
            continue;
        const flags mark = {-1, -1, 0, 0}, is_mark = (r->bits >> shift & 1) ? mark : ~mark;
        const lanes turn = acc_fsk_turn(&a->fsk, place_add(r->start, (float)i * a->fsk.period));
        a->measured.turn += lanes_select(is_mark, turn, (lanes){0});
    }
}

static float difference_at(const async *a, uint32_t at)
{
    return a->mark[at % ASYNC_RING] - a->space[at % ASYNC_RING];
}

// Adds the runs of one bit in a character that begins near place `at`.
static void measure_bits(async *a, uint32_t at)
{
    float edge = -1e9f;
    for (uint32_t i = 0; i < a->paths.shortest; i++) {
        const float before = difference_at(a, at + i), after = difference_at(a, at + i + 1);
        if ((before < 0) == (after < 0))
            continue;
        const float here = (float)i + before / (before - after), run = here - edge;
        if (fabsf(run - a->per_symbol) < SINGLE * a->per_symbol)
            a->measured.sums += (lanes){1, run, 0, 0};
        edge = here;
    }
}

static void measure(async *a, uint32_t at, const reading *r, float coherence)
{
    a->measured.turn *= LATEST;
    a->measured.sums *= LATEST;
    a->measured.sums += (lanes){0, 0, 1, coherence};
    measure_bits(a, at);
    measure_tones(a, r);
}

void acc_async_measured(const async *a, float cycle[2], float *symbols, float *coherence)
{
    const lanes turn = a->measured.turn, sums = a->measured.sums;
    for (int b = 0; b < 2; b++) {
        const float re = turn[b ? 0 : 2], im = turn[b ? 1 : 3];
        const bool is_measured = re * re + im * im > 0;
        cycle[b] = is_measured ? a->fsk.cycle[b] + 2 * atan2f(im, re) / (float)a->fsk.width : 0;
    }
    *symbols = sums[0] > 0 ? sums[1] / sums[0] / a->per_symbol : 0;
    *coherence = sums[2] > 0 ? sums[3] / sums[2] : 0;
}

uint32_t acc_async_swapped(const async *a)
{
    return acc_swap_characters(&a->swap);
}

// Whether most of the power is in the character's tones.
static bool is_sharp(const async *a, const reading *r, float pure)
{
    const fsk *f = &a->fsk;
    const uint32_t count = (uint32_t)lrintf((float)(a->stop + 1) * f->period);
    const float all = 0.5f * (float)f->width * acc_fsk_energy(f, r->start.at, count);
    return share_of(r) > SHARP && r->own > pure * all;
}

// Learns the tones from a character, for those of a continuous phase.
static void learn_tones(async *a, const reading *r)
{
    lanes symbols[ASYNC_BITS + 1];
    for (uint32_t i = 0; i < a->stop + 2; i++)
        symbols[i] = r->record[i].tones;
    acc_continuous_learn(&a->continuous, &a->fsk, symbols, a->stop + 2, r->bits);
}

float acc_async_idle(const async *a, uint32_t at)
{
    const uint32_t guard = (uint32_t)a->fsk.period;
    return acc_continuous_idle(&a->continuous, &a->fsk, at - a->delay - guard);
}

static void add_candidate(const async *a, candidate *found, choice *c)
{
    if (acc_choice_has_paused(c, found))
        found->idle = acc_async_idle(a, found->at);
    acc_choice_add(c, found);
}

// Notes where a character that was reported begins and ends.
static void note_end(async *a, const reading *r, bool is_clear)
{
    const fsk *f = &a->fsk;
    const place here = place_add(r->start, 0.5f * (f->period - (float)f->width + (float)f->step));
    a->is_clear = is_clear;
    a->start = here.at / f->step;
    a->follows = fabsf(symbols_between(a, a->end, r->start)) < ABUT;
    a->end = place_add(r->start, ((float)a->payload + 1 + 0.5f * a->format.half_stops) * f->period);
    a->next = a->start + a->paths.shortest - 1;
}

// Reports a character that starts near place `at`; true when another one comes first.
static bool report(async *a, uint32_t at, choice *c)
{
    const fsk *f = &a->fsk;
    reading r;
    read_best(a, at, &r);
    float coherence = acc_coherence_of(f, r.record, 0, a->stop + 2, r.bits);
    bool is_other = false;
    const bool jumps = a->continuous.phases.kind != PHASE_CONTINUOUS;
    const float share = share_of(&r);
    if (share > NOISY && (jumps || coherence < LIKELY * (2 * share - 1))) {
        is_other = read_again(a, at, c->share > QUIET, &r);
        coherence = acc_coherence_of(f, r.record, 0, a->stop + 2, r.bits);
    }
    uint32_t payload = 0;
    uint8_t byte;
    for (uint32_t i = 1; i <= a->payload; i++)
        payload |= (uint32_t)(r.bits >> (a->stop - i) & 1) << (i - 1);
    const bool framed = is_framed(a, &r);
    const float mean = mean_of(a, &r), clear = r.least / mean;
    candidate found = {.at = r.start.at + a->delay,
                       .payload = (uint16_t)payload,
                       .has_parity = acc_format_read(&a->format, payload, &byte),
                       .framed = framed,
                       .coherence = coherence,
                       .level = r.mean,
                       .is_async = true,
                       .share = share_of(&r),
                       .clear = clear,
                       .weight = r.weight / mean};
    const bool is_clear = framed && clear > ASYNC_CLEAR;
    if (is_sharp(a, &r, PURE)) {
        found.is_doubtful = !is_clear && r.low > EVEN * r.high;
        if (found.is_doubtful)
            measure(a, at, &r, found.coherence);
        add_candidate(a, &found, c);
        if (framed)
            learn_tones(a, &r);
    }
    note_end(a, &r, is_clear);
    return is_other;
}

// The bits of a character of continuous.c that begins at `at`, and the mark before it, the earliest highest.
static uint64_t bits_at(const async *a, uint32_t at)
{
    const uint32_t payload = a->continuous.read[at % ASYNC_RING], stops = a->stop - a->payload;
    uint64_t bits = 2;
    for (uint32_t i = 0; i < a->payload; i++)
        bits = bits << 1 | (payload >> i & 1);
    return bits << stops | ((1u << stops) - 1);
}

// Reports a character of continuous.c that starts near place `at`.
static void report_continuous(async *a, uint32_t at, choice *c)
{
    const fsk *f = &a->fsk;
    const uint32_t payload = a->continuous.read[at % ASYNC_RING];
    const uint64_t bits = bits_at(a, at);
    const place near = place_of(a, at);
    reading best = {0};
    float coherence = 0;
    for (int i = -1; i <= 1; i++) {
        reading r;
        read_bits(a, place_add(near, (float)i * BESIDE * f->period), &r);
        r.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(r.start, -f->period)), 0};
        const float other = coherence_of(a, &r, bits);
        if (i < 0 || other > coherence) {
            coherence = other;
            best = r;
        }
    }
    if (!is_sharp(a, &best, 0.4f))
        return;
    uint8_t byte;
    candidate found = {.at = best.start.at + a->delay,
                       .payload = (uint16_t)payload,
                       .has_parity = acc_format_read(&a->format, payload, &byte),
                       .framed = true,
                       .coherence = coherence,
                       .level = best.mean,
                       .share = share_of(&best),
                       .is_continuous = true,
                       .is_apart = a->continuous.phases.kind != PHASE_CONTINUOUS};
    // the amplitudes agree with the phases
    if (found.is_apart && best.bits == bits)
        found.clear = best.least / mean_of(a, &best);
    add_candidate(a, &found, c);
}

// The reward of the part of a character that begins at `at`, at most a character's length ago.
static float part_worth(const async *a, uint32_t at)
{
    const float there = (float)(a->count - 2 - at) / a->per_symbol;
    const uint32_t whole = (uint32_t)there;
    float sum = 0, last = 0;
    for (uint32_t i = 0; i <= whole; i++)
        sum += last = bit_worth(a, at, i);
    return sum - (1 - there + (float)whole) * last;
}

// The end of the best path of whole characters and pauses; a character has begun there. `scale` is the reward of an
// amplitude.
static uint32_t best_end(const async *a, const paths *p, float scale)
{
    const uint32_t newest = a->count - 1, most = (uint32_t)((float)(a->stop + 1) * a->per_symbol);
    uint32_t best = newest;
    float total = acc_paths_best(p, newest);
    for (uint32_t back = 1; back < most && back < newest; back++) {
        const uint32_t at = newest - back;
        const float sum = acc_paths_best(p, at) + scale * part_worth(a, at);
        if (sum > total) {
            total = sum;
            best = at;
        }
    }
    return best;
}

// Leads the paths through the last character that was reported.
static void lead_through(async *a)
{
    paths *p = &a->paths;
    acc_paths_restart(p, a->start);
    for (uint32_t at = a->start + 1; at != a->count; at++) {
        go_on(a, at);
        if (at - a->start < p->shortest)
            acc_paths_forbid_pause(p, at);
    }
    p->end = a->start + p->longest;
}

// Reports the characters that are certain, up to one that is not on the paths; false if there is none.
static bool read_some(async *a, uint32_t *best, choice *c)
{
    const uint32_t newest = a->count - 1, lag = (uint32_t)(LAG * a->per_symbol);
    uint32_t start[PATHS_MOST];
    *best = best_end(a, &a->paths, 1);
    const uint32_t count = acc_paths_read(&a->paths, *best, newest, lag, start);
    for (uint32_t i = count; i-- > 0;)
        if (report(a, start[i], c)) {
            lead_through(a);
            return true;
        }
    if (count && a->is_clear)
        acc_paths_keep(&a->paths, newest);
    return false;
}

// Reports the characters that are certain.
static void read_paths(async *a, choice *c)
{
    uint32_t best;
    while (read_some(a, &best, c))
        ;
    acc_paths_rebase(&a->paths, best, LARGE * a->level);
}

static void read_continuous(async *a, choice *c)
{
    const uint32_t newest = a->count - 1, lag = (uint32_t)(LAG * a->per_symbol);
    paths *p = &a->continuous.paths;
    uint32_t start[PATHS_MOST], best = best_end(a, p, a->level);
    for (uint32_t i = acc_paths_read(p, best, newest, lag, start); i-- > 0;)
        report_continuous(a, start[i], c);
    acc_paths_rebase(p, best, LARGE * a->level * a->level);
}

void acc_async_write(async *a, const float *x, uint32_t len)
{
    acc_fsk_write(&a->fsk, x, len);
    acc_fsk_end_chunk(&a->fsk, len);
}

void acc_async_skip(async *a, uint32_t until)
{
    const int32_t ahead = (int32_t)(until - a->delay - a->fsk.next);
    if (ahead < (int32_t)a->fsk.step)
        return;
    const uint32_t places = (uint32_t)ahead / a->fsk.step;
    a->fsk.next += places * a->fsk.step;
    a->fsk.pieces = 0;
    a->count += places;
    a->has_skipped = true;
}

// Begins anew where a character ends.
static void restart(async *a)
{
    acc_paths_restart(&a->paths, a->count - 1);
    acc_paths_restart(&a->continuous.paths, a->count - 1);
    acc_continuous_forget(&a->continuous);
    acc_swap_restart(&a->swap, a->count);
    a->has_skipped = false;
}

void acc_async_read(async *a, choice *c)
{
    float soft[BATCH], tones[BATCH];
    size_t count;
    if (a->has_skipped)
        restart(a);
    while ((count = acc_fsk_search(&a->fsk, soft, tones, BATCH)))
        for (size_t i = 0; i < count; i++)
            add(a, soft[i], tones[i]);
    read_paths(a, c);
    read_continuous(a, c);
}
