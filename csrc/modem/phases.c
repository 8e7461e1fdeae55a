// Two symbols of one tone agree with a kind of phase if the later one's, turned back by what the kind turns it in
// between, is that of the earlier one.
#include "modem/phases.h"

#include "modem/coherence.h"

#define APART 4u       // most symbols between two that are compared
#define LATEST 0.97f   // weight of a character over that of the next
#define ENOUGH 60.0f   // pairs before the kind is changed
#define CLEARLY 0.15f  // share of the energy by which another kind explains more
#define UNEVEN 0.16f   // least power ratio of the tones, as in coherence.c

static bool bit_of(uint64_t bits, uint32_t count, uint32_t i)
{
    return bits >> (count - 1 - i) & 1;
}

// Compares symbol `i` with those before it that have its tone.
static void compare(phases *p, const float turn[2][2], const lanes *symbols, uint32_t count,
                    uint64_t bits, uint32_t i)
{
    const bool bit = bit_of(bits, count, i);
    const phasor z = tone_of(symbols[i], bit);
    phasor one = z, own = z;
    for (uint32_t j = i; j-- > 0 && i - j <= APART;) {
        const bool before = bit_of(bits, count, j);
        one = turned_back(one, turn[before]);
        own = turned_back(own, turn[bit]);
        if (before != bit)
            continue;
        const phasor y = tone_of(symbols[j], bit);
        p->agrees[PHASE_CONTINUOUS] += product(one, y);
        p->agrees[PHASE_FREE] += product(own, y);
        p->agrees[PHASE_RESTARTING] += product(z, y);
        p->energy += sqrtf(product(z, z) * product(y, y));
        p->pairs++;
    }
}

bool acc_phases_learn(phases *p, const float turn[2][2], const lanes *symbols, uint32_t count,
                      uint64_t bits)
{
    for (int k = 0; k < PHASE_KINDS; k++)
        p->agrees[k] *= LATEST;
    p->energy *= LATEST;
    p->pairs *= LATEST;
    for (uint32_t i = 1; i < count; i++)
        compare(p, turn, symbols, count, bits, i);
    phase_kind best = p->kind;
    for (int k = 0; k < PHASE_KINDS; k++)
        best = p->agrees[k] > p->agrees[best] ? (phase_kind)k : best;
    if (p->pairs < ENOUGH || p->agrees[best] < p->agrees[p->kind] + CLEARLY * p->energy)
        return false;
    p->kind = best;
    return true;
}

float acc_phases_coherence(phase_kind kind, const fsk *f, const float turn[2][2],
                           const lanes *symbols, uint32_t count, uint64_t bits)
{
    phasor sum[2] = {{0, 0}, {0, 0}};
    float energy = 0, many[2] = {0, 0}, strength[2] = {0, 0}, own = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool bit = bit_of(bits, count, i);
        const symbol_record record = {symbols[i], 0};
        const vectors e = acc_coherence_energy(f, &record, bit);
        const phasor z = tone_of(symbols[i], bit);
        energy += e.own + e.rest;
        for (int b = 0; b < 2 && kind == PHASE_FREE; b++)
            sum[b] = turned(sum[b], turn[b]);
        sum[bit] = (phasor){sum[bit].re + z.re, sum[bit].im + z.im};
        many[bit]++;
    }
    for (int b = 0; b < 2; b++)
        if (many[b] > 0) {
            strength[b] = product(sum[b], sum[b]) / (many[b] * many[b]);
            own += many[b] * strength[b];
        }
    if (strength[0] < UNEVEN * strength[1] || strength[1] < UNEVEN * strength[0])
        return 0;
    return energy > 0 ? own / energy : 0;
}
