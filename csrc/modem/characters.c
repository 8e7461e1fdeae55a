// Connects the receivers of HiJack, cards, SAME and UIC to the demodulator. Input: samples; output: events with characters.
#include "modem/demodulator.h"

#include <string.h>

#define CHUNK 64u  // samples between checks for the end of the carrier

// seconds without a character until the carrier is off
static const float patience = 0.3f;

size_t acc_demodulator_characters_size(const acc_modem_profile *profile)
{
    switch (profile->waveform) {
    case ACC_WAVEFORM_HIJACK:
        return sizeof(hijack_receiver);
    case ACC_WAVEFORM_TRACK2:
        return sizeof(track2_receiver);
    case ACC_WAVEFORM_SAME:
        return sizeof(same_receiver);
    case ACC_WAVEFORM_UIC:
        return sizeof(uic_receiver);
    default:
        return 0;
    }
}

void acc_demodulator_init_characters(acc_demodulator *d, void *memory)
{
    switch (d->profile.waveform) {
    case ACC_WAVEFORM_HIJACK:
        d->hijack = memory;
        acc_hijack_init(d->hijack, d->rate);
        break;
    case ACC_WAVEFORM_TRACK2:
        d->track2 = memory;
        acc_track2_init(d->track2, d->rate);
        break;
    case ACC_WAVEFORM_SAME:
        d->same = memory;
        acc_same_init(d->same, d->rate);
        break;
    default:
        d->uic = memory;
        acc_uic_init(d->uic, d->rate);
        break;
    }
}

static void report_bytes(acc_demodulator *d, const uint8_t *bytes, size_t len)
{
    d->idle = 0;
    d->quality.bytes += len;
    acc_demodulator_set_carrier(d, true);
    acc_demodulator_report(
        d, (acc_demodulator_event){.kind = ACC_DEMODULATOR_BYTES, .data = bytes, .len = len});
}

static size_t take_hijack(acc_demodulator *d, const float *pcm, size_t len)
{
    bool found;
    size_t taken = acc_hijack_push(d->hijack, pcm, len, &d->byte, &found);
    if (found)
        report_bytes(d, &d->byte, 1);
    return taken;
}

// Reports a swipe that cannot be read.
static void report_fault(acc_demodulator *d, const track2_fault *fault, const char *text)
{
    if (d->finished) {
        acc_demodulator_report_bad(d, ACC_TRUNCATED);
        return;
    }
    acc_demodulator_event event = {.kind = ACC_DEMODULATOR_BAD_FRAME, .reason = ACC_MALFORMED};
    if (fault->is_fast)
        event.reason = ACC_OUT_OF_RANGE;
    else if (fault->right > 0) {
        event.reason = ACC_BAD_CHECK;
        event.data = (const uint8_t *)text;
        event.len = (size_t)fault->right;
    }
    acc_demodulator_report(d, event);
}

static size_t take_track2(acc_demodulator *d, const float *pcm, size_t len)
{
    track2_receiver *t = d->track2;
    bool has_ended;
    size_t taken = acc_track2_push(t, pcm, len, &has_ended);
    if (has_ended && t->is_read)
        report_bytes(d, (const uint8_t *)t->text, strlen(t->text));
    else if (has_ended)
        report_fault(d, &t->fault, t->text);
    return taken;
}

static void report_message(acc_demodulator *d, bool is_whole, const char *text)
{
    if (is_whole)
        report_bytes(d, (const uint8_t *)text, strlen(text));
    else
        acc_demodulator_report_bad(d, ACC_BAD_CHECK);
}

static size_t take_same(acc_demodulator *d, const float *pcm, size_t len)
{
    bool has_ended;
    size_t taken = acc_same_push(d->same, pcm, len, &has_ended);
    if (has_ended)
        report_message(d, d->same->is_whole, d->same->text);
    return taken;
}

static size_t take_uic(acc_demodulator *d, const float *pcm, size_t len)
{
    bool has_ended;
    size_t taken = acc_uic_push(d->uic, pcm, len, &has_ended);
    if (has_ended)
        report_message(d, d->uic->is_whole, d->uic->text);
    return taken;
}

static size_t take(acc_demodulator *d, const float *pcm, size_t len)
{
    switch (d->profile.waveform) {
    case ACC_WAVEFORM_HIJACK:
        return take_hijack(d, pcm, len);
    case ACC_WAVEFORM_TRACK2:
        return take_track2(d, pcm, len);
    case ACC_WAVEFORM_SAME:
        return take_same(d, pcm, len);
    default:
        return take_uic(d, pcm, len);
    }
}

size_t acc_demodulator_take_characters(acc_demodulator *d, const float *pcm, size_t len)
{
    len = len < CHUNK - d->filled ? len : CHUNK - d->filled;
    size_t taken = take(d, pcm, len);
    d->filled += (uint32_t)taken;
    if (d->filled < CHUNK)
        return taken;
    d->filled = 0;
    d->idle += (float)CHUNK / (float)d->rate;
    if (d->idle > patience)
        acc_demodulator_set_carrier(d, false);
    return taken;
}
