// Dynamic programming over time. A path is a sequence of characters and pauses of any length; its reward is the sum of
// the amplitudes of the tones it expects. (Less those of the other tone would be worse: tones less than a bit rate
// apart leak.) For each place the best path to it is kept: it ends with a character, or goes on with a pause. A path is
// read back once all likely paths share their beginning, and each of its characters is then read again (reading.c).
#include "modem/async.h"

#include "modem/coherence.h"
#include "modem/reading.h"

#include <string.h>

#define BATCH 64u      // places per call of the search
#define HISTORY 80.0f  // symbols whose samples are kept
#define LAG 24.0f      // symbols after which a path is certain
// Least length of a stop bit: a UART looks for the next start bit from its middle on.
#define SHORT 0.5f
#define PAUSE 0.15f        // cost of a pause, in symbols' amplitudes,
#define PAUSE_APART 0.05f  // and where the phase jumps: there the symbols beside a pause are weaker
#define PARITY 0.2f        // cost of a wrong parity bit
#define HINT 0.5f          // least amplitude of space over that of mark in a start bit
#define LEVEL 20.0f        // symbols over which the amplitude is averaged
#define FAINT 0.5f         // least amplitude of a start bit over the mean of the data bits
#define LARGE 1000.0f      // largest reward, in mean amplitudes
#define QUIET                                                                                      \
    0.975f  // mean share of the decided tones above which a UART's first start bit is right
#define LIKELY 0.7f  // the coherence is below this part of the expected one, as in choice.c
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
    const float start = async_bit_worth(a, at, 0);
    float data = 0;
    for (uint32_t i = 1; i < a->stop; i++)
        data += async_bit_worth(a, at, i);
    // silence is no start bit
    const float mean = data / (float)(a->stop - 1);
    float worth = start < FAINT * mean ? data - mean : start + data;
    if (a->format.parity != ACC_PARITY_NONE && !has_parity(a, at))
        worth -= PARITY * mean;
    const float last = async_bit_worth(a, at, a->stop) + async_bit_worth(a, at + a->half, a->stop);
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
    const bool jumps = a->continuous.phases.kind != PHASE_CONTINUOUS;
    acc_paths_pause(&a->paths, latest, idle, (jumps ? PAUSE_APART : PAUSE) * a->level);
}

// Adds the symbol that begins at the next place.
static void add(async *a, float soft, float tones)
{
    const uint32_t latest = a->count++, i = latest % ASYNC_RING;
    a->mark[i] = sqrtf(async_larger(0.5f * (tones + soft), 0));
    a->space[i] = sqrtf(async_larger(0.5f * (tones - soft), 0));
    a->tone[i] = async_larger(a->mark[i], a->space[i]);
    a->level += (a->tone[i] - a->level) / (LEVEL * a->per_symbol);
    go_on(a, latest);
    const uint32_t start = start_at(a, latest);
    const bool begins = a->space[start % ASYNC_RING] > HINT * a->mark[start % ASYNC_RING];
    acc_continuous_add(&a->continuous, &a->fsk, latest, start, begins, a->level);
    acc_swap_add(&a->swap, a->mark, a->space, latest);
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
    return acc_reading_share(r) > SHARP && r->own > pure * all;
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
    return acc_continuous_idle(&a->fsk, at - a->delay - guard);
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
    a->follows = acc_reading_follows(a, r->start);
    a->end = place_add(r->start, ((float)a->payload + 1 + 0.5f * a->format.half_stops) * f->period);
    a->next = a->start + a->paths.shortest - 1;
}

// Reports a character that starts near place `at`; true when another one comes first.
static bool report(async *a, uint32_t at, choice *c)
{
    const fsk *f = &a->fsk;
    reading r;
    acc_reading_best(a, at, &r);
    float coherence = acc_coherence_of(f, r.record, 0, a->stop + 2, r.bits);
    bool is_other = false;
    const bool jumps = a->continuous.phases.kind != PHASE_CONTINUOUS;
    const float share = acc_reading_share(&r);
    if (share > READING_NOISY && (jumps || coherence < LIKELY * (2 * share - 1))) {
        is_other = acc_reading_again(a, at, c->share > QUIET, &r);
        coherence = acc_coherence_of(f, r.record, 0, a->stop + 2, r.bits);
    }
    uint32_t payload = 0;
    uint8_t byte;
    for (uint32_t i = 1; i <= a->payload; i++)
        payload |= (uint32_t)(r.bits >> (a->stop - i) & 1) << (i - 1);
    const bool framed = acc_reading_is_framed(a, &r);
    const float mean = acc_reading_mean(a, &r), clear = r.least / mean;
    candidate found = {.at = r.start.at + a->delay,
                       .payload = (uint16_t)payload,
                       .has_parity = acc_format_read(&a->format, payload, &byte),
                       .framed = framed,
                       .coherence = coherence,
                       .level = r.mean,
                       .agreement = jumps ? acc_reading_coherence(a, &r, r.bits) : coherence,
                       .is_async = true,
                       .share = acc_reading_share(&r),
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
    const place near = acc_reading_place(a, at);
    reading best = {0};
    float coherence = 0;
    for (int i = -1; i <= 1; i++) {
        reading r;
        acc_reading_bits(a, place_add(near, (float)i * READING_BESIDE * f->period), &r);
        r.record[0] = (symbol_record){acc_fsk_symbol(f, place_add(r.start, -f->period)), 0};
        const float other = acc_reading_coherence(a, &r, bits);
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
                       .share = acc_reading_share(&best),
                       .is_continuous = true,
                       .is_apart = a->continuous.phases.kind != PHASE_CONTINUOUS};
    // the amplitudes agree with the phases
    if (found.is_apart && best.bits == bits)
        found.clear = best.least / acc_reading_mean(a, &best);
    add_candidate(a, &found, c);
}

// The reward of the part of a character that begins at `at`, at most a character's length ago.
static float part_worth(const async *a, uint32_t at)
{
    const float there = (float)(a->count - 2 - at) / a->per_symbol;
    const uint32_t whole = (uint32_t)there;
    float sum = 0, last = 0;
    for (uint32_t i = 0; i <= whole; i++)
        sum += last = async_bit_worth(a, at, i);
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
