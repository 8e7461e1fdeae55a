// Measures a line with a sounding's known symbols, and chooses the best symbol, prefix, band and
// high-pass for it (docs/cable.md, Soundings and reports).
//
// Input: a window with a whole sounding. Output: the receiver's report, from which both ends
// compute the load of every carrier. receiver.c calls it once per sounding.
#include "cable/pilot.h"
#include "cable/receiver.h"

#include <string.h>

enum { GRID = 2048, PER_BAND = 16 };  // transform of the sounding; carriers of a 375 Hz band

// Limits of the clock's change from symbol to symbol: above SOME_WANDER symbols have at most 2048
// samples, above MUCH_WANDER at most 1024.
#define SOME_WANDER 10e-6f
#define MUCH_WANDER 100e-6f
// Most information bits of a carrier: 20 coded bits times 0.797, the code's rate with its padding.
#define MOST_BITS 15.94f

// A candidate for the payload's symbols.
typedef struct choice {
    uint16_t symbol, prefix;
    double worth;  // bits per sample
    uint8_t snr[ACC_CABLE_BANDS];
} choice;

// The measurement of a line.
typedef struct line_view {
    float gain[GRID / 2], noise[GRID / 2];  // power gain and noise power of each carrier
    double taps[TAPS_MAX];                  // the channel's taps
    unsigned tap_count;
    float error[SOUNDING_SYMBOLS];  // squared deviation of each good symbol from the mean channel
    float wander;                   // largest change of the clock ratio from symbol to symbol
} line_view;

// The median of few values, by insertion sort; reorders x.
static float middle_of(float *x, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = i; j > 0 && x[j] < x[j - 1]; j--) {
            float t = x[j];
            x[j] = x[j - 1];
            x[j - 1] = t;
        }
    return n % 2 ? x[n / 2] : (x[n / 2] + x[n / 2 - 1]) / 2;
}

static point sent_point(const cable_plan *p, uint32_t symbol, unsigned k)
{
    for (unsigned i = 0; i < p->mode.pilots; i++)
        if (p->pilot[i] == k)
            return pilot_point(symbol, i);
    return sounding_point(symbol, k);
}

// Measures carrier k. The channel is the mean over the n good symbols. The noise power is the
// median of the squared deviations from the mean over ln 2, which is right for Gaussian noise and
// ignores a disturbance of one symbol. The factor n / (n - 1) is because the mean contains 1/n of
// the noise.
static void measure_carrier(acc_cable_receiver *r, unsigned k, line_view *v)
{
    point z[SOUNDING_SYMBOLS], sum = {0, 0};
    float left[SOUNDING_SYMBOLS];
    unsigned from[SOUNDING_SYMBOLS], n = 0, i = k - r->plan.first;
    for (uint32_t s = 0; s < SOUNDING_SYMBOLS; s++) {
        if (!r->times[s].good)
            continue;
        from[n] = s;
        z[n] = against(r->spectra[s * band_size(&r->plan) + i], sent_point(&r->plan, s, k));
        sum = plus(sum, z[n++]);
    }
    point mean = scaled(sum, 1 / (float)n);
    for (unsigned s = 0; s < n; s++) {
        left[s] = power_of(minus(z[s], mean));
        v->error[from[s]] += left[s];
    }
    r->channel[i] = mean;
    float noise = middle_of(left, n) / 0.69314718f * (float)n / (float)(n - 1);
    v->noise[k] = noise;
    v->gain[k] = power_of(mean) - noise / (float)n;
}

// A median of twelve values varies much, so the noise is averaged over nine carriers. A carrier
// keeps at least 0.35 of its own value, so that one with interference stands out.
static void smooth_noise(const cable_plan *p, line_view *v)
{
    float raw[GRID / 2];
    memcpy(raw, v->noise, sizeof raw);
    for (unsigned k = p->first; k <= p->last; k++) {
        float sum = 0, count = 0;
        for (unsigned i = k < p->first + 4u ? p->first : k - 4; i <= k + 4 && i <= p->last;
             i++, count++)
            sum += raw[i];
        float smooth = sum / count;
        v->noise[k] = smooth > 0.35f * raw[k] ? smooth : 0.35f * raw[k];
    }
}

// The largest change of the clock ratio from symbol to symbol.
static float clock_change(const acc_cable_receiver *r)
{
    double most = 0, advance = r->plan.mode.symbol + r->plan.mode.prefix;
    for (unsigned i = 1; i + 1 < SOUNDING_SYMBOLS; i++) {
        const symbol_time *t = &r->times[i];
        bool good = t[-1].good && t[0].good && t[1].good && t[-1].segment == t[1].segment;
        double change = good ? fabs(t[-1].centre - 2 * t[0].centre + t[1].centre) / advance : 0;
        most = change > most ? change : most;
    }
    return (float)most;
}

static void measure_carriers(acc_cable_receiver *r, line_view *v)
{
    memset(v->error, 0, sizeof v->error);
    for (unsigned k = r->plan.first; k <= r->plan.last; k++)
        measure_carrier(r, k, v);
}

// Excludes symbols with a disturbance, such as 5 ms of silence, which would be a twelfth of the
// channel: at 30 dB that is as much as the noise. Damaged data are repeated, so the report ignores
// disturbances. A wandering clock causes deviations of up to four times the median; the limit is
// six. Returns whether there was a disturbance.
static bool drop_events(acc_cable_receiver *r, const line_view *v)
{
    float sorted[SOUNDING_SYMBOLS];
    unsigned n = 0, good;
    for (unsigned s = 0; s < SOUNDING_SYMBOLS; s++)
        if (r->times[s].good)
            sorted[n++] = v->error[s];
    float most = 6 * middle_of(sorted, n);
    good = n;
    for (unsigned s = 0; s < SOUNDING_SYMBOLS && good > SOUNDING_SYMBOLS / 2; s++)
        if (r->times[s].good && v->error[s] > most) {
            r->times[s].good = false;
            good--;
        }
    return good < n;
}

// Measures the line. False when fewer than four symbols are good.
static bool view_line(acc_cable_receiver *r, line_view *v)
{
    unsigned good = 0;
    memset(v, 0, sizeof *v);
    v->tap_count = acc_cable_acquire_taps(r, v->taps);
    acc_cable_window_begin(r);
    acc_cable_track_window(r);
    acc_cable_demodulate_known(r);
    for (unsigned s = 0; s < SOUNDING_SYMBOLS; s++)
        good += r->times[s].good;
    if (good < 4)
        return false;
    v->wander = clock_change(r);
    measure_carriers(r, v);
    if (drop_events(r, v))
        measure_carriers(r, v);
    smooth_noise(&r->plan, v);
    return true;
}

// Interference from neighbouring symbols with the choice's prefix: a tap that is n samples too late
// adds n samples of the previous symbol and loses n of its own, each with the amplitude tap *
// sqrt(n / symbol).
static void spill(acc_cable_receiver *r, const line_view *v, const choice *c, float power[GRID / 2])
{
    int zero = (int)lead_advance(plan_lead(&r->plan.mode));
    int advance = c->prefix < 128 ? 16 : c->prefix < 256 ? 32 : 64;
    memset(r->work, 0, GRID * sizeof *r->work);
    for (int i = 0; i < (int)v->tap_count; i++) {
        int delay = i - zero, late = delay - (c->prefix - advance), early = -advance - delay;
        int over = late > 0 ? late : early > 0 ? early : 0;
        r->work[i] = (float)(v->taps[i] * sqrt((double)over / c->symbol));
    }
    acc_cable_fft_forward(&r->fft, r->work, GRID);
    for (unsigned k = 1; k < GRID / 2; k++)
        power[k] = 2 * power_of((point){r->work[2 * k], r->work[2 * k + 1]});
}

static uint8_t half_decibels(float db)
{
    float v = 2 * db + 7.5f;
    return (uint8_t)(v < 1 ? 0 : v > 127 ? 127 : v);
}

// Computes the mean SNR in dB of each band with the choice, and the bits of all carriers:
// log2(1 + SNR / 2) each, at most MOST_BITS. Without that limit a line without noise would have the
// longest prefix, for an SNR that no carrier can use.
static void weigh(acc_cable_receiver *r, const line_view *v, choice *c)
{
    float extra[GRID / 2], bits = 0;
    spill(r, v, c, extra);
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++) {
        float sum = 0;
        unsigned count = 0;
        for (unsigned k = b * PER_BAND; k < (b + 1) * PER_BAND; k++) {
            if (k < r->plan.first || k > r->plan.last)
                continue;
            float snr = v->gain[k] / (v->noise[k] + extra[k] + 1e-12f);
            snr = snr > 0.01f ? snr : 0.01f;
            sum += 10 * log10f(snr);
            float more = log2f(1 + snr / 2);
            bits += more < MOST_BITS ? more : MOST_BITS;
            count++;
        }
        c->snr[b] = count ? half_decibels(sum / (float)count) : 0;
    }
    c->worth = (double)bits * c->symbol / (c->symbol + c->prefix);
}

// Whether a filter ends the band below 20 kHz. Such a filter, like the high-pass, rings longer than
// the taps of a short preamble.
static bool is_narrow(const acc_cable_receiver *r, const line_view *v)
{
    float top = 0, noise = 0;
    for (unsigned k = 20000 * GRID / ACC_CABLE_RATE; k <= r->plan.last; k++) {
        top += v->gain[k];
        noise += v->noise[k];
    }
    return top < 2 * noise;
}

// Chooses symbol and prefix: long symbols for long echoes, short ones for a clock that wanders.
static choice choose(acc_cable_receiver *r, const line_view *v)
{
    static const uint16_t choices[][2] = {{1024, 32},  {2048, 48},  {2048, 96}, {2048, 128},
                                          {4096, 128}, {4096, 256}, {4096, 320}};
    size_t first = v->wander > MUCH_WANDER ? 0 : 1, end = v->wander > MUCH_WANDER   ? 1
                                                          : v->wander > SOME_WANDER ? 4
                                                                                    : 7;
    // filters ring and need a long prefix; a high-pass rings shorter than a filter that ends the
    // band
    if (end == 7 && (is_narrow(r, v) || r->filter.on))
        first = r->limits.symbol < 4096 ? 3 : is_narrow(r, v) ? 5 : 4;
    choice best = {0};
    for (size_t i = first; i < end; i++) {
        choice c = {.symbol = choices[i][0], .prefix = choices[i][1]};
        if (c.symbol > r->limits.symbol)
            continue;
        weigh(r, v, &c);
        if (c.worth > best.worth)
            best = c;
    }
    return best;
}

// Whether a hum or tone exceeds the noise by 15 dB. On the test channels with a hum, soundings
// measured 1 to 2 dB more SNR than the following bursts had, because those channels set the noise
// relative to the mean power of signal and hum.
static bool has_lines(const acc_cable_receiver *r, const line_view *v)
{
    float sorted[GRID / 2], most = 0;
    unsigned n = band_size(&r->plan);
    memcpy(sorted, v->noise + r->plan.first, n * sizeof *sorted);
    for (unsigned i = 0; i < n; i++)
        most = sorted[i] > most ? sorted[i] : most;
    return most > 30 * acc_cable_median(sorted, n);
}

// Whether a DC offset has over 1/50 of the power, -17 dB. Its effect is that of hum: at 30 dB with
// 3 dB of margin, one of two payloads was repeated; with 4.5 dB none of four.
static bool has_offset(const acc_cable_receiver *r)
{
    double sum = 0, power = 0, n = r->position - r->lead_start;
    for (size_t i = (size_t)r->lead_start; i < (size_t)r->position; i++) {
        sum += (double)r->samples[i];
        power += (double)r->samples[i] * (double)r->samples[i];
    }
    return 50 * sum * sum > n * power;
}

// The report's margin in 0.5 dB: 3 dB up to a mean SNR of 40 dB, 4.5 dB with a hum or offset. The
// code needs 2 to 2.5 dB. Above 40 dB the errors of the channel estimate and of the clock add to
// the noise: 5 dB, 7 dB with a wandering clock. A long prefix needs 4 dB, because echoes beyond it
// are in its noise already.
static uint8_t first_margin(const choice *c, const line_view *v, bool lines)
{
    unsigned sum = 0, used = 0;
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++) {
        sum += c->snr[b];
        used += c->snr[b] > 7;
    }
    if (used == 0 || sum / used <= 87)
        return lines ? 9 : 6;
    return v->wander > SOME_WANDER ? 14 : c->prefix >= 256 && !lines ? 8 : 10;
}

// Makes the report. The band ends where the SNR falls to 0 dB.
static void make_report(acc_cable_receiver *r, const line_view *v, const choice *c, bool filtered,
                        bool lines)
{
    bool wanders = v->wander > MUCH_WANDER;
    acc_cable_report *report = &r->report;
    *report = (acc_cable_report){.id = (uint8_t)r->plan.mode.load,
                                 .symbol = c->symbol,
                                 .prefix = c->prefix,
                                 .high_pass = filtered,
                                 .shaped = true,
                                 .margin = first_margin(c, v, lines)};
    unsigned first = 0, last = 0, used = 0;
    for (unsigned b = 0; b < ACC_CABLE_BANDS; b++) {
        bool through = c->snr[b] > 7 && (!wanders || b < 52);  // to 19.5 kHz
        report->snr[b] = through ? c->snr[b] : 0;
        first = through && !used ? b : first;
        last = through ? b : last;
        used += through;
    }
    unsigned high = (last + 1) * 375 / 250 * 250;
    report->high = (uint16_t)(high < 2000 ? 2000 : high > 23500 ? 23500 : high);
    report->low = filtered ? 100 : first ? 150 : 20;
    bool narrow = report->high < 12000;
    report->pilots = narrow ? 24 : c->symbol == 4096 ? 16 : c->symbol == 2048 ? 12 : 20;
}

bool acc_cable_sounding_measure(acc_cable_receiver *r)
{
    line_view view;
    if (!view_line(r, &view))
        return false;
    for (uint32_t i = 0; i < SOUNDING_SYMBOLS; i++)
        acc_cable_demodulate_show(r, i);
    choice best = choose(r, &view);
    bool lines = has_lines(r, &view) || has_offset(r), better = false;
    // hum leaks into all carriers; with the high-pass there may be more bits
    acc_cable_mode mode;
    uint32_t len;
    if (acc_cable_acquire_filtered(r, r->began, plan_lead(&r->plan.mode), &mode, &len) == ACC_OK &&
        view_line(r, &view)) {
        choice filtered = choose(r, &view);
        better = filtered.worth > 1.02 * best.worth;
        best = better ? filtered : best;
    }
    make_report(r, &view, &best, better, lines);
    return best.worth > 0;
}
