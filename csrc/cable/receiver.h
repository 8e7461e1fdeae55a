// The receiver's parts: acquire.c finds a burst and its channel, track.c follows its clock,
// demodulate.c computes soft bits of a window of symbols, blocks.c decodes them, sounding.c
// measures a line, receiver.c joins them.
#ifndef ACC_CABLE_RECEIVER_H
#define ACC_CABLE_RECEIVER_H

#include "cable/block.h"
#include "cable/fft.h"
#include "cable/header.h"
#include "cable/pam.h"
#include "cable/point.h"
#include "cable/resample.h"

enum {
    HISTORY = 8,         // symbols before the window that its timing curve goes through
    SEARCH_SIZE = 2048,  // samples that the search transforms at once; half of them are new
    TAPS_MAX = 384,      // of the channel as the preamble shows it
    LINE_CARRIERS = 32,  // whose likelihoods are made at once
    CURVE_MAX = ACC_CABLE_MAX_WINDOW + HISTORY,
};

typedef enum receiver_state {
    RECEIVER_SEARCH,  // for a preamble
    RECEIVER_HEADER,  // of a candidate, with each prefix that it may have
    RECEIVER_WINDOW,  // collects a window of symbols
    RECEIVER_DEMAP,   // moves its likelihoods into blocks
    RECEIVER_DECODE,  // decodes the blocks of a group
    RECEIVER_END,
} receiver_state;

// How far a receiver looks around.
typedef struct receiver_reach {
    unsigned run_in;       // samples kept before what is looked at
    unsigned jump;         // that may be lost or inserted at once and are found again
    unsigned lost;         // symbols without a signal, after which the burst is lost
    unsigned lead_prefix;  // longest prefix of a preamble
    bool small;  // for firmware: compact messages, and a burst within a lost one is not looked for
} receiver_reach;

// A symbol's timing as measured; times are places in the sample buffer.
typedef struct symbol_time {
    double centre;     // of its transform
    double rate;       // samples received for one sent
    double delay;      // against where it was expected
    uint32_t segment;  // changes with every slip
    bool good, sure;
} symbol_time;

// High-pass at 300 Hz, Butterworth, third order.
typedef struct high_pass {
    float b1, a1;      // first order: y = b1 (x - x1) + a1 y1
    float b2, a2, a3;  // second: y = b2 (x - 2 x1 + x2) + a2 y1 + a3 y2
    float x1, y1, y2, z1, z2;
    bool on;
} high_pass;

struct acc_cable_receiver {
    acc_cable_limits limits;
    const cable_kernels *kernels;
    cable_fft fft;
    receiver_reach reach;
    float *rows, *levels;
    float *work;  // one transform
    // Shared in time: during the search the preamble's spectrum, conjugated; at the start of a
    // burst `taps`; then sums and messages.
    float *preamble;
    double *taps;
    float preamble_energy;

    float *samples;
    size_t fill, capacity;
    high_pass filter;
    receiver_state state;
    size_t at;          // search: next place; of a candidate: its preamble
    size_t candidate;   // where the best correlation was
    float candidate_q;  // and its square, 0: none
    size_t resume;      // where the search goes on after a candidate or burst

    cable_plan plan;
    uint16_t *carrier;
    uint8_t *load;
    ldpc_code code;
    ldpc_rate rate;
    bool shaped;    // the levels are those of shaped bursts
    point *lead;    // the channel as the preamble shows it, until the first window has its spectra
    point *header;  // carriers of the header, so too
    double lead_start;     // of the preamble's transform
    point *channel;        // carriers first ... last
    float channel_weight;  // symbols' worth
    float *residue;        // noise of the decisions on carriers first ... last, sum over symbols
    float residue_weight;
    float *shape;  // noise of carriers first ... last against their median

    double position, clock;  // of the next symbol's transform, and samples received for one sent
    uint32_t symbol;         // number of the window's first
    uint32_t window;         // symbols in it
    uint32_t history;        // symbols before it in `times`
    uint32_t segment;
    uint32_t bad_run;  // symbols since the last two sure ones
    double bad_from;   // where those began
    bool lost;
    unsigned lead_prefix;  // header: prefix that is tried
    size_t began;          // the preamble of this burst
    symbol_time *times;    // of the history and the window
    float *noise;          // of the window's symbols
    point *spectra;        // window * band

    int16_t *line;          // likelihoods of some of a symbol's carriers
    uint8_t *line_queue;    // and the queue of each
    uint32_t line_at;       // next one to move
    uint32_t line_end;      // how many there are
    uint32_t line_carrier;  // the first whose likelihoods are still to be made
    uint32_t demapped;      // symbols of the window that were demapped
    cable_order order[QUEUES];
    uint64_t group_left;                     // uniform bits of the group
    uint32_t block, group_at, group_blocks;  // first block of the group, next of it to decode
    bool saw_last;                           // of an open burst
    bool all_good;
    int16_t *sums, *messages;
    uint8_t *bytes;
    acc_cable_quality quality;
    uint64_t iterations;
    uint32_t decoded;
    acc_cable_report report;    // of the last sounding
    acc_cable_report expected;  // of loaded bursts
    const uint8_t *missing;     // blocks that they repeat
    acc_cable_watch *watch;
    void *watch_context;
    float gains[2];  // of the two symbols before, against the preamble's
    bool has_report, has_expected;
};

static inline unsigned band_size(const cable_plan *p)
{
    return p->last - p->first + 1u;
}

static inline cable_signal signal_of(const acc_cable_receiver *r)
{
    return (cable_signal){r->samples, r->fill, r->rows, r->limits.taps, r->kernels};
}

// How early transforms start, for what the channel's filters send ahead of a symbol: a quarter of a
// short prefix, less of a long one, which leaves 5.3 ms for echoes.
static inline unsigned lead_advance(unsigned lead)
{
    return lead > 192 ? 64 : lead > 64 ? 32 : 16;
}

// Samples behind the last one of a transform that its filter reads.
static inline size_t filter_reach(const acc_cable_receiver *r)
{
    return r->limits.taps / 2u + 2;
}

// acquire.c

// The largest squared normalised correlation with the preamble at places at ... at + 1023, and its
// place.
float acc_cable_acquire_search(acc_cable_receiver *r, size_t at, size_t *where);

// Reads the header of a burst whose preamble starts at `at`, assuming this prefix. Sets lead,
// lead_start and clock.
acc_status acc_cable_acquire_header(acc_cable_receiver *r, size_t at, unsigned prefix,
                                    acc_cable_mode *mode, uint32_t *len);

// The channel's taps, as the preamble shows it; returns how many. Tap lead_advance is the one without delay. Uses r->taps.
unsigned acc_cable_acquire_taps(acc_cable_receiver *r, double *taps);

// The channel on the burst's carriers from that on the preamble's.
void acc_cable_acquire_channel(acc_cable_receiver *r);

void acc_cable_high_pass_init(high_pass *f);
void acc_cable_high_pass_run(high_pass *f, float *x, size_t n);

// track.c

// The delay in samples that z[i] on carriers k[i] of n show, starting from `tau`; positive when the
// signal is late.
double acc_cable_delay_of(const point *z, const uint16_t *k, unsigned count, unsigned n,
                          double tau);

// Follows the clock through the window's symbols: fills `times`, moves `position` and `clock` on.
void acc_cable_track_window(acc_cable_receiver *r);

// The time of each sample sent, as a curve through what was measured.
typedef struct timing_curve {
    double offset, slope;  // straight part
    double knot[CURVE_MAX], value[CURVE_MAX],
        bend[CURVE_MAX];  // cubic spline of what it leaves, and its second derivative
    unsigned knots;       // 0: straight
    bool valid;
} timing_curve;

// Curve of the symbols of `times` around `index` that no slip divides.
void acc_cable_curve_make(const acc_cable_receiver *r, unsigned index, timing_curve *curve);

// Place in the buffer of the sample sent `x` samples after the window's first transform began.
double acc_cable_curve_at(const timing_curve *curve, double x);

// demodulate.c

// Spectra of the window's symbols, their noise, and a better estimate of the channel.
void acc_cable_demodulate_window(acc_cable_receiver *r);

// Likelihoods of the next carriers of symbol `index` of the window into `line`.
void acc_cable_demodulate_line(acc_cable_receiver *r, uint32_t index);

// Shows symbol `index` of the window to the caller's watch.
void acc_cable_demodulate_show(const acc_cable_receiver *r, uint32_t index);

// Middle value of n, at least 1; reorders x.
float acc_cable_median(float *x, unsigned n);

// Noise of each carrier against the others: as the sounding had it, and what the residue shows beyond.
void acc_cable_demodulate_shape(acc_cable_receiver *r);

// Spectra of a window whose symbols are all known, without their delays.
void acc_cable_demodulate_known(acc_cable_receiver *r);

// blocks.c

// Clears the sums of the next group of blocks.
void acc_cable_blocks_start(acc_cable_receiver *r);

// Some of a symbol's likelihoods, or what the group takes of them, to the blocks; then the next symbol, window or group.
void acc_cable_blocks_demap(acc_cable_receiver *r);

// Decodes the group's next block and describes it.
void acc_cable_blocks_report(acc_cable_receiver *r, acc_cable_event *event);

// After the group's last block: the next group, or the burst's end.
void acc_cable_blocks_end_group(acc_cable_receiver *r);

// sounding.c

// Measures the line with the window, a whole sounding, and makes the report. False: no line at all.
bool acc_cable_sounding_measure(acc_cable_receiver *r);

static inline size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// receiver_memory.c

// Places the parts of a receiver in memory; without a receiver it only counts. Returns their size.
size_t acc_cable_receiver_lay_out(acc_cable_receiver *r, const acc_cable_limits *limits);

// receiver.c

// Channel and timing of a burst, as its preamble and header gave them.
void acc_cable_receiver_begin(acc_cable_receiver *r);

// After a window's last symbol: keeps what the next one needs, and waits for it.
void acc_cable_receiver_next_window(acc_cable_receiver *r);

// Reads the header of this burst again through the high-pass, which stays on.
acc_status acc_cable_receiver_filter(acc_cable_receiver *r);

#endif
