// The receiver's state and parts: acquire.c finds a burst and its channel, window.c places its symbols in windows, track.c
// follows its clock, demodulate.c computes the soft bits of a window, blocks.c decodes them, sounding.c measures a line,
// receiver.c runs them in turn.
#ifndef ACC_CABLE_RECEIVER_H
#define ACC_CABLE_RECEIVER_H

#include "cable/block.h"
#include "cable/fft.h"
#include "cable/header.h"
#include "cable/pam.h"
#include "cable/point.h"
#include "cable/resample.h"

enum {
    HISTORY = 8,         // symbols before the window that its timing curve includes
    SEARCH_SIZE = 2048,  // samples of a search transform; half of them are new
    TAPS_MAX = 384,      // limit of the channel estimate's taps: the longest prefix, 320, needs 368
    LINE_CARRIERS = 32,  // carriers that one step demaps
    CURVE_MAX = ACC_CABLE_MAX_WINDOW + HISTORY,
};

typedef enum receiver_state {
    RECEIVER_SEARCH,  // searches for a preamble
    RECEIVER_HEADER,  // reads the header after a candidate, with each possible prefix
    RECEIVER_WINDOW,  // collects a window of symbols
    RECEIVER_DEMAP,   // moves the window's soft bits into blocks
    RECEIVER_DECODE,  // decodes the blocks of a group
    RECEIVER_END,     // reports the burst's end
} receiver_state;

// Limits of the search for a signal (receiver_memory.c).
typedef struct receiver_reach {
    unsigned run_in;       // samples kept before those in use
    unsigned jump;         // most samples that a slip may lose or insert
    unsigned lost;         // symbols without a signal after which the burst is lost
    unsigned lead_prefix;  // longest prefix of a preamble
    bool small;            // for firmware: compact decoder, no search for a burst within a lost one
} receiver_reach;

// A symbol's measured timing, in samples of the buffer.
typedef struct symbol_time {
    double centre;     // centre of its transform
    double rate;       // clock ratio: samples received per sample sent
    double delay;      // delay against the expected position
    uint32_t segment;  // changes with every slip
    // good: coherence of the pilots from 0.8, delay up to 40 without a slip; sure: coherence above 0.9
    bool good, sure;
} symbol_time;

// High-pass at 300 Hz, Butterworth, third order: a section of first order, then one of second.
typedef struct high_pass {
    float b1, a1;      // first order: y = b1 (x - x1) + a1 y1
    float b2, a2, a3;  // second: y = b2 (x - 2 x1 + x2) + a2 y1 + a3 y2
    // x1, y1: last input and output of the first section; z1, z2: state of the second
    float x1, y1, z1, z2;
    bool on;  // new samples are filtered
} high_pass;

struct acc_cable_receiver {
    acc_cable_limits limits;
    const cable_kernels *kernels;
    cable_fft fft;
    receiver_reach reach;
    float *rows, *levels;  // of resample.h and pam.h
    float *work;           // one transform
    // One memory for the conjugated spectrum of the preamble during the search, `taps` at the start
    // of a burst, then `sums` and `messages`.
    float *preamble;
    double *taps;
    float preamble_energy;

    float *samples;
    size_t fill, capacity;
    high_pass filter;
    receiver_state state;
    size_t at;          // search: next position; then the candidate's preamble
    size_t candidate;   // position of the highest correlation
    float candidate_q;  // its square, 0: no candidate
    size_t resume;      // next position of the search after a candidate

    cable_plan plan;
    uint16_t *carrier;
    uint8_t *load;
    ldpc_code code;
    ldpc_rate rate;
    bool shaped;           // `levels` are those of shaped bursts
    point *lead;           // channel on the preamble's carriers; overwritten by `spectra`
    point *header;         // carriers of the header; overwritten by `spectra`
    float settled;         // gain where `lead` was measured, relative to the preamble
    double lead_start;     // position of the preamble's transform
    point *channel;        // channel of carriers first ... last
    float channel_weight;  // weight of the estimate, in symbols
    float *residue;  // squared error of the decisions on carriers first ... last, sum over symbols
    float residue_weight;  // symbols in that sum
    float *shape;          // noise of carriers first ... last, relative to their median

    double position, clock;  // position of the next symbol's transform; clock ratio
    uint32_t symbol;         // number of the window's first symbol
    uint32_t window;         // symbols in the window
    uint32_t history;        // symbols before the window in `times`
    uint32_t segment;        // number of slips so far
    uint32_t bad_run;        // symbols since the last two sure ones
    double bad_from;         // position of the first of these symbols
    bool lost;               // the signal ended
    unsigned lead_prefix;    // prefix with which the header is read
    size_t began;            // position of this burst's preamble
    symbol_time *times;      // timing of the history and the window
    float *noise;            // noise power of the window's symbols
    point *spectra;          // window * band

    int16_t *line;          // soft bits of LINE_CARRIERS carriers of a symbol
    uint8_t *line_queue;    // queue of each soft bit
    uint32_t line_at;       // next soft bit to move
    uint32_t line_end;      // number of soft bits
    uint32_t line_carrier;  // next carrier to demap
    uint32_t demapped;      // symbols of the window that were demapped
    cable_order order[QUEUES];
    uint64_t group_left;  // uniform bits of the group not received yet
    // the group's first block, its next block to decode, number of its blocks
    uint32_t block, group_at, group_blocks;
    bool saw_last;  // the last block of an open burst was decoded
    bool all_good;  // no block of the burst was lost
    int16_t *sums, *messages;
    uint8_t *bytes;  // a decoded block
    acc_cable_quality quality;
    uint64_t iterations;        // sum over the burst's good blocks
    uint32_t decoded;           // good blocks of the burst
    acc_cable_report report;    // report of the last sounding
    acc_cable_report expected;  // report of the loaded bursts to receive
    const uint8_t *missing;     // blocks that a repetition sends; NULL: all
    acc_cable_watch *watch;
    void *watch_context;
    float gains[2];  // gain of the last two symbols, relative to the preamble
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

// Samples by which transforms start early, for the pre-ringing of the channel's filters: a quarter of a
// prefix of 64, a fifth of one of 320, which leaves 256 samples (5.3 ms) for echoes.
static inline unsigned lead_advance(unsigned lead)
{
    return lead > 192 ? 64 : lead > 64 ? 32 : 16;
}

// Samples that the interpolation filter reads after the last sample of a transform.
static inline size_t filter_reach(const acc_cable_receiver *r)
{
    return r->limits.taps / 2u + 2;
}

// acquire.c

// The largest squared normalised correlation with the preamble at positions at ... at + 1023;
// `where` receives its position.
float acc_cable_acquire_search(acc_cable_receiver *r, size_t at, size_t *where);

// Reads the header of a burst whose preamble starts at `at` and has this prefix. Sets lead,
// lead_start and clock. ACC_BAD_CHECK when there is no header.
acc_status acc_cable_acquire_header(acc_cable_receiver *r, size_t at, unsigned prefix,
                                    acc_cable_mode *mode, uint32_t *len);

// Filters the buffer's samples from the preamble on with the high-pass, which stays on for all new ones, and reads the
// header again.
acc_status acc_cable_acquire_filtered(acc_cable_receiver *r, size_t at, unsigned prefix,
                                      acc_cable_mode *mode, uint32_t *len);

// Estimates the channel's taps from the preamble; returns their number. Tap lead_advance has no
// delay. Overwrites r->taps.
unsigned acc_cable_acquire_taps(acc_cable_receiver *r, double *taps);

// Interpolates the channel from the preamble's carriers to the burst's.
void acc_cable_acquire_channel(acc_cable_receiver *r);

// Sets the coefficients, clears the state, and switches the filter off.
void acc_cable_high_pass_init(high_pass *f);

// Filters n samples in place.
void acc_cable_high_pass_run(high_pass *f, float *x, size_t n);

// track.c

// The delay in samples from the phases of z[i] on carriers k[i] of an n-point transform, near
// `tau`; positive when the signal is late.
double acc_cable_delay_of(const point *z, const uint16_t *k, unsigned count, unsigned n,
                          double tau);

// Tracks the clock through the window's symbols: sets `times`, updates `position` and `clock`.
void acc_cable_track_window(acc_cable_receiver *r);

// The receive time of each sent sample: a curve through the measured times.
typedef struct timing_curve {
    double offset, slope;  // straight line
    // cubic spline of the deviations from the line; bend: its second derivative
    double knot[CURVE_MAX], value[CURVE_MAX], bend[CURVE_MAX];
    unsigned knots;  // 0: no spline
    bool valid;      // two or more symbols are good
} timing_curve;

// Makes the curve through the good symbols of `times` in the segment of symbol `index`.
void acc_cable_curve_make(const acc_cable_receiver *r, unsigned index, timing_curve *curve);

// Buffer position of the sample that was sent `x` samples after the start of the window's first
// transform.
double acc_cable_curve_at(const timing_curve *curve, double x);

// demodulate.c

// Computes the spectra of the window's symbols and their noise, and improves the channel estimate.
void acc_cable_demodulate_window(acc_cable_receiver *r);

// Demaps the next carriers of symbol `index` of the window into `line`.
void acc_cable_demodulate_line(acc_cable_receiver *r, uint32_t index);

// Calls the caller's watch with each carrier of symbol `index` of the window.
void acc_cable_demodulate_show(const acc_cable_receiver *r, uint32_t index);

// Median of n >= 1 values; reorders x.
float acc_cable_median(float *x, unsigned n);

// Sets `shape`, the relative noise of each carrier, from the sounding and the residue.
void acc_cable_demodulate_shape(acc_cable_receiver *r);

// Computes the spectra of a sounding's window, delays removed.
void acc_cable_demodulate_known(acc_cable_receiver *r);

// window.c

// Drops the samples before position `keep` and moves all positions.
void acc_cable_window_forget(acc_cable_receiver *r, double keep);

// Sets channel and timing of a burst from its preamble and header.
void acc_cable_window_begin(acc_cable_receiver *r);

// Starts the next window of a burst.
void acc_cable_window_start(acc_cable_receiver *r);

// After a window's last symbol: drops samples and timing that the next window does not need, and starts it.
void acc_cable_window_next(acc_cable_receiver *r);

// blocks.c

// Clears the sums of the next group of blocks.
void acc_cable_blocks_start(acc_cable_receiver *r);

// Moves the soft bits of some carriers into the blocks, up to the group's end. Then continues with
// the next symbol, window or group.
void acc_cable_blocks_demap(acc_cable_receiver *r);

// Decodes the group's next block and fills the event.
void acc_cable_blocks_report(acc_cable_receiver *r, acc_cable_event *event);

// After the group's last block: starts the next group, or ends the burst.
void acc_cable_blocks_end_group(acc_cable_receiver *r);

// sounding.c

// Measures the line with the sounding in the window and makes the report. False when no signal
// passes.
bool acc_cable_sounding_measure(acc_cable_receiver *r);

static inline size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// receiver_memory.c

// Places the parts of a receiver in its memory; with NULL only counts. Returns the size in bytes.
size_t acc_cable_receiver_lay_out(acc_cable_receiver *r, const acc_cable_limits *limits);

#endif
