// Coherence = (sum over tones b of n_b |mean of b's symbols|^2) / (energy in both correlators). The symbols are first
// turned back by the phase that their bits predict, and by one common drift, which absorbs a clock error.
#include "modem/coherence.h"

#include <math.h>

// Least power ratio of the tones: 0.16 is -8 dB, more difference than a cable causes.
#define UNEVEN 0.16f

typedef struct vector {
    float re, im;
} vector;

static vector times(vector a, vector b)
{
    return (vector){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static vector conjugate(vector a)
{
    return (vector){a.re, -a.im};
}

static float square(vector a)
{
    return a.re * a.re + a.im * a.im;
}

static vector unit(vector a)
{
    float length = sqrtf(square(a));
    return length > 0 ? (vector){a.re / length, a.im / length} : (vector){1, 0};
}

// The energy in both correlators; `own` receives the value of the tone that was sent. That tone leaks into the other's
// correlator by `leak`; the rest there is scaled by 1 / (1 - |leak|^2), so that white noise counts once in each.
static float energy_of(const fsk *f, const symbol_record *h, int bit, vector *own)
{
    vector mark = {h->tones[0], h->tones[1]}, space = {h->tones[2], h->tones[3]};
    *own = bit ? mark : space;
    vector other = bit ? space : mark, leak = {f->leak[0], bit ? f->leak[1] : -f->leak[1]};
    vector expected = times(*own, leak);
    vector rest = {other.re - expected.re, other.im - expected.im};
    return square(*own) + square(rest) / (1 - square(leak));
}

vectors acc_coherence_energy(const fsk *f, const symbol_record *symbol, int bit)
{
    vector own;
    const float energy = energy_of(f, symbol, bit, &own);
    return (vectors){square(own), energy - square(own)};
}

float acc_coherence_of(const fsk *f, const symbol_record *ring, uint32_t first, unsigned count,
                       uint64_t bits)
{
    vector symbol[COHERENCE_MOST], phase = {1, 0}, drift = {0, 0}, sum[2] = {{0, 0}, {0, 0}};
    float energy = 0, many[2] = {0, 0};
    // turn each symbol back by the phase that its predecessors' bits predict
    for (unsigned i = 0; i < count; i++) {
        const symbol_record *h = &ring[(first + i) % COHERENCE_RING];
        int bit = bits >> (count - 1 - i) & 1;
        energy += energy_of(f, h, bit, &symbol[i]);
        symbol[i] = times(symbol[i], conjugate(phase));
        vector turn = {f->turn[bit][0] - h->turn * f->turn[bit][1],
                       f->turn[bit][1] + h->turn * f->turn[bit][0]};
        phase = unit(times(phase, turn));
        if (i) {
            vector change = times(symbol[i], conjugate(symbol[i - 1]));
            drift = (vector){drift.re + change.re, drift.im + change.im};
        }
    }
    // remove the drift of a clock error, then average per tone: the channel changes phase and strength of each
    drift = unit(drift);
    phase = (vector){1, 0};
    for (unsigned i = 0; i < count; i++) {
        int bit = bits >> (count - 1 - i) & 1;
        vector still = times(symbol[i], conjugate(phase));
        sum[bit] = (vector){sum[bit].re + still.re, sum[bit].im + still.im};
        many[bit]++;
        phase = times(phase, drift);
    }
    float own = 0, strength[2] = {0, 0};
    for (int b = 0; b < 2; b++)
        if (many[b] > 0) {
            strength[b] = square(sum[b]) / (many[b] * many[b]);
            own += many[b] * strength[b];
        }
    if (strength[0] < UNEVEN * strength[1] || strength[1] < UNEVEN * strength[0])
        return 0;
    return energy > 0 ? own / energy : 0;
}
