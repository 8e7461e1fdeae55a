// A survivor's reward of a symbol is the product of its correlator with the reference of its tone, a mean over some
// symbols that turns with the phase of the sender. It is the square of the amplitude if phase and bit are right.
#include "modem/continuous.h"

#include "modem/coherence.h"

#include <string.h>

#define NEVER -1e30f   // reward of an impossible survivor
#define PACE 0.12f     // weight of a symbol in a reference
#define PAUSE 0.15f    // cost of a pause, in symbols' rewards
#define LATEST 0.995f  // weight of a character in `drift` over that of the next
#define MOST 0.3f      // largest drift in radians per symbol: 3 % of the tones of bell202
#define NOISE 2.0f     // variances of the mean turn that are no drift
#define STEADY 0.6f    // least coherence of an idle mark: an Es/N0 of 5 dB

// Turns a vector by an angle, given as cosine and sine.
static inline phasor turned(phasor z, const float turn[2])
{
    return (phasor){z.re * turn[0] - z.im * turn[1], z.im * turn[0] + z.re * turn[1]};
}

// A tone's vector in a correlator's values.
static inline phasor tone_of(lanes z, bool is_mark)
{
    return is_mark ? (phasor){z[0], z[1]} : (phasor){z[2], z[3]};
}

// Sets the turn of the tones: the profile's and `drift` radians per symbol more in the middle of both.
static void set_turn(continuous *c, const fsk *f, float drift)
{
    const float scale = 2 * drift / (f->cycle[0] + f->cycle[1]);
    for (int b = 0; b < 2; b++) {
        const float more[2] = {cosf(scale * f->cycle[b]), sinf(scale * f->cycle[b])};
        c->turn[b][0] = f->turn[b][0] * more[0] - f->turn[b][1] * more[1];
        c->turn[b][1] = f->turn[b][1] * more[0] + f->turn[b][0] * more[1];
    }
    c->place_angle = f->cycle[1] * ((float)f->step + scale / c->per_symbol);
    c->place_turn[0] = cosf(c->place_angle);
    c->place_turn[1] = sinf(c->place_angle);
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

// The reference at a place: in a pause, or after a character.
static phasor reference_at(const continuous *c, uint32_t at, bool rests)
{
    if (rests)
        return c->rest[at % CONTINUOUS_RESTS];
    const uint32_t length = c->paths.length[at % PATHS_RING];
    phasor z = c->after[(at - length) % PATHS_RING];
    for (uint32_t i = c->paths.shortest; i < length; i++)
        z = turned(z, c->place_turn);
    return z;
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

// Begins a character at `at`.
static void begin_character(continuous *c, const fsk *f, uint32_t at)
{
    const phasor reference = reference_at(c, at, acc_paths_has_paused(&c->paths, at));
    const lanes zero = {0};
    survivors s = {{0, NEVER, NEVER, NEVER}, zero + reference.re, zero + reference.im, {0}};
    place start = place_add((place){at * f->step, 0}, 0.5f * ((float)f->width - f->period));
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
    acc_paths_begin(&c->paths, at, last[best], (s.reward[best] - last[best]) / c->per_symbol);
    c->read[at % PATHS_RING] = (uint16_t)s.bits[best];
    // back from the end of the last stop bit to that of the shortest character
    const float early = (float)c->paths.shortest - (float)(c->stop + 1) * c->per_symbol;
    const float angle = early * c->place_angle;
    const float turn[2] = {cosf(angle), sinf(angle)};
    c->after[at % PATHS_RING] = turned((phasor){s.re[best], s.im[best]}, turn);
}

void acc_continuous_add(continuous *c, const fsk *f, uint32_t at, uint32_t start, bool begins,
                        float power)
{
    paths *p = &c->paths;
    if (begins)
        begin_character(c, f, start);
    else
        acc_paths_begin(p, start, NEVER, 0);
    acc_paths_end(p, at);
    const float cost = PAUSE * power;
    phasor rest = turned(reference_at(c, at - 1, acc_paths_rests(p, at, cost)), c->place_turn);
    // the symbol that ends here is in the pause, or in the stop bit before it
    place symbol = place_add((place){at * f->step, 0}, 0.5f * ((float)f->width - f->period));
    symbol = place_add(symbol, -f->period);
    const phasor mark = turned(tone_of(acc_fsk_symbol(f, symbol), true), c->turn[1]);
    acc_paths_pause(p, at, (rest.re * mark.re + rest.im * mark.im) / c->per_symbol, cost);
    rest.re += PACE / c->per_symbol * (mark.re - rest.re);
    rest.im += PACE / c->per_symbol * (mark.im - rest.im);
    c->rest[at % CONTINUOUS_RESTS] = rest;
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

float acc_continuous_idle(const continuous *c, const fsk *f, uint32_t end)
{
    phasor sum = {0, 0};
    float energy = 0;
    place at = {end, 0};
    for (uint32_t i = 0; i < CONTINUOUS_IDLE; i++) {
        at = place_add(at, -f->period);
        const symbol_record symbol = {acc_fsk_symbol(f, at), 0};
        const vectors e = acc_coherence_energy(f, &symbol, 1);
        const phasor mark = tone_of(symbol.tones, true);
        sum = turned(sum, (const float[2]){c->turn[1][0], -c->turn[1][1]});
        sum = (phasor){sum.re + mark.re, sum.im + mark.im};
        energy += e.own + e.rest;
    }
    const float square = sum.re * sum.re + sum.im * sum.im;
    return square > STEADY * energy * CONTINUOUS_IDLE ? sqrtf(square) / CONTINUOUS_IDLE : 0;
}
