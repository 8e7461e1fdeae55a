// Uncoded frames: searches for sync words and reads the symbols after them as frames. Input: a detector's chunk;
// output: events. While a frame is clear, the search (block syncs included) is suspended; it catches up when the
// signal changes.
#include "modem/demodulator.h"

#include "modem/air.h"

#define CARRIER_SYMBOLS                                                                            \
    80.0f  // symbols without a frame until the carrier is off: more than preamble and sync word
#define CALM 2u     // clear chunks before the search is suspended
#define KEPT 16.0f  // symbols kept for the suspended search
// Least score of a sync word that is not a chance match: 2 wrong bits of 32 give 28 / 32 = 0.875, 3 give 0.81. Random
// bits have at most two wrong once in 2^32 / (1 + 32 + 496) = 8 million places.
#define SURE 0.85f

static void measure_slot(acc_demodulator *d, const slot *s)
{
    if (is_fsk(d)) {
        acc_demodulator_measure_fsk(d, &s->fsk);
        return;
    }
    const manchester_track *t = &s->manchester;
    acc_demodulator_measure(d, t->amplitude / d->manchester.period, acc_manchester_snr(t), 6,
                            t->period);
    d->quality.inverted = t->sign < 0;
}

// Starts tracking the symbols after a sync word, in parallel to a frame that is being read.
static void follow(acc_demodulator *d, const sync_hit *hit)
{
    slot *free = NULL;
    for (int i = 0; i < FOLLOWED; i++) {
        slot *s = &d->slots[i];
        if (i == d->owner)
            continue;
        // of two slots without a good header the younger is replaced
        if (!free || (free->active && (!s->active || s->symbols < free->symbols)))
            free = s;
    }
    free->active = true;
    free->is_sure = hit->score > SURE;
    free->symbols = 0;
    acc_deframer_start(&free->frame);
    if (is_fsk(d)) {
        acc_fsk_follow(&d->fsk, &free->fsk, hit->back, hit->clock_ratio);
        acc_fsk_find_shift(&d->fsk, &free->fsk, SYNC_WORD);
    } else {
        acc_manchester_follow(&d->manchester, &free->manchester, hit);
    }
}

// Reports a frame whose CRC-32 was checked.
static void end_frame(acc_demodulator *d, slot *s, deframe_result result)
{
    measure_slot(d, s);
    s->active = false;
    d->owner = -1;
    d->idle = 0;
    if (result == DEFRAME_BAD) {
        acc_demodulator_report_bad(d, ACC_BAD_CHECK);
        return;
    }
    d->quality.frames_good++;
    d->quality.bytes += s->frame.header.length;
    acc_demodulator_report(d, (acc_demodulator_event){.kind = ACC_DEMODULATOR_FRAME,
                                                      .data = d->frame,
                                                      .len = acc_deframer_size(&s->frame)});
}

// Passes four more bits of a candidate to its deframer. A candidate owns the frame buffer only once its header's
// CRC-16 is right, so a false sync word does no harm.
static void decide(acc_demodulator *d, int index, unsigned bits)
{
    slot *s = &d->slots[index];
    deframe_result result = acc_deframer_push(&s->frame, bits, d->frame);
    switch (result) {
    case DEFRAME_MORE:
        break;
    case DEFRAME_NONE:
        s->active = false;
        // the sound may have ended inside the header
        if (d->finished && s->is_sure)
            acc_demodulator_report_bad(d, ACC_TRUNCATED);
        break;
    case DEFRAME_HEADER:
        // the previous frame is cut off by this one
        if (d->owner >= 0) {
            d->slots[d->owner].active = false;
            acc_demodulator_report_bad(d, ACC_TRUNCATED);
        }
        d->owner = index;
        acc_demodulator_set_carrier(d, true);
        break;
    case DEFRAME_FRAME:
    case DEFRAME_BAD:
        end_frame(d, s, result);
        break;
    }
}

// Lost samples may leave clock and phase intact: the next sync word then appears among the bits of the frame being
// read.
static void follow_within(acc_demodulator *d, int index)
{
    const slot *s = &d->slots[index];
    if (!d->calm || index != d->owner || s->symbols % 4)
        return;
    for (unsigned behind = 0; behind < 4; behind++) {
        uint32_t wrong = (uint32_t)(s->bits >> behind) ^ SYNC_WORD;
        // the last 16 bits must be right; up to four of the first may be lost with the samples
        if (wrong & 0xFFFF || __builtin_popcount(wrong) > 4)
            continue;
        slot *next = &d->slots[!index];
        *next = *s;
        acc_deframer_start(&next->frame);
        next->symbols = SYNC_BITS;
        if (is_fsk(d))
            next->symbols += FSK_LAG + behind;
        else
            acc_manchester_step_back(&next->manchester, behind);
    }
}

// FSK: one symbol at a time. The sync word's symbols are known and set the clock; decisions are FSK_LAG symbols late.
static void run_tones(acc_demodulator *d, int index)
{
    slot *s = &d->slots[index];
    while (s->active) {
        int known =
            s->symbols < SYNC_BITS ? (int)(SYNC_WORD >> (SYNC_BITS - 1 - s->symbols) & 1) : -1;
        float soft;
        if (!acc_fsk_step(&d->fsk, &s->fsk, known, &soft))
            return;
        if (s->symbols++ < SYNC_BITS + FSK_LAG)
            continue;
        s->bits = s->bits << 1 | (soft > 0);
        if ((s->symbols - FSK_LAG) % 4 == 0)
            decide(d, index, s->bits & 15);
        follow_within(d, index);
    }
}

// Manchester: four bits at a time, like the deframer.
static void run_bits(acc_demodulator *d, int index)
{
    slot *s = &d->slots[index];
    while (s->active) {
        int known =
            s->symbols < SYNC_BITS ? (int)(SYNC_WORD >> (SYNC_BITS - 4 - s->symbols) & 15) : -1;
        unsigned bits;
        if (!acc_manchester_read(&d->manchester, &s->manchester, known, &bits))
            return;
        s->symbols += 4;
        if (s->symbols <= SYNC_BITS)
            continue;
        s->bits = s->bits << 4 | bits;
        decide(d, index, bits);
        follow_within(d, index);
    }
}

// Searches soft decisions for sync words; the same pass finds block syncs of coded frames.
static void search(acc_demodulator *d, const float *soft, size_t count)
{
    sync_hit hits[SYNC_HITS];
    unsigned found = acc_sync_push(&d->sync, soft, count, hits);
    for (unsigned i = 0; i < found; i++)
        follow(d, &hits[i]);
    for (uint64_t left = d->coded ? d->sync.block_syncs : 0; left; left &= left - 1)
        acc_coded_hint(d->coded, __builtin_ctzll(left) - (int)d->sync.reach);
}

static void search_tones(acc_demodulator *d)
{
    float soft[SYNC_BATCH], tones[SYNC_BATCH];
    size_t count;
    do {
        count = acc_fsk_search(&d->fsk, soft, tones, SYNC_BATCH);
        search(d, soft, count);
        if (d->coded)
            acc_demodulator_push_tones(d, soft, tones, count);
    } while (count == SYNC_BATCH);
}

static void search_bits(acc_demodulator *d)
{
    float soft[MANCHESTER_VALUES];
    while (acc_manchester_search(&d->manchester, soft)) {
        search(d, soft, MANCHESTER_VALUES);
        if (d->coded)
            acc_demodulator_push_bits(d, soft, MANCHESTER_VALUES);
    }
}

static void run_slots(acc_demodulator *d)
{
    for (int i = 0; i < FOLLOWED; i++) {
        if (is_fsk(d))
            run_tones(d, i);
        else
            run_bits(d, i);
    }
}

// Whether a clear frame is being read and there is no other candidate.
static bool is_clear(const acc_demodulator *d)
{
    if (d->owner < 0 || d->slots[!d->owner].active || d->sync.best.strength > 0)
        return false;
    if (d->coded && acc_coded_is_open(d->coded))
        return false;
    const slot *s = &d->slots[d->owner];
    return is_fsk(d) ? acc_fsk_is_clear(&s->fsk) : acc_manchester_is_clear(&s->manchester);
}

// Searches up to the latest sample, after the places that a suspended search skipped.
static void search_all(acc_demodulator *d)
{
    if (d->left_out) {
        acc_sync_skip(&d->sync, d->left_out);
        if (d->coded)
            acc_coded_skip(d->coded, d->left_out);
        d->left_out = 0;
    }
    d->sync.is_clear = d->owner >= 0 || (d->coded && acc_coded_is_sure(d->coded));
    if (d->coded)
        acc_coded_set_clear(d->coded, d->owner >= 0);
    if (is_fsk(d))
        search_tones(d);
    else
        search_bits(d);
}

// Reads the slots, and searches unless a clear frame is being read.
static void read_and_search(acc_demodulator *d)
{
    bool searched = d->calm < CALM;
    if (searched)
        search_all(d);
    run_slots(d);
    if (is_clear(d)) {
        d->calm += searched;
    } else {
        d->calm = 0;
        // the signal changed while the search was suspended: search the symbols that were kept
        if (!searched) {
            search_all(d);
            run_slots(d);
        }
    }
    if (d->calm == CALM)
        d->left_out +=
            is_fsk(d) ? acc_fsk_skip(&d->fsk, KEPT) : acc_manchester_skip(&d->manchester, KEPT);
}

// Processes a chunk. The carrier is off after CARRIER_SYMBOLS symbols that belong to no frame.
void acc_demodulator_run_frames(acc_demodulator *d)
{
    read_and_search(d);
    d->idle += (float)d->chunk / symbol_period(d);
    bool waiting = d->owner >= 0 || (d->coded && acc_coded_is_open(d->coded));
    if (!waiting && d->idle > CARRIER_SYMBOLS)
        acc_demodulator_set_carrier(d, false);
}
