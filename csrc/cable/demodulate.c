// A window of symbols: spectra without delays, noise, a better channel, and the likelihoods of the coded bits.
#include "cable/pilot.h"
#include "cable/receiver.h"

#include <string.h>

#define TWO_PI 6.283185307179586

enum { PIECE = 64 };  // samples over which the clock is taken as constant

// Smallest noise against the signal that is believed, as power: the arithmetic's own is about -110 dB.
#define LEAST_NOISE 1e-10f

static point *spectrum_of(const acc_cable_receiver *r, uint32_t index)
{
    return r->spectra + (size_t)index * band_size(&r->plan);
}

static symbol_time *time_of(acc_cable_receiver *r, uint32_t index)
{
    return &r->times[r->history + index];
}

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

// Turns the carriers by a delay of -tau: exp(2 pi j k tau / n).
static void turn_spectrum(acc_cable_receiver *r, point *y, double tau)
{
    double angle = TWO_PI * tau / r->plan.mode.symbol;
    point step = turn_of(angle), w = {1, 0};
    for (unsigned i = 0; i < band_size(&r->plan); i++) {
        w = i % 64 ? times(w, step)
                   : turn_of(angle * (r->plan.first + i));  // before rounding adds up
        y[i] = times(y[i], w);
    }
}

static point equalised(const acc_cable_receiver *r, const point *y, unsigned i)
{
    point h = r->channel[i];
    return scaled(against(y[i], h), 1 / (power_of(h) + 1e-20f));
}

// The point of the constellation nearest to what was received.
static point decision(const acc_cable_receiver *r, unsigned bits, point v)
{
    const float *levels = r->levels;
    if (bits == 1)
        return (point){v.re < 0 ? -1.0f : 1.0f, 0};
    unsigned m = (bits + 1) / 2, q = bits / 2;
    return (point){levels[(1u << m) + acc_cable_pam_nearest(levels, m, v.re)],
                   levels[(1u << q) + acc_cable_pam_nearest(levels, q, v.im)]};
}

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

// What delay is left by the decisions: the slope of small phases, Im z / |z|, each weighted with |z|.
static double decided_delay(const acc_cable_receiver *r, const point *y, uint32_t symbol)
{
    bool known = r->plan.mode.kind == ACC_CABLE_SOUNDING;
    double sum = 0, weight = 0;
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned k = r->carrier[c], i = k - r->plan.first;
        if (r->load[c] == 0 && !known)
            continue;
        point sent =
            known ? sounding_point(symbol, k) : decision(r, r->load[c], equalised(r, y, i));
        point z = against(y[i], times(r->channel[i], sent));
        sum += (double)z.im * k;
        weight += (double)(power_of(r->channel[i]) * power_of(sent)) * k * k;
    }
    return weight > 0 ? -sum / weight * r->plan.mode.symbol / TWO_PI : 0;
}

static void make_spectrum(acc_cable_receiver *r, uint32_t index, const timing_curve *curve)
{
    const cable_plan *p = &r->plan;
    unsigned n = p->mode.symbol;
    point *y = spectrum_of(r, index);
    resample_symbol(r, index, curve);
    acc_cable_fft_forward(&r->fft, r->work, n);
    float gain = 2 / (acc_cable_unit_power(p->active) * (float)n);
    for (unsigned i = 0; i < band_size(p); i++)
        y[i] = scaled((point){r->work[2 * (p->first + i)], r->work[2 * (p->first + i) + 1]}, gain);
    symbol_time *t = time_of(r, index);
    if (!t->good)
        return;
    double tau = pilot_delay(r, y, r->symbol + index);
    turn_spectrum(r, y, tau);
    // decisions say it more exactly, unless they are wrong
    double more = decided_delay(r, y, r->symbol + index);
    if (fabs(more) < 0.3)
        turn_spectrum(r, y, more);
}

static void make_spectra(acc_cable_receiver *r)
{
    timing_curve curve;
    for (uint32_t i = 0; i < r->window; i++) {
        if (i == 0 || time_of(r, i)->segment != time_of(r, i - 1)->segment)
            acc_cable_curve_make(r, r->history + i, &curve);
        make_spectrum(r, i, &curve);
    }
}

void acc_cable_demodulate_known(acc_cable_receiver *r)
{
    make_spectra(r);
}

// Middle value; reorders x.
static float median(float *x, unsigned n)
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

static float pilot_noise(const acc_cable_receiver *r, uint32_t index)
{
    const cable_plan *p = &r->plan;
    const point *y = spectrum_of(r, index);
    float sum = 0;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned at = p->pilot[i] - p->first;
        sum += power_of(minus(y[at], times(r->channel[at], pilot_point(r->symbol + index, i))));
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

// Noise of each symbol. Few pilots tell it badly, so that the median counts for all, but for one with more than 2.2 times
// as much: with ten pilots noise alone comes there once in 1500 symbols. Symbols without a signal say nothing.
static float measure_noise(acc_cable_receiver *r)
{
    float sorted[ACC_CABLE_MAX_WINDOW], power = pilot_power(r);
    unsigned count = 0;
    for (uint32_t i = 0; i < r->window; i++) {
        r->noise[i] = pilot_noise(r, i) + LEAST_NOISE * power;
        if (time_of(r, i)->good)
            sorted[count++] = r->noise[i];
    }
    float middle = count ? median(sorted, count) : power;
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

// The channel again, from the clean symbols' decisions and what was known, which counts as channel_weight symbols.
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
    if (clean < 3)
        return;
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned i = r->carrier[c] - r->plan.first;
        if (r->load[c] == 0)
            continue;
        refine_carrier(r, i, r->load[c], -1, middle);
        r->residue[c] += residue_of(r, i, r->load[c], middle);
    }
    for (unsigned i = 0; i < r->plan.mode.pilots; i++)
        refine_carrier(r, r->plan.pilot[i] - r->plan.first, 0, (int)i, middle);
    r->residue_weight += (float)clean;
    // what is older than 64 symbols fades, so that a slow change is followed
    r->channel_weight += (float)clean;
    if (r->channel_weight > 64)
        r->channel_weight = 64;
}

// A carrier with an interferer has more noise than the median; what is within 2.5 times of it is chance.
static void shape_noise(acc_cable_receiver *r)
{
    if (r->residue_weight < 3)
        return;
    memcpy(r->shape, r->residue, r->plan.carriers * sizeof *r->shape);
    float base = median(r->shape, r->plan.carriers) + 1e-30f;
    for (unsigned c = 0; c < r->plan.carriers; c++)
        r->shape[c] = r->residue[c] > 2.5f * base ? r->residue[c] / base : 1;
    if (r->residue_weight > 64)
        for (unsigned c = 0; c < r->plan.carriers; c++)
            r->residue[c] *= 64 / r->residue_weight;
    r->residue_weight = r->residue_weight > 64 ? 64 : r->residue_weight;
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

void acc_cable_demodulate_window(acc_cable_receiver *r)
{
    make_spectra(r);
    float middle = measure_noise(r);
    refine_channel(r, middle);
    middle = measure_noise(r);
    shape_noise(r);
    report(r, middle);
}

// log p(0) - log p(1) of Gaussian noise is a difference of squares over twice the variance, here that of one dimension after
// division by the channel: noise * shape / |H|^2 / 2.
void acc_cable_demodulate_line(acc_cable_receiver *r, uint32_t index)
{
    const point *y = spectrum_of(r, index);
    int16_t *out = r->line;
    for (unsigned c = 0; c < r->plan.carriers; c++) {
        unsigned i = r->carrier[c] - r->plan.first, bits = r->load[c];
        if (bits == 0)
            continue;
        point v = equalised(r, y, i);
        float weight =
            (float)(int)LDPC_LLR_SCALE * power_of(r->channel[i]) / (r->noise[index] * r->shape[c]);
        if (bits ==
            1) {  // all power in one dimension: the level is sqrt(2) higher than the table's
            v.re *= 0.70710678f;
            weight *= 2;
        }
        unsigned m = (bits + 1) / 2, q = bits / 2;
        acc_cable_pam_demap(r->levels, m, acc_cable_pam_nearest(r->levels, m, v.re), v.re, weight,
                            LDPC_LLR_MAX, out);
        if (q)
            acc_cable_pam_demap(r->levels, q, acc_cable_pam_nearest(r->levels, q, v.im), v.im,
                                weight, LDPC_LLR_MAX, out + m);
        out += bits;
    }
}
