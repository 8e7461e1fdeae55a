// The cable receiver's clock, symbol by symbol: delays, slips, symbols without a signal, and the run of those that are not sure.
#include "cable_window.h"

static fate fates[MOST];

static void begin_track(unsigned window)
{
    begin(MOST, window);
    r->position = BASE;
    r->clock = 1;
    for (int s = 0; s < MOST; s++)
        fates[s] = plain;
}

static void track(void)
{
    lay(fates);
    for (size_t i = 0; i < r->fill; i++)
        r->samples[i] += 1e-6f * normal();
    for (unsigned s = 0; s < r->window; s++)
        r->times[r->history + s] = (symbol_time){.centre = -1, .delay = 99};
    acc_cable_track_window(r);
}

static double place(unsigned s)
{
    return (double)BASE + (double)s * (double)ADVANCE;
}

// A steady delay: nine tenths are followed at once.
static void delays_are_followed(void)
{
    static const float delays[] = {0.3f, -0.3f, 1.5f, -1.5f};
    for (int i = 0; i < 4; i++) {
        begin_track(4);
        for (int s = 0; s < 4; s++)
            fates[s].delay = delays[i];
        track();
        double left = (double)delays[i];
        for (unsigned s = 0; s < 4; s++) {
            const symbol_time *t = &r->times[s];
            CHECK(t->good && t->sure && t->segment == 0);
            CHECK(is_near(t->centre, place(s) + (double)delays[i] + 512, 0.005));
            CHECK(is_near(t->delay, left, 0.01 + 0.01 * fabs(left)) && is_near(t->rate, 1, 3e-6));
            left *= 0.1;
        }
        CHECK(is_near(r->position, place(4) + (double)delays[i], 0.01) && r->bad_run == 0);
        CHECK(is_near(r->clock, 1, 3e-6) && r->quality.slips == 0 && r->quality.lost == 0);
    }
}

// A clock that is 100 ppm slow: 35 % of the error are followed by each symbol.
static void clocks_are_followed(void)
{
    for (unsigned window = 2; window <= MOST; window += 5) {
        begin_track(window);
        for (unsigned s = 0; s < window; s++)
            fates[s].delay = 1e-4f * (float)ADVANCE * (float)s;
        track();
        double clock = 0;
        for (unsigned s = 1; s < window; s++)
            clock += 0.35 * (1e-4 - clock);
        CHECK(is_near((r->clock - 1) / clock, 1, 0.05));
        for (unsigned s = 0; s < window; s++)
            CHECK(r->times[s].good &&
                  is_near(r->times[s].centre, place(s) + 0.1056 * s + 512, 0.06));
        CHECK(r->quality.slips == 0 && r->segment == 0);
    }
}

// The run begins at the first symbol that is not sure, and ends with the second of two that are.
static void runs_of_bad_symbols(void)
{
    static const struct {
        unsigned window, run, from;
    } rows[] = {{1, 1, 0}, {2, 0, 0}, {5, 0, 0}, {6, 1, 5}, {7, 2, 5}, {8, 3, 5}, {9, 0, 5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin_track(rows[i].window);
        r->bad_run = 0;
        r->bad_from = -7;
        fates[5].gain = fates[5].data_gain = fates[6].gain = fates[6].data_gain = 0;
        track();
        CHECK(r->bad_run == rows[i].run);
        CHECK(is_near(r->bad_from, place(rows[i].from), 0.2));
        CHECK(r->quality.lost == (rows[i].window < 6 ? 0 : rows[i].window < 7 ? 1 : 2));
        for (unsigned s = 0; s < rows[i].window; s++) {
            const symbol_time *t = &r->times[s];
            CHECK(t->good == (s < 5 || s > 6) && t->sure == t->good);
            CHECK(is_near(t->centre, place(s) + 512, 0.2) && t->segment == 0);
            CHECK(t->good || t->delay == 0);
        }
        CHECK(r->quality.slips == 0);
    }
    // a later window goes on with it
    begin_track(4);
    r->history = 2;
    r->times[0] = (symbol_time){.centre = place(0) - 2.0 * (double)ADVANCE + 512, .good = true};
    r->times[1] = (symbol_time){.centre = place(0) - (double)ADVANCE + 512, .good = true};
    r->bad_run = 5;
    r->bad_from = 333;
    track();
    CHECK(r->bad_run == 0);
    begin_track(1);
    r->history = 2;
    r->times[0] = (symbol_time){.centre = place(0) - 2.0 * (double)ADVANCE + 512, .good = true};
    r->times[1] = (symbol_time){.centre = place(0) - (double)ADVANCE + 512, .good = true};
    r->bad_run = 5;
    r->bad_from = 333;
    track();
    CHECK(r->bad_run == 6 && r->bad_from == 333);
}

// Samples that are lost or inserted before the sixth symbol: from 0.6 samples on a new segment begins, beyond 40 it is a
// slip. Less may pull the clock so far that the next symbol begins one. The second symbol has no delay to compare with.
static void slips_are_found(void)
{
    static const struct {
        unsigned from;
        int shift;
        float delay;
        unsigned begins, slips;  // the symbol that begins a segment, 10: none
    } rows[] = {
        {5, 0, 0.3f, 10, 0}, {5, 0, -0.3f, 10, 0}, {5, 0, 0.57f, 6, 0}, {5, 0, -0.57f, 6, 0},
        {5, 0, 0.63f, 5, 0}, {5, 0, -0.63f, 5, 0}, {5, 3, 0, 5, 0},     {5, -3, 0, 5, 0},
        {5, 30, 0, 5, 0},    {5, 60, 0, 5, 1},     {5, 45, 0, 5, 1},    {5, 300, 0, 5, 1},
        {5, -60, 0, 5, 1},   {5, -100, 0, 5, 1},   {1, 0, 0.7f, 2, 0},  {2, 0, 0.7f, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin_track(10);
        for (unsigned s = rows[i].from; s < 10; s++) {
            fates[s].shift = rows[i].shift;
            fates[s].delay = rows[i].delay;
        }
        track();
        CHECK(r->segment == (rows[i].begins < 10) && r->quality.slips == rows[i].slips);
        const double moved = rows[i].shift + (double)rows[i].delay;
        for (unsigned s = 0; s < 10; s++) {
            const symbol_time *t = &r->times[s];
            const bool after = s >= rows[i].from;
            CHECK(t->good && t->segment == (s >= rows[i].begins));
            CHECK(is_near(t->centre, place(s) + (after ? moved : 0) + 512, 0.2));
        }
        CHECK(is_near(r->position, place(10) + moved, 0.2));
        // the step is no error of the clock
        CHECK(rows[i].begins != 5 || is_near(r->clock, 1, 2e-5));
    }
}

int main(void)
{
    mode.pilots = 32;  // so that noise does not agree by chance

    delays_are_followed();
    clocks_are_followed();
    runs_of_bad_symbols();
    slips_are_found();
    return failures;
}
