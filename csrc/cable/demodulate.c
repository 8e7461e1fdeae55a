// Demodulates a window of symbols: spectra without delays, noise, an improved channel estimate, and
// the log-likelihood ratios of the coded bits.
//
// Input: samples, and the timing from track.c. Output: soft bits of LINE_CARRIERS carriers at a
// time for blocks.c; channel and noise of each carrier; the quality figures.
#include "cable/pilot.h"
#include "cable/receiver.h"

#include <string.h>

#define TWO_PI 6.283185307179586

enum { PIECE = 64 };  // samples over which the clock is assumed constant

// Lower limit of the noise power relative to the signal, -100 dB: the arithmetic's noise is about
// -110 dB.
#define LEAST_NOISE 1e-10f

static point *spectrum_of(const acc_cable_receiver *r, uint32_t index)
{
    return r->spectra + (size_t)index * band_size(&r->plan);
}

static symbol_time *time_of(acc_cable_receiver *r, uint32_t index)
{
    return &r->times[r->history + index];
}

// Resamples a symbol to the sender's clock: along the timing curve if it is valid, else at a
// constant clock ratio.
static void resample_symbol(acc_cable_receiver *r, uint32_t index, const timing_curve *curve)
{
    unsigned n = r->plan.mode.symbol, advance = n + r->plan.mode.prefix;
    cable_signal signal = signal_of(r);
    const symbol_time *t = time_of(r, index);
    if (!curve->valid) {
        acc_cable_resample_run(&signal, t->centre - t->rate * n / 2, t->rate, r->work, n);
        return;
    }
    double x = (double)index * advance, from = acc_cable_curve_at(curve, x);
    for (unsigned i = 0; i < n; i += PIECE) {
        double to = acc_cable_curve_at(curve, x + (i + PIECE));
        acc_cable_resample_run(&signal, from, (to - from) / (int)PIECE, r->work + i, PIECE);
        from = to;
    }
}

// Removes a delay: multiplies carrier k by exp(2 pi j k tau / n).
static void turn_spectrum(acc_cable_receiver *r, point *y, double tau)
{
    double angle = TWO_PI * tau / r->plan.mode.symbol;
    point step = turn_of(angle), w = {1, 0};
    for (unsigned i = 0; i < band_size(&r->plan); i++) {
        w = i % 64 ? times(w, step)
                   : turn_of(angle * (r->plan.first + i));  // exact again, so errors do not add up
        y[i] = times(y[i], w);
    }
}

// Y conj(H) / |H|^2.
static point equalised(const acc_cable_receiver *r, const point *y, unsigned i)
{
    point h = r->channel[i];
    return scaled(against(y[i], h), 1 / (power_of(h) + 1e-20f));
}

// The constellation point nearest to the received one.
static point decision(const acc_cable_receiver *r, unsigned bits, point v)
{
    const float *levels = r->levels;
    if (bits == 1)
        return (point){v.re < 0 ? -1.0f : 1.0f, 0};
    unsigned m = (bits + 1) / 2, q = bits / 2;
    return (point){levels[(1u << m) + acc_cable_pam_nearest(levels, m, v.re)],
                   levels[(1u << q) + acc_cable_pam_nearest(levels, q, v.im)]};
}

// The delay, from the pilots' phases relative to the channel.
static double pilot_delay(const acc_cable_receiver *r, const point *y, uint32_t symbol)
{
    point z[CABLE_MAX_PILOTS];
    const cable_plan *p = &r->plan;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned at = p->pilot[i] - p->first;
        z[i] = against(y[at], times(r->channel[at], pilot_point(symbol, i)));
    }
    return acc_cable_delay_of(z, p->pilot, p->mode.pilots, p->mode.symbol, 0);
}

// The remaining delay, from the decisions: the least-squares slope of the phases, which are small,
// Im z / |z|, each weighted with |z|.
static double decided_delay(const acc_cable_receiver *r, const point *y, uint32_t symbol)
{
    bool known = r->plan.mode.kind == ACC_CABLE_SOUNDING;
    float sum = 0, weight = 0;
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned k = r->carrier[c], i = k - r->plan.first;
        if (r->load[c] == 0 && !known)
            continue;
        point sent =
            known ? sounding_point(symbol, k) : decision(r, r->load[c], equalised(r, y, i));
        point z = against(y[i], times(r->channel[i], sent));
        sum += z.im * (float)k;
        weight += power_of(r->channel[i]) * power_of(sent) * (float)k * (float)k;
    }
    return weight > 0 ? -(double)(sum / weight) * r->plan.mode.symbol / TWO_PI : 0;
}

// The gain relative to the channel, from the pilots. It is 1 unless it deviates by more than four
// standard deviations of the pilots' noise. Automatic gain control and volume changes cause it.
static float pilot_gain(const acc_cable_receiver *r, const point *y, uint32_t symbol)
{
    const cable_plan *p = &r->plan;
    float sum = 0, power = 0, received = 0;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned at = p->pilot[i] - p->first;
        sum += against(y[at], times(r->channel[at], pilot_point(symbol, i))).re;
        power += power_of(r->channel[at]);
        received += power_of(y[at]);
    }
    float gain = sum / (power + 1e-30f), left = received - gain * sum;
    float variance = left / (2 * p->mode.pilots * power + 1e-30f), off = gain - 1;
    return gain > 0.1f && off * off > 16 * variance ? gain : 1;
}

// The gain from the decisions, which is more exact.
static float decided_gain(const acc_cable_receiver *r, const point *y)
{
    float sum = 0, power = 0;
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned i = r->carrier[c] - r->plan.first;
        if (r->load[c] == 0)
            continue;
        point sent = times(r->channel[i], decision(r, r->load[c], equalised(r, y, i)));
        sum += against(y[i], sent).re;
        power += power_of(sent);
    }
    return power > 0 ? sum / power : 1;
}

static void scale_spectrum(const acc_cable_receiver *r, point *y, float by)
{
    for (unsigned i = 0; i < band_size(&r->plan); i++)
        y[i] = scaled(y[i], by);
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

// Updates the extremes of the gain. Only a gain that three symbols in a row reach counts, because a
// short silence spoils one or two symbols.
static void note_gain(acc_cable_receiver *r, float gain)
{
    acc_cable_quality *q = &r->quality;
    float *last = r->gains;
    q->gain_high = most(q->gain_high, least(gain, least(last[0], last[1])));
    q->gain_low = least(q->gain_low, most(gain, most(last[0], last[1])));
    last[0] = last[1];
    last[1] = gain;
}

// Removes the pilots' gain, then the decisions' gain if that is within 10 %.
static void level_spectrum(const acc_cable_receiver *r, point *y, float gain)
{
    if (gain == 1)
        return;
    scale_spectrum(r, y, 1 / gain);
    float more = decided_gain(r, y);
    if (fabsf(more - 1) < 0.1f)
        scale_spectrum(r, y, 1 / more);
}

// A symbol's delay from its pilots, in samples, and its variance from their residual.
typedef struct delay_guess {
    float delay, variance;
} delay_guess;

// Variance of the slope of phases: a phase has the variance noise / (2 |z|) and the weight |z|.
static delay_guess guess_delay(const acc_cable_receiver *r, const point *y, uint32_t symbol)
{
    const cable_plan *p = &r->plan;
    double tau = pilot_delay(r, y, symbol), unit = TWO_PI / p->mode.symbol;
    float noise = 0, weight = 0;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned at = p->pilot[i] - p->first;
        point sent = times(r->channel[at], pilot_point(symbol, i));
        point turned = times(y[at], turn_of(unit * p->pilot[i] * tau));
        noise += power_of(minus(turned, sent));
        weight += power_of(sent) * (float)p->pilot[i] * (float)p->pilot[i];
    }
    // n pilots have 2 n degrees of freedom; the delay uses one
    noise /= (float)(2 * p->mode.pilots - 1);
    return (delay_guess){(float)tau, noise / (weight * (float)(unit * unit) + 1e-30f)};
}

static void make_spectrum(acc_cable_receiver *r, uint32_t index, const timing_curve *curve)
{
    const cable_plan *p = &r->plan;
    unsigned n = p->mode.symbol;
    point *y = spectrum_of(r, index);
    resample_symbol(r, index, curve);
    acc_cable_fft_forward(&r->fft, r->work, n);
    float unit = 2 / (acc_cable_unit_power(p->active) * (float)n);
    for (unsigned i = 0; i < band_size(p); i++)
        y[i] = scaled((point){r->work[2 * (p->first + i)], r->work[2 * (p->first + i) + 1]}, unit);
    symbol_time *t = time_of(r, index);
    if (p->mode.kind == ACC_CABLE_SOUNDING && t->good && curve->valid)
        t->centre = acc_cable_curve_at(curve, (double)index * (n + p->mode.prefix) + n / 2.0);
}

// Removes a symbol's delay and gain, first those of the pilots, then those of the decisions.
static void settle_spectrum(acc_cable_receiver *r, uint32_t index, double tau)
{
    point *y = spectrum_of(r, index);
    symbol_time *t = time_of(r, index);
    bool known = r->plan.mode.kind == ACC_CABLE_SOUNDING;
    turn_spectrum(r, y, tau);
    float gain = pilot_gain(r, y, r->symbol + index);
    note_gain(r, gain * r->settled);
    if (!known)
        level_spectrum(r, y, gain);
    // a thousand decisions are more exact than ten pilots if they are right; at a delay of 0.3
    // samples the phases at the band's upper edge turn by 50 degrees, and decisions are wrong
    double more = decided_delay(r, y, r->symbol + index);
    if (fabs(more) >= 0.3)
        return;
    turn_spectrum(r, y, more);
    if (known)
        t->centre += tau + more;
}

// The factor for the pilots' delays: the part of their power that their variance does not explain.
// On a steady clock it is near 0, where the delays are only noise. A delay beyond three standard
// deviations is a slip, which spoils the timing curve around it; then the factor is 1.
static double trust_in(const delay_guess *guesses, unsigned count)
{
    float sum = 0, good = 0;
    for (unsigned i = 0; i < count; i++) {
        if (guesses[i].variance <= 0)
            continue;
        float ratio = guesses[i].delay * guesses[i].delay / guesses[i].variance;
        if (ratio > 9)
            return 1;
        sum += ratio;
        good++;
    }
    return sum > good ? 1 - (double)(good / sum) : 0;
}

static void make_spectra(acc_cable_receiver *r)
{
    timing_curve curve;
    delay_guess guesses[ACC_CABLE_MAX_WINDOW] = {0};
    for (uint32_t i = 0; i < r->window; i++) {
        if (i == 0 || time_of(r, i)->segment != time_of(r, i - 1)->segment)
            acc_cable_curve_make(r, r->history + i, &curve);
        make_spectrum(r, i, &curve);
        if (time_of(r, i)->good)
            guesses[i] = guess_delay(r, spectrum_of(r, i), r->symbol + i);
    }
    bool known = r->plan.mode.kind == ACC_CABLE_SOUNDING;
    double trust = known ? 1 : trust_in(guesses, r->window);
    for (uint32_t i = 0; i < r->window; i++)
        if (time_of(r, i)->good)
            settle_spectrum(r, i, trust * (double)guesses[i].delay);
}

void acc_cable_demodulate_known(acc_cable_receiver *r)
{
    make_spectra(r);
}

// Hoare's selection: partitions until the middle element is in place.
float acc_cable_median(float *x, unsigned n)
{
    unsigned low = 0, high = n - 1, middle = n / 2;
    while (low < high) {
        float pivot = x[(low + high) / 2];
        unsigned i = low, j = high;
        while (i <= j) {
            while (x[i] < pivot)
                i++;
            while (x[j] > pivot)
                j--;
            if (i > j)
                break;
            float t = x[i];
            x[i++] = x[j];
            x[j] = t;
            if (j == 0)
                break;
            j--;
        }
        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            break;
    }
    return x[middle];
}

// Mean squared error of a symbol's pilots, relative to the noise's shape.
static float pilot_noise(const acc_cable_receiver *r, uint32_t index)
{
    const cable_plan *p = &r->plan;
    const point *y = spectrum_of(r, index);
    float sum = 0;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned at = p->pilot[i] - p->first;
        point sent = times(r->channel[at], pilot_point(r->symbol + index, i));
        sum += power_of(minus(y[at], sent)) / r->shape[at];
    }
    return sum / p->mode.pilots;
}

static float pilot_power(const acc_cable_receiver *r)
{
    float sum = 0;
    for (unsigned i = 0; i < r->plan.mode.pilots; i++)
        sum += power_of(r->channel[r->plan.pilot[i] - r->plan.first]);
    return sum / r->plan.mode.pilots;
}

// Measures the noise of each symbol. A few pilots measure it badly, so a symbol has the median of
// the window, unless its own noise exceeds 2.2 times that. With ten pilots (chi-square, 20 degrees
// of freedom), white noise exceeds it once in 430 symbols. Symbols without a signal are excluded.
static float measure_noise(acc_cable_receiver *r)
{
    float sorted[ACC_CABLE_MAX_WINDOW], power = pilot_power(r);
    unsigned count = 0;
    for (uint32_t i = 0; i < r->window; i++) {
        r->noise[i] = pilot_noise(r, i) + LEAST_NOISE * power;
        if (time_of(r, i)->good)
            sorted[count++] = r->noise[i];
    }
    float middle = count ? acc_cable_median(sorted, count) : power;
    for (uint32_t i = 0; i < r->window; i++) {
        if (!time_of(r, i)->good)
            r->noise[i] = 1e3f * middle + 10 * power;
        else if (r->noise[i] < 2.2f * middle)
            r->noise[i] = middle;
    }
    return middle;
}

static bool is_clean(acc_cable_receiver *r, uint32_t index, float middle)
{
    return time_of(r, index)->good && r->noise[index] <= 2.2f * middle;
}

// Recursive least squares: updates the channel of carrier i with the clean symbols' decisions.
// H = (w H + sum of Y conj(X)) / (w + sum of |X|^2), w = channel_weight.
static void refine_carrier(acc_cable_receiver *r, unsigned i, unsigned bits, int pilot,
                           float middle)
{
    point sum = scaled(r->channel[i], r->channel_weight);
    float weight = r->channel_weight;
    for (uint32_t s = 0; s < r->window; s++) {
        if (!is_clean(r, s, middle))
            continue;
        const point *y = spectrum_of(r, s);
        point sent = pilot >= 0 ? pilot_point(r->symbol + s, (unsigned)pilot)
                                : decision(r, bits, equalised(r, y, i));
        sum = plus(sum, against(y[i], sent));
        weight += power_of(sent);
    }
    r->channel[i] = scaled(sum, 1 / weight);
}

// Squared error of a carrier's decisions, sum over the clean symbols.
static float residue_of(acc_cable_receiver *r, unsigned i, unsigned bits, float middle)
{
    float sum = 0;
    for (uint32_t s = 0; s < r->window; s++) {
        if (!is_clean(r, s, middle))
            continue;
        const point *y = spectrum_of(r, s);
        point sent = decision(r, bits, equalised(r, y, i));
        sum += power_of(minus(y[i], times(r->channel[i], sent)));
    }
    return sum;
}

static void refine_channel(acc_cable_receiver *r, float middle)
{
    unsigned clean = 0;
    for (uint32_t s = 0; s < r->window; s++)
        clean += is_clean(r, s, middle);
    if (clean < 3 && clean < r->limits.window)
        return;
    for (unsigned c = 0; c < r->plan.carriers; c++)
        if (r->load[c]) {
            unsigned i = r->carrier[c] - r->plan.first;
            refine_carrier(r, i, r->load[c], -1, middle);
            r->residue[i] += residue_of(r, i, r->load[c], middle);
        }
    for (unsigned i = 0; i < r->plan.mode.pilots; i++)
        refine_carrier(r, r->plan.pilot[i] - r->plan.first, 0, (int)i, middle);
    r->residue_weight += (float)clean;
    // the weight is at most 64 symbols, so that the estimate follows slow changes
    r->channel_weight += (float)clean;
    if (r->channel_weight > 64)
        r->channel_weight = 64;
}

// Noise of carrier i from the sounding, in any unit; without a sounding the same for all carriers.
static float sounded_noise(const acc_cable_receiver *r, unsigned i)
{
    if (!plan_is_loaded(&r->plan))
        return 1;
    float db =
        (float)acc_cable_report_snr(&r->expected, r->plan.first + i, r->plan.mode.symbol) / 32;
    return power_of(r->channel[i]) * powf(10, -0.1f * db) + 1e-20f;
}

// The median of `shape` over the carriers with power.
static float middle_shape(acc_cable_receiver *r)
{
    float *x = r->work;
    unsigned n = 0;
    for (unsigned c = 0; c < r->plan.carriers; c++)
        if (r->load[c])
            x[n++] = r->shape[r->carrier[c] - r->plan.first];
    return n ? acc_cable_median(x, n) + 1e-30f : 1;
}

// A carrier with interference has more noise than expected; up to 2.5 times is treated as chance.
// Pilots have no residue, because theirs is not comparable: the residue of data carriers is smaller
// than the noise when decisions are wrong.
void acc_cable_demodulate_shape(acc_cable_receiver *r)
{
    unsigned n = band_size(&r->plan);
    bool measured = r->residue_weight >= 3;
    for (unsigned i = 0; i < n; i++)
        r->shape[i] = measured ? r->residue[i] / sounded_noise(r, i) : 1;
    float base = middle_shape(r);
    for (unsigned i = 0; i < n; i++) {
        float ratio = r->shape[i] / base;
        r->shape[i] = sounded_noise(r, i) * (ratio > 2.5f ? ratio : 1);
    }
    base = middle_shape(r);
    for (unsigned i = 0; i < n; i++)
        r->shape[i] /= base;
    if (r->residue_weight > 64) {
        for (unsigned i = 0; i < n; i++)
            r->residue[i] *= 64 / r->residue_weight;
        r->residue_weight = 64;
    }
}

static void report(acc_cable_receiver *r, float middle)
{
    float power = 0;
    for (unsigned i = 0; i < band_size(&r->plan); i++)
        power += power_of(r->channel[i]);
    power /= (float)band_size(&r->plan);
    r->quality.snr_db = 10 * log10f(power / middle);
    r->quality.level = sqrtf(power);
    r->quality.clock_ppm = (float)((r->clock - 1) * 1e6);
}

// The noise is measured twice: to select the clean symbols for the channel estimate, and after it.
void acc_cable_demodulate_window(acc_cable_receiver *r)
{
    make_spectra(r);
    float middle = measure_noise(r);
    refine_channel(r, middle);
    acc_cable_demodulate_shape(r);
    middle = measure_noise(r);
    report(r, middle);
}

void acc_cable_demodulate_show(const acc_cable_receiver *r, uint32_t index)
{
    if (!r->watch || !r->times[r->history + index].good)
        return;
    const point *y = spectrum_of(r, index);
    bool known = r->plan.mode.kind == ACC_CABLE_SOUNDING;
    acc_cable_point p = {.symbol = r->symbol + index, .size = r->plan.mode.symbol};
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned i = r->carrier[c] - r->plan.first, bits = known ? 2 : r->load[c];
        if (bits == 0)
            continue;
        point v = equalised(r, y, i),
              sent = known ? sounding_point(p.symbol, r->carrier[c]) : decision(r, bits, v);
        p.carrier = r->carrier[c];
        p.bits = (uint8_t)bits;
        p.re = v.re;
        p.im = v.im;
        p.sent_re = sent.re;
        p.sent_im = sent.im;
        r->watch(r->watch_context, &p);
    }
}

// Writes the soft bits of a dimension with m bits to `line`, from index `at` on.
static void demap_dimension(acc_cable_receiver *r, unsigned m, float y, float weight, size_t at)
{
    int16_t *out = r->line + at;
    memset(r->line_queue + at, QUEUE_UNIFORM, m);
    if (plan_has_pair(&r->plan, m)) {
        acc_cable_pam_demap_shaped(r->levels, m, y, weight, LDPC_LLR_MAX, out);
        r->line_queue[at] = QUEUE_FIRST;
        r->line_queue[at + 1] = QUEUE_SECOND;
    } else if (m) {
        acc_cable_pam_demap(r->levels, m, acc_cable_pam_nearest(r->levels, m, y), y, weight,
                            LDPC_LLR_MAX, out);
    }
}

// log p(0) - log p(1) in Gaussian noise is a difference of squared distances over twice the
// variance. After division by the channel, one dimension has the variance
// noise * shape / (2 |H|^2).
void acc_cable_demodulate_line(acc_cable_receiver *r, uint32_t index)
{
    const point *y = spectrum_of(r, index);
    size_t at = 0;
    unsigned c = r->line_carrier, end = c + LINE_CARRIERS;
    if (c == 0)
        acc_cable_demodulate_show(r, index);
    end = end < r->plan.carriers ? end : r->plan.carriers;
    for (; c < end; c++) {
        unsigned i = r->carrier[c] - r->plan.first, bits = r->load[c];
        if (bits == 0)
            continue;
        point v = equalised(r, y, i);
        float weight =
            (float)(int)LDPC_LLR_SCALE * power_of(r->channel[i]) / (r->noise[index] * r->shape[i]);
        if (bits ==
            1) {  // the real part has the full power: its level is sqrt(2) times the table's
            v.re *= 0.70710678f;
            weight *= 2;
        }
        demap_dimension(r, (bits + 1) / 2, v.re, weight, at);
        demap_dimension(r, bits / 2, v.im, weight, at + (bits + 1) / 2);
        at += bits;
    }
    r->line_carrier = end;
    r->line_at = 0;
    r->line_end = (uint32_t)at;
}
