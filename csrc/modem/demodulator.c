// The receiver's outer layer: memory, decimation into chunks, dispatch by mode.
#include "modem/demodulator.h"

#include "modem/kernel.h"

#include <assert.h>
#include <string.h>

#define CHUNK 128u     // samples after the decimator per chunk of FSK
#define PIECE 256u     // input samples per call
#define HISTORY 40.0f  // symbols whose samples are kept: a sync word and some more

// The decimation factor: samples summed into one. Ten samples per bi-phase symbol and sixteen per FSK symbol are enough
// for the clock; ten per period of the higher tone limit the sum's loss there, 1 - sin(pi / 10) / (pi / 10), to
// 0.14 dB. Characters have a filter (band.c) instead of the sum.
static uint32_t decimation_of(const acc_modem_profile *p, uint32_t rate, acc_modem_mode mode)
{
    if (mode == ACC_MODEM_STREAM)
        return acc_band_factor(p, rate);
    double lowest = 10 * p->baud;
    if (p->waveform == ACC_WAVEFORM_FSK) {
        lowest = 16 * p->baud;
        lowest = lowest > 10 * p->mark ? lowest : 10 * p->mark;
        lowest = lowest > 10 * p->space ? lowest : 10 * p->space;
    }
    uint32_t factor = (uint32_t)(rate / lowest);
    return factor ? factor : 1;
}

// Samples per symbol behind the decimator.
static float period_of(const acc_modem_profile *p, uint32_t rate, acc_modem_mode mode)
{
    return (float)(rate / p->baud / decimation_of(p, rate, mode));
}

static float history_of(acc_modem_mode mode)
{
    return mode == ACC_MODEM_STREAM ? STREAM_HISTORY : HISTORY;
}

// Sizes are multiples of 16, so that each part after the first is aligned for vectors.
static size_t struct_size(void)
{
    return (sizeof(acc_demodulator) + 15) / 16 * 16;
}

static size_t interference_size(void)
{
    return (sizeof(interference) + 15) / 16 * 16;
}

static size_t stream_size(const acc_modem_profile *p, uint32_t rate)
{
    return (sizeof(stream) + acc_band_memory(p, rate) + 15) / 16 * 16;
}

static size_t detector_size(const acc_modem_profile *p, uint32_t rate, acc_modem_mode mode)
{
    if (p->waveform != ACC_WAVEFORM_FSK)
        return 0;
    return (acc_fsk_memory(period_of(p, rate, mode), history_of(mode)) + 15) / 16 * 16;
}

// The struct, then the detector, then the mode's parts; init_detector() lays the memory out in the same order.
size_t acc_demodulator_size(const acc_modem_profile *profile, uint32_t rate, acc_modem_mode mode)
{
    if (acc_modem_profile_check(profile, rate) != ACC_OK)
        return 0;
    const size_t own = acc_demodulator_characters_size(profile);
    if (own)
        return struct_size() + own;
    float period = period_of(profile, rate, mode);
    size_t size = struct_size() + detector_size(profile, rate, mode);
    if (mode == ACC_MODEM_STREAM)
        size += stream_size(profile, rate) + (ACC_MODEM_ASYNC ? acc_async_size(period) : 0);
    else
        size += interference_size();
    if (mode == ACC_MODEM_FRAMES)
        size += acc_demodulator_coded_size(period, profile->waveform == ACC_WAVEFORM_FSK);
    return size;
}

static void init_detector(acc_demodulator *d, uint8_t *memory)
{
    float period = period_of(&d->profile, d->rate, d->mode);
    d->decimation = decimation_of(&d->profile, d->rate, d->mode);
    d->chunk = d->mode == ACC_MODEM_STREAM ? BAND_CHUNK : CHUNK;
    if (is_fsk(d)) {
        float turn = 6.28318531f * (float)d->decimation / (float)d->rate;
        acc_fsk_init(&d->fsk, period, turn * (float)d->profile.mark, turn * (float)d->profile.space,
                     history_of(d->mode), memory);
    } else {
        acc_manchester_init(&d->manchester, period);
        d->chunk = acc_manchester_chunk(&d->manchester);
    }
    memory += detector_size(&d->profile, d->rate, d->mode);
    if (d->mode == ACC_MODEM_STREAM) {
        d->stream = (stream *)(void *)memory;
        acc_stream_init(d->stream, &d->fsk, (float)d->decimation);
        acc_band_init(&d->stream->band, &d->profile, d->rate, d->stream + 1);
        if (ACC_MODEM_ASYNC)
            d->stream->async = acc_async_init(memory + stream_size(&d->profile, d->rate), &d->fsk,
                                              d->stream->band.pass.count / 2);
        acc_stream_set_format(d->stream, &format_8n1);
        return;
    }
    d->interference = (interference *)(void *)memory;
    acc_interference_init(d->interference, &d->profile, (float)d->rate / (float)d->decimation);
    acc_sync_init(&d->sync,
                  is_fsk(d) ? period / (float)search_step(period)
                            : acc_manchester_per_symbol(period),
                  !is_fsk(d));
    if (d->mode == ACC_MODEM_FRAMES)
        acc_demodulator_init_coded(d, memory + interference_size());
}

// FSK has frames and characters, Manchester frames only, the others characters only.
static bool is_supported(const acc_modem_profile *profile, acc_modem_mode mode)
{
    switch (profile->waveform) {
    case ACC_WAVEFORM_FSK:
        return true;
    case ACC_WAVEFORM_MANCHESTER:
        return mode != ACC_MODEM_STREAM;
    default:
        return mode == ACC_MODEM_STREAM;
    }
}

acc_status acc_demodulator_init(void *memory, size_t size, const acc_modem_profile *profile,
                                uint32_t rate, acc_modem_mode mode, acc_demodulator **demodulator)
{
    acc_status status = acc_modem_profile_check(profile, rate);
    if (status != ACC_OK)
        return status;
    if (!is_supported(profile, mode))
        return ACC_UNSUPPORTED;
    if (size < acc_demodulator_size(profile, rate, mode))
        return ACC_NO_ROOM;
    assert((uintptr_t)memory % 16 == 0);
    acc_demodulator *d = memory;
    memset(d, 0, sizeof *d);
    d->profile = *profile;
    d->mode = mode;
    d->rate = rate;
    d->owner = -1;
    if (acc_demodulator_characters_size(profile))
        acc_demodulator_init_characters(d, (uint8_t *)memory + struct_size());
    else
        init_detector(d, (uint8_t *)memory + struct_size());
    if (demodulator)
        *demodulator = d;
    return ACC_OK;
}

acc_status acc_demodulator_set_format(acc_demodulator *d, const acc_character_format *format)
{
    acc_status status = acc_character_format_check(format);
    if (status != ACC_OK)
        return status;
    if (!is_fsk(d) || d->mode != ACC_MODEM_STREAM)
        return ACC_UNSUPPORTED;
    acc_stream_set_format(d->stream, format);
    return ACC_OK;
}

// Reports the figures of two chunks ago: a signal's end changes the latest ones before it is detected.
static void measure_stream(acc_demodulator *d)
{
    acc_modem_quality *q = &d->quality;
    acc_demodulator_measure_fsk(d, &d->stream->track);
    const bool is_minimum = acc_fsk_snr(&d->stream->track) > BAND_MOST;
    const figures now = {q->level, q->snr_db, q->clock_ppm, is_minimum};
    if (!d->is_held)
        d->held[0] = d->held[1] = now;
    const figures reported = d->held[0];
    d->held[0] = d->held[1];
    d->held[1] = now;
    d->is_held = true;
    q->level = reported.level;
    q->snr_db = reported.snr_db;
    q->clock_ppm = reported.clock_ppm;
    q->snr_is_minimum = reported.snr_is_minimum;
}

// Processes a chunk of a stream: reports its characters, and measures the signal while most decisions are firm.
static void run_stream(acc_demodulator *d)
{
    stream *s = d->stream;
    if (!acc_stream_run(s, &d->fsk)) {
        acc_demodulator_set_carrier(d, false);
        d->is_held = false;
        return;
    }
    acc_demodulator_set_carrier(d, true);
    if (s->state == STREAM_TRACK && s->firm > 0.8f && s->track.silent == 0)
        measure_stream(d);
    if (s->byte_count)
        acc_demodulator_report(d, (acc_demodulator_event){.kind = ACC_DEMODULATOR_BYTES,
                                                          .data = s->bytes,
                                                          .len = s->byte_count,
                                                          .wrong_parity = s->wrong_parity});
    d->quality.bytes += s->byte_count;
    d->quality.parity_errors += (uint64_t)__builtin_popcountll(s->wrong_parity);
}

// The samples of the last chunk.
static float *newest(acc_demodulator *d)
{
    return is_fsk(d) ? acc_fsk_newest(&d->fsk, d->chunk) : acc_manchester_newest(&d->manchester);
}

// Whether a frame is being read; interference is then not learned.
static bool is_reading(const acc_demodulator *d)
{
    return d->owner >= 0 || (d->coded && acc_coded_is_open(d->coded));
}

// Passes decimated samples to the detector, at most up to a chunk's end, and runs the receivers at the end.
static void write(acc_demodulator *d, const float *x, size_t len)
{
    if (is_fsk(d))
        acc_fsk_write(&d->fsk, x, len);
    else
        acc_manchester_write(&d->manchester, x, len);
    d->filled += (uint32_t)len;
    if (d->filled < d->chunk)
        return;
    d->filled = 0;
    if (d->mode == ACC_MODEM_STREAM) {
        run_stream(d);
        return;
    }
    acc_interference_run(d->interference, newest(d), d->chunk, is_reading(d));
    if (is_fsk(d))
        acc_fsk_end_chunk(&d->fsk, d->chunk);
    else
        acc_manchester_end_chunk(&d->manchester);
    acc_demodulator_run_frames(d);
}

void acc_demodulator_learn_hum(acc_demodulator *d, const float *pcm, size_t len)
{
    if (d->mode == ACC_MODEM_STREAM && is_fsk(d))
        acc_band_learn_hum(&d->stream->band, &d->profile, d->rate, d->stream + 1, pcm, len);
}

// Reads input samples, at most up to the end of a chunk; returns their number.
static size_t take(acc_demodulator *d, const float *pcm, size_t len)
{
    // a NaN would stay in the filters forever
    float clean[PIECE], x[PIECE];
    size_t factor = d->decimation, n = 0;
    band *filter = d->mode == ACC_MODEM_STREAM ? &d->stream->band : NULL;
    size_t wanted = filter ? acc_band_wanted(filter) : (d->chunk - d->filled) * factor - d->summed;
    len = len < wanted ? len : wanted;
    len = len < PIECE ? len : PIECE;
    if (!acc_kernel_is_clean(pcm, len)) {
        acc_kernel_clean(pcm, clean, len);
        pcm = clean;
    }
    if (filter) {
        acc_band_run(filter, pcm, len);
        const float *chunk = acc_band_chunk(filter, d->stream->is_open);
        if (chunk)
            write(d, chunk, BAND_CHUNK);
        return len;
    }
    if (factor == 1) {
        write(d, pcm, len);
        return len;
    }
    // whole sums at once; a sum that spans two calls sample by sample, in the same order
    size_t i = 0;
    while (i < len) {
        if (d->summed == 0 && len - i >= factor) {
            size_t whole = (len - i) / factor;
            acc_kernel_box(pcm + i, x + n, whole, factor);
            n += whole;
            i += whole * factor;
            continue;
        }
        d->sum = d->summed ? d->sum + pcm[i] : pcm[i];
        i++;
        if (++d->summed == factor) {
            x[n++] = d->sum;
            d->summed = 0;
        }
    }
    write(d, x, n);
    return len;
}

size_t acc_demodulator_push(acc_demodulator *d, const float *pcm, size_t len,
                            acc_demodulator_event *event)
{
    size_t taken = 0;
    // an event's bytes are valid until more samples are read: report all events first
    while (d->event_next == d->event_count && taken < len) {
        d->event_next = d->event_count = 0;
        if (d->profile.waveform == ACC_WAVEFORM_FSK ||
            d->profile.waveform == ACC_WAVEFORM_MANCHESTER)
            taken += take(d, pcm + taken, len - taken);
        else
            taken += acc_demodulator_take_characters(d, pcm + taken, len - taken);
    }
    *event = (acc_demodulator_event){.kind = ACC_DEMODULATOR_NONE};
    if (d->event_next < d->event_count)
        *event = d->events[d->event_next++];
    return taken;
}

acc_modem_quality acc_demodulator_quality(const acc_demodulator *d)
{
    return d->quality;
}
