// A window of symbols made by hand: the spectra without their gains and delays, the noise, the improved channel, the figures,
// and the soft bits, each by its definition.
#include "cable_window.h"

static void demodulate(const fate *fates)
{
    lay(fates);
    acc_cable_demodulate_window(r);
}

// The largest deviation of a symbol's spectrum from `gain` times what the channel makes of the sent points.
static double deviation(uint32_t s, float gain)
{
    double most = 0;
    for (unsigned i = 0; i < band_size(&r->plan); i++) {
        const point h = line_at(r->plan.first + i);
        const point wanted = scaled(times(h, sent[s][i]), gain);
        const point got = r->spectra[s * band_size(&r->plan) + i];
        const double off = sqrt((double)power_of(minus(got, wanted)) / (double)power_of(h));
        most = off > most ? off : most;
    }
    return most;
}

static void a_clean_window(void)
{
    fate fates[MOST];
    begin(MOST, 8);
    for (int s = 0; s < 8; s++)
        fates[s] = plain;
    demodulate(fates);
    double power = 0;
    for (unsigned i = 0; i < band_size(&r->plan); i++) {
        const point h = line_at(r->plan.first + i);
        power += (double)power_of(h) / band_size(&r->plan);
        CHECK(is_near((double)power_of(minus(r->channel[i], h)), 0, 1e-9));
    }
    for (uint32_t s = 0; s < 8; s++)
        CHECK(deviation(s, 1) < 1e-3);
    CHECK(is_near((double)r->quality.level, sqrt(power), 1e-5));
    CHECK(is_near((double)r->quality.clock_ppm, 25, 0.01) && r->quality.snr_db > 60);
    CHECK(is_near((double)r->quality.gain_low, 1, 1e-4) &&
          is_near((double)r->quality.gain_high, 1, 1e-4));
    CHECK(r->residue_weight == 8 && r->channel_weight == 10);
}

// Each symbol is scaled to the channel's gain. Three symbols in a row with a gain count as the burst's; a gain of 0.1 or less
// is none.
static void gains_are_removed(void)
{
    static const float gains[MOST] = {1,    1.5f,  1.5f, 1,    1.2f, 1.25f,
                                      1.3f, 0.05f, 0.9f, 0.8f, 0.7f, 1};
    fate fates[MOST];
    begin(MOST, MOST);
    for (int s = 0; s < MOST; s++) {
        fates[s] = plain;
        fates[s].gain = fates[s].data_gain = gains[s];
    }
    demodulate(fates);
    for (uint32_t s = 0; s < MOST; s++)
        CHECK(deviation(s, s == 7 ? 0.05f : 1) < 2e-3);
    CHECK(is_near((double)r->quality.gain_high, 1.2, 2e-3));
    CHECK(is_near((double)r->quality.gain_low, 0.9, 2e-3));
    CHECK(is_near((double)r->gains[0], 0.7, 2e-3) && is_near((double)r->gains[1], 1, 2e-3));
    // symbols of the last window count, too
    begin(MOST, 4);
    r->gains[0] = 1.4f;
    r->gains[1] = 1.3f;
    for (int s = 0; s < 4; s++)
        fates[s].gain = fates[s].data_gain = s ? 1 : 1.2f;
    demodulate(fates);
    CHECK(is_near((double)r->quality.gain_high, 1.2, 2e-3) &&
          is_near((double)r->quality.gain_low, 1, 1e-4));
}

// With an error of e in each of ten pilots, a gain beyond 1 +- 4 e / sqrt(20) is one. The decisions' gain follows within 10 %
// of the pilots'.
static void small_gains_are_noise(void)
{
    static const struct {
        float gain, data_gain, turn, left;
    } rows[] = {
        {1.08f, 1.08f, 0.1f, 1.08f},    {1.10f, 1.10f, 0.1f, 1},        {0.92f, 0.92f, 0.1f, 0.92f},
        {0.90f, 0.90f, 0.1f, 1},        {1.2f, 1.2f * 1.08f, 0, 1},     {1.2f, 1.2f * 0.92f, 0, 1},
        {1.2f, 1.2f * 1.12f, 0, 1.12f}, {1.2f, 1.2f * 0.88f, 0, 0.88f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fate fates[MOST];
        begin(MOST, 4);
        for (int s = 0; s < 4; s++)
            fates[s] = plain;
        fates[2].gain = rows[i].gain;
        fates[2].data_gain = rows[i].data_gain;
        fates[2].pilot_turn = rows[i].turn;
        demodulate(fates);
        // a data carrier between the pilots
        for (unsigned c = 100; c < 110; c++) {
            const unsigned at = r->carrier[c] - r->plan.first;
            const point wanted = scaled(times(line_at(r->carrier[c]), sent[2][at]), rows[i].left);
            const point got = r->spectra[2 * band_size(&r->plan) + at];
            CHECK(power_of(minus(got, wanted)) < 1e-4f * power_of(line_at(r->carrier[c])));
        }
    }
}

// Delays that differ from symbol to symbol are removed, up to that of the pilots and 0.3 samples more.
static void delays_are_removed(void)
{
    static const float delays[8] = {0.5f, -0.5f, 1.1f, -0.2f, 0.2f, -1.1f, 1, -1};
    fate fates[MOST];
    begin(MOST, 8);
    for (int s = 0; s < 8; s++) {
        fates[s] = plain;
        fates[s].delay = delays[s];
    }
    demodulate(fates);
    for (uint32_t s = 0; s < 8; s++)
        CHECK(deviation(s, 1) < 5e-3);
    CHECK(r->quality.snr_db > 45);
}

// The noise of a symbol is that of its pilots, the window's median unless it is 2.2 times as large; that of a symbol without a
// signal is a thousand times the median and ten times the signal. Clean symbols improve the channel:
// H = (w H + sum of Y conj(X)) / (w + sum of |X|^2).
static void noise_is_measured(float weight, float noisy, bool bad)
{
    enum { WINDOW = 8, NOISY = 3, BAD = 5 };
    fate fates[MOST];
    begin(MOST, WINDOW);
    r->channel_weight = weight;
    for (int s = 0; s < WINDOW; s++) {
        fates[s] = plain;
        fates[s].noise = s == NOISY ? 0.004f * noisy : 0.004f;
        fates[s].bad = bad && s == BAD;
    }
    const unsigned n = band_size(&r->plan);
    demodulate(fates);
    // a symbol without a signal is left as it is
    for (unsigned i = 0; i < n && bad; i++)
        CHECK(power_of(minus(r->spectra[BAD * n + i], received[BAD][i])) < 1e-7f);
    bool clean[WINDOW];
    unsigned count = 0;
    for (int s = 0; s < WINDOW; s++) {
        clean[s] = !(bad && s == BAD) && !(noisy > 1 && s == NOISY);
        count += clean[s];
    }
    double residue = 0, power = 0, pilots = 0;
    for (unsigned i = 0; i < n; i++) {
        const point old = line_at(r->plan.first + i);
        point sum = scaled(old, weight);
        float all = weight;
        for (int s = 0; s < WINDOW; s++)
            if (clean[s]) {
                sum = plus(sum, against(r->spectra[(unsigned)s * n + i], sent[s][i]));
                all += power_of(sent[s][i]);
            }
        CHECK(power_of(minus(scaled(sum, 1 / all), r->channel[i])) < 1e-9f);
        power += (double)power_of(r->channel[i]) / n;
        bool is_pilot = false;
        for (unsigned p = 0; p < r->plan.mode.pilots; p++)
            is_pilot |= r->plan.pilot[p] == r->plan.first + i;
        pilots += is_pilot ? (double)power_of(r->channel[i]) / r->plan.mode.pilots : 0;
        residue = 0;
        for (int s = 0; s < WINDOW && !is_pilot; s++)
            if (clean[s])
                residue += (double)power_of(
                    minus(r->spectra[(unsigned)s * n + i], times(r->channel[i], sent[s][i])));
        CHECK(is_near((double)r->residue[i], residue, 1e-4 * residue + 1e-12));
    }
    CHECK(r->residue_weight == (float)count);
    CHECK(r->channel_weight == (weight + (float)count > 64 ? 64 : weight + (float)count));
    float noise[WINDOW], sorted[WINDOW];
    unsigned good = 0;
    for (int s = 0; s < WINDOW; s++) {
        float sum = 0;
        for (unsigned p = 0; p < r->plan.mode.pilots; p++) {
            const unsigned i = r->plan.pilot[p] - r->plan.first;
            const point y = r->spectra[(unsigned)s * n + i];
            sum += power_of(minus(y, times(r->channel[i], sent[s][i]))) / r->shape[i];
        }
        noise[s] = sum / r->plan.mode.pilots + 1e-10f * (float)pilots;
        if (!(bad && s == BAD))
            sorted[good++] = noise[s];
    }
    const float middle = acc_cable_median(sorted, good);
    for (int s = 0; s < WINDOW; s++) {
        const double wanted = bad && s == BAD            ? 1e3 * (double)middle + 10 * pilots
                              : noise[s] < 2.2f * middle ? (double)middle
                                                         : (double)noise[s];
        CHECK(is_near((double)r->noise[s], wanted, 1e-4 * wanted));
    }
    CHECK(noisy < 2 || noise[NOISY] > 2.2f * middle);
    CHECK(is_near((double)r->quality.snr_db, 10 * log10(power / (double)middle), 1e-3));
    CHECK(is_near((double)r->quality.level, sqrt(power), 1e-5));
}

// Fewer than three clean symbols do not improve it, unless the receiver has no more.
static void few_symbols_are_not_trusted(void)
{
    for (unsigned most = 2; most <= 8; most += 3)
        for (unsigned good = 1; good <= 3; good++) {
            const unsigned window = most < 5 ? 2 : 5;
            fate fates[MOST];
            begin(most, window);
            for (unsigned s = 0; s < window; s++) {
                fates[s] = plain;
                fates[s].bad = s >= good;
            }
            demodulate(fates);
            const bool improves = good >= 3 || good >= most;
            const unsigned clean = good < window ? good : window;
            CHECK(r->channel_weight == (improves ? 2 + (float)clean : 2));
            CHECK(r->residue_weight == (improves ? (float)clean : 0));
        }
}

typedef struct seen {
    unsigned count;
    bool wrong;
} seen;

static void look(void *context, const acc_cable_point *p)
{
    seen *s = context;
    const unsigned at = p->symbol - 40, i = p->carrier - r->plan.first;
    const point y = r->spectra[at * band_size(&r->plan) + i], x = sent[at][i];
    const point v = scaled(against(y, r->channel[i]), 1 / power_of(r->channel[i]));
    s->wrong |= p->size != N || !is_near((double)p->sent_re, (double)x.re, 1e-6) ||
                !is_near((double)p->sent_im, (double)x.im, 1e-6) ||
                !is_near((double)p->re, (double)v.re, 1e-5) ||
                !is_near((double)p->im, (double)v.im, 1e-5);
    s->count++;
}

// 16 ln(p(0) / p(1)) of a label bit, by the nearest levels, within 1000.
static double searched(unsigned m, unsigned bit, double y, double weight, bool is_single)
{
    double best[2] = {1e9, 1e9};
    for (unsigned l = 0; l < 1u << m; l++) {
        const double x = is_single ? l ? 1 : -1 : (double)pam_level(labels, m, l);
        const double d = (y - x) * (y - x);
        best[l >> bit & 1] = d < best[l >> bit & 1] ? d : best[l >> bit & 1];
    }
    const double ratio = weight * (best[1] - best[0]);
    return ratio > 1000 ? 1000 : ratio < -1000 ? -1000 : ratio;
}

// The soft bits of 32 carriers at a time: real part first, lowest bit of each label first.
static void lines_are_demapped(uint16_t load)
{
    fate fates[MOST];
    seen shown = {0};
    begin(MOST, 4);
    for (unsigned c = 0; c < r->plan.carriers && load; c++)
        r->load[c] = (uint8_t)(c % 3);  // none, one and two bits
    for (int s = 0; s < 4; s++) {
        fates[s] = plain;
        fates[s].noise = 0.01f;
        for (unsigned c = 0; c < r->plan.carriers && load; c++) {
            const unsigned i = r->carrier[c] - r->plan.first, bits = r->load[c];
            const float level = pam_level(labels, 1, 1);
            label[s][i][0] = bits ? draw() >> 16 & 1 : 0;
            label[s][i][1] = bits == 2 ? draw() >> 16 & 1 : 0;
            sent[s][i].re = bits == 0 ? 0 : (label[s][i][0] ? 1 : -1) * (bits == 1 ? 1 : level);
            sent[s][i].im = bits == 2 ? (label[s][i][1] ? level : -level) : 0;
        }
    }
    demodulate(fates);
    acc_cable_receiver_watch(r, look, &shown);
    unsigned carriers = 0;
    for (uint32_t s = 0; s < 4; s++) {
        r->line_carrier = 0;
        while (r->line_carrier < r->plan.carriers) {
            const unsigned first = r->line_carrier;
            memset(r->line_queue, 0xEE, 32 * 8);
            r->line_at = 99;
            acc_cable_demodulate_line(r, s);
            const unsigned end = first + 32 < r->plan.carriers ? first + 32 : r->plan.carriers;
            CHECK(r->line_carrier == end && r->line_at == 0);
            unsigned at = 0;
            for (unsigned c = first; c < end; c++) {
                const unsigned i = r->carrier[c] - r->plan.first, bits = r->load[c];
                const point y = r->spectra[s * band_size(&r->plan) + i];
                const point v = scaled(against(y, r->channel[i]), 1 / power_of(r->channel[i]));
                const double weight = 16 * (double)power_of(r->channel[i]) /
                                      ((double)r->noise[s] * (double)r->shape[i]);
                carriers += bits > 0;
                for (unsigned b = 0; b < bits; b++, at++) {
                    const unsigned m = (bits + 1) / 2, q = bits / 2, imaginary = b >= m;
                    const double wanted =
                        searched(imaginary ? q : m, imaginary ? b - m : b,
                                 (double)(imaginary ? v.im : v.re), weight, bits == 1);
                    CHECK(is_near(r->line[at], wanted, 1 + 1e-3 * fabs(wanted)));
                    CHECK((r->line[at] < 0) == (label[s][i][imaginary] >> (b - imaginary * m) & 1));
                    CHECK(r->line_queue[at] == QUEUE_UNIFORM);
                }
            }
            CHECK(r->line_end == at && r->line_queue[at] == 0xEE);
        }
    }
    CHECK(shown.count == carriers && !shown.wrong);
    // a symbol without a signal is not shown
    r->times[r->history].good = false;
    r->line_carrier = 0;
    acc_cable_demodulate_line(r, 0);
    CHECK(shown.count == carriers);
}

int main(void)
{
    a_clean_window();
    gains_are_removed();
    small_gains_are_noise();
    delays_are_removed();
    noise_is_measured(2, 1, false);
    noise_is_measured(2, 6, false);
    noise_is_measured(57, 8, true);
    noise_is_measured(58, 1, false);
    few_symbols_are_not_trusted();
    lines_are_demapped(0);
    lines_are_demapped(1);
    return failures;
}
