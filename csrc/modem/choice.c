// At an Es/N0 of x, the share of the decided tones in the energy of both is about (x + 1) / (x + 2), and the coherence
// of a continuous phase is x / (x + 2) = 2 share - 1. The sequence detector is right if its coherence is near that, in
// any noise. If it is much lower, phase, clock or framing are not those that it assumes.
#include "modem/choice.h"

#include "base/rounding.h"

#include <math.h>
#include <string.h>

#define EARLY 1.5f     // most symbols by which a character begins before the one before it ends
#define ABUT 0.25f     // most symbols between two characters that follow each other
#define AHEAD 38.0f    // symbols by which `lead` is ahead of the selected character
#define PACE 0.2f      // weight of a character in `lead`
#define SLOW 0.1f      // in `doubts` and `one_phase`,
#define DOUBTFUL 0.2f  // where more shows another format
#define MOSTLY 0.5f    // share of characters of one phase above which each tone has none of its own
#define FAST 0.3f      // the same in `steady`
#define BETTER 0.02f   // by which `steady` is above `lead` where continuous.c is used
#define WORSE 0.1f     // by which it may be below where most characters follow a pause,
#define PAUSED 0.5f    // this share of them
#define TRACKED 0.2f   // coherence by which a healthy sequence detector is preferred even then
#define NOISY 0.97f    // mean share below which a steady phase helps: 15 dB
#define LIKELY 0.7f    // coherence over the expected one, at which the sequence detector is right
#define CLEARLY 0.88f  // the same where async.c has a perfect character
#define START 0.3f     // `lead` of a signal on one clock, which is expected first
#define HEALTHY 0.15f  // least such lead
#define APART 0.05f    // ... where each tone has a phase of its own
#define FAVOUR 0.15f   // coherence by which the sequence detector is preferred
// Share of a character of async.c that is right: 13 dB, an SNR of 0 dB at 1200 bit/s.
#define PURE 0.96f
// One that is right even where the sequence detector contradicts in a steady signal: 18 dB.
#define PERFECT 0.985f
#define COHERENT 0.98f
// Where both are clear, that of async.c is right if its share is larger by PURER, or its phases agree as much, less AGREED.
#define AGREED 0.02f
#define PURER 0.03f
#define LATE 0.5f    // symbols by which a character that overlaps another begins later
#define STEADY 0.2f  // most change of level
// One that counts in `lead`: 7 dB; 9 dB and CERTAIN when the sequence detector has none there.
#define SHARP 0.85f
#define SURE 0.9f
#define CERTAIN 0.25f
#define COMMON 0.7f  // least coherence of a character over the mean
#define WEIGHT 0.8f  // least weight of a character: noise in a pause has less
#define FAINT                                                                                      \
    0.02f           // amplitude over the mean below which the sequence detector reads noise: -34 dB
#define QUIET 0.5f  // amplitude over the mean below which a character is noise

void acc_choice_init(choice *c, float period)
{
    memset(c, 0, sizeof *c);
    c->period = period;
    acc_choice_reset(c);
}

void acc_choice_set_length(choice *c, float length)
{
    c->length = length;
}

// Least symbols between the starts of two characters.
static float apart_of(const choice *c)
{
    return c->length - EARLY;
}

void acc_choice_reset(choice *c)
{
    c->lead = START;
    c->steady = 0;
    c->share = 1;
    c->coherence = c->pauses = c->doubts = c->one_phase = 0;
    c->level = 0;
    c->is_open = false;
}

static void drop(candidates *queue)
{
    memmove(queue->list, queue->list + 1, --queue->count * sizeof *queue->list);
}

// The symbols from sample `from` to sample `to`.
static float symbols(const choice *c, uint32_t from, uint32_t to)
{
    return (float)(int32_t)(to - from) / c->period;
}

static candidates *queue_of(choice *c, const candidate *one)
{
    return one->is_async ? &c->async : one->is_continuous ? &c->continuous : &c->tracked;
}

bool acc_choice_has_paused(choice *c, const candidate *one)
{
    return !c->is_open || symbols(c, queue_of(c, one)->last, one->at) >= CHOICE_PAUSE;
}

void acc_choice_add(choice *c, const candidate *one)
{
    candidates *queue = queue_of(c, one);
    if (queue->count == CHOICE_QUEUE)
        drop(queue);
    candidate *added = &queue->list[queue->count++];
    *added = *one;
    added->follows = fabsf(symbols(c, queue->last, one->at) - c->length) < ABUT;
    queue->last = one->at;
}

// The first of `queue` that starts after the characters that were selected.
static const candidate *first_of(const choice *c, candidates *queue)
{
    while (queue->count && c->has_end && (int32_t)(queue->list->at - c->end) < 0)
        drop(queue);
    return queue->count ? queue->list : NULL;
}

// The coherence of a continuous phase.
static float expected(const candidate *async)
{
    return 2 * async->share - 1;
}

// In little noise a continuous phase is seen clearly.
static bool is_likely(const candidate *tracked, const candidate *async)
{
    const bool is_certain = async->framed && async->clear > ASYNC_CLEAR && async->share > PERFECT;
    return tracked->coherence >= (is_certain ? CLEARLY : LIKELY) * expected(async);
}

static bool is_quiet(const choice *c, const candidate *async)
{
    return async->level < QUIET * c->level;
}

static bool is_clear(const choice *c, const candidate *async)
{
    return async->framed && async->clear > ASYNC_CLEAR && async->share > PURE &&
           !is_quiet(c, async);
}

// A change of level moves the frames of async.c.
static bool is_perfect(const choice *c, const candidate *async)
{
    const bool is_steady = c->level <= 0 || fabsf(async->level - c->level) < STEADY * c->level;
    return async->coherence > COHERENT && async->share > PERFECT && is_steady;
}

static bool is_near(const choice *c, const candidate *tracked, const candidate *async)
{
    return fabsf(symbols(c, tracked->at, async->at)) < 1;
}

static bool is_same(const choice *c, const candidate *tracked, const candidate *async)
{
    return tracked->payload == async->payload && tracked->framed && is_near(c, tracked, async);
}

static bool is_tracked_better(const choice *c, const candidate *tracked, const candidate *async)
{
    if (tracked->has_parity != async->has_parity && c->lead < HEALTHY)
        return tracked->has_parity;
    // a pause has no space: the first start bit is right
    if (c->lead >= HEALTHY && tracked->framed && is_likely(tracked, async) &&
        symbols(c, tracked->at, async->at) > 1)
        return true;
    if (is_clear(c, async) &&
        (c->lead < HEALTHY || is_perfect(c, async) || !is_likely(tracked, async)))
        return is_same(c, tracked, async);
    if (async->share < SHARP || c->lead >= HEALTHY)
        return true;
    if (c->lead > 0)
        return tracked->coherence + FAVOUR > async->coherence;
    return tracked->coherence > fmaxf(async->coherence, expected(async));
}

// The better of two characters at one place. Two that agree have the larger coherence.
static candidate better_of(const choice *c, const candidate *tracked, const candidate *async)
{
    if (!is_tracked_better(c, tracked, async))
        return *async;
    candidate better = *tracked;
    if (is_same(c, tracked, async) && is_clear(c, async))
        better.coherence = fmaxf(tracked->coherence, async->coherence);
    return better;
}

// Whether a character of async.c is right where the sequence detector has none.
static bool is_right(const choice *c, const candidate *async)
{
    if (is_clear(c, async))
        return true;
    const bool is_credible = c->lead < 0 || (async->framed && async->coherence > LIKELY);
    const bool is_expected = c->is_open || (async->framed && async->share > SURE);
    return is_credible && is_expected && async->weight > WEIGHT && !is_quiet(c, async);
}

static void learn(choice *c, const candidate *tracked, const candidate *async)
{
    if (!async->framed || async->share < SHARP || is_quiet(c, async))
        return;
    if (!tracked && (async->share < SURE || async->clear < CERTAIN))
        return;
    // equal bytes may be framed in several ways
    const bool counts = tracked && tracked->framed &&
                        (is_near(c, tracked, async) || !is_clear(c, async) ||
                         (tracked->follows && is_likely(tracked, async)));
    const float coherence = counts ? tracked->coherence : 0;
    c->lead += PACE * (coherence - LIKELY * expected(async) - c->lead);
}

static const candidate *nearest_to(const choice *c, const candidate *async)
{
    const candidate *nearest = NULL;
    float least = apart_of(c);
    for (uint32_t i = 0; i < c->tracked.count; i++) {
        const float apart = fabsf(symbols(c, c->tracked.list[i].at, async->at));
        if (apart < least) {
            least = apart;
            nearest = &c->tracked.list[i];
        }
    }
    return nearest;
}

// Learns from the characters that the receivers have read, some time before they are due.
static void look_ahead(choice *c, uint32_t until)
{
    until += (uint32_t)(AHEAD * c->period);
    for (uint32_t i = 0; i < c->async.count; i++) {
        candidate *async = &c->async.list[i];
        if (async->is_learned || (int32_t)(until - async->at) <= 0)
            continue;
        async->is_learned = true;
        c->share += FAST * (async->share - c->share);
        c->one_phase += SLOW * ((async->coherence > SURE ? 1.0f : 0.0f) - c->one_phase);
        learn(c, nearest_to(c, async), async);
    }
    for (uint32_t i = 0; i < c->continuous.count; i++) {
        candidate *one = &c->continuous.list[i];
        if (one->is_learned || (int32_t)(until - one->at) <= 0)
            continue;
        one->is_learned = true;
        // equal bytes may be framed in several ways
        c->is_apart = one->is_apart;
        const bool contradicts = one->is_apart && one->clear < ASYNC_CLEAR;
        c->doubts += SLOW * ((contradicts ? 1.0f : 0.0f) - c->doubts);
        const bool again = one->payload == c->latest;
        c->latest = one->payload;
        if (again)
            continue;
        c->steady += FAST * (one->coherence - LIKELY * expected(one) - c->steady);
        c->coherence += FAST * (one->coherence - c->coherence);
        c->pauses += FAST * ((one->follows ? 0.0f : 1.0f) - c->pauses);
    }
}

// Whether a character with a continuous phase is no noise.
static bool is_coherent(const choice *c, const candidate *one)
{
    return one->framed && one->coherence >= COMMON * c->coherence && !is_quiet(c, one);
}

typedef bool test(const choice *c, const candidate *one);

// The first character of `queue` that passes a test. Others stay, for a phase that is no longer steady.
static const candidate *first_that(choice *c, candidates *queue, test *passes)
{
    first_of(c, queue);
    for (uint32_t i = 0; i < queue->count; i++)
        if (passes(c, &queue->list[i]))
            return &queue->list[i];
    return NULL;
}

static bool follows(const choice *c, const candidate *tracked)
{
    return tracked->follows && is_coherent(c, tracked);
}

// The character of continuous.c where async.c has one.
static const candidate *continuous_at(const choice *c, const candidate *async)
{
    for (uint32_t i = 0; i < c->continuous.count; i++)
        if (fabsf(symbols(c, c->continuous.list[i].at, async->at)) < apart_of(c))
            return &c->continuous.list[i];
    return NULL;
}

// Whether a character of async.c is right where the phase is steady: noise cannot have changed it. Where each tone has a
// phase of its own, amplitudes may be more certain than phases. Of two characters that overlap, the one that begins later
// may have a bit of the other one as its start bit.
static bool is_certain(const choice *c, const candidate *async)
{
    if (!is_clear(c, async))
        return false;
    if (!c->is_apart)
        return async->share > PERFECT;
    const candidate *one = continuous_at(c, async);
    const bool is_one_phase = async->coherence > SURE && async->share > PERFECT;
    if (!one || !is_coherent(c, one) || is_one_phase)
        return true;
    if (one->clear < ASYNC_CLEAR)
        return c->share > NOISY || async->share > PERFECT;
    if (c->share > NOISY && async->share > one->share + PURER)
        return true;
    const float later = symbols(c, one->at, async->at);
    if (fabsf(later) > LATE && (later > 0 || async->share > PERFECT))
        return later < 0;
    return c->share > NOISY && async->agreement + AGREED >= one->coherence;
}

// The first character of a continuous phase: that of continuous.c, unless the sequence detector's is as coherent and
// follows another without a pause.
static const candidate *first_coherent(choice *c)
{
    const candidate *tracked = first_that(c, &c->tracked, follows),
                    *one = first_that(c, &c->continuous, is_coherent);
    if (!tracked || !one)
        return one;
    const float later = symbols(c, tracked->at, one->at);
    const bool is_near = fabsf(later) < apart_of(c);
    const float favour = c->lead >= HEALTHY ? TRACKED : 0;
    if (favour > 0 && later >= apart_of(c))
        return tracked;
    return is_near && tracked->coherence + favour >= one->coherence ? tracked : one;
}

static void take(choice *c, const candidate *one)
{
    c->level += (c->level > 0 ? 0.25f : 1) * (one->level - c->level);
    c->end = one->at + (uint32_t)(apart_of(c) * c->period);
    c->has_end = true;
    c->payload = one->payload;
}

static bool is_due(const candidate *one, uint32_t until)
{
    return one && (int32_t)(until - one->at) > 0;
}

// Counts different characters in a row that both receivers have read.
static void note_agreement(choice *c, const candidate *tracked, const candidate *async)
{
    if (!tracked || !is_same(c, tracked, async))
        c->agreed = 0;
    else if (async->payload != c->payload)
        c->agreed++;
}

// Whether noise hides much that a steady phase shows. A sound's end may be inside a character.
static bool is_steady_phase(const choice *c)
{
    const float better = c->pauses > PAUSED ? -WORSE : BETTER;
    return c->steady >= (c->is_apart ? APART : HEALTHY) && c->steady > c->lead + better &&
           (c->share < NOISY || (c->is_apart && c->doubts < DOUBTFUL && c->one_phase < MOSTLY)) &&
           !c->is_ending;
}

bool acc_choice_next(choice *c, uint32_t until, candidate *one)
{
    look_ahead(c, until);
    for (;;) {
        const bool is_steady = is_steady_phase(c);
        const candidate *tracked = is_steady ? first_coherent(c) : first_of(c, &c->tracked),
                        *async = is_steady ? first_that(c, &c->async, is_certain)
                                           : first_of(c, &c->async);
        if (!is_due(tracked, until) && !is_due(async, until))
            return false;
        const float apart = tracked && async ? symbols(c, tracked->at, async->at) : 0;
        const bool has_tracked = tracked && apart > -apart_of(c),
                   has_async = async && apart < apart_of(c);
        const bool found = has_async
                               ? has_tracked || is_right(c, async)
                               : is_steady || (c->lead > 0 && tracked->level >= FAINT * c->level);
        const bool is_unread = has_async && async->is_doubtful;
        *one = !has_async ? *tracked : has_tracked ? better_of(c, tracked, async) : *async;
        one->is_selected = found;
        if (has_async)
            note_agreement(c, has_tracked ? tracked : NULL, async);
        if (found)
            take(c, one);
        if (has_tracked)
            drop(tracked->is_continuous ? &c->continuous : &c->tracked);
        if (has_async)
            drop(&c->async);
        if (found || is_unread)
            return true;
    }
}
