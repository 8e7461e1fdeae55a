// The end of a sound: pushes silence until everything received is reported, then reports what the end cut off.
#include "modem/demodulator.h"
#include "modem/preamble.h"

enum {
    SILENCE = 64,  // samples pushed at a time
    // Symbols of silence after which everything received has been reported:
    UNCODED_SYMBOLS = 16,  // a sync word is confirmed within 1, a tone is decided 2 late
    CODED_SYMBOLS = 600,   // a block without its end is tried too: 1.025 * 540 + 4 + a batch of 8
    STREAM_SYMBOLS = 120,  // 34 to lock, 16 of silence, 40 until a character is certain
    HIJACK_SYMBOLS = 16    // a character is reported 1.5 bits late
};
static const double track2_seconds = 0.02;  // a swipe ends 7 ms after its last turn
static const double same_seconds = 2.6;     // a message ends 2.5 s after its last repeat
static const double uic_seconds =
    0.005;  // a telegram is reported 40 slots, 2.5 bits, after its end

// Input samples of `symbols`, plus two chunks.
static uint64_t samples_of(const acc_demodulator *d, double symbols)
{
    return (uint64_t)(symbols * d->rate / d->profile.baud) + 2 * d->chunk * d->decimation + 1;
}

static uint64_t first_silence(const acc_demodulator *d)
{
    if (d->profile.waveform == ACC_WAVEFORM_TRACK2)
        return (uint64_t)(track2_seconds * d->rate);
    if (d->profile.waveform == ACC_WAVEFORM_SAME)
        return (uint64_t)(same_seconds * d->rate);
    if (d->profile.waveform == ACC_WAVEFORM_UIC)
        return (uint64_t)(uic_seconds * d->rate);
    if (d->profile.waveform == ACC_WAVEFORM_HIJACK)
        return samples_of(d, HIJACK_SYMBOLS);
    return samples_of(d, d->mode == ACC_MODEM_STREAM ? STREAM_SYMBOLS : UNCODED_SYMBOLS);
}

static bool receives_frames(const acc_demodulator *d)
{
    return d->mode != ACC_MODEM_STREAM;
}

// Pushes silence; true with the next event.
static bool bring_out(acc_demodulator *d, acc_demodulator_event *event)
{
    static const float silence[SILENCE] = {0};
    do {
        size_t n = d->silence_left < SILENCE ? (size_t)d->silence_left : SILENCE;
        d->silence_left -= acc_demodulator_push(d, silence, n, event);
        if (event->kind != ACC_DEMODULATOR_NONE)
            return true;
    } while (d->silence_left);
    return false;
}

static void begin_frames(acc_demodulator *d)
{
    // FSK writes samples at once, bi-phase at a chunk's end
    d->sound_end = is_fsk(d) ? d->fsk.now : d->manchester.now + d->manchester.filled;
    if (d->coded)
        acc_coded_end_sound(d->coded);
}

static void begin(acc_demodulator *d)
{
    d->silence_left = first_silence(d);
    d->is_cut = false;
    d->bytes_before = d->quality.bytes;
    d->bad_before = d->quality.frames_bad;
    if (d->profile.waveform == ACC_WAVEFORM_HIJACK)
        d->is_cut = acc_hijack_is_cut(d->hijack);
    else if (receives_frames(d))
        begin_frames(d);
    else if (is_fsk(d))
        acc_stream_end_sound(d->stream, d->fsk.now + (uint32_t)acc_band_delay(&d->stream->band));
}

// Whether the sound ended before a frame could be followed.
static bool is_preamble_cut(const acc_demodulator *d)
{
    // `last`: places from the search's latest symbol back to the last one that ends within the sound
    const uint32_t step = is_fsk(d) ? d->fsk.step : d->manchester.stride;
    const uint32_t latest = (is_fsk(d) ? d->fsk.next : d->manchester.next) - step;
    const float last = ((float)(int32_t)(latest - d->sound_end) + symbol_period(d)) / (float)step;
    if (last < 0 || (d->coded && acc_coded_has_place(d->coded, last)))
        return false;
    return acc_preamble_is_cut(&d->sync, last, d->coded);
}

static void end_slots(acc_demodulator *d)
{
    for (int i = 0; i < FOLLOWED; i++) {
        slot *s = &d->slots[i];
        if (s->active && (i == d->owner || s->is_sure))
            acc_demodulator_report_bad(d, ACC_TRUNCATED);
        s->active = false;
    }
    d->is_cut = is_preamble_cut(d);
    d->owner = -1;
    d->silence_left = d->coded ? samples_of(d, CODED_SYMBOLS) : 0;
}

static void end_first(acc_demodulator *d)
{
    if (receives_frames(d))
        end_slots(d);
    else if (is_fsk(d) ? acc_stream_is_cut(d->stream)
                       : d->is_cut && d->quality.bytes == d->bytes_before)
        acc_demodulator_report_bad(d, ACC_TRUNCATED);
}

static void end_all(acc_demodulator *d)
{
    const bool is_coded_cut = receives_frames(d) && d->coded && acc_coded_end(d->coded);
    const bool is_reported = d->quality.frames_bad != d->bad_before;
    if (is_coded_cut || (receives_frames(d) && d->is_cut && !is_reported))
        acc_demodulator_report_bad(d, ACC_TRUNCATED);
    acc_demodulator_set_carrier(d, false);
}

void acc_demodulator_finish(acc_demodulator *d, acc_demodulator_event *event)
{
    static void (*const steps[])(acc_demodulator *) = {begin, end_first, end_all};
    const uint8_t count = sizeof steps / sizeof *steps;
    while (!bring_out(d, event)) {
        if (d->finished == count) {
            d->finished = 0;
            return;
        }
        steps[d->finished++](d);
    }
}
