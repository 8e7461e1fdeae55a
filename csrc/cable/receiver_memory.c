// The receiver's memory: its size and parts, from the limits of the bursts to receive. Parts that
// are not used at the same time share memory.
//
// Input: limits. Output: a size, or a receiver with its pointers; receiver.c initialises it.
#include "cable/memory.h"
#include "cable/receiver.h"

#include <string.h>

enum {
    LEAD_MAX = 3 * (LEAD_SIZE + 320),  // samples of a long preamble and its headers
    SMALL_WINDOW = 8,                  // a receiver with a shorter window is small, for firmware
};

// 1100 samples before the preamble, seven periods of 300 Hz, are the settling time of the
// high-pass. 720 samples are slips of up to 15 ms. The limits of a small receiver suffice for two
// ends on a cable: short prefixes, and slips of a clock.
static receiver_reach reach_of(const acc_cable_limits *l)
{
    if (l->window < SMALL_WINDOW)
        return (receiver_reach){
            .run_in = 64, .jump = 64, .lost = 4, .lead_prefix = 64, .small = true};
    return (receiver_reach){.run_in = 1100, .jump = 720, .lost = 16, .lead_prefix = 320};
}

static bool power_of_two(unsigned v, unsigned low, unsigned high)
{
    return v >= low && v <= high && (v & (v - 1)) == 0;
}

static bool limits_fit(const acc_cable_limits *l)
{
    return power_of_two(l->symbol, 512, 4096) && power_of_two(l->lifting, LDPC_MIN_Z, LDPC_MAX_Z) &&
           l->depth >= 1 && l->depth <= ACC_CABLE_MAX_DEPTH && l->bits >= 1 &&
           l->bits <= PAM_MAX_BITS && l->window >= 2 && l->window <= ACC_CABLE_MAX_WINDOW &&
           power_of_two(l->taps, 32, 256);
}

// Samples of the longest transform: a symbol, or one of the search.
static size_t transform_size(const acc_cable_limits *l)
{
    return larger(l->symbol, SEARCH_SIZE);
}

// Samples of the buffer: a window, the symbols before it that may belong to the next burst, and the
// samples of the search. A small receiver uses one memory for window and search. The clock may
// deviate by 1 %.
static size_t buffer_size(const acc_cable_limits *l)
{
    receiver_reach reach = reach_of(l);
    size_t search = LEAD_SIZE + SEARCH_SIZE, edges = reach.run_in + 4 * reach.jump + 2u * l->taps;
    if (reach.small)
        return larger(search, l->window * (l->symbol + 96u) * 102 / 100) + edges + 64;
    size_t symbols = (size_t)l->window + reach.lost + 2, lead = LEAD_MAX + 2 * SEARCH_SIZE;
    return symbols * (l->symbol + 320u) + lead + edges;
}

static size_t messages_size(const acc_cable_limits *l)
{
    return reach_of(l).small ? LDPC_COMPACT_SIZE(l->lifting)
                             : LDPC_MAX_EDGES * l->lifting * sizeof(int16_t);
}

// Shared memory for the search's preamble, then the taps of a burst's channel, then its sums and
// messages.
static void lay_out_pool(acc_cable_receiver *at, cable_memory *m, const acc_cable_limits *l)
{
    unsigned taps = reach_of(l).lead_prefix + 48;
    size_t sums = (size_t)l->depth * LDPC_MAX_COLUMNS * l->lifting * sizeof(int16_t);
    size_t least = larger(SEARCH_SIZE * sizeof(float), 5 * taps * sizeof(double));
    uint8_t *pool = memory_take(m, larger(sums + messages_size(l), least));
    at->preamble = (float *)(void *)pool;
    at->taps = (double *)(void *)pool;
    at->sums = (int16_t *)(void *)pool;
    at->messages = pool ? (int16_t *)(void *)(pool + sums) : NULL;
}

// Memory of transforms and of the channel. In a small receiver only the search's transform is
// longer than a symbol, so the channel is in its second half.
static void lay_out_work(acc_cable_receiver *at, cable_memory *m, const acc_cable_limits *l)
{
    size_t carriers = l->symbol / 2;
    bool shared = reach_of(l).small && l->symbol <= LEAD_SIZE;
    at->work = memory_take(m, transform_size(l) * sizeof(float));
    if (shared)
        at->channel = at->work ? (point *)(void *)(at->work + LEAD_SIZE) : NULL;
    else
        at->channel = memory_take(m, carriers * sizeof(point));
    size_t spectra = larger(l->window * carriers, 2 * LEAD_CARRIERS);
    at->spectra = memory_take(m, spectra * sizeof(point));
    at->lead = at->spectra;
    at->header = at->spectra ? at->spectra + LEAD_CARRIERS : NULL;
}

size_t acc_cable_receiver_lay_out(acc_cable_receiver *r, const acc_cable_limits *l)
{
    cable_memory m = {(uint8_t *)r, 0};
    size_t size = transform_size(l), carriers = l->symbol / 2, z = l->lifting;
    memory_take(&m, sizeof *r);
    acc_cable_receiver at = {.limits = *l, .capacity = buffer_size(l), .reach = reach_of(l)};
    float *roots = memory_take(&m, FFT_ROOTS(size) * sizeof *roots);
    at.rows = memory_take(&m, RESAMPLE_SIZE(l->taps) * sizeof(float));
    at.levels = memory_take(&m, PAM_SIZE(l->bits) * sizeof(float));
    at.samples = memory_take(&m, at.capacity * sizeof(float));
    at.times = memory_take(&m, (HISTORY + l->window) * sizeof(symbol_time));
    at.noise = memory_take(&m, l->window * sizeof(float));
    at.carrier = memory_take(&m, carriers * sizeof(uint16_t));
    at.load = memory_take(&m, carriers);
    at.residue = memory_take(&m, carriers * sizeof(float));
    at.shape = memory_take(&m, carriers * sizeof(float));
    at.line = memory_take(&m, LINE_CARRIERS * 2u * l->bits * sizeof(int16_t));
    at.line_queue = memory_take(&m, LINE_CARRIERS * 2u * l->bits);
    at.bytes = memory_take(&m, 48 * z / 8);
    lay_out_work(&at, &m, l);
    lay_out_pool(&at, &m, l);
    if (r) {
        *r = at;
        r->fft = acc_cable_fft_init(roots, size);
        memset(r->times, 0, (HISTORY + l->window) * sizeof *r->times);
    }
    return m.used;
}

size_t acc_cable_receiver_size(const acc_cable_limits *limits)
{
    return limits_fit(limits) ? acc_cable_receiver_lay_out(NULL, limits) : 0;
}
