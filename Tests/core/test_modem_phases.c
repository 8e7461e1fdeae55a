// Which phase the tones of a sender have, from the symbols of its characters.
#include "check.h"
#include "modem/phases.h"
#include "noise.h"

#include <math.h>

enum { COUNT = 11 };

// the angles by which space and mark turn in a symbol, and how strong they are
static const float angle[2] = {-1.05f, 0.4f};

static void turns(float turn[2][2])
{
    for (int b = 0; b < 2; b++) {
        turn[b][0] = cosf(angle[b]);
        turn[b][1] = sinf(angle[b]);
    }
}

// Symbols of a character with these bits, the first one highest; space has the strength given.
static void make(phase_kind kind, uint64_t bits, float space, lanes symbols[COUNT])
{
    float one = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        const bool bit = bits >> (COUNT - 1 - i) & 1;
        const float phase = kind == PHASE_CONTINUOUS ? one
                            : kind == PHASE_FREE     ? (float)i * angle[bit] + (bit ? 1.3f : 0)
                                                     : 0.7f;
        const float re = cosf(phase), im = sinf(phase);
        symbols[i] = bit ? (lanes){re, im, 0, 0} : (lanes){0, 0, space * re, space * im};
        one += angle[bit];
    }
}

// Characters until the kind changes, at most 20.
static unsigned characters_until(phases *p, phase_kind kind)
{
    float turn[2][2];
    lanes symbols[COUNT];
    turns(turn);
    for (unsigned i = 1; i <= 20; i++) {
        const uint64_t bits = 1u << (COUNT - 1) | (draw() & 0x1FEu) | 1;
        make(kind, bits, 1, symbols);
        if (acc_phases_learn(p, turn, symbols, COUNT, bits))
            return i;
    }
    return 20;
}

static void kinds_are_learned(void)
{
    phases p = {0};
    CHECK(characters_until(&p, PHASE_CONTINUOUS) == 20 && p.kind == PHASE_CONTINUOUS);
    for (int k = 1; k < PHASE_KINDS; k++) {
        p = (phases){0};
        // a few characters prove nothing
        const unsigned needed = characters_until(&p, (phase_kind)k);
        CHECK(needed >= 3 && needed <= 6 && p.kind == (phase_kind)k);
        CHECK(characters_until(&p, (phase_kind)k) == 20);
        // another sender
        while (p.kind == (phase_kind)k)
            CHECK(characters_until(&p, PHASE_CONTINUOUS) <= 20 && p.pairs > 0);
        CHECK(p.kind == PHASE_CONTINUOUS);
    }
}

static void coherence_shows_the_kind(void)
{
    static const fsk f;
    const uint64_t bits = 0x5A5;
    float turn[2][2];
    lanes symbols[COUNT];
    turns(turn);
    for (int k = PHASE_FREE; k <= PHASE_RESTARTING; k++)
        for (int sent = PHASE_FREE; sent <= PHASE_RESTARTING; sent++) {
            make((phase_kind)sent, bits, 1, symbols);
            const float is = acc_phases_coherence((phase_kind)k, &f, turn, symbols, COUNT, bits);
            CHECK(k == sent ? is > 0.999f : is < 0.6f);
        }
    // one tone is a tenth of the other: noise
    make(PHASE_FREE, bits, 0.1f, symbols);
    CHECK(acc_phases_coherence(PHASE_FREE, &f, turn, symbols, COUNT, bits) <= 0);
    make(PHASE_FREE, bits, 0.5f, symbols);
    CHECK(acc_phases_coherence(PHASE_FREE, &f, turn, symbols, COUNT, bits) > 0.999f);
}

int main(void)
{
    kinds_are_learned();
    coherence_shows_the_kind();
    return failures;
}
