// Finds a burst: preamble, header, clock, channel (docs/cable.md, Bursts).
//
// Input: the receiver's sample buffer. Output: the burst's position, mode and length, the clock
// ratio, and the channel on the burst's carriers. receiver.c calls it in the states SEARCH and
// HEADER.
#include "cable/receiver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { RATE_STEPS = 5 };  // most iterations of the clock estimate

#define ROOT_HALF 0.70710678f
#define MOVED                                                                                      \
    0.04f  // least change of the gain between preamble and header that distorts the channel
#define NOISE_FLOOR 1e-9f  // mean power below which there is no signal: -90 dBFS

// Matched filter by FFT: c = IFFT(FFT(x) conj(FFT(p))). The quality q = c^2 / (energy of x * energy
// of p) is 1 for the preamble without noise. The energy of x is a running sum over the preamble's
// length.
float acc_cable_acquire_search(acc_cable_receiver *r, size_t at, size_t *where)
{
    const float *x = r->samples + at;
    float *c = r->work;
    memcpy(c, x, SEARCH_SIZE * sizeof *c);
    acc_cable_fft_forward(&r->fft, c, SEARCH_SIZE);
    c[0] *= r->preamble[0];
    c[1] *= r->preamble[1];
    for (size_t i = 2; i < SEARCH_SIZE; i += 2) {
        point product = times((point){c[i], c[i + 1]}, (point){r->preamble[i], r->preamble[i + 1]});
        c[i] = product.re;
        c[i + 1] = product.im;
    }
    acc_cable_fft_inverse(&r->fft, c, SEARCH_SIZE, 1);
    double energy = 0;
    for (size_t i = 0; i < LEAD_SIZE; i++)
        energy += (double)x[i] * (double)x[i];
    float best = 0;
    for (size_t i = 0; i < LEAD_SIZE; i++) {
        float v = c[i] * (2.0f / (int)SEARCH_SIZE), e = (float)energy;
        float q = e > NOISE_FLOOR * (int)LEAD_SIZE ? v * v / (e * r->preamble_energy) : 0;
        if (q > best) {
            best = q;
            *where = at + i;
        }
        energy += (double)x[i + LEAD_SIZE] * (double)x[i + LEAD_SIZE] - (double)x[i] * (double)x[i];
    }
    return best;
}

// Computes the carriers of the preamble or header that starts at `position`, relative to the sent
// amplitude.
static void lead_spectrum(acc_cable_receiver *r, double position, double rate, float gain,
                          point out[LEAD_CARRIERS])
{
    cable_signal signal = signal_of(r);
    acc_cable_resample_run(&signal, position, rate, r->work, LEAD_SIZE);
    acc_cable_fft_forward(&r->fft, r->work, LEAD_SIZE);
    gain = 2 / (gain * acc_cable_unit_power(LEAD_CARRIERS) * (int)LEAD_SIZE);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++)
        out[n] = scaled((point){r->work[2 * n + 2], r->work[2 * n + 3]}, gain);
}

// H[k] = Y[k] conj(X[k]), X[1 + n] = exp(pi j n^2 / 501).
static void preamble_channel(acc_cable_receiver *r, double position, double rate)
{
    lead_spectrum(r, position, rate, PREAMBLE_BOOST, r->lead);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        unsigned turns = n * n % (2 * LEAD_CARRIERS);
        point sent = turn_of(6.283185307179586 * turns / (2.0 * (int)LEAD_CARRIERS));
        r->lead[n] = against(r->lead[n], sent);
    }
}

// Limits chips to four times their mean magnitude, because a hum can be stronger than all chips of
// a group together. A telephone line, which passes one carrier in seven, keeps half of its chips'
// weight.
static void limit_chips(float chips[LEAD_CHIPS])
{
    float sum = 0;
    for (unsigned i = 0; i < LEAD_CHIPS; i++)
        sum += fabsf(chips[i]);
    float most = 4 * sum / (int)LEAD_CHIPS;
    for (unsigned i = 0; i < LEAD_CHIPS; i++)
        chips[i] = chips[i] > most ? most : chips[i] < -most ? -most : chips[i];
}

// Adds the header's soft chips, weighted with the channel, to its code.
static void collect_header(acc_cable_receiver *r, unsigned which, float code[HEADER_CODE])
{
    float *chips = r->work;  // the spectrum in it is not used any more
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        point z = against(r->header[n], r->lead[n]);
        chips[n] = z.re;
        chips[LEAD_CARRIERS + n] = z.im;
    }
    limit_chips(chips);
    acc_cable_header_collect(chips, which, code);
}

// The header's delay against the preamble, from the decoded chips, or from hard decisions when
// `bytes` is NULL. Overwrites r->header.
static double header_delay(acc_cable_receiver *r, const uint8_t *bytes)
{
    int8_t chips[LEAD_CHIPS];
    uint16_t k[LEAD_CARRIERS];
    point *z = r->header;
    if (bytes)
        acc_cable_header_chips(bytes, 0, chips);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        z[n] = against(z[n], r->lead[n]);
        point chip = bytes ? (point){chips[n], chips[LEAD_CARRIERS + n]}
                           : (point){z[n].re < 0 ? -1.0f : 1.0f, z[n].im < 0 ? -1.0f : 1.0f};
        z[n] = against(z[n], chip);
        k[n] = (uint16_t)(n + 1);
    }
    return acc_cable_delay_of(z, k, LEAD_CARRIERS, LEAD_SIZE, 0);
}

// One iteration: reads preamble and header with this clock ratio; returns its remaining error.
static double refine_rate(acc_cable_receiver *r, double start, double rate, unsigned prefix,
                          uint8_t bytes[HEADER_BYTES], acc_status *status, acc_cable_mode *mode,
                          uint32_t *len)
{
    float code[HEADER_CODE] = {0};
    double step = rate * (LEAD_SIZE + prefix);
    preamble_channel(r, start, rate);
    if (prefix > 192) {
        lead_spectrum(r, start + 2 * step, rate, 1, r->header);
        collect_header(r, 1, code);
    }
    lead_spectrum(r, start + step, rate, 1, r->header);
    collect_header(r, 0, code);
    acc_cable_header_decode(code, bytes);
    *status = acc_cable_header_unpack(bytes, mode, len);
    return header_delay(r, *status == ACC_BAD_CHECK ? NULL : bytes) / (LEAD_SIZE + prefix);
}

// How the carriers `from` to `to` changed from the preamble to a header.
typedef struct change {
    float sum, power, received;
} change;

static change change_of(const acc_cable_receiver *r, unsigned from, unsigned to)
{
    change c = {0, 1e-30f, 0};
    for (unsigned n = from; n < to; n++) {
        c.sum += against(r->header[n], r->lead[n]).re;
        c.power += power_of(r->lead[n]);
        c.received += power_of(r->header[n]);
    }
    return c;
}

// Whether the gain of any part of the carriers changed by more than five standard deviations of the noise.
static bool has_moved(const acc_cable_receiver *r)
{
    enum { PARTS = 8 };
    bool moved = false;
    for (unsigned part = 0; part < PARTS; part++) {
        const unsigned from = part * LEAD_CARRIERS / PARTS, to = (part + 1) * LEAD_CARRIERS / PARTS;
        const change c = change_of(r, from, to);
        const float gain = c.sum / c.power, off = gain - 1;
        const float variance = (c.received - gain * c.sum) / ((float)(2 * (to - from)) * c.power);
        moved |= fabsf(off) > MOVED && off * off > 25 * variance;
    }
    return moved;
}

// A gain that changes within the preamble, as by an automatic level control, looks like a slope of the channel, because the
// preamble is a chirp. Then the last header measures the channel: its chips are known, and it is nearer to the symbols.
static void settle_channel(acc_cable_receiver *r, double start, double rate, unsigned prefix,
                           const uint8_t *bytes)
{
    const unsigned last = prefix > 192;
    int8_t chips[LEAD_CHIPS];
    lead_spectrum(r, start + (1 + last) * rate * (LEAD_SIZE + prefix), rate, 1, r->header);
    acc_cable_header_chips(bytes, last, chips);
    for (unsigned n = 0; n < LEAD_CARRIERS; n++) {
        const point sent = {chips[n] * ROOT_HALF, chips[LEAD_CARRIERS + n] * ROOT_HALF};
        r->header[n] = against(r->header[n], sent);
    }
    r->settled = 1;
    if (!has_moved(r))
        return;
    const change all = change_of(r, 0, LEAD_CARRIERS);
    r->settled = all.sum / all.power;
    memcpy(r->lead, r->header, LEAD_CARRIERS * sizeof *r->lead);
}

// The preamble is a chirp: a clock offset looks like a delay in it, and in the channel measured
// with it. The error computed against the header is therefore 18 % too high. Hence steps of 0.85 of
// the error, up to RATE_STEPS iterations, until it is below 1e-7.
static acc_status header_from(acc_cable_receiver *r, double start, double rate, unsigned prefix,
                              acc_cable_mode *mode, uint32_t *len)
{
    acc_status status = ACC_BAD_CHECK;
    uint8_t bytes[HEADER_BYTES];
    for (int i = 0; i < RATE_STEPS; i++) {
        double error = refine_rate(r, start, rate, prefix, bytes, &status, mode, len);
        rate += error * (i < RATE_STEPS - 1 ? 0.85 : 1);
        if (rate < 0.99 || rate > 1.01)
            return ACC_BAD_CHECK;
        if (fabs(error) < 1e-7)
            break;
    }
    if (status == ACC_OK)
        settle_channel(r, start, rate, prefix, bytes);
    r->lead_start = start;
    r->clock = rate;
    return status;
}

// Tries three clock ratios, 600 ppm apart, until the header's CRC is right.
acc_status acc_cable_acquire_header(acc_cable_receiver *r, size_t at, unsigned prefix,
                                    acc_cable_mode *mode, uint32_t *len)
{
    static const double starts[] = {1, 1 + 6e-4, 1 - 6e-4};
    double start = (double)at - lead_advance(prefix);
    acc_status status = ACC_BAD_CHECK;
    for (size_t i = 0; i < 3 && status == ACC_BAD_CHECK; i++)
        status = header_from(r, start, starts[i], prefix, mode, len);
    bool other = status == ACC_OK && plan_lead(mode) != prefix;
    return other ? ACC_BAD_CHECK : status;
}

acc_status acc_cable_acquire_filtered(acc_cable_receiver *r, size_t at, unsigned prefix,
                                      acc_cable_mode *mode, uint32_t *len)
{
    size_t from = at > r->reach.run_in ? at - r->reach.run_in : 0;
    acc_cable_high_pass_init(&r->filter);
    r->filter.on = true;
    acc_cable_high_pass_run(&r->filter, r->samples + from, r->fill - from);
    return acc_cable_acquire_header(r, at, prefix, mode, len);
}

// Solves the symmetric Toeplitz system, sum over j of a[|i - j|] x[j] = b[i], by Levinson's
// recursion in n^2 operations. `f` and `copy` have room for n values.
static void solve_toeplitz(const double *a, const double *b, double *x, unsigned n, double *f,
                           double *copy)
{
    double error = a[0];
    f[0] = 1;
    x[0] = b[0] / a[0];
    for (unsigned m = 1; m < n; m++) {
        double k = 0, rest = b[m];
        f[m] = 0;
        for (unsigned i = 0; i < m; i++)
            k += f[i] * a[m - i];
        k /= error;
        memcpy(copy, f, (m + 1) * sizeof *f);
        for (unsigned i = 1; i <= m; i++)
            f[i] = copy[i] - k * copy[m - i];
        error *= 1 - k * k;
        for (unsigned i = 0; i < m; i++)
            rest -= x[i] * a[m - i];
        x[m] = 0;
        for (unsigned i = 0; i <= m; i++)
            x[i] += rest / error * f[m - i];
    }
}

// Least squares: the taps 0 ... n - 1 whose spectrum is nearest to the received one on the
// preamble's carriers. The regularisation, 1e-4 of the carriers' weight, bounds the spectrum
// outside them.
static void fit_taps(acc_cable_receiver *r, double *taps, unsigned n)
{
    double *a = r->taps, *b = a + n, *f = b + n, *copy = f + n;
    memset(r->work, 0, LEAD_SIZE * sizeof *r->work);
    for (unsigned c = 0; c < LEAD_CARRIERS; c++)
        r->work[2 * c + 2] = 1;
    acc_cable_fft_inverse(&r->fft, r->work, LEAD_SIZE, 1);
    for (unsigned i = 0; i < n; i++)
        a[i] = 2 * (double)r->work[i];
    a[0] *= 1 + 1e-4;
    memset(r->work, 0, LEAD_SIZE * sizeof *r->work);
    memcpy(r->work + 2, r->lead, LEAD_CARRIERS * sizeof *r->lead);
    acc_cable_fft_inverse(&r->fft, r->work, LEAD_SIZE, 1);
    for (unsigned i = 0; i < n; i++)
        b[i] = 2 * (double)r->work[i];
    solve_toeplitz(a, b, taps, n, f, copy);
}

// As many taps as the prefix has samples, and 48 more.
unsigned acc_cable_acquire_taps(acc_cable_receiver *r, double *taps)
{
    unsigned n = plan_lead(&r->plan.mode) + 48;
    assert(n <= TAPS_MAX);
    fit_taps(r, taps, n);
    return n;
}

// Most taps of a cable are noise. Each group of taps is scaled by 1 - noise / power (the
// James-Stein estimator), which has less error than the unscaled taps on every channel. The noise
// is the residual of the fit, the carriers' power minus the taps' power, per degree of freedom: two
// per carrier, minus n.
static void quiet_taps(const acc_cable_receiver *r, double *taps, unsigned n)
{
    enum { GROUP = 8 };
    const double *b = r->taps + n;
    double left = 0;
    for (unsigned c = 0; c < LEAD_CARRIERS; c++)
        left += (double)power_of(r->lead[c]);
    for (unsigned i = 0; i < n; i++)
        left -= taps[i] * b[i] / 2;
    double noise = left / (2 * LEAD_CARRIERS - (double)n) / (int)LEAD_CARRIERS;
    for (unsigned i = 0; i < n; i += GROUP) {
        double power = 1e-30;
        for (unsigned j = i; j < i + GROUP; j++)
            power += taps[j] * taps[j];
        double kept = noise * (int)GROUP < power ? 1 - noise * (int)GROUP / power : 0;
        for (unsigned j = i; j < i + GROUP; j++)
            taps[j] *= kept;
    }
}

// The spectrum of the taps, zero-padded to the symbol, interpolates the channel to the burst's
// carriers.
void acc_cable_acquire_channel(acc_cable_receiver *r)
{
    const cable_plan *p = &r->plan;
    double *taps = r->taps + 4 * (plan_lead(&p->mode) + 48);  // behind the memory of fit_taps
    unsigned n = acc_cable_acquire_taps(r, taps);
    quiet_taps(r, taps, n);
    memset(r->work, 0, p->mode.symbol * sizeof *r->work);
    for (unsigned i = 0; i < n && i < p->mode.symbol; i++)
        r->work[i] = (float)taps[i];
    acc_cable_fft_forward(&r->fft, r->work, p->mode.symbol);
    memcpy(r->channel, r->work + 2 * p->first, band_size(p) * sizeof *r->channel);
    r->channel_weight = 2;
}

// Butterworth high-pass of order 3 at 300 Hz: bilinear transform of 1 / (s + 1) and 1 / (s^2 + s +
// 1) with s -> 1 / s: w = tan(pi 300 / 48000).
void acc_cable_high_pass_init(high_pass *f)
{
    double w = tan(3.141592653589793 * 300 / 48000), d = 1 + w + w * w;
    *f = (high_pass){.b1 = (float)(1 / (1 + w)),
                     .a1 = (float)((1 - w) / (1 + w)),
                     .b2 = (float)(1 / d),
                     .a2 = (float)(2 * (1 - w * w) / d),
                     .a3 = (float)(-(1 - w + w * w) / d)};
}

void acc_cable_high_pass_run(high_pass *f, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float y = f->b1 * (x[i] - f->x1) + f->a1 * f->y1;
        f->x1 = x[i];
        f->y1 = y;
        // transposed form: z1 and z2 are added one and two samples later
        float out = f->b2 * y + f->z1;
        f->z1 = -2 * f->b2 * y + f->a2 * out + f->z2;
        f->z2 = f->b2 * y + f->a3 * out;
        x[i] = out;
    }
}
