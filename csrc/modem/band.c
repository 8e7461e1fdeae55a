// The character receiver's filters: designed at init for any profile and rate, as sinc with Kaiser's window.
#include "modem/band.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265f
// The band-pass, in units of the bit rate. It is 7.2 symbols long, 6 dB down at the cuts (0.2 below the lower and
// 0.284 above the upper tone) and at least 33 dB down 0.13 beyond them. At 1200 bit/s: 960 and 2540 Hz, 800 and
// 2700 Hz. A longer filter is steeper but smears symbols into each other.
#define LENGTH 7.2f
#define PASS_SHARP 2.5f  // shape of the band-pass's Kaiser window
#define BELOW 0.2f
#define ABOVE 0.284f
#define STOP 0.13f  // from a cut to the stop band
// Tones more than 0.84 bit rates apart (WIDE / 2) would lose too much of their spectrum: each cut moves out by
// twice the excess, by 0.35 at most.
#define WIDE 1.68f
#define MORE 0.35f
// Least distance of the cuts from the middle, for tones close together.
#define HALF_BELOW 0.63f
#define HALF_ABOVE 0.71f
#define MOST 160u  // most taps, which limits memory and CPU time; slow profiles have a wider filter
// The low-pass attenuates frequencies that decimation folds into the pass band by 32 dB.
#define LOW_SHARP 2.4f
#define LOW_LENGTH                                                                                 \
    1.67f  // Kaiser's formula, (32 - 8) / (2.285 * 2 pi): taps for a transition of one sample rate
// The rate behind the low-pass: at least 7.9 samples per symbol, which the timing loop needs, and 3.5 per wave of the
// upper tone.
#define LEAST_SAMPLES 7.9
#define LEAST_WAVE 3.5

// The filters' parameters.
typedef struct plan {
    uint32_t factor;
    uint32_t low_count, pass_count;
    float cut[2];  // of the band-pass, waves per sample behind the low-pass
    float low;     // of the low-pass, waves per sample
} plan;

static uint32_t multiple(float taps, uint32_t of)
{
    return ((uint32_t)taps + of - 1) / of * of;
}

uint32_t acc_band_factor(const acc_modem_profile *p, uint32_t rate)
{
    double upper = p->mark > p->space ? p->mark : p->space, lowest = LEAST_SAMPLES * p->baud;
    lowest = lowest > LEAST_WAVE * upper ? lowest : LEAST_WAVE * upper;
    uint32_t factor = (uint32_t)(rate / lowest);
    return factor ? factor : 1;
}

static plan make_plan(const acc_modem_profile *p, uint32_t rate)
{
    plan made = {.factor = acc_band_factor(p, rate)};
    float slow = (float)rate / (float)made.factor, baud = (float)p->baud / slow;
    float mark = (float)p->mark / slow, space = (float)p->space / slow;
    float lower = fminf(mark, space), upper = fmaxf(mark, space), middle = 0.5f * (mark + space);
    made.pass_count = multiple(LENGTH / baud, 4);
    // a filter with fewer taps is wider
    float width = baud;
    if (made.pass_count > MOST) {
        made.pass_count = MOST;
        width = LENGTH / (float)MOST;
    }
    float more = fminf(fmaxf(2 * (upper - lower) / baud - WIDE, 0), MORE);
    made.cut[0] = fmaxf(fminf(lower - (BELOW + more) * width, middle - HALF_BELOW * width), 0);
    made.cut[1] = fminf(fmaxf(upper + (ABOVE + more) * width, middle + HALF_ABOVE * width), 0.5f);
    if (made.factor > 1) {
        float open = 1 - 2 * (made.cut[1] + STOP * width), factor = (float)made.factor;
        made.low_count = multiple(LOW_LENGTH * factor / open, 8);
        made.low = 0.5f / factor;
    }
    return made;
}

// Floats for a filter's samples; eight spare, since the kernels read ahead.
static size_t held_size(uint32_t count)
{
    return count ? count + BAND_PIECE + 8 : 0;
}

size_t acc_band_memory(const acc_modem_profile *profile, uint32_t rate)
{
    plan p = make_plan(profile, rate);
    size_t taps = p.low_count / 4 + p.pass_count / 2;
    return taps * sizeof(lanes) +
           (held_size(p.low_count) + held_size(p.pass_count)) * sizeof(float);
}

// The modified Bessel function I0(x) = sum over k of (x^2 / 4)^k / (k!)^2.
static float bessel(float x)
{
    float sum = 1, term = 1;
    for (int k = 1; k < 16; k++) {
        term *= 0.25f * x * x / (float)(k * k);
        sum += term;
    }
    return sum;
}

// The ideal low-pass sin(2 pi cut t) / (pi t), `cut` in waves per sample, `t` samples from its middle; near 0 its
// series.
static float sinc(float cut, float t)
{
    return fabsf(t) < 0.25f ? 2 * cut * (1 - 6.5797363f * cut * cut * t * t)
                            : sinf(2 * PI * cut * t) / (PI * t);
}

// The distance of tap `k` from the filter's middle, in samples.
static float from_middle(const fir *f, uint32_t k)
{
    return (float)k - 0.5f * (float)(f->count - 1);
}

// Kaiser's window: I0(sharp sqrt(1 - u^2)) at u = -1 to 1, not normalised
static float window(const fir *f, uint32_t k, float sharp)
{
    float place = from_middle(f, k) / (0.5f * (float)(f->count + 1));
    return bessel(sharp * sqrtf(1 - place * place));
}

static void design_low(fir *f, float cut, float gain)
{
    float sum = 0;
    for (uint32_t k = 0; k < f->count; k++) {
        f->taps[k / 4][k % 4] = sinc(cut, from_middle(f, k)) * window(f, k, LOW_SHARP);
        sum += f->taps[k / 4][k % 4];
    }
    for (uint32_t k = 0; k < f->count; k++)
        f->taps[k / 4][k % 4] *= gain / sum;
}

// One half of the symmetric band-pass: the difference of two low-passes, minus as much of the window as makes the
// gain at 0 Hz zero, scaled to a gain of 1 in the middle of the band.
static void design_pass(fir *f, const float cut[2])
{
    const uint32_t half = f->count / 2;
    float direct = 0, windows = 0, gain = 0;
    for (uint32_t k = 0; k < half; k++) {
        float t = from_middle(f, k), w = window(f, k, PASS_SHARP);
        f->taps[k][0] = (sinc(cut[1], t) - sinc(cut[0], t)) * w;
        direct += f->taps[k][0];
        windows += w;
    }
    for (uint32_t k = 0; k < half; k++) {
        f->taps[k][0] -= direct / windows * window(f, k, PASS_SHARP);
        gain += 2 * f->taps[k][0] * cosf(PI * (cut[0] + cut[1]) * from_middle(f, k));
    }
    for (uint32_t k = 0; k < half; k++)
        f->taps[k] = (lanes){0} + f->taps[k][0] / gain;
}

static float *place(fir *f, uint32_t count, uint32_t kept, float *samples)
{
    f->count = count;
    f->held = samples;
    memset(samples, 0, held_size(count) * sizeof *samples);
    // the sound before the start is silence
    f->filled = kept;
    return samples + held_size(count);
}

void acc_band_init(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory)
{
    plan p = make_plan(profile, rate);
    b->factor = p.factor;
    b->filled = 0;
    acc_hum_init(&b->hum, (float)rate / (float)p.factor);
    b->pass.taps = memory;
    b->low.taps = b->pass.taps + p.pass_count / 2;
    float *samples = (float *)(void *)(b->low.taps + p.low_count / 4);
    samples = place(&b->pass, p.pass_count, p.pass_count - 1, samples);
    place(&b->low, p.low_count, p.low_count ? p.low_count - p.factor : 0, samples);
    design_pass(&b->pass, p.cut);
    design_low(&b->low, p.low, (float)p.factor);
}

static void put(fir *f, const float *x, size_t len)
{
    memcpy(f->held + f->filled, x, len * sizeof *x);
    f->filled += (uint32_t)len;
}

static void drop(fir *f, size_t count)
{
    f->filled -= (uint32_t)count;
    memmove(f->held, f->held + count, f->filled * sizeof *f->held);
}

static size_t run_low(band *b, const float *x, size_t len, float *out)
{
    fir *f = &b->low;
    put(f, x, len);
    if (f->filled < f->count)
        return 0;
    size_t count =
        acc_kernel_decimate(f->held, f->taps, f->count / 4, b->factor, f->filled - f->count, out);
    drop(f, count * b->factor);
    return count;
}

static void run_pass(fir *f, const float *x, size_t len, float *out)
{
    put(f, x, len);
    acc_kernel_symmetric(f->held, f->taps, f->count / 2, len, out);
    drop(f, len);
}

size_t acc_band_wanted(const band *b)
{
    const size_t room = BAND_CHUNK - b->filled;
    if (!b->low.count)
        return room;
    return b->low.count - b->low.filled + (room - 1) * b->factor;
}

float acc_band_delay(const band *b)
{
    float delay = (float)b->filled + 0.5f * (float)(b->pass.count - 1);
    if (b->low.count) {
        // waiting samples and half the low-pass, at `factor` input samples per output
        float waiting = (float)(b->low.filled + b->factor - b->low.count);
        delay += (0.5f * (float)(b->low.count - 1) + waiting + 1) / (float)b->factor - 1;
    }
    return delay;
}

void acc_band_run(band *b, const float *x, size_t len)
{
    float *slow = b->slow + b->filled;
    if (b->low.count)
        len = run_low(b, x, len, slow);
    else
        memcpy(slow, x, len * sizeof *x);
    run_pass(&b->pass, slow, len, b->out + b->filled);
    b->filled += (uint32_t)len;
}

const float *acc_band_chunk(band *b, bool has_characters)
{
    if (b->filled < BAND_CHUNK)
        return NULL;
    b->filled = 0;
    acc_hum_run(&b->hum, b->slow, b->out, BAND_CHUNK, has_characters);
    return b->out;
}

// Runs the filter over `x`, from init, until the end or the onset of a signal; returns the number of outputs.
static uint32_t run_ahead(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory,
                          const float *x, size_t len)
{
    float clean[BAND_PIECE];
    const hum kept = b->hum;
    acc_band_init(b, profile, rate, memory);
    b->hum = kept;
    uint32_t count = 0;
    for (size_t n; len && !b->hum.has_onset; x += n, len -= n) {
        const size_t wanted = acc_band_wanted(b);
        n = len < BAND_PIECE ? len : BAND_PIECE;
        n = n < wanted ? n : wanted;
        acc_kernel_clean(x, clean, n);
        acc_band_run(b, clean, n);
        count += acc_band_chunk(b, false) ? BAND_CHUNK : 0;
    }
    return count;
}

void acc_band_learn_hum(band *b, const acc_modem_profile *profile, uint32_t rate, void *memory,
                        const float *x, size_t len)
{
    acc_hum_begin_search(&b->hum);
    if (acc_hum_begin_learning(&b->hum, run_ahead(b, profile, rate, memory, x, len)))
        acc_hum_end_learning(&b->hum, run_ahead(b, profile, rate, memory, x, len));
    run_ahead(b, profile, rate, memory, x, 0);
}
