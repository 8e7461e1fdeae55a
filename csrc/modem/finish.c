// The end of a sound: pushes silence until everything received is reported, then reports what the end cut off.
#include "modem/demodulator.h"

enum {
    SILENCE = 64,  // samples pushed at a time
    // Symbols of silence after which everything that arrived is out:
    UNCODED_SYMBOLS = 16,  // a sync word is proved within one, a tone is decided two late
    CODED_SYMBOLS = 600,   // a block without its end is tried too: 1.025 * 540 + 4 + a batch of 8
    STREAM_SYMBOLS = 120,  // 34 to lock, 16 of silence, 40 until a character is certain
    HIJACK_SYMBOLS = 16    // a character is given out 1.5 bits late
};
static const double track2_seconds = 0.02;  // a swipe ends 12 ms after its last turn

// Samples of `symbols`, and of what is worked on at once.
static uint64_t samples_of(const acc_demodulator *d, double symbols)
{
    return (uint64_t)(symbols * d->rate / d->profile.baud) + 2 * d->chunk * d->decimation + 1;
}

static uint64_t first_silence(const acc_demodulator *d)
{
    if (d->profile.waveform == ACC_WAVEFORM_TRACK2)
        return (uint64_t)(track2_seconds * d->rate);
    if (d->profile.waveform == ACC_WAVEFORM_HIJACK)
        return samples_of(d, HIJACK_SYMBOLS);
    return samples_of(d, d->mode == ACC_MODEM_STREAM ? STREAM_SYMBOLS : UNCODED_SYMBOLS);
}

static bool receives_frames(const acc_demodulator *d)
{
    return d->mode != ACC_MODEM_STREAM;
}

// Pushes silence; true when something was found.
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

static void begin(acc_demodulator *d)
{
    d->silence_left = first_silence(d);
    if (!receives_frames(d) && is_fsk(d))
        acc_stream_end_sound(d->stream, d->fsk.now + (uint32_t)acc_band_delay(&d->stream->band));
    if (receives_frames(d) && d->coded)
        acc_coded_end_sound(d->coded);
}

static void end_slots(acc_demodulator *d)
{
    for (int i = 0; i < FOLLOWED; i++) {
        slot *s = &d->slots[i];
        if (s->active && (i == d->owner || s->is_sure))
            acc_demodulator_report_bad(d, ACC_TRUNCATED);
        s->active = false;
    }
    d->owner = -1;
    d->silence_left = d->coded ? samples_of(d, CODED_SYMBOLS) : 0;
}

static void end_first(acc_demodulator *d)
{
    if (receives_frames(d))
        end_slots(d);
    else if (is_fsk(d) && acc_stream_is_cut(d->stream))
        acc_demodulator_report_bad(d, ACC_TRUNCATED);
}

static void end_all(acc_demodulator *d)
{
    if (receives_frames(d) && d->coded && acc_coded_end(d->coded))
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
