// Tracks the sender's clock. On a cable the phases of all carriers follow from one unknown per
// symbol, its delay.
//
// Input: samples and the channel. Output: each symbol's timing for demodulate.c, and a curve
// through it. receiver.c calls it once per window.
#include "cable/pilot.h"
#include "cable/receiver.h"

#include <string.h>

#define TWO_PI 6.283185307179586

enum { NEAR = 48 };  // largest delay in samples that is searched before a slip is assumed

// Weighted least squares: the phase of carrier k is -2 pi k tau / n. Three steps, because phases
// wrap.
double acc_cable_delay_of(const point *z, const uint16_t *k, unsigned count, unsigned n, double tau)
{
    for (int step = 0; step < 3; step++) {
        double sum = 0, weight = 0;
        for (unsigned i = 0; i < count; i++) {
            point w = times(z[i], turn_of(TWO_PI * k[i] * tau / n));
            double size = (double)sqrtf(power_of(w)), phase = (double)atan2f(w.im, w.re);
            sum += size * k[i] * phase;
            weight += size * k[i] * k[i];
        }
        tau -= weight > 0 ? sum / weight * n / TWO_PI : 0;
    }
    return tau;
}

// The pilots of one symbol, each multiplied by the conjugate of its expected value.
typedef struct pilot_view {
    point z[CABLE_MAX_PILOTS];
    double size;  // sum of their magnitudes
} pilot_view;

static void view_pilots(acc_cable_receiver *r, uint32_t symbol, pilot_view *view)
{
    const cable_plan *p = &r->plan;
    cable_signal signal = signal_of(r);
    acc_cable_resample_run(&signal, r->position, r->clock, r->work, p->mode.symbol);
    acc_cable_fft_forward(&r->fft, r->work, p->mode.symbol);
    view->size = 1e-30;
    for (unsigned i = 0; i < p->mode.pilots; i++) {
        unsigned k = p->pilot[i];
        point y = {r->work[2 * k], r->work[2 * k + 1]};
        view->z[i] = against(y, times(r->channel[k - p->first], pilot_point(symbol, i)));
        view->size += (double)sqrtf(power_of(view->z[i]));
    }
}

// Coherence of the pilots at a delay: 1 when all phases agree.
static double coherence(const acc_cable_receiver *r, const pilot_view *view, double tau)
{
    double re = 0;
    for (unsigned i = 0; i < r->plan.mode.pilots; i++) {
        point w = times(view->z[i], turn_of(TWO_PI * r->plan.pilot[i] * tau / r->plan.mode.symbol));
        re += (double)w.re;
    }
    return re / view->size;
}

// The delay among first ... first + (count - 1) * step with the largest coherence. All pilots have
// the same weight, because a few strong ones would agree at any delay.
static double search_delay(const acc_cable_receiver *r, const pilot_view *view, double first,
                           double step, unsigned count, double *best)
{
    point w[CABLE_MAX_PILOTS], turn[CABLE_MAX_PILOTS];
    unsigned n = r->plan.mode.pilots;
    for (unsigned i = 0; i < n; i++) {
        double angle = TWO_PI * r->plan.pilot[i] / r->plan.mode.symbol;
        float size = sqrtf(power_of(view->z[i])) + 1e-20f;
        w[i] = times(scaled(view->z[i], 1 / size), turn_of(angle * first));
        turn[i] = turn_of(angle * step);
    }
    double tau = 0;
    *best = -1;
    for (unsigned j = 0; j < count; j++) {
        float sum = 0;
        for (unsigned i = 0; i < n; i++) {
            sum += w[i].re;
            w[i] = times(w[i], turn[i]);
        }
        if ((double)sum / n > *best) {
            *best = (double)sum / n;
            tau = first + j * step;
        }
    }
    return tau;
}

// The delay by least squares, from a near one.
static double fine_delay(const acc_cable_receiver *r, const pilot_view *view, double from)
{
    return acc_cable_delay_of(view->z, r->plan.pilot, r->plan.mode.pilots, r->plan.mode.symbol,
                              from);
}

// The symbol's delay against the expected position: a small one if the pilots agree, else the best
// within NEAR.
static double near_delay(const acc_cable_receiver *r, const pilot_view *view, double *agreement)
{
    double tau = fine_delay(r, view, 0);
    *agreement = coherence(r, view, tau);
    if (*agreement > 0.9 && fabs(tau) < 2)
        return tau;
    double best, other = search_delay(r, view, -NEAR, 0.25, 8 * NEAR + 1, &best);
    other = fine_delay(r, view, other);
    double found = coherence(r, view, other);
    if (found <= *agreement)
        return tau;
    *agreement = found;
    return other;
}

// Measures the pilots `jump` samples later; returns their delay there.
static double try_jump(acc_cable_receiver *r, uint32_t symbol, double jump, pilot_view *view,
                       double *agreement)
{
    r->position += jump;
    view_pilots(r, symbol, view);
    r->position -= jump;
    return near_delay(r, view, agreement);
}

// The samples lost or inserted before this symbol; 0 when no other position fits. At 700 samples
// from the right position, a third of the transform is another symbol, and the coherence is about
// 0.7; at the right position it is 1. Jumps that differ by whole transforms look the same in one
// transform, so the pilots at each of these positions decide.
static double find_jump(acc_cable_receiver *r, uint32_t symbol, const pilot_view *view)
{
    double best, found = 0, most = 0, n = r->plan.mode.symbol, far = r->reach.jump;
    double jump = search_delay(r, view, -far, 0.5, 4 * r->reach.jump + 1, &best);
    if (best <= 0.6 || fabs(jump) <= 2)
        return 0;
    for (jump -= n * floor((jump + far) / n); jump <= far; jump += n) {
        pilot_view other;
        double agreement;
        try_jump(r, symbol, jump, &other, &agreement);
        if (agreement > most) {
            most = agreement;
            found = jump;
        }
    }
    return most > 0.9 ? found : 0;
}

// Counts the symbols since the last two sure ones; the burst may have ended there. A single sure
// symbol can be chance.
static void note_run(acc_cable_receiver *r, bool sure, bool before, double start)
{
    if (sure && before) {
        r->bad_run = 0;
        return;
    }
    if (r->bad_run++ == 0)
        r->bad_from = start;
}

// The change of delay between symbols, in samples, above which samples were lost or inserted. A
// sample lost within a symbol causes two smaller changes, so a limit of half a sample is too large.
// A clock that wanders by 500 ppm at 4 Hz changes the delay by 0.3 in symbols of 1024 samples,
// which are chosen for it, and by 1.4 in a sounding. Clocks for which longer symbols are chosen
// change it by less than 0.03.
static double least_slip(const acc_cable_mode *m)
{
    return m->kind == ACC_CABLE_SOUNDING ? 2 : m->symbol >= 2048 ? 0.25 : 0.6;
}

// A phase-locked loop of second order: position += 0.9 delay; clock += 0.5 of its error, or 0.35 in
// symbols below 2048 samples. A symbol is good from a coherence of 0.8 on, which is between that of
// a wrong position (find_jump) and 1.
static void track_symbol(acc_cable_receiver *r, unsigned i)
{
    const cable_plan *p = &r->plan;
    unsigned n = p->mode.symbol, advance = n + p->mode.prefix;
    uint32_t symbol = r->symbol + i - r->history;
    symbol_time *t = &r->times[i], *before = i ? t - 1 : NULL;
    pilot_view view;
    double agreement;
    view_pilots(r, symbol, &view);
    double tau = near_delay(r, &view, &agreement);
    bool good = agreement >= 0.8 && fabs(tau) <= 40;
    double jump = good ? 0 : find_jump(r, symbol, &view);
    if (jump != 0) {
        tau = try_jump(r, symbol, jump, &view, &agreement);
        r->position += jump;
        r->segment++;
        r->quality.slips++;
        good = agreement >= 0.8;
    }
    if (!good)
        tau = 0;
    if (i > 1 && before->good && good && jump == 0 &&
        fabs(tau - before->delay) > least_slip(&p->mode)) {
        r->segment++;
        r->position += tau;
        tau = 0;
    }
    *t = (symbol_time){.centre = r->position + tau + r->clock * n / 2,
                       .rate = r->clock,
                       .segment = r->segment,
                       .delay = tau,
                       .good = good,
                       .sure = good && agreement > 0.9};
    note_run(r, t->sure, before && before->sure, r->position);
    r->quality.lost += !good;
    if (before && good && before->good && before->segment == t->segment) {
        double measured = (t->centre - before->centre) / advance;
        r->clock += (n >= 2048 ? 0.5 : 0.35) * (measured - r->clock);
    }
    r->position += 0.9 * tau + r->clock * advance;
}

void acc_cable_track_window(acc_cable_receiver *r)
{
    for (unsigned i = 0; i < r->window; i++)
        track_symbol(r, r->history + i);
}

// Computes the second derivatives of the natural cubic spline through the knots: a tridiagonal
// system, by forward elimination and back substitution.
static void bend_spline(timing_curve *c)
{
    double upper[CURVE_MAX];
    unsigned n = c->knots;
    c->bend[0] = c->bend[n - 1] = upper[0] = 0;
    for (unsigned i = 1; i + 1 < n; i++) {
        double h0 = c->knot[i] - c->knot[i - 1], h1 = c->knot[i + 1] - c->knot[i];
        double slope = (c->value[i + 1] - c->value[i]) / h1 - (c->value[i] - c->value[i - 1]) / h0;
        double diagonal = 2 * (h0 + h1) - h0 * upper[i - 1];
        upper[i] = h1 / diagonal;
        c->bend[i] = (6 * slope - h0 * c->bend[i - 1]) / diagonal;
    }
    for (unsigned i = n - 2; i > 0; i--)
        c->bend[i] -= upper[i] * c->bend[i + 1];
}

// Fits a straight line by least squares.
static void fit_line(timing_curve *c, unsigned n)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (unsigned i = 0; i < n; i++) {
        sx += c->knot[i];
        sy += c->value[i];
    }
    sx /= n;
    sy /= n;
    for (unsigned i = 0; i < n; i++) {
        sxx += (c->knot[i] - sx) * (c->knot[i] - sx);
        sxy += (c->knot[i] - sx) * (c->value[i] - sy);
    }
    c->slope = sxy / sxx;
    c->offset = sy - c->slope * sx;
}

// Whether the clock wanders: the deviation from the line is above 0.004 samples and above twice the
// measurements' noise, which is estimated from second differences (six times the variance of white
// noise).
static bool wanders(const timing_curve *c, unsigned n)
{
    double square = 0, second = 0;
    for (unsigned i = 0; i < n; i++)
        square += c->value[i] * c->value[i];
    for (unsigned i = 1; i + 1 < n; i++) {
        double d = c->value[i - 1] - 2 * c->value[i] + c->value[i + 1];
        second += d * d;
    }
    double noise = n > 4 ? 2 * sqrt(second / (6 * (n - 2))) : 0;
    double deviation = sqrt(square / n);
    return deviation > 0.004 && deviation > noise;
}

void acc_cable_curve_make(const acc_cable_receiver *r, unsigned index, timing_curve *c)
{
    unsigned advance = r->plan.mode.symbol + r->plan.mode.prefix, n = 0;
    uint32_t segment = r->times[index].segment;
    for (unsigned i = 0; i < r->history + r->window; i++) {
        if (r->times[i].segment != segment || !r->times[i].good)
            continue;
        double x = ((double)i - r->history) * advance + r->plan.mode.symbol / 2.0;
        c->knot[n] = x;
        c->value[n++] = r->times[i].centre - x;
    }
    c->knots = 0;
    c->valid = n >= 2;
    if (!c->valid)
        return;
    fit_line(c, n);
    for (unsigned i = 0; i < n; i++)
        c->value[i] -= c->offset + c->slope * c->knot[i];
    if (n >= 4 && wanders(c, n)) {
        c->knots = n;
        bend_spline(c);
    }
}

// The value of the spline at x; a natural spline is straight beyond its ends.
static double spline_at(const timing_curve *c, double x)
{
    unsigned i = 0;
    while (i + 2 < c->knots && x > c->knot[i + 1])
        i++;
    double h = c->knot[i + 1] - c->knot[i], b = (x - c->knot[i]) / h, a = 1 - b;
    double chord = a * c->value[i] + b * c->value[i + 1];
    if (b < 0)
        return chord - h * h / 6 * b * (2 * c->bend[i] + c->bend[i + 1]);
    if (a < 0)
        return chord - h * h / 6 * a * (c->bend[i] + 2 * c->bend[i + 1]);
    return chord + ((a * a * a - a) * c->bend[i] + (b * b * b - b) * c->bend[i + 1]) * h * h / 6;
}

double acc_cable_curve_at(const timing_curve *c, double x)
{
    double y = x + c->offset + c->slope * x;
    return c->knots ? y + spline_at(c, x) : y;
}
