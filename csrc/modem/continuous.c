// A survivor's reward of a symbol is the product of its correlator with the reference of its tone, a mean over some
// symbols that turns with the phase of the sender. It is the square of the amplitude if phase and bit are right.
#include "modem/continuous.h"

#include "modem/coherence.h"

#include <string.h>

#define NEVER -1e30f  // reward of an impossible survivor
#define PACE 0.12f    // weight of a symbol in a reference
#define APART 0.14f   // ... in a reference of one of two tones
#define FADE 250.0f   // symbols of a pause after which the phase of space is forgotten
// Cost of a space in a pause, over its reward: of two oscillators, and where the phase of the pause is not known.
#define SPACE_FREE 0.8f
#define SPACE_RESTARTING 1.5f
#define FRAMING                                                                                    \
    3.0f  // cost of the wrong tone in a start or stop bit, over the difference of the tones' rewards
#define BESIDE 2       // starts tried on either side of a place
#define PAUSE 0.15f    // cost of a pause, in symbols' rewards
#define LATEST 0.995f  // weight of a character in `drift` over that of the next
#define MOST 0.3f      // largest drift in radians per symbol: 3 % of the tones of bell202
#define NOISE 2.0f     // variances of the mean turn that are no drift
#define STEADY 0.6f    // least coherence of an idle mark from symbol to symbol: an Es/N0 of 5 dB

// Sets the turn of the tones: the profile's and `drift` radians per symbol more in the middle of both.
static void set_turn(continuous *c, const fsk *f, float drift)
{
    const float scale = 2 * drift / (f->cycle[0] + f->cycle[1]);
    for (int b = 0; b < 2; b++) {
        const float more[2] = {cosf(scale * f->cycle[b]), sinf(scale * f->cycle[b])};
        c->turn[b][0] = f->turn[b][0] * more[0] - f->turn[b][1] * more[1];
        c->turn[b][1] = f->turn[b][1] * more[0] + f->turn[b][0] * more[1];
    }
    for (int b = 0; b < 2; b++) {
        c->place_angle[b] = f->cycle[b] * ((float)f->step + scale / c->per_symbol);
        c->place_turn[b][0] = cosf(c->place_angle[b]);
        c->place_turn[b][1] = sinf(c->place_angle[b]);
    }
}

void acc_continuous_init(continuous *c, const fsk *f)
{
    memset(c, 0, sizeof *c);
    c->per_symbol = f->period / (float)f->step;
    set_turn(c, f, 0);
}

void acc_continuous_set_format(continuous *c, const acc_character_format *format, const paths *p)
{
    c->payload = acc_format_payload(format);
    c->stop = c->payload + format->half_stops / 2u;
    acc_paths_set_format(&c->paths, p->shortest, p->longest, p->before);
}

// Moves a reference toward a symbol.
static inline phasor moved_to(phasor z, phasor symbol, float pace)
{
    return (phasor){z.re + pace * (symbol.re - z.re), z.im + pace * (symbol.im - z.im)};
}

// Turns the tones on by some places, unless each bit begins with the same phase.
static void turn_on(const continuous *c, phasor tone[2], float places)
{
    for (int b = 0; b < 2 && c->phases.kind != PHASE_RESTARTING; b++) {
        const float angle = places * c->place_angle[b];
        tone[b] = turned(tone[b], (const float[2]){cosf(angle), sinf(angle)});
    }
}

// The references of a pause that begins after a character, at `at`.
static references after_character(const continuous *c, uint32_t at)
{
    const uint32_t length = c->paths.length[at % PATHS_RING];
    const phasor *tone = c->after[(at - length) % CONTINUOUS_KEPT];
    references r = {.tone = {tone[0], tone[1]}};
    turn_on(c, r.tone, (float)(length - c->paths.shortest));
    r.idle = r.tone[1];
    if (c->phases.kind == PHASE_RESTARTING) {
        const float angle = ((float)length - c->paths.before) * c->place_angle[1];
        r.idle = turned(r.idle, (const float[2]){cosf(angle), sinf(angle)});
    }
    return r;
}

// The references at a place: in a pause, or after a character.
static references references_at(const continuous *c, uint32_t at, bool rests)
{
    return rests ? c->rest[at % CONTINUOUS_RESTS] : after_character(c, at);
}

// The survivors of the latest two bits, the newest in bit 0 of a lane's number.
typedef struct survivors {
    lanes reward, re, im;  // and the reference
    flags bits;
} survivors;

// The old survivors in the order of the new ones: those whose older bit is 0, or 1.
static inline survivors zeros_of(const survivors *s)
{
    return (survivors){__builtin_shufflevector(s->reward, s->reward, 0, 0, 1, 1),
                       __builtin_shufflevector(s->re, s->re, 0, 0, 1, 1),
                       __builtin_shufflevector(s->im, s->im, 0, 0, 1, 1),
                       __builtin_shufflevector(s->bits, s->bits, 0, 0, 1, 1)};
}

static inline survivors ones_of(const survivors *s)
{
    return (survivors){__builtin_shufflevector(s->reward, s->reward, 2, 2, 3, 3),
                       __builtin_shufflevector(s->re, s->re, 2, 2, 3, 3),
                       __builtin_shufflevector(s->im, s->im, 2, 2, 3, 3),
                       __builtin_shufflevector(s->bits, s->bits, 2, 2, 3, 3)};
}

// Adds the symbol's reward.
static inline survivors rewarded(survivors s, lanes re, lanes im)
{
    s.reward += s.re * re + s.im * im;
    return s;
}

// Moves the references toward the symbol and turns them on to the next one.
static inline survivors moved(survivors s, lanes re, lanes im, lanes cosine, lanes sine)
{
    const lanes x = s.re + PACE * (re - s.re), y = s.im + PACE * (im - s.im);
    s.re = x * cosine - y * sine;
    s.im = y * cosine + x * sine;
    return s;
}

// Adds a symbol whose bit is known.
static inline survivors with_known(const continuous *c, survivors s, lanes z, bool is_mark)
{
    const phasor tone = tone_of(z, is_mark);
    const lanes zero = {0}, re = zero + tone.re, im = zero + tone.im;
    return moved(rewarded(s, re, im), re, im, zero + c->turn[is_mark][0],
                 zero + c->turn[is_mark][1]);
}

// Adds a symbol, bit `number` of the payload.
static inline survivors with_bit(const continuous *c, const survivors *s, lanes z, uint32_t number)
{
    const lanes re = {z[2], z[0], z[2], z[0]}, im = {z[3], z[1], z[3], z[1]};
    const survivors a = rewarded(zeros_of(s), re, im), b = rewarded(ones_of(s), re, im);
    const flags is_b = (flags)(b.reward > a.reward);
    const flags one = (int32_t)(1u << number) & (flags){0, -1, 0, -1};
    const survivors best = {lanes_select(is_b, b.reward, a.reward), lanes_select(is_b, b.re, a.re),
                            lanes_select(is_b, b.im, a.im),
                            (is_b & b.bits) | (~is_b & a.bits) | one};
    const float *space = c->turn[0], *mark = c->turn[1];
    return moved(best, re, im, (lanes){space[0], mark[0], space[0], mark[0]},
                 (lanes){space[1], mark[1], space[1], mark[1]});
}

// A character that begins at a place.
typedef struct reading {
    float worth, last;  // reward up to the last stop bit, and of that
    uint32_t payload;
    phasor tone[2];  // references at the end of the last stop bit
} reading;

// Reads a character of one phase.
static reading read_continuous(const continuous *c, const fsk *f, place start, phasor reference)
{
    const lanes zero = {0};
    survivors s = {{0, NEVER, NEVER, NEVER}, zero + reference.re, zero + reference.im, {0}};
    s = with_known(c, s, acc_fsk_symbol(f, start), false);
    for (uint32_t i = 0; i < c->payload; i++) {
        start = place_add(start, f->period);
        s = with_bit(c, &s, acc_fsk_symbol(f, start), i);
    }
    lanes last = zero;
    for (uint32_t i = c->payload + 1; i <= c->stop; i++) {
        start = place_add(start, f->period);
        last = s.reward;
        s = with_known(c, s, acc_fsk_symbol(f, start), true);
    }
    int best = 0;
    for (int i = 1; i < 4; i++)
        best = s.reward[i] > s.reward[best] ? i : best;
    return (reading){.worth = last[best],
                     .last = s.reward[best] - last[best],
                     .payload = (uint32_t)s.bits[best],
                     .tone[1] = {s.re[best], s.im[best]}};
}

// Adds a symbol of a character whose tones have a phase each: bit `number`, 0 for the start bit.
static void add_apart(const continuous *c, lanes z, uint32_t number, reading *r)
{
    phasor *tone = r->tone;
    const float space = product(tone[0], tone_of(z, false)),
                mark = product(tone[1], tone_of(z, true));
    const bool is_data = number > 0 && number <= c->payload;
    const bool bit = is_data ? mark > space : number > 0;
    const phasor own = tone_of(z, bit);
    r->last = bit ? mark : space;
    r->worth += number < c->stop ? r->last : 0;
    // a character in a pause, or one that begins in another, loses only its start and stop bit
    if (!is_data)
        r->worth -= FRAMING * fmaxf(bit ? space - mark : mark - space, 0);
    r->payload |= is_data && bit ? 1u << (number - 1) : 0;
    tone[bit] = moved_to(tone[bit], own, APART);
    for (int b = 0; b < 2 && c->phases.kind == PHASE_FREE; b++)
        tone[b] = turned(tone[b], c->turn[b]);
}

static float length_of(phasor z)
{
    return sqrtf(product(z, z));
}

// The reference of space, which has faded in a pause, with the start bit in the place of what is missing.
static phasor renewed(const references *before, phasor start)
{
    const float faded = length_of(before->tone[0]), full = length_of(before->tone[1]);
    const float rest = faded < full ? 1 - faded / full : 0;
    return (phasor){before->tone[0].re + rest * start.re, before->tone[0].im + rest * start.im};
}

static reading read_apart(const continuous *c, const fsk *f, place start, const references *before)
{
    reading r = {.tone = {before->tone[0], before->tone[1]}};
    if (c->phases.kind == PHASE_FREE)
        r.tone[0] = renewed(before, tone_of(acc_fsk_symbol(f, start), false));
    for (uint32_t i = 0; i <= c->stop; i++) {
        add_apart(c, acc_fsk_symbol(f, start), i, &r);
        start = place_add(start, f->period);
    }
    return r;
}

// Reads a character whose tones have a phase each, from several starts between two places.
static reading read_between(const continuous *c, const fsk *f, place start,
                            const references *before)
{
    reading best = {.worth = NEVER};
    for (int i = -BESIDE; i <= BESIDE; i++) {
        const float places = (float)i / (2 * BESIDE + 1);
        references there = *before;
        turn_on(c, there.tone, places);
        reading r = read_apart(c, f, place_add(start, places * (float)f->step), &there);
        if (r.worth + r.last <= best.worth + best.last)
            continue;
        turn_on(c, r.tone, -places);
        best = r;
    }
    return best;
}

// Begins a character at `at`.
static void begin_character(continuous *c, const fsk *f, uint32_t at)
{
    const references before = references_at(c, at, acc_paths_has_paused(&c->paths, at));
    const place start = place_add((place){at * f->step, 0}, 0.5f * ((float)f->width - f->period));
    const phase_kind kind = c->phases.kind;
    reading r = kind == PHASE_CONTINUOUS ? read_continuous(c, f, start, before.idle)
                                         : read_between(c, f, start, &before);
    acc_paths_begin(&c->paths, at, r.worth, r.last / c->per_symbol);
    c->read[at % PATHS_RING] = (uint16_t)r.payload;
    // back from the end of the last stop bit to that of the shortest character
    turn_on(c, r.tone, (float)c->paths.shortest - (float)(c->stop + 1) * c->per_symbol);
    memcpy(c->after[at % CONTINUOUS_KEPT], r.tone, sizeof r.tone);
}

// The reward of a pause in the step to `at` where each tone has a phase of its own, less what a space costs. `product`
// is that of the reference: where the phase restarts, that of the pause is not known, and its amplitude counts.
static float worth_of_rest(const continuous *c, const fsk *f, uint32_t at, const references *r,
                           float product)
{
    const place before = {(at - 1) * f->step, 0};
    const lanes z = acc_fsk_symbol(f, place_add(before, 0.5f * ((float)f->step - f->period)));
    const float space = length_of(tone_of(z, false)), mark = length_of(tone_of(z, true));
    const float more = fmaxf(space - mark, 0) / c->per_symbol;
    if (c->phases.kind == PHASE_FREE)
        return product - SPACE_FREE * length_of(r->idle) * more;
    return length_of(r->tone[1]) * (mark / c->per_symbol - SPACE_RESTARTING * more);
}

// Goes on with a pause to `at`.
static void rest(continuous *c, const fsk *f, uint32_t at, float level)
{
    paths *p = &c->paths;
    const float cost = PAUSE * level * level;
    references r = references_at(c, at - 1, acc_paths_rests(p, at, cost));
    const place before = {(at - 1) * f->step, 0};
    const lanes z = acc_fsk_piece(f, place_add(before, 0.5f * ((float)f->width - f->period)));
    const phasor piece = tone_of(z, true);
    const float reward = product(r.idle, piece);
    const bool is_one = c->phases.kind == PHASE_CONTINUOUS;
    acc_paths_pause(p, at, is_one ? reward : worth_of_rest(c, f, at, &r, reward), cost);
    const phasor symbol = {piece.re * c->per_symbol, piece.im * c->per_symbol};
    r.idle = moved_to(r.idle, symbol, PACE / c->per_symbol);
    r.idle = turned(r.idle, c->place_turn[1]);
    if (c->phases.kind == PHASE_FREE) {
        const float kept = 1 - 1 / (FADE * c->per_symbol);
        r.tone[0] = turned((phasor){kept * r.tone[0].re, kept * r.tone[0].im}, c->place_turn[0]);
        r.tone[1] = r.idle;
    }
    c->rest[at % CONTINUOUS_RESTS] = r;
}

void acc_continuous_add(continuous *c, const fsk *f, uint32_t at, uint32_t start, bool begins,
                        float level)
{
    if (begins)
        begin_character(c, f, start);
    else
        acc_paths_begin(&c->paths, start, NEVER, 0);
    acc_paths_end(&c->paths, at);
    rest(c, f, at, level);
}

void acc_continuous_forget(continuous *c)
{
    memset(c->after, 0, sizeof c->after);
    memset(c->rest, 0, sizeof c->rest);
}

// The mean turn, less what noise explains.
static float likely_drift(const continuous *c)
{
    const float x = c->drift[0], y = c->drift[1], length = sqrtf(x * x + y * y);
    const float drift = atan2f(y, x), noise = (c->energy - length) / (length * c->pairs);
    const float square = drift * drift;
    return square > NOISE * noise && square < MOST * MOST ? drift * (1 - NOISE * noise / square)
                                                          : 0;
}

void acc_continuous_learn(continuous *c, const fsk *f, const lanes *symbols, uint32_t count,
                          uint64_t bits)
{
    if (acc_phases_learn(&c->phases, f->turn, symbols, count, bits))
        acc_continuous_forget(c);
    for (int i = 0; i < 2; i++)
        c->drift[i] *= LATEST;
    c->energy *= LATEST;
    c->pairs *= LATEST;
    for (uint32_t i = 1; i < count; i++) {
        const bool bit = bits >> (count - 1 - i) & 1;
        if (bit != (bits >> (count - i) & 1))
            continue;
        const phasor z = tone_of(symbols[i], bit),
                     before = turned(tone_of(symbols[i - 1], bit), f->turn[bit]);
        c->drift[0] += z.re * before.re + z.im * before.im;
        c->drift[1] += z.im * before.re - z.re * before.im;
        c->energy += z.re * z.re + z.im * z.im;
        c->pairs++;
    }
    set_turn(c, f, likely_drift(c));
}

float acc_continuous_idle(const fsk *f, uint32_t end)
{
    phasor sum = {0, 0}, later = {0, 0};
    float energy = 0;
    place at = {end, 0};
    for (uint32_t i = 0; i < CONTINUOUS_IDLE; i++) {
        at = place_add(at, -f->period);
        const symbol_record symbol = {acc_fsk_symbol(f, at), 0};
        const phasor mark = tone_of(symbol.tones, true), next = turned(mark, f->turn[1]);
        const vectors e = acc_coherence_energy(f, &symbol, 1);
        // how far the symbol after this one has turned: tones that are off turn on
        sum.re += later.re * next.re + later.im * next.im;
        sum.im += later.im * next.re - later.re * next.im;
        energy += i ? e.own + e.rest : 0;
        later = mark;
    }
    const float length = length_of(sum), turn = atan2f(sum.im, sum.re);
    const bool is_steady = length > STEADY * energy && turn * turn < MOST * MOST;
    return is_steady ? sqrtf(length / (CONTINUOUS_IDLE - 1)) : 0;
}
