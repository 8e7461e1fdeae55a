// Predicts the sine as a cos(phase) and corrects it once per block: the residual e is fitted by p cos(phase) + q
// sin(phase) + m. Relative to the predicted phase, the sine's true phasor is a + p - j q; m is a change of the DC
// offset.
#include "modem/sine.h"

#include "modem/kernel.h"

#include <math.h>
#include <string.h>

#define CYCLE 4294967296.0f  // 2^32, a full turn of a phase
#define TURN 6.28318531f
// Seconds that the loop averages over. A line through n samples has at its end 4 / n of the noise's variance: -35
// dB with 0.3 s at 44.1 kHz.
#define MEMORY 0.3f
#define LEAST_MEMORY 15u  // blocks
#define LEAST_BLOCK 128u  // samples
// Seconds until the lock is judged, at least 5 blocks: as many periods of a low sine.
#define TRIED 0.015f
#define LEAST_TRIED 5u
#define LOCKED 0.2f  // most residual power over power of a locked loop, 7 dB
// The sine has ended after so many consecutive chunks that subtraction makes louder. With a signal as strong as the
// sine, one chunk of ten is.
#define MISSES 8u

void acc_sine_begin(sine *s, float frequency, float rate, float offset)
{
    *s = (sine){.offset = offset};
    s->step = (uint32_t)(frequency / rate * CYCLE);
    s->block = (uint32_t)(rate / frequency) + 1;
    s->block = s->block > LEAST_BLOCK ? s->block : LEAST_BLOCK;
    const uint32_t tried = (uint32_t)(TRIED * rate) / s->block;
    const uint32_t memory = (uint32_t)(MEMORY * rate) / s->block;
    s->tried = tried > LEAST_TRIED ? tried : LEAST_TRIED;
    s->memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY;
}

static inline float sum_of(lanes v)
{
    return v[0] + v[1] + (v[2] + v[3]);
}

// Sums over a chunk, as the fields of the same names in `sine`.
typedef struct sums {
    float wave[2], sum, power, residual;
} sums;

// Writes the samples without the sine to `rest`, and returns the chunk's sums.
static sums predict(const sine *s, const float *x, float *rest, size_t count)
{
    const float turn = TURN / CYCLE * (float)s->step, at = TURN / CYCLE * (float)s->phase;
    const float c4 = cosf(4 * turn), s4 = sinf(4 * turn);
    lanes c, d, wave[2] = {{0}}, sum = {0}, power = {0}, residual = {0};
    for (int i = 0; i < 4; i++) {
        c[i] = cosf(at + (float)i * turn);
        d[i] = sinf(at + (float)i * turn);
    }
    for (size_t i = 0; i < count; i += 4) {
        lanes value;
        memcpy(&value, x + i, sizeof value);
        lanes sound = value - s->offset, e = sound - s->amplitude * c;
        wave[0] += e * c;
        wave[1] += e * d;
        sum += e;
        power += sound * sound;
        residual += e * e;
        value -= s->amplitude * c;
        memcpy(rest + i, &value, sizeof value);
        const lanes next = c * c4 - d * s4;
        d = d * c4 + c * s4;
        c = next;
    }
    return (sums){{sum_of(wave[0]), sum_of(wave[1])}, sum_of(sum), sum_of(power), sum_of(residual)};
}

// The sum of exp(j k phase) over the block: a Dirichlet kernel about its middle.
static void sum_turns(const sine *s, float k, float out[2])
{
    const float turn = TURN / CYCLE * (float)s->step, n = (float)s->filled;
    const float middle = TURN / CYCLE * (float)s->phase - 0.5f * (n + 1) * turn;
    const float size = sinf(0.5f * k * n * turn) / sinf(0.5f * k * turn);
    out[0] = size * cosf(k * middle);
    out[1] = size * sinf(k * middle);
}

// Fits the block's residual. m is eliminated; p and q solve
//   | cc cs | p   C        cc = sum (cos - mean cos)^2, C = sum e (cos - mean cos), and so on
//   | cs ss | q = S
static void fit(const sine *s, float phasor[2], float *offset)
{
    const float n = (float)s->filled;
    float once[2], twice[2];
    sum_turns(s, 1, once);
    sum_turns(s, 2, twice);
    const float mc = once[0] / n, ms = once[1] / n;
    const float cc = 0.5f * (n + twice[0]) - n * mc * mc, ss = 0.5f * (n - twice[0]) - n * ms * ms;
    const float cs = 0.5f * twice[1] - n * mc * ms, det = cc * ss - cs * cs;
    const float c = s->wave[0] - s->sum * mc, d = s->wave[1] - s->sum * ms;
    const float p = (c * ss - d * cs) / det, q = (d * cc - c * cs) / det;
    phasor[0] = s->amplitude + p;
    phasor[1] = -q;
    *offset = s->sum / n - p * mc - q * ms;
}

// Corrects the loop at the end of a block: phase and frequency with the gains of a least-squares line through the
// last n blocks, 2 (2n - 1) / (n (n + 1)) and 6 / (n (n + 1)); amplitude and offset as running means.
static void correct(sine *s)
{
    float phasor[2], offset;
    fit(s, phasor, &offset);
    s->blocks += s->blocks < s->memory;
    const float n = (float)s->blocks, error = atan2f(phasor[1], phasor[0]) * (1 / TURN);
    const float move = 2 * (2 * n - 1) / (n * (n + 1)) * error;
    const float slope = n > 1 ? 6 / (n * (n + 1)) * error / (float)s->filled : 0;
    const float size = sqrtf(phasor[0] * phasor[0] + phasor[1] * phasor[1]);
    s->amplitude += (size - s->amplitude) / n;
    s->offset += offset / n;
    s->phase += (uint32_t)(int64_t)(move * CYCLE);
    s->step += (uint32_t)(int64_t)(slope * CYCLE);
}

static void begin_block(sine *s)
{
    s->wave[0] = s->wave[1] = s->sum = s->power = s->residual = 0;
    s->filled = 0;
}

bool acc_sine_run(sine *s, float *x, size_t count)
{
    float rest[256];
    const sums now = predict(s, x, rest, count);
    s->phase += s->step * (uint32_t)count;
    const bool is_quieter = now.residual < now.power;
    if (s->is_locked) {
        s->misses = is_quieter ? 0 : s->misses + 1;
        // a chunk that subtraction makes louder does not contain the sine: skip the update
        if (!is_quieter) {
            begin_block(s);
            return s->misses < MISSES;
        }
        memcpy(x, rest, count * sizeof *x);
    }
    s->wave[0] += now.wave[0];
    s->wave[1] += now.wave[1];
    s->sum += now.sum;
    s->power += now.power;
    s->residual += now.residual;
    s->filled += (uint32_t)count;
    if (s->filled < s->block)
        return true;
    correct(s);
    if (!s->is_locked && s->blocks >= s->tried) {
        s->is_locked = s->residual < LOCKED * s->power;
        if (!s->is_locked)
            return false;
    }
    begin_block(s);
    return true;
}
