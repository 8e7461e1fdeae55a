// What a receiver reports: its events, and the figures of the signal.
//
// Input: calls of demodulator.c, frames.c, coded_frames.c, characters.c and finish.c. Output: the queue of
// acc_demodulator_push, and acc_modem_quality.
#include "modem/demodulator.h"

void acc_demodulator_report(acc_demodulator *d, acc_demodulator_event event)
{
    if (d->event_count < EVENTS)
        d->events[d->event_count++] = event;
}

// Reports changes only.
void acc_demodulator_set_carrier(acc_demodulator *d, bool on)
{
    if (d->quality.carrier == on)
        return;
    d->quality.carrier = on;
    acc_demodulator_report(d, (acc_demodulator_event){.kind = on ? ACC_DEMODULATOR_CARRIER_ON
                                                                 : ACC_DEMODULATOR_CARRIER_OFF});
}

void acc_demodulator_report_bad(acc_demodulator *d, acc_status reason)
{
    d->quality.frames_bad++;
    acc_demodulator_report(
        d, (acc_demodulator_event){.kind = ACC_DEMODULATOR_BAD_FRAME, .reason = reason});
}

// SNR = Es/N0 * baud / (rate / 2): a symbol lasts 1 / baud, and the noise fills rate / 2. Above `most` dB the
// receiver's own errors dominate the noise, so the SNR is a minimum.
void acc_demodulator_measure(acc_demodulator *d, float level, float snr, float most, float period)
{
    d->quality.level = level / (float)d->decimation;  // the decimator sums
    float ratio = snr * (float)(d->profile.baud * 2 / d->rate);
    d->quality.snr_db = ratio > 1e-12f ? 10 * log10f(ratio) : -120;
    d->quality.snr_is_minimum = d->quality.snr_db > most;
    d->quality.clock_ppm = (symbol_period(d) / period - 1) * 1e6f;
}

void acc_demodulator_measure_fsk(acc_demodulator *d, const fsk_track *t)
{
    acc_demodulator_measure(d, 2 * sqrtf(t->amplitude) / (float)d->fsk.width, acc_fsk_snr(t), 14,
                            t->period);
}
acc_modem_unread acc_demodulator_unread(const acc_demodulator *d)
{
    acc_modem_unread unread = {0};
    if (!is_fsk(d) || d->mode != ACC_MODEM_STREAM)
        return unread;
    unread.characters = d->stream->unread;
    if (!ACC_MODEM_ASYNC)
        return unread;
    const uint32_t swapped = acc_async_swapped(d->stream->async);
    unread.is_swapped = swapped > 0;
    if (swapped > unread.characters)
        unread.characters = swapped;
    if (!unread.characters)
        return unread;
    float cycle[2], symbols;
    acc_async_measured(d->stream->async, cycle, &symbols, &unread.coherence);
    const float hertz = (float)d->rate / (float)d->decimation / 6.28318531f;
    unread.space = cycle[0] * hertz;
    unread.mark = cycle[1] * hertz;
    unread.baud = symbols > 0 ? (float)d->profile.baud / symbols : 0;
    return unread;
}
